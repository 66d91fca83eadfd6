//! Which instructions may throw: not those whose object was used before, or whose element was there before.

use deadheat_program::classfile::Flags;
use deadheat_program::ir::{BinaryOp, Body, Const, ElementKind, Inst, InstId, InvokeKind, Value};
use rustc_hash::FxHashMap;

use super::bits::{has, insert, on_every_way};
use super::paths::{Path, PathId, Paths, object};

/// By instruction, whether it may throw; errors of the virtual machine itself do not count.
pub(crate) fn find(paths: &Paths<'_>) -> Vec<bool> {
    let body = paths.body;
    let mut numbers: FxHashMap<Value, usize> = FxHashMap::default();
    for inst in body.insts() {
        if let Some(value) = used(body, inst) {
            let next = numbers.len();
            numbers.entry(value).or_insert(next);
        }
    }
    let known = Known { paths, numbers };
    let facts = known.numbers.len() + paths.list.len();
    let at_start = on_every_way(body, facts, |inst, bits| known.learn(inst, bits));
    let mut bits = vec![0; facts.div_ceil(64)];
    let mut throws = vec![false; body.inst_count()];
    for block in body.blocks() {
        bits.copy_from_slice(at_start.row(block.index()));
        for inst in body.block_insts(block) {
            throws[inst.index()] = known.throws(inst, &bits);
            known.learn(inst, &mut bits);
        }
    }
    throws
}

/// What is known where: objects that are not null, then paths that were accessed.
struct Known<'p, 'm> {
    paths: &'p Paths<'m>,
    numbers: FxHashMap<Value, usize>,
}

impl Known<'_, '_> {
    fn learn(&self, inst: InstId, bits: &mut [u64]) {
        if let Some(&number) = used(self.paths.body, inst).and_then(|value| self.numbers.get(&value)) {
            insert(bits, number);
        }
        if let Some(access) = self.paths.accesses.get(&inst) {
            insert(bits, self.numbers.len() + access.path.0 as usize);
        }
    }

    fn is_there(&self, value: Value, bits: &[u64]) -> bool {
        let body = self.paths.body;
        let value = object(body, value);
        let is_made = match body.inst(value) {
            Inst::New(_) | Inst::NewArray(..) | Inst::NewMultiArray(..) | Inst::Catch(_) => true,
            Inst::Const(constant) => constant != Const::Null,
            Inst::Param(0) => !body.flags.has(Flags::STATIC),
            _ => false,
        };
        is_made || self.numbers.get(&value).is_some_and(|&number| has(bits, number))
    }

    /// Whether an array was made here, long enough for an index. What is stored there fits, or no compiler was at work.
    fn is_inside(&self, array: Value, index: Value) -> bool {
        let body = self.paths.body;
        let Inst::NewArray(_, length) = body.inst(object(body, array)) else { return false };
        match (body.inst(length), body.inst(index)) {
            (Inst::Const(Const::Int(length)), Inst::Const(Const::Int(index))) => (0..length).contains(&index),
            _ => false,
        }
    }

    fn throws(&self, inst: InstId, bits: &[u64]) -> bool {
        let body = self.paths.body;
        match body.inst(inst) {
            Inst::GetField(_, base) | Inst::PutField(_, base, _) => !self.is_there(base, bits),
            Inst::ArrayLength(base) | Inst::MonitorEnter(base) => !self.is_there(base, bits),
            Inst::ArrayStore(_, array, index, _) if self.is_inside(array, index) => false,
            Inst::ArrayStore(ElementKind::Ref, ..) => true,
            Inst::ArrayLoad(..) | Inst::ArrayStore(..) => {
                let access = self.paths.accesses.get(&inst).map(|access| access.path);
                // What was accessed before may have been another array.
                let is_sure = |&path: &PathId| {
                    matches!(self.paths.path(path), Path::Element { .. })
                        && self.paths.guarded(path).is_none()
                };
                let path = access.filter(is_sure);
                !path.is_some_and(|path| has(bits, self.numbers.len() + path.0 as usize))
            }
            Inst::NewArray(_, length) => {
                !matches!(body.inst(length), Inst::Const(Const::Int(length)) if length >= 0)
            }
            Inst::Binary(op, _, divisor) => {
                let divides =
                    matches!(op, BinaryOp::DivInt | BinaryOp::RemInt | BinaryOp::DivLong | BinaryOp::RemLong);
                let is_safe = match body.inst(divisor) {
                    Inst::Const(Const::Int(number)) => number != 0,
                    Inst::Const(Const::Long(number)) => number != 0,
                    _ => false,
                };
                divides && !is_safe
            }
            Inst::GetStatic(_) | Inst::PutStatic(..) | Inst::New(_) => {
                !self.paths.effects[inst.index()].is_none()
            }
            // What goes wrong with these are errors of the virtual machine.
            Inst::MonitorExit(_) | Inst::InstanceOf(..) | Inst::Const(_) => false,
            other => other.can_throw(),
        }
    }
}

/// The object that an instruction goes on with only if it is not null.
fn used(body: &Body, inst: InstId) -> Option<Value> {
    let value = match body.inst(inst) {
        Inst::GetField(_, base)
        | Inst::PutField(_, base, _)
        | Inst::ArrayLength(base)
        | Inst::ArrayLoad(_, base, _)
        | Inst::ArrayStore(_, base, ..)
        | Inst::MonitorEnter(base) => base,
        Inst::Invoke(kind, _, list) if kind != InvokeKind::Static => *body.list(list).first()?,
        _ => return None,
    };
    Some(object(body, value))
}
