//! Bounds-checked big-endian reading: the only way bytes of a class file are looked at.

use crate::error::{Error, Result};

/// A place in a byte slice; every read is checked and every error carries the offset.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Reads from an offset on.
    pub fn new(bytes: &'a [u8], at: usize) -> Reader<'a> {
        Reader { bytes, at }
    }

    /// Where the next read starts.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Whether nothing is left.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// The next bytes.
    pub fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let end = self.at.checked_add(length);
        match end.and_then(|end| self.bytes.get(self.at..end)) {
            Some(slice) => {
                self.at += length;
                Ok(slice)
            }
            None => Err(self.too_short(length)),
        }
    }

    #[cold]
    fn too_short(&self, wanted: usize) -> Error {
        let left = self.bytes.len().saturating_sub(self.at);
        Error::malformed(format!("{wanted} bytes expected, {left} left")).at(self.at)
    }

    /// Passes over bytes.
    pub fn skip(&mut self, length: usize) -> Result<()> {
        self.take(length).map(|_| ())
    }

    /// The next byte.
    pub fn u8(&mut self) -> Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    /// The next two bytes.
    pub fn u16(&mut self) -> Result<u16> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    /// The next four bytes.
    pub fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    /// The next eight bytes.
    pub fn u64(&mut self) -> Result<u64> {
        Ok(u64::from_be_bytes(self.array()?))
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<N>()) {
            Some(chunk) => {
                self.at += N;
                Ok(*chunk)
            }
            None => Err(self.too_short(N)),
        }
    }
}
