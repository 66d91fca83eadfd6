//! Runs a body: from block to block, phis on entry, exceptions to the landing pads.

use deadheat_program::ir::{BlockId, Body, Const, Inst, InstId};

use super::heap::{Reference, Slot};
use super::{Machine, Run, STEP_LIMIT, Stop, arithmetic, failed};

/// The values of one call.
pub(super) struct Frame<'b> {
    pub(super) body: &'b Body,
    arguments: &'b [Slot],
    values: Vec<Slot>,
    block: BlockId,
    /// On its way to a landing pad.
    exception: Option<Reference>,
}

/// What follows an instruction.
enum Next {
    /// The next one.
    Value(Slot),
    /// The block at this position of the successors.
    Jump(usize),
    Return(Slot),
}

impl Frame<'_> {
    /// An operand, which must have been computed.
    pub(super) fn value(&self, value: InstId) -> Run<Slot> {
        match self.values[value.index()] {
            Slot::Undefined => failed(format!("{value} is read before it is computed")),
            slot => Ok(slot),
        }
    }

    /// The position of an edge among the target's predecessors, and the phis' values for it.
    fn enter(&mut self, target: BlockId) -> Run<()> {
        let preds = self.body.preds(target);
        let Some(edge) = preds.iter().position(|&pred| pred == self.block) else {
            return failed(format!("{} is no predecessor of {target}", self.block));
        };
        let mut merged = Vec::new();
        for inst in self.body.block_insts(target) {
            let Inst::Phi(operands) = self.body.inst(inst) else { break };
            merged.push((inst, self.value(self.body.list(operands)[edge])?));
        }
        for (inst, value) in merged {
            self.values[inst.index()] = value;
        }
        self.block = target;
        Ok(())
    }
}

impl Machine<'_> {
    /// Runs a body to its end.
    pub(super) fn execute(&mut self, body: &Body, arguments: &[Slot]) -> Run<Slot> {
        let values = vec![Slot::Undefined; body.inst_count()];
        let mut frame = Frame { body, arguments, values, block: BlockId::ENTRY, exception: None };
        loop {
            match self.block(&mut frame) {
                Ok(Next::Return(value)) => return Ok(value),
                Ok(Next::Jump(position)) => {
                    let target = body.succs(frame.block)[position];
                    frame.enter(target)?;
                }
                Ok(Next::Value(_)) => return failed(format!("{} has no terminator", frame.block)),
                Err(Stop::Throw(exception)) => self.land(&mut frame, exception)?,
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Goes to the first landing pad that takes the exception, or lets it pass.
    fn land(&mut self, frame: &mut Frame<'_>, exception: Reference) -> Run<()> {
        for &pad in frame.body.pads(frame.block) {
            let is_catch = |inst: &InstId| matches!(frame.body.inst(*inst), Inst::Catch(_));
            let Some(Inst::Catch(caught)) =
                frame.body.block_insts(pad).find(is_catch).map(|i| frame.body.inst(i))
            else {
                return failed(format!("{pad} is no landing pad"));
            };
            let matches = match caught {
                Some(ty) => self.is_instance(exception, ty)?,
                None => true,
            };
            if matches {
                frame.exception = Some(exception);
                return frame.enter(pad);
            }
        }
        Err(Stop::Throw(exception))
    }

    /// Runs the instructions of a block behind its phis.
    fn block(&mut self, frame: &mut Frame<'_>) -> Run<Next> {
        for inst in frame.body.block_insts(frame.block) {
            self.steps += 1;
            let result = self.step(frame, inst);
            match result {
                Ok(Next::Value(value)) => {
                    let kind = frame.body.kind(inst);
                    if !value.fits(kind) {
                        return failed(format!("{inst} should be {kind} and is {value:?}"));
                    }
                    frame.values[inst.index()] = value;
                }
                Err(Stop::Throw(_)) if !frame.body.inst(inst).can_throw() => {
                    return failed(format!("{inst} threw, which it cannot"));
                }
                Err(Stop::Failed(message)) => return failed(self.trace(frame, inst, message)),
                other => return other,
            }
        }
        failed(format!("{} has no terminator", frame.block))
    }

    /// Adds the place to a failure.
    fn trace(&self, frame: &Frame<'_>, inst: InstId, message: String) -> String {
        let method = self.program.display_method(frame.body.method);
        if message.lines().count() > 40 {
            return message;
        }
        format!("{message}\n  at {method}, {inst}, line {:?}", frame.body.line(inst))
    }

    fn step(&mut self, frame: &mut Frame<'_>, inst: InstId) -> Run<Next> {
        let body = frame.body;
        let next = match body.inst(inst) {
            Inst::Goto => Next::Jump(0),
            Inst::If(condition, a, b) => {
                match arithmetic::holds(condition, frame.value(a)?, frame.value(b)?) {
                    // Both ways may lead to the same block, which is listed once.
                    Some(true) => Next::Jump(0),
                    Some(false) => Next::Jump(body.succs(frame.block).len() - 1),
                    None => return failed("the operands cannot be compared"),
                }
            }
            Inst::Switch(key, table) => {
                let (table, key) = (body.switch(table), frame.value(key)?.int());
                let found = table.cases.binary_search_by_key(&key, |&(case, _)| case);
                Next::Jump(found.map_or(table.default, |at| table.cases[at].1) as usize)
            }
            Inst::Return(None) => Next::Return(Slot::Undefined),
            Inst::Return(Some(value)) => Next::Return(frame.value(value)?),
            Inst::Throw(value) => match frame.value(value)?.reference() {
                Some(exception) => return Err(Stop::Throw(exception)),
                None => return Err(self.null_pointer()),
            },
            Inst::Param(index) => Next::Value(frame.arguments[usize::from(index)]),
            Inst::Phi(_) => Next::Value(frame.value(inst)?),
            Inst::Catch(_) => Next::Value(frame.exception.take().into()),
            Inst::Const(constant) => Next::Value(self.constant(body, constant)?),
            _ => Next::Value(self.compute(frame, inst)?),
        };
        if matches!(next, Next::Jump(_)) && self.steps > STEP_LIMIT {
            return failed("the program runs for too long");
        }
        Ok(next)
    }

    /// Instructions that are neither control flow nor SSA bookkeeping.
    fn compute(&mut self, frame: &Frame<'_>, inst: InstId) -> Run<Slot> {
        let body = frame.body;
        let value = |operand: InstId| frame.value(operand);
        match body.inst(inst) {
            Inst::Unary(op, a) => arithmetic::unary(op, value(a)?).map_or_else(|| failed("bad operand"), Ok),
            Inst::Binary(op, a, b) => {
                let (a, b) = (value(a)?, value(b)?);
                if arithmetic::divides_by_zero(op, b) {
                    return Err(self.throw("java/lang/ArithmeticException", Some("/ by zero")));
                }
                arithmetic::binary(op, a, b).map_or_else(|| failed("bad operands"), Ok)
            }
            Inst::Invoke(kind, method, list) => {
                let arguments = self.arguments(frame, body.list(list))?;
                self.invoke(body.method.class, kind, method, &arguments)
            }
            Inst::InvokeDynamic(site, list) => {
                let arguments = self.arguments(frame, body.list(list))?;
                self.invoke_dynamic(body.method.class, body.dynamic(site), &arguments)
            }
            Inst::NewMultiArray(ty, list) => {
                let lengths = self.arguments(frame, body.list(list))?;
                self.new_multi_array(ty, &lengths)
            }
            _ => self.access(frame, inst),
        }
    }

    fn arguments(&self, frame: &Frame<'_>, list: &[InstId]) -> Run<Vec<Slot>> {
        list.iter().map(|&operand| frame.value(operand)).collect()
    }

    fn constant(&mut self, body: &Body, constant: Const) -> Run<Slot> {
        Ok(match constant {
            Const::Null => Slot::Null,
            Const::Int(value) => Slot::Int(value),
            Const::Long(value) => Slot::Long(value),
            Const::Float(bits) => Slot::Float(f32::from_bits(bits)),
            Const::Double(bits) => Slot::Double(f64::from_bits(bits)),
            Const::String(name) => Slot::Ref(self.literal(name)?),
            Const::Class(ty) => Slot::Ref(self.mirror(Some(ty))?),
            Const::Dynamic(site) => self.dynamic_constant(body.method.class, body.dynamic(site))?,
            Const::ReturnAddress(_) => Slot::ReturnAddress,
            Const::MethodType(_) | Const::MethodHandle(_) => return failed("a method handle as an object"),
        })
    }
}
