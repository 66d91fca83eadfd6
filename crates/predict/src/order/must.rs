//! Vector clocks of an order that is given by edges: does one event precede another in every schedule?
//!
//! Naive model: reachability over program order and edges. A clock says for each thread how many of its events
//! come before; it changes only where an edge comes in, so it is kept there and looked up by place.

use crate::order::hard::Edge;
use crate::window::Threads;

/// See the module's description.
#[derive(Debug)]
pub struct Must {
    /// For each thread: from which place on, which clock.
    clocks: Vec<Vec<(u32, Box<[u32]>)>>,
    /// Edges by their target, sorted.
    into: Vec<(u32, u32)>,
}

impl Must {
    /// The order of these edges and of the threads; edges lead forward.
    pub fn new(threads: &Threads, edges: &[Edge]) -> Must {
        let mut into: Vec<(u32, u32)> = edges.iter().map(|&(from, to)| (to, from)).collect();
        into.sort_unstable();
        into.dedup();
        let mut must = Must::empty(threads);
        let mut at = 0;
        while let Some(&(target, _)) = into.get(at) {
            let end = at + into[at..].iter().take_while(|(to, _)| *to == target).count();
            must.join(threads, target, &into[at..end]);
            at = end;
        }
        must.into = into;
        must
    }

    /// The order of each thread alone.
    pub(crate) fn empty(threads: &Threads) -> Must {
        Must { clocks: vec![Vec::new(); threads.count()], into: Vec::new() }
    }

    /// Adds those of the edges into an event that tell more than is known, as target and source; whether there are any. Targets come in order.
    pub(crate) fn learn(&mut self, threads: &Threads, target: u32, sources: &[(u32, u32)]) -> bool {
        let (thread, place) = threads.place(target);
        let is_news = |&(_, source): &(u32, u32)| {
            let (other, at) = threads.place(source);
            self.known(thread, place, other) <= at
        };
        let news: Vec<(u32, u32)> = sources.iter().copied().filter(is_news).collect();
        if news.is_empty() {
            return false;
        }
        self.join(threads, target, &news);
        self.into.extend(news);
        true
    }

    fn join(&mut self, threads: &Threads, target: u32, sources: &[(u32, u32)]) {
        let (thread, place) = threads.place(target);
        let mut clock: Box<[u32]> = match self.clocks[thread].last() {
            Some((_, clock)) => clock.clone(),
            None => vec![0; threads.count()].into(),
        };
        for &(_, source) in sources {
            let (other, at) = threads.place(source);
            if let Some(known) = self.clock(other, at) {
                clock.iter_mut().zip(known).for_each(|(mine, theirs)| *mine = (*mine).max(*theirs));
            }
            clock[other] = clock[other].max(at + 1);
        }
        self.clocks[thread].push((place, clock));
    }

    fn clock(&self, thread: usize, place: u32) -> Option<&[u32]> {
        let clocks = &self.clocks[thread];
        let after = clocks.partition_point(|(from, _)| *from <= place);
        after.checked_sub(1).map(|at| &*clocks[at].1)
    }

    /// How many events of `other` precede the event at `place` of `thread`.
    pub fn known(&self, thread: usize, place: u32, other: usize) -> u32 {
        if thread == other {
            return place;
        }
        self.clock(thread, place).map_or(0, |clock| clock[other])
    }

    /// Whether `first` precedes `second` in every schedule.
    pub fn before(&self, threads: &Threads, first: u32, second: u32) -> bool {
        let ((one, at), (other, place)) = (threads.place(first), threads.place(second));
        self.known(other, place, one) > at
    }

    /// Which part of the thread's clocks an event has: events with the same number know the same.
    pub fn span(&self, thread: usize, place: u32) -> usize {
        self.clocks[thread].partition_point(|(from, _)| *from <= place)
    }

    /// The sources of the edges into an event.
    pub fn sources(&self, target: u32) -> impl Iterator<Item = u32> {
        let from = self.into.partition_point(|(to, _)| *to < target);
        self.into[from..].iter().take_while(move |(to, _)| *to == target).map(|(_, source)| *source)
    }

    /// All edges: target and source.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.into
    }
}
