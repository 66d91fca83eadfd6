//! Whether the tasks of a loop have ended when the loop begins anew: then two tasks that were given the same element or
//! number are not at work at once.
//!
//! In a body it is followed how many of the threads may run: none; at most those that one call started last, which
//! a wait for their handle ends; or more, which only the end of their pool does.

use deadheat_models::Bound;
use deadheat_points_to::InstanceId;
use deadheat_program::ir::{BlockId, Body, InstId};

use crate::bits::Bits;
use crate::parallel::{FactsOf, Parallel};
use crate::tasks::Joined;
use crate::threads::Graph;

/// See the module's description.
pub(crate) struct Idle<'i> {
    pub(crate) bound: &'i Bound<'i>,
    pub(crate) graph: &'i Graph,
    pub(crate) facts: &'i FactsOf,
    pub(crate) parallel: &'i Parallel<'i>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Running {
    Nobody,
    Last,
    More,
}

impl Idle<'_> {
    /// Whether none of some threads runs when an instance executes one of some instructions, but for what was
    /// started elsewhere since its first time.
    pub(crate) fn is_idle(&self, instance: InstanceId, body: &Body, at: &[InstId], threads: &Bits) -> bool {
        let is_once =
            |&inst: &InstId| self.graph.runs_once(self.bound, self.facts, instance, inst, &mut Vec::new());
        !at.is_empty()
            && (at.iter().all(is_once)
                || self.parallel.is_entered_without(instance, threads)
                    && self.has_ended(instance, body, at, threads))
    }

    fn has_ended(&self, instance: InstanceId, body: &Body, at: &[InstId], threads: &Bits) -> bool {
        let mut states: Vec<Option<Running>> = vec![None; body.block_count()];
        states[BlockId::ENTRY.index()] = Some(Running::Nobody);
        let mut work = vec![BlockId::ENTRY];
        let mut is_idle = true;
        while let Some(block) = work.pop() {
            let Some(mut state) = states[block.index()] else { continue };
            let mut thrown = state;
            for inst in body.block_insts(block) {
                is_idle &= state == Running::Nobody || !at.contains(&inst);
                state = self.step(instance, inst, threads, state);
                thrown = thrown.max(state);
            }
            let next = body.succs(block).iter().map(|&next| (next, state));
            for (next, state) in next.chain(body.pads(block).iter().map(|&pad| (pad, thrown))) {
                if states[next.index()].is_none_or(|known| known < state) {
                    states[next.index()] = Some(state);
                    work.push(next);
                }
            }
        }
        is_idle
    }

    fn step(&self, instance: InstanceId, inst: InstId, threads: &Bits, state: Running) -> Running {
        let call = self.facts.get(&instance).and_then(|facts| facts.call_at(inst));
        let Some(call) = call else { return state };
        let mut started = self.parallel.started_by(instance, inst);
        started.intersect(threads);
        let (ended, waited) = self.parallel.ended_by(instance, inst);
        if started.is_empty() {
            let is_pool = call.tasks.joins.iter().all(|joined| matches!(joined, Joined::TasksOf(_)));
            let is_end = ended.is_some_and(|ended| ended.has_all(threads));
            return if is_end && (is_pool || state <= Running::Last) { Running::Nobody } else { state };
        }
        match waited.is_some_and(|waited| waited.has_all(&started)) {
            true => state,
            false if state == Running::Nobody => Running::Last,
            false => Running::More,
        }
    }
}
