//! The scanned programs: where their classes are, and how they are used.
//!
//! Chord's suite (thesis, table 4.1) as far as it can be had: its versions where Maven Central has them
//! (commons-pool 1.2), else the newest. `tsp` and `elevator` are written anew and part of the corpus; `hedc` and
//! `jdbf` are in no repository.

use std::path::PathBuf;

use deadheat_harness::{Jdk, corpus};

use crate::libraries;

/// A program of the benchmark.
pub(super) struct RaceProgram {
    pub(super) name: &'static str,
    /// The oldest Java release that it runs on.
    jdk: u16,
    classes: Classes,
    pub(super) used: Used,
    /// The pairs that Chord's demand-driven algorithm reported, and how many of them were false (table 4.5).
    pub(super) chord: Option<(u32, u32)>,
}

/// Where the classes are.
enum Classes {
    /// A program below `tests/programs`.
    Corpus(&'static str),
    /// Jars of `bench/races/pom.xml`, by their names without versions.
    Jars {
        /// The program itself.
        own: &'static [&'static str],
        /// What it needs.
        others: &'static [&'static str],
    },
}

/// How a program is used.
pub(super) enum Used {
    /// It starts at the main method of a class.
    Main(&'static str),
    /// Callers from outside use the public classes that match a pattern.
    Library(&'static [&'static str]),
}

/// A program's classes on this machine.
pub(super) struct ClassPath {
    pub(super) jdk: &'static Jdk,
    pub(super) own: Vec<PathBuf>,
    pub(super) others: Vec<PathBuf>,
}

const fn jars(own: &'static [&'static str], others: &'static [&'static str]) -> Classes {
    Classes::Jars { own, others }
}

pub(super) const PROGRAMS: &[RaceProgram] = &[
    RaceProgram {
        name: "elevator",
        jdk: 17,
        classes: Classes::Corpus("eth/Elevator.java"),
        used: Used::Main("Elevator"),
        chord: Some((1, 1)),
    },
    RaceProgram {
        name: "tsp",
        jdk: 17,
        classes: Classes::Corpus("eth/Tsp.java"),
        used: Used::Main("Tsp"),
        chord: Some((19, 8)),
    },
    RaceProgram {
        name: "pool",
        jdk: 17,
        classes: jars(&["commons-pool"], &["commons-collections"]),
        used: Used::Library(&["org.apache.commons.pool.**"]),
        chord: Some((37, 8)),
    },
    RaceProgram {
        name: "pool2",
        jdk: 17,
        classes: jars(&["commons-pool2"], &[]),
        used: Used::Library(&["org.apache.commons.pool2.**"]),
        chord: None,
    },
    RaceProgram {
        name: "ftp",
        jdk: 17,
        classes: jars(&["ftpserver-core"], &["ftplet-api", "mina-core", "slf4j-api"]),
        used: Used::Main("org.apache.ftpserver.main.CommandLine"),
        chord: Some((368, 97)),
    },
    RaceProgram {
        name: "jtds",
        jdk: 17,
        classes: jars(&["jtds"], &[]),
        used: Used::Library(&["net.sourceforge.jtds.jdbc.Driver"]),
        chord: Some((322, 34)),
    },
    RaceProgram {
        name: "derby",
        jdk: 17,
        classes: jars(&["derby", "derbynet", "derbyshared", "derbytools"], &[]),
        used: Used::Main("org.apache.derby.drda.NetworkServerControl"),
        chord: Some((1096, 28)),
    },
    RaceProgram {
        name: "h2",
        jdk: 17,
        classes: jars(&["h2"], &[]),
        used: Used::Main("org.h2.tools.Server"),
        chord: None,
    },
    RaceProgram {
        name: "hsqldb",
        jdk: 17,
        classes: jars(&["hsqldb"], &[]),
        used: Used::Main("org.hsqldb.server.Server"),
        chord: None,
    },
    RaceProgram {
        name: "lucene",
        jdk: 21,
        classes: jars(&["lucene-core"], &[]),
        used: Used::Library(&[
            "org.apache.lucene.index.*",
            "org.apache.lucene.search.*",
            "org.apache.lucene.store.*",
        ]),
        chord: None,
    },
    // Its trees are built by tasks of a pool.
    RaceProgram {
        name: "weka",
        jdk: 17,
        classes: jars(&["weka-stable"], &[]),
        used: Used::Main("weka.classifiers.trees.RandomForest"),
        chord: None,
    },
];

pub(super) fn find(name: &str) -> Result<&'static RaceProgram, String> {
    let names = || PROGRAMS.iter().map(|program| program.name).collect::<Vec<_>>().join(", ");
    let found = PROGRAMS.iter().find(|program| program.name == name);
    found.ok_or_else(|| format!("{name} is no known program; there is {}", names()))
}

impl RaceProgram {
    /// Its classes; those of the corpus are compiled.
    pub(super) fn class_path(&self, fetched: &[PathBuf]) -> Result<ClassPath, String> {
        let jdk = deadheat_harness::jdk_for(self.jdk)
            .ok_or_else(|| format!("no JDK of {} or newer is installed", self.jdk))?;
        let (own, others) = match &self.classes {
            Classes::Corpus(path) => {
                let program = corpus::parse(&corpus::directory().join(path))?;
                (vec![program.compilation(jdk).classes()?], Vec::new())
            }
            Classes::Jars { own, others } => {
                let find = |names: &[&str]| {
                    names.iter().map(|name| libraries::named(fetched, name)).collect::<Result<Vec<_>, _>>()
                };
                (find(own)?, find(others)?)
            }
        };
        Ok(ClassPath { jdk, own, others })
    }

    /// Whether its classes come from Maven.
    pub(super) fn is_fetched(&self) -> bool {
        matches!(self.classes, Classes::Jars { .. })
    }
}
