//! Who made an object: whether a pointer holds only what the running thread made itself.
//!
//! A thread's objects are those that it made since it began. What a static field holds may be anybody's, and so
//! may what a new thread is given. What a field holds was made by the thread that made the object, if every
//! store is of an own object into an own object; so a structure that one thread builds is its own, however deep,
//! and whoever else may find it. Foreignness is handed on along the pointers of the solution until nothing
//! changes.

use deadheat_models::Meaning;
use deadheat_program::ir::Value;
use rustc_hash::FxHashSet;

use crate::graph::EdgeKind;
use crate::ids::{FieldKey, InstanceId, NodeId, ObjectId};
use crate::plugins::Special;
use crate::result::{PointsTo, Solution};
use crate::set::Set;
use crate::solver::Instance;
use crate::template::{NONE, Start, Use, Var};
use crate::types::RuntimeType;

/// See the module's description.
#[derive(Debug)]
pub struct Made {
    /// By pointer that stands for itself: what it holds that another thread may have made.
    foreign: Vec<Set>,
}

impl Made {
    /// Follows what was made, given what new threads run.
    pub fn of(points_to: &PointsTo<'_>, roots: impl Iterator<Item = InstanceId>) -> Made {
        let solution = &points_to.solution;
        let mut harmless = Set::default();
        for object in points_to.objects().filter(|&object| is_harmless(points_to, object)) {
            harmless.insert(object.0);
        }
        let pointers = solution.graph.len();
        let mut search = Search {
            solution,
            harmless,
            foreign: std::iter::repeat_with(Set::default).take(pointers).collect(),
            news: std::iter::repeat_with(Vec::new).take(pointers).collect(),
            work: Vec::new(),
        };
        let roots: FxHashSet<InstanceId> = roots.collect();
        search.begin(points_to, &roots);
        search.run();
        Made { foreign: search.foreign }
    }

    /// Whether the thread that has an object in a value made it itself.
    pub fn is_own(
        &self,
        points_to: &PointsTo<'_>,
        instance: InstanceId,
        value: Value,
        object: ObjectId,
    ) -> bool {
        let Instance { template, first_node, .. } = &points_to.solution.instances[instance.index()];
        template.var_of(value).is_some_and(|var| {
            let node = points_to.solution.graph.root(NodeId(first_node.0 + var));
            points_to.solution.graph.set(node).contains(object.0)
                && !self.foreign[node.index()].contains(object.0)
        })
    }
}

struct Search<'s> {
    solution: &'s Solution,
    /// Objects without state of their own.
    harmless: Set,
    foreign: Vec<Set>,
    /// By pointer: what was not handed on yet.
    news: Vec<Vec<u32>>,
    work: Vec<NodeId>,
}

impl Search<'_> {
    /// What static fields hold, what plugins gave, what threads are given and give back.
    fn begin(&mut self, points_to: &PointsTo<'_>, roots: &FxHashSet<InstanceId>) {
        let solution = self.solution;
        #[allow(clippy::iter_over_hash_type, reason = "marks, in any order")]
        for &node in solution.statics.values() {
            self.mark_all(node);
        }
        for &(node, object) in &solution.given {
            match object {
                Some(object) => self.mark(node, &[object.0]),
                None => self.mark_all(node),
            }
        }
        #[allow(clippy::iter_over_hash_type, reason = "marks, in any order")]
        for &root in roots {
            self.mark_parameters(root);
        }
        for edge in &solution.edges {
            let call = &solution.instances[edge.caller.index()].template.calls[edge.call as usize];
            let is_elsewhere = match call.kind {
                EdgeKind::Call | EdgeKind::Callback => false,
                EdgeKind::Spawn => true,
                // Unless the stream is parallel, its stages run in the thread that asks for the result.
                EdgeKind::Stage => points_to.run_by(edge).iter().any(|(callee, _)| roots.contains(callee)),
            };
            if is_elsewhere {
                self.mark_parameters(edge.callee);
                self.mark_var(edge.caller, call.result);
                self.mark_var(edge.caller, call.raised);
            }
        }
        for instance in &solution.instances {
            self.mark_constants(instance);
        }
    }

    /// Some objects that a pointer may hold are foreign.
    fn mark(&mut self, node: NodeId, objects: &[u32]) {
        let node = self.solution.graph.root(node);
        let held = self.solution.graph.set(node);
        let was_idle = self.news[node.index()].is_empty();
        for &object in objects {
            if held.contains(object)
                && !self.harmless.contains(object)
                && self.foreign[node.index()].insert(object)
            {
                self.news[node.index()].push(object);
            }
        }
        if was_idle && !self.news[node.index()].is_empty() {
            self.work.push(node);
        }
    }

    fn mark_all(&mut self, node: NodeId) {
        let root = self.solution.graph.root(node);
        self.mark(root, &self.solution.graph.set(root).to_vec());
    }

    fn mark_var(&mut self, instance: InstanceId, var: Var) {
        if var != NONE {
            self.mark_all(NodeId(self.solution.instances[instance.index()].first_node.0 + var));
        }
    }

    fn mark_parameters(&mut self, instance: InstanceId) {
        let solution = self.solution;
        for &var in &solution.instances[instance.index()].template.params {
            self.mark_var(instance, var);
        }
    }

    /// What is the same for all; and what a call without arguments is said to make, which need not be new.
    fn mark_constants(&mut self, instance: &Instance) {
        let template = &instance.template;
        let has_arguments = template.params.iter().any(|&var| var != NONE);
        for start in &template.starts {
            let var = match *start {
                Start::Constant(var, _) => var,
                Start::AllocHere(var, _) if !has_arguments => var,
                _ => continue,
            };
            self.mark_all(NodeId(instance.first_node.0 + var));
        }
    }

    fn run(&mut self) {
        let solution = self.solution;
        while let Some(node) = self.work.pop() {
            let news = std::mem::take(&mut self.news[node.index()]);
            let mut edge = solution.graph.first_edge(node);
            while let Some((to, _, next)) = solution.graph.edge(edge) {
                self.mark(to, &news);
                edge = next;
            }
            self.hand_on(node, &news);
            for &member in solution.graph.members(node) {
                self.hand_on(member, &news);
            }
        }
    }

    /// A variable holds foreign objects.
    fn hand_on(&mut self, node: NodeId, news: &[u32]) {
        let solution = self.solution;
        let Some(owner) = solution.graph.owner(node) else { return };
        let Instance { first_node, template, .. } = &solution.instances[owner.index()];
        let var = node.0 - first_node.0;
        let node_of = |var: Var| NodeId(first_node.0 + var);
        for what in template.uses(var) {
            match *what {
                Use::Copy(to, _) => self.mark(node_of(to), news),
                Use::Load(field, to) => {
                    for held in self.fields(news, field) {
                        self.mark(node_of(to), &self.objects(held));
                    }
                }
                Use::Store(field, from) => {
                    let stored = self.objects(node_of(from));
                    for held in self.fields(news, field) {
                        self.mark(held, &stored);
                    }
                }
                Use::Call(call) => {
                    for edge in solution.edges_of(owner).iter().filter(|edge| edge.call == call) {
                        let callee = &solution.instances[edge.callee.index()];
                        if let Some(&this) = callee.template.params.first().filter(|&&this| this != NONE) {
                            self.mark(NodeId(callee.first_node.0 + this), news);
                        }
                    }
                }
            }
        }
        // What a contract or plugin says that a call makes may be a view or copy of what it is given.
        if template.params.contains(&var) {
            for start in &template.starts {
                match *start {
                    Start::AllocHere(made, _) => self.mark_var(owner, made),
                    Start::Special(Special::Meaning(Meaning::Clone)) => self.mark_var(owner, template.result),
                    _ => {}
                }
            }
        }
    }

    fn objects(&self, node: NodeId) -> Vec<u32> {
        self.solution.graph.set(self.solution.graph.root(node)).to_vec()
    }

    /// The pointers of a field of objects.
    fn fields(&self, objects: &[u32], field: FieldKey) -> Vec<NodeId> {
        let node = |&object: &u32| self.solution.fields.get(&(ObjectId(object), field)).copied();
        objects.iter().filter_map(node).collect()
    }
}

/// Whether an object has no state that a race could be about, and leads to none: strings, classes, boxes, arrays
/// without elements.
fn is_harmless(points_to: &PointsTo<'_>, object: ObjectId) -> bool {
    let world = &points_to.world;
    match *points_to.object_type(object) {
        RuntimeType::Class(class) => {
            let known = &world.well_known;
            [known.string, known.class].contains(&Some(class)) || known.boxes.contains(&class)
        }
        RuntimeType::Array(_) => {
            let site = points_to.sites(object).first().copied();
            site.is_some_and(|site| world.site(site).is_empty)
        }
        _ => false,
    }
}
