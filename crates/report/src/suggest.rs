//! What a person needs to hear: why nothing orders two accesses, what can go wrong, what would remove it.
//!
//! Suggestions are read off the accesses: a lock that some of them hold and others do not; a read and a write of one line,
//! which is a read-modify-write; an object that is made when it is first asked for, or published by a race; else visibility alone. The names of the JDK's
//! classes here are words of advice; what calls do is in the models.

use std::collections::{BTreeMap, BTreeSet};

use crate::announced::Announced;
use crate::finding::{Access, AccessKind, Kind, Location, Suggestion};
use crate::identity::Code;

/// What stands in for a class that is not made for several threads.
const REPLACEMENTS: &[(&str, &str)] = &[
    ("java.util.HashMap", "a ConcurrentHashMap"),
    ("java.util.LinkedHashMap", "a ConcurrentHashMap, or a Collections.synchronizedMap if order matters"),
    ("java.util.TreeMap", "a ConcurrentSkipListMap"),
    ("java.util.HashSet", "ConcurrentHashMap.newKeySet()"),
    ("java.util.LinkedHashSet", "Collections.synchronizedSet"),
    ("java.util.TreeSet", "a ConcurrentSkipListSet"),
    (
        "java.util.ArrayList",
        "a CopyOnWriteArrayList if it is seldom written, else Collections.synchronizedList",
    ),
    ("java.util.LinkedList", "a ConcurrentLinkedDeque"),
    ("java.util.ArrayDeque", "a ConcurrentLinkedDeque, or a LinkedBlockingDeque to wait for elements"),
    ("java.util.PriorityQueue", "a PriorityBlockingQueue"),
    ("java.util.WeakHashMap", "Collections.synchronizedMap"),
    ("java.util.IdentityHashMap", "Collections.synchronizedMap"),
    ("java.util.EnumMap", "Collections.synchronizedMap"),
    ("java.util.BitSet", "an AtomicIntegerArray or AtomicLongArray of bits"),
    ("java.lang.StringBuilder", "a StringBuilder for each thread, or a StringBuffer"),
    ("java.text.SimpleDateFormat", "a java.time.format.DateTimeFormatter, which never changes"),
    ("java.text.DecimalFormat", "a format for each call, or a ThreadLocal"),
    ("java.util.GregorianCalendar", "java.time, whose objects never change"),
];

/// Why nothing orders two accesses, by threads and locks.
pub(crate) fn why(first: &Access, second: &Access) -> String {
    let held = |access: &Access| match access.locks.is_empty() {
        true => "holds no lock".to_owned(),
        false => format!("holds {}", access.locks.join(" and ")),
    };
    let locks = match (first.locks.is_empty(), second.locks.is_empty()) {
        (true, true) => "neither holds a lock".to_owned(),
        _ => {
            let (one, other) = (first.access.name(), second.access.name());
            let other = if one == other { format!("other {other}") } else { other.to_owned() };
            format!("the {one} {}, the {other} {}, and that is no lock of both", held(first), held(second))
        }
    };
    let is_alike = first.thread == second.thread && first.thread.starts_with("a ");
    let other = if is_alike { "another one" } else { &second.thread };
    format!("{} and {other} may run at the same time; {locks}", first.thread)
}

/// All accesses of a location, each once, by where they stand.
type Accesses<'r> = BTreeMap<(&'r str, &'r str, Option<u32>, AccessKind), &'r Access>;

fn accesses(races: &[Announced]) -> Accesses<'_> {
    let mut all = BTreeMap::new();
    for access in races.iter().flat_map(|race| [&race.first, &race.second]) {
        let key = (&*access.class, &*access.method, access.line, access.access);
        let known = all.entry(key).or_insert(access);
        // What surely holds a lock is what always does.
        if known.locks.len() > access.locks.len() {
            *known = access;
        }
    }
    all
}

/// Whether a line reads the location and writes it.
fn is_updated(races: &[Announced]) -> bool {
    let all = accesses(races);
    all.keys().any(|&(class, method, line, kind)| {
        kind == AccessKind::Write
            && line.is_some()
            && all.contains_key(&(class, method, line, AccessKind::Read))
    })
}

/// Whether a field's object is made where it is first asked for: a method that writes the field asks before if it is null.
pub(crate) fn is_lazy(location: &Location, races: &[Announced], code: &dyn Code) -> bool {
    let mut writes = accesses(races).into_iter().filter(|((.., kind), _)| *kind == AccessKind::Write);
    matches!(location.kind, Kind::Static | Kind::Field)
        && writes.any(|(_, access)| code.is_made_when_missing(location, access))
}

/// What can go wrong.
pub(crate) fn effect(location: &Location, races: &[Announced], is_lazy: bool) -> String {
    let writes = accesses(races).keys().filter(|(.., kind)| *kind == AccessKind::Write).count();
    match location.kind {
        Kind::State => "the object's inner state may be torn: lost entries, exceptions, endless loops",
        _ if is_lazy => match locks_all_writes(&accesses(races)) {
            true => "a reader may see an object that is not complete",
            false => "it may be made more than once, and a reader may see an object that is not complete",
        },
        _ if is_updated(races) => "an update reads the old value and writes a new one: updates get lost",
        _ if matches!(location.declared.as_deref(), Some("long" | "double")) => {
            "a reader may see an old value, or one half of each of two writes"
        }
        Kind::Elements => "a reader may see old elements, and writes may overwrite each other",
        _ if writes > 1 => "writes overwrite each other, and a reader may see an old value for ever",
        _ => "a reader may see an old value for ever, or an object that is not complete",
    }
    .to_owned()
}

/// What would remove all races on a location.
pub(crate) fn suggestion(location: &Location, races: &[Announced], is_lazy: bool) -> Suggestion {
    let make = |kind: &str, text: String| Suggestion { kind: kind.to_owned(), text };
    let all = accesses(races);
    if is_lazy {
        return make("publish", made_once(location, locks_all_writes(&all)));
    }
    if let Some((lock, holders)) = usual_lock(&all)
        && holders < all.len()
    {
        let without = all.values().filter(|access| !access.locks.iter().any(|held| held == &lock));
        let without: BTreeSet<String> =
            without.map(|access| format!("{} ({})", access.method, access.place())).collect();
        let (shown, more) = first_of(without, 4);
        let text = format!(
            "hold the lock that {holders} of {} accesses hold ({}) at the others, too: {shown}{more}",
            all.len(),
            lock_words(&lock, location),
        );
        return make("lock", text);
    }
    match location.kind {
        Kind::State => {
            let known = REPLACEMENTS.iter().find(|(class, _)| *class == location.class);
            let text = match known {
                Some((class, instead)) => {
                    format!(
                        "use {instead} in place of the {}, or guard all its calls with one lock",
                        simple(class)
                    )
                }
                None => format!("guard all calls on the {} with one lock", simple(&location.class)),
            };
            make("collection", text)
        }
        Kind::Elements => make("confine", elements(location, is_updated(races))),
        Kind::Static | Kind::Field if is_updated(races) => make("atomic", atomic(location)),
        Kind::Static | Kind::Field if publishes(location) => {
            let text = format!(
                "publish the object safely: make {} volatile (or final, if it is set once in the constructor)",
                location.name
            );
            make("publish", text)
        }
        Kind::Static | Kind::Field => {
            let text = format!(
                "make {} volatile, if each write stands for itself; else guard all accesses with one lock",
                location.name
            );
            make("volatile", text)
        }
    }
}

/// The lock that most accesses hold.
fn usual_lock(all: &Accesses<'_>) -> Option<(String, usize)> {
    let mut votes: BTreeMap<&str, usize> = BTreeMap::new();
    for access in all.values() {
        let own = access.locks.iter().map(String::as_str).filter(|lock| is_of_program(lock));
        for lock in own.collect::<BTreeSet<_>>() {
            *votes.entry(lock).or_default() += 1;
        }
    }
    let best = votes.into_iter().max_by_key(|&(lock, count)| (count, std::cmp::Reverse(lock)))?;
    Some((best.0.to_owned(), best.1))
}

/// Whether a program can take a lock: that of a worker in a pool it cannot.
fn is_of_program(lock: &str) -> bool {
    !lock.starts_with("a java.util.concurrent.") || lock.starts_with("a java.util.concurrent.locks.")
}

fn lock_words(lock: &str, location: &Location) -> String {
    match (lock, location.kind) {
        ("this", Kind::Field) => format!("the {} itself", simple(&location.class)),
        _ => lock.to_owned(),
    }
}

fn first_of(all: BTreeSet<String>, most: usize) -> (String, String) {
    let more = all.len().saturating_sub(most);
    let shown: Vec<String> = all.into_iter().take(most).collect();
    (shown.join(", "), if more > 0 { format!(" and {more} more") } else { String::new() })
}

/// Whether one lock is held at all writes.
fn locks_all_writes(all: &Accesses<'_>) -> bool {
    let mut writes = all.clone();
    writes.retain(|(.., kind), _| *kind == AccessKind::Write);
    usual_lock(&writes).is_some_and(|(_, holders)| holders == writes.len())
}

/// How an object is made once that is made when it is first asked for. Under a lock it is already, but who asks does not hold it.
fn made_once(location: &Location, is_locked: bool) -> String {
    let name = &location.name;
    match (is_locked, location.kind) {
        (true, _) => format!("make {name} volatile: it is looked at without the lock under which it is made"),
        (false, Kind::Static) => format!(
            "make {name} once: where it is declared, or in a class of its own that has it as a static final field; \
             or make it volatile, and look again under a lock before it is made"
        ),
        (false, _) => format!(
            "make {name} in the constructor; or make it volatile, and look again under a lock before it is made"
        ),
    }
}

fn atomic(location: &Location) -> String {
    let name = &location.name;
    match location.declared.as_deref() {
        Some("int" | "short" | "byte" | "char") => {
            format!(
                "make {name} an AtomicInteger (a LongAdder if it only counts), or guard all accesses with one lock"
            )
        }
        Some("long") => {
            format!(
                "make {name} an AtomicLong (a LongAdder if it only counts), or guard all accesses with one lock"
            )
        }
        Some("boolean") => format!("make {name} an AtomicBoolean, or guard all accesses with one lock"),
        Some("float" | "double") => {
            format!("guard all accesses of {name} with one lock (a DoubleAdder does if it only sums)")
        }
        _ => format!(
            "update {name} in one step, with an AtomicReference or AtomicInteger, or guard all accesses with one lock"
        ),
    }
}

fn elements(location: &Location, is_updated: bool) -> String {
    let instead = match &*location.class {
        "int[]" | "short[]" | "byte[]" | "char[]" | "boolean[]" => "an AtomicIntegerArray",
        "long[]" | "double[]" | "float[]" => "an AtomicLongArray",
        // A trace does not know the types of arrays.
        "" => "an atomic array of java.util.concurrent.atomic",
        _ => "an AtomicReferenceArray",
    };
    match is_updated {
        true => format!("update elements in one step with {instead}, or guard the array with one lock"),
        false => format!(
            "give each thread a part of the array of its own, or use {instead}, or guard it with one lock"
        ),
    }
}

/// Whether a field holds an object that others read through it.
fn publishes(location: &Location) -> bool {
    const VALUES: [&str; 9] =
        ["int", "long", "short", "byte", "char", "boolean", "float", "double", "java.lang.String"];
    location.declared.as_deref().is_some_and(|declared| !VALUES.contains(&declared))
}

fn simple(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_for_an_array_depends_on_its_elements() {
        let cases = [
            ("byte[]", "AtomicIntegerArray"),
            ("double[]", "AtomicLongArray"),
            ("int[][]", "AtomicReferenceArray"),
            ("java.lang.String[]", "AtomicReferenceArray"),
            ("", "an atomic array"),
        ];
        for (class, expected) in cases {
            let location = Location {
                kind: Kind::Elements,
                class: class.to_owned(),
                name: String::new(),
                made_at: Vec::new(),
                declared: None,
            };
            assert!(elements(&location, true).contains(expected), "{class}");
        }
    }
}
