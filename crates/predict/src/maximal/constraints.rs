//! The constraints of one pair: nodes for events whose order is open, a variable for each event that may be left out.
//!
//! With `in(e)` for "e happens" and `x < y` for an edge:
//!
//! - locks: sections s, t that exclude each other: `in(acq s) ∧ in(acq t) → rel s < acq t ∨ rel t < acq s`, where
//!   `rel s < acq t` needs `in(rel s)`;
//! - reads: `in(r) → ⋁ from(r, w)`, and `from(r, w) → in(w) ∧ w < r` and, for each other write w' with another value,
//!   `in(w') → w' < w ∨ r < w'`;
//! - untraced code behind b that saw what w wrote: `in(b) → w' < w` for each earlier write w';
//! - sends s, events e before s in the trace: `in(e) ∧ in(s) → e < s`;
//! - updates u, v: for each other write w', `in(u) ∧ in(w') → w' < u ∨ (in(v) ∧ v < w')`.
//!
//! What the hard order decides is not asked. Reads whose source cannot be disturbed have no node.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use deadheat_trace::{Location, Op};
use rustc_hash::FxHashMap;

use super::relevant::{Relevant, candidates};
use crate::solver::{Literal, Node, Problem};
use crate::window::{Section, Window};

/// A literal that may be decided already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    True,
    False,
    Open(Literal),
}

/// See the module's description.
pub(super) struct Constraints {
    pub(super) problem: Problem,
    nodes: FxHashMap<u32, Node>,
    happens: FxHashMap<u32, Literal>,
    edges: FxHashMap<(u32, u32), Literal>,
}

impl Constraints {
    /// None if there would be too many.
    pub(super) fn new(window: &Window<'_>, relevant: &Relevant, most: usize) -> Option<Constraints> {
        let mut build = Build {
            window,
            relevant,
            most,
            writes: FxHashMap::default(),
            made: Constraints {
                problem: Problem::default(),
                nodes: FxHashMap::default(),
                happens: FxHashMap::default(),
                edges: FxHashMap::default(),
            },
        };
        build.locks()?;
        build.reads()?;
        build.recalls()?;
        build.sends()?;
        build.program_order();
        Some(build.made)
    }

    /// All that happens, in an order that the solution allows; of those orders, one close to the observed.
    pub(super) fn schedule(&self, window: &Window<'_>, relevant: &Relevant, values: &[bool]) -> Vec<u32> {
        let mut reached = relevant.needed.clone();
        let is_true = |literal: &Literal| values[literal.variable as usize] == literal.is_positive;
        let mut chosen: Vec<(u32, u32)> = Vec::new();
        for (event, _) in sorted(&self.happens).into_iter().filter(|(_, literal)| is_true(literal)) {
            let (thread, place) = window.threads.place(event);
            reached[thread] = reached[thread].max(place + 1);
        }
        chosen.extend(
            sorted(&self.edges).into_iter().filter(|(_, literal)| is_true(literal)).map(|(edge, _)| edge),
        );
        linearise(window, &reached, &chosen)
    }
}

fn sorted<K: Copy + Ord, V: Copy>(map: &FxHashMap<K, V>) -> Vec<(K, V)> {
    let mut all: Vec<(K, V)> = map.iter().map(|(&key, &value)| (key, value)).collect();
    all.sort_unstable_by_key(|(key, _)| *key);
    all
}

/// Kahn's algorithm over the first events of each thread, the earliest in the trace first.
fn linearise(window: &Window<'_>, reached: &[u32], chosen: &[(u32, u32)]) -> Vec<u32> {
    let happens = |event: u32| {
        let (thread, place) = window.threads.place(event);
        place < reached[thread]
    };
    let mut behind: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    let mut missing: FxHashMap<u32, u32> = FxHashMap::default();
    let hard = window.forced.edges().iter().map(|&(to, from)| (from, to));
    for (from, to) in hard.chain(chosen.iter().copied()).filter(|&(from, to)| happens(from) && happens(to)) {
        behind.entry(from).or_default().push(to);
        *missing.entry(to).or_default() += 1;
    }
    let mut ready = BinaryHeap::new();
    for (thread, &count) in reached.iter().enumerate() {
        for (place, &event) in window.threads.events(thread)[..count as usize].iter().enumerate() {
            let waits = u32::from(place > 0) + missing.get(&event).copied().unwrap_or(0);
            missing.insert(event, waits);
            if waits == 0 {
                ready.push(Reverse(event));
            }
        }
    }
    let mut schedule = Vec::new();
    while let Some(Reverse(event)) = ready.pop() {
        schedule.push(event);
        let (thread, place) = window.threads.place(event);
        let next =
            window.threads.events(thread).get(place as usize + 1).copied().filter(|&next| happens(next));
        for next in next.into_iter().chain(behind.remove(&event).into_iter().flatten()) {
            let waits = missing.entry(next).or_default();
            *waits = waits.saturating_sub(1);
            if *waits == 0 {
                ready.push(Reverse(next));
            }
        }
    }
    schedule
}

struct Build<'w, 'a> {
    window: &'w Window<'a>,
    relevant: &'w Relevant,
    most: usize,
    /// Writes that may happen, by location.
    writes: FxHashMap<Location, Vec<u32>>,
    made: Constraints,
}

impl Build<'_, '_> {
    fn node(&mut self, event: u32) -> Node {
        let problem = &mut self.made.problem;
        *self.made.nodes.entry(event).or_insert_with(|| {
            problem.nodes += 1;
            problem.nodes - 1
        })
    }

    fn happens(&mut self, event: u32) -> Known {
        if self.relevant.is_needed(self.window, event) {
            return Known::True;
        }
        if !self.relevant.is_useful(self.window, event) {
            return Known::False;
        }
        self.node(event);
        let problem = &mut self.made.problem;
        Known::Open(*self.made.happens.entry(event).or_insert_with(|| problem.variable()))
    }

    /// `first < second`, of two events that happen.
    fn precedes(&mut self, first: u32, second: u32) -> Known {
        if self.window.forces(first, second) {
            return Known::True;
        }
        if self.window.forces(second, first) || first == second {
            return Known::False;
        }
        if let Some(&known) = self.made.edges.get(&(first, second)) {
            return Known::Open(known);
        }
        let (one, other) = (self.node(first), self.node(second));
        let literal = self.made.problem.variable();
        self.made.problem.conditional.push((literal.variable, one, other));
        self.made.edges.insert((first, second), literal);
        Known::Open(literal)
    }

    /// One of them is true.
    fn clause(&mut self, literals: &[Known]) -> Option<()> {
        if literals.contains(&Known::True) {
            return Some(());
        }
        let open = literals.iter().filter_map(|it| match it {
            Known::Open(literal) => Some(*literal),
            _ => None,
        });
        self.made.problem.clauses.push(open.collect());
        (self.made.problem.clauses.len() <= self.most).then_some(())
    }

    fn locks(&mut self) -> Option<()> {
        let window = self.window;
        let mut locks: Vec<_> = window.sections.by_lock.iter().collect();
        locks.sort_unstable_by_key(|(lock, _)| **lock);
        for (_, numbers) in locks {
            let begins = |section: &&Section| {
                section.acquire.is_none_or(|acquire| self.relevant.is_useful(window, acquire))
            };
            let sections = numbers.iter().map(|&number| &window.sections.all[number as usize]);
            let sections: Vec<&Section> = sections.filter(begins).collect();
            for (at, one) in sections.iter().enumerate() {
                for other in &sections[at + 1..] {
                    if one.excludes(other) {
                        self.exclusion(one, other)?;
                    }
                }
            }
        }
        Some(())
    }

    fn exclusion(&mut self, one: &Section, other: &Section) -> Option<()> {
        let mut clause = Vec::new();
        for section in [one, other] {
            let begins = section.acquire.map_or(Known::True, |acquire| self.happens(acquire));
            clause.push(not(begins));
        }
        if clause.contains(&Known::True) {
            return Some(());
        }
        for (earlier, later) in [(one, other), (other, one)] {
            let (Some(release), Some(acquire)) = (earlier.release, later.acquire) else { continue };
            let ends = self.happens(release);
            if ends == Known::False {
                continue;
            }
            let precedes = self.precedes(release, acquire);
            let begins = self.happens(acquire);
            self.clause(&[not(precedes), not(begins), ends])?;
            clause.push(precedes);
        }
        self.clause(&clause)
    }

    fn reads(&mut self) -> Option<()> {
        let window = self.window;
        let mut reads = Vec::new();
        for thread in 0..window.threads.count() {
            for &event in &window.threads.events(thread)[..self.relevant.useful[thread] as usize] {
                let what = window.event(event);
                if what.op.is_write() {
                    self.writes.entry(what.location()).or_default().push(event);
                } else if what.op.is_read() {
                    reads.push(event);
                }
            }
        }
        for read in reads {
            let location = window.event(read).location();
            let writes = self.writes.get(&location).cloned().unwrap_or_default();
            self.read(read, &writes)?;
            if window.event(read).op == Op::UpdateRead {
                self.update(read, &writes)?;
            }
        }
        Some(())
    }

    fn read(&mut self, read: u32, writes: &[u32]) -> Option<()> {
        let window = self.window;
        let event = window.event(read);
        let source = window.sources.of(read)?;
        let others: Vec<u32> = writes
            .iter()
            .copied()
            .filter(|&write| source.is_blind || window.event(write).value != event.value)
            .filter(|&write| !window.forces(read, write))
            .filter(|&write| !(source.is_blind && Some(write) == source.write))
            .collect();
        let initial = window.sources.initial(event.location(), window.start);
        let may_be_initial = match source.write {
            None => true,
            Some(_) if source.is_blind => false,
            Some(_) => initial == Some(event.value) && !window.is_separated(None, read),
        };
        let candidates = candidates(window, read);
        if self.is_settled(read, &candidates, may_be_initial, &others) {
            return Some(());
        }
        let happens = self.happens(read);
        let mut clause = vec![not(happens)];
        for write in candidates {
            clause.extend(self.reads_from(read, write, &others)?);
        }
        if may_be_initial {
            clause.extend(self.reads_initial(read, &others)?);
        }
        self.clause(&clause)
    }

    /// Whether some source precedes the read in every schedule, and nothing can come between.
    fn is_settled(&self, read: u32, candidates: &[u32], may_be_initial: bool, others: &[u32]) -> bool {
        let window = self.window;
        let is_sure = |write: &&u32| {
            window.forces(**write, read) && others.iter().all(|&other| window.forces(other, **write))
        };
        (may_be_initial && others.is_empty()) || candidates.iter().any(|write| is_sure(&write))
    }

    /// A literal that stands for "reads from this write"; none if that cannot be.
    fn reads_from(&mut self, read: u32, write: u32, others: &[u32]) -> Option<Option<Known>> {
        let happens = self.happens(write);
        let precedes = self.precedes(write, read);
        if happens == Known::False || precedes == Known::False {
            return Some(None);
        }
        let from = Known::Open(self.made.problem.variable());
        self.clause(&[not(from), happens])?;
        self.clause(&[not(from), precedes])?;
        for &other in others {
            let happens = self.happens(other);
            if happens == Known::False || other == write {
                continue;
            }
            let (before, after) = (self.precedes(other, write), self.precedes(read, other));
            self.clause(&[not(from), not(happens), before, after])?;
        }
        Some(Some(from))
    }

    fn reads_initial(&mut self, read: u32, others: &[u32]) -> Option<Option<Known>> {
        let from = Known::Open(self.made.problem.variable());
        for &other in others {
            let happens = self.happens(other);
            if happens == Known::False {
                continue;
            }
            let after = self.precedes(read, other);
            self.clause(&[not(from), not(happens), after])?;
        }
        Some(Some(from))
    }

    fn update(&mut self, read: u32, writes: &[u32]) -> Option<()> {
        let window = self.window;
        let (thread, place) = window.threads.place(read);
        let write = window.threads.events(thread).get(place as usize + 1).copied();
        for &other in writes.iter().filter(|&&other| window.threads.place(other).0 != thread) {
            let (happens, reads) = (self.happens(other), self.happens(read));
            if happens == Known::False {
                continue;
            }
            let before = self.precedes(other, read);
            let mut clause = vec![not(happens), not(reads), before];
            if let Some(write) = write {
                let writes = self.happens(write);
                let after = self.precedes(write, other);
                self.clause(&[not(after), not(happens), writes])?;
                clause.push(after);
            }
            self.clause(&clause)?;
        }
        Some(())
    }

    /// What untraced code saw is what was written last.
    fn recalls(&mut self) -> Option<()> {
        let untraced = self.window.untraced;
        for &[begin, earlier, last] in untraced.into_iter().flat_map(|untraced| &untraced.recalls) {
            if self.relevant.is_useful(self.window, begin) && !self.window.forces(earlier, last) {
                let (happens, precedes) = (self.happens(begin), self.precedes(earlier, last));
                self.clause(&[not(happens), precedes])?;
            }
        }
        Some(())
    }

    /// What was before a send in the trace, and happens, is before it: somebody may have looked at what the channel stands for and
    /// found it as it was, which is not in the trace. Events without a node follow their neighbours: [`linearise`] takes the
    /// earliest first.
    fn sends(&mut self) -> Option<()> {
        let window = self.window;
        let useful = |thread: usize| &window.threads.events(thread)[..self.relevant.useful[thread] as usize];
        let all = (0..window.threads.count()).flat_map(useful).copied();
        let sends: Vec<u32> = all.filter(|&event| window.event(event).op == Op::Send).collect();
        for &send in &sends {
            self.node(send);
        }
        let mut nodes: Vec<u32> = self.made.nodes.keys().copied().collect();
        nodes.sort_unstable();
        for send in sends {
            let thread = window.threads.place(send).0;
            let earlier = nodes.iter().take_while(|&&event| event < send);
            for &event in earlier.filter(|&&event| window.threads.place(event).0 != thread) {
                if !window.forces(event, send) {
                    let (sends, happens) = (self.happens(send), self.happens(event));
                    let precedes = self.precedes(event, send);
                    self.clause(&[not(sends), not(happens), precedes])?;
                }
            }
        }
        Some(())
    }

    /// Nodes of one thread are a chain; what happens has what precedes it.
    fn program_order(&mut self) {
        let window = self.window;
        let hard: Vec<(u32, u32)> = window.forced.edges().iter().map(|&(to, from)| (from, to)).collect();
        for (from, to) in hard {
            if self.relevant.is_useful(window, from) && self.relevant.is_useful(window, to) {
                let edge = (self.node(from), self.node(to));
                self.made.problem.edges.push(edge);
                self.implies(to, from);
            }
        }
        let mut events: Vec<u32> = self.made.nodes.keys().copied().collect();
        events.sort_unstable();
        let mut last: FxHashMap<usize, u32> = FxHashMap::default();
        for event in events {
            let (thread, _) = window.threads.place(event);
            if let Some(before) = last.insert(thread, event) {
                let edge = (self.node(before), self.node(event));
                self.made.problem.edges.push(edge);
                self.implies(event, before);
            }
        }
    }

    /// If the one happens, the other does.
    fn implies(&mut self, event: u32, before: u32) {
        let (then, first) = (self.happens(event), self.happens(before));
        // The limit is for what grows with the square of the events; this does not.
        let _ = self.clause(&[not(then), first]);
    }
}

fn not(known: Known) -> Known {
    match known {
        Known::True => Known::False,
        Known::False => Known::True,
        Known::Open(literal) => Known::Open(!literal),
    }
}
