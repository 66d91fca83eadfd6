//! The crate's one error type: what is wrong in a model file, and on which line.

use std::fmt;
use std::sync::Arc;

/// Which kind of trouble an [`Error`] tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The file could not be read.
    Io,
    /// The text is no TOML, or a value has the wrong shape.
    Syntax,
    /// A key that the format does not have.
    UnknownKey,
    /// A word that a key does not take.
    UnknownWord,
    /// The same thing is said twice in one file or one set of files.
    Duplicate,
    /// The program has no such class or package.
    NoSuchClass,
    /// The class has no such method.
    NoSuchMethod,
    /// The contract does not fit the method: no such argument, no result, no such callback.
    Mismatch,
}

/// Where something stands in a model file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, as the user or the shipped list names it.
    pub file: Arc<str>,
    /// From 1; 0 when the whole file is meant.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
}

/// An error in a model file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// What sort of trouble.
    pub kind: ErrorKind,
    /// Where it stands.
    pub place: Place,
    /// One sentence without place: "ReentrantLok: no such class; did you mean ReentrantLock?".
    pub message: Box<str>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, place: Place, message: impl Into<String>) -> Error {
        Error { kind, place, message: message.into().into_boxed_str() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.file),
            line => write!(f, "{}:{line}:{}", self.file, self.column),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for Error {}
