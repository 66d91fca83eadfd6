//! Library code: whose it is, and what of it several threads may run at once (IteRace 3.2, Filtering).
//!
//! Library code is what the JDK has and what a mark covers. What the classes of a library that are described do inside,
//! with objects that the application never has, is their own affair: if they say how they may be used, that holds.

use deadheat_models::{Bound, Circulates, ClassPattern, Instantiates, MethodSafety, Safety};
use deadheat_points_to::{InstanceId, ObjectId, PointsTo};
use deadheat_program::{ClassId, MethodId};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::parallel::FactsOf;
use crate::threads::{Graph, MAIN};

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Library {
    /// Instances of library code.
    instances: Bits,
    /// Whether some of it is on the class path.
    pub(crate) is_marked: bool,
}

impl Library {
    /// By the marks of the models, and what is folded.
    pub(crate) fn of<'m>(
        points_to: &PointsTo<'_>,
        bound: &Bound<'m>,
        folded: impl IntoIterator<Item = &'m ClassPattern>,
    ) -> Library {
        let marks: Vec<&ClassPattern> = bound.library_marks().iter().copied().chain(folded).collect();
        let program = points_to.program();
        let mut by_class: FxHashMap<ClassId, bool> = FxHashMap::default();
        let mut library = Library::default();
        for instance in points_to.all_instances() {
            // What plugins made stands between library code and what it calls.
            let is_library = points_to.method(instance).is_none_or(|method| {
                let name = || program.symbols().text(program.class_name(method.class));
                let is_covered = || {
                    let name = name();
                    marks.iter().any(|mark| mark.matches_nest(&name))
                };
                !program.is_application(method.class)
                    || *by_class.entry(method.class).or_insert_with(is_covered)
            });
            if is_library {
                library.instances.insert(instance.index());
            }
        }
        library.is_marked = by_class.into_values().any(|is_covered| is_covered);
        library
    }

    pub(crate) fn contains(&self, instance: InstanceId) -> bool {
        self.instances.contains(instance.index())
    }
}

/// What several threads may run or use at once, as models claim.
#[derive(Debug, Default)]
pub(crate) struct Safe {
    /// Instances whose accesses do not race.
    instances: Bits,
    /// Objects that are safe themselves.
    objects: Bits,
    /// Instances of library code that runs only behind calls of classes whose use is described.
    behind: Bits,
    /// Objects that the application has.
    handed: Bits,
}

impl Safe {
    pub(crate) fn of(
        points_to: &PointsTo<'_>,
        bound: &Bound<'_>,
        graph: &Graph,
        facts: &FactsOf,
        library: &Library,
    ) -> Safe {
        let program = points_to.program();
        let mut claims = Claims { bound, known: FxHashMap::default() };
        let mut safe = Safe::default();
        let (mut passing, mut described) = (Bits::default(), Bits::default());
        for instance in points_to.all_instances() {
            let Some(method) = points_to.method(instance) else { continue };
            if !program.is_application(method.class) {
                if program.is_on_class_path(method.class) {
                    described.insert(instance.index());
                }
                continue;
            }
            let claimed = claims.of(method, library.contains(instance));
            if claimed.safety.is_some_and(|safety| safety != Safety::Unsafe) {
                safe.instances.insert(instance.index());
            }
            if is_transitive(claimed) {
                passing.insert(instance.index());
            }
        }
        for object in points_to.objects() {
            let is_safe = points_to.made_at(object).is_some_and(|(method, _)| {
                // All instances of a method are library code, or none is.
                let is_library = points_to.instances(method).first().is_none_or(|&it| library.contains(it));
                claims.of(method, is_library).instantiates == Some(Instantiates::Safe)
            });
            if is_safe {
                safe.objects.insert(object.index());
            }
        }
        if !passing.is_empty() {
            safe.instances.union(&behind(points_to, graph, library, &passing));
        }
        if !described.is_empty() {
            safe.behind = behind(points_to, graph, library, &described);
            safe.handed = handed(points_to, facts, library);
        }
        safe
    }

    /// Whether the accesses of an instance do not race.
    pub(crate) fn has(&self, instance: InstanceId) -> bool {
        self.instances.contains(instance.index())
    }

    /// Whether an instance runs only behind calls of classes whose use is described.
    pub(crate) fn is_behind(&self, instance: InstanceId) -> bool {
        self.behind.contains(instance.index())
    }

    /// Whether only libraries have an object.
    pub(crate) fn is_inside(&self, object: Option<ObjectId>) -> bool {
        object.is_none_or(|object| !self.handed.contains(object.index()))
    }

    pub(crate) fn has_object(&self, object: Option<ObjectId>) -> bool {
        object.is_some_and(|object| self.objects.contains(object.index()))
    }
}

/// The objects that the application's own code is given: by its calls, and as parameters.
fn handed(points_to: &PointsTo<'_>, facts: &FactsOf, library: &Library) -> Bits {
    let mut handed = Bits::default();
    for instance in points_to.all_instances().filter(|&instance| !library.contains(instance)) {
        let calls = facts.get(&instance).into_iter().flat_map(|facts| &facts.calls);
        let results = calls.flat_map(|call| points_to.points_to(instance, call.inst));
        for object in results.chain(points_to.parameters(instance).into_iter().flatten()) {
            handed.insert(object.index());
        }
    }
    handed
}

/// Whether nothing that a method calls can race, either.
fn is_transitive(claimed: MethodSafety) -> bool {
    match claimed.safety {
        Some(Safety::TransitivelyThreadSafe) => true,
        Some(Safety::Immutable) => claimed.circulates == Some(Circulates::Safe),
        _ => false,
    }
}

/// Library code that runs only behind calls that are safe through and through. What library code calls back is not behind.
fn behind(points_to: &PointsTo<'_>, graph: &Graph, library: &Library, passing: &Bits) -> Bits {
    let all = graph.reached_by(MAIN..);
    let mut open = Bits::default();
    let own = points_to.all_instances().filter(|&it| all.contains(it.index()) && !library.contains(it));
    let roots = graph.threads.iter().flat_map(|thread| thread.roots.iter().copied());
    let mut work: Vec<InstanceId> = own.chain(roots).collect();
    while let Some(instance) = work.pop() {
        if open.insert(instance.index()) && !passing.contains(instance.index()) {
            work.extend(graph.calls[instance.index()].iter().map(|&(_, callee)| callee));
        }
    }
    all.iter().filter(|&index| !open.contains(index)).collect()
}

/// What models claim of methods.
struct Claims<'c, 'a> {
    bound: &'c Bound<'a>,
    known: FxHashMap<(MethodId, bool), MethodSafety>,
}

impl Claims<'_, '_> {
    /// The claims that count: those of library code, and whatever the user says.
    fn of(&mut self, method: MethodId, is_library: bool) -> MethodSafety {
        let bound = self.bound;
        *self.known.entry((method, is_library)).or_insert_with(|| {
            if !is_library && !bound.is_described_by_user(method.class) {
                return MethodSafety::default();
            }
            let mut claimed = bound.contract(method).unwrap_or_default().safety;
            claimed.inherit(&bound.facts(method.class).claims.safety);
            claimed
        })
    }
}
