//! What library code does, in a task, with what the task's function works on.
//!
//! No instruction of the application makes these accesses, so they stand where the function has to do with the object:
//! - A contract that writes `get() of arg0` fills what the function returns: a collector adds to what its supplier
//!   gives. The write stands at the return.
//! - A contract that starts a function in parallel and writes `element of arg0` stores into the array while others of
//!   the function's tasks run, as `Arrays.parallelSetAll` does. Where the function itself reads the array, a write of
//!   the same element stands beside the read: of a task's own element it is the task's own.
//!
//! Missed: reads of the array in methods that the function calls.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use deadheat_models::{Bound, Contract, Object, Part, Task, Times};
use deadheat_points_to::{InstanceId, ObjectId, PointsTo, RuntimeType};
use deadheat_program::classfile::{Flags, HandleMember};
use deadheat_program::dynamic::Meaning;
use deadheat_program::ir::{Body, Inst, InstId, InvokeKind, Value};
use deadheat_program::types::Kind;
use deadheat_program::{ClassId, MethodId};
use rustc_hash::FxHashMap;

use crate::data::parameter;
use crate::facts::{Access, Base, Facts, Moment, NO_ARGUMENT, Place};
use crate::paths::Path;

/// Adds the accesses to those of the application's methods.
pub(crate) fn add(points_to: &PointsTo<'_>, bound: &Bound<'_>, known: &mut FxHashMap<MethodId, Rc<Facts>>) {
    let mut finder = Finder { points_to, bound, says: FxHashMap::default(), found: Found::default() };
    for instance in points_to.all_instances() {
        if let Some(facts) = points_to.method(instance).and_then(|method| known.get(&method)) {
            finder.read(instance, facts);
        }
    }
    let Found { filled, stored } = finder.found;
    for method in filled {
        if let (Some(facts), Ok(Some(body))) = (known.get_mut(&method), points_to.program().lower(method)) {
            let facts = Rc::make_mut(facts);
            let moment = facts.end.clone().unwrap_or_default();
            let returns = body.insts().filter_map(|inst| Some((inst, returned(&body, inst)?)));
            facts.accesses.extend(returns.map(|at| fill(points_to, &body, at, moment.clone())));
        }
    }
    for (method, arrays) in stored {
        let Some(facts) = known.get_mut(&method) else { continue };
        let may_be = |value| {
            let objects = |&instance: &InstanceId| points_to.points_to(instance, value);
            points_to.instances(method).iter().flat_map(objects).any(|object| arrays.contains(&object))
        };
        let is_read = |access: &&Access| {
            let is_own = access.place == Place::Elements && !access.is_write && !access.is_call;
            is_own && access.base.as_ref().is_some_and(|base| may_be(base.value))
        };
        let reads = facts.accesses.iter().filter(is_read);
        let added: Vec<Access> = reads.map(|read| Access { is_write: true, ..read.clone() }).collect();
        Rc::make_mut(facts).accesses.extend(added);
    }
}

fn returned(body: &Body, inst: InstId) -> Option<Value> {
    match body.inst(inst) {
        Inst::Return(Some(value)) if body.kind(value) == Kind::Ref => Some(value),
        _ => None,
    }
}

fn fill(points_to: &PointsTo<'_>, body: &Body, (inst, value): (InstId, Value), moment: Moment) -> Access {
    let path = Path::of(points_to.program(), body, value);
    Access {
        inst,
        line: body.line(inst),
        place: Place::State,
        is_write: true,
        is_atomic: false,
        is_call: true,
        base: Some(Base { value, path, loads: Vec::new(), argument: NO_ARGUMENT }),
        owner: None,
        stored: None,
        moment,
    }
}

/// What a contract says of a call's arguments.
#[derive(Debug, Clone, Default)]
struct Says {
    /// What these functions return is filled, by the method of this name.
    fills: Vec<(String, usize)>,
    /// These functions run while elements of these arrays are written.
    stores: Vec<(String, usize, usize)>,
}

impl Says {
    fn of(contract: &Contract, is_static: bool) -> Says {
        let mut says = Says::default();
        let index = |object: &Object| parameter(object, is_static);
        for object in contract.data.iter().flat_map(|data| &data.writes) {
            match object {
                Object::Call(name, of) => {
                    says.fills.extend(index(of).map(|function| (name.to_string(), function)));
                }
                Object::Part(Part::Element, of) => {
                    let Some(array) = index(of) else { continue };
                    let tasks = contract.spawning.iter().filter(|it| it.times == Some(Times::Parallel));
                    let task = |task: &Task| Some((task.method.to_string(), index(&task.object)?, array));
                    says.stores.extend(tasks.flat_map(|spawning| &spawning.starts).filter_map(task));
                }
                _ => {}
            }
        }
        says
    }
}

#[derive(Debug, Default)]
struct Found {
    filled: BTreeSet<MethodId>,
    stored: BTreeMap<MethodId, BTreeSet<ObjectId>>,
}

struct Finder<'f, 'a> {
    points_to: &'f PointsTo<'a>,
    bound: &'f Bound<'a>,
    says: FxHashMap<MethodId, Option<Rc<Says>>>,
    found: Found,
}

impl Finder<'_, '_> {
    fn read(&mut self, instance: InstanceId, facts: &Facts) {
        for call in facts.calls.iter().filter(|call| call.name.is_some()) {
            for (callee, _) in self.points_to.callees(instance, call.inst) {
                let Some(says) = self.points_to.method(callee).and_then(|method| self.says(method)) else {
                    continue;
                };
                let objects = |index: usize| {
                    let base = call.arguments.get(index);
                    base.map_or(Vec::new(), |base| self.points_to.points_to(instance, base.value))
                };
                for (name, function) in &says.fills {
                    let methods = self.methods(&objects(*function), name);
                    self.found.filled.extend(methods);
                }
                for (name, function, array) in &says.stores {
                    for method in self.methods(&objects(*function), name) {
                        self.found.stored.entry(method).or_default().extend(objects(*array));
                    }
                }
            }
        }
    }

    fn says(&mut self, method: MethodId) -> Option<Rc<Says>> {
        let (bound, program) = (self.bound, self.points_to.program());
        let find = || {
            let contract = bound.contract(method).filter(|_| !program.is_application(method.class))?;
            let is_static = program.method(method).is_ok_and(|method| method.flags.has(Flags::STATIC));
            let says = Says::of(&contract, is_static);
            (!says.fills.is_empty() || !says.stores.is_empty()).then(|| Rc::new(says))
        };
        self.says.entry(method).or_insert_with(find).clone()
    }

    /// The methods of the application that a call of a function runs.
    fn methods(&self, functions: &[ObjectId], name: &str) -> BTreeSet<MethodId> {
        let method = |&object: &ObjectId| match *self.points_to.object_type(object) {
            RuntimeType::Lambda(site) => {
                let (method, inst) = self.points_to.site_place(site)?;
                self.of_lambda(method, inst)
            }
            RuntimeType::Class(class) => self.of_class(class, name),
            _ => None,
        };
        functions.iter().filter_map(method).collect()
    }

    fn of_lambda(&self, method: MethodId, inst: InstId) -> Option<MethodId> {
        let program = self.points_to.program();
        let body = program.lower(method).ok()??;
        let Inst::InvokeDynamic(site, _) = body.inst(inst) else { return None };
        let Meaning::Lambda(lambda) = &body.dynamic(site).meaning else { return None };
        let HandleMember::Method(target) = lambda.implementation.member else { return None };
        let kinds = [InvokeKind::Static, InvokeKind::Special, InvokeKind::Virtual, InvokeKind::Interface];
        kinds.into_iter().find_map(|kind| program.resolve_method(method.class, kind, target).ok())
    }

    fn of_class(&self, class: ClassId, name: &str) -> Option<MethodId> {
        let program = self.points_to.program();
        let has_name = |method: &MethodId| {
            let declared = program.method(*method).ok();
            declared.is_some_and(|declared| {
                program.symbols().bytes(declared.name) == name.as_bytes()
                    && !declared.flags.is_abstract()
                    && !declared.flags.has(Flags::BRIDGE)
            })
        };
        let classes = program.superclasses(class).iter();
        classes.filter_map(|&class| program.methods(class).ok()?.find(has_name)).next()
    }
}
