//! Finding and opening a JDK.
//!
//! From 9 on the classes are in `lib/modules`; before, in `rt.jar` and the jars beside it.

use std::fs;
use std::path::{Path, PathBuf};

use super::directory::{children, jars};
use super::opening::Opening;
use super::{Input, Options};
use crate::error::{Error, ErrorKind, Result};

/// The jars of the boot class path before 9, beside `rt.jar`; then all of `ext`.
const BESIDE_RT: [&str; 6] =
    ["resources.jar", "sunrsasign.jar", "jsse.jar", "jce.jar", "charsets.jar", "jfr.jar"];

/// An installed JDK or run-time system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jdk {
    /// The directory that holds `lib` and `bin`, with links resolved.
    pub home: PathBuf,
    /// The feature release from the `release` file: 8, 17, 25.
    pub release: Option<u16>,
}

/// Opens a JDK by its home, or by its `modules` file or `rt.jar`.
///
/// Fails if there is none; what cannot be read in it is in [`Input::problems`].
pub fn open_jdk(home: &Path, options: &Options) -> Result<Input> {
    let found = if home.is_file() { Some(class_files(home)) } else { library(home) };
    let files = found.ok_or_else(|| {
        let message = if home.exists() { "no lib/modules or lib/rt.jar below" } else { "no such JDK" };
        Error::new(ErrorKind::Io, message).in_file(home)
    })?;
    let mut opening = Opening::new(options);
    for file in files {
        opening.add(&file);
    }
    let input = opening.finish();
    match (input.entries().is_empty(), input.problems.first()) {
        (true, Some(problem)) => Err(problem.clone()),
        (true, None) => Err(Error::malformed("no classes in this JDK").in_file(home)),
        (false, _) => Ok(input),
    }
}

/// Finds a JDK: the `explicit` one, else `JAVA_HOME`, else the one of `java` on the `PATH`.
///
/// An explicit home or a `JAVA_HOME` that is no JDK is an error rather than a reason to look further.
pub fn find_jdk(explicit: Option<&Path>) -> Result<Jdk> {
    let java_home = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    if let Some(home) = explicit.map(Path::to_path_buf).or(java_home) {
        return jdk_at(&home).ok_or_else(|| Error::new(ErrorKind::Io, "not the home of a JDK").in_file(home));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .filter_map(|directory| fs::canonicalize(directory.join(java_name())).ok())
        .find_map(|java| jdk_at(java.parent()?.parent()?))
        .ok_or_else(|| Error::new(ErrorKind::Io, "no JDK: JAVA_HOME is not set and no java is on the PATH"))
}

/// Whether a path is a JDK: its home, its `modules` file or its `rt.jar`.
pub fn is_jdk(path: &Path) -> bool {
    let is_library = path.file_name().is_some_and(|name| name == "modules" || name == "rt.jar");
    library(path).is_some() || is_library && path.is_file()
}

/// The feature release of the JDK at a path, if its `release` file tells: 8, 17, 25.
pub fn jdk_release(path: &Path) -> Option<u16> {
    // A `modules` file or `rt.jar` lies in `lib` (or `jre/lib`).
    let home = if path.is_file() { path.parent()?.parent()? } else { path };
    feature_release(home)
}

/// The JDKs of `JAVA_HOME`, of `java` on the `PATH` and in the usual places, sorted by home, each once
/// however many links lead to it.
pub fn installed_jdks() -> Vec<Jdk> {
    let mut places = vec![PathBuf::from("/usr/lib/jvm"), PathBuf::from("/Library/Java/JavaVirtualMachines")];
    places.extend(std::env::home_dir().map(|home| home.join(".sdkman/candidates/java")));
    let homes = places.iter().flat_map(|place| children(place).unwrap_or_default());
    let mut found: Vec<Jdk> = homes.filter_map(|home| jdk_at(&home)).collect();
    found.extend(find_jdk(None));
    found.sort_by(|a, b| a.home.cmp(&b.home));
    found.dedup();
    found
}

/// The JDK whose home is `home`, or the `Contents/Home` of a macOS bundle.
fn jdk_at(home: &Path) -> Option<Jdk> {
    let bundle = home.join("Contents/Home");
    let home = if library(home).is_some() { home } else { &bundle };
    library(home)?;
    Some(Jdk { home: fs::canonicalize(home).ok()?, release: feature_release(home) })
}

/// The files with the classes of the JDK at `home`.
fn library(home: &Path) -> Option<Vec<PathBuf>> {
    let places = ["lib/modules", "jre/lib/rt.jar", "lib/rt.jar", "Contents/Home/lib/modules"];
    let file = places.iter().map(|place| home.join(place)).find(|file| file.is_file())?;
    Some(class_files(&file))
}

/// The file itself and, beside an `rt.jar`, the other jars of the boot class path.
fn class_files(file: &Path) -> Vec<PathBuf> {
    let mut files = vec![file.to_path_buf()];
    if file.file_name().is_some_and(|name| name == "rt.jar") {
        let directory = file.parent().unwrap_or(Path::new(""));
        files.extend(BESIDE_RT.iter().map(|name| directory.join(name)).filter(|path| path.is_file()));
        files.extend(jars(&directory.join("ext")).unwrap_or_default());
    }
    files
}

/// The feature release by `JAVA_VERSION` of the `release` file; a `jre` below a JDK 8 has it one level up.
fn feature_release(home: &Path) -> Option<u16> {
    let texts = [home.join("release"), home.join("../release")];
    texts.iter().find_map(|file| release_of(&fs::read_to_string(file).ok()?))
}

/// `JAVA_VERSION="1.8.0_292"` is 8, `JAVA_VERSION="17.0.15"` is 17.
fn release_of(text: &str) -> Option<u16> {
    let line = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    let version = line.trim().trim_matches('"');
    let version = version.strip_prefix("1.").unwrap_or(version);
    let end = version.find(|c: char| !c.is_ascii_digit()).unwrap_or(version.len());
    version.get(..end)?.parse().ok()
}

fn java_name() -> &'static str {
    if cfg!(windows) { "java.exe" } else { "java" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn release_files_of_old_and_new_jdks() {
        assert_eq!(release_of("A=\"b\"\nJAVA_VERSION=\"17.0.15\"\n"), Some(17));
        assert_eq!(release_of("JAVA_VERSION=\"1.8.0_292\"\r\n"), Some(8));
        assert_eq!(release_of("JAVA_VERSION=\"26-ea\""), Some(26));
        assert_eq!(release_of("JAVA_VERSION=25"), Some(25));
        assert_eq!(release_of("JAVA_VERSION=\"\""), None);
        assert_eq!(release_of(""), None);
    }
}
