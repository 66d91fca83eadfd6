//! Java's modified UTF-8 (JVMS 4.4.7): U+0000 as two bytes, supplementary characters as two
//! surrogates of three bytes each, lone surrogates allowed.

use std::borrow::Cow;

/// Decodes to text; what no Rust string can hold (lone surrogates, broken bytes) becomes U+FFFD.
pub fn to_text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(String::from_utf16_lossy(&to_utf16(bytes))),
    }
}

/// Decodes to the UTF-16 code units that the JVM's own string would hold; broken bytes become U+FFFD.
pub fn to_utf16(bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let [first, tail @ ..] = rest {
        let (unit, length) = match (*first, tail) {
            (0x01..=0x7f, _) => (u16::from(*first), 1),
            (0xc0..=0xdf, [b, ..]) if b & 0xc0 == 0x80 => {
                (u16::from(first & 0x1f) << 6 | u16::from(b & 0x3f), 2)
            }
            (0xe0..=0xef, [b, c, ..]) if b & 0xc0 == 0x80 && c & 0xc0 == 0x80 => {
                (u16::from(first & 0x0f) << 12 | u16::from(b & 0x3f) << 6 | u16::from(c & 0x3f), 3)
            }
            _ => (0xfffd, 1),
        };
        units.push(unit);
        rest = &rest[length..];
    }
    units
}

/// Encodes text as a class file would.
pub fn from_text(text: &str) -> Cow<'_, [u8]> {
    if text.bytes().all(|b| b != 0 && b < 0xf0) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for unit in text.encode_utf16() {
        match unit {
            0x01..=0x7f => bytes.push(unit as u8),
            0 | 0x80..=0x7ff => bytes.extend([0xc0 | (unit >> 6) as u8, 0x80 | (unit & 0x3f) as u8]),
            _ => bytes.extend([
                0xe0 | (unit >> 12) as u8,
                0x80 | (unit >> 6 & 0x3f) as u8,
                0x80 | (unit & 0x3f) as u8,
            ]),
        }
    }
    Cow::Owned(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_goes_through_and_back() {
        for text in ["", "java/lang/Object", "naïve", "\0", "€", "𝄞 and 𝄞", "a\0b"] {
            assert_eq!(to_text(&from_text(text)), text);
        }
    }

    #[test]
    fn supplementary_characters_are_two_surrogates() {
        assert_eq!(from_text("𝄞").as_ref(), [0xed, 0xa0, 0xb4, 0xed, 0xb4, 0x9e]);
    }

    #[test]
    fn lone_surrogates_and_broken_bytes_do_not_stop_it() {
        assert_eq!(to_utf16(&[0xed, 0xa0, 0xb4]), [0xd834]);
        assert_eq!(to_text(&[0xed, 0xa0, 0xb4, b'x']), "\u{fffd}x");
        assert_eq!(to_text(&[0xe0, 0x80]), "\u{fffd}\u{fffd}");
        assert_eq!(to_text(&[0xff]), "\u{fffd}");
    }
}
