//! Order that follows for every schedule of a window from values and locks, besides the hard one: computed once, asked for each pair.
//!
//! If an event happens, all that precedes it here has happened before it:
//!
//! 1. The hard order, and that of each thread.
//! 2. A read whose value only one other thread writes, and which is not the one before the window, is behind the first of these writes. So is a read whose
//!    value no write explains behind the write that it must follow.
//! 3. An event e in a section t of a lock, and a section s of another thread that has begun before e: both cannot be at once, and t goes on at e, so s has
//!    ended before t began. (The end of s precedes e; it need not precede the begin of t where e does not happen.)
//!
//! That is a part of what the constraints of a pair say (`maximal/constraints.rs`), so nothing is lost. Sections and handed-over objects order most pairs
//! of a real program in this way, and each of them had taken a search over the whole window. Similar rules are called saturation by
//! Pavlogiannis (Fast, Sound, and Effectively Complete Dynamic Race Prediction, POPL 2020).
//!
//! A plain access of a pair does not happen in its schedule: edges that lead into it by rule 2 do not count for it, see [`Window::keeps`](crate::window::Window::keeps).

use deadheat_trace::{Event, Location, ObjectId, Op};
use rustc_hash::FxHashMap;

use crate::order::hard::Edge;
use crate::order::must::Must;
use crate::state::State;
use crate::window::{Sections, Sources, Threads};

/// What is known of a window when its order is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'w> {
    pub(crate) events: &'w [Event],
    pub(crate) start: &'w State,
    pub(crate) threads: &'w Threads,
    pub(crate) sections: &'w Sections,
    pub(crate) sources: &'w Sources,
}

/// See the module's description; with the hard edges of the window.
pub(crate) fn forced(parts: Parts<'_>, hard: &[Edge]) -> Must {
    let mut into: Vec<(u32, u32)> = hard.iter().map(|&(from, to)| (to, from)).collect();
    into.extend(value_edges(parts));
    into.sort_unstable();
    into.dedup();
    let mut sweep = Sweep { parts, must: Must::empty(parts.threads), begun: begun(parts) };
    let mut at = 0;
    for (index, event) in crate::window::numbered(parts.events) {
        let end = at + into[at..].iter().take_while(|(to, _)| *to == index).count();
        let begins = matches!(event.op, Op::Acquire | Op::WaitEnd | Op::AcquireShared);
        let has_learnt = at < end && sweep.must.learn(parts.threads, index, &into[at..end]);
        at = end;
        if has_learnt || begins {
            sweep.end_sections(index);
        }
    }
    sweep.must
}

/// Who writes a value to a location: one thread, and its first such write; or several threads.
type Writers = FxHashMap<(Location, u64), Option<(usize, u32)>>;

/// Rule 2, as target and source.
fn value_edges(parts: Parts<'_>) -> Vec<(u32, u32)> {
    let mut writers = Writers::default();
    for (index, event) in crate::window::numbered(parts.events).filter(|(_, event)| event.op.is_write()) {
        let thread = parts.threads.place(index).0;
        let known = writers.entry((event.location(), event.value)).or_insert(Some((thread, index)));
        *known = known.filter(|(other, _)| *other == thread);
    }
    let reads = crate::window::numbered(parts.events).filter(|(_, event)| event.op.is_read());
    reads.filter_map(|(index, event)| Some((index, source(parts, &writers, index, event)?))).collect()
}

/// What a read must be behind.
fn source(parts: Parts<'_>, writers: &Writers, read: u32, event: &Event) -> Option<u32> {
    let source = parts.sources.of(read)?;
    let observed = source.write?;
    let thread = parts.threads.place(read).0;
    if source.is_blind {
        return Some(observed).filter(|&write| parts.threads.place(write).0 != thread);
    }
    let (other, first) = (*writers.get(&(event.location(), event.value))?)?;
    let is_initial = parts.sources.initial(event.location(), parts.start) == Some(event.value);
    Some(first).filter(|_| other != thread && !is_initial)
}

/// By lock and whether it is shared: each thread with its sections, as how many of its events there are when they have begun, and their ends.
type Begun = FxHashMap<(ObjectId, bool), Vec<(usize, Vec<(u32, Option<u32>)>)>>;

fn begun(parts: Parts<'_>) -> Begun {
    let mut begun = Begun::default();
    for section in &parts.sections.all {
        // A thread without an event in the window does not give the lock back there.
        let Some(thread) = parts.threads.number(section.thread) else { continue };
        let begin = section.acquire.map_or(0, |acquire| parts.threads.place(acquire).1 + 1);
        let threads = begun.entry((section.lock, section.is_shared)).or_default();
        match threads.iter_mut().find(|(other, _)| *other == thread) {
            Some((_, sections)) => sections.push((begin, section.release)),
            None => threads.push((thread, vec![(begin, section.release)])),
        }
    }
    begun
}

struct Sweep<'w> {
    parts: Parts<'w>,
    must: Must,
    begun: Begun,
}

impl Sweep<'_> {
    /// Rule 3, until nothing more follows.
    fn end_sections(&mut self, index: u32) {
        loop {
            let ended = self.ended(index);
            if ended.is_empty() || !self.must.learn(self.parts.threads, index, &ended) {
                return;
            }
        }
    }

    /// The ends of sections that must have ended before an event.
    fn ended(&self, index: u32) -> Vec<(u32, u32)> {
        let (sections, threads) = (self.parts.sections, self.parts.threads);
        let (thread, place) = threads.place(index);
        let mut ended = Vec::new();
        for section in sections.set(sections.held(index)) {
            let kinds: &[bool] = if section.is_shared { &[false] } else { &[false, true] };
            let lists = kinds.iter().filter_map(|&kind| self.begun.get(&(section.lock, kind))).flatten();
            for (other, all) in lists.filter(|(other, _)| *other != thread) {
                let known = self.must.known(thread, place, *other);
                let last = all.partition_point(|(begin, _)| *begin <= known).checked_sub(1);
                let end = last.and_then(|last| all[last].1).filter(|&end| end < index);
                ended.extend(end.filter(|&end| threads.place(end).1 >= known).map(|end| (index, end)));
            }
        }
        ended
    }
}

#[cfg(test)]
mod tests {
    use deadheat_trace::TraceBuilder;

    use crate::state::State;
    use crate::window::Window;

    /// An object is handed over by a list under a lock, whose state has a new value with each change; or by nothing.
    fn handed_over(seen: u64) -> deadheat_trace::Trace {
        let mut b = TraceBuilder::new();
        b.write("t1", "o.f", 1).acquire("t1", "l").write("t1", "list", 7).release("t1", "l");
        b.acquire("t2", "l").read("t2", "list", seen).release("t2", "l").write("t2", "o.f", 2);
        b.build()
    }

    fn window_asks(trace: &deadheat_trace::Trace, ask: impl Fn(&Window<'_>) -> bool) -> bool {
        ask(&Window::new(&trace.events, &State::default(), &trace.tables, None))
    }

    #[test]
    fn what_is_read_and_the_lock_around_it_order() {
        let trace = handed_over(7);
        // The write of o.f, the end of the first section; the read, and what comes behind it.
        assert!(window_asks(&trace, |window| window.forces(0, 5) && window.forces(3, 5)));
        assert!(window_asks(&trace, |window| window.keeps(0, 7)));
        // The second section may begin first: then the read does not happen.
        assert!(window_asks(&trace, |window| !window.forces(3, 4) && !window.forces(0, 4)));
    }

    #[test]
    fn a_read_that_is_next_has_not_read() {
        let mut b = TraceBuilder::new();
        b.write("t1", "x", 1).read("t2", "x", 1).write("t2", "y", 1);
        let trace = b.build();
        assert!(window_asks(&trace, |window| window.forces(0, 1) && !window.keeps(0, 1)));
        assert!(window_asks(&trace, |window| window.keeps(0, 2)));
    }

    #[test]
    fn a_thread_that_begins_knows_what_was_read_before_its_fork() {
        let mut b = TraceBuilder::new();
        b.write("t1", "x", 1).read("t2", "x", 1).fork("t2", "t3").read("t3", "x", 1);
        assert!(window_asks(&b.build(), |window| window.keeps(0, 3)));
    }

    #[test]
    fn a_value_that_others_write_as_well_orders_nothing() {
        let mut b = TraceBuilder::new();
        b.write("t3", "x", 1).write("t1", "x", 1).read("t2", "x", 1).write("t2", "y", 1);
        assert!(window_asks(&b.build(), |window| !window.keeps(0, 3) && !window.keeps(1, 3)));
    }
}
