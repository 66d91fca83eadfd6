//! Positioned reads over a shared file, a part of it, or memory.
//!
//! A [`Source`] is cheap to clone and safe to read from many threads at once: on Unix a read is one
//! `pread`, elsewhere a seek and a read under a lock. A jar stored uncompressed inside another one is a
//! [`Source::slice`] of the outer file, so it costs no memory.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};

/// A readable range of bytes; offsets start at 0 at its own beginning.
#[derive(Debug, Clone)]
pub(super) struct Source {
    backing: Backing,
    start: u64,
    len: u64,
}

#[derive(Debug, Clone)]
enum Backing {
    File(Arc<SharedFile>),
    Memory(Arc<Vec<u8>>),
}

impl Source {
    /// Opens a regular file; a pipe or device could block forever and is refused.
    pub(super) fn open(path: &Path) -> Result<Source> {
        let fail = |cause: io::Error| Error::io(path, &cause);
        if !std::fs::metadata(path).map_err(fail)?.is_file() {
            return Err(Error::new(ErrorKind::Unsupported, "not a regular file").in_file(path));
        }
        let file = File::open(path).map_err(fail)?;
        let len = file.metadata().map_err(fail)?.len();
        Ok(Source { backing: Backing::File(Arc::new(SharedFile::new(file))), start: 0, len })
    }

    pub(super) fn memory(bytes: Vec<u8>) -> Source {
        let len = bytes.len() as u64;
        Source { backing: Backing::Memory(Arc::new(bytes)), start: 0, len }
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// The part of `len` bytes from `at`, sharing the backing; an error if it reaches past the end.
    pub(super) fn slice(&self, at: u64, len: u64) -> Result<Source> {
        self.check(at, len)?;
        Ok(Source { backing: self.backing.clone(), start: self.start + at, len })
    }

    /// Fills `buffer` from offset `at`.
    pub(super) fn read_exact_at(&self, at: u64, buffer: &mut [u8]) -> Result<()> {
        self.check(at, buffer.len() as u64)?;
        let position = self.start + at;
        match &self.backing {
            Backing::File(file) => file
                .read_exact_at(position, buffer)
                .map_err(|cause| place(Error::new(ErrorKind::Io, cause.to_string()), at)),
            Backing::Memory(bytes) => {
                let from = usize::try_from(position).ok();
                let part = from.and_then(|from| bytes.get(from..from.checked_add(buffer.len())?));
                buffer.copy_from_slice(part.ok_or_else(|| past_end(at))?);
                Ok(())
            }
        }
    }

    /// `len` bytes from `at` in a new buffer; the range is checked before anything is allocated.
    pub(super) fn read_at(&self, at: u64, len: u64) -> Result<Vec<u8>> {
        self.check(at, len)?;
        let len = usize::try_from(len).map_err(|_| Error::limit("larger than the address space"))?;
        let mut buffer = vec![0; len];
        self.read_exact_at(at, &mut buffer)?;
        Ok(buffer)
    }

    fn check(&self, at: u64, len: u64) -> Result<()> {
        match at.checked_add(len) {
            Some(end) if end <= self.len => Ok(()),
            _ => Err(past_end(at)),
        }
    }
}

/// Adds a 64-bit offset to an error.
pub(super) fn place(error: Error, at: u64) -> Error {
    match usize::try_from(at) {
        Ok(at) => error.at(at),
        Err(_) => error,
    }
}

fn past_end(at: u64) -> Error {
    place(Error::malformed("points past the end of the file"), at)
}

#[cfg(unix)]
#[derive(Debug)]
struct SharedFile(File);

#[cfg(unix)]
impl SharedFile {
    fn new(file: File) -> SharedFile {
        SharedFile(file)
    }

    fn read_exact_at(&self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.0, buffer, at)
    }
}

/// The file's cursor is shared state: only a holder of the lock moves it.
#[cfg(not(unix))]
#[derive(Debug)]
struct SharedFile(std::sync::Mutex<File>);

#[cfg(not(unix))]
impl SharedFile {
    fn new(file: File) -> SharedFile {
        SharedFile(std::sync::Mutex::new(file))
    }

    fn read_exact_at(&self, at: u64, buffer: &mut [u8]) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(buffer)
    }
}
