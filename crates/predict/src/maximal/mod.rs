//! Maximal causality (Huang, Meredith, Roşu, PLDI 2014; RDIT 4.4): a pair races if some schedule that every program with
//! this trace has brings both accesses next to each other.
//!
//! Constraints as in RDIT 4.4.4 — program order, fork and join, locks as mutual exclusion, read consistency — but
//! only over what the pair needs ([`relevant`]), and solved by an order theory ([`crate::solver`]). What differs from Algorithms
//! 4 and 7 to 10, and why:
//!
//! 1. A schedule is a *prefix*: events that the pair does not need may be left out. So each event that may be left out has
//!    a variable, reads must be consistent and locks exclusive only among the events that happen, and the threads of both accesses
//!    stop right before them, instead of `O_a = O_b`. With the paper's formula a read behind the race had to be consistent
//!    as well, which loses races.
//! 2. A read may read from any write with its value; writes of the same value in between do no harm (Algorithm 10 forbids them by
//!    its condition on `w'`, which loses nothing, since the last of them is a choice, too).
//! 3. The value before the window is a write as well.
//! 4. Shared locks, atomic updates, channels, notifications.
//! 5. Every read counts as one that decides what follows: branches are not used.

mod constraints;
mod relevant;

use crate::schedule::Schedule;
use crate::solver::{Answer, Solver};
use crate::window::Window;

/// What the constraints of a pair may be, at most, before it is given up.
const MOST_CLAUSES: usize = 400_000;

/// What came out for a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// A schedule.
    Race(Schedule),
    /// There is none.
    Ordered,
    /// The solver's budget is spent, or the constraints are too many.
    Unknown,
}

/// Looks for a schedule with both accesses next.
pub fn schedule(
    window: &Window<'_>,
    pair: (u32, u32),
    solver: &mut dyn Solver,
    most_conflicts: u64,
) -> Verdict {
    let Some(relevant) = relevant::relevant(window, pair) else { return Verdict::Ordered };
    let Some(constraints) = constraints::Constraints::new(window, &relevant, MOST_CLAUSES) else {
        return Verdict::Unknown;
    };
    match solver.solve(&constraints.problem, most_conflicts) {
        Answer::Unsatisfiable => Verdict::Ordered,
        Answer::Unknown => Verdict::Unknown,
        Answer::Satisfiable(values) => {
            let events = constraints.schedule(window, &relevant, &values);
            Verdict::Race(Schedule { events, first: pair.0, second: pair.1 })
        }
    }
}
