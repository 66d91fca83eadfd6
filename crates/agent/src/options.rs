//! The agent's options: `-agentpath:…/libdeadheat_agent.so=out=DIR,include=com.example.**,exclude=…`.

use std::path::PathBuf;

use deadheat_instrument::{Detector, Techniques};

/// What to do when a race was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum OnRace {
    /// Goes on.
    #[default]
    Report,
    /// Throws an error where the second access is.
    Throw,
    /// Ends the JVM.
    Halt,
}

/// How calls of methods that are not traced are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Barriers {
    /// With what they touch.
    #[default]
    Touched,
    /// With what they can reach, computed once for each object.
    Once,
    /// With what they can reach, computed for each call anew.
    Always,
    /// With what they touch, and all that they do besides: for tests.
    Audited,
    /// Not at all.
    None,
}

/// See the module's description. Lists are separated by colons.
#[derive(Debug, Clone, Default)]
pub(crate) struct Options {
    /// Where results go; without it, to standard error.
    pub(crate) out: Option<PathBuf>,
    /// Packages that are looked at; all if there are none.
    pub(crate) include: Vec<String>,
    /// Packages and classes that are not.
    pub(crate) exclude: Vec<String>,
    /// Classes that are as if they were not there, not even what they do to synchronise: for tests.
    pub(crate) unseen: Vec<String>,
    pub(crate) on_race: OnRace,
    /// How checks are placed: `placement=bigfoot`.
    pub(crate) techniques: Techniques,
    /// Which detector looks at accesses: `detector=lockset`.
    pub(crate) detector: Detector,
    /// What a static analysis knows of the program: `plan=FILE`.
    pub(crate) plan: Option<PathBuf>,
    /// Whether calls are written down, to be held against a call graph.
    pub(crate) is_audited: bool,
    /// Whether accesses and checks are counted.
    pub(crate) is_counted: bool,
    /// Whether the log has each access and check as well, so that they can be held against each other.
    pub(crate) is_validated: bool,
    /// Where a trace is written, instead of looking for races: `trace=FILE`.
    pub(crate) trace: Option<PathBuf>,
    /// Static fields that methods which are not traced may use: `globals=com.example.Main.field`.
    pub(crate) globals: Vec<String>,
    /// How calls of methods that are not traced are recorded.
    pub(crate) barriers: Barriers,
    /// Whether methods that synchronise are not traced: `without-synchronised`.
    pub(crate) leaves_out_synchronised: bool,
    /// Whether they are traced all the same, between the events of their calls: `mark-synchronised`.
    pub(crate) marks_synchronised: bool,
    /// Whether accesses that can show no new race are left out of the trace: `tree`.
    pub(crate) has_tree: bool,
    /// Where all that the detector sees is written, for tests that compute the races anew (`DeadheatLog.java`).
    pub(crate) log: Option<PathBuf>,
}

impl Options {
    /// Whether some of the program is not traced.
    pub(crate) fn leaves_out(&self) -> bool {
        let has_lists = !self.include.is_empty() || !self.exclude.is_empty();
        has_lists || self.leaves_out_synchronised || self.marks_synchronised
    }

    /// Whether of what is not traced it is told which objects it touches.
    pub(crate) fn tells_touched(&self) -> bool {
        self.leaves_out() && matches!(self.barriers, Barriers::Touched | Barriers::Audited)
    }

    pub(crate) fn parse(text: &str) -> Result<Options, String> {
        let mut options = Options::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let list = || value.split(':').filter(|it| !it.is_empty()).map(str::to_owned);
            match key {
                "out" if !value.is_empty() => options.out = Some(PathBuf::from(value)),
                "log" if !value.is_empty() => options.log = Some(PathBuf::from(value)),
                "trace" if !value.is_empty() => options.trace = Some(PathBuf::from(value)),
                "barriers" => {
                    options.barriers = match value {
                        "once" => Barriers::Once,
                        "always" => Barriers::Always,
                        "touched" => Barriers::Touched,
                        "audited" => Barriers::Audited,
                        "none" => Barriers::None,
                        _ => return Err(format!("barriers is once, always, touched or none, not {value:?}")),
                    }
                }
                "without-synchronised" => options.leaves_out_synchronised = true,
                "tree" => options.has_tree = true,
                "mark-synchronised" => options.marks_synchronised = true,
                "plan" if !value.is_empty() => options.plan = Some(PathBuf::from(value)),
                "include" => options.include.extend(list()),
                "exclude" => options.exclude.extend(list()),
                "globals" => options.globals.extend(list()),
                "unseen" => options.unseen.extend(list()),
                "placement" => {
                    options.techniques = value.parse().map_err(|unknown| format!("placement: {unknown}"))?;
                }
                "detector" => {
                    options.detector = value.parse().map_err(|unknown| format!("detector: {unknown}"))?;
                }
                "statistics" => options.is_counted = true,
                "validate" => options.is_validated = true,
                "audit" => options.is_audited = true,
                "on-race" => {
                    options.on_race = match value {
                        "report" => OnRace::Report,
                        "throw" => OnRace::Throw,
                        "halt" => OnRace::Halt,
                        _ => return Err(format!("on-race is report, throw or halt, not {value:?}")),
                    }
                }
                _ => {
                    return Err(format!(
                        "unknown option {part:?}: the agent takes out, include, exclude, on-race, detector, placement and plan"
                    ));
                }
            }
        }
        Ok(options)
    }
}

/// Whether a pattern means a class: `com.example.Main`, `com.example.*` (the package), `com.example.**` (with those
/// below it). A class stands for those inside it, too.
pub(crate) fn matches(pattern: &str, class: &str) -> bool {
    let in_package = |package: &str| class.strip_prefix(package).and_then(|rest| rest.strip_prefix('.'));
    if let Some(package) = pattern.strip_suffix(".**") {
        in_package(package).is_some()
    } else if let Some(package) = pattern.strip_suffix(".*") {
        in_package(package).is_some_and(|rest| !rest.contains('.'))
    } else {
        class.strip_prefix(pattern).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
    }
}
