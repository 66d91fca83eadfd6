//! Tasks that loops make (IteRace 3.1, for loops that submit tasks): each round makes one, and gives it another element
//! of a container, or another number.
//!
//! What a task object is given is what a lambda captures, or what a constructor stores in a field that nothing else
//! writes. An abstract object stands for the tasks of one loop if only one instruction in one context makes it. The
//! loop must not begin anew while its tasks run (`idle`).

use std::rc::Rc;

use deadheat_models::{Bound, Contract};
use deadheat_points_to::{
    Dealing, DealtFrom, DealtTo, InstanceId, LambdaCode, ObjectId, PointsTo, RuntimeType, SiteKind, Slot,
};
use deadheat_program::dominators::DominatorTree;
use deadheat_program::ir::{Body, Inst, InstId, InvokeKind, Value};
use deadheat_program::symbols::MethodRef;
use deadheat_program::types::Kind;
use deadheat_program::{FieldId, MethodId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::counted::{Counted, Turn};
use crate::facts::Place;
use crate::forks::Tree;
use crate::halves::{self, Given};
use crate::idle::Idle;
use crate::paths::{Path, Root};
use crate::pieces::{self, Cut, Pieces};
use crate::ranges::{self, Row, RowKind};

/// How deep constructors call others of the same object.
const DEPTH: u32 = 4;

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Makers {
    /// Elements that tasks are given.
    pub(crate) dealings: Vec<Dealing>,
    /// Task objects that are given numbers.
    pub(crate) numbered: Vec<Numbered>,
    /// Elements of what tasks cut in two.
    pub(crate) pieces: Pieces,
}

/// The tasks of one loop, which have numbers.
#[derive(Debug)]
pub(crate) struct Numbered {
    pub(crate) object: ObjectId,
    /// The code that has them, with what the lambda's object is passed to.
    pub(crate) codes: Vec<Code>,
    /// The numbers, with the turns by which they differ.
    pub(crate) slots: Vec<(Slot, Option<usize>)>,
    /// Rows of numbers that differ.
    pub(crate) rows: Vec<Row>,
    /// Parts of a list that have nothing in common, with the turns by which they differ.
    pub(crate) parts: Vec<(Slot, usize)>,
}

/// Code that runs on a task object.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Code {
    pub(crate) instance: InstanceId,
    /// Who has the task object as receiver.
    pub(crate) receiver: InstanceId,
}

/// The turns of a loop, the object that goes to one task in each of them, and the rows that come about by them.
type TurnsOf = (InstanceId, ObjectId, Turn, Option<(usize, RowKind)>);

/// An object that a loop makes, and what it is given.
struct Maker {
    object: ObjectId,
    /// What makes it.
    made: InstId,
    /// The object of the same round to which alone it is given, or itself: two that are not one in this sense may be two
    /// tasks.
    task: ObjectId,
    instance: InstanceId,
    body: Rc<Body>,
    /// Where it is given that.
    at: InstId,
    slots: Vec<(Slot, Value)>,
}

struct Finder<'f, 'a> {
    points_to: &'f PointsTo<'a>,
    idle: &'f Idle<'f>,
    bodies: FxHashMap<MethodId, Option<Rc<Body>>>,
    /// Fields that are written elsewhere than in constructors of their own object.
    written: FxHashSet<FieldId>,
    /// The turns of loops, by their numbers.
    turns: FxHashMap<TurnsOf, usize>,
    lambdas: Vec<LambdaCode>,
}

impl Makers {
    pub(crate) fn of(points_to: &PointsTo<'_>, idle: &Idle<'_>) -> Makers {
        let mut finder = Finder {
            points_to,
            idle,
            bodies: FxHashMap::default(),
            written: FxHashSet::default(),
            turns: FxHashMap::default(),
            lambdas: points_to.lambda_codes(),
        };
        finder.written = finder.written();
        let mut makers: Vec<Maker> = points_to.objects().filter_map(|object| finder.maker(object)).collect();
        find_tasks(&mut makers);
        let mut found = Makers { dealings: finder.dealings(&makers), ..Makers::default() };
        found.numbered = makers.iter().filter_map(|maker| finder.numbered(maker)).collect();
        for (number, tree) in idle.parallel.trees().iter().enumerate() {
            finder.add_pieces(number, tree, &mut found.pieces);
        }
        found
    }
}

impl Finder<'_, '_> {
    fn body(&mut self, instance: InstanceId) -> Option<Rc<Body>> {
        let method = self.points_to.method(instance)?;
        let lower = || self.points_to.body(instance).map(Rc::new);
        self.bodies.entry(method).or_insert_with(lower).clone()
    }

    /// The fields that anything else than a constructor of the same object writes.
    fn written(&self) -> FxHashSet<FieldId> {
        let program = self.points_to.program();
        let mut written: FxHashSet<FieldId> = FxHashSet::default();
        written.extend(self.points_to.set_by_plugins().into_iter().map(|(field, _)| field));
        #[allow(clippy::iter_over_hash_type, reason = "a set is made of it")]
        for (&instance, facts) in self.idle.facts {
            let Some(method) = self.points_to.method(instance) else { continue };
            for access in facts.accesses.iter().filter(|access| access.is_write) {
                let Place::Field(field) = access.place else { continue };
                let is_own = access.base.as_ref().is_some_and(|base| base.path == Path::new(Root::Param(0)));
                if !is_own || method.class != field.class || !program.is_constructor(method) {
                    written.insert(field);
                }
            }
        }
        written
    }

    /// The only place that makes an object, if a loop of one thread does.
    fn maker(&mut self, object: ObjectId) -> Option<Maker> {
        let points_to = self.points_to;
        let is_lambda = match *points_to.object_type(object) {
            RuntimeType::Lambda(_) => true,
            RuntimeType::Class(class) if points_to.program().is_application(class) => false,
            _ => return None,
        };
        let &site = points_to.sites(object).first()?;
        if !matches!(points_to.site_kind(site), SiteKind::Alloc(..)) {
            return None;
        }
        let (method, inst) = points_to.site_place(site)?;
        let is_looping = |instance: &&InstanceId| {
            self.idle.facts.get(instance).is_some_and(|facts| facts.looping.contains(inst.index()))
        };
        let instances = points_to.instances(method);
        instances.iter().find(is_looping)?;
        let makes = |instance: &&InstanceId| points_to.points_to(**instance, inst).contains(&object);
        let mut makers = instances.iter().filter(makes);
        let (Some(&instance), None) = (makers.next(), makers.next()) else { return None };
        if self.idle.graph.threads_of(instance).len() != 1 {
            return None;
        }
        let body = self.body(instance)?;
        let (at, slots) = match body.inst(inst) {
            Inst::InvokeDynamic(_, list) if is_lambda => {
                let captured = body.list(list).iter().enumerate();
                (inst, captured.map(|(index, &value)| (Slot::Capture(index), value)).collect())
            }
            Inst::New(_) => self.constructed(instance, &body, inst)?,
            _ => return None,
        };
        Some(Maker { object, made: inst, task: object, instance, body, at, slots })
    }

    /// The call of a new object's constructor, with the fields that it fills.
    fn constructed(
        &mut self,
        instance: InstanceId,
        body: &Body,
        made: InstId,
    ) -> Option<(InstId, Vec<(Slot, Value)>)> {
        let mut calls = body.insts().filter_map(|inst| match body.inst(inst) {
            Inst::Invoke(InvokeKind::Special, name, list) if body.list(list).first() == Some(&made) => {
                Some((inst, name, list))
            }
            _ => None,
        });
        let (Some((call, name, list)), None) = (calls.next(), calls.next()) else { return None };
        let constructor = self.constructor(body, name)?;
        let callees = self.points_to.callees(instance, call);
        if callees.iter().any(|&(callee, _)| self.points_to.method(callee) != Some(constructor)) {
            return None;
        }
        let fields = self.filled(constructor, DEPTH);
        let arguments = body.list(list);
        let slots = fields.into_iter().filter_map(|(field, parameter)| {
            Some((Slot::Field(field), *arguments.get(usize::from(parameter))?))
        });
        Some((call, slots.collect()))
    }

    fn constructor(&self, body: &Body, name: MethodRef) -> Option<MethodId> {
        let program = self.points_to.program();
        let found = program.resolve_method(body.method.class, InvokeKind::Special, name).ok()?;
        (program.is_constructor(found) && program.is_application(found.class)).then_some(found)
    }

    /// The fields in which a constructor stores parameters, each once.
    fn filled(&self, constructor: MethodId, depth: u32) -> Vec<(FieldId, u16)> {
        let program = self.points_to.program();
        let Ok(Some(body)) = program.lower(constructor) else { return Vec::new() };
        let parameter = |value: Value| match body.inst(value) {
            Inst::Param(index) => Some(index),
            _ => None,
        };
        // What is stored on some ways only may be missing.
        let dominators = DominatorTree::dominators(&body);
        let returns = || body.insts().filter(|&inst| matches!(body.inst(inst), Inst::Return(_)));
        let is_sure =
            |inst: InstId| returns().all(|end| dominators.dominates(body.block_of(inst), body.block_of(end)));
        let mut all: Vec<(FieldId, Option<u16>)> = Vec::new();
        for inst in body.insts() {
            let parameter = |value: Value| parameter(value).filter(|_| is_sure(inst));
            match body.inst(inst) {
                Inst::PutField(name, _, value) => {
                    let field = program.resolve_field(constructor.class, name).ok();
                    all.extend(field.map(|field| (field, parameter(value))));
                }
                Inst::Invoke(InvokeKind::Special, name, list) if depth > 0 => {
                    let list = body.list(list);
                    let is_own = list.first().is_some_and(|&this| parameter(this) == Some(0));
                    let other = self.constructor(&body, name).filter(|_| is_own);
                    for (field, index) in other.map_or(Vec::new(), |other| self.filled(other, depth - 1)) {
                        all.push((field, list.get(usize::from(index)).and_then(|&value| parameter(value))));
                    }
                }
                _ => {}
            }
        }
        let is_once = |field: FieldId| all.iter().filter(|(other, _)| *other == field).count() == 1;
        let filled = all.iter().filter_map(|&(field, index)| Some((field, index?)));
        filled.filter(|&(field, _)| is_once(field) && !self.written.contains(&field)).collect()
    }

    /// The number of turns, or of the rows that come about by them.
    fn turns(&mut self, maker: &Maker, turn: Turn, row: Option<(usize, RowKind)>) -> usize {
        let next = self.idle.graph.threads.len() + self.turns.len();
        *self.turns.entry((maker.instance, maker.task, turn, row)).or_insert(next)
    }

    fn threads(&self, instances: impl Iterator<Item = InstanceId>) -> Bits {
        let mut threads = Bits::default();
        for instance in instances {
            threads.union(self.idle.graph.threads_of(instance));
        }
        threads
    }

    /// Whether the loop of a maker does not begin anew while threads run that have what it makes.
    fn is_idle(&self, maker: &Maker, counted: &Counted<'_>, turn: Turn, threads: &Bits) -> bool {
        let mut others = threads.clone();
        let runners = self.idle.graph.threads_of(maker.instance);
        runners.iter().for_each(|own| others.remove(own));
        self.idle.is_idle(maker.instance, &maker.body, &counted.beginnings(turn.origin), &others)
    }

    /// The elements that makers give.
    fn dealings(&mut self, makers: &[Maker]) -> Vec<Dealing> {
        let mut found: Vec<(&Maker, Slot, DealtFrom, Turn)> = Vec::new();
        for maker in makers {
            let mut references =
                maker.slots.iter().filter(|(_, value)| maker.body.kind(*value) == Kind::Ref).peekable();
            if references.peek().is_none() {
                continue;
            }
            let counted = Counted::in_program(self.points_to.program(), &maker.body);
            let contract = |inst| contract_of(self.idle.bound, &maker.body, inst);
            for &(slot, value) in references {
                if let Some((from, turn)) = counted.element(value, maker.at, &contract) {
                    found.push((maker, slot, from, turn));
                }
            }
        }
        let slots: Vec<(ObjectId, Slot)> =
            found.iter().map(|&(maker, slot, ..)| (maker.object, slot)).collect();
        let readers = self.points_to.readers(&slots);
        let mut dealings = Vec::new();
        for ((maker, slot, from, turn), readers) in found.into_iter().zip(readers) {
            let threads = self.threads(readers.into_iter());
            if let Some(within) = self.within(maker, from, turn, &threads) {
                dealings.push(Dealing {
                    instance: maker.instance,
                    from,
                    within,
                    to: DealtTo::Slot(maker.object, slot),
                    turns: self.turns(maker, turn, None),
                    threads: threads.iter().collect(),
                });
            }
        }
        dealings
    }

    /// The loops around that of a maker, up to one that does not begin anew while tasks run: each goes through the
    /// containers that the one inside goes through. None if there is no such loop, or if one of them changes what it
    /// counts through.
    fn within(&self, maker: &Maker, from: DealtFrom, turn: Turn, threads: &Bits) -> Option<Vec<DealtFrom>> {
        let counted = Counted::in_program(self.points_to.program(), &maker.body);
        let contract = |inst| contract_of(self.idle.bound, &maker.body, inst);
        let (mut from, mut turn) = (from, turn);
        let mut within = Vec::new();
        loop {
            if !matches!(maker.body.inst(turn.origin), Inst::Invoke(..)) {
                (!self.changes(maker, &counted, from, turn)).then_some(())?;
            }
            if self.is_idle(maker, &counted, turn, threads) {
                return Some(within);
            }
            let container = container(&maker.body, from)?;
            let &[beginning] = &counted.beginnings(turn.origin)[..] else { return None };
            (from, turn) = counted.element(container, beginning, &contract)?;
            within.push(from);
        }
    }

    /// Whether the loop of a counter may change the list that it counts through: then it may meet an element again.
    fn changes(&self, maker: &Maker, counted: &Counted<'_>, from: DealtFrom, turn: Turn) -> bool {
        let DealtFrom::Call(_) = from else { return false };
        let Some(list) = container(&maker.body, from) else { return true };
        let lists = self.points_to.points_to(maker.instance, list);
        let head = maker.body.block_of(turn.origin);
        let Some((_, each)) = counted.loops.iter().find(|(_, each)| each.head == head) else { return true };
        let is_inside = |inst: InstId| each.blocks.contains(&maker.body.block_of(inst));
        let writes = |instance: InstanceId, is_meant: &dyn Fn(InstId) -> bool| {
            let facts = self.idle.facts.get(&instance);
            let mut accesses = facts.iter().flat_map(|facts| &facts.accesses);
            accesses.any(|access| {
                let bases = [access.base.as_ref(), access.owner.as_ref()].into_iter().flatten();
                let mut objects = bases.flat_map(|base| self.points_to.points_to(instance, base.value));
                access.is_call
                    && access.is_write
                    && is_meant(access.inst)
                    && objects.any(|object| lists.contains(&object))
            })
        };
        let graph = self.idle.graph;
        let called = graph.calls[maker.instance.index()].iter().filter(|(at, _)| is_inside(*at));
        let mut work: Vec<InstanceId> = called.map(|&(_, callee)| callee).collect();
        let mut seen = Bits::default();
        let mut is_changed = writes(maker.instance, &is_inside);
        while let Some(instance) = work.pop().filter(|_| !is_changed) {
            if seen.insert(instance.index()) {
                is_changed = writes(instance, &|_| true);
                work.extend(graph.calls[instance.index()].iter().map(|&(_, callee)| callee));
            }
        }
        is_changed
    }

    /// The numbers that a maker gives.
    fn numbered(&mut self, maker: &Maker) -> Option<Numbered> {
        let is_number = |(_, value): &&(Slot, Value)| maker.body.kind(*value) == Kind::Int;
        let slots: Vec<(Slot, Value)> = maker.slots.iter().filter(is_number).copied().collect();
        let parts = self.parts(maker);
        if slots.is_empty() && parts.is_empty() {
            return None;
        }
        let codes = self.codes(maker.object);
        let threads = self.threads(codes.iter().map(|code| code.instance));
        let counted = Counted::of(&maker.body);
        let mut all: Vec<(Slot, Option<usize>)> = Vec::new();
        for &(slot, value) in &slots {
            let turn = counted.number(value, maker.at);
            let turn = turn.filter(|&turn| self.is_idle(maker, &counted, turn, &threads));
            all.push((slot, turn.map(|turn| self.turns(maker, turn, None))));
        }
        let mut rows: Vec<Row> = Vec::new();
        for (first, kind, turn) in self.rows(maker, &counted, &slots) {
            if self.is_idle(maker, &counted, turn, &threads) {
                rows.push(Row { first, kind, turns: self.turns(maker, turn, Some((first, kind))) });
            }
        }
        let mut own: Vec<(Slot, usize)> = Vec::new();
        for (index, (slot, turn)) in parts.into_iter().enumerate() {
            if self.is_idle(maker, &counted, turn, &threads) {
                own.push((slot, self.turns(maker, turn, Some((index, RowKind::OfPart)))));
            }
        }
        let has_turns = !rows.is_empty() || !own.is_empty() || all.iter().any(|(_, it)| it.is_some());
        has_turns.then_some(Numbered { object: maker.object, codes, slots: all, rows, parts: own })
    }

    /// The parts of one list that a maker gives, each of which begins where the one before ends, or after it.
    fn parts(&self, maker: &Maker) -> Vec<(Slot, Turn)> {
        let counted = Counted::in_program(self.points_to.program(), &maker.body);
        let contract = |inst| contract_of(self.idle.bound, &maker.body, inst);
        let part = |&(slot, value): &(Slot, Value)| {
            let (list, from, to) = pieces::part_of(self.idle.bound, &maker.body, value)?;
            let each = counted.around(maker.at)?;
            let is_here = !counted.is_outside(each, value) && counted.is_same_in_all(each, list);
            let turn = ranges::range(&counted, maker.at, (from, to), &contract).filter(|_| is_here)?;
            (!self.changes(maker, &counted, DealtFrom::Call(value), turn)).then_some((slot, turn))
        };
        maker.slots.iter().filter_map(part).collect()
    }

    /// Notes what tasks access at numbers of their own ranges, if trees come one after the other.
    fn add_pieces(&mut self, number: usize, tree: &Tree, pieces: &mut Pieces) -> Option<()> {
        let (outer, first) = tree.outer;
        let outside = self.body(outer)?;
        self.idle.is_idle(outer, &outside, &[tree.start], &tree.threads).then_some(())?;
        let (_, given) = self.constructed(outer, &outside, first)?;
        let mut places: Vec<InstId> = tree.inner.iter().map(|&(_, inst)| inst).collect();
        places.sort();
        places.dedup();
        let &[one, other] = &places[..] else { return None };
        let &(inside, _) = tree.inner.first()?;
        let body = self.body(inside)?;
        let is_once = |&(by, inst): &(InstanceId, InstId)| {
            let is_looping =
                self.idle.facts.get(&by).is_none_or(|facts| facts.looping.contains(inst.index()));
            self.points_to.method(by) == self.points_to.method(inside)
                && !is_looping
                && tree.is_entered_quietly(by)
        };
        tree.inner.iter().all(is_once).then_some(())?;
        let mut halves = Vec::new();
        for place in [one, other] {
            halves.push(self.constructed(inside, &body, place)?.1);
        }
        let Idle { bound, graph, facts, .. } = *self.idle;
        let program = pieces::Program { points_to: self.points_to, bound, graph, facts };
        let halves = [&halves[0], &halves[1]];
        let ranges = halves::ranges(self.points_to, &body, &given, halves).into_iter().map(Cut::Range);
        let fields = given.iter().filter_map(|(slot, _)| match slot {
            Slot::Field(field) => Some(*field),
            Slot::Capture(_) => None,
        });
        let of = |given: &Given, field: FieldId| {
            let mut found = given.iter().filter(|(slot, _)| *slot == Slot::Field(field));
            found.next().map(|&(_, value)| value)
        };
        let is_cut = |field: &FieldId| {
            let parts = of(halves[0], *field).zip(of(halves[1], *field));
            parts.is_some_and(|parts| pieces::are_parts(&program, &body, *field, parts))
        };
        for cut in ranges.chain(fields.filter(is_cut).map(Cut::List)) {
            pieces.add(&program, (number, tree), cut);
        }
        Some(())
    }

    /// The rows that a maker gives.
    fn rows(
        &self,
        maker: &Maker,
        counted: &Counted<'_>,
        slots: &[(Slot, Value)],
    ) -> Vec<(usize, RowKind, Turn)> {
        let contract = |inst| contract_of(self.idle.bound, &maker.body, inst);
        let mut rows = Vec::new();
        for (first, &(_, number)) in slots.iter().enumerate() {
            let limit = ranges::limit(counted, maker.at, number);
            let constant = limit.and_then(|(limit, turn)| Some((counted.constant(limit)?, turn)));
            rows.extend(constant.map(|(limit, turn)| (first, RowKind::ByConstant(limit), turn)));
            for (second, &(_, other)) in slots.iter().enumerate().filter(|(second, _)| *second != first) {
                let range = ranges::range(counted, maker.at, (number, other), &contract);
                rows.extend(range.map(|turn| (first, RowKind::Before(second), turn)));
                let by = limit.filter(|&(limit, _)| limit == other);
                rows.extend(by.map(|(_, turn)| (first, RowKind::By(second), turn)));
            }
        }
        rows
    }

    /// The code that runs on a task object: a lambda's, or methods of the object's class and those around it.
    fn codes(&self, object: ObjectId) -> Vec<Code> {
        let points_to = self.points_to;
        let RuntimeType::Class(class) = *points_to.object_type(object) else {
            let own = self.lambdas.iter().filter(|lambda| lambda.objects == [object]);
            return own.map(|it| Code { instance: it.code, receiver: it.adapter }).collect();
        };
        let program = points_to.program();
        let mut found = Vec::new();
        for &class in program.superclasses(class).iter().filter(|&&class| program.is_application(class)) {
            for method in program.methods(class).into_iter().flatten() {
                if program.method(method).is_ok_and(|method| method.flags.is_static()) {
                    continue;
                }
                for &instance in points_to.instances(method) {
                    let this = points_to.parameters(instance).into_iter().next().unwrap_or_default();
                    if this == [object] && !program.is_constructor(method) {
                        found.push(Code { instance, receiver: instance });
                    }
                }
            }
        }
        found
    }
}

/// Finds the objects that are given to one other of their round alone: what both are given goes to one task.
fn find_tasks(makers: &mut [Maker]) {
    let holder = |index: usize| {
        let own = &makers[index];
        let is_given = |other: &&Maker| {
            other.instance == own.instance
                && other.slots.iter().filter(|(_, value)| *value == own.made).count() == 1
        };
        let mut holders = makers.iter().filter(is_given);
        let (Some(only), None) = (holders.next(), holders.next()) else { return None };
        let is_elsewhere = |inst: InstId| {
            let mut is_used = false;
            own.body.for_each_operand(inst, |operand| is_used |= operand == own.made);
            is_used && inst != own.at && inst != only.at
        };
        (!own.body.insts().any(is_elsewhere)).then_some(only.object)
    };
    let holders: Vec<Option<ObjectId>> = (0..makers.len()).map(holder).collect();
    for (maker, holder) in makers.iter_mut().zip(holders) {
        maker.task = holder.unwrap_or(maker.object);
    }
}

/// The container from which elements come.
fn container(body: &Body, from: DealtFrom) -> Option<Value> {
    let first = |call: Value| match body.inst(call) {
        Inst::Invoke(kind, _, list) if kind != InvokeKind::Static => body.list(list).first().copied(),
        _ => None,
    };
    match from {
        DealtFrom::Array(array) => Some(array),
        DealtFrom::Call(call) => {
            let of = first(call)?;
            let Inst::Invoke(_, _, list) = body.inst(call) else { return None };
            // An iterator is made from it.
            if body.list(list).len() == 1 { first(of) } else { Some(of) }
        }
    }
}

/// What the models say of a call.
pub(crate) fn contract_of(bound: &Bound<'_>, body: &Body, inst: InstId) -> Option<Contract> {
    let Inst::Invoke(kind, method, _) = body.inst(inst) else { return None };
    let program = bound.program();
    let found = program.resolve_method(body.method.class, kind, method).ok()?;
    let owner = program.symbols().method_data(method).owner.class_name();
    let receiver = owner.and_then(|name| program.find(name)).unwrap_or(found.class);
    match kind {
        InvokeKind::Static | InvokeKind::Special => bound.contract(found),
        _ => bound.contract_at(receiver, found),
    }
}
