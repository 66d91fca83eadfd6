//! From TOML text to class entries; every mistake is kept with its line, none stops the reading.
//!
//! ```toml
//! library = ["org.acme.lib.**"]
//! opaque = ["sun.**"]
//! optional = true                                # nothing of this file need be there
//!
//! [class."java.util.concurrent.CountDownLatch"]
//! safety = "thread-safe"                        # a key without parentheses is about the class
//! "countDown()" = { sends = "this" }            # a key with parentheses is about methods
//! "await(..)" = { receives = "this" }
//! ```

mod class;
mod contract;
mod mark;
mod source;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{Error, ErrorKind};
use crate::models::{ClassModel, Layer, PackageMark};
use crate::pattern::ClassPattern;
pub(crate) use source::Source;

/// Reads the files of one layer.
pub(crate) fn read_models(files: &[(&str, &str)]) -> Result<Layer, Vec<Error>> {
    let mut layer = Layer::default();
    let mut errors = Vec::new();
    for (file, text) in files {
        let mut source = Source::new(file, text);
        let root = source.parse(text);
        models(&mut source, root.get_ref(), &mut layer);
        errors.append(&mut source.errors);
    }
    if errors.is_empty() { Ok(layer) } else { Err(sorted(errors)) }
}

/// Reads a `deadheat.toml`, of which the models are one section.
pub(crate) fn read_config(file: &str, text: &str) -> Result<Layer, Vec<Error>> {
    let mut layer = Layer { is_user: true, ..Layer::default() };
    let mut source = Source::new(file, text);
    let root = source.parse(text);
    for (key, value) in source::entries(root.get_ref()) {
        match (key.get_ref().as_ref(), value.get_ref()) {
            ("models", DeValue::Table(table)) => models(&mut source, table, &mut layer),
            ("models", _) => source.expected(value, "a table"),
            // What is not to be reported is read where findings are.
            ("suppress", _) => {}
            _ => source.unknown_key(key, &["models", "suppress"]),
        }
    }
    if source.errors.is_empty() { Ok(layer) } else { Err(sorted(source.errors)) }
}

fn sorted(mut errors: Vec<Error>) -> Vec<Error> {
    errors.sort_by(|a, b| a.place.cmp(&b.place));
    errors
}

fn models(source: &mut Source, table: &DeTable<'_>, layer: &mut Layer) {
    let is_optional = table.get("optional").and_then(|value| source.boolean(value)).unwrap_or_default();
    for (key, value) in source::entries(table) {
        match (key.get_ref().as_ref(), value.get_ref()) {
            ("class", DeValue::Table(classes)) => {
                let entries = source::entries(classes);
                let classes = entries.into_iter().filter_map(|(key, value)| class::read(source, key, value));
                let mut classes: Vec<ClassModel> = classes.collect();
                classes.iter_mut().for_each(|class| class.claims.optional |= is_optional);
                layer.merge(classes, &mut source.errors);
            }
            ("class", _) => source.expected(value, "tables such as [class.\"java.util.Map\"]"),
            ("annotation", DeValue::Table(annotations)) => {
                let entries = source::entries(annotations);
                let read =
                    entries.into_iter().filter_map(|(key, value)| mark::annotation(source, key, value));
                let read = read.collect();
                layer.merge_annotations(read, &mut source.errors);
            }
            ("annotation", _) => source.expected(value, "tables such as [annotation.\"org.junit.Test\"]"),
            ("subclass", DeValue::Table(classes)) => {
                let entries = source::entries(classes);
                let read = entries.into_iter().filter_map(|(key, value)| mark::subclass(source, key, value));
                layer.subclasses.extend(read.collect::<Vec<_>>());
            }
            ("subclass", _) => {
                source.expected(value, "tables such as [subclass.\"junit.framework.TestCase\"]");
            }
            ("library", _) => layer.library.extend(package_marks(source, value, is_optional)),
            ("opaque", _) => layer.opaque.extend(package_marks(source, value, is_optional)),
            // Read above.
            ("optional", _) => {}
            _ => source.unknown_key(key, KEYS),
        }
    }
}

/// The keys of a file.
const KEYS: &[&str] = &["class", "annotation", "subclass", "library", "opaque", "optional"];

fn package_marks(source: &mut Source, value: &Spanned<DeValue<'_>>, optional: bool) -> Vec<PackageMark> {
    let texts = source.strings(value);
    let mut found = Vec::new();
    for (text, place) in texts {
        match ClassPattern::parse(&text) {
            Ok(pattern) => found.push(PackageMark { pattern, place, optional }),
            Err(message) => source.errors.push(Error::new(ErrorKind::Syntax, place, message)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words;

    const REFERENCE: &str = include_str!("../../../../docs/models.md");

    #[test]
    fn every_example_of_the_reference_is_right() {
        let examples = REFERENCE.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
        for example in examples {
            assert_eq!(read_config("models.md", example).err(), None, "{example}");
        }
    }

    #[test]
    fn the_reference_has_every_key_and_word() {
        let vocabularies = [
            class::CLASS_KEYS.to_vec(),
            contract::CONTRACT_KEYS.to_vec(),
            words::all::<words::Safety>(),
            mark::MARK_KEYS.to_vec(),
            words::all::<words::Times>(),
            words::all::<words::Called>(),
            words::all::<words::Lifetime>(),
            words::all::<words::Mode>(),
            words::all::<words::When>(),
            words::all::<words::AtomicKind>(),
            words::all::<words::MemoryOrder>(),
            words::all::<words::Fence>(),
        ];
        for word in vocabularies.concat() {
            assert!(REFERENCE.contains(&format!("`{word}`")), "docs/models.md does not explain {word}");
        }
        for part in [words::all::<words::Part>(), words::all::<words::View>()].concat() {
            assert!(REFERENCE.contains(&format!("`{part} of ")), "docs/models.md does not explain {part}");
        }
    }
}
