//! Checked reads of integers from untrusted bytes: `None` past the end, never a panic.

/// The byte order of a file; class files and jimage attributes are big-endian, zips little-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Little,
    Big,
}

impl Order {
    pub(super) fn u32(self, bytes: &[u8], at: usize) -> Option<u32> {
        let four = array::<4>(bytes, at)?;
        Some(if self == Order::Little { u32::from_le_bytes(four) } else { u32::from_be_bytes(four) })
    }

    pub(super) fn u64(self, bytes: &[u8], at: usize) -> Option<u64> {
        let eight = array::<8>(bytes, at)?;
        Some(if self == Order::Little { u64::from_le_bytes(eight) } else { u64::from_be_bytes(eight) })
    }
}

pub(super) fn u16_le(bytes: &[u8], at: usize) -> Option<u16> {
    array(bytes, at).map(u16::from_le_bytes)
}

pub(super) fn u32_le(bytes: &[u8], at: usize) -> Option<u32> {
    array(bytes, at).map(u32::from_le_bytes)
}

pub(super) fn u64_le(bytes: &[u8], at: usize) -> Option<u64> {
    array(bytes, at).map(u64::from_le_bytes)
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}
