//! The header of a corpus program: lines `//@ key: value` at the top of its source.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::java::{Compilation, Jdk};

/// A value, or the line of a mistake and what it is.
pub(crate) type Located<T> = Result<T, (usize, String)>;

/// The values of each key, with their lines.
pub(crate) struct Header(BTreeMap<String, Vec<(usize, String)>>);

impl Header {
    /// Reads the header; only repeatable keys may have several lines.
    pub(crate) fn parse(text: &str, keys: &[&str], repeatable: &[&str]) -> Located<Header> {
        let mut header: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
        let mut length = 0;
        for (index, line) in text.lines().enumerate() {
            let Some(rest) = line.strip_prefix("//@") else { break };
            let (key, value) =
                rest.split_once(':').ok_or((index + 1, "a header line needs a colon".to_owned()))?;
            let key = key.trim();
            if !keys.contains(&key) {
                return Err((index + 1, format!("unknown header key {key:?}; known: {}", keys.join(", "))));
            }
            let values = header.entry(key.to_owned()).or_default();
            if !values.is_empty() && !repeatable.contains(&key) {
                return Err((index + 1, format!("{key} is given twice")));
            }
            values.push((index + 1, value.trim().to_owned()));
            length += 1;
        }
        match text.lines().enumerate().skip(length).find(|(_, line)| line.starts_with("//@")) {
            Some((index, _)) => Err((index + 1, "a header line outside of the header".to_owned())),
            None => Ok(Header(header)),
        }
    }

    /// All values of a key, with their lines.
    pub(crate) fn values(&self, key: &str) -> &[(usize, String)] {
        self.0.get(key).map(Vec::as_slice).unwrap_or_default()
    }

    /// The value of a key, with its line.
    pub(crate) fn located(&self, key: &str) -> Option<(usize, &str)> {
        self.values(key).first().map(|(line, value)| (*line, value.as_str()))
    }

    /// The value of a key.
    pub(crate) fn value(&self, key: &str) -> Option<String> {
        self.located(key).map(|(_, value)| value.to_owned())
    }

    /// The value of a key that must be there, with its line.
    pub(crate) fn required(&self, key: &str) -> Located<(usize, &str)> {
        self.located(key).ok_or((1, format!("no {key} in the header")))
    }

    /// The number that is a key's value.
    pub(crate) fn number(&self, key: &str) -> Located<Option<u16>> {
        let Some((line, value)) = self.located(key) else { return Ok(None) };
        value.parse().map(Some).map_err(|_| (line, format!("{key} {value:?} is no number")))
    }
}

/// Reads a program with a function; an error names file and line.
pub(crate) fn read<T>(path: &Path, parse: impl FnOnce(&str) -> Located<T>) -> Result<T, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    parse(&text).map_err(|(line, what)| format!("{}:{line}: {what}", path.display()))
}

/// The main class of a program, which is the file's name.
pub(crate) fn main_class(path: &Path) -> String {
    path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// How to compile a program with its support class, for an older release if it says so.
pub(crate) fn compilation(jdk: &Jdk, path: &Path, support: PathBuf, release: Option<u16>) -> Compilation {
    let mut compilation = Compilation::new(jdk, [path.to_owned(), support]);
    if let Some(release) = release {
        compilation.options = vec!["--release".to_owned(), release.to_string()];
    }
    compilation
}

/// The Java files below a directory but for those of `support` directories, sorted.
pub(crate) fn java_files(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    collect(directory, &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries =
        std::fs::read_dir(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "support") {
                collect(&path, files)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "java") {
            files.push(path);
        }
    }
    Ok(())
}
