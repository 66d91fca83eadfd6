//! The name a class file gives itself, for a class file without a directory that would tell.

use super::bytes::{Order, u16_be};

/// The magic number of class files.
pub(super) const MAGIC: u32 = 0xcafe_babe;

/// The internal name in `this_class`; `None` if the constant pool cannot be followed that far.
pub(super) fn class_file_name(bytes: &[u8]) -> Option<String> {
    if Order::Big.u32(bytes, 0)? != MAGIC {
        return None;
    }
    let count = usize::from(u16_be(bytes, 8)?);
    let mut offsets = vec![0; count];
    let (mut at, mut index) = (10, 1);
    while index < count {
        *offsets.get_mut(index)? = at;
        let tag = *bytes.get(at)?;
        at += 1 + match tag {
            1 => 2 + usize::from(u16_be(bytes, at + 1)?),
            3 | 4 | 9..=12 | 17 | 18 => 4,
            5 | 6 => 8,
            7 | 8 | 16 | 19 | 20 => 2,
            15 => 3,
            _ => return None,
        };
        index += if matches!(tag, 5 | 6) { 2 } else { 1 };
    }
    let class = *offsets.get(usize::from(u16_be(bytes, at + 2)?))?;
    let name = *offsets.get(usize::from(u16_be(bytes, class + 1)?))?;
    if *bytes.get(class)? != 7 || *bytes.get(name)? != 1 {
        return None;
    }
    let len = usize::from(u16_be(bytes, name + 1)?);
    String::from_utf8(bytes.get(name + 3..name + 3 + len)?.to_vec()).ok()
}
