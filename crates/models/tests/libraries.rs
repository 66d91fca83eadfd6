//! The shipped models of libraries against the libraries: `tests/libraries/pom.xml` names one version of each.
//!
//! With `DEADHEAT_OFFLINE`, nothing is fetched, and the tests are left out unless the jars were fetched before.

mod common;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use common::{class, method};
use deadheat_harness::{Jars, jdks};
use deadheat_models::{ClassModel, ClassPattern, Models, Object, Safety, find_class};
use deadheat_program::{Program, ProgramOptions};

/// The files that are about libraries.
const FILES: [&str; 9] =
    ["guava", "logging", "jackson", "commons", "netty", "spring", "kotlin", "scala", "others"];

/// The jars, fetched by the test that asks first.
fn jars() -> Option<&'static [PathBuf]> {
    static JARS: OnceLock<Option<Vec<PathBuf>>> = OnceLock::new();
    let fetched = JARS.get_or_init(|| {
        let pom = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/libraries/pom.xml");
        let jars = Jars::new(pom, "dependency:copy", "models");
        if !jars.are_fetched().expect("a pom") {
            if std::env::var_os("DEADHEAT_OFFLINE").is_some() {
                return None;
            }
            jars.fetch().unwrap_or_else(|error| panic!("{error} (DEADHEAT_OFFLINE=1 goes on without)"));
        }
        let entries = std::fs::read_dir(jars.directory()).expect("a directory");
        let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
        all.retain(|path| path.extension().is_some_and(|extension| extension == "jar"));
        all.sort();
        Some(all)
    });
    fetched.as_deref()
}

/// All libraries, one behind the other.
fn open_libraries() -> Option<Program> {
    let class_path = jars()?.to_vec();
    let jdk = jdks().first().map(|jdk| jdk.home.clone());
    Some(Program::open(&ProgramOptions { class_path, jdk, ..ProgramOptions::default() }).expect("it opens"))
}

/// The entries that are about libraries.
fn described() -> impl Iterator<Item = &'static ClassModel> {
    let is_meant = |file: &str| FILES.iter().any(|name| file.ends_with(&format!("/{name}.toml")));
    Models::shipped().classes().filter(move |class| is_meant(&class.place.file))
}

#[test]
fn every_described_class_of_a_library_is_optional_and_marked() {
    assert!(described().count() > 500, "{}", described().count());
    for model in described() {
        assert!(model.claims.optional, "{}", model.place);
        let (ClassPattern::Class(name) | ClassPattern::Package(name) | ClassPattern::Packages(name)) =
            &model.pattern;
        // A class of a package stands for the package.
        let name = format!("{}/C", name.replace('.', "/"));
        assert!(Models::shipped().is_library(&name), "{}: {} is in no library", model.place, model.pattern);
    }
}

/// A class that may be missing could be misspelt: here, none is missing.
#[test]
fn every_name_is_in_its_library() {
    let Some(program) = open_libraries() else { return };
    let names: Vec<_> =
        program.classes().map(|class| program.symbols().text(program.class_name(class))).collect();
    let is_missing = |model: &ClassModel| match &model.pattern {
        ClassPattern::Class(name) => find_class(&program, name).is_none(),
        packages => !names.iter().any(|name| packages.matches(name)),
    };
    let missing = described().filter(|model| is_missing(model));
    let mut list: Vec<String> = missing.map(|model| format!("{}: {}", model.place, model.pattern)).collect();
    let errors = Models::shipped().validate(&program, jdks()[0].release);
    list.extend(errors.iter().map(ToString::to_string));
    assert!(list.is_empty(), "{} names:\n{}", list.len(), list.join("\n"));
}

#[test]
fn a_library_keeps_what_its_classes_promise() {
    let Some(program) = open_libraries() else { return };
    let (bound, _) = Models::shipped().bind(&program, 17);
    let facts = |name| bound.facts(class(&program, name));
    let list = facts("com/google/common/collect/RegularImmutableList");
    assert!(list.is_library && list.claims.safety.safety == Some(Safety::Immutable));
    assert_eq!(
        facts("com/google/common/collect/ArrayListMultimap").claims.safety.safety,
        Some(Safety::Unsafe)
    );
    // Of a package that is safe, but for this one.
    assert_eq!(facts("com/google/common/base/Stopwatch").claims.safety.safety, Some(Safety::Unsafe));
    assert!(facts("ch/qos/logback/classic/Logger").is_opaque);
    // A format that keeps nothing of a call, unlike those of the JDK.
    let format = facts("org/apache/commons/lang3/time/FastDateFormat");
    assert_eq!(format.claims.safety.safety, Some(Safety::ThreadSafe));
    let put = method(
        &program,
        "com/google/common/collect/ArrayListMultimap",
        "put",
        "(Ljava/lang/Object;Ljava/lang/Object;)Z",
    );
    let put = bound.contract(put).and_then(|contract| contract.data).expect("reads and writes");
    assert_eq!(put.writes, [Object::This]);
}

/// Whoever scans a library wants its code judged.
#[test]
fn a_tested_library_is_not_believed() {
    let Some(program) = open_libraries() else { return };
    let mut models = Models::shipped().clone();
    models.leave_out(|library| library.matches("org/slf4j/LoggerFactory"));
    let (bound, _) = models.bind(&program, 17);
    let tested = bound.facts(class(&program, "org/slf4j/LoggerFactory"));
    assert!(!tested.is_library && !tested.is_opaque && tested.claims.safety.safety.is_none());
    let other = bound.facts(class(&program, "org/apache/log4j/Logger"));
    assert!(other.is_library && other.is_opaque && other.claims.safety.safety == Some(Safety::ThreadSafe));
    assert!(bound.facts(class(&program, "java/lang/String")).is_library);
}
