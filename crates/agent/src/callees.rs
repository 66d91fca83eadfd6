//! What methods of other classes do to synchronise, read from the class path when a call is seen.
//!
//! A call is answered only where no other class can: static methods of classes that initialise nothing, constructors,
//! private and final methods, methods of final classes. All else may synchronise. The classes that were read are noted, so
//! that somebody is told if another one of that name is loaded.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use deadheat_instrument::{CallKind, Called, Effect, Summary};

/// Classes that call classes that call classes: no further.
const DEPTH: usize = 4;
/// Larger classes are not read.
const MOST_BYTES: usize = 40_000;

/// A class that is being read has no summary yet.
type Known = HashMap<String, Option<Arc<Summary>>>;

/// What was read by now.
#[derive(Default)]
pub(crate) struct Callees {
    known: RefCell<Known>,
    depth: RefCell<usize>,
}

/// What is known of classes that are not loaded now.
pub(crate) trait Classes {
    /// Whether a class is the JDK's: then it orders nothing that a program relies on.
    fn is_jdk(&self, name: &str) -> bool;
    /// Whether a method that a class has from one of the JDK synchronises with nobody, and no class replaces it.
    fn is_quiet(&self, above: &str, called: &Called<'_>) -> bool;
    /// Whether something runs when a class of the JDK is initialised, which may synchronise all the same.
    fn initialises(&self, name: &str) -> bool;
    /// The bytes of a class on the class path.
    fn bytes(&self, name: &str) -> Option<Vec<u8>>;
    /// How the methods of a class synchronise.
    fn summarise(&self, bytes: &[u8]) -> Option<Summary>;
}

/// So far up it is looked for what a class extends: one that the JVM would not load may be its own ancestor.
const ANCESTORS: usize = 50;

impl Callees {
    /// What a call does; a call of `<clinit>` stands for all that is initialised before a class is used.
    pub(crate) fn effect(&self, called: &Called<'_>, classes: &dyn Classes) -> Effect {
        let is_initialiser = called.name == "<clinit>";
        if is_initialiser || called.kind == CallKind::Static {
            let initialises = self.initialises(called.owner, classes, ANCESTORS);
            if is_initialiser || initialises {
                return if initialises { Effect::BOTH } else { Effect::NONE };
            }
        }
        let mut class = self.summary(called.owner, classes);
        let is_exact = class.as_ref().is_some_and(|summary| summary.is_final);
        for _ in 0..ANCESTORS {
            let Some(summary) = class.filter(|_| called.kind != CallKind::Dynamic) else { break };
            match summary.call(called, is_exact) {
                Some(effect) => return effect,
                None => {
                    let above = summary.extends.as_deref();
                    if above.is_some_and(|above| classes.is_quiet(above, called)) {
                        return Effect::NONE;
                    }
                    class = above.and_then(|above| self.summary(above, classes));
                }
            }
        }
        Effect::BOTH
    }

    /// Whether something may run when a class is initialised, with all that it extends and implements.
    fn initialises(&self, name: &str, classes: &dyn Classes, left: usize) -> bool {
        if classes.is_jdk(name) {
            return classes.initialises(name);
        }
        let Some(summary) = self.summary(name, classes).filter(|_| left > 0) else { return true };
        let mut above = summary.extends.iter().chain(&summary.implements);
        summary.initialises || above.any(|name| self.initialises(name, classes, left - 1))
    }

    fn summary(&self, name: &str, classes: &dyn Classes) -> Option<Arc<Summary>> {
        if classes.is_jdk(name) {
            return None;
        }
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        if *self.depth.borrow() >= DEPTH {
            return None;
        }
        self.known.borrow_mut().insert(name.to_owned(), None);
        *self.depth.borrow_mut() += 1;
        let bytes = classes.bytes(name).filter(|bytes| bytes.len() <= MOST_BYTES);
        let found = bytes.and_then(|bytes| classes.summarise(&bytes));
        *self.depth.borrow_mut() -= 1;
        let found = found.map(Arc::new);
        self.known.borrow_mut().insert(name.to_owned(), found.clone());
        found
    }
}
