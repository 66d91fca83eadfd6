//! Where checks are placed: the programs in `tests/placement` say it.
//!
//! `//~ check(write this.x/y, read a[0..n])` stands on a line of its own where the check is: behind the code above it, or
//! before the code below it. `//~ throw(…)` says what is checked if the code above it, or below it, throws; it is
//! compared only in programs that say it. A program is for `bigfoot` unless it says `//@ placement: redcard`, and for FastTrack unless
//! it says `//@ detector: lockset`. `first write this.x` is checked by the first turn of a loop that comes there. With
//! `//@ shares: Point.x/y Line.from/to` it says which fields of its classes have one shadow; `//@ shares: nothing` that none do.
//! `//@ knows: other classes` means that what the program's classes declare is known where they are used.
//! `DEADHEAT_PLACEMENT_PROGRAMS` restricts the test to programs whose name contains its text, and prints all checks.

#![allow(clippy::print_stdout, reason = "who asks for a program wants to see its checks")]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::with_settings;
use deadheat_harness::{Compilation, check_each, compile_all, jdks, root};
use deadheat_instrument::{Called, Effect, PlacedCheck, Refusal, Settings, describe, rewrite};
use deadheat_program::Symbols;
use deadheat_program::classfile::{Class, Method};

/// A check that a program announces.
#[derive(Debug, Clone)]
struct Announced {
    line: usize,
    is_on_throw: bool,
    text: String,
}

#[derive(Debug)]
struct Program {
    path: PathBuf,
    source: Vec<String>,
    placement: String,
    detector: String,
    announced: Vec<Announced>,
    /// The fields that share shadows, if the program says that.
    shares: Option<BTreeSet<String>>,
    /// Whether its classes are known to each other.
    knows_others: bool,
}

fn parse(path: &Path) -> Program {
    let source: Vec<String> =
        fs::read_to_string(path).expect("a source file").lines().map(str::to_owned).collect();
    let header = |key: &str, default: &str| {
        let found =
            source.iter().find_map(|line| line.strip_prefix("//@ ")?.strip_prefix(key)?.strip_prefix(": "));
        found.unwrap_or(default).to_owned()
    };
    let (placement, detector) = (header("placement", "bigfoot"), header("detector", "fasttrack"));
    let mut announced = Vec::new();
    for (at, line) in source.iter().enumerate() {
        let Some(mark) = line.trim().strip_prefix("//~ ") else { continue };
        let inside = |start| mark.strip_prefix(start).and_then(|rest: &str| rest.strip_suffix(')'));
        let (is_on_throw, text) = match (inside("check("), inside("throw(")) {
            (Some(text), _) => (false, text),
            (_, Some(text)) => (true, text),
            _ => panic!("{}:{}: neither check(…) nor throw(…)", path.display(), at + 1),
        };
        announced.push(Announced { line: at + 1, is_on_throw, text: text.to_owned() });
    }
    let shares = source.iter().find_map(|line| line.strip_prefix("//@ shares: "));
    let shares =
        shares.map(|text| text.split(' ').filter(|it| *it != "nothing").map(str::to_owned).collect());
    let knows_others = header("knows", "nothing") == "other classes";
    Program { path: path.to_owned(), source, placement, detector, announced, shares, knows_others }
}

impl Program {
    fn has_code(&self, line: usize, counts_braces: bool) -> bool {
        let text = self.source.get(line - 1).map(|text| text.trim()).unwrap_or_default();
        let is_comment = text.starts_with("//");
        !is_comment && text.chars().any(|c| c.is_alphanumeric() || counts_braces && c == '}')
    }

    /// Whether a check is where it is announced.
    fn is_at(&self, announced: &Announced, check: &PlacedCheck) -> bool {
        let above = (1..announced.line).rev().find(|&line| self.has_code(line, false));
        let below = |counts_braces| {
            (announced.line + 1..=self.source.len()).find(|&line| self.has_code(line, counts_braces))
        };
        let (after, before) = (check.after.map(usize::from), check.before.map(usize::from));
        above.is_some() && above == after || before.is_some() && [below(false), below(true)].contains(&before)
    }

    /// What is not as announced.
    fn problems(&self, checks: &[PlacedCheck]) -> Vec<String> {
        let name = self.path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let tells_throws = self.announced.iter().any(|announced| announced.is_on_throw);
        let mut left: Vec<&Announced> = self.announced.iter().collect();
        let mut problems = Vec::new();
        for check in checks.iter().filter(|check| tells_throws || !check.is_on_throw) {
            let is_meant = |announced: &&Announced| {
                announced.text == check.text
                    && announced.is_on_throw == check.is_on_throw
                    && self.is_at(announced, check)
            };
            match left.iter().position(is_meant) {
                Some(at) => drop(left.remove(at)),
                None => problems.push(format!(
                    "{name}: not announced: {}({}) between lines {:?} and {:?}",
                    if check.is_on_throw { "throw" } else { "check" },
                    check.text,
                    check.after,
                    check.before
                )),
            }
        }
        problems.extend(left.iter().map(|it| format!("{name}:{}: no such check: {}", it.line, it.text)));
        problems
    }
}

/// Whether a class is written with checks of first turns: what they call is in its constants.
fn has_firsts(bytes: &[u8], program: &Program) -> bool {
    let how = (program.placement.as_str(), program.detector.as_str());
    let written = with_settings(how, |settings| rewrite(bytes, settings)).expect("a class").bytes;
    written.windows(14).any(|name| name == b"DeadheatPlaced")
}

/// The class files of a directory.
fn files(classes: &Path) -> impl Iterator<Item = PathBuf> {
    let files: BTreeSet<PathBuf> =
        fs::read_dir(classes).expect("classes").map(|entry| entry.expect("a file").path()).collect();
    files.into_iter().filter(|file| file.extension().is_some_and(|it| it == "class"))
}

/// The fields that share shadows, by class.
fn shared(program: &Program, classes: &Path) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for file in files(classes) {
        let bytes = fs::read(&file).expect("a class");
        let class_bytes = |name: &str| fs::read(classes.join(format!("{name}.class"))).ok();
        let rewritten = with_settings((&program.placement, &program.detector), |settings| {
            rewrite(&bytes, &Settings { class_bytes: &class_bytes, ..*settings })
        });
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let shared = rewritten.expect("a class that can be rewritten").shared;
        all.extend(shared.iter().map(|fields| format!("{name}.{}", fields.join("/"))));
    }
    all
}

fn checks(program: &Program, classes: &Path) -> Vec<PlacedCheck> {
    let mut all = Vec::new();
    for file in files(classes) {
        let bytes = fs::read(&file).expect("a class");
        let others = Others { classes };
        let how = (program.placement.as_str(), program.detector.as_str());
        let found = with_settings(how, |settings| match program.knows_others {
            true => others.describe(&bytes, settings),
            false => describe(&bytes, settings),
        });
        let found = found.expect("a class that can be read").into_iter().flat_map(|(_, checks)| checks);
        let found: Vec<PlacedCheck> = found.collect();
        if found.iter().any(|check| check.text.starts_with("first ")) {
            assert!(has_firsts(&bytes, program), "{}: the checks could not be written", file.display());
        }
        all.extend(found);
    }
    all
}

/// The other classes of a program, as the class path has them.
struct Others<'c> {
    classes: &'c Path,
}

impl Others<'_> {
    /// The class of a name; its superclass, and the flags of a field that it declares.
    fn look<T>(&self, name: &str, find: impl FnOnce(&Symbols, &Class) -> Option<T>) -> Option<T> {
        let bytes = fs::read(self.classes.join(format!("{name}.class"))).ok()?;
        let (program, id) = deadheat_program::Program::of_class(bytes).expect("a class");
        find(program.symbols(), program.class(id).expect("a class"))
    }

    fn declared(&self, owner: &str, name: &str) -> Option<u16> {
        self.look(owner, |symbols, class| {
            let field = class.fields.iter().find(|field| symbols.text(field.name) == name)?;
            Some(field.flags.0)
        })
    }

    fn flags(&self, owner: &str, name: &str) -> Option<u16> {
        let above = || {
            self.look(owner, |symbols, class| class.super_name.map(|name| symbols.text(name).into_owned()))
        };
        self.declared(owner, name).or_else(|| self.flags(&above()?, name))
    }

    /// Whether something runs when a class is initialised, or one above it; of the JDK's, nothing does.
    fn begins(&self, name: &str) -> bool {
        let begins = |symbols: &Symbols, class: &Class| {
            let is_initialiser = |it: &Method| symbols.text(it.name) == "<clinit>";
            let above = class.super_name.map(|name| symbols.text(name).into_owned());
            Some(class.methods.iter().any(is_initialiser) || above.is_some_and(|above| self.begins(&above)))
        };
        self.look(name, begins).unwrap_or(false)
    }

    fn describe(
        &self,
        bytes: &[u8],
        settings: &Settings<'_>,
    ) -> Result<Vec<(String, Vec<PlacedCheck>)>, Refusal> {
        let effect = |called: &Called<'_>| match called.name {
            "<clinit>" if !self.begins(called.owner) => Effect::NONE,
            "<init>" => Effect::NONE,
            _ => (settings.call_effect)(called),
        };
        let settings = Settings {
            field_flags: &|owner, name, _| self.flags(owner, name),
            declares: &|owner, name, _| self.declared(owner, name).is_some(),
            call_effect: &effect,
            ..*settings
        };
        describe(bytes, &settings)
    }
}

#[test]
fn checks_are_placed_as_announced() {
    let only = std::env::var("DEADHEAT_PLACEMENT_PROGRAMS").unwrap_or_default();
    let directory = root().join("tests/placement");
    let paths: BTreeSet<PathBuf> =
        fs::read_dir(directory).expect("programs").map(|entry| entry.expect("a file").path()).collect();
    let is_meant = |path: &&PathBuf| {
        path.extension().is_some_and(|it| it == "java") && path.to_string_lossy().contains(&only)
    };
    let programs: Vec<Program> = paths.iter().filter(is_meant).map(|path| parse(path)).collect();
    let jdk = jdks().first().expect("a JDK");
    let compilations: Vec<Compilation> = programs
        .iter()
        .map(|program| {
            let mut compilation = Compilation::new(jdk, [&program.path]);
            compilation.options.push("-g".to_owned());
            compilation
        })
        .collect();
    let compiled: Vec<(&Program, PathBuf)> = programs
        .iter()
        .zip(compile_all(&compilations))
        .map(|(program, classes)| (program, classes.expect("a program that compiles")))
        .collect();
    let problems: Vec<Vec<String>> = check_each(&compiled, |(program, classes)| {
        let checks = checks(program, classes);
        if !only.is_empty() {
            checks.iter().for_each(|check| println!("{check:?}"));
        }
        let mut problems = program.problems(&checks);
        if let Some(announced) = &program.shares {
            let shared = shared(program, classes);
            let is_same = shared == *announced;
            problems.extend((!is_same).then(|| format!("{}: shares {shared:?}", program.path.display())));
        }
        problems
    });
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}
