//! Removes phis that merge only one value (besides themselves), and numbers what is left anew.
//!
//! Loop heads get phis before the loop's end is known, so some turn out to be needless; removing one
//! can make another needless, so this goes round until nothing changes.

use crate::ir::{Body, Inst, InstId, Value};

/// Works on the whole body; the values' numbers change.
pub(super) fn simplify(body: &mut Body) {
    let mut same_as: Vec<Value> = Vec::new();
    let phis: Vec<InstId> = body.insts().filter(|&inst| matches!(body.inst(inst), Inst::Phi(_))).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for &phi in &phis {
            if find(&same_as, phi) == phi
                && let Some(only) = only_value(body, phi, &same_as)
            {
                if same_as.is_empty() {
                    same_as = body.insts().collect();
                }
                same_as[phi.index()] = only;
                changed = true;
            }
        }
    }
    if !same_as.is_empty() {
        compact(body, &same_as);
    }
}

fn find(same_as: &[Value], mut value: Value) -> Value {
    while let Some(&next) = same_as.get(value.index()) {
        if next == value {
            break;
        }
        value = next;
    }
    value
}

/// The one value that a phi merges, if there is only one.
fn only_value(body: &Body, phi: InstId, same_as: &[Value]) -> Option<Value> {
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

fn compact(body: &mut Body, same_as: &[Value]) {
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
    let renumber = |value: &mut Value| *value = number[find(same_as, *value).index()];
    body.values.iter_mut().for_each(renumber);
    for data in &mut body.insts {
        data.inst.for_each_operand_mut(renumber);
    }
    body.names.iter_mut().for_each(|(value, _)| renumber(value));
}
