//! Opening the program that a command is about, and the user's configuration.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use deadheat_models::{Bound, Config};
use deadheat_program::input::{find_jdk, is_jdk, jdk_release};
use deadheat_program::{ClassId, Program, ProgramOptions};

/// An opened program and the classes that the user asked about.
pub(crate) struct Opened {
    pub(crate) program: Program,
    /// The classes of the class path; when only a JDK was given, those of the JDK.
    pub(crate) classes: Vec<ClassId>,
    /// The JDK's place, unless there is none.
    pub(crate) jdk: Option<PathBuf>,
}

/// Opens paths with a JDK. A path that is a JDK itself takes the JDK's place.
pub(crate) fn open(paths: &[PathBuf], jdk: Option<&Path>) -> Result<Opened> {
    open_with(paths, jdk, ProgramOptions::default())
}

/// The same with method references as methods of their own, so that each call stands in a body.
pub(crate) fn open_to_analyse(paths: &[PathBuf], jdk: Option<&Path>) -> Result<Opened> {
    open_with(paths, jdk, ProgramOptions { expand_references: true, ..ProgramOptions::default() })
}

fn open_with(paths: &[PathBuf], jdk: Option<&Path>, options: ProgramOptions) -> Result<Opened> {
    let (jdks, class_path): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.iter().cloned().partition(|path| is_jdk(path));
    let jdk = match (&jdks[..], jdk) {
        ([], Some(none)) if none == Path::new("none") => None,
        ([], Some(file)) if file.is_file() => Some(file.to_path_buf()),
        ([], explicit) => Some(find_jdk(explicit).map_err(explain_jdk)?.home),
        ([given], None) => Some(given.clone()),
        _ => bail!("more than one JDK was given"),
    };
    let program = Program::open(&ProgramOptions { class_path, jdk: jdk.clone(), ..options })?;
    let classes: Vec<ClassId> = match jdks.is_empty() || program.application_classes().len() > 0 {
        true => program.application_classes().collect(),
        false => program.classes().collect(),
    };
    Ok(Opened { program, classes, jdk })
}

fn explain_jdk(error: deadheat_program::Error) -> anyhow::Error {
    let why = error.to_string();
    let why = why.trim_start_matches("no JDK: ");
    anyhow!("no JDK: {why}\n  set JAVA_HOME, or give --jdk HOME; --jdk none does without the JDK's classes")
}

/// The configuration that is named, or found, or none.
pub(crate) fn config(named: Option<&Path>) -> Result<Config> {
    let found = match named {
        Some(file) => Some(file.to_owned()),
        None => std::env::current_dir().ok().and_then(|directory| Config::find(&directory)),
    };
    match found {
        Some(file) => Config::load(&file).map_err(|errors| config_errors(&errors)),
        None => Ok(Config::default()),
    }
}

/// What a JDK that does not tell is taken for.
const NEWEST_RELEASE: u16 = 25;

impl Opened {
    /// Fails if the class path has no classes, and says why if it cannot be read.
    pub(crate) fn expect_classes(&self, paths: &[PathBuf], hint: &str) -> Result<()> {
        const SHOWN: usize = 10;
        if self.program.application_classes().len() > 0 {
            return Ok(());
        }
        let problems = &self.program.application_input().problems;
        if problems.is_empty() {
            bail!("there are no classes in {}{hint}", listed(paths));
        }
        let reasons = problems.iter().take(SHOWN).map(|problem| format!("\n  {problem}"));
        bail!("no class could be read{}", reasons.collect::<String>())
    }

    /// What a configuration and our own models say about the program.
    pub(crate) fn bind<'a>(&'a self, config: &'a Config) -> Result<Bound<'a>> {
        let release = self.jdk.as_deref().and_then(jdk_release).unwrap_or(NEWEST_RELEASE);
        let (bound, errors) = config.models.bind(&self.program, release);
        if errors.is_empty() { Ok(bound) } else { Err(config_errors(&errors)) }
    }
}

/// The user's paths, for a message.
pub(crate) fn listed(paths: &[PathBuf]) -> String {
    let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
    paths.join(", ")
}

/// All mistakes in a configuration, a line each.
fn config_errors(errors: &[deadheat_models::Error]) -> anyhow::Error {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    anyhow!("the configuration has mistakes\n  {}", lines.join("\n  "))
}
