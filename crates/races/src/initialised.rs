//! Classes that are surely initialised when a method begins: what their initialisers do comes before what the method does.
//!
//! In: bodies and call graph. Out: by method, the classes of the application of which whoever runs the method knows that
//! their initialisers have ended, or that he runs them himself. Either way these and the method take turns: the JVM lets
//! a thread pass `new`, a static field or a static method only when the class is ready, unless it initialises it itself
//! (JVMS 5.5). That holds for initialisers, too: if every way to the initialiser of B leads past a use of A, what A's
//! initialiser does and what B's does never overlap.
//!
//! What holds on all ways is followed forward through bodies, from callers to callees and back where they return, and from
//! each use of a class to its initialiser. An initialiser that has ended has initialised what it uses on all ways: but a
//! thread that is inside of it passes at once; so that counts only where the initialiser cannot lead
//! (`Solver::within`). Threads begin with nothing, and so does what libraries call.

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
#[derive(Debug, Default)]
pub(crate) struct Initialised {
    numbers: FxHashMap<ClassId, usize>,
    entries: FxHashMap<MethodId, Bits>,
}

/// What happens in a block, in order.
#[derive(Debug)]
enum Event {
    /// A class is used; the classes that are initialised then, ancestors first.
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
    events: Vec<Event>,
    next: Vec<BlockId>,
    pads: Vec<BlockId>,
}

#[derive(Default)]
struct Method {
    blocks: Vec<Block>,
    /// Classes that it initialises, and methods that it calls, nobody knows where.
    initialises: Vec<usize>,
    calls: Vec<MethodId>,
    /// Its own class and the superclasses of that, if to run it is to use them.
    own: Bits,
    /// Whether a thread, or code without a body, begins with it.
    is_open: bool,
}

impl Initialised {
    pub(crate) fn of(points_to: &PointsTo<'_>, graph: &Graph, facts: &FactsOf) -> Initialised {
        let reader = Reader::of(points_to, graph, facts);
        if reader.initialisers.len() * graph.calls.len() > LARGE {
            return Initialised::default();
        }
        let methods = reader.read();
        let mut solver = Solver {
            within: reader.within(),
            initialisers: reader.initialisers.iter().map(|(method, _)| *method).collect(),
            supers: reader.initialisers.iter().map(|(method, _)| reader.supers(method.class)).collect(),
            methods,
            entries: FxHashMap::default(),
            exits: FxHashMap::default(),
        };
        solver.solve();
        Initialised { numbers: reader.numbers, entries: solver.entries }
    }

    /// Whether a class is initialised when a method begins, or whoever runs the method initialises it.
    pub(crate) fn has(&self, method: MethodId, class: ClassId) -> bool {
        let number = self.numbers.get(&class);
        number.zip(self.entries.get(&method)).is_some_and(|(&number, entry)| entry.contains(number))
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

    fn read(&self) -> FxHashMap<MethodId, Method> {
        let mut methods: FxHashMap<MethodId, Method> = FxHashMap::default();
        for instance in self.points_to.all_instances().filter(|instance| self.facts.contains_key(instance)) {
            if let Some(method) = self.points_to.method(instance)
                && !methods.contains_key(&method)
            {
                methods.insert(method, self.method(method));
            }
        }
        for instance in self.points_to.all_instances().filter(|it| !self.facts.contains_key(it)) {
            let callees = self.graph.calls[instance.index()].iter().map(|&(_, callee)| callee);
            self.open(&mut methods, callees.filter(|callee| !self.initial.contains(callee)));
        }
        let roots = self.graph.threads.iter().flat_map(|thread| thread.roots.iter().copied());
        self.open(&mut methods, roots);
        let initialised = self.open.iter().flat_map(|&number| self.initialisers[number].1.iter().copied());
        self.open(&mut methods, initialised);
        methods
    }

    fn open(&self, methods: &mut FxHashMap<MethodId, Method>, instances: impl Iterator<Item = InstanceId>) {
        for method in instances.filter_map(|instance| self.points_to.method(instance)) {
            if let Some(known) = methods.get_mut(&method) {
                known.is_open = true;
            }
        }
    }

    fn method(&self, id: MethodId) -> Method {
        let mut method = Method::default();
        let declaration = self.program.method(id);
        let is_static = declaration.is_ok_and(|method| method.flags.is_static());
        if is_static || self.program.is_constructor(id) {
            method.own = self.supers(id.class);
        }
        let Ok(Some(body)) = self.program.lower(id) else {
            method.is_open = true;
            return method;
        };
        let mut calls = self.calls(id);
        let mut located = Bits::default();
        for block in body.blocks() {
            let events = body.block_insts(block).flat_map(|inst| self.events(&body, inst, &mut calls));
            let events: Vec<Event> = events.collect();
            for event in &events {
                if let Event::Use { perhaps, .. } = event {
                    located.union(&perhaps.iter().copied().collect());
                }
            }
            let (next, pads) = (body.succs(block).to_vec(), body.pads(block).to_vec());
            method.blocks.push(Block { events, next, pads });
        }
        let is_hidden = body.insts().any(|inst| is_hidden(body.inst(inst)));
        let triggers = self.triggers.get(&id).into_iter().flatten().copied();
        method.initialises = triggers.filter(|&number| is_hidden || !located.contains(number)).collect();
        method.calls = calls.into_values().flat_map(|(callees, _)| callees).collect();
        method
    }

    /// By instruction: the application's methods that are called, and whether others are.
    fn calls(&self, id: MethodId) -> FxHashMap<InstId, (Vec<MethodId>, bool)> {
        let mut calls: FxHashMap<InstId, (Vec<MethodId>, bool)> = FxHashMap::default();
        for &instance in self.points_to.instances(id) {
            for &(inst, callee) in &self.graph.calls[instance.index()] {
                if self.initial.contains(&callee) {
                    continue;
                }
                let (callees, is_open) = calls.entry(inst).or_default();
                match self.points_to.method(callee).filter(|_| self.facts.contains_key(&callee)) {
                    Some(method) if callees.contains(&method) => {}
                    Some(method) => callees.push(method),
                    None => *is_open = true,
                }
            }
        }
        calls
    }

    fn events(
        &self,
        body: &Body,
        inst: InstId,
        calls: &mut FxHashMap<InstId, (Vec<MethodId>, bool)>,
    ) -> Vec<Event> {
        let from = body.method.class;
        let used = match body.inst(inst) {
            Inst::New(name) => self.program.find(name),
            Inst::GetStatic(field) | Inst::PutStatic(field, _) => {
                self.program.resolve_field(from, field).ok().map(|field| field.class)
            }
            Inst::Invoke(kind @ InvokeKind::Static, method, _) => {
                self.program.resolve_method(from, kind, method).ok().map(|method| method.class)
            }
            Inst::Return(_) => return vec![Event::Return],
            _ => None,
        };
        let mut events = Vec::new();
        if let Some(class) = used {
            let perhaps = self.program.ancestors(class).filter_map(|class| self.numbers.get(&class).copied());
            events.push(Event::Use { surely: self.supers(class), perhaps: perhaps.collect() });
        }
        if let Some((callees, is_open)) = calls.remove(&inst) {
            events.push(Event::Call { callees, is_open });
        }
        events
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
struct Solver {
    methods: FxHashMap<MethodId, Method>,
    initialisers: Vec<MethodId>,
    /// By class: it and its superclasses.
    supers: Vec<Bits>,
    /// By class: what its initialiser may lead to in the same thread.
    within: Vec<FxHashSet<MethodId>>,
    entries: FxHashMap<MethodId, Bits>,
    exits: FxHashMap<MethodId, Bits>,
}

impl Solver {
    fn solve(&mut self) {
        let mut order: Vec<MethodId> = self.methods.keys().copied().collect();
        order.sort();
        let mut changed = true;
        for method in order.iter().filter(|method| self.methods[method].is_open) {
            self.entries.insert(*method, self.methods[method].own.clone());
        }
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
        let Some(method) = self.methods.remove(&id) else { return false };
        let mut changed = false;
        for &class in &method.initialises {
            changed |= self.initialise(class, &entry);
        }
        for &callee in &method.calls {
            changed |= self.enter(callee, entry.clone(), &method, id);
        }
        if method.blocks.is_empty() {
            self.exits.insert(id, Bits::default());
        }
        let mut states: Vec<Option<Bits>> = vec![None; method.blocks.len()];
        let mut work = Vec::new();
        if let Some(first) = states.first_mut() {
            *first = Some(entry);
            work.push(BlockId::ENTRY);
        }
        while let Some(block) = work.pop() {
            let Some(before) = states[block.index()].clone() else { continue };
            let (block, mut state) = (&method.blocks[block.index()], before.clone());
            let mut goes_on = true;
            for event in &block.events {
                goes_on = goes_on && self.step((id, &method), event, &mut state, &mut changed);
            }
            let next = block.next.iter().filter(|_| goes_on).map(|&next| (next, &state));
            let pads = block.pads.iter().map(|&pad| (pad, &before));
            for (next, state) in next.chain(pads) {
                if meet(&mut states[next.index()], state) {
                    work.push(next);
                }
            }
        }
        self.methods.insert(id, method);
        changed
    }

    /// What an event does; whether it goes on behind it, as far as is known: what was not seen to return does not.
    fn step(
        &mut self,
        (id, method): (MethodId, &Method),
        event: &Event,
        state: &mut Bits,
        changed: &mut bool,
    ) -> bool {
        match event {
            Event::Use { surely, perhaps } => {
                for &class in perhaps {
                    *changed |= self.initialise(class, state);
                }
                state.union(surely);
                for class in surely.iter().filter(|&class| !self.within[class].contains(&id)) {
                    let Some(left) = self.left_by(class) else { return false };
                    state.union(&left);
                }
            }
            Event::Call { callees, is_open } => {
                for &callee in callees {
                    *changed |= self.enter(callee, state.clone(), method, id);
                }
                let mut left: Option<Bits> = is_open.then(Bits::default);
                for exit in callees.iter().filter_map(|callee| self.exits.get(callee)) {
                    meet(&mut left, exit);
                }
                let Some(left) = left else { return false };
                state.union(&left);
            }
            Event::Return => {
                let mut exit = self.exits.remove(&id);
                *changed |= meet(&mut exit, state);
                self.exits.extend(exit.map(|exit| (id, exit)));
            }
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
        let mut entry = self.entries.remove(&self.initialisers[class]);
        let changed = meet(&mut entry, &state);
        self.entries.extend(entry.map(|entry| (self.initialisers[class], entry)));
        changed
    }

    /// A method is entered, perhaps by itself, which is not among the others while it is followed.
    fn enter(&mut self, callee: MethodId, mut state: Bits, caller: &Method, by: MethodId) -> bool {
        let own = if callee == by { Some(&caller.own) } else { self.methods.get(&callee).map(|it| &it.own) };
        own.iter().for_each(|own| {
            state.union(own);
        });
        let mut entry = self.entries.remove(&callee);
        let changed = meet(&mut entry, &state);
        self.entries.extend(entry.map(|entry| (callee, entry)));
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
