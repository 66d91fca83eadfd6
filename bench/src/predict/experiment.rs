//! RDIT's table 5.3: what the analyses find, and what they report falsely, when methods that synchronise are not traced.
//!
//! Each program is recorded twice: whole, and without the methods that synchronise (`record --exclude-synchronised`). Races of
//! the whole trace, by happens-before or by maximal causality, are the *true* ones. What an analysis reports on the other trace is *found*
//! if it is among them, else *other*. A true race is *missed* by an analysis if both of its instructions were
//! traced in the second run and it is not reported.
//!
//! The two runs have different schedules, so an *other* pair may be a race that the first run did not show, and a missed
//! one may not have been there to be found: `--pairs` lists them, to be judged by reading the code.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use deadheat_harness::{Jdk, jdks, scratch};
use deadheat_predict::{Analysis, Options, Prediction, Predictor};
use deadheat_trace::format::{Merge, Reader};
use deadheat_trace::{SiteId, Tables};

use crate::reality::workloads::WORKLOADS;
use crate::run::measure::{make, run};
use crate::run::programs::Program;
use crate::table;

const USAGE: &str = "usage: predict --experiment [--pairs] [NAME…]";
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
    if let Some(unknown) = rest.iter().find(|it| it.starts_with('-') && **it != "--pairs") {
        return Err(format!("{unknown}? {USAGE}"));
    }
    let names: Vec<&str> = rest.iter().copied().filter(|it| !it.starts_with('-')).collect();
    crate::deadheat::build_agent()?;
    let jdk = jdks().iter().min_by_key(|jdk| jdk.release).ok_or("there is no JDK")?;
    let mut rows = Vec::new();
    for (name, arguments) in AMOUNTS.iter().filter(|(name, _)| names.is_empty() || names.contains(name)) {
        eprintln!("{name} …");
        let outcome = program(name, arguments, jdk)?;
        if rest.contains(&"--pairs") {
            outcome.list(name);
        }
        rows.push(outcome.row(name));
    }
    rows.push(sum(&rows));
    table::print(&HEAD, &rows);
    Ok(())
}

const HEAD: [&str; 11] = [
    "program",
    "true",
    "traced",
    "hb found",
    "other",
    "cp found",
    "other",
    "mc found",
    "other",
    "rdit found",
    "other",
];

fn sum(rows: &[Vec<String>]) -> Vec<String> {
    let column =
        |at: usize| rows.iter().filter_map(|row| row[at].parse::<u64>().ok()).sum::<u64>().to_string();
    std::iter::once("all".to_owned()).chain((1..HEAD.len()).map(column)).collect()
}

/// What came out for a program.
struct Outcome {
    /// Races of the whole trace.
    truth: BTreeSet<Pair>,
    /// Those of them whose instructions were both traced in the second run.
    traced: BTreeSet<Pair>,
    reported: Vec<BTreeSet<Pair>>,
}

impl Outcome {
    fn row(&self, name: &str) -> Vec<String> {
        let mut row = vec![name.to_owned(), self.truth.len().to_string(), self.traced.len().to_string()];
        for reported in &self.reported {
            row.push(reported.intersection(&self.truth).count().to_string());
            row.push(reported.difference(&self.truth).count().to_string());
        }
        row
    }

    fn list(&self, name: &str) {
        for (analysis, reported) in PARTIAL.iter().zip(&self.reported) {
            let show = |what: &str, pairs: &mut dyn Iterator<Item = &Pair>| {
                pairs.for_each(|(one, other)| println!("{name} {} {what}: {one} / {other}", analysis.name()));
            };
            show("found", &mut reported.intersection(&self.truth));
            show("other", &mut reported.difference(&self.truth));
            show("missed", &mut self.traced.difference(reported));
        }
    }
}

fn program(name: &str, arguments: &'static [&'static str], jdk: &Jdk) -> Result<Outcome, String> {
    let program = match WORKLOADS.iter().find(|workload| workload.name == name) {
        Some(workload) => Program::driver(workload, arguments),
        None => Program::spring(arguments),
    };
    let whole = record(&program, jdk, "")?;
    let (truths, _) = predictions(&whole, &[Analysis::HappensBefore, Analysis::Maximal])?;
    let truth: BTreeSet<Pair> = truths.into_iter().flatten().collect();
    let partial = record(&program, jdk, ",without-synchronised")?;
    let (reported, sites) = predictions(&partial, &PARTIAL)?;
    let is_traced = |(one, other): &&Pair| sites.contains(one) && sites.contains(other);
    let traced = truth.iter().filter(is_traced).cloned().collect();
    Ok(Outcome { truth, traced, reported })
}

fn record(program: &Program, jdk: &Jdk, how: &str) -> Result<PathBuf, String> {
    let directory = scratch().join("experiment").join(program.name());
    let _ = std::fs::remove_dir_all(&directory);
    make(&directory.join("results"))?;
    let trace = directory.join("run.trace");
    let agent = crate::deadheat::agent()?;
    let results = directory.join("results");
    let option =
        format!("-agentpath:{}=out={},trace={}{how}", agent.display(), results.display(), trace.display());
    run(jdk, &[option], &program.arguments(jdk)?, LIMIT, &directory.join("run"))?;
    Ok(trace)
}

/// By analysis, the pairs that it reports; and all instructions that accessed something.
fn predictions(
    trace: &Path,
    analyses: &[Analysis],
) -> Result<(Vec<BTreeSet<Pair>>, BTreeSet<String>), String> {
    let reader = Reader::open(trace).map_err(|error| error.to_string())?;
    let mut sites = vec![false; reader.tables.sites.len()];
    // Each has time of its own, and none has less because another one is slow.
    let mut pairs = Vec::new();
    for &analysis in analyses {
        let options = Options { analyses: vec![analysis], time: Some(ANALYSED), ..Options::default() };
        let mut predictor = Predictor::new(&reader.tables, &options);
        let (mut merge, mut block) = (Merge::by_values(&reader), Vec::new());
        while merge.next_block(&mut block) {
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
