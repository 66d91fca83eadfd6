//! Disjoint reachability (Chord 3.5): fields by which two objects never hold the same object.
//!
//! The thesis follows loop iterations to show that what two objects hold is not the same. Here a field owns an
//! abstract object if each store of it to the field is the first store of a new object to anything: then each
//! object was stored to that field of one object only, whoever else holds it, too. It is held by that one alone
//! if no other field, element or static field holds it.

use std::rc::Rc;

use deadheat_points_to::{InstanceId, ObjectId, PointsTo};
use deadheat_program::FieldId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bits::Bits;
use crate::escape::{Unseen, handed};
use crate::facts::{Facts, Load};
use crate::threads::Graph;

/// See the module's description.
pub(crate) struct Owned {
    by_field: FxHashSet<(ObjectId, FieldId)>,
    /// Objects that more than one field, or something else than a field, may hold.
    shared: Bits,
}

impl Owned {
    pub(crate) fn of(
        points_to: &PointsTo<'_>,
        graph: &Graph,
        facts: &FxHashMap<InstanceId, Rc<Facts>>,
        unseen: &Unseen,
    ) -> Owned {
        let program = points_to.program();
        let mut shared = Bits::default();
        for object in points_to.statics().into_iter().chain(handed(points_to, graph)) {
            shared.insert(object.index());
        }
        // Each holder must have been given the object by a store that we see.
        let mut unexplained: FxHashSet<(ObjectId, FieldId, ObjectId)> = FxHashSet::default();
        let mut by_field: FxHashSet<(ObjectId, FieldId)> = FxHashSet::default();
        let mut holding: FxHashMap<ObjectId, FieldId> = FxHashMap::default();
        for (holder, field, held) in points_to.heap() {
            let Some(field) = field.filter(|field| program.is_application(field.class)) else {
                held.iter().for_each(|object| {
                    shared.insert(object.index());
                });
                continue;
            };
            for object in held {
                by_field.insert((object, field));
                unexplained.insert((holder, field, object));
                if *holding.entry(object).or_insert(field) != field {
                    shared.insert(object.index());
                }
            }
        }
        for instance in points_to.all_instances() {
            let Some(facts) = facts.get(&instance) else { continue };
            for store in &facts.stores {
                let values = points_to.points_to(instance, store.value);
                if !unseen.is_first_store(instance, store.inst) {
                    values.iter().for_each(|&object| {
                        by_field.remove(&(object, store.field));
                    });
                    continue;
                }
                for holder in points_to.points_to(instance, store.holder) {
                    for &object in &values {
                        unexplained.remove(&(holder, store.field, object));
                    }
                }
            }
        }
        #[allow(clippy::iter_over_hash_type, reason = "each is removed")]
        for (_, field, object) in unexplained {
            by_field.remove(&(object, field));
        }
        for (field, objects) in points_to.set_by_plugins() {
            for object in objects {
                by_field.remove(&(object, field));
                shared.insert(object.index());
            }
        }
        Owned { by_field, shared }
    }

    /// Whether an object was stored to a field of one object only.
    pub(crate) fn owns(&self, object: ObjectId, field: FieldId) -> bool {
        self.by_field.contains(&(object, field))
    }

    /// Whether whatever a load gives was stored to that field of no other object than the one that it was
    /// loaded from.
    pub(crate) fn is_owned(&self, points_to: &PointsTo<'_>, instance: InstanceId, load: &Load) -> bool {
        let objects = points_to.points_to(instance, load.value);
        !objects.is_empty() && objects.iter().all(|&object| self.owns(object, load.field))
    }

    /// Whether nothing else holds it, either.
    pub(crate) fn is_alone(&self, points_to: &PointsTo<'_>, instance: InstanceId, load: &Load) -> bool {
        let objects = points_to.points_to(instance, load.value);
        self.is_owned(points_to, instance, load)
            && !objects.iter().any(|object| self.shared.contains(object.index()))
    }
}
