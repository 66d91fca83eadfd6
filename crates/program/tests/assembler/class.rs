//! The constant pool and the class file around the methods.

use std::collections::BTreeMap;

const UTF8: u8 = 1;
const INTEGER: u8 = 3;
const FLOAT: u8 = 4;
const LONG: u8 = 5;
const DOUBLE: u8 = 6;
const CLASS: u8 = 7;
const STRING: u8 = 8;
const NAME_AND_TYPE: u8 = 12;

/// A constant pool that grows.
#[derive(Debug)]
pub(super) struct Pool {
    bytes: Vec<u8>,
    next: u16,
    known: BTreeMap<Vec<u8>, u16>,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool { bytes: Vec::new(), next: 1, known: BTreeMap::new() }
    }
}

impl Pool {
    fn add(&mut self, entry: Vec<u8>) -> u16 {
        if let Some(&index) = self.known.get(&entry) {
            return index;
        }
        let index = self.next;
        self.next += if matches!(entry[0], LONG | DOUBLE) { 2 } else { 1 };
        self.bytes.extend(&entry);
        self.known.insert(entry, index);
        index
    }

    pub(super) fn utf8(&mut self, text: &str) -> u16 {
        let mut entry = vec![UTF8];
        entry.extend((text.len() as u16).to_be_bytes());
        entry.extend(text.as_bytes());
        self.add(entry)
    }

    fn pair(&mut self, tag: u8, parts: &[u16]) -> u16 {
        let mut entry = vec![tag];
        entry.extend(parts.iter().flat_map(|part| part.to_be_bytes()));
        self.add(entry)
    }

    pub(super) fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.pair(CLASS, &[name])
    }

    pub(super) fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let (class, name, descriptor) = (self.class(class), self.utf8(name), self.utf8(descriptor));
        let name_and_type = self.pair(NAME_AND_TYPE, &[name, descriptor]);
        self.pair(tag, &[class, name_and_type])
    }

    /// `5`, `5L`, `1.5f`, `1.5d` or `"text"`, which has no blanks.
    pub(super) fn constant(&mut self, word: &str) -> u16 {
        let entry = |tag: u8, bytes: &[u8]| [&[tag], bytes].concat();
        if let Some(text) = word.strip_prefix('"') {
            let text = self.utf8(text.trim_end_matches('"'));
            return self.pair(STRING, &[text]);
        }
        let (number, last) = word.split_at(word.len() - 1);
        let entry = match last {
            "L" => entry(LONG, &number.parse::<i64>().expect("a long").to_be_bytes()),
            "f" => entry(FLOAT, &number.parse::<f32>().expect("a float").to_be_bytes()),
            "d" => entry(DOUBLE, &number.parse::<f64>().expect("a double").to_be_bytes()),
            _ => entry(INTEGER, &word.parse::<i32>().expect("an int").to_be_bytes()),
        };
        self.add(entry)
    }
}

/// Fields that every assembled class has: name and descriptor.
const FIELDS: [(&str, &str); 5] =
    [("b", "B"), ("z", "Z"), ("n", "I"), ("w", "J"), ("o", "Ljava/lang/Object;")];

/// A method with the contents of its `Code` attribute.
pub(super) struct AssembledMethod {
    pub(super) name: String,
    pub(super) descriptor: String,
    pub(super) is_instance: bool,
    pub(super) code: Vec<u8>,
}

/// The whole file.
pub(super) fn class_file(mut pool: Pool, name: &str, parent: &str, methods: &[AssembledMethod]) -> Vec<u8> {
    const PUBLIC: u16 = 0x1;
    const PUBLIC_SUPER: u16 = 0x21;
    const PUBLIC_STATIC: u16 = 0x9;
    let mut rest: Vec<u8> = Vec::new();
    let mut put = |values: &[u16]| rest.extend(values.iter().flat_map(|value| value.to_be_bytes()));
    put(&[PUBLIC_SUPER, pool.class(name), pool.class(parent), 0, FIELDS.len() as u16]);
    for (field, descriptor) in FIELDS {
        put(&[PUBLIC_STATIC, pool.utf8(field), pool.utf8(descriptor), 0]);
    }
    put(&[methods.len() as u16]);
    for method in methods {
        let flags = if method.is_instance { PUBLIC } else { PUBLIC_STATIC };
        let (name, descriptor) = (pool.utf8(&method.name), pool.utf8(&method.descriptor));
        for value in [flags, name, descriptor, 1, pool.utf8("Code")] {
            rest.extend(value.to_be_bytes());
        }
        rest.extend((method.code.len() as u32).to_be_bytes());
        rest.extend(&method.code);
    }
    rest.extend([0, 0]);
    let mut file = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 48];
    file.extend(pool.next.to_be_bytes());
    file.extend(&pool.bytes);
    file.extend(rest);
    file
}
