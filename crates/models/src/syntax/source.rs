//! One file being read: its text, places in it, and the errors so far.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::error::{Error, ErrorKind, Place};
use crate::suggest;
use crate::words::{self, Word};

/// See the module's description.
pub(crate) struct Source<'t> {
    file: Arc<str>,
    text: &'t str,
    /// The offset at which each line begins.
    lines: Vec<usize>,
    pub(crate) errors: Vec<Error>,
}

/// A key with its value.
pub(crate) type Entry<'a, 'i> = (&'a Spanned<DeString<'i>>, &'a Spanned<DeValue<'i>>);

/// The entries of a table, in the order of the file.
pub(crate) fn entries<'a, 'i>(table: &'a DeTable<'i>) -> Vec<Entry<'a, 'i>> {
    let mut entries: Vec<Entry<'a, 'i>> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

impl<'t> Source<'t> {
    pub(crate) fn new(file: &str, text: &'t str) -> Source<'t> {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let lines = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Source { file: file.into(), text, lines, errors: Vec::new() }
    }

    /// Parses the text; what cannot be read is left out and noted.
    pub(crate) fn parse(&mut self, text: &'t str) -> Spanned<DeTable<'t>> {
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let place = self.place(error.span().unwrap_or(0..0));
            let kind = match error.message().contains("duplicate") {
                true => ErrorKind::Duplicate,
                false => ErrorKind::Syntax,
            };
            self.errors.push(Error::new(kind, place, error.message()));
        }
        table
    }

    /// The place of a span's beginning.
    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        let line = self.lines.partition_point(|&start| start <= span.start).max(1);
        let start = self.lines[line - 1];
        let before = self.text.get(start..span.start).unwrap_or_default();
        let column = before.chars().count() + 1;
        Place { file: self.file.clone(), line: line as u32, column: column as u32 }
    }

    pub(crate) fn error(&mut self, kind: ErrorKind, span: Range<usize>, message: impl Into<String>) {
        let place = self.place(span);
        self.errors.push(Error::new(kind, place, message));
    }

    pub(crate) fn unknown_key(&mut self, key: &Spanned<DeString<'_>>, known: &[&str]) {
        let hint = match suggest::nearest(key.get_ref(), known) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("expected {}", known.join(", ")),
        };
        let message = format!("unknown key `{}`; {hint}", key.get_ref());
        self.error(ErrorKind::UnknownKey, key.span(), message);
    }

    pub(crate) fn expected(&mut self, value: &Spanned<DeValue<'_>>, what: &str) {
        let message = format!("expected {what}, found {}", value.get_ref().type_str());
        self.error(ErrorKind::Syntax, value.span(), message);
    }

    /// A string.
    pub(crate) fn string(&mut self, value: &Spanned<DeValue<'_>>) -> Option<String> {
        match value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            _ => {
                self.expected(value, "a string");
                None
            }
        }
    }

    /// A string or a list of strings, each with its place.
    pub(crate) fn strings(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<(String, Place)> {
        let items: &[Spanned<DeValue<'_>>] = match value.get_ref() {
            DeValue::Array(items) => items,
            _ => std::slice::from_ref(value),
        };
        let mut found = Vec::new();
        for item in items {
            match item.get_ref() {
                DeValue::String(text) => found.push((text.to_string(), self.place(item.span()))),
                _ => self.expected(item, "a string"),
            }
        }
        found
    }

    /// Each string of a list, read by `parse`.
    pub(crate) fn list<T>(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Vec<T> {
        let mut found = Vec::new();
        for (text, place) in self.strings(value) {
            match parse(&text) {
                Ok(item) => found.push(item),
                Err(message) => self.errors.push(Error::new(ErrorKind::UnknownWord, place, message)),
            }
        }
        found
    }

    /// One string, read by `parse`.
    pub(crate) fn one<T>(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Option<T> {
        let text = self.string(value)?;
        match parse(&text) {
            Ok(item) => Some(item),
            Err(message) => {
                self.error(ErrorKind::UnknownWord, value.span(), message);
                None
            }
        }
    }

    /// One word of a vocabulary.
    pub(crate) fn word<W: Word>(&mut self, value: &Spanned<DeValue<'_>>) -> Option<W> {
        self.one(value, |text| {
            words::parse(text).ok_or_else(|| {
                let known = words::all::<W>();
                let hint = suggest::nearest(text, &known);
                match hint {
                    Some(near) => format!("unknown word `{text}`; did you mean {near}?"),
                    None => format!("unknown word `{text}`; expected {}", known.join(", ")),
                }
            })
        })
    }

    pub(crate) fn boolean(&mut self, value: &Spanned<DeValue<'_>>) -> Option<bool> {
        let found = value.get_ref().as_bool();
        if found.is_none() {
            self.expected(value, "true or false");
        }
        found
    }

    /// A JDK feature release or another small number.
    pub(crate) fn number(&mut self, value: &Spanned<DeValue<'_>>) -> Option<u16> {
        let found = value.get_ref().as_integer().filter(|number| number.radix() == 10);
        let found = found.and_then(|number| number.as_str().parse().ok());
        if found.is_none() {
            self.expected(value, "a number from 0 to 65535");
        }
        found
    }
}
