//! The solver: Chord's rules (4.1) to (4.9) as a worklist over pointers.
//!
//! Naive model: start with `main` in the empty context; apply every rule to every reachable method in
//! every context until nothing changes. Here a pointer that gained objects is handed on once, with the
//! new objects only (*delta propagation*), to its edges and to the uses of its variable; a method that is
//! reached in a context gets its pointers then (*on-the-fly call graph*); pointers on a cycle of
//! unfiltered edges become one (`cycles.rs`).
//!
//! Deviations from the thesis:
//! 1. Where the k of a site is 0, the objects it makes are told apart by site, and methods called on
//!    them run in the empty context; so k = 0 everywhere is 0-CFA, which the thesis computes separately.
//! 2. The set of abstract objects is not computed in advance: no decision diagrams need it.
//! 3. A method that a contract describes is analysed once for each call site: its context is the call.

use std::collections::BTreeSet;
use std::rc::Rc;

use deadheat_program::ClassId;
use deadheat_program::MethodId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::client::Elements;
use crate::context::{Contexts, Element};
use crate::graph::Graph;
use crate::ids::{
    ContextId, FieldKey, FilterId, InstanceId, MethodIx, NodeId, ObjectId, SequenceId, SiteId, TypeId,
};
use crate::plugins::{self, Watch};
use crate::set::Set;
use crate::template::{NONE, Start, Template, Use, Var};
use crate::world::{ELEMENT, SiteKind, World};

/// So many objects are handed on, mostly in blocks, in the time of one step.
const HANDED_AT_ONCE: u64 = 256;

/// See the module's description.
pub(crate) struct Solver<'w, 'a> {
    pub(crate) world: &'w mut World<'a>,
    pub(crate) client: &'w mut dyn Elements,
    pub(crate) contexts: Contexts,
    pub(crate) objects: Vec<Object>,
    object_numbers: FxHashMap<(SequenceId, TypeId, Element), ObjectId>,
    pub(crate) instances: Vec<Instance>,
    instance_numbers: FxHashMap<(MethodIx, ContextId), InstanceId>,
    pub(crate) graph: Graph,
    pub(crate) fields: FxHashMap<(ObjectId, FieldKey), NodeId>,
    pub(crate) statics: FxHashMap<FieldKey, NodeId>,
    views: FxHashMap<(FieldKey, FilterId), NodeId>,
    pub(crate) linked: FxHashSet<(u32, InstanceId)>,
    /// What plugins gave to pointers: an object, or all.
    pub(crate) given: Vec<(NodeId, Option<ObjectId>)>,
    /// By pointer: those to which plugins hand some of its objects on.
    pub(crate) passed_on: FxHashMap<NodeId, Vec<NodeId>>,
    pub(crate) edges: Vec<CallEdge>,
    pub(crate) initialised: FxHashSet<ClassId>,
    /// Who initialises which class.
    pub(crate) initialisations: Vec<(InstanceId, InstanceId)>,
    /// Which objects of the application are handed to which methods that nobody looks into; and what is called back of an object.
    pub(crate) to_opaque: FxHashMap<InstanceId, BTreeSet<ObjectId>>,
    pub(crate) called_back: FxHashMap<ObjectId, Vec<InstanceId>>,
    /// Who uses which classes of the application.
    users: FxHashSet<(InstanceId, ClassId)>,
    pub(crate) work: std::collections::BinaryHeap<std::cmp::Reverse<(u32, NodeId)>>,
    /// By pointer: its place in a topological order, when cycles were last searched for.
    pub(crate) ranks: Vec<u32>,
    /// The rank that is being worked on.
    position: u32,
    /// Pointers with new objects that wait for the next round.
    later: Vec<NodeId>,
    fresh: Vec<InstanceId>,
    watches: FxHashMap<NodeId, Vec<Watch>>,
    watched: FxHashSet<(NodeId, InstanceId)>,
    /// Accesses that plugins made, which come again when further objects arrive.
    accessed: FxHashSet<(ObjectId, FieldKey, NodeId, bool)>,
    pub(crate) call_count: u32,
    /// How many edges there must be until cycles are searched for again.
    next_search: usize,
    /// How many sites of a context new objects can have behind their own.
    pub(crate) tail: usize,
    /// By call, type and label: whom it runs, when the context does not depend on the receiver.
    pub(crate) quick: FxHashMap<(u32, TypeId, Element), Option<InstanceId>>,
    /// Whether a look-up of members by an unknown name is about too many classes.
    pub(crate) too_wide: bool,
    /// Classes that files beside the application's classes name, once they were read.
    pub(crate) named_in_files: Option<Rc<[ClassId]>>,
    /// How often a pointer was worked on.
    steps: u64,
    /// Objects handed over an edge.
    handed: u64,
}

/// An abstract object.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Object {
    pub(crate) sequence: SequenceId,
    pub(crate) ty: TypeId,
    pub(crate) label: Element,
}

/// A method in a context.
#[derive(Debug)]
pub(crate) struct Instance {
    pub(crate) method: MethodIx,
    pub(crate) context: ContextId,
    pub(crate) first_node: NodeId,
    pub(crate) first_call: u32,
    pub(crate) template: Rc<Template>,
}

/// An edge of the call graph.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallEdge {
    pub(crate) caller: InstanceId,
    /// The call, numbered within the caller's template.
    pub(crate) call: u32,
    pub(crate) callee: InstanceId,
}

impl<'w, 'a> Solver<'w, 'a> {
    pub(crate) fn new(world: &'w mut World<'a>, client: &'w mut dyn Elements) -> Solver<'w, 'a> {
        Solver {
            tail: usize::from(world.max_k().max(1)) - 1,
            world,
            client,
            contexts: Contexts::new(),
            objects: Vec::new(),
            object_numbers: FxHashMap::default(),
            instances: Vec::new(),
            instance_numbers: FxHashMap::default(),
            graph: Graph::default(),
            fields: FxHashMap::default(),
            statics: FxHashMap::default(),
            views: FxHashMap::default(),
            linked: FxHashSet::default(),
            given: Vec::new(),
            passed_on: FxHashMap::default(),
            edges: Vec::new(),
            initialised: FxHashSet::default(),
            initialisations: Vec::new(),
            to_opaque: FxHashMap::default(),
            called_back: FxHashMap::default(),
            users: FxHashSet::default(),
            work: std::collections::BinaryHeap::new(),
            ranks: Vec::new(),
            position: 0,
            later: Vec::new(),
            fresh: Vec::new(),
            watches: FxHashMap::default(),
            watched: FxHashSet::default(),
            accessed: FxHashSet::default(),
            call_count: 0,
            next_search: 10_000,
            quick: FxHashMap::default(),
            too_wide: false,
            named_in_files: None,
            steps: 0,
            handed: 0,
        }
    }

    /// How much was done so far: a number that grows about as time does, and is the same from run to run. A unit is one
    /// or two microseconds.
    pub(crate) fn work(&self) -> u64 {
        self.steps + self.graph.edge_count() as u64 + self.handed / HANDED_AT_ONCE
    }

    /// One step; false when there is nothing left to do.
    pub(crate) fn step(&mut self) -> bool {
        self.steps += 1;
        if let Some(std::cmp::Reverse((rank, node))) = self.work.pop() {
            self.position = rank;
            self.process(node);
            return true;
        }
        if self.fresh.is_empty() && self.later.is_empty() {
            return false;
        }
        for instance in std::mem::take(&mut self.fresh) {
            self.begin(instance);
        }
        if self.graph.edge_count() > self.next_search {
            self.collapse_cycles();
            self.next_search = self.graph.edge_count() + self.graph.edge_count() / 4 + 5_000;
        }
        self.position = 0;
        for node in std::mem::take(&mut self.later) {
            let rank = self.ranks.get(node.index()).copied().unwrap_or(0);
            self.work.push(std::cmp::Reverse((rank, node)));
        }
        true
    }

    // Instances.

    /// A method in a context, which is now reachable.
    pub(crate) fn reach(&mut self, method: MethodIx, context: ContextId) -> InstanceId {
        if let Some(&known) = self.instance_numbers.get(&(method, context)) {
            return known;
        }
        let flags = self.contexts.flags(context);
        let template = crate::behaviour::template_with(self.world, method, flags);
        let id = InstanceId(self.instances.len() as u32);
        let first_node = self.graph.add(template.vars as usize, Some(id));
        let first_call = self.call_count;
        self.call_count += template.calls.len() as u32;
        self.instances.push(Instance { method, context, first_node, first_call, template });
        self.instance_numbers.insert((method, context), id);
        self.fresh.push(id);
        id
    }

    /// A method that the JVM runs by itself, in the empty context.
    pub(crate) fn reach_root(&mut self, method: MethodId) -> InstanceId {
        let method = self.world.method(method);
        self.reach(method, ContextId::EMPTY)
    }

    fn begin(&mut self, id: InstanceId) {
        let template = self.instances[id.index()].template.clone();
        self.use_own_class(id);
        for start in &template.starts {
            match *start {
                Start::Alloc(var, site) => {
                    let object = self.allocate(id, site);
                    self.add(self.node(id, var), object);
                }
                Start::AllocHere(var, ty) => {
                    let object = self.allocate_here(id, ty);
                    self.add(self.node(id, var), object);
                }
                Start::Constant(var, site) => {
                    let object = self.constant(site);
                    self.add(self.node(id, var), object);
                }
                Start::LoadStatic(var, field, filter) => {
                    let (from, to) = (self.static_view(field, filter), self.node(id, var));
                    self.alias(to, from);
                }
                Start::StoreStatic(field, var) => {
                    let (from, to) = (self.node(id, var), self.static_node(field));
                    let filter = self.world.field_info(field).filter;
                    self.link(from, to, filter);
                }
                Start::Call(call) => self.call_without_receiver(id, call),
                Start::Initialise(class) => self.initialise(id, class),
                Start::Special(special) => plugins::begin(self, special, id),
            }
        }
        plugins::observed::reached(self, id);
    }

    /// The pointer of a variable.
    #[inline]
    pub(crate) fn node(&self, instance: InstanceId, var: Var) -> NodeId {
        NodeId(self.instances[instance.index()].first_node.0 + var)
    }

    /// The pointer of a parameter, if it is a reference.
    pub(crate) fn param(&self, instance: InstanceId, index: usize) -> Option<NodeId> {
        let template = &self.instances[instance.index()].template;
        template.params.get(index).filter(|&&var| var != NONE).map(|&var| self.node(instance, var))
    }

    /// The pointer of what a method returns, if it returns references.
    pub(crate) fn result(&self, instance: InstanceId) -> Option<NodeId> {
        let result = self.instances[instance.index()].template.result;
        (result != NONE).then(|| self.node(instance, result))
    }

    /// The type that the method of an instance returns, if it is a reference.
    pub(crate) fn declared_result(&mut self, instance: InstanceId) -> Option<TypeId> {
        self.world.declared_result(self.instances[instance.index()].method)
    }

    // Objects.

    /// The object that a site makes in an instance's context: `h ⊕ c`.
    pub(crate) fn allocate(&mut self, instance: InstanceId, site: SiteId) -> ObjectId {
        let Some(ty) = self.world.site(site).ty else { return self.constant(site) };
        self.allocate_as(instance, site, ty)
    }

    /// As [`Solver::allocate`], for a site that makes objects of several types.
    pub(crate) fn allocate_as(&mut self, instance: InstanceId, site: SiteId, ty: TypeId) -> ObjectId {
        if crate::behaviour::is_merged(self.world, ty) || crate::behaviour::is_merged_at(self.world, site, ty)
        {
            let site = self.world.site_of(SiteKind::Merged(ty), Some(ty));
            return self.constant(site);
        }
        let (sequence, element) = self.contexts.parts(self.instances[instance.index()].context);
        // What a library makes inside its own kind (tasks that split, nodes) is not told apart by depth.
        let is_nested = self.contexts.head(sequence) == Some(site) && self.world.is_library_site(site);
        let sequence = match is_nested {
            true => sequence,
            false => self.contexts.push(site, self.world.k(site), sequence),
        };
        let label = self.client.label(site, element);
        self.object(sequence, ty, label)
    }

    /// The object that a call makes: the call is the head of the instance's context.
    pub(crate) fn allocate_here(&mut self, instance: InstanceId, ty: TypeId) -> ObjectId {
        if crate::behaviour::is_merged(self.world, ty) {
            let site = self.world.site_of(SiteKind::Merged(ty), Some(ty));
            return self.constant(site);
        }
        let (sequence, element) = self.contexts.parts(self.instances[instance.index()].context);
        let Some(site) = self.contexts.head(sequence) else {
            let method = self.instances[instance.index()].method;
            let site = self.world.site_of(SiteKind::Native(method, 0), Some(ty));
            return self.allocate_as(instance, site, ty);
        };
        // Library code without a context of its own: calls of several sites are not worth telling apart.
        if let SiteKind::Call(method, ..) = self.world.site(site).kind
            && self.world.k(site) == 0
            && !self.world.is_application(method)
        {
            let callee = self.instances[instance.index()].method;
            let site = self.world.site_of(SiteKind::Native(callee, 0), None);
            let sequence = self.contexts.push(site, 0, SequenceId::EMPTY);
            return self.object(sequence, ty, 0);
        }
        let label = self.client.label(site, element);
        self.object(sequence, ty, label)
    }

    /// The one object of a site.
    pub(crate) fn constant(&mut self, site: SiteId) -> ObjectId {
        let Some(ty) = self.world.site(site).ty.or_else(|| self.object_type()) else { return ObjectId(0) };
        let sequence = self.contexts.push(site, 0, SequenceId::EMPTY);
        self.object(sequence, ty, 0)
    }

    fn object_type(&mut self) -> Option<TypeId> {
        self.world.program.object_class().map(|class| self.world.types.class(class))
    }

    fn object(&mut self, sequence: SequenceId, ty: TypeId, label: Element) -> ObjectId {
        let next = ObjectId(self.objects.len() as u32);
        let id = *self.object_numbers.entry((sequence, ty, label)).or_insert(next);
        if id == next {
            self.objects.push(Object { sequence, ty, label });
            crate::jvm::finalize(self, id);
        }
        id
    }

    /// The site at the head of an object.
    pub(crate) fn site_of(&self, object: ObjectId) -> Option<SiteId> {
        self.contexts.head(self.objects[object.index()].sequence)
    }

    pub(crate) fn type_of(&self, object: ObjectId) -> TypeId {
        self.objects[object.index()].ty
    }

    // Pointers.

    /// The pointer of an object's field.
    pub(crate) fn field_node(&mut self, object: ObjectId, field: FieldKey) -> NodeId {
        if let Some(&node) = self.fields.get(&(object, field)) {
            return node;
        }
        let node = self.graph.add(1, None);
        self.fields.insert((object, field), node);
        node
    }

    /// The pointer of a static field.
    pub(crate) fn static_node(&mut self, field: FieldKey) -> NodeId {
        if let Some(&node) = self.statics.get(&field) {
            return node;
        }
        let node = self.graph.add(1, None);
        self.statics.insert(field, node);
        node
    }

    /// The pointer of what passes a filter of what a static field holds.
    fn static_view(&mut self, field: FieldKey, filter: FilterId) -> NodeId {
        let from = self.static_node(field);
        if filter == FilterId::ANY {
            return from;
        }
        if let Some(&node) = self.views.get(&(field, filter)) {
            return node;
        }
        let node = self.graph.add(1, None);
        self.views.insert((field, filter), node);
        self.link(from, node, filter);
        node
    }

    /// A variable that has no other source is the same as what it is read from, whatever the context.
    fn alias(&mut self, var: NodeId, to: NodeId) {
        let to = self.graph.find(to);
        let handed = self.graph.handed_on(to);
        // A caller may have linked the variable to its own already.
        let mut edge = self.graph.first_edge(var);
        while let Some((target, filter, next)) = self.graph.edge(edge) {
            self.hand(&handed, target, filter);
            edge = next;
        }
        self.graph.merge(var, to);
        if !handed.is_empty() {
            let objects = handed.to_vec();
            self.use_objects(var, &handed, &objects);
        }
    }

    /// Makes a pointer point to an object, for a plugin.
    pub(crate) fn point(&mut self, node: NodeId, object: ObjectId) {
        self.given.push((node, Some(object)));
        self.add(node, object);
    }

    /// Makes a pointer point to an object.
    pub(crate) fn add(&mut self, node: NodeId, object: ObjectId) {
        let node = self.graph.find(node);
        if self.graph.insert(node, object.0) {
            self.push(node);
        }
    }

    fn push(&mut self, node: NodeId) {
        match self.ranks.get(node.index()) {
            Some(&rank) if rank > self.position => self.work.push(std::cmp::Reverse((rank, node))),
            _ => self.later.push(node),
        }
    }

    /// What one points to, the other does, if it passes the filter.
    pub(crate) fn link(&mut self, from: NodeId, to: NodeId, filter: FilterId) {
        let (from, to) = (self.graph.find(from), self.graph.find(to));
        if from == to {
            return;
        }
        self.graph.link(from, to, filter);
        if !self.graph.set(from).is_empty() {
            let members = self.graph.take_set(from);
            self.hand(&members, to, filter);
            self.graph.put_set(from, members);
        }
    }

    #[inline]
    pub(crate) fn hand(&mut self, objects: &Set, to: NodeId, filter: FilterId) {
        let to = self.graph.find(to);
        self.handed += objects.len() as u64;
        let mut starts = false;
        match objects.bits() {
            Some(bits) => {
                let mask = self.world.types.mask(filter, &self.objects);
                starts = self.graph.absorb(to, bits, mask);
            }
            None => objects.for_each(|object| {
                if filter == FilterId::ANY
                    || self.world.types.passes(filter, self.objects[object as usize].ty)
                {
                    starts |= self.graph.insert(to, object);
                }
            }),
        }
        if starts {
            self.push(to);
        }
    }

    /// As [`Solver::watch`], for a pointer that may be watched already; tells of new objects only.
    pub(crate) fn link_watch(&mut self, node: NodeId, watch: Watch) {
        let node = self.graph.find(node);
        if self.watched.insert((node, watch.instance)) {
            self.watches.entry(node).or_default().push(watch);
        }
    }

    /// Asks for the objects that a pointer comes to point to.
    pub(crate) fn watch(&mut self, node: NodeId, watch: Watch) {
        let node = self.graph.find(node);
        self.watches.entry(node).or_default().push(watch);
        let known: Vec<u32> = self.graph.set(node).to_vec();
        if !known.is_empty() {
            plugins::objects(self, watch, &known);
        }
    }

    /// The same, unless somebody asks in the same way already.
    pub(crate) fn watch_once(&mut self, node: NodeId, watch: Watch) {
        let node = self.graph.find(node);
        let is_same = |other: &Watch| other.special == watch.special && other.parameter == watch.parameter;
        if !self.watches.get(&node).is_some_and(|all| all.iter().any(is_same)) {
            self.watch(node, watch);
        }
    }

    fn process(&mut self, node: NodeId) {
        let node = self.graph.find(node);
        let delta = self.graph.take_delta(node);
        if delta.is_empty() {
            return;
        }
        let mut edge = self.graph.first_edge(node);
        while let Some((to, filter, next)) = self.graph.edge(edge) {
            self.hand(&delta, to, filter);
            edge = next;
        }
        let objects = delta.to_vec();
        self.use_objects(node, &delta, &objects);
        for index in 0..self.graph.members(node).len() {
            let member = self.graph.members(node)[index];
            self.use_objects(member, &delta, &objects);
        }
        if !self.watches.is_empty() {
            self.notify(node, &objects);
        }
    }

    pub(crate) fn notify(&mut self, node: NodeId, delta: &[u32]) {
        let Some(watches) = self.watches.get(&node) else { return };
        for watch in watches.clone() {
            plugins::objects(self, watch, delta);
        }
    }

    /// Pointers were merged: those who watch one watch the other.
    pub(crate) fn move_watches(&mut self, from: NodeId, to: NodeId) {
        if let Some(mut moved) = self.watches.remove(&from) {
            self.watches.entry(to).or_default().append(&mut moved);
        }
    }

    pub(crate) fn use_objects(&mut self, node: NodeId, delta: &Set, objects: &[u32]) {
        let Some(owner) = self.graph.owner(node) else { return };
        let Instance { first_node, template, .. } = &self.instances[owner.index()];
        let (first, template) = (*first_node, template.clone());
        for what in template.uses(node.0 - first.0) {
            match *what {
                Use::Copy(to, filter) => self.hand(delta, NodeId(first.0 + to), filter),
                Use::Load(field, to) => self.load(objects, field, NodeId(first.0 + to)),
                Use::Store(field, from) => self.store(objects, field, NodeId(first.0 + from)),
                Use::Call(call) => {
                    for &object in objects {
                        self.call_on(owner, call, ObjectId(object));
                    }
                }
            }
        }
    }

    /// Whether references can be in a field of an object.
    fn holds_references(&self, object: ObjectId, field: FieldKey) -> bool {
        use crate::types::{RuntimeType, is_reference};
        match *self.world.types.get(self.type_of(object)) {
            RuntimeType::Array(ty) if field == ELEMENT => {
                let is_empty = self.site_of(object).is_some_and(|site| self.world.site(site).is_empty);
                !is_empty && ty.element().is_some_and(is_reference)
            }
            RuntimeType::Class(class) => match self.world.field_info(field).id {
                Some(id) => self.world.program.is_subclass(class, id.class),
                None => true,
            },
            _ => self.world.field_info(field).id.is_none(),
        }
    }

    /// `to = object.field`, for each object.
    pub(crate) fn load(&mut self, objects: &[u32], field: FieldKey, to: NodeId) {
        for &object in objects {
            if self.holds_references(ObjectId(object), field) {
                let from = self.field_node(ObjectId(object), field);
                self.link(from, to, FilterId::ANY);
            }
        }
    }

    /// `object.field = from`, for each object.
    pub(crate) fn store(&mut self, objects: &[u32], field: FieldKey, from: NodeId) {
        for &object in objects {
            let object = ObjectId(object);
            if !self.holds_references(object, field) {
                continue;
            }
            let filter = match field {
                ELEMENT => self.world.types.element_filter(self.type_of(object)),
                _ => self.world.field_info(field).filter,
            };
            let to = self.field_node(object, field);
            self.link(from, to, filter);
        }
    }

    /// As [`Solver::load`], each access once.
    pub(crate) fn load_once(&mut self, objects: &[u32], field: FieldKey, to: NodeId) {
        for &object in objects {
            if self.accessed.insert((ObjectId(object), field, to, false)) {
                self.given.push((to, None));
                self.load(&[object], field, to);
            }
        }
    }

    /// As [`Solver::store`], each access once.
    pub(crate) fn store_once(&mut self, objects: &[u32], field: FieldKey, from: NodeId) {
        for &object in objects {
            if self.accessed.insert((ObjectId(object), field, from, true)) {
                self.store(&[object], field, from);
                self.given.extend(self.fields.get(&(ObjectId(object), field)).map(|&held| (held, None)));
            }
        }
    }

    /// As [`Solver::link`] to or from a static field, once.
    pub(crate) fn link_static_once(&mut self, field: FieldKey, node: NodeId, is_store: bool) {
        if !self.accessed.insert((ObjectId(u32::MAX), field, node, is_store)) {
            return;
        }
        let own = self.static_node(field);
        match is_store {
            true => self.link(node, own, self.world.field_info(field).filter),
            false => self.link(own, node, FilterId::ANY),
        }
    }

    /// Bytes on the heap, about.
    pub(crate) fn heap_size(&self) -> usize {
        self.graph.heap_size()
            + self.fields.capacity() * 16
            + self.linked.capacity() * 10
            + self.quick.capacity() * 24
            + self.edges.capacity() * size_of::<CallEdge>()
            + self.instances.capacity() * (size_of::<Instance>() + 16)
            + self.objects.capacity() * (size_of::<Object>() + 24)
    }

    // Classes.

    /// A class is initialised, its superclasses before it, and those interfaces that have code.
    /// Whoever runs a static method or constructor of the application's, in whatever way it was called, uses its class.
    fn use_own_class(&mut self, id: InstanceId) {
        let Some(method) = self.world.method_id(self.instances[id.index()].method) else { return };
        let [clinit, init] = self.world.well_known.initialisers;
        let is_use =
            self.world.program.method(method).is_ok_and(|method| {
                method.name != clinit && (method.flags.is_static() || method.name == init)
            });
        if is_use && self.world.program.is_application(method.class) {
            self.initialise(id, method.class);
        }
    }

    /// A class is used, and initialised if nobody has done so before. Who is first depends on the schedule: each of those who
    /// use a class of the application may be. Of others, the first that is met stands for all.
    pub(crate) fn initialise(&mut self, by: InstanceId, class: ClassId) {
        let program = self.world.program;
        let is_first = self.initialised.insert(class);
        let is_new = is_first || program.is_application(class) && self.users.insert((by, class));
        if !is_new {
            return;
        }
        for &ancestor in program.superclasses(class).iter().skip(1) {
            self.initialise(by, ancestor);
        }
        for &interface in program.superinterfaces(class) {
            if interface != class && crate::behaviour::has_default_methods(program, interface) {
                self.initialise(by, interface);
            }
        }
        if is_first && self.world.is_opaque(class) {
            plugins::opaque::initialise(self, class);
        }
        let Ok(data) = program.class(class) else { return };
        let [clinit, _] = self.world.well_known.initialisers;
        if let Some(index) = data.methods.iter().position(|method| method.name == clinit) {
            let instance = self.reach_root(MethodId { class, index: index as u16 });
            self.initialisations.push((by, instance));
        }
    }
}
