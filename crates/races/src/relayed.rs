//! Fields that name one of the objects that their holder has anyway: the leader of a swarm is one of its particles.
//!
//! Each store of an object to such a field is of an element of a container; the container is in a field of the same
//! object, which is assigned once and owns it; and the element stands in that container, in one place, and in no other. So
//! the object was stored to that field of no other object, as one that the field itself owns.
//!
//! Missed: elements that come through other methods or variables.

use std::cell::RefCell;
use std::rc::Rc;

use deadheat_models::Bound;
use deadheat_points_to::{InstanceId, ObjectId, Placed, PointsTo};
use deadheat_program::ir::{Body, Inst, InstId, InvokeKind, Value};
use deadheat_program::{FieldId, MethodId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::counted::{gives_element, gives_element_at};
use crate::facts::Place;
use crate::makers::contract_of;
use crate::owned::Owned;
use crate::parallel::FactsOf;

/// By object and field; see the module's description.
pub(crate) type Relayed = FxHashSet<(ObjectId, FieldId)>;

struct Finder<'f, 'a> {
    points_to: &'f PointsTo<'a>,
    bound: &'f Bound<'f>,
    placed: &'f Placed<'f, 'a>,
    owned: &'f Owned,
    bodies: RefCell<FxHashMap<MethodId, Option<Rc<Body>>>>,
}

/// Finds them.
pub(crate) fn find(
    points_to: &PointsTo<'_>,
    bound: &Bound<'_>,
    facts: &FactsOf,
    placed: &Placed<'_, '_>,
    owned: &Owned,
) -> Relayed {
    let mut stores: FxHashMap<FieldId, Vec<(InstanceId, Option<InstId>)>> = FxHashMap::default();
    #[allow(clippy::iter_over_hash_type, reason = "a set is made of it")]
    for (&instance, facts) in facts {
        for access in facts.accesses.iter().filter(|access| access.is_write) {
            if let (Place::Field(field), Some(_)) = (access.place, access.stored) {
                stores.entry(field).or_default().push((instance, (!access.is_call).then_some(access.inst)));
            }
        }
    }
    for (field, _) in points_to.set_by_plugins() {
        stores.remove(&field);
    }
    let finder = Finder { points_to, bound, placed, owned, bodies: RefCell::default() };
    let mut found = Relayed::default();
    #[allow(clippy::iter_over_hash_type, reason = "a set is made of it")]
    for (field, stores) in stores {
        found.extend(finder.relayed(&stores).into_iter().map(|object| (object, field)));
    }
    found
}

impl Finder<'_, '_> {
    /// The objects that all stores to a field have from containers of the same holder.
    fn relayed(&self, stores: &[(InstanceId, Option<InstId>)]) -> FxHashSet<ObjectId> {
        let (mut found, mut others): (FxHashSet<ObjectId>, FxHashSet<ObjectId>) = Default::default();
        for &(instance, inst) in stores {
            let Some((body, holder, value)) = inst.and_then(|inst| self.store(instance, inst)) else {
                return FxHashSet::default();
            };
            let call = self.element(&body, instance, holder, value);
            for object in self.points_to.points_to(instance, value) {
                let is_element =
                    call.is_some_and(|call| self.placed.is_given_in_one_place(instance, call, object));
                if is_element { &mut found } else { &mut others }.insert(object);
            }
            // Most fields hold something else, too.
            if found.is_empty() {
                return found;
            }
        }
        &found - &others
    }

    fn store(&self, instance: InstanceId, inst: InstId) -> Option<(Rc<Body>, Value, Value)> {
        let method = self.points_to.method(instance)?;
        let lower = || self.points_to.body(instance).map(Rc::new);
        let body = self.bodies.borrow_mut().entry(method).or_insert_with(lower).clone()?;
        match body.inst(inst) {
            Inst::PutField(_, holder, value) => Some((body, holder, value)),
            _ => None,
        }
    }

    /// The call that gives a value, if it asks a container of the holder's for an element.
    fn element(&self, body: &Body, instance: InstanceId, holder: Value, value: Value) -> Option<InstId> {
        let arguments = |call: Value| match body.inst(call) {
            Inst::Invoke(kind, _, list) if kind != InvokeKind::Static => Some(body.list(list)),
            _ => None,
        };
        let call = stripped(body, value);
        let contract = contract_of(self.bound, body, call);
        let container = match *arguments(call)? {
            [list, _] => contract.filter(gives_element_at).map(|_| list),
            [iterator] => {
                let is_made = matches!(arguments(iterator), Some([_]));
                let of = || arguments(iterator)?.first().copied();
                contract.filter(gives_element).filter(|_| is_made).and_then(|_| of())
            }
            _ => None,
        }?;
        let Inst::GetField(name, of) = body.inst(stripped(body, container)) else { return None };
        let program = self.points_to.program();
        let field = program.resolve_field(body.method.class, name).ok()?;
        let containers = self.points_to.points_to(instance, container);
        let is_own = of == holder
            && program.is_assigned_once(field)
            && !containers.is_empty()
            && containers.iter().all(|&container| self.owned.owns(container, field));
        is_own.then_some(call)
    }
}

fn stripped(body: &Body, value: Value) -> Value {
    match body.inst(value) {
        Inst::CheckCast(_, inner) => stripped(body, inner),
        _ => value,
    }
}
