//! Programs that the JVM would not run: classes that are their own ancestors, missing or duplicate
//! classes, files that cannot be read. None may stop the rest from being seen, and each is named.

use std::fs;
use std::path::{Path, PathBuf};

use deadheat_harness::{Compilation, jdk_for, scratch};
use deadheat_program::ir::InvokeKind;
use deadheat_program::summary::{Gap, Summary, summarize};
use deadheat_program::{ClassId, ErrorKind, LinkError, Program, ProgramOptions};

/// A fresh directory with Java sources in it.
struct Sources {
    directory: PathBuf,
}

impl Sources {
    fn new(name: &str) -> Sources {
        let directory = scratch().join("bad-programs").join(name);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).expect("a directory");
        Sources { directory }
    }

    /// Compiles sources given as name and text, against what was compiled before, into `classes`.
    fn compile(&self, sources: &[(&str, &str)]) -> PathBuf {
        let jdk = jdk_for(17).expect("a JDK of 17 or newer");
        let files = sources.iter().map(|(name, text)| {
            let file = self.directory.join(format!("{name}.java"));
            fs::write(&file, text).expect("a source file");
            file
        });
        let mut compilation = Compilation::new(jdk, files);
        let classes = self.directory.join("classes");
        compilation.class_path = vec![classes.clone()];
        let compiled = compilation.classes().expect("javac");
        fs::create_dir_all(&classes).expect("a directory");
        for entry in fs::read_dir(compiled).expect("classes") {
            let file = entry.expect("an entry").path();
            fs::copy(&file, classes.join(file.file_name().expect("a name"))).expect("a copy");
        }
        classes
    }
}

fn open(class_path: &[&Path]) -> Program {
    let jdk = jdk_for(17).expect("a JDK of 17 or newer");
    let class_path = class_path.iter().map(|path| path.to_path_buf()).collect();
    let options = ProgramOptions { class_path, jdk: Some(jdk.home.clone()), ..Default::default() };
    Program::open(&options).expect("the program opens")
}

fn summary(program: &Program) -> Summary {
    let classes: Vec<ClassId> = program.application_classes().collect();
    summarize(program, &classes, &|_| (), &|| ())
}

#[test]
fn circular_classes_are_found_and_ended() {
    let sources = Sources::new("circular");
    sources.compile(&[
        ("A", "class A { void m() {} }"),
        ("B", "class B extends A {}"),
        ("C", "class C extends B {}"),
    ]);
    let classes = sources.compile(&[("D", "class D extends C {}")]);
    let other = Sources::new("circular-other");
    let other = other.compile(&[("A", "class A extends C { void m() {} }"), ("C", "class C {}")]);
    fs::copy(other.join("A.class"), classes.join("A.class")).expect("a copy");
    let program = open(&[&classes]);
    for name in ["A", "B", "C", "D"] {
        let class = program.find_class(name).expect(name);
        assert!(program.is_circular(class), "{name}");
        assert!(program.superclasses(class).len() <= 4);
    }
    let summary = summary(&program);
    assert_eq!(summary.gaps.iter().filter(|gap| matches!(gap, Gap::CircularClass(_))).count(), 4);
    assert_eq!(summary.counts.classes, 4);
}

#[test]
fn circular_interfaces_are_found_and_ended() {
    let sources = Sources::new("circular-interfaces");
    sources.compile(&[("I", "interface I {}"), ("J", "interface J extends I {}")]);
    let classes = sources.compile(&[("K", "class K implements J {}")]);
    let other = Sources::new("circular-interfaces-other");
    let other = other.compile(&[("I", "interface I extends J {}"), ("J", "interface J {}")]);
    fs::copy(other.join("I.class"), classes.join("I.class")).expect("a copy");
    let program = open(&[&classes]);
    for name in ["I", "J"] {
        assert!(program.is_circular(program.find_class(name).expect(name)), "{name}");
    }
    let class = program.find_class("K").expect("K");
    assert_eq!(program.superinterfaces(class).len(), 2);
}

#[test]
fn missing_supertypes_and_classes_are_gaps() {
    let sources = Sources::new("missing");
    let classes = sources.compile(&[
        ("Gone", "public class Gone { public void m() {} }"),
        ("Kept", "class Kept extends Gone { static void call(Kept k) { k.m(); } }"),
        ("User", "class User { Other other; Object make() { return new Other(); } } class Other {}"),
    ]);
    fs::remove_file(classes.join("Gone.class")).expect("it was there");
    fs::remove_file(classes.join("Other.class")).expect("it was there");
    let program = open(&[&classes]);
    let kept = program.find_class("Kept").expect("Kept");
    let gone = program.symbols().name(b"Gone");
    assert_eq!(program.missing_ancestors(kept), [gone]);
    let lowered = program.methods(kept).expect("readable").map(|id| program.lower(id).expect("it lowers"));
    let call = lowered.flatten().find_map(|body| {
        body.insts().find_map(|inst| match body.inst(inst) {
            deadheat_program::ir::Inst::Invoke(InvokeKind::Virtual, method, _) => Some(method),
            _ => None,
        })
    });
    let call = call.expect("a call");
    assert_eq!(program.resolve_method(kept, InvokeKind::Virtual, call), Err(LinkError::Missing(gone)));
    let missing: Vec<String> = summary(&program)
        .gaps
        .iter()
        .filter_map(|gap| match gap {
            Gap::MissingClass { name, users } => Some(format!("{} {users}", program.symbols().text(*name))),
            _ => None,
        })
        .collect();
    assert_eq!(missing, ["Gone 1", "Other 1"]);
}

#[test]
fn the_first_of_two_classes_counts_and_the_other_is_a_gap() {
    let first = Sources::new("first").compile(&[("Twice", "class Twice { int first; }")]);
    let second = Sources::new("second").compile(&[("Twice", "class Twice { int second; int third; }")]);
    let program = open(&[&first, &second]);
    let class = program.class(program.find_class("Twice").expect("Twice")).expect("readable");
    assert_eq!(class.fields.len(), 1);
    let gaps = summary(&program).gaps;
    let [Gap::DuplicateClass { name, used, hidden }] = &gaps[..] else { panic!("{gaps:?}") };
    assert!(name == "Twice" && used.contains("first") && hidden.contains("second"), "{gaps:?}");
}

#[test]
fn the_jdk_s_class_wins_over_the_class_path_s() {
    let sources = Sources::new("shadow");
    let classes = sources.compile(&[("A", "class A {}")]);
    fs::create_dir_all(classes.join("java/lang")).expect("a directory");
    fs::copy(classes.join("A.class"), classes.join("java/lang/String.class")).expect("a copy");
    let program = open(&[&classes]);
    let string = program.find_class("java/lang/String").expect("String");
    assert!(!program.is_application(string));
    assert!(summary(&program).gaps.iter().any(|gap| matches!(gap, Gap::ShadowedByJdk { .. })));
}

#[test]
fn a_class_in_the_wrong_place_is_refused_by_name() {
    let sources = Sources::new("misplaced");
    let classes = sources.compile(&[("Right", "class Right {}")]);
    fs::rename(classes.join("Right.class"), classes.join("Wrong.class")).expect("it was there");
    let program = open(&[&classes]);
    let error = program.class(program.find_class("Wrong").expect("Wrong")).expect_err("refused");
    assert_eq!(error.kind, ErrorKind::Misplaced);
    assert!(error.to_string().contains("Wrong.class") && error.to_string().contains("Right"), "{error}");
}

#[test]
fn an_unreadable_file_is_an_error_that_names_it() {
    let sources = Sources::new("unreadable");
    let classes = sources.compile(&[("A", "class A {}"), ("B", "class B {}")]);
    let file = classes.join("A.class");
    fs::remove_file(&file).expect("it was there");
    // A link to nowhere cannot be read by anybody, the superuser included.
    #[cfg(unix)]
    std::os::unix::fs::symlink("/nonexistent/A.class", &file).expect("a link");
    let program = open(&[&classes]);
    let summary = summary(&program);
    assert_eq!(summary.counts.classes, 1);
    let unreadable = summary.gaps.iter().find_map(|gap| match gap {
        Gap::Unreadable(error) => Some(error.to_string()),
        _ => None,
    });
    assert!(unreadable.as_ref().is_some_and(|error| error.contains("A.class")), "{:?}", summary.gaps);
}
