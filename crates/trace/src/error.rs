//! What can go wrong with a trace, and where.

use std::fmt;
use std::path::{Path, PathBuf};

/// The result of reading or writing a trace.
pub type Result<T> = std::result::Result<T, Error>;

/// What sort of trouble.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// A file could not be opened, read or written.
    Io,
    /// The bytes are not what the format demands.
    Malformed,
    /// Well-formed perhaps, but larger than we accept.
    Limit,
    /// Legal, but not understood here: a format of another version.
    Unsupported,
    /// Our own mistake: an invariant did not hold.
    Bug,
}

/// An error with its place: a byte of a binary file, or a line of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// What sort of trouble.
    pub kind: ErrorKind,
    /// One sentence without place.
    pub message: String,
    /// The file, if known.
    pub file: Option<PathBuf>,
    /// Where in a binary file.
    pub offset: Option<u64>,
    /// Where in a text, from 1.
    pub line: Option<usize>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into(), file: None, offset: None, line: None }
    }

    pub(crate) fn malformed(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Malformed, message)
    }

    pub(crate) fn io(error: &std::io::Error) -> Error {
        Error::new(ErrorKind::Io, error.to_string())
    }

    pub(crate) fn at(mut self, offset: u64) -> Error {
        self.offset.get_or_insert(offset);
        self
    }

    pub(crate) fn on_line(mut self, line: usize) -> Error {
        self.line.get_or_insert(line);
        self
    }

    /// The same error with the file that it is about.
    #[must_use]
    pub fn in_file(mut self, file: &Path) -> Error {
        self.file.get_or_insert_with(|| file.to_owned());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}: ", file.display())?;
        }
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if let Some(offset) = self.offset {
            write!(f, "byte {offset}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
