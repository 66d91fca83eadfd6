//! The crate's one error type: what went wrong, and where.
//!
//! The four kinds of trouble are told apart because callers treat them differently: malformed input
//! is the user's file, a limit is our defence against hostile input, unsupported is a gap to list,
//! and a bug is ours. The place is filled in from the inside out: the class-file reader knows the
//! offset, the lowering adds the method, the loader adds class and container.

use std::fmt;
use std::path::PathBuf;

/// Which kind of trouble an [`Error`] tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// A file could not be opened or read.
    Io,
    /// The bytes are not what the format demands.
    Malformed,
    /// A class file whose class has another name than its path says; the JVM refuses it as well.
    Misplaced,
    /// Well-formed perhaps, but larger than we accept (zip bombs, exploding `jsr` nests).
    Limit,
    /// Legal, but not understood here.
    Unsupported,
    /// Our own mistake: an invariant did not hold.
    Bug,
}

/// An error with the place it happened at; every part of the place is optional.
#[derive(Debug, Clone)]
pub struct Error {
    /// What sort of trouble.
    pub kind: ErrorKind,
    /// One sentence without place: "constant pool index 17 is not a class".
    pub message: Box<str>,
    /// The innermost parts first known; see [`Place`].
    pub place: Box<Place>,
}

/// Where an error happened.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// The file on disk (jar, class file, JDK image).
    pub file: Option<PathBuf>,
    /// The entry inside that file; nested jars are joined by `!/`.
    pub entry: Option<String>,
    /// The class, by its internal name.
    pub class: Option<String>,
    /// The method as `name` + descriptor.
    pub method: Option<String>,
    /// A byte offset into the class file or archive.
    pub offset: Option<u64>,
    /// The offset of an instruction in the method's bytecode.
    pub pc: Option<u32>,
}

/// The crate's result.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error of `kind` with no place yet.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into().into_boxed_str(), place: Box::default() }
    }

    /// Malformed input.
    pub fn malformed(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Malformed, message)
    }

    /// Input beyond a limit of ours.
    pub fn limit(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Limit, message)
    }

    /// A failed read, with the operating system's reason.
    pub fn io(file: impl Into<PathBuf>, cause: &std::io::Error) -> Error {
        Error::new(ErrorKind::Io, cause.to_string()).in_file(file)
    }

    /// Adds the file unless one is known.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<PathBuf>) -> Error {
        self.place.file.get_or_insert_with(|| file.into());
        self
    }

    /// Adds the entry inside the file unless one is known.
    #[must_use]
    pub fn in_entry(mut self, entry: impl Into<String>) -> Error {
        self.place.entry.get_or_insert_with(|| entry.into());
        self
    }

    /// Adds the class unless one is known.
    #[must_use]
    pub fn in_class(mut self, class: impl Into<String>) -> Error {
        self.place.class.get_or_insert_with(|| class.into());
        self
    }

    /// Adds the method unless one is known.
    #[must_use]
    pub fn in_method(mut self, method: impl Into<String>) -> Error {
        self.place.method.get_or_insert_with(|| method.into());
        self
    }

    /// Adds the offset of an instruction unless one is known.
    #[must_use]
    pub fn at_pc(mut self, pc: usize) -> Error {
        self.place.pc.get_or_insert(pc as u32);
        self
    }

    /// Adds the offset unless one is known.
    #[must_use]
    pub fn at(mut self, offset: usize) -> Error {
        self.place.offset.get_or_insert(offset as u64);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = &*self.place;
        let mut separator = "";
        if let Some(file) = &place.file {
            write!(f, "{}", file.display())?;
            separator = ": ";
        }
        if let Some(entry) = &place.entry {
            write!(f, "{}{entry}", if separator.is_empty() { "" } else { "!/" })?;
            separator = ": ";
        }
        if let Some(class) = &place.class {
            write!(f, "{separator}class {class}")?;
            separator = ": ";
        }
        if let Some(method) = &place.method {
            write!(f, "{separator}method {method}")?;
            separator = ": ";
        }
        if let Some(pc) = place.pc {
            write!(f, "{separator}instruction at {pc}")?;
            separator = ": ";
        }
        if let Some(offset) = place.offset {
            write!(f, "{separator}byte {offset}")?;
            separator = ": ";
        }
        let label = match self.kind {
            ErrorKind::Io | ErrorKind::Malformed | ErrorKind::Misplaced => "",
            ErrorKind::Limit => "limit: ",
            ErrorKind::Unsupported => "unsupported: ",
            ErrorKind::Bug => "bug in deadheat: ",
        };
        write!(f, "{separator}{label}{}", self.message)
    }
}

impl std::error::Error for Error {}
