//! The finding model: a racing location, the pairs of accesses that race on it, and the evidence of each engine.
//!
//! A [`Finding`] is about one location (a field; the elements of an array or the state of a library's object, told apart by
//! where it is made), because one fix, a lock or a type that is made for several threads, removes all races on it. Its
//! [`Pair`]s are the accesses, each pair with the evidence of the engines that announced it. What is written to JSON is
//! these structures, by the schema in `docs/schema/findings.schema.json`.

use serde::{Deserialize, Serialize};

/// How much an engine knows of a race, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// No filter of the static analysis removes it.
    Possible,
    /// The accesses of a run hold no common lock.
    Feasible,
    /// There is a schedule of a recorded run in which it happens.
    Predicted,
    /// It happened.
    Witnessed,
}

impl Evidence {
    /// All kinds, the strongest first.
    pub const ALL: [Evidence; 4] =
        [Evidence::Witnessed, Evidence::Predicted, Evidence::Feasible, Evidence::Possible];

    /// The word that stands for it.
    pub fn name(self) -> &'static str {
        match self {
            Evidence::Possible => "possible",
            Evidence::Feasible => "feasible",
            Evidence::Predicted => "predicted",
            Evidence::Witnessed => "witnessed",
        }
    }
}

/// Who announces a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// `deadheat scan`.
    Scan,
    /// `deadheat run`, by happens-before.
    Run,
    /// `deadheat run`, by locksets.
    Lockset,
    /// `deadheat predict`.
    Predict,
}

impl Engine {
    /// The word that stands for it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Scan => "scan",
            Engine::Run => "run",
            Engine::Lockset => "lockset",
            Engine::Predict => "predict",
        }
    }
}

/// How much speaks for what is no more than possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// Nothing removes it, but little speaks for it.
    Possible,
    /// Something says that threads share the object, nothing that they take turns.
    Likely,
}

/// What one engine says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Proof {
    /// Who says it.
    pub engine: Engine,
    /// What it is worth.
    pub kind: Evidence,
    /// Of `scan`: likely or possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// Of `scan`: what speaks for it or against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// How often it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u64>,
    /// The tests in which it happened, as `Class.method`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<String>,
    /// Of `predict`: the schedule, step by step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub schedule: Vec<String>,
}

/// What kind of location races.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A static field.
    Static,
    /// A field of objects.
    Field,
    /// The elements of an array.
    Elements,
    /// The state of a library's object that is not made for several threads.
    State,
}

impl Kind {
    /// The name of the rule, and of the page of documentation.
    pub fn rule(self) -> &'static str {
        match self {
            Kind::Static => "static-field-race",
            Kind::Field => "field-race",
            Kind::Elements => "array-race",
            Kind::State => "library-object-race",
        }
    }

    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Static, Kind::Field, Kind::Elements, Kind::State];
}

/// What races.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    /// Its kind.
    pub kind: Kind,
    /// The class that declares the field; the type of the array or library object.
    pub class: String,
    /// The field; empty else.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Where arrays and library objects are made, if an engine knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made_at: Vec<String>,
    /// The type of the field as in the source, if the class could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<String>,
}

/// Read or write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessKind {
    /// A read.
    Read,
    /// A write.
    Write,
}

impl AccessKind {
    /// `read` or `write`.
    pub fn name(self) -> &'static str {
        match self {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
        }
    }
}

/// A frame of a stack or a call of a call path, the access itself first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// The method with its class, without parameters.
    pub method: String,
    /// The source file's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// One access of a pair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Access {
    /// Read or write.
    pub access: AccessKind,
    /// The class, with its package.
    pub class: String,
    /// The method's name.
    pub method: String,
    /// The source file's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The source file's path, seen from the directory of the report, if it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The text of that line, if the source was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Which thread: its name in a run, or how it came to be.
    pub thread: String,
    /// The locks that are held.
    pub locks: Vec<String>,
    /// The stack or the call path.
    pub frames: Vec<Frame>,
    /// Whether the frames are those of this very access, and not of the first time that the thread came there.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub exact: bool,
}

fn yes() -> bool {
    true
}

fn is_yes(value: &bool) -> bool {
    *value
}

impl Access {
    /// `Bank.java:14`, as far as it is known.
    pub fn place(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            (None, Some(line)) => format!("line {line}"),
            (Some(file), None) => file.clone(),
            (None, None) => "an unknown line".to_owned(),
        }
    }
}

/// Two accesses that race.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pair {
    /// The same for the same accesses, whatever their lines and whoever announces them.
    pub id: String,
    /// One access; in a run, the earlier one.
    pub first: Access,
    /// The other.
    pub second: Access,
    /// What each engine says, the strongest first.
    pub evidence: Vec<Proof>,
    /// Why nothing orders them.
    pub why: String,
    /// Another location whose race publishes the object before it is complete; without that, this were no race.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_by: Option<String>,
}

impl Pair {
    /// Both accesses.
    pub fn accesses(&self) -> [&Access; 2] {
        [&self.first, &self.second]
    }

    /// The strongest evidence, and how much speaks for it.
    pub fn strength(&self) -> (Evidence, Option<Confidence>) {
        strength(&self.evidence)
    }
}

/// The strongest of what engines say.
pub(crate) fn strength(evidence: &[Proof]) -> (Evidence, Option<Confidence>) {
    let kind = evidence.iter().map(|proof| proof.kind).max().unwrap_or(Evidence::Possible);
    (kind, evidence.iter().filter_map(|proof| proof.confidence).max())
}

/// How bad it is to leave a finding alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// No more than possible.
    Low,
    /// Likely or feasible.
    Medium,
    /// It happens.
    High,
}

impl Severity {
    /// The word that stands for it.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Low => "low",
            Severity::Medium => "medium",
            Severity::High => "high",
        }
    }
}

/// What would remove a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestion {
    /// `lock`, `atomic`, `volatile`, `collection`, `publish`, `confine`.
    pub kind: String,
    /// What to do, in a sentence.
    pub text: String,
}

/// Why a finding is not counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suppression {
    /// Where it says so: `deadheat.toml:3` or `Bank.java:12`.
    pub place: String,
    /// The user's reason.
    pub reason: String,
}

/// A location that races, with everything that is known of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Stable: see [`crate::identity`].
    pub id: String,
    /// What races.
    pub location: Location,
    /// What races, for people.
    pub title: String,
    /// How bad it is.
    pub severity: Severity,
    /// What each engine says, the strongest first.
    pub evidence: Vec<Proof>,
    /// Why nothing orders the accesses of the best pair.
    pub why: String,
    /// What can go wrong.
    pub effect: String,
    /// What would remove it.
    pub suggestion: Suggestion,
    /// The pairs of accesses, those first that say most.
    pub pairs: Vec<Pair>,
    /// How many further pairs there are that are not listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more_pairs: usize,
    /// The finding whose fix removes this one, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed_with: Option<String>,
    /// The findings that the fix of this one removes, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removes: Vec<String>,
    /// Why it is not counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suppressed: Option<Suppression>,
    /// Whether the baseline does not have it; none without a baseline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<bool>,
}

fn is_zero(value: &usize) -> bool {
    *value == 0
}

impl Finding {
    /// The strongest evidence, and how much speaks for it.
    pub fn strength(&self) -> (Evidence, Option<Confidence>) {
        strength(&self.evidence)
    }

    /// The word that a list shows: the strongest evidence, with `likely` for what `scan` takes for likely.
    pub fn label(&self) -> &'static str {
        match self.strength() {
            (Evidence::Possible, Some(Confidence::Likely)) => "likely",
            (kind, _) => kind.name(),
        }
    }

    /// The package of the class that the finding is shown with.
    pub fn package(&self) -> &str {
        let class = match self.location.kind {
            Kind::Static | Kind::Field => Some(&self.location.class),
            Kind::Elements | Kind::State => self.pairs.first().map(|pair| &pair.first.class),
        };
        class.and_then(|class| class.rsplit_once('.')).map_or("", |(package, _)| package)
    }

    /// Whether it counts: nobody suppressed it, and no other finding's fix removes it.
    pub fn is_counted(&self) -> bool {
        self.suppressed.is_none() && self.removed_with.is_none()
    }

    /// The tests in which it was seen.
    pub fn tests(&self) -> Vec<&str> {
        let mut tests: Vec<&str> =
            self.evidence.iter().flat_map(|proof| proof.tests.iter().map(String::as_str)).collect();
        tests.sort_unstable();
        tests.dedup();
        tests
    }
}
