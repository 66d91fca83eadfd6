//! What reflective calls were seen to do when the program ran ([`crate::Options::observed`]).
//!
//! A call that was seen to look a class up gives its class object; one that was seen to make an object, or to
//! call a method, has it as a receiver: as if the analysis had found it itself.

use deadheat_models::Meaning;
use deadheat_program::types::Type;

use crate::ids::{InstanceId, SiteId};
use crate::options::{Observation, ObservedTarget};
use crate::plugins::reflection;
use crate::solver::Solver;
use crate::world::SiteKind;

/// A reflective method was reached from some call.
pub(crate) fn begin(solver: &mut Solver<'_, '_>, meaning: Meaning, instance: InstanceId) {
    for target in seen(solver, instance) {
        match (meaning, target) {
            (Meaning::ClassForName, ObservedTarget::Class(class)) => {
                reflection::give_class(solver, instance, class);
            }
            (Meaning::NewInstance, ObservedTarget::Class(class)) => {
                let ty = Type::class(solver.world.program.class_name(class));
                let site = reflection::class_object(solver.world, ty);
                receive(solver, instance, site);
            }
            (Meaning::Construct | Meaning::Invoke, ObservedTarget::Method(method)) => {
                let callee = solver.instances[instance.index()].method;
                let Some(class) = solver.world.class_of(callee) else { continue };
                let ty = solver.world.types.class(class);
                let site = solver.world.site_of(SiteKind::MethodObject(method, ty), Some(ty));
                receive(solver, instance, site);
            }
            _ => {}
        }
    }
}

/// What the call was seen to be about which is the context of a reflective method.
fn seen(solver: &Solver<'_, '_>, instance: InstanceId) -> Vec<ObservedTarget> {
    let observed = &solver.world.options.observed;
    if observed.is_empty() {
        return Vec::new();
    }
    let (sequence, _) = solver.contexts.parts(solver.instances[instance.index()].context);
    let call = solver.contexts.head(sequence).map(|site| solver.world.site(site).kind);
    let Some(SiteKind::Call(method, inst, _)) = call else { return Vec::new() };
    let Some(caller) = solver.world.method_id(method) else { return Vec::new() };
    let is_meant = |seen: &&Observation| seen.caller == caller && seen.inst == inst;
    observed.iter().filter(is_meant).map(|seen| seen.target).collect()
}

fn receive(solver: &mut Solver<'_, '_>, instance: InstanceId, site: SiteId) {
    let object = solver.constant(site);
    if let Some(receiver) = solver.param(instance, 0) {
        solver.point(receiver, object);
    }
}
