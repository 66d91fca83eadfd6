//! One program on one JDK: bare and with each placement, in turns, so that what else the machine does meets all alike.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use deadheat_harness::{Jdk, scratch};
use deadheat_instrument::{Technique, Techniques};

use crate::child::Measured;
use crate::run::measure::{difference, make, run};
use crate::run::programs::Program;
use crate::run::seen::{Seen, Statistics};

/// The least that some runs took.
#[derive(Debug, Clone, Copy)]
pub(super) struct Times {
    /// Seconds of all threads, user and system.
    pub(super) cpu: f64,
    pub(super) wall: f64,
    /// Megabytes in memory at the most, the heap and all that is beside it.
    pub(super) peak: f64,
}

/// All runs with one placement.
#[derive(Debug)]
pub(super) struct Placed {
    pub(super) placement: String,
    /// None if no run kept the result.
    pub(super) times: Option<Times>,
    /// None if the agent does not count.
    pub(super) statistics: Option<Statistics>,
    /// Places of races that some run saw.
    pub(super) places: BTreeSet<String>,
    pub(super) classes: u64,
    /// What was not as in the bare run.
    pub(super) problems: BTreeSet<&'static str>,
}

/// All runs of one program.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) is_start: bool,
    /// None if the program fails bare.
    pub(super) bare: Option<Times>,
    pub(super) placed: Vec<Placed>,
}

impl Row {
    pub(super) fn of(&self, placement: &str) -> Option<&Placed> {
        self.placed.iter().find(|placed| placed.placement == placement)
    }

    /// What did not keep its result.
    pub(super) fn problems(&self, release: u16) -> Vec<String> {
        let tell =
            |placement: &str, problem: &str| format!("{} on {release}, {placement}: {problem}", self.name);
        let mut all: Vec<String> = self.bare.is_none().then(|| tell("bare", "fails")).into_iter().collect();
        for placed in &self.placed {
            all.extend(placed.problems.iter().map(|problem| tell(&placed.placement, problem)));
        }
        all
    }
}

/// How to measure.
pub(super) struct Rounds<'a> {
    pub(super) placements: &'a [String],
    pub(super) repeat: u16,
    /// Whether each placement has one more run, whose checks are counted.
    pub(super) is_counted: bool,
    pub(super) limit: Duration,
}

/// A program on a JDK, with all that its runs need.
pub(super) struct Runner<'a> {
    program: &'a Program,
    jdk: &'a Jdk,
    arguments: Vec<String>,
    directory: PathBuf,
}

/// Where runs leave what they print, and what the agent writes.
pub(super) fn directory() -> PathBuf {
    scratch().join("placement")
}

impl<'a> Runner<'a> {
    pub(super) fn new(program: &'a Program, jdk: &'a Jdk) -> Result<Runner<'a>, String> {
        let directory = directory().join(format!("{}-{}", program.name(), jdk.release));
        make(&directory)?;
        Ok(Runner { program, jdk, arguments: program.arguments(jdk)?, directory })
    }

    /// The same with one more argument.
    pub(super) fn with(&self, argument: Option<&str>) -> Runner<'a> {
        let arguments = self.arguments.iter().cloned().chain(argument.map(str::to_owned)).collect();
        Runner { program: self.program, jdk: self.jdk, arguments, directory: self.directory.clone() }
    }

    /// The same with others in the place of its last arguments.
    pub(super) fn ending(mut self, last: &[&str]) -> Runner<'a> {
        self.arguments.truncate(self.arguments.len().saturating_sub(last.len()));
        self.arguments.extend(last.iter().map(|&argument| argument.to_owned()));
        self
    }

    pub(super) fn name(&self) -> &'static str {
        self.program.name()
    }

    /// Without the agent.
    pub(super) fn bare(&self, options: &[String], limit: Duration) -> Result<Measured, String> {
        run(self.jdk, options, &self.arguments, limit, &self.directory.join("bare"))
    }

    /// Under the agent, with further options of the agent and of the JVM.
    pub(super) fn placed(
        &self,
        placement: &str,
        further: &str,
        options: &[String],
        limit: Duration,
    ) -> Result<(Measured, Seen), String> {
        let results = self.directory.join(format!("{placement}-results"));
        // What an older run saw must not be taken for this one's.
        let _ = std::fs::remove_dir_all(&results);
        make(&results)?;
        let mut all = options.to_vec();
        let plan = self.plan(placement)?;
        all.push(agent(&results, placement, &format!("{plan}{further}"))?);
        let measured = run(self.jdk, &all, &self.arguments, limit, &self.directory.join(placement))?;
        Ok((measured, Seen::read(&results)?))
    }

    /// The agent's option for the plan of a placement that has one; it is made before anything is measured.
    fn plan(&self, placement: &str) -> Result<String, String> {
        let techniques: Techniques = placement.parse().map_err(|error| format!("{error}"))?;
        if !techniques.has(Technique::Plan) {
            return Ok(String::new());
        }
        let java = self.jdk.home.join("bin/java");
        let mut command = crate::deadheat::command()?;
        command.args(["plan", "--quiet", "--"]).arg(java).args(&self.arguments);
        let output = command.output().map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(format!("{self}: {}", String::from_utf8_lossy(&output.stderr)));
        }
        Ok(format!(",plan={}", String::from_utf8_lossy(&output.stdout).trim()))
    }

    /// Why a run did not keep the bare run's result.
    pub(super) fn difference(
        &self,
        bare: &Measured,
        run: &Measured,
        seen: Option<&Seen>,
    ) -> Option<&'static str> {
        difference(bare, run, seen, self.program.varies)
    }

    /// All rounds.
    pub(super) fn measure(&self, rounds: &Rounds<'_>, is_start: bool) -> Result<Row, String> {
        let mut row = Row {
            name: self.name(),
            is_start,
            bare: None,
            placed: rounds.placements.iter().map(|placement| Placed::new(placement)).collect(),
        };
        let mut last_bare = None;
        for round in 0..rounds.repeat {
            eprintln!("{self}, round {} of {} …", round + 1, rounds.repeat);
            let bare = self.bare(&[], rounds.limit)?;
            if self.difference(&bare, &bare, None).is_some() {
                row.bare = None;
                return Ok(row);
            }
            row.bare = Some(least(row.bare, &bare));
            for placed in &mut row.placed {
                let (measured, seen) = self.placed(&placed.placement, "", &[], rounds.limit)?;
                let problem = self.difference(&bare, &measured, Some(&seen));
                // The tables come at the end, which may be hours away.
                let (name, seconds) = (&placed.placement, measured.cpu_seconds);
                eprintln!(
                    "  {name}: {seconds:.1} s, bare {:.1} s, {}",
                    bare.cpu_seconds,
                    problem.unwrap_or("same")
                );
                placed.add(&measured, seen, problem);
            }
            last_bare = Some(bare);
        }
        if rounds.is_counted {
            let bare = match last_bare {
                Some(bare) => bare,
                None => self.bare(&[], rounds.limit)?,
            };
            row.bare = Some(row.bare.unwrap_or_else(|| least(None, &bare)));
            eprintln!("{self}, counted …");
            for placed in &mut row.placed {
                let (measured, seen) = self.placed(&placed.placement, ",statistics", &[], rounds.limit)?;
                placed.statistics = Some(seen.statistics);
                let problem = self.difference(&bare, &measured, Some(&seen));
                placed.add_seen(seen, problem);
            }
        }
        Ok(row)
    }
}

/// For messages on the way.
impl fmt::Display for Runner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.name(), self.jdk.release)
    }
}

/// Whether the agent counts accesses and checks if it is asked to. It complains of options that it does not know.
pub(super) fn counts(jdk: &Jdk) -> Result<bool, String> {
    let directory = directory().join("probe");
    make(&directory)?;
    let options = [agent(&directory, "fasttrack", ",statistics")?];
    let output = directory.join("probe");
    let measured = run(jdk, &options, &["-version".to_owned()], Duration::from_secs(60), &output)?;
    Ok(!measured.stderr.contains("unknown option"))
}

fn agent(results: &Path, placement: &str, further: &str) -> Result<String, String> {
    let library = crate::deadheat::agent()?;
    Ok(format!("-agentpath:{}=out={},placement={placement}{further}", library.display(), results.display()))
}

fn least(before: Option<Times>, run: &Measured) -> Times {
    let most = f64::INFINITY;
    let before = before.unwrap_or(Times { cpu: most, wall: most, peak: most });
    Times {
        cpu: before.cpu.min(run.cpu_seconds),
        wall: before.wall.min(run.wall_seconds),
        peak: before.peak.min(run.peak_kilobytes as f64 / 1024.0),
    }
}

impl Placed {
    fn new(placement: &str) -> Placed {
        Placed {
            placement: placement.to_owned(),
            times: None,
            statistics: None,
            places: BTreeSet::new(),
            classes: 0,
            problems: BTreeSet::new(),
        }
    }

    fn add(&mut self, measured: &Measured, seen: Seen, problem: Option<&'static str>) {
        if problem.is_none() {
            self.times = Some(least(self.times, measured));
        }
        self.add_seen(seen, problem);
    }

    fn add_seen(&mut self, seen: Seen, problem: Option<&'static str>) {
        self.classes = self.classes.max(seen.classes);
        self.places.extend(seen.places);
        self.problems.extend(problem);
    }
}
