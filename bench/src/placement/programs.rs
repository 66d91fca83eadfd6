//! The programs on which placements are compared: those of BigFoot's evaluation, as far as they can be had.
//!
//! The kernels of Java Grande are written anew after what is published about their algorithms, `motes` takes the place
//! of avrora, PDFBox that of sunflow, which is not on Maven Central. tsp, elevator and philo are those of von Praun and
//! Gross, without the races. Amounts of work do not depend on time, so that a slower run has no more to do; but for tsp
//! and elevator, where they depend on the schedule.

use crate::reality::workloads::{Workload, driver};
use crate::run::programs::{self, Program};

/// A program, and in which table it is.
#[derive(Debug)]
pub(super) struct Benchmark {
    pub(super) program: Program,
    /// Whether it is there for the seconds that it takes to start.
    pub(super) is_start: bool,
}

/// By name, with the main class.
pub(super) const KERNELS: [(&str, &str); 12] = [
    ("crypt", "Crypt"),
    ("series", "Series"),
    ("lufact", "LuFact"),
    ("moldyn", "MolDyn"),
    ("montecarlo", "MonteCarlo"),
    ("sparse", "Sparse"),
    ("sor", "Sor"),
    ("raytracer", "RayTracer"),
    ("tsp", "Tsp"),
    ("elevator", "Elevator"),
    ("philo", "Philo"),
    ("motes", "Motes"),
];

/// Programs of `bench run`, as they are there.
const SHARED: [&str; 9] = ["h2", "derby", "xalan", "batik", "fop", "tomcat", "jython", "ecj", "weka"];

const LUINDEX: Workload = driver("luindex", "LuceneIndexLoad", &[], &["lucene-core-"]);
const LUSEARCH: Workload = Workload {
    sources: &["LuceneSearchLoad", "LuceneIndexLoad"],
    ..driver("lusearch", "LuceneSearchLoad", &[], &["lucene-core-"])
};
const PMD: Workload = Workload {
    pom: "placement",
    ..driver(
        "pmd",
        "PmdLoad",
        &[],
        &[
            "pmd-",
            "Saxon-HE-",
            "antlr4-runtime-",
            "asm-",
            "checker-qual-",
            "commons-lang3-",
            "gson-",
            "nice-xml-messages-",
            "pcollections-",
            "slf4j-api-",
            "xmlresolver-",
        ],
    )
};
const PDFBOX: Workload = Workload {
    pom: "placement",
    options: &["-Djava.awt.headless=true", "-Dpdfbox.fontcache={tmp}"],
    ..driver("pdfbox", "PdfLoad", &[], &["pdfbox-", "fontbox-", "commons-logging-"])
};

fn all() -> Result<Vec<Benchmark>, String> {
    let mut all: Vec<Program> = KERNELS.iter().map(|(name, main)| Program::kernel(name, main)).collect();
    all.extend(programs::named(&SHARED)?);
    all.push(Program::driver(&LUINDEX, &["4", "2000"]));
    all.push(Program::driver(&LUSEARCH, &["4", "200", "1000"]));
    all.push(Program::driver(&PMD, &["4", "{root}/bench/placement/java"]));
    all.push(Program::driver(&PDFBOX, &["4", "2", "4"]));
    let start = [Program::kernel("nothing", "Nothing"), Program::spring(&["1", "1"])];
    let measured = all.into_iter().map(|program| Benchmark { program, is_start: false });
    let started = start.into_iter().map(|program| Benchmark { program, is_start: true });
    Ok(measured.chain(started).collect())
}

/// The programs of these names; all if there are none.
pub(super) fn named(names: &[&str]) -> Result<Vec<Benchmark>, String> {
    let mut all = all()?;
    let is_known = |name: &&str| all.iter().any(|benchmark| benchmark.program.name() == *name);
    if let Some(unknown) = names.iter().find(|name| !is_known(name)) {
        let known: Vec<&str> = all.iter().map(|benchmark| benchmark.program.name()).collect();
        return Err(format!("no program is called {unknown}; there are {}", known.join(", ")));
    }
    all.retain(|benchmark| names.is_empty() || names.contains(&benchmark.program.name()));
    Ok(all)
}
