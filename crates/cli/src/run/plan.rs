//! The plan of a run (`--placement full` or `choi`): `scan` finds out which accesses race with none, and they get no check.
//!
//! A plan is made once for the same classes, JDK, main class and build of this command, and kept where the user's caches
//! are; `DEADHEAT_CACHE` names another place.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use deadheat_instrument::{Plan, PlannedClass, digest};
use deadheat_points_to::{Options, PointsTo};
use deadheat_program::input::find_jdk;
use deadheat_program::ir::{Inst, InstId};
use deadheat_program::{MethodId, Program};
use deadheat_races::{Budget, Filters, quiet_accesses, scan_on_demand};

use super::java::{JavaProgram, is_java};
use crate::analysis::{main_of, only_main, solve_by_size};
use crate::open::{config, open, open_to_analyse};
use crate::progress::Spinner;

/// So much work a plan may be, which takes one or two minutes. Who waits longer for a plan than it saves has no use for it.
const MOST_WORK: u64 = 40_000_000;

/// The file with a command's plan; it is made if it is not there.
pub(super) fn plan_of(command: &[OsString], is_quiet: bool) -> Result<PathBuf> {
    let Some((java, words)) = command.split_first().filter(|(program, _)| is_java(program)) else {
        anyhow::bail!("only of a java command the program is known that it starts");
    };
    let environment = std::env::var_os("CLASSPATH");
    let program = JavaProgram::parse(words, environment.as_deref())?;
    let jdk = home_of(java)?;
    let classes = open(&program.class_path, Some(&jdk))?.program;
    let digests = digests(&classes);
    let file = cache()?.join(format!("plan-{:016x}.txt", key(&digests, &program, &jdk)));
    if !file.is_file() {
        write(&file, &make(&program, &jdk, &digests, is_quiet)?.to_string())?;
    }
    Ok(file)
}

/// The home of the JDK that a `java` belongs to.
fn home_of(java: &OsString) -> Result<PathBuf> {
    let is_found = |directory: &PathBuf| directory.join(java).is_file();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = match Path::new(java).components().count() {
        1 => std::env::split_paths(&path).find(is_found).map(|directory| directory.join(java)),
        _ => Some(PathBuf::from(java)),
    };
    let found = found.and_then(|file| file.canonicalize().ok());
    let home = found.as_deref().and_then(|file| file.parent()?.parent());
    Ok(find_jdk(home)?.home)
}

/// The application's classes, each with the digest of its file.
fn digests(classes: &Program) -> BTreeMap<String, u64> {
    let mut digests = BTreeMap::new();
    for id in classes.application_classes() {
        // One that does not parse is not loaded either.
        if let Ok(class) = classes.class(id) {
            let name = classes.symbols().text(classes.class_name(id));
            digests.insert(name.into_owned(), digest(class.bytes()));
        }
    }
    digests
}

/// What the same plan is made from.
fn key(digests: &BTreeMap<String, u64>, program: &JavaProgram, jdk: &Path) -> u64 {
    let release = fs::read_to_string(jdk.join("release")).unwrap_or_default();
    let configuration = std::env::current_dir().ok().and_then(|it| deadheat_models::Config::find(&it));
    let configuration = configuration.and_then(|file| fs::read_to_string(file).ok());
    // Another build may know more.
    let build = std::env::current_exe().and_then(|exe| exe.metadata());
    let build = build.ok().map(|it| (it.len(), it.modified().ok()));
    digest(format!("{build:?} {:?} {jdk:?} {release} {configuration:?} {digests:?}", program.main).as_bytes())
}

fn make(program: &JavaProgram, jdk: &Path, digests: &BTreeMap<String, u64>, is_quiet: bool) -> Result<Plan> {
    let opened = open_to_analyse(&program.class_path, Some(jdk))?;
    let config = config(None)?;
    let bound = opened.bind(&config)?;
    let entries = match &program.main {
        Some(main) => main_of(&opened.program, main)?,
        None => only_main(&opened.program)?,
    };
    let options = Options { k: 1, most_work: Some(MOST_WORK), ..Options::default() };
    let result = solve_by_size(&bound, options, None, &entries, is_quiet);
    if result.methods().is_empty() && !is_quiet {
        let _ = writeln!(
            io::stderr(),
            "deadheat: the program is too large to be planned; all accesses are checked"
        );
    }
    let filters = Filters { filtering: false, bubble_up: false, ..Filters::default() };
    let mut spinner = Spinner::new(is_quiet);
    let refined = scan_on_demand(result, &bound, filters, Budget::default(), &mut |round, scan| {
        spinner.say(|| format!("planning checks, round {round}: {} possible races", scan.counts.races));
    });
    let quiet = quiet_accesses(&refined.points_to, &bound);
    Ok(plan(&refined.points_to, &quiet, digests))
}

type Quiet = BTreeMap<MethodId, BTreeSet<InstId>>;

fn plan(points_to: &PointsTo<'_>, quiet: &Quiet, digests: &BTreeMap<String, u64>) -> Plan {
    let program = points_to.program();
    let symbols = program.symbols();
    let class = |&digest: &u64| PlannedClass { digest, ..PlannedClass::default() };
    let mut classes: BTreeMap<&str, PlannedClass> =
        digests.iter().map(|(name, digest)| (name.as_str(), class(digest))).collect();
    for (&method, accesses) in quiet {
        let name = symbols.text(program.class_name(method.class));
        let (Some(class), Ok(declared)) = (classes.get_mut(&*name), program.method(method)) else { continue };
        let Ok(Some(body)) = program.lower(method) else { continue };
        // A subroutine's code is there several times: all must be quiet.
        let loud = body.insts().filter(|inst| is_access(&body.inst(*inst)) && !accesses.contains(inst));
        let loud: BTreeSet<u16> = loud.map(|inst| body.pc(inst)).collect();
        let quiet: BTreeSet<u16> = accesses.iter().map(|&inst| body.pc(inst)).collect();
        let offsets = quiet.difference(&loud).copied().collect();
        let descriptor = symbols.descriptor_data(declared.descriptor).text;
        let method = format!("{}{}", symbols.text(declared.name), symbols.text(descriptor));
        class.quiet.insert(method, offsets);
    }
    let mut plan = Plan::default();
    for (name, class) in classes {
        plan.add(name, class);
    }
    plan
}

/// Whether an instruction is one that may have a check.
fn is_access(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::GetField(..)
            | Inst::PutField(..)
            | Inst::GetStatic(..)
            | Inst::PutStatic(..)
            | Inst::ArrayLoad(..)
            | Inst::ArrayStore(..)
            | Inst::Invoke(..)
            | Inst::InvokeDynamic(..)
    )
}

/// Where plans, and what `check` found before, are kept.
pub(crate) fn cache() -> Result<PathBuf> {
    let named = std::env::var_os("DEADHEAT_CACHE").map(PathBuf::from);
    let users = || std::env::var_os("XDG_CACHE_HOME").map(|it| PathBuf::from(it).join("deadheat"));
    let home = || std::env::var_os("HOME").map(|it| PathBuf::from(it).join(".cache/deadheat"));
    let directory =
        named.or_else(users).or_else(home).unwrap_or_else(|| std::env::temp_dir().join("deadheat"));
    fs::create_dir_all(&directory).with_context(|| {
        format!("{} cannot be made (DEADHEAT_CACHE names another place for results)", directory.display())
    })?;
    Ok(directory)
}

/// Writes a file whole or not at all, whoever else does so.
pub(crate) fn write(file: &Path, text: &str) -> Result<()> {
    let part = file.with_extension(format!("{}.part", std::process::id()));
    let written = fs::write(&part, text).and_then(|()| fs::rename(&part, file));
    written.with_context(|| format!("{} cannot be written", file.display()))
}
