//! What descriptors (JVMS 4.3) say about words and slots.

use crate::error::{Refusal, Result};

/// The words that a value of a field's type takes; none for `V`.
pub(crate) fn words(descriptor: &[u8]) -> usize {
    match descriptor.first() {
        Some(b'J' | b'D') => 2,
        Some(b'V') => 0,
        _ => 1,
    }
}

/// Whether a type is a class or an array.
pub(crate) fn is_reference(descriptor: &[u8]) -> bool {
    matches!(descriptor.first(), Some(b'L' | b'['))
}

/// The parameters and the result of a method.
pub(crate) fn split(descriptor: &[u8]) -> Result<(Vec<&[u8]>, &[u8])> {
    let malformed = || Refusal::malformed("a method's descriptor is none");
    let mut rest = descriptor.strip_prefix(b"(").ok_or_else(malformed)?;
    let mut parameters = Vec::new();
    while !rest.starts_with(b")") {
        let length = type_length(rest).ok_or_else(malformed)?;
        let (parameter, behind) = rest.split_at_checked(length).ok_or_else(malformed)?;
        parameters.push(parameter);
        rest = behind;
    }
    let result = rest.get(1..).filter(|result| !result.is_empty()).ok_or_else(malformed)?;
    Ok((parameters, result))
}

/// The parameters and the result of a method whose descriptor is text.
pub fn split_text(descriptor: &str) -> Option<(Vec<&str>, &str)> {
    let text = |bytes| std::str::from_utf8(bytes).ok();
    let (parameters, result) = split(descriptor.as_bytes()).ok()?;
    Some((parameters.into_iter().map(text).collect::<Option<_>>()?, text(result)?))
}

fn type_length(text: &[u8]) -> Option<usize> {
    let dimensions = text.iter().take_while(|&&byte| byte == b'[').count();
    match text.get(dimensions)? {
        b'L' => Some(text.iter().position(|&byte| byte == b';')? + 1),
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => Some(dimensions + 1),
        _ => None,
    }
}

/// A field's name and type as one name that a method may have, too.
pub(crate) fn mangled(name: &[u8], descriptor: &[u8]) -> Vec<u8> {
    let replaced = descriptor.iter().map(|&byte| match byte {
        b'/' => b'|',
        b';' => b':',
        b'[' => b'!',
        other => other,
    });
    // A field's name may have angle brackets, a method's may not.
    let name = name.iter().chain(b"$").copied().chain(replaced);
    name.map(|byte| match byte {
        b'<' => b'{',
        b'>' => b'}',
        other => other,
    })
    .collect()
}
