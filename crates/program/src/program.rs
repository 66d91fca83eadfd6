//! placeholder
/// x
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);
/// A method: its class and its position there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodId {
    /// The declaring class.
    pub class: ClassId,
    /// The position among the class's methods.
    pub index: u16,
}
