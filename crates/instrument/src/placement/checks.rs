//! Many facts, few checks: fields of one object together, elements that lie in a row as a range.

use deadheat_program::ir::Value;
use deadheat_program::symbols::FieldRef;

use super::linear::Linear;
use super::paths::{Path, PathId, Paths};

/// An object that a check is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Target {
    /// As it was accessed last.
    Value(Value),
    /// As a loop accessed it by this path, if it did.
    InLoop(PathId),
}

/// What of the object is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    /// Fields; each with the path by which it was accessed.
    Fields(Vec<(FieldRef, PathId)>),
    /// An element; the path has its index.
    Element(PathId),
    /// Elements from the first to before the second, each so far from the last.
    Range(Linear, Linear, i32),
    /// Elements so far from a path's own: from the first to before the second, each so far from the last.
    Row(PathId, i32, i32, i32),
    /// A static field.
    Static(FieldRef),
}

/// One check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Check {
    pub(crate) is_write: bool,
    /// The object; a static field has none.
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
                checks.push(Check { is_write, target: None, part: Part::Static(*field), path: id });
            }
            Path::Element { array, .. } => {
                let target = Some(target.unwrap_or(Target::Value(*array)));
                checks.push(Check { is_write, target, part: Part::Element(id), path: id });
            }
            Path::Range { array, low, high, step, .. } => {
                let part = Part::Range(low.clone(), high.clone(), *step);
                checks.push(Check { is_write, target: Some(Target::Value(*array)), part, path: id });
            }
            Path::InLoop { .. } => {}
        }
    }
    extend_ranges(paths, &mut checks);
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
    if let Some(Check { part: Part::Fields(fields), .. }) =
        checks.iter_mut().filter(|_| coalesces).find(same)
    {
        fields.push(field);
        return;
    }
    checks.push(Check { is_write, target, part: Part::Fields(vec![field]), path: field.1 });
}

/// The element of the turn that a loop is in belongs to the range of those before.
fn extend_ranges(paths: &Paths<'_>, checks: &mut Vec<Check>) {
    let mut at = 0;
    while at < checks.len() {
        let Part::Element(id) = checks[at].part else {
            at += 1;
            continue;
        };
        let (is_write, Path::Element { index, .. }) = (checks[at].is_write, paths.path(id)) else {
            at += 1;
            continue;
        };
        let range = checks.iter_mut().find(|other| {
            let is_own = matches!(paths.path(other.path), Path::Range { element, .. } if *element == id);
            is_own && (other.is_write == is_write)
        });
        let Some(range) = range else {
            at += 1;
            continue;
        };
        let Path::Range { is_upward, .. } = paths.path(range.path) else { continue };
        if let Part::Range(low, high, _) = &mut range.part {
            if *is_upward {
                *high = index.plus(1);
            } else {
                *low = index.clone();
            }
        }
        checks.remove(at);
    }
}

/// Elements of one array that differ by numbers, all by the same from one to the next.
fn join_elements(paths: &Paths<'_>, checks: &mut Vec<Check>) {
    let index = |check: &Check| match (&check.part, check.target) {
        (Part::Element(id), Some(Target::Value(_))) => match paths.path(*id) {
            Path::Element { index, .. } => Some(index.clone()),
            _ => None,
        },
        _ => None,
    };
    let mut at = 0;
    while at < checks.len() {
        let Some(own) = index(&checks[at]) else {
            at += 1;
            continue;
        };
        let mut others: Vec<(i32, usize)> = Vec::new();
        for (other, check) in checks.iter().enumerate() {
            let is_like = check.target == checks[at].target && check.is_write == checks[at].is_write;
            let apart = index(check).filter(|_| is_like).and_then(|index| (&index - &own).number());
            others.extend(apart.map(|apart| (apart, other)));
        }
        others.sort_unstable();
        let step = others.windows(2).map(|pair| pair[1].0.wrapping_sub(pair[0].0)).collect::<Vec<_>>();
        let is_even = step.windows(2).all(|pair| pair[0] == pair[1]);
        if let (Some(&step), true, Some(&(first, _)), Some(&(last, _))) =
            (step.first().filter(|&&step| step > 0), is_even, others.first(), others.last())
        {
            let Part::Element(id) = checks[at].part else { continue };
            checks[at].part = Part::Row(id, first, last.wrapping_add(1), step);
            let mut gone: Vec<usize> = others.iter().map(|&(_, other)| other).filter(|&it| it != at).collect();
            gone.sort_unstable();
            gone.into_iter().rev().for_each(|it| drop(checks.remove(it)));
        }
        at += 1;
    }
}
