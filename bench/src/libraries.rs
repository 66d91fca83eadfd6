//! Real libraries from Maven Central, fetched once: `bench/libraries/pom.xml` names and pins them.

use std::path::{Path, PathBuf};

use deadheat_harness::Jars;

/// The jars, sorted by name. With `offline`, only what was fetched before.
pub(crate) fn fetch(offline: bool) -> Result<Vec<PathBuf>, String> {
    maven_jars("libraries", offline)
}

/// The jars that `bench/NAME/pom.xml` depends on.
pub(crate) fn maven_jars(name: &str, offline: bool) -> Result<Vec<PathBuf>, String> {
    let pom = deadheat_harness::root().join("bench").join(name).join("pom.xml");
    let jars = Jars::new(pom, "dependency:copy-dependencies", name);
    if !offline && !jars.are_fetched()? {
        eprintln!("fetching the jars of bench/{name}/pom.xml …");
        jars.fetch().map_err(|error| format!("{error} (--offline goes on without)"))?;
    }
    let entries = std::fs::read_dir(jars.directory()).into_iter().flatten();
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut jars: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "jar")).collect();
    jars.sort();
    Ok(jars)
}

/// The jar of a name without version.
pub(crate) fn named(fetched: &[PathBuf], name: &str) -> Result<PathBuf, String> {
    let jar = fetched.iter().find(|jar| is_version_of(jar, name));
    jar.cloned().ok_or_else(|| format!("{name} was not fetched"))
}

/// `derby-10.14.2.0.jar` is a version of `derby`, `derby-client-1.jar` is not.
fn is_version_of(jar: &Path, name: &str) -> bool {
    let file = jar.file_name().map(|file| file.to_string_lossy().into_owned()).unwrap_or_default();
    let version = file.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
    version.is_some_and(|version| version.starts_with(|first: char| first.is_ascii_digit()))
}
