//! What the analysis found: Chord's relations `ptsV`, `ptsG`, `heap` and `cscg`, to be asked.

use std::collections::{BTreeMap, BTreeSet};

use deadheat_models::Part;
use deadheat_program::ir::{Body, InstId, Value};
use deadheat_program::{ClassId, FieldId, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::context::{Contexts, Element};
use crate::gaps::Gap;
use crate::graph::{EdgeKind, Graph};
use crate::ids::{FieldKey, InstanceId, MethodIx, NodeId, ObjectId, SiteId};
use crate::options::Options;
use crate::plugins::Special;
use crate::scripts::Script;
use crate::solver::{CallEdge, Instance, Object, Solver};
use crate::template::{NONE, Start};
use crate::types::RuntimeType;
use crate::world::{ELEMENT, Origin, SiteKind, THROWN, Unseen, World, part};

/// A solution. Everything in it is in the order of numbers that are the same from run to run.
#[derive(Debug)]
pub struct PointsTo<'a> {
    pub(crate) world: World<'a>,
    pub(crate) entries: Vec<MethodId>,
    pub(crate) solution: Solution,
}

/// What one run of the solver leaves behind.
#[derive(Debug)]
pub(crate) struct Solution {
    contexts: Contexts,
    objects: Vec<Object>,
    pub(crate) instances: Vec<Instance>,
    pub(crate) graph: Graph,
    pub(crate) fields: FxHashMap<(ObjectId, FieldKey), NodeId>,
    pub(crate) statics: FxHashMap<FieldKey, NodeId>,
    /// What plugins gave to pointers: an object, or all.
    pub(crate) given: Vec<(NodeId, Option<ObjectId>)>,
    /// By pointer: those to which plugins hand some of its objects on.
    pub(crate) passed_on: FxHashMap<NodeId, Vec<NodeId>>,
    pub(crate) edges: Vec<CallEdge>,
    pub(crate) initialisations: Vec<(InstanceId, InstanceId)>,
    initialised: FxHashSet<ClassId>,
    instances_of: FxHashMap<MethodId, Vec<InstanceId>>,
    /// By caller: where its edges stand in `edges`, which are sorted by caller and call.
    out: Vec<u32>,
    pub(crate) fallbacks: Vec<String>,
    work: u64,
    /// Which objects are handed to which methods that nobody looks into; and what is called back of an object.
    to_opaque: FxHashMap<InstanceId, BTreeSet<ObjectId>>,
    called_back: FxHashMap<ObjectId, Vec<InstanceId>>,
}

/// An edge of the context-insensitive call graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodEdge {
    /// The calling method.
    pub caller: MethodId,
    /// The instruction.
    pub inst: InstId,
    /// The method called.
    pub callee: MethodId,
    /// Why it runs.
    pub kind: EdgeKind,
}

/// How large a solution is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Statistics {
    pub methods: usize,
    pub application_methods: usize,
    pub instances: usize,
    pub contexts: usize,
    pub objects: usize,
    pub pointers: usize,
    pub call_edges: usize,
    pub method_edges: usize,
    pub initialised_classes: usize,
}

impl Solution {
    pub(crate) fn of(solver: Solver<'_, '_>) -> Solution {
        let work = solver.work();
        let Solver {
            contexts,
            objects,
            instances,
            graph,
            fields,
            statics,
            given,
            passed_on,
            mut edges,
            world,
            to_opaque,
            called_back,
            ..
        } = solver;
        let (initialised, mut initialisations) = (solver.initialised, solver.initialisations);
        initialisations.sort_unstable_by_key(|&(by, initialiser)| (initialiser, by));
        let mut instances_of: FxHashMap<MethodId, Vec<InstanceId>> = FxHashMap::default();
        for (index, instance) in instances.iter().enumerate() {
            if let Some(id) = world.method_id(instance.method) {
                instances_of.entry(id).or_default().push(InstanceId(index as u32));
            }
        }
        edges.sort_by_key(|edge| (edge.caller, edge.call, edge.callee));
        let mut out = vec![0u32; instances.len() + 1];
        for edge in &edges {
            out[edge.caller.index() + 1] += 1;
        }
        for index in 0..instances.len() {
            out[index + 1] += out[index];
        }
        Solution {
            contexts,
            objects,
            instances,
            graph,
            fields,
            statics,
            given,
            passed_on,
            edges,
            initialisations,
            initialised,
            instances_of,
            to_opaque,
            called_back,
            out,
            fallbacks: Vec::new(),
            work,
        }
    }

    pub(crate) fn edges_of(&self, caller: InstanceId) -> &[CallEdge] {
        &self.edges[self.out[caller.index()] as usize..self.out[caller.index() + 1] as usize]
    }

    /// The edges of one call.
    pub(crate) fn edges_at(&self, caller: InstanceId, call: u32) -> &[CallEdge] {
        let edges = self.edges_of(caller);
        let first = edges.partition_point(|edge| edge.call < call);
        let count = edges[first..].partition_point(|edge| edge.call == call);
        &edges[first..first + count]
    }
}

impl<'a> PointsTo<'a> {
    /// The program.
    pub fn program(&self) -> &'a Program {
        self.world.program
    }

    /// The options that were used in the end.
    pub fn options(&self) -> &Options {
        &self.world.options
    }

    /// What could not be seen, sorted.
    pub fn gaps(&self) -> Vec<Gap> {
        self.world.gaps.sorted()
    }

    /// What was made coarser to stay within limits.
    pub fn fallbacks(&self) -> &[String] {
        &self.solution.fallbacks
    }

    /// How much work the solver had: about as many microseconds, or half as many, but the same from run to run.
    pub fn work(&self) -> u64 {
        self.solution.work
    }

    /// All reachable methods, sorted.
    pub fn methods(&self) -> Vec<MethodId> {
        let mut all: Vec<MethodId> = Vec::with_capacity(self.solution.instances_of.len());
        #[allow(clippy::iter_over_hash_type, reason = "sorted below")]
        for &method in self.solution.instances_of.keys() {
            all.push(method);
        }
        all.sort();
        all
    }

    /// Whether a method can run.
    pub fn is_reachable(&self, method: MethodId) -> bool {
        self.solution.instances_of.contains_key(&method)
    }

    /// A method in its contexts.
    pub fn instances(&self, method: MethodId) -> &[InstanceId] {
        self.solution.instances_of.get(&method).map_or(&[], |instances| instances)
    }

    /// The method of an instance; `None` for what a plugin made.
    pub fn method(&self, instance: InstanceId) -> Option<MethodId> {
        self.world.method_id(self.solution.instances[instance.index()].method)
    }

    /// The body of an instance, if it is a method's that has one.
    pub fn body(&self, instance: InstanceId) -> Option<Body> {
        self.world.program.lower(self.method(instance)?).ok()?
    }

    /// The sites of an instance's context, the most significant first, and the client's element.
    pub fn context(&self, instance: InstanceId) -> (Vec<SiteId>, Element) {
        let (sequence, element) =
            self.solution.contexts.parts(self.solution.instances[instance.index()].context);
        (self.solution.contexts.sites(sequence), element)
    }

    /// All methods in their contexts, and what plugins made.
    pub fn all_instances(&self) -> impl Iterator<Item = InstanceId> + use<> {
        (0..self.solution.instances.len() as u32).map(InstanceId)
    }

    /// What stands for code that is not looked into: it calls back what was handed to it.
    pub fn opaque_code(&self) -> Option<InstanceId> {
        self.unseen_code(Unseen::Opaque)
    }

    /// Methods in contexts that nobody looks into, each with what is called back of the objects that it is given.
    pub fn opaque_methods(&self) -> BTreeMap<InstanceId, BTreeSet<InstanceId>> {
        let is_opaque = |instance: &InstanceId| {
            let starts = &self.solution.instances[instance.index()].template.starts;
            starts.iter().any(|start| matches!(start, Start::Special(Special::Opaque)))
        };
        let mut found: BTreeMap<InstanceId, BTreeSet<InstanceId>> =
            self.all_instances().filter(is_opaque).map(|instance| (instance, BTreeSet::new())).collect();
        // What a plugin made is passed through.
        let mut runs: FxHashMap<InstanceId, Vec<InstanceId>> = FxHashMap::default();
        for edge in self.opaque_code().into_iter().flat_map(|code| self.solution.edges_of(code)) {
            let run = self.run_by(edge).into_iter().map(|(callee, _)| callee);
            runs.entry(edge.callee).or_default().extend(run);
        }
        for (method, called) in &mut found {
            let handed = self.solution.to_opaque.get(method);
            let all = handed
                .into_iter()
                .flatten()
                .filter_map(|object| self.solution.called_back.get(object))
                .flatten();
            called.extend(all.filter_map(|callee| runs.get(callee)).flatten());
        }
        found
    }

    /// What stands for callers from outside: it makes objects, and starts threads that use them.
    pub fn callers(&self) -> Option<InstanceId> {
        self.unseen_code(Unseen::Callers)
    }

    /// How an instance runs that stands for what a framework does in a thread.
    pub fn script(&self, instance: InstanceId) -> Option<Script> {
        self.world.script(self.solution.instances[instance.index()].method)
    }

    /// What stands for the JVM's own code: it calls the entry points, and starts finalizers.
    pub fn jvm_code(&self) -> Option<InstanceId> {
        self.unseen_code(Unseen::Jvm)
    }

    fn unseen_code(&self, code: Unseen) -> Option<InstanceId> {
        let method = self.world.known_unseen(code)?;
        self.all_instances().find(|instance| self.solution.instances[instance.index()].method == method)
    }

    /// The objects that the parameters of an instance point to, the receiver's first.
    pub fn parameters(&self, instance: InstanceId) -> Vec<Vec<ObjectId>> {
        let instance = &self.solution.instances[instance.index()];
        let params = instance.template.params.iter();
        params
            .map(|&var| if var == NONE { Vec::new() } else { self.set(NodeId(instance.first_node.0 + var)) })
            .collect()
    }

    /// The objects that an instance gives back.
    pub fn results(&self, instance: InstanceId) -> Vec<ObjectId> {
        let Instance { template, first_node, .. } = &self.solution.instances[instance.index()];
        match template.result {
            NONE => Vec::new(),
            result => self.set(NodeId(first_node.0 + result)),
        }
    }

    /// The calls in methods that run any of some instances.
    pub fn callers_of(
        &self,
        callees: impl Iterator<Item = InstanceId>,
    ) -> FxHashMap<InstanceId, Vec<(InstanceId, InstId)>> {
        let mut callers: FxHashMap<InstanceId, Vec<(InstanceId, InstId)>> =
            callees.map(|callee| (callee, Vec::new())).collect();
        for edge in &self.solution.edges {
            if let Some(callers) = callers.get_mut(&edge.callee)
                && self.method(edge.caller).is_some()
            {
                let call = &self.solution.instances[edge.caller.index()].template.calls[edge.call as usize];
                callers.push((edge.caller, call.inst));
            }
        }
        callers
    }

    /// Each object that holds others, with the field, if it is one of the program's, and with those, in the
    /// order of numbers. What is held for each thread apart is left out: only that thread gets it.
    pub fn heap(&self) -> Vec<(ObjectId, Option<FieldId>, Vec<ObjectId>)> {
        let mut all: Vec<(ObjectId, FieldKey)> = Vec::with_capacity(self.solution.fields.len());
        #[allow(clippy::iter_over_hash_type, reason = "sorted below")]
        for &(object, key) in self.solution.fields.keys() {
            if key != part(Part::Local) || self.is_inherited(object) {
                all.push((object, key));
            }
        }
        all.sort();
        let named = |(object, key)| (object, self.world.field_id(key), self.part(object, key));
        all.into_iter().map(named).collect()
    }

    /// Whether threads have what an object holds for the thread that starts them.
    fn is_inherited(&self, object: ObjectId) -> bool {
        match *self.object_type(object) {
            RuntimeType::Class(class) => self.world.bound.facts(class).claims.inherited == Some(true),
            _ => true,
        }
    }

    /// Fields of objects into which plugins put others: by reflection, by handles, in raw memory.
    pub fn set_by_plugins(&self) -> Vec<(FieldId, Vec<ObjectId>)> {
        let graph = &self.solution.graph;
        let set: FxHashSet<NodeId> = self.solution.given.iter().map(|&(node, _)| graph.root(node)).collect();
        let mut all: Vec<(ObjectId, FieldKey)> = Vec::new();
        #[allow(clippy::iter_over_hash_type, reason = "sorted below")]
        for (&key, &node) in &self.solution.fields {
            if set.contains(&graph.root(node)) {
                all.push(key);
            }
        }
        all.sort();
        let named = |(object, key)| Some((self.world.field_id(key)?, self.part(object, key)));
        all.into_iter().filter_map(named).collect()
    }

    /// All objects that static fields hold, sorted. Exceptions are among them if a contract hands them to others; what
    /// is thrown is caught by the same thread, or by those that wait for its end.
    pub fn statics(&self) -> Vec<ObjectId> {
        let mut all: Vec<ObjectId> = Vec::new();
        #[allow(clippy::iter_over_hash_type, reason = "sorted below")]
        for (&key, &node) in &self.solution.statics {
            if key != THROWN {
                all.extend(self.set(node));
            }
        }
        for instance in &self.solution.instances {
            let is_contract = self.is_contract(instance);
            for start in instance.template.starts.iter().filter(|_| is_contract) {
                if let Start::StoreStatic(THROWN, var) = *start
                    && instance.template.params.contains(&var)
                {
                    all.extend(self.set(NodeId(instance.first_node.0 + var)));
                }
            }
        }
        all.sort();
        all.dedup();
        all
    }

    /// Whether a contract or plugin speaks for an instance's method.
    pub(crate) fn is_contract(&self, instance: &Instance) -> bool {
        let data = self.world.data(instance.method);
        data.per_call || matches!(data.origin, Origin::Contract(..))
    }

    /// The objects that the static fields of each class hold; without a class, those that everybody has by other ways.
    pub fn statics_by_class(&self) -> BTreeMap<Option<ClassId>, Vec<ObjectId>> {
        let mut all: BTreeMap<Option<ClassId>, Vec<ObjectId>> = BTreeMap::new();
        #[allow(clippy::iter_over_hash_type, reason = "sorted below")]
        for (&key, &node) in &self.solution.statics {
            let class = self.world.field_id(key).map(|field| field.class);
            all.entry(class).or_default().extend(self.set(node));
        }
        for objects in all.values_mut() {
            objects.sort();
            objects.dedup();
        }
        all
    }

    /// The instruction that makes an object, if one does.
    pub fn made_at(&self, object: ObjectId) -> Option<(MethodId, InstId)> {
        self.sites(object).first().and_then(|&site| self.site_place(site))
    }

    /// All abstract objects.
    pub fn objects(&self) -> impl ExactSizeIterator<Item = ObjectId> + use<> {
        (0..self.solution.objects.len() as u32).map(ObjectId)
    }

    /// The static initialisers that run because of a method in a context.
    pub fn initialisations_by(&self) -> &[(InstanceId, InstanceId)] {
        &self.solution.initialisations
    }

    fn set(&self, node: NodeId) -> Vec<ObjectId> {
        let node = self.solution.graph.root(node);
        self.solution.graph.set(node).to_vec().into_iter().map(ObjectId).collect()
    }

    /// What a value points to in a context. Empty for values that are no references; a value that only
    /// comparisons and type tests use is not followed, and has no objects either.
    pub fn points_to(&self, instance: InstanceId, value: Value) -> Vec<ObjectId> {
        let instance = &self.solution.instances[instance.index()];
        match instance.template.var_of(value) {
            Some(var) => self.set(NodeId(instance.first_node.0 + var)),
            None => Vec::new(),
        }
    }

    /// What a field of an object holds.
    pub fn field(&self, object: ObjectId, field: FieldId) -> Vec<ObjectId> {
        self.world.field_key(field).map_or(Vec::new(), |key| self.part(object, key))
    }

    /// The objects of which a field may hold something, in the order of their numbers.
    pub fn holders(&self, field: FieldId) -> Vec<ObjectId> {
        let Some(key) = self.world.field_key(field) else { return Vec::new() };
        let all = (0..self.solution.objects.len() as u32).map(ObjectId);
        all.filter(|&object| self.solution.fields.contains_key(&(object, key))).collect()
    }

    /// What the elements of an array hold.
    pub fn elements(&self, array: ObjectId) -> Vec<ObjectId> {
        self.part(array, ELEMENT)
    }

    fn part(&self, object: ObjectId, key: FieldKey) -> Vec<ObjectId> {
        self.solution.fields.get(&(object, key)).map_or(Vec::new(), |&node| self.set(node))
    }

    /// What a static field holds.
    pub fn static_field(&self, field: FieldId) -> Vec<ObjectId> {
        let node = self.world.field_key(field).and_then(|key| self.solution.statics.get(&key));
        node.map_or(Vec::new(), |&node| self.set(node))
    }

    /// What a field may hold in any object: its runtime types.
    pub fn field_types(&self, field: FieldId) -> Vec<RuntimeType> {
        let Some(key) = self.world.field_key(field) else { return Vec::new() };
        let mut types: Vec<_> = Vec::new();
        let mut objects: Vec<ObjectId> = self.static_field(field);
        for object in self.holders(field) {
            objects.extend(self.part(object, key));
        }
        for object in objects {
            types.push(self.solution.objects[object.index()].ty);
        }
        types.sort();
        types.dedup();
        types.into_iter().map(|ty| self.world.types.get(ty).clone()).collect()
    }

    /// An object's runtime type.
    pub fn object_type(&self, object: ObjectId) -> &RuntimeType {
        self.world.types.get(self.solution.objects[object.index()].ty)
    }

    /// An object's runtime type in Java's notation.
    pub fn type_name(&self, object: ObjectId) -> String {
        self.world.types.display(self.solution.objects[object.index()].ty)
    }

    /// The client's label of an object.
    pub fn label(&self, object: ObjectId) -> Element {
        self.solution.objects[object.index()].label
    }

    /// The sites of an object, the most significant first.
    pub fn sites(&self, object: ObjectId) -> Vec<SiteId> {
        self.solution.contexts.sites(self.solution.objects[object.index()].sequence)
    }

    /// Whether the application made an object, or what it belongs to.
    pub(crate) fn is_applications(&self, object: u32) -> bool {
        self.sites(ObjectId(object)).iter().any(|&site| !self.world.is_library_site(site))
    }

    /// What a site is.
    pub fn site_kind(&self, site: SiteId) -> SiteKind {
        self.world.site(site).kind
    }

    /// The method and instruction of a site that stands in a body.
    pub fn site_place(&self, site: SiteId) -> Option<(MethodId, InstId)> {
        match self.world.site(site).kind {
            SiteKind::Alloc(method, inst, _) | SiteKind::Call(method, inst, _) => {
                self.real_place(method, inst)
            }
            _ => None,
        }
    }

    /// A lambda's synthetic method stands at the expression.
    fn real_place(&self, method: MethodIx, inst: InstId) -> Option<(MethodId, InstId)> {
        match self.world.data(method).origin {
            Origin::Method(id) => Some((id, inst)),
            Origin::Lambda(site) => self.site_place(site),
            Origin::Contract(..) | Origin::Plugin => None,
        }
    }

    /// The k value of a site.
    pub fn k(&self, site: SiteId) -> u8 {
        self.world.k(site)
    }

    /// A site's name for people.
    pub fn display_site(&self, site: SiteId) -> String {
        self.world.display_site(site)
    }

    /// An object's name for people: its type and its sites.
    pub fn display_object(&self, object: ObjectId) -> String {
        let sites: Vec<String> = self.sites(object).into_iter().map(|site| self.display_site(site)).collect();
        format!("{} [{}]", self.type_name(object), sites.join(" :: "))
    }

    /// A context's name for people.
    pub fn display_context(&self, instance: InstanceId) -> String {
        let (sites, _) = self.context(instance);
        let sites: Vec<String> = sites.into_iter().map(|site| self.display_site(site)).collect();
        format!("[{}]", sites.join(" :: "))
    }

    /// Whom the call at an instruction runs. Synthetic methods of lambdas and proxies are passed through.
    pub fn callees(&self, caller: InstanceId, inst: InstId) -> Vec<(InstanceId, EdgeKind)> {
        let template = &self.solution.instances[caller.index()].template;
        let calls: Vec<u32> = template.calls_at(inst).collect();
        let mut found = Vec::new();
        for edge in self.solution.edges_of(caller).iter().filter(|edge| calls.contains(&edge.call)) {
            found.extend(self.run_by(edge));
        }
        found.sort();
        found.dedup();
        found
    }

    /// Everything that an instance calls, with the instruction; see [`PointsTo::callees`].
    pub fn calls(&self, caller: InstanceId) -> Vec<(InstId, InstanceId, EdgeKind)> {
        let mut found = Vec::new();
        for edge in self.solution.edges_of(caller) {
            let inst = self.solution.instances[caller.index()].template.calls[edge.call as usize].inst;
            found.extend(self.run_by(edge).into_iter().map(|(callee, kind)| (inst, callee, kind)));
        }
        found.sort();
        found.dedup();
        found
    }

    /// What an edge runs; see [`PointsTo::callees`].
    pub(crate) fn run_by(&self, edge: &CallEdge) -> Vec<(InstanceId, EdgeKind)> {
        let mut found = Vec::new();
        self.pass_through(edge.callee, self.kind(edge), &mut FxHashSet::default(), &mut found);
        found
    }

    fn kind(&self, edge: &CallEdge) -> EdgeKind {
        self.solution.instances[edge.caller.index()].template.calls[edge.call as usize].kind
    }

    fn pass_through(
        &self,
        callee: InstanceId,
        kind: EdgeKind,
        seen: &mut FxHashSet<InstanceId>,
        found: &mut Vec<(InstanceId, EdgeKind)>,
    ) {
        match self.world.data(self.solution.instances[callee.index()].method).origin {
            Origin::Method(_) | Origin::Contract(..) => found.push((callee, kind)),
            // A thread's whole life.
            Origin::Plugin if self.script(callee).is_some() => found.push((callee, kind)),
            Origin::Lambda(_) | Origin::Plugin => {
                if !seen.insert(callee) {
                    return;
                }
                for edge in self.solution.edges_of(callee) {
                    self.pass_through(edge.callee, kind.max(self.kind(edge)), seen, found);
                }
            }
        }
    }

    /// The context-insensitive call graph, sorted.
    pub fn method_edges(&self) -> Vec<MethodEdge> {
        let mut all = Vec::new();
        for index in 0..self.solution.instances.len() as u32 {
            let Some(caller) = self.method(InstanceId(index)) else { continue };
            for (inst, callee, kind) in self.calls(InstanceId(index)) {
                if let Some(callee) = self.method(callee) {
                    all.push(MethodEdge { caller, inst, callee, kind });
                }
            }
        }
        all.sort();
        all.dedup();
        all
    }

    /// The application's static methods that hold one of some objects in a variable.
    pub fn static_users(&self, objects: &FxHashSet<ObjectId>) -> Vec<MethodId> {
        let is_meant = |method: MethodId| {
            self.world.program.is_application(method.class) && self.world.is_static(method)
        };
        let holds = |instance: &Instance| {
            (0..instance.template.vars).any(|var| {
                let node = self.solution.graph.root(NodeId(instance.first_node.0 + var));
                let held = self.solution.graph.set(node);
                objects.iter().any(|object| held.contains(object.0))
            })
        };
        let all = self.all_instances().filter_map(|it| Some((it, self.method(it)?)));
        let all = all.filter(|&(it, method)| is_meant(method) && holds(&self.solution.instances[it.index()]));
        all.map(|(_, method)| method).collect()
    }

    /// How many calls run each of some methods.
    pub fn call_counts(&self, methods: &FxHashSet<MethodId>) -> FxHashMap<MethodId, usize> {
        let mut calls: FxHashSet<(MethodId, MethodIx, u32)> = FxHashSet::default();
        for edge in &self.solution.edges {
            let callee = self.method(edge.callee).filter(|callee| methods.contains(callee));
            let caller = self.solution.instances[edge.caller.index()].method;
            calls.extend(callee.map(|callee| (callee, caller, edge.call)));
        }
        let mut counts: FxHashMap<MethodId, usize> = FxHashMap::default();
        #[allow(clippy::iter_over_hash_type, reason = "counts, in any order")]
        for (callee, ..) in calls {
            *counts.entry(callee).or_default() += 1;
        }
        counts
    }

    /// The static initialisers that a class's use runs: who triggers them first, and which.
    pub fn initialisations(&self) -> Vec<(MethodId, MethodId)> {
        let method = |instance| self.method(instance);
        let pairs = self.solution.initialisations.iter();
        pairs.filter_map(|&(by, clinit)| Some((method(by)?, method(clinit)?))).collect()
    }

    /// Whether a class can be initialised.
    pub fn is_initialised(&self, class: ClassId) -> bool {
        self.solution.initialised.contains(&class)
    }

    /// The site of an allocation in a body, if the analysis reached it.
    pub fn allocation(&self, method: MethodId, inst: InstId) -> Option<SiteId> {
        self.world.allocation(method, inst)
    }

    /// How large the solution is.
    pub fn statistics(&self) -> Statistics {
        let methods = self.methods();
        let is_application = |method: &&MethodId| self.world.program.is_application(method.class);
        let edges = self.method_edges();
        let mut pairs: Vec<(MethodId, MethodId)> =
            edges.iter().map(|edge| (edge.caller, edge.callee)).collect();
        pairs.sort();
        pairs.dedup();
        let mut sites: Vec<(MethodId, InstId, MethodId)> =
            edges.iter().map(|edge| (edge.caller, edge.inst, edge.callee)).collect();
        sites.dedup();
        Statistics {
            methods: methods.len(),
            application_methods: methods.iter().filter(is_application).count(),
            instances: self.solution.instances.len(),
            contexts: self.solution.contexts.count(),
            objects: self.solution.objects.len(),
            pointers: self.solution.graph.len(),
            call_edges: sites.len(),
            method_edges: pairs.len(),
            initialised_classes: self.solution.initialised.len(),
        }
    }
}
