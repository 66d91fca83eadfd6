//! x
pub mod classfile; pub mod dynamic; pub mod error; pub mod ir; pub mod lower; pub mod mutf8; pub mod program; pub mod symbols; pub mod types;
pub use error::{Error,ErrorKind,Result};
pub use symbols::Symbols;
