//! The shipped models against real JDKs.

mod common;

use std::collections::BTreeSet;

use common::{internal, open_jdk};
use deadheat_harness::jdks;
use deadheat_models::{ClassPattern, Models};

#[test]
fn every_shipped_name_is_in_every_installed_jdk() {
    assert!(!jdks().is_empty(), "no JDK of 17 or newer is installed");
    for jdk in jdks() {
        let program = open_jdk(jdk);
        let errors = Models::shipped().validate(&program, jdk.release);
        let list: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert!(list.is_empty(), "JDK {}:\n{}", jdk.release, list.join("\n"));
    }
}

/// A release mark that is not needed hides typos: what is marked as new must be missing in the old JDK.
#[test]
fn every_since_mark_is_needed() {
    let oldest = jdks().first().expect("a JDK of 17 or newer");
    let program = open_jdk(oldest);
    // As if it were a JDK that has everything.
    let errors = Models::shipped().validate(&program, u16::MAX);
    let missing: BTreeSet<(&str, u32)> =
        errors.iter().map(|error| (&*error.place.file, error.place.line)).collect();
    for class in Models::shipped().classes() {
        if class.claims.since.is_some_and(|since| since > oldest.release) {
            let place = &class.place;
            assert!(
                missing.contains(&(&*place.file, place.line)),
                "{place}: {} is in {}",
                class.pattern,
                oldest.release
            );
            continue;
        }
        for method in
            class.methods.iter().filter(|method| method.since.is_some_and(|since| since > oldest.release))
        {
            for (pattern, place) in &method.patterns {
                assert!(
                    missing.contains(&(&*place.file, place.line)),
                    "{place}: {pattern} is in {}",
                    oldest.release
                );
            }
        }
    }
}

/// Nothing public of the concurrency packages is forgotten by accident.
#[test]
fn every_public_concurrency_class_is_described_or_excused() {
    let program = open_jdk(jdks().last().expect("a JDK of 17 or newer"));
    let described: BTreeSet<String> =
        Models::shipped().classes().map(|class| class.pattern.to_string()).collect();
    let mut forgotten = Vec::new();
    for class in program.classes() {
        let name = internal(&program, class);
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        let is_meant = matches!(
            package,
            "java/util/concurrent" | "java/util/concurrent/locks" | "java/util/concurrent/atomic"
        );
        let simple = name.rsplit(['/', '$']).next().unwrap_or_default();
        let is_anonymous = simple.starts_with(|c: char| c.is_ascii_digit()) || simple == "package-info";
        if !is_meant || is_anonymous || !program.class(class).expect("a class").flags.is_public() {
            continue;
        }
        let dotted = name.replace(['/', '$'], ".");
        // A preview class is excused together with what is nested in it.
        let is_described = dotted.match_indices('.').any(|(at, _)| {
            described.contains(&dotted[..at]) && dotted[..at].ends_with("StructuredTaskScope")
        }) || described.contains(&dotted);
        if !is_described {
            forgotten.push(dotted);
        }
    }
    assert!(forgotten.is_empty(), "neither described nor excused: {forgotten:?}");
}

#[test]
fn an_unmodelled_class_has_a_reason_and_nothing_else() {
    for class in Models::shipped().classes() {
        if let Some(reason) = &class.claims.unmodelled {
            assert!(!reason.is_empty() && class.methods.is_empty(), "{}", class.place);
        }
    }
}

#[test]
fn the_shipped_models_are_not_small() {
    let classes = Models::shipped().classes();
    let classes = classes.filter(|class| matches!(class.pattern, ClassPattern::Class(_))).count();
    let contracts = Models::shipped().classes().flat_map(|class| &class.methods);
    let patterns: usize = contracts.map(|method| method.patterns.len()).sum();
    assert!(classes > 200 && patterns > 1000, "{classes} classes, {patterns} method patterns");
}

#[test]
fn library_and_opaque_marks_are_looked_up_by_internal_name() {
    let models = Models::shipped();
    assert!(models.is_library("java/util/ArrayList$Itr") && models.is_library("sun/misc/Unsafe"));
    assert!(!models.is_library("com/acme/Main") && !models.is_library("javafx/Main"));
    assert!(models.is_opaque("jdk/internal/misc/Unsafe") && !models.is_opaque("java/lang/String"));
}
