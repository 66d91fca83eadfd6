//! What a method's body has to do with races: its accesses and calls, each with the locks that are surely
//! held there and the calls that may, or must, have returned before.

use std::cell::Cell;
use std::collections::VecDeque;

use deadheat_models::{Bound, Contract, Object, Part, View};
use deadheat_program::classfile::Flags;
use deadheat_program::dominators::DominatorTree;
use deadheat_program::ir::{BlockId, Body, Inst, InstId, InvokeKind, Value};
use deadheat_program::loops::Loops;
use deadheat_program::symbols::MethodRef;
use deadheat_program::types::Kind;
use deadheat_program::{FieldId, MethodId, Program};

use crate::bits::Bits;
use crate::paths::{Path, Root};

/// What is accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Place {
    /// A field of an object.
    Field(FieldId),
    /// A static field.
    Static(FieldId),
    /// The elements of an array.
    Elements,
    /// The state of an object that is not made for several threads.
    State,
    /// That of whatever the object belongs to: an iterator's collection.
    OwnersState,
}

/// A lock that is held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) lock: Path,
    /// The value that is locked, where the body itself locks it.
    pub(crate) value: Option<Value>,
    /// Whether others may hold it in the same way.
    pub(crate) shared: bool,
    /// It is not this object, but the one that owns it by these fields.
    pub(crate) above: Vec<FieldId>,
    /// It is a `Lock`, which any method may give back.
    pub(crate) is_explicit: bool,
    /// It is no lock but the running thread's own object: no other thread has it.
    pub(crate) is_thread: bool,
}

impl Held {
    pub(crate) fn new(lock: Path, value: Option<Value>, shared: bool) -> Held {
        Held { lock, value, shared, above: Vec::new(), is_explicit: false, is_thread: false }
    }
}

/// The state of a thread at an instruction.
#[derive(Debug, Clone, Default)]
pub(crate) struct Moment {
    pub(crate) held: Vec<Held>,
    /// Calls of the body, by index, that may have returned.
    pub(crate) maybe_before: Bits,
    /// Those that have.
    pub(crate) surely_before: Bits,
}

/// What a value was loaded from.
#[derive(Debug, Clone)]
pub(crate) struct Load {
    pub(crate) value: Value,
    pub(crate) field: FieldId,
    /// The object that holds it.
    pub(crate) from: Path,
}

/// An object that is used.
#[derive(Debug, Clone)]
pub(crate) struct Base {
    pub(crate) value: Value,
    pub(crate) path: Path,
    /// How it was reached: the last load first.
    pub(crate) loads: Vec<Load>,
    /// For calls: which argument it is.
    pub(crate) argument: usize,
}

/// A store of a reference to a field.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) inst: InstId,
    pub(crate) field: FieldId,
    pub(crate) holder: Value,
    pub(crate) value: Value,
}

/// An access.
#[derive(Debug)]
pub(crate) struct Access {
    pub(crate) inst: InstId,
    pub(crate) line: Option<u16>,
    pub(crate) place: Place,
    pub(crate) is_write: bool,
    /// Whether a call makes it.
    pub(crate) is_call: bool,
    /// The object, but for static fields.
    pub(crate) base: Option<Base>,
    pub(crate) moment: Moment,
}

/// A call.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) inst: InstId,
    /// Whom it names.
    pub(crate) name: Option<MethodRef>,
    pub(crate) arguments: Vec<Base>,
    /// The value whose thread or task has ended when the call returns.
    pub(crate) joins: Option<Value>,
    pub(crate) moment: Moment,
}

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub(crate) accesses: Vec<Access>,
    pub(crate) calls: Vec<Call>,
    /// Whether it gives a lock back that it did not take.
    pub(crate) releases_others: bool,
    /// Instructions of loops.
    pub(crate) looping: Bits,
    /// References that are stored in fields.
    pub(crate) stores: Vec<Store>,
}

impl Facts {
    /// The call at an instruction.
    pub(crate) fn call_at(&self, inst: InstId) -> Option<&Call> {
        self.index_of(inst).map(|index| &self.calls[index])
    }

    /// The index of the call at an instruction.
    pub(crate) fn index_of(&self, inst: InstId) -> Option<usize> {
        self.calls.binary_search_by_key(&inst, |call| call.inst).ok()
    }
}

/// Reads a body.
///
/// If there are methods that give locks back which their callers hold, calls of the application's methods end
/// the hold of `Lock`s.
pub(crate) fn of(bound: &Bound<'_>, method: MethodId, body: &Body, may_release: bool) -> Facts {
    let mut reader = Reader::new(bound, body, may_release);
    reader.calls = body.insts().filter(|&inst| is_call(body.inst(inst))).collect();
    reader.contracts = reader.calls.iter().map(|&inst| reader.find_contract(inst)).collect();
    let start = Moment { held: reader.own_lock(method), ..Moment::default() };
    let moments = reader.flow(start);
    let loops = Loops::find(body, &DominatorTree::dominators(body));
    let mut facts = Facts { releases_others: reader.releases_others.get(), ..Facts::default() };
    for block in body.blocks() {
        let Some(mut moment) = moments[block.index()].clone() else { continue };
        for inst in body.block_insts(block) {
            if is_call(body.inst(inst)) {
                let arguments = arguments(body, inst).iter().enumerate();
                let arguments = arguments.map(|(index, &value)| reader.base(value, index)).collect();
                let name = match body.inst(inst) {
                    Inst::Invoke(_, name, _) => Some(name),
                    _ => None,
                };
                let joins = reader.joined(inst);
                facts.calls.push(Call { inst, name, arguments, joins, moment: moment.clone() });
            }
            if loops.innermost(block).is_some() {
                facts.looping.insert(inst.index());
            }
            reader.accesses(inst, &moment, &mut facts.accesses);
            facts.stores.extend(reader.store(inst));
            reader.step(inst, &mut moment);
        }
    }
    facts.calls.sort_by_key(|call| call.inst);
    facts
}

fn is_call(inst: Inst) -> bool {
    matches!(inst, Inst::Invoke(..) | Inst::InvokeDynamic(..))
}

fn arguments(body: &Body, inst: InstId) -> &[Value] {
    match body.inst(inst) {
        Inst::Invoke(_, _, list) | Inst::InvokeDynamic(_, list) => body.list(list),
        _ => &[],
    }
}

struct Reader<'r, 'a> {
    bound: &'r Bound<'a>,
    program: &'r Program,
    body: &'r Body,
    /// In the order of instructions; a call's index is its place here.
    calls: Vec<InstId>,
    /// By call: what the models say of it.
    contracts: Vec<Option<Contract>>,
    may_release: bool,
    releases_others: Cell<bool>,
}

impl<'r, 'a> Reader<'r, 'a> {
    fn new(bound: &'r Bound<'a>, body: &'r Body, may_release: bool) -> Reader<'r, 'a> {
        let releases_others = Cell::new(false);
        let (program, calls, contracts) = (bound.program(), Vec::new(), Vec::new());
        Reader { bound, program, body, calls, contracts, may_release, releases_others }
    }

    fn path(&self, value: Value) -> Path {
        Path::of(self.program, self.body, value)
    }

    fn base(&self, value: Value, argument: usize) -> Base {
        let mut loads = Vec::new();
        let mut next = value;
        loop {
            match self.body.inst(next) {
                Inst::CheckCast(_, inner) => next = inner,
                Inst::GetField(field, from) => {
                    let Ok(field) = self.program.resolve_field(self.body.method.class, field) else { break };
                    loads.push(Load { value: next, field, from: self.path(from) });
                    next = from;
                }
                _ => break,
            }
        }
        Base { value, path: self.path(value), loads, argument }
    }

    /// The lock of a synchronized method.
    fn own_lock(&self, method: MethodId) -> Vec<Held> {
        let Ok(declaration) = self.program.method(method) else { return Vec::new() };
        if !self.body.is_synchronized() {
            return Vec::new();
        }
        let class = deadheat_program::types::Type::class(self.program.class_name(method.class));
        let root = if declaration.flags.is_static() { Root::Class(class) } else { Root::Param(0) };
        vec![Held::new(Path::new(root), None, false)]
    }

    /// The state at the beginning of each block; none for blocks that are not reached.
    fn flow(&self, start: Moment) -> Vec<Option<Moment>> {
        let mut moments: Vec<Option<Moment>> = vec![None; self.body.block_count()];
        moments[BlockId::ENTRY.index()] = Some(start);
        let mut work = VecDeque::from([BlockId::ENTRY]);
        while let Some(block) = work.pop_front() {
            let Some(mut moment) = moments[block.index()].clone() else { continue };
            // An exception may come at any instruction.
            let mut thrown = moment.clone();
            for inst in self.body.block_insts(block) {
                self.step(inst, &mut moment);
                meet(&mut thrown, &moment);
            }
            let next = self.body.succs(block).iter().map(|&next| (next, &moment));
            let pads = self.body.pads(block).iter().map(|&pad| (pad, &thrown));
            for (next, state) in next.chain(pads) {
                let changed = match &mut moments[next.index()] {
                    Some(known) => meet(known, state),
                    unknown => {
                        *unknown = Some(state.clone());
                        true
                    }
                };
                if changed && !work.contains(&next) {
                    work.push_back(next);
                }
            }
        }
        moments
    }

    /// What an instruction changes.
    fn step(&self, inst: InstId, moment: &mut Moment) {
        match self.body.inst(inst) {
            Inst::MonitorEnter(value) => {
                moment.held.push(Held::new(self.path(value), Some(value), false));
            }
            Inst::MonitorExit(value) => self.release(&mut moment.held, &self.path(value)),
            Inst::Invoke(kind, method, list) => {
                if self.may_release && self.is_own(kind, method) {
                    moment.held.retain(|held| !held.is_explicit);
                }
                if let Some(contract) = self.contract(inst) {
                    self.locks(contract, self.body.list(list), moment);
                }
            }
            _ => {}
        }
        if let Ok(index) = self.calls.binary_search(&inst) {
            moment.maybe_before.insert(index);
            moment.surely_before.insert(index);
        }
    }

    /// Whether a call may run the application's code.
    fn is_own(&self, kind: InvokeKind, method: MethodRef) -> bool {
        let found = self.program.resolve_method(self.body.method.class, kind, method);
        found.map_or(true, |found| self.program.is_application(found.class))
    }

    fn release(&self, held: &mut Vec<Held>, lock: &Path) {
        match held.iter().rposition(|held| held.lock == *lock) {
            Some(index) => {
                held.remove(index);
            }
            None => {
                self.releases_others.set(true);
                held.clear();
            }
        }
    }

    /// What the models say of a call.
    fn contract(&self, inst: InstId) -> Option<&Contract> {
        self.contracts[self.calls.binary_search(&inst).ok()?].as_ref()
    }

    fn find_contract(&self, inst: InstId) -> Option<Contract> {
        let Inst::Invoke(kind, method, _) = self.body.inst(inst) else { return None };
        let found = self.program.resolve_method(self.body.method.class, kind, method).ok()?;
        let owner = self.program.symbols().method_data(method).owner.class_name();
        let receiver = owner.and_then(|name| self.program.find(name)).unwrap_or(found.class);
        match kind {
            InvokeKind::Static | InvokeKind::Special => self.bound.contract(found),
            _ => self.bound.contract_at(receiver, found),
        }
    }

    /// Locks that a call takes or gives back.
    fn locks(&self, contract: &Contract, arguments: &[Value], moment: &mut Moment) {
        let Some(ordering) = &contract.ordering else { return };
        for lock in &ordering.releases {
            match self.lock(&lock.object, arguments) {
                Some((path, _)) => self.release(&mut moment.held, &path),
                None => moment.held.clear(),
            }
        }
        if ordering.when.is_some() {
            return;
        }
        for lock in &ordering.acquires {
            if let Some((path, shared)) = self.lock(&lock.object, arguments) {
                let value = (!shared && !lock.shared).then(|| arguments.first().copied()).flatten();
                let held = Held::new(path, value, shared || lock.shared);
                moment.held.push(Held { is_explicit: true, ..held });
            }
        }
    }

    /// The lock that a contract names; a part of a lock is the lock itself.
    fn lock(&self, object: &Object, arguments: &[Value]) -> Option<(Path, bool)> {
        let value = match object {
            Object::This => *arguments.first()?,
            Object::Part(Part::Owner, of) if **of == Object::This => *arguments.first()?,
            _ => return None,
        };
        if let Inst::Invoke(_, _, list) = self.body.inst(value)
            && let Some(contract) = self.contract(value)
            && let Some(made) = contract.values.as_ref().and_then(|values| values.makes.first())
            && made.kind == View::LockPart
        {
            return Some((self.path(*self.body.list(list).first()?), made.shared));
        }
        Some((self.path(value), false))
    }

    /// The thread or task that has ended when a call returns.
    fn joined(&self, inst: InstId) -> Option<Value> {
        let Inst::Invoke(_, _, list) = self.body.inst(inst) else { return None };
        let ordering = self.contract(inst)?.ordering.as_ref()?;
        let is_meant = ordering.when.is_none() && ordering.joins.first() == Some(&Object::This);
        is_meant.then(|| self.body.list(list).first().copied()).flatten()
    }

    fn accesses(&self, inst: InstId, moment: &Moment, found: &mut Vec<Access>) {
        let mut add = |place, is_write, base: Option<Value>, argument: usize| {
            let base = base.map(|value| self.base(value, argument));
            let (line, is_call) = (self.body.line(inst), is_call(self.body.inst(inst)));
            found.push(Access { inst, line, place, is_write, is_call, base, moment: moment.clone() });
        };
        let field = |field| {
            let id = self.program.resolve_field(self.body.method.class, field).ok()?;
            // Volatile accesses order; a final field is written before anybody else sees it.
            let flags = self.program.field(id).ok()?.flags;
            (!flags.has(Flags::VOLATILE) && !flags.has(Flags::FINAL)).then_some(id)
        };
        match self.body.inst(inst) {
            Inst::GetField(name, base) => {
                if let Some(id) = field(name) {
                    add(Place::Field(id), false, Some(base), 0);
                }
            }
            Inst::PutField(name, base, _) => {
                if let Some(id) = field(name) {
                    add(Place::Field(id), true, Some(base), 0);
                }
            }
            Inst::GetStatic(name) => {
                if let Some(id) = field(name) {
                    add(Place::Static(id), false, None, 0);
                }
            }
            Inst::PutStatic(name, _) => {
                if let Some(id) = field(name) {
                    add(Place::Static(id), true, None, 0);
                }
            }
            Inst::ArrayLoad(_, base, _) => add(Place::Elements, false, Some(base), 0),
            Inst::ArrayStore(_, base, _, _) => add(Place::Elements, true, Some(base), 0),
            Inst::Invoke(kind, _, list) => {
                let arguments = self.body.list(list);
                if let Some(data) = self.contract(inst).and_then(|contract| contract.data.as_ref()) {
                    for (objects, is_write) in [(&data.writes, true), (&data.reads, false)] {
                        for (place, index) in objects.iter().filter_map(|object| place_of(object, kind)) {
                            let Some(&base) = arguments.get(index) else { continue };
                            add(place, is_write, Some(base), index);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn store(&self, inst: InstId) -> Option<Store> {
        match self.body.inst(inst) {
            Inst::PutField(field, holder, value) if self.body.kind(value) == Kind::Ref => {
                let field = self.program.resolve_field(self.body.method.class, field).ok()?;
                Some(Store { inst, field, holder, value })
            }
            _ => None,
        }
    }
}

/// What a contract says is read or written: an argument's state, its elements, its owner's state.
fn place_of(object: &Object, kind: InvokeKind) -> Option<(Place, usize)> {
    let argument = |object: &Object| match object {
        Object::This => Some(0),
        Object::Argument(index) => Some(usize::from(*index) + usize::from(kind != InvokeKind::Static)),
        _ => None,
    };
    match object {
        Object::Part(Part::Owner, of) => argument(of).map(|index| (Place::OwnersState, index)),
        Object::Part(Part::Element, of) => argument(of).map(|index| (Place::Elements, index)),
        other => argument(other).map(|index| (Place::State, index)),
    }
}

/// Keeps what holds in both.
fn meet(known: &mut Moment, other: &Moment) -> bool {
    let mut rest = other.held.clone();
    let before = known.held.len();
    known.held.retain(|held| match rest.iter().position(|other| other == held) {
        Some(index) => {
            rest.remove(index);
            true
        }
        None => false,
    });
    let lost = known.held.len() != before;
    let grew = known.maybe_before.union(&other.maybe_before);
    let shrank = known.surely_before.intersect(&other.surely_before);
    lost || grew || shrank
}
