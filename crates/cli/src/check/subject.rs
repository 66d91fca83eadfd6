//! What is to be checked: how it is built, where its classes and sources are, what is run.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::run::{JavaProgram, is_java};

/// How deep modules may be below a project.
const DEPTH: usize = 5;

/// Who builds a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    Maven,
    Gradle,
}

/// What is checked.
#[derive(Debug)]
pub(super) struct Subject {
    /// The project's, if it is one.
    pub(super) project: Option<(Tool, PathBuf)>,
    /// Class directories and jars; a project has some only after it was built.
    pub(super) classes: Vec<PathBuf>,
    /// The class whose main method is started, if a command says so.
    pub(super) main: Option<String>,
    /// Where sources may be.
    pub(super) sources: Vec<PathBuf>,
    /// What is run under the agent, unless there is nothing.
    pub(super) command: Vec<OsString>,
    /// Whether that is the project's tests.
    pub(super) is_tests: bool,
}

impl Subject {
    /// Understands paths and a command.
    pub(super) fn of(paths: &[PathBuf], command: &[OsString]) -> Result<Subject> {
        for path in paths {
            if !path.exists() && path.file_name() != Some("*".as_ref()) {
                bail!("{}: no such file or directory", path.display());
            }
        }
        let here = [PathBuf::from(".")];
        match (paths, command) {
            ([], [program, words @ ..]) => of_command(program, words, command),
            ([], []) if tool_of(&here[0]).is_none() => bail!(
                "there is no pom.xml or build.gradle here: name a project, a jar or class directories, or a command \
                 after --"
            ),
            ([], []) => Ok(of_paths(&here, command)),
            _ => Ok(of_paths(paths, command)),
        }
    }

    /// How the project is built, in words that a shell would take.
    pub(super) fn build(&self) -> Option<Vec<OsString>> {
        let (tool, directory) = self.project.as_ref()?;
        let goals: &[&str] = match tool {
            Tool::Maven => &["-q", "-B", "test-compile"],
            Tool::Gradle => &["--quiet", "--console=plain", "--no-daemon", "testClasses"],
        };
        Some(with_tool(*tool, directory, goals))
    }

    /// Finds the classes of a project that was built.
    pub(super) fn find_classes(&mut self) {
        if let Some((_, directory)) = &self.project {
            let mut found = Vec::new();
            projects(directory, 0, &mut |directory| class_directories(directory, &mut found));
            self.classes.extend(found);
        }
    }

    /// The directories of a Maven project that have a pom, its own first.
    pub(super) fn poms(&self) -> Option<(&Path, Vec<PathBuf>)> {
        let (_, root) = self.project.as_ref().filter(|(tool, _)| *tool == Tool::Maven)?;
        let mut found = Vec::new();
        projects(root, 0, &mut |directory| found.push(directory.to_owned()));
        Some((root, found))
    }

    /// What its tests depend on besides the classes: the build files of the project and its modules, and the resources that
    /// Gradle puts beside the classes (Maven puts them among these).
    pub(super) fn other_inputs(&self) -> Vec<PathBuf> {
        const NAMES: [&str; 7] = [
            "pom.xml",
            ".mvn",
            "build.gradle",
            "build.gradle.kts",
            "gradle.properties",
            "gradle.lockfile",
            "build/resources",
        ];
        let directories = self.project.iter().flat_map(|(_, root)| {
            let modules = self.classes.iter().flat_map(|classes| classes.ancestors().skip(1).take(4));
            std::iter::once(root.as_path()).chain(modules)
        });
        let files: BTreeSet<PathBuf> =
            directories.flat_map(|directory| NAMES.map(|name| directory.join(name))).collect();
        files.into_iter().filter(|file| file.exists()).collect()
    }

    /// Patterns of the packages that the project's classes are in: its build tool has many more, which are not meant.
    pub(super) fn packages(&self) -> Vec<String> {
        let mut packages = BTreeSet::new();
        if self.project.is_some() {
            for directory in self.classes.iter().filter(|path| path.is_dir()) {
                collect_packages(directory, "", &mut packages);
            }
        }
        packages.into_iter().collect()
    }
}

fn of_paths(paths: &[PathBuf], command: &[OsString]) -> Subject {
    let project = match paths {
        [only] => tool_of(only).map(|tool| (tool, only.clone())),
        _ => None,
    };
    let classes = if project.is_some() { Vec::new() } else { paths.to_vec() };
    let tests = project.as_ref().filter(|_| command.is_empty()).map(|(tool, directory)| {
        let goals: &[&str] = match tool {
            Tool::Maven => &["-B", "-fae", "test"],
            Tool::Gradle => &["--console=plain", "--no-daemon", "--continue", "cleanTest", "test"],
        };
        with_tool(*tool, directory, goals)
    });
    let is_tests = tests.is_some();
    let sources = sources(paths);
    Subject {
        project,
        classes,
        main: None,
        sources,
        command: tests.unwrap_or_else(|| command.to_vec()),
        is_tests,
    }
}

/// A command alone: a `java` command says where its classes are; else they are the project's that we are in.
fn of_command(program: &OsString, words: &[OsString], command: &[OsString]) -> Result<Subject> {
    if is_java(program) {
        let environment = std::env::var_os("CLASSPATH");
        // What cannot be understood is run all the same, and only the scan is left out.
        if let Ok(java) = JavaProgram::parse(words, environment.as_deref()) {
            let mut sources = sources(&java.class_path);
            sources.push(PathBuf::from("."));
            return Ok(Subject {
                project: None,
                classes: java.class_path,
                main: java.main,
                sources,
                command: command.to_vec(),
                is_tests: false,
            });
        }
    }
    let here = PathBuf::from(".");
    let mut subject = of_paths(&[here], command);
    if subject.project.is_none() {
        subject.classes.clear();
    }
    Ok(subject)
}

fn tool_of(directory: &Path) -> Option<Tool> {
    let has = |name: &str| directory.join(name).is_file();
    if has("pom.xml") {
        return Some(Tool::Maven);
    }
    let gradle = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];
    gradle.iter().any(|name| has(name)).then_some(Tool::Gradle)
}

/// The project's own wrapper, if it has one, else what is installed.
fn with_tool(tool: Tool, directory: &Path, goals: &[&str]) -> Vec<OsString> {
    let (wrapper, installed) = match tool {
        Tool::Maven => ("mvnw", "mvn"),
        Tool::Gradle => ("gradlew", "gradle"),
    };
    let wrapper = directory.join(wrapper);
    let program = match wrapper.is_file().then(|| wrapper.canonicalize().ok()).flatten() {
        Some(wrapper) => wrapper.into_os_string(),
        None => installed.into(),
    };
    std::iter::once(program).chain(goals.iter().map(OsString::from)).collect()
}

/// Sources are in the project, or beside the classes: what is above a class directory may be its project.
fn sources(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in paths {
        let whole = path.canonicalize().unwrap_or_else(|_| path.clone());
        let above = whole.ancestors().take(4).find(|directory| tool_of(directory).is_some());
        match above {
            Some(project) => found.push(project.to_path_buf()),
            None if whole.is_dir() => found.push(whole),
            None => found.extend(whole.parent().map(Path::to_path_buf)),
        }
    }
    found
}

fn children(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten();
    let mut children: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    children.sort();
    children
}

/// A project and its modules, each before those in it.
fn projects(directory: &Path, level: usize, found: &mut impl FnMut(&Path)) {
    found(directory);
    if level < DEPTH {
        let modules = children(directory).into_iter().filter(|child| tool_of(child).is_some());
        modules.for_each(|module| projects(&module, level + 1, found));
    }
}

/// A module's class directories, that of its tests included.
fn class_directories(directory: &Path, found: &mut Vec<PathBuf>) {
    for name in ["target/classes", "target/test-classes"] {
        found.extend(Some(directory.join(name)).filter(|path| path.is_dir()));
    }
    for language in children(&directory.join("build/classes")) {
        for part in ["main", "test"] {
            found.extend(Some(language.join(part)).filter(|path| path.is_dir()));
        }
    }
}

fn collect_packages(directory: &Path, package: &str, packages: &mut BTreeSet<String>) {
    for child in children(directory) {
        let name = child.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if child.is_dir() {
            let inner = if package.is_empty() { name } else { format!("{package}.{name}") };
            collect_packages(&child, &inner, packages);
        } else if let Some(class) = name.strip_suffix(".class") {
            // Classes without a package are named one by one.
            packages.insert(if package.is_empty() { class.to_owned() } else { format!("{package}.*") });
        }
    }
}
