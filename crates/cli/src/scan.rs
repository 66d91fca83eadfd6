//! `deadheat scan`: possible races of a whole program, without running it.

mod confidence;
mod explain;
mod json;
mod loops;
mod places;
mod text;
mod words;

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use deadheat_models::ClassPattern;
use deadheat_races::{Budget, Filters, Plan, explain_pairs, scan_on_demand};
use deadheat_report::text::fitted;

use crate::Common;
use crate::analysis::{AnalysisArguments, analyse_for};
use crate::progress::Spinner;
use crate::scan::explain::Question;
use crate::scan::places::View;
use crate::scan::text::Shows;
use crate::scan::words::Words;

const MILLION: u64 = 1_000_000;

#[derive(Debug, Args)]
pub(crate) struct ScanArguments {
    /// Leave a filter out, to see what it removes; may be given several times.
    #[arg(long, value_enum, value_name = "FILTER")]
    without: Vec<Filter>,
    /// Which locks count as one: those that must be, or, as in chapter 2 of Chord's thesis, those that may be
    /// (fewer reports, but races are missed).
    #[arg(long, value_enum, default_value_t = LocksArgument::Must)]
    locks: LocksArgument,
    /// How often the analysis may run, each time telling the objects with races apart more finely.
    #[arg(long, value_name = "N", default_value_t = Budget::default().rounds)]
    rounds: usize,
    /// Work after which it does not run again: a million takes one to three seconds. It is counted, so the result does
    /// not depend on the machine.
    #[arg(long, value_name = "MILLIONS", default_value_t = Budget::default().work / MILLION)]
    work: u64,
    /// Seconds after which it does not run again.
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,
    /// How races are grouped.
    #[arg(long, value_enum, default_value_t = View::Field)]
    by: View,
    /// Take classes for library code, besides what deadheat.toml and the shipped models name: races inside are shown at
    /// the calls that lead there. CLASS, PACKAGE.* or PACKAGE.**, several with commas; each further --fold is a further
    /// level.
    #[arg(long, value_name = "PATTERNS")]
    fold: Vec<String>,
    /// Show races so many levels further inside: without the last --fold, without the one before, …, without any.
    #[arg(long, value_name = "N", default_value_t = 0)]
    unfold: usize,
    /// Show all places, not only the first 50.
    #[arg(long)]
    all: bool,
    /// Also show places that are no more than possible: no filter removes them, but nothing says that threads share the
    /// object, or something says that they take turns. Without, they are counted.
    #[arg(long)]
    possible: bool,
    /// Tell for each pair of accesses of a field, or of one or two lines, whether it is reported, and what
    /// removes it if not: com.example.Bank.total, or Bank.java:14,Bank.java:22, or com.example.Bank:14.
    #[arg(long, value_name = "FIELD|LINES", conflicts_with_all = ["by", "all", "possible"])]
    explain: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Filter {
    /// Objects that no other thread sees.
    Escape,
    /// Threads that do not run at the same time.
    Parallel,
    /// Accesses under one lock.
    Locks,
    /// Tasks of a loop, and other threads of a kind, that have each an object of its own.
    Tasks,
    /// What models say several threads may do at once.
    Filtering,
    /// Not a filter: races in library code are shown where the application calls it.
    BubbleUp,
    /// Calls of library code under one lock.
    CallLocks,
    /// Of `parallel`: uses of a class, behind which its static initialiser is over.
    Initialisation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LocksArgument {
    /// Those that are one lock whenever the objects are one.
    Must,
    /// Those that may be one lock. Not sound.
    May,
}

/// Prints what was found, or what was asked; true if there are races among it.
pub(crate) fn run(
    paths: &[PathBuf],
    scan: &ScanArguments,
    arguments: &AnalysisArguments,
    common: &Common,
    out: &mut String,
) -> Result<bool> {
    let is_on = |filter| !scan.without.contains(&filter);
    let filters = Filters {
        escape: is_on(Filter::Escape),
        parallel: is_on(Filter::Parallel),
        locks: is_on(Filter::Locks),
        tasks: is_on(Filter::Tasks),
        filtering: is_on(Filter::Filtering),
        bubble_up: is_on(Filter::BubbleUp),
        call_locks: is_on(Filter::CallLocks),
        initialisation: is_on(Filter::Initialisation),
        may_locks: scan.locks == LocksArgument::May,
    };
    let plan = Plan { filters, folds: folds(&scan.fold)? };
    let budget = Budget {
        rounds: scan.rounds.max(1),
        work: scan.work.saturating_mul(MILLION),
        time: scan.time.map(Duration::from_secs),
    };
    let question = |program: &_| {
        let text = scan.explain.as_deref();
        text.map(|text| Ok((text, Question::parse(program, text)?))).transpose()
    };
    analyse_for(paths, arguments, common, filters.filtering, question, |bound, result, question| {
        let mut refined = {
            let mut spinner = Spinner::new(common.quiet);
            scan_on_demand(result, bound, plan, budget, &mut |round, scan| {
                spinner.say(|| format!("round {round}: {} possible races", scan.counts.races));
            })
        };
        if let Some((asked, question)) = question {
            let points_to = &refined.points_to;
            let explanation =
                question.ask(points_to.program(), |pairs| explain_pairs(points_to, bound, filters, pairs));
            let words = Words::new(points_to, &refined.scan);
            match common.json {
                true => print_json(&explain::to_json(&words, asked, &explanation, filters), out)?,
                false => explain::write(&words, (asked, &question), &explanation, filters, out)?,
            }
            return Ok(explanation.pairs.iter().any(|pair| pair.is_race));
        }
        refined.scan.unfold(scan.unfold);
        let shows = Shows { all: scan.all, possible: scan.possible };
        let mut said = String::new();
        match (common.json, scan.by) {
            (true, _) => print_json(&json::of(&refined), out)?,
            (false, View::Loop) => loops::write(&refined, shows, &mut said)?,
            (false, view) => text::write(&refined, view, shows, &mut said)?,
        }
        out.push_str(&fitted(&said));
        Ok(!refined.scan.races.is_empty())
    })
}

/// What is to be folded, level by level.
fn folds(texts: &[String]) -> Result<Vec<Vec<ClassPattern>>> {
    let pattern = |text: &str| ClassPattern::parse(text.trim()).map_err(|error| anyhow!("--fold: {error}"));
    texts.iter().map(|text| text.split(',').map(pattern).collect()).collect()
}

fn print_json(value: &serde_json::Value, out: &mut String) -> Result<()> {
    Ok(writeln!(out, "{}", serde_json::to_string_pretty(value)?)?)
}
