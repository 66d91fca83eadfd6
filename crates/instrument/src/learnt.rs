//! Instructions that tell a thread nothing new, because another one before them has on every way.
//!
//! - Who reads a final field of an object knows what was done before the object was complete (JLS 17.5), and the runtime is asked
//!   to learn that. Naively each read asks. An object whose constructor had not ended when it was first read here has no such
//!   promise to keep.
//! - Who uses another class knows what its initialiser did (JLS 12.4.2), or runs it. Naively each use of one that has an
//!   initialiser is taken to synchronise, and reads of its final static fields ask. A class is used for good once it was used: by
//!   a static field that it declares itself, or by the same field of whatever class declares that, or as what is made.
//!
//! What is learnt is never forgotten, whatever is acquired or released.

use std::collections::BTreeSet;

use deadheat_program::ir::{Body, Inst, InstId, Value};
use deadheat_program::symbols::{FieldRef, Name};
use rustc_hash::FxHashMap;

use crate::placement::bits::{has, insert, on_every_way};
use crate::placement::object;
use crate::scene::{Field, Scene};

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Learnt {
    /// Reads of final fields that need not be told of.
    pub(crate) finals: BTreeSet<InstId>,
    /// Uses of classes that are initialised for sure, and known to be.
    pub(crate) uses: BTreeSet<InstId>,
}

/// What a thread may know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Fact {
    /// What was done before an object was complete.
    Complete(Value),
    /// What the initialiser of a class did.
    Used(Name),
    /// What that of the class did that declares a field.
    UsedBy(FieldRef),
    /// What that of a class did that is made; until its constructor runs, the runtime may not have learnt it.
    Made(Name),
}

/// Finds them.
pub(crate) fn find(body: &Body, scene: &Scene<'_>) -> Learnt {
    let told: FxHashMap<InstId, Fact> =
        body.insts().filter_map(|inst| Some((inst, told(body, scene, inst)?))).collect();
    // What is told by one instruction is not told again.
    let mut learnt = if told.len() > 1 { told_again(body, &told) } else { Learnt::default() };
    let is_final = |inst: InstId| match body.inst(inst) {
        Inst::GetStatic(field) => {
            matches!(scene.field(field), Field::Final(_))
                && (learnt.uses.contains(&inst) || scene.use_of(body, field).is_none())
        }
        _ => false,
    };
    let finals: Vec<InstId> = body.insts().filter(|&inst| is_final(inst)).collect();
    learnt.finals.extend(finals);
    learnt
}

/// The instructions that tell what was told on every way to them.
fn told_again(body: &Body, told: &FxHashMap<InstId, Fact>) -> Learnt {
    let mut numbers: FxHashMap<Fact, usize> = FxHashMap::default();
    for fact in body.insts().filter_map(|inst| told.get(&inst)) {
        let next = numbers.len();
        numbers.entry(*fact).or_insert(next);
    }
    let learn = |inst: InstId, bits: &mut [u64]| {
        if let Some(&number) = told.get(&inst).and_then(|fact| numbers.get(fact)) {
            insert(bits, number);
        }
    };
    let at_start = on_every_way(body, numbers.len(), learn);
    let mut learnt = Learnt::default();
    for block in body.blocks() {
        let mut bits = at_start.row(block.index()).to_vec();
        for inst in body.block_insts(block) {
            let knows = |fact: Fact| numbers.get(&fact).is_some_and(|&number| has(&bits, number));
            match told.get(&inst) {
                Some(&fact @ Fact::Complete(_)) if knows(fact) => {
                    learnt.finals.insert(inst);
                }
                Some(&fact @ (Fact::Used(_) | Fact::UsedBy(_))) if knows(fact) => {
                    learnt.uses.insert(inst);
                }
                Some(&fact @ Fact::Made(class)) if knows(fact) || knows(Fact::Used(class)) => {
                    learnt.uses.insert(inst);
                }
                _ => {}
            }
            learn(inst, &mut bits);
        }
    }
    learnt
}

/// What an instruction tells.
fn told(body: &Body, scene: &Scene<'_>, inst: InstId) -> Option<Fact> {
    match body.inst(inst) {
        Inst::GetField(field, base) if scene.field(field) == Field::Final(true) => {
            Some(Fact::Complete(object(body, base)))
        }
        // Where nothing is initialised there is nothing to know.
        Inst::GetStatic(field) | Inst::PutStatic(field, _) if scene.use_of(body, field).is_none() => None,
        Inst::GetStatic(field) | Inst::PutStatic(field, _) => Some(match scene.is_declared(field) {
            true => Fact::Used(scene.symbols().field_data(field).owner),
            false => Fact::UsedBy(field),
        }),
        Inst::New(class) => Some(Fact::Made(class)),
        _ => None,
    }
}
