//! Sequences of allocation sites: the paper's abstract contexts and, with a type, abstract objects.
//!
//! Chord (4.4) builds an object from a site h with k value n, reached in context c, as h ⊕ₙ c: the head
//! is h, the tail the n-1 most significant sites of c. Sequences are interned as cons cells, so that
//! equality is that of numbers. A context is a sequence and an element that belongs to the client (an
//! abstract thread, a sharing flag), which the solver only compares; and what is known of a method's flags
//! (`decided.rs`).

use rustc_hash::FxHashMap;

use crate::decided::Flags;
use crate::ids::{ContextId, SequenceId, SiteId};

/// A number that means something to the client alone; 0 says nothing.
pub type Element = u32;

/// All sequences and contexts that were met.
#[derive(Debug)]
pub(crate) struct Contexts {
    cells: Vec<(SiteId, SequenceId)>,
    cell_numbers: FxHashMap<(SiteId, SequenceId), SequenceId>,
    contexts: Vec<(SequenceId, Element, Flags)>,
    context_numbers: FxHashMap<(SequenceId, Element, Flags), ContextId>,
}

impl Contexts {
    pub(crate) fn new() -> Contexts {
        let empty = (SequenceId::EMPTY, 0, Flags::UNKNOWN);
        Contexts {
            cells: vec![(SiteId(u32::MAX), SequenceId::EMPTY)],
            cell_numbers: FxHashMap::default(),
            contexts: vec![empty],
            context_numbers: [(empty, ContextId::EMPTY)].into_iter().collect(),
        }
    }

    fn cons(&mut self, head: SiteId, tail: SequenceId) -> SequenceId {
        let next = SequenceId(self.cells.len() as u32);
        let id = *self.cell_numbers.entry((head, tail)).or_insert(next);
        if id == next {
            self.cells.push((head, tail));
        }
        id
    }

    /// The first `length` sites of a sequence.
    fn truncate(&mut self, sequence: SequenceId, length: usize) -> SequenceId {
        if length == 0 || sequence == SequenceId::EMPTY {
            return SequenceId::EMPTY;
        }
        let (head, tail) = self.cells[sequence.index()];
        let shorter = self.truncate(tail, length - 1);
        if shorter == tail { sequence } else { self.cons(head, shorter) }
    }

    /// The first `length` sites of a sequence; if there were more, a mark is in their place.
    pub(crate) fn mark(&mut self, sequence: SequenceId, length: usize, mark: SiteId) -> SequenceId {
        if sequence == SequenceId::EMPTY {
            return sequence;
        }
        if length == 0 {
            return self.cons(mark, SequenceId::EMPTY);
        }
        let (head, tail) = self.cells[sequence.index()];
        let marked = self.mark(tail, length - 1, mark);
        self.cons(head, marked)
    }

    /// `site ⊕ₖ context`; a k of 0 or 1 both give the site alone.
    pub(crate) fn push(&mut self, site: SiteId, k: u8, context: SequenceId) -> SequenceId {
        let tail = self.truncate(context, usize::from(k.max(1)) - 1);
        self.cons(site, tail)
    }

    /// The sites of a sequence, the most significant first.
    pub(crate) fn sites(&self, mut sequence: SequenceId) -> Vec<SiteId> {
        let mut sites = Vec::new();
        while sequence != SequenceId::EMPTY {
            let (head, tail) = self.cells[sequence.index()];
            sites.push(head);
            sequence = tail;
        }
        sites
    }

    /// The most significant site.
    pub(crate) fn head(&self, sequence: SequenceId) -> Option<SiteId> {
        (sequence != SequenceId::EMPTY).then(|| self.cells[sequence.index()].0)
    }

    /// The number of a context.
    pub(crate) fn context(&mut self, sequence: SequenceId, element: Element, flags: Flags) -> ContextId {
        let next = ContextId(self.contexts.len() as u32);
        let id = *self.context_numbers.entry((sequence, element, flags)).or_insert(next);
        if id == next {
            self.contexts.push((sequence, element, flags));
        }
        id
    }

    /// The sequence of a context and the client's element.
    pub(crate) fn parts(&self, context: ContextId) -> (SequenceId, Element) {
        let (sequence, element, _) = self.contexts[context.index()];
        (sequence, element)
    }

    /// What is known of the flags of the method that runs in a context.
    pub(crate) fn flags(&self, context: ContextId) -> Flags {
        self.contexts[context.index()].2
    }

    /// How many contexts there are.
    pub(crate) fn count(&self) -> usize {
        self.contexts.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushing_keeps_the_most_significant_sites() {
        let mut contexts = Contexts::new();
        let one = contexts.push(SiteId(1), 3, SequenceId::EMPTY);
        let two = contexts.push(SiteId(2), 3, one);
        let three = contexts.push(SiteId(3), 3, two);
        let four = contexts.push(SiteId(4), 3, three);
        assert_eq!(contexts.sites(four), [4, 3, 2].map(SiteId));
        assert_eq!(contexts.push(SiteId(4), 3, three), four, "sequences are interned");
        for k in [0, 1] {
            let alone = contexts.push(SiteId(9), k, three);
            assert_eq!(contexts.sites(alone), [SiteId(9)]);
        }
    }

    #[test]
    fn a_mark_stands_for_what_is_cut_off() {
        let mut contexts = Contexts::new();
        let one = contexts.push(SiteId(1), 3, SequenceId::EMPTY);
        let two = contexts.push(SiteId(2), 3, one);
        for (length, expected) in [(0, &[9][..]), (1, &[2, 9]), (2, &[2, 1]), (3, &[2, 1])] {
            let marked = contexts.mark(two, length, SiteId(9));
            assert_eq!(contexts.sites(marked), expected.iter().map(|&site| SiteId(site)).collect::<Vec<_>>());
        }
        assert_eq!(contexts.mark(SequenceId::EMPTY, 0, SiteId(9)), SequenceId::EMPTY);
    }
}
