//! The smallest heap with which a program still ends, as in BigFoot's section 6.3.
//!
//! It is found by bisection of `-Xmx`: a run counts if it keeps its result within three times the processor time that it
//! takes with a large heap. The serial collector is used, whose heap has no regions that round it. What the agent has
//! outside of the Java heap is not in these figures; its shadows are inside.

use std::time::Duration;

use super::measure::Runner;

/// Megabytes of the heap that is large.
const LARGE: f64 = 6144.0;
/// No JVM starts with less.
const LEAST: f64 = 2.0;
/// Where the search ends: the heap that fails and the one that is enough are this near to one another.
const PRECISION: f64 = 1.04;
const PATIENCE: f64 = 3.0;

/// The heaps of one program, in megabytes; None if it does not end with the large one.
pub(super) struct Heaps {
    pub(super) name: &'static str,
    pub(super) bare: Option<f64>,
    pub(super) placed: Vec<Option<f64>>,
}

/// Finds them.
pub(super) fn measure(runner: &Runner<'_>, placements: &[String], limit: Duration) -> Result<Heaps, String> {
    eprintln!("{runner}, heap, bare …");
    let expected = runner.bare(&options(LARGE), limit)?;
    let bare = smallest(limit, |megabytes, limit| {
        let run = runner.bare(&options(megabytes), limit)?;
        Ok(runner.difference(&expected, &run, None).is_none().then_some(run.cpu_seconds))
    })?;
    let mut placed = Vec::new();
    for placement in placements {
        eprintln!("{runner}, heap, {placement} …");
        placed.push(smallest(limit, |megabytes, limit| {
            let (run, seen) = runner.placed(placement, "", &options(megabytes), limit)?;
            Ok(runner.difference(&expected, &run, Some(&seen)).is_none().then_some(run.cpu_seconds))
        })?);
    }
    Ok(Heaps { name: runner.name(), bare, placed })
}

fn options(megabytes: f64) -> [String; 2] {
    let kilobytes = (megabytes * 1024.0).round();
    ["-XX:+UseSerialGC".to_owned(), format!("-Xmx{kilobytes}k")]
}

/// The smallest heap; `attempt` runs with one, within a limit, and says how long it took if it was enough.
fn smallest(
    limit: Duration,
    mut attempt: impl FnMut(f64, Duration) -> Result<Option<f64>, String>,
) -> Result<Option<f64>, String> {
    let Some(seconds) = attempt(LARGE, limit)? else { return Ok(None) };
    let limit = Duration::from_secs_f64(PATIENCE * seconds);
    bisect(LEAST, LARGE, |megabytes| Ok(attempt(megabytes, limit)?.is_some())).map(Some)
}

/// The least size that is enough, where `low` is not and `high` is; by ratios, as heaps differ by powers.
fn bisect(
    mut low: f64,
    mut high: f64,
    mut is_enough: impl FnMut(f64) -> Result<bool, String>,
) -> Result<f64, String> {
    while high / low > PRECISION {
        let middle = (low * high).sqrt();
        if is_enough(middle)? {
            high = middle;
        } else {
            low = middle;
        }
    }
    Ok(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bisection_ends_just_above_what_is_enough() {
        for enough in [2.5, 17.0, 300.0, 5000.0] {
            let mut runs = 0;
            let found = bisect(LEAST, LARGE, |size| {
                runs += 1;
                Ok(size >= enough)
            });
            let found = found.expect("no run fails");
            assert!(found >= enough && found <= enough * PRECISION && runs < 10, "{found} in {runs}");
        }
    }

    #[test]
    fn later_runs_have_three_times_the_first_ones_time() {
        let mut limits = Vec::new();
        let found = smallest(Duration::from_secs(600), |_, limit| {
            limits.push(limit.as_secs());
            Ok(Some(7.0))
        });
        assert!(found.is_ok_and(|found| found.is_some_and(|size| size < LEAST * PRECISION)));
        assert_eq!(limits.first(), Some(&600));
        assert!(limits[1..].iter().all(|&limit| limit == 21));
    }
}
