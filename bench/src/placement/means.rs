//! Overheads, their ratios and their means.

use super::measure::Times;

/// Overheads below this share of the bare time are taken for this much: the noise of a measurement, which would
/// otherwise decide a geometric mean.
const NOISE: f64 = 0.01;

/// How many times longer a run takes.
pub(super) fn slowdown(bare: Times, placed: Times) -> f64 {
    placed.cpu / bare.cpu
}

/// The additional time, by the bare time.
pub(super) fn overhead(bare: Times, placed: Times) -> f64 {
    (slowdown(bare, placed) - 1.0).max(NOISE)
}

/// None of nothing.
pub(super) fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = values.into_iter().map(f64::ln).collect();
    Some(arithmetic_mean(logarithms)?.exp())
}

/// None of nothing.
pub(super) fn arithmetic_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.into_iter().fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_nothing_are_none() {
        assert_eq!(geometric_mean([]), None);
        assert_eq!(arithmetic_mean([]), None);
    }

    #[test]
    fn a_geometric_mean_is_of_ratios() {
        let mean = geometric_mean([0.5, 2.0, 4.0, 0.25]).expect("of four");
        assert!((mean - 1.0).abs() < 1e-12);
        assert_eq!(arithmetic_mean([1.0, 2.0, 6.0]), Some(3.0));
    }

    #[test]
    fn an_overhead_within_the_noise_is_the_noise() {
        let times = |cpu| Times { cpu, wall: cpu, peak: cpu };
        assert_eq!(overhead(times(2.0), times(5.0)), 1.5);
        assert_eq!(overhead(times(2.0), times(1.9)), NOISE);
    }
}
