//! The corpus: Java programs with expectations on their lines (`tests/programs/README.md`).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::header::{Header, Located, compilation, java_files, main_class, read};
use crate::java::{Compilation, Jdk};

/// A program of the corpus.
#[derive(Debug, Clone)]
pub struct CorpusProgram {
    /// The source file.
    pub path: PathBuf,
    /// The main class, which is the file's name.
    pub name: String,
    /// What it shows.
    pub about: String,
    /// The engines whose reports are compared.
    pub engines: Vec<Engine>,
    /// The oldest Java release that it needs.
    pub jdk: u16,
    /// Compile with `--release`.
    pub release: Option<u16>,
    /// The paper's example that it rebuilds.
    pub paper: Option<String>,
    /// Arguments for `main`.
    pub args: Vec<String>,
    /// What stands on its lines.
    pub expectations: Vec<Expectation>,
}

/// An engine of Deadheat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Engine {
    Scan,
    Run,
    Predict,
    Lockset,
}

/// One claim about one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// The line, from 1.
    pub line: usize,
    /// The engines it holds for.
    pub engines: Vec<Engine>,
    /// Known misses and false reports, with the engines that have them.
    pub known: Option<(Known, Vec<Engine>)>,
    /// The claim.
    pub claim: Claim,
    /// Why, when it says so.
    pub reason: Option<String>,
}

/// A known weakness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// A race that the engine misses.
    FalseNegative,
    /// A report that is no race.
    FalsePositive,
}

/// What an expectation says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// The line is an end of a race on a labelled location.
    Race {
        /// Names both ends.
        label: String,
        /// Whether one of the racing accesses on the line writes.
        write: bool,
    },
    /// Which check the accesses of the line keep.
    Check(Vec<String>),
}

/// A program and a line of it; true for a report that nobody announced, false for a race that was missed.
pub type Difference = (String, usize, bool);

/// A list of known differences: `area/Name.java:LINE extra: reason`, one a line, of the programs whose path contains a
/// text. Panics when a line is not like that.
pub fn read_known(file: &Path, only: &str) -> BTreeMap<Difference, String> {
    let text = std::fs::read_to_string(file).expect("a list of known differences");
    let parse = |line: &str| {
        let (place, rest) = line.split_once(' ')?;
        let (path, number) = place.split_once(':')?;
        let (kind, reason) = rest.split_once(": ")?;
        let is_extra = match kind {
            "extra" => true,
            "missing" => false,
            _ => return None,
        };
        Some(((path.to_owned(), number.parse().ok()?, is_extra), reason.to_owned()))
    };
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| parse(line).unwrap_or_else(|| panic!("{}: {line}", file.display())))
        .filter(|((path, _, _), _)| path.contains(only))
        .collect()
}

/// The directory of the corpus.
pub fn directory() -> PathBuf {
    crate::root().join("tests/programs")
}

/// Reads the whole corpus, sorted by path.
pub fn load() -> Result<Vec<CorpusProgram>, String> {
    java_files(&directory())?.iter().map(|file| parse(file)).collect()
}

impl CorpusProgram {
    /// The lines that an engine has to report.
    pub fn announced(&self, engine: Engine) -> BTreeSet<usize> {
        let is_meant = |expectation: &&Expectation| {
            let known =
                expectation.known.as_ref().map(|(known, engines)| (*known, engines.contains(&engine)));
            let is_expected = match known {
                Some((Known::FalsePositive, is_here)) => is_here,
                Some((Known::FalseNegative, true)) => false,
                _ => expectation.engines.contains(&engine),
            };
            matches!(expectation.claim, Claim::Race { .. }) && is_expected
        };
        self.expectations.iter().filter(is_meant).map(|expectation| expectation.line).collect()
    }

    /// How to compile it with a JDK, the support classes included.
    pub fn compilation(&self, jdk: &Jdk) -> Compilation {
        let support = directory().join("support/Unseen.java");
        compilation(jdk, &self.path, support, self.release)
    }
}

/// Reads one program; an error names file and line.
pub fn parse(path: &Path) -> Result<CorpusProgram, String> {
    read(path, |text| parse_text(path, text))
}

fn parse_text(path: &Path, text: &str) -> Located<CorpusProgram> {
    let header = Header::parse(text, &KEYS, &[])?;
    let (line, engines) = header.required("engines")?;
    let engines: Vec<Engine> =
        engines.split_whitespace().map(engine).collect::<Result<_, _>>().map_err(|what| (line, what))?;
    let (_, about) = header.required("about")?;
    let mut expectations = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some((_, comment)) = line.split_once("//~") {
            let found = parse_expectation(index + 1, comment, &engines).map_err(|what| (index + 1, what))?;
            expectations.extend(found);
        }
    }
    check_labels(&expectations)?;
    Ok(CorpusProgram {
        path: path.to_owned(),
        name: main_class(path),
        about: about.to_owned(),
        engines,
        jdk: header.number("jdk")?.unwrap_or(17),
        release: header.number("release")?,
        paper: header.value("paper"),
        args: header
            .value("args")
            .map(|args| args.split_whitespace().map(str::to_owned).collect())
            .unwrap_or_default(),
        expectations,
    })
}

const KEYS: [&str; 6] = ["about", "engines", "jdk", "paper", "args", "release"];

fn engine(word: &str) -> Result<Engine, String> {
    match word.trim() {
        "scan" => Ok(Engine::Scan),
        "run" => Ok(Engine::Run),
        "predict" => Ok(Engine::Predict),
        "lockset" => Ok(Engine::Lockset),
        other => Err(format!("unknown engine {other:?}; known: scan, run, predict, lockset")),
    }
}

/// A list of engines in brackets, if there is one, and what follows.
fn take_engines(text: &str) -> Result<(Option<Vec<Engine>>, &str), String> {
    let Some(rest) = text.strip_prefix('[') else { return Ok((None, text)) };
    let (list, rest) = rest.split_once(']').ok_or("the bracket is not closed")?;
    Ok((Some(list.split(',').map(engine).collect::<Result<_, _>>()?), rest))
}

fn parse_expectation(line: usize, comment: &str, all: &[Engine]) -> Result<Vec<Expectation>, String> {
    let (engines, rest) = take_engines(comment)?;
    let engines = engines.unwrap_or_else(|| all.to_vec());
    if let Some(engine) = engines.iter().find(|engine| !all.contains(engine)) {
        return Err(format!("{engine:?} is not among the header's engines"));
    }
    let (items, reason) = match rest.split_once(':') {
        Some((items, reason)) => (items, Some(reason.trim().to_owned())),
        None => (rest, None),
    };
    let mut found = Vec::new();
    for item in items.split(';') {
        let (known, claim) = parse_item(item.trim())?;
        if known.is_some() && reason.is_none() {
            return Err("FN and FP need a reason after a colon".to_owned());
        }
        found.push(Expectation { line, engines: engines.clone(), known, claim, reason: reason.clone() });
    }
    Ok(found)
}

type KnownBy = Option<(Known, Vec<Engine>)>;

fn parse_item(item: &str) -> Result<(KnownBy, Claim), String> {
    let marks = [("FN", Known::FalseNegative), ("FP", Known::FalsePositive)];
    for (mark, known) in marks {
        if let Some(rest) = item.strip_prefix(mark).filter(|rest| rest.starts_with('[')) {
            let (engines, claim) = take_engines(rest)?;
            return Ok((Some((known, engines.unwrap_or_default())), parse_claim(claim.trim())?));
        }
    }
    Ok((None, parse_claim(item)?))
}

fn parse_claim(text: &str) -> Result<Claim, String> {
    let problem = || format!("{text:?} is neither race(label) read|write nor check(words)");
    let (head, rest) = text.split_once('(').ok_or_else(problem)?;
    let (inner, rest) = rest.split_once(')').ok_or_else(problem)?;
    match (head, rest.trim()) {
        ("race", kind @ ("read" | "write")) if !inner.trim().is_empty() => {
            Ok(Claim::Race { label: inner.trim().to_owned(), write: kind == "write" })
        }
        ("check", "") => Ok(Claim::Check(inner.split(',').map(|word| word.trim().to_owned()).collect())),
        _ => Err(problem()),
    }
}

/// A race has a write among its ends.
fn check_labels(expectations: &[Expectation]) -> Located<()> {
    let mut writes: BTreeMap<&str, (usize, bool)> = BTreeMap::new();
    for expectation in expectations {
        if let Claim::Race { label, write } = &expectation.claim {
            writes.entry(label).or_insert((expectation.line, false)).1 |= write;
        }
    }
    match writes.into_iter().find(|(_, (_, write))| !write) {
        Some((label, (line, _))) => Err((line, format!("no end of race({label}) is a write"))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<CorpusProgram, (usize, String)> {
        parse_text(Path::new("T.java"), text)
    }

    const HEADER: &str = "//@ about: A test.\n//@ engines: scan run predict\n";

    #[test]
    fn the_examples_of_the_readme_are_understood() {
        let text = format!(
            "{HEADER}count++; //~ race(count) write\nint c = count; //~ race(count) read\n\
             x = 1; //~[predict] race(x) write\nf = 2; //~ FN[scan] race(f) write: reflection target unknown\n\
             a[i] = 0; //~ race(a) write; race(i) read\ni = 1; //~ race(i) write\n\
             this.a = 2; //~ check(none): covered by the check two lines below\n"
        );
        let program = parse(&text).expect("a program");
        assert_eq!(program.expectations.len(), 8);
        assert_eq!(program.expectations[2].engines, [Engine::Predict]);
        assert_eq!(program.expectations[3].known, Some((Known::FalseNegative, vec![Engine::Scan])));
        assert_eq!(program.expectations[3].reason.as_deref(), Some("reflection target unknown"));
        assert_eq!(program.expectations[7].claim, Claim::Check(vec!["none".to_owned()]));
    }

    #[test]
    fn mistakes_are_errors_that_name_the_line() {
        let cases = [
            ("//@ about: x\nclass T {}", 1, "no engines"),
            ("//@ about: x\n//@ engines: scam\n", 2, "unknown engine"),
            ("//@ about: x\n//@ engine: scan\n", 2, "unknown header key"),
            ("//@ about: x\n//@ engines: scan\nx; //~ race(x) wrote\n", 3, "neither"),
            ("//@ about: x\n//@ engines: scan\nx; //~ race(x) read\n", 3, "is a write"),
            ("//@ about: x\n//@ engines: scan\nx; //~[run] race(x) write\n", 3, "header's engines"),
            ("//@ about: x\n//@ engines: scan\nx; //~ FP[scan] race(x) write\n", 3, "reason"),
            ("//@ about: x\n//@ engines: scan\n\n//@ jdk: 17\n", 4, "outside"),
            ("//@ about: x\n//@ engines: scan\n//@ jdk: new\n", 3, "no number"),
        ];
        for (text, line, what) in cases {
            let (found, message) = parse(text).expect_err(text);
            assert!(found == line && message.contains(what), "{text}: line {found}: {message}");
        }
    }
}
