//! The analysed programs: which jars of `bench/libraries/pom.xml`, and where they start.

use std::path::PathBuf;

use deadheat_harness::Jdk;
use deadheat_program::{Program, ProgramOptions};

use crate::libraries;

/// A program of the benchmark.
pub(super) struct BenchProgram {
    pub(super) name: &'static str,
    pub(super) main: &'static str,
    /// The jars' names, without versions.
    jars: &'static [&'static str],
    pub(super) by_default: bool,
}

/// What is on a program's class path, the JDK aside.
pub(super) struct Size {
    pub(super) classes: usize,
    /// Bytes of class files.
    pub(super) bytes: usize,
}

const XALAN: &[&str] = &["xalan", "serializer", "xercesImpl"];

pub(super) const PROGRAMS: &[BenchProgram] = &[
    BenchProgram { name: "h2", main: "org.h2.tools.Server", jars: &["h2"], by_default: true },
    BenchProgram {
        name: "derby",
        main: "org.apache.derby.drda.NetworkServerControl",
        jars: &["derby", "derbynet"],
        by_default: true,
    },
    // Opens an index, rewrites and merges it.
    BenchProgram {
        name: "lucene",
        main: "org.apache.lucene.index.IndexUpgrader",
        jars: &["lucene-core"],
        by_default: true,
    },
    BenchProgram {
        name: "weka",
        main: "weka.classifiers.trees.J48",
        jars: &["weka-stable"],
        by_default: true,
    },
    // The compiler of style sheets. Xalan's other main class is below: it reaches its processor by the JDK's
    // factories, by reflection, and without that it is little more than a program that prints its usage.
    BenchProgram {
        name: "xalan",
        main: "org.apache.xalan.xsltc.cmdline.Compile",
        jars: XALAN,
        by_default: true,
    },
    BenchProgram {
        name: "xalan-process",
        main: "org.apache.xalan.xslt.Process",
        jars: XALAN,
        by_default: false,
    },
];

pub(super) fn find(name: &str) -> Result<&'static BenchProgram, String> {
    PROGRAMS.iter().find(|program| program.name == name).ok_or_else(|| format!("{name} is no known program"))
}

impl BenchProgram {
    /// The jars among those that were fetched.
    pub(super) fn class_path(&self, fetched: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
        self.jars.iter().map(|name| libraries::named(fetched, name)).collect()
    }

    pub(super) fn size(&self, fetched: &[PathBuf], jdk: &Jdk) -> Result<Size, String> {
        let class_path = self.class_path(fetched)?;
        let options = ProgramOptions { class_path, jdk: Some(jdk.home.clone()), ..Default::default() };
        let program = Program::open(&options).map_err(|error| error.to_string())?;
        let input = program.application_input();
        let lengths = input.entries().iter().map(|entry| input.read(entry).map_or(0, |bytes| bytes.len()));
        Ok(Size { classes: program.application_classes().count(), bytes: lengths.sum() })
    }
}
