//! The state of a thread at an instruction of a body: what it surely holds, and which calls have returned.

use deadheat_program::FieldId;
use deadheat_program::ir::{InstId, Value};

use crate::bits::Bits;
use crate::paths::Path;

/// A lock that is held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) lock: Path,
    /// The value that is locked, where the body itself locks it.
    pub(crate) value: Option<Value>,
    /// Whether others may hold it in the same way.
    pub(crate) shared: bool,
    /// It is not this object, but the one that owns it by these fields.
    pub(crate) above: Vec<FieldId>,
    /// And of the owner, what is at these final fields.
    pub(crate) beside: Vec<FieldId>,
    /// It is a `Lock`, which any method may give back.
    pub(crate) is_explicit: bool,
    /// It is no lock but the running thread's own object: no other thread has it.
    pub(crate) is_thread: bool,
}

impl Held {
    pub(crate) fn new(lock: Path, value: Option<Value>, shared: bool) -> Held {
        let (above, beside) = (Vec::new(), Vec::new());
        Held { lock, value, shared, above, beside, is_explicit: false, is_thread: false }
    }
}

/// The state of a thread at an instruction.
#[derive(Debug, Clone, Default)]
pub(crate) struct Moment {
    pub(crate) held: Vec<Held>,
    /// Calls of the body, by index, that may have returned.
    pub(crate) maybe_before: Bits,
    /// Those that have.
    pub(crate) surely_before: Bits,
    /// Those that have, with the outcome on which their contract depends.
    pub(crate) succeeded: Bits,
    /// Loops that have waited for all threads of an array or list.
    pub(crate) gathered: Bits,
    /// Calls whose outcome, which was not looked at yet, tells whether a lock was taken.
    pub(crate) tried: Vec<InstId>,
    /// A lock that the caller held may have been given back.
    pub(crate) gave_back: bool,
}

impl Moment {
    /// Whether a lock of the caller's is still held.
    pub(crate) fn keeps(&self, entry: &Held) -> bool {
        !(self.gave_back && entry.is_explicit)
    }
}

/// Keeps what holds in both.
pub(crate) fn meet(known: &mut Moment, other: &Moment) -> bool {
    let mut rest = other.held.clone();
    let before = known.held.len();
    known.held.retain(|held| match rest.iter().position(|other| other == held) {
        Some(index) => {
            rest.remove(index);
            true
        }
        None => false,
    });
    let lost = known.held.len() != before;
    let grew = known.maybe_before.union(&other.maybe_before);
    let shrank = known.surely_before.intersect(&other.surely_before);
    let failed = known.succeeded.intersect(&other.succeeded) | known.gathered.intersect(&other.gathered);
    let (tried, gave_back) = (known.tried.len(), known.gave_back);
    known.tried.retain(|call| other.tried.contains(call));
    known.gave_back |= other.gave_back;
    lost || grew || shrank || failed || known.tried.len() != tried || known.gave_back != gave_back
}
