//! RDIT's table 5.3: what the analyses find, and what they report falsely, when methods that synchronise are not traced.
//!
//! Each program is recorded once, with the methods that synchronise marked. As in the paper, *true* are the pairs of
//! instructions that race by maximal causality in the whole trace. Then what those methods did is taken out of the same trace
//! (`deadheat_trace::Visible`): *traced* are the true pairs whose instructions are still there, *found* those that an
//! analysis reports. Of the other pairs that it reports, *behind* are those that happens-before has in the whole trace, too (other
//! schedules may not have them, or the window was too small), and *false* all else.
//!
//! `--again` takes the last recordings. `--pairs` lists them, to be judged by reading the code. `--window N` is the window for what is left of the trace; the whole one has one
//! that is larger by as much as there are more events.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use deadheat_harness::{Jdk, jdks, scratch};
use deadheat_predict::{Analysis, Options, Prediction, Predictor};
use deadheat_trace::format::{Merge, Reader};
use deadheat_trace::{Event, SiteId, Tables, Touched, Visible};

use crate::reality::workloads::WORKLOADS;
use crate::run::measure::{make, run};
use crate::run::programs::Program;
use crate::table;

const USAGE: &str = "usage: predict --experiment [--pairs] [--again] [--window N] [NAME…]";
/// Processor time of one run, and time for one analysis of one trace.
const LIMIT: Duration = Duration::from_secs(600);
const ANALYSED: Duration = Duration::from_secs(40);

/// Programs with little to do: what races does so in the first seconds.
const AMOUNTS: &[(&str, &[&str])] = &[
    (
        "derby",
        &[
            "org.apache.derby.jdbc.EmbeddedDriver",
            "jdbc:derby:memory:t;create=true",
            "4",
            "40",
            "jdbc:derby:;shutdown=true",
        ],
    ),
    ("h2", &["org.h2.Driver", "jdbc:h2:mem:t;DB_CLOSE_DELAY=-1", "4", "60"]),
    ("xalan", &["4", "1"]),
    ("lucene", &["4", "100"]),
    ("tomcat", &["4", "30"]),
    ("jetty", &["4", "30"]),
    ("ecj", &["2", "{root}/tests/programs/collections"]),
    ("spring", &["4", "12"]),
];

const PARTIAL: [Analysis; 4] =
    [Analysis::HappensBefore, Analysis::CausallyPrecedes, Analysis::Maximal, Analysis::Rdit];

/// Two instructions, in order.
type Pair = (String, String);

pub(super) fn run_all(rest: &[&str]) -> Result<(), String> {
    let mut names = Vec::new();
    let mut window = Options::default().window;
    let (mut lists_pairs, mut is_again) = (false, false);
    let mut rest = rest.iter();
    while let Some(&option) = rest.next() {
        match option {
            "--pairs" => lists_pairs = true,
            "--again" => is_again = true,
            "--window" => {
                window = rest.next().and_then(|it| it.parse().ok()).ok_or_else(|| USAGE.to_owned())?;
            }
            _ if option.starts_with('-') => return Err(format!("{option}? {USAGE}")),
            name => names.push(name),
        }
    }
    crate::deadheat::build_agent()?;
    let jdk = jdks().iter().min_by_key(|jdk| jdk.release).ok_or("there is no JDK")?;
    let mut rows = Vec::new();
    for (name, arguments) in AMOUNTS.iter().filter(|(name, _)| names.is_empty() || names.contains(name)) {
        eprintln!("{name} …");
        let outcome = program(name, arguments, (jdk, is_again), window)?;
        if lists_pairs {
            outcome.list(name);
        }
        rows.push(outcome.row(name));
    }
    rows.push(sum(&rows));
    table::print(&head(), &rows);
    Ok(())
}

fn head() -> Vec<&'static str> {
    let all = ["hb found", "behind", "false", "cp found", "behind", "false", "mc found", "behind", "false"];
    let last = ["rdit found", "behind", "false", "touched found", "behind", "false"];
    ["program", "events", "left", "true", "traced"].into_iter().chain(all).chain(last).collect()
}

fn sum(rows: &[Vec<String>]) -> Vec<String> {
    let column =
        |at: usize| rows.iter().filter_map(|row| row[at].parse::<u64>().ok()).sum::<u64>().to_string();
    std::iter::once("all".to_owned()).chain((1..head().len()).map(column)).collect()
}

/// What came out for a program.
struct Outcome {
    /// Events of the whole trace, and of what is left.
    events: [u64; 2],
    /// Races of the whole trace by maximal causality, and pairs by happens-before.
    truth: BTreeSet<Pair>,
    unordered: BTreeSet<Pair>,
    /// Those of the true ones whose instructions are both in what is left.
    traced: BTreeSet<Pair>,
    reported: Vec<BTreeSet<Pair>>,
}

impl Outcome {
    fn parts<'o>(&'o self, reported: &'o BTreeSet<Pair>) -> [Vec<&'o Pair>; 3] {
        let (found, rest): (Vec<_>, Vec<_>) = reported.iter().partition(|pair| self.truth.contains(pair));
        let (behind, wrong) = rest.into_iter().partition(|pair| self.unordered.contains(pair));
        [found, behind, wrong]
    }

    fn row(&self, name: &str) -> Vec<String> {
        let mut row = vec![name.to_owned()];
        row.extend(self.events.map(|count| count.to_string()));
        row.extend([&self.truth, &self.traced].map(|pairs| pairs.len().to_string()));
        for reported in &self.reported {
            row.extend(self.parts(reported).map(|pairs| pairs.len().to_string()));
        }
        row
    }

    fn list(&self, name: &str) {
        let names = PARTIAL.iter().map(|analysis| analysis.name()).chain(["touched"]);
        for (analysis, reported) in names.zip(&self.reported) {
            let missed: Vec<&Pair> = self.traced.difference(reported).collect();
            let [found, behind, wrong] = self.parts(reported);
            for (what, pairs) in [("found", found), ("behind", behind), ("false", wrong), ("missed", missed)]
            {
                for (one, other) in pairs {
                    println!("{name} {analysis} {what}: {one} / {other}");
                }
            }
        }
    }
}

fn program(
    name: &str,
    arguments: &'static [&'static str],
    (jdk, is_again): (&Jdk, bool),
    window: usize,
) -> Result<Outcome, String> {
    let program = match WORKLOADS.iter().find(|workload| workload.name == name) {
        Some(workload) => Program::driver(workload, arguments),
        None => Program::spring(arguments),
    };
    let trace = record(&program, jdk, is_again)?;
    let events = count(&trace)?;
    let larger = window as u64 * events[0] / events[1].max(1);
    let whole = Part { how: How::Whole, window: usize::try_from(larger).unwrap_or(window) };
    let (mut truths, _) = predictions(&trace, whole, &[Analysis::HappensBefore, Analysis::Maximal])?;
    let (truth, unordered) = (truths.pop().unwrap_or_default(), truths.pop().unwrap_or_default());
    let (mut reported, sites) = predictions(&trace, Part { how: How::Reachable, window }, &PARTIAL)?;
    let (touched, _) = predictions(&trace, Part { how: How::Touched, window }, &[Analysis::Rdit])?;
    reported.extend(touched);
    let is_traced = |(one, other): &&Pair| sites.contains(one) && sites.contains(other);
    let traced = truth.iter().filter(is_traced).cloned().collect();
    Ok(Outcome { events, truth, unordered, traced, reported })
}

/// Which part of a trace is analysed.
#[derive(Clone, Copy)]
struct Part {
    how: How,
    window: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum How {
    Whole,
    /// Without what the marked methods did, with what they could reach.
    Reachable,
    /// With what they touched.
    Touched,
}

/// What is seen of a trace.
struct Sight {
    how: How,
    visible: Visible,
    touched: Touched,
}

impl Sight {
    fn new(how: How) -> Sight {
        Sight { how, visible: Visible::default(), touched: Touched::default() }
    }

    fn see(&mut self, block: &mut Vec<Event>, tables: &Tables) {
        match self.how {
            How::Whole => {}
            How::Reachable => block.retain(|event| self.visible.sees(event)),
            How::Touched => {
                *block = block.iter().filter_map(|event| self.touched.see(event, tables)).collect()
            }
        }
    }
}

/// Events of a trace, and of what is visible of it.
fn count(trace: &Path) -> Result<[u64; 2], String> {
    let reader = Reader::open(trace).map_err(|error| error.to_string())?;
    let (mut merge, mut block) = (Merge::new(&reader), Vec::new());
    let (mut visible, mut counts) = (Visible::default(), [0, 0]);
    while merge.next_block(&mut block) {
        counts[0] += block.len() as u64;
        counts[1] += block.iter().filter(|event| visible.sees(event)).count() as u64;
    }
    Ok(counts)
}

fn record(program: &Program, jdk: &Jdk, is_again: bool) -> Result<PathBuf, String> {
    let directory = scratch().join("experiment").join(program.name());
    let trace = directory.join("run.trace");
    if is_again && trace.exists() {
        return Ok(trace);
    }
    let _ = std::fs::remove_dir_all(&directory);
    make(&directory.join("results"))?;
    let agent = crate::deadheat::agent()?;
    let results = directory.join("results");
    let option = format!(
        "-agentpath:{}=out={},trace={},mark-synchronised,barriers=once",
        agent.display(),
        results.display(),
        trace.display()
    );
    let ran = run(jdk, &[option], &program.arguments(jdk)?, LIMIT, &directory.join("run"))?;
    let last = ran.stderr.lines().last().unwrap_or_default();
    match ran.status {
        None => Err(format!("{} did not end: {last}", program.name())),
        Some(status) if !status.success() => Err(format!("{} ended with {status}: {last}", program.name())),
        Some(_) if !trace.exists() => Err(format!("{} wrote no trace: {last}", program.name())),
        Some(_) => Ok(trace),
    }
}

/// By analysis, the pairs that it reports; and all instructions that accessed something.
fn predictions(
    trace: &Path,
    part: Part,
    analyses: &[Analysis],
) -> Result<(Vec<BTreeSet<Pair>>, BTreeSet<String>), String> {
    let reader = Reader::open(trace).map_err(|error| error.to_string())?;
    let mut sites = vec![false; reader.tables.sites.len()];
    // Each has time of its own, and none has less because another one is slow.
    let mut pairs = Vec::new();
    // Sets of what was touched are known when all was seen.
    let mut sight = Sight::new(part.how);
    if part.how == How::Touched {
        let (mut merge, mut block) = (Merge::by_values(&reader), Vec::new());
        while merge.next_block(&mut block) {
            sight.see(&mut block, &reader.tables);
        }
    }
    let own = (part.how == How::Touched).then(|| sight.touched.tables(&reader.tables));
    let tables = own.as_ref().unwrap_or(&reader.tables);
    for &analysis in analyses {
        let options = Options {
            analyses: vec![analysis],
            window: part.window,
            time: Some(ANALYSED),
            ..Options::default()
        };
        let mut sight = Sight::new(part.how);
        let mut predictor = Predictor::new(tables, &options);
        let (mut merge, mut block) = (Merge::by_values(&reader), Vec::new());
        while merge.next_block(&mut block) {
            sight.see(&mut block, &reader.tables);
            for event in block.iter().filter(|event| event.op.is_plain()) {
                if let Some(is_used) = sites.get_mut(event.site.index()) {
                    *is_used = true;
                }
            }
            predictor.block(&block);
        }
        if let Some(error) = merge.error {
            return Err(error.to_string());
        }
        pairs.extend(predictor.finish().iter().map(|prediction| named(prediction, &reader.tables)));
    }
    let used = (0u32..).zip(sites).filter(|(_, is_used)| *is_used);
    Ok((pairs, used.map(|(site, _)| place(SiteId(site), &reader.tables)).collect()))
}

fn named(prediction: &Prediction, tables: &Tables) -> BTreeSet<Pair> {
    let counts = &prediction.counts;
    let undecided = counts.unknown + counts.skipped + counts.rejected;
    let (name, seconds) = (prediction.analysis.name(), prediction.time.as_secs());
    eprintln!("  {name}: {} pairs in {seconds} s, {undecided} not decided", prediction.races.len());
    let pair = |race: &[deadheat_predict::Access; 2]| {
        let mut both = race.map(|access| place(access.site, tables));
        both.sort();
        let [one, other] = both;
        (one, other)
    };
    prediction.races.keys().map(pair).collect()
}

/// An instruction by what does not depend on the run.
fn place(site: SiteId, tables: &Tables) -> String {
    tables.sites.get(site.index()).map_or_else(
        || "?".to_owned(),
        |site| format!("{}.{}:{}@{}", site.class, site.method, site.line, site.offset),
    )
}
