//! `deadheat scan`: possible races of a whole program, without running it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, ValueEnum};
use deadheat_points_to::PointsTo;
use deadheat_program::Program;
use deadheat_races::{Budget, End, Filters, Race, Refined, Target, scan_on_demand};
use serde_json::{Value, json};

use crate::Common;
use crate::analysis::{AnalysisArguments, analyse, gap_counts};
use crate::names::dotted;
use crate::progress::Spinner;

#[derive(Debug, Args)]
pub(crate) struct ScanArguments {
    /// Leave a filter out, to see what it removes; may be given several times.
    #[arg(long, value_enum, value_name = "FILTER")]
    without: Vec<Filter>,
    /// How often the analysis may run, each time telling the objects with races apart more finely.
    #[arg(long, value_name = "N", default_value_t = Budget::default().rounds)]
    rounds: usize,
    /// Seconds after which it does not run again.
    #[arg(long, value_name = "SECONDS", default_value_t = Budget::default().time.as_secs())]
    time: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Filter {
    /// Objects that no other thread sees.
    Escape,
    /// Threads that do not run at the same time.
    Parallel,
    /// Accesses under one lock.
    Locks,
}

/// Prints what was found; true if there are races.
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
    };
    let budget = Budget { rounds: scan.rounds.max(1), time: Duration::from_secs(scan.time) };
    analyse(paths, arguments, common, |bound, result| {
        let refined = {
            let mut spinner = Spinner::new(common.quiet);
            scan_on_demand(result, bound, filters, budget, &mut |round, scan| {
                spinner.say(|| format!("round {round}: {} possible races", scan.races.len()));
            })
        };
        match common.json {
            true => writeln!(out, "{}", serde_json::to_string_pretty(&to_json(&refined))?)?,
            false => to_text(&refined, out)?,
        }
        Ok(!refined.scan.races.is_empty())
    })
}

/// How many pairs of a place are shown.
const SHOWN: usize = 5;

fn to_text(refined: &Refined<'_>, out: &mut String) -> Result<()> {
    let (points_to, scan) = (&refined.points_to, &refined.scan);
    let program = points_to.program();
    let mut groups: BTreeMap<String, Vec<&Race>> = BTreeMap::new();
    for race in &scan.races {
        groups.entry(target(points_to, race)).or_default().push(race);
    }
    match scan.races.len() {
        0 => writeln!(out, "no possible race")?,
        1 => writeln!(out, "1 possible race")?,
        count => writeln!(out, "{count} possible races on {} places", groups.len())?,
    }
    for (name, races) in groups {
        writeln!(out, "\n{name}")?;
        for race in races.iter().take(SHOWN) {
            writeln!(out, "  {}", end(program, &race.first))?;
            match race.first == race.second {
                true => writeln!(out, "    and the same in another thread")?,
                false => writeln!(out, "    and {}", end(program, &race.second))?,
            }
        }
        if races.len() > SHOWN {
            writeln!(out, "  … and {} more pairs (--json lists all)", races.len() - SHOWN)?;
        }
    }
    let counts = scan.counts;
    writeln!(
        out,
        "\n{} pairs of accesses in {} threads; {} never of one object; of the rest each filter alone removes: \
         escape {}, parallel {}, locks {}",
        counts.original, scan.threads, counts.aliasing, counts.escape, counts.parallel, counts.locks
    )?;
    let stopped = if refined.is_complete { "" } else { " (stopped by --rounds or --time)" };
    writeln!(out, "{} rounds{stopped}", refined.rounds)?;
    for fallback in points_to.fallbacks() {
        writeln!(out, "note: {fallback}")?;
    }
    let gaps = gap_counts(points_to);
    if !gaps.is_empty() {
        writeln!(out, "not seen:")?;
    }
    for (kind, count) in gaps {
        writeln!(out, "{count:>10}  {kind}")?;
    }
    Ok(())
}

/// What races, for people.
fn target(points_to: &PointsTo<'_>, race: &Race) -> String {
    let program = points_to.program();
    let object = race.object.map(|object| points_to.display_object(object)).unwrap_or_default();
    match race.target {
        Target::Field(field) => {
            let name = program.field(field).map(|field| program.symbols().text(field.name).into_owned());
            format!("field {}.{}", dotted(program, field.class), name.unwrap_or_default())
        }
        Target::Elements => format!("elements of {object}"),
        Target::State => format!("calls on {object}"),
    }
}

fn end(program: &Program, end: &End) -> String {
    let verb = if end.is_write { "write" } else { "read" };
    let file = program.class(end.method.class).ok().and_then(|class| class.source_file());
    let place = match (file, end.line) {
        (Some(file), Some(line)) => format!(" ({file}:{line})"),
        (None, Some(line)) => format!(" (line {line})"),
        _ => String::new(),
    };
    format!("{verb} in {}{place}", program.display_method(end.method))
}

fn to_json(refined: &Refined<'_>) -> Value {
    let (points_to, scan) = (&refined.points_to, &refined.scan);
    let program = points_to.program();
    let end = |end: &End| {
        json!({
            "method": program.display_method(end.method),
            "file": program.class(end.method.class).ok().and_then(|class| class.source_file()),
            "line": end.line,
            "write": end.is_write,
        })
    };
    let races = scan.races.iter().map(|race| {
        json!({
            "target": target(points_to, race),
            "object": race.object.map(|object| points_to.display_object(object)),
            "first": end(&race.first),
            "second": end(&race.second),
        })
    });
    let gaps: serde_json::Map<String, Value> =
        gap_counts(points_to).into_iter().map(|(kind, count)| (kind.to_string(), json!(count))).collect();
    json!({
        "version": 1,
        "races": races.collect::<Vec<_>>(),
        "threads": scan.threads,
        "rounds": refined.rounds,
        "pairs": scan.counts.races,
        "complete": refined.is_complete,
        "candidates": scan.counts.original,
        "removed": {
            "aliasing": scan.counts.aliasing,
            "escape": scan.counts.escape,
            "parallel": scan.counts.parallel,
            "locks": scan.counts.locks,
        },
        "gaps": gaps,
        "fallbacks": points_to.fallbacks(),
    })
}
