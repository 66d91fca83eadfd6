//! Every mistake in a model file is found, with its line and a hint.

mod common;

use std::path::Path;

use common::open_lookup;
use deadheat_models::{Config, Error, ErrorKind, Models};

/// The errors of a file: kind, line, column and message.
fn errors(text: &str) -> Vec<Error> {
    let mut models = Models::shipped().clone();
    match models.extend(text, "deadheat.toml") {
        Err(errors) => errors,
        Ok(()) => models.bind(&open_lookup(), 17).1,
    }
}

#[track_caller]
fn assert_error(text: &str, kind: ErrorKind, expected: &str) {
    let errors = errors(text);
    let list: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(list, [expected], "{text}");
    assert_eq!(errors[0].kind, kind);
}

#[test]
fn a_misspelt_class_is_named_with_its_line() {
    assert_error(
        "# one\n\n[class.\"java.util.concurrent.locks.ReentrantLok\"]\nsafety = \"thread-safe\"\n",
        ErrorKind::NoSuchClass,
        "deadheat.toml:3:8: java.util.concurrent.locks.ReentrantLok: no such class; \
         did you mean ReentrantLock?",
    );
}

#[test]
fn a_class_in_the_wrong_package_is_found_elsewhere() {
    assert_error(
        "[class.\"java.util.concurrent.ReentrantLock\"]\n",
        ErrorKind::NoSuchClass,
        "deadheat.toml:1:8: java.util.concurrent.ReentrantLock: no such class; \
         did you mean java.util.concurrent.locks.ReentrantLock?",
    );
}

#[test]
fn an_optional_class_may_be_missing() {
    assert_eq!(errors("[class.\"org.acme.Missing\"]\noptional = true\n"), []);
}

#[test]
fn nothing_of_an_optional_file_need_be_there() {
    assert_eq!(
        errors(
            "optional = true\nlibrary = [\"org.acme.**\"]\n[class.\"org.acme.Missing\"]\nsummary = true\n"
        ),
        []
    );
    assert_error(
        "optional = 1\n",
        ErrorKind::Syntax,
        "deadheat.toml:1:12: expected true or false, found integer",
    );
}

#[test]
fn a_misspelt_package_is_an_error() {
    assert_error(
        "library = [\n  \"java.**\",\n  \"jva.time.*\",\n]\n",
        ErrorKind::NoSuchClass,
        "deadheat.toml:3:3: jva.time.*: no such package",
    );
}

#[test]
fn a_misspelt_method_is_named_with_its_column() {
    assert_error(
        "[class.Gate]\n\"open(), pas()\" = { sends = \"this\" }\n",
        ErrorKind::NoSuchMethod,
        "deadheat.toml:2:10: Gate.pas(): no such method; did you mean pass?",
    );
}

#[test]
fn a_wrong_parameter_list_is_shown_the_right_ones() {
    assert_error(
        "[class.SpinLock]\n\"tryLock(int)\" = { acquires = \"this\" }\n",
        ErrorKind::NoSuchMethod,
        "deadheat.toml:2:2: SpinLock.tryLock(int): no such method; \
         there is tryLock(), tryLock(long, java.util.concurrent.TimeUnit)",
    );
}

#[test]
fn unknown_keys_are_errors() {
    assert_error(
        "[class.Gate]\nsaftey = \"unsafe\"\n",
        ErrorKind::UnknownKey,
        "deadheat.toml:2:1: unknown key `saftey`; did you mean safety?",
    );
    assert_error(
        "[class.Gate]\n\"open()\" = { aquires = \"this\" }\n",
        ErrorKind::UnknownKey,
        "deadheat.toml:2:14: unknown key `aquires`; did you mean acquires?",
    );
    assert_error(
        "[classes.Gate]\n",
        ErrorKind::UnknownKey,
        "deadheat.toml:1:2: unknown key `classes`; did you mean class?",
    );
}

#[test]
fn unknown_words_are_errors() {
    assert_error(
        "[class.Gate]\nsafety = \"thread-save\"\n",
        ErrorKind::UnknownWord,
        "deadheat.toml:2:10: unknown word `thread-save`; did you mean thread-safe?",
    );
    let found = errors("[class.Gate]\n\"open()\" = { sends = \"self\" }\n");
    assert!(found[0].message.starts_with("`self` is no object; expected this, arg0"), "{found:?}");
}

#[test]
fn duplicates_are_errors() {
    assert_error(
        "[class.Gate]\n\"open()\" = {}\n\n\"pass(), open()\" = {}\n",
        ErrorKind::Duplicate,
        "deadheat.toml:4:10: open() is already described on line 2",
    );
    let found = errors("[class.Gate]\nsafety = \"unsafe\"\n[class.Gate]\n");
    assert_eq!((found.len(), found[0].kind, found[0].place.line), (1, ErrorKind::Duplicate, 3));
    assert_error(
        "[class.\"java.util.Map.Entry\"]\n[class.\"java.util.Map$Entry\"]\n",
        ErrorKind::Duplicate,
        "deadheat.toml:2:8: java.util.Map.Entry is already described at deadheat.toml:1:8",
    );
}

#[test]
fn a_contract_must_fit_its_method() {
    let cases = [
        ("\"open()\" = { sends = \"arg0\" }", "Gate.open(): there is no arg0"),
        ("\"open()\" = { makes = \"view of result\" }", "Gate.open(): there is no result"),
        (
            "\"open()\" = { receives = \"this\", when = \"true\" }",
            "Gate.open(): there is no result for `when`",
        ),
        (
            "\"make(..)\" = { sends = \"this\" }",
            "Gate.make(java.lang.Runnable): a static method has no `this`",
        ),
        (
            "\"make(..)\" = { starts = \"arg0.rum()\" }",
            "Gate.make(java.lang.Runnable): arg0 is a java.lang.Runnable, which has no such method rum",
        ),
        (
            "\"make(..)\" = { receives = \"result\", when = \"true\" }",
            "Gate.make(java.lang.Runnable): its result is never `true`",
        ),
    ];
    assert_error(
        "[class.Names]\nsafety = \"guarded\"\nguard = \"field elementDate of this\"\n",
        ErrorKind::Mismatch,
        "deadheat.toml:1:8: Names has no field elementDate; did you mean elementData?",
    );
    for (line, message) in cases {
        let text = format!("[class.Gate]\n{line}\n");
        assert_error(&text, ErrorKind::Mismatch, &format!("deadheat.toml:2:2: {message}"));
    }
    assert_error(
        "[class.Gate]\n\"open()\" = { sends = \"this\", when = \"true\" }\n",
        ErrorKind::Mismatch,
        "deadheat.toml:2:30: `when` says nothing without acquires or receives or meets or joins",
    );
}

#[test]
fn annotations_and_names_are_checked() {
    assert_error(
        "[annotation.\"com.acme.Entry\"]\nentri = \"once\"\n",
        ErrorKind::UnknownKey,
        "deadheat.toml:2:1: unknown key `entri`; did you mean entry?",
    );
    assert_error(
        "[annotation.\"com.acme.Entry\"]\nentry = \"onec\"\n",
        ErrorKind::UnknownWord,
        "deadheat.toml:2:9: unknown word `onec`; did you mean once?",
    );
    assert_error(
        "[annotation.\"com.acme.Entry\"]\nturns = \"tests\"\n",
        ErrorKind::Mismatch,
        "deadheat.toml:2:1: `turns` says nothing without entry",
    );
    assert_error(
        "[annotation.\"com.acme.Entry\"]\nentry = \"parallel\"\nturns = \"tests\"\n",
        ErrorKind::Mismatch,
        "deadheat.toml:3:1: what takes turns is not parallel",
    );
    assert_error(
        "[annotation.\"com.acme.Entry\"]\nentry = \"once\"\n",
        ErrorKind::NoSuchClass,
        "deadheat.toml:1:13: com.acme.Entry: nothing has this annotation",
    );
    assert_error(
        "[subclass.\"com.acme.Base\"]\n\"te*st\" = { entry = \"once\" }\n",
        ErrorKind::Syntax,
        "deadheat.toml:2:1: `te*st` is no name; expected one such as setUp or test*",
    );
    assert_error(
        "[annotation.\"com.acme.*\"]\n",
        ErrorKind::Syntax,
        "deadheat.toml:1:13: `com.acme.*` is no class name",
    );
    assert_error(
        "[subclass.\"com.acme.Base\"]\n\"test*\" = { entry = \"once\" }\n",
        ErrorKind::NoSuchClass,
        "deadheat.toml:1:11: com.acme.Base: nothing inherits from this class",
    );
    let twice = "[annotation.\"a.B.C\"]\nentry = \"once\"\n[annotation.\"a.B$C\"]\n";
    assert_error(
        twice,
        ErrorKind::Duplicate,
        "deadheat.toml:3:13: a.B.C is already described at deadheat.toml:1:13",
    );
}

#[test]
fn all_errors_are_reported_not_just_the_first() {
    let text = "[class.Gate]\nsaftey = 1\n\"open(\" = {}\n\"pass()\" = { sends = 7, on = \"mars\" }\n";
    let lines: Vec<u32> = errors(text).iter().map(|error| error.place.line).collect();
    assert_eq!(lines, [2, 3, 4, 4, 4]);
}

#[test]
fn broken_toml_is_an_error_with_its_line() {
    let found = errors("[class.Gate]\nsafety = \n");
    assert_eq!((found[0].kind, found[0].place.line), (ErrorKind::Syntax, 2));
}

#[test]
fn no_input_makes_the_reader_panic() {
    let good = include_str!("../data/locks.toml");
    // Every prefix at a character, and every text with one byte dropped, up to a bound.
    for end in (0..good.len().min(3000)).filter(|&end| good.is_char_boundary(end)) {
        let _ = Models::empty().extend(&good[..end], "prefix");
        let dropped = format!("{}{}", &good[..end], good.get(end + 1..3000).unwrap_or_default());
        let _ = Models::empty().extend(&dropped, "dropped");
    }
    let deep = format!("[class.{}]", "a.".repeat(50_000));
    let _ = Models::empty().extend(&deep, "deep");
    let _ = Models::empty().extend(&"[".repeat(100_000), "brackets");
    let _ = Models::empty().extend("[class.\"\"]\n\"()\" = {}\n\"é(ü)\" = { sends = \"\" }", "odd");
    let _ = Models::empty().extend("[class.\"a\\u0041\"]\n\"\\u0041(),\\u0042(\" = {}", "escapes");
}

#[test]
fn a_configuration_has_models_and_nothing_unknown() {
    let text =
        "[models]\nlibrary = [\"java.**\"]\n\n[models.class.Gate]\n\"open()\" = { sends = \"this\" }\n";
    let config = Config::parse(text, "deadheat.toml").expect("no errors");
    assert_eq!(config.models.bind(&open_lookup(), 17).1, []);
    let errors = Config::parse("[modles]\n", "deadheat.toml").expect_err("an unknown section");
    assert_eq!(errors[0].to_string(), "deadheat.toml:1:2: unknown key `modles`; did you mean models?");
}

#[test]
fn a_configuration_is_found_in_a_directory_above() {
    let root = deadheat_harness::scratch().join("models-config");
    let below = root.join("a/b");
    std::fs::create_dir_all(&below).expect("a directory");
    let file = root.join(Config::FILE_NAME);
    std::fs::write(&file, "[models.class.Gate]\nsafety = \"unsafe\"\n").expect("a file");
    assert_eq!(Config::find(&below).as_deref(), Some(&*file));
    assert_eq!(Config::load(&file).expect("no errors").file.as_deref(), Some(&*file));
    let missing = Config::load(Path::new("/nonexistent/deadheat.toml")).expect_err("no such file");
    assert_eq!((missing[0].kind, missing[0].place.line), (ErrorKind::Io, 0));
}
