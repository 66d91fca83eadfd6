//! Arrays by which containers grow: a larger one takes the elements of the container's array, and its place.
//!
//! Code like `elements = Arrays.copyOf(elements, size)` does not put an object into another container. An array is such
//! a larger one if whoever stores it in a field stores it where the array was that it was made from: in the same field of
//! the same object. Copies that come to another container (`new ArrayList<>(list)`, `clone`) are none.

use crate::ids::{InstanceId, ObjectId};
use crate::placed::{Placed, Source, Store};
use crate::template::{NONE, Var};
use crate::types::RuntimeType;

impl Placed<'_, '_> {
    /// Whether containers grow by all arrays that a variable holds.
    pub(crate) fn are_grown(&self, instance: InstanceId, var: Var) -> bool {
        self.objects(instance, var).into_iter().all(|array| {
            let known = self.grown.borrow().get(&array).copied();
            known.unwrap_or_else(|| {
                let is_grown = self.is_grown(array);
                self.grown.borrow_mut().insert(array, is_grown);
                is_grown
            })
        })
    }

    fn is_grown(&self, array: ObjectId) -> bool {
        let mut stores = self.all_stores().filter(|store| self.holds(store.instance, store.from, array));
        !self.is_static(array) && stores.all(|store| self.is_growth(store))
    }

    /// Whether a store replaces an array by what a call made of it.
    fn is_growth(&self, store: &Store) -> bool {
        let template = &self.instance(store.instance).template;
        let sources = self.sources(template, store.from);
        !sources.is_empty()
            && sources.iter().all(|source| {
                let &Source::Returned(call) = source else { return false };
                let args = template.args(&template.calls[call as usize]).iter();
                let mut given = args.filter(|&&arg| arg != NONE && !self.is_class(store.instance, arg));
                match (given.next(), given.next()) {
                    (Some(&old), None) => self.is_loaded_from(store, old),
                    _ => false,
                }
            })
    }

    /// Whether a variable comes from where a store goes to.
    fn is_loaded_from(&self, store: &Store, var: Var) -> bool {
        let template = &self.instance(store.instance).template;
        match self.sources(template, var)[..] {
            [Source::Loaded(base, key)] => {
                key == store.key && self.are_same(store.instance, base, store.base, 0)
            }
            _ => false,
        }
    }

    /// Whether a variable tells of what class the new array is.
    fn is_class(&self, instance: InstanceId, var: Var) -> bool {
        let class = self.points_to.world.well_known.class;
        let is_class = |&it: &ObjectId| matches!(*self.points_to.object_type(it), RuntimeType::Class(of) if Some(of) == class);
        self.objects(instance, var).iter().all(is_class)
    }

    fn all_stores(&self) -> impl Iterator<Item = &Store> {
        self.stores.values().flatten()
    }

    fn is_static(&self, object: ObjectId) -> bool {
        self.statics.contains(object.0)
    }
}
