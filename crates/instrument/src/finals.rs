//! Reads of final fields that tell a thread nothing new.
//!
//! Who reads a final field of an object knows what was done before the object was complete (JLS 17.5), and the runtime is asked
//! to learn that. Naively each read asks. But what is learnt is never forgotten, whatever is acquired or released: where a
//! final field of the same object was surely read before, none asks again. An object whose constructor had not ended
//! when it was first read here has no such promise to keep.

use std::collections::BTreeSet;

use deadheat_program::ir::{Body, Inst, InstId, Value};
use rustc_hash::FxHashMap;

use crate::placement::bits::{has, insert, on_every_way};
use crate::placement::object;
use crate::scene::{Field, Scene};

/// The reads of final fields before which another one of the same object was on every way.
pub(crate) fn known(body: &Body, scene: &Scene<'_>) -> BTreeSet<InstId> {
    let reads: Vec<(InstId, Value)> =
        body.insts().filter_map(|inst| Some((inst, read(body, scene, inst)?))).collect();
    let mut objects: FxHashMap<Value, usize> = FxHashMap::default();
    for &(_, object) in &reads {
        let next = objects.len();
        objects.entry(object).or_insert(next);
    }
    if objects.len() == reads.len() {
        return BTreeSet::new();
    }
    let number: FxHashMap<InstId, usize> =
        reads.iter().filter_map(|(inst, object)| Some((*inst, *objects.get(object)?))).collect();
    let learn = |inst: InstId, bits: &mut [u64]| {
        if let Some(&object) = number.get(&inst) {
            insert(bits, object);
        }
    };
    let at_start = on_every_way(body, objects.len(), learn);
    let mut known = BTreeSet::new();
    for block in body.blocks() {
        let mut bits = at_start.row(block.index()).to_vec();
        for inst in body.block_insts(block) {
            if number.get(&inst).is_some_and(|&object| has(&bits, object)) {
                known.insert(inst);
            }
            learn(inst, &mut bits);
        }
    }
    known
}

/// The object of which a final field is read that leads on.
fn read(body: &Body, scene: &Scene<'_>, inst: InstId) -> Option<Value> {
    match body.inst(inst) {
        Inst::GetField(field, base) if scene.field(field) == Field::Final(true) => Some(object(body, base)),
        _ => None,
    }
}
