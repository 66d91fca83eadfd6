//! `deadheat.toml`: what a user says of the program under test.
//!
//! ```toml
//! [models]
//! library = ["com.acme.vendored.**"]
//!
//! [models.class."com.acme.Gate"]
//! "open()" = { sends = "this" }
//! "pass()" = { receives = "this" }
//! ```

use std::path::{Path, PathBuf};

use crate::error::{Error, ErrorKind, Place};
use crate::models::Models;
use crate::syntax;

/// A user's configuration.
#[derive(Debug, Clone)]
pub struct Config {
    /// The file that it came from, if there is one.
    pub file: Option<PathBuf>,
    /// The shipped models, extended by the file's `[models]`.
    pub models: Models,
}

impl Default for Config {
    fn default() -> Config {
        Config { file: None, models: Models::shipped().clone() }
    }
}

impl Config {
    /// The file's name.
    pub const FILE_NAME: &'static str = "deadheat.toml";

    /// The nearest `deadheat.toml`: in this directory or the first one above that has it.
    pub fn find(directory: &Path) -> Option<PathBuf> {
        let mut candidates = directory.ancestors().map(|directory| directory.join(Config::FILE_NAME));
        candidates.find(|file| file.is_file())
    }

    /// Reads a `deadheat.toml`. Class and method names are looked up later, by [`Models::bind`].
    pub fn load(file: &Path) -> Result<Config, Vec<Error>> {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file).map_err(|cause| {
            let place = Place { file: name.as_str().into(), line: 0, column: 0 };
            vec![Error::new(ErrorKind::Io, place, cause.to_string())]
        })?;
        let config = Config::parse(&text, &name)?;
        Ok(Config { file: Some(file.to_owned()), ..config })
    }

    /// Reads the text of a `deadheat.toml`; `file` is the name that errors give.
    pub fn parse(text: &str, file: &str) -> Result<Config, Vec<Error>> {
        let mut models = Models::shipped().clone();
        models.add(syntax::read_config(file, text)?);
        Ok(Config { file: None, models })
    }
}
