//! The paths a user gives, read as `java -cp` reads them, and project directories.

use std::path::{Path, PathBuf};

use super::directory::{children, jars};
use super::opening::Opening;
use super::{Input, MissingPath, Options};
use crate::error::{Error, ErrorKind, Result};

/// How deep modules of a project are looked for below its directory.
const PROJECT_DEPTH: u32 = 3;

const BUILD_FILES: [&str; 3] = ["pom.xml", "build.gradle", "build.gradle.kts"];

/// Opens `paths` in order. Each is a directory of classes, a project directory, an archive (jar, war, ear,
/// zip, jmod), a class file, `dir/*` for all jars of a directory, or several of these as a path list
/// (`a:b`, on Windows `a;b`).
///
/// Fails only if a path does not exist; missing parts of a path list are problems, as long as there is one
/// that exists. What cannot be read is in [`Input::problems`].
pub fn open_class_path<P: AsRef<Path>>(paths: &[P], options: &Options) -> Result<Input> {
    let mut opening = Opening::new(options);
    for path in paths {
        let path = path.as_ref();
        let parts = parts(path);
        let missing: Vec<&PathBuf> = parts.iter().filter(|part| !stands_for_something(part)).collect();
        if missing.len() == parts.len() {
            return Err(Error::new(ErrorKind::Io, "no such file or directory").in_file(path));
        }
        for part in missing {
            let error = Error::new(ErrorKind::Io, "no such file or directory; left out of the path list");
            opening.input.problems.push(error.in_file(part));
        }
        for part in parts.iter().filter(|part| stands_for_something(part)) {
            add_part(&mut opening, part);
        }
    }
    Ok(opening.finish())
}

/// The parts of a path list; a path that exists is never split.
fn parts(path: &Path) -> Vec<PathBuf> {
    if stands_for_something(path) {
        return vec![path.to_path_buf()];
    }
    std::env::split_paths(path).filter(|part| !part.as_os_str().is_empty()).collect()
}

fn stands_for_something(path: &Path) -> bool {
    path.exists() || wildcard(path).is_some_and(Path::is_dir)
}

/// The directory of `dir/*`; of `*` alone the current one.
fn wildcard(path: &Path) -> Option<&Path> {
    let directory = path.parent().filter(|_| path.file_name().is_some_and(|name| name == "*"))?;
    Some(if directory.as_os_str().is_empty() { Path::new(".") } else { directory })
}

fn add_part(opening: &mut Opening<'_>, part: &Path) {
    let paths = match wildcard(part).filter(|_| !part.exists()) {
        Some(directory) => jars(directory).and_then(|jars| {
            let none = || Error::new(ErrorKind::Io, "no jars in this directory").in_file(part);
            if jars.is_empty() { Err(none()) } else { Ok(jars) }
        }),
        None if part.is_dir() => Ok(output_directories(part, 0)),
        None => Ok(Vec::new()),
    };
    match paths {
        Ok(paths) if paths.is_empty() => add_with_class_path(opening, part),
        Ok(paths) => paths.iter().for_each(|path| add_with_class_path(opening, path)),
        Err(error) => opening.input.problems.push(error),
    }
}

/// Opens `path` and what its manifest's `Class-Path` names, each followed by its own `Class-Path`, before
/// the next part of the search path, as the JVM does.
fn add_with_class_path(opening: &mut Opening<'_>, path: &Path) {
    let mut next = vec![path.to_path_buf()];
    while let Some(jar) = next.pop() {
        let parts = opening.add(&jar);
        for part in parts.into_iter().rev() {
            match resolve(&jar, &part) {
                Some(path) => next.push(path),
                None => opening.input.missing.push(MissingPath { named_by: jar.clone(), part }),
            }
        }
    }
}

/// The file or directory that a `Class-Path` part means, relative to the jar; a directory must end in `/`.
fn resolve(jar: &Path, part: &str) -> Option<PathBuf> {
    let (scheme, rest) = part.split_once(':').unwrap_or(("file", part));
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let rest = rest.strip_prefix("//").filter(|rest| rest.starts_with('/')).unwrap_or(rest);
    let path = jar.parent()?.join(percent_decoded(rest)?);
    let exists = if part.ends_with('/') { path.is_dir() } else { path.is_file() };
    exists.then_some(path)
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut pieces = text.split('%');
    let mut bytes = pieces.next()?.as_bytes().to_vec();
    for piece in pieces {
        let (digits, rest) = piece.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

/// The class directories of a Maven or Gradle project and of its modules below, with their resources and
/// copied dependencies; empty if `directory` is no such project or was not built.
fn output_directories(directory: &Path, level: u32) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let maven = directory.join("target/classes");
    if maven.is_dir() {
        found.push(maven);
        found.extend(jars(&directory.join("target/dependency")).unwrap_or_default());
    }
    let languages = children(&directory.join("build/classes")).unwrap_or_default();
    let gradle = languages.into_iter().map(|language| language.join("main")).filter(|path| path.is_dir());
    let before = found.len();
    found.extend(gradle);
    let resources = directory.join("build/resources/main");
    if found.len() > before && resources.is_dir() {
        found.push(resources);
    }
    if level < PROJECT_DEPTH && is_project(directory) {
        for module in children(directory).unwrap_or_default().into_iter().filter(|child| is_project(child)) {
            found.extend(output_directories(&module, level + 1));
        }
    }
    found
}

fn is_project(directory: &Path) -> bool {
    let settings = ["settings.gradle", "settings.gradle.kts"];
    BUILD_FILES.iter().chain(&settings).any(|file| directory.join(file).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_signs_are_decoded_or_refused() {
        assert_eq!(percent_decoded("a%20b%c3%a9.jar").as_deref(), Some("a bé.jar"));
        assert_eq!(percent_decoded("a%2"), None);
        assert_eq!(percent_decoded("a%é1"), None);
    }

    #[test]
    fn a_star_stands_for_its_directory() {
        assert_eq!(wildcard(Path::new("lib/*")), Some(Path::new("lib")));
        assert_eq!(wildcard(Path::new("*")), Some(Path::new(".")));
        assert_eq!(wildcard(Path::new("lib/*.jar")), None);
    }
}
