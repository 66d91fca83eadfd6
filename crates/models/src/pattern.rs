//! How a model file names classes and methods.
//!
//! Classes: `java.util.Map`, `java.util.Map.Entry`, a package `java.time.*`, a package and all below it
//! `java.time.**`. Methods: `get(int)`, `submit(Runnable)` (simple or full type names), `new(int)` for a
//! constructor, `lock(..)` for every parameter list, `*(..)` for every method of the class.

use std::fmt;

/// Which classes an entry is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClassPattern {
    /// One class, with dots all along: `java.util.Map.Entry`.
    Class(Box<str>),
    /// The classes of a package, `java.time.*`.
    Package(Box<str>),
    /// The classes of a package and of those below it, `java.time.**`.
    Packages(Box<str>),
}

/// Which methods of a class an entry is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MethodPattern {
    /// The name; `None` for every method that is no constructor.
    pub name: Option<Box<str>>,
    /// The parameter types as written; `None` for any.
    pub parameters: Option<Box<[Box<str>]>>,
}

/// The name that constructors have in patterns.
const CONSTRUCTOR: &str = "new";

impl ClassPattern {
    /// Reads a pattern.
    pub fn parse(text: &str) -> Result<ClassPattern, String> {
        let (name, make): (&str, fn(Box<str>) -> ClassPattern) = match text.strip_suffix(".**") {
            Some(package) => (package, ClassPattern::Packages),
            None => match text.strip_suffix(".*") {
                Some(package) => (package, ClassPattern::Package),
                None => (text, ClassPattern::Class),
            },
        };
        if !name.split('.').all(is_identifier) {
            return Err(format!(
                "`{text}` is no class name; expected one such as java.util.Map or java.util.*"
            ));
        }
        Ok(make(dotted(name).into()))
    }

    /// Whether a class of this internal name, `java/util/Map$Entry`, is meant.
    pub fn matches(&self, internal_name: &str) -> bool {
        let package = internal_name.rsplit_once('/').map_or("", |(package, _)| package);
        match self {
            ClassPattern::Class(name) => same(name, internal_name),
            ClassPattern::Package(name) => same(name, package),
            ClassPattern::Packages(name) => {
                same(name, package)
                    || package.get(..name.len()).is_some_and(|start| same(name, start))
                        && package.as_bytes()[name.len()] == b'/'
            }
        }
    }

    /// Whether all classes that another pattern means are meant, too.
    pub(crate) fn covers(&self, other: &ClassPattern) -> bool {
        let (ClassPattern::Class(inner) | ClassPattern::Package(inner) | ClassPattern::Packages(inner)) =
            other;
        match self {
            ClassPattern::Packages(name) => inner.strip_prefix(&**name).is_some_and(|rest| {
                rest.starts_with('.') || rest.is_empty() && !matches!(other, ClassPattern::Class(_))
            }),
            _ => self == other,
        }
    }

    /// Whether a class or one that it is nested in is meant.
    pub fn matches_nest(&self, internal_name: &str) -> bool {
        let mut name = internal_name;
        loop {
            if self.matches(name) {
                return true;
            }
            match name.rsplit_once('$') {
                Some((outer, _)) => name = outer,
                None => return false,
            }
        }
    }
}

/// Whether a dotted and an internal name are the same.
fn same(dotted: &str, internal: &str) -> bool {
    let as_dot = |byte: u8| if matches!(byte, b'/' | b'$') { b'.' } else { byte };
    dotted.len() == internal.len() && dotted.bytes().eq(internal.bytes().map(as_dot))
}

impl MethodPattern {
    pub(crate) fn parse(text: &str) -> Result<MethodPattern, String> {
        let wrong = || format!("`{text}` is no method; expected one such as get(int), put(..) or new()");
        let (name, rest) = text.split_once('(').ok_or_else(wrong)?;
        let inside = rest.strip_suffix(')').ok_or_else(wrong)?.trim();
        let name = match name.trim() {
            "*" => None,
            name if is_identifier(name) => Some(name.into()),
            _ => return Err(wrong()),
        };
        let parameters = match inside {
            ".." => None,
            "" => Some(Box::default()),
            list => {
                let types: Option<Box<[_]>> = list.split(',').map(|ty| parameter(ty.trim())).collect();
                Some(types.ok_or_else(wrong)?)
            }
        };
        if name.is_none() && parameters.is_some() {
            return Err(format!("`{text}`: every method is written `*(..)`"));
        }
        Ok(MethodPattern { name, parameters })
    }

    /// How closely the pattern says which method it means; the closer one wins.
    pub(crate) fn specificity(&self) -> u8 {
        u8::from(self.name.is_some()) + u8::from(self.parameters.is_some())
    }

    /// The name in class files.
    pub(crate) fn binary_name(&self) -> Option<&str> {
        self.name.as_deref().map(|name| if name == CONSTRUCTOR { "<init>" } else { name })
    }

    /// Whether parameters of these full type names are meant.
    pub(crate) fn matches_parameters(&self, types: &[String]) -> bool {
        let Some(parameters) = &self.parameters else { return true };
        parameters.len() == types.len()
            && parameters.iter().zip(types).all(|(written, ty)| is_type(written, ty))
    }
}

/// A parameter type without spaces, with `...` read as `[]`.
fn parameter(text: &str) -> Option<Box<str>> {
    let text = text.strip_suffix("...").map_or_else(|| text.to_owned(), |base| format!("{base}[]"));
    let base = text.trim_end_matches("[]");
    base.split('.').all(is_identifier).then(|| dotted(&text).into())
}

/// `Entry`, `Map.Entry` and `java.util.Map.Entry` all mean `java.util.Map$Entry`.
fn is_type(written: &str, ty: &str) -> bool {
    let ty = dotted(ty);
    ty.strip_suffix(written).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

fn is_identifier(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '-'))
}

/// A class name, internal or written, with dots all along.
pub(crate) fn dotted(name: &str) -> String {
    name.replace(['/', '$'], ".")
}

impl fmt::Display for ClassPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClassPattern::Class(name) => f.write_str(name),
            ClassPattern::Package(name) => write!(f, "{name}.*"),
            ClassPattern::Packages(name) => write!(f, "{name}.**"),
        }
    }
}

impl fmt::Display for MethodPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = self.parameters.as_ref().map_or("..".to_owned(), |types| types.join(", "));
        write!(f, "{}({parameters})", self.name.as_deref().unwrap_or("*"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_patterns_are_read_and_written() {
        for text in ["get(int)", "put(..)", "*(..)", "new()", "m(int[], Map.Entry)"] {
            assert_eq!(MethodPattern::parse(text).map(|p| p.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "get", "get(", "get)", "(int)", "get(int,)", "a b()", "*()", "get(int..)"] {
            assert!(MethodPattern::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_type_may_be_written_short() {
        assert!(is_type("Entry", "java.util.Map$Entry"));
        assert!(is_type("java.util.Map.Entry", "java.util.Map$Entry"));
        assert!(!is_type("Lock", "java.util.concurrent.locks.StampedLock"));
    }

    #[test]
    fn a_package_pattern_takes_nested_classes_but_not_packages_below() {
        let package = ClassPattern::parse("java.util.*").expect("a pattern");
        assert!(package.matches("java/util/Map") && package.matches("java/util/Map$Entry"));
        assert!(!package.matches("java/util/concurrent/Future") && !package.matches("java/utility/X"));
        let packages = ClassPattern::parse("java.util.**").expect("a pattern");
        assert!(packages.matches("java/util/concurrent/Future"));
        assert!(packages.matches("java/util/Map") && !packages.matches("java/utility/X"));
        let class = ClassPattern::parse("a.Outer").expect("a pattern");
        assert!(class.matches_nest("a/Outer$1$Inner") && !class.matches("a/Outer$1"));
        for (inner, is_covered) in [
            ("java.util.**", true),
            ("java.util.*", true),
            ("java.util.concurrent.*", true),
            ("java.util.Map", true),
            ("java.utility.*", false),
            ("java.*", false),
        ] {
            let inner = ClassPattern::parse(inner).expect("a pattern");
            assert_eq!(packages.covers(&inner), is_covered, "{inner}");
        }
    }
}
