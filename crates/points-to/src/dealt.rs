//! Elements that are dealt out to tasks: by a number that each task has for itself, or by a loop that makes a task
//! for each element of a container.
//!
//! An element that stands in one place of its container is given to one task of a dealing. If the tasks of two
//! dealings may run in the same threads, they must be the same turns through the same container; or else the
//! element may come to two tasks.

use deadheat_program::ir::{InstId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ids::{FieldKey, InstanceId, NodeId, ObjectId};
use crate::placed::Placed;
use crate::result::PointsTo;
use crate::set::Set;
use crate::slots::Slot;
use crate::types::RuntimeType;
use crate::world::ELEMENT;

/// See the module's description.
#[derive(Debug, Clone)]
pub struct Dealing {
    /// Who deals out.
    pub instance: InstanceId,
    /// Where the elements come from.
    pub from: DealtFrom,
    /// If their container is another one each time: where that comes from, and so on. Loops inside may begin anew then
    /// while tasks run, if no element stands in two containers.
    pub within: Vec<DealtFrom>,
    /// Where the elements come to.
    pub to: DealtTo,
    /// The same for dealings by the same turns: in one round the same task is given the elements of all of them.
    pub turns: usize,
    /// The threads whose tasks are given them.
    pub threads: Vec<usize>,
}

/// Where elements come from.
#[derive(Debug, Clone, Copy)]
pub enum DealtFrom {
    /// An array.
    Array(Value),
    /// A call of an iterator, which gives one after the other.
    Call(InstId),
}

/// Where elements come to.
#[derive(Debug, Clone, Copy)]
pub enum DealtTo {
    /// A value of the task that loads them.
    Value(Value),
    /// What a task object holds.
    Slot(ObjectId, Slot),
}

impl Dealing {
    fn is_by_same_call(&self, other: &Dealing) -> bool {
        match (self.from, other.from) {
            (DealtFrom::Call(one), DealtFrom::Call(other_call)) => {
                self.instance == other.instance && one == other_call
            }
            _ => false,
        }
    }
}

/// The containers in which an object was found, with whether it was placed there.
type Found = Vec<(Option<ObjectId>, bool)>;

/// What is dealt out.
#[derive(Debug, Default)]
pub(crate) struct Dealt {
    /// Pointers to what is dealt out.
    pub(crate) pointers: Vec<NodeId>,
    /// Objects of such pointers that may come to two tasks.
    pub(crate) repeated: Vec<(NodeId, u32)>,
    /// Objects that may stand elsewhere, too.
    pub(crate) copied: Vec<u32>,
    /// By slot: what only one task holds there.
    pub(crate) slots: FxHashSet<(ObjectId, FieldKey, u32)>,
}

/// One element in one container.
struct Turn {
    dealing: usize,
    node: NodeId,
    /// The array, if it is one.
    container: Option<ObjectId>,
    is_placed: bool,
}

impl Dealt {
    /// Finds out what is dealt out, given which objects are stages of streams.
    pub(crate) fn of(
        points_to: &PointsTo<'_>,
        placed: &Placed<'_, '_>,
        dealings: &[Dealing],
        is_stage: impl Fn(ObjectId) -> bool,
    ) -> Dealt {
        let mut found = Dealt::default();
        let is_by_call = dealings.iter().any(|dealing| matches!(dealing.from, DealtFrom::Call(_)));
        let kept = if is_by_call { kept_by_containers(points_to) } else { Set::default() };
        let mut turns: FxHashMap<u32, Vec<Turn>> = FxHashMap::default();
        for (index, dealing) in dealings.iter().enumerate() {
            let Some(node) = pointer(points_to, dealing) else { continue };
            found.pointers.push(node);
            let is_within = are_different(points_to, placed, dealing, &is_stage);
            for object in objects(points_to, node) {
                let own = found_in(points_to, placed, dealing, dealing.from, ObjectId(object), &is_stage);
                let is_apart = |own: &Found| own.iter().all(|(_, is_placed)| *is_placed);
                let own = own.filter(|own| dealing.within.is_empty() || is_within && is_apart(own));
                let is_kept = matches!(dealing.from, DealtFrom::Call(_)) && kept.contains(object);
                let Some(own) = own.filter(|own| !own.is_empty() && !is_kept) else {
                    found.repeated.push((node, object));
                    continue;
                };
                let turn = |(container, is_placed)| Turn { dealing: index, node, container, is_placed };
                let own: Vec<Turn> = own.into_iter().map(turn).collect();
                if own.iter().any(|turn| !turn.is_placed) {
                    found.copied.push(object);
                }
                if let DealtTo::Slot(holder, slot) = dealing.to
                    && let Some(key) = slot.key(&points_to.world)
                {
                    found.slots.insert((holder, key, object));
                }
                turns.entry(object).or_default().extend(own);
            }
        }
        #[allow(clippy::iter_over_hash_type, reason = "marks, in any order")]
        for (object, turns) in &turns {
            found.compare(points_to, dealings, *object, turns);
        }
        found
    }

    /// Two dealings of one object: does it come to one task by both?
    fn compare(&mut self, points_to: &PointsTo<'_>, dealings: &[Dealing], object: u32, turns: &[Turn]) {
        for (index, one) in turns.iter().enumerate() {
            for other in turns[index + 1..].iter().filter(|other| other.dealing != one.dealing) {
                let (first, second) = (&dealings[one.dealing], &dealings[other.dealing]);
                let are_one = match (one.container, other.container) {
                    (Some(one), Some(other)) => one == other,
                    _ => first.is_by_same_call(second),
                };
                let is_same = first.turns == second.turns && (are_one || one.is_placed && other.is_placed);
                if is_same || !first.threads.iter().any(|thread| second.threads.contains(thread)) {
                    continue;
                }
                for (turn, dealing) in [(one, first), (other, second)] {
                    self.repeated.push((turn.node, object));
                    if let DealtTo::Slot(holder, slot) = dealing.to
                        && let Some(key) = slot.key(&points_to.world)
                    {
                        self.slots.remove(&(holder, key, object));
                    }
                }
            }
        }
    }
}

/// What containers of libraries hold in fields of their own, and so may give again and again.
fn kept_by_containers(points_to: &PointsTo<'_>) -> Set {
    let (world, solution) = (&points_to.world, &points_to.solution);
    let mut kept = Set::default();
    #[allow(clippy::iter_over_hash_type, reason = "a set is made of it")]
    for (&(holder, key), &node) in &solution.fields {
        let RuntimeType::Class(class) = *points_to.object_type(holder) else { continue };
        let is_container = || world.path_classes().any(|of| world.program.is_subclass(class, of));
        if world.field_id(key).is_some() && !world.program.is_application(class) && is_container() {
            solution.graph.set(solution.graph.root(node)).for_each(|object| {
                kept.insert(object);
            });
        }
    }
    kept
}

/// The containers from which an object is dealt out, with whether it was placed there; none if it may stand in one
/// twice.
fn found_in(
    points_to: &PointsTo<'_>,
    placed: &Placed<'_, '_>,
    dealing: &Dealing,
    from: DealtFrom,
    object: ObjectId,
    is_stage: &dyn Fn(ObjectId) -> bool,
) -> Option<Found> {
    let array = match from {
        DealtFrom::Array(array) => array,
        DealtFrom::Call(inst) => {
            let is_once = placed.is_given_once(dealing.instance, inst, object);
            return is_once.map(|is_placed| vec![(None, is_placed)]);
        }
    };
    let mut found = Vec::new();
    for container in points_to.points_to(dealing.instance, array) {
        if is_stage(container) {
            return None;
        }
        if placed.contains(container, ELEMENT, object) {
            if !placed.is_once(container, ELEMENT, object) {
                return None;
            }
            found.push((Some(container), placed.is_placed(container, ELEMENT, object)));
        }
    }
    Some(found)
}

/// Whether loops around a dealing give other containers each time: each stands in one place, and those between in no
/// other container, either.
fn are_different(
    points_to: &PointsTo<'_>,
    placed: &Placed<'_, '_>,
    dealing: &Dealing,
    is_stage: &dyn Fn(ObjectId) -> bool,
) -> bool {
    let last = dealing.within.len().saturating_sub(1);
    dealing.within.iter().enumerate().all(|(index, &from)| {
        let given = match from {
            DealtFrom::Call(inst) => points_to.points_to(dealing.instance, inst),
            DealtFrom::Array(array) => {
                let arrays = points_to.points_to(dealing.instance, array);
                arrays.into_iter().flat_map(|array| points_to.elements(array)).collect()
            }
        };
        given.into_iter().all(|container| {
            let found = found_in(points_to, placed, dealing, from, container, is_stage);
            let is_apart = |found: &Found| index == last || found.iter().all(|(_, is_placed)| *is_placed);
            found.is_some_and(|found| !found.is_empty() && is_apart(&found))
        })
    })
}

/// The pointer to which a dealing deals out.
fn pointer(points_to: &PointsTo<'_>, dealing: &Dealing) -> Option<NodeId> {
    let solution = &points_to.solution;
    match dealing.to {
        DealtTo::Value(value) => {
            let instance = &solution.instances[dealing.instance.index()];
            Some(NodeId(instance.first_node.0 + instance.template.var_of(value)?))
        }
        DealtTo::Slot(holder, slot) => solution.fields.get(&(holder, slot.key(&points_to.world)?)).copied(),
    }
}

fn objects(points_to: &PointsTo<'_>, node: NodeId) -> Vec<u32> {
    let graph = &points_to.solution.graph;
    graph.set(graph.root(node)).to_vec()
}
