//! Thread escape (Chord 2.5): which objects another thread may see.
//!
//! An object escapes when a static field holds it, when it is handed to a new thread, or when an object that
//! escapes holds it. In a constructor that lets nobody see the new object, it has not escaped yet.

use deadheat_points_to::{ObjectId, PointsTo};

use crate::bits::Bits;
use crate::threads::{Graph, MAIN};

/// By object: those that it holds.
pub(crate) fn held(points_to: &PointsTo<'_>) -> Vec<Vec<ObjectId>> {
    let mut held: Vec<Vec<ObjectId>> = vec![Vec::new(); points_to.objects().len()];
    for (object, holds) in points_to.heap() {
        held[object.index()].extend(holds);
    }
    held
}

/// The objects that escape at some time.
pub(crate) fn escaping(points_to: &PointsTo<'_>, graph: &Graph, held: &[Vec<ObjectId>]) -> Bits {
    let mut work = points_to.statics();
    for thread in graph.threads.iter().skip(MAIN + 1) {
        for &root in &thread.roots {
            work.extend(points_to.parameters(root).into_iter().flatten());
        }
    }
    let mut escaping = Bits::default();
    while let Some(object) = work.pop() {
        if escaping.insert(object.index()) {
            work.extend(&held[object.index()]);
        }
    }
    escaping
}
