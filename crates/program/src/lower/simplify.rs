//! Removes phis that merge only one value (besides themselves), and numbers what is left anew.
//!
//! Loop heads get phis before the loop's end is known, so some turn out to be needless; removing one can
//! make another one needless that merges it. Naive model: go over all phis until nothing changes. Here
//! only those are looked at again that merge a phi which was removed.

use rustc_hash::FxHashMap;

use crate::ir::{Body, Inst, InstId, Value};

/// Works on the whole body; the values' numbers change.
pub(super) fn simplify(body: &mut Body) {
    let is_phi = |inst: InstId| matches!(body.inst(inst), Inst::Phi(_));
    let phis: Vec<InstId> = body.insts().filter(|&inst| is_phi(inst)).collect();
    if phis.iter().all(|&phi| only_value(body, phi, &mut []).is_none()) {
        return;
    }
    let mut same_as: Vec<Value> = body.insts().collect();
    // Which phis merge a phi.
    let mut users: FxHashMap<InstId, Vec<InstId>> = FxHashMap::default();
    for &phi in &phis {
        body.for_each_operand(phi, |operand| {
            if operand != phi && is_phi(operand) {
                users.entry(operand).or_default().push(phi);
            }
        });
    }
    let mut work: Vec<InstId> = phis.into_iter().rev().collect();
    while let Some(phi) = work.pop() {
        if same_as[phi.index()] != phi {
            continue;
        }
        if let Some(only) = only_value(body, phi, &mut same_as) {
            same_as[phi.index()] = only;
            if let Some(mut merging) = users.remove(&phi) {
                work.extend(&merging);
                users.entry(only).or_default().append(&mut merging);
            }
        }
    }
    compact(body, &mut same_as);
}

/// What a value was replaced by in the end; shortens the way for the next search.
fn find(same_as: &mut [Value], mut value: Value) -> Value {
    while let Some(&next) = same_as.get(value.index()) {
        if next == value {
            break;
        }
        same_as[value.index()] = same_as[next.index()];
        value = next;
    }
    value
}

/// The one value that a phi merges, if there is only one.
fn only_value(body: &Body, phi: InstId, same_as: &mut [Value]) -> Option<Value> {
    let Inst::Phi(list) = body.inst(phi) else { return None };
    let mut only = None;
    for &operand in body.list(list) {
        let operand = find(same_as, operand);
        if operand != phi && *only.get_or_insert(operand) != operand {
            return None;
        }
    }
    only
}

fn compact(body: &mut Body, same_as: &mut [Value]) {
    let mut number = vec![InstId(0); body.insts.len()];
    let mut kept = 0;
    for block in &mut body.blocks {
        let start = kept as u32;
        for old in block.insts.clone() {
            let old = old as usize;
            if same_as[old].index() != old {
                continue;
            }
            number[old] = InstId(kept as u32);
            body.insts[kept] = body.insts[old];
            kept += 1;
        }
        block.insts = start..kept as u32;
    }
    body.insts.truncate(kept);
    // A phi that was removed is no phi any more.
    body.slots.retain(|&(phi, _)| same_as[phi.index()] == phi);
    let mut renumber = |value: &mut Value| *value = number[find(same_as, *value).index()];
    body.values.iter_mut().for_each(&mut renumber);
    for data in &mut body.insts {
        data.inst.for_each_operand_mut(&mut renumber);
    }
    body.names.iter_mut().for_each(|(value, _)| renumber(value));
    body.slots.iter_mut().for_each(|(phi, _)| renumber(phi));
}
