//! What a class's methods do to synchronise, as those are told who call them.

mod common;

use std::fs;

use common::with_settings;
use deadheat_harness::{Compilation, jdks, root};
use deadheat_instrument::{CallKind, Called, Effect, Summary};

#[test]
fn methods_that_nobody_replaces_are_known_by_what_they_do() {
    let jdk = jdks().first().expect("a JDK");
    let source = root().join("crates/instrument/tests/java/Callee.java");
    let classes = Compilation::new(jdk, [source]).classes().expect("a program that compiles");
    let bytes = fs::read(classes.join("Callee.class")).expect("a class");
    let summary =
        with_settings(("bigfoot", "fasttrack"), |settings| Summary::of(&bytes, settings)).expect("a summary");
    assert!(!summary.is_final && !summary.initialises);
    let call = |name: &str, descriptor: &str, is_exact: bool| {
        let kind = if name == "twice" { CallKind::Static } else { CallKind::Virtual };
        summary.call(&Called { owner: "Callee", name, descriptor, kind }, is_exact)
    };
    assert_eq!(call("get", "()I", false), Some(Effect::NONE));
    assert_eq!(call("twice", "(I)I", false), Some(Effect::NONE));
    assert_eq!(call("publish", "()V", false), Some(Effect::RELEASES));
    assert_eq!(call("seen", "()I", false), Some(Effect::ACQUIRES));
    assert_eq!(call("locked", "()I", false), Some(Effect::BOTH));
    assert_eq!(call("twiceLocked", "()I", false), Some(Effect::BOTH));
    // Another class may replace it, unless the object is known to be of none.
    assert_eq!(call("open", "()I", false), Some(Effect::BOTH));
    assert_eq!(call("open", "()I", true), Some(Effect::NONE));
    // Nothing waits for what may not end.
    assert_eq!(call("spin", "()V", false), Some(Effect::ACQUIRES));
    assert_eq!(call("unknown", "()V", false), None);
}
