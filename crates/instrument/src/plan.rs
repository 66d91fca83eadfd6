//! What a static analysis knows of a program's accesses, for the rewriter: those that race with none get no check (Choi et
//! al. 5, the static datarace set).
//!
//! As text, a plan has a line for each class with the digest of its class file, and below it a line for each method that
//! has such accesses, with their offsets in the bytecode:
//!
//! ```text
//! deadheat plan 1
//! class com/example/Bank 8c5e2f09b3a1d477
//! deposit(J)V 3 17 24
//! ```
//!
//! What a plan says of one class hangs on all the others: a class that it does not know may race with what has
//! no check. Who uses it must tell of such classes ([`Plan::class`]).

use std::fmt;

use rustc_hash::FxHashMap;

const HEADER: &str = "deadheat plan 1";

/// See the module's description.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    classes: FxHashMap<String, PlannedClass>,
}

/// What is known of a class.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlannedClass {
    /// Of its class file: [`digest`].
    pub digest: u64,
    /// By name and descriptor of a method: where the accesses stand that race with none, sorted.
    pub quiet: FxHashMap<String, Vec<u16>>,
}

/// How a class that is loaded stands to a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planned<'p> {
    /// The plan was made with it.
    As(&'p PlannedClass),
    /// The plan was made with another class of that name.
    Otherwise,
    /// The plan was made without it.
    Unknown,
}

impl Plan {
    /// Adds what is known of a class, by internal name.
    pub fn add(&mut self, name: &str, class: PlannedClass) {
        self.classes.insert(name.to_owned(), class);
    }

    /// What the plan says of a class, given its bytes.
    pub fn class(&self, name: &str, bytes: &[u8]) -> Planned<'_> {
        match self.classes.get(name) {
            Some(class) if class.digest == digest(bytes) => Planned::As(class),
            Some(_) => Planned::Otherwise,
            None => Planned::Unknown,
        }
    }

    /// Reads a plan; of a mistake, tells the line.
    pub fn parse(text: &str) -> Result<Plan, String> {
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, line)| line) != Some(HEADER) {
            return Err(format!("no plan of this version: it must begin with {HEADER:?}"));
        }
        let mut plan = Plan::default();
        let mut last: Option<(&str, PlannedClass)> = None;
        for (number, line) in lines {
            let mistake = || format!("line {}: {line:?} is neither a class nor a method", number + 1);
            let mut words = line.split(' ');
            let first = words.next().unwrap_or_default();
            if first == "class" {
                let (Some(name), Some(digest), None) = (words.next(), words.next(), words.next()) else {
                    return Err(mistake());
                };
                let digest = u64::from_str_radix(digest, 16).map_err(|_| mistake())?;
                let class = PlannedClass { digest, quiet: FxHashMap::default() };
                if let Some((name, class)) = last.replace((name, class)) {
                    plan.add(name, class);
                }
                continue;
            }
            let offsets: Result<Vec<u16>, _> = words.map(str::parse).collect();
            let (Some((_, class)), Ok(offsets)) = (&mut last, offsets) else { return Err(mistake()) };
            class.quiet.insert(first.to_owned(), offsets);
        }
        if let Some((name, class)) = last {
            plan.add(name, class);
        }
        Ok(plan)
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        let mut classes: Vec<_> = self.classes.iter().collect();
        classes.sort_by_key(|(name, _)| *name);
        for (name, class) in classes {
            writeln!(f, "class {name} {:016x}", class.digest)?;
            let mut methods: Vec<_> = class.quiet.iter().collect();
            methods.sort();
            for (method, offsets) in methods {
                write!(f, "{method}")?;
                offsets.iter().try_for_each(|offset| write!(f, " {offset}"))?;
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// A number by which the contents of files are told apart (FNV-1a); nobody is kept from making two files with one number.
pub fn digest(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_is_read_as_it_was_written() {
        let quiet = [("m(I)V".to_owned(), vec![3, 700]), ("<init>()V".to_owned(), vec![1])];
        let mut plan = Plan::default();
        plan.add("a/B", PlannedClass { digest: digest(b"B"), quiet: quiet.into_iter().collect() });
        plan.add("C", PlannedClass { digest: digest(b"C"), ..PlannedClass::default() });
        let read = Plan::parse(&plan.to_string()).expect("a plan");
        assert_eq!(read, plan);
        assert!(matches!(read.class("a/B", b"B"), Planned::As(class) if class.quiet["m(I)V"] == [3, 700]));
        assert_eq!(read.class("a/B", b"changed"), Planned::Otherwise);
        assert_eq!(read.class("D", b"D"), Planned::Unknown);
    }

    #[test]
    fn what_is_no_plan_is_refused() {
        for text in ["", "deadheat plan 0\n", "deadheat plan 1\nm()V 3", "deadheat plan 1\nclass A zz"] {
            assert!(Plan::parse(text).is_err(), "{text}");
        }
        let cut = "deadheat plan 1\nclass A 1f\nm()V 3 x";
        assert_eq!(Plan::parse(cut).unwrap_err(), "line 3: \"m()V 3 x\" is neither a class nor a method");
    }
}
