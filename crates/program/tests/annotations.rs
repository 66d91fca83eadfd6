//! Annotations that no compiler makes: wrong kinds, types that are no classes, values nested without end, lengths that
//! are not there.

use deadheat_harness::PoolWriter;
use deadheat_program::{ErrorKind, Program, Result};

/// The annotations of a class whose attribute has one, with these contents behind its type; they are made from the
/// type's place in the constant pool.
fn annotations(ty: &str, contents: impl FnOnce(u16) -> Vec<u8>) -> Result<Vec<Vec<u8>>> {
    let mut pool = PoolWriter::default();
    let (this, superclass) = (pool.class("Hostile"), pool.class("java/lang/Object"));
    let (ty, name) = (pool.utf8(ty), pool.utf8("RuntimeVisibleAnnotations"));
    let attribute = [&[0, 1], &ty.to_be_bytes()[..], &contents(ty)].concat();
    let mut file = [&0xcafe_babe_u32.to_be_bytes()[..], &[0, 0, 0, 52], &pool.finish()].concat();
    let numbers = [0x21, this, superclass, 0, 0, 0, 1, name];
    file.extend(numbers.iter().flat_map(|number: &u16| number.to_be_bytes()));
    file.extend((attribute.len() as u32).to_be_bytes());
    file.extend(attribute);
    let (program, class) = Program::of_class(file).expect("a class file");
    let names = program.class(class).expect("loaded").annotations()?;
    Ok(names.into_iter().map(<[u8]>::to_vec).collect())
}

/// One value of this kind, named by whatever is first in the pool.
fn value(bytes: &[u8]) -> Vec<u8> {
    [&[0, 1, 0, 1], bytes].concat()
}

#[test]
fn values_of_every_kind_are_passed_over() {
    for bytes in
        [&b"B\0\x01"[..], b"s\0\x01", b"c\0\x01", b"e\0\x01\0\x01", b"[\0\x02I\0\x01[\0\0", b"@\0\x05\0\0"]
    {
        let found = annotations("La/B;", |ty| {
            let mut bytes = value(bytes);
            // The nested annotation's type.
            if bytes[4] == b'@' {
                bytes[5..7].copy_from_slice(&ty.to_be_bytes());
            }
            bytes
        });
        assert_eq!(found.expect("it can be read"), [b"a/B"], "{bytes:?}");
    }
}

#[test]
fn what_is_wrong_is_an_error_that_says_where() {
    let kind = annotations("La/B;", |_| value(b"?\0\x01")).expect_err("an unknown kind");
    assert!(kind.kind == ErrorKind::Malformed && kind.place.offset.is_some(), "{kind}");
    let ty = annotations("I", |_| vec![0, 0]).expect_err("a primitive type");
    assert!(ty.kind == ErrorKind::Malformed && ty.place.offset.is_some(), "{ty}");
    let short = annotations("La/B;", |_| value(b"[\xff\xffI")).expect_err("too short");
    assert!(short.kind == ErrorKind::Malformed && short.place.offset.is_some(), "{short}");
}

#[test]
fn values_nested_without_end_are_a_limit() {
    let deep = annotations("La/B;", |_| value(&b"[\0\x01".repeat(100_000))).expect_err("too deep");
    assert_eq!(deep.kind, ErrorKind::Limit, "{deep}");
    let deep = annotations("La/B;", |ty| {
        let one = [&[0, 1, 0, 1, b'@'][..], &ty.to_be_bytes()].concat();
        one.repeat(100_000)
    });
    assert_eq!(deep.expect_err("too deep").kind, ErrorKind::Limit);
}
