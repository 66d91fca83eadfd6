//! What a method's body has to do with races: its accesses and calls, each with the locks that are surely
//! held there and the calls that may, or must, have returned before.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use deadheat_models::{Bound, Contract, Meaning, Object, Ordering, Part, View, When};
use deadheat_program::classfile::Flags;
use deadheat_program::dominators::DominatorTree;
use deadheat_program::ir::{BlockId, Body, Inst, InstId, InvokeKind, Value};
use deadheat_program::loops::Loops;
use deadheat_program::symbols::{MethodRef, Name};
use deadheat_program::types::{Kind, Type};
use deadheat_program::{ClassId, FieldId, MethodId, Program};

use crate::asked;
use crate::bits::Bits;
use crate::candidates::Way;
use crate::conditions::known_on_edge;
use crate::data::{effects, elements, reordering, stored};
use crate::effects::{Effect, Effects};
use crate::gather::{self, Gather};
use crate::handles;
use crate::moment::meet;
pub(crate) use crate::moment::{Held, Moment};
use crate::owners::Owners;
use crate::paths::{Path, Root, accessor};
use crate::signals::{self, Signal};
use crate::tasks::{self, Tasks};

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
    /// That of an object that is asked by a method which every object has, if the method reads it.
    Asked(MethodId),
    /// That of the components of a record of this class, which are asked in the same way.
    AskedComponents(MethodId, ClassId),
    /// That of the object inside a wrapper whose calls run under a lock, by a call of this method.
    WrappedState(MethodId),
    /// That of an object of a class that the application derived from a library's, by a call of this method unless the
    /// application has its own; if there is none, by whatever the call runs.
    Inherited(Option<MethodId>),
    /// That of an object which changes when it is read.
    Reordered,
    /// All fields of an object, or the elements of an array, which are copied.
    Copied,
    /// The variable that a handle or reflected field stands for; static if there is no object.
    Variable(Value, Order),
}

/// Where it is said how an access by a handle is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Order {
    /// At the call.
    OfCall,
    /// At the field.
    OfField,
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
    /// For calls: which argument it is, or [`NO_ARGUMENT`].
    pub(crate) argument: usize,
}

/// The object is no argument of the call.
pub(crate) const NO_ARGUMENT: usize = usize::MAX;

/// A store of a reference to a field.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    pub(crate) inst: InstId,
    pub(crate) field: FieldId,
    pub(crate) holder: Value,
    pub(crate) value: Value,
}

/// An access.
#[derive(Debug, Clone)]
pub(crate) struct Access {
    pub(crate) inst: InstId,
    pub(crate) line: Option<u16>,
    pub(crate) place: Place,
    pub(crate) is_write: bool,
    /// It orders, as that of a volatile field: two such accesses are no race.
    pub(crate) is_atomic: bool,
    /// Whether a call makes it.
    pub(crate) is_call: bool,
    /// The object, but for static fields.
    pub(crate) base: Option<Base>,
    /// The collection from which the object, an iterator or view, was made here.
    pub(crate) owner: Option<Base>,
    /// The reference that it stores.
    pub(crate) stored: Option<Value>,
    pub(crate) moment: Moment,
}

impl Access {
    /// The accessed object where the body names it: itself, or what it is a view of.
    pub(crate) fn base_by(&self, way: Way) -> Option<&Base> {
        match (self.place, way) {
            (Place::AskedComponents(..), _) => None,
            (_, Way::View) => self.owner.as_ref(),
            _ => self.base.as_ref(),
        }
    }
}

/// A call, or an access of a volatile field.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) inst: InstId,
    pub(crate) line: Option<u16>,
    /// Whom it names.
    pub(crate) name: Option<MethodRef>,
    pub(crate) arguments: Vec<Base>,
    pub(crate) tasks: Tasks,
    /// The signal that it waits for, or, of a volatile field, gives.
    pub(crate) signal: Option<Signal>,
    pub(crate) moment: Moment,
}

/// See the module's description.
#[derive(Debug, Clone, Default)]
pub(crate) struct Facts {
    pub(crate) accesses: Vec<Access>,
    pub(crate) calls: Vec<Call>,
    /// What it does with its callers' locks.
    pub(crate) effect: Effect,
    /// Loops that wait for all threads of an array or list.
    pub(crate) gathers: Vec<Gather>,
    /// New objects through which a receive needs so many sends.
    pub(crate) needs: Vec<(InstId, usize)>,
    /// Instructions of loops.
    pub(crate) looping: Bits,
    /// Objects that are made here and wrapped once at most.
    pub(crate) wrapped: Vec<InstId>,
    /// Objects that are made to change when they are read.
    pub(crate) reorders: Vec<Value>,
    /// References that are stored in fields.
    pub(crate) stores: Vec<Store>,
    /// When it returns.
    pub(crate) end: Option<Moment>,
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

/// What a contract says of a call, given whom the call runs.
type AsRun<'f> = &'f dyn Fn(InstId, &mut Contract);

/// Reads a body.
///
/// `effects` says what the methods that its calls run do with locks, `as_run` changes contracts for whom they run.
pub(crate) fn of(bound: &Bound<'_>, body: &Body, effects: &Effects, as_run: AsRun<'_>) -> Facts {
    let mut reader = Reader::new(bound, body, effects);
    let is_event = |inst: &InstId| is_call(body.inst(*inst)) || reader.flag(*inst).is_some();
    let calls = body.insts().filter(is_event).collect();
    reader.calls = calls;
    reader.contracts = reader.calls.iter().map(|&inst| reader.find_contract(inst)).collect();
    for (&inst, contract) in reader.calls.iter().zip(&mut reader.contracts) {
        contract.iter_mut().for_each(|contract| as_run(inst, contract));
    }
    let start = Moment { held: reader.own_lock(body.method), ..Moment::default() };
    let mut moments = reader.flow(start.clone());
    let dominators = DominatorTree::dominators(body);
    let loops = Loops::find(body, &dominators);
    reader.gathers = reader.gathers(&loops, &dominators, &moments);
    if !reader.gathers.is_empty() {
        moments = reader.flow(start);
    }
    let mut facts = Facts { wrapped: reader.owners(|owners| owners.wrapped()), ..Facts::default() };
    for block in body.blocks() {
        let is_reached = moments[block.index()].is_some();
        let mut moment = moments[block.index()].clone().unwrap_or_default();
        for inst in body.block_insts(block) {
            // Calls keep their numbers, so none is left out.
            if reader.calls.binary_search(&inst).is_ok() {
                let arguments = arguments(body, inst).iter().enumerate();
                let arguments = arguments.map(|(index, &value)| reader.base(value, index)).collect();
                let name = match body.inst(inst) {
                    Inst::Invoke(_, name, _) => Some(name),
                    _ => None,
                };
                let (tasks, contract) = (reader.tasks(inst), reader.contract(inst));
                let signal = match body.inst(inst) {
                    Inst::Invoke(..) => contract.and_then(|contract| signals::received(body, contract, inst)),
                    _ => reader.flag(inst),
                };
                facts.reorders.extend(contract.and_then(|contract| reordering(body, contract, inst)));
                facts.needs.extend(contract.and_then(|contract| signals::needs(body, contract, inst)));
                let (line, moment) = (body.line(inst), moment.clone());
                facts.calls.push(Call { inst, line, name, arguments, tasks, signal, moment });
            }
            if !is_reached {
                continue;
            }
            if loops.innermost(block).is_some() {
                facts.looping.insert(inst.index());
            }
            reader.accesses(inst, &moment, &mut facts.accesses);
            facts.stores.extend(reader.store(inst));
            if let Inst::Return(_) = body.inst(inst) {
                reader.returns(&moment);
                match &mut facts.end {
                    Some(end) => drop(meet(end, &moment)),
                    end => *end = Some(moment.clone()),
                }
            }
            reader.step(inst, &mut moment);
        }
    }
    facts.calls.sort_by_key(|call| call.inst);
    facts.effect = reader.own.into_inner();
    facts.gathers = reader.gathers;
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
    effects: &'r Effects,
    /// What the body itself does with its callers' locks.
    own: RefCell<Effect>,
    has_returned: Cell<bool>,
    gathers: Vec<Gather>,
}

impl<'r, 'a> Reader<'r, 'a> {
    fn new(bound: &'r Bound<'a>, body: &'r Body, effects: &'r Effects) -> Reader<'r, 'a> {
        let (program, calls, contracts) = (bound.program(), Vec::new(), Vec::new());
        let (own, has_returned) = (RefCell::new(Effect::default()), Cell::new(false));
        Reader { bound, program, body, calls, contracts, effects, own, has_returned, gathers: Vec::new() }
    }

    fn gathers(&self, loops: &Loops, dominators: &DominatorTree, moments: &[Option<Moment>]) -> Vec<Gather> {
        let is_surely_before = |block: BlockId, call: InstId| {
            let Some(mut moment) = moments[block.index()].clone() else { return false };
            self.body.block_insts(block).for_each(|inst| self.step(inst, &mut moment));
            self.calls.binary_search(&call).is_ok_and(|index| moment.surely_before.contains(index))
        };
        let keeps_all = |class: Name| {
            let class = self.program.find(class);
            class.is_some_and(|class| self.bound.facts(class).claims.keeps == Some(true))
        };
        let finder = gather::Finder {
            program: self.program,
            body: self.body,
            loops,
            dominators,
            calls: &self.calls,
            contract: &|inst| self.contract(inst),
            handle: &|inst| self.tasks(inst).handle.map(|(handle, _)| handle),
            is_surely_before: &is_surely_before,
            keeps_all: &keeps_all,
        };
        if loops.is_empty() { Vec::new() } else { finder.find() }
    }

    /// The locks that are held at all returns are left to the caller.
    fn returns(&self, moment: &Moment) {
        let mut own = self.own.borrow_mut();
        let left = |held: &&Held| held.is_explicit && held.lock.is_of_caller();
        if !self.has_returned.replace(true) {
            let held = moment.held.iter().filter(left);
            own.acquires = held.map(|held| Held { value: None, ..held.clone() }).collect();
        } else {
            let mut rest: Vec<&Held> = moment.held.iter().collect();
            own.acquires.retain(|held| {
                let found = rest.iter().position(|other| {
                    other.lock == held.lock && other.shared == held.shared && other.is_explicit
                });
                found.map(|index| rest.remove(index)).is_some()
            });
        }
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
                Inst::Invoke(InvokeKind::Static, method, list) => {
                    let Some(field) = accessor(self.program, self.body, method) else { break };
                    let from = self.body.list(list)[0];
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
        let class = Type::class(self.program.class_name(method.class));
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
            let mut thrown = moment.clone();
            for inst in self.body.block_insts(block) {
                self.step(inst, &mut moment);
                if may_throw(self.body.inst(inst)) {
                    meet(&mut thrown, &moment);
                }
            }
            let next = self.body.succs(block).iter().enumerate();
            let next = next.filter(|(index, _)| !self.is_impossible(block, *index, &moment));
            let next = next.map(|(index, &next)| (next, self.on_edge(block, index, &moment)));
            let pads = self.body.pads(block).iter().map(|&pad| (pad, thrown.clone()));
            for (next, state) in next.chain(pads) {
                let changed = match &mut moments[next.index()] {
                    Some(known) => meet(known, &state),
                    unknown => {
                        *unknown = Some(state);
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

    /// Whether an edge is only taken if a value is null on which a method was called before: what closes a
    /// resource asks so.
    fn is_impossible(&self, block: BlockId, index: usize, moment: &Moment) -> bool {
        let Inst::If(..) = self.body.inst(self.body.terminator(block)) else { return false };
        known_on_edge(self.body, block, index).is_some_and(|(value, known)| {
            let is_receiver = |call: usize| match self.body.inst(self.calls[call]) {
                Inst::Invoke(kind, _, list) => {
                    kind != InvokeKind::Static && self.body.list(list).first() == Some(&value)
                }
                _ => false,
            };
            known.implies(When::Zero)
                && self.body.kind(value) == Kind::Ref
                && moment.surely_before.iter().any(is_receiver)
        })
    }

    /// What a branch adds: the lock that a call took, if this was its outcome.
    fn on_edge(&self, block: BlockId, index: usize, moment: &Moment) -> Moment {
        let mut moment = moment.clone();
        for (number, gather) in self.gathers.iter().enumerate() {
            if gather.edge == (block, index) {
                moment.gathered.insert(number);
            }
        }
        let Some((call, known)) = known_on_edge(self.body, block, index) else { return moment };
        if self.flag(call).is_some()
            && known.implies(When::NonZero)
            && let Ok(index) = self.calls.binary_search(&call)
        {
            moment.succeeded.insert(index);
        }
        let ordering = self.contract(call).and_then(|contract| contract.ordering.as_ref());
        let Some((ordering, when)) = ordering.and_then(|ordering| Some((ordering, ordering.when?))) else {
            return moment;
        };
        let was_tried = moment.tried.contains(&call);
        moment.tried.retain(|tried| *tried != call);
        if known.implies(when) {
            if let Ok(index) = self.calls.binary_search(&call) {
                moment.succeeded.insert(index);
            }
            if was_tried && let Inst::Invoke(_, _, list) = self.body.inst(call) {
                self.acquire(ordering, self.body.list(list), &mut moment);
            }
        }
        moment
    }

    /// What an instruction changes.
    fn step(&self, inst: InstId, moment: &mut Moment) {
        match self.body.inst(inst) {
            Inst::MonitorEnter(value) => {
                moment.held.push(Held::new(self.path(value), Some(value), false));
            }
            Inst::MonitorExit(value) => self.exit(moment, &self.path(value)),
            Inst::Invoke(_, _, list) => {
                self.effects(inst, moment);
                if let Some(contract) = self.contract(inst) {
                    self.locks(inst, contract, self.body.list(list), moment);
                }
            }
            _ => {}
        }
        if let Ok(index) = self.calls.binary_search(&inst) {
            moment.maybe_before.insert(index);
            moment.surely_before.insert(index);
        }
    }

    /// What the application's methods that a call may run do with locks.
    fn effects(&self, inst: InstId, moment: &mut Moment) {
        let Some(effects) = self.effects.get(&inst) else { return };
        let arguments: Vec<Path> = arguments(self.body, inst).iter().map(|&value| self.path(value)).collect();
        let mut given: Vec<Path> = Vec::new();
        for path in effects.iter().flat_map(|effect| match &effect.releases {
            Some(releases) => releases.iter().map(|path| path.in_caller(&arguments)).collect(),
            None => vec![None],
        }) {
            match path {
                Some(path) if !given.contains(&path) => given.push(path),
                Some(_) => {}
                None => self.give_back(moment, None),
            }
        }
        for path in given {
            // How often it does so is not known.
            let before = moment.held.len();
            moment.held.retain(|held| held.lock != path);
            moment.tried.clear();
            if moment.held.len() == before {
                self.give_back(moment, Some(&path));
            }
        }
        let Some((first, others)) = effects.split_first() else { return };
        for held in &first.acquires {
            if others.iter().all(|other| other.acquires.contains(held))
                && let Some(lock) = held.lock.in_caller(&arguments)
            {
                moment.held.push(Held { lock, ..held.clone() });
            }
        }
    }

    /// A lock is given back that may be any, or one that was not taken here.
    fn give_back(&self, moment: &mut Moment, lock: Option<&Path>) {
        let mut effect = self.own.borrow_mut();
        match (lock.filter(|lock| lock.is_of_caller()), &mut effect.releases) {
            (Some(lock), Some(releases)) if !releases.contains(lock) => releases.push(lock.clone()),
            (None, releases) => *releases = None,
            _ => {}
        }
        moment.gave_back = true;
        moment.tried.clear();
        moment.held.retain(|held| !held.is_explicit);
    }

    fn release(&self, moment: &mut Moment, lock: &Path, shared: bool) {
        moment.tried.clear();
        let is_meant = |held: &Held| held.lock == *lock;
        let same = moment.held.iter().rposition(|held| is_meant(held) && held.shared == shared);
        match same.or_else(|| moment.held.iter().rposition(is_meant)) {
            Some(index) => drop(moment.held.remove(index)),
            None => self.give_back(moment, Some(lock)),
        }
    }

    /// A monitor is left. If it has another name here, it may be any that this body has entered: those of callers, and that
    /// of a synchronized method, are not for it to leave.
    fn exit(&self, moment: &mut Moment, lock: &Path) {
        match moment.held.iter().rposition(|held| held.lock == *lock && !held.is_explicit) {
            Some(index) => drop(moment.held.remove(index)),
            None => moment.held.retain(|held| held.is_explicit || held.value.is_none()),
        }
    }

    /// What the models say of a call.
    fn contract(&self, inst: InstId) -> Option<&Contract> {
        self.contracts[self.calls.binary_search(&inst).ok()?].as_ref()
    }

    fn resolve(&self, inst: InstId) -> Option<MethodId> {
        let Inst::Invoke(kind, method, _) = self.body.inst(inst) else { return None };
        self.program.resolve_method(self.body.method.class, kind, method).ok()
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
    fn locks(&self, inst: InstId, contract: &Contract, arguments: &[Value], moment: &mut Moment) {
        let Some(ordering) = &contract.ordering else { return };
        for lock in &ordering.releases {
            match self.lock(&lock.object, arguments) {
                Some((path, shared)) => self.release(moment, &path, shared || lock.shared),
                None => {
                    self.give_back(moment, None);
                    moment.held.clear();
                }
            }
        }
        match ordering.when {
            Some(_) if !moment.tried.contains(&inst) => moment.tried.push(inst),
            Some(_) => {}
            None => self.acquire(ordering, arguments, moment),
        }
    }

    fn acquire(&self, ordering: &Ordering, arguments: &[Value], moment: &mut Moment) {
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

    fn flag(&self, inst: InstId) -> Option<Signal> {
        signals::flag(self.program, self.body, inst)
    }

    fn tasks(&self, inst: InstId) -> Tasks {
        match (self.body.inst(inst), self.contract(inst)) {
            (Inst::Invoke(kind, _, list), Some(contract)) => {
                let (path, elements) = (|value| self.path(value), |array| elements(self.body, inst, array));
                tasks::of(contract, inst, kind, self.body.list(list), path, elements)
            }
            _ => Tasks::default(),
        }
    }

    fn accesses(&self, inst: InstId, moment: &Moment, found: &mut Vec<Access>) {
        let mut add = |place, is_write, is_atomic, base: Option<Value>, argument: usize| {
            let owner = base
                .and_then(|value| self.owners(|owners| owners.owner(value)))
                .map(|value| self.base(value, argument));
            let base = base.map(|value| self.base(value, argument));
            let (line, is_call) = (self.body.line(inst), is_call(self.body.inst(inst)));
            let (stored, moment) = (stored(self.body, inst), moment.clone());
            found.push(Access {
                inst,
                line,
                place,
                is_write,
                is_atomic,
                is_call,
                base,
                owner,
                stored,
                moment,
            });
        };
        let field = |field| {
            let id = self.program.resolve_field(self.body.method.class, field).ok()?;
            // A final field is written before anybody else sees it.
            let flags = self.program.field(id).ok()?.flags;
            (!flags.has(Flags::FINAL)).then_some((id, flags.has(Flags::VOLATILE)))
        };
        match self.body.inst(inst) {
            Inst::GetField(name, base) => {
                if let Some((id, is_atomic)) = field(name) {
                    add(Place::Field(id), false, is_atomic, Some(base), 0);
                }
            }
            Inst::PutField(name, base, _) => {
                if let Some((id, is_atomic)) = field(name) {
                    add(Place::Field(id), true, is_atomic, Some(base), 0);
                }
            }
            Inst::GetStatic(name) => {
                if let Some((id, is_atomic)) = field(name) {
                    add(Place::Static(id), false, is_atomic, None, 0);
                }
            }
            Inst::PutStatic(name, _) => {
                if let Some((id, is_atomic)) = field(name) {
                    add(Place::Static(id), true, is_atomic, None, 0);
                }
            }
            Inst::ArrayLoad(_, base, _) => add(Place::Elements, false, false, Some(base), 0),
            Inst::ArrayStore(_, base, _, _) => add(Place::Elements, true, false, Some(base), 0),
            Inst::Invoke(kind, _, list) => {
                let arguments = self.body.list(list);
                let Some(contract) = self.contract(inst) else { return };
                self.asked(inst, &mut add);
                if contract.meaning == Some(Meaning::Clone) && self.is_of_object(inst) {
                    for is_atomic in [false, true] {
                        add(Place::Copied, false, is_atomic, arguments.first().copied(), 0);
                    }
                }
                for found in handles::accesses(contract, arguments) {
                    let place = Place::Variable(found.handle, found.order);
                    let index = found.base.and_then(|base| arguments.iter().position(|&value| value == base));
                    add(place, found.is_write, found.is_atomic, found.base, index.unwrap_or_default());
                }
                let Some(data) = &contract.data else { return };
                for (place, is_write, index) in effects(data, kind, self.resolve(inst)) {
                    if let Some(&base) = arguments.get(index) {
                        add(place, is_write, false, Some(base), index);
                    }
                }
            }
            Inst::InvokeDynamic(..) => self.asked(inst, &mut add),
            _ => {}
        }
    }

    /// Whether a call names a method that `Object` itself has.
    fn is_of_object(&self, inst: InstId) -> bool {
        self.resolve(inst).is_some_and(|method| Some(method.class) == self.program.object_class())
    }

    /// The objects that a call asks for their text and the like.
    fn asked(&self, inst: InstId, add: &mut dyn FnMut(Place, bool, bool, Option<Value>, usize)) {
        for asked in asked::asked(self.program, self.body, inst, self.contract(inst)) {
            for place in [Place::Asked(asked.method), Place::WrappedState(asked.method)] {
                add(place, false, false, Some(asked.object), asked.argument.unwrap_or(NO_ARGUMENT));
            }
        }
        if let Some((method, records)) = asked::records(self.program, self.body, inst) {
            for record in records {
                add(
                    Place::AskedComponents(method, self.body.method.class),
                    false,
                    false,
                    Some(record),
                    NO_ARGUMENT,
                );
            }
        }
    }

    /// Asks what views are made of.
    fn owners<T>(&self, ask: impl FnOnce(&Owners<'_, '_>) -> T) -> T {
        ask(&Owners { bound: self.bound, body: self.body, contract: &|inst| self.contract(inst) })
    }

    fn store(&self, inst: InstId) -> Option<Store> {
        let Inst::PutField(field, holder, _) = self.body.inst(inst) else { return None };
        let value = stored(self.body, inst)?;
        let field = self.program.resolve_field(self.body.method.class, field).ok()?;
        Some(Store { inst, field, holder, value })
    }
}

/// Whether an exception may come when an instruction has had its effect. Leaving a monitor does not throw where each is left
/// as often as it was entered; compilers' handlers that leave a monitor cover that very instruction.
fn may_throw(inst: Inst) -> bool {
    inst.can_throw() && !matches!(inst, Inst::MonitorExit(_))
}
