//! A scan as JSON: all races, and how large the program and the work were.

use std::collections::{BTreeMap, BTreeSet};

use deadheat_points_to::{PointsTo, SiteId, SiteKind};
use deadheat_program::ClassId;
use deadheat_races::{Inner, Level, Race, Refined};
use serde_json::{Map, Value, json};

use super::confidence::{because, name};
use super::words::{Words, unlisted};
use crate::analysis::{gap_counts, missing_classes, unreadable};

/// Of more races the sides are left out: each is a search of its own.
const WITH_SIDES: usize = 2000;

pub(super) fn of(refined: &Refined<'_>) -> Value {
    let (points_to, scan) = (&refined.points_to, &refined.scan);
    let words = Words::new(points_to, scan);
    let has_sides = scan.races.len() <= WITH_SIDES;
    // Those of likely races are what readers look at.
    let has_likely = scan.counts.likely <= WITH_SIDES;
    let is_shown = |found: &Race| has_sides || has_likely && found.confidence.is_likely();
    let races: Vec<Value> = scan.races.iter().map(|found| race(&words, found, is_shown(found))).collect();
    let gaps: Map<String, Value> =
        gap_counts(points_to).into_iter().map(|(kind, count)| (kind.to_string(), json!(count))).collect();
    let [all, application] = sizes(points_to);
    let counts = scan.counts;
    let removed = |count: usize| json!({ "removed": count });
    let mut whole = json!({
        "version": 1,
        "races": races,
        "threads": scan.threads,
        "rounds": refined.rounds,
        "pairs": counts.races,
        "likely": counts.likely,
        "following": counts.following,
        "complete": refined.is_complete,
        "candidates": counts.original,
        "removed": {
            "aliasing": counts.aliasing,
            "escape": counts.escape,
            "parallel": counts.parallel,
            "locks": counts.locks,
            "tasks": counts.tasks,
            "filtering": counts.filtering,
            "callLocks": counts.call_locks,
        },
        "filters": {
            "aliasing": removed(counts.aliasing),
            "escape": removed(counts.escape),
            "parallel": removed(counts.parallel),
            "locks": removed(counts.locks),
            "tasks": removed(counts.tasks),
            "filtering": removed(counts.filtering),
            "callLocks": removed(counts.call_locks),
        },
        "unfolded": scan.unfolded.iter().map(|level| unfolded(&words, level)).collect::<Vec<_>>(),
        "k": k_profile(points_to),
        "classes": all.classes.len(),
        "methods": all.methods,
        "bytecodes": all.bytecodes,
        "application": {
            "classes": application.classes.len(),
            "methods": application.methods,
            "bytecodes": application.bytecodes,
        },
        "gaps": gaps,
        "missingClasses": missing_classes(points_to),
        "unreadable": unreadable(points_to),
        "fallbacks": points_to.fallbacks(),
    });
    let mut notes: Vec<String> = Vec::new();
    if !has_sides {
        notes.push(format!(
            "more than {WITH_SIDES} races: threads, call paths and locks (\"sides\"){} are left out",
            if has_likely { " of those that are no more than possible" } else { "" }
        ));
    }
    notes.extend(unlisted(scan));
    if !notes.is_empty() {
        whole["note"] = json!(notes.join("; "));
    }
    whole
}

/// What a scan found with less library code.
fn unfolded(words: &Words<'_, '_>, level: &Level) -> Value {
    let races: Vec<Value> = level.races.iter().map(|found| race(words, found, false)).collect();
    json!({ "folds": level.folds, "pairs": level.counts.races, "races": races })
}

fn race(words: &Words<'_, '_>, race: &Race, has_sides: bool) -> Value {
    let mut whole = json!({
        "kind": words.kind(race.target),
        "target": words.target(race.target, race.object),
        "object": race.object.map(|object| words.object(object).to_string()),
        "first": words.end_to_json(&race.first),
        "second": words.end_to_json(&race.second),
    });
    if !race.inside.is_empty() {
        let inner = |inner: &Inner| {
            json!({
                "kind": words.kind(inner.target),
                "target": words.target(inner.target, None),
                "first": words.end_to_json(&inner.first),
                "second": words.end_to_json(&inner.second),
            })
        };
        whole["inside"] = race.inside.iter().map(inner).collect();
    }
    whole["confidence"] = json!(name(race.confidence));
    whole["because"] = json!(because(race.confidence));
    if let Some((target, object)) = race.published_by {
        whole["publishedBy"] = json!(words.target(target, object));
    }
    if has_sides {
        whole["sides"] = race.sides.iter().map(|side| words.side_to_json(side)).collect();
    }
    whole
}

/// How many allocation sites of the application have each k.
fn k_profile(points_to: &PointsTo<'_>) -> BTreeMap<String, usize> {
    let mut sites: BTreeSet<SiteId> = BTreeSet::new();
    for object in points_to.objects() {
        sites.extend(points_to.sites(object));
    }
    let mut profile: BTreeMap<String, usize> = BTreeMap::new();
    for site in sites {
        let place = points_to.site_place(site);
        let is_application =
            place.is_some_and(|(method, _)| points_to.program().is_application(method.class));
        if is_application && matches!(points_to.site_kind(site), SiteKind::Alloc(..)) {
            *profile.entry(points_to.k(site).to_string()).or_default() += 1;
        }
    }
    profile
}

/// Code that can run.
#[derive(Default)]
struct Size {
    classes: BTreeSet<ClassId>,
    methods: usize,
    bytecodes: usize,
}

/// The code that can run in all, and of it the application's.
fn sizes(points_to: &PointsTo<'_>) -> [Size; 2] {
    let program = points_to.program();
    let mut sizes = [Size::default(), Size::default()];
    for method in points_to.methods() {
        let code = program
            .class(method.class)
            .ok()
            .and_then(|class| class.code(class.methods.get(usize::from(method.index))?).ok().flatten());
        let meant = 1 + usize::from(program.is_application(method.class));
        for size in &mut sizes[..meant] {
            size.classes.insert(method.class);
            size.methods += 1;
            size.bytecodes += code.as_ref().map_or(0, |code| code.bytes.len());
        }
    }
    sizes
}
