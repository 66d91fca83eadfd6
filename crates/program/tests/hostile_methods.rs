//! Methods made to explode: each is lowered or refused with a limit, in bounded time and memory, and what
//! is lowered passes the verifier.

use deadheat_harness::PoolWriter;
use deadheat_program::{Error, ErrorKind, Program, verify};

/// A class with one method `static void m()`; rows of the exception table are start, end, handler and the
/// number of a caught type.
fn class(code: &[u8], max_locals: u16, rows: &[(u16, u16, u16, usize)]) -> Vec<u8> {
    let mut pool = PoolWriter::default();
    let mut attribute =
        [&[0, 10], &max_locals.to_be_bytes()[..], &(code.len() as u32).to_be_bytes(), code].concat();
    attribute.extend((rows.len() as u16).to_be_bytes());
    for &(start, end, handler, ty) in rows {
        let ty = pool.class(&format!("T{ty}"));
        attribute.extend([start, end, handler, ty].iter().flat_map(|number| number.to_be_bytes()));
    }
    attribute.extend([0, 0]);
    let (this, superclass) = (pool.class("Hostile"), pool.class("java/lang/Object"));
    let (name, descriptor, code) = (pool.utf8("m"), pool.utf8("()V"), pool.utf8("Code"));
    let mut file = [&0xcafe_babe_u32.to_be_bytes()[..], &[0, 0, 0, 48], &pool.finish()].concat();
    let numbers = [0x21, this, superclass, 0, 0, 1, 0x9, name, descriptor, 1, code];
    file.extend(numbers.iter().flat_map(|number: &u16| number.to_be_bytes()));
    file.extend((attribute.len() as u32).to_be_bytes());
    file.extend(attribute);
    file.extend([0, 0]);
    file
}

/// The number of blocks, if it lowers.
fn lower(bytes: Vec<u8>) -> Result<usize, Error> {
    let (program, class) = Program::of_class(bytes).expect("a class file");
    let method = program.methods(class).expect("readable").next().expect("a method");
    let body = program.lower(method)?.expect("it has code");
    verify::verify(&program, &body).expect("a body that was made is right");
    Ok(body.block_count())
}

fn assert_limit(result: Result<usize, Error>) {
    let error = result.expect_err("too much");
    assert_eq!(error.kind, ErrorKind::Limit, "{error}");
    assert!(error.place.class.is_some() && error.place.method.is_some(), "{error}");
}

/// `wide istore` of 0 to each variable.
fn zeroes(count: u16) -> Vec<u8> {
    (0..count).flat_map(|slot| [&[0x03, 0xc4, 0x36], &slot.to_be_bytes()[..]].concat()).collect()
}

/// Stores to that many variables, and that many branches that read them.
fn branches(count: u16) -> Vec<u8> {
    let mut code = zeroes(count);
    for slot in 0..count {
        // wide iload; ifeq to the next instruction.
        code.extend([&[0xc4, 0x15], &slot.to_be_bytes()[..], &[0x99, 0, 3]].concat());
    }
    code.push(0xb1);
    code
}

#[test]
fn many_blocks_with_many_variables_hit_a_limit() {
    assert_eq!(lower(class(&branches(2500), 2500, &[])).expect("it lowers"), 2501);
    assert_limit(lower(class(&branches(5000), 5000, &[])));
    assert_limit(lower(class(&branches(3000), u16::MAX, &[])));
}

#[test]
fn many_blocks_with_a_deep_stack_hit_a_limit() {
    // iconst_0 many times, then goto the next instruction many times, then return.
    let mut code = vec![0x03; 20_000];
    code.extend([0xa7, 0, 3].repeat(10_000));
    code.push(0xb1);
    assert_limit(lower(class(&code, 0, &[])));
}

#[test]
fn deeply_nested_loops_are_lowered() {
    let depth = 600_u16;
    let mut code = zeroes(depth);
    let mut heads = Vec::new();
    for slot in 0..depth {
        heads.push(code.len());
        code.extend([&[0xc4, 0x84], &slot.to_be_bytes()[..], &[0, 1]].concat());
    }
    for slot in (0..depth).rev() {
        code.extend([&[0xc4, 0x15], &slot.to_be_bytes()[..]].concat());
        let distance = heads[usize::from(slot)] as i64 - code.len() as i64;
        code.extend([&[0x99], &(distance as i16).to_be_bytes()[..]].concat());
    }
    code.push(0xb1);
    assert_eq!(lower(class(&code, depth, &[])).expect("it lowers"), 1 + 2 * usize::from(depth));
}

/// `null.length` many times, all of it covered; the handler at the end.
fn covered() -> (Vec<u8>, u16) {
    let mut code = [0x01, 0xbe, 0x57].repeat(20_000);
    code.extend([0xb1, 0x57, 0xb1]);
    let handler = code.len() as u16 - 2;
    (code, handler)
}

#[test]
fn a_full_exception_table_is_survived() {
    let (code, handler) = covered();
    let rows: Vec<_> = (0..u16::MAX).map(|row| (0, 60_000, handler, usize::from(row % 200))).collect();
    assert_eq!(lower(class(&code, 1, &rows)).expect("it lowers"), 203);
    let rows: Vec<_> =
        (0..30_000_u16).map(|row| (row % 20_000 * 3, 60_000, handler, usize::from(row % 200))).collect();
    assert_limit(lower(class(&code, 1, &rows)));
}

#[test]
fn subroutines_that_double_at_each_level_hit_a_limit() {
    let depth = 14_u8;
    // jsr to the first subroutine; return.
    let mut code = vec![0xa8, 0, 4, 0xb1];
    for level in 0..depth {
        // Keeps its return address, calls the next one twice, returns.
        code.extend([0x3a, level, 0xa8, 0, 8, 0xa8, 0, 5, 0xa9, level]);
    }
    code.extend([0x3a, depth, 0xa9, depth]);
    assert_limit(lower(class(&code, u16::from(depth) + 1, &[])));
}

#[test]
fn a_subroutine_in_a_method_with_a_huge_switch_and_frame_is_survived() {
    // jsr to a pop, then a switch of many cases to as many places.
    let cases = 7_000_u32;
    let switch = 5;
    let end = 20 + 4 * cases;
    let mut code = vec![0xa8, 0, 3, 0x57, 0x03, 0xaa, 0, 0];
    code.extend([end - switch, 0, cases - 1].iter().flat_map(|number: &u32| number.to_be_bytes()));
    code.extend((0..cases).flat_map(|case| (end - switch + case).to_be_bytes()));
    code.extend(vec![0x00; cases as usize]);
    code.push(0xb1);
    assert_limit(lower(class(&code, u16::MAX, &[])));
    assert!(lower(class(&code, 1, &[])).is_ok());
}

#[test]
fn a_switch_with_thousands_of_cases_has_two_successors() {
    let cases = 15_000_u32;
    let end = 16 + 4 * cases;
    let mut code = vec![0x03, 0xaa, 0, 0];
    code.extend([end - 1, 0, cases - 1].iter().flat_map(|number| number.to_be_bytes()));
    code.extend((0..cases).flat_map(|case| (end - 1 + case % 2).to_be_bytes()));
    code.extend([0x00, 0xb1]);
    assert_eq!(lower(class(&code, 1, &[])).expect("it lowers"), 3);
}
