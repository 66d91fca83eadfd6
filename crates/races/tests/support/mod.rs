//! What the tests of this crate share: a compiled program is opened, bound to the models and solved.

use std::path::Path;

use deadheat_harness::Jdk;
use deadheat_models::{Bound, Models, TEST_SUPPORT};
use deadheat_points_to::{NoElements, Options, PointsTo, solve};
use deadheat_program::{Program, ProgramOptions, summary};

/// Our models, and what they say of the corpus's own support.
pub(crate) fn models() -> Models {
    let mut models = Models::shipped().clone();
    models.extend(TEST_SUPPORT, "test-support.toml").expect("no errors");
    models
}

/// Solves a program from its main class, if it has one, and hands the result on.
pub(crate) fn analysed<T>(
    models: &Models,
    (jdk, classes): (&Jdk, &Path),
    main: Option<&str>,
    options: impl FnOnce(&Program) -> Options,
    check: impl for<'a> FnOnce(PointsTo<'a>, &'a Bound<'a>) -> T,
) -> T {
    let name = main.unwrap_or("a program without main");
    let opened = ProgramOptions {
        class_path: vec![classes.to_owned()],
        jdk: Some(jdk.home.clone()),
        expand_references: true,
        ..ProgramOptions::default()
    };
    let program = Program::open(&opened).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (bound, errors) = models.bind(&program, jdk.release);
    assert!(errors.is_empty(), "{name}: {errors:?}");
    let entries = main.map_or(Vec::new(), |main| {
        let class = program.find_class(main).unwrap_or_else(|| panic!("{name}: no main class"));
        summary::mains(&program, class)
    });
    check(solve(&bound, options(&program), &entries, &mut NoElements, &mut |_| {}), &bound)
}
