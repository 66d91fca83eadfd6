//! A trace in which untraced methods are marked only, as it would be if they were not traced.
//!
//! A recorder that is asked to writes down what such methods do, between their MethodBegin and MethodEnd. Both traces of one run, the whole and
//! what is visible of it, can then be compared. Forks stay: the recorder sees them wherever they are.

use rustc_hash::FxHashMap;

use crate::event::{Event, Op, ThreadId};

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
