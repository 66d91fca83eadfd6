//! A scan for people: a summary, then the places that race, the best first.
//!
//! What is no more than possible is counted in the summary, by what speaks against it, and listed if it is asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::Result;
use deadheat_points_to::ObjectId;
use deadheat_races::{Confidence, Doubt, Race, Refined};

use super::confidence::{confidence_text, doubt_text};
use super::places::{Group, View, following, groups};
use super::words::{IN_ANOTHER, Words, brief, counted, fill, unlisted};
use crate::analysis::write_gaps;

/// How many groups are shown, if not all.
const GROUPS: usize = 50;

/// How many pairs of a group are shown besides the first.
const MORE: usize = 5;

pub(super) fn write(refined: &Refined<'_>, view: View, shows: Shows, out: &mut String) -> Result<()> {
    let words = Words::new(&refined.points_to, &refined.scan);
    let groups = groups(&words, view, shows.possible);
    summary(&words, refined, shows, out)?;
    let shown = if shows.all { groups.len() } else { GROUPS.min(groups.len()) };
    for group in &groups[..shown] {
        writeln!(out)?;
        write_group(&words, group, view, out)?;
    }
    if shown < groups.len() {
        let (one, many) = match view {
            View::Field | View::Loop => ("more place", "more places"),
            View::Object => ("more object", "more objects"),
        };
        writeln!(out, "\n… and {} (--all shows all)", counted(groups.len() - shown, one, many))?;
    }
    Ok(())
}

/// How much is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shows {
    /// All places, not only the first ones.
    pub(super) all: bool,
    /// Also what is no more than possible.
    pub(super) possible: bool,
}

pub(super) fn summary(
    words: &Words<'_, '_>,
    refined: &Refined<'_>,
    shows: Shows,
    out: &mut String,
) -> Result<()> {
    let scan = words.scan;
    let follow: BTreeSet<String> = following(words).into_values().flatten().collect();
    let places = Places::of(words, &follow);
    let likely = counted(scan.counts.likely, "likely race", "likely races");
    let on = |places: usize, more: &str| counted(places, &format!("{more}place"), &format!("{more}places"));
    match (scan.counts.likely, scan.counts.races) {
        (0, 0) => writeln!(out, "no possible race")?,
        (0, _) => writeln!(out, "no likely race")?,
        (..) => writeln!(
            out,
            "{likely} on {}{}",
            on(places.likely.values().map(BTreeSet::len).sum(), ""),
            match places.objects.len() {
                0 => String::new(),
                objects => format!(", of {}", counted(objects, "abstract object", "abstract objects")),
            }
        )?,
    }
    let kinds = [
        ("field", "field", "fields"),
        ("static", "static field", "static fields"),
        ("elements", "array", "arrays"),
        ("state", "library object", "library objects"),
    ];
    let kinds =
        kinds.map(|(kind, one, many)| places.likely.get(kind).map(|all| counted(all.len(), one, many)));
    fill(2, ", ", &kinds.into_iter().flatten().collect::<Vec<_>>(), out);
    let possible = scan.counts.races.saturating_sub(scan.counts.likely);
    if possible > 0 {
        let more = if scan.counts.likely > 0 { "more " } else { "" };
        let pairs = counted(possible, "pair is possible", "pairs are possible");
        let on = on(places.possible.values().map(BTreeSet::len).sum(), more);
        let how = if shows.possible { "" } else { " (--possible shows them)" };
        writeln!(out, "{pairs}, on {on}{how}")?;
        for (doubt, places) in &places.possible {
            writeln!(out, "{:>10}  {}", places.len(), doubt_text(*doubt))?;
        }
    }
    if scan.counts.following > 0 {
        let pairs = counted(scan.counts.following, "more pair follows", "more pairs follow");
        let places = counted(follow.len(), "more place", "more places");
        let part = format!("{pairs} from these, on {places}");
        let why = "objects that a race publishes may be seen before they are complete";
        fill(2, ": ", &[part, why.to_owned()], out);
    }
    let counts = scan.counts;
    let pairs = counted(counts.original, "pair of accesses", "pairs of accesses");
    let parts = [
        format!(
            "{pairs} in {}; {} never of one object",
            counted(scan.threads, "thread", "threads"),
            counts.aliasing
        ),
        format!(
            "of the rest each filter alone removes: escape {}, parallel {}, locks {}, tasks {}{}",
            counts.escape,
            counts.parallel,
            counts.locks,
            counts.tasks,
            [("filtering", counts.filtering), ("call-locks", counts.call_locks)]
                .iter()
                .filter(|(_, count)| *count > 0)
                .map(|(filter, count)| format!(", {filter} {count}"))
                .collect::<String>()
        ),
    ];
    fill(0, "; ", &parts, out);
    let stopped = if refined.is_complete {
        ""
    } else {
        " (stopped: by --rounds, --work or --time, or because the last two changed nothing)"
    };
    writeln!(out, "{}{stopped}", counted(refined.rounds, "round", "rounds"))?;
    for note in words.points_to.fallbacks().iter().cloned().chain(unlisted(scan)) {
        writeln!(out, "note: {note}")?;
    }
    write_gaps(words.points_to, out)
}

/// The places that race.
#[derive(Default)]
struct Places {
    /// Those that are likely, by kind.
    likely: BTreeMap<&'static str, BTreeSet<String>>,
    /// The others, by what speaks against the one of their pairs for which most does.
    possible: BTreeMap<Doubt, BTreeSet<String>>,
    /// The objects of likely races.
    objects: BTreeSet<ObjectId>,
}

impl Places {
    /// All but those that race only because others publish their objects.
    fn of(words: &Words<'_, '_>, follow: &BTreeSet<String>) -> Places {
        let mut places = Places::default();
        let mut doubts: BTreeMap<String, Doubt> = BTreeMap::new();
        for race in &words.scan.races {
            let place = words.target(race.target, race.object);
            if follow.contains(&place) {
                continue;
            }
            match race.confidence {
                Confidence::Likely(_) => {
                    places.likely.entry(words.kind(race.target)).or_default().insert(place);
                    places.objects.extend(race.object);
                }
                Confidence::Possible(doubt) => {
                    let known = doubts.entry(place).or_insert(doubt);
                    *known = (*known).max(doubt);
                }
            }
        }
        doubts.retain(|place, _| !places.likely.values().any(|likely| likely.contains(place)));
        for (place, doubt) in doubts {
            places.possible.entry(doubt).or_default().insert(place);
        }
        places
    }
}

fn write_group(words: &Words<'_, '_>, group: &Group<'_>, view: View, out: &mut String) -> Result<()> {
    let (best, others) = match &group.races[..] {
        [best, others @ ..] => (best, others),
        [] => return Ok(()),
    };
    let (name, sites) = group.title.split_at(group.title.find(" [").unwrap_or(group.title.len()));
    let title = format!("{name}{}", brief(sites));
    fill(0, " :: ", &title.split(" :: ").map(str::to_owned).collect::<Vec<_>>(), out);
    fill(2, " ", &[confidence_text(best.confidence)], out);
    let names_object = view == View::Object || matches!(words.kind(best.target), "elements" | "state");
    // By object, the pairs are of several fields.
    let field = |race: &Race| match (view, race.object, words.kind(race.target)) {
        (View::Object, Some(_), "field") => Some(words.target(race.target, race.object)),
        _ => None,
    };
    if let Some(field) = field(best) {
        writeln!(out, "  {field}")?;
    }
    words.ends([&best.first, &best.second], &best.sides, IN_ANOTHER, out);
    if let Some(object) = best.object.filter(|_| !names_object) {
        words.chain(object, 2, out);
    }
    if let Some(inner) = best.inside.first() {
        let target = match words.kind(inner.target) {
            "field" | "static" => words.target(inner.target, None),
            kind => kind.to_owned(),
        };
        let target = format!("inside: {}:", brief(&target));
        let mut parts: Vec<String> =
            [target].into_iter().chain(words.pair(&inner.first, &inner.second)).collect();
        let more = best.inside.len() - 1;
        parts.extend((more > 0).then(|| format!("and {more} more (--unfold 1)")));
        fill(2, " ", &parts, out);
    }
    // One line of a program often has several accesses.
    let mut lines: Vec<(Vec<String>, usize)> = Vec::new();
    for race in others {
        let field = field(race).map(|field| format!("{field}:"));
        let line: Vec<String> = field.into_iter().chain(words.pair(&race.first, &race.second)).collect();
        match lines.iter().position(|(known, _)| *known == line) {
            Some(index) => lines[index].1 += 1,
            None if lines.len() == MORE => break,
            None => lines.push((line, 1)),
        }
    }
    let more = others.len() - lines.iter().map(|(_, count)| count).sum::<usize>();
    for (mut line, count) in lines {
        line[0].insert_str(0, "also ");
        line.extend((count > 1).then(|| format!("(×{count})")));
        fill(2, " ", &line, out);
    }
    if let [first, rest @ ..] = &group.publishes[..] {
        let mut parts = vec!["what it publishes may be seen before it is complete:".to_owned()];
        parts.extend([first].into_iter().chain(rest).take(MORE).map(|place| brief(place)));
        let more = group.publishes.len().saturating_sub(MORE);
        parts.extend((more > 0).then(|| format!("and {more} more")));
        fill(2, " ", &parts, out);
    }
    if more > 0 {
        let listed = if unlisted(words.scan).is_some() { "more" } else { "all" };
        writeln!(out, "  … and {} (--json lists {listed})", counted(more, "more pair", "more pairs"))?;
    }
    Ok(())
}
