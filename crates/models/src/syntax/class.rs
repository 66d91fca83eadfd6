//! Reads one class entry: keys of the class, and keys that are method patterns.

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::contract;
use super::source::{Source, entries};
use crate::error::{Error, ErrorKind, Place};
use crate::models::{Claims, ClassModel, MethodModel};
use crate::object::Object;
use crate::pattern::{ClassPattern, MethodPattern};
use crate::words::{Part, Safety};

pub(super) const CLASS_KEYS: &[&str] = &[
    "safety",
    "guard",
    "instantiates",
    "circulates",
    "container",
    "summary",
    "keeps",
    "inherited",
    "merged",
    "apart",
    "inside",
    "opaque",
    "element",
    "key",
    "value",
    "unseen",
    "optional",
    "since",
    "until",
    "unmodelled",
];

/// Reads `[class."NAME"]`; `None` when the name itself is wrong.
pub(super) fn read(
    source: &mut Source,
    key: &Spanned<DeString<'_>>,
    value: &Spanned<DeValue<'_>>,
) -> Option<ClassModel> {
    let pattern = match ClassPattern::parse(key.get_ref()) {
        Ok(pattern) => pattern,
        Err(message) => {
            source.error(ErrorKind::Syntax, key.span(), message);
            return None;
        }
    };
    let DeValue::Table(table) = value.get_ref() else {
        source.expected(value, "a table");
        return None;
    };
    let place = source.place(key.span());
    let mut class = ClassModel { pattern, place, claims: Claims::default(), methods: Vec::new() };
    for (key, value) in entries(table) {
        if key.get_ref().contains('(') {
            class.methods.extend(method(source, key, value));
        } else {
            class_key(source, &mut class.claims, key, value);
        }
    }
    check(source, &class, table);
    Some(class)
}

fn class_key(
    source: &mut Source,
    claims: &mut Claims,
    key: &Spanned<DeString<'_>>,
    value: &Spanned<DeValue<'_>>,
) {
    match key.get_ref().as_ref() {
        "safety" => claims.safety.safety = source.word(value),
        "instantiates" => claims.safety.instantiates = source.word(value),
        "circulates" => claims.safety.circulates = source.word(value),
        "guard" => claims.guard = source.one(value, Object::parse),
        "container" => claims.container = source.boolean(value),
        "summary" => claims.summary = source.boolean(value),
        "keeps" => claims.keeps = source.boolean(value),
        "inherited" => claims.inherited = source.boolean(value),
        "merged" => claims.merged = source.boolean(value),
        "apart" => claims.apart = source.boolean(value),
        "inside" => claims.inside = source.boolean(value),
        "opaque" => claims.opaque = source.boolean(value),
        "element" => claims.paths.extend(source.one(value, path).map(|path| (Part::Element, path))),
        "key" => claims.paths.extend(source.one(value, path).map(|path| (Part::Key, path))),
        "value" => claims.paths.extend(source.one(value, path).map(|path| (Part::Value, path))),
        "unseen" => claims.unseen = source.boolean(value),
        "optional" => claims.optional = source.boolean(value).unwrap_or_default(),
        "since" => claims.since = source.number(value),
        "until" => claims.until = source.number(value),
        "unmodelled" => claims.unmodelled = source.string(value).map(Into::into),
        _ => source.unknown_key(key, CLASS_KEYS),
    }
}

/// `iterator().next()`: the calls, one after the other, by which the part is reached.
fn path(text: &str) -> Result<Box<[Box<str>]>, String> {
    let name = |call: &str| call.trim().strip_suffix("()").map(Into::into);
    let calls: Option<Box<[Box<str>]>> = text.split('.').map(name).collect();
    calls.ok_or_else(|| format!("`{text}` is no chain of calls; expected one such as iterator().next()"))
}

/// Reads `"PATTERN, PATTERN" = { … }`.
fn method(
    source: &mut Source,
    key: &Spanned<DeString<'_>>,
    value: &Spanned<DeValue<'_>>,
) -> Option<MethodModel> {
    let patterns = method_patterns(source, key);
    let DeValue::Table(table) = value.get_ref() else {
        source.expected(value, "a table such as { sends = \"this\" }");
        return None;
    };
    let (contract, since, until) = contract::read(source, table);
    Some(MethodModel { patterns, contract, since, until })
}

fn method_patterns(source: &mut Source, key: &Spanned<DeString<'_>>) -> Vec<(MethodPattern, Place)> {
    let text = key.get_ref();
    let mut patterns = Vec::new();
    let mut start = 0;
    // A pattern ends at a comma after its closing parenthesis.
    for piece in text.split_inclusive("),") {
        let pattern = piece.trim_end_matches(',').trim();
        let offset = start + (piece.len() - piece.trim_start().len());
        // One for the quote; a key with escapes would be off by their number.
        let at = (key.span().start + 1 + offset).min(key.span().end);
        let place = source.place(at..at);
        match MethodPattern::parse(pattern) {
            Ok(pattern) => patterns.push((pattern, place)),
            Err(message) => source.errors.push(Error::new(ErrorKind::Syntax, place, message)),
        }
        start += piece.len();
    }
    patterns
}

/// What can be told without a program.
fn check(source: &mut Source, class: &ClassModel, table: &DeTable<'_>) {
    let is_package = !matches!(class.pattern, ClassPattern::Class(_));
    if is_package && !class.methods.is_empty() {
        let message = format!("{}: only a class can have methods, not a package", class.pattern);
        source.errors.push(Error::new(ErrorKind::Syntax, class.place.clone(), message));
    }
    if class.claims.guard.is_some() != (class.claims.safety.safety == Some(Safety::Guarded))
        && table.contains_key("guard")
    {
        let message = "a guard goes with safety = \"guarded\"";
        source.errors.push(Error::new(ErrorKind::Mismatch, class.place.clone(), message));
    }
    let mut seen: Vec<&(MethodPattern, Place)> = Vec::new();
    for named in class.methods.iter().flat_map(|method| &method.patterns) {
        match seen.iter().find(|known| known.0 == named.0) {
            Some(known) => {
                let message = format!("{} is already described on line {}", named.0, known.1.line);
                source.errors.push(Error::new(ErrorKind::Duplicate, named.1.clone(), message));
            }
            None => seen.push(named),
        }
    }
}
