//! Executes a block's bytecode on names of values: one arm per opcode.

use crate::classfile::opcodes::*;
use crate::classfile::{DynamicRef, Loadable};
use crate::dynamic;
use crate::error::{Error, Result};
use crate::ir::{
    BinaryOp, Condition, Const, DynamicId, ElementKind, HandleId, Inst, InvokeKind, SwitchId, SwitchTable,
    UnaryOp, Value,
};
use crate::symbols::{DescriptorId, FieldRefData};
use crate::types::{Kind, Primitive, Type};

use super::scan::{RawBlock, Switch, checked_length, instruction_length, read_u16};
use super::ssa::{Builder, NONE};

/// Emits the instructions of a block, the terminator included.
pub(super) fn block(builder: &mut Builder<'_>, block: RawBlock) -> Result<()> {
    let bytes = builder.source.code.bytes;
    let first = builder.body.insts.len();
    let mut pc = block.start as usize;
    while pc < block.end as usize {
        step(builder, pc).map_err(|error| error.at_pc(pc))?;
        pc += checked_length(bytes, pc)?;
    }
    // Nothing but a block's last instruction makes a terminator.
    if builder.body.insts[first..].last().is_none_or(|data| !data.inst.is_terminator()) {
        builder.emit(Inst::Goto, Kind::Void, block.last as u16);
    }
    Ok(())
}

impl Builder<'_> {
    fn push(&mut self, inst: Inst, kind: Kind, pc: usize) {
        let value = self.emit(inst, kind, pc as u16);
        self.stack.push(value);
    }

    fn pop_any(&mut self) -> Result<Value> {
        self.stack.pop().ok_or_else(|| Error::malformed("the operand stack is empty"))
    }

    fn pop(&mut self, kind: Kind) -> Result<Value> {
        let value = self.pop_any()?;
        match self.body.kind(value) {
            found if found == kind => Ok(value),
            found => Err(Error::malformed(format!("{kind} expected on the stack, {found} found"))),
        }
    }

    fn constant(&mut self, constant: Const, kind: Kind, pc: usize) {
        self.push(Inst::Const(constant), kind, pc);
    }

    fn load(&mut self, slot: u16, kind: Kind) -> Result<()> {
        // The first pass has checked the slot's number.
        let value = self.locals[usize::from(slot)];
        if value == NONE {
            return Err(Error::malformed(format!("local variable {slot} is not set")));
        }
        let found = self.body.kind(value);
        if found != kind {
            let message = format!("{kind} expected in local variable {slot}, {found} found");
            return Err(Error::malformed(message));
        }
        self.stack.push(value);
        Ok(())
    }

    fn store(&mut self, slot: u16, kind: Kind, next: usize) -> Result<()> {
        let value = self.pop(kind)?;
        self.set_local(slot, value, next)
    }

    fn set_local(&mut self, slot: u16, value: Value, next: usize) -> Result<()> {
        let slot = usize::from(slot);
        self.locals[slot] = value;
        if self.body.kind(value).is_wide() {
            self.locals[slot + 1] = NONE;
        }
        // A wide variable that began one slot before lost its second half.
        if slot > 0 && self.locals[slot - 1] != NONE && self.body.kind(self.locals[slot - 1]).is_wide() {
            self.locals[slot - 1] = NONE;
        }
        self.name_variable(slot, next as u16, value)
    }

    fn unary(&mut self, op: UnaryOp, from: Kind, to: Kind, pc: usize) -> Result<()> {
        let operand = self.pop(from)?;
        self.push(Inst::Unary(op, operand), to, pc);
        Ok(())
    }

    fn binary(&mut self, op: BinaryOp, operands: (Kind, Kind), result: Kind, pc: usize) -> Result<()> {
        let right = self.pop(operands.1)?;
        let left = self.pop(operands.0)?;
        self.push(Inst::Binary(op, left, right), result, pc);
        Ok(())
    }

    fn array_load(&mut self, element: ElementKind, pc: usize) -> Result<()> {
        let index = self.pop(Kind::Int)?;
        let array = self.pop(Kind::Ref)?;
        self.push(Inst::ArrayLoad(element, array, index), element.kind(), pc);
        Ok(())
    }

    fn array_store(&mut self, element: ElementKind, pc: usize) -> Result<()> {
        let value = self.pop(element.kind())?;
        let index = self.pop(Kind::Int)?;
        let array = self.pop(Kind::Ref)?;
        self.emit(Inst::ArrayStore(element, array, index, value), Kind::Void, pc as u16);
        Ok(())
    }

    fn class_operand(&self, pc: usize) -> Result<Type> {
        let source = self.source;
        source.class.pool.class_type(source.symbols, read_u16(source.code.bytes, pc + 1))
    }

    fn branch(&mut self, condition: Condition, left: Value, right: Value, pc: usize) -> Result<()> {
        let pc = pc as u16;
        // A branch to the next instruction decides nothing and has one successor.
        let target = super::scan::branch_target(self.source.code.bytes, usize::from(pc));
        let inst = if target == i64::from(pc) + 3 { Inst::Goto } else { Inst::If(condition, left, right) };
        self.emit(inst, Kind::Void, pc);
        Ok(())
    }

    fn compare_with(&mut self, condition: Condition, kind: Kind, constant: Const, pc: usize) -> Result<()> {
        let left = self.pop(kind)?;
        let right = self.emit(Inst::Const(constant), kind, pc as u16);
        self.branch(condition, left, right, pc)
    }

    fn compare(&mut self, condition: Condition, kind: Kind, pc: usize) -> Result<()> {
        let right = self.pop(kind)?;
        let left = self.pop(kind)?;
        self.branch(condition, left, right, pc)
    }

    fn ret(&mut self, kind: Kind, pc: usize) -> Result<()> {
        let result = self.source.symbols.descriptor_data(self.source.method.descriptor).result;
        let expected = result.map_or(Kind::Void, Type::kind);
        if expected != kind {
            return Err(Error::malformed(format!("returns {kind}, but the method is declared {expected}")));
        }
        let value = if kind == Kind::Void { None } else { Some(self.pop(kind)?) };
        self.emit(Inst::Return(value), Kind::Void, pc as u16);
        Ok(())
    }

    fn field(&mut self, opcode: u8, pc: usize) -> Result<()> {
        let source = self.source;
        let field = source.class.pool.field_ref(source.symbols, read_u16(source.code.bytes, pc + 1))?;
        let FieldRefData { ty, .. } = source.symbols.field_data(field);
        let kind = ty.kind();
        match opcode {
            GETSTATIC => self.push(Inst::GetStatic(field), kind, pc),
            GETFIELD => {
                let object = self.pop(Kind::Ref)?;
                self.push(Inst::GetField(field, object), kind, pc);
            }
            PUTSTATIC => {
                let value = self.pop(kind)?;
                self.emit(Inst::PutStatic(field, value), Kind::Void, pc as u16);
            }
            _ => {
                let value = self.pop(kind)?;
                let object = self.pop(Kind::Ref)?;
                self.emit(Inst::PutField(field, object, value), Kind::Void, pc as u16);
            }
        }
        Ok(())
    }

    /// Takes the arguments off the stack into a list, checks their kinds.
    fn arguments(&mut self, descriptor: DescriptorId, receiver: bool) -> Result<crate::ir::ValueList> {
        let descriptor = self.source.symbols.descriptor_data(descriptor);
        let count = descriptor.parameters.len() + usize::from(receiver);
        let Some(base) = self.stack.len().checked_sub(count) else {
            return Err(Error::malformed("fewer arguments on the stack than the call takes"));
        };
        let kinds = receiver.then_some(Kind::Ref).into_iter();
        let kinds = kinds.chain(descriptor.parameters.iter().map(|ty| ty.kind()));
        for (position, (&value, kind)) in self.stack[base..].iter().zip(kinds).enumerate() {
            let found = self.body.kind(value);
            if found != kind {
                let message = format!("{kind} expected as argument {position}, {found} found");
                return Err(Error::malformed(message));
            }
        }
        let start = self.body.values.len() as u32;
        self.body.values.extend(self.stack.drain(base..));
        Ok(crate::ir::ValueList { start, len: count as u32 })
    }

    fn invoke(&mut self, kind: InvokeKind, pc: usize) -> Result<()> {
        let source = self.source;
        let method = source.class.pool.method_ref(source.symbols, read_u16(source.code.bytes, pc + 1))?;
        let descriptor = source.symbols.method_data(method).descriptor;
        let args = self.arguments(descriptor, kind != InvokeKind::Static)?;
        self.call(Inst::Invoke(kind, method, args), descriptor, pc);
        Ok(())
    }

    fn call(&mut self, inst: Inst, descriptor: DescriptorId, pc: usize) {
        match self.source.symbols.descriptor_data(descriptor).result {
            Some(ty) => self.push(inst, ty.kind(), pc),
            None => {
                self.emit(inst, Kind::Void, pc as u16);
            }
        }
    }

    fn dynamic(&mut self, site: DynamicRef) -> Result<DynamicId> {
        let resolved = dynamic::resolve(self.source.symbols, self.source.class, site)?;
        self.body.dynamics.push(resolved);
        Ok(DynamicId((self.body.dynamics.len() - 1) as u32))
    }

    fn invoke_dynamic(&mut self, pc: usize) -> Result<()> {
        let source = self.source;
        let index = read_u16(source.code.bytes, pc + 1);
        let site = source.class.pool.invoke_dynamic(source.symbols, index)?;
        let descriptor = source.symbols.descriptor(site.descriptor)?;
        let site = self.dynamic(site)?;
        let args = self.arguments(descriptor, false)?;
        self.call(Inst::InvokeDynamic(site, args), descriptor, pc);
        Ok(())
    }

    fn load_constant(&mut self, index: u16, wide: bool, pc: usize) -> Result<()> {
        let source = self.source;
        let (constant, kind) = match source.class.pool.loadable(source.symbols, index)? {
            Loadable::Int(value) => (Const::Int(value), Kind::Int),
            Loadable::Float(value) => (Const::Float(value.to_bits()), Kind::Float),
            Loadable::Long(value) => (Const::Long(value), Kind::Long),
            Loadable::Double(value) => (Const::Double(value.to_bits()), Kind::Double),
            Loadable::String(text) => (Const::String(text), Kind::Ref),
            Loadable::Class(ty) => (Const::Class(ty), Kind::Ref),
            Loadable::MethodType(descriptor) => (Const::MethodType(descriptor), Kind::Ref),
            Loadable::MethodHandle(handle) => {
                self.body.handles.push(handle);
                (Const::MethodHandle(HandleId((self.body.handles.len() - 1) as u32)), Kind::Ref)
            }
            Loadable::Dynamic(site) => {
                let bytes = source.symbols.bytes(site.descriptor);
                let ty = crate::types::parse_field_descriptor(source.symbols, bytes);
                let ty = ty.ok_or_else(|| Error::malformed("a dynamic constant without a type"))?;
                (Const::Dynamic(self.dynamic(site)?), ty.kind())
            }
        };
        if kind.is_wide() != wide {
            return Err(Error::malformed(format!(
                "constant {index} has the wrong size for this instruction"
            )));
        }
        self.constant(constant, kind, pc);
        Ok(())
    }

    fn switch(&mut self, pc: usize) -> Result<()> {
        let source = self.source;
        let key = self.pop(Kind::Int)?;
        let switch = Switch::read(source.code.bytes, pc)?;
        // The node's successors are the default's block, then the cases', without repetitions; the
        // same walk gives the positions.
        let mut seen: rustc_hash::FxHashMap<i64, u32> = rustc_hash::FxHashMap::default();
        let mut position = |target: i64| {
            let next = seen.len() as u32;
            *seen.entry(target).or_insert(next)
        };
        let default = position(switch.default_target());
        let cases = (0..switch.len()).map(|index| switch.case(index));
        let mut cases: Vec<(i32, u32)> = cases.map(|(key, target)| (key, position(target))).collect();
        if seen.len() == 1 {
            self.emit(Inst::Goto, Kind::Void, pc as u16);
            return Ok(());
        }
        if !cases.is_sorted_by(|a, b| a.0 < b.0) {
            // The specification wants them sorted; the JVM does not check in old classes.
            cases.sort_by_key(|&(key, _)| key);
            cases.dedup_by_key(|&mut (key, _)| key);
        }
        self.body.switches.push(SwitchTable { cases: cases.into(), default });
        let id = SwitchId((self.body.switches.len() - 1) as u32);
        self.emit(Inst::Switch(key, id), Kind::Void, pc as u16);
        Ok(())
    }

    fn new_multi_array(&mut self, pc: usize) -> Result<()> {
        let ty = self.class_operand(pc)?;
        let count = usize::from(self.source.code.bytes[pc + 3]);
        if count == 0 || count > usize::from(ty.dimensions()) {
            return Err(Error::malformed(format!("multianewarray with {count} lengths")));
        }
        let mut lengths = (0..count).map(|_| self.pop(Kind::Int)).collect::<Result<Vec<_>>>()?;
        lengths.reverse();
        let list = self.list(&lengths);
        self.push(Inst::NewMultiArray(ty, list), Kind::Ref, pc);
        Ok(())
    }

    /// A value of one word.
    fn pop_narrow(&mut self) -> Result<Value> {
        let value = self.pop_any()?;
        if self.body.kind(value).is_wide() {
            return Err(Error::malformed(CUT_IN_TWO));
        }
        Ok(value)
    }

    /// `pop2` to `dup2_x2` mean other things for wide values (JVMS 6.5, forms 1 to 4): here every
    /// entry is a value, so a wide one counts as two words.
    fn take_words(&mut self, words: usize) -> Result<Vec<Value>> {
        let mut taken = Vec::with_capacity(words);
        let mut left = words;
        while left > 0 {
            let value = self.pop_any()?;
            let size = 1 + usize::from(self.body.kind(value).is_wide());
            left = left.checked_sub(size).ok_or_else(|| Error::malformed(CUT_IN_TWO))?;
            taken.push(value);
        }
        taken.reverse();
        Ok(taken)
    }

    /// Duplicates the top `words` words below the next `below` words.
    fn duplicate(&mut self, words: usize, below: usize) -> Result<()> {
        let top = self.take_words(words)?;
        let under = self.take_words(below)?;
        self.stack.extend_from_slice(&top);
        self.stack.extend_from_slice(&under);
        self.stack.extend_from_slice(&top);
        Ok(())
    }
}

const CUT_IN_TWO: &str = "a stack instruction cuts a long or double in two";

const LOCAL_KINDS: [Kind; 5] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double, Kind::Ref];

#[rustfmt::skip]
fn step(b: &mut Builder<'_>, pc: usize) -> Result<()> {
    use BinaryOp as Bin;
    use Kind::{Double, Float, Int, Long, Ref, Void};
    use UnaryOp as Un;

    let bytes = b.source.code.bytes;
    let opcode = bytes[pc];
    match opcode {
        NOP => {}
        ACONST_NULL => b.constant(Const::Null, Ref, pc),
        ICONST_M1..=ICONST_5 => b.constant(Const::Int(i32::from(opcode) - i32::from(ICONST_0)), Int, pc),
        LCONST_0 | LCONST_1 => b.constant(Const::Long(i64::from(opcode - LCONST_0)), Long, pc),
        FCONST_0..=FCONST_2 => b.constant(Const::Float(f32::from(opcode - FCONST_0).to_bits()), Float, pc),
        DCONST_0 | DCONST_1 => b.constant(Const::Double(f64::from(opcode - DCONST_0).to_bits()), Double, pc),
        BIPUSH => b.constant(Const::Int(i32::from(bytes[pc + 1] as i8)), Int, pc),
        SIPUSH => b.constant(Const::Int(i32::from(read_u16(bytes, pc + 1) as i16)), Int, pc),
        LDC => b.load_constant(u16::from(bytes[pc + 1]), false, pc)?,
        LDC_W => b.load_constant(read_u16(bytes, pc + 1), false, pc)?,
        LDC2_W => b.load_constant(read_u16(bytes, pc + 1), true, pc)?,

        ILOAD..=ALOAD => b.load(u16::from(bytes[pc + 1]), LOCAL_KINDS[usize::from(opcode - ILOAD)])?,
        ILOAD_0..=ALOAD_3 => {
            let index = opcode - ILOAD_0;
            b.load(u16::from(index % 4), LOCAL_KINDS[usize::from(index / 4)])?;
        }
        ISTORE..=DSTORE => b.store(u16::from(bytes[pc + 1]), LOCAL_KINDS[usize::from(opcode - ISTORE)], pc + 2)?,
        ASTORE => b.store(u16::from(bytes[pc + 1]), Ref, pc + 2)?,
        ISTORE_0..=ASTORE_3 => {
            let index = opcode - ISTORE_0;
            b.store(u16::from(index % 4), LOCAL_KINDS[usize::from(index / 4)], pc + 1)?;
        }
        WIDE => match bytes[pc + 1] {
            op @ ILOAD..=ALOAD => b.load(read_u16(bytes, pc + 2), LOCAL_KINDS[usize::from(op - ILOAD)])?,
            op @ ISTORE..=ASTORE => b.store(read_u16(bytes, pc + 2), LOCAL_KINDS[usize::from(op - ISTORE)], pc + 4)?,
            IINC => increment(b, read_u16(bytes, pc + 2), read_u16(bytes, pc + 4) as i16, pc, pc + 6)?,
            // `ret`: the graph knows where it goes.
            _ => { b.emit(Inst::Goto, Void, pc as u16); }
        },
        IINC => increment(b, u16::from(bytes[pc + 1]), i16::from(bytes[pc + 2] as i8), pc, pc + 3)?,

        IALOAD => b.array_load(ElementKind::Int, pc)?,
        LALOAD => b.array_load(ElementKind::Long, pc)?,
        FALOAD => b.array_load(ElementKind::Float, pc)?,
        DALOAD => b.array_load(ElementKind::Double, pc)?,
        AALOAD => b.array_load(ElementKind::Ref, pc)?,
        BALOAD => b.array_load(ElementKind::ByteOrBoolean, pc)?,
        CALOAD => b.array_load(ElementKind::Char, pc)?,
        SALOAD => b.array_load(ElementKind::Short, pc)?,
        IASTORE => b.array_store(ElementKind::Int, pc)?,
        LASTORE => b.array_store(ElementKind::Long, pc)?,
        FASTORE => b.array_store(ElementKind::Float, pc)?,
        DASTORE => b.array_store(ElementKind::Double, pc)?,
        AASTORE => b.array_store(ElementKind::Ref, pc)?,
        BASTORE => b.array_store(ElementKind::ByteOrBoolean, pc)?,
        CASTORE => b.array_store(ElementKind::Char, pc)?,
        SASTORE => b.array_store(ElementKind::Short, pc)?,

        POP => { b.pop_narrow()?; }
        POP2 => { b.take_words(2)?; }
        DUP => {
            let top = b.pop_narrow()?;
            b.stack.extend_from_slice(&[top, top]);
        }
        DUP_X1 => b.duplicate(1, 1)?,
        DUP_X2 => b.duplicate(1, 2)?,
        DUP2 => b.duplicate(2, 0)?,
        DUP2_X1 => b.duplicate(2, 1)?,
        DUP2_X2 => b.duplicate(2, 2)?,
        SWAP => {
            let top = b.pop_narrow()?;
            let under = b.pop_narrow()?;
            b.stack.extend_from_slice(&[top, under]);
        }

        IADD => b.binary(Bin::AddInt, (Int, Int), Int, pc)?,
        LADD => b.binary(Bin::AddLong, (Long, Long), Long, pc)?,
        FADD => b.binary(Bin::AddFloat, (Float, Float), Float, pc)?,
        DADD => b.binary(Bin::AddDouble, (Double, Double), Double, pc)?,
        ISUB => b.binary(Bin::SubInt, (Int, Int), Int, pc)?,
        LSUB => b.binary(Bin::SubLong, (Long, Long), Long, pc)?,
        FSUB => b.binary(Bin::SubFloat, (Float, Float), Float, pc)?,
        DSUB => b.binary(Bin::SubDouble, (Double, Double), Double, pc)?,
        IMUL => b.binary(Bin::MulInt, (Int, Int), Int, pc)?,
        LMUL => b.binary(Bin::MulLong, (Long, Long), Long, pc)?,
        FMUL => b.binary(Bin::MulFloat, (Float, Float), Float, pc)?,
        DMUL => b.binary(Bin::MulDouble, (Double, Double), Double, pc)?,
        IDIV => b.binary(Bin::DivInt, (Int, Int), Int, pc)?,
        LDIV => b.binary(Bin::DivLong, (Long, Long), Long, pc)?,
        FDIV => b.binary(Bin::DivFloat, (Float, Float), Float, pc)?,
        DDIV => b.binary(Bin::DivDouble, (Double, Double), Double, pc)?,
        IREM => b.binary(Bin::RemInt, (Int, Int), Int, pc)?,
        LREM => b.binary(Bin::RemLong, (Long, Long), Long, pc)?,
        FREM => b.binary(Bin::RemFloat, (Float, Float), Float, pc)?,
        DREM => b.binary(Bin::RemDouble, (Double, Double), Double, pc)?,
        INEG => b.unary(Un::NegInt, Int, Int, pc)?,
        LNEG => b.unary(Un::NegLong, Long, Long, pc)?,
        FNEG => b.unary(Un::NegFloat, Float, Float, pc)?,
        DNEG => b.unary(Un::NegDouble, Double, Double, pc)?,
        ISHL => b.binary(Bin::ShlInt, (Int, Int), Int, pc)?,
        LSHL => b.binary(Bin::ShlLong, (Long, Int), Long, pc)?,
        ISHR => b.binary(Bin::ShrInt, (Int, Int), Int, pc)?,
        LSHR => b.binary(Bin::ShrLong, (Long, Int), Long, pc)?,
        IUSHR => b.binary(Bin::UshrInt, (Int, Int), Int, pc)?,
        LUSHR => b.binary(Bin::UshrLong, (Long, Int), Long, pc)?,
        IAND => b.binary(Bin::AndInt, (Int, Int), Int, pc)?,
        LAND => b.binary(Bin::AndLong, (Long, Long), Long, pc)?,
        IOR => b.binary(Bin::OrInt, (Int, Int), Int, pc)?,
        LOR => b.binary(Bin::OrLong, (Long, Long), Long, pc)?,
        IXOR => b.binary(Bin::XorInt, (Int, Int), Int, pc)?,
        LXOR => b.binary(Bin::XorLong, (Long, Long), Long, pc)?,
        I2L => b.unary(Un::IntToLong, Int, Long, pc)?,
        I2F => b.unary(Un::IntToFloat, Int, Float, pc)?,
        I2D => b.unary(Un::IntToDouble, Int, Double, pc)?,
        L2I => b.unary(Un::LongToInt, Long, Int, pc)?,
        L2F => b.unary(Un::LongToFloat, Long, Float, pc)?,
        L2D => b.unary(Un::LongToDouble, Long, Double, pc)?,
        F2I => b.unary(Un::FloatToInt, Float, Int, pc)?,
        F2L => b.unary(Un::FloatToLong, Float, Long, pc)?,
        F2D => b.unary(Un::FloatToDouble, Float, Double, pc)?,
        D2I => b.unary(Un::DoubleToInt, Double, Int, pc)?,
        D2L => b.unary(Un::DoubleToLong, Double, Long, pc)?,
        D2F => b.unary(Un::DoubleToFloat, Double, Float, pc)?,
        I2B => b.unary(Un::IntToByte, Int, Int, pc)?,
        I2C => b.unary(Un::IntToChar, Int, Int, pc)?,
        I2S => b.unary(Un::IntToShort, Int, Int, pc)?,
        LCMP => b.binary(Bin::CompareLong, (Long, Long), Int, pc)?,
        FCMPL => b.binary(Bin::CompareFloatLess, (Float, Float), Int, pc)?,
        FCMPG => b.binary(Bin::CompareFloatGreater, (Float, Float), Int, pc)?,
        DCMPL => b.binary(Bin::CompareDoubleLess, (Double, Double), Int, pc)?,
        DCMPG => b.binary(Bin::CompareDoubleGreater, (Double, Double), Int, pc)?,

        IFEQ..=IFLE => b.compare_with(CONDITIONS[usize::from(opcode - IFEQ)], Int, Const::Int(0), pc)?,
        IF_ICMPEQ..=IF_ICMPLE => b.compare(CONDITIONS[usize::from(opcode - IF_ICMPEQ)], Int, pc)?,
        IF_ACMPEQ | IF_ACMPNE => b.compare(CONDITIONS[usize::from(opcode - IF_ACMPEQ)], Ref, pc)?,
        IFNULL | IFNONNULL => b.compare_with(CONDITIONS[usize::from(opcode - IFNULL)], Ref, Const::Null, pc)?,
        GOTO | GOTO_W | RET => { b.emit(Inst::Goto, Void, pc as u16); }
        JSR | JSR_W => {
            let behind = pc + instruction_length(bytes, pc)?;
            b.constant(Const::ReturnAddress(behind as u16), Ref, pc);
            b.emit(Inst::Goto, Void, pc as u16);
        }
        TABLESWITCH | LOOKUPSWITCH => b.switch(pc)?,
        IRETURN => b.ret(Int, pc)?,
        LRETURN => b.ret(Long, pc)?,
        FRETURN => b.ret(Float, pc)?,
        DRETURN => b.ret(Double, pc)?,
        ARETURN => b.ret(Ref, pc)?,
        RETURN => b.ret(Void, pc)?,

        GETSTATIC..=PUTFIELD => b.field(opcode, pc)?,
        INVOKEVIRTUAL => b.invoke(InvokeKind::Virtual, pc)?,
        INVOKESPECIAL => b.invoke(InvokeKind::Special, pc)?,
        INVOKESTATIC => b.invoke(InvokeKind::Static, pc)?,
        INVOKEINTERFACE => b.invoke(InvokeKind::Interface, pc)?,
        INVOKEDYNAMIC => b.invoke_dynamic(pc)?,

        NEW => {
            let source = b.source;
            let class = source.class.pool.class_name(source.symbols, read_u16(bytes, pc + 1))?;
            b.push(Inst::New(class), Ref, pc);
        }
        NEWARRAY => {
            let primitive = Primitive::from_newarray(bytes[pc + 1]);
            let primitive = primitive.ok_or_else(|| Error::malformed("newarray of an unknown type"))?;
            let length = b.pop(Int)?;
            b.push(Inst::NewArray(Type::primitive(primitive), length), Ref, pc);
        }
        ANEWARRAY => {
            let element = b.class_operand(pc)?;
            let length = b.pop(Int)?;
            b.push(Inst::NewArray(element, length), Ref, pc);
        }
        MULTIANEWARRAY => b.new_multi_array(pc)?,
        ARRAYLENGTH => {
            let array = b.pop(Ref)?;
            b.push(Inst::ArrayLength(array), Int, pc);
        }
        ATHROW => {
            let exception = b.pop(Ref)?;
            b.emit(Inst::Throw(exception), Void, pc as u16);
        }
        CHECKCAST => {
            let (ty, value) = (b.class_operand(pc)?, b.pop(Ref)?);
            b.push(Inst::CheckCast(ty, value), Ref, pc);
        }
        INSTANCEOF => {
            let (ty, value) = (b.class_operand(pc)?, b.pop(Ref)?);
            b.push(Inst::InstanceOf(ty, value), Int, pc);
        }
        MONITORENTER => {
            let object = b.pop(Ref)?;
            b.emit(Inst::MonitorEnter(object), Void, pc as u16);
        }
        MONITOREXIT => {
            let object = b.pop(Ref)?;
            b.emit(Inst::MonitorExit(object), Void, pc as u16);
        }
        _ => return Err(Error::malformed(format!("{opcode} is no opcode"))),
    }
    Ok(())
}

/// In the order of the opcodes from `ifeq` and from `if_icmpeq`.
const CONDITIONS: [Condition; 6] = [
    Condition::Equal,
    Condition::NotEqual,
    Condition::Less,
    Condition::GreaterOrEqual,
    Condition::Greater,
    Condition::LessOrEqual,
];

fn increment(b: &mut Builder<'_>, slot: u16, by: i16, pc: usize, next: usize) -> Result<()> {
    b.load(slot, Kind::Int)?;
    let old = b.pop(Kind::Int)?;
    let by = b.emit(Inst::Const(Const::Int(i32::from(by))), Kind::Int, pc as u16);
    let new = b.emit(Inst::Binary(BinaryOp::AddInt, old, by), Kind::Int, pc as u16);
    b.set_local(slot, new, next)
}
