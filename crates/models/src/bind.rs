//! Models meet a program: names become class and method numbers, and every name that leads nowhere is
//! an error.
//!
//! [`Bound::contract_at`] answers what a call does. The naive model: take every entry for an ancestor of
//! the receiver's class that has the called method (same name, same parameters); order them so that a
//! class comes before its ancestors, the superclasses before unrelated interfaces, a later layer before
//! an earlier one, `get(int)` before `get(..)` before `*(..)`; the first that says something about a group
//! of the contract decides it. Binding looks up all patterns once, so that a question costs one hash
//! look-up per modelled ancestor; and answers are kept, because engines ask for each call of a program.
//!
//! Constructors and static methods are not inherited. A method that generics gave another parameter type
//! (`put(Order)` for `put(Object)`) counts as overriding if its class has the bridge method.

use std::collections::BTreeSet;
use std::sync::{PoisonError, RwLock};

use deadheat_program::classfile::{Flags, Method};
use deadheat_program::symbols::Name;
use deadheat_program::types::Type;
use deadheat_program::{ClassId, MethodId, Program};
use rustc_hash::FxHashMap;

use crate::check;
use crate::contract::{Contract, DataAccess, MethodSafety};
use crate::error::{Error, ErrorKind};
use crate::marks::{self, AnnotationModel, SubclassModel};
use crate::models::{Claims, ClassModel, MethodModel, Models, PackageMark, in_releases};
use crate::names::{find_class, matching, missing_package, no_such_class, no_such_method, visible_methods};
use crate::object::Object;
use crate::pattern::{ClassPattern, dotted};
use crate::words::Safety;

/// Models whose names are looked up in a program.
#[derive(Debug)]
pub struct Bound<'a> {
    models: &'a Models,
    program: &'a Program,
    /// By class; a later layer's entry comes first.
    entries: FxHashMap<ClassId, Vec<Entry<'a>>>,
    /// Entries about packages that the program has, a later layer's first, then the longer name.
    packages: Vec<&'a ClassModel>,
    /// Marks on packages and classes that the program may have.
    library: Vec<&'a ClassPattern>,
    opaque: Vec<&'a ClassPattern>,
    /// By internal name with dots; a later layer's.
    annotations: FxHashMap<&'a str, &'a AnnotationModel>,
    /// By receiver and method: what was found out of it.
    known: RwLock<FxHashMap<(ClassId, MethodId), Option<Contract>>>,
}

#[derive(Debug)]
struct Entry<'a> {
    model: &'a ClassModel,
    methods: FxHashMap<Name, Vec<Match<'a>>>,
}

/// A method whose contract is asked for.
struct CalledMethod<'c> {
    method: MethodId,
    declaration: &'c Method,
    shapes: Vec<&'c [Type]>,
    /// Whether it is the application's own code.
    is_own: bool,
}

/// A method of an entry's class that a pattern means.
#[derive(Debug)]
struct Match<'a> {
    parameters: Box<[Type]>,
    specificity: u8,
    contract: &'a Contract,
}

/// What is known of a class as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClassFacts {
    /// What its entry and those of its ancestors say.
    pub claims: Claims,
    /// Whether findings inside it are shown at the application's call.
    pub is_library: bool,
    /// Whether engines do not look into it.
    pub is_opaque: bool,
}

impl Models {
    /// Looks all names up in a program with a JDK of this feature release. The errors are those of the
    /// user's own entries; a shipped entry for what this program does not have just has no effect.
    pub fn bind<'a>(&'a self, program: &'a Program, release: u16) -> (Bound<'a>, Vec<Error>) {
        let (bound, errors) = bind(self, program, release);
        (bound, errors.into_iter().filter(|(is_user, _)| *is_user).map(|(_, error)| error).collect())
    }

    /// All names, shipped ones included, that a program with a JDK of this release does not have.
    pub fn validate(&self, program: &Program, release: u16) -> Vec<Error> {
        bind(self, program, release).1.into_iter().map(|(_, error)| error).collect()
    }
}

fn bind<'a>(models: &'a Models, program: &'a Program, release: u16) -> (Bound<'a>, Vec<(bool, Error)>) {
    let mut bound = Bound {
        models,
        program,
        entries: FxHashMap::default(),
        packages: Vec::new(),
        library: Vec::new(),
        opaque: Vec::new(),
        annotations: FxHashMap::default(),
        known: RwLock::default(),
    };
    let packages = packages(program);
    let is_there = |pattern: &ClassPattern| match pattern {
        ClassPattern::Class(_) => true,
        _ => packages.iter().any(|class| pattern.matches(class)),
    };
    let mut all_errors = Vec::new();
    for layer in models.layers.iter().rev() {
        let mut errors = Vec::new();
        let first_package = bound.packages.len();
        for model in &layer.classes {
            if in_releases(release, model.claims.since, model.claims.until) {
                bound.add(model, release, &is_there, &mut errors);
            }
        }
        let patterns = |marks: &'a [PackageMark]| marks.iter().map(|mark| &mark.pattern);
        bound.library.extend(patterns(&layer.library).filter(|pattern| is_there(pattern)));
        bound.opaque.extend(patterns(&layer.opaque).filter(|pattern| is_there(pattern)));
        for model in &layer.annotations {
            bound.annotations.entry(&model.name).or_insert(model);
            errors.extend(layer.is_user.then(|| marks::unused(program, model)).flatten());
        }
        for model in layer.subclasses.iter().filter(|_| layer.is_user) {
            errors.extend(marks::without_subclasses(program, model));
        }
        bound.packages[first_package..]
            .sort_by_key(|model| std::cmp::Reverse(model.pattern.to_string().len()));
        let marks = layer.library.iter().chain(&layer.opaque).filter(|mark| !mark.optional);
        errors.extend(marks.filter_map(|mark| missing_package(program, &mark.pattern, &mark.place)));
        all_errors.push(errors.into_iter().map(|error| (layer.is_user, error)).collect::<Vec<_>>());
    }
    (bound, all_errors.into_iter().rev().flatten().collect())
}

/// For each package of a program, the name of a class that could be in it.
fn packages(program: &Program) -> BTreeSet<String> {
    let name = |class| program.symbols().text(program.class_name(class));
    let package = |class| name(class).rsplit_once('/').map(|(package, _)| format!("{package}/C"));
    program.classes().filter_map(package).collect()
}

impl<'a> Bound<'a> {
    fn add(
        &mut self,
        model: &'a ClassModel,
        release: u16,
        is_there: &dyn Fn(&ClassPattern) -> bool,
        errors: &mut Vec<Error>,
    ) {
        let ClassPattern::Class(name) = &model.pattern else {
            if is_there(&model.pattern) {
                self.packages.push(model);
            } else if !model.claims.optional {
                errors.extend(missing_package(self.program, &model.pattern, &model.place));
            }
            return;
        };
        let Some(class) = find_class(self.program, name) else {
            if !model.claims.optional {
                errors.push(no_such_class(self.program, name, &model.place));
            }
            return;
        };
        if let Some(Object::Field(field, of)) = &model.claims.guard
            && **of == Object::This
            && let Err(message) = check::has_field(self.program, class, field)
        {
            errors.push(Error::new(ErrorKind::Mismatch, model.place.clone(), message));
        }
        let mut entry = Entry { model, methods: FxHashMap::default() };
        let visible = visible_methods(self.program, class);
        for method in &model.methods {
            if in_releases(release, method.since, method.until) {
                entry.add(self.program, class, &visible, method, errors);
            }
        }
        self.entries.entry(class).or_default().push(entry);
    }

    /// The program that the names were looked up in.
    pub fn program(&self) -> &'a Program {
        self.program
    }

    /// The marks of library code that the program may have.
    pub fn library_marks(&self) -> &[&'a ClassPattern] {
        &self.library
    }

    /// The classes of libraries on the class path whose use is described: they are made for several threads, or it is
    /// said which methods read and write. That need not be found out from their code.
    pub fn believed(&self) -> Vec<ClassId> {
        let is_marked = |class: &ClassId| !self.is_own(*class);
        let is_believed = |class: &ClassId| match self.facts(*class).claims.safety.safety {
            Some(Safety::Unsafe) => self.says_accesses(*class),
            safety => safety.is_some(),
        };
        self.program.application_classes().filter(is_marked).filter(is_believed).collect()
    }

    /// Whether it is said of a class which methods read and write its objects. An abstract class leaves that to others.
    fn says_accesses(&self, class: ClassId) -> bool {
        if self.program.class(class).is_ok_and(|class| class.flags.has(Flags::ABSTRACT)) {
            return false;
        }
        let entries = self.entries.get(&class).into_iter().flatten();
        let mut contracts = entries.flat_map(|entry| &entry.model.methods).map(|method| &method.contract);
        contracts.any(|contract| contract.data.is_some())
    }

    /// Of a class that is not made for several threads, and whose code is not looked into, a method of which nothing is
    /// said may write.
    fn may_write(&self, method: MethodId, declaration: &Method) -> bool {
        let is_described = self.program.is_on_class_path(method.class)
            && !self.program.is_application(method.class)
            && self.facts(method.class).claims.safety.safety == Some(Safety::Unsafe);
        is_described
            && declaration.flags.has(Flags::PUBLIC)
            && !declaration.flags.is_static()
            && !self.is_constructor(declaration)
    }

    /// Whether the user's own models say something of a class.
    pub fn is_described_by_user(&self, class: ClassId) -> bool {
        let name = self.program.symbols().text(self.program.class_name(class));
        let mut layers = self.models.layers.iter().filter(|layer| layer.is_user);
        layers.any(|layer| layer.classes.iter().any(|model| model.pattern.matches(&name)))
    }

    /// What is said of an annotation, by its internal name.
    pub(crate) fn annotation_model(&self, name: &[u8]) -> Option<&'a AnnotationModel> {
        let name = dotted(std::str::from_utf8(name).ok()?);
        self.annotations.get(name.as_str()).copied()
    }

    /// What is said of methods by name.
    pub(crate) fn subclass_models(&self) -> impl Iterator<Item = &'a SubclassModel> {
        self.models.layers.iter().rev().flat_map(|layer| &layer.subclasses)
    }

    /// The classes that have entries, with what their own entries say, in the order of class numbers.
    pub fn class_claims(&self) -> Vec<(ClassId, &'a Claims)> {
        let mut all: Vec<(ClassId, &Claims)> = Vec::new();
        #[allow(clippy::iter_over_hash_type, reason = "sorted below")]
        for (&class, entries) in &self.entries {
            all.extend(entries.iter().map(|entry| (class, &entry.model.claims)));
        }
        all.sort_by_key(|&(class, _)| class);
        all
    }

    /// The classes with an entry that has such a contract, in the order of class numbers.
    pub fn classes_with(&self, is_meant: impl Fn(&Contract) -> bool) -> Vec<ClassId> {
        let mut found: Vec<ClassId> = Vec::new();
        #[allow(clippy::iter_over_hash_type, reason = "sorted below")]
        for (&class, entries) in &self.entries {
            let mut methods = entries.iter().flat_map(|entry| &entry.model.methods);
            if methods.any(|method| is_meant(&method.contract)) {
                found.push(class);
            }
        }
        found.sort();
        found
    }

    /// The methods whose own contract is such, in the order of their numbers.
    pub fn methods_with(&self, is_meant: impl Fn(&Contract) -> bool) -> Vec<MethodId> {
        let mut found: Vec<MethodId> = Vec::new();
        for class in self.classes_with(&is_meant) {
            let methods = self.program.methods(class).into_iter().flatten();
            found.extend(methods.filter(|&method| self.contract(method).is_some_and(|own| is_meant(&own))));
        }
        found
    }

    /// What a call does that runs this method, when the receiver's class is not known more closely.
    pub fn contract(&self, method: MethodId) -> Option<Contract> {
        self.contract_at(method.class, method)
    }

    /// What a call does that runs this method on an object of class `receiver`, which may inherit it.
    /// `None` when nothing is known.
    pub fn contract_at(&self, receiver: ClassId, method: MethodId) -> Option<Contract> {
        let asked = (receiver, method);
        if let Some(known) = self.known.read().unwrap_or_else(PoisonError::into_inner).get(&asked) {
            return known.clone();
        }
        let contract = self.find_contract(receiver, method);
        self.known.write().unwrap_or_else(PoisonError::into_inner).insert(asked, contract.clone());
        contract
    }

    fn find_contract(&self, receiver: ClassId, method: MethodId) -> Option<Contract> {
        let declaration = self.program.method(method).ok()?;
        let inherits = !declaration.flags.is_static() && !self.is_constructor(declaration);
        let ancestors = if inherits { self.modelled_ancestors(receiver) } else { vec![method.class] };
        let called = CalledMethod {
            method,
            declaration,
            shapes: self.shapes(method, declaration),
            is_own: self.is_own(method.class),
        };
        let mut contract = Contract::default();
        for class in ancestors {
            for entry in self.entries.get(&class).into_iter().flatten() {
                self.apply(&mut contract, class, entry, &called);
            }
        }
        for package in self.packages_of(method.class) {
            contract.safety.inherit(&package.claims.safety);
        }
        if contract.data.is_none() && self.may_write(method, declaration) {
            contract.data = Some(DataAccess { writes: vec![Object::This], ..DataAccess::default() });
        }
        (contract != Contract::default()).then_some(contract)
    }

    fn apply(&self, contract: &mut Contract, class: ClassId, entry: &Entry<'a>, called: &CalledMethod<'_>) {
        let CalledMethod { method, declaration, ref shapes, is_own } = *called;
        let named = entry.methods.get(&declaration.name).into_iter().flatten();
        let mut matches: Vec<&Match<'_>> =
            named.filter(|found| shapes.contains(&&*found.parameters)).collect();
        matches.sort_by_key(|found| std::cmp::Reverse(found.specificity));
        let has_method = !matches.is_empty()
            || class == method.class
            || self.program.lookup(class, declaration.name, declaration.descriptor).is_ok();
        let claims_hold = class == method.class || !is_own;
        for found in matches {
            let mut inherited = found.contract.clone();
            if !claims_hold {
                inherited.safety = only_unsafe(inherited.safety);
            }
            contract.inherit(&inherited);
        }
        if has_method {
            let claims = entry.model.claims.safety;
            contract.safety.inherit(&if claims_hold { claims } else { only_unsafe(claims) });
        }
    }

    /// Whether a class is the application's own code: not the JDK's, and not marked as a library's.
    fn is_own(&self, class: ClassId) -> bool {
        self.program.is_application(class) && {
            let name = self.program.symbols().text(self.program.class_name(class));
            !self.library.iter().any(|pattern| pattern.matches_nest(&name))
        }
    }

    /// What is known of a class. The application's own classes inherit no claim that they are safe.
    pub fn facts(&self, class: ClassId) -> ClassFacts {
        let name = self.program.symbols().text(self.program.class_name(class));
        let mut claims = Claims::default();
        for entry in self.entries.get(&class).into_iter().flatten() {
            claims.inherit(&entry.model.claims);
        }
        self.packages_of(class).for_each(|package| claims.inherit(&package.claims));
        let is_own = self.is_own(class);
        for ancestor in self.modelled_ancestors(class).into_iter().filter(|&ancestor| ancestor != class) {
            for entry in self.entries.get(&ancestor).into_iter().flatten() {
                claims.inherit(&inherited_claims(&entry.model.claims, is_own));
            }
        }
        let is_marked = |marks: &[&ClassPattern]| marks.iter().any(|pattern| pattern.matches_nest(&name));
        let is_opaque = claims.opaque.unwrap_or_else(|| is_marked(&self.opaque));
        ClassFacts { claims, is_library: is_marked(&self.library), is_opaque }
    }

    fn packages_of(&self, class: ClassId) -> impl Iterator<Item = &'a ClassModel> {
        let name = self.program.symbols().text(self.program.class_name(class));
        self.packages.iter().copied().filter(move |model| model.pattern.matches(&name))
    }

    /// The class and its ancestors that have entries, each before its own ancestors.
    fn modelled_ancestors(&self, class: ClassId) -> Vec<ClassId> {
        let mut rest: Vec<ClassId> = Vec::new();
        for ancestor in self.program.ancestors(class) {
            if self.entries.contains_key(&ancestor) && !rest.contains(&ancestor) {
                rest.push(ancestor);
            }
        }
        let mut ordered = Vec::with_capacity(rest.len());
        while !rest.is_empty() {
            let is_hidden = |class: ClassId| {
                rest.iter().any(|&other| other != class && self.program.is_subclass(other, class))
            };
            // In a circular hierarchy each hides the other; then the order of the file has to do.
            let next = rest.iter().position(|&class| !is_hidden(class)).unwrap_or(0);
            ordered.push(rest.remove(next));
        }
        ordered
    }

    /// The parameter lists under which a method may be called: its own and those of its bridges.
    fn shapes(&self, method: MethodId, declaration: &Method) -> Vec<&'a [Type]> {
        let symbols = self.program.symbols();
        let parameters = |method: &Method| &*symbols.descriptor_data(method.descriptor).parameters;
        let own = parameters(declaration);
        let mut shapes = vec![own];
        if let Ok(class) = self.program.class(method.class) {
            let is_bridge = |other: &&Method| {
                other.name == declaration.name
                    && other.flags.has(Flags::BRIDGE)
                    && other.flags.has(Flags::SYNTHETIC)
                    && parameters(other).len() == own.len()
                    // It only casts; a bridge of another overload does not fit.
                    && own.iter().zip(parameters(other)).all(|(&own, &erased)| {
                        self.program.is_assignable(own, erased).unwrap_or(true)
                    })
            };
            shapes.extend(class.methods.iter().filter(is_bridge).map(parameters));
        }
        shapes
    }

    fn is_constructor(&self, method: &Method) -> bool {
        self.program.symbols().bytes(method.name) == b"<init>"
    }
}

impl<'a> Entry<'a> {
    fn add(
        &mut self,
        program: &Program,
        class: ClassId,
        visible: &[MethodId],
        model: &'a MethodModel,
        errors: &mut Vec<Error>,
    ) {
        for (pattern, place) in &model.patterns {
            let found = matching(program, class, visible, pattern);
            if found.is_empty() {
                errors.push(no_such_method(program, class, visible, pattern, place));
            }
            errors.extend(found.iter().find_map(|&method| {
                let message = check::fits(program, class, method, &model.contract).err()?;
                let method = program.display_method(method);
                Some(Error::new(ErrorKind::Mismatch, place.clone(), format!("{method}: {message}")))
            }));
            for method in found {
                let Ok(declaration) = program.method(method) else { continue };
                let parameters = program.symbols().descriptor_data(declaration.descriptor).parameters.clone();
                let specificity = pattern.specificity();
                let found = Match { parameters, specificity, contract: &model.contract };
                self.methods.entry(declaration.name).or_default().push(found);
            }
        }
    }
}

/// The part of a claim that holds for code which others wrote.
fn only_unsafe(claims: MethodSafety) -> MethodSafety {
    MethodSafety {
        safety: claims.safety.filter(|&safety| safety == Safety::Unsafe),
        instantiates: None,
        circulates: None,
    }
}

fn inherited_claims(claims: &Claims, is_own: bool) -> Claims {
    let mut claims =
        Claims { unseen: None, summary: None, keeps: None, merged: None, opaque: None, ..claims.clone() };
    if is_own {
        claims.safety = only_unsafe(claims.safety);
        claims.guard = None;
    }
    claims
}
