//! What one run of a program did, as the recorder wrote it (`bench/recorder`; the file explains itself).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A method by its names, as in class files.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MethodName {
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) descriptor: String,
}

impl fmt::Display for MethodName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}{}", self.class, self.name, self.descriptor)
    }
}

/// An instruction: its offset is that in the class file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Site {
    pub(crate) method: MethodName,
    pub(crate) offset: u32,
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} @{}", self.method, self.offset)
    }
}

/// A field by the class that declares it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FieldName {
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) descriptor: String,
}

impl fmt::Display for FieldName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.class, self.name)
    }
}

/// The facts of one run.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Observed {
    /// The instruction entered the method, itself or through a lambda object.
    pub(crate) calls: BTreeSet<(Site, MethodName)>,
    /// The instruction called the JDK, which entered the method.
    pub(crate) via_library: BTreeSet<(Site, MethodName)>,
    /// Entered by the JVM or at the start of a thread.
    pub(crate) roots: BTreeSet<MethodName>,
    /// Static initialisers that ran.
    pub(crate) initialisers: BTreeSet<MethodName>,
    /// A method of the JDK, as the instruction names it, and the receiver's class where it was looked at.
    pub(crate) to_library: BTreeSet<(Site, MethodName, Option<String>)>,
    /// What an instruction allocated: a class, or an array as a descriptor.
    pub(crate) allocations: BTreeSet<(Site, String)>,
    /// Classes of the values that fields were given.
    pub(crate) fields: BTreeSet<(FieldName, String)>,
    /// Classes of the values that instructions stored into arrays.
    pub(crate) elements: BTreeSet<(Site, String)>,
    /// What reflective calls were about: a class, or a method or constructor of it.
    pub(crate) reflected: BTreeSet<(Site, Reflected)>,
    /// Classes of the application that came from no file.
    pub(crate) generated: BTreeSet<String>,
    /// Classes and methods that were not rewritten, and why.
    pub(crate) untouched: BTreeMap<String, String>,
}

/// What a reflective call was about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reflected {
    /// A class, looked up by its name or instantiated.
    Class(String),
    /// A method or constructor, called.
    Method(MethodName),
}

impl Observed {
    /// Reads the recorder's file. A line that is not understood is an error: half a recording proves nothing.
    pub(crate) fn parse(text: &str) -> Result<Observed, String> {
        let mut observed = Observed::default();
        for (index, line) in text.lines().enumerate() {
            if !line.starts_with('#') {
                observed.add(line).ok_or_else(|| format!("line {}: {line:?} is no fact", index + 1))?;
            }
        }
        Ok(observed)
    }

    fn add(&mut self, line: &str) -> Option<()> {
        let mut words = line.split('\t');
        let words = &mut words;
        match words.next()? {
            "call" => self.calls.insert((site(words)?, method(words)?)),
            "via-library" => self.via_library.insert((site(words)?, method(words)?)),
            "root" => self.roots.insert(method(words)?),
            "clinit" => self.initialisers.insert(method(words)?),
            "to-library" => {
                let (site, method) = (site(words)?, method(words)?);
                let receiver = words.next()?;
                self.to_library.insert((site, method, (receiver != "-").then(|| receiver.to_owned())))
            }
            "alloc" => self.allocations.insert((site(words)?, words.next()?.to_owned())),
            "field" => {
                let MethodName { class, name, descriptor } = method(words)?;
                self.fields.insert((FieldName { class, name, descriptor }, words.next()?.to_owned()))
            }
            "element" => self.elements.insert((site(words)?, words.next()?.to_owned())),
            "reflect" => {
                let (site, what, target) = (site(words)?, words.next()?, method(words)?);
                let is_class = what == "class";
                let target =
                    if is_class { Reflected::Class(target.class) } else { Reflected::Method(target) };
                self.reflected.insert((site, target))
            }
            "generated" => self.generated.insert(words.next()?.to_owned()),
            "untouched" => {
                self.untouched.insert(words.next()?.to_owned(), words.next()?.to_owned()).is_none()
            }
            _ => return None,
        };
        words.next().is_none().then_some(())
    }
}

fn method<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<MethodName> {
    let mut word = || words.next().map(str::to_owned);
    Some(MethodName { class: word()?, name: word()?, descriptor: word()? })
}

fn site<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Site> {
    Some(Site { method: method(words)?, offset: words.next()?.parse().ok()? })
}
