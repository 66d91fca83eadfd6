//! Writes constant pools, for class files that no compiler makes.

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
pub struct PoolWriter {
    bytes: Vec<u8>,
    next: u16,
    known: BTreeMap<Vec<u8>, u16>,
}

impl Default for PoolWriter {
    fn default() -> PoolWriter {
        PoolWriter { bytes: Vec::new(), next: 1, known: BTreeMap::new() }
    }
}

impl PoolWriter {
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

    /// A string in modified UTF-8; only such text is given that is the same in UTF-8.
    pub fn utf8(&mut self, text: &str) -> u16 {
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

    /// A class, by its internal name.
    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.pair(CLASS, &[name])
    }

    /// A field (9), method (10) or interface method (11) reference.
    pub fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let (class, name, descriptor) = (self.class(class), self.utf8(name), self.utf8(descriptor));
        let name_and_type = self.pair(NAME_AND_TYPE, &[name, descriptor]);
        self.pair(tag, &[class, name_and_type])
    }

    /// A string constant.
    pub fn string(&mut self, text: &str) -> u16 {
        let text = self.utf8(text);
        self.pair(STRING, &[text])
    }

    /// The pool as it stands in a class file: one more than the last index, then the entries.
    pub fn finish(self) -> Vec<u8> {
        [&self.next.to_be_bytes()[..], &self.bytes].concat()
    }

    /// `5`, `5L`, `1.5f`, `1.5d` or `"text"`, which has no blanks.
    pub fn constant(&mut self, word: &str) -> u16 {
        let entry = |tag: u8, bytes: &[u8]| [&[tag], bytes].concat();
        if let Some(text) = word.strip_prefix('"') {
            return self.string(text.trim_end_matches('"'));
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
