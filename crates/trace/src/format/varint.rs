//! Numbers of variable length: seven bits a byte, lowest first, a set top bit means that more follow; a ninth byte has
//! eight bits, so that 64 bits take nine bytes at most.

use crate::error::{Error, Result};

/// Gives the bytes of a number.
#[inline]
pub(crate) fn encode(mut number: u64, mut push: impl FnMut(u8)) {
    for _ in 0..8 {
        if number < 0x80 {
            return push(number as u8);
        }
        push(number as u8 | 0x80);
        number >>= 7;
    }
    push(number as u8);
}

/// Appends a number.
#[inline]
pub(crate) fn put(out: &mut Vec<u8>, number: u64) {
    encode(number, |byte| out.push(byte));
}

/// Signed differences, small ones of either sign to small numbers.
#[inline]
pub(crate) fn zigzag(difference: u64) -> u64 {
    (difference << 1) ^ (((difference as i64) >> 63) as u64)
}

/// The reverse of [`zigzag`].
#[inline]
pub(crate) fn unzigzag(number: u64) -> u64 {
    (number >> 1) ^ (number & 1).wrapping_neg()
}

/// Reads bytes with bounds.
#[derive(Debug, Clone)]
pub(crate) struct Bytes<'a> {
    bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(bytes: &'a [u8], at: usize) -> Bytes<'a> {
        Bytes { bytes, at }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.at >= self.bytes.len()
    }

    #[inline]
    pub(crate) fn byte(&mut self) -> Result<u8> {
        let Some(&byte) = self.bytes.get(self.at) else { return Err(ends()) };
        self.at += 1;
        Ok(byte)
    }

    #[inline]
    pub(crate) fn number(&mut self) -> Result<u64> {
        let first = self.byte()?;
        if first < 0x80 {
            return Ok(u64::from(first));
        }
        match self.bytes.get(self.at) {
            Some(&second) if second < 0x80 => {
                self.at += 1;
                Ok(u64::from(first & 0x7f) | u64::from(second) << 7)
            }
            _ => self.long_number(first),
        }
    }

    fn long_number(&mut self, first: u8) -> Result<u64> {
        let mut number = u64::from(first & 0x7f);
        for index in 1..9 {
            let byte = self.byte()?;
            if index == 8 {
                return Ok(number | (u64::from(byte) << 56));
            }
            number |= u64::from(byte & 0x7f) << (7 * index);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Ok(number)
    }

    pub(crate) fn number32(&mut self, what: &str) -> Result<u32> {
        let number = self.number()?;
        u32::try_from(number)
            .map_err(|_| Error::malformed(format!("{what} {number} does not fit into 32 bits")))
    }

    pub(crate) fn text(&mut self) -> Result<String> {
        let length = self.number()?;
        let end =
            usize::try_from(length).ok().and_then(|length| self.at.checked_add(length)).ok_or_else(ends)?;
        let bytes = self.bytes.get(self.at..end).ok_or_else(ends)?;
        self.at = end;
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
}

#[cold]
fn ends() -> Error {
    Error::malformed("ends inside a number or text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let mut numbers: Vec<u64> =
            (0..64).flat_map(|bit| [1u64 << bit, (1 << bit) - 1, u64::MAX >> bit]).collect();
        numbers.extend(numbers.clone().iter().map(|&number| zigzag(number)));
        for number in numbers {
            let mut bytes = Vec::new();
            put(&mut bytes, number);
            assert!(bytes.len() <= 9, "{number}");
            assert_eq!(Bytes::new(&bytes, 0).number(), Ok(number));
            assert_eq!(unzigzag(zigzag(number)), number);
            assert!(Bytes::new(&bytes[..bytes.len() - 1], 0).number().is_err());
        }
    }
}
