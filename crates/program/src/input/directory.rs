//! Walking a directory of classes: every regular file below it, sorted, by its path with `/`.
//!
//! Symbolic links are followed, as the JVM does. A link to a directory that the walk is inside of is a
//! cycle and is passed over; chains of links that multiply paths end at the limits of [`Budget`].
//! What cannot be listed is a problem, not a failure.

use std::fs;
use std::path::{Path, PathBuf};

use super::limits::Budget;
use crate::error::{Error, Result};

/// The files below a directory and what could not be listed.
#[derive(Debug, Default)]
pub(super) struct Walk {
    pub(super) files: Vec<Box<str>>,
    pub(super) problems: Vec<Error>,
}

/// Lists the regular files below `root`.
pub(super) fn walk(root: &Path, budget: &mut Budget) -> Walk {
    let mut walk = Walk::default();
    let real = fs::canonicalize(root).unwrap_or_else(|_| root.to_path_buf());
    if let Err(error) = walk.enter(root, "", &mut vec![real], budget) {
        walk.problems.push(error.in_file(root));
    }
    walk.files.sort_unstable();
    walk
}

impl Walk {
    /// Lists `directory`, whose path below the root is `prefix`; `inside` holds the real paths of the
    /// directories from the root to here. Fails only when a limit is reached, to end the whole walk.
    fn enter(
        &mut self,
        directory: &Path,
        prefix: &str,
        inside: &mut Vec<PathBuf>,
        budget: &mut Budget,
    ) -> Result<()> {
        if inside.len() > budget.limits().depth as usize {
            self.problems.push(Error::limit("directories are nested too deeply").in_file(directory));
            return Ok(());
        }
        for path in self.list(directory) {
            budget.charge_file()?;
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                self.problems.push(Error::malformed("file name is not UTF-8").in_file(path));
                continue;
            };
            let name = format!("{prefix}{name}");
            match fs::metadata(&path) {
                Ok(kind) if kind.is_file() => self.files.push(name.into_boxed_str()),
                Ok(kind) if kind.is_dir() => self.descend(&path, &name, inside, budget)?,
                Ok(_) => {}
                Err(cause) => self.problems.push(Error::io(path, &cause)),
            }
        }
        Ok(())
    }

    fn descend(
        &mut self,
        path: &Path,
        name: &str,
        inside: &mut Vec<PathBuf>,
        budget: &mut Budget,
    ) -> Result<()> {
        match fs::canonicalize(path) {
            Ok(real) if inside.contains(&real) => {}
            Ok(real) => {
                inside.push(real);
                self.enter(path, &format!("{name}/"), inside, budget)?;
                inside.pop();
            }
            Err(cause) => self.problems.push(Error::io(path, &cause)),
        }
        Ok(())
    }

    fn list(&mut self, directory: &Path) -> Vec<PathBuf> {
        match children(directory) {
            Ok(paths) => paths,
            Err(error) => {
                self.problems.push(error);
                Vec::new()
            }
        }
    }
}

/// The paths directly inside `directory`, sorted.
pub(super) fn children(directory: &Path) -> Result<Vec<PathBuf>> {
    let fail = |cause: std::io::Error| Error::io(directory, &cause);
    let list = fs::read_dir(directory).map_err(fail)?;
    let mut paths = list.map(|child| Ok(child.map_err(fail)?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort_unstable();
    Ok(paths)
}

/// The archives directly inside `directory`, as the JVM expands `directory/*`, but sorted.
pub(super) fn jars(directory: &Path) -> Result<Vec<PathBuf>> {
    let is_jar =
        |path: &PathBuf| path.extension().is_some_and(|e| e.eq_ignore_ascii_case("jar")) && path.is_file();
    Ok(children(directory)?.into_iter().filter(is_jar).collect())
}
