//! One event: who, where in the code, what.
//!
//! An event is 32 bytes and owns nothing, so that blocks of them stream through an analysis without allocation. What its
//! words mean depends on the operation:
//!
//! | operation | `object` | `slot` | `value` |
//! |---|---|---|---|
//! | `Read` … `VolatileWrite` | the location's object, 0 if static | field, or element index with the top bit | bits, or object |
//! | `Acquire` … `ReleaseShared`, `Asked` | the lock | – | – |
//! | `WaitBegin`, `WaitEnd`, `Notify` | the lock | – | the notification's number, 0 if unknown |
//! | `Fork`, `Join` | the other thread's number | – | – |
//! | `Begin`, `End`, `Branch` | – | – | – |
//! | `Send`, `Receive` | the channel | – | – |
//! | `MethodBegin`, `CallbackBegin`, `CallbackEnd`, `Reach` | the number of the reachable set | the method | – |
//! | `MethodEnd` | – | the method | – |

use std::fmt;

macro_rules! index {
    ($($(#[$about:meta])* $name:ident($of:ty)),* $(,)?) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub $of);

        impl $name {
            /// As an index of a vector.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    )*};
}

index! {
    /// A thread of the trace; numbers are dense from 0.
    ThreadId(u32),
    /// A place in the code: one for each instruction that makes events; 0 is the unknown one.
    SiteId(u32),
    /// A field's number in the tables.
    FieldId(u32),
    /// A method's number in the tables: the callee of a BarrierPair.
    MethodId(u32),
    /// A stack's number in the tables.
    StackId(u32),
    /// A set of objects that a call into untraced code can reach.
    ReachId(u32),
    /// An object's identity, the same from its birth to its end, never given twice; 0 is null, and "no object" of static fields.
    ObjectId(u64),
    /// A point in the order of synchronisation.
    Tick(u64),
}

/// Which part of an object, packed: a field's number, or an element's index with the top bit set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Slot(pub u32);

const ELEMENT: u32 = 1 << 31;

impl Slot {
    /// A field, static or not.
    pub fn field(field: FieldId) -> Slot {
        Slot(field.0 & !ELEMENT)
    }

    /// An element of an array.
    pub fn element(index: u32) -> Slot {
        Slot(index | ELEMENT)
    }

    /// The field, unless it is an element.
    pub fn as_field(self) -> Option<FieldId> {
        (self.0 & ELEMENT == 0).then_some(FieldId(self.0))
    }

    /// The index, if it is an element.
    pub fn as_element(self) -> Option<u32> {
        (self.0 & ELEMENT != 0).then_some(self.0 & !ELEMENT)
    }
}

/// What can race: a field of an object, an element of an array, or a static field (its object is 0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The object, 0 for a static field.
    pub object: ObjectId,
    /// The part of it.
    pub slot: Slot,
}

const STATIC: u64 = 1 << 63;
const ONLY_READ: u64 = 1 << 62;
const CHANNEL: u64 = 1 << 60;

impl ObjectId {
    /// Stands in a set for everything: native code may touch what it likes.
    pub const ANYTHING: ObjectId = ObjectId(!ONLY_READ);

    /// A channel, as sets name it: its number may be that of an object as well.
    #[inline]
    pub fn channel(number: u64) -> ObjectId {
        ObjectId(number | CHANNEL)
    }

    /// In sets of what was touched: of this object was only read.
    #[inline]
    pub fn only_read(self) -> ObjectId {
        ObjectId(self.0 | ONLY_READ)
    }

    /// The object, however it was touched.
    #[inline]
    pub fn anyhow(self) -> ObjectId {
        ObjectId(self.0 & !ONLY_READ)
    }

    /// Whether a set says that it was only read.
    #[inline]
    pub fn is_only_read(self) -> bool {
        self.0 & ONLY_READ != 0
    }
}

impl Location {
    /// What a BarrierPair's set names to reach the location: its object, or for a static field a number of its own.
    #[inline]
    pub fn owner(self) -> ObjectId {
        match self.object {
            ObjectId(0) => ObjectId(STATIC | u64::from(self.slot.0)),
            object => object,
        }
    }
}

macro_rules! operations {
    ($($(#[$about:meta])* $name:ident = $code:literal $word:literal),* $(,)?) => {
        /// What an event does; numbers and names are part of the file format and of `trace dump`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Op {
            $($(#[$about])* $name = $code),*
        }

        impl Op {
            /// All of them, by their number.
            pub const ALL: &[Op] = &[$(Op::$name),*];

            /// As `trace dump` writes it.
            pub fn word(self) -> &'static str {
                match self {
                    $(Op::$name => $word),*
                }
            }
        }
    };
}

operations! {
    /// Reads a plain location.
    Read = 0 "read",
    /// Writes a plain location.
    Write = 1 "write",
    /// Reads a volatile location; never races.
    VolatileRead = 2 "volatile-read",
    /// Writes a volatile location; never races.
    VolatileWrite = 3 "volatile-write",
    /// The read of an atomic update; the thread's next event is its `VolatileWrite`, and no other write of the location
    /// can come between.
    UpdateRead = 4 "update-read",
    /// Takes a lock, outermost only.
    Acquire = 5 "acquire",
    /// Gives a lock back, outermost only.
    Release = 6 "release",
    /// Takes a read-write lock for reading.
    AcquireShared = 7 "acquire-shared",
    /// Gives back a read-write lock that was taken for reading.
    ReleaseShared = 8 "release-shared",
    /// Begins to wait: gives the lock back, all levels of it.
    WaitBegin = 9 "wait-begin",
    /// Waited enough: has the lock again.
    WaitEnd = 10 "wait-end",
    /// Wakes one or all that wait for the lock.
    Notify = 11 "notify",
    /// Starts a thread.
    Fork = 12 "fork",
    /// Has seen a thread end.
    Join = 13 "join",
    /// A thread's first event.
    Begin = 14 "begin",
    /// A thread's last event.
    End = 15 "end",
    /// Gives all that happened before to later receives on the channel.
    Send = 16 "send",
    /// Happens after all earlier sends on the channel.
    Receive = 17 "receive",
    /// A branch that depends on what was read.
    Branch = 18 "branch",
    /// Calls a method that is not traced.
    MethodBegin = 19 "method-begin",
    /// The call is back, by return or by exception.
    MethodEnd = 20 "method-end",
    /// Untraced code calls back into traced code.
    CallbackBegin = 21 "callback-begin",
    /// The callback is back in untraced code.
    CallbackEnd = 22 "callback-end",
    /// The untraced code that runs has come by more objects than it was given.
    Reach = 23 "reach",
    /// Has seen who has a lock, or that nobody has, without taking it.
    Asked = 24 "asked",
}

impl Op {
    /// The operation of a number in a file.
    pub fn from_code(code: u8) -> Option<Op> {
        Op::ALL.get(usize::from(code)).copied()
    }

    /// The operation of a word in a dump.
    pub fn from_word(word: &str) -> Option<Op> {
        Op::ALL.iter().copied().find(|op| op.word() == word)
    }

    /// Reads or writes a location, volatile or not.
    #[inline]
    pub fn is_access(self) -> bool {
        (self as u8) <= Op::UpdateRead as u8
    }

    /// Reads or writes a location that can race.
    #[inline]
    pub fn is_plain(self) -> bool {
        (self as u8) <= Op::Write as u8
    }

    /// Reads a location.
    #[inline]
    pub fn is_read(self) -> bool {
        matches!(self, Op::Read | Op::VolatileRead | Op::UpdateRead)
    }

    /// Writes a location.
    #[inline]
    pub fn is_write(self) -> bool {
        matches!(self, Op::Write | Op::VolatileWrite)
    }

    /// Tells what untraced code can reach.
    #[inline]
    pub fn has_reach(self) -> bool {
        matches!(self, Op::MethodBegin | Op::CallbackBegin | Op::CallbackEnd | Op::Reach)
    }

    /// Leaves what it is about as it was.
    #[inline]
    pub fn only_reads(self) -> bool {
        matches!(self, Op::Read | Op::VolatileRead)
    }

    /// Takes a lock or gives it back.
    #[inline]
    pub fn is_of_lock(self) -> bool {
        (Op::Acquire as u8..=Op::WaitEnd as u8).contains(&(self as u8))
    }

    /// Has a tick of its own: all but plain accesses, branches and untraced calls.
    #[inline]
    pub fn is_sync(self) -> bool {
        !self.is_plain() && (self as u8) < Op::Branch as u8 || self == Op::Asked
    }
}

/// See the module's description.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Event {
    /// Object, lock, channel or other thread.
    pub object: u64,
    /// The value read or written; the notification's number.
    pub value: u64,
    /// The part of the object, or the method.
    pub slot: u32,
    /// Whose event it is.
    pub thread: ThreadId,
    /// Where in the code.
    pub site: SiteId,
    /// What it does.
    pub op: Op,
}

impl Event {
    /// An event without object, slot and value.
    pub fn new(thread: ThreadId, site: SiteId, op: Op) -> Event {
        Event { object: 0, value: 0, slot: 0, thread, site, op }
    }

    /// The location of an access.
    #[inline]
    pub fn location(&self) -> Location {
        Location { object: ObjectId(self.object), slot: Slot(self.slot) }
    }

    /// The lock of an `Acquire` and its like.
    #[inline]
    pub fn lock(&self) -> ObjectId {
        ObjectId(self.object)
    }

    /// The other thread of a `Fork` or `Join`.
    #[inline]
    pub fn other(&self) -> ThreadId {
        ThreadId(u32::try_from(self.object).unwrap_or(u32::MAX))
    }

    /// The set of a `MethodBegin`; of callbacks and `Reach`, what the call around them can reach from then on.
    #[inline]
    pub fn reach(&self) -> ReachId {
        ReachId(u32::try_from(self.object).unwrap_or(u32::MAX))
    }

    /// The object that the event is about, as sets of untraced calls name it; thread by its number.
    #[inline]
    pub fn touched(&self, thread: impl Fn(ThreadId) -> Option<ObjectId>) -> Option<ObjectId> {
        let object = match self.op {
            op if op.is_access() => Some(self.location().owner()),
            Op::Fork | Op::Join => thread(self.other()),
            Op::Begin | Op::End => thread(self.thread),
            op if op.has_reach() => None,
            Op::Branch | Op::MethodEnd => None,
            Op::Send | Op::Receive => Some(ObjectId::channel(self.object)),
            _ => Some(self.lock()),
        };
        object.filter(|object| object.0 != 0)
    }

    /// The method of a `MethodBegin` and its like.
    #[inline]
    pub fn method(&self) -> MethodId {
        MethodId(self.slot)
    }

    /// Both access one plain location in two threads, and one of them writes.
    #[inline]
    pub fn conflicts(&self, other: &Event) -> bool {
        self.op.is_plain()
            && other.op.is_plain()
            && self.thread != other.thread
            && (self.op == Op::Write || other.op == Op::Write)
            && self.location() == other.location()
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{} {} {}.{:#x}", self.thread, self.op.word(), self.object, self.slot)?;
        write!(f, " ={} @{}", self.value, self.site)
    }
}
