//! The programs: those of `bench reality` with more to do, some more, and an application in one jar.

use std::path::{Path, PathBuf};

use deadheat_harness::{Compilation, Jars, Jdk, root};

use crate::reality::record::class_path;
use crate::reality::workloads::{WORKLOADS, Workload, driver};

/// A program, how much it does, and what of its output means nothing.
#[derive(Debug)]
pub(crate) struct Program {
    what: What,
    arguments: &'static [&'static str],
    /// What lines have in them that differ between two bare runs.
    pub(crate) varies: &'static [&'static str],
}

#[derive(Debug)]
enum What {
    Driver(&'static Workload),
    /// A class of `bench/placement`, by the program's name and its own.
    Kernel(&'static str, &'static str),
    /// The application of `bench/spring`.
    Spring,
}

/// Drivers that nothing else needs.
const MORE: &[Workload] = &[
    Workload {
        options: &["-Djava.awt.headless=true"],
        ..run_driver(
            "fop",
            "FopLoad",
            &[
                "fop-",
                "batik-",
                "fontbox-",
                "xmlgraphics-commons-",
                "xml-apis-ext-",
                "commons-io-",
                "commons-logging-",
            ],
        )
    },
    run_driver("jython", "JythonLoad", &["jython-standalone-"]),
    run_driver("groovy", "GroovyLoad", &["groovy-"]),
    run_driver("disruptor", "DisruptorLoad", &["disruptor-"]),
    run_driver("hikari", "HikariLoad", &["HikariCP-", "h2-", "slf4j-api-"]),
    run_driver("mina", "MinaLoad", &["mina-core-", "slf4j-api-"]),
];

const fn run_driver(name: &'static str, main: &'static str, jars: &'static [&'static str]) -> Workload {
    Workload { pom: "run", ..driver(name, main, &[], jars) }
}

/// Arguments, where the driver's own are too few for a measurement; and what varies.
const AMOUNTS: &[(&str, &[&str], &[&str])] = &[
    ("h2", &["org.h2.Driver", "jdbc:h2:mem:t;DB_CLOSE_DELAY=-1", "4", "2000"], &["retries="]),
    (
        "derby",
        &[
            "org.apache.derby.jdbc.EmbeddedDriver",
            "jdbc:derby:memory:t;create=true",
            "4",
            "600",
            "jdbc:derby:;shutdown=true",
        ],
        &["retries="],
    ),
    (
        "hsqldb",
        &["org.hsqldb.jdbc.JDBCDriver", "jdbc:hsqldb:mem:t;hsqldb.tx=mvcc", "4", "3000"],
        &["retries="],
    ),
    ("lucene", &["4", "2000"], &["queries="]),
    ("xalan", &["4", "8"], &[]),
    ("batik", &["4", "4"], &[]),
    ("weka", &["4", "700", "30"], &[]),
    ("fop", &["4", "6"], &[]),
    ("tomcat", &["4", "600"], &["racyHits="]),
    ("jetty", &["4", "600"], &[]),
    ("netty", &["8", "2000"], &[]),
    (
        "junit5",
        &[
            "execute",
            "--disable-banner",
            // The tree of tests has them in the order in which they ended.
            "--details=summary",
            "--select-class=ParTests",
            "--config=junit.jupiter.execution.parallel.enabled=true",
        ],
        &["racy=", "Test run finished"],
    ),
    ("jython", &["4", "8"], &[]),
    ("groovy", &["4", "20"], &[]),
    ("ecj", &[], &[]),
    ("cache", &["4", "40000"], &["CacheStats"]),
    ("pool2", &["8", "20000"], &["made="]),
    ("disruptor", &["2", "300000"], &[]),
    ("log4j2", &["4", "10000"], &[]),
    ("hikari", &["6", "3000"], &[]),
    ("mina", &["4", "4000"], &[]),
    // A job that is deleted may have been about to run.
    ("quartz", &["4", "400"], &["OK quartz"]),
];

/// The programs of these names; all if there are none.
pub(crate) fn named(names: &[&str]) -> Result<Vec<Program>, String> {
    let mut all: Vec<Program> =
        AMOUNTS.iter().filter_map(sized).chain([Program::spring(&["4", "120"])]).collect();
    let is_known = |name: &&str| all.iter().any(|program| program.name() == *name);
    if let Some(unknown) = names.iter().find(|name| !is_known(name)) {
        let known: Vec<&str> = all.iter().map(Program::name).collect();
        return Err(format!("no program is called {unknown}; there are {}", known.join(", ")));
    }
    all.retain(|program| names.is_empty() || names.contains(&program.name()));
    Ok(all)
}

fn sized(
    &(name, arguments, varies): &(&str, &'static [&'static str], &'static [&'static str]),
) -> Option<Program> {
    let workload = WORKLOADS.iter().chain(MORE).find(|workload| workload.name == name)?;
    let arguments = if arguments.is_empty() { workload.arguments } else { arguments };
    Some(Program { what: What::Driver(workload), arguments, varies })
}

impl Program {
    /// A driver with its arguments.
    pub(crate) const fn driver(workload: &'static Workload, arguments: &'static [&'static str]) -> Program {
        Program { what: What::Driver(workload), arguments, varies: &[] }
    }

    /// A class of `bench/placement`, which has sizes of its own.
    pub(crate) const fn kernel(name: &'static str, main: &'static str) -> Program {
        Program { what: What::Kernel(name, main), arguments: &[], varies: &[] }
    }

    /// The application of `bench/spring`, with a number of threads and of requests.
    pub(crate) const fn spring(arguments: &'static [&'static str]) -> Program {
        Program { what: What::Spring, arguments, varies: &[] }
    }

    pub(crate) fn name(&self) -> &'static str {
        match self.what {
            What::Driver(workload) => workload.name,
            What::Kernel(name, _) => name,
            What::Spring => "spring",
        }
    }

    /// All that comes behind `java`.
    pub(crate) fn arguments(&self, jdk: &Jdk) -> Result<Vec<String>, String> {
        let mut all: Vec<String> = match self.what {
            What::Driver(workload) => {
                let path =
                    std::env::join_paths(class_path(workload, jdk)?).map_err(|error| error.to_string())?;
                let path = ["-cp".to_owned(), path.to_string_lossy().into_owned(), workload.main.to_owned()];
                workload.options.iter().map(|option| (*option).to_owned()).chain(path).collect()
            }
            What::Kernel(_, main) => {
                let sources = ["Team", main].map(|name| format!("bench/placement/java/{name}.java"));
                let classes = Compilation::new(jdk, sources.map(|source| root().join(source))).classes()?;
                vec!["-cp".to_owned(), classes.display().to_string(), main.to_owned()]
            }
            What::Spring => vec!["-jar".to_owned(), fat_jar()?.display().to_string()],
        };
        all.extend(self.arguments.iter().map(|argument| (*argument).to_owned()));
        Ok(all)
    }
}

/// The application of `bench/spring` with all that it needs inside, as its own build tool packs it.
fn fat_jar() -> Result<PathBuf, String> {
    let home = root().join("bench/spring");
    let jars = Jars::new(home.join("pom.xml"), "package", "spring");
    let jar = jars.directory().join("app.jar");
    if !jars.are_fetched()? || is_newer(&home.join("src/main/java/app/Application.java"), &jar) {
        eprintln!("building bench/spring …");
        jars.fetch()?;
    }
    Ok(jar)
}

fn is_newer(source: &Path, jar: &Path) -> bool {
    let changed = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    changed(source) > changed(jar)
}
