//! Numbers for what the runtime has to name, and back.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use deadheat_instrument::Numbering;

/// What was given a number. Guarded by a mutex each.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    sites: Mutex<Vec<Site>>,
    fields: Mutex<Vec<[String; 3]>>,
    statics: Mutex<Vec<[String; 3]>>,
    classes: Mutex<Vec<String>>,
    methods: Mutex<u32>,
    /// Methods that are not traced.
    untraced: Mutex<Vec<String>>,
    /// By site: those of one check of fields that share a shadow.
    together: Mutex<HashMap<u32, Together>>,
}

/// Name, descriptor and site of fields that are checked together.
type Together = Arc<[(String, String, u32)]>;

/// A place in the program's code.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    pub(crate) class: String,
    pub(crate) method: String,
    pub(crate) line: Option<u16>,
    /// In the bytecode as it was.
    pub(crate) offset: u16,
}

/// A class while it is rewritten. The same field has the same number.
#[derive(Debug)]
pub(crate) struct Rewriting<'a> {
    numbers: &'a Numbers,
    fields: RefCell<HashMap<[String; 3], u32>>,
    statics: RefCell<HashMap<[String; 3], u32>>,
}

impl Numbers {
    pub(crate) fn rewriting(&self) -> Rewriting<'_> {
        Rewriting { numbers: self, fields: RefCell::default(), statics: RefCell::default() }
    }

    pub(crate) fn site(&self, number: u32) -> Option<Site> {
        self.sites.lock().ok()?.get(number as usize).cloned()
    }

    /// A field's class, name and descriptor.
    pub(crate) fn field(&self, number: u32) -> Option<Vec<String>> {
        Some(self.fields.lock().ok()?.get(number as usize)?.to_vec())
    }

    /// The last number that was given to a field, by class, name and descriptor.
    pub(crate) fn field_of(&self, field: &[String; 3]) -> Option<u32> {
        let fields = self.fields.lock().ok()?;
        fields.iter().rposition(|known| known == field).map(|at| at as u32)
    }

    /// The fields that are checked together with the one at a site: name, descriptor and site of each.
    pub(crate) fn together(&self, site: u32) -> Option<Vec<String>> {
        let together = self.together.lock().ok()?.get(&site)?.clone();
        let words = |(name, descriptor, site): &(String, String, u32)| {
            [name.clone(), descriptor.clone(), site.to_string()]
        };
        Some(together.iter().flat_map(words).collect())
    }

    /// The sites from a number on.
    pub(crate) fn sites_from(&self, from: usize) -> Vec<(u32, Site)> {
        since(&self.sites, from)
    }

    /// The fields from a number on.
    pub(crate) fn fields_from(&self, from: usize) -> Vec<(u32, [String; 3])> {
        since(&self.fields, from)
    }

    /// The methods that are not traced, from a number on.
    pub(crate) fn untraced_from(&self, from: usize) -> Vec<(u32, String)> {
        since(&self.untraced, from)
    }

    /// A static field's class, name and descriptor, as a reference has them.
    pub(crate) fn static_field(&self, number: u32) -> Option<Vec<String>> {
        Some(self.statics.lock().ok()?.get(number as usize)?.to_vec())
    }
}

/// What a list has from a number on.
fn since<T: Clone>(list: &Mutex<Vec<T>>, from: usize) -> Vec<(u32, T)> {
    let list = list.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let new = list.get(from..).unwrap_or_default();
    (from as u32..).zip(new.iter().cloned()).collect()
}

/// The number of what is put at the end of a list.
fn push<T>(list: &Mutex<Vec<T>>, item: T) -> u32 {
    // A poisoned list is still a list: what was pushed is whole.
    let mut list = list.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    list.push(item);
    list.len() as u32 - 1
}

/// The name that Java programs use.
fn dotted(name: &str) -> String {
    name.replace('/', ".")
}

impl Numbering for Rewriting<'_> {
    fn site(&self, class: &str, method: &str, _descriptor: &str, line: Option<u16>, pc: u16) -> u32 {
        let site = Site { class: dotted(class), method: method.to_owned(), line, offset: pc };
        push(&self.numbers.sites, site)
    }

    fn field(&self, class: &str, name: &str, descriptor: &str) -> u32 {
        let field = [dotted(class), name.to_owned(), descriptor.to_owned()];
        let add = |field| push(&self.numbers.fields, field);
        *self.fields.borrow_mut().entry(field.clone()).or_insert_with(|| add(field))
    }

    fn together(&self, accesses: &[(String, String, u32)]) {
        let all: Together = accesses.into();
        let mut together = self.numbers.together.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        together.extend(accesses.iter().map(|&(_, _, site)| (site, Arc::clone(&all))));
    }

    fn static_field(&self, _from: &str, owner: &str, name: &str, descriptor: &str) -> u32 {
        let field = [dotted(owner), name.to_owned(), descriptor.to_owned()];
        let add = |field| push(&self.numbers.statics, field);
        *self.statics.borrow_mut().entry(field.clone()).or_insert_with(|| add(field))
    }

    fn class(&self, name: &str) -> u32 {
        push(&self.numbers.classes, dotted(name))
    }

    fn untraced(&self, class: &str, method: &str) -> u32 {
        push(&self.numbers.untraced, format!("{}.{method}", dotted(class)))
    }

    fn method(&self) -> u32 {
        let mut count = self.numbers.methods.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *count += 1;
        *count - 1
    }
}
