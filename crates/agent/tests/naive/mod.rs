//! The races of a run, computed from the log of what the detector saw (`DeadheatLog.java`), by definition.
//!
//! Goes in: the lines of a log. Comes out: the locations that are racy, and those that the detector reported. Each thread
//! has a vector clock that counts lines of the log; what threads meet at has the join of all that was released there;
//! each location has all its accesses, and all pairs of them are looked at. Nothing is forgotten or shortened.
//!
//! Where lock sets are compared, the log tells which locks are taken and given back, and what is released and acquired has
//! nothing of them: then two accesses that no lock excludes from each other race if nothing orders them.
//!
//! What a thread learns by final fields is not computed: the detector does not follow it exactly, and only uses it to keep
//! silent. So there are two answers: what races if nothing is learnt, of which the detector must report nothing else; and
//! what races even if a thread then knows all that the other ever knows, which it must report.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The letters of reads and writes: as the detector looked at them, and as they were.
pub(crate) const LOOKED_AT: [&str; 2] = ["r", "w"];
#[allow(dead_code, reason = "only validation has them in its logs")]
pub(crate) const AS_THEY_WERE: [&str; 2] = ["R", "W"];

/// What a log says.
#[derive(Debug, Default)]
pub(crate) struct Races {
    /// The locations that are racy if final fields tell nothing.
    pub(crate) possible: BTreeSet<String>,
    /// Those that are racy whatever they tell.
    pub(crate) sure: BTreeSet<String>,
    /// Those that the detector reported.
    pub(crate) reported: BTreeSet<String>,
    /// How many locations several threads accessed, one of them to write.
    pub(crate) contended: usize,
    pub(crate) lines: usize,
}

/// By thread, how many of its lines are known; none of those that are not there.
type Clock = Vec<u32>;

/// A thread: its vector clock, and how many lines of it there were.
#[derive(Debug, Default, Clone)]
struct Thread {
    /// Threads that had one number after each other share it.
    number: usize,
    lines: u32,
    releases: u32,
    knows: Rc<Clock>,
    /// The numbers of threads that final fields told of.
    learnt: Rc<BTreeSet<usize>>,
    /// The locks that it holds; only for reading, if so.
    locks: Rc<BTreeSet<(String, bool)>>,
}

#[derive(Debug)]
struct Access {
    thread: usize,
    line: u32,
    releases: u32,
    is_write: bool,
    knows: Rc<Clock>,
    learnt: Rc<BTreeSet<usize>>,
    locks: Rc<BTreeSet<(String, bool)>>,
}

/// Everything that a log says, as it is read.
#[derive(Debug, Default)]
struct Log {
    letters: [&'static str; 2],
    names: BTreeMap<String, usize>,
    threads: Vec<Thread>,
    released: BTreeMap<String, Clock>,
    accesses: BTreeMap<String, Vec<Access>>,
}

/// Computes the races of a log.
pub(crate) fn races(text: &str, letters: [&'static str; 2]) -> Races {
    let mut log = Log { letters, ..Log::default() };
    let mut races = Races::default();
    for line in text.lines() {
        races.lines += 1;
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["X", place] => {
                races.reported.insert(location(place, letters));
            }
            [how, thread, what] => log.line(how, thread, what),
            _ => panic!("a line that is none: {line:?}"),
        }
    }
    for (place, accesses) in &log.accesses {
        let pairs = || {
            accesses.iter().enumerate().flat_map(|(at, one)| accesses[..at].iter().map(move |it| (it, one)))
        };
        let conflict =
            |(one, two): &(&Access, &Access)| one.thread != two.thread && (one.is_write || two.is_write);
        races.contended += usize::from(pairs().any(|pair| conflict(&pair)));
        let is_race = |(one, two): &(&Access, &Access)| {
            !is_before(one, two) && !is_before(two, one) && !excludes(one, two)
        };
        if pairs().any(|pair| conflict(&pair) && is_race(&pair)) {
            races.possible.insert(place.clone());
        }
        let may_know = |(one, two): &(&Access, &Access)| log.may_know(two, one) || log.may_know(one, two);
        if pairs().any(|pair| conflict(&pair) && is_race(&pair) && !may_know(&pair)) {
            races.sure.insert(place.clone());
        }
    }
    races
}

/// A location: as the detector calls it; or, as accesses tell, the object, and the index of an element or a number for a
/// field's name, whoever declares it.
fn location(place: &str, letters: [&str; 2]) -> String {
    if letters == LOOKED_AT {
        return place.to_owned();
    }
    let (rest, field) = place.rsplit_once('/').expect("an object and a field");
    let object = rest.split('/').next().unwrap_or_default();
    match (field, field.strip_prefix('#')) {
        (".", _) => rest.to_owned(),
        (_, Some(number)) => format!("{object}#{number}"),
        _ => {
            let name = field.rsplit('.').next().unwrap_or_default();
            format!("{object}#{}", deadheat_instrument::name_number(name.as_bytes()))
        }
    }
}

/// Whether nothing can be before one of two accesses and not before the other.
fn is_same(one: &Access, other: &Access) -> bool {
    one.thread == other.thread
        && one.is_write == other.is_write
        && one.releases == other.releases
        && Rc::ptr_eq(&one.knows, &other.knows)
        && Rc::ptr_eq(&one.learnt, &other.learnt)
        && Rc::ptr_eq(&one.locks, &other.locks)
}

/// Whether both hold a lock that not both hold for reading.
fn excludes(one: &Access, two: &Access) -> bool {
    let is_common = |(lock, is_shared): &(String, bool)| {
        two.locks.contains(&(lock.clone(), false)) || !is_shared && two.locks.contains(&(lock.clone(), true))
    };
    one.locks.iter().any(is_common)
}

fn is_before(one: &Access, two: &Access) -> bool {
    two.knows.get(one.thread).is_some_and(|&known| known >= one.line)
}

impl Log {
    fn thread(&mut self, name: &str) -> usize {
        if let Some(&known) = self.names.get(name) {
            return known;
        }
        let number = name.split('.').next().and_then(|number| number.parse().ok()).expect("a number");
        self.threads.push(Thread { number, ..Thread::default() });
        self.names.insert(name.to_owned(), self.threads.len() - 1);
        self.threads.len() - 1
    }

    fn line(&mut self, how: &str, name: &str, what: &str) {
        let index = self.thread(name);
        let thread = &mut self.threads[index];
        thread.lines += 1;
        match how {
            "-" => {
                let released = self.released.entry(what.to_owned()).or_default();
                join(released, &thread.knows);
                released.resize(released.len().max(index + 1), 0);
                released[index] = thread.lines;
                thread.releases += 1;
            }
            "+" => {
                if let Some(released) = self.released.get(what) {
                    join(Rc::make_mut(&mut thread.knows), released);
                }
            }
            "[" | "]" => {
                let (kind, lock) = what.split_at(1);
                let lock = (lock.to_owned(), kind == "s");
                let locks = Rc::make_mut(&mut thread.locks);
                let is_changed = if how == "[" { locks.insert(lock) } else { locks.remove(&lock) };
                assert!(is_changed, "{name} {how} {what}");
            }
            "f" => {
                Rc::make_mut(&mut thread.learnt).insert(what.parse().expect("a number"));
            }
            _ if self.letters.contains(&how) => {
                let (knows, learnt) = (Rc::clone(&thread.knows), Rc::clone(&thread.learnt));
                let (line, releases) = (thread.lines, thread.releases);
                let is_write = how == self.letters[1];
                let locks = Rc::clone(&thread.locks);
                let access = Access { thread: index, line, releases, is_write, knows, learnt, locks };
                let all = self.accesses.entry(location(what, self.letters)).or_default();
                if !all.iter().rev().take(4).any(|other| is_same(other, &access)) {
                    all.push(access);
                }
            }
            "r" | "w" | "R" | "W" | "c" | "C" | "(" | ")" => {}
            _ => panic!("no such line: {how}"),
        }
    }

    /// Whether a thread may know of another's access by what final fields told it.
    fn may_know(&self, here: &Access, there: &Access) -> bool {
        let knows =
            |thread: &Thread| thread.knows.get(there.thread).is_some_and(|&known| known >= there.line);
        let of = |number: usize| self.threads.iter().filter(move |thread| thread.number == number);
        let is_told = |&number: &usize| self.threads[there.thread].number == number || of(number).any(knows);
        here.learnt.iter().any(is_told)
    }
}

fn join(one: &mut Clock, other: &Clock) {
    one.resize(one.len().max(other.len()), 0);
    for (known, lines) in one.iter_mut().zip(other) {
        *known = (*lines).max(*known);
    }
}
