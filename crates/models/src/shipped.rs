//! The model files that Deadheat ships, one per area of the JDK and one per family of other libraries.

use std::sync::LazyLock;

use crate::models::Models;
use crate::syntax;

macro_rules! files {
    ($($name:literal,)*) => {
        &[$((concat!("crates/models/data/", $name), include_str!(concat!("../data/", $name))),)*]
    };
}

const FILES: &[(&str, &str)] = files![
    "threads.toml",
    "monitors.toml",
    "locks.toml",
    "atomics.toml",
    "var-handles.toml",
    "latches-barriers.toml",
    "executors.toml",
    "fork-join.toml",
    "futures.toml",
    "events.toml",
    "channels.toml",
    "frameworks.toml",
    "test-frameworks.toml",
    "queues.toml",
    "concurrent-collections.toml",
    "collections.toml",
    "maps.toml",
    "iteration.toml",
    "wrappers.toml",
    "streams.toml",
    "text.toml",
    "reflection.toml",
    "natives.toml",
    "thread-safe.toml",
    "thread-unsafe.toml",
    "library.toml",
    "guava.toml",
    "logging.toml",
    "jackson.toml",
    "commons.toml",
    "netty.toml",
    "spring.toml",
    "kotlin.toml",
    "scala.toml",
    "others.toml",
];

/// The model of the corpus's own helper, for tests of the engines: `models.extend(TEST_SUPPORT, "…")`.
pub const TEST_SUPPORT: &str = include_str!("../data/test-support.toml");

/// Parsed once. The files are part of this crate, and a test reads them: they have no errors.
pub(crate) fn models() -> &'static Models {
    static MODELS: LazyLock<Models> = LazyLock::new(|| {
        let mut models = Models::empty();
        match syntax::read_models(FILES) {
            Ok(layer) => models.add(layer),
            Err(errors) => {
                let list: Vec<String> = errors.iter().map(ToString::to_string).collect();
                unreachable!("bug in deadheat: the shipped models are wrong:\n{}", list.join("\n"));
            }
        }
        models
    });
    &MODELS
}
