//! TREE: leaves out accesses that cannot show a new race (Rajagopalan 2016, chapter 3).
//!
//! An access is redundant if the history of its code place has one that is concurrentially equivalent: of the same kind and
//! location, under the same concurrency context (`context.rs`: the locks held, and what was sent and received). One from the
//! same thread is enough; by theorem 3.3.1 two from other threads are, too. All other events go through.
//!
//! What holds, and what does not:
//! 1. Within a thread nothing is lost: between two equivalent accesses the thread has sent and received nothing, so that
//!    whatever is ordered with one is ordered with the other. Detectors by lock sets, with or without order, report the same
//!    pairs of code places. Happens-before detectors that count "gave back a lock before another took it" as order may miss a
//!    race that only this schedule shows.
//! 2. Between threads the theorem asks that equivalent accesses are ordered alike with all others, also with those to
//!    come. The context does not know what comes: who waits for the end of the first two threads and then accesses the location
//!    races with the third alone. So this part is a switch ([`TreeOptions::between_threads`]), as in the paper, and
//!    off where nothing may be lost.
//! 3. Theorem 3.3.1 needs the same memory location. A history is that of a code place and location together; a code place
//!    that is in few locations, as most are, pays nothing for it.
//! 4. Span redundancy (section 3.6): a thread's second access of a location since it last gave something away is left
//!    out, for detectors that promise the first race of a location only.
//!
//! With a bound ([`TreeOptions::most_places`]), the history of the code place that was used least recently is forgotten:
//! more goes through, nothing is lost.

mod context;
mod history;

pub use context::{Context, Element};
pub use history::{History, HistoryNode};

use deadheat_trace::{Event, Location, Op, SiteId, ThreadId, Trace};
use rustc_hash::FxHashMap;

/// How much is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TreeOptions {
    /// Accesses of two other threads stand for one, too.
    pub between_threads: bool,
    /// The first access of a location in a span stands for all.
    pub spans: bool,
    /// Code places whose histories are kept.
    pub most_places: Option<usize>,
}

/// The filter, fed event by event.
#[derive(Debug, Default)]
pub struct Tree {
    options: TreeOptions,
    contexts: Vec<Context>,
    places: FxHashMap<SiteId, Place>,
    spans: FxHashMap<(ThreadId, Location), (u64, bool)>,
    clock: u64,
    accesses: u64,
    skipped: u64,
}

#[derive(Debug, Default)]
struct Place {
    histories: FxHashMap<(Location, bool), History>,
    used: u64,
}

impl Tree {
    /// Nothing has happened.
    pub fn new(options: TreeOptions) -> Tree {
        Tree { options, ..Tree::default() }
    }

    /// The event happens; whether it can be left out.
    pub fn is_redundant(&mut self, event: &Event) -> bool {
        if self.contexts.len() <= event.thread.index() {
            self.contexts.resize_with(event.thread.index() + 1, Context::default);
        }
        self.clock += 1;
        if !event.op.is_plain() {
            self.contexts[event.thread.index()].step(event, self.clock);
            return false;
        }
        self.accesses += 1;
        let is_redundant = self.is_in_span(event) || self.is_equivalent(event);
        self.skipped += u64::from(is_redundant);
        is_redundant
    }

    fn is_equivalent(&mut self, event: &Event) -> bool {
        self.make_room(event.site);
        let place = self.places.entry(event.site).or_default();
        place.used = self.clock;
        let history = place.histories.entry((event.location(), event.op == Op::Write)).or_default();
        let context = &self.contexts[event.thread.index()];
        history.is_redundant(event.thread, context, self.options.between_threads)
    }

    /// Theorem 3.6.1: a location that the thread accessed since it last sent, and wrote if this is a write.
    fn is_in_span(&mut self, event: &Event) -> bool {
        if !self.options.spans {
            return false;
        }
        let (span, is_write) = (self.contexts[event.thread.index()].sent(), event.op == Op::Write);
        let first = self.spans.entry((event.thread, event.location())).or_insert((u64::MAX, false));
        let is_redundant = first.0 == span && (first.1 || !is_write);
        if !is_redundant {
            *first = (span, is_write || first.0 == span && first.1);
        }
        is_redundant
    }

    fn make_room(&mut self, site: SiteId) {
        let Some(most) = self.options.most_places else { return };
        if self.places.len() >= most.max(1) && !self.places.contains_key(&site) {
            let oldest = self.places.iter().min_by_key(|(_, place)| place.used).map(|(&site, _)| site);
            oldest.map(|oldest| self.places.remove(&oldest));
        }
    }

    /// Accesses so far, and those of them that could be left out.
    pub fn counts(&self) -> (u64, u64) {
        (self.accesses, self.skipped)
    }

    /// Nodes of all histories: what memory is needed for.
    pub fn nodes(&self) -> usize {
        self.places.values().flat_map(|place| place.histories.values()).map(|it| it.nodes()).sum()
    }

    /// The concurrency context of a thread.
    pub fn context(&self, thread: ThreadId) -> Option<&Context> {
        self.contexts.get(thread.index())
    }

    /// The concurrency history of a code place for a location, of reads or of writes.
    pub fn history(&self, site: SiteId, location: Location, is_write: bool) -> Option<&History> {
        self.places.get(&site)?.histories.get(&(location, is_write))
    }
}

/// A trace without what is redundant.
pub fn filter(trace: &Trace, options: TreeOptions) -> (Trace, Tree) {
    let mut tree = Tree::new(options);
    let events = trace.events.iter().filter(|event| !tree.is_redundant(event)).copied().collect();
    (Trace { events, tables: trace.tables.clone() }, tree)
}
