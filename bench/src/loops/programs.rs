//! The suite: parallel loops on real libraries, after table I of IteRace (Radoi and Dig), and their seeded races.
//!
//! A program is a directory below `bench/loops/java`. Its seeds are the files `Seed….java` there, each with a main
//! method of its own; the lines that race end in `// seeded`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use deadheat_harness::{Compilation, Jdk, root};

use crate::libraries;

/// A program of the suite.
#[derive(Debug)]
pub(super) struct LoopProgram {
    pub(super) name: &'static str,
    pub(super) loops: &'static str,
    /// The package of its own classes.
    package: &'static str,
    main: &'static str,
    /// A main class that is run before it.
    before: Option<&'static str>,
    /// What a run prints.
    pub(super) prints: &'static str,
    /// Jars of `bench/loops/pom.xml`, by their names without versions.
    jars: &'static [&'static str],
    /// The packages of its libraries, to show their races at the program's calls.
    pub(super) libraries: &'static [&'static str],
    pub(super) paper: Paper,
}

/// What the paper has for its version of the program (tables I and II).
#[derive(Debug)]
pub(super) struct Paper {
    pub(super) methods: u32,
    pub(super) warnings: u32,
    pub(super) real: u32,
}

/// A class with a main method and a race.
#[derive(Debug)]
pub(super) struct Seed {
    pub(super) class: String,
    /// What races, as its comment says.
    pub(super) race: String,
    pub(super) lines: BTreeSet<u64>,
}

const fn paper(methods: u32, warnings: u32, real: u32) -> Paper {
    Paper { methods, warnings, real }
}

pub(super) const PROGRAMS: &[LoopProgram] = &[
    LoopProgram {
        name: "em3d",
        loops: "wave propagation (update of each half of the nodes)",
        package: "em3d",
        main: "Em3d",
        before: None,
        prints: "OK 170.500097",
        jars: &[],
        libraries: &[],
        paper: paper(80, 0, 0),
    },
    LoopProgram {
        name: "mc",
        loops: "Monte Carlo simulation (the separate paths)",
        package: "mc",
        main: "MonteCarlo",
        before: None,
        prints: "OK 105.980117 0.199862",
        jars: &["commons-math3"],
        libraries: &["org.apache.commons.math3.**"],
        paper: paper(252, 1, 1),
    },
    LoopProgram {
        name: "junit",
        loops: "JUnit 4 (the test classes)",
        package: "unit",
        main: "Unit",
        before: None,
        prints: "OK 180 20",
        jars: &["junit", "hamcrest-core"],
        libraries: &["org.junit.**", "junit.**", "org.hamcrest.**"],
        paper: paper(508, 0, 0),
    },
    LoopProgram {
        name: "coref",
        loops: "coreference by OpenNLP (the documents)",
        package: "coref",
        main: "Coref",
        before: None,
        prints: "OK 3600",
        jars: &["opennlp-tools"],
        libraries: &["opennlp.tools.**"],
        paper: paper(927, 32, 24),
    },
    LoopProgram {
        name: "lucene",
        loops: "searches by Lucene in one index (the queries)",
        package: "search",
        main: "Search",
        before: Some("Index"),
        prints: "OK 139465",
        jars: &["lucene-core"],
        libraries: &["org.apache.lucene.**"],
        paper: paper(2363, 19, 2),
    },
    LoopProgram {
        name: "weka",
        loops: "clusterers of Weka (one for each number of clusters)",
        package: "mining",
        main: "Mining",
        before: None,
        prints: "OK 322.286067",
        jars: &["weka-stable", "bounce"],
        libraries: &["weka.**", "org.bounce.**"],
        paper: paper(1236, 1, 1),
    },
    LoopProgram {
        name: "pso",
        loops: "particle swarms (simulations, and the particles of each)",
        package: "pso",
        main: "Pso",
        before: None,
        prints: "OK 200 19.133984",
        jars: &["commons-math3"],
        libraries: &["org.apache.commons.math3.**"],
        paper: paper(1957, 2, 2),
    },
];

pub(super) fn find(name: &str) -> Result<&'static LoopProgram, String> {
    let names = || PROGRAMS.iter().map(|program| program.name).collect::<Vec<_>>().join(", ");
    let found = PROGRAMS.iter().find(|program| program.name == name);
    found.ok_or_else(|| format!("{name} is no known program; there is {}", names()))
}

impl LoopProgram {
    /// The class that starts it, with its package.
    pub(super) fn main_class(&self) -> String {
        self.class(self.main)
    }

    pub(super) fn class(&self, simple: &str) -> String {
        format!("{}.{simple}", self.package)
    }

    /// Its own classes, compiled, then its jars.
    pub(super) fn class_path(&self, jdk: &Jdk, fetched: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
        let jars: Vec<PathBuf> =
            self.jars.iter().map(|name| libraries::named(fetched, name)).collect::<Result<_, _>>()?;
        let mut compilation = Compilation::new(jdk, self.sources()?);
        compilation.class_path = jars.clone();
        Ok([compilation.classes()?].into_iter().chain(jars).collect())
    }

    /// Runs it; an error if it does not print what it should.
    pub(super) fn run(&self, jdk: &Jdk, class_path: &[PathBuf]) -> Result<(), String> {
        let home = deadheat_harness::scratch().join("loops").join("home");
        std::fs::create_dir_all(&home).map_err(|error| format!("{}: {error}", home.display()))?;
        // Weka makes files in the user's home, and the index of Lucene is a temporary one.
        let homes = ["user.home", "java.io.tmpdir"].map(|name| format!("-D{name}={}", home.display()));
        let options = ["-Duser.language=en", "-Djava.awt.headless=true", &homes[0], &homes[1]];
        let path: Vec<_> = class_path.iter().map(PathBuf::as_path).collect();
        for class in self.before.into_iter().chain([self.main]) {
            let output = deadheat_harness::run(jdk, &path, &options, &self.class(class), &[])?;
            let is_right = class != self.main || output.stdout.lines().any(|line| line == self.prints);
            if output.code != Some(0) || !is_right {
                let wanted = self.prints;
                return Err(format!(
                    "{}: {class} should print {wanted}, but:\n{}{}",
                    self.name, output.stdout, output.stderr
                ));
            }
        }
        Ok(())
    }

    /// Its seeded races, by name.
    pub(super) fn seeds(&self) -> Result<Vec<Seed>, String> {
        let name = |path: &PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let sources = self.sources()?.into_iter().filter_map(|path| Some((name(&path)?, path)));
        let seeds = sources.filter(|(name, _)| name.starts_with("Seed"));
        seeds.map(|(class, path)| seed(class, &path)).collect()
    }

    fn sources(&self) -> Result<Vec<PathBuf>, String> {
        let directory = root().join("bench/loops/java").join(self.name);
        let entries =
            std::fs::read_dir(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
        let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut sources: Vec<PathBuf> =
            files.filter(|path| path.extension().is_some_and(|e| e == "java")).collect();
        sources.sort();
        Ok(sources)
    }
}

fn seed(class: String, path: &PathBuf) -> Result<Seed, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let race = text.lines().find_map(|line| line.strip_prefix("// race: "));
    let race = race.ok_or_else(|| format!("{}: no line starts with // race:", path.display()))?;
    let marked = text.lines().zip(1..).filter(|(line, _)| line.ends_with("// seeded"));
    let lines: BTreeSet<u64> = marked.map(|(_, number)| number).collect();
    match lines.is_empty() {
        true => Err(format!("{}: no line ends in // seeded", path.display())),
        false => Ok(Seed { class, race: race.to_owned(), lines }),
    }
}
