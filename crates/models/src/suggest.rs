//! "Did you mean": the nearest existing name to one that does not exist.

/// Edits (insert, delete, replace, swap neighbours) from one text to another, or `None` above `limit`.
fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replace = previous[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replace.min(previous[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut previous, row);
    }
    Some(previous[b.len()]).filter(|&edits| edits <= limit)
}

/// The candidate with the fewest edits; of several, the first by the alphabet.
pub(crate) fn nearest(wrong: &str, candidates: impl IntoIterator<Item = impl AsRef<str>>) -> Option<String> {
    let limit = (wrong.chars().count() / 3).clamp(1, 3);
    let scored = candidates.into_iter().filter_map(|candidate| {
        let candidate = candidate.as_ref();
        let edits = match candidate.eq_ignore_ascii_case(wrong) {
            true => 0,
            false => distance(wrong, candidate, limit)?,
        };
        Some((edits, candidate.to_owned()))
    });
    scored.min().map(|(_, candidate)| candidate)
}

/// `; did you mean X?`, or nothing.
pub(crate) fn hint(suggestion: Option<String>) -> String {
    suggestion.map_or_else(String::new, |name| format!("; did you mean {name}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested() {
        let words = ["acquires", "releases", "receives"];
        assert_eq!(nearest("aquires", words).as_deref(), Some("acquires"));
        assert_eq!(nearest("recieves", words).as_deref(), Some("receives"));
        assert_eq!(nearest("banana", words), None);
        assert_eq!(nearest("LOCK", ["lock"]).as_deref(), Some("lock"));
    }
}
