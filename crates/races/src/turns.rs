//! What frameworks call one after the other, tests above all: the calls of a script come in order, and scripts that take
//! turns do not overlap. Threads that a script has started and not seen the end of when it ends run on beside the others;
//! an exception that ends a script early is not looked at.

use deadheat_points_to::{InstanceId, Script};
use deadheat_program::ir::InstId;
use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::threads::Graph;

/// By instance: how it runs, if it is a script.
pub(crate) type Scripts = FxHashMap<InstanceId, Script>;

/// The calls of a script, in order.
pub(crate) fn calls(graph: &Graph, script: InstanceId) -> Vec<(InstId, InstanceId)> {
    let mut calls = graph.calls[script.index()].clone();
    calls.sort();
    calls
}

/// See the module's description.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// By thread: the script that it belongs to, and the number of the turns.
    homes: Vec<Option<(usize, u32)>>,
}

impl Turns {
    /// Threads of scripts that take turns, and those which have ended with them; `left` are those that a thread follows,
    /// and those of them that may run on when it has ended.
    pub(crate) fn of<'l>(graph: &Graph, left: impl Iterator<Item = (usize, &'l Bits, Bits)>) -> Turns {
        let mut homes: Vec<Option<(usize, u32)>> =
            graph.threads.iter().enumerate().map(|(number, thread)| Some((number, thread.turn?))).collect();
        for (thread, follows, left) in left {
            let Some(turn) = graph.threads[thread].turn else { continue };
            for other in follows.iter().filter(|&other| !left.contains(other)) {
                homes[other] = homes[other].or(Some((thread, turn)));
            }
        }
        Turns { homes }
    }

    /// Whether two threads belong to scripts that take turns.
    pub(crate) fn are_ordered(&self, one: usize, two: usize) -> bool {
        match (self.homes[one], self.homes[two]) {
            (Some((one, first)), Some((two, second))) => one != two && first == second,
            _ => false,
        }
    }
}
