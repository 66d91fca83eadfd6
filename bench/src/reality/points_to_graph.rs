//! The static graph that is to be judged: call graph and points-to sets of `deadheat_points_to::solve`.
//!
//! A call through the JDK is found *strictly* when the call instruction leads into library code from which the
//! callee is reached without passing another method of the application, and *loosely* when the callee is
//! called from library code at all. Code that is not looked into may call whatever was handed to it, so what
//! it calls back counts for each of its methods.
//!
//! A call that is missing has a cause: see [`PointsToGraph::cause`]. Each names a gap that the analysis lists,
//! or says that there is none, which is a bug.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

use deadheat_harness::Jdk;
use deadheat_models::{Bound, Models};
use deadheat_points_to::{
    Gap, InstanceId, NoElements, Observation, ObservedTarget, Options, PointsTo, RuntimeType, solve,
};
use deadheat_program::ir::{Inst, InvokeKind, Value};
use deadheat_program::{ClassId, FieldId, MethodId};

use super::compare::{MissingEdge, Report, StaticGraph, compare};
use super::lookup::{Lookup, is_made_up};
use super::observed::{FieldName, MethodName, Observed, Reflected, Site};
use super::record::Recording;

/// How to analyse.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) k: u8,
    /// Whether the analysis is told what reflective calls were seen to do.
    pub(crate) feedback: bool,
}

/// What an analysis gave, held against a recording.
pub(crate) struct Judged {
    pub(crate) report: Report,
    /// Seconds of the analysis alone, the program opened.
    pub(crate) seconds: f64,
    /// Reachable methods of the application.
    pub(crate) methods: usize,
}

/// Analyses what ran and holds the graph against what it did.
pub(crate) fn judge(
    recording: &Recording,
    main: &str,
    jdk: &Jdk,
    settings: Settings,
) -> Result<Judged, String> {
    let lookup = Lookup::open(&recording.class_path, jdk)?;
    let models = Models::shipped();
    let (bound, _) = models.bind(&lookup.program, jdk.release);
    let entry = MethodName {
        class: main.replace('.', "/"),
        name: "main".to_owned(),
        descriptor: "([Ljava/lang/String;)V".to_owned(),
    };
    let entry = lookup.method(&entry).ok_or_else(|| format!("{main} has no main method"))?;
    let observed = if settings.feedback { observations(&lookup, &recording.observed) } else { Vec::new() };
    let options = Options { k: settings.k, observed, ..Options::default() };
    let start = Instant::now();
    let points_to = solve(&bound, options, &[entry], &mut NoElements, &mut |_| {});
    let seconds = start.elapsed().as_secs_f64();
    let graph = PointsToGraph::new(&lookup, &bound, points_to, &recording.observed);
    let report = compare(&recording.observed, &graph);
    Ok(Judged { report, seconds, methods: graph.application_methods() })
}

/// What the reflective calls of a run were about, for the analysis.
fn observations(lookup: &Lookup, observed: &Observed) -> Vec<Observation> {
    let mut found = Vec::new();
    for (site, what) in &observed.reflected {
        let Some(caller) = lookup.method(&site.method) else { continue };
        let target = match what {
            Reflected::Class(name) => lookup.program.find_class(name).map(ObservedTarget::Class),
            Reflected::Method(name) => lookup.method(name).map(ObservedTarget::Method),
        };
        let Some(target) = target else { continue };
        let calls = lookup.all_at(site, |inst| matches!(inst, Inst::Invoke(..)).then_some(()));
        found.extend(calls.into_iter().map(|(inst, ())| Observation { caller, inst, target }));
    }
    found
}

type CalleesByOffset = BTreeMap<u32, BTreeSet<InstanceId>>;

/// See the module's description.
struct PointsToGraph<'a> {
    lookup: &'a Lookup,
    bound: &'a Bound<'a>,
    points_to: PointsTo<'a>,
    gaps: Gaps,
    /// Classes that the run looked up by name or made by reflection.
    reflected: BTreeSet<&'a str>,
    /// Methods that something other than the application's own code calls.
    called_back: BTreeSet<MethodId>,
    callees: RefCell<BTreeMap<MethodId, Rc<CalleesByOffset>>>,
    /// By library method: the application's methods that it reaches, its own code not passed.
    reached: RefCell<BTreeMap<InstanceId, Rc<BTreeSet<MethodId>>>>,
    fields: RefCell<BTreeMap<FieldId, Rc<Vec<RuntimeType>>>>,
}

/// The names in the gaps.
#[derive(Default)]
struct Gaps {
    reflection: BTreeSet<String>,
    missing: BTreeSet<String>,
    dynamic: BTreeSet<String>,
}

impl Gaps {
    fn of(all: Vec<Gap>) -> Gaps {
        let mut gaps = Gaps::default();
        for gap in all {
            match gap {
                Gap::Reflection { method, .. } => gaps.reflection.insert(method),
                Gap::MissingClass(class) => gaps.missing.insert(class),
                Gap::Dynamic(method) => gaps.dynamic.insert(method),
                _ => false,
            };
        }
        gaps
    }
}

impl<'a> PointsToGraph<'a> {
    fn new(
        lookup: &'a Lookup,
        bound: &'a Bound<'a>,
        points_to: PointsTo<'a>,
        observed: &'a Observed,
    ) -> PointsToGraph<'a> {
        let class = |what: &'a Reflected| match what {
            Reflected::Class(class) => class.as_str(),
            Reflected::Method(method) => method.class.as_str(),
        };
        let reflected = observed.reflected.iter().map(|(_, what)| class(what)).collect();
        let mut called_back = BTreeSet::new();
        for caller in points_to.all_instances() {
            if !is_own(lookup, points_to.method(caller)) {
                let calls = points_to.calls(caller);
                called_back.extend(calls.into_iter().filter_map(|(_, callee, _)| points_to.method(callee)));
            }
        }
        PointsToGraph {
            gaps: Gaps::of(points_to.gaps()),
            lookup,
            bound,
            points_to,
            reflected,
            called_back,
            callees: RefCell::default(),
            reached: RefCell::default(),
            fields: RefCell::default(),
        }
    }

    fn application_methods(&self) -> usize {
        let methods = self.points_to.methods().into_iter();
        methods.filter(|&method| is_own(self.lookup, Some(method))).count()
    }

    /// Whom the instructions of a method run, by offset.
    fn callees_of(&self, method: MethodId) -> Rc<CalleesByOffset> {
        if let Some(known) = self.callees.borrow().get(&method) {
            return known.clone();
        }
        let mut callees = CalleesByOffset::new();
        if let Some(body) = self.lookup.body(method) {
            for &instance in self.points_to.instances(method) {
                for (inst, callee, _) in self.points_to.calls(instance) {
                    callees.entry(u32::from(body.pc(inst))).or_default().insert(callee);
                }
            }
        }
        let callees = Rc::new(callees);
        self.callees.borrow_mut().insert(method, callees.clone());
        callees
    }

    /// Whom an instruction runs.
    fn callees_at(&self, site: &Site) -> BTreeSet<InstanceId> {
        let caller = self.lookup.method(&site.method);
        let callees = caller.map(|caller| self.callees_of(caller));
        callees.and_then(|callees| callees.get(&site.offset).cloned()).unwrap_or_default()
    }

    /// The application's methods that a library's reaches, breadth-first.
    fn reached_from(&self, start: InstanceId) -> Rc<BTreeSet<MethodId>> {
        if let Some(known) = self.reached.borrow().get(&start) {
            return known.clone();
        }
        let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::from([start]));
        let mut stack = vec![start];
        while let Some(instance) = stack.pop() {
            let method = self.points_to.method(instance);
            if is_own(self.lookup, method) {
                found.extend(method);
                continue;
            }
            let unseen = method.filter(|&method| self.is_unseen(method));
            let opaque = unseen.and_then(|_| self.points_to.opaque_code());
            let calls = self.points_to.calls(instance);
            let callees = calls.into_iter().map(|(_, callee, _)| callee).chain(opaque);
            stack.extend(callees.filter(|&callee| seen.insert(callee)));
        }
        let found = Rc::new(found);
        self.reached.borrow_mut().insert(start, found.clone());
        found
    }

    /// Whether a library's method is not looked into, or has no body to look into.
    fn is_unseen(&self, method: MethodId) -> bool {
        let is_abstract = self.lookup.program.method(method).is_ok_and(|method| method.flags.is_abstract());
        is_abstract || self.bound.facts(method.class).is_opaque
    }

    fn reaches(&self, site: &Site, callee: MethodId) -> bool {
        let is_library = |instance: &InstanceId| !is_own(self.lookup, self.points_to.method(*instance));
        let mut starts = self.callees_at(site).into_iter().filter(is_library);
        starts.any(|start| self.reached_from(start).contains(&callee))
    }

    /// Whether a runtime type is what a fact names.
    fn is_named(&self, ty: &RuntimeType, class: &str) -> bool {
        let program = &self.lookup.program;
        match *ty {
            RuntimeType::Class(id) => {
                let stands_for = |named: ClassId| {
                    let declared = program.class(id).is_ok_and(|class| class.flags.is_abstract());
                    declared && !program.is_application(named) && program.is_subclass(named, id)
                };
                program.symbols().text(program.class_name(id)) == class
                    || program.find_class(class).is_some_and(stands_for)
            }
            RuntimeType::Array(ty) => self.lookup.type_named(class) == Some(ty),
            RuntimeType::Lambda(_) | RuntimeType::Proxy(..) => is_made_up(class),
        }
    }

    /// The receiver of a call that has one.
    fn receiver(&self, site: &Site) -> Option<Value> {
        let body = self.lookup.body(self.lookup.method(&site.method)?)?;
        let receiver = |inst| match inst {
            Inst::Invoke(InvokeKind::Virtual | InvokeKind::Interface, _, arguments) => {
                body.list(arguments).first().copied()
            }
            _ => None,
        };
        self.lookup.at(site, receiver)
    }

    /// The types of the objects that are receivers in the graph.
    fn receivers(&self, site: &Site) -> BTreeSet<String> {
        let Some(method) = self.lookup.method(&site.method) else { return BTreeSet::new() };
        let Some(value) = self.receiver(site) else { return BTreeSet::new() };
        let instances = self.points_to.instances(method).iter();
        let objects = instances.flat_map(|&instance| self.points_to.points_to(instance, value));
        objects.map(|object| self.points_to.type_name(object)).collect()
    }

    /// Whether objects of the class, or of one below it, are made in the graph.
    fn is_made(&self, class: &str) -> bool {
        let program = &self.lookup.program;
        let Some(class) = program.find_class(class) else { return false };
        let below = program.classes().filter(|&other| program.is_subclass(other, class));
        let constructors = below.filter_map(|class| program.methods(class).ok()).flatten();
        let is_constructor = |id: &MethodId| {
            program.method(*id).is_ok_and(|method| program.symbols().bytes(method.name) == b"<init>")
        };
        let mut constructors = constructors.filter(is_constructor);
        constructors.any(|constructor| self.points_to.is_reachable(constructor))
    }

    /// Whether the class, or one below it, is known to the run by reflection.
    fn is_reflected(&self, class: &str) -> bool {
        let program = &self.lookup.program;
        let Some(class) = program.find_class(class) else { return self.reflected.contains(class) };
        let named = self.reflected.iter().filter_map(|name| program.find_class(name));
        named.into_iter().any(|named| program.is_subclass(named, class))
    }

    fn has_reflection(&self, site: &Site) -> bool {
        let method = self.lookup.method(&site.method);
        method
            .is_some_and(|method| self.gaps.reflection.contains(&self.lookup.program.display_method(method)))
    }
}

fn is_own(lookup: &Lookup, method: Option<MethodId>) -> bool {
    method.is_some_and(|method| lookup.program.is_application(method.class))
}

impl StaticGraph for PointsToGraph<'_> {
    fn has_method(&self, method: &MethodName) -> bool {
        self.lookup.method(method).is_some_and(|method| self.points_to.is_reachable(method))
    }

    fn has_edge(&self, site: &Site, callee: &MethodName) -> bool {
        let Some(callee) = self.lookup.method(callee) else { return false };
        let callees = self.callees_at(site);
        if callees.iter().any(|&instance| self.points_to.method(instance) == Some(callee)) {
            return true;
        }
        // A reference to a method of the JDK may be in between.
        let call = |inst| matches!(inst, Inst::Invoke(InvokeKind::Interface, ..)).then_some(());
        self.lookup.at(site, call).is_some() && self.reaches(site, callee)
    }

    fn reaches_through_library(&self, site: &Site, callee: &MethodName) -> bool {
        self.lookup.method(callee).is_some_and(|callee| self.reaches(site, callee))
    }

    fn is_called_back(&self, callee: &MethodName) -> bool {
        self.lookup.method(callee).is_some_and(|callee| self.called_back.contains(&callee))
    }

    fn allocates(&self, site: &Site, class: &str) -> bool {
        self.has_method(&site.method) && self.lookup.allocates(site, class)
    }

    fn field_may_hold(&self, field: &FieldName, class: &str) -> bool {
        let Some(id) = self.lookup.field(field) else { return false };
        let known = self.fields.borrow().get(&id).cloned();
        let types = known.unwrap_or_else(|| {
            let types = Rc::new(self.points_to.field_types(id));
            self.fields.borrow_mut().insert(id, types.clone());
            types
        });
        types.iter().any(|ty| self.is_named(ty, class))
    }

    fn element_may_hold(&self, site: &Site, class: &str) -> bool {
        let Some(method) = self.lookup.method(&site.method) else { return false };
        let stored = |inst| match inst {
            Inst::ArrayStore(_, _, _, value) => Some(value),
            _ => None,
        };
        let Some(value) = self.lookup.at(site, stored) else { return false };
        let instances = self.points_to.instances(method).iter();
        let mut objects = instances.flat_map(|&instance| self.points_to.points_to(instance, value));
        objects.any(|object| self.is_named(self.points_to.object_type(object), class))
    }

    /// Why a call is not there. The caller is in the graph, or there is none.
    fn cause(&self, missing: &MissingEdge) -> String {
        let callee = &missing.callee;
        let unmade = || !self.is_made(&callee.class);
        let cause = match &missing.site {
            _ if self.lookup.method(callee).is_none() => "the callee is in no file",
            None if callee.name == "<clinit>" && self.is_reflected(&callee.class) => {
                "reflection: a class that is looked up by a name of the run"
            }
            None if callee.name == "<clinit>" => "no use of the class is in the graph",
            None => "no thread of the graph starts there",
            Some(_) if missing.via_library && self.is_called_back(callee) => {
                "the library calls it, but from another call"
            }
            Some(site) if missing.via_library && self.has_reflection(site) => {
                "reflection: the call's target is not known (listed as a gap)"
            }
            Some(_) if callee.name == "<clinit>" => "no use of the class is in the graph",
            Some(_) if self.is_reflected(&callee.class) && unmade() => {
                "reflection: the class is only made by a name of the run"
            }
            Some(_) if callee.class.contains("$$") || callee.name.contains("loadClass") => {
                "the JVM loads classes through the program's loader"
            }
            Some(_) if missing.via_library && !self.has_method(callee) => "the library does not call it",
            Some(_) if missing.via_library => "the library calls it nowhere",
            Some(site) if self.receiver(site).is_none() => "a call without dispatch is not in the graph",
            Some(_) if unmade() => "objects of the class are not made in the graph",
            Some(site) if self.receivers(site).is_empty() => "no object arrives at the call",
            Some(_) => "objects of the class do not arrive at the call",
        };
        cause.to_owned()
    }

    /// What is at the call instead.
    fn note(&self, missing: &MissingEdge) -> String {
        let Some(site) = &missing.site else { return String::new() };
        let receivers: Vec<String> = self.receivers(site).into_iter().collect();
        match receivers.len() {
            0 => String::new(),
            1..=4 => format!("on {}", receivers.join(", ")),
            count => format!("on {} … ({count} classes)", receivers[..3].join(", ")),
        }
    }
}
