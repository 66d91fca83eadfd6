//! Jars from Maven Central, fetched once: a pom names and pins them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::scratch;

/// What a pom fetches, and where it lies.
#[derive(Debug)]
pub struct Jars {
    pom: PathBuf,
    goal: &'static str,
    directory: PathBuf,
}

impl Jars {
    /// The jars that `goal`, one of the Maven dependency plugin, copies for a pom, in a directory of the name.
    pub fn new(pom: PathBuf, goal: &'static str, name: &str) -> Jars {
        Jars { pom, goal, directory: scratch().join("maven").join(name) }
    }

    /// Where the jars lie.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Whether they lie there as the pom has it now.
    pub fn are_fetched(&self) -> Result<bool, String> {
        let wanted = self.wanted()?;
        Ok(std::fs::read_to_string(self.stamp()).is_ok_and(|fetched| fetched == wanted))
    }

    /// Fetches them.
    pub fn fetch(&self) -> Result<(), String> {
        let wanted = self.wanted()?;
        // What an older list fetched must not be swept along.
        let _ = std::fs::remove_dir_all(&self.directory);
        let mut command = Command::new("mvn");
        command.args(["-q", "-B", "-f"]).arg(&self.pom).arg(self.goal);
        command.arg(format!("-DoutputDirectory={}", self.directory.display()));
        let output = command.output().map_err(|error| format!("mvn: {error}"))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stdout);
            return Err(format!("the jars of {} cannot be fetched:\n{said}", self.pom.display()));
        }
        std::fs::write(self.stamp(), wanted).map_err(|error| format!("{}: {error}", self.stamp().display()))
    }

    fn wanted(&self) -> Result<String, String> {
        std::fs::read_to_string(&self.pom).map_err(|error| format!("{}: {error}", self.pom.display()))
    }

    fn stamp(&self) -> PathBuf {
        self.directory.join("fetched.xml")
    }
}
