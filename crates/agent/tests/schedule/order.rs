//! Happens-before by its definition: the transitive closure of what orders two steps directly.
//!
//! Two accesses race if they are of one location, one of them writes, and neither is before the other.

use std::collections::BTreeSet;

use super::program::{Access, Action, Program, Step};

/// An access: the number of its step, and whether it writes.
pub(crate) type Side = (usize, bool);

/// The races of a program: the location, the earlier access, the later one.
pub(crate) fn races(program: &Program) -> BTreeSet<(usize, Side, Side)> {
    let before = closure(program);
    let accesses: Vec<_> = program.steps.iter().enumerate().flat_map(accesses).collect();
    let mut races = BTreeSet::new();
    for (index, &(location, here)) in accesses.iter().enumerate() {
        for &(other, there) in &accesses[..index] {
            let conflict = location == other && (here.1 || there.1) && here.0 != there.0;
            if conflict && !before[here.0][there.0] {
                races.insert((location, there, here));
            }
        }
    }
    races
}

/// Whether several threads access a location, one of them to write.
pub(crate) fn is_contended(program: &Program, location: usize) -> bool {
    let all = program.steps.iter().enumerate().flat_map(accesses).filter(|(at, _)| *at == location);
    let all: Vec<(usize, bool)> =
        all.map(|(_, (step, is_write))| (program.steps[step].thread, is_write)).collect();
    all.iter().any(|one| one.1 && all.iter().any(|other| other.0 != one.0))
}

/// The location of each access, and the access.
fn accesses((number, step): (usize, &Step)) -> Vec<(usize, Side)> {
    match step.action {
        Action::Access(location, Access::Read) => vec![(location, (number, false))],
        Action::Access(location, Access::Write) => vec![(location, (number, true))],
        Action::Access(location, Access::Update) => {
            vec![(location, (number, false)), (location, (number, true))]
        }
        _ => Vec::new(),
    }
}

/// For each step, which ones are before it.
fn closure(program: &Program) -> Vec<Vec<bool>> {
    let steps = &program.steps;
    let mut before: Vec<Vec<bool>> = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let mut all = vec![false; steps.len()];
        for (earlier, other) in steps[..number].iter().enumerate() {
            if is_before(other, step) {
                all[earlier] = true;
                for (known, is_known) in before[earlier].iter().enumerate() {
                    all[known] |= is_known;
                }
            }
        }
        before.push(all);
    }
    before
}

/// Whether an earlier step orders a later one directly.
fn is_before(earlier: &Step, later: &Step) -> bool {
    let starts = matches!(earlier.action, Action::Start(started) if started == later.thread);
    // A thread that did nothing was started nevertheless.
    let is_of =
        |thread| earlier.thread == thread || matches!(earlier.action, Action::Start(it) if it == thread);
    let joins = matches!(later.action, Action::Join(joined) if is_of(joined));
    let meets = match (releases(earlier), acquires(later)) {
        (Some((at, there)), Some((same, here))) => at == same && there & here != 0,
        _ => false,
    };
    earlier.thread == later.thread || starts || joins || meets
}

/// What two steps meet at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meeting {
    Monitor(usize),
    Thing(usize),
    Permit(usize),
}

/// What a step releases to, see [`Call`]. A monitor that is entered again, or left and still held, orders nothing that its
/// last leaving would not.
///
/// [`Call`]: super::things::Call
fn releases(step: &Step) -> Option<(Meeting, u8)> {
    match step.action {
        Action::Leave { monitor } | Action::Wait { monitor } => Some((Meeting::Monitor(monitor), 1)),
        Action::Use { thing, call } => Some((Meeting::Thing(thing), call.releases)),
        Action::Unpark(thread) => Some((Meeting::Permit(thread), 1)),
        _ => None,
    }
}

fn acquires(step: &Step) -> Option<(Meeting, u8)> {
    match step.action {
        Action::Enter { monitor, .. } | Action::Wake { monitor } => Some((Meeting::Monitor(monitor), 1)),
        Action::Use { thing, call } => Some((Meeting::Thing(thing), call.acquires)),
        Action::Park => Some((Meeting::Permit(step.thread), 1)),
        _ => None,
    }
}
