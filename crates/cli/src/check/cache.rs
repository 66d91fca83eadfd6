//! What was found before: kept by a hash of the classes, the build files, the configuration and this command itself, so that
//! what did not change costs nothing.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use deadheat_instrument::digest;
use serde_json::Value;

use crate::run::{cache, write_whole};

/// A place in the cache for one result.
#[derive(Debug)]
pub(super) struct Slot {
    file: Option<PathBuf>,
}

impl Slot {
    /// The place of what an engine finds in these classes, given further words that its result depends on. Without a
    /// cache, nothing is kept.
    pub(super) fn of(engine: &str, paths: &[PathBuf], words: &[String], is_kept: bool) -> Result<Slot> {
        if !is_kept {
            return Ok(Slot { file: None });
        }
        let mut sum = Vec::new();
        for path in paths {
            add(path, &mut sum);
        }
        let build = std::env::current_exe().and_then(|exe| exe.metadata());
        let build = build.ok().map(|it| (it.len(), it.modified().ok()));
        let home = std::env::var_os("JAVA_HOME");
        let key = format!("{build:?} {home:?} {words:?} {paths:?}");
        let key = digest(key.as_bytes()) ^ digest(&sum).rotate_left(1);
        Ok(Slot { file: Some(cache()?.join(format!("{engine}-{key:016x}.json"))) })
    }

    /// What was kept there.
    pub(super) fn load(&self) -> Option<Value> {
        serde_json::from_slice(&fs::read(self.file.as_ref()?).ok()?).ok()
    }

    pub(super) fn store(&self, value: &Value) -> Result<()> {
        match &self.file {
            Some(file) => write_whole(file, &serde_json::to_string(value)?),
            None => Ok(()),
        }
    }
}

/// A file's name and contents, or all of a directory's.
fn add(path: &Path, sum: &mut Vec<u8>) {
    if path.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten();
        let mut children: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        children.sort();
        children.iter().for_each(|child| add(child, sum));
    } else {
        sum.extend(path.as_os_str().as_encoded_bytes());
        let contents = fs::read(path).unwrap_or_default();
        sum.extend(digest(&contents).to_le_bytes());
    }
}
