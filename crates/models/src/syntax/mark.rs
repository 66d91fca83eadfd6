//! Reads what is said of annotations and of names in subclasses: `{ entry = "once", object = "new" }`.

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::source::{Source, entries};
use crate::error::ErrorKind;
use crate::marks::{AnnotationModel, Mark, SubclassModel};
use crate::pattern::ClassPattern;
use crate::words::Called;

pub(super) const MARK_KEYS: &[&str] = &["entry", "object", "turns", "alone", "injects", "provides"];

/// Reads `[annotation."NAME"]`; `None` when the name itself is wrong.
pub(super) fn annotation(
    source: &mut Source,
    key: &Spanned<DeString<'_>>,
    value: &Spanned<DeValue<'_>>,
) -> Option<AnnotationModel> {
    let name = class_name(source, key)?;
    let mark = mark(source, value)?;
    Some(AnnotationModel { name, place: source.place(key.span()), mark })
}

/// Reads `[subclass."NAME"]`, whose keys are names of methods.
pub(super) fn subclass(
    source: &mut Source,
    key: &Spanned<DeString<'_>>,
    value: &Spanned<DeValue<'_>>,
) -> Option<SubclassModel> {
    let name = class_name(source, key)?;
    let DeValue::Table(table) = value.get_ref() else {
        source.expected(value, "a table");
        return None;
    };
    let mut methods = Vec::new();
    for (key, value) in entries(table) {
        let text = key.get_ref().as_ref();
        let start = text.strip_suffix('*').unwrap_or(text);
        if start.is_empty() || !start.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$')) {
            let message = format!("`{text}` is no name; expected one such as setUp or test*");
            source.error(ErrorKind::Syntax, key.span(), message);
            continue;
        }
        methods.extend(mark(source, value).map(|mark| (text.into(), mark)));
    }
    Some(SubclassModel { name, place: source.place(key.span()), methods })
}

fn class_name(source: &mut Source, key: &Spanned<DeString<'_>>) -> Option<Box<str>> {
    match ClassPattern::parse(key.get_ref()) {
        Ok(ClassPattern::Class(name)) => Some(name),
        _ => {
            let message = format!("`{}` is no class name", key.get_ref());
            source.error(ErrorKind::Syntax, key.span(), message);
            None
        }
    }
}

fn mark(source: &mut Source, value: &Spanned<DeValue<'_>>) -> Option<Mark> {
    let DeValue::Table(table) = value.get_ref() else {
        source.expected(value, "a table such as { entry = \"parallel\" }");
        return None;
    };
    let mut mark = Mark::default();
    for (key, value) in entries(table) {
        match key.get_ref().as_ref() {
            "entry" => mark.entry = source.word(value),
            "object" => mark.object = source.word(value),
            "turns" => mark.turns = source.string(value).map(Into::into),
            "alone" => mark.alone = source.boolean(value).unwrap_or_default(),
            "injects" => mark.injects = source.boolean(value).unwrap_or_default(),
            "provides" => mark.provides = source.boolean(value).unwrap_or_default(),
            _ => source.unknown_key(key, MARK_KEYS),
        }
    }
    check(source, table, &mark);
    Some(mark)
}

/// Keys that say nothing without another, or nothing beside it.
fn check(source: &mut Source, table: &DeTable<'_>, mark: &Mark) {
    let mut refuse = |key: &str, message: &str| {
        if let Some((name, _)) = table.iter().find(|(name, _)| name.get_ref() == key) {
            source.error(ErrorKind::Mismatch, name.span(), message.to_owned());
        }
    };
    if mark.entry.is_none() {
        refuse("turns", "`turns` says nothing without entry");
        refuse("alone", "`alone` says nothing without entry");
    }
    if mark.entry == Some(Called::Parallel) {
        refuse("turns", "what takes turns is not parallel");
    }
}
