//! Waiting for another program, but not for ever: when the time is over, it ends with all that it started.

use std::collections::BTreeMap;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::Result;

/// How often it is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How long a program that was asked to end may take.
const GRACE: Duration = Duration::from_secs(10);

/// The program's status; none if the time was over and it was ended.
pub(crate) fn wait_at_most(
    mut child: Child,
    limit: Duration,
    tick: &mut dyn FnMut(Duration),
) -> Result<Option<ExitStatus>> {
    let begun = Instant::now();
    while begun.elapsed() < limit {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        tick(begun.elapsed());
        std::thread::sleep(LOOK_EVERY);
    }
    let all = with_descendants(child.id());
    signal("-TERM", &all);
    let asked = Instant::now();
    while asked.elapsed() < GRACE && !all.iter().all(|&id| is_gone(id, &mut child)) {
        std::thread::sleep(LOOK_EVERY);
    }
    signal("-KILL", &all);
    child.wait()?;
    Ok(None)
}

fn is_gone(id: u32, child: &mut Child) -> bool {
    if id == child.id() {
        return matches!(child.try_wait(), Ok(Some(_)) | Err(_));
    }
    let asked = Command::new("kill").args(["-0", &id.to_string()]).stderr(Stdio::null()).status();
    !asked.is_ok_and(|status| status.success())
}

/// A process and all that it started, as far as they still know of each other.
fn with_descendants(root: u32) -> Vec<u32> {
    let listed = Command::new("ps").args(["-e", "-o", "pid=,ppid="]).output();
    let listed =
        listed.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for line in listed.lines() {
        let mut numbers = line.split_whitespace().filter_map(|word| word.parse::<u32>().ok());
        if let (Some(id), Some(parent)) = (numbers.next(), numbers.next()) {
            children.entry(parent).or_default().push(id);
        }
    }
    let mut all = vec![root];
    let mut next = 0;
    while next < all.len() {
        let found = children.remove(&all[next]).unwrap_or_default();
        all.extend(found);
        next += 1;
    }
    all
}

/// Those that are gone already do not mind.
fn signal(name: &str, processes: &[u32]) {
    let ids = processes.iter().map(u32::to_string);
    let _ = Command::new("kill").arg(name).args(ids).stderr(Stdio::null()).status();
}
