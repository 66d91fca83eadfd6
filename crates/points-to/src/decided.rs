//! Branches that constants decide: what cannot run moves no references.
//!
//! A constant is known before anything is solved, so that the solver's rules still only add. It is one of the body's own,
//! what a small method returns that no other can stand for, an annotation's member to which nobody gives a value
//! ([`Program::annotation_member`]), or a *flag*: a `boolean` parameter for which the call passes a constant. Calls with
//! different flags run different instances (`calls.rs`), each with the template of what it can do.
//!
//! Flags are followed only where they matter: a branch on the parameter moves references, or the parameter is handed on
//! to such a place.

use std::rc::Rc;

use deadheat_program::ir::{BinaryOp, BlockId, Body, Condition, Const, Inst, InvokeKind, UnaryOp, Value};
use deadheat_program::symbols::MethodRef;
use deadheat_program::types::{Kind, Primitive, Type};
use deadheat_program::{MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ids::MethodIx;
use crate::template::Target;
use crate::world::World;

/// So many flags of a method are told apart.
const FLAGS: usize = 4;
/// How far values and flags are followed through methods, and values through a body.
const METHODS: u32 = 3;
const VALUES: u32 = 8;
/// How much code a method has at most whose result is looked for.
const SMALL: usize = 32;

/// What is known of a method's flags, two bits for each: 0 if nothing, 1 and 2 for the two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Flags(u8);

impl Flags {
    pub(crate) const UNKNOWN: Flags = Flags(0);

    /// What is known of the flag of this number.
    pub(crate) fn get(self, number: usize) -> Option<bool> {
        match self.0 >> (2 * number) & 3 {
            0 => None,
            known => Some(known == 2),
        }
    }

    pub(crate) fn with(self, number: usize, value: bool) -> Flags {
        Flags(self.0 | (1 + u8::from(value)) << (2 * number))
    }
}

/// What a call passes for a `boolean` parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passed {
    Known(bool),
    /// A parameter of the caller's.
    Param(u16),
}

/// What of a body can run.
#[derive(Debug)]
pub(crate) struct Live {
    blocks: Vec<bool>,
    edges: FxHashSet<(BlockId, BlockId)>,
}

impl Live {
    pub(crate) fn has(&self, block: BlockId) -> bool {
        self.blocks[block.index()]
    }

    /// The values that come to a phi.
    pub(crate) fn incoming<'b>(&'b self, body: &'b Body, phi: Value) -> impl Iterator<Item = Value> + 'b {
        let block = body.block_of(phi);
        let values = match body.inst(phi) {
            Inst::Phi(list) => body.list(list),
            _ => &[],
        };
        let comes = move |pred: &BlockId| self.edges.contains(&(*pred, block));
        values.iter().zip(body.preds(block)).filter(move |(_, pred)| comes(pred)).map(|(&value, _)| value)
    }
}

/// What of a body can run, if that is not all of it.
pub(crate) fn live(world: &mut World<'_>, method: MethodIx, body: &Body, flags: Flags) -> Option<Live> {
    if !world.options.constants {
        return None;
    }
    let known = known_flags(world, method, flags);
    let mut finder = Finder { world, body, known: &known, depth: METHODS };
    finder.live()
}

fn known_flags(world: &mut World<'_>, method: MethodIx, flags: Flags) -> FxHashMap<u16, bool> {
    if flags == Flags::UNKNOWN {
        return FxHashMap::default();
    }
    let positions = deciding(world, method);
    positions.iter().enumerate().filter_map(|(number, &at)| Some((at, flags.get(number)?))).collect()
}

/// The parameters of a method that are flags which matter.
pub(crate) fn deciding(world: &mut World<'_>, method: MethodIx) -> Rc<[u16]> {
    deciding_below(world, method, METHODS)
}

fn deciding_below(world: &mut World<'_>, method: MethodIx, depth: u32) -> Rc<[u16]> {
    if let Some(known) = &world.data(method).deciding {
        return known.clone();
    }
    let found: Rc<[u16]> = match booleans(world, method) {
        none if none.is_empty() || depth == 0 || !world.options.constants => [].into(),
        parameters => find_deciding(world, method, &parameters, depth).into(),
    };
    if depth > 0 {
        world.data_mut(method).deciding = Some(found.clone());
    }
    found
}

/// The positions of a method's `boolean` parameters.
fn booleans(world: &World<'_>, method: MethodIx) -> Vec<u16> {
    let declaration = world.method_id(method).and_then(|id| world.program.method(id).ok());
    let Some(declaration) = declaration.filter(|method| method.has_code()) else { return Vec::new() };
    let receiver = u16::from(!declaration.flags.is_static());
    let parameters = &world.program.symbols().descriptor_data(declaration.descriptor).parameters;
    (receiver..).zip(parameters.iter()).filter(|(_, ty)| is_boolean(**ty)).map(|(at, _)| at).collect()
}

fn is_boolean(ty: Type) -> bool {
    ty == Type::primitive(Primitive::Boolean)
}

fn find_deciding(world: &mut World<'_>, method: MethodIx, parameters: &[u16], depth: u32) -> Vec<u16> {
    // Methods that call each other: what comes back is not followed again.
    world.data_mut(method).deciding = Some([].into());
    let body = world.method_id(method).and_then(|id| world.program.lower(id).ok().flatten());
    let Some(body) = body else { return Vec::new() };
    let mut matters = parameters.to_vec();
    matters.retain(|&at| {
        decides_here(world, &body, at)
            || handed_on(world, &body, at).into_iter().any(|(target, to)| {
                let callee = world.resolve(body.method.class, target);
                callee.is_some_and(|callee| deciding_below(world, callee, depth - 1).contains(&to))
            })
    });
    matters.truncate(FLAGS);
    matters
}

/// Whether a branch on a parameter moves references.
fn decides_here(world: &mut World<'_>, body: &Body, at: u16) -> bool {
    let is_param = |value: Value| body.inst(value) == Inst::Param(at);
    let is_asked = |inst| matches!(inst, Inst::If(_, left, right) if is_param(left) || is_param(right));
    body.insts().any(|inst| is_asked(body.inst(inst)))
        && [false, true].into_iter().any(|value| {
            let known = FxHashMap::from_iter([(at, value)]);
            let live = Finder { world: &mut *world, body, known: &known, depth: 0 }.live();
            live.is_some_and(|live| leaves_out_references(body, &live))
        })
}

fn leaves_out_references(body: &Body, live: &Live) -> bool {
    body.insts().any(|inst| match body.inst(inst) {
        Inst::Phi(list) => {
            body.kind(inst) == Kind::Ref && live.incoming(body, inst).count() < body.list(list).len()
        }
        other => !live.has(body.block_of(inst)) && moves_references(body, other),
    })
}

fn moves_references(body: &Body, inst: Inst) -> bool {
    match inst {
        Inst::Invoke(..) | Inst::InvokeDynamic(..) => true,
        Inst::PutField(_, _, value) | Inst::PutStatic(_, value) | Inst::ArrayStore(_, _, _, value) => {
            body.kind(value) == Kind::Ref
        }
        Inst::Return(Some(value)) => body.kind(value) == Kind::Ref,
        _ => false,
    }
}

/// The calls of one known method each to which a parameter is handed on, and as which.
fn handed_on(world: &World<'_>, body: &Body, at: u16) -> Vec<(Target, u16)> {
    let mut found = Vec::new();
    for inst in body.insts() {
        let Inst::Invoke(kind, method, _) = body.inst(inst) else { continue };
        let target = match kind {
            InvokeKind::Static => Target::Static(method),
            InvokeKind::Special => Target::Special(method),
            InvokeKind::Virtual | InvokeKind::Interface => continue,
        };
        let passed = passed(world.program, body, inst).into_iter();
        found.extend(passed.filter(|(_, it)| *it == Passed::Param(at)).map(|(to, _)| (target, to)));
    }
    found
}

/// What a call passes for `boolean` parameters, by their position, as far as that is known.
pub(crate) fn passed(program: &Program, body: &Body, call: Value) -> Vec<(u16, Passed)> {
    let Inst::Invoke(kind, method, args) = body.inst(call) else { return Vec::new() };
    let receiver = u16::from(kind != InvokeKind::Static);
    let symbols = program.symbols();
    let parameters = &symbols.descriptor_data(symbols.method_data(method).descriptor).parameters;
    let args = body.list(args).iter().skip(usize::from(receiver));
    let of = |(at, (&ty, &arg)): (u16, (&Type, &Value))| match body.inst(arg) {
        Inst::Const(Const::Int(value @ (0 | 1))) if is_boolean(ty) => Some((at, Passed::Known(value == 1))),
        Inst::Param(from) if is_boolean(ty) => Some((at, Passed::Param(from))),
        _ => None,
    };
    (receiver..).zip(parameters.iter().zip(args)).filter_map(of).collect()
}

/// What a method returns, if it is always the same number.
fn result(world: &mut World<'_>, method: MethodId, depth: u32) -> Option<i64> {
    if let Some(&known) = world.results.get(&method) {
        return known;
    }
    let class = world.program.class(method.class).ok()?;
    let code = class.code(world.program.method(method).ok()?).ok().flatten()?;
    let is_small = code.bytes.len() <= SMALL;
    let body = if is_small { world.program.lower(method).ok().flatten() } else { None };
    let found = body.and_then(|body| {
        let known = FxHashMap::default();
        Finder { world: &mut *world, body: &body, known: &known, depth }.result()
    });
    world.results.insert(method, found);
    found
}

/// What an annotation's member always gives. Callers from outside may bring annotations of their own.
fn annotation_member(world: &mut World<'_>, member: MethodId) -> Option<i64> {
    if !world.options.api.is_empty() {
        return None;
    }
    let program = world.program;
    *world.results.entry(member).or_insert_with(|| program.annotation_member(member))
}

struct Finder<'f, 'a> {
    world: &'f mut World<'a>,
    body: &'f Body,
    known: &'f FxHashMap<u16, bool>,
    /// Through how many more methods values are followed.
    depth: u32,
}

impl Finder<'_, '_> {
    fn live(&mut self) -> Option<Live> {
        let mut live = Live { blocks: vec![false; self.body.block_count()], edges: FxHashSet::default() };
        let mut work = vec![BlockId::ENTRY];
        let mut is_decided = false;
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut live.blocks[block.index()], true) {
                continue;
            }
            let taken = self.taken(block);
            is_decided |= taken.is_some();
            let body = self.body;
            let next = taken.map_or_else(|| body.succs(block).to_vec(), |only| vec![only]);
            for to in next.into_iter().chain(body.pads(block).iter().copied()) {
                live.edges.insert((block, to));
                work.push(to);
            }
        }
        is_decided.then_some(live)
    }

    /// Where a block goes, if its branch is decided.
    fn taken(&mut self, block: BlockId) -> Option<BlockId> {
        let &[first, second] = self.body.succs(block) else { return None };
        let Inst::If(condition, left, right) = self.body.inst(self.body.terminator(block)) else {
            return None;
        };
        let (left, right) = (self.number(left, VALUES)?, self.number(right, VALUES)?);
        Some(if holds(condition, left, right) { first } else { second })
    }

    /// The number that a value always is.
    fn number(&mut self, value: Value, steps: u32) -> Option<i64> {
        let steps = steps.checked_sub(1)?;
        match self.body.inst(value) {
            Inst::Const(Const::Int(number)) => Some(number.into()),
            Inst::Const(Const::Long(number)) => Some(number),
            Inst::Param(at) => self.known.get(&at).map(|&value| value.into()),
            Inst::Unary(UnaryOp::IntToLong, of) => self.number(of, steps),
            Inst::Binary(BinaryOp::CompareLong, left, right) => {
                let (left, right) = (self.number(left, steps)?, self.number(right, steps)?);
                Some(left.cmp(&right) as i64)
            }
            Inst::Phi(list) => self.common(self.body.list(list), steps),
            Inst::Invoke(kind, method, _) if matches!(self.body.kind(value), Kind::Int | Kind::Long) => {
                self.call(kind, method)
            }
            _ => None,
        }
    }

    fn common(&mut self, values: &[Value], steps: u32) -> Option<i64> {
        let (&first, others) = values.split_first()?;
        let number = self.number(first, steps)?;
        others.iter().all(|&other| self.number(other, steps) == Some(number)).then_some(number)
    }

    /// What a call gives, if that is always the same: the callee must be known, or be an annotation's member.
    fn call(&mut self, kind: InvokeKind, method: MethodRef) -> Option<i64> {
        let depth = self.depth.checked_sub(1)?;
        let program = self.world.program;
        let id = program.resolve_method(self.body.method.class, kind, method).ok()?;
        if kind == InvokeKind::Interface {
            return annotation_member(self.world, id);
        }
        let flags = program.method(id).ok()?.flags;
        let is_exact = flags.is_static() || flags.is_private();
        if is_exact { result(self.world, id, depth) } else { None }
    }

    fn result(&mut self) -> Option<i64> {
        let body = self.body;
        let returned = body.insts().filter_map(|inst| match body.inst(inst) {
            Inst::Return(value) => value,
            _ => None,
        });
        let returned: Vec<Value> = returned.collect();
        self.common(&returned, VALUES)
    }
}

fn holds(condition: Condition, left: i64, right: i64) -> bool {
    match condition {
        Condition::Equal => left == right,
        Condition::NotEqual => left != right,
        Condition::Less => left < right,
        Condition::GreaterOrEqual => left >= right,
        Condition::Greater => left > right,
        Condition::LessOrEqual => left <= right,
    }
}
