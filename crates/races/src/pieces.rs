//! What the tasks of a tree (`forks`) have for themselves: elements at numbers of their own range (`halves`), what they
//! load there, and what that alone holds.
//!
//! Numbers of a task's range are followed from its fields into the methods of the application that are passed them: a
//! method counts if all its calls come from methods that do, at moments when no task below runs. An element that stands in
//! one place only belongs to the task in whose range the place is; it is followed through casts, results, arguments and the
//! fields that own what they hold. An access of it is the task's own if no task below runs then, too: those have parts of
//! the range.
//!
//! A task that cuts its list in two, and gives others the views of both parts, has the elements of its list in the same
//! way: where one part ends the other one begins.

mod elements;

use std::collections::BTreeMap;
use std::rc::Rc;

use deadheat_models::{Bound, Contract, Object, View};
use deadheat_points_to::{InstanceId, ObjectId, Placed, PointsTo};
use deadheat_program::FieldId;
use deadheat_program::dominators::DominatorTree;
use deadheat_program::ir::{BinaryOp, BlockId, Body, Inst, InstId, InvokeKind, Value};
use deadheat_program::types::Kind;
use rustc_hash::{FxHashMap, FxHashSet};

use elements::Elements;

use crate::counted::{Counted, gives_element, gives_element_at};
use crate::forks::Tree;
use crate::halves::{End, Numbers, Range};
use crate::makers::contract_of;
use crate::owned::Owned;
use crate::parallel::FactsOf;
use crate::ranges::{self, Row, RowKind};
use crate::summaries::fits;
use crate::threads::Graph;

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    /// Accesses of elements at numbers of a task's own range, with the number of their tree.
    elements: FxHashMap<(InstanceId, InstId), usize>,
    /// Calls that give such elements, with the container, unless it is the task's own list.
    gets: FxHashMap<(InstanceId, InstId), (usize, Option<Value>)>,
    /// The methods of a tree's tasks, and those that count.
    reached: Vec<(usize, Vec<InstanceId>, BTreeMap<InstanceId, Parameters>)>,
    /// Where tasks below may run.
    loud: FxHashSet<(InstanceId, InstId)>,
    held: FxHashMap<(InstanceId, Value, ObjectId), Found>,
}

/// The number of a tree, and the container in which an object stands, unless that is the task's own list.
pub(crate) type Found = (usize, Option<ObjectId>);

/// What is known of a method's parameters.
type Parameters = Vec<(u16, Number)>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Number {
    First,
    /// The second number of the range, or the one behind it if it is given by its length.
    Last,
    Length,
    /// In the range.
    Inside,
}

/// What tasks cut in two.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Cut {
    Range(Range),
    List(FieldId),
}

/// What is looked at.
pub(crate) struct Program<'p, 'a> {
    pub(crate) points_to: &'p PointsTo<'a>,
    pub(crate) bound: &'p Bound<'p>,
    pub(crate) graph: &'p Graph,
    pub(crate) facts: &'p FactsOf,
}

/// A method, read.
struct Read {
    body: Rc<Body>,
    dominators: DominatorTree,
    inhabited: Vec<BlockId>,
}

struct Follow<'f, 'a> {
    program: &'f Program<'f, 'a>,
    number: usize,
    tree: &'f Tree,
    cut: Cut,
    read: FxHashMap<InstanceId, Option<Rc<Read>>>,
    known: BTreeMap<InstanceId, Parameters>,
}

impl Pieces {
    /// Notes what the tasks of a tree have.
    pub(crate) fn add(&mut self, program: &Program<'_, '_>, (number, tree): (usize, &Tree), cut: Cut) {
        let known: BTreeMap<InstanceId, Parameters> =
            tree.codes.iter().map(|&code| (code, Vec::new())).collect();
        let mut follow = Follow { program, number, tree, cut, read: FxHashMap::default(), known };
        follow.run();
        follow.note(self);
        self.reached.push((number, tree.codes.clone(), follow.known));
    }

    /// The number of the tree, if an access is at a number of the task's own range.
    pub(crate) fn element(&self, instance: InstanceId, inst: InstId) -> Option<usize> {
        self.elements.get(&(instance, inst)).copied()
    }

    /// Where an object in a value stands in the task's own range, whenever an instruction is executed.
    pub(crate) fn held(
        &self,
        instance: InstanceId,
        inst: InstId,
        value: Value,
        object: ObjectId,
    ) -> Option<Found> {
        let found = self.held.get(&(instance, value, object)).copied();
        found.filter(|_| !self.loud.contains(&(instance, inst)))
    }

    /// Follows the elements that tasks load, given where objects stand and what owns them.
    pub(crate) fn follow_elements(
        &mut self,
        program: &Program<'_, '_>,
        placed: &Placed<'_, '_>,
        owned: &Owned,
    ) {
        for (number, codes, known) in &std::mem::take(&mut self.reached) {
            let bodies = known.keys().filter_map(|&it| Some((it, Rc::new(program.points_to.body(it)?))));
            let bodies: BTreeMap<InstanceId, Rc<Body>> = bodies.collect();
            let elements = Elements { program, placed, owned, number: *number, codes, bodies: &bodies };
            while elements.step(self) {}
        }
    }
}

impl Follow<'_, '_> {
    /// Follows numbers into methods.
    fn run(&mut self) {
        loop {
            let mut grown: Vec<(InstanceId, Parameters)> = Vec::new();
            let callers: Vec<InstanceId> = self.known.keys().copied().collect();
            let calls = callers.iter().flat_map(|by| &self.program.graph.calls[by.index()]);
            let callees: FxHashSet<InstanceId> = calls.map(|&(_, callee)| callee).collect();
            #[allow(clippy::iter_over_hash_type, reason = "a map is made of it")]
            for callee in callees.into_iter().filter(|it| self.program.facts.contains_key(it)) {
                if let Some(passed) = self.passed_by_all(callee)
                    && self.known.get(&callee).is_none_or(|known| known.len() < passed.len())
                {
                    grown.push((callee, passed));
                }
            }
            if grown.is_empty() {
                return;
            }
            self.known.extend(grown);
        }
    }

    fn is_code(&self, instance: InstanceId) -> bool {
        self.tree.codes.contains(&instance)
    }

    /// Whether no task below runs when a method executes an instruction.
    fn is_quiet(&self, instance: InstanceId, inst: InstId) -> bool {
        !self.is_code(instance) || self.tree.is_quiet(instance, inst)
    }

    /// What all callers pass to a method, if all count.
    fn passed_by_all(&mut self, callee: InstanceId) -> Option<Parameters> {
        let graph = self.program.graph;
        let mut all: Option<Parameters> = None;
        for &(by, at) in graph.callers(callee) {
            let passed = self.passed(by, at, callee)?;
            let common = |known: Parameters| known.into_iter().filter(|it| passed.contains(it)).collect();
            all = Some(all.map_or_else(|| passed.clone(), common));
        }
        all.filter(|_| !graph.is_root(callee))
    }

    fn passed(&mut self, by: InstanceId, at: InstId, callee: InstanceId) -> Option<Parameters> {
        let parameters = self.known.get(&by)?.clone();
        let read = self.read(by)?;
        let Inst::Invoke(kind, name, list) = read.body.inst(at) else { return None };
        let arguments = read.body.list(list);
        let is_same = kind != InvokeKind::Static
            && self.is_code(by)
            && arguments.first().is_some_and(|&this| matches!(read.body.inst(this), Inst::Param(0)));
        let points_to = self.program.points_to;
        let is_meant = match self.is_code(callee) {
            true => is_same,
            false => self.is_quiet(by, at),
        };
        (is_meant && fits(points_to, Some(name), points_to.method(callee)?)).then_some(())?;
        let mut passed = Parameters::new();
        for (index, &value) in arguments.iter().enumerate() {
            let found = self.numbers(by, &read, &parameters, value, at).into_iter();
            passed.extend(found.map(|number| (index as u16, number)));
        }
        Some(passed)
    }

    fn read(&mut self, instance: InstanceId) -> Option<Rc<Read>> {
        let points_to = self.program.points_to;
        let cut = self.cut;
        let is_code = self.is_code(instance);
        let read = || {
            let body = points_to.body(instance)?;
            let dominators = DominatorTree::dominators(&body);
            let inhabited = match cut {
                Cut::Range(range) if is_code => Numbers { points_to, body: &body }.inhabited(range),
                _ => Vec::new(),
            };
            Some(Rc::new(Read { body: Rc::new(body), dominators, inhabited }))
        };
        self.read.entry(instance).or_insert_with(read).clone()
    }

    /// What is known of a value whenever an instruction is executed.
    fn numbers(
        &self,
        instance: InstanceId,
        read: &Read,
        parameters: &Parameters,
        value: Value,
        at: InstId,
    ) -> Vec<Number> {
        let Cut::Range(range) = self.cut else { return Vec::new() };
        if read.body.kind(value) != Kind::Int {
            return Vec::new();
        }
        let of = |value: Value| -> Vec<Number> {
            if let Inst::Param(index) = read.body.inst(value) {
                return parameters.iter().filter(|(at, _)| *at == index).map(|&(_, it)| it).collect();
            }
            let numbers = Numbers { points_to: self.program.points_to, body: &read.body };
            match numbers.field(value).filter(|_| self.is_code(instance)) {
                Some(field) if field == range.first => vec![Number::First],
                Some(field) if field == range.last && range.end == End::Length => vec![Number::Length],
                Some(field) if field == range.last => vec![Number::Last],
                _ => Vec::new(),
            }
        };
        let is_sum = |one: Value, other: Value| {
            of(one).contains(&Number::First) && of(other).contains(&Number::Length)
        };
        let of = |value: Value| match read.body.inst(value) {
            Inst::Binary(BinaryOp::AddInt, one, other) if is_sum(one, other) || is_sum(other, one) => {
                vec![Number::Last]
            }
            _ => of(value),
        };
        let mut found = of(value);
        let end = |value: Value| {
            let found = of(value);
            let first = found.contains(&Number::First).then_some(0);
            first.or_else(|| found.contains(&Number::Last).then_some(1))
        };
        let kind = if range.end == End::Last { RowKind::UpTo(1) } else { RowKind::Before(1) };
        let rows = [Row { first: 0, kind, turns: self.number }];
        let is_in_row = || {
            let counted = Counted::of(&read.body);
            ranges::row_at(&counted, &rows, value, at, &end).is_some()
        };
        let is_first = found.contains(&Number::First) && {
            let block = read.body.block_of(at);
            read.inhabited.iter().any(|&it| read.dominators.dominates(it, block))
        };
        if !found.contains(&Number::Inside) && (is_first || is_in_row()) {
            found.push(Number::Inside);
        }
        found
    }

    /// Notes accesses, calls that give elements, and moments at which tasks below may run.
    fn note(&mut self, pieces: &mut Pieces) {
        for (instance, parameters) in self.known.clone() {
            let Some(read) = self.read(instance) else { continue };
            for inst in read.body.insts() {
                if !self.is_quiet(instance, inst) {
                    pieces.loud.insert((instance, inst));
                    continue;
                }
                let is_inside = |index: Value| {
                    self.numbers(instance, &read, &parameters, index, inst).contains(&Number::Inside)
                };
                match read.body.inst(inst) {
                    Inst::ArrayLoad(_, _, index) | Inst::ArrayStore(_, _, index, _) if is_inside(index) => {
                        pieces.elements.insert((instance, inst), self.number);
                    }
                    Inst::Invoke(kind, _, list) if kind != InvokeKind::Static => {
                        let list = self.given_by(instance, &read.body, inst, read.body.list(list), is_inside);
                        pieces.gets.extend(list.map(|list| ((instance, inst), (self.number, list))));
                    }
                    _ => {}
                }
            }
        }
    }

    /// The list of which a call gives an element that is the task's own; none if that is the task's own list.
    fn given_by(
        &self,
        instance: InstanceId,
        body: &Body,
        inst: InstId,
        arguments: &[Value],
        is_inside: impl Fn(Value) -> bool,
    ) -> Option<Option<Value>> {
        let contract = |inst: InstId| contract_of(self.program.bound, body, inst);
        match (self.cut, arguments) {
            (Cut::Range(_), &[list, index]) => {
                let is_given = is_inside(index) && contract(inst).is_some_and(|it| gives_element_at(&it));
                is_given.then_some(Some(list))
            }
            (Cut::List(field), _) => {
                let list = list_of(self.program.bound, body, inst)?;
                self.is_own_list(instance, body, list, field).then_some(None)
            }
            _ => None,
        }
    }

    fn is_own_list(&self, instance: InstanceId, body: &Body, list: Value, field: FieldId) -> bool {
        let numbers = Numbers { points_to: self.program.points_to, body };
        self.is_code(instance) && numbers.field(list) == Some(field)
    }
}

/// The list of which a call gives an element, at a number or by an iterator of it.
pub(crate) fn list_of(bound: &Bound<'_>, body: &Body, inst: InstId) -> Option<Value> {
    let contract = |inst: InstId| contract_of(bound, body, inst);
    let Inst::Invoke(kind, _, list) = body.inst(inst) else { return None };
    match *body.list(list) {
        _ if kind == InvokeKind::Static => None,
        [list, index] => {
            let is_at = || contract(inst).is_some_and(|it| gives_element_at(&it));
            (body.kind(index) == Kind::Int && is_at()).then_some(list)
        }
        [iterator] => {
            let Inst::Invoke(_, _, list) = body.inst(iterator) else { return None };
            let &[list] = body.list(list) else { return None };
            let is_iterated = contract(iterator).is_some_and(|it| makes_view(&it))
                && contract(inst).is_some_and(|it| gives_element(&it));
            is_iterated.then_some(list)
        }
        _ => None,
    }
}

/// The list of which a value is a part, and the numbers from and up to which it goes.
pub(crate) fn part_of(bound: &Bound<'_>, body: &Body, value: Value) -> Option<(Value, Value, Value)> {
    let Inst::Invoke(kind, _, list) = body.inst(value) else { return None };
    let &[list, from, to] = body.list(list) else { return None };
    let is_range = body.kind(from) == Kind::Int && body.kind(to) == Kind::Int;
    let is_part = kind != InvokeKind::Static
        && is_range
        && contract_of(bound, body, value).is_some_and(|it| makes_view(&it));
    is_part.then_some((list, from, to))
}

fn makes_view(contract: &Contract) -> bool {
    let mut made = contract.values.iter().flat_map(|values| &values.makes);
    made.any(|made| made.kind == View::View && made.of == Object::This)
}

/// Whether two values that tasks are given are parts of the task's own list that have nothing in common.
pub(crate) fn are_parts(
    program: &Program<'_, '_>,
    body: &Body,
    field: FieldId,
    (one, other): (Value, Value),
) -> bool {
    let numbers = Numbers { points_to: program.points_to, body };
    let part = |value: Value| {
        let (list, from, to) = part_of(program.bound, body, value)?;
        (numbers.field(list) == Some(field)).then_some((from, to))
    };
    match (part(one), part(other)) {
        (Some((from, to)), Some((next, end))) => are_same(body, to, next) || are_same(body, end, from),
        _ => false,
    }
}

/// Whether two values are computed in the same way from the same ones.
fn are_same(body: &Body, one: Value, other: Value) -> bool {
    one == other
        || match (body.inst(one), body.inst(other)) {
            (Inst::Const(one), Inst::Const(other)) => one == other,
            (Inst::Binary(op, left, right), Inst::Binary(other, left_other, right_other)) => {
                op == other && are_same(body, left, left_other) && are_same(body, right, right_other)
            }
            _ => false,
        }
}
