//! How much speaks for a race: `scan` removes only what it can prove, so what is left is ranked by evidence.
//!
//! In: a pair of accesses that no filter removes. Out: [`Confidence`]: *likely*, with the [`Sign`] that its object is shared
//! and that an order is missing, or *possible*, with the [`Doubt`]. The first rule that applies decides:
//!
//! 1. the doubts that one access is part of making the object (`Construction`), or only reached by reflection whose target
//!    is not known (`Guessed`);
//! 2. the sign of a static field (`Static`), unless an old compiler keeps a class literal in it (`ClassLiteral`);
//! 3. the doubts that only code that nobody looks into calls one of the accesses' methods back, whose threads are taken for those that call that
//!    code (`CalledBack`), that only static initialisers make one of the accesses (`Initialisation`), that both accesses hold a lock, on
//!    every way to them, that may be the same one (`SameLock`), or that a finalizer is one of the threads (`Finalizer`);
//! 4. the sign that there is one object, and that both accesses surely mean such a one (`Single`);
//! 5. the doubt that one side only has what its own thread made or was given (`Own`);
//! 6. the signs that threads share the object: one that makes none was started with it, and one that makes none writes
//!    (`HandedOver`), or the tasks of a parallel operation were given it (`DealtOut`);
//! 7. the sign that somebody means the place to be shared: a write holds a lock and a read holds it on no way, where most
//!    accesses do (`Uneven`; the beliefs of Engler et al., the check of RacerD). Of arrays and library objects only if a
//!    constructor makes them: what another method makes is often for itself;
//! 8. the sign that callers from outside make the object and use it, and its class locks it somewhere (`Callers`);
//! 9. else the main thread may write before it starts others (`SetUp`, for which `Single` and `HandedOver` do not count), or nothing says that two threads have the same object (`Unsynchronised`, `Lent`, `Contents`,
//!    `Unshared`).
//!
//! The rules were found with the judged findings of `docs/judged`.
//!
//! Nothing is lost: what is possible is counted, and listed if it is asked for. A place is likely if one of its pairs is.

use deadheat_points_to::ObjectId;

use crate::Target;
use crate::candidates::{View, Whose};
use crate::locks::Guarded;
use crate::search::Part;
use crate::signs::{ObjectSigns, Signs};

/// How much speaks for a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Confidence {
    /// Something says that threads share the object, and nothing that they take turns.
    Likely(Sign),
    /// No filter can remove it, but it rests on what may well be the analysis's lack of knowledge.
    Possible(Doubt),
}

/// What speaks for a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sign {
    /// The field is static.
    Static,
    /// There is one such object in the program.
    Single,
    /// Two kinds of threads have the object; one that makes none was started with it, and one that makes none writes.
    HandedOver,
    /// Tasks of a parallel operation were given the object, and make none.
    DealtOut,
    /// A write holds a lock, of the object or a global one, and a read does not. Of the instructions that access the place of
    /// the object, most do.
    Uneven {
        /// Those that do.
        locked: u32,
        /// All of them, but for those that make the object.
        all: u32,
    },
    /// Callers from outside make the object and use it, and its class synchronises.
    Callers,
}

/// What speaks against a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Doubt {
    /// It is one only because another race publishes the object before it is complete.
    Follows,
    /// One access is part of making the object.
    Construction,
    /// An old compiler keeps a class literal there: each thread stores the same class.
    ClassLiteral,
    /// Only static initialisers make one access, once, and mostly before others.
    Initialisation,
    /// Only reflective calls of unknown targets lead to one of the accesses.
    Guessed,
    /// Code that nobody looks into calls back the method of one of the accesses, with whatever objects it was ever given.
    CalledBack,
    /// Only the main thread writes, where nothing says that it has started a thread.
    SetUp,
    /// Both accesses hold a lock, on every way to them, that may be the same one.
    SameLock,
    /// A finalizer makes one access, when nobody else has the object.
    Finalizer,
    /// One side only has objects that its own thread made, or was given as the only one.
    Own,
    /// Callers from outside would have to share an object that they were given.
    Lent,
    /// Callers from outside would have to share an object of a class that never synchronises.
    Unsynchronised,
    /// One abstract array or library object stands for many: each thread may have its own.
    Contents,
    /// One abstract object stands for many: each thread may have its own.
    Unshared,
}

impl Confidence {
    /// Whether it is likely.
    pub fn is_likely(self) -> bool {
        matches!(self, Confidence::Likely(_))
    }
}

/// One side of a pair, as it is judged: what the filters see, whether it writes, and what else is known.
pub(crate) type Judged<'s> = (&'s View, bool, &'s Part);

/// See the module's description.
pub(crate) fn of(
    signs: &Signs<'_, '_>,
    (target, object): (Target, Option<ObjectId>),
    of_object: &ObjectSigns,
    locked: (u32, u32),
    sides: [Judged<'_>; 2],
) -> Confidence {
    let (views, parts) = (sides.map(|(view, ..)| view), sides.map(|(.., part)| part));
    if parts.iter().any(|part| part.is_construction) {
        return Confidence::Possible(Doubt::Construction);
    }
    if parts.iter().any(|part| part.is_guessed) {
        return Confidence::Possible(Doubt::Guessed);
    }
    if object.is_none() {
        return match signs.is_class_literal(target) {
            true => Confidence::Possible(Doubt::ClassLiteral),
            false => Confidence::Likely(Sign::Static),
        };
    }
    if parts.iter().any(|part| part.is_called_back) {
        return Confidence::Possible(Doubt::CalledBack);
    }
    if parts.iter().any(|part| part.is_initialisation) {
        return Confidence::Possible(Doubt::Initialisation);
    }
    if parts[0].locks.always.meets(&parts[1].locks.always) {
        return Confidence::Possible(Doubt::SameLock);
    }
    if views.iter().any(|view| signs.is_final(view)) {
        return Confidence::Possible(Doubt::Finalizer);
    }
    let is_set_up =
        |&(view, is_write, part): &Judged<'_>| !is_write || signs.is_main(view) && !part.is_behind_start;
    let is_set_up = sides.iter().all(is_set_up);
    if !is_set_up && of_object.is_single && parts.iter().all(|part| part.aim.is_single) {
        return Confidence::Likely(Sign::Single);
    }
    if views.iter().any(|view| view.whose != Whose::Anybodys) {
        return Confidence::Possible(Doubt::Own);
    }
    let is_one = parts.iter().all(|part| part.aim.is_one);
    let writing = sides.map(|(view, is_write, _)| (view, is_write));
    if !is_set_up && is_one && matches!(target, Target::Field(_)) && signs.is_handed_over(of_object, writing)
    {
        return Confidence::Likely(Sign::HandedOver);
    }
    if is_one && signs.is_dealt_out(of_object, views) {
        return Confidence::Likely(Sign::DealtOut);
    }
    let is_kept = matches!(target, Target::Field(_)) || of_object.is_part;
    if let Some(sign) = uneven(locked, sides).filter(|_| is_kept) {
        return Confidence::Likely(sign);
    }
    let are_outside = views.iter().all(|view| signs.is_outside(view));
    match target {
        _ if is_set_up => Confidence::Possible(Doubt::SetUp),
        _ if are_outside && of_object.callers == Some(true) => Confidence::Likely(Sign::Callers),
        _ if are_outside && of_object.callers == Some(false) => Confidence::Possible(Doubt::Unsynchronised),
        Target::Elements | Target::State => Confidence::Possible(Doubt::Contents),
        _ if are_outside => Confidence::Possible(Doubt::Lent),
        Target::Field(_) => Confidence::Possible(Doubt::Unshared),
    }
}

/// A locked write and a read without a lock, where most accesses are locked. The other way round, the write is often part
/// of setting the object up.
fn uneven((locked, all): (u32, u32), sides: [Judged<'_>; 2]) -> Option<Sign> {
    let is = |(view, is_write, _): &Judged<'_>, writes: bool| {
        *is_write == writes && view.guards.iter().any(Guarded::is_lock) == writes
    };
    // If some ways to the read lead through the lock, the others may be none.
    let is_open = |write: &Judged<'_>, read: &Judged<'_>| {
        is(write, true) && is(read, false) && !read.2.locks.sometimes.meets(&write.2.locks.always)
    };
    let [one, other] = &sides;
    let is_uneven = is_open(one, other) || is_open(other, one);
    (is_uneven && locked * 2 > all).then_some(Sign::Uneven { locked, all })
}
