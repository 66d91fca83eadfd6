//! How long a check stands for the accesses of the same path that follow it in its thread: RedCard's rule, and the static
//! weaker-than relation of Choi et al. (PLDI 2002, section 6.1).
//!
//! Let p be a check and q a later access of the same thread and location, where p writes or q reads. q needs no check if
//! whatever races with q races with p, so that the location is reported all the same. What may come in between depends on what
//! the detector takes for a race:
//!
//! - *Epochs* ([`Standing::UntilRelease`]). Until the thread releases something, nobody can know p. So who comes after p, and
//!   does not know q, does not know p; and whom the thread does not know at q it did not know at p. Acquires do no harm.
//! - *Lock sets with order* (`lockset`; the same rule). With no release in between, locks are only added, so p holds none that
//!   q does not hold, and by order p and q are as above. Choi et al. also allow that a lock is taken and given back in between.
//!   Here that is no order, unless somebody waits: who gives back a monitor then comes before who has waited. With
//!   `x = 1; synchronized (m) { } x = 2;` a thread that waits for `m` meanwhile knows the first write and not the second
//!   (`monitors/LeftBetweenWrites.java`). Whether somebody waits is not known before the program runs, so every monitor
//!   that is left counts. What is left out is what the detector would drop: `DeadheatHistory.Access.covers` asks for the
//!   same time and locks within.
//! - *Lock sets without order* (`choi-ownership`, `lockset-order`; [`Standing::UntilUnlock`]). Only locks and threads
//!   count, so p stands for q as long as the thread holds what it held at p: what is written to volatile fields does
//!   not matter, and a monitor ends only what was checked since it was entered. Calls may give back locks that are no monitors,
//!   so those that may release still end all. The start and end of threads, which the paper excludes, matter by ownership alone:
//!   to know of an end adds a lock.
//! - *Ownership* (`choi`, `eraser`; [`Standing::Never`]). Accesses of a location's first thread are forgotten until another
//!   one comes. It may come between p and q, and then only q is left to race with it (section 7.2;
//!   `fields/OwnedMeanwhile.java`). The paper leaves out q all the same; here nothing is left out.
//!
//! For [`Standing::UntilUnlock`] there is, beside the set of facts that were checked, one for each instruction that enters a
//! monitor: what was checked before it and still stands; it is empty while the monitor is not held by that. Where a
//! monitor is left, all that is not in the sets of who entered it is over, also in the sets of others, so that it does not
//! matter whether blocks are nested. A monitor of which nobody knows where it was entered ends all; so does a handler.

use deadheat_program::ir::{Body, Inst, InstId, Value};

use super::bits::{intersect, remove};
use super::paths::object;
use crate::detectors::{Detector, Part};
use crate::settings::Effect;

/// More monitors than these are not told apart.
const MOST_MONITORS: usize = 8;

/// See the module's description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Until something is released.
    UntilRelease,
    /// Until a lock is given back that was held.
    UntilUnlock,
    /// A check stands for its own access alone.
    Never,
}

/// What an instruction does to the checks before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// They still stand.
    None,
    /// A monitor is left: those are over that were made since it was entered.
    Monitor(Value),
    /// All are over.
    All,
}

impl Standing {
    /// The rule of a detector.
    pub(crate) fn of(detector: Detector) -> Standing {
        match detector.has(Part::Lockset) {
            true if detector.has(Part::Ownership) => Standing::Never,
            true if !detector.has(Part::Order) => Standing::UntilUnlock,
            _ => Standing::UntilRelease,
        }
    }

    /// What an instruction with an effect does to the checks before it.
    pub(crate) fn end(self, body: &Body, inst: InstId, effect: Effect) -> End {
        if !effect.releases {
            return End::None;
        }
        match body.inst(inst) {
            Inst::MonitorExit(monitor) if self == Standing::UntilUnlock => {
                End::Monitor(object(body, monitor))
            }
            // A volatile field; one of which nothing is known acquires as well.
            Inst::PutField(..) | Inst::PutStatic(..)
                if self == Standing::UntilUnlock && effect == Effect::RELEASES =>
            {
                End::None
            }
            _ => End::All,
        }
    }
}

/// The instructions that enter monitors, if it matters which are left: each with the monitor.
pub(crate) fn enters(body: &Body, standing: Standing) -> Vec<(InstId, Value)> {
    if standing != Standing::UntilUnlock {
        return Vec::new();
    }
    let enter = |inst| match body.inst(inst) {
        Inst::MonitorEnter(monitor) => Some((inst, object(body, monitor))),
        _ => None,
    };
    let all: Vec<(InstId, Value)> = body.insts().filter_map(enter).collect();
    if all.len() > MOST_MONITORS { Vec::new() } else { all }
}

/// What was checked at a point: a set of facts, behind it one for each instruction that enters a monitor.
#[derive(Debug)]
pub(crate) struct Layout {
    standing: Standing,
    enters: Vec<(InstId, Value)>,
    /// Words of one set.
    width: usize,
}

impl Layout {
    pub(crate) fn new(body: &Body, standing: Standing, facts: usize) -> Layout {
        Layout { standing, enters: enters(body, standing), width: facts.div_ceil(64) }
    }

    /// Words of all sets.
    pub(crate) fn words(&self) -> usize {
        self.width * (1 + self.enters.len())
    }

    fn set(&self, number: usize) -> std::ops::Range<usize> {
        (1 + number) * self.width..(2 + number) * self.width
    }

    /// Goes on behind an instruction.
    pub(crate) fn pass(&self, body: &Body, (inst, effect): (InstId, Effect), bits: &mut [u64]) {
        if let Some(number) = self.enters.iter().position(|&(enter, _)| enter == inst) {
            bits.copy_within(..self.width, self.set(number).start);
        }
        match self.standing.end(body, inst, effect) {
            End::None => {}
            End::Monitor(monitor) => self.leave(monitor, bits),
            End::All => bits.fill(0),
        }
    }

    fn leave(&self, monitor: Value, bits: &mut [u64]) {
        let is_meant = |number: &usize| self.enters[*number].1 == monitor;
        let of_monitor: Vec<usize> = (0..self.enters.len()).filter(is_meant).collect();
        let mut left = vec![0; self.width];
        for &number in &of_monitor {
            left.iter_mut().zip(&bits[self.set(number)]).for_each(|(word, more)| *word |= more);
        }
        bits.chunks_mut(self.width.max(1)).for_each(|set| intersect(set, &left));
        of_monitor.into_iter().for_each(|number| bits[self.set(number)].fill(0));
    }

    /// A check was made that stands no longer than the monitors which were entered before it.
    pub(crate) fn renew(&self, fact: usize, bits: &mut [u64]) {
        for number in 0..self.enters.len() {
            remove(&mut bits[self.set(number)], fact);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_stands_as_long_as_its_detector_allows() {
        let rule = |text: &str| Standing::of(text.parse().expect("a detector"));
        for text in ["fasttrack", "fasttrack+tree", "lockset", "lockset-cache", "lockset+joins"] {
            assert_eq!(rule(text), Standing::UntilRelease, "{text}");
        }
        for text in ["choi-ownership", "lockset-order", "eraser-ownership"] {
            assert_eq!(rule(text), Standing::UntilUnlock, "{text}");
        }
        for text in ["choi", "choi-joins", "eraser", "lockset+ownership"] {
            assert_eq!(rule(text), Standing::Never, "{text}");
        }
    }

    /// Two monitors, the first entered at two places; facts in one word.
    fn layout() -> Layout {
        let enters = vec![(InstId(1), InstId(10)), (InstId(2), InstId(20)), (InstId(3), InstId(10))];
        Layout { standing: Standing::UntilUnlock, enters, width: 1 }
    }

    #[test]
    fn what_was_checked_before_a_monitor_outlives_it() {
        let mut bits = vec![0b111, 0b001, 0b011, 0];
        layout().leave(InstId(20), &mut bits);
        assert_eq!(bits, [0b011, 0b001, 0, 0]);
        layout().leave(InstId(10), &mut bits);
        assert_eq!(bits, [0b001, 0, 0, 0]);
    }

    #[test]
    fn a_monitor_that_is_left_before_an_inner_one_takes_its_facts_along() {
        let mut bits = vec![0b111, 0b001, 0b011, 0];
        layout().leave(InstId(10), &mut bits);
        assert_eq!(bits, [0b001, 0, 0b001, 0]);
    }

    #[test]
    fn a_monitor_that_nobody_was_seen_to_enter_ends_all() {
        for monitor in [InstId(10), InstId(30)] {
            let mut bits = vec![0b111, 0, 0b011, 0];
            layout().leave(monitor, &mut bits);
            assert_eq!(bits, [0; 4]);
        }
    }

    #[test]
    fn a_check_that_is_made_anew_is_inside_of_all_monitors() {
        let mut bits = vec![0b11; 4];
        layout().renew(1, &mut bits);
        assert_eq!(bits, [0b11, 0b01, 0b01, 0b01]);
    }
}
