//! placeholder

pub(crate) fn run(_rest: &[&str]) -> Result<(), String> {
    Ok(())
}
pub(crate) fn once(_jdk: &str, _threads: &str) -> Result<(), String> {
    Ok(())
}
