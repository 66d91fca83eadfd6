//! A progress bar on a terminal; elsewhere a line now and then.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Counts steps of a long piece of work and shows them, unless quiet.
pub(crate) struct Progress {
    bar: ProgressBar,
    what: &'static str,
    total: usize,
    done: AtomicUsize,
    /// When the last line was written; `None` when no lines are wanted.
    last_line: Option<Mutex<Instant>>,
}

/// How often a log gets a line.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Where a bar is drawn, and whether lines are written in its place.
fn place(quiet: bool) -> (ProgressDrawTarget, bool) {
    match io::stderr().is_terminal() {
        _ if quiet => (ProgressDrawTarget::hidden(), false),
        true => (ProgressDrawTarget::stderr(), false),
        false => (ProgressDrawTarget::hidden(), true),
    }
}

impl Progress {
    pub(crate) fn new(what: &'static str, total: usize, quiet: bool) -> Progress {
        let (target, wants_lines) = place(quiet);
        let bar = ProgressBar::with_draw_target(Some(total as u64), target);
        if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len} {eta}") {
            bar.set_style(style);
        }
        bar.set_message(what);
        let last_line = wants_lines.then(|| Mutex::new(Instant::now()));
        Progress { bar, what, total, done: AtomicUsize::new(0), last_line }
    }

    /// One step is done. May be called from any thread.
    pub(crate) fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.bar.inc(1);
        // Whoever gets the lock writes the line; the others need not wait for it.
        if let Some(Ok(mut last)) = self.last_line.as_ref().map(|last| last.try_lock())
            && last.elapsed() > LINE_EVERY
        {
            *last = Instant::now();
            let _ = writeln!(io::stderr(), "deadheat: {} {done} of {}", self.what, self.total);
        }
    }
}

/// Shows how far a piece of work is whose end nobody knows, unless quiet.
pub(crate) struct Spinner {
    bar: ProgressBar,
    last_line: Option<Instant>,
}

impl Spinner {
    pub(crate) fn new(quiet: bool) -> Spinner {
        let (target, wants_lines) = place(quiet);
        let bar = ProgressBar::with_draw_target(None, target);
        // Without a style there is a bar of length 0 and no message; this one is cut to the terminal's width.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
            bar.set_style(style);
        }
        Spinner { bar, last_line: wants_lines.then(Instant::now) }
    }

    /// Shows a message now, or, in a log, now and then.
    pub(crate) fn say(&mut self, message: impl FnOnce() -> String) {
        match &mut self.last_line {
            Some(last) if last.elapsed() > LINE_EVERY => {
                *last = Instant::now();
                let _ = writeln!(io::stderr(), "deadheat: {}", message());
            }
            Some(_) => {}
            None if self.bar.is_hidden() => {}
            None => {
                self.bar.set_message(message());
                self.bar.tick();
            }
        }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
