//! Calls into untraced code that are not back yet, and what that can reach by now.
//!
//! A call can reach what it was given. More comes by callbacks (what they are handed and what they give back), by calls inside of it that have
//! their own begin and end, and by what the recorder saw it take from elsewhere ([`Op::Reach`]).

use std::collections::BTreeMap;
use std::rc::Rc;

use deadheat_trace::{Event, ObjectId, Op, ReachId, Tables, ThreadId};
use rustc_hash::FxHashMap;

use crate::order::trimmed::Reach;
use crate::reach::{Closure, Heap, Hubs};

/// Words for sets that are remembered.
const MOST_REMEMBERED: usize = 32_000_000;

#[derive(Debug, Clone)]
pub(super) enum OpenCall {
    /// From untraced into traced code.
    Callback,
    /// Into untraced code.
    Untraced(UntracedCall),
}

#[derive(Debug, Clone, Default)]
pub(super) struct UntracedCall {
    /// The sets that it was given, the first at its begin; and how many were followed. What objects refer to is only added to,
    /// so whoever asks later is told no less.
    given: Vec<ReachId>,
    followed: usize,
    /// What it has besides the first set.
    own: Closure,
    /// How many parts the answer had, and the answer.
    last: Option<([usize; 2], Reach)>,
}

pub(super) type OpenCalls = BTreeMap<ThreadId, Vec<OpenCall>>;

/// See the module's description.
#[derive(Debug, Default)]
pub(super) struct Calls {
    heap: Heap,
    /// By thread, outermost first.
    pub(super) calls: OpenCalls,
    /// What the first sets of calls lead to.
    sets: FxHashMap<ReachId, Closure>,
    hubs: Hubs,
}

impl Calls {
    /// Goes on behind an event; whether it tells of a reference that was not known.
    pub(super) fn step(&mut self, event: &Event, tables: &Tables) -> bool {
        if event.op.is_access() {
            return !tables.has_touched_sets() && self.heap.learn(event, tables);
        }
        let calls = &mut self.calls;
        match event.op {
            Op::MethodBegin => {
                let call = UntracedCall { given: vec![event.reach()], ..UntracedCall::default() };
                calls.entry(event.thread).or_default().push(OpenCall::Untraced(call));
            }
            Op::CallbackBegin => {
                self.give(event.thread, &[event.reach()]);
                self.calls.entry(event.thread).or_default().push(OpenCall::Callback);
            }
            Op::CallbackEnd => {
                let calls = calls.entry(event.thread).or_default();
                calls.pop();
                if let Some(OpenCall::Untraced(call)) =
                    calls.last_mut().filter(|_| tables.tells_touched_anew())
                {
                    // The first set is of globals, if it has any.
                    let given = call.given.drain(..).take(1).collect();
                    *call = UntracedCall { given, ..UntracedCall::default() };
                }
                self.give(event.thread, &[event.reach()]);
            }
            Op::Reach => self.give(event.thread, &[event.reach()]),
            Op::MethodEnd => {
                if let Some(OpenCall::Untraced(call)) = calls.entry(event.thread).or_default().pop() {
                    self.give(event.thread, &call.given);
                }
            }
            _ => {}
        }
        false
    }

    /// The untraced code that a thread runs now has more.
    fn give(&mut self, thread: ThreadId, sets: &[ReachId]) {
        if let Some(OpenCall::Untraced(call)) = self.calls.get_mut(&thread).and_then(|calls| calls.last_mut())
        {
            // Most repeat one of the last.
            let from = call.given.len().saturating_sub(8);
            let news = sets.iter().copied().filter(|set| !call.given[from..].contains(set));
            let news: Vec<ReachId> = news.collect();
            call.given.extend(news);
        }
    }

    /// What the untraced code that a thread runs now can touch.
    pub(super) fn active(&mut self, thread: ThreadId, tables: &Tables) -> Option<Reach> {
        let Some(OpenCall::Untraced(call)) = self.calls.get_mut(&thread)?.last_mut() else { return None };
        let (heap, hubs) = (&mut self.heap, &mut self.hubs);
        heap.records(tables);
        let listed = |set: &ReachId| tables.reach.get(set.index()).into_iter().flatten().copied();
        let first = *call.given.first()?;
        let shared = self.sets.entry(first).or_insert_with(|| {
            let mut shared = Closure::default();
            shared.add(listed(&first), heap, hubs);
            // A set that nobody knows may be anything.
            shared.is_anything |= first.index() >= tables.reach.len();
            shared
        });
        shared.follow(heap);
        let from = std::mem::replace(&mut call.followed, call.given.len()).max(1);
        let more = call.given[from.min(call.given.len())..].iter().flat_map(listed);
        let is_news =
            |object: &ObjectId| heap.number_of(*object).is_none_or(|number| !shared.contains(number));
        let more: Vec<ObjectId> = more.filter(is_news).collect();
        call.own.follow(heap);
        if !more.is_empty() {
            call.own.add(more.into_iter(), heap, hubs);
        }
        let is_anything = shared.is_anything || call.own.is_anything;
        let size = if is_anything { [usize::MAX; 2] } else { [shared.parts.len(), call.own.parts.len()] };
        if let Some((_, reach)) = call.last.as_ref().filter(|(last, _)| *last == size) {
            return Some(reach.clone());
        }
        let parts = || shared.parts.iter().chain(&call.own.parts).map(Rc::clone).collect();
        let reach: Reach = (!is_anything).then(parts);
        call.last = Some((size, reach.clone()));
        Some(reach)
    }

    /// What is known of objects.
    pub(super) fn heap(&self) -> &Heap {
        &self.heap
    }

    /// What the untraced code of all threads can touch now.
    pub(super) fn all(&mut self, tables: &Tables) -> Vec<(ThreadId, Reach)> {
        let threads: Vec<ThreadId> = self.calls.keys().copied().collect();
        threads.into_iter().filter_map(|thread| Some((thread, self.active(thread, tables)?))).collect()
    }

    /// Threads but this one whose untraced code can touch more than when that was asked the last time.
    pub(super) fn grown(&mut self, but: ThreadId, tables: &Tables) -> Vec<(ThreadId, Reach)> {
        let size = |call: Option<&OpenCall>| match call {
            Some(OpenCall::Untraced(call)) => call.last.as_ref().map(|(size, _)| *size),
            _ => None,
        };
        let threads: Vec<_> =
            self.calls.iter().map(|(thread, calls)| (*thread, size(calls.last()))).collect();
        let mut grown = Vec::new();
        for (thread, before) in
            threads.into_iter().filter(|(thread, before)| *thread != but && before.is_some())
        {
            let reach = self.active(thread, tables);
            let now = size(self.calls.get(&thread).and_then(|calls| calls.last()));
            grown.extend(reach.filter(|_| now != before).map(|reach| (thread, reach)));
        }
        grown
    }

    /// Forgets sets that can be computed again, if there are many.
    pub(super) fn forget_much(&mut self) {
        if self.sets.values().map(Closure::room).sum::<usize>() > MOST_REMEMBERED {
            self.sets.clear();
            self.calls.values_mut().flatten().for_each(|call| {
                if let OpenCall::Untraced(call) = call {
                    call.last = None;
                }
            });
        }
    }
}
