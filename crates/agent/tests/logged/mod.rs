//! A log as a trace, for the lockset detector that works on those.

use std::collections::{BTreeMap, BTreeSet};

use deadheat_lockset::{locations, ordered};
use deadheat_trace::{Location, Op, TraceBuilder};

/// The racy locations of a log, by their names there.
pub(crate) fn races(text: &str) -> BTreeSet<String> {
    let mut builder = TraceBuilder::new();
    let mut names: BTreeMap<Location, String> = BTreeMap::new();
    for line in text.lines() {
        let [how, thread, what] = line.split(' ').collect::<Vec<_>>()[..] else { continue };
        match how {
            "r" | "w" => {
                // The builder would take dots and brackets for objects and elements.
                let name = format!("{}.f", what.replace(['.', '[', ']'], "_"));
                let op = if how == "r" { Op::Read } else { Op::Write };
                builder.at("somewhere").access(thread, op, &name, 0);
                names.insert(builder.location(&name), what.to_owned());
            }
            "-" => {
                builder.on(thread, Op::Send, &format!("meeting {what}"));
            }
            "+" => {
                builder.on(thread, Op::Receive, &format!("meeting {what}"));
            }
            "[" | "]" => {
                let (kind, lock) = what.split_at(1);
                let op = match (kind, how) {
                    ("x", "[") => Op::Acquire,
                    ("x", _) => Op::Release,
                    (_, "[") => Op::AcquireShared,
                    _ => Op::ReleaseShared,
                };
                builder.on(thread, op, &format!("lock {lock}"));
            }
            _ => {}
        }
    }
    let races = ordered(&builder.build());
    locations(&races).iter().map(|location| names[location].clone()).collect()
}
