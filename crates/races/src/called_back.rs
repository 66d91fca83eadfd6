//! Who calls back what was handed to code that nobody looks into.
//!
//! An XML parser calls a handler's methods in the thread that has it parse, however the handler was given to it. What such code does
//! with what it has is not known; taken is that a method of it may call back all that was handed to methods of the same part
//! of the library, before or then. A part is a package, told by its first three names: `com.sun.org`, `org.xml.sax`.
//!
//! What can be missed: code that hands an object on to another part, which calls it back when somebody else calls that.

use std::collections::{BTreeMap, BTreeSet};

use deadheat_points_to::{InstanceId, PointsTo};

/// How many names of a package tell a part.
const NAMES: usize = 3;

/// Methods of one part, and what they may call back.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) methods: Vec<InstanceId>,
    pub(crate) called: BTreeSet<InstanceId>,
}

/// The parts that call something back.
pub(crate) fn parts(points_to: &PointsTo<'_>) -> Vec<Part> {
    let mut parts: BTreeMap<String, Part> = BTreeMap::new();
    for (method, called) in points_to.opaque_methods() {
        let part = parts.entry(part_of(points_to, method)).or_default();
        part.methods.push(method);
        part.called.extend(called);
    }
    parts.into_values().filter(|part| !part.called.is_empty()).collect()
}

fn part_of(points_to: &PointsTo<'_>, method: InstanceId) -> String {
    let program = points_to.program();
    let class =
        points_to.method(method).map(|method| program.symbols().text(program.class_name(method.class)));
    let class = class.unwrap_or_default();
    let package = class.rsplit_once('/').map_or("", |(package, _)| package);
    package.split('/').take(NAMES).collect::<Vec<_>>().join("/")
}
