//! The typed SSA form of a method body.
//!
//! A body is a list of blocks in reverse post-order, block 0 first; a block is a contiguous run of
//! instructions that ends with exactly one terminator. A value is named by the instruction that
//! defines it, so `Value` and `InstId` are one type. Phis come first in a block, one operand per
//! predecessor, in the order of `preds`.
//!
//! **Exceptions.** An instruction that can throw stays in the middle of its block; the block lists the
//! landing pads that an exception can reach, in the order in which the JVM tries them. A landing pad
//! is a block of its own: phis, one `Catch` that names the type and defines the exception, a `Goto` to
//! the handler's code. Lowering ends a covered block behind each store to a local variable, so *all*
//! exceptional edges of a block leave with the variables as they were at its entry: a pad's phi
//! operand is a value that was defined before the throwing block or by one of its phis. Asynchronous
//! exceptions and errors of the virtual machine itself (out of memory, stack overflow outside of a
//! call) have no edges.
//!
//! **Not in the body.** A `synchronized` method's monitor (see [`Body::is_synchronized`]); class
//! initialisation (implied by `New`, `GetStatic`, `PutStatic` and static calls); reference types of
//! values, which [`crate::typing`] infers when a client wants them.

mod display;

pub use display::{BodyDisplay, display_field, display_method};

use std::fmt;
use std::ops::Range;

use crate::classfile::{Flags, MethodHandle};
use crate::dynamic::Dynamic;
use crate::program::MethodId;
use crate::symbols::{DescriptorId, FieldRef, MethodRef, Name};
use crate::types::{Kind, Type};

/// An instruction of a body, and the value that it defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InstId(pub u32);

/// The instruction that defines the value.
pub type Value = InstId;

/// A basic block of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

impl InstId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl BlockId {
    /// The block where execution starts.
    pub const ENTRY: BlockId = BlockId(0);

    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for InstId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl fmt::Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

/// A run of operands in the body's pool; see [`Body::list`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueList {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// One instruction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Inst {
    /// The value of a parameter at entry; 0 is the receiver of an instance method.
    Param(u16),
    /// Merges one value per predecessor.
    Phi(ValueList),
    /// The exception that a landing pad caught; `None` catches everything.
    Catch(Option<Type>),
    /// A constant. Class, method handle and dynamic constants can throw when they are resolved.
    Const(Const),
    /// Negation or conversion.
    Unary(UnaryOp, Value),
    /// Arithmetic, logic or comparison; integer division and remainder can throw.
    Binary(BinaryOp, Value, Value),
    /// Allocates an object, whose constructor is called next.
    New(Name),
    /// Allocates an array with elements of the given type.
    NewArray(Type, Value),
    /// Allocates nested arrays of the given (whole) type, a length for each of the outer dimensions.
    NewMultiArray(Type, ValueList),
    /// The length of an array.
    ArrayLength(Value),
    /// Reads an array element.
    ArrayLoad(ElementKind, Value, Value),
    /// Writes an array element: array, index, value.
    ArrayStore(ElementKind, Value, Value, Value),
    /// Reads an instance field.
    GetField(FieldRef, Value),
    /// Writes an instance field: object, value.
    PutField(FieldRef, Value, Value),
    /// Reads a static field.
    GetStatic(FieldRef),
    /// Writes a static field.
    PutStatic(FieldRef, Value),
    /// Calls a method; the receiver, if any, is the first argument.
    Invoke(InvokeKind, MethodRef, ValueList),
    /// Calls a dynamic call site; see [`Body::dynamic`].
    InvokeDynamic(DynamicId, ValueList),
    /// Throws unless the value is null or of the type; the result is the same reference.
    CheckCast(Type, Value),
    /// 1 when the value is not null and of the type, else 0.
    InstanceOf(Type, Value),
    /// Takes an object's monitor.
    MonitorEnter(Value),
    /// Gives an object's monitor back.
    MonitorExit(Value),
    /// Jumps to the only successor.
    Goto,
    /// Goes to the first successor when the condition holds, else to the second.
    If(Condition, Value, Value),
    /// Goes where [`Body::switch`] says.
    Switch(Value, SwitchId),
    /// Leaves the method.
    Return(Option<Value>),
    /// Throws the exception.
    Throw(Value),
}

/// A constant; floating-point numbers are kept as bits, so that NaNs stay what they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Const {
    Null,
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
    String(Name),
    Class(Type),
    MethodType(DescriptorId),
    MethodHandle(HandleId),
    /// A dynamic constant; see [`Body::dynamic`].
    Dynamic(DynamicId),
    /// What `jsr` pushed: where the subroutine returns to. Only ever stored, never computed with.
    ReturnAddress(u16),
}

/// Operations with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
#[rustfmt::skip]
pub enum UnaryOp {
    NegInt, NegLong, NegFloat, NegDouble,
    IntToLong, IntToFloat, IntToDouble,
    LongToInt, LongToFloat, LongToDouble,
    FloatToInt, FloatToLong, FloatToDouble,
    DoubleToInt, DoubleToLong, DoubleToFloat,
    IntToByte, IntToChar, IntToShort,
}

/// Operations with two operands; shifts take an `Int` as the second. The comparisons give -1, 0 or 1,
/// and when a number is NaN, -1 (`Less`) or 1 (`Greater`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
#[rustfmt::skip]
pub enum BinaryOp {
    AddInt, AddLong, AddFloat, AddDouble,
    SubInt, SubLong, SubFloat, SubDouble,
    MulInt, MulLong, MulFloat, MulDouble,
    DivInt, DivLong, DivFloat, DivDouble,
    RemInt, RemLong, RemFloat, RemDouble,
    ShlInt, ShlLong, ShrInt, ShrLong, UshrInt, UshrLong,
    AndInt, AndLong, OrInt, OrLong, XorInt, XorLong,
    CompareLong, CompareFloatLess, CompareFloatGreater, CompareDoubleLess, CompareDoubleGreater,
}

/// What an `If` asks of two integers, or (`Equal`, `NotEqual`) of two references.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Condition {
    Equal,
    NotEqual,
    Less,
    GreaterOrEqual,
    Greater,
    LessOrEqual,
}

/// How an array instruction sees its elements: `baload` cannot tell bytes from booleans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ElementKind {
    ByteOrBoolean,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Ref,
}

/// The four call instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum InvokeKind {
    Virtual,
    Special,
    Static,
    Interface,
}

/// Names a dynamic call site or constant of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DynamicId(pub u32);

/// Names a method handle constant of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HandleId(pub u32);

/// Names a switch table of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SwitchId(pub u32);

/// Where a `Switch` goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwitchTable {
    /// The keys in ascending order, each with the position of its target in the block's successors.
    pub cases: Box<[(i32, u32)]>,
    /// The successor for every other key.
    pub default: u32,
}

/// A basic block.
#[derive(Debug, Clone)]
pub struct Block {
    /// The offset of the bytecode that it was made from; a pad has its handler's.
    pub pc: u16,
    /// Whether it is a landing pad.
    pub is_pad: bool,
    pub(crate) insts: Range<u32>,
    pub(crate) preds: Range<u32>,
    pub(crate) succs: Range<u32>,
    pub(crate) pads: Range<u32>,
}

/// An instruction with what is known of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InstData {
    pub(crate) inst: Inst,
    pub(crate) pc: u16,
    pub(crate) kind: Kind,
}

/// A method body in SSA form.
#[derive(Debug, Clone)]
pub struct Body {
    /// The method that it belongs to.
    pub method: MethodId,
    /// The method's flags.
    pub flags: Flags,
    pub(crate) blocks: Vec<Block>,
    pub(crate) insts: Vec<InstData>,
    pub(crate) values: Vec<Value>,
    pub(crate) edges: Vec<BlockId>,
    pub(crate) switches: Vec<SwitchTable>,
    pub(crate) dynamics: Vec<Dynamic>,
    pub(crate) handles: Vec<MethodHandle>,
    pub(crate) lines: Vec<(u16, u16)>,
    pub(crate) names: Vec<(Value, Name)>,
    pub(crate) slots: Vec<(Value, u16)>,
}

impl Body {
    /// The number of blocks.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// The number of instructions.
    pub fn inst_count(&self) -> usize {
        self.insts.len()
    }

    /// All blocks, in reverse post-order.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = BlockId> + ExactSizeIterator + use<> {
        (0..self.blocks.len() as u32).map(BlockId)
    }

    /// All instructions, in the order of the blocks.
    pub fn insts(&self) -> impl DoubleEndedIterator<Item = InstId> + ExactSizeIterator + use<> {
        (0..self.insts.len() as u32).map(InstId)
    }

    /// A block.
    pub fn block(&self, block: BlockId) -> &Block {
        &self.blocks[block.index()]
    }

    /// The instructions of a block.
    pub fn block_insts(&self, block: BlockId) -> impl DoubleEndedIterator<Item = InstId> + use<> {
        self.block(block).insts.clone().map(InstId)
    }

    /// The last instruction of a block.
    pub fn terminator(&self, block: BlockId) -> InstId {
        InstId(self.block(block).insts.end - 1)
    }

    /// The blocks that lead here, by normal edges or, for a pad, by exceptional ones.
    pub fn preds(&self, block: BlockId) -> &[BlockId] {
        range(&self.edges, &self.block(block).preds)
    }

    /// Where the terminator goes; no block is listed twice.
    pub fn succs(&self, block: BlockId) -> &[BlockId] {
        range(&self.edges, &self.block(block).succs)
    }

    /// The landing pads that an exception in the block can reach, in the order of the search.
    /// Empty when nothing in the block can throw.
    pub fn pads(&self, block: BlockId) -> &[BlockId] {
        range(&self.edges, &self.block(block).pads)
    }

    /// Normal successors, then landing pads.
    pub fn all_succs(&self, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        self.succs(block).iter().chain(self.pads(block)).copied()
    }

    /// The block that an instruction stands in.
    pub fn block_of(&self, inst: InstId) -> BlockId {
        BlockId(self.blocks.partition_point(|block| block.insts.end <= inst.0) as u32)
    }

    /// An instruction.
    pub fn inst(&self, inst: InstId) -> Inst {
        self.insts[inst.index()].inst
    }

    /// What an instruction defines; `Void` for nothing.
    pub fn kind(&self, value: Value) -> Kind {
        self.insts[value.index()].kind
    }

    /// The bytecode offset that an instruction was made from. A phi has its block's.
    pub fn pc(&self, inst: InstId) -> u16 {
        self.insts[inst.index()].pc
    }

    /// The source line of an instruction, when the class tells.
    pub fn line(&self, inst: InstId) -> Option<u16> {
        let pc = self.pc(inst);
        let after = self.lines.partition_point(|&(start, _)| start <= pc);
        Some(self.lines.get(after.checked_sub(1)?)?.1)
    }

    /// The operands in a list.
    pub fn list(&self, list: ValueList) -> &[Value] {
        &self.values[list.start as usize..(list.start + list.len) as usize]
    }

    /// A switch table.
    pub fn switch(&self, id: SwitchId) -> &SwitchTable {
        &self.switches[id.0 as usize]
    }

    /// A dynamic call site or constant.
    pub fn dynamic(&self, id: DynamicId) -> &Dynamic {
        &self.dynamics[id.0 as usize]
    }

    /// All dynamic call sites and constants.
    pub fn dynamics(&self) -> &[Dynamic] {
        &self.dynamics
    }

    /// A method handle constant.
    pub fn handle(&self, id: HandleId) -> MethodHandle {
        self.handles[id.0 as usize]
    }

    /// The source variables that a value was stored to, when lowered with names.
    pub fn names(&self, value: Value) -> impl Iterator<Item = Name> + '_ {
        let start = self.names.partition_point(|&(named, _)| named < value);
        self.names[start..].iter().take_while(move |&&(named, _)| named == value).map(|&(_, name)| name)
    }

    /// The local variable whose value a phi is where its block starts, when lowered with slots; `None` for a stack entry.
    pub fn slot(&self, phi: Value) -> Option<u16> {
        let at = self.slots.binary_search_by_key(&phi, |&(known, _)| known).ok()?;
        self.slots.get(at).map(|&(_, slot)| slot)
    }

    /// Whether no block leads back to itself.
    pub fn is_acyclic(&self) -> bool {
        self.blocks().all(|block| self.preds(block).iter().all(|&pred| pred < block))
    }

    /// Whether the whole body runs under the receiver's (or, when static, the class's) monitor.
    pub fn is_synchronized(&self) -> bool {
        self.flags.has(Flags::SYNCHRONIZED)
    }

    /// Calls `visit` with each operand of an instruction, in order.
    pub fn for_each_operand(&self, inst: InstId, mut visit: impl FnMut(Value)) {
        let mut inst = self.inst(inst);
        match inst {
            Inst::Phi(list)
            | Inst::NewMultiArray(_, list)
            | Inst::Invoke(_, _, list)
            | Inst::InvokeDynamic(_, list) => self.list(list).iter().copied().for_each(visit),
            _ => inst.for_each_operand_mut(|operand| visit(*operand)),
        }
    }
}

impl Inst {
    /// Calls `visit` with each operand that stands in the instruction itself, not in a list.
    pub(crate) fn for_each_operand_mut(&mut self, visit: impl FnMut(&mut Value)) {
        match self {
            Inst::Unary(_, a)
            | Inst::NewArray(_, a)
            | Inst::ArrayLength(a)
            | Inst::GetField(_, a)
            | Inst::PutStatic(_, a)
            | Inst::CheckCast(_, a)
            | Inst::InstanceOf(_, a)
            | Inst::MonitorEnter(a)
            | Inst::MonitorExit(a)
            | Inst::Switch(a, _)
            | Inst::Return(Some(a))
            | Inst::Throw(a) => [a].into_iter().for_each(visit),
            Inst::Binary(_, a, b)
            | Inst::ArrayLoad(_, a, b)
            | Inst::PutField(_, a, b)
            | Inst::If(_, a, b) => [a, b].into_iter().for_each(visit),
            Inst::ArrayStore(_, a, b, c) => [a, b, c].into_iter().for_each(visit),
            _ => {}
        }
    }

    /// Whether the instruction ends its block.
    pub fn is_terminator(self) -> bool {
        matches!(self, Inst::Goto | Inst::If(..) | Inst::Switch(..) | Inst::Return(_) | Inst::Throw(_))
    }

    /// Whether the instruction can throw, other than by an error of the virtual machine itself.
    pub fn can_throw(self) -> bool {
        match self {
            Inst::Param(_) | Inst::Phi(_) | Inst::Catch(_) | Inst::Unary(..) => false,
            Inst::Goto | Inst::If(..) | Inst::Switch(..) | Inst::Return(_) => false,
            Inst::Const(constant) => matches!(
                constant,
                Const::Class(_) | Const::MethodType(_) | Const::MethodHandle(_) | Const::Dynamic(_)
            ),
            Inst::Binary(op, ..) => {
                use BinaryOp::{DivInt, DivLong, RemInt, RemLong};
                matches!(op, DivInt | DivLong | RemInt | RemLong)
            }
            _ => true,
        }
    }
}

impl ElementKind {
    /// How an element looks on the operand stack.
    pub fn kind(self) -> Kind {
        match self {
            ElementKind::Long => Kind::Long,
            ElementKind::Float => Kind::Float,
            ElementKind::Double => Kind::Double,
            ElementKind::Ref => Kind::Ref,
            _ => Kind::Int,
        }
    }
}

fn range<'a, T>(pool: &'a [T], range: &Range<u32>) -> &'a [T] {
    &pool[range.start as usize..range.end as usize]
}
