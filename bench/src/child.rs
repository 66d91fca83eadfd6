//! Runs a process within a time limit, and reads its processor time and its peak memory from outside.
//!
//! Both come from /proc, so that no unsafe call is needed. A process that has ended and was not waited for is
//! a zombie: its processor time is then final and still readable, to 10 ms. Its memory is gone by then; the
//! peak is the kernel's own high-water mark as of the last look, at most [`INTERVAL`] before the end.
//!
//! Who ends us ends the process as well: a shell beside it looks once a second whether we are still there, since we may have no time for it.
//!
//! The time limit is on processor time, so that a loaded machine does not decide who finishes; a process that
//! waits instead of working meets a multiple of it on the clock.

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

const INTERVAL: Duration = Duration::from_millis(10);
/// How many times the limit may pass on the clock.
const PATIENCE: u32 = 4;
/// How Linux counts in /proc/PID/stat.
const TICKS_PER_SECOND: f64 = 100.0;

/// What a run gave.
pub(crate) struct Measured {
    /// None if the time limit ended it.
    pub(crate) status: Option<ExitStatus>,
    pub(crate) wall_seconds: f64,
    pub(crate) cpu_seconds: f64,
    pub(crate) peak_kilobytes: u64,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs a command; what it prints lands beside `output`, with the extensions `out` and `err`.
pub(crate) fn run(command: &mut Command, limit: Duration, output: &Path) -> Result<Measured, String> {
    let paths = [output.with_extension("out"), output.with_extension("err")];
    let create = |path: &Path| File::create(path).map_err(|error| format!("{}: {error}", path.display()));
    command.stdin(Stdio::null()).stdout(create(&paths[0])?).stderr(create(&paths[1])?);
    let start = Instant::now();
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command.spawn().map_err(|error| format!("{name}: {error}"))?;
    let _guard = Guard::new(child.id());
    let (status, usage) = watch(&mut child, start, limit).map_err(|error| format!("{name}: {error}"))?;
    let text = |path: &Path| String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
    Ok(Measured {
        status,
        wall_seconds: start.elapsed().as_secs_f64(),
        cpu_seconds: usage.cpu_seconds,
        peak_kilobytes: usage.peak_kilobytes,
        stdout: text(&paths[0]),
        stderr: text(&paths[1]),
    })
}

/// Waits until the one process is gone, and then ends the other, if that is still there.
const GUARD: &str =
    "while kill -0 $1 2>/dev/null; do kill -0 $2 2>/dev/null || exit; sleep 1; done; kill -9 $2";

/// Ends a process if this one ends before it.
struct Guard(Option<Child>);

impl Guard {
    fn new(process: u32) -> Guard {
        let ours = std::process::id().to_string();
        let mut shell = Command::new("sh");
        shell.args(["-c", GUARD, "guard", &ours, &process.to_string()]);
        // Without a shell, everything is as it was.
        Guard(shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(shell) = &mut self.0 {
            let _ = shell.kill();
            let _ = shell.wait();
        }
    }
}

#[derive(Default)]
struct Usage {
    cpu_seconds: f64,
    peak_kilobytes: u64,
}

fn watch(child: &mut Child, start: Instant, limit: Duration) -> std::io::Result<(Option<ExitStatus>, Usage)> {
    let mut usage = Usage::default();
    loop {
        let ended = match usage.look(child.id()) {
            Some(state) if state != "Z" => None,
            // Only now: waiting takes the process out of /proc.
            Some(_) => Some(child.wait()?),
            None => child.try_wait()?,
        };
        if ended.is_some() {
            return Ok((ended, usage));
        }
        if usage.cpu_seconds > limit.as_secs_f64() || start.elapsed() > limit * PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok((None, usage));
        }
        std::thread::sleep(INTERVAL);
    }
}

impl Usage {
    /// Takes the figures as of now; the letter of the process's state, if it is still there.
    fn look(&mut self, process: u32) -> Option<String> {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok());
        self.peak_kilobytes = self.peak_kilobytes.max(kilobytes.unwrap_or(0));
        let (state, seconds) = state(process)?;
        self.cpu_seconds = seconds;
        Some(state)
    }
}

/// The state's letter, and the processor seconds of all threads, user and system.
fn state(process: u32) -> Option<(String, f64)> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // Behind the name, which may hold blanks.
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
    Some(((*fields.first()?).to_owned(), (ticks(11)? + ticks(12)?) / TICKS_PER_SECOND))
}
