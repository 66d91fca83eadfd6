//! A trace in which untraced methods are marked only, as it would be if they were not traced.
//!
//! A recorder that is asked to writes down what such methods do, between their MethodBegin and MethodEnd. Both traces of one run, the whole and
//! what is visible of it, can then be compared. Forks stay: the recorder sees them wherever they are.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::event::{Event, ObjectId, Op, SiteId, ThreadId};
use crate::tables::{SETS, TOUCHED_ANEW, Tables};

/// Tells which events are visible.
#[derive(Debug, Default)]
pub struct Visible {
    /// By thread, what is open: whether it is a callback.
    calls: FxHashMap<ThreadId, Vec<bool>>,
}

impl Visible {
    /// Whether the next event is.
    pub fn sees(&mut self, event: &Event) -> bool {
        let calls = self.calls.entry(event.thread).or_default();
        match event.op {
            Op::MethodBegin | Op::CallbackBegin => calls.push(event.op == Op::CallbackBegin),
            Op::MethodEnd | Op::CallbackEnd => drop(calls.pop()),
            Op::Reach | Op::Fork | Op::Begin | Op::End => {}
            _ => return calls.last().is_none_or(|is_callback| *is_callback),
        }
        true
    }
}

/// The same with what those methods touched: the first event on an object in a call, or behind a callback
/// of it, becomes a `Reach` of the object; the first that only reads, one of it as read.
#[derive(Debug, Default)]
pub struct Touched {
    visible: Visible,
    /// By object, the number of the set of it alone; 0 is the empty one.
    sets: FxHashMap<ObjectId, u32>,
    objects: Vec<ObjectId>,
    /// By thread, what the calls that are open are known to have.
    open: FxHashMap<ThreadId, Vec<FxHashSet<ObjectId>>>,
}

impl Touched {
    /// Makes of an event what is seen of it, if anything is.
    pub fn see(&mut self, event: &Event, tables: &Tables) -> Option<Event> {
        let is_seen = self.visible.sees(event);
        let open = self.open.entry(event.thread).or_default();
        match event.op {
            Op::MethodBegin => open.push(FxHashSet::default()),
            Op::MethodEnd => drop(open.pop()),
            Op::CallbackEnd => open.last_mut().into_iter().for_each(FxHashSet::clear),
            Op::Reach => return None,
            _ => {}
        }
        if is_seen {
            return Some(if event.op.has_reach() { Event { object: 0, ..*event } } else { *event });
        }
        let object =
            event.touched(|thread| tables.threads.get(thread.index()).map(|thread| thread.object))?;
        let object = if event.op.only_reads() { object.only_read() } else { object };
        open.last_mut().filter(|known| !known.contains(&object))?.insert(object);
        let objects = &mut self.objects;
        let set = *self.sets.entry(object).or_insert_with(|| {
            objects.push(object);
            u32::try_from(objects.len()).unwrap_or(u32::MAX)
        });
        Some(Event { object: set.into(), ..Event::new(event.thread, SiteId(0), Op::Reach) })
    }

    /// The tables that belong to what was seen until now.
    pub fn tables(&self, whole: &Tables) -> Tables {
        let mut tables = whole.clone();
        tables.heap.clear();
        tables.reach = std::iter::once(Vec::new()).chain(self.objects.iter().map(|&it| vec![it])).collect();
        tables.info.insert(SETS.to_owned(), TOUCHED_ANEW.to_owned());
        tables
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::TraceBuilder;

    #[test]
    fn what_untraced_code_does_is_not_visible_but_what_it_calls_back_is() {
        let mut b = TraceBuilder::new();
        b.write("t", "a", 1).method_begin("t", "m", &[]).write("t", "b", 1);
        b.event("t", Op::CallbackBegin, 0).write("t", "c", 1).write("u", "d", 1);
        b.event("t", Op::CallbackEnd, 0)
            .acquire("t", "l")
            .fork("t", "u")
            .method_end("t", "m")
            .write("t", "e", 1);
        let mut visible = Visible::default();
        let seen: Vec<bool> = b.build().events.iter().map(|event| visible.sees(event)).collect();
        assert_eq!(seen, [true, true, false, true, true, true, true, false, true, true, true]);
    }
}
