//! What the agent's tests share: where the agent is, and settings from the environment.

#[allow(dead_code, reason = "only some of the tests run the corpus")]
pub(crate) mod batches;
#[allow(dead_code, reason = "only some of the tests predict")]
pub(crate) mod predictions;

use std::path::PathBuf;

/// The newest agent that Cargo built beside this test.
pub(crate) fn agent() -> PathBuf {
    let test = std::env::current_exe().expect("the test's own path");
    let deps = test.parent().expect("a directory");
    let name = format!("{}deadheat_agent{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let places = [deps.join(&name), deps.join("..").join(&name)];
    let newest = |path: &&PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    places.iter().filter(|path| path.is_file()).max_by_key(newest).expect("the agent was built").clone()
}

/// A number from the environment.
#[allow(dead_code, reason = "only some of the tests have such settings")]
pub(crate) fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// The agent's option for the detector that the environment chooses by `DEADHEAT_PLACEMENT`; fasttrack if it does not.
pub(crate) fn placement() -> String {
    format!(",placement={}", std::env::var("DEADHEAT_PLACEMENT").unwrap_or_else(|_| "fasttrack".to_owned()))
}
