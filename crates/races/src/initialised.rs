//! Classes that are surely initialised at a place: what their initialisers do comes before what is done there.
//!
//! In: bodies and call graph. Out: by place in a method, the classes of the application of which whoever gets there knows
//! that their initialisers have ended, or that he runs them himself. Either way these and he take turns: the JVM lets
//! a thread pass `new`, a static field or a static method only when the class is ready, unless it initialises it itself
//! (JVMS 5.5). That holds for initialisers, too: if every way to the initialiser of B leads past a use of A, what A's
//! initialiser does and what B's does never overlap.
//!
//! What holds on all ways is followed forward through bodies, from callers to callees and back where they return, and from
//! each use of a class to its initialiser. An initialiser that has ended has initialised what it uses on all ways: but a
//! thread that is inside of it passes at once; so that counts only where the initialiser cannot lead
//! (`Solver::within`). Threads begin with nothing, and so does what libraries call.

use std::cell::RefCell;
use std::rc::Rc;

use deadheat_points_to::{InstanceId, PointsTo};
use deadheat_program::ir::{BlockId, Body, Const, Inst, InstId, InvokeKind};
use deadheat_program::{ClassId, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::parallel::FactsOf;
use crate::threads::Graph;

/// Initialisers times methods in contexts: beyond, nothing is found out, to be done within a second.
const LARGE: usize = 50_000_000;

/// See the module's description.
#[derive(Default)]
pub(crate) struct Initialised {
    numbers: FxHashMap<ClassId, usize>,
    found: Solver,
    /// By method: what holds at the beginning of its blocks.
    blocks: RefCell<FxHashMap<MethodId, Rc<States>>>,
}

/// By block: what holds at its beginning, if it can be reached.
type States = Vec<Option<Bits>>;

/// What happens at an instruction.
#[derive(Debug)]
enum Event {
    /// A class is used; the classes that are initialised then, and those that may be.
    Use {
        surely: Bits,
        perhaps: Vec<usize>,
    },
    /// Methods of the application are called; whether others may run instead.
    Call {
        callees: Vec<MethodId>,
        is_open: bool,
    },
    Return,
}

struct Block {
    events: Vec<(InstId, Event)>,
    next: Vec<BlockId>,
    pads: Vec<BlockId>,
}

#[derive(Default)]
struct Method {
    blocks: Vec<Block>,
    /// Classes that it initialises, and what it calls, nobody knows where.
    initialises: Vec<usize>,
    calls: Vec<MethodId>,
    /// Its own class and the superclasses of that, if to run it is to use them.
    own: Bits,
    has_body: bool,
}

impl Initialised {
    pub(crate) fn of(points_to: &PointsTo<'_>, graph: &Graph, facts: &FactsOf) -> Initialised {
        let reader = Reader::of(points_to, graph, facts);
        if reader.initialisers.len() * graph.calls.len() > LARGE {
            return Initialised::default();
        }
        let mut solver = Solver {
            within: reader.within(),
            initialisers: reader.initialisers.iter().map(|(method, _)| *method).collect(),
            supers: reader.initialisers.iter().map(|(method, _)| reader.supers(method.class)).collect(),
            methods: reader.methods(),
            entries: FxHashMap::default(),
            exits: FxHashMap::default(),
        };
        solver.solve(&reader.open());
        Initialised { numbers: reader.numbers, found: solver, blocks: RefCell::default() }
    }

    /// Whether a class is initialised when an instruction is reached, or whoever gets there initialises it.
    pub(crate) fn has(&self, program: &Program, (method, inst): (MethodId, InstId), class: ClassId) -> bool {
        let state = || {
            let (known, body) = (self.found.methods.get(&method)?, program.lower(method).ok()??);
            let entry = self.found.entries.get(&method)?;
            let mut blocks = self.blocks.borrow_mut();
            let states = blocks.entry(method).or_insert_with(|| {
                Rc::new(self.found.states((method, known), entry.clone(), &mut |_, _| {}))
            });
            let block = body.block_of(inst);
            let mut state = states.get(block.index())?.clone()?;
            let mut before = body.block_insts(block).take_while(|&other| other != inst).collect::<Vec<_>>();
            before.sort();
            let events = known.blocks.get(block.index())?.events.iter();
            for (_, event) in events.filter(|(at, _)| before.binary_search(at).is_ok()) {
                self.found.effect(method, event, &mut state);
            }
            Some(state)
        };
        let number = self.numbers.get(&class);
        number.is_some_and(|&number| state().is_some_and(|state| state.contains(number)))
    }

    /// Whether the same holds wherever the initialiser of a class leads: of a method that others run, too, it may not hold.
    pub(crate) fn has_below(&self, initialiser: ClassId, class: ClassId) -> bool {
        let numbers = self.numbers.get(&initialiser).zip(self.numbers.get(&class));
        numbers.is_some_and(|(&below, &class)| {
            let entry = self.found.entries.get(&self.found.initialisers[below]);
            entry.is_some_and(|entry| entry.contains(class))
        })
    }
}

struct Reader<'r, 'a> {
    points_to: &'r PointsTo<'a>,
    graph: &'r Graph,
    facts: &'r FactsOf,
    program: &'r Program,
    /// The application's initialisers, by number, with their instances.
    initialisers: Vec<(MethodId, Vec<InstanceId>)>,
    numbers: FxHashMap<ClassId, usize>,
    /// All initialisers.
    initial: FxHashSet<InstanceId>,
    /// By method: the classes that it initialises.
    triggers: FxHashMap<MethodId, Vec<usize>>,
    /// Classes that something without a body initialises.
    open: Vec<usize>,
}

/// By instruction: what is called, and whether that is not all known.
type Calls = FxHashMap<InstId, (Vec<MethodId>, bool)>;

impl<'r, 'a> Reader<'r, 'a> {
    fn of(points_to: &'r PointsTo<'a>, graph: &'r Graph, facts: &'r FactsOf) -> Reader<'r, 'a> {
        let program = points_to.program();
        let mut reader = Reader {
            points_to,
            graph,
            facts,
            program,
            initialisers: Vec::new(),
            numbers: FxHashMap::default(),
            initial: FxHashSet::default(),
            triggers: FxHashMap::default(),
            open: Vec::new(),
        };
        for &(by, initialiser) in points_to.initialisations_by() {
            reader.initial.insert(initialiser);
            let method = points_to.method(initialiser).filter(|method| program.is_application(method.class));
            let Some(method) = method.filter(|_| facts.contains_key(&initialiser)) else { continue };
            let next = reader.initialisers.len();
            let number = *reader.numbers.entry(method.class).or_insert(next);
            if number == next {
                reader.initialisers.push((method, Vec::new()));
            }
            let instances = &mut reader.initialisers[number].1;
            if instances.last() != Some(&initialiser) {
                instances.push(initialiser);
            }
            match points_to.method(by).filter(|_| facts.contains_key(&by)) {
                Some(by) => reader.triggers.entry(by).or_default().push(number),
                None => reader.open.push(number),
            }
        }
        reader
    }

    /// The superclasses of a class, itself included.
    fn supers(&self, class: ClassId) -> Bits {
        self.program.superclasses(class).iter().filter_map(|class| self.numbers.get(class).copied()).collect()
    }

    /// By initialiser: what it may lead to in the same thread.
    fn within(&self) -> Vec<FxHashSet<MethodId>> {
        let reach = |(_, instances): &(MethodId, Vec<InstanceId>)| {
            let (mut found, mut seen, mut work) = (FxHashSet::default(), Bits::default(), instances.clone());
            while let Some(instance) = work.pop() {
                if seen.insert(instance.index()) {
                    found.extend(self.points_to.method(instance));
                    work.extend(self.graph.calls[instance.index()].iter().map(|&(_, callee)| callee));
                }
            }
            found
        };
        self.initialisers.iter().map(reach).collect()
    }

    /// The method of an instance, if it is the application's.
    fn own(&self, instance: InstanceId) -> Option<MethodId> {
        self.points_to.method(instance).filter(|_| self.facts.contains_key(&instance))
    }

    /// What an instance calls in the same thread, but for initialisers.
    fn callees(&self, instance: InstanceId) -> impl Iterator<Item = (InstId, InstanceId)> + '_ {
        let calls = self.graph.calls[instance.index()].iter().copied();
        calls.filter(|(_, callee)| !self.initial.contains(callee))
    }

    fn methods(&self) -> FxHashMap<MethodId, Rc<Method>> {
        let mut methods = FxHashMap::default();
        for instance in self.points_to.all_instances().filter(|instance| self.facts.contains_key(instance)) {
            if let Some(method) = self.points_to.method(instance) {
                methods.entry(method).or_insert_with(|| Rc::new(self.method(method)));
            }
        }
        methods
    }

    /// What a thread begins with, and what is called from where nothing is known.
    fn open(&self) -> Vec<MethodId> {
        let roots = self.graph.threads.iter().flat_map(|thread| thread.roots.iter().copied());
        let initialised = self.open.iter().flat_map(|&number| self.initialisers[number].1.iter().copied());
        let others = self.points_to.all_instances().filter(|it| !self.facts.contains_key(it));
        let called = others.flat_map(|it| self.callees(it).map(|(_, callee)| callee));
        roots.chain(initialised).chain(called).filter_map(|it| self.own(it)).collect()
    }

    fn method(&self, id: MethodId) -> Method {
        let mut method = Method::default();
        let declaration = self.program.method(id);
        let is_static = declaration.is_ok_and(|method| method.flags.is_static());
        if is_static || self.program.is_constructor(id) {
            method.own = self.supers(id.class);
        }
        let mut calls = self.calls(id);
        let triggers = self.triggers.get(&id).into_iter().flatten().copied();
        let Ok(Some(body)) = self.program.lower(id) else {
            method.initialises = triggers.collect();
            method.calls = calls.into_values().flat_map(|(callees, _)| callees).collect();
            return method;
        };
        method.has_body = true;
        let mut located = Bits::default();
        for block in body.blocks() {
            let mut events = Vec::new();
            for inst in body.block_insts(block) {
                self.events(&body, inst, &mut calls, &mut events);
            }
            for (_, event) in &events {
                if let Event::Use { perhaps, .. } = event {
                    located.union(&perhaps.iter().copied().collect());
                }
            }
            let (next, pads) = (body.succs(block).to_vec(), body.pads(block).to_vec());
            method.blocks.push(Block { events, next, pads });
        }
        let is_hidden = body.insts().any(|inst| is_hidden(body.inst(inst)));
        method.initialises = triggers.filter(|&number| is_hidden || !located.contains(number)).collect();
        method.calls = calls.into_values().flat_map(|(callees, _)| callees).collect();
        method
    }

    fn calls(&self, id: MethodId) -> Calls {
        let mut calls = Calls::default();
        for &instance in self.points_to.instances(id) {
            for (inst, callee) in self.callees(instance) {
                let (callees, is_open) = calls.entry(inst).or_default();
                let own = self.own(callee);
                *is_open |= own.is_none();
                callees.extend(own.filter(|own| !callees.contains(own)));
            }
        }
        calls
    }

    fn events(&self, body: &Body, inst: InstId, calls: &mut Calls, events: &mut Vec<(InstId, Event)>) {
        let from = body.method.class;
        let used = match body.inst(inst) {
            Inst::New(name) => self.program.find(name),
            Inst::GetStatic(field) | Inst::PutStatic(field, _) => {
                self.program.resolve_field(from, field).ok().map(|field| field.class)
            }
            Inst::Invoke(kind @ InvokeKind::Static, method, _) => {
                self.program.resolve_method(from, kind, method).ok().map(|method| method.class)
            }
            Inst::Return(_) => return events.push((inst, Event::Return)),
            _ => None,
        };
        if let Some(class) = used {
            let perhaps = self.program.ancestors(class).filter_map(|class| self.numbers.get(&class).copied());
            events.push((inst, Event::Use { surely: self.supers(class), perhaps: perhaps.collect() }));
        }
        if let Some((callees, is_open)) = calls.remove(&inst) {
            events.push((inst, Event::Call { callees, is_open }));
        }
    }
}

/// Whether an instruction may use classes that it does not name.
fn is_hidden(inst: Inst) -> bool {
    matches!(
        inst,
        Inst::InvokeDynamic(..) | Inst::Const(Const::MethodHandle(_)) | Inst::Const(Const::Dynamic(_))
    )
}

/// What holds on all ways; what is missing was not reached yet.
#[derive(Default)]
struct Solver {
    methods: FxHashMap<MethodId, Rc<Method>>,
    initialisers: Vec<MethodId>,
    /// By class: it and its superclasses.
    supers: Vec<Bits>,
    /// By class: what its initialiser may lead to in the same thread.
    within: Vec<FxHashSet<MethodId>>,
    entries: FxHashMap<MethodId, Bits>,
    exits: FxHashMap<MethodId, Bits>,
}

impl Solver {
    fn solve(&mut self, open: &[MethodId]) {
        for &method in open {
            self.enter(method, &Bits::default());
        }
        let mut order: Vec<MethodId> = self.methods.keys().copied().collect();
        order.sort();
        let mut changed = true;
        while changed {
            changed = false;
            for &method in &order {
                if let Some(entry) = self.entries.get(&method).cloned() {
                    changed |= self.follow(method, entry);
                }
            }
        }
    }

    /// Follows a body; whether that changed something elsewhere.
    fn follow(&mut self, id: MethodId, entry: Bits) -> bool {
        let Some(method) = self.methods.get(&id).cloned() else { return false };
        let mut changed = false;
        for &class in &method.initialises {
            changed |= self.initialise(class, &entry);
        }
        for &callee in &method.calls {
            changed |= self.enter(callee, &entry);
        }
        if !method.has_body {
            return changed | self.leave(id, &Bits::default());
        }
        let mut met: Vec<(&Event, Bits)> = Vec::new();
        self.states((id, &method), entry, &mut |event, state| met.push((event, state.clone())));
        for (event, state) in met {
            match event {
                Event::Use { perhaps, .. } => {
                    perhaps.iter().for_each(|&class| changed |= self.initialise(class, &state));
                }
                Event::Call { callees, .. } => {
                    callees.iter().for_each(|&callee| changed |= self.enter(callee, &state));
                }
                Event::Return => changed |= self.leave(id, &state),
            }
        }
        changed
    }

    /// What holds where blocks begin; `met` is told what holds before events.
    fn states<'m>(
        &self,
        (id, method): (MethodId, &'m Method),
        entry: Bits,
        met: &mut dyn FnMut(&'m Event, &Bits),
    ) -> States {
        let mut states: States = vec![None; method.blocks.len()];
        let mut work = vec![BlockId::ENTRY];
        states.iter_mut().take(1).for_each(|first| *first = Some(entry.clone()));
        while let Some(block) = work.pop() {
            let Some(before) = states.get(block.index()).cloned().flatten() else { continue };
            let (block, mut state) = (&method.blocks[block.index()], before.clone());
            let mut goes_on = true;
            for (_, event) in &block.events {
                if goes_on {
                    met(event, &state);
                    goes_on = self.effect(id, event, &mut state);
                }
            }
            let next = block.next.iter().filter(|_| goes_on).map(|&next| (next, &state));
            let pads = block.pads.iter().map(|&pad| (pad, &before));
            for (next, state) in next.chain(pads) {
                if meet(&mut states[next.index()], state) {
                    work.push(next);
                }
            }
        }
        states
    }

    /// What an event does; whether it goes on behind it, as far as is known: what was not seen to return does not.
    fn effect(&self, id: MethodId, event: &Event, state: &mut Bits) -> bool {
        match event {
            Event::Use { surely, .. } => {
                state.union(surely);
                for class in surely.iter().filter(|&class| !self.within[class].contains(&id)) {
                    let Some(left) = self.left_by(class) else { return false };
                    state.union(&left);
                }
            }
            Event::Call { callees, is_open } => {
                let mut left: Option<Bits> = is_open.then(Bits::default);
                for exit in callees.iter().filter_map(|callee| self.exits.get(callee)) {
                    meet(&mut left, exit);
                }
                let Some(left) = left else { return false };
                state.union(&left);
            }
            Event::Return => {}
        }
        true
    }

    /// What is initialised when the initialiser of a class has ended, whoever asks.
    fn left_by(&self, class: usize) -> Option<Bits> {
        let initialiser = self.initialisers[class];
        let exit = self.exits.get(&initialiser)?;
        Some(exit.iter().filter(|&other| !self.within[other].contains(&initialiser)).collect())
    }

    fn initialise(&mut self, class: usize, state: &Bits) -> bool {
        let mut state = state.clone();
        state.union(&self.supers[class]);
        self.enter(self.initialisers[class], &state)
    }

    fn enter(&mut self, method: MethodId, state: &Bits) -> bool {
        let mut state = state.clone();
        if let Some(own) = self.methods.get(&method).map(|method| &method.own) {
            state.union(own);
        }
        let mut entry = self.entries.remove(&method);
        let changed = meet(&mut entry, &state);
        self.entries.extend(entry.map(|entry| (method, entry)));
        changed
    }

    fn leave(&mut self, method: MethodId, state: &Bits) -> bool {
        let mut exit = self.exits.remove(&method);
        let changed = meet(&mut exit, state);
        self.exits.extend(exit.map(|exit| (method, exit)));
        changed
    }
}

/// Both hold; whether that is less than before.
fn meet(known: &mut Option<Bits>, state: &Bits) -> bool {
    match known {
        Some(known) => known.intersect(state),
        None => {
            *known = Some(state.clone());
            true
        }
    }
}
