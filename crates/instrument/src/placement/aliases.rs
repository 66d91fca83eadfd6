//! Values that are the same as others: numbers that are computed anew from the same numbers, and references that a loop loads
//! anew, in each turn, from a place that it does not write to (BigFoot 5, alias expressions).
//!
//! Each class of such values has a leader, which stands for all of them in paths. Numbers and what final fields hold are the
//! same for sure. A plain field, static field or element may be changed by another thread, which is a race; the paper
//! takes it for unchanged and may then speak of the wrong object. Here such leaders are *guarded*: the object that is
//! accessed is compared with the one that was before ([`crate::guards`]), so a check always is about what was accessed.

use deadheat_program::ir::{BinaryOp, Body, ElementKind, Inst, InstId, Value};
use deadheat_program::loops::{Loop, LoopId, Loops};
use deadheat_program::symbols::FieldRef;
use deadheat_program::types::Kind;
use rustc_hash::FxHashMap;

use super::linear::Linear;
use super::paths::{Knowledge, contains, object};

/// Values that are made of values that are made of others: no more of them than in indices that anybody writes.
const DEPTH: u32 = 3;

/// What a value is made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Made {
    /// By an operation on numbers.
    Number(BinaryOp, Linear, Linear),
    /// By a load from a field of an object, which is in a loop with this number; of a final one, in any.
    Field(FieldRef, Value, Option<LoopId>),
    Static(FieldRef, Option<LoopId>),
    Element(Value, Linear, LoopId),
}

#[derive(Debug, Clone)]
struct Class {
    members: Vec<InstId>,
    made: Made,
    is_guarded: bool,
    depth: u32,
}

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Aliases {
    leaders: FxHashMap<Value, Value>,
    /// By leader.
    classes: FxHashMap<Value, Class>,
}

/// What is known when aliases are looked for.
pub(crate) struct Surroundings<'p, 'k> {
    pub(crate) body: &'p Body,
    pub(crate) loops: &'p Loops,
    /// By loop: whether checks may wait for its end.
    pub(crate) is_deferrable: Vec<bool>,
    pub(crate) knowledge: &'p Knowledge<'k>,
}

impl Aliases {
    pub(crate) fn find(around: &Surroundings<'_, '_>) -> Aliases {
        let mut aliases = Aliases::default();
        let mut known: FxHashMap<Made, Value> = FxHashMap::default();
        for inst in around.body.insts() {
            if let Some((made, is_guarded)) = aliases.made(around, inst) {
                let depth = aliases.depth(&made);
                if depth > DEPTH {
                    continue;
                }
                let leader = *known.entry(made.clone()).or_insert(inst);
                aliases.leaders.insert(inst, leader);
                let class = aliases.classes.entry(leader);
                class
                    .or_insert_with(|| Class { members: Vec::new(), made, is_guarded, depth })
                    .members
                    .push(inst);
            }
        }
        aliases
    }

    fn depth(&self, made: &Made) -> u32 {
        let of = |value: Value| self.classes.get(&value).map_or(0, |class| class.depth);
        let deepest = match made {
            Made::Number(_, left, right) => left.values().chain(right.values()).map(of).max(),
            Made::Field(_, base, _) => Some(of(*base)),
            Made::Static(..) => None,
            Made::Element(array, index, _) => index.values().chain([*array]).map(of).max(),
        };
        1 + deepest.unwrap_or(0)
    }

    /// The value that stands for another.
    pub(crate) fn leader(&self, value: Value) -> Value {
        self.leaders.get(&value).copied().unwrap_or(value)
    }

    /// A sum by the values that stand for its own.
    pub(crate) fn sum(&self, sum: &Linear) -> Linear {
        let terms = sum.terms.iter().map(|&(value, factor)| Linear::value(self.leader(value)).times(factor));
        terms.fold(Linear::constant(sum.constant), |sum, term| &sum + &term)
    }

    /// All values that one stands for.
    pub(crate) fn members(&self, leader: Value) -> Vec<InstId> {
        self.classes.get(&leader).map_or_else(|| vec![leader], |class| class.members.clone())
    }

    /// Whether the values that one stands for may differ after all.
    pub(crate) fn is_guarded(&self, leader: Value) -> bool {
        self.classes.get(&leader).is_some_and(|class| class.is_guarded)
    }

    /// The loop at whose beginning a guarded value begins anew.
    pub(crate) fn home(&self, leader: Value) -> Option<LoopId> {
        let class = self.classes.get(&leader).filter(|class| class.is_guarded)?;
        match class.made {
            Made::Field(_, _, home) | Made::Static(_, home) => home,
            Made::Element(_, _, home) => Some(home),
            Made::Number(..) => None,
        }
    }

    /// The guarded values.
    pub(crate) fn guarded(&self) -> impl Iterator<Item = Value> + '_ {
        self.classes.iter().filter(|(_, class)| class.is_guarded).map(|(&leader, _)| leader)
    }

    /// Whether a value is the same in all turns of a loop.
    pub(crate) fn is_invariant(&self, body: &Body, loops: &Loops, found: &Loop, value: Value) -> bool {
        // Where a leader stands says nothing: others that it stands for may be in the loop.
        let Some(class) = self.classes.get(&value) else {
            return !contains(found, body.block_of(value));
        };
        let is_invariant = |value| self.is_invariant(body, loops, found, value);
        match &class.made {
            Made::Number(_, left, right) => left.values().chain(right.values()).all(is_invariant),
            Made::Static(_, None) => true,
            Made::Field(_, base, None) => is_invariant(*base),
            Made::Field(_, _, Some(home)) | Made::Static(_, Some(home)) | Made::Element(_, _, home) => {
                let home = loops.get(*home);
                contains(home, found.head) || !contains(found, home.head)
            }
        }
    }

    /// What an instruction makes, and whether that is guarded.
    fn made(&self, around: &Surroundings<'_, '_>, inst: InstId) -> Option<(Made, bool)> {
        let body = around.body;
        let base = |value| self.leader(object(body, value));
        let sum = |value| self.sum(&Linear::of(body, value));
        let is_reference = body.kind(inst) == Kind::Ref;
        match body.inst(inst) {
            Inst::Binary(op, left, right) if is_sum_of_none(op) => {
                Some((Made::Number(op, sum(left), sum(right)), false))
            }
            Inst::GetField(field, object) if (around.knowledge.is_final)(field) => {
                let base = Some(base(object)).filter(|&base| !self.is_guarded(base))?;
                Some((Made::Field(field, base, None), false))
            }
            Inst::GetStatic(field) if (around.knowledge.is_final)(field) => {
                Some((Made::Static(field, None), false))
            }
            Inst::GetField(field, object) if is_reference && (around.knowledge.is_plain)(field) => {
                let home = self.home_of(around, inst, &[base(object)])?;
                Some((Made::Field(field, base(object), Some(home)), true))
            }
            Inst::GetStatic(field) if is_reference && (around.knowledge.is_plain)(field) => {
                Some((Made::Static(field, Some(self.home_of(around, inst, &[])?)), true))
            }
            Inst::ArrayLoad(ElementKind::Ref, array, index) => {
                let (array, index) = (base(array), sum(index));
                let mut parts = vec![array];
                parts.extend(index.values());
                let home = self.home_of(around, inst, &parts)?;
                Some((Made::Element(array, index, home), true))
            }
            _ => None,
        }
    }

    /// The outermost loop that may be waited for and changes neither the parts of a load nor, by itself, what it gives.
    fn home_of(&self, around: &Surroundings<'_, '_>, inst: InstId, parts: &[Value]) -> Option<LoopId> {
        let (body, loops) = (around.body, around.loops);
        let fits = |id: &LoopId| {
            let found = loops.get(*id);
            around.is_deferrable[id.0 as usize]
                && parts.iter().all(|&part| self.is_invariant(body, loops, found, part))
                && !found
                    .blocks
                    .iter()
                    .flat_map(|&block| body.block_insts(block))
                    .any(|other| may_write(around, other, inst))
        };
        let innermost = loops.innermost(body.block_of(inst));
        std::iter::successors(innermost, |&id| loops.get(id).parent).take_while(fits).last()
    }
}

/// Whether an instruction may write what another loads.
fn may_write(around: &Surroundings<'_, '_>, inst: InstId, load: InstId) -> bool {
    let body = around.body;
    match (body.inst(inst), body.inst(load)) {
        (Inst::PutField(written, ..), Inst::GetField(field, _))
        | (Inst::PutStatic(written, _), Inst::GetStatic(field)) => {
            written == field || (around.knowledge.is_same_name)(written, field)
        }
        (Inst::ArrayStore(ElementKind::Ref, ..), Inst::ArrayLoad(..)) => true,
        _ => false,
    }
}

/// Operations on numbers that [`Linear`] does not take apart, at least not always, and that do not throw.
fn is_sum_of_none(op: BinaryOp) -> bool {
    use BinaryOp::{AndInt, MulInt, OrInt, ShlInt, ShrInt, UshrInt, XorInt};
    matches!(op, MulInt | ShlInt | ShrInt | UshrInt | AndInt | OrInt | XorInt)
}
