//! Checks that are not moved, but for those of fields that may share a shadow: accesses of one object that stand next to each
//! other are checked together, behind the last of them.
//!
//! RedCard's proxies are fields that are accessed between the same synchronisations. Here they are seen where nothing in
//! between synchronises, throws or branches, so that a check behind all accesses is legitimate for each of them, and covers it.

use std::collections::BTreeMap;

use deadheat_program::ir::{BlockId, Inst, InstId, Value};

use super::contexts::{Placed, Point};
use super::paths::{Path, Paths};

/// Accesses of an object in one way that wait for each other.
type Waiting = BTreeMap<(Value, bool), Vec<InstId>>;

/// Joins the checks of accesses that are meant, of those that are checked where they are.
pub(crate) fn join(
    paths: &Paths<'_>,
    throws: &[bool],
    is_meant: &dyn Fn(InstId) -> bool,
    placed: &mut Placed,
) {
    for block in paths.body.blocks() {
        join_in(paths, block, throws, is_meant, placed);
    }
}

fn join_in(
    paths: &Paths<'_>,
    block: BlockId,
    throws: &[bool],
    is_meant: &dyn Fn(InstId) -> bool,
    placed: &mut Placed,
) {
    let mut waiting = Waiting::new();
    let last = paths.body.terminator(block);
    for inst in paths.body.block_insts(block) {
        if inst == last || throws[inst.index()] || !paths.effects[inst.index()].is_none() {
            settle(paths, point(paths, block, inst), std::mem::take(&mut waiting), placed);
        }
        let access = paths.accesses.get(&inst).filter(|_| placed.at_once.contains(&inst) && is_meant(inst));
        if let Some((access, Path::Field { object, .. })) =
            access.map(|access| (access, paths.path(access.path)))
        {
            waiting.entry((*object, access.is_write)).or_default().push(inst);
        }
    }
}

/// What is before an instruction. A block that leads to another need not end with an instruction of its own for that.
fn point(paths: &Paths<'_>, block: BlockId, inst: InstId) -> Point {
    match (paths.body.inst(inst), paths.body.succs(block)) {
        (Inst::Goto, &[next]) => Point::Edge(block, next),
        _ => Point::Before(inst),
    }
}

/// Places the checks of accesses that have waited for others.
fn settle(paths: &Paths<'_>, point: Point, waiting: Waiting, placed: &mut Placed) {
    let mut facts = Vec::new();
    for inst in waiting.into_values().filter(|accesses| accesses.len() > 1).flatten() {
        if let Some(access) = paths.accesses.get(&inst) {
            facts.push(access.path.fact(access.is_write));
            placed.at_once.remove(&inst);
        }
    }
    facts.sort_unstable();
    if !facts.is_empty() {
        placed.checks.push((point, facts));
    }
}
