//! What was found before: kept by a hash of the classes, the build files, the configuration, the JDK and this command itself, so
//! that what did not change costs nothing. Everything goes by contents and paths, nothing by time: a cache serves a later
//! checkout at the same place, and another installation of the same release. What is kept there and is damaged, or no result, is not there.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::Result;
use deadheat_instrument::digest;
use serde_json::Value;

use crate::run::{cache, write_whole};

/// The contents of this command, read once: there are several slots.
static OWN: LazyLock<u64> = LazyLock::new(|| {
    std::env::current_exe().and_then(fs::read).map(|bytes| digest(&bytes)).unwrap_or_default()
});

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
        let home = std::env::var_os("JAVA_HOME");
        let release = home.as_ref().and_then(|home| fs::read(Path::new(home).join("release")).ok());
        let key = format!("{:x} {home:?} {release:?} {words:?} {paths:?}", *OWN);
        let key = digest(key.as_bytes()) ^ digest(&sum).rotate_left(1);
        Ok(Slot { file: Some(cache()?.join(format!("{engine}-{key:016x}.json"))) })
    }

    /// What was kept there, if it is a result.
    pub(super) fn load(&self, is_result: impl Fn(&Value) -> bool) -> Option<Value> {
        let bytes = fs::read(self.file.as_ref()?).ok()?;
        serde_json::from_slice(&bytes).ok().filter(is_result)
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
