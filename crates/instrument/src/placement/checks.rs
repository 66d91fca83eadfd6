//! Many facts, few checks: fields of one object together, elements that lie in a row as a range.

use std::collections::BTreeMap;

use deadheat_program::ir::Value;
use deadheat_program::symbols::FieldRef;
use rustc_hash::FxHashMap;

use super::linear::Linear;
use super::paths::{Path, PathId, Paths};

/// An object that a check is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Target {
    /// As it was accessed last.
    Value(Value),
    /// As a loop accessed it by this path, if it did.
    InLoop(PathId),
    /// As a loop accesses it by this path, if it did not before.
    First(PathId),
}

/// What of the object is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    /// Fields; each with the path by which it was accessed.
    Fields(Vec<(FieldRef, PathId)>),
    /// An element; the path has its index.
    Element(PathId),
    /// Elements from the first to before the second, each so far from the last; and if there are any, so many more.
    Range(Linear, Linear, i32, i32),
    /// Elements so far from a path's own: from the first to before the second, each so far from the last.
    Row(PathId, i32, i32, i32),
    /// A static field.
    Static(FieldRef),
}

/// One check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Check {
    pub(crate) is_write: bool,
    /// The object; a static field has none, or the loop that accessed it.
    pub(crate) target: Option<Target>,
    pub(crate) part: Part,
    /// The path whose access is told of.
    pub(crate) path: PathId,
}

/// Gathers facts that are checked at one point; fields only if they may be.
pub(crate) fn gather(paths: &Paths<'_>, facts: &[usize], coalesces: bool) -> Vec<Check> {
    let mut checks: Vec<Check> = Vec::new();
    for &fact in facts {
        let (id, is_write) = PathId::of_fact(fact);
        if let Path::InLoop { path, .. } = paths.path(id)
            && [is_write, true].iter().any(|&is_write| facts.binary_search(&path.fact(is_write)).is_ok())
        {
            // The same object was accessed outside of the loop, too.
            continue;
        }
        let (path, target) = match paths.path(id) {
            Path::InLoop { path, .. } => (paths.path(*path), Some(Target::InLoop(id))),
            path => (path, None),
        };
        match path {
            Path::Field { object, field } => {
                let target = Some(target.unwrap_or(Target::Value(*object)));
                add_field(&mut checks, is_write, target, (*field, id), coalesces);
            }
            Path::Static { field } => {
                checks.push(Check { is_write, target, part: Part::Static(*field), path: id });
            }
            Path::Element { array, .. } => {
                let target = Some(target.unwrap_or(Target::Value(*array)));
                checks.push(Check { is_write, target, part: Part::Element(id), path: id });
            }
            Path::Range { array, low, high, step, .. } => {
                let part = Part::Range(low.clone(), high.clone(), *step, 0);
                checks.push(Check { is_write, target: Some(Target::Value(*array)), part, path: id });
            }
            Path::InLoop { .. } => {}
        }
    }
    extend_ranges(paths, &mut checks);
    join_ranges(paths, &mut checks);
    join_elements(paths, &mut checks);
    checks
}

fn add_field(
    checks: &mut Vec<Check>,
    is_write: bool,
    target: Option<Target>,
    field: (FieldRef, PathId),
    coalesces: bool,
) {
    let same = |check: &&mut Check| check.is_write == is_write && check.target == target;
    if let Some(Check { part: Part::Fields(fields), .. }) = checks.iter_mut().filter(|_| coalesces).find(same)
    {
        fields.push(field);
        return;
    }
    checks.push(Check { is_write, target, part: Part::Fields(vec![field]), path: field.1 });
}

/// The element of the turn that a loop is in belongs to the range of those before.
fn extend_ranges(paths: &Paths<'_>, checks: &mut Vec<Check>) {
    let mut turns: FxHashMap<(PathId, bool), usize> = FxHashMap::default();
    for (at, check) in checks.iter().enumerate() {
        if let Path::Range { element, .. } = paths.path(check.path) {
            turns.insert((*element, check.is_write), at);
        }
    }
    let mut gone = Vec::new();
    for at in 0..checks.len() {
        let Part::Element(id) = checks[at].part else { continue };
        let (Path::Element { index, .. }, Some(&range)) =
            (paths.path(id), turns.get(&(id, checks[at].is_write)))
        else {
            continue;
        };
        let Path::Range { is_upward, .. } = paths.path(checks[range].path) else { continue };
        if let Part::Range(low, high, ..) = &mut checks[range].part {
            if *is_upward {
                *high = index.plus(1);
            } else {
                *low = index.clone();
            }
            gone.push(at);
        }
    }
    gone.into_iter().rev().for_each(|at| drop(checks.remove(at)));
}

/// Ranges of one array that are equally long and begin a few elements after each other: those that fill each other's
/// gaps, and those without gaps.
fn join_ranges(paths: &Paths<'_>, checks: &mut Vec<Check>) {
    // Whether a range ends where the next turn's would begin, not behind its own last element.
    let is_whole = |check: &Check| match (paths.path(check.path), &check.part) {
        (Path::Range { is_upward, high, .. }, Part::Range(_, own, ..)) => *is_upward && own == high,
        _ => false,
    };
    let mut at = 0;
    while at < checks.len() {
        let Part::Range(low, high, step, 0) = &checks[at].part else {
            at += 1;
            continue;
        };
        let length = high - low;
        let mut row: Vec<(i32, usize)> = Vec::new();
        for (other, check) in checks.iter().enumerate() {
            let is_like = check.target == checks[at].target
                && check.is_write == checks[at].is_write
                && is_whole(check) == is_whole(&checks[at]);
            let Part::Range(other_low, other_high, other_step, 0) = &check.part else { continue };
            if is_like && other_step == step && other_high - other_low == length {
                row.extend((other_low - low).number().map(|apart| (apart, other)));
            }
        }
        row.sort_unstable();
        let first = row[0].0;
        let gap = row.windows(2).next().and_then(|pair| pair[1].0.checked_sub(pair[0].0));
        let is_even = row.windows(2).all(|pair| pair[1].0.checked_sub(pair[0].0) == gap);
        let last = row[row.len() - 1].0;
        let (low, high) = (low.plus(first), high.plus(first));
        let joined = match gap.filter(|_| is_even) {
            Some(gap) if gap > 0 && gap.checked_mul(row.len() as i32) == Some(*step) => {
                let more = if is_whole(&checks[at]) { 0 } else { last.wrapping_sub(first) };
                Some(Part::Range(low, high, gap, more))
            }
            Some(1) if *step == 1 => Some(Part::Range(low, high, 1, last.wrapping_sub(first))),
            _ => None,
        };
        if let Some(joined) = joined {
            checks[at].part = joined;
            let mut gone: Vec<usize> = row.into_iter().map(|(_, it)| it).filter(|&it| it != at).collect();
            gone.sort_unstable();
            gone.into_iter().rev().for_each(|it| drop(checks.remove(it)));
        }
        at += 1;
    }
}

/// Elements of one array that differ by numbers, all by the same from one to the next.
fn join_elements(paths: &Paths<'_>, checks: &mut Vec<Check>) {
    // By array, kind and what the index is besides a number.
    type Row<'p> = (Value, bool, &'p [(Value, i32)]);
    let mut rows: BTreeMap<Row<'_>, Vec<(i32, usize)>> = BTreeMap::new();
    for (at, check) in checks.iter().enumerate() {
        if let (Part::Element(id), Some(Target::Value(array))) = (&check.part, check.target)
            && let Path::Element { index, .. } = paths.path(*id)
        {
            let row = rows.entry((array, check.is_write, &index.terms)).or_default();
            row.push((index.constant, at));
        }
    }
    let mut gone = Vec::new();
    for mut row in rows.into_values() {
        row.sort_unstable();
        let steps = |pair: &[(i32, usize)]| pair[1].0.checked_sub(pair[0].0);
        let Some(step) = row.windows(2).next().and_then(steps) else { continue };
        if row.windows(2).any(|pair| steps(pair) != Some(step)) {
            continue;
        }
        let Some(&(_, keeper)) = row.iter().min_by_key(|&&(_, at)| at) else { continue };
        let own = row.iter().find(|&&(_, at)| at == keeper).map_or(0, |&(constant, _)| constant);
        let (first, last) = (row[0].0, row[row.len() - 1].0);
        if let Part::Element(id) = checks[keeper].part {
            let (from, to) = (first.wrapping_sub(own), last.wrapping_sub(own).wrapping_add(1));
            checks[keeper].part = Part::Row(id, from, to, step);
            gone.extend(row.iter().map(|&(_, at)| at).filter(|&at| at != keeper));
        }
    }
    gone.sort_unstable();
    let mut gone = gone.into_iter().peekable();
    let mut at = 0;
    checks.retain(|_| {
        at += 1;
        gone.next_if(|&it| it == at - 1).is_none()
    });
}
