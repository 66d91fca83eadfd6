//! Races by loop, as in IteRace's figure 3: for each loop, or two threads, the objects and fields that race, each with
//! a set (a) of accesses of which each races with each of a set (b).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::Result;
use deadheat_races::{End, Race, Refined, Side, Target, ThreadKind};

use super::text::{Shows, summary};
use super::words::{Words, brief, counted};

/// How many places are shown, if not all.
const PLACES: usize = 50;

/// The races of a place, each by its two ends.
type Pairs = BTreeSet<(End, End)>;

pub(super) fn write(refined: &Refined<'_>, shows: Shows, out: &mut String) -> Result<()> {
    let words = Words::new(&refined.points_to, &refined.scan);
    summary(&words, refined, shows, out)?;
    let mut loops: BTreeMap<String, BTreeMap<String, BTreeMap<String, Pairs>>> = BTreeMap::new();
    let is_shown = |race: &&Race| shows.possible || race.confidence.is_likely();
    for race in refined.scan.races.iter().filter(is_shown) {
        let objects = loops.entry(title(&words, race)).or_default();
        let fields = objects.entry(object(&words, race)).or_default();
        fields.entry(field(&words, race.target)).or_default().insert((race.first, race.second));
    }
    let places: usize = loops.values().flat_map(BTreeMap::values).map(BTreeMap::len).sum();
    let mut left = if shows.all { places } else { PLACES.min(places) };
    let shown = left;
    for (title, objects) in &loops {
        if left == 0 {
            break;
        }
        writeln!(out, "\n{title}")?;
        for (object, fields) in objects.iter().take(left) {
            writeln!(out, "  {object}")?;
            for (field, pairs) in fields.iter().take(left) {
                writeln!(out, "    {field}")?;
                write_pairs(&words, pairs, out)?;
                left -= 1;
            }
        }
    }
    if shown < places {
        writeln!(out, "\n… and {} (--all shows all)", counted(places - shown, "more place", "more places"))?;
    }
    Ok(())
}

/// The loop or the threads of a race.
fn title(words: &Words<'_, '_>, race: &Race) -> String {
    let thread =
        |side: &Side| match (words.scan.started_at(words.points_to, side), words.scan.thread_kind(side)) {
            (Some(frame), _) => {
                let place = words.place_of(frame.method, frame.line).unwrap_or_default();
                format!("tasks started in {} {place}", brief(&words.name(frame.method))).trim_end().to_owned()
            }
            (None, ThreadKind::Main) => "the main thread".to_owned(),
            (None, ThreadKind::Caller) => "callers from outside".to_owned(),
            (None, _) => "calls of frameworks".to_owned(),
        };
    let mut threads = race.sides.each_ref().map(thread);
    threads.sort();
    match threads {
        [one, other] if one == other => one,
        [one, other] => format!("{one}, and {other}"),
    }
}

fn object(words: &Words<'_, '_>, race: &Race) -> String {
    match race.object {
        Some(object) => words.object(object).to_string(),
        None => "static fields".to_owned(),
    }
}

fn field(words: &Words<'_, '_>, target: Target) -> String {
    match target {
        Target::Field(_) => words.target(target, None),
        Target::Elements => "elements".to_owned(),
        Target::State => "calls".to_owned(),
    }
}

/// The pairs as products of sets: accesses with the same partners stand together.
fn write_pairs(words: &Words<'_, '_>, pairs: &Pairs, out: &mut String) -> Result<()> {
    let mut partners: BTreeMap<End, BTreeSet<End>> = BTreeMap::new();
    for &(first, second) in pairs {
        for (one, other) in [(first, second), (second, first)] {
            if one.is_write {
                partners.entry(one).or_default().insert(other);
            }
        }
    }
    let mut sets: BTreeMap<BTreeSet<End>, BTreeSet<End>> = BTreeMap::new();
    for (end, partners) in partners {
        sets.entry(partners).or_default().insert(end);
    }
    // What has most partners first; a pair is not shown twice.
    let mut sets: Vec<(BTreeSet<End>, BTreeSet<End>)> = sets.into_iter().collect();
    sets.sort_by_key(|(partners, _)| std::cmp::Reverse(partners.len()));
    let mut shown: Pairs = BTreeSet::new();
    let key = |one: End, other: End| (one.min(other), one.max(other));
    for (partners, ends) in sets {
        let is_new = |&other: &End| ends.iter().any(|&end| !shown.contains(&key(end, other)));
        let partners: BTreeSet<End> = partners.into_iter().filter(is_new).collect();
        if partners.is_empty() {
            continue;
        }
        write_ends(words, "(a)", &ends, out)?;
        write_ends(words, "(b)", &partners, out)?;
        shown.extend(ends.iter().flat_map(|&end| partners.iter().map(move |&other| key(end, other))));
    }
    Ok(())
}

/// Accesses, those of one line at once.
fn write_ends(words: &Words<'_, '_>, mark: &str, ends: &BTreeSet<End>, out: &mut String) -> Result<()> {
    let mut lines: Vec<(String, usize)> = Vec::new();
    for end in ends {
        let place = words.place_of(end.method, end.line).unwrap_or_default();
        let text = format!("{} {place}", brief(&words.name(end.method)));
        match lines.iter_mut().find(|(known, _)| *known == text) {
            Some((_, count)) => *count += 1,
            None => lines.push((text, 1)),
        }
    }
    for (index, (text, count)) in lines.iter().enumerate() {
        let mark = if index == 0 { mark } else { "   " };
        let times = if *count > 1 { format!(" [{count}x]") } else { String::new() };
        writeln!(out, "      {mark} {}{times}", text.trim_end())?;
    }
    Ok(())
}
