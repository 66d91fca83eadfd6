//! Disjoint reachability (Chord 3.5): objects that one object at most holds, ever.
//!
//! The thesis follows loop iterations to show that what two objects hold is not the same. Here an abstract
//! object is owned if all that ever holds it holds it in one field of the application's, and each store to that
//! field is the first store of a new object: then two different owners never hold the same object.

use std::rc::Rc;

use deadheat_points_to::{InstanceId, ObjectId, PointsTo};
use deadheat_program::FieldId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::escape::{Unseen, handed};
use crate::facts::{Facts, Load};
use crate::threads::Graph;

/// By object: the field by which its only owner holds it.
pub(crate) struct Owned(Vec<Option<FieldId>>);

impl Owned {
    pub(crate) fn of(
        points_to: &PointsTo<'_>,
        graph: &Graph,
        facts: &FxHashMap<InstanceId, Rc<Facts>>,
        unseen: &Unseen,
    ) -> Owned {
        let program = points_to.program();
        let mut owned: Vec<Option<FieldId>> = vec![None; points_to.objects().len()];
        let mut shared = vec![false; owned.len()];
        for object in points_to.statics().into_iter().chain(handed(points_to, graph)) {
            shared[object.index()] = true;
        }
        let heap = points_to.heap();
        for (_, field, held) in &heap {
            let field = field.filter(|field| program.is_application(field.class));
            for object in held {
                let known = &mut owned[object.index()];
                shared[object.index()] |= field.is_none() || known.is_some() && *known != field;
                *known = field;
            }
        }
        // Each holder must have been given the object by a store that we see.
        let mut unexplained: FxHashSet<(ObjectId, ObjectId)> = FxHashSet::default();
        for (holder, _, held) in &heap {
            let held = held.iter().filter(|object| !shared[object.index()]);
            unexplained.extend(held.map(|&object| (*holder, object)));
        }
        for instance in points_to.all_instances() {
            let Some(facts) = facts.get(&instance) else { continue };
            for store in &facts.stores {
                let values = points_to.points_to(instance, store.value);
                let is_first = unseen.is_first_store(instance, store.inst);
                let mut left: Vec<ObjectId> = Vec::new();
                for object in values {
                    shared[object.index()] |= !is_first;
                    left.extend((!shared[object.index()]).then_some(object));
                }
                if left.is_empty() {
                    continue;
                }
                for holder in points_to.points_to(instance, store.holder) {
                    for &object in &left {
                        unexplained.remove(&(holder, object));
                    }
                }
            }
        }
        #[allow(clippy::iter_over_hash_type, reason = "each goes to its own place")]
        for (_, object) in unexplained {
            shared[object.index()] = true;
        }
        for (owned, shared) in owned.iter_mut().zip(shared) {
            *owned = owned.filter(|_| !shared);
        }
        Owned(owned)
    }

    /// Whether whatever a load gives is held by no other object than the one that it was loaded from.
    pub(crate) fn is_owned(&self, points_to: &PointsTo<'_>, instance: InstanceId, load: &Load) -> bool {
        let objects = points_to.points_to(instance, load.value);
        !objects.is_empty() && objects.iter().all(|object| self.0[object.index()] == Some(load.field))
    }
}
