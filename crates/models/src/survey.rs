//! How much synchronisation the models see in a program: calls with contracts, counted by what they do.
//!
//! Calls are counted by their resolved method; what an override at run time does may be more.

use deadheat_program::ir::{Body, Inst};

use crate::bind::Bound;

/// Counts of calls; a call that does several things counts for each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Survey {
    /// Start threads or hand tasks to other threads.
    pub starts: usize,
    /// Wait for threads or tasks to end.
    pub joins: usize,
    /// Take or give back locks, monitors' `wait` included.
    pub locks: usize,
    /// Send, receive or meet: volatile-like channels, queues, latches, barriers.
    pub messages: usize,
    /// Access atomic variables.
    pub atomics: usize,
    /// Read or write objects that are not thread-safe.
    pub unsafe_objects: usize,
}

impl Survey {
    /// Counts the calls in a body; what cannot be resolved is passed over, as the summary lists it.
    pub fn of(bound: &Bound<'_>, body: &Body) -> Survey {
        let program = bound.program();
        let mut survey = Survey::default();
        for inst in body.insts() {
            let Inst::Invoke(kind, reference, _) = body.inst(inst) else { continue };
            let Ok(target) = program.resolve_method(body.method.class, kind, reference) else { continue };
            let Some(contract) = bound.contract(target) else { continue };
            survey.starts +=
                usize::from(contract.spawning.is_some_and(|spawning| !spawning.starts.is_empty()));
            if let Some(ordering) = contract.ordering {
                let locks = [&ordering.acquires, &ordering.releases, &ordering.waits];
                survey.joins += usize::from(!ordering.joins.is_empty());
                survey.locks += usize::from(locks.iter().any(|uses| !uses.is_empty()));
                let messages = !ordering.sends.is_empty() || !ordering.receives.is_empty();
                survey.messages += usize::from(messages || !ordering.meets.is_empty());
            }
            survey.atomics += usize::from(contract.atomic.is_some());
            survey.unsafe_objects += usize::from(contract.data.is_some());
        }
        survey
    }

    /// Both counts together.
    #[must_use]
    pub fn plus(self, other: Survey) -> Survey {
        Survey {
            starts: self.starts + other.starts,
            joins: self.joins + other.joins,
            locks: self.locks + other.locks,
            messages: self.messages + other.messages,
            atomics: self.atomics + other.atomics,
            unsafe_objects: self.unsafe_objects + other.unsafe_objects,
        }
    }
}
