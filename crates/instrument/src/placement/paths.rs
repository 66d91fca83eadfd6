//! What a method accesses: paths from its values to memory, and which loop each may wait for the end of.

use std::collections::BTreeMap;

use deadheat_program::dominators::DominatorTree;
use deadheat_program::ir::{BlockId, Body, Condition, ElementKind, Inst, InstId, Value};
use deadheat_program::loops::{Loop, LoopId, Loops};
use deadheat_program::symbols::FieldRef;
use deadheat_program::types::Kind;
use rustc_hash::FxHashMap;

use super::aliases::{Aliases, Surroundings};
use super::linear::Linear;
use super::standing::{End, Standing, enters};
use crate::settings::Effect;
use crate::techniques::{Technique, Techniques};

/// What is known beyond the method.
pub(crate) struct Knowledge<'k> {
    /// Whether accesses to a field are checked, and no more.
    pub(crate) is_plain: &'k dyn Fn(FieldRef) -> bool,
    /// Whether a field never changes while the method runs.
    pub(crate) is_final: &'k dyn Fn(FieldRef) -> bool,
    /// Whether two references may mean one field.
    pub(crate) is_same_name: &'k dyn Fn(FieldRef, FieldRef) -> bool,
    /// How an instruction synchronises.
    pub(crate) effect: &'k dyn Fn(InstId) -> Effect,
    /// Accesses that have no check.
    pub(crate) is_left_out: &'k dyn Fn(InstId) -> bool,
    /// Whether a value can be had where it is not at hand: it stands in a local variable at some time.
    pub(crate) can_save: &'k dyn Fn(Value) -> bool,
    pub(crate) techniques: Techniques,
    /// How long a check stands for what follows it.
    pub(crate) standing: Standing,
}

impl Knowledge<'_> {
    /// Whether a check stands for accesses that follow it.
    pub(crate) fn eliminates(&self) -> bool {
        self.techniques.has(Technique::Elimination) && self.standing != Standing::Never
    }
}

/// A path, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PathId(pub(crate) u32);

impl PathId {
    /// The number of the fact that it is read or written.
    pub(crate) fn fact(self, is_write: bool) -> usize {
        2 * self.0 as usize + usize::from(is_write)
    }

    /// The path and the kind of access that a fact is about.
    pub(crate) fn of_fact(fact: usize) -> (PathId, bool) {
        (PathId(fact as u32 / 2), fact % 2 == 1)
    }
}

/// What memory is reached.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Path {
    /// A field of an object.
    Field { object: Value, field: FieldRef },
    /// A static field.
    Static { field: FieldRef },
    /// An element of an array.
    Element { array: Value, index: Linear },
    /// The elements that a loop went through before the turn that it is in: from `low`, before `high`.
    Range {
        array: Value,
        low: Linear,
        high: Linear,
        step: i32,
        element: PathId,
        is_upward: bool,
        head: BlockId,
    },
    /// What another path means, if a loop has accessed it since it was entered.
    InLoop { path: PathId, is_write: bool, head: BlockId },
}

/// An access to a path.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Access {
    pub(crate) inst: InstId,
    pub(crate) path: PathId,
    pub(crate) is_write: bool,
    /// The path that stands for it until its loop ends.
    pub(crate) in_loop: Option<PathId>,
    /// The path that tells whether its loop has checked it before: only the first of its turns has to.
    pub(crate) first: Option<PathId>,
}

/// A loop whose turns are counted.
struct Counted {
    /// The variable, what it starts with, and by how much it grows.
    variables: Vec<(Value, Linear, i32)>,
    /// Whether it ends, and nothing in it synchronises: checks may wait for its end.
    is_deferrable: bool,
    /// Whether the variable decides when it ends.
    ends: bool,
    /// Whether checks of its first turn may stand for the others.
    is_peelable: bool,
}

/// All of a method's paths.
pub(crate) struct Paths<'m> {
    pub(crate) body: &'m Body,
    pub(crate) loops: Loops,
    pub(crate) dominators: DominatorTree,
    pub(crate) aliases: Aliases,
    pub(crate) list: Vec<Path>,
    numbers: FxHashMap<Path, PathId>,
    /// By instruction.
    pub(crate) accesses: BTreeMap<InstId, Access>,
    pub(crate) effects: Vec<Effect>,
    counted: Vec<Counted>,
    /// The instructions that enter monitors, if it matters which are left.
    monitors: Vec<(InstId, Value)>,
    /// By head: the paths that stand for past turns of its loop.
    of_loops: FxHashMap<BlockId, Vec<PathId>>,
}

/// The object that a value is, whatever it was cast to.
pub(crate) fn object(body: &Body, mut value: Value) -> Value {
    while let Inst::CheckCast(_, same) = body.inst(value) {
        value = same;
    }
    value
}

impl<'m> Paths<'m> {
    /// A method without paths.
    fn empty(body: &'m Body) -> Paths<'m> {
        let dominators = DominatorTree::dominators(body);
        Paths {
            body,
            loops: Loops::find(body, &dominators),
            dominators,
            aliases: Aliases::default(),
            list: Vec::new(),
            numbers: FxHashMap::default(),
            accesses: BTreeMap::new(),
            effects: Vec::new(),
            counted: Vec::new(),
            monitors: Vec::new(),
            of_loops: FxHashMap::default(),
        }
    }

    pub(crate) fn find(body: &'m Body, knowledge: &Knowledge<'_>) -> Paths<'m> {
        let effects = body.insts().map(|inst| (knowledge.effect)(inst)).collect();
        let mut paths = Paths { effects, ..Paths::empty(body) };
        paths.count_loops(knowledge.standing);
        paths.monitors = enters(body, knowledge.standing);
        // Without motion nothing waits that could be compared.
        if [Technique::Motion, Technique::Aliases].iter().all(|&it| knowledge.techniques.has(it)) {
            let is_deferrable = paths.counted.iter().map(|counted| counted.is_deferrable).collect();
            let around = Surroundings { body, loops: &paths.loops, is_deferrable, knowledge };
            paths.aliases = Aliases::find(&around);
        }
        for inst in body.insts() {
            if !(knowledge.is_left_out)(inst) {
                paths.add_access(inst, knowledge);
            }
        }
        paths
    }

    /// Whether all loops of a method are known to end.
    pub(crate) fn all_end(body: &Body) -> bool {
        let paths = Paths::empty(body);
        paths.loops.irreducible.is_empty() && paths.loops.iter().all(|(_, found)| paths.count(found).ends)
    }

    /// Whether a loop is known to end.
    pub(crate) fn ends(&self, id: LoopId) -> bool {
        self.counted[id.0 as usize].ends
    }

    /// The loop that a block is the head of.
    pub(crate) fn loop_at(&self, head: BlockId) -> Option<LoopId> {
        self.loops.innermost(head).filter(|&id| self.loops.get(id).head == head)
    }

    /// Whether an edge enters the loop that its target is the head of.
    pub(crate) fn enters(&self, from: BlockId, head: BlockId) -> bool {
        self.loop_at(head).is_some_and(|id| !contains(self.loops.get(id), from))
    }

    pub(crate) fn path(&self, id: PathId) -> &Path {
        &self.list[id.0 as usize]
    }

    /// The number of facts that there are.
    pub(crate) fn facts(&self) -> usize {
        2 * self.list.len()
    }

    fn number(&mut self, path: Path) -> PathId {
        let next = PathId(self.list.len() as u32);
        let id = *self.numbers.entry(path.clone()).or_insert(next);
        if id == next {
            if let Path::Range { head, .. } | Path::InLoop { head, .. } = &path {
                self.of_loops.entry(*head).or_default().push(id);
            }
            self.list.push(path);
        }
        id
    }

    fn count_loops(&mut self, standing: Standing) {
        let mut counted: Vec<Counted> = self.loops.iter().map(|(_, found)| self.count(found)).collect();
        // Inner loops come after outer ones.
        for (id, found) in self.loops.iter() {
            let inside = self.loops.iter().filter(|(_, inner)| contains(found, inner.head));
            let ends = inside.map(|(inner, _)| inner).all(|inner| counted[inner.0 as usize].ends);
            let mut insts = found.blocks.iter().flat_map(|&block| self.body.block_insts(block));
            let is_quiet = insts.all(|inst| self.effects[inst.index()].is_none());
            let is_reducible = self.loops.irreducible.is_empty();
            counted[id.0 as usize].is_deferrable = ends && is_quiet && is_reducible;
            counted[id.0 as usize].is_peelable = self.is_peelable(found, standing);
        }
        self.counted = counted;
    }

    /// Whether nothing in a loop ends all checks, and new code can stand where it is entered.
    fn is_peelable(&self, found: &Loop, standing: Standing) -> bool {
        let body = self.body;
        let is_pad = |block: BlockId| body.block(block).is_pad;
        let mut entries = body.preds(found.head).iter().filter(|&&pred| !contains(found, pred));
        let mut insts = found.blocks.iter().flat_map(|&block| body.block_insts(block));
        !is_pad(found.head)
            && !entries.any(|&entry| is_pad(entry))
            && insts.all(|inst| standing.end(body, inst, self.effects[inst.index()]) != End::All)
    }

    fn count(&self, found: &Loop) -> Counted {
        let body = self.body;
        let phis = body.block_insts(found.head).take_while(|&inst| matches!(body.inst(inst), Inst::Phi(_)));
        let variables: Vec<_> = phis.filter_map(|phi| self.induction(found, phi)).collect();
        // By how much a number grows with each turn; none if not by the same.
        let growth = |value: Value| {
            let sum = Linear::of(body, value);
            let grown =
                |(variable, _, step): &(Value, Linear, i32)| sum.factor(*variable).wrapping_mul(*step);
            let is_still = |value| {
                variables.iter().any(|(variable, ..)| *variable == value) || self.is_invariant(found, value)
            };
            let growth = variables.iter().map(grown).fold(0i32, i32::wrapping_add);
            sum.values().all(is_still).then_some(growth)
        };
        let ends = found.blocks.iter().any(|&block| match body.inst(body.terminator(block)) {
            Inst::If(condition, left, right) => {
                let leaves = body.succs(block).iter().any(|&next| !contains(found, next));
                let is_each_turn = found.latches.iter().all(|&latch| self.dominators.dominates(block, latch));
                let decides = match (growth(left), growth(right)) {
                    (Some(left), Some(right)) => match condition {
                        Condition::Equal | Condition::NotEqual => {
                            left.wrapping_sub(right).unsigned_abs() == 1
                        }
                        _ => left != right,
                    },
                    // A limit that is computed anew is a number, too, but one that grows may be out of reach for long.
                    (Some(growth), None) | (None, Some(growth)) => growth != 0,
                    (None, None) => false,
                };
                leaves && is_each_turn && decides
            }
            _ => false,
        });
        Counted { variables, is_deferrable: false, ends, is_peelable: false }
    }

    /// A variable that grows by the same in each turn.
    fn induction(&self, found: &Loop, phi: Value) -> Option<(Value, Linear, i32)> {
        let body = self.body;
        let Inst::Phi(list) = body.inst(phi) else { return None };
        if body.kind(phi) != Kind::Int {
            return None;
        }
        let (mut start, mut step) = (None, None);
        for (&value, pred) in body.list(list).iter().zip(body.preds(found.head)) {
            let sum = Linear::of(body, value);
            if found.latches.contains(pred) {
                let grown = (&sum - &Linear::value(phi)).number().filter(|&grown| grown != 0)?;
                if *step.get_or_insert(grown) != grown {
                    return None;
                }
            } else if *start.get_or_insert_with(|| sum.clone()) != sum {
                return None;
            }
        }
        Some((phi, start?, step?))
    }

    fn is_invariant(&self, found: &Loop, value: Value) -> bool {
        self.aliases.is_invariant(self.body, &self.loops, found, value)
    }

    /// What stands for an object, whatever it was cast to.
    fn object(&self, value: Value) -> Value {
        self.aliases.leader(object(self.body, value))
    }

    fn element(&self, array: Value, index: Value) -> Path {
        let index = self.aliases.sum(&Linear::of(self.body, index));
        Path::Element { array: self.object(array), index }
    }

    /// The guarded value that a path is about, if it is about one.
    pub(crate) fn guarded(&self, id: PathId) -> Option<Value> {
        let value = match self.path(id) {
            Path::Field { object, .. } => *object,
            Path::Element { array, .. } | Path::Range { array, .. } => *array,
            Path::InLoop { path, .. } => return self.guarded(*path),
            Path::Static { .. } => return None,
        };
        Some(value).filter(|&value| self.aliases.is_guarded(value))
    }

    fn add_access(&mut self, inst: InstId, knowledge: &Knowledge<'_>) {
        let body = self.body;
        let (path, is_write) = match body.inst(inst) {
            Inst::GetField(field, base) if (knowledge.is_plain)(field) => {
                (Path::Field { object: self.object(base), field }, false)
            }
            Inst::PutField(field, base, _) if (knowledge.is_plain)(field) => {
                (Path::Field { object: self.object(base), field }, true)
            }
            Inst::GetStatic(field) if (knowledge.is_plain)(field) => (Path::Static { field }, false),
            Inst::PutStatic(field, _) if (knowledge.is_plain)(field) => (Path::Static { field }, true),
            Inst::ArrayLoad(_, array, index) => (self.element(array, index), false),
            Inst::ArrayStore(_, array, index, _) => (self.element(array, index), true),
            _ => return,
        };
        let id = self.number(path);
        let (moves, peels) =
            (knowledge.techniques.has(Technique::Motion), knowledge.techniques.has(Technique::Peeling));
        let in_loop = if moves && peels { self.in_loop(inst, id, is_write) } else { None };
        let first =
            if !moves && peels && knowledge.eliminates() { self.first(inst, id, is_write) } else { None };
        if in_loop.is_none() && knowledge.techniques.has(Technique::Ranges) {
            self.add_range(inst, id, knowledge);
        }
        self.accesses.insert(inst, Access { inst, path: id, is_write, in_loop, first });
    }

    /// The loops around a block, from the inside.
    fn around(&self, block: BlockId) -> impl Iterator<Item = LoopId> + '_ {
        std::iter::successors(self.loops.innermost(block), |&id| self.loops.get(id).parent)
    }

    /// What stands for an access until the outermost loop ends that may be waited for and does not change the path.
    fn in_loop(&mut self, inst: InstId, id: PathId, is_write: bool) -> Option<PathId> {
        // A store that the array's class refuses has not happened.
        if let Inst::ArrayStore(ElementKind::Ref, ..) = self.body.inst(inst) {
            return None;
        }
        let fits = |id: LoopId| self.counted[id.0 as usize].is_deferrable;
        let head = self.outermost(inst, id, fits)?;
        Some(self.number(Path::InLoop { path: id, is_write, head }))
    }

    /// What tells whether the outermost loop that does not change the path, and does not end its checks, has checked it.
    fn first(&mut self, inst: InstId, id: PathId, is_write: bool) -> Option<PathId> {
        let is_before = |enter: InstId| match self.body.block_of(enter) == self.body.block_of(inst) {
            true => enter < inst,
            false => self.dominators.dominates(self.body.block_of(enter), self.body.block_of(inst)),
        };
        let fits = |id: LoopId| {
            let found = self.loops.get(id);
            let is_inside = |&(enter, _): &(InstId, Value)| contains(found, self.body.block_of(enter));
            let is_guarded =
                self.monitors.iter().filter(|it| is_inside(it)).any(|&(enter, _)| is_before(enter));
            self.counted[id.0 as usize].is_peelable && !is_guarded
        };
        let head = self.outermost(inst, id, fits)?;
        Some(self.number(Path::InLoop { path: id, is_write, head }))
    }

    /// The head of the outermost loop that fits, with all inside of it, and does not change a path.
    fn outermost(&self, inst: InstId, id: PathId, fits: impl Fn(LoopId) -> bool) -> Option<BlockId> {
        let values: Vec<Value> = match self.path(id) {
            Path::Field { object, .. } => vec![*object],
            Path::Element { array, index } => index.values().chain([*array]).collect(),
            Path::Static { .. } => Vec::new(),
            _ => return None,
        };
        let is_still = |found: &Loop| values.iter().all(|&value| self.is_invariant(found, value));
        let around = self.around(self.body.block_of(inst));
        let outermost = around.take_while(|&id| fits(id) && is_still(self.loops.get(id))).last()?;
        Some(self.loops.get(outermost).head)
    }

    /// The elements that the turns of a loop access before.
    fn add_range(&mut self, inst: InstId, id: PathId, knowledge: &Knowledge<'_>) {
        let Path::Element { array, index } = self.path(id).clone() else { return };
        let block = self.body.block_of(inst);
        let Some(innermost) = self.loops.innermost(block) else { return };
        let counted = &self.counted[innermost.0 as usize];
        let found = self.loops.get(innermost);
        if !counted.is_deferrable || !self.is_invariant(found, array) {
            return;
        }
        let moving = |value: &Value| !self.is_invariant(found, *value);
        let variable = counted.variables.iter().find(|(variable, ..)| index.factor(*variable) != 0);
        let Some((variable, start, step)) = variable else { return };
        if index.values().filter(moving).any(|value| value != *variable) {
            return;
        }
        let first = index.with(*variable, &self.aliases.sum(start));
        let Some(stride) =
            index.factor(*variable).checked_mul(*step).filter(|it| it.unsigned_abs() < 1 << 16)
        else {
            return;
        };
        let (low, high) =
            if stride > 0 { (first, index.clone()) } else { (index.plus(-stride), first.plus(1)) };
        if !low.values().chain(high.values()).all(|value| (knowledge.can_save)(value)) {
            return;
        }
        let head = found.head;
        let (step, is_upward) = (stride.abs(), stride > 0);
        self.number(Path::Range { array, low, high, step, element: id, is_upward, head });
    }

    /// The paths that stand for past turns of the loop with this head.
    pub(crate) fn of_loop(&self, head: BlockId) -> impl Iterator<Item = PathId> + '_ {
        self.of_loops.get(&head).into_iter().flatten().copied()
    }
}

/// Whether a block belongs to a loop.
pub(crate) fn contains(found: &Loop, block: BlockId) -> bool {
    found.blocks.binary_search(&block).is_ok()
}
