//! A schedule: what happens, in which order, until both accesses of a race are next.

/// Numbers of a window's events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// What happens before, in order.
    pub events: Vec<u32>,
    /// Then one access.
    pub first: u32,
    /// And the other.
    pub second: u32,
}
