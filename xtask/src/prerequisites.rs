//! What is needed besides a Rust toolchain: looked for, installed where a package manager can do it, else
//! named exactly.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::steps::{run, say};

/// The oldest JDK that the tests and examples compile with.
const OLDEST_JDK: u32 = 17;
/// The newest JDK that is tested with.
const NEWEST_JDK: u32 = 25;

/// The home of a JDK with javac, installed if there was none.
pub(crate) fn jdk() -> Result<PathBuf, String> {
    if let Some(home) = find_jdk() {
        return Ok(home);
    }
    install(
        "a JDK",
        &[("apt-get", "openjdk-17-jdk-headless"), ("dnf", "java-17-openjdk-devel"), ("brew", "openjdk@17")],
    )?;
    find_jdk().ok_or_else(|| {
        format!("no JDK of {OLDEST_JDK} or newer with javac: install one (for example Temurin) and set JAVA_HOME to it")
    })
}

/// Says so when the newest JDK that Deadheat knows is not here, after trying to install it: what needs it
/// is left out of the tests then.
pub(crate) fn newest_jdk() {
    if find_jdks().any(|(_, release)| release >= NEWEST_JDK) {
        return;
    }
    let package = format!("openjdk-{NEWEST_JDK}-jdk-headless");
    if quiet(Command::new("apt-cache").args(["show", &package])) {
        // Not every distribution that lists it can install it; the note below is then as true.
        let _ = install("the newest JDK", &[("apt-get", &package)]);
    }
    if !find_jdks().any(|(_, release)| release >= NEWEST_JDK) {
        say(&format!(
            "no JDK {NEWEST_JDK} here: what needs it is not tested (install one, for example Temurin)"
        ));
    }
}

/// Maven, which fetches the libraries that are read in tests.
pub(crate) fn maven() -> Result<(), String> {
    let works = || quiet(Command::new("mvn").arg("--version"));
    if works() {
        return Ok(());
    }
    install("Maven", &[("apt-get", "maven"), ("dnf", "maven"), ("brew", "maven")])?;
    if works() { Ok(()) } else { Err("no Maven: install it so that `mvn --version` works".to_owned()) }
}

/// Says so when there is no Chromium, after trying to install it: the report's page is not tested in a browser then.
pub(crate) fn chromium() {
    const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let is_here = || NAMES.iter().any(|name| quiet(Command::new(name).arg("--version")));
    if is_here() || std::env::var_os("CHROMIUM").is_some() {
        return;
    }
    if quiet(Command::new("apt-cache").args(["show", "chromium"])) {
        // Not every distribution that lists it can install it; the note below is then as true.
        let _ = install("Chromium", &[("apt-get", "chromium")]);
    }
    if !is_here() {
        say(
            "no Chromium here: the report's page is not tested in a browser (install chromium, or set CHROMIUM)",
        );
    }
}

/// Says so when there is no Z3, after trying to install it: the solver is not compared with it then.
pub(crate) fn z3() {
    let is_here = || quiet(Command::new("z3").arg("--version"));
    if is_here() || std::env::var_os("Z3").is_some() {
        return;
    }
    let _ = install("Z3", &[("apt-get", "z3"), ("dnf", "z3"), ("brew", "z3")]);
    if !is_here() {
        say("no Z3 here: the solver of `predict` is not compared with it (install z3, or set Z3)");
    }
}

fn find_jdk() -> Option<PathBuf> {
    find_jdks().map(|(home, _)| home).next()
}

/// All JDKs that are new enough, the user's choice first.
fn find_jdks() -> impl Iterator<Item = (PathBuf, u32)> {
    let java_home = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).filter_map(|directory| {
        let javac = directory.join("javac").canonicalize().ok()?;
        Some(javac.parent()?.parent()?.to_path_buf())
    });
    let on_path: Vec<PathBuf> = on_path.collect();
    let mut installed: Vec<PathBuf> =
        ["/usr/lib/jvm", "/Library/Java/JavaVirtualMachines", "/opt/homebrew/opt"]
            .iter()
            .filter_map(|place| std::fs::read_dir(place).ok())
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect();
    installed.sort();
    let bundles = installed.clone().into_iter().map(|home| home.join("Contents/Home"));
    let homes = java_home.into_iter().chain(on_path).chain(installed.clone()).chain(bundles);
    let with_release = homes.filter_map(|home| release(&home).map(|release| (home, release)));
    with_release.filter(|&(_, release)| release >= OLDEST_JDK)
}

/// The feature release of the javac in a JDK.
fn release(home: &Path) -> Option<u32> {
    let output = Command::new(home.join("bin/javac")).arg("-version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let version = text.trim().strip_prefix("javac ")?;
    version.split(['.', '-', '+']).next()?.parse().ok()
}

fn quiet(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Installs a package with the first package manager that is there; does nothing when there is none, so
/// that the caller can say what to do.
fn install(what: &str, packages: &[(&str, &str)]) -> Result<(), String> {
    let present = packages.iter().find(|(manager, _)| quiet(Command::new(manager).arg("--version")));
    let Some(&(manager, package)) = present else { return Ok(()) };
    say(&format!("{what} is needed: installing {package} with {manager}"));
    let is_root = manager == "brew" || quiet(Command::new("sh").args(["-c", "test $(id -u) = 0"]));
    let with_rights = |arguments: &[&str]| {
        let mut command = Command::new(if is_root { manager } else { "sudo" });
        if !is_root {
            command.args(["--non-interactive", manager]);
        }
        command.args(arguments);
        command
    };
    if manager == "apt-get" {
        run(&mut with_rights(&["update", "-q"]))?;
    }
    let yes: &[&str] =
        if manager == "brew" { &["install", package] } else { &["install", "-y", "-q", package] };
    run(&mut with_rights(yes))
        .map_err(|error| format!("{error}\n{what} is needed: install {package} yourself"))
}
