//! Races in words, for all ways in which `deadheat scan` shows them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write;
use std::rc::Rc;

use deadheat_points_to::{ObjectId, PointsTo, SiteKind};
use deadheat_program::{MethodId, Program};
use deadheat_races::{Counterexample, End, Frame, Scan, Side, Target, ThreadKind};
use serde_json::{Value, json};

use crate::names::dotted;

/// No line is longer if names allow.
const COLUMNS: usize = 100;

/// How many calls of a path are shown.
const FRAMES: usize = 6;

/// What stands for the second of two accesses by one instruction.
pub(super) const IN_ANOTHER: &str = "the same in another thread";

/// Names what a scan found. What takes time to find out is remembered.
pub(super) struct Words<'r, 'a> {
    pub(super) points_to: &'r PointsTo<'a>,
    pub(super) scan: &'r Scan,
    objects: RefCell<HashMap<ObjectId, Rc<str>>>,
    sides: RefCell<HashMap<Side, Rc<Counterexample>>>,
}

impl<'r, 'a> Words<'r, 'a> {
    pub(super) fn new(points_to: &'r PointsTo<'a>, scan: &'r Scan) -> Words<'r, 'a> {
        Words { points_to, scan, objects: RefCell::default(), sides: RefCell::default() }
    }

    pub(super) fn program(&self) -> &'a Program {
        self.points_to.program()
    }

    /// An object: its type and its sites.
    pub(super) fn object(&self, object: ObjectId) -> Rc<str> {
        let mut known = self.objects.borrow_mut();
        known.entry(object).or_insert_with(|| self.points_to.display_object(object).into()).clone()
    }

    pub(super) fn counterexample(&self, side: &Side) -> Rc<Counterexample> {
        if let Some(known) = self.sides.borrow().get(side) {
            return known.clone();
        }
        let found = Rc::new(self.scan.counterexample(self.points_to, side));
        self.sides.borrow_mut().insert(side.clone(), found.clone());
        found
    }

    /// What races.
    pub(super) fn target(&self, target: Target, object: Option<ObjectId>) -> String {
        let object = || object.map_or_else(|| Rc::from("an object"), |object| self.object(object));
        match target {
            Target::Field(field) => {
                let program = self.program();
                let name = program.field(field).map(|field| program.symbols().text(field.name).into_owned());
                format!("field {}.{}", dotted(program, field.class), name.unwrap_or_default())
            }
            Target::Elements => format!("elements of {}", object()),
            Target::State => format!("calls on {}", object()),
        }
    }

    pub(super) fn kind(&self, target: Target) -> &'static str {
        match target {
            Target::Field(field) => {
                let is_static = self.program().field(field).is_ok_and(|field| field.flags.is_static());
                if is_static { "static" } else { "field" }
            }
            Target::Elements => "elements",
            Target::State => "state",
        }
    }

    fn file(&self, method: MethodId) -> Option<String> {
        self.program().class(method.class).ok()?.source_file().map(|file| file.to_string())
    }

    /// A method with its class, without its parameters.
    pub(super) fn name(&self, method: MethodId) -> String {
        let whole = self.program().display_method(method);
        whole.split('(').next().unwrap_or_default().to_owned()
    }

    fn place(&self, end: &End) -> Option<String> {
        self.place_of(end.method, end.line)
    }

    /// `(Bank.java:14)`, as far as it is known.
    pub(super) fn place_of(&self, method: MethodId, line: Option<u16>) -> Option<String> {
        match (self.file(method), line) {
            (Some(file), Some(line)) => Some(format!("({file}:{line})")),
            (None, Some(line)) => Some(format!("(line {line})")),
            _ => None,
        }
    }

    /// Two accesses, each with what leads to it; `again` stands for the second if it is the first one's
    /// instruction.
    pub(super) fn ends(&self, ends: [&End; 2], sides: &[Side; 2], again: &str, out: &mut String) {
        for (index, (end, side)) in ends.into_iter().zip(sides).enumerate() {
            if index == 1 && ends[0] == ends[1] {
                fill(2, " ", &[again.to_owned()], out);
            } else {
                let method = self.program().display_method(end.method);
                let (name, parameters) = method.split_at(method.find('(').unwrap_or(method.len()));
                let access = format!("{} in {name}{}", verb(end), brief(parameters));
                let parts: Vec<String> = [access].into_iter().chain(self.place(end)).collect();
                fill(2, " ", &parts, out);
            }
            self.side(side, 4, out);
        }
    }

    /// Two accesses in short, by parts.
    pub(super) fn pair(&self, first: &End, second: &End) -> Vec<String> {
        let short = |end: &End| {
            let place = self.place(end).map_or(String::new(), |place| format!(" {place}"));
            format!("{} in {}{place}", verb(end), self.short(end.method))
        };
        let second =
            if first == second { "in two threads".to_owned() } else { format!("and {}", short(second)) };
        vec![short(first), second]
    }

    /// A method without its package and its parameters.
    fn short(&self, method: MethodId) -> String {
        brief(&self.name(method))
    }

    fn frame(&self, frame: &Frame) -> String {
        let line = frame.line.map_or(String::new(), |line| format!(":{line}"));
        format!("{}{line}", self.short(frame.method))
    }

    /// Who runs an access, under which locks, by which calls.
    fn side(&self, side: &Side, indent: usize, out: &mut String) {
        let shown = self.counterexample(side);
        // Most threads begin in the JDK's code, which says little and is not the same in all releases.
        let is_application = |frame: &Frame| self.program().is_application(frame.method.class);
        let frames = &shown.frames[shown.frames.iter().position(is_application).unwrap_or(0)..];
        let root = frames.first().map(|frame| self.short(frame.method));
        let thread = match (shown.thread, root) {
            (ThreadKind::Main, _) => "in the main thread".to_owned(),
            (ThreadKind::Caller, _) => "in a caller from outside".to_owned(),
            (ThreadKind::Framework, Some(root)) => format!("in a framework's call of {root}"),
            (ThreadKind::Framework, None) => "in a framework's thread".to_owned(),
            (ThreadKind::Started, Some(root)) => format!("in a thread started at {root}"),
            (ThreadKind::Started, None) => "in a thread".to_owned(),
        };
        let locks = match shown.locks.is_empty() {
            true => "holding no lock".to_owned(),
            false => format!("holding {}", brief(&shown.locks.join(" and "))),
        };
        fill(indent, ", ", &[thread, locks], out);
        let mut path: Vec<String> = frames.iter().map(|frame| self.frame(frame)).collect();
        if path.len() > FRAMES {
            path.splice(FRAMES / 2..path.len() - FRAMES / 2, ["…".to_owned()]);
        }
        fill(indent, " > ", &path, out);
    }

    /// An object with its allocation chain.
    pub(super) fn chain(&self, object: ObjectId, indent: usize, out: &mut String) {
        let made = |site| match self.points_to.site_kind(site) {
            SiteKind::Alloc(..) | SiteKind::Call(..) => {
                format!("made at {}", brief(&self.points_to.display_site(site)))
            }
            SiteKind::Caller(_) => "made by a caller from outside".to_owned(),
            SiteKind::Framework(..) => "made by a framework".to_owned(),
            _ => format!("[{}]", brief(&self.points_to.display_site(site))),
        };
        let mut parts = vec![format!("object {}", self.points_to.type_name(object))];
        for (index, site) in self.points_to.sites(object).into_iter().enumerate() {
            parts.push(format!("{}{}", if index == 0 { "" } else { "in an object " }, made(site)));
        }
        fill(indent, " ", &parts, out);
    }

    pub(super) fn end_to_json(&self, end: &End) -> Value {
        json!({
            "method": self.program().display_method(end.method),
            "file": self.file(end.method),
            "line": end.line,
            "write": end.is_write,
        })
    }

    pub(super) fn side_to_json(&self, side: &Side) -> Value {
        let shown = self.counterexample(side);
        let frame = |frame: &Frame| {
            json!({
                "method": self.program().display_method(frame.method),
                "file": self.file(frame.method),
                "line": frame.line,
            })
        };
        json!({
            "thread": match shown.thread {
                ThreadKind::Main => "main",
                ThreadKind::Caller => "caller",
                ThreadKind::Framework => "framework",
                ThreadKind::Started => "started",
            },
            "path": shown.frames.iter().map(frame).collect::<Vec<_>>(),
            "locks": shown.locks,
        })
    }
}

/// A text in which classes stand without their packages, for where the reader knows them.
pub(super) fn brief(text: &str) -> String {
    let is_name = |c: char| c.is_alphanumeric() || "._$".contains(c);
    let mut short = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let name = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let (head, tail) = rest.split_at(name);
        let parts: Vec<&str> = head.split('.').collect();
        // By Java's conventions, classes begin with capitals; where not, the name stays whole.
        let class = parts.iter().position(|part| part.starts_with(char::is_uppercase)).unwrap_or(0);
        let is_package = parts[..class].iter().all(|part| part.starts_with(char::is_lowercase));
        short.push_str(&parts[if is_package { class } else { 0 }..].join("."));
        let other = tail.find(is_name).unwrap_or(tail.len());
        short.push_str(&tail[..other]);
        rest = &tail[other..];
    }
    short
}

fn verb(end: &End) -> &'static str {
    if end.is_write { "write" } else { "read" }
}

/// Writes parts on one line, or on as many as they need; those that follow stand further in.
pub(super) fn fill(indent: usize, separator: &str, parts: &[String], out: &mut String) {
    let mut line = " ".repeat(indent);
    let mut is_begun = false;
    for (index, part) in parts.iter().enumerate() {
        let end = if index + 1 < parts.len() { separator.trim_end() } else { "" };
        let gap = usize::from(is_begun);
        if is_begun && line.chars().count() + gap + part.chars().count() + end.chars().count() > COLUMNS {
            let _ = writeln!(out, "{line}");
            line = " ".repeat(indent + 2);
            is_begun = false;
        }
        if is_begun {
            line.push(' ');
        }
        line.push_str(part);
        line.push_str(end);
        is_begun = true;
    }
    if is_begun {
        let _ = writeln!(out, "{line}");
    }
}

/// Says so if not all races are listed.
pub(super) fn unlisted(scan: &Scan) -> Option<String> {
    let (all, listed) = (scan.counts.races + scan.counts.following, scan.races.len());
    (listed < all).then(|| {
        format!("{listed} of {all} races are listed: about 1,000 of a field, of arrays, of library objects")
    })
}

/// A number with what is counted.
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_lose_their_packages() {
        let cases = [
            ("com.acme.Bank$Account.pay(java.lang.String[], int)", "Bank$Account.pay(String[], int)"),
            ("this.lock and a.b.C.class", "this.lock and C.class"),
            ("a.b.c()", "a.b.c()"),
            ("Bank.main:35", "Bank.main:35"),
            ("… > x", "… > x"),
        ];
        for (text, expected) in cases {
            assert_eq!(brief(text), expected);
        }
    }

    #[test]
    fn long_lines_are_broken_between_parts() {
        let parts = ["a".repeat(60), "b".repeat(30), "c".repeat(10)];
        let mut out = String::new();
        fill(2, " > ", &parts, &mut out);
        assert_eq!(out, format!("  {} > {} >\n    {}\n", parts[0], parts[1], parts[2]));
        assert!(out.lines().all(|line| line.chars().count() <= COLUMNS));
    }
}
