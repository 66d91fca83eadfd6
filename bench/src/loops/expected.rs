//! The judged warnings of the programs without seeds: `bench/loops/expected.toml`.
//!
//! A judgement is on all pairs of the places whose names start with its `place`.

use toml::de::{DeTable, DeValue};

/// What a reading of the sources found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A race that is a fault.
    True,
    /// A race that does no harm.
    Benign,
    False,
    Unjudged,
}

/// One judgement.
#[derive(Debug)]
pub(super) struct Judged {
    pub(super) program: String,
    pub(super) place: String,
    pub(super) verdict: Verdict,
}

/// All judgements.
pub(super) fn read() -> Result<Vec<Judged>, String> {
    let path = deadheat_harness::root().join("bench/loops/expected.toml");
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|error| wrong(&error))?;
    parse(&text).map_err(|error| wrong(&error))
}

fn parse(text: &str) -> Result<Vec<Judged>, String> {
    let table = DeTable::parse(text).map_err(|error| error.to_string())?;
    let list = table.get_ref().get("judged").and_then(|value| value.get_ref().as_array());
    list.ok_or("there is no [[judged]]")?.iter().map(|entry| judged(entry.get_ref())).collect()
}

fn judged(entry: &DeValue<'_>) -> Result<Judged, String> {
    let word = |name: &str| {
        let value = entry.get(name).and_then(|value| value.get_ref().as_str());
        value.map(str::to_owned).ok_or_else(|| format!("a judgement has no {name}"))
    };
    word("why")?;
    let verdict = match word("verdict")?.as_str() {
        "true" => Verdict::True,
        "benign" => Verdict::Benign,
        "false" => Verdict::False,
        other => return Err(format!("{other} is no verdict: true, benign or false")),
    };
    Ok(Judged { program: word("program")?, place: word("place")?, verdict })
}

/// The first judgement on a place.
pub(super) fn find<'a>(all: &'a [Judged], program: &str, target: &str) -> Option<&'a Judged> {
    all.iter().find(|judged| judged.program == program && target.starts_with(&judged.place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_judgement_on_a_place_counts() -> Result<(), String> {
        let text = "[[judged]]\nprogram='p'\nplace='field a.B.c'\nverdict='true'\nwhy='w'\n\
                    [[judged]]\nprogram='p'\nplace='field a.'\nverdict='false'\nwhy='w'";
        let all = parse(text)?;
        let verdict = |target| find(&all, "p", target).map(|judged| judged.verdict);
        assert_eq!(verdict("field a.B.c"), Some(Verdict::True));
        assert_eq!(verdict("field a.B.d"), Some(Verdict::False));
        assert_eq!(verdict("elements of int[]"), None);
        assert!(find(&all, "q", "field a.B.c").is_none());
        Ok(())
    }

    #[test]
    fn a_judgement_needs_a_reason() {
        assert!(parse("[[judged]]\nprogram='p'\nplace='x'\nverdict='true'").is_err());
    }
}
