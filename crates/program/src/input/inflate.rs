//! Inflating a compressed range of a [`Source`] whose size was announced by a header.
//!
//! The announced size is a bound, not a promise: output stops one byte beyond it, and memory is reserved
//! only as far as the compressed length could fill it (deflate expands at most 1032 to 1). Compressed
//! bytes are read in chunks, so a read never holds more than one [`CHUNK`] of them.

use std::cell::RefCell;

use flate2::{Decompress, FlushDecompress, Status};

use super::source::{Source, place};
use crate::error::{Error, Result};

/// How many compressed bytes are held at a time; almost every class fits one chunk.
const CHUNK: usize = 64 * 1024;

/// Deflate's greatest expansion.
const MOST_EXPANSION: u64 = 1032;

/// What wraps the deflate stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrapping {
    /// Nothing, as in zip files.
    Raw,
    /// The zlib header and checksum, as in jimage files.
    Zlib,
}

/// One thread's inflater and read buffer, kept because setting up an inflater costs more than a small class.
struct Scratch {
    inflater: Decompress,
    buffer: Vec<u8>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> =
        RefCell::new(Scratch { inflater: Decompress::new(false), buffer: Vec::new() });
}

/// A window of compressed bytes over a source; `buffer` holds the bytes from `start` on.
pub(super) struct Window<'a> {
    source: &'a Source,
    buffer: &'a mut Vec<u8>,
    inflater: &'a mut Decompress,
    start: u64,
}

/// Runs `read` with this thread's window over `source`. `read` must not open a second window.
pub(super) fn with_window<T>(source: &Source, read: impl FnOnce(&mut Window<'_>) -> T) -> T {
    SCRATCH.with_borrow_mut(|scratch| {
        scratch.buffer.clear();
        let Scratch { inflater, buffer } = scratch;
        read(&mut Window { source, buffer, inflater, start: 0 })
    })
}

impl Window<'_> {
    /// Some of the bytes from `at` on: at least one and at most `most`, or an error at the end of the file.
    /// When they have to be fetched, up to `most` of them are, within one chunk.
    pub(super) fn some(&mut self, at: u64, most: u64) -> Result<&[u8]> {
        let held = at >= self.start && at < self.start + self.buffer.len() as u64;
        if !held {
            let left = self.source.len().saturating_sub(at);
            let want = usize::try_from(most.min(left)).unwrap_or(CHUNK).clamp(1, CHUNK);
            self.buffer.resize(want, 0);
            if let Err(error) = self.source.read_exact_at(at, self.buffer) {
                self.buffer.clear();
                return Err(error);
            }
            self.start = at;
        }
        let from = usize::try_from(at - self.start).unwrap_or(usize::MAX);
        let bytes = self.buffer.get(from..).unwrap_or_default();
        let len = usize::try_from(most).unwrap_or(usize::MAX).min(bytes.len());
        Ok(bytes.get(..len).unwrap_or_default())
    }

    /// Copies `size` bytes from `at`, the held ones without another read.
    pub(super) fn copy(&mut self, at: u64, size: u64) -> Result<Vec<u8>> {
        if size == 0 {
            return Ok(Vec::new());
        }
        if size > CHUNK as u64 {
            return self.source.read_at(at, size);
        }
        let first = self.some(at, size)?;
        if first.len() as u64 == size { Ok(first.to_vec()) } else { self.source.read_at(at, size) }
    }

    /// Inflates the `compressed` bytes from `at` to exactly `size` bytes.
    pub(super) fn inflate(
        &mut self,
        at: u64,
        compressed: u64,
        size: u64,
        wrapping: Wrapping,
    ) -> Result<Vec<u8>> {
        self.inflater.reset(wrapping == Wrapping::Zlib);
        let possible = size.min(compressed.saturating_mul(MOST_EXPANSION)).saturating_add(1);
        let capacity =
            usize::try_from(possible).map_err(|_| Error::limit("larger than the address space"))?;
        let mut output = Vec::with_capacity(capacity);
        let mut done = 0;
        loop {
            if done >= compressed {
                return Err(place(Error::malformed("compressed data ends early"), at.saturating_add(done)));
            }
            let here = at.saturating_add(done);
            self.some(here, compressed - done)?;
            let from = usize::try_from(here - self.start).unwrap_or(usize::MAX);
            let chunk = self.buffer.get(from..).unwrap_or_default();
            let most = usize::try_from(compressed - done).unwrap_or(usize::MAX).min(chunk.len());
            let (read, written) = (self.inflater.total_in(), output.len());
            let status = self
                .inflater
                .decompress_vec(chunk.get(..most).unwrap_or_default(), &mut output, FlushDecompress::None)
                .map_err(|cause| {
                    place(Error::malformed(format!("compressed data is damaged: {cause}")), here)
                })?;
            let consumed = self.inflater.total_in() - read;
            done += consumed;
            if output.len() as u64 > size {
                return Err(Error::malformed(format!("inflates to more than its announced {size} bytes")));
            }
            match status {
                Status::StreamEnd if output.len() as u64 == size => return Ok(output),
                Status::StreamEnd => {
                    let message = format!("inflates to {} bytes instead of {size}", output.len());
                    return Err(Error::malformed(message));
                }
                _ if consumed == 0 && output.len() == written => {
                    return Err(place(Error::malformed("compressed data does not end"), here));
                }
                _ => {}
            }
        }
    }
}
