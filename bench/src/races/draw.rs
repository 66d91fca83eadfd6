//! Likely places that are drawn to be judged by reading: always the same ones for the same places and seed.

use std::collections::BTreeMap;

use deadheat_harness::Random;
use serde_json::Value;

use super::scan::Scanned;

/// Prints as many likely places of each scan, each with its first likely pair.
pub(super) fn print(scans: &[&Scanned], count: usize, seed: u64) {
    for scan in scans {
        let mut places: BTreeMap<&str, &Value> = BTreeMap::new();
        for (place, race) in scan.likely() {
            places.entry(place).or_insert(race);
        }
        let places: Vec<(&str, &Value)> = places.into_iter().collect();
        println!("\n{}: {} of {} likely places\n", scan.program.name, count.min(places.len()), places.len());
        for index in drawn(places.len(), count, seed) {
            let (place, race) = places[index];
            println!("{place}");
            for end in ["first", "second"].map(|end| &race[end]) {
                let verb = if end["write"] == true { "write" } else { "read" };
                println!("  {verb} {} {}", end["method"].as_str().unwrap_or_default(), end["line"]);
            }
            println!("  {}", race["because"].as_str().unwrap_or_default());
        }
    }
}

/// Some of the numbers below a limit, in a random order that depends on the seed.
fn drawn(limit: usize, count: usize, seed: u64) -> Vec<usize> {
    let mut left: Vec<usize> = (0..limit).collect();
    let mut random = Random::new(seed);
    (0..count.min(limit)).map(|_| left.remove(random.below(left.len()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_drawn_once() {
        let mut all = drawn(50, 100, 7);
        assert_eq!(drawn(50, 10, 7), all[..10]);
        assert_ne!(drawn(50, 10, 8), all[..10]);
        all.sort();
        assert_eq!(all, (0..50).collect::<Vec<_>>());
    }
}
