//! What does not depend on contexts: methods with their templates, sites, fields, resolution, dispatch.
//!
//! A world is kept from one solution to the next, so that solving again with other k values starts with
//! every template made and every reference resolved.

use std::rc::Rc;

use deadheat_models::{Bound, ClassFacts, Contract, Part};
use deadheat_program::classfile::Flags;
use deadheat_program::hierarchy::LinkResult;
use deadheat_program::ir::{Inst, InstId, InvokeKind};
use deadheat_program::symbols::{DescriptorId, FieldRef, MethodRef, Name};
use deadheat_program::types::Type;
use deadheat_program::{ClassId, FieldId, LinkError, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::decided::Flags as KnownFlags;
use crate::gaps::{Gap, Gaps};
use crate::ids::{FieldKey, FilterId, MethodIx, SiteId, TypeId};
use crate::options::{Library, Options};
use crate::scripts::Script;
use crate::template::{Target, Template};
use crate::types::{RuntimeType, Types};

/// See the module's description.
#[derive(Debug)]
pub(crate) struct World<'a> {
    pub(crate) program: &'a Program,
    pub(crate) bound: &'a Bound<'a>,
    pub(crate) options: Options,
    pub(crate) types: Types<'a>,
    pub(crate) gaps: Gaps,
    pub(crate) well_known: WellKnown,
    pub(crate) methods: Vec<MethodData>,
    method_numbers: FxHashMap<MethodId, MethodIx>,
    pub(crate) sites: Vec<Site>,
    site_numbers: FxHashMap<SiteKind, SiteId>,
    fields: Vec<FieldInfo>,
    field_numbers: FxHashMap<FieldId, FieldKey>,
    field_refs: FxHashMap<FieldRef, Option<FieldKey>>,
    resolved: FxHashMap<(MethodRef, u8, ClassId), Option<MethodIx>>,
    selected: FxHashMap<(MethodIx, TypeId), Option<MethodIx>>,
    named: FxHashMap<(Name, Option<u8>, TypeId), Rc<[MethodIx]>>,
    contracts: FxHashMap<(MethodId, ClassId), Option<Rc<Contract>>>,
    facts: FxHashMap<ClassId, Rc<ClassFacts>>,
    /// By part: the classes that name calls to reach it, and the calls.
    paths: Vec<(Part, ClassId, Box<[Name]>)>,
    /// Classes with methods that work on the program itself: texts handed to them matter.
    pub(crate) reflective: FxHashSet<Name>,
    /// By class: its finalizer.
    pub(crate) finalizers: FxHashMap<ClassId, Option<MethodId>>,
    /// The methods that stand for code that nobody sees.
    unseen: FxHashMap<Unseen, MethodIx>,
    /// What frameworks do, each in a thread.
    scripts: FxHashMap<MethodIx, Script>,
    abstract_contracts: FxHashMap<(MethodId, ClassId), MethodIx>,
    /// k values that a client raised.
    pub(crate) raised: FxHashMap<SiteId, u8>,
    pub(crate) containers: FxHashMap<ClassId, bool>,
    pub(crate) has_opaque_libraries: Option<bool>,
    /// The numbers that methods always return.
    pub(crate) results: FxHashMap<MethodId, Option<i64>>,
    /// What methods do with some of their flags known.
    pub(crate) flagged: FxHashMap<(MethodIx, KnownFlags), Rc<Template>>,
    /// By site.
    pub(crate) lambdas: FxHashMap<SiteId, crate::plugins::lambdas::LambdaType>,
}

#[derive(Debug)]
pub(crate) struct MethodData {
    pub(crate) origin: Origin,
    pub(crate) template: Option<Rc<Template>>,
    /// Whether each call site has an instance of its own, whatever the receiver.
    pub(crate) per_call: bool,
    /// Whether it is a library's and gives an object that is told apart by the application's call.
    pub(crate) returns_apart: bool,
    /// Whether it is code of a container class.
    pub(crate) of_container: bool,
    /// Whether it overrides a method of `Object`, and only calls others.
    pub(crate) asks: bool,
    /// Whether a client asked to tell its results apart by call.
    pub(crate) by_call: bool,
    /// Whether its template says what its body does.
    pub(crate) is_translated: bool,
    /// The parameters by which its instances are told apart (`decided.rs`).
    pub(crate) deciding: Option<Rc<[u16]>>,
    /// What may be passed to each parameter, the receiver first.
    pub(crate) filters: Option<Rc<[FilterId]>>,
}

/// Where a method comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A method of the program.
    Method(MethodId),
    /// What calling a lambda or method reference made at this site runs.
    Lambda(SiteId),
    /// What a contract, not a body, says of a method.
    Contract(MethodId, ClassId),
    /// A plugin's own.
    Plugin,
}

/// Code that is not part of the program and calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Unseen {
    /// The JVM's own.
    Jvm,
    /// That of opaque packages.
    Opaque,
    /// That of callers from outside.
    Callers,
}

/// A place where objects are made.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    pub(crate) kind: SiteKind,
    pub(crate) ty: Option<TypeId>,
    pub(crate) k: u8,
    /// Whether its objects are arrays without elements.
    pub(crate) is_empty: bool,
}

/// What kind of place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SiteKind {
    /// An allocation in a method's body; the last number tells the dimensions of one instruction apart.
    Alloc(MethodIx, InstId, u8),
    /// A call whose contract makes something.
    Call(MethodIx, InstId, u8),
    /// A string constant whose text matters.
    Text(Name),
    /// All other strings that are not told apart, or another class whose objects are merged.
    Merged(TypeId),
    /// A class object.
    ClassObject(Type),
    /// A reflected method or constructor, or a handle of one.
    MethodObject(MethodId, TypeId),
    /// A reflected field, or a handle of one.
    FieldObject(FieldId, TypeId),
    /// A handle of the elements of arrays.
    ElementsObject(TypeId),
    /// What the JVM makes: the arguments of `main`, the main thread.
    Jvm(TypeId, u8),
    /// What callers from outside bring or make.
    Caller(TypeId),
    /// What a framework makes, by the number of the script that it makes it for; whether there is one of it.
    Framework(TypeId, u32, bool),
    /// What a native method without a model may return.
    Native(MethodIx, u8),
    /// No object: in contexts, a static method that is passed no reference.
    Entered(MethodIx),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct FieldInfo {
    pub(crate) id: Option<FieldId>,
    pub(crate) filter: FilterId,
}

/// Classes that the JVM's specification singles out; and the names of initialisers, of classes and of objects.
#[derive(Debug)]
pub(crate) struct WellKnown {
    pub(crate) string: Option<ClassId>,
    pub(crate) throwable: Option<ClassId>,
    pub(crate) class: Option<ClassId>,
    /// In the order of `Primitive`; empty without a JDK.
    pub(crate) boxes: Vec<ClassId>,
    pub(crate) initialisers: [Name; 2],
}

/// The element of an array or container.
pub(crate) const ELEMENT: FieldKey = FieldKey(0);
/// What is thrown anywhere.
pub(crate) const THROWN: FieldKey = FieldKey(1);
/// All threads that were started.
pub(crate) const CURRENT_THREAD: FieldKey = FieldKey(2);
/// Objects of the application that were handed to opaque code.
pub(crate) const OPAQUE: FieldKey = FieldKey(3);
/// The first of the parts that contracts name, in the order of `Part`.
const PARTS: u32 = 4;
/// What was serialised, and all that it refers to.
pub(crate) const SERIALIZED: FieldKey = FieldKey(14);
pub(crate) const SERIALIZED_PARTS: FieldKey = FieldKey(15);
/// The first of the values that a lambda captured.
const CAPTURES: u32 = 16;
const FIRST_FIELD: u32 = CAPTURES + 260;
/// What callers from outside have.
pub(crate) const CALLERS: FieldKey = FieldKey(CAPTURES + 256);
/// Of it, the application's objects, and those of libraries that do not only hold others.
pub(crate) const CALLERS_OWN: FieldKey = FieldKey(CAPTURES + 257);
pub(crate) const CALLERS_OTHERS: FieldKey = FieldKey(CAPTURES + 258);
/// What is in the collections and arrays that callers have.
pub(crate) const CALLERS_INSIDE: FieldKey = FieldKey(CAPTURES + 259);

/// The field for a value that a lambda captured.
pub(crate) fn capture(index: usize) -> FieldKey {
    FieldKey(CAPTURES + (index as u32).min(255))
}

/// Which captured value a field is for, if it is for one alone.
pub(crate) fn capture_index(field: FieldKey) -> Option<usize> {
    field.0.checked_sub(CAPTURES).filter(|&index| index < 255).map(|index| index as usize)
}

/// The field for a part of an object.
pub(crate) fn part(part: deadheat_models::Part) -> FieldKey {
    use deadheat_models::Part;
    let number = match part {
        Part::Element => return ELEMENT,
        Part::Key => 0,
        Part::Value => 1,
        Part::Outcome => 2,
        Part::Task => 3,
        Part::Tasks => 4,
        Part::Owner => 5,
        Part::Lock => 6,
        Part::Local => 7,
        Part::Interrupt => 8,
    };
    FieldKey(PARTS + number)
}

impl<'a> World<'a> {
    pub(crate) fn new(bound: &'a Bound<'a>, options: Options) -> World<'a> {
        let program = bound.program();
        let nothing = FieldInfo { id: None, filter: FilterId::ANY };
        let mut gaps = Gaps::default();
        let inputs = [program.application_input(), program.jdk_input()];
        let problems = inputs.into_iter().flat_map(|input| &input.problems);
        problems.for_each(|problem| gaps.add(Gap::Input(problem.to_string())));
        World {
            program,
            bound,
            options,
            types: Types::new(program),
            gaps,
            well_known: WellKnown::find(program),
            methods: Vec::new(),
            method_numbers: FxHashMap::default(),
            sites: Vec::new(),
            site_numbers: FxHashMap::default(),
            fields: vec![nothing; FIRST_FIELD as usize],
            field_numbers: FxHashMap::default(),
            field_refs: FxHashMap::default(),
            resolved: FxHashMap::default(),
            selected: FxHashMap::default(),
            named: FxHashMap::default(),
            contracts: FxHashMap::default(),
            facts: FxHashMap::default(),
            paths: find_paths(bound),
            reflective: find_reflective(bound),
            finalizers: FxHashMap::default(),
            unseen: FxHashMap::default(),
            scripts: FxHashMap::default(),
            abstract_contracts: FxHashMap::default(),
            raised: FxHashMap::default(),
            containers: FxHashMap::default(),
            has_opaque_libraries: None,
            results: FxHashMap::default(),
            flagged: FxHashMap::default(),
            lambdas: FxHashMap::default(),
        }
    }

    /// The number of a method.
    pub(crate) fn method(&mut self, method: MethodId) -> MethodIx {
        if let Some(&index) = self.method_numbers.get(&method) {
            return index;
        }
        let index = self.add_method(Origin::Method(method));
        self.method_numbers.insert(method, index);
        index
    }

    /// A method that the program does not have, or not in this form.
    pub(crate) fn add_method(&mut self, origin: Origin) -> MethodIx {
        self.methods.push(MethodData {
            origin,
            template: None,
            per_call: false,
            returns_apart: false,
            by_call: false,
            is_translated: false,
            deciding: None,
            of_container: false,
            asks: false,
            filters: None,
        });
        MethodIx(self.methods.len() as u32 - 1)
    }

    /// A method of a plugin's, with its template.
    pub(crate) fn add_plugin(&mut self, template: Template) -> MethodIx {
        let method = self.add_method(Origin::Plugin);
        self.data_mut(method).template = Some(Rc::new(template));
        method
    }

    /// A method for what a framework does in a thread.
    pub(crate) fn add_script(&mut self, template: Template, script: Script) -> MethodIx {
        let method = self.add_plugin(template);
        self.scripts.insert(method, script);
        method
    }

    /// What a framework does in a thread, if that is what a method stands for.
    pub(crate) fn script(&self, method: MethodIx) -> Option<Script> {
        self.scripts.get(&method).copied()
    }

    /// The method that stands for code which nobody sees, if it is needed yet.
    pub(crate) fn known_unseen(&self, code: Unseen) -> Option<MethodIx> {
        self.unseen.get(&code).copied()
    }

    /// The method that stands for code which nobody sees.
    pub(crate) fn unseen(&mut self, code: Unseen, make: impl FnOnce() -> Template) -> MethodIx {
        match self.known_unseen(code) {
            Some(method) => method,
            None => {
                let method = self.add_plugin(make());
                self.unseen.insert(code, method);
                method
            }
        }
    }

    /// What a method returns.
    pub(crate) fn result_type(&self, id: MethodId) -> Option<Type> {
        let declaration = self.program.method(id).ok()?;
        self.program.symbols().descriptor_data(declaration.descriptor).result
    }

    /// What a method returns, if it is a reference to something that the program has.
    pub(crate) fn declared_result(&mut self, method: MethodIx) -> Option<TypeId> {
        let result = self.result_type(self.method_id(method)?)?;
        self.types.declared(result)
    }

    /// Whether a method has no receiver.
    pub(crate) fn is_static(&self, id: MethodId) -> bool {
        self.program.method(id).is_ok_and(|method| method.flags.is_static())
    }

    pub(crate) fn data(&self, method: MethodIx) -> &MethodData {
        &self.methods[method.index()]
    }

    pub(crate) fn data_mut(&mut self, method: MethodIx) -> &mut MethodData {
        &mut self.methods[method.index()]
    }

    /// The method of the program that a number stands for; a contract's method is the one it describes.
    pub(crate) fn method_id(&self, method: MethodIx) -> Option<MethodId> {
        match self.data(method).origin {
            Origin::Method(id) | Origin::Contract(id, _) => Some(id),
            Origin::Lambda(_) | Origin::Plugin => None,
        }
    }

    /// The class whose code a method is; of a lambda, the class that has the expression.
    pub(crate) fn class_of(&self, method: MethodIx) -> Option<ClassId> {
        match self.data(method).origin {
            Origin::Method(id) | Origin::Contract(id, _) => Some(id.class),
            Origin::Lambda(site) => match self.site(site).kind {
                SiteKind::Alloc(method, ..) | SiteKind::Call(method, ..) => self.class_of(method),
                _ => None,
            },
            Origin::Plugin => None,
        }
    }

    /// Whether a method is the application's own code.
    pub(crate) fn is_application(&self, method: MethodIx) -> bool {
        self.class_of(method).is_some_and(|class| self.program.is_application(class))
    }

    /// The number of a site.
    pub(crate) fn site_of(&mut self, kind: SiteKind, ty: Option<TypeId>) -> SiteId {
        if let Some(&site) = self.site_numbers.get(&kind) {
            return site;
        }
        let id = SiteId(self.sites.len() as u32);
        let k = self.k_of(kind, ty);
        self.sites.push(Site { kind, ty, k, is_empty: false });
        self.site_numbers.insert(kind, id);
        id
    }

    pub(crate) fn site(&self, site: SiteId) -> &Site {
        &self.sites[site.index()]
    }

    /// Gives a site its type, when it becomes known after the site.
    pub(crate) fn set_site_type(&mut self, site: SiteId, ty: TypeId) {
        self.sites[site.index()].ty = Some(ty);
    }

    /// Whether a site stands in a library.
    pub(crate) fn is_library_site(&self, site: SiteId) -> bool {
        matches!(self.site(site).kind, SiteKind::Alloc(method, ..) if !self.is_application(method))
    }

    /// The arrays of a site have no elements.
    pub(crate) fn set_site_empty(&mut self, site: SiteId) {
        self.sites[site.index()].is_empty = true;
    }

    /// The paper's Σ: how many sites tell objects of this one apart.
    pub(crate) fn k(&self, site: SiteId) -> u8 {
        match self.raised.get(&site) {
            Some(&raised) => raised.max(self.sites[site.index()].k),
            None => self.sites[site.index()].k,
        }
    }

    /// The largest k of any site.
    pub(crate) fn max_k(&self) -> u8 {
        let Options { k, library_k, containers, .. } = self.options;
        let inside = if containers { inside_containers(k) } else { 0 };
        self.raised.values().copied().chain([k, library_k, inside]).max().unwrap_or_default()
    }

    /// Raises the k of a site.
    pub(crate) fn raise(&mut self, site: SiteId, k: u8) {
        let raised = self.raised.entry(site).or_default();
        *raised = k.max(*raised);
    }

    /// Goes on with less precision: with this k for all sites, or a smaller one.
    pub(crate) fn lower(&mut self, k: u8) {
        self.options.k = k;
        self.options.library_k = self.options.library_k.min(k);
        self.raised.clear();
        self.methods.iter_mut().for_each(|method| method.by_call = false);
        for index in 0..self.sites.len() {
            let Site { kind, ty, .. } = self.sites[index];
            self.sites[index].k = self.k_of(kind, ty);
        }
    }

    /// The number of a field that was met.
    pub(crate) fn field_key(&self, field: FieldId) -> Option<FieldKey> {
        self.field_numbers.get(&field).copied()
    }

    /// The site of an allocation that was met.
    pub(crate) fn allocation(&self, method: MethodId, inst: InstId) -> Option<SiteId> {
        let method = *self.method_numbers.get(&method)?;
        self.site_numbers.get(&SiteKind::Alloc(method, inst, 0)).copied()
    }

    fn k_of(&mut self, kind: SiteKind, ty: Option<TypeId>) -> u8 {
        let method = match kind {
            SiteKind::Alloc(method, ..) | SiteKind::Call(method, ..) => method,
            SiteKind::Caller(_) | SiteKind::Framework(..) => return self.options.k,
            _ => return 0,
        };
        let is_application = self.is_application(method);
        let k = if is_application { self.options.k } else { self.options.library_k };
        if !self.options.containers {
            return k;
        }
        let owner = self.class_of(method);
        let inside = !is_application && owner.is_some_and(|class| self.is_container(class));
        let makes = ty.and_then(|ty| match *self.types.get(ty) {
            RuntimeType::Class(class) => Some(class),
            _ => None,
        });
        let makes = makes.is_some_and(|class| self.is_container(class));
        match (inside, makes) {
            (true, _) => k.max(inside_containers(self.options.k)),
            (false, true) => k.max(1),
            _ => k,
        }
    }

    /// Whether a class is a library's container, or belongs to one.
    pub(crate) fn is_container(&mut self, class: ClassId) -> bool {
        if let Some(&known) = self.containers.get(&class) {
            return known;
        }
        let own = self.facts(class).claims.container == Some(true);
        let is_container = !self.program.is_application(class) && (own || self.is_inside_container(class));
        self.containers.insert(class, is_container);
        is_container
    }

    /// Whether the class is nested in a container.
    fn is_inside_container(&mut self, class: ClassId) -> bool {
        self.program.outer_class(class).is_some_and(|outer| self.is_container(outer))
    }

    /// What the models say of a class as a whole.
    pub(crate) fn facts(&mut self, class: ClassId) -> Rc<ClassFacts> {
        let bound = self.bound;
        self.facts.entry(class).or_insert_with(|| Rc::new(bound.facts(class))).clone()
    }

    /// Whether nobody looks into a class.
    pub(crate) fn is_opaque(&mut self, class: ClassId) -> bool {
        self.options.library == Library::Modelled && {
            let facts = self.facts(class);
            facts.is_opaque || facts.claims.unseen == Some(true)
        }
    }

    /// What the models say of a method on objects of a class.
    pub(crate) fn contract(&mut self, method: MethodId, receiver: ClassId) -> Option<Rc<Contract>> {
        let bound = self.bound;
        let find = || bound.contract_at(receiver, method).map(Rc::new);
        self.contracts.entry((method, receiver)).or_insert_with(find).clone()
    }

    /// The classes that name calls to reach a part, and the calls.
    pub(crate) fn paths(&self, part: Part) -> Vec<(ClassId, Box<[Name]>)> {
        let of_part = self.paths.iter().filter(|(of, ..)| *of == part);
        of_part.map(|(_, class, calls)| (*class, calls.clone())).collect()
    }

    /// The classes of objects that hold others.
    pub(crate) fn path_classes(&self) -> impl Iterator<Item = ClassId> + '_ {
        self.paths.iter().map(|(_, class, _)| *class)
    }

    /// An abstract method on objects of which only the class is known: its contract is all there is.
    pub(crate) fn abstract_method(&mut self, method: MethodId, receiver: ClassId) -> MethodIx {
        if let Some(&known) = self.abstract_contracts.get(&(method, receiver)) {
            return known;
        }
        let index = self.add_method(Origin::Contract(method, receiver));
        self.abstract_contracts.insert((method, receiver), index);
        index
    }

    /// The number of a field.
    pub(crate) fn field(&mut self, field: FieldId) -> FieldKey {
        if let Some(&key) = self.field_numbers.get(&field) {
            return key;
        }
        let ty = self.program.field(field).map(|field| field.ty).ok();
        let filter = ty.map_or(FilterId::ANY, |ty| self.types.filter(ty));
        let key = FieldKey(self.fields.len() as u32);
        self.fields.push(FieldInfo { id: Some(field), filter });
        self.field_numbers.insert(field, key);
        key
    }

    /// The field that a reference in a class means; a gap when there is none.
    pub(crate) fn resolve_field(&mut self, from: ClassId, reference: FieldRef) -> Option<FieldKey> {
        if let Some(&known) = self.field_refs.get(&reference) {
            return known;
        }
        let key = match self.program.resolve_field(from, reference) {
            Ok(field) => Some(self.field(field)),
            Err(error) => {
                self.note_link_error(error);
                None
            }
        };
        self.field_refs.insert(reference, key);
        key
    }

    pub(crate) fn field_info(&self, key: FieldKey) -> FieldInfo {
        self.fields[key.index()]
    }

    /// The class of a static field, which is initialised by an access.
    pub(crate) fn field_class(&self, key: FieldKey) -> Option<ClassId> {
        Some(self.fields[key.index()].id?.class)
    }

    /// The field of the program that a key stands for.
    pub(crate) fn field_id(&self, key: FieldKey) -> Option<FieldId> {
        self.fields[key.index()].id
    }

    pub(crate) fn note_link_error(&mut self, error: LinkError) {
        if let LinkError::Missing(name) = error {
            let problem = self.program.find(name).and_then(|class| self.program.class(class).err());
            let missing = || Gap::MissingClass(self.program.symbols().text(name).replace('/', "."));
            self.gaps.add(problem.map_or_else(missing, |problem| Gap::Input(problem.to_string())));
        }
    }

    /// The method that the reference of a call names: what runs, for static and special calls.
    pub(crate) fn resolve(&mut self, from: ClassId, target: Target) -> Option<MethodIx> {
        let (kind, reference) = match target {
            Target::Static(reference) => (InvokeKind::Static, reference),
            Target::Special(reference) => (InvokeKind::Special, reference),
            Target::Virtual(reference) => (InvokeKind::Virtual, reference),
            Target::Interface(reference) => (InvokeKind::Interface, reference),
            Target::Exact(method) => return Some(method),
            Target::Named(..) => return None,
        };
        let key = (reference, kind as u8, from);
        if let Some(&known) = self.resolved.get(&key) {
            return known;
        }
        let found = self.resolve_now(from, kind, reference);
        let found = match found {
            Ok(method) => Some(self.method(method)),
            Err(error) => {
                self.note_link_error(error);
                None
            }
        };
        self.resolved.insert(key, found);
        found
    }

    fn resolve_now(&self, from: ClassId, kind: InvokeKind, reference: MethodRef) -> LinkResult<MethodId> {
        let resolved = self.program.resolve_method(from, kind, reference)?;
        match kind {
            InvokeKind::Special => self.program.select_special(from, reference, resolved),
            _ => Ok(resolved),
        }
    }

    /// What a virtual or interface call of `resolved` runs on objects of a type.
    pub(crate) fn select(&mut self, resolved: MethodIx, ty: TypeId) -> Option<MethodIx> {
        if let Some(&known) = self.selected.get(&(resolved, ty)) {
            return known;
        }
        let found = self.select_now(resolved, ty);
        self.selected.insert((resolved, ty), found);
        found
    }

    fn select_now(&mut self, resolved: MethodIx, ty: TypeId) -> Option<MethodIx> {
        let id = self.method_id(resolved)?;
        match *self.types.get(ty) {
            RuntimeType::Class(class) => self.select_in_class(class, id),
            RuntimeType::Array(_) => {
                let object = self.program.object_class()?;
                self.program.select(object, id).ok().map(|method| self.method(method))
            }
            RuntimeType::Lambda(_) | RuntimeType::Proxy(..) => {
                crate::plugins::select_implementing(self, id, ty)
            }
        }
    }

    fn select_in_class(&mut self, class: ClassId, resolved: MethodId) -> Option<MethodIx> {
        let selected = match self.program.select(class, resolved) {
            Ok(method) => method,
            // An object of an abstract type: its contract is all that is known of it.
            Err(LinkError::AbstractMethod) => {
                let method = self.program.method(resolved).ok()?;
                self.program.lookup(class, method.name, method.descriptor).ok()?
            }
            Err(error) => {
                self.note_link_error(error);
                return None;
            }
        };
        let is_abstract = self.program.method(selected).is_ok_and(|method| method.flags.is_abstract());
        Some(if is_abstract { self.abstract_method(selected, class) } else { self.method(selected) })
    }

    /// All instance methods of a name that objects of a type have.
    pub(crate) fn select_named(&mut self, name: Name, arity: Option<u8>, ty: TypeId) -> Rc<[MethodIx]> {
        if let Some(known) = self.named.get(&(name, arity, ty)) {
            return known.clone();
        }
        let found: Rc<[MethodIx]> = self.select_named_now(name, arity, ty).into();
        self.named.insert((name, arity, ty), found.clone());
        found
    }

    /// The classes and interfaces that a type inherits from, itself included.
    pub(crate) fn ancestors(&self, ty: TypeId) -> Vec<ClassId> {
        match *self.types.get(ty) {
            RuntimeType::Class(class) => self.program.ancestors(class).collect(),
            RuntimeType::Array(_) => self.program.object_class().into_iter().collect(),
            RuntimeType::Lambda(_) | RuntimeType::Proxy(..) => {
                let own = self.types.interfaces(ty).iter();
                own.flat_map(|&class| self.program.superinterfaces(class)).copied().collect()
            }
        }
    }

    fn select_named_now(&mut self, name: Name, arity: Option<u8>, ty: TypeId) -> Vec<MethodIx> {
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        for class in self.ancestors(ty) {
            let Ok(data) = self.program.class(class) else { continue };
            for (index, method) in data.methods.iter().enumerate() {
                let parameters = self.program.symbols().descriptor_data(method.descriptor).parameters.len();
                let fits = method.name == name
                    && !method.flags.has(Flags::STATIC | Flags::PRIVATE)
                    && arity.is_none_or(|arity| usize::from(arity) == parameters);
                if !fits || !seen.insert(method.descriptor) {
                    continue;
                }
                let resolved = self.method(MethodId { class, index: index as u16 });
                if let Some(selected) = self.select(resolved, ty)
                    && !found.contains(&selected)
                {
                    found.push(selected);
                }
            }
        }
        let targets: Vec<_> = found.iter().filter_map(|&method| self.descriptor(method)).collect();
        found.retain(|&method| self.bridged(method).is_none_or(|target| !targets.contains(&target)));
        found
    }

    fn descriptor(&self, method: MethodIx) -> Option<DescriptorId> {
        Some(self.program.method(self.method_id(method)?).ok()?.descriptor)
    }

    /// What a compiler's bridge calls: the same method with other types. Both would be run.
    fn bridged(&self, method: MethodIx) -> Option<DescriptorId> {
        let Origin::Method(id) = self.data(method).origin else { return None };
        let bridge = self.program.method(id).ok().filter(|method| method.flags.has(Flags::BRIDGE))?;
        let body = self.program.lower(id).ok()??;
        let mut called = body.insts().filter_map(|inst| match body.inst(inst) {
            Inst::Invoke(_, target, _) => Some(self.program.symbols().method_data(target)),
            _ => None,
        });
        let target = called.next().filter(|target| target.name == bridge.name)?;
        (target.descriptor != bridge.descriptor).then_some(target.descriptor)
    }

    /// Forgets what belongs to one solution.
    pub(crate) fn forget_solution(&mut self) {
        self.types.forget_objects();
    }
}

/// The k of what containers allocate inside: it reaches back to the container, through its nodes and views.
fn inside_containers(k: u8) -> u8 {
    (k + 1).max(4)
}

fn find_paths(bound: &Bound<'_>) -> Vec<(Part, ClassId, Box<[Name]>)> {
    let symbols = bound.program().symbols();
    let mut found = Vec::new();
    for (class, claims) in bound.class_claims() {
        for (part, calls) in &claims.paths {
            let calls = calls.iter().map(|call| symbols.name(call.as_bytes())).collect();
            found.push((*part, class, calls));
        }
    }
    found
}

fn find_reflective(bound: &Bound<'_>) -> FxHashSet<Name> {
    let classes = bound.classes_with(|contract| contract.meaning.is_some()).into_iter();
    classes.map(|class| bound.program().class_name(class)).collect()
}

impl WellKnown {
    fn find(program: &Program) -> WellKnown {
        let class = |name: &str| program.find_class(name);
        let boxes = ["Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double"];
        WellKnown {
            string: class("java/lang/String"),
            throwable: class("java/lang/Throwable"),
            class: class("java/lang/Class"),
            boxes: boxes.iter().filter_map(|name| class(&format!("java/lang/{name}"))).collect(),
            initialisers: [&b"<clinit>"[..], b"<init>"].map(|name| program.symbols().name(name)),
        }
    }
}
