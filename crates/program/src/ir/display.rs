//! x
/// d
#[derive(Debug)]
pub struct BodyDisplay;
