//! The detectors that look at accesses while a program runs, each with the parts that it is made of.

use std::fmt;
use std::str::FromStr;

/// A part of a lockset detector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Accesses are held against each other by the locks that were held, not by epochs alone.
    Lockset,
    /// What comes after something else by what is no lock does not race with it.
    Order,
    /// Accesses of a location's first thread are forgotten until another one comes (Choi et al., section 7).
    Ownership,
    /// A thread and those who waited for its end have a lock in common (Choi et al., section 2.3).
    Joins,
    /// Threads remember which accesses add nothing (Choi et al., section 4).
    Cache,
    /// Fields of an object are told apart.
    Fields,
    /// All accesses of a location are to have one lock in common (Eraser).
    Common,
    /// Accesses that cannot show a new race are left out (TREE).
    Tree,
}

use Part::*;

/// All parts, by name.
const NAMES: [(&str, Part); 8] = [
    ("lockset", Lockset),
    ("order", Order),
    ("ownership", Ownership),
    ("joins", Joins),
    ("cache", Cache),
    ("fields", Fields),
    ("common", Common),
    ("tree", Tree),
];

/// All detectors, by name, with what they are made of.
const DETECTORS: [(&str, &[Part]); 4] = [
    ("fasttrack", &[]),
    ("lockset", &[Lockset, Order, Cache, Fields]),
    ("choi", &[Lockset, Ownership, Joins, Cache, Fields]),
    ("eraser", &[Lockset, Ownership, Cache, Fields, Common]),
];

/// A detector. As text: its name, and what it is to be with and without: `fasttrack+tree`, `choi-ownership-cache`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Detector(u8);

impl Detector {
    /// Whether it has a part.
    pub fn has(self, part: Part) -> bool {
        self.0 & 1 << part as u8 != 0
    }

    /// The names of its parts.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        NAMES.into_iter().filter(move |&(_, part)| self.has(part)).map(|(name, _)| name)
    }
}

/// A name that is none of a detector or of one of its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownDetector(String);

impl fmt::Display for UnknownDetector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detectors = DETECTORS.map(|(name, _)| name).join(", ");
        let parts = NAMES.map(|(name, _)| name)[1..].join(", ");
        write!(f, "{:?} is none of {detectors}, nor behind a plus or minus one of {parts}", self.0)
    }
}

impl std::error::Error for UnknownDetector {}

impl FromStr for Detector {
    type Err = UnknownDetector;

    fn from_str(text: &str) -> Result<Detector, UnknownDetector> {
        let unknown = || UnknownDetector(text.to_owned());
        let end = text.find(['+', '-']).unwrap_or(text.len());
        let (detector, mut changes) = text.split_at(end);
        let (_, parts) = DETECTORS.iter().find(|(name, _)| *name == detector).ok_or_else(unknown)?;
        let mut bits = parts.iter().fold(0, |bits, &part| bits | 1 << part as u8);
        while let Some(is_with) = changes.chars().next().map(|sign| sign == '+') {
            let rest = &changes[1..];
            let (name, behind) = rest.split_at(rest.find(['+', '-']).unwrap_or(rest.len()));
            let (_, part) = NAMES[1..].iter().find(|(known, _)| *known == name).ok_or_else(unknown)?;
            let bit = 1 << *part as u8;
            bits = if is_with { bits | bit } else { bits & !bit };
            changes = behind;
        }
        Ok(Detector(bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_detector_can_be_had_without_some_of_its_parts() {
        let all: Detector = "choi".parse().expect("a detector");
        let fewer: Detector = "choi-ownership-cache".parse().expect("a detector without parts");
        assert!(all.has(Ownership) && all.has(Cache) && !all.has(Order));
        assert!(!fewer.has(Ownership) && !fewer.has(Cache) && fewer.has(Lockset));
        assert_eq!("fasttrack".parse(), Ok(Detector::default()));
        let more: Detector = "fasttrack+tree".parse().expect("a detector with a filter");
        assert!(more.has(Tree) && !more.has(Lockset));
    }

    #[test]
    fn other_names_are_errors() {
        for text in ["", "bigfoot", "lockset-", "lockset+", "lockset-magic", "lockset-lockset"] {
            assert!(text.parse::<Detector>().is_err(), "{text}");
        }
    }
}
