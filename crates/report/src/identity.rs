//! Names that stay: ids of findings and pairs, independent of lines, of the order of runs and of local names.
//!
//! A pair's id is a hash of the kind of location, the field (or the type of the array or library object), and of both
//! accesses: class, method, read or write, and which of the method's accesses of that kind it is ([`Code`]). A finding's
//! id is a hash of the kind and the field; of arrays and library objects the type and where it is made, or, if only a run
//! knows it, the two methods. Numbers that compilers give to lambdas and anonymous classes are left out, since a new
//! lambda further up changes them. So a field's finding has the same id whichever engine announces it; of arrays and
//! library objects the pairs have, and comparisons with a baseline look at both.
//!
//! What can go wrong: two findings that differ only in such numbers get the same hash; the second, in the order of their
//! names, is then called `…-2`. An access in a class that cannot be read has no ordinal.

use crate::announced::Announced;
use crate::finding::{Access, AccessKind, Location};

/// What is known of the code that the accesses stand in.
pub trait Code {
    /// Which of its method's accesses of this kind to this location an access is: the first of such lines is 0. Methods of
    /// one name count as one.
    fn ordinal(&self, location: &Location, access: &Access) -> Option<usize>;
    /// A field's type, as in a source.
    fn field_type(&self, class: &str, field: &str) -> Option<String>;
    /// Whether a class extends or implements another one.
    fn is_kind_of(&self, class: &str, of: &str) -> bool;
    /// Whether the method of a write asks first if the field is null: what it refers to is made when it is asked for.
    fn is_made_when_missing(&self, location: &Location, access: &Access) -> bool;
}

/// Nothing is known of the code.
#[derive(Debug, Clone, Copy)]
pub struct NoCode;

impl Code for NoCode {
    fn ordinal(&self, _: &Location, _: &Access) -> Option<usize> {
        None
    }

    fn field_type(&self, _: &str, _: &str) -> Option<String> {
        None
    }

    fn is_kind_of(&self, _: &str, _: &str) -> bool {
        false
    }

    fn is_made_when_missing(&self, _: &Location, _: &Access) -> bool {
        false
    }
}

/// A name without the numbers that a compiler gave: `lambda$run$3` is `lambda$run`, `Shop$1` is `Shop`.
pub fn without_numbers(name: &str) -> String {
    let parts: Vec<&str> = name.split('$').collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !parts.iter().any(is_number) {
        return name.to_owned();
    }
    let parts: Vec<&str> = parts.into_iter().map(|part| if is_number(&part) { "" } else { part }).collect();
    parts.join("$").trim_end_matches('$').to_owned()
}

/// The id of two accesses.
pub(crate) fn pair_id(announced: &Announced, code: &dyn Code) -> String {
    let location = &announced.location;
    let mut ends = [&announced.first, &announced.second].map(|access| {
        let kind = match access.access {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
        };
        let ordinal = code.ordinal(location, access).map_or(String::new(), |ordinal| ordinal.to_string());
        format!("{}.{} {kind} {ordinal}", without_numbers(&access.class), without_numbers(&access.method))
    });
    ends.sort();
    let [first, second] = ends;
    id("P", &[location.kind.rule(), &without_numbers(&location.class), &location.name, &first, &second])
}

/// The id of a location. `made` tells arrays and library objects apart.
pub(crate) fn finding_id(location: &Location, made: &str) -> String {
    id("DH", &[location.kind.rule(), &without_numbers(&location.class), &location.name, made])
}

/// 48 bits: of 50,000 findings, two have the same one in a run of 200,000.
fn id(prefix: &str, parts: &[&str]) -> String {
    // FNV-1a: written down here, since ids must be the same in every release.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for part in parts {
        for byte in part.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    // The upper bits depend on all bytes, too, once they are mixed in.
    format!("{prefix}-{:012x}", (hash ^ (hash >> 48)) & 0xffff_ffff_ffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_compilers_are_left_out() {
        let cases = [
            ("lambda$main$0", "lambda$main"),
            ("lambda$new$12", "lambda$new"),
            ("Shop$1", "Shop"),
            ("Shop$1$Part", "Shop$$Part"),
            ("Shop$Part2", "Shop$Part2"),
            ("access$000", "access"),
            ("run", "run"),
        ];
        for (name, expected) in cases {
            assert_eq!(without_numbers(name), expected);
        }
    }
}
