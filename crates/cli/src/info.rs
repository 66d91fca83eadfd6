//! `deadheat info`: what a program consists of.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, bail};
use deadheat_models::Survey;
use deadheat_program::Program;
use deadheat_program::input::Input;
use deadheat_program::ir::Body;
use deadheat_program::summary::{Counts, Gap, Summary, summarize};
use serde_json::{Value, json};

use crate::Common;
use crate::open::{Opened, config, listed, open};
use crate::progress::Progress;

pub(crate) fn run(paths: &[PathBuf], common: &Common, out: &mut String) -> Result<()> {
    let opened = open(paths, common.jdk.as_deref())?;
    let config = config(common.config.as_deref())?;
    let bound = opened.bind(&config)?;
    let survey = Mutex::new(Survey::default());
    let count = |body: &Body| {
        let counted = Survey::of(&bound, body);
        let mut survey = survey.lock().unwrap_or_else(PoisonError::into_inner);
        *survey = survey.plus(counted);
    };
    let summary = {
        let progress = Progress::new("reading classes", opened.classes.len(), common.quiet);
        summarize(&opened.program, &opened.classes, &count, &|| progress.step())
    };
    let survey = survey.into_inner().unwrap_or_else(PoisonError::into_inner);
    if summary.counts.classes == 0 {
        if summary.gaps.is_empty() {
            bail!("there are no classes in {}", listed(paths));
        }
        let reasons = summary.gaps.iter().map(|gap| format!("\n  {}", gap_text(&opened.program, gap)));
        bail!("no class could be read{}", reasons.take(SHOWN).collect::<String>());
    }
    if common.json {
        let json = to_json(&opened, &summary, &survey);
        writeln!(out, "{}", serde_json::to_string_pretty(&json)?)?;
    } else {
        to_text(&opened, &summary, &survey, out)?;
    }
    Ok(())
}

/// How many items of a list are shown.
const SHOWN: usize = 10;

fn to_text(opened: &Opened, summary: &Summary, survey: &Survey, out: &mut String) -> Result<()> {
    let Opened { program, jdk, .. } = opened;
    let counts = &summary.counts;
    let containers = &program.application_input().containers;
    for (index, container) in containers.iter().enumerate().take(SHOWN) {
        let inside = container.inside.as_deref().map(|inside| format!("!/{inside}")).unwrap_or_default();
        let label = if index == 0 { "input" } else { "" };
        writeln!(out, "{label:<12}{}{inside}", container.path.display())?;
    }
    if containers.len() > SHOWN {
        writeln!(out, "{:<12}… and {} more", "", number(containers.len() - SHOWN))?;
    }
    if let Some(jdk) = jdk {
        let classes = number(program.jdk_input().entries().len());
        writeln!(out, "{:<12}{} ({classes} classes)", "JDK", jdk.display())?;
    }
    writeln!(out)?;
    counts_text(counts, out)?;
    survey_text(survey, out)?;
    writeln!(out, "\nEntry points ({})", number(summary.entry_points.len()))?;
    for entry_point in summary.entry_points.iter().take(SHOWN) {
        let mark = if entry_point.in_manifest { "  (manifest)" } else { "" };
        writeln!(out, "  {}{mark}", program.display_method(entry_point.method))?;
    }
    more(summary.entry_points.len(), out)?;
    gaps_text(program, summary, out)
}

fn counts_text(counts: &Counts, out: &mut String) -> Result<()> {
    let versions = counts.versions.map(|(oldest, newest)| match (java(oldest), java(newest)) {
        (oldest, newest) if oldest == newest => format!(", compiled for Java {oldest}"),
        (oldest, newest) => format!(", compiled for Java {oldest} to {newest}"),
    });
    let n = number;
    let mut row = |label: &str, count: usize, rest: String| {
        writeln!(out, "{label:<18}{:>12}  {}", number(count), rest.trim_start_matches(", "))
    };
    row(
        "classes",
        counts.classes,
        format!("{} interfaces{}", n(counts.interfaces), versions.unwrap_or_default()),
    )?;
    row(
        "methods",
        counts.methods,
        format!(
            "{} with code, {} abstract, {} native, {} synchronized",
            n(counts.lowered_methods),
            n(counts.abstract_methods),
            n(counts.native_methods),
            n(counts.synchronized_methods)
        ),
    )?;
    row(
        "bytes of code",
        counts.code_bytes as usize,
        format!("{} SSA instructions in {} blocks", n(counts.instructions), n(counts.blocks)),
    )?;
    row(
        "fields",
        counts.fields,
        format!("{} volatile, {} final", n(counts.volatile_fields), n(counts.final_fields)),
    )?;
    row(
        "field accesses",
        counts.field_reads + counts.field_writes + counts.static_reads + counts.static_writes,
        format!(
            "{} reads, {} writes; {} static",
            n(counts.field_reads + counts.static_reads),
            n(counts.field_writes + counts.static_writes),
            n(counts.static_reads + counts.static_writes)
        ),
    )?;
    row(
        "array accesses",
        counts.array_reads + counts.array_writes,
        format!("{} reads, {} writes", n(counts.array_reads), n(counts.array_writes)),
    )?;
    row("monitor entries", counts.monitor_enters, "synchronized blocks".to_owned())?;
    row("calls", counts.calls, format!("{} lambdas and method references", n(counts.lambdas)))?;
    Ok(())
}

fn survey_text(survey: &Survey, out: &mut String) -> Result<()> {
    let rows = [
        ("thread starts", survey.starts, "calls that start threads or hand tasks to others"),
        ("joins", survey.joins, "calls that wait for threads or tasks to end"),
        ("locks", survey.locks, "calls that take or give back locks"),
        ("messages", survey.messages, "calls of queues, latches, barriers and other channels"),
        ("atomics", survey.atomics, "calls that access atomic variables"),
        ("unsafe objects", survey.unsafe_objects, "calls on objects that are not thread-safe"),
    ];
    for (label, count, what) in rows {
        writeln!(out, "{label:<18}{:>12}  {what}", number(count))?;
    }
    Ok(())
}

fn gaps_text(program: &Program, summary: &Summary, out: &mut String) -> Result<()> {
    if summary.gaps.is_empty() {
        writeln!(out, "\nNo gaps: everything was read.")?;
        return Ok(());
    }
    writeln!(out, "\nGaps: what the analysis cannot see")?;
    for kind in KINDS {
        let of_kind: Vec<&Gap> = summary.gaps.iter().filter(|gap| gap_kind(gap) == kind.name).collect();
        if of_kind.is_empty() {
            continue;
        }
        writeln!(
            out,
            "  {} {}",
            number(of_kind.len()),
            if of_kind.len() == 1 { kind.one } else { kind.many }
        )?;
        for gap in of_kind.iter().take(SHOWN) {
            writeln!(out, "    {}", gap_text(program, gap))?;
        }
        more(of_kind.len(), out)?;
    }
    Ok(())
}

fn more(count: usize, out: &mut String) -> Result<()> {
    if count > SHOWN {
        writeln!(out, "    … and {} more (--json lists all)", number(count - SHOWN))?;
    }
    Ok(())
}

/// The kinds of gaps, in the order in which they are shown.
struct GapKind {
    name: &'static str,
    one: &'static str,
    many: &'static str,
}

const KINDS: [GapKind; 7] = [
    GapKind {
        name: "unreadable",
        one: "file, class or method is unreadable",
        many: "files, classes or methods are unreadable",
    },
    GapKind { name: "missing-class", one: "class is missing", many: "classes are missing" },
    GapKind {
        name: "circular-class",
        one: "class is its own ancestor, or has too many ancestors",
        many: "classes are their own ancestors, or have too many",
    },
    GapKind { name: "native-method", one: "native method", many: "native methods" },
    GapKind {
        name: "unknown-bootstrap",
        one: "dynamic call is not understood",
        many: "dynamic calls are not understood",
    },
    GapKind {
        name: "duplicate-class",
        one: "class is hidden by an earlier one",
        many: "classes are hidden by earlier ones",
    },
    GapKind {
        name: "shadowed-by-jdk",
        one: "class is hidden by the JDK's",
        many: "classes are hidden by the JDK's",
    },
];

fn gap_kind(gap: &Gap) -> &'static str {
    match gap {
        Gap::Unreadable(_) => "unreadable",
        Gap::MissingClass { .. } => "missing-class",
        Gap::NativeMethod(_) => "native-method",
        Gap::UnknownBootstrap { .. } => "unknown-bootstrap",
        Gap::CircularClass(_) => "circular-class",
        Gap::DuplicateClass { .. } => "duplicate-class",
        Gap::ShadowedByJdk { .. } => "shadowed-by-jdk",
    }
}

fn gap_text(program: &Program, gap: &Gap) -> String {
    let dotted = |name: &str| name.replace('/', ".");
    match gap {
        Gap::Unreadable(error) => error.to_string(),
        Gap::MissingClass { name, users } => {
            let users = format!("{} {}", number(*users), if *users == 1 { "class" } else { "classes" });
            format!("{} (named by {users})", dotted(&program.symbols().text(*name)))
        }
        Gap::NativeMethod(method) => program.display_method(*method),
        Gap::UnknownBootstrap { method, bootstrap } => {
            format!("{bootstrap}, in {}", program.display_method(*method))
        }
        Gap::CircularClass(class) => dotted(&program.symbols().text(program.class_name(*class))),
        Gap::DuplicateClass { name, used, hidden } => {
            format!("{}: {hidden} is hidden by {used}", dotted(name))
        }
        Gap::ShadowedByJdk { name, location } => {
            format!("{}: {location} is hidden by the JDK's own", dotted(name))
        }
    }
}

/// The Java release of a class file version.
fn java(version: u16) -> String {
    match version {
        ..=48 => format!("1.{}", version.saturating_sub(44).max(1)),
        _ => (version - 44).to_string(),
    }
}

fn number(value: usize) -> String {
    deadheat_report::grouped(value as u64)
}

fn to_json(opened: &Opened, summary: &Summary, survey: &Survey) -> Value {
    let Opened { program, jdk, .. } = opened;
    let counts = &summary.counts;
    let entry_points = summary.entry_points.iter().map(|entry_point| {
        json!({ "method": program.display_method(entry_point.method), "inManifest": entry_point.in_manifest })
    });
    let gaps =
        summary.gaps.iter().map(|gap| json!({ "kind": gap_kind(gap), "what": gap_text(program, gap) }));
    json!({
        "version": 1,
        "input": containers_json(program.application_input()),
        "jdk": jdk.as_ref().map(|jdk| json!({
            "path": jdk.display().to_string(),
            "classes": program.jdk_input().entries().len(),
        })),
        "counts": {
            "classes": counts.classes,
            "interfaces": counts.interfaces,
            "methods": counts.methods,
            "abstractMethods": counts.abstract_methods,
            "nativeMethods": counts.native_methods,
            "synchronizedMethods": counts.synchronized_methods,
            "loweredMethods": counts.lowered_methods,
            "classBytes": counts.class_bytes,
            "codeBytes": counts.code_bytes,
            "instructions": counts.instructions,
            "blocks": counts.blocks,
            "phis": counts.phis,
            "fields": counts.fields,
            "volatileFields": counts.volatile_fields,
            "finalFields": counts.final_fields,
            "fieldReads": counts.field_reads,
            "fieldWrites": counts.field_writes,
            "staticReads": counts.static_reads,
            "staticWrites": counts.static_writes,
            "arrayReads": counts.array_reads,
            "arrayWrites": counts.array_writes,
            "monitorEnters": counts.monitor_enters,
            "calls": counts.calls,
            "lambdas": counts.lambdas,
            "classFileVersions": counts.versions.map(|(oldest, newest)| json!([oldest, newest])),
        },
        "synchronisation": {
            "starts": survey.starts,
            "joins": survey.joins,
            "locks": survey.locks,
            "messages": survey.messages,
            "atomics": survey.atomics,
            "unsafeObjects": survey.unsafe_objects,
        },
        "entryPoints": entry_points.collect::<Vec<_>>(),
        "gaps": gaps.collect::<Vec<_>>(),
    })
}

fn containers_json(input: &Input) -> Vec<Value> {
    let container = |container: &deadheat_program::input::Container| {
        json!({
            "path": container.path.display().to_string(),
            "inside": container.inside,
            "kind": format!("{:?}", container.kind),
        })
    };
    input.containers.iter().map(container).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas() {
        assert_eq!(["0", "999", "1,000", "1,234,567"], [0, 999, 1000, 1_234_567].map(number));
    }

    #[test]
    fn versions_are_java_releases() {
        assert_eq!(["1.1", "1.4", "5", "8", "25"], [45, 48, 49, 52, 69].map(java));
    }
}
