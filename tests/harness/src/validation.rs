//! Holds the checks of a run against its accesses: BigFoot's section 2, on the log that the agent writes with `validate`.
//!
//! A check *covers* an access to the same location by the same thread if it comes before it with no release in between, or
//! after it with no acquisition in between; it is *legitimate* for one if it comes before it with no acquisition in
//! between, or after it with no release. Each access must be covered by a check that is at least as strong, and each
//! check be legitimate for an access that is at least as strong: a write is stronger than a read.
//!
//! The log is read once, and each thread looked at alone, with a few numbers for each location that it uses.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::io::BufRead;

/// Problems beyond these are counted, not named.
const MOST_NAMED: usize = 20;

/// What a log says.
#[derive(Debug, Default)]
pub struct Validation {
    /// How many accesses there were.
    pub accesses: u64,
    /// How many locations were checked, each time that they were.
    pub checks: u64,
    /// How many releases and acquisitions there were.
    pub synchronisations: u64,
    /// How many accesses are not covered.
    pub uncovered: u64,
    /// How many checks are not legitimate.
    pub illegitimate: u64,
    /// Some of both, in words.
    pub problems: Vec<String>,
}

/// What is known of a location, by thread. Times are numbers of releases or acquisitions of the thread, from 1; 0 is never.
#[derive(Debug, Default, Clone, Copy)]
struct Location {
    /// By strength: when it was accessed and checked last, in releases.
    accessed: [u32; 2],
    checked: [u32; 2],
    /// By strength: accesses that wait for a check, and checks that wait for an access, in acquisitions.
    uncovered: [u32; 2],
    unjustified: [u32; 2],
    /// The line of the last access or check.
    line: u64,
}

#[derive(Debug)]
struct Thread {
    releases: u32,
    acquisitions: u32,
    locations: HashMap<String, Location>,
}

/// Validates a log.
pub fn validate(log: impl BufRead) -> std::io::Result<Validation> {
    let (mut found, mut threads) = (Validation::default(), BTreeMap::<String, Thread>::new());
    // By what threads meet at: who released there; none if several did.
    let mut released: HashMap<String, Option<String>> = HashMap::new();
    for (number, line) in (1..).zip(log.lines()) {
        let line = line?;
        let mut words = line.split(' ');
        let (Some(how), Some(name), Some(place)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        if !threads.contains_key(name) {
            let thread = Thread { releases: 1, acquisitions: 1, locations: HashMap::new() };
            threads.insert(name.to_owned(), thread);
        }
        let Some(thread) = threads.get_mut(name) else { continue };
        match how {
            "-" => {
                thread.releases += 1;
                let by = released.entry(place.to_owned()).or_insert_with(|| Some(name.to_owned()));
                if by.as_deref() != Some(name) {
                    *by = None;
                }
            }
            // Where only the thread itself released, nothing is learnt; the JDK loads classes where no program says so.
            "+" if !place.starts_with('m')
                && released.get(place).is_none_or(|by| by.as_deref() == Some(name)) => {}
            "+" => thread.acquisitions += 1,
            "R" | "W" => found.access(thread, (name, place), usize::from(how == "W"), number),
            "c" | "C" => found.check(thread, (name, place), usize::from(how == "C"), number),
            _ => {}
        }
        found.synchronisations += u64::from(matches!(how, "-" | "+"));
    }
    for (name, thread) in &threads {
        let mut places: Vec<_> = thread.locations.iter().collect();
        places.sort_by_key(|(place, location)| (location.line, *place));
        for (place, location) in places {
            for strength in [0, 1] {
                found.uncovered((name, place), location.uncovered[strength], strength, location.line);
                found.illegitimate((name, place), location.unjustified[strength], strength, location.line);
            }
        }
    }
    Ok(found)
}

impl Validation {
    fn access(&mut self, thread: &mut Thread, place: (&str, &str), strength: usize, line: u64) {
        self.accesses += 1;
        let location = thread.locations.entry(place.1.to_owned()).or_default();
        let before = std::mem::replace(location, Location { line, ..*location });
        location.accessed[..=strength].fill(thread.releases);
        for weaker in 0..=strength {
            let waiting = std::mem::take(&mut location.unjustified[weaker]);
            if waiting != thread.acquisitions {
                self.illegitimate(place, waiting, weaker, before.line);
            }
        }
        if location.checked[strength] != thread.releases {
            let waiting = std::mem::replace(&mut location.uncovered[strength], thread.acquisitions);
            if waiting != thread.acquisitions {
                self.uncovered(place, waiting, strength, before.line);
            }
        }
    }

    fn check(&mut self, thread: &mut Thread, place: (&str, &str), strength: usize, line: u64) {
        self.checks += 1;
        let location = thread.locations.entry(place.1.to_owned()).or_default();
        let before = std::mem::replace(location, Location { line, ..*location });
        location.checked[..=strength].fill(thread.releases);
        for weaker in 0..=strength {
            let waiting = std::mem::take(&mut location.uncovered[weaker]);
            if waiting != thread.acquisitions {
                self.uncovered(place, waiting, weaker, before.line);
            }
        }
        if location.accessed[strength] != thread.releases {
            let waiting = std::mem::replace(&mut location.unjustified[strength], thread.acquisitions);
            if waiting != thread.acquisitions {
                self.illegitimate(place, waiting, strength, before.line);
            }
        }
    }

    fn uncovered(&mut self, place: (&str, &str), since: u32, strength: usize, line: u64) {
        if since != 0 {
            self.uncovered += 1;
            self.name("no check for a", place, strength, line);
        }
    }

    fn illegitimate(&mut self, place: (&str, &str), since: u32, strength: usize, line: u64) {
        if since != 0 {
            self.illegitimate += 1;
            self.name("a check for no", place, strength, line);
        }
    }

    fn name(&mut self, what: &str, (thread, place): (&str, &str), strength: usize, line: u64) {
        if self.problems.len() < MOST_NAMED {
            let how = ["read", "write"][strength];
            self.problems.push(format!("{what} {how} of {place} by thread {thread}, line {line} of the log"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(log: &str) -> (u64, u64) {
        let lines = log.replace(", ", "\n").replace('x', "1.0 5/0/.").replace('m', "1.0 m7");
        let found = validate(lines.as_bytes()).expect("text");
        (found.uncovered, found.illegitimate)
    }

    #[test]
    fn a_check_may_come_later_up_to_an_acquisition_and_earlier_from_a_release_on() {
        assert_eq!(problems("R x, c x"), (0, 0));
        assert_eq!(problems("c x, R x"), (0, 0));
        // Figure 3: the check covers the first and the last access, and is legitimate for the second.
        assert_eq!(problems("+ m, R x, - m, R x, c x, + m, R x, - m"), (0, 0));
        assert_eq!(problems("R x, + m, c x, R x"), (1, 0));
        assert_eq!(problems("R x, c x, - m, R x"), (1, 0));
    }

    #[test]
    fn a_check_needs_an_access() {
        assert_eq!(problems("c x"), (0, 1));
        assert_eq!(problems("R x, c x, - m, c x"), (0, 1));
        assert_eq!(problems("c x, + m, R x, c x"), (0, 1));
    }

    #[test]
    fn what_an_initialised_class_tells_is_an_acquisition() {
        assert_eq!(problems("- 2.0 c7, R x, + 1.0 c7, c x, R x"), (1, 0));
        assert_eq!(problems("- 1.0 c7, R x, + 1.0 c7, c x, R x"), (0, 0));
    }

    #[test]
    fn a_read_does_not_stand_for_a_write() {
        assert_eq!(problems("W x, c x"), (1, 0));
        assert_eq!(problems("R x, C x"), (0, 1));
        assert_eq!(problems("R x, W x, C x"), (0, 0));
        assert_eq!(problems("R x, C x, W x"), (0, 0));
    }
}
