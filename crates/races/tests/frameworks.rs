//! What frameworks call because of annotations and names: tests, one after the other, and handlers of requests, at the
//! same time, on objects that are put into each other. Announced by `// race` at the end of lines.
//!
//! The frameworks' classes are not there but for their annotations, without values, as they are to `deadheat scan` when
//! their jars are not given.

mod support;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use deadheat_harness::{Compilation, jdks, root, scratch};
use deadheat_points_to::Options;
use deadheat_races::{Filters, scan};

/// Annotations by package; what stands on parameters or takes values is not needed.
const ANNOTATIONS: &[(&str, &[&str])] = &[
    ("org.junit", &["Test", "Before", "After", "BeforeClass"]),
    (
        "org.junit.jupiter.api",
        &["Test", "BeforeEach", "AfterEach", "BeforeAll", "AfterAll", "RepeatedTest", "Nested"],
    ),
    ("org.testng.annotations", &["Test", "BeforeMethod"]),
    ("org.springframework.stereotype", &["Component", "Service", "Controller"]),
    ("org.springframework.web.bind.annotation", &["RestController", "GetMapping", "PostMapping"]),
    ("org.springframework.beans.factory.annotation", &["Autowired"]),
    ("org.springframework.context.annotation", &["Bean", "Configuration", "Scope"]),
    ("org.springframework.scheduling.annotation", &["Scheduled"]),
    ("jakarta.annotation", &["PostConstruct"]),
    ("jakarta.inject", &["Inject", "Singleton"]),
    ("jakarta.ws.rs", &["Path", "GET"]),
];

/// Annotations, and the class that tests of JUnit 3 inherit from.
fn stubs() -> Vec<PathBuf> {
    let directory = scratch().join("frameworks");
    let write = |package: &str, name: &str, text: &str| {
        let file = directory.join(package.replace('.', "/")).join(format!("{name}.java"));
        std::fs::create_dir_all(file.parent().expect("a directory")).expect("it can be made");
        std::fs::write(&file, format!("package {package};\n{text}\n")).expect("it can be written");
        file
    };
    let mut files = vec![write("junit.framework", "TestCase", "public abstract class TestCase {}")];
    for (package, names) in ANNOTATIONS {
        for name in *names {
            let retained = "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)";
            files.push(write(package, name, &format!("{retained}\npublic @interface {name} {{}}")));
        }
    }
    files
}

/// The lines of races, and those that the program announces.
fn lines(name: &str) -> (BTreeSet<u16>, BTreeSet<u16>) {
    let jdk = jdks().first().expect("a JDK");
    let file: PathBuf = root().join("crates/races/tests/frameworks").join(name).with_extension("java");
    let text = std::fs::read_to_string(&file).expect("the program");
    let announced = text.lines().zip(1..).filter(|(line, _)| line.ends_with("// race"));
    let announced = announced.map(|(_, number)| number).collect();
    let classes = compiled(&file, jdk);
    let found = support::analysed(
        &support::models(),
        (jdk, &classes),
        None,
        |_| Options::default(),
        |points_to, bound| {
            let races = scan(&points_to, bound, Filters::default()).races;
            let ends = races.iter().flat_map(|race| [race.first.line, race.second.line]);
            ends.flatten().collect()
        },
    );
    (found, announced)
}

fn compiled(file: &Path, jdk: &deadheat_harness::Jdk) -> PathBuf {
    let mut sources = stubs();
    sources.push(file.to_owned());
    sources.push(root().join("tests/programs/support/Unseen.java"));
    Compilation::new(jdk, sources).classes().expect("it compiles")
}

#[track_caller]
fn assert_lines(name: &str) {
    let (found, announced) = lines(name);
    assert_eq!(found, announced, "{name}");
}

#[test]
fn a_race_inside_a_test_is_found_and_tests_do_not_race_with_each_other() {
    assert_lines("JupiterTests");
}

#[test]
fn what_a_test_leaves_running_races_with_other_tests() {
    assert_lines("LeftRunning");
}

#[test]
fn older_test_frameworks_and_inner_classes_are_known() {
    assert_lines("OlderTests");
}

#[test]
fn handlers_of_one_controller_race_unless_they_lock() {
    assert_lines("Controllers");
}

#[test]
fn objects_are_put_into_fields_and_constructors() {
    assert_lines("Injection");
}

#[test]
fn a_scheduler_has_one_thread_and_resources_are_made_anew() {
    assert_lines("Scopes");
}
