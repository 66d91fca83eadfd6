//! What reflective calls were seen to do when the program ran ([`crate::Options::observed`]).
//!
//! A call that was seen to look a class up gives its class object; one that was seen to make an object, or to
//! call a method, has it as a receiver: as if the analysis had found it itself.

use deadheat_models::Meaning;
use deadheat_program::types::Type;
use deadheat_program::{ClassId, MethodId};

use crate::ids::InstanceId;
use crate::options::{Observation, ObservedTarget};
use crate::plugins::{calling_site, reflection};
use crate::solver::Solver;
use crate::template::{NONE, Target, Var};
use crate::world::{SiteKind, World};

/// A method that looks classes up by name was reached from some call.
pub(crate) fn begin(solver: &mut Solver<'_, '_>, meaning: Meaning, instance: InstanceId) {
    if meaning != Meaning::ClassForName || solver.world.options.observed.is_empty() {
        return;
    }
    let Some((method, inst)) = calling_site(solver, instance) else { return };
    let Some(caller) = solver.world.method_id(method) else { return };
    for Observation { target, .. } in seen(solver.world, caller, |seen| seen.inst == inst) {
        if let ObservedTarget::Class(class) = target {
            reflection::give_class(solver, instance, class);
        }
    }
}

/// A method was reached: its reflective calls have what they were seen to call as receivers.
pub(crate) fn reached(solver: &mut Solver<'_, '_>, instance: InstanceId) {
    if solver.world.options.observed.is_empty() {
        return;
    }
    let Some(caller) = solver.world.method_id(solver.instances[instance.index()].method) else { return };
    for Observation { inst, target, .. } in seen(solver.world, caller, |_| true) {
        let template = solver.instances[instance.index()].template.clone();
        let calls = template.calls_at(inst).map(|call| template.calls[call as usize]);
        let receivers: Vec<(Var, ClassId)> = calls
            .filter_map(|call| {
                let receiver = template.args(&call).first().copied().filter(|&var| var != NONE)?;
                Some((receiver, owner(solver.world, call.target)?))
            })
            .collect();
        for (receiver, class) in receivers {
            let ty = solver.world.types.class(class);
            let site = match target {
                ObservedTarget::Method(method) => SiteKind::MethodObject(method, ty),
                ObservedTarget::Class(class) => {
                    SiteKind::ClassObject(Type::class(solver.world.program.class_name(class)))
                }
            };
            // Only a class object can be asked for an object, only a member be called.
            let is_class = solver.world.well_known.class == Some(class);
            if is_class == matches!(target, ObservedTarget::Class(_)) {
                let site = solver.world.site_of(site, Some(ty));
                let object = solver.constant(site);
                solver.point(solver.node(instance, receiver), object);
            }
        }
    }
}

fn seen(world: &World<'_>, caller: MethodId, is_meant: impl Fn(&Observation) -> bool) -> Vec<Observation> {
    let observed = world.options.observed.iter();
    observed.filter(|seen| seen.caller == caller && is_meant(seen)).copied().collect()
}

/// The class that a virtual call names.
fn owner(world: &World<'_>, target: Target) -> Option<ClassId> {
    let Target::Virtual(method) = target else { return None };
    world.program.find(world.program.symbols().method_data(method).owner.class_name()?)
}
