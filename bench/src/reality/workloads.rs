//! Real programs that do a little work on several threads: `bench/workloads` has their drivers.

/// A program to run. In options and arguments, `{tmp}` is a fresh directory and `{root}` the repository.
#[derive(Debug)]
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    /// The main class.
    pub(crate) main: &'static str,
    /// Sources below `bench/workloads/java`, besides `W.java`.
    pub(crate) sources: &'static [&'static str],
    pub(crate) arguments: &'static [&'static str],
    /// Options of the JVM.
    pub(crate) options: &'static [&'static str],
    /// The directory below `bench` whose pom fetches the jars.
    pub(crate) pom: &'static str,
    /// How the names of the jars start that are on the class path.
    pub(crate) jars: &'static [&'static str],
    /// Files and directories that the program reads, from the repository's root.
    pub(crate) inputs: &'static [&'static str],
}

/// The program with which the recorder is checked: see `self_check.rs`.
pub(crate) const CALLS: Workload =
    Workload { options: &["-Xverify:all"], ..driver("calls", "Calls", &[], &[]) };

const NOTHING: Workload = Workload {
    name: "",
    main: "",
    sources: &[],
    arguments: &[],
    options: &[],
    pom: "workloads",
    jars: &[],
    inputs: &[],
};

/// A driver that is its own main class and only source.
pub(crate) const fn driver(
    name: &'static str,
    main: &'static str,
    arguments: &'static [&'static str],
    jars: &'static [&'static str],
) -> Workload {
    Workload { name, main, arguments, jars, ..NOTHING }
}

/// All workloads, in the order in which they are run.
pub(crate) const WORKLOADS: &[Workload] = &[
    driver("h2", "JdbcLoad", &["org.h2.Driver", "jdbc:h2:mem:t;DB_CLOSE_DELAY=-1", "4", "500"], &["h2-"]),
    Workload {
        options: &["-Dderby.system.home={tmp}"],
        ..driver(
            "derby",
            "JdbcLoad",
            &[
                "org.apache.derby.jdbc.EmbeddedDriver",
                "jdbc:derby:memory:t;create=true",
                "4",
                "150",
                "jdbc:derby:;shutdown=true",
            ],
            &["derby-"],
        )
    },
    driver(
        "hsqldb",
        "JdbcLoad",
        &["org.hsqldb.jdbc.JDBCDriver", "jdbc:hsqldb:mem:t;hsqldb.tx=mvcc", "4", "500"],
        &["hsqldb-"],
    ),
    driver("lucene", "LuceneLoad", &["4", "600"], &["lucene-core-"]),
    driver("xalan", "XalanLoad", &["4", "2"], &["xalan-", "serializer-", "xercesImpl-", "xml-apis-1"]),
    Workload {
        options: &["-Djava.awt.headless=true"],
        ..driver(
            "batik",
            "BatikLoad",
            &["4", "1"],
            &["batik-", "xmlgraphics-commons-", "xml-apis-ext-", "commons-io-", "commons-logging-"],
        )
    },
    Workload {
        options: &[
            "-Djava.awt.headless=true",
            "-Duser.home={tmp}",
            // Linear algebra in Java, not in libraries that a machine may or may not have.
            "-Dcom.github.fommil.netlib.ARPACK=com.github.fommil.netlib.F2jARPACK",
            "-Dcom.github.fommil.netlib.BLAS=com.github.fommil.netlib.F2jBLAS",
            "-Dcom.github.fommil.netlib.LAPACK=com.github.fommil.netlib.F2jLAPACK",
        ],
        ..driver(
            "weka",
            "WekaLoad",
            &["4", "300", "10"],
            &[
                "weka-stable-",
                "bounce-",
                "java-cup-",
                "mtj-",
                "core-",
                "netlib-java-",
                "arpack_combined_all-",
            ],
        )
    },
    Workload {
        sources: &["ParTests"],
        ..driver(
            "junit5",
            "org.junit.platform.console.ConsoleLauncher",
            &[
                "execute",
                "--disable-banner",
                "--select-class=ParTests",
                "--config=junit.jupiter.execution.parallel.enabled=true",
            ],
            &["junit-platform-console-standalone-"],
        )
    },
    driver("tomcat", "TomcatLoad", &["4", "60"], &["tomcat-embed-core-", "tomcat-annotations-api-"]),
    driver("jetty", "JettyLoad", &["4", "60"], &["jetty-", "javax.servlet-api-"]),
    driver("netty", "NettyLoad", &["4", "300"], &["netty-"]),
    driver("cache", "CacheLoad", &["4", "5000"], &["guava-", "failureaccess-", "caffeine-"]),
    driver(
        "quartz",
        "QuartzLoad",
        &["4", "100"],
        &["quartz-", "slf4j-api-", "c3p0-", "mchange-commons-java-"],
    ),
    driver("pool2", "Pool2Load", &["8", "5000"], &["commons-pool2-"]),
    Workload {
        inputs: &["tests/programs/collections"],
        ..driver("ecj", "EcjLoad", &["2", "{root}/tests/programs/collections"], &["ecj-"])
    },
    Workload {
        options: &[
            "-Dlog4j2.configurationFile={root}/bench/workloads/log4j2.xml",
            "-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector",
        ],
        inputs: &["bench/workloads/log4j2.xml"],
        ..driver("log4j2", "Log4j2Load", &["4", "2000"], &["log4j-", "disruptor-"])
    },
];
