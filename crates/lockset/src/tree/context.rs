//! The concurrency context of a thread (definition 3.3.2): the locks that it holds and the messages that it sent and
//! received, in program order. A lock that is given back leaves it; messages stay.

use deadheat_trace::{Event, Op};

use crate::locks::{Hold, change};

/// A part of a context.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A lock that is held.
    Lock(Hold),
    /// Something that was sent or received; numbers are never given twice.
    Message(u64),
}

/// See the module's description.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    elements: Vec<Element>,
    sent: u64,
}

impl Context {
    /// All parts, in order.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// The number of what was sent last.
    pub(super) fn sent(&self) -> u64 {
        self.sent
    }

    /// The thread's next event that is no access; `number` is new.
    pub(super) fn step(&mut self, event: &Event, number: u64) {
        match change(event) {
            Some((hold, true)) => self.elements.push(Element::Lock(hold)),
            Some((hold, false)) => {
                // To give back a lock is an outgoing edge of those who order by locks.
                self.sent = number;
                let last = self.elements.iter().rposition(|&element| element == Element::Lock(hold));
                last.map(|at| self.elements.remove(at));
            }
            None => {}
        }
        let sends = matches!(event.op, Op::Fork | Op::End | Op::Send | Op::VolatileWrite | Op::Notify);
        let receives = matches!(
            event.op,
            Op::Begin | Op::Join | Op::Receive | Op::VolatileRead | Op::UpdateRead | Op::WaitEnd
        );
        if sends {
            self.sent = number;
        }
        if sends || receives {
            self.elements.push(Element::Message(number));
        }
    }
}
