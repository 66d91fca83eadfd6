//! What tests stand on: real JDKs, compiled Java programs, and the corpus with its expectations.
//!
//! Compiled classes are cached below the build directory, by a hash of sources, options and JDK, so a
//! test run compiles only what changed.

pub mod corpus;
mod each;
pub mod expect;
mod header;
mod java;
mod maven;
mod pool_writer;
mod random;
pub mod validation;

pub use each::{Compiled, check_each, compile_each};
pub use java::{Compilation, Jdk, RunOutput, compile_all, jdk_for, jdks, run};
pub use maven::Jars;
pub use pool_writer::PoolWriter;
pub use random::Random;

use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// Where tests may write: below the build directory.
pub fn scratch() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("deadheat-tests")
}
