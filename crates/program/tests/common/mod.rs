//! Writers of small (and broken) archives and images, scratch directories, and runs of real JVMs.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses a part of it")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use deadheat_program::input::{Input, Jdk, installed_jdks};

/// A directory that is removed in the end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("deadheat-input-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// The JDKs here; a machine without one cannot run these tests.
pub fn jdks() -> Vec<Jdk> {
    let jdks: Vec<Jdk> =
        installed_jdks().into_iter().filter(|jdk| jdk.home.join("bin/javac").is_file()).collect();
    assert!(!jdks.is_empty(), "no JDK installed");
    jdks
}

/// Runs a Java program of `tests/input_java` and returns what it prints.
pub fn java(jdk: &Jdk, program: &str, arguments: &[&Path]) -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/input_java").join(program);
    run(Command::new(jdk.home.join("bin/java")).arg(source).args(arguments))
}

pub fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The names of all classes, in order.
pub fn names(input: &Input) -> Vec<&str> {
    input.entries().iter().map(|entry| &*entry.name).collect()
}

pub fn text(input: &Input, class: &str) -> String {
    let entry = input.find(class).unwrap_or_else(|| panic!("{class} not found"));
    String::from_utf8(input.read(entry).unwrap()).unwrap()
}

pub fn crc(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

pub fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// An entry as the headers announce it, which may be a lie.
#[derive(Clone)]
pub struct ZipEntry {
    pub name: Vec<u8>,
    pub data: Vec<u8>,
    pub method: u16,
    pub flags: u16,
    pub size: u32,
    pub compressed: u32,
    pub crc: u32,
    /// Use the local header of the entry before.
    pub overlaps: bool,
}

impl ZipEntry {
    pub fn stored(name: &str, bytes: &[u8]) -> ZipEntry {
        let len = u32::try_from(bytes.len()).unwrap();
        ZipEntry {
            name: name.into(),
            data: bytes.to_vec(),
            method: 0,
            flags: 0,
            size: len,
            compressed: len,
            crc: crc(bytes),
            overlaps: false,
        }
    }

    pub fn deflated(name: &str, bytes: &[u8]) -> ZipEntry {
        let data = deflated(bytes);
        let compressed = u32::try_from(data.len()).unwrap();
        ZipEntry { data, method: 8, compressed, ..ZipEntry::stored(name, bytes) }
    }
}

/// Writes a zip; every entry announces its sizes in both headers.
pub fn zip(entries: &[ZipEntry]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut central = Vec::new();
    let mut offset = 0;
    for entry in entries {
        let mut fields = Vec::new();
        for short in [20, entry.flags, entry.method, 0, 0x21] {
            fields.extend_from_slice(&short.to_le_bytes());
        }
        for long in [entry.crc, entry.compressed, entry.size] {
            fields.extend_from_slice(&long.to_le_bytes());
        }
        fields.extend_from_slice(&u16::try_from(entry.name.len()).unwrap().to_le_bytes());
        fields.extend_from_slice(&[0, 0]);
        if !entry.overlaps {
            offset = u32::try_from(out.len()).unwrap();
            out.extend_from_slice(b"PK\x03\x04");
            out.extend_from_slice(&fields);
            out.extend_from_slice(&entry.name);
            out.extend_from_slice(&entry.data);
        }
        central.extend_from_slice(b"PK\x01\x02\x14\0");
        central.extend_from_slice(&fields);
        central.extend_from_slice(&[0; 10]);
        central.extend_from_slice(&offset.to_le_bytes());
        central.extend_from_slice(&entry.name);
    }
    let start = u32::try_from(out.len()).unwrap();
    let count = u16::try_from(entries.len()).unwrap_or(u16::MAX).to_le_bytes();
    let len = u32::try_from(central.len()).unwrap();
    out.extend_from_slice(&central);
    out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    out.extend_from_slice(&[count, count].concat());
    out.extend_from_slice(&len.to_le_bytes());
    out.extend_from_slice(&start.to_le_bytes());
    out.extend_from_slice(&[0, 0]);
    out
}

/// A zip of deflated entries with text content.
pub fn jar(entries: &[(&str, &str)]) -> Vec<u8> {
    zip(&entries.iter().map(|(name, text)| ZipEntry::deflated(name, text.as_bytes())).collect::<Vec<_>>())
}

/// A resource of a jimage: module, parent, base, extension, content, and the content's packed form.
pub type ImageResource<'a> = (&'a str, &'a str, &'a str, &'a str, &'a [u8], Option<&'a [u8]>);

/// Writes a jimage whose hash table is just a list. `zip` is the string at offset 1.
pub fn jimage(resources: &[ImageResource<'_>], little: bool) -> Vec<u8> {
    let word = |value: usize| {
        let value = u32::try_from(value).unwrap();
        if little { value.to_le_bytes() } else { value.to_be_bytes() }
    };
    let mut strings = b"\0zip\0other\0".to_vec();
    let (mut offsets, mut attributes, mut content) = (Vec::new(), Vec::new(), Vec::new());
    for (module, parent, base, extension, bytes, packed) in resources {
        offsets.extend_from_slice(&word(attributes.len()));
        let mut attribute = |kind: u8, value: usize| {
            attributes.push(kind << 3 | 3);
            attributes.extend_from_slice(&u32::try_from(value).unwrap().to_be_bytes());
        };
        for (kind, name) in [(1, module), (2, parent), (3, base), (4, extension)] {
            attribute(kind, strings.len());
            strings.extend_from_slice(name.as_bytes());
            strings.push(0);
        }
        attribute(5, content.len());
        attribute(6, packed.map_or(0, <[u8]>::len));
        attribute(7, bytes.len());
        attributes.push(0);
        content.extend_from_slice(packed.unwrap_or(bytes));
    }
    let mut out = Vec::new();
    let header = [0xcafe_dada, 1 << 16, 0, resources.len(), resources.len(), attributes.len(), strings.len()];
    header.iter().for_each(|value| out.extend_from_slice(&word(*value)));
    resources.iter().for_each(|_| out.extend_from_slice(&word(0)));
    [offsets, attributes, strings, content].iter().for_each(|part| out.extend_from_slice(part));
    out
}

/// A compressed resource: header and data; `name` is the offset of the compressor's name.
pub fn packed(data: &[u8], size: usize, name: u32, little: bool) -> Vec<u8> {
    let long = |value: usize| if little { value.to_le_bytes() } else { value.to_be_bytes() };
    let word = |value: u32| if little { value.to_le_bytes() } else { value.to_be_bytes() };
    let mut out = word(0xcafe_fafa).to_vec();
    out.extend_from_slice(&long(data.len()));
    out.extend_from_slice(&long(size));
    out.extend_from_slice(&word(name));
    out.extend_from_slice(&word(0));
    out.push(1);
    out.extend_from_slice(data);
    out
}
