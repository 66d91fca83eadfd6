//! What a random program has: threads, variables, things to synchronise with, and what is meant to guard a variable.

use deadheat_harness::Random;

use super::program::{CELLS, Location, MONITORS, Task, Type};
use super::things::{KINDS, Kind, Thing};

/// What is meant to guard a location: a monitor, or a thing that is acquired before an access and released after it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Guard {
    Monitor(usize),
    Thing(usize),
}

pub(super) fn tasks(random: &mut Random, has_virtual: bool) -> Vec<Task> {
    let mut tasks = vec![Task::Main];
    for _ in 0..1 + random.below(5) {
        tasks.push(match random.below(10) {
            0 => Task::Executor,
            1 => Task::Future,
            2..4 if has_virtual => Task::Virtual,
            _ => Task::Thread,
        });
    }
    tasks
}

/// A few variables, so that threads meet: fields of cells, static fields under all their names, elements.
pub(super) fn locations(random: &mut Random, fields: &[Type]) -> Vec<Location> {
    let mut all = Vec::new();
    for cell in 0..CELLS {
        // The last field is one of the subclass, and so of the last cell.
        let declared = if cell + 1 == CELLS { fields.len() } else { fields.len() - 1 };
        for (field, &of) in fields[..declared].iter().enumerate() {
            all.push(Location { text: format!("o{cell}.f{field}"), of });
        }
    }
    for (name, of) in ["s0", "s1", "Cell.c0"].into_iter().zip(fields) {
        all.push(Location { text: name.to_owned(), of: *of });
    }
    for (array, of) in fields.iter().enumerate() {
        // Arrays are long enough to have shadows in several pieces.
        for index in [0, 1, 63, 64, 99] {
            all.push(Location { text: format!("a{array}[{index}]"), of: *of });
        }
    }
    let wanted = 2 + random.below(7);
    (0..wanted).map(|_| all.swap_remove(random.below(all.len()))).collect()
}

pub(super) fn things(random: &mut Random) -> Vec<Thing> {
    let mut things: Vec<Thing> = Vec::new();
    for number in 0..random.below(6) {
        let kind = random.choose(&KINDS);
        let cell = random.below(CELLS);
        let text = match kind {
            Kind::Volatile if random.chance(50) => format!("o{cell}.v"),
            Kind::Volatile => "w".to_owned(),
            Kind::Handle => format!("o{cell}"),
            Kind::ElementHandle => format!("g, {cell}"),
            _ => format!("x{number}"),
        };
        // A variable is there once.
        if things.iter().all(|other| other.kind != kind || other.text != text) {
            things.push(Thing { kind, text });
        }
    }
    things
}

pub(super) fn guard(random: &mut Random, things: &[Thing]) -> Guard {
    let is_usable = |thing: &usize| !things[*thing].kind.calls().is_empty();
    let usable: Vec<usize> = (0..things.len()).filter(is_usable).collect();
    match usable.get(random.below(2 * usable.len())) {
        Some(&thing) => Guard::Thing(thing),
        None => Guard::Monitor(random.below(MONITORS)),
    }
}
