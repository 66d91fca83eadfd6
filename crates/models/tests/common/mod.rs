//! Programs to bind models to.

#![allow(dead_code, reason = "not every test file uses all of it")]

use std::path::{Path, PathBuf};

use deadheat_harness::{Compilation, Jdk, jdks};
use deadheat_program::{ClassId, MethodId, Program, ProgramOptions};

/// The oldest JDK here; the tests do not pass without one.
fn oldest_jdk() -> &'static Jdk {
    jdks().first().expect("a JDK of 17 or newer")
}

/// The JDK alone.
pub(crate) fn open_jdk(jdk: &Jdk) -> Program {
    let options = ProgramOptions { jdk: Some(jdk.home.clone()), ..ProgramOptions::default() };
    Program::open(&options).expect("the JDK opens")
}

/// `tests/java/Lookup.java` with a JDK.
pub(crate) fn open_lookup() -> Program {
    open_source(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Lookup.java"))
}

/// A Java source with JDK 17.
pub(crate) fn open_source(source: PathBuf) -> Program {
    let jdk = oldest_jdk();
    let classes = Compilation::new(jdk, [source]).classes().expect("it compiles");
    let options = ProgramOptions {
        class_path: vec![classes],
        jdk: Some(jdk.home.clone()),
        ..ProgramOptions::default()
    };
    Program::open(&options).expect("the program opens")
}

/// A class by its internal name.
pub(crate) fn class(program: &Program, name: &str) -> ClassId {
    program.find_class(name).unwrap_or_else(|| panic!("no class {name}"))
}

/// A method that a class declares itself.
pub(crate) fn method(program: &Program, class_name: &str, name: &str, descriptor: &str) -> MethodId {
    let symbols = program.symbols();
    let is_meant = |&method: &MethodId| {
        let declaration = program.method(method).expect("a method");
        let text = symbols.descriptor_data(declaration.descriptor).text;
        symbols.text(declaration.name) == name && symbols.text(text) == descriptor
    };
    let mut methods = program.methods(class(program, class_name)).expect("a class");
    methods.find(is_meant).unwrap_or_else(|| panic!("no {class_name}.{name}{descriptor}"))
}

/// A class's internal name.
pub(crate) fn internal(program: &Program, class: ClassId) -> String {
    program.symbols().text(program.class_name(class)).into_owned()
}
