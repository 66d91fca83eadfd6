//! The IR verifier: what every client relies on, checked.
//!
//! Structure: blocks partition the instructions, each ends with its only terminator, edges agree with
//! terminators and are listed at both ends; every block can be reached. Phis: at the start of a block,
//! one operand per predecessor. Dominance: a definition dominates its uses; a phi's operand is defined
//! on the edge: for a landing pad that means before the throwing block or among its phis. Kinds: operands
//! and results are what the operation takes and gives. Handlers: a pad is a block with one `Catch`, is
//! entered by exceptions only, and only from blocks that hold something that can throw; a block lists
//! pads only if it holds something that can throw. Places: every instruction has an offset at which an
//! instruction of the bytecode starts, and an access, lock, allocation or call has its own bytecode's.
//!
//! [`verify_types`] adds reference types: receivers, arguments, stored values, results and exceptions are
//! assignable to what is declared, as far as the JVM's own verifier asks (interfaces accept any object).

use std::ops::RangeInclusive;

use crate::classfile::{Code, Flags};
use crate::dominators::DominatorTree;
use crate::ir::{BinaryOp, BlockId, Body, Const, Inst, InstId, InvokeKind, UnaryOp, Value};
use crate::program::Program;
use crate::symbols::MethodRef;
use crate::types::{Kind, Type};
use crate::typing::{RefType, Typing};

/// A rule that a body breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The instruction or block.
    pub at: String,
    /// The rule.
    pub rule: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.at, self.rule)
    }
}

type Check = Result<(), Violation>;

fn ensure(holds: bool, at: impl std::fmt::Display, rule: &str) -> Check {
    if holds { Ok(()) } else { Err(Violation { at: at.to_string(), rule: rule.to_owned() }) }
}

/// Checks everything but reference types.
pub fn verify(program: &Program, body: &Body) -> Result<(), Violation> {
    verify_blocks(body)?;
    verify_edges(body)?;
    verify_dominance(body)?;
    for inst in body.insts() {
        verify_kinds(program, body, inst)?;
    }
    let class = program.class(body.method.class);
    let code = class.and_then(|class| class.code(&class.methods[usize::from(body.method.index)]));
    match code {
        Ok(Some(code)) => verify_places(body, &code),
        _ => ensure(false, "body", "the method has no code"),
    }
}

fn verify_blocks(body: &Body) -> Check {
    let mut next = 0;
    for block in body.blocks() {
        let range = &body.block(block).insts;
        ensure(
            range.start == next && range.end > range.start,
            block,
            "blocks follow each other, none is empty",
        )?;
        next = range.end;
        let mut phis_end = false;
        for inst in body.block_insts(block) {
            let is_last = inst.0 + 1 == range.end;
            ensure(
                body.inst(inst).is_terminator() == is_last,
                inst,
                "the terminator is the last instruction",
            )?;
            let is_phi = matches!(body.inst(inst), Inst::Phi(_));
            ensure(!(is_phi && phis_end), inst, "phis come first")?;
            phis_end |= !is_phi && !matches!(body.inst(inst), Inst::Param(_));
            let is_param = matches!(body.inst(inst), Inst::Param(_));
            ensure(!is_param || block == BlockId::ENTRY, inst, "parameters stand in the entry block")?;
        }
    }
    ensure(next as usize == body.inst_count(), "body", "blocks hold all instructions")?;
    ensure(
        !body.blocks.is_empty() && body.preds(BlockId::ENTRY).is_empty(),
        "b0",
        "nothing leads to the entry",
    )
}

fn verify_edges(body: &Body) -> Check {
    for block in body.blocks() {
        let succs = body.succs(block).len();
        let fits = match body.inst(body.terminator(block)) {
            Inst::Goto => succs == 1,
            Inst::If(..) => succs == 2,
            Inst::Switch(_, id) => {
                let table = body.switch(id);
                let positions = table.cases.iter().map(|&(_, succ)| succ).chain([table.default]);
                let sorted = table.cases.is_sorted_by(|a, b| a.0 < b.0);
                sorted && succs >= 2 && positions.into_iter().all(|succ| (succ as usize) < succs)
            }
            _ => succs == 0,
        };
        ensure(fits, block, "successors agree with the terminator")?;
        for succ in body.all_succs(block) {
            ensure(succ.index() < body.block_count(), block, "edges lead to blocks")?;
            let times = body.preds(succ).iter().filter(|&&pred| pred == block).count();
            ensure(times == 1, block, "every edge is listed once at its target")?;
        }
        for &pred in body.preds(block) {
            ensure(body.all_succs(pred).any(|succ| succ == block), block, "every predecessor leads here")?;
        }
        let reached = block == BlockId::ENTRY || body.preds(block).iter().any(|&pred| pred < block);
        ensure(reached, block, "a predecessor comes before in reverse post-order")?;
        verify_pads(body, block)?;
    }
    Ok(())
}

fn verify_pads(body: &Body, block: BlockId) -> Check {
    let throws = body.block_insts(block).any(|inst| body.inst(inst).can_throw());
    ensure(throws || body.pads(block).is_empty(), block, "pads only where something can throw")?;
    for &pad in body.pads(block) {
        ensure(body.block(pad).is_pad, block, "exceptions lead to landing pads")?;
    }
    for &succ in body.succs(block) {
        ensure(!body.block(succ).is_pad, block, "landing pads are entered by exceptions only")?;
    }
    let catches = body.block_insts(block).filter(|&inst| matches!(body.inst(inst), Inst::Catch(_)));
    let expected = usize::from(body.block(block).is_pad);
    ensure(catches.count() == expected, block, "a landing pad, and nothing else, has one catch")?;
    if body.block(block).is_pad {
        let plain = |inst: &InstId| matches!(body.inst(*inst), Inst::Phi(_) | Inst::Catch(_) | Inst::Goto);
        ensure(body.block_insts(block).all(|inst| plain(&inst)), block, "a landing pad only catches")?;
    }
    Ok(())
}

fn verify_dominance(body: &Body) -> Check {
    let dominators = DominatorTree::dominators(body);
    let mut block_of = vec![BlockId(0); body.inst_count()];
    for block in body.blocks() {
        body.block_insts(block).for_each(|inst| block_of[inst.index()] = block);
    }
    for block in body.blocks() {
        for inst in body.block_insts(block) {
            let mut result = Ok(());
            body.for_each_operand(inst, |value| {
                if value.index() >= body.inst_count() || body.kind(value) == Kind::Void {
                    result = ensure(false, inst, "operands are values");
                }
            });
            result?;
            let mut result = Ok(());
            if let Inst::Phi(list) = body.inst(inst) {
                let operands = body.list(list);
                ensure(
                    operands.len() == body.preds(block).len(),
                    inst,
                    "a phi has an operand per predecessor",
                )?;
                ensure(operands.len() > 1, inst, "a phi merges")?;
                for (&operand, &pred) in operands.iter().zip(body.preds(block)) {
                    let home = block_of[operand.index()];
                    let at_start = matches!(body.inst(operand), Inst::Phi(_) | Inst::Param(_));
                    let defined = dominators.dominates(home, pred)
                        && (!body.block(block).is_pad || home != pred || at_start);
                    ensure(defined, inst, "a phi's operands are defined on their edges")?;
                }
                continue;
            }
            body.for_each_operand(inst, |value| {
                let home = block_of[value.index()];
                let before = if home == block { value < inst } else { dominators.dominates(home, block) };
                if !before && result.is_ok() {
                    result = ensure(false, inst, "a definition dominates its uses");
                }
            });
            result?;
        }
    }
    Ok(())
}

/// The kinds that an instruction takes and gives.
fn verify_kinds(program: &Program, body: &Body, inst: InstId) -> Check {
    use Kind::{Int, Ref, Void};
    let symbols = program.symbols();
    let kind = |value: Value| body.kind(value);
    let result = kind(inst);
    let fits = match body.inst(inst) {
        Inst::Param(_) => result != Void,
        Inst::Phi(list) => body.list(list).iter().all(|&value| kind(value) == result),
        Inst::Catch(_) | Inst::New(_) => result == Ref,
        Inst::Const(constant) => match constant {
            Const::Int(_) => result == Int,
            Const::Long(_) => result == Kind::Long,
            Const::Float(_) => result == Kind::Float,
            Const::Double(_) => result == Kind::Double,
            Const::Dynamic(_) => result != Void,
            _ => result == Ref,
        },
        Inst::Unary(op, a) => (kind(a), result) == unary_kinds(op),
        Inst::Binary(op, a, b) => (kind(a), kind(b), result) == binary_kinds(op),
        Inst::NewArray(_, length) => kind(length) == Int && result == Ref,
        Inst::NewMultiArray(_, list) => body.list(list).iter().all(|&v| kind(v) == Int) && result == Ref,
        Inst::ArrayLength(array) => kind(array) == Ref && result == Int,
        Inst::ArrayLoad(element, array, index) => {
            kind(array) == Ref && kind(index) == Int && result == element.kind()
        }
        Inst::ArrayStore(element, array, index, value) => {
            kind(array) == Ref && kind(index) == Int && kind(value) == element.kind() && result == Void
        }
        Inst::GetField(field, object) => kind(object) == Ref && result == symbols.field_data(field).ty.kind(),
        Inst::PutField(field, object, value) => {
            kind(object) == Ref && kind(value) == symbols.field_data(field).ty.kind() && result == Void
        }
        Inst::GetStatic(field) => result == symbols.field_data(field).ty.kind(),
        Inst::PutStatic(field, value) => kind(value) == symbols.field_data(field).ty.kind() && result == Void,
        Inst::Invoke(call, method, list) => {
            let receiver = (call != InvokeKind::Static).then_some(Ref);
            let descriptor = symbols.descriptor_data(symbols.method_data(method).descriptor);
            let declared = receiver.into_iter().chain(descriptor.parameters.iter().map(|ty| ty.kind()));
            body.list(list).iter().map(|&value| kind(value)).eq(declared)
                && result == descriptor.result.map_or(Void, Type::kind)
        }
        Inst::InvokeDynamic(site, list) => match symbols.descriptor(body.dynamic(site).descriptor) {
            Ok(descriptor) => {
                let descriptor = symbols.descriptor_data(descriptor);
                let declared = descriptor.parameters.iter().map(|ty| ty.kind());
                body.list(list).iter().map(|&value| kind(value)).eq(declared)
                    && result == descriptor.result.map_or(Void, Type::kind)
            }
            Err(_) => false,
        },
        Inst::CheckCast(_, value) => kind(value) == Ref && result == Ref,
        Inst::InstanceOf(_, value) => kind(value) == Ref && result == Int,
        Inst::MonitorEnter(value) | Inst::MonitorExit(value) | Inst::Throw(value) => {
            kind(value) == Ref && result == Void
        }
        Inst::Goto => result == Void,
        Inst::If(condition, a, b) => {
            use crate::ir::Condition::{Equal, NotEqual};
            let references = matches!(condition, Equal | NotEqual) && kind(a) == Ref;
            kind(a) == kind(b) && (kind(a) == Int || references) && result == Void
        }
        Inst::Switch(value, _) => kind(value) == Int && result == Void,
        Inst::Return(value) => {
            let declared = program
                .method(body.method)
                .map(|method| symbols.descriptor_data(method.descriptor).result.map_or(Void, Type::kind));
            declared.is_ok_and(|declared| value.map_or(Void, kind) == declared) && result == Void
        }
    };
    ensure(fits, inst, "operands and result have the kinds of the operation")
}

fn unary_kinds(op: UnaryOp) -> (Kind, Kind) {
    use Kind::{Double, Float, Int, Long};
    match op {
        UnaryOp::NegInt | UnaryOp::IntToByte | UnaryOp::IntToChar | UnaryOp::IntToShort => (Int, Int),
        UnaryOp::NegLong => (Long, Long),
        UnaryOp::NegFloat => (Float, Float),
        UnaryOp::NegDouble => (Double, Double),
        UnaryOp::IntToLong => (Int, Long),
        UnaryOp::IntToFloat => (Int, Float),
        UnaryOp::IntToDouble => (Int, Double),
        UnaryOp::LongToInt => (Long, Int),
        UnaryOp::LongToFloat => (Long, Float),
        UnaryOp::LongToDouble => (Long, Double),
        UnaryOp::FloatToInt => (Float, Int),
        UnaryOp::FloatToLong => (Float, Long),
        UnaryOp::FloatToDouble => (Float, Double),
        UnaryOp::DoubleToInt => (Double, Int),
        UnaryOp::DoubleToLong => (Double, Long),
        UnaryOp::DoubleToFloat => (Double, Float),
    }
}

#[rustfmt::skip]
fn binary_kinds(op: BinaryOp) -> (Kind, Kind, Kind) {
    use BinaryOp as B;
    use Kind::{Double, Float, Int, Long};
    match op {
        B::AddInt | B::SubInt | B::MulInt | B::DivInt | B::RemInt | B::AndInt | B::OrInt | B::XorInt
        | B::ShlInt | B::ShrInt | B::UshrInt => (Int, Int, Int),
        B::AddLong | B::SubLong | B::MulLong | B::DivLong | B::RemLong | B::AndLong | B::OrLong
        | B::XorLong => (Long, Long, Long),
        B::ShlLong | B::ShrLong | B::UshrLong => (Long, Int, Long),
        B::AddFloat | B::SubFloat | B::MulFloat | B::DivFloat | B::RemFloat => (Float, Float, Float),
        B::AddDouble | B::SubDouble | B::MulDouble | B::DivDouble | B::RemDouble => (Double, Double, Double),
        B::CompareLong => (Long, Long, Int),
        B::CompareFloatLess | B::CompareFloatGreater => (Float, Float, Int),
        B::CompareDoubleLess | B::CompareDoubleGreater => (Double, Double, Int),
    }
}

fn verify_places(body: &Body, code: &Code<'_>) -> Check {
    let starts = code.instruction_starts();
    for inst in body.insts() {
        let pc = usize::from(body.pc(inst));
        ensure(starts.get(pc) == Some(&true), inst, "offsets are those of instructions")?;
        let matches = opcodes_of(body.inst(inst)).is_none_or(|opcodes| opcodes.contains(&code.bytes[pc]));
        ensure(matches, inst, "the offset of an access, lock or call is that of its bytecode")?;
    }
    Ok(())
}

/// The bytecode that accesses, monitor operations, allocations and calls are made from.
fn opcodes_of(inst: Inst) -> Option<RangeInclusive<u8>> {
    use crate::classfile::opcodes::*;
    let only = |opcode: u8| Some(opcode..=opcode);
    match inst {
        Inst::GetStatic(_) => only(GETSTATIC),
        Inst::PutStatic(..) => only(PUTSTATIC),
        Inst::GetField(..) => only(GETFIELD),
        Inst::PutField(..) => only(PUTFIELD),
        Inst::ArrayLoad(..) => Some(IALOAD..=SALOAD),
        Inst::ArrayStore(..) => Some(IASTORE..=SASTORE),
        Inst::ArrayLength(_) => only(ARRAYLENGTH),
        Inst::MonitorEnter(_) => only(MONITORENTER),
        Inst::MonitorExit(_) => only(MONITOREXIT),
        Inst::New(_) => only(NEW),
        Inst::NewArray(..) => Some(NEWARRAY..=ANEWARRAY),
        Inst::NewMultiArray(..) => only(MULTIANEWARRAY),
        Inst::Invoke(kind, ..) => match kind {
            InvokeKind::Virtual => only(INVOKEVIRTUAL),
            InvokeKind::Special => only(INVOKESPECIAL),
            InvokeKind::Static => only(INVOKESTATIC),
            InvokeKind::Interface => only(INVOKEINTERFACE),
        },
        Inst::InvokeDynamic(..) => only(INVOKEDYNAMIC),
        Inst::Throw(_) => only(ATHROW),
        Inst::Return(_) => Some(IRETURN..=RETURN),
        _ => None,
    }
}

/// Checks reference types. `Ok` counts what could not be decided because a class is missing.
pub fn verify_types(program: &Program, body: &Body) -> Result<usize, Violation> {
    let typing = Typing::infer(program, body);
    let mut checker = TypeChecker { program, body, typing: &typing, undecided: 0 };
    for inst in body.insts() {
        checker.inst(inst)?;
    }
    Ok(checker.undecided)
}

struct TypeChecker<'a> {
    program: &'a Program,
    body: &'a Body,
    typing: &'a Typing,
    undecided: usize,
}

impl TypeChecker<'_> {
    fn inst(&mut self, inst: InstId) -> Check {
        let (program, body) = (self.program, self.body);
        let symbols = program.symbols();
        match body.inst(inst) {
            Inst::ArrayLength(array) | Inst::ArrayLoad(_, array, _) | Inst::ArrayStore(_, array, _, _) => {
                let is_array = match self.typing.of(array) {
                    RefType::Of(ty) => ty.is_array(),
                    _ => true,
                };
                ensure(is_array, inst, "array operations work on arrays")
            }
            Inst::GetField(field, object) => {
                self.assignable(inst, object, Type::class(symbols.field_data(field).owner))
            }
            Inst::PutField(field, object, value) => {
                let data = symbols.field_data(field);
                self.assignable(inst, object, Type::class(data.owner))?;
                self.assignable(inst, value, data.ty)
            }
            Inst::PutStatic(field, value) => self.assignable(inst, value, symbols.field_data(field).ty),
            Inst::Invoke(kind, method, list) => {
                self.arguments(inst, kind != InvokeKind::Static, method, body.list(list))
            }
            Inst::InvokeDynamic(site, list) => match symbols.descriptor(body.dynamic(site).descriptor) {
                Ok(descriptor) => {
                    let declared = symbols.descriptor_data(descriptor).parameters.iter();
                    let mut pairs = body.list(list).iter().zip(declared);
                    pairs.try_for_each(|(&value, &ty)| self.assignable(inst, value, ty))
                }
                Err(_) => ensure(false, inst, "a call site has a descriptor"),
            },
            Inst::Return(Some(value)) => {
                let method = program.method(body.method).ok();
                let ty = method.and_then(|method| symbols.descriptor_data(method.descriptor).result);
                ty.map_or(Ok(()), |ty| self.assignable(inst, value, ty))
            }
            Inst::Throw(value) => {
                self.assignable(inst, value, Type::class(symbols.name(b"java/lang/Throwable")))
            }
            _ => Ok(()),
        }
    }

    fn arguments(&mut self, inst: InstId, receiver: bool, method: MethodRef, args: &[Value]) -> Check {
        let symbols = self.program.symbols();
        let data = symbols.method_data(method);
        let declared = symbols.descriptor_data(data.descriptor).parameters.iter().copied();
        let declared = receiver.then_some(data.owner).into_iter().chain(declared);
        for (&value, ty) in args.iter().zip(declared) {
            self.assignable(inst, value, ty)?;
        }
        Ok(())
    }

    fn assignable(&mut self, inst: InstId, value: Value, to: Type) -> Check {
        let from = match self.typing.of(value) {
            RefType::Of(from) => from,
            RefType::None | RefType::Null => return Ok(()),
            RefType::Unknown => {
                self.undecided += 1;
                return Ok(());
            }
        };
        if to.kind() != Kind::Ref || self.is_interface(to) {
            return Ok(());
        }
        match self.program.is_assignable(from, to) {
            Some(fits) => {
                let symbols = self.program.symbols();
                let rule = || format!("{} is no {}", from.display(symbols), to.display(symbols));
                ensure(fits || self.elements_are_interface(from, to), inst, &rule())
            }
            None => {
                self.undecided += 1;
                Ok(())
            }
        }
    }

    fn is_interface(&self, ty: Type) -> bool {
        let class = ty.class_name().and_then(|name| self.program.find(name));
        class.and_then(|class| self.program.class(class).ok()).is_some_and(|c| c.flags.has(Flags::INTERFACE))
    }

    /// Arrays of interfaces accept arrays of any objects, like interfaces themselves.
    fn elements_are_interface(&self, from: Type, to: Type) -> bool {
        match (from.element(), to.element()) {
            (Some(from), Some(to)) => {
                from.kind() == Kind::Ref && self.is_interface(to) || self.elements_are_interface(from, to)
            }
            _ => false,
        }
    }
}
