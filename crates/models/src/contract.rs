//! What a call does, as data that every engine reads.
//!
//! A contract has groups; each is there or not. An overriding method inherits from the methods it
//! overrides group by group: a more specific entry that says anything about ordering replaces all that
//! less specific ones say about ordering, and leaves, say, the effects alone.
//!
//! Time within a call: `releases`, `sends` and the arrival of `meets` happen when it begins; `acquires`,
//! `receives`, `joins` and the departure of `meets` when it returns normally, if `when` holds; `ends` when
//! it returns or throws. A `waits` releases at the beginning and takes again at the end, also of a call
//! that throws. Two exceptions for calls with callbacks: a message that names `callback` is sent when the
//! callback has returned, and one that names neither `result` nor `callback` is received before it runs.
//! Giving a lock back also sends through it, so that `receives` of a lock sees the last holder.

use crate::object::Object;
use crate::words::{
    AtomicKind, Circulates, Fence, Instantiates, Meaning, MemoryOrder, Mode, Numbers, Part, Ranges, Safety,
    Times, View, When,
};

/// What a call of a method does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contract {
    /// Code that runs in other threads because of the call.
    pub spawning: Option<Spawning>,
    /// A framework calls the method from threads of its own, so often.
    pub entry: Option<Times>,
    /// Locks and happens-before edges.
    pub ordering: Option<Ordering>,
    /// An access of an atomic variable.
    pub atomic: Option<AtomicAccess>,
    /// A memory fence.
    pub fence: Option<Fence>,
    /// Reflection and the like.
    pub meaning: Option<Meaning>,
    /// Whether it says all that the method does with objects, so that nobody need look inside.
    pub summary: Option<bool>,
    /// Reads and writes of objects' own state.
    pub data: Option<DataAccess>,
    /// Which objects go where.
    pub values: Option<Values>,
    /// Code that the call runs before it returns.
    pub callbacks: Option<Callbacks>,
    /// Thread-safety claims.
    pub safety: MethodSafety,
}

/// Thread-safety claims of a method; where it makes none, those of its class hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MethodSafety {
    /// Whether it may be called from two threads.
    pub safety: Option<Safety>,
    /// What it allocates.
    pub instantiates: Option<Instantiates>,
    /// What passes through it.
    pub circulates: Option<Circulates>,
}

/// Code that runs in other threads because of a call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spawning {
    /// What runs; what was done before the call happens before it.
    pub starts: Vec<Task>,
    /// Where it runs.
    pub on: Option<RunsOn>,
    /// How often.
    pub times: Option<Times>,
    /// The object by which others wait for the task (`joins`); without one, each task's own object.
    /// Who waits for a view waits for what it is a view of, too.
    pub handle: Option<Object>,
    /// The task begins after all of these were sent to or ended.
    pub after: Vec<Object>,
    /// The task begins after one of these was sent to or ended.
    pub after_either: Vec<Object>,
    /// How many threads the pool has that the call makes.
    pub threads: Option<Threads>,
}

impl Spawning {
    /// Whether the object that the method is called on is itself the new thread.
    pub fn starts_itself(&self) -> bool {
        self.on == Some(RunsOn::NewThread) && self.starts.iter().any(|task| task.object == Object::This)
    }
}

/// A method that is called in another thread or back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Whose method.
    pub object: Object,
    /// The method's name.
    pub method: Box<str>,
    /// Its arguments; empty when the model does not tell.
    pub arguments: Vec<Object>,
}

/// Where a task runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunsOn {
    /// A thread of its own.
    NewThread,
    /// A thread of the common fork-join pool.
    CommonPool,
    /// Any thread, the calling one included.
    AnyThread,
    /// A thread that runs when the JVM ends.
    Shutdown,
    /// A thread of this pool, timer or executor.
    Pool(Object),
}

/// How many threads a pool has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Threads {
    /// So many; with 1, each task happens before the next.
    Exactly(u32),
    /// As many as the argument says.
    As(Object),
    /// Any number.
    Many,
}

/// Locks and happens-before edges of a call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ordering {
    /// Locks that are held afterwards.
    pub acquires: Vec<LockUse>,
    /// Locks that are given back.
    pub releases: Vec<LockUse>,
    /// Locks that are given back and taken again before the call returns.
    pub waits: Vec<LockUse>,
    /// What was done before is visible to those who receive it.
    pub sends: Vec<Message>,
    /// What senders did before is visible from here.
    pub receives: Vec<Message>,
    /// All who arrive at this barrier phase happen before all who leave it.
    pub meets: Vec<Object>,
    /// The threads and tasks of these handles have ended.
    pub joins: Vec<Object>,
    /// The tasks of these handles end with the call, also if it throws.
    pub ends: Vec<Object>,
    /// The outcome on which `acquires`, `receives`, `meets` and `joins` depend. What a call may give
    /// away (`releases`, `sends`) counts for every outcome.
    pub when: Option<When>,
    /// Receives through the new object need so many sends.
    pub needs: Option<Object>,
    /// So many receives through the new object need no send.
    pub permits: Option<Object>,
    /// What runs when a barrier's phase is complete: after all arrivals, before all departures.
    pub barrier_action: Option<Task>,
}

/// A lock and how it is held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockUse {
    /// Whether others may hold it in the same way.
    pub shared: bool,
    /// The lock.
    pub object: Object,
}

/// One end of a happens-before edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Without `through`, the channel: all earlier senders count. With it, the thing handed over: the
    /// edge comes from whoever sent the same thing through the same channel.
    pub object: Object,
    /// The channel of a hand-over: a queue, a map.
    pub through: Option<Object>,
}

/// An access of an atomic variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtomicAccess {
    /// What is done.
    pub kind: AtomicKind,
    /// How it is ordered.
    pub order: MemoryOrder,
    /// To which variable.
    pub position: Position,
}

/// Which variable an atomic access means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// The one that the receiver is.
    This,
    /// The element of the receiver that this argument numbers.
    Element(u8),
    /// The field, which the receiver knows, of the object in this argument.
    FieldOf(u8),
    /// The variable that the `VarHandle` stands for: the leading arguments are its coordinates.
    Variable,
}

/// Reads and writes of objects' own state: what makes a call on a thread-unsafe object race.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DataAccess {
    /// Objects whose state the call reads.
    pub reads: Vec<Object>,
    /// Objects whose state it writes; it may read them too.
    pub writes: Vec<Object>,
    /// Objects that it writes if they were made to change when they are read.
    pub touches: Vec<Object>,
    /// Of a constructor: if this argument is true, the new object changes when it is read.
    pub reorders: Option<Object>,
    /// Which elements of arrays are meant.
    pub ranges: Option<Ranges>,
    /// Whether what it writes of the object is one element, which others do not touch who write another one.
    pub elementwise: Option<bool>,
}

/// Which objects go where: a summary for engines that do not look into the method.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Values {
    /// What is kept.
    pub stores: Vec<Store>,
    /// What may come back, besides what `makes` says.
    pub returns: Vec<Object>,
    /// New exceptions that the call throws, for what was thrown elsewhere or by itself; arguments that others are
    /// given as what was thrown.
    pub throws: Vec<Object>,
    /// How a new result is related to others.
    pub makes: Vec<Made>,
    /// How the stream that comes back runs its functions.
    pub mode: Option<Mode>,
    /// What is known of the numbers that a new stream holds, or that tasks are given.
    pub numbers: Option<Numbers>,
}

/// A new object that belongs to another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// What the new object is to the other.
    pub kind: View,
    /// For a lock part: whether it locks the other in shared mode.
    pub shared: bool,
    /// The other.
    pub of: Object,
}

/// A value that is kept in a part of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    /// The value.
    pub value: Object,
    /// The part.
    pub slot: Slot,
    /// Whose part.
    pub into: Object,
    /// Whether one value may be put in several places.
    pub again: bool,
}

/// Where in an object a value is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slot {
    /// In a part.
    Part(Part),
    /// In a field.
    Field(Box<str>),
}

/// Code that the call runs in the calling thread, under the caller's locks, before it returns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Callbacks {
    /// What runs.
    pub calls: Vec<Task>,
    /// How often.
    pub times: Option<Times>,
}

impl Contract {
    /// Takes from a less specific contract what this one does not say.
    pub(crate) fn inherit(&mut self, other: &Contract) {
        fn fill<T: Clone>(own: &mut Option<T>, other: &Option<T>) {
            if own.is_none() {
                own.clone_from(other);
            }
        }
        fill(&mut self.spawning, &other.spawning);
        fill(&mut self.entry, &other.entry);
        fill(&mut self.ordering, &other.ordering);
        fill(&mut self.atomic, &other.atomic);
        fill(&mut self.fence, &other.fence);
        fill(&mut self.meaning, &other.meaning);
        fill(&mut self.summary, &other.summary);
        fill(&mut self.data, &other.data);
        fill(&mut self.values, &other.values);
        fill(&mut self.callbacks, &other.callbacks);
        self.safety.inherit(&other.safety);
    }
}

impl MethodSafety {
    /// Takes from a less specific claim what this one does not say.
    pub fn inherit(&mut self, other: &MethodSafety) {
        self.safety = self.safety.or(other.safety);
        self.instantiates = self.instantiates.or(other.instantiates);
        self.circulates = self.circulates.or(other.circulates);
    }
}
