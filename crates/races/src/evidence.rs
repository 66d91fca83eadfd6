//! Counterexamples (Chord 2.9.1): for each side of a race a thread, a call path from its root, and the locks.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use deadheat_points_to::{InstanceId, PointsTo};
use deadheat_program::MethodId;
use deadheat_program::ir::InstId;
use rustc_hash::FxHashMap;

use crate::Scan;
use crate::bits::Bits;
use crate::candidates::Locks;
use crate::facts::{Access, Facts, Held};
use crate::lift::Lift;
use crate::paths::{Path, Root};
use crate::threads::{Graph, MAIN};

/// One side of a race: an access in a context, and who may run it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Side {
    instance: InstanceId,
    access: usize,
    /// The application's call that stands for it.
    lift: Option<Lift>,
    threads: Bits,
}

impl Side {
    pub(crate) fn new(instance: InstanceId, access: usize, lift: Option<Lift>, threads: &Bits) -> Side {
        Side { instance, access, lift, threads: threads.clone() }
    }

    /// The instance that the application's part of the path ends in.
    fn reached(&self) -> InstanceId {
        self.lift.map_or(self.instance, |lift| lift.caller)
    }
}

/// Who runs an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThreadKind {
    /// The main thread.
    Main,
    /// A caller from outside.
    Caller,
    /// A framework.
    Framework,
    /// A thread that the program starts.
    Started,
}

/// A call on the way to an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// The method.
    pub method: MethodId,
    /// The line of the call, or of the access.
    pub line: Option<u16>,
}

/// How an access comes about.
#[derive(Debug, Clone)]
pub struct Counterexample {
    /// Who runs it.
    pub thread: ThreadKind,
    /// The shortest call path, the thread's first method first.
    pub frames: Vec<Frame>,
    /// The locks that are surely held, for people.
    pub locks: Vec<String>,
}

/// What is kept of a scan to show how races come about.
#[derive(Debug)]
pub(crate) struct Evidence {
    pub(crate) graph: Graph,
    pub(crate) facts: FxHashMap<InstanceId, Rc<Facts>>,
    pub(crate) locks: Locks,
    /// By thread: its tree, once somebody asked.
    pub(crate) trees: RefCell<FxHashMap<usize, Rc<Tree>>>,
}

/// By instance: the call by which it is reached first, but for roots and what is not reached.
pub(crate) type Tree = Vec<Option<(InstanceId, InstId)>>;

/// How many trees are kept: each is as long as the list of all instances.
const TREES: usize = 32;

impl Scan {
    /// Who runs a side of a race, as its counterexample says: at once, for many races.
    pub fn thread_kind(&self, side: &Side) -> ThreadKind {
        self.evidence.kind(self.evidence.thread(side))
    }

    /// Where the application starts the thread or the loop that runs a side; none for the main thread and callers from
    /// outside.
    pub fn started_at(&self, points_to: &PointsTo<'_>, side: &Side) -> Option<Frame> {
        self.evidence.started_at(points_to, self.evidence.thread(side))
    }

    /// Whether a side surely holds a lock.
    pub fn holds_lock(&self, side: &Side) -> bool {
        self.evidence.held(side, self.evidence.thread(side)).next().is_some()
    }
}

impl Evidence {
    pub(crate) fn counterexample(&self, points_to: &PointsTo<'_>, side: &Side) -> Counterexample {
        let thread = self.thread(side);
        let mut frames = self.path(points_to, &self.tree(thread), side.reached());
        if let Some(lift) = side.lift {
            let line = self.facts.get(&lift.caller).and_then(|facts| facts.call_at(lift.inst)?.line);
            if let Some(frame) = frames.last_mut() {
                frame.line = line;
            }
            // On into the library, by the shortest way.
            let called = &self.graph.calls[lift.caller.index()];
            let called = called.iter().filter(|(inst, _)| *inst == lift.inst).map(|&(_, callee)| callee);
            let tree = tree(&self.graph, called);
            frames.extend(self.path(points_to, &tree, side.instance));
        }
        if let (Some(frame), Some(access)) = (frames.last_mut(), self.access(side)) {
            frame.line = access.line;
        }
        let held = self.held(side, thread);
        let mut locks: Vec<String> =
            held.map(|(instance, held)| display(points_to, instance, held)).collect();
        locks.sort();
        locks.dedup();
        Counterexample { thread: self.kind(thread), frames, locks }
    }

    /// One of those who run a side.
    fn thread(&self, side: &Side) -> usize {
        let reaches = |&thread: &usize| self.graph.threads_of(side.reached()).contains(thread);
        side.threads.iter().find(reaches).unwrap_or(MAIN)
    }

    fn kind(&self, thread: usize) -> ThreadKind {
        match thread {
            MAIN => ThreadKind::Main,
            _ if self.graph.threads[thread].is_script => ThreadKind::Framework,
            _ if self.graph.threads[thread].is_outside => ThreadKind::Caller,
            _ => ThreadKind::Started,
        }
    }

    /// The application's call, of those that lead to the start of a thread, that comes first in the program.
    fn started_at(&self, points_to: &PointsTo<'_>, thread: usize) -> Option<Frame> {
        let mut work = self.graph.threads[thread].starters.clone();
        let mut seen = Bits::default();
        let mut found: Option<(MethodId, InstId)> = None;
        let mut line = None;
        while let Some((caller, inst)) = work.pop() {
            let own = self.facts.get(&caller).zip(points_to.method(caller));
            let Some((facts, method)) = own else {
                if seen.insert(caller.index()) {
                    work.extend(self.graph.callers(caller));
                }
                continue;
            };
            if found.is_none_or(|known| (method, inst) < known) {
                found = Some((method, inst));
                line = facts.call_at(inst).and_then(|call| call.line);
            }
        }
        found.map(|(method, _)| Frame { method, line })
    }

    fn access(&self, side: &Side) -> Option<&Access> {
        self.facts.get(&side.instance)?.accesses.get(side.access)
    }

    /// The locks that a side surely holds, each in terms of an instance.
    fn held(&self, side: &Side, thread: usize) -> impl Iterator<Item = (InstanceId, &Held)> {
        let access = self.access(side).map(|access| (side.instance, &access.moment));
        let call = side.lift.and_then(|lift| {
            let call = self.facts.get(&lift.caller)?.call_at(lift.inst)?;
            Some((lift.caller, &call.moment))
        });
        access.into_iter().chain(call).flat_map(move |(instance, moment)| {
            let entry = self.locks.at(thread, instance).iter().filter(|held| moment.keeps(held));
            let all = moment.held.iter().chain(entry).filter(|held| !held.is_thread);
            all.map(move |held| (instance, held))
        })
    }

    /// The way to an instance in a tree of calls.
    fn path(&self, points_to: &PointsTo<'_>, tree: &Tree, to: InstanceId) -> Vec<Frame> {
        let mut frames = Vec::new();
        let mut next = Some((to, None));
        while let Some((instance, inst)) = next {
            if let Some(method) = points_to.method(instance) {
                let call = inst.and_then(|inst| self.facts.get(&instance)?.call_at(inst));
                frames.push(Frame { method, line: call.and_then(|call| call.line) });
            }
            next = tree[instance.index()].map(|(caller, inst)| (caller, Some(inst)));
        }
        frames.reverse();
        frames
    }

    /// The calls by which a thread reaches what it runs soonest.
    fn tree(&self, thread: usize) -> Rc<Tree> {
        let mut trees = self.trees.borrow_mut();
        if trees.len() == TREES && !trees.contains_key(&thread) {
            trees.clear();
        }
        let roots = || self.graph.threads[thread].roots.iter().copied();
        trees.entry(thread).or_insert_with(|| Rc::new(tree(&self.graph, roots()))).clone()
    }
}

/// The calls by which instances are reached soonest from some.
fn tree(graph: &Graph, roots: impl Iterator<Item = InstanceId>) -> Tree {
    let mut tree: Tree = vec![None; graph.calls.len()];
    let mut seen = Bits::default();
    let mut work: VecDeque<InstanceId> = roots.filter(|root| seen.insert(root.index())).collect();
    while let Some(caller) = work.pop_front() {
        for &(inst, callee) in &graph.calls[caller.index()] {
            if seen.insert(callee.index()) {
                tree[callee.index()] = Some((caller, inst));
                work.push_back(callee);
            }
        }
    }
    tree
}

/// A lock for people.
fn display(points_to: &PointsTo<'_>, instance: InstanceId, held: &Held) -> String {
    let program = points_to.program();
    let class = |class| program.symbols().text(program.class_name(class)).replace('/', ".");
    let field = |field: &deadheat_program::FieldId| {
        let name = program.field(*field).map(|field| program.symbols().text(field.name).into_owned());
        name.unwrap_or_default()
    };
    let Path { root, fields } = &held.lock;
    let is_static = |instance| {
        let method = points_to.method(instance).and_then(|method| program.method(method).ok());
        method.is_some_and(|method| method.flags.is_static())
    };
    let mut text = match root {
        Root::Param(0) if !is_static(instance) => "this".to_owned(),
        Root::Param(index) => format!("argument {}", index + u16::from(is_static(instance))),
        Root::Static(of) => format!("{}.{}", class(of.class), field(of)),
        Root::Class(ty) => format!("{}.class", ty.display(program.symbols()).replace('/', ".")),
        Root::Object(object) => points_to.display_object(*object),
        Root::Value(value) => match points_to.points_to(instance, *value)[..] {
            [] => "an object".to_owned(),
            [only] => points_to.display_object(only),
            [first, ..] => format!("{} or another", points_to.display_object(first)),
        },
    };
    for of in fields {
        text.push('.');
        text.push_str(&field(of));
    }
    match &held.above[..] {
        [] => {}
        fields => {
            let fields: Vec<String> = fields.iter().map(field).collect();
            let beside: Vec<String> = held.beside.iter().map(field).collect();
            let beside = if beside.is_empty() { String::new() } else { format!("{} of ", beside.join(".")) };
            text = format!("{beside}the owner of {text} by {}", fields.join("."));
        }
    }
    if held.shared { format!("{text} (shared)") } else { text }
}
