//! Where checks go: BigFoot's history and anticipation, for each point of a method.
//!
//! Naive model: a check right behind each access. Here checks wait as long as nothing is lost by that, so that many of
//! them become one or none:
//!
//! ```text
//! accessed      ──forward──▶  what was accessed on every way here, with no release since
//! anticipated   ◀─backward──  what will be accessed on every way from here, before any acquire
//! checked       ──forward──▶  what was checked on every way here, with no release since
//! ```
//!
//! What was accessed and not checked is pending. It is checked before an acquire; before a release, unless it is
//! anticipated; where ways meet of which not all have accessed it, unless it is anticipated; before the method
//! ends. A check so placed is legitimate, for its path was accessed and nothing released since; and every access is
//! covered.
//!
//! Ways that an exception takes count as ways: what is pending where something may throw is checked on the way
//! out ([`Placed::on_throw`]); what is anticipated there would perhaps not be accessed, so it is not anticipated.
//!
//! How long what was checked stands is said in [`standing`](super::standing).
//!
//! Loops: a range of elements, and a path that does not change in the loop, hold vacuously where the loop is entered.
//! Loops that may not end do not keep anything waiting: all is checked where they are entered and at each turn. What
//! they will access for sure, and never release, is checked before they begin.
//!
//! Without motion each check is made at its access, and nothing is pending. With peeling (Choi et al., section 6.3) a path that
//! does not change in a loop is checked by the first turn that accesses it ([`Placed::firsts`]). The paper copies the loop's
//! body for the first turn, and what is checked there stands for the rest. Here a variable has the object that the loop has
//! checked ([`crate::placed`]), and a [`Path::InLoop`] says "what the variable has still stands": it holds where the loop
//! is entered, where the variable is emptied, and no longer than a check does. So no code is copied, the first
//! access may come in any turn or after an exception, an access on some turns only is checked when it is first made, and
//! neither does it matter whether the loop ends, nor what loops with several entries are inside. All ways into the loop lead
//! through its head, so the variable never has what was checked before. The object is compared, not only
//! counted: even if it were another one, it would be checked.

use std::cell::RefCell;
use std::collections::BTreeMap;

use deadheat_program::ir::{BlockId, ElementKind, Inst, InstId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bits::{Rows, has, insert, intersect, ones, remove};
use super::paths::{Access, Knowledge, Path, PathId, Paths};
use super::standing::Layout;
use super::throws;
use crate::techniques::Technique;

/// More than these are not checked on the way out.
const MOST_PENDING: usize = 64;
/// More accesses of one method than these have no variable that tells of the first.
const MOST_FIRSTS: usize = 24;
/// Facts times blocks; more are not worth the time.
const MOST_FACTS: usize = 1 << 22;

/// Where a check goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Point {
    /// Before an instruction.
    Before(InstId),
    /// Where one block leads to another.
    Edge(BlockId, BlockId),
}

/// What is to be checked where.
#[derive(Debug, Default)]
pub(crate) struct Placed {
    /// Facts, in the order of the points.
    pub(crate) checks: Vec<(Point, Vec<usize>)>,
    /// Facts that are checked if an instruction throws.
    pub(crate) on_throw: Vec<(InstId, Vec<usize>)>,
    /// What is pending about the same object, where it is accessed and may be another one after all.
    pub(crate) on_change: BTreeMap<InstId, Vec<usize>>,
    /// Edges by which loops are entered.
    pub(crate) begins: Vec<(BlockId, BlockId)>,
    /// Accesses that are checked where they are.
    pub(crate) at_once: FxHashSet<InstId>,
    /// Accesses that are checked where they are, unless an earlier turn of their loop has.
    pub(crate) firsts: FxHashSet<InstId>,
    /// Reads that a write to come speaks for.
    pub(crate) spoken_for: FxHashSet<InstId>,
    /// By instruction, whether it may throw.
    pub(crate) throws: Vec<bool>,
}

struct Contexts<'p, 'm> {
    paths: &'p Paths<'m>,
    throws: Vec<bool>,
    /// The paths that a value is part of.
    mentioning: FxHashMap<InstId, Vec<PathId>>,
    moves: bool,
    eliminates: bool,
    /// How long checks stand.
    layout: Layout,
    /// The facts that tell of the first turns of loops.
    first_turns: Vec<u64>,
    /// Whether what is pending where an instruction throws can be checked on the way out.
    can_catch: &'p dyn Fn(InstId) -> bool,
    accessed: Rows,
    anticipated: Rows,
    /// After the instructions that are asked about.
    coming: FxHashMap<InstId, Vec<u64>>,
    /// Heads of loops in which something throws that cannot be caught: a range would be checked as a whole at each turn.
    torn: FxHashSet<BlockId>,
    /// Throwing instructions at which too much was pending: there all is checked. Grows while facts are looked for.
    crowded: RefCell<FxHashSet<InstId>>,
    checked_in: Rows,
    checked_out: Rows,
    accessed_out: Rows,
    spoken_for: FxHashSet<InstId>,
}

/// Finds the places of all checks; `None` if there are too many facts.
pub(crate) fn place(
    paths: &Paths<'_>,
    knowledge: &Knowledge<'_>,
    can_catch: &dyn Fn(InstId) -> bool,
) -> Option<Placed> {
    let (blocks, facts) = (paths.body.block_count(), paths.facts());
    let layout = Layout::new(paths.body, knowledge.standing, facts);
    if blocks.saturating_mul(facts.max(64 * layout.words())) > MOST_FACTS {
        return None;
    }
    let checked = Rows::new(blocks, 64 * layout.words(), true);
    let mut contexts = Contexts {
        paths,
        throws: throws::find(paths),
        mentioning: mentioning(paths),
        moves: knowledge.techniques.has(Technique::Motion),
        eliminates: knowledge.eliminates(),
        first_turns: first_turns(paths),
        layout,
        can_catch,
        accessed: Rows::new(blocks, facts, true),
        anticipated: Rows::new(blocks, facts, true),
        coming: FxHashMap::default(),
        torn: FxHashSet::default(),
        crowded: RefCell::default(),
        checked_in: checked.clone(),
        checked_out: checked,
        accessed_out: Rows::new(blocks, facts, true),
        spoken_for: FxHashSet::default(),
    };
    contexts.torn = contexts.find_torn();
    contexts.anticipate();
    contexts.speak_for();
    contexts.access();
    Some(contexts.check())
}

impl Contexts<'_, '_> {
    fn empty(&self) -> Vec<u64> {
        vec![0; self.paths.facts().div_ceil(64)]
    }

    /// Whether a loop that may not end has this head.
    fn is_open(&self, head: BlockId) -> bool {
        let paths = self.paths;
        paths.loop_at(head).is_some_and(|id| !paths.ends(id))
            || paths.loops.irreducible.iter().any(|&(_, target)| target == head)
    }

    fn find_torn(&self) -> FxHashSet<BlockId> {
        let body = self.paths.body;
        let leaves = |inst| matches!(body.inst(inst), Inst::Return(_) | Inst::Throw(_));
        let tears = |inst: InstId| self.throws[inst.index()] && !leaves(inst) && !(self.can_catch)(inst);
        let loops =
            self.paths.loops.iter().filter(|(_, found)| {
                found.blocks.iter().flat_map(|&block| body.block_insts(block)).any(tears)
            });
        loops.map(|(_, found)| found.head).collect()
    }

    // What will be accessed.

    fn anticipate(&mut self) {
        let body = self.paths.body;
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for block in body.blocks().rev() {
                let mut bits = self.after(block);
                for inst in body.block_insts(block).rev() {
                    self.anticipate_at(inst, &mut bits);
                }
                is_changed |= self.anticipated.set(block.index(), &bits);
            }
        }
        for block in body.blocks() {
            let mut bits = self.after(block);
            for inst in body.block_insts(block).rev() {
                let is_asked = self.paths.effects[inst.index()].releases
                    || self.paths.accesses.get(&inst).is_some_and(|access| access.in_loop.is_some());
                if is_asked {
                    self.coming.insert(inst, bits.clone());
                }
                self.anticipate_at(inst, &mut bits);
            }
        }
    }

    /// What is anticipated at a block's end.
    fn after(&self, block: BlockId) -> Vec<u64> {
        let body = self.paths.body;
        let succs = body.succs(block);
        let mut bits = self.empty();
        if succs.is_empty() || !self.moves {
            return bits;
        }
        bits.fill(!0);
        for &next in succs {
            if next <= block && self.is_open(next) {
                return self.empty();
            }
            intersect(&mut bits, &self.coming_to(next));
        }
        bits
    }

    fn anticipate_at(&self, inst: InstId, bits: &mut [u64]) {
        let effect = self.paths.effects[inst.index()];
        if effect.acquires || self.throws[inst.index()] {
            bits.fill(0);
        }
        self.forget(inst, bits);
        if let Some(access) = self.paths.accesses.get(&inst) {
            // A store that the array's class refuses does not happen; else, who throws here could not have
            // accessed the path before.
            let is_sure = !matches!(self.paths.body.inst(inst), Inst::ArrayStore(ElementKind::Ref, ..));
            if is_sure {
                insert_access(bits, access);
            }
        }
    }

    /// Removes what mentions a value.
    fn forget(&self, value: InstId, bits: &mut [u64]) {
        for path in self.mentioning.get(&value).into_iter().flatten() {
            remove(bits, path.fact(false));
            remove(bits, path.fact(true));
        }
    }

    /// What is anticipated where a block begins, of what means the same on all ways there.
    fn coming_to(&self, block: BlockId) -> Vec<u64> {
        let body = self.paths.body;
        let mut bits = self.anticipated.row(block.index()).to_vec();
        let phis = body.block_insts(block).take_while(|&inst| matches!(body.inst(inst), Inst::Phi(_)));
        phis.for_each(|phi| self.forget(phi, &mut bits));
        bits
    }

    /// Reads that will be written for sure need nothing of their own.
    fn speak_for(&mut self) {
        for (inst, access) in &self.paths.accesses {
            if access.in_loop.is_some()
                && !access.is_write
                && let Some(coming) = self.coming.get(inst)
                && has(coming, access.path.fact(true))
            {
                self.spoken_for.insert(*inst);
            }
        }
    }

    // What was accessed.

    fn access(&mut self) {
        let body = self.paths.body;
        if !self.moves {
            // What is checked at once is not waited for.
            let (blocks, facts) = (body.block_count(), self.paths.facts());
            (self.accessed, self.accessed_out) =
                (Rows::new(blocks, facts, false), Rows::new(blocks, facts, false));
            return;
        }
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for block in body.blocks() {
                let mut bits = self.meet(block, |pred| self.accessed_out.row(pred.index()).to_vec());
                bits.truncate(self.empty().len());
                is_changed |= self.accessed.set(block.index(), &bits);
                body.block_insts(block).for_each(|inst| self.access_at(inst, &mut bits));
                is_changed |= self.accessed_out.set(block.index(), &bits);
            }
        }
    }

    /// What holds where a block begins, by what holds at the ends of those before it.
    fn meet(&self, block: BlockId, at_end: impl Fn(BlockId) -> Vec<u64>) -> Vec<u64> {
        let body = self.paths.body;
        let mut bits = vec![!0; self.layout.words()];
        if block == BlockId::ENTRY {
            bits.fill(0);
        }
        for &pred in body.preds(block) {
            let mut edge = at_end(pred);
            self.turn(pred, block, &mut edge);
            intersect(&mut bits, &edge);
        }
        if body.block(block).is_pad {
            self.catch(&mut bits);
        }
        bits
    }

    /// What a handler knows: of first turns all that holds at the ends of the blocks that throw, for nothing in a block makes
    /// it hold again.
    fn catch(&self, bits: &mut [u64]) {
        let (facts, behind) = bits.split_at_mut(self.first_turns.len());
        intersect(facts, &self.first_turns);
        behind.fill(0);
    }

    /// What an edge makes of facts about loops.
    fn turn(&self, from: BlockId, to: BlockId, bits: &mut [u64]) {
        if self.paths.loop_at(to).is_none() {
            return;
        }
        let enters = self.paths.enters(from, to);
        for id in self.paths.of_loop(to) {
            match *self.paths.path(id) {
                Path::InLoop { is_write, .. } if enters => insert(bits, id.fact(is_write)),
                Path::Range { element, .. } => {
                    for is_write in [false, true] {
                        if self.torn.contains(&to) {
                            remove(bits, id.fact(is_write));
                        } else if enters {
                            insert(bits, id.fact(is_write));
                        } else if !has(bits, element.fact(is_write)) {
                            remove(bits, id.fact(is_write));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn access_at(&self, inst: InstId, bits: &mut [u64]) {
        if self.paths.effects[inst.index()].releases {
            bits.fill(0);
        }
        let Some(access) = self.paths.accesses.get(&inst) else { return };
        match access.in_loop {
            // It may have been lost since the loop was entered, where a handler came in between.
            Some(in_loop) if !self.spoken_for.contains(&inst) => insert(bits, in_loop.fact(access.is_write)),
            Some(_) => {}
            None => insert_access(bits, access),
        }
    }

    // What was checked, and what is to be.

    fn check(mut self) -> Placed {
        let body = self.paths.body;
        // What is checked where it is crowded is not pending elsewhere, so each such place makes the facts other ones.
        loop {
            let crowded = self.crowded.borrow().len();
            self.find_checked();
            if self.crowded.borrow().len() == crowded {
                break;
            }
            let checked = Rows::new(body.block_count(), 64 * self.layout.words(), true);
            (self.checked_in, self.checked_out) = (checked.clone(), checked);
        }
        let mut placed = Placed::default();
        for block in body.blocks() {
            let mut bits = self.checked_in.row(block.index()).to_vec();
            self.check_block(block, &mut bits, Some(&mut placed));
            for &next in body.succs(block) {
                let facts = self.due(block, next);
                if !facts.is_empty() {
                    placed.checks.push((Point::Edge(block, next), facts));
                }
                if self.paths.enters(block, next) {
                    placed.begins.push((block, next));
                }
            }
        }
        placed.spoken_for = self.spoken_for;
        placed.throws = self.throws;
        placed
    }

    fn find_checked(&mut self) {
        let body = self.paths.body;
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for block in body.blocks() {
                let mut bits = self.meet(block, |pred| {
                    let mut edge = self.checked_out.row(pred.index()).to_vec();
                    self.due(pred, block).into_iter().for_each(|fact| insert_fact(&mut edge, fact));
                    edge
                });
                is_changed |= self.checked_in.set(block.index(), &bits);
                self.check_block(block, &mut bits, None);
                is_changed |= self.checked_out.set(block.index(), &bits);
            }
        }
    }

    fn check_block(&self, block: BlockId, checked: &mut [u64], mut placed: Option<&mut Placed>) {
        let body = self.paths.body;
        let mut accessed = self.accessed.row(block.index()).to_vec();
        for inst in body.block_insts(block) {
            let effect = self.paths.effects[inst.index()];
            let leaves = matches!(body.inst(inst), Inst::Return(_) | Inst::Throw(_));
            let throws = self.throws[inst.index()] && !leaves;
            let matters = leaves || throws || !effect.is_none();
            let pending = if matters { pending(&accessed, checked) } else { Vec::new() };
            if throws && pending.len() > MOST_PENDING {
                self.crowded.borrow_mut().insert(inst);
            }
            let is_caught = (self.can_catch)(inst) && !self.crowded.borrow().contains(&inst);
            let must = leaves || effect.acquires || throws && !is_caught;
            let is_now = |fact: &usize| {
                must || effect.releases && self.coming.get(&inst).is_none_or(|coming| !has(coming, *fact))
            };
            let (now, later): (Vec<usize>, Vec<usize>) = pending.into_iter().partition(is_now);
            if throws
                && !later.is_empty()
                && let Some(placed) = placed.as_deref_mut()
            {
                placed.on_throw.push((inst, later));
            }
            now.iter().for_each(|&fact| insert_fact(checked, fact));
            if let Some(placed) = placed.as_deref_mut()
                && !now.is_empty()
            {
                placed.checks.push((Point::Before(inst), now));
            }
            self.layout.pass(body, (inst, effect), checked);
            if let Some(placed) = placed.as_deref_mut() {
                self.note_change(inst, &accessed, checked, placed);
            }
            self.access_at(inst, &mut accessed);
            let Some(access) = self.paths.accesses.get(&inst) else { continue };
            if !self.eliminates {
                remove(checked, access.path.fact(false));
                remove(checked, access.path.fact(true));
            }
            let is_covered = has(checked, fact_of(access));
            if let Some(in_loop) = access.in_loop.filter(|_| !is_covered && !self.spoken_for.contains(&inst))
            {
                remove(checked, in_loop.fact(access.is_write));
            }
            if !self.moves && !has(checked, fact_of(access)) {
                self.check_at_once(access, checked, placed.as_deref_mut());
            }
        }
    }

    /// Checks an access where it is; if it is in a loop that does not change it, only the first time.
    fn check_at_once(&self, access: &Access, checked: &mut [u64], placed: Option<&mut Placed>) {
        insert_fact(checked, fact_of(access));
        let first = access.first.map(|first| first.fact(access.is_write));
        if let Some(placed) = placed {
            let is_known =
                first.is_some_and(|first| has(checked, first)) && placed.firsts.len() < MOST_FIRSTS;
            if is_known { &mut placed.firsts } else { &mut placed.at_once }.insert(access.inst);
        }
        if let Some(first) = first {
            self.layout.renew(first, checked);
        }
    }

    /// Notes what is pending about an object that an access may find to be another one.
    fn note_change(&self, inst: InstId, accessed: &[u64], checked: &[u64], placed: &mut Placed) {
        let paths = self.paths;
        let Some(access) = paths.accesses.get(&inst).filter(|access| access.in_loop.is_none()) else {
            return;
        };
        let Some(value) = paths.guarded(access.path) else { return };
        let is_meant = |&fact: &usize| {
            let (id, _) = PathId::of_fact(fact);
            paths.guarded(id) == Some(value) && !matches!(paths.path(id), Path::InLoop { .. })
        };
        let facts = pending(accessed, checked).into_iter().filter(is_meant).collect();
        placed.on_change.insert(inst, facts);
    }

    /// What is to be checked on the way from a block to another.
    fn due(&self, from: BlockId, to: BlockId) -> Vec<usize> {
        let mut facts = self.lost(from, to);
        facts.extend(self.early(from, to));
        facts.sort_unstable();
        facts.dedup();
        facts
    }

    /// What is pending at a block's end and cannot wait on the way to another.
    fn lost(&self, from: BlockId, to: BlockId) -> Vec<usize> {
        let paths = self.paths;
        let accessed = self.accessed_out.row(from.index());
        let pending = pending(accessed, self.checked_out.row(from.index()));
        if pending.is_empty() || self.is_open(to) {
            return pending;
        }
        let (kept, coming) = (self.accessed.row(to.index()), self.coming_to(to));
        let enters = paths.enters(from, to);
        let is_lost = |&fact: &usize| {
            let (id, is_write) = PathId::of_fact(fact);
            // Where a loop is entered, what it did the last time is over.
            let begins = enters && paths.of_loop(to).any(|other| other == id);
            let is_kept = has(kept, fact) && !begins;
            // The turn's element is one of the range from now on.
            let is_in_range = || {
                !enters
                    && paths.loop_at(to).is_some()
                    && paths.of_loop(to).any(|range| match paths.path(range) {
                        Path::Range { element, .. } => *element == id && has(kept, range.fact(is_write)),
                        _ => false,
                    })
            };
            !is_kept && !has(&coming, fact) && !is_in_range()
        };
        pending.into_iter().filter(is_lost).collect()
    }

    /// What a loop that may not end will access for sure, and with no release in it: checked where it is entered.
    fn early(&self, from: BlockId, to: BlockId) -> Vec<usize> {
        let paths = self.paths;
        let Some(id) = paths.loop_at(to).filter(|_| self.moves && self.is_open(to) && paths.enters(from, to))
        else {
            return Vec::new();
        };
        let found = paths.loops.get(id);
        let mut insts = found.blocks.iter().flat_map(|&block| paths.body.block_insts(block));
        if !paths.loops.irreducible.is_empty() || insts.any(|inst| paths.effects[inst.index()].releases) {
            return Vec::new();
        }
        let checked = self.checked_out.row(from.index());
        let is_early = |&fact: &usize| {
            let (path, _) = PathId::of_fact(fact);
            let is_at_hand = match paths.list.get(path.0 as usize) {
                Some(Path::Field { object, .. }) => matches!(paths.body.inst(*object), Inst::Param(_)),
                Some(Path::Static { .. }) => true,
                _ => false,
            };
            is_at_hand && !has(checked, fact)
        };
        ones(self.anticipated.row(to.index())).filter(is_early).collect()
    }
}

fn fact_of(access: &Access) -> usize {
    access.path.fact(access.is_write)
}

/// A write counts as a read, too.
fn insert_access(bits: &mut [u64], access: &Access) {
    insert_fact(bits, fact_of(access));
}

fn insert_fact(bits: &mut [u64], fact: usize) {
    insert(bits, fact);
    let (path, is_write) = PathId::of_fact(fact);
    if is_write {
        insert(bits, path.fact(false));
    }
}

/// What was accessed and not checked; reads of what is pending as written are left to that.
fn pending(accessed: &[u64], checked: &[u64]) -> Vec<usize> {
    let open: Vec<u64> =
        accessed.iter().zip(checked).map(|(accessed, checked)| accessed & !checked).collect();
    let is_needed = |&fact: &usize| {
        let (path, is_write) = PathId::of_fact(fact);
        is_write || !has(&open, path.fact(true))
    };
    ones(&open).filter(is_needed).collect()
}

/// The facts that tell of first turns.
fn first_turns(paths: &Paths<'_>) -> Vec<u64> {
    let mut facts = vec![0; paths.facts().div_ceil(64)];
    for access in paths.accesses.values() {
        if let Some(first) = access.first {
            insert(&mut facts, first.fact(access.is_write));
        }
    }
    facts
}

/// The paths that values are part of.
fn mentioning(paths: &Paths<'_>) -> FxHashMap<InstId, Vec<PathId>> {
    let mut all: FxHashMap<InstId, Vec<PathId>> = FxHashMap::default();
    for at in 0..paths.list.len() {
        let id = PathId(at as u32);
        for_each_value(paths, id, &mut |value| {
            for member in paths.aliases.members(value) {
                let of_value = all.entry(member).or_default();
                if of_value.last() != Some(&id) {
                    of_value.push(id);
                }
            }
        });
    }
    all
}

fn for_each_value(paths: &Paths<'_>, path: PathId, visit: &mut dyn FnMut(InstId)) {
    match paths.path(path) {
        Path::Field { object, .. } => visit(*object),
        Path::Static { .. } => {}
        Path::Element { array, index } => {
            visit(*array);
            index.values().for_each(visit);
        }
        Path::Range { array, low, high, .. } => {
            visit(*array);
            low.values().chain(high.values()).for_each(visit);
        }
        Path::InLoop { path, .. } => for_each_value(paths, *path, visit),
    }
}
