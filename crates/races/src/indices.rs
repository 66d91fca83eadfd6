//! Numbers that tell the tasks of a loop apart: each task of a loop over a range is given another one, and so has the
//! elements at it for itself, in any array.
//!
//! Which streams hold each number once is what the models say (`numbers`); which loops give each task another one,
//! `makers`. A number is followed from the function that is given it into the methods that are passed it, as it
//! is. Of two numbers that tell tasks apart each may be the other task's other one: in one array, elements are
//! told apart by one of them.

use deadheat_models::{Bound, Contract, Numbers, Object, Task, Times};
use deadheat_points_to::{Dealing, DealtFrom, DealtTo, InstanceId, Made, ObjectId, PointsTo, Slot};
use deadheat_program::ir::{Body, Inst, InstId, InvokeKind, Value};
use deadheat_program::types::Kind;
use deadheat_program::{FieldId, MethodId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::counted::{Counted, gives_element_at};
use crate::given::is_by_one;
use crate::makers::{Code, Numbered, contract_of};
use crate::pieces;
use crate::ranges::{self, Row};
use crate::summaries::fits;
use crate::threads::{Graph, MAIN};

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Indices {
    /// Loads and stores of elements at a task's own number.
    own: FxHashMap<(InstanceId, InstId), Own>,
    /// Calls that give the element of a list at a task's own number.
    calls: FxHashMap<(InstanceId, InstId), Own>,
}

/// An access of an element.
#[derive(Debug)]
struct Own {
    /// The array or list.
    container: Value,
    /// The turns by which tasks were given their numbers.
    turns: usize,
    threads: Bits,
}

/// The parameters of a method that are numbers of the task, each with the number's own number.
type Parameters = Vec<(u16, usize)>;

/// Numbers that are followed.
struct Follow<'f, 'a> {
    points_to: &'f PointsTo<'a>,
    bound: &'f Bound<'f>,
    graph: &'f Graph,
    /// Which instances may be passed numbers.
    is_meant: &'f dyn Fn(InstanceId) -> bool,
    /// Whose parameters are known anyway.
    fixed: &'f [InstanceId],
    /// By number: the turns by which it differs.
    turns: &'f [Option<usize>],
    /// Rows of numbers that differ.
    rows: &'f [Row],
    /// By instance: fields of its own object that are numbers.
    fields: FxHashMap<InstanceId, Vec<(FieldId, usize)>>,
    /// Parts of lists that only one task has, with the turns by which they differ.
    parts: &'f [(Slot, usize)],
}

impl Indices {
    pub(crate) fn of(points_to: &PointsTo<'_>, bound: &Bound<'_>, graph: &Graph) -> Indices {
        let streams = distinct_streams(points_to, bound);
        let mut found = Indices::default();
        for (number, thread) in graph.threads.iter().enumerate().skip(MAIN + 1) {
            let mut starters = thread.starters.iter().map(|&(by, _)| by).peekable();
            let is_numbered = starters.peek().is_some()
                && starters.all(|by| is_by_one(graph, by) && gives_numbers(points_to, bound, &streams, by));
            if is_numbered {
                found.add_stream(points_to, bound, graph, number);
            }
        }
        found
    }

    /// Whether an instruction accesses an element at the task's own number.
    pub(crate) fn is_own(&self, instance: InstanceId, inst: InstId) -> bool {
        self.own.contains_key(&(instance, inst))
    }

    /// All of them, sorted.
    pub(crate) fn all(&self) -> Vec<Dealing> {
        let arrays = self.own.iter().map(|(&place, own)| (place, own, DealtFrom::Array(own.container)));
        let calls = self.calls.iter().map(|(&place, own)| (place, own, DealtFrom::Call(place.1)));
        let mut all: Vec<((InstanceId, InstId), &Own, DealtFrom)> = arrays.chain(calls).collect();
        all.sort_by_key(|(place, ..)| *place);
        let dealing = |((instance, inst), own, from): ((InstanceId, InstId), &Own, DealtFrom)| Dealing {
            instance,
            from,
            within: Vec::new(),
            to: DealtTo::Value(inst),
            turns: own.turns,
            threads: own.threads.iter().collect(),
        };
        all.into_iter().map(dealing).collect()
    }

    /// Follows the numbers of a thread from its roots.
    fn add_stream(&mut self, points_to: &PointsTo<'_>, bound: &Bound<'_>, graph: &Graph, thread: usize) {
        let roots = &graph.threads[thread].roots;
        let is_alone = |instance: InstanceId| {
            graph.threads_of(instance).iter().all(|other| other == thread || other == MAIN)
        };
        let mut seeds: Vec<(InstanceId, Parameters)> = Vec::new();
        for &root in roots.iter().filter(|&&root| is_alone(root)) {
            if let Some(last) = points_to.method(root).and_then(|method| last_number(points_to, method)) {
                seeds.push((root, vec![(last, 0)]));
            }
        }
        let (turns, fields) = (&[Some(thread)][..], FxHashMap::default());
        let rows = &[];
        let (is_meant, fixed, parts) = (&is_alone, roots, &[]);
        let follow = Follow { points_to, bound, graph, is_meant, fixed, turns, rows, fields, parts };
        self.note(&follow, follow.run(seeds));
    }

    /// Follows the numbers of tasks that loops made; tells whether there are any.
    pub(crate) fn add_made(
        &mut self,
        points_to: &PointsTo<'_>,
        (bound, graph): (&Bound<'_>, &Graph),
        made: &[Numbered],
        given: &Made,
    ) -> bool {
        let before = self.own.len() + self.calls.len();
        for numbered in made {
            let is_own = |code: &&Code| given.is_own_receiver(points_to, code.receiver, numbered.object);
            let codes: Vec<Code> = numbered.codes.iter().filter(is_own).copied().collect();
            let numbers = || numbered.slots.iter().enumerate();
            let captured = numbers().filter_map(|(number, (slot, _))| match *slot {
                Slot::Capture(index) => Some((index as u16, number)),
                Slot::Field(_) => None,
            });
            let captured: Parameters = captured.collect();
            let held = numbers().filter_map(|(number, (slot, _))| match *slot {
                Slot::Capture(_) => None,
                Slot::Field(field) => Some((field, number)),
            });
            let held: Vec<(FieldId, usize)> = held.collect();
            let fixed: Vec<InstanceId> = codes.iter().map(|code| code.instance).collect();
            // Behind the task's own numbers are those that are in its rows.
            let slots = numbered.slots.iter().map(|&(_, turns)| turns);
            let turns: Vec<Option<usize>> =
                slots.chain(numbered.rows.iter().map(|row| Some(row.turns))).collect();
            let follow = Follow {
                points_to,
                bound,
                graph,
                is_meant: &|_| true,
                fixed: &fixed,
                turns: &turns,
                rows: &numbered.rows,
                fields: fixed.iter().map(|&instance| (instance, held.clone())).collect(),
                parts: &numbered.parts,
            };
            self.note_parts(&follow);
            let seeds = fixed.iter().map(|&instance| (instance, captured.clone())).collect();
            self.note(&follow, follow.run(seeds));
        }
        self.leave_out_mixed(points_to);
        self.own.len() + self.calls.len() != before
    }

    fn note(&mut self, follow: &Follow<'_, '_>, reached: Vec<(InstanceId, Parameters)>) {
        for (instance, parameters) in reached {
            let is_nothing = parameters.is_empty() && !follow.fields.contains_key(&instance);
            let Some(body) = follow.points_to.body(instance).filter(|_| !is_nothing) else { continue };
            let number = |value: Value| follow.number(instance, &body, &parameters, value);
            let counted = (!follow.rows.is_empty()).then(|| Counted::of(&body));
            let turns_at = |index: Value, inst: InstId| {
                let own = number(index).and_then(|number| follow.turns[number]);
                own.or_else(|| ranges::row_at(counted.as_ref()?, follow.rows, index, inst, &number))
            };
            for inst in body.insts() {
                let (found, container, index) = match body.inst(inst) {
                    Inst::ArrayLoad(_, array, index) | Inst::ArrayStore(_, array, index, _) => {
                        (&mut self.own, array, index)
                    }
                    Inst::Invoke(kind, _, list) if kind != InvokeKind::Static => match *body.list(list) {
                        [list, index] if body.kind(index) == Kind::Int => (&mut self.calls, list, index),
                        _ => continue,
                    },
                    _ => continue,
                };
                let gives = || {
                    let contract = contract_of(follow.bound, &body, inst);
                    contract.is_some_and(|contract| gives_element_at(&contract))
                };
                let is_access = !matches!(body.inst(inst), Inst::Invoke(..));
                if let Some(turns) = turns_at(index, inst)
                    && (is_access || gives())
                {
                    let threads = follow.graph.threads_of(instance).clone();
                    found.insert((instance, inst), Own { container, turns, threads });
                }
            }
        }
    }

    /// Notes the calls that give elements of a task's own part of a list.
    fn note_parts(&mut self, follow: &Follow<'_, '_>) {
        for &instance in follow.fixed.iter().filter(|_| !follow.parts.is_empty()) {
            let Some(body) = follow.points_to.body(instance) else { continue };
            for inst in body.insts() {
                if let Some(container) = pieces::list_of(follow.bound, &body, inst)
                    && let Some(turns) = follow.part(&body, container)
                {
                    let threads = follow.graph.threads_of(instance).clone();
                    self.calls.insert((instance, inst), Own { container, turns, threads });
                }
            }
        }
    }

    /// Elements of one array that tasks of a thread have by different numbers are not told apart.
    fn leave_out_mixed(&mut self, points_to: &PointsTo<'_>) {
        let mut by_array: FxHashMap<ObjectId, Vec<(InstanceId, InstId)>> = FxHashMap::default();
        #[allow(clippy::iter_over_hash_type, reason = "a set is made of it")]
        for (&(instance, inst), own) in &self.own {
            for array in points_to.points_to(instance, own.container) {
                by_array.entry(array).or_default().push((instance, inst));
            }
        }
        let mut mixed: FxHashSet<(InstanceId, InstId)> = FxHashSet::default();
        #[allow(clippy::iter_over_hash_type, reason = "a set is made of it")]
        for places in by_array.values() {
            for one in places {
                let own = &self.own[one];
                let is_other = |place: &&(InstanceId, InstId)| {
                    let other = &self.own[*place];
                    other.turns != own.turns && other.threads.iter().any(|it| own.threads.contains(it))
                };
                mixed.extend(places.iter().filter(is_other));
            }
        }
        self.own.retain(|place, _| !mixed.contains(place));
    }
}

impl Follow<'_, '_> {
    /// Follows numbers into callees; gives all that have some.
    fn run(&self, seeds: Vec<(InstanceId, Parameters)>) -> Vec<(InstanceId, Parameters)> {
        let mut work: Vec<InstanceId> = seeds.iter().map(|&(instance, _)| instance).collect();
        let mut own: FxHashMap<InstanceId, Parameters> = seeds.into_iter().collect();
        while let Some(caller) = work.pop() {
            for &(inst, callee) in &self.graph.calls[caller.index()] {
                if self.fixed.contains(&callee) {
                    continue;
                }
                // What another thread or caller passes is not known to be a number of the loop.
                let callers = self.graph.callers(callee);
                let is_from_here = callers.iter().all(|&(by, _)| by == caller);
                let passed = match is_from_here && (self.is_meant)(callee) && !self.graph.is_root(callee) {
                    true => self.passed(caller, &own[&caller], inst, callee),
                    false => Vec::new(),
                };
                let met = match own.get(&callee) {
                    Some(known) => known.iter().filter(|it| passed.contains(it)).copied().collect(),
                    None => passed,
                };
                if own.get(&callee) != Some(&met) {
                    own.insert(callee, met);
                    work.push(callee);
                }
            }
        }
        let mut reached: Vec<(InstanceId, Parameters)> = own.into_iter().collect();
        reached.sort();
        reached
    }

    /// The parameters of a callee that are passed numbers of the task.
    fn passed(
        &self,
        caller: InstanceId,
        parameters: &Parameters,
        inst: InstId,
        callee: InstanceId,
    ) -> Parameters {
        let is_nothing = parameters.is_empty() && !self.fields.contains_key(&caller);
        let body = self.points_to.body(caller).filter(|_| !is_nothing);
        let (Some(body), Some(callee)) = (body, self.points_to.method(callee)) else { return Vec::new() };
        let Inst::Invoke(_, name, list) = body.inst(inst) else { return Vec::new() };
        if !fits(self.points_to, Some(name), callee) {
            return Vec::new();
        }
        let arguments = body.list(list).iter().enumerate();
        let number = |value: Value| self.number(caller, &body, parameters, value);
        let counted = (!self.rows.is_empty()).then(|| Counted::of(&body));
        let in_row = |value: Value| {
            let turns = ranges::row_at(counted.as_ref()?, self.rows, value, inst, &number)?;
            let row = self.rows.iter().position(|row| row.turns == turns)?;
            Some(self.turns.len() - self.rows.len() + row)
        };
        let passed = arguments
            .filter_map(|(index, &value)| Some((index as u16, number(value).or_else(|| in_row(value))?)));
        passed.collect()
    }

    /// The turns of the part of a list that a value is, in the task's own code.
    fn part(&self, body: &Body, value: Value) -> Option<usize> {
        let slot = match body.inst(value) {
            Inst::Param(index) => Slot::Capture(usize::from(index)),
            Inst::GetField(name, this) if matches!(body.inst(this), Inst::Param(0)) => {
                Slot::Field(self.points_to.program().resolve_field(body.method.class, name).ok()?)
            }
            _ => return None,
        };
        self.parts.iter().find(|(own, _)| *own == slot).map(|&(_, turns)| turns)
    }

    /// The number that a value is.
    fn number(
        &self,
        instance: InstanceId,
        body: &Body,
        parameters: &Parameters,
        value: Value,
    ) -> Option<usize> {
        match body.inst(value) {
            Inst::Param(index) => parameters.iter().find(|(at, _)| *at == index).map(|&(_, number)| number),
            Inst::GetField(name, this) if matches!(body.inst(this), Inst::Param(0)) => {
                let field = self.points_to.program().resolve_field(body.method.class, name).ok()?;
                let fields = self.fields.get(&instance)?;
                fields.iter().find(|(other, _)| *other == field).map(|&(_, number)| number)
            }
            _ => None,
        }
    }
}

/// The place of a method's last parameter, if it is a whole number.
fn last_number(points_to: &PointsTo<'_>, method: MethodId) -> Option<u16> {
    let program = points_to.program();
    let declared = program.method(method).ok()?;
    let parameters = &program.symbols().descriptor_data(declared.descriptor).parameters;
    parameters.last().filter(|last| matches!(last.kind(), Kind::Int | Kind::Long))?;
    u16::try_from(parameters.len() - 1 + usize::from(!declared.flags.is_static())).ok()
}

/// The streams of numbers in which none is twice.
fn distinct_streams(points_to: &PointsTo<'_>, bound: &Bound<'_>) -> FxHashSet<ObjectId> {
    let mut makers: FxHashMap<ObjectId, Vec<(InstanceId, Option<Numbers>)>> = FxHashMap::default();
    let mut contracts: FxHashMap<MethodId, Option<Contract>> = FxHashMap::default();
    for instance in points_to.all_instances() {
        let Some(method) = points_to.method(instance) else { continue };
        let contract = contracts.entry(method).or_insert_with(|| bound.contract(method));
        let Some(values) = contract.as_ref().and_then(|contract| contract.values.as_ref()) else { continue };
        if !values.returns.contains(&Object::This) {
            for stream in points_to.results(instance) {
                makers.entry(stream).or_default().push((instance, values.numbers));
            }
        }
    }
    let mut distinct: FxHashSet<ObjectId> = FxHashSet::default();
    loop {
        let is_distinct = |maker: &(InstanceId, Option<Numbers>)| match maker.1 {
            Some(Numbers::Distinct) => true,
            Some(Numbers::Kept) => {
                let of = points_to.parameters(maker.0).into_iter().next().unwrap_or_default();
                !of.is_empty() && of.iter().all(|stream| distinct.contains(stream))
            }
            Some(Numbers::Least) | None => false,
        };
        let mut more: Vec<ObjectId> = Vec::new();
        #[allow(clippy::iter_over_hash_type, reason = "a set is made of it")]
        for (&stream, makers) in &makers {
            if !distinct.contains(&stream) && makers.iter().all(is_distinct) {
                more.push(stream);
            }
        }
        if more.is_empty() {
            return distinct;
        }
        distinct.extend(more);
    }
}

/// Whether a contract gives each task another number, as the last argument of its only function.
fn gives_numbers(
    points_to: &PointsTo<'_>,
    bound: &Bound<'_>,
    streams: &FxHashSet<ObjectId>,
    by: InstanceId,
) -> bool {
    let Some(method) = points_to.method(by) else { return false };
    let contract = bound.contract(method).unwrap_or_default();
    let numbers = contract.values.as_ref().and_then(|values| values.numbers);
    let is_of_numbers = match contract.spawning.as_ref().and_then(|spawning| spawning.times) {
        Some(Times::AsMode) => {
            let of = points_to.parameters(by).into_iter().next().unwrap_or_default();
            !of.is_empty() && of.iter().all(|stream| streams.contains(stream))
        }
        Some(Times::Parallel) => numbers == Some(Numbers::Distinct),
        _ => false,
    };
    is_of_numbers && has_one_function(points_to, method, &contract)
}

/// Whether a contract calls one function, and gives it one number.
fn has_one_function(points_to: &PointsTo<'_>, method: MethodId, contract: &Contract) -> bool {
    let (program, symbols) = (points_to.program(), points_to.program().symbols());
    let Some([Task { object: Object::Argument(index), method: name, .. }]) =
        contract.spawning.as_ref().map(|spawning| &spawning.starts[..])
    else {
        return false;
    };
    let parameters = |method: MethodId| {
        let declared = program.method(method).ok()?;
        Some((declared.name, symbols.descriptor_data(declared.descriptor).parameters.clone()))
    };
    let function = parameters(method).and_then(|(_, all)| all.get(usize::from(*index))?.class_name());
    let methods = function.and_then(|class| program.methods(program.find(class)?).ok());
    let takes_number = |method: MethodId| {
        parameters(method).is_some_and(|(own, all)| {
            symbols.bytes(own) == name.as_bytes()
                && matches!(&all[..], [only] if matches!(only.kind(), Kind::Int | Kind::Long))
        })
    };
    methods.into_iter().flatten().any(takes_number)
}
