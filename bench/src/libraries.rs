//! Real libraries from Maven Central, fetched once: `bench/libraries/pom.xml` names and pins them.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The jars, sorted by name. With `offline`, only what was fetched before.
pub(crate) fn fetch(offline: bool) -> Result<Vec<PathBuf>, String> {
    maven_jars("libraries", offline)
}

/// The jars that `bench/NAME/pom.xml` depends on.
pub(crate) fn maven_jars(name: &str, offline: bool) -> Result<Vec<PathBuf>, String> {
    let directory = deadheat_harness::scratch().join("maven").join(name);
    let pom = deadheat_harness::root().join("bench").join(name).join("pom.xml");
    let stamp = directory.join("fetched.xml");
    let wanted = std::fs::read_to_string(&pom).map_err(|error| format!("{}: {error}", pom.display()))?;
    let fetched = std::fs::read_to_string(&stamp).is_ok_and(|fetched| fetched == wanted);
    if !fetched && !offline {
        // What an older list fetched must not be swept along.
        let _ = std::fs::remove_dir_all(&directory);
        eprintln!("fetching the jars of bench/{name}/pom.xml …");
        let mut command = Command::new("mvn");
        command.args(["-q", "-B", "-f"]).arg(&pom).arg("dependency:copy-dependencies");
        command.arg(format!("-DoutputDirectory={}", directory.display()));
        let output = command.output().map_err(|error| format!("mvn: {error}"))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            return Err(format!("the libraries cannot be fetched (--offline goes on without):\n{said}"));
        }
        std::fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))?;
    }
    let entries = std::fs::read_dir(&directory).into_iter().flatten();
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
