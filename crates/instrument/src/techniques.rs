//! What makes checks fewer and cheaper, each with a switch of its own; and the detectors that they add up to.

use std::fmt;
use std::str::FromStr;

/// One technique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Technique {
    /// No check where one before it, with no release in between, has seen to the access (RedCard).
    Elimination,
    /// What does not change in a loop is checked once for all turns: in the first that accesses it (Choi et al.), or with
    /// motion where the loop ends.
    Peeling,
    /// Checks wait until they must be made, and for accesses to come (BigFoot).
    Motion,
    /// One check for the elements that a loop goes through.
    Ranges,
    /// What a loop loads anew from where it does not write is the same object (BigFoot).
    Aliases,
    /// What methods of other classes do to synchronise is read from the class path (BigFoot's kill sets).
    Callees,
    /// One check for several fields of one object.
    Coalescing,
    /// Shadows of an object that nobody else can have yet are written without a look.
    Fresh,
    /// One shadow for many elements of an array, as long as they are accessed alike (SlimState).
    Compression,
    /// Elements wait in the thread until it synchronises, so that more of them are accessed alike.
    Footprints,
    /// Neighbouring elements with a shadow each have one again, once they are accessed together.
    Joining,
    /// No check where a static analysis of the whole program finds no race (Choi et al.).
    Plan,
    /// One shadow for fields that are always checked together (RedCard).
    Proxies,
}

use Technique::*;

/// All techniques, by name.
const NAMES: [(&str, Technique); 13] = [
    ("elimination", Elimination),
    ("peeling", Peeling),
    ("motion", Motion),
    ("ranges", Ranges),
    ("aliases", Aliases),
    ("callees", Callees),
    ("coalescing", Coalescing),
    ("fresh", Fresh),
    ("compression", Compression),
    ("footprints", Footprints),
    ("joining", Joining),
    ("plan", Plan),
    ("proxies", Proxies),
];

/// What BigFoot is made of.
const BIGFOOT: &[Technique] = &[
    Elimination,
    Peeling,
    Motion,
    Ranges,
    Aliases,
    Callees,
    Coalescing,
    Fresh,
    Proxies,
    Compression,
    Footprints,
    Joining,
];

/// All detectors, by name, with what they are made of.
const PLACEMENTS: [(&str, &[&[Technique]]); 7] = [
    ("fasttrack", &[]),
    ("redcard", &[&[Elimination, Proxies]]),
    ("choi", &[&[Elimination, Peeling, Plan]]),
    ("slimstate", &[&[Compression, Footprints]]),
    ("slimcard", &[&[Elimination, Proxies, Compression, Footprints]]),
    ("bigfoot", &[BIGFOOT]),
    ("full", &[BIGFOOT, &[Plan]]),
];

/// A set of techniques. As text: the name of a detector, and what it is to be without: `bigfoot-ranges-footprints`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Techniques(u16);

impl Techniques {
    /// Whether a technique is used.
    pub fn has(self, technique: Technique) -> bool {
        self.0 & 1 << technique as u16 != 0
    }

    /// Whether some checks are not where the accesses are.
    pub(crate) fn places(self) -> bool {
        self.has(Elimination) || self.has(Motion)
    }

    /// Without one of them.
    pub fn without(self, technique: Technique) -> Techniques {
        Techniques(self.0 & !(1 << technique as u16))
    }

    /// The names of those that are used.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        NAMES.into_iter().filter(move |&(_, technique)| self.has(technique)).map(|(name, _)| name)
    }

    /// The names of all detectors.
    pub fn placements() -> impl Iterator<Item = &'static str> {
        PLACEMENTS.into_iter().map(|(name, _)| name)
    }
}

/// A name that is none of a detector or technique.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName(String);

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let placements: Vec<_> = Techniques::placements().collect();
        let techniques: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
        write!(
            f,
            "{:?} is none of {}, nor behind a minus one of {}",
            self.0,
            placements.join(", "),
            techniques.join(", ")
        )
    }
}

impl std::error::Error for UnknownName {}

impl FromStr for Techniques {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Techniques, UnknownName> {
        let unknown = |name: &str| UnknownName(name.to_owned());
        let mut names = text.split('-');
        let placement = names.next().unwrap_or_default();
        let found = PLACEMENTS.iter().find(|(name, _)| *name == placement);
        let (_, techniques) = found.ok_or_else(|| unknown(placement))?;
        let mut bits =
            techniques.iter().copied().flatten().fold(0, |bits, &technique| bits | 1 << technique as u16);
        for name in names {
            let found = NAMES.iter().find(|(known, _)| *known == name).ok_or_else(|| unknown(name))?;
            bits &= !(1 << found.1 as u16);
        }
        Ok(Techniques(bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_detector_can_be_had_without_some_of_its_techniques() {
        let all: Techniques = "bigfoot".parse().expect("a detector");
        let fewer: Techniques = "bigfoot-ranges-footprints".parse().expect("a detector without techniques");
        assert!(all.has(Ranges) && all.has(Motion));
        assert!(!fewer.has(Ranges) && !fewer.has(Footprints) && fewer.has(Motion));
        assert_eq!("fasttrack".parse(), Ok(Techniques::default()));
    }

    #[test]
    fn choi_is_redcard_with_peeling_and_a_plan_but_without_proxies() {
        let [choi, redcard]: [Techniques; 2] =
            ["choi", "redcard"].map(|name| name.parse().expect("a placement"));
        assert_eq!(choi.without(Peeling).without(Plan), redcard.without(Proxies));
        assert!(choi.has(Peeling) && choi.has(Plan) && !choi.has(Motion));
    }

    #[test]
    fn other_names_are_errors() {
        for text in ["", "eraser", "bigfoot-", "bigfoot-magic"] {
            assert!(text.parse::<Techniques>().is_err(), "{text}");
        }
    }
}
