//! What is found goes to disk at once, a line of JSON each, so that nothing is lost when the JVM is killed.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

/// The results of one JVM.
#[derive(Debug)]
pub(crate) struct Results {
    /// `None`: to standard error. Guarded by a mutex, so that lines stay whole.
    file: Mutex<Option<File>>,
    /// Lines that could not be written.
    lost: AtomicU64,
}

impl Results {
    /// A file of this process in a directory. If it cannot be made, results go to standard error.
    pub(crate) fn open(directory: Option<&Path>) -> Results {
        let file = directory.and_then(|directory| {
            let path = directory.join(format!("{}.jsonl", std::process::id()));
            match OpenOptions::new().create(true).append(true).open(&path) {
                Ok(file) => Some(file),
                Err(error) => {
                    crate::agent::complain(&format!("{}: {error}: results go here", path.display()));
                    None
                }
            }
        });
        Results { file: Mutex::new(file), lost: AtomicU64::new(0) }
    }

    pub(crate) fn write(&self, line: &Value) {
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let text = format!("{line}\n");
        let written = match &mut *file {
            Some(file) => file.write_all(text.as_bytes()),
            None => std::io::stderr().write_all(text.as_bytes()),
        };
        if written.is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}
