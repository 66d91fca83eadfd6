//! Abstract objects that stand for one object at most: allocated outside of loops, in code that runs once. What is read from
//! a stream is a copy of what was written, for which the analysis has the same abstract object: so that stands for several.

use std::rc::Rc;

use deadheat_models::{Bound, Meaning};
use deadheat_points_to::{InstanceId, ObjectId, PointsTo, SiteKind};
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::escape;
use crate::facts::Facts;
use crate::threads::Graph;

/// The objects of which there is one at most.
pub(crate) fn singles(
    points_to: &PointsTo<'_>,
    bound: &Bound<'_>,
    graph: &Graph,
    facts: &FxHashMap<InstanceId, Rc<Facts>>,
) -> Bits {
    let mut singles = Bits::default();
    let copied = read_from_streams(points_to, bound);
    for object in points_to.objects() {
        let sites = points_to.sites(object);
        let Some(&site) = sites.first() else { continue };
        let is_single = match points_to.site_kind(site) {
            SiteKind::ClassObject(_) | SiteKind::Framework(.., true) => true,
            SiteKind::Alloc(..) => is_made_once(points_to, bound, graph, facts, object),
            _ => false,
        };
        if is_single && !copied.contains(object.index()) {
            singles.insert(object.index());
        }
    }
    singles
}

/// The objects that streams may give back, with all that they hold.
fn read_from_streams(points_to: &PointsTo<'_>, bound: &Bound<'_>) -> Bits {
    let reads = |method| {
        let meaning = bound.contract(method).and_then(|contract| contract.meaning);
        meaning == Some(Meaning::Deserialize)
    };
    let methods = points_to.methods().into_iter().filter(|&method| reads(method));
    let instances = methods.flat_map(|method| points_to.instances(method));
    let mut work: Vec<ObjectId> = instances.flat_map(|&instance| points_to.results(instance)).collect();
    let mut found = Bits::default();
    if work.is_empty() {
        return found;
    }
    let held = escape::held(points_to);
    while let Some(object) = work.pop() {
        if found.insert(object.index()) {
            work.extend(&held[object.index()]);
        }
    }
    found
}

fn is_made_once(
    points_to: &PointsTo<'_>,
    bound: &Bound<'_>,
    graph: &Graph,
    facts: &FxHashMap<InstanceId, Rc<Facts>>,
    object: ObjectId,
) -> bool {
    let sites = points_to.sites(object);
    let Some((method, inst)) = points_to.site_place(sites[0]) else { return false };
    // Where the object's context is cut off, several contexts of the method may have made it.
    let may_make = |instance: &&InstanceId| {
        points_to.context(**instance).0.iter().zip(&sites[1..]).all(|(own, site)| own == site)
    };
    let mut makers = points_to.instances(method).iter().filter(may_make);
    match (makers.next(), makers.next()) {
        (Some(&only), None) => graph.runs_once(bound, facts, only, inst, &mut Vec::new()),
        _ => false,
    }
}
