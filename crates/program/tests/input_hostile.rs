//! Broken and malicious archives and images: an error that names the place, and never a panic.

mod common;

use std::path::Path;

use common::{Scratch, ZipEntry, jar, jimage, names, packed, zip};
use deadheat_harness::Random;
use deadheat_program::input::{Input, Limits, Options, open_class_path, open_jdk};
use deadheat_program::{Error, ErrorKind};

/// Small limits, so that breaking one is cheap.
fn small() -> Options {
    let limits = Limits {
        entry: 1 << 16,
        nested: 1 << 18,
        nested_total: 1 << 20,
        nested_count: 100,
        directories: 1 << 20,
        files: 1_000,
        depth: 20,
        ..Limits::default()
    };
    Options { limits, ..Options::default() }
}

fn open(path: &Path) -> Input {
    open_class_path(&[path], &small()).unwrap()
}

fn error(input: &Input, class: &str) -> Error {
    input.read(input.find(class).unwrap_or_else(|| panic!("{class} not found"))).unwrap_err()
}

/// Reads everything that the input lists; returns how many classes could be read.
fn read_all(input: &Input) -> usize {
    let limit = small().limits.entry;
    for container in &input.containers {
        for resource in container.resources() {
            let len = container.read(resource.id).map_or(0, |bytes| bytes.len() as u64);
            assert!(len <= limit);
        }
    }
    input.services();
    input.problems.iter().for_each(|problem| assert!(!problem.to_string().is_empty()));
    input.entries().iter().filter(|entry| input.read(entry).is_ok()).count()
}

/// A war with everything in it: stored and deflated entries and libraries, versions, a comment.
fn sample() -> Vec<u8> {
    let manifest = b"Manifest-Version: 1.0\nMulti-Release: true\nClass-Path: x.jar\n\n";
    let library = zip(&[
        ZipEntry::deflated("META-INF/MANIFEST.MF", manifest),
        ZipEntry::deflated("l/L.class", &[7; 300]),
        ZipEntry::stored("META-INF/versions/11/l/L.class", b"eleven"),
    ]);
    let mut bytes = zip(&[
        ZipEntry::deflated("META-INF/MANIFEST.MF", manifest),
        ZipEntry::deflated("a/A.class", b"some bytes of class A, some bytes of class A"),
        ZipEntry::stored("WEB-INF/classes/b/B.class", b"stored"),
        ZipEntry::stored("WEB-INF/lib/stored.jar", &library),
        ZipEntry::deflated("WEB-INF/lib/deflated.jar", &library),
        ZipEntry::deflated("META-INF/services/s.S", b"a.A"),
    ]);
    let len = bytes.len();
    bytes[len - 2] = 7;
    bytes.extend_from_slice(b"comment");
    bytes
}

fn image() -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut encoder, &[5; 1000]).unwrap();
    let zipped = packed(&encoder.finish().unwrap(), 1000, 1, true);
    jimage(
        &[
            ("m", "p", "A", "class", &[5; 1000], Some(&zipped)),
            ("m", "p", "B", "class", b"bytes", None),
            ("n", "", "module-info", "class", b"module", None),
        ],
        true,
    )
}

fn truncate_and_flip(sample: &[u8], flips: u32, check: impl Fn(&[u8])) {
    (0..sample.len()).for_each(|len| check(&sample[..len]));
    let mut random = Random::new(1);
    for _ in 0..flips {
        let mut bytes = sample.to_vec();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] ^= if random.below(4) == 0 { 0xff } else { 1 << random.below(8) };
        }
        check(&bytes);
    }
}

#[test]
fn cut_and_damaged_jars() {
    let scratch = Scratch::new();
    let sample = sample();
    assert_eq!(read_all(&open(&scratch.file("good.war", &sample))), 3);
    truncate_and_flip(&sample, 6_000, |bytes| {
        let input = open(&scratch.file("bad.war", bytes));
        read_all(&input);
        // A cut behind the stored library leaves that library with bytes around it: a jar, for the JVM too.
        let whole = bytes.len() == sample.len();
        assert!(whole || names(&input).iter().all(|name| *name == "l/L"), "{:?}", names(&input));
    });
}

#[test]
fn cut_and_damaged_images() {
    let scratch = Scratch::new();
    let sample = image();
    assert_eq!(read_all(&open(&scratch.file("modules", &sample))), 2);
    truncate_and_flip(&sample, 6_000, |bytes| {
        let path = scratch.file("modules", bytes);
        read_all(&open(&path));
        if let Ok(input) = open_jdk(&path, &small()) {
            read_all(&input);
        }
    });
}

#[test]
fn every_lie_of_a_header_is_an_error_that_names_the_entry() {
    let good = ZipEntry::deflated("C.class", &[1; 500]);
    let stored = ZipEntry::stored("C.class", &[1; 500]);
    let cases = [
        (ZipEntry { crc: 1, ..good.clone() }, ErrorKind::Malformed, "checksum"),
        (ZipEntry { size: 499, ..good.clone() }, ErrorKind::Malformed, "more than"),
        (ZipEntry { size: 501, ..good.clone() }, ErrorKind::Malformed, "instead of"),
        (ZipEntry { compressed: 3, ..good.clone() }, ErrorKind::Malformed, "ends early"),
        (ZipEntry { size: u32::MAX - 1, ..good.clone() }, ErrorKind::Limit, "more than the 65536"),
        (ZipEntry { flags: 1, ..good.clone() }, ErrorKind::Unsupported, "encrypted"),
        (ZipEntry { method: 12, ..good.clone() }, ErrorKind::Unsupported, "method 12"),
        (ZipEntry { data: vec![0xff; 20], ..good }, ErrorKind::Malformed, "damaged"),
        (ZipEntry { size: 400, ..stored.clone() }, ErrorKind::Malformed, "stored"),
        (ZipEntry { size: 60_000, compressed: 60_000, ..stored }, ErrorKind::Malformed, "past the end"),
    ];
    let scratch = Scratch::new();
    for (number, (entry, kind, message)) in cases.into_iter().enumerate() {
        let path = scratch.file(&format!("{number}.jar"), zip(&[entry]));
        let input = open(&path);
        let error = error(&input, "C");
        assert_eq!(error.kind, kind, "{error}");
        assert!(error.to_string().contains(message), "{error}");
        assert!(error.to_string().starts_with(&format!("{}!/C.class", path.display())), "{error}");
    }
}

#[test]
fn bombs_stop_at_the_limit() {
    let scratch = Scratch::new();
    let big = vec![0; 10 << 20];
    // An honest bomb, one that claims to be small, and one inside a library.
    let liar = ZipEntry { size: 100, ..ZipEntry::deflated("B.class", &big) };
    let bytes = zip(&[
        ZipEntry::deflated("A.class", &big),
        liar,
        ZipEntry::deflated("lib/l.jar", &zip(&[ZipEntry::deflated("C.class", &big)])),
        ZipEntry::deflated("lib/huge.jar", &big),
    ]);
    let input = open(&scratch.file("bomb.jar", bytes));
    assert_eq!(error(&input, "A").kind, ErrorKind::Limit);
    assert_eq!(error(&input, "B").kind, ErrorKind::Malformed);
    assert_eq!(error(&input, "C").kind, ErrorKind::Limit);
    assert_eq!(input.problems.len(), 1);
    assert_eq!(input.problems[0].kind, ErrorKind::Limit);
    assert!(input.problems[0].to_string().contains("bomb.jar!/lib/huge.jar"), "{}", input.problems[0]);
}

#[test]
fn inner_archives_together_stay_within_the_limit() {
    let scratch = Scratch::new();
    let inner = zip(&[ZipEntry::stored("A.class", &[0; 200_000])]);
    let entries: Vec<ZipEntry> = (0..20).map(|n| ZipEntry::deflated(&format!("{n}.jar"), &inner)).collect();
    let input = open(&scratch.file("many.jar", zip(&entries)));
    assert_eq!(input.containers.len(), 1 + 5, "1 MiB holds five of them");
    assert!(input.problems.iter().all(|problem| problem.kind == ErrorKind::Limit));
    assert_eq!(input.problems.len(), 15);
}

#[test]
fn entries_that_share_bytes_do_not_multiply() {
    let scratch = Scratch::new();
    // Each level names the next one a thousand times without holding it more than once.
    let mut level = jar(&[("A.class", "a")]);
    for _ in 0..4 {
        let first = ZipEntry::stored("0.jar", &level);
        let more =
            (1..1000).map(|n| ZipEntry { name: format!("{n}.jar").into(), overlaps: true, ..first.clone() });
        level = zip(&std::iter::once(first.clone()).chain(more).collect::<Vec<_>>());
    }
    let input = open(&scratch.file("quine.jar", level));
    assert!(input.containers.len() <= 101 && input.problems.len() <= 110, "{}", input.problems.len());
    assert!(input.problems.iter().any(|problem| problem.kind == ErrorKind::Limit));
}

#[test]
fn nesting_ends_at_four_levels() {
    let scratch = Scratch::new();
    let mut bytes = jar(&[("L5.class", "5")]);
    for level in (0..5).rev() {
        let class = ZipEntry::stored(&format!("L{level}.class"), b"x");
        bytes = zip(&[class, ZipEntry::stored("in.jar", &bytes)]);
    }
    let input = open(&scratch.file("deep.jar", bytes));
    assert_eq!(names(&input), ["L0", "L1", "L2", "L3", "L4"]);
    assert_eq!(input.problems.len(), 1);
    assert_eq!(input.problems[0].kind, ErrorKind::Limit);
}

#[test]
fn strange_names_are_only_names() {
    let scratch = Scratch::new();
    let odd = [
        "../up.class",
        "/abs.class",
        "a\\b.class",
        "a//b.class",
        ".class",
        "\u{0}.class",
        "META-INF/versions/",
        "x/.class",
    ];
    let mut entries: Vec<ZipEntry> = odd.iter().map(|name| ZipEntry::stored(name, b"x")).collect();
    entries.push(ZipEntry { name: b"caf\xe9.class".to_vec(), ..ZipEntry::stored("", b"x") });
    let input = open(&scratch.file("odd.jar", zip(&entries)));
    assert_eq!(read_all(&input), input.entries().len());
    assert!(input.find("../up").is_some() && input.find("a\\b").is_some());
    assert_eq!(input.problems.len(), 1);
    assert!(input.problems[0].to_string().contains("not UTF-8"), "{}", input.problems[0]);
}

#[test]
fn what_is_no_archive_is_a_problem_that_names_it() {
    let scratch = Scratch::new();
    for (name, bytes) in [("empty.jar", &b""[..]), ("text.jar", b"not a zip"), ("end.jar", b"PK\x05\x06")] {
        let input = open(&scratch.file(name, bytes));
        assert!(input.entries().is_empty());
        assert_eq!(input.problems.len(), 1);
        assert!(input.problems[0].to_string().contains(name));
    }
    // A comment full of look-alikes of the end record does not hide the real one.
    let mut bytes = jar(&[("A.class", "a")]);
    let comment = b"PK\x05\x06".repeat(3);
    let len = bytes.len();
    bytes[len - 2] = u8::try_from(comment.len()).unwrap();
    bytes.extend_from_slice(&comment);
    assert_eq!(names(&open(&scratch.file("comment.jar", bytes))), ["A"]);
}

#[test]
fn directories_end_at_the_limits() {
    let scratch = Scratch::new();
    (0..1_100).for_each(|number| drop(scratch.file(&format!("wide/C{number}.class"), "x")));
    let input = open(&scratch.0.join("wide"));
    assert!(input.entries().len() <= 1_000 && !input.problems.is_empty());
    scratch.file(&format!("deep/{}A.class", "d/".repeat(40)), "x");
    let input = open(&scratch.0.join("deep"));
    assert!(input.entries().is_empty());
    assert_eq!(input.problems[0].kind, ErrorKind::Limit);
}
