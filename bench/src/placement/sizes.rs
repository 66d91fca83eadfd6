//! How much the programs have to do: small amounts where each access is written down, long ones to measure what is left
//! when the JVM has compiled all that it will.

use super::measure::Runner;
use super::programs::KERNELS;

/// A kernel's size, or what a program is given in the place of its last arguments.
type Sizes = &'static [(&'static str, &'static [&'static str])];

/// Programs that are not here run as they are.
const SMALL: Sizes = &[
    ("crypt", &["1"]),
    ("series", &["20"]),
    ("lufact", &["60"]),
    ("moldyn", &["2"]),
    ("montecarlo", &["20"]),
    ("sparse", &["1"]),
    ("sor", &["40"]),
    ("raytracer", &["16"]),
    ("tsp", &["8"]),
    ("elevator", &["1"]),
    ("philo", &["1"]),
    ("motes", &["3"]),
    ("h2", &["4", "15"]),
    ("derby", &["4", "3", "jdbc:derby:;shutdown=true"]),
    ("xalan", &["2", "1"]),
    ("batik", &["2", "1"]),
    ("fop", &["2", "1"]),
    ("tomcat", &["4", "10"]),
    ("jython", &["2", "1"]),
    ("weka", &["4", "60", "2"]),
    ("luindex", &["4", "20"]),
    ("lusearch", &["4", "10", "10"]),
    ("pdfbox", &["2", "1", "1"]),
];

/// Several times as much as without; ecj and pmd have no more to read than they always have.
const LONG: Sizes = &[
    ("crypt", &["6000"]),
    ("series", &["80000"]),
    ("lufact", &["2600"]),
    ("moldyn", &["12"]),
    ("montecarlo", &["80000"]),
    ("sparse", &["1400"]),
    ("sor", &["4000"]),
    ("raytracer", &["4000"]),
    ("tsp", &["16"]),
    ("elevator", &["10000"]),
    ("philo", &["4000"]),
    ("motes", &["12000"]),
    ("h2", &["4", "12000"]),
    ("derby", &["4", "2400", "jdbc:derby:;shutdown=true"]),
    ("xalan", &["4", "32"]),
    ("batik", &["4", "12"]),
    ("fop", &["4", "24"]),
    ("tomcat", &["4", "3000"]),
    ("jython", &["4", "24"]),
    ("weka", &["4", "700", "240"]),
    ("luindex", &["4", "10000"]),
    ("lusearch", &["4", "200", "6000"]),
    ("pdfbox", &["4", "6", "4"]),
];

/// A program with little to do.
pub(super) fn small<'a>(runner: &Runner<'a>) -> Runner<'a> {
    sized(runner, SMALL)
}

/// A program with much to do.
pub(super) fn long<'a>(runner: &Runner<'a>) -> Runner<'a> {
    sized(runner, LONG)
}

fn sized<'a>(runner: &Runner<'a>, sizes: Sizes) -> Runner<'a> {
    let amount = sizes.iter().find(|(name, _)| *name == runner.name()).map_or(&[][..], |(_, amount)| *amount);
    // A kernel has sizes of its own, and no arguments that others could take the place of.
    match KERNELS.iter().any(|(name, _)| *name == runner.name()) {
        true => runner.with(amount.first().copied()),
        false => runner.with(None).ending(amount),
    }
}
