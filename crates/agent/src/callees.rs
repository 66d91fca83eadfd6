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

/// Reads a class and sums it up.
pub(crate) type Read<'r> = &'r dyn Fn(&[u8]) -> Option<Summary>;

impl Callees {
    /// What a call does. The first function gives the bytes of a class on the class path, the second sums them up.
    pub(crate) fn effect(
        &self,
        called: &Called<'_>,
        bytes: &dyn Fn(&str) -> Option<Vec<u8>>,
        read: Read<'_>,
    ) -> Effect {
        if called.kind == CallKind::Dynamic {
            return Effect::BOTH;
        }
        let Some(first) = self.summary(called.owner, bytes, read) else { return Effect::BOTH };
        let is_exact = first.is_final;
        let is_initialiser = called.name == "<clinit>";
        let mut class = Some(first);
        while let Some(summary) = class {
            if is_initialiser && summary.initialises {
                return Effect::BOTH;
            }
            match summary.call(called, is_exact).filter(|_| !is_initialiser) {
                Some(effect) => return effect,
                None => match summary.extends.as_deref() {
                    None | Some("java/lang/Object") if is_initialiser => return Effect::NONE,
                    None => return Effect::BOTH,
                    Some(above) => class = self.summary(above, bytes, read),
                },
            }
        }
        Effect::BOTH
    }

    fn summary(
        &self,
        name: &str,
        bytes: &dyn Fn(&str) -> Option<Vec<u8>>,
        read: Read<'_>,
    ) -> Option<Arc<Summary>> {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        if *self.depth.borrow() >= DEPTH {
            return None;
        }
        self.known.borrow_mut().insert(name.to_owned(), None);
        *self.depth.borrow_mut() += 1;
        let found = bytes(name).filter(|bytes| bytes.len() <= MOST_BYTES).and_then(|bytes| read(&bytes));
        *self.depth.borrow_mut() -= 1;
        let found = found.map(Arc::new);
        self.known.borrow_mut().insert(name.to_owned(), found.clone());
        found
    }
}
