//! The history of one location as an edge-labelled trie (Choi et al., section 3.2): the path to a node is a set of locks,
//! in order, and the node has who accessed the location under exactly these, and how.
//!
//! Deviation: an edge says whether its lock is held for reading; what the paper asks of locks ("is it in e.L?") is asked of
//! such edges as `locks.rs` has it.

use deadheat_trace::ThreadId;

use crate::locks::{Hold, LockSet};

/// Which threads: t-top, one, t-bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Threads {
    /// None: an inner node without accesses.
    #[default]
    Top,
    /// This one.
    One(ThreadId),
    /// At least two.
    Bottom,
}

impl Threads {
    /// The paper's meet.
    #[must_use]
    pub fn meet(self, other: Threads) -> Threads {
        match (self, other) {
            (Threads::Top, other) => other,
            (own, Threads::Top) => own,
            (own, other) if own == other => own,
            _ => Threads::Bottom,
        }
    }

    /// Weaker than, or the same.
    fn is_below(self, other: Threads) -> bool {
        self == Threads::Bottom || self == other && self != Threads::Top
    }
}

/// A node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrieNode {
    /// Who.
    pub threads: Threads,
    /// Whether one of them wrote.
    pub is_write: bool,
    /// Edges and where they lead, in the order of their locks.
    pub children: Vec<(Hold, TrieNode)>,
}

/// See the module's description.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trie {
    /// The node of no lock.
    pub root: TrieNode,
}

/// An earlier access that one races with: its locks and its thread, if that is known.
pub(crate) type Earlier = (LockSet, Option<ThreadId>);

/// An access, but for its location.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Access<'a> {
    pub(crate) thread: ThreadId,
    pub(crate) locks: &'a LockSet,
    pub(crate) is_write: bool,
}

impl Trie {
    /// An access is made; gives an earlier one that it races with. One that adds nothing changes nothing.
    pub(crate) fn access(&mut self, access: Access<'_>) -> Option<Earlier> {
        if self.root.has_weaker(access) {
            return None;
        }
        let race = self.root.race(access, &mut Vec::new());
        let node = access.locks.holds().iter().fold(&mut self.root, |node, &hold| node.child(hold));
        node.threads = node.threads.meet(Threads::One(access.thread));
        node.is_write |= access.is_write;
        let (threads, is_write) = (node.threads, node.is_write);
        self.root.prune((access.locks, threads, is_write), &mut LockSet::default());
        race
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.root.count()
    }
}

impl TrieNode {
    fn count(&self) -> usize {
        1 + self.children.iter().map(|(_, child)| child.count()).sum::<usize>()
    }

    fn child(&mut self, hold: Hold) -> &mut TrieNode {
        let at = match self.children.binary_search_by_key(&hold, |(its, _)| *its) {
            Ok(at) => at,
            Err(at) => {
                self.children.insert(at, (hold, TrieNode::default()));
                at
            }
        };
        &mut self.children[at].1
    }

    /// Whether a node on a path of the access's own locks is weaker.
    fn has_weaker(&self, access: Access<'_>) -> bool {
        let is_weaker =
            self.threads.is_below(Threads::One(access.thread)) && (self.is_write || !access.is_write);
        let is_own = |hold: &Hold| single(*hold).is_within(access.locks);
        is_weaker || self.children.iter().any(|(hold, child)| is_own(hold) && child.has_weaker(access))
    }

    /// The paper's cases: behind a lock that excludes there is no race (I); here there is one (II); or further down (III).
    fn race(&self, access: Access<'_>, path: &mut Vec<Hold>) -> Option<Earlier> {
        let is_other =
            self.threads != Threads::Top && self.threads.meet(Threads::One(access.thread)) == Threads::Bottom;
        if is_other && (self.is_write || access.is_write) {
            let mut locks = LockSet::default();
            path.iter().for_each(|&hold| locks.insert(hold));
            let thread = match self.threads {
                Threads::One(thread) => Some(thread),
                _ => None,
            };
            return Some((locks, thread));
        }
        self.children.iter().filter(|(hold, _)| !access.locks.protects_from_hold(hold)).find_map(
            |(hold, child)| {
                path.push(*hold);
                let race = child.race(access, path);
                path.pop();
                race
            },
        )
    }

    /// Removes what is stronger than the node that was changed, and nodes that nothing is left of.
    fn prune(&mut self, new: (&LockSet, Threads, bool), path: &mut LockSet) {
        let (locks, threads, is_write) = new;
        let is_itself = path == locks;
        let is_stronger = !is_itself
            && locks.is_within(path)
            && threads.is_below(self.threads)
            && (is_write || !self.is_write);
        if is_stronger {
            (self.threads, self.is_write) = (Threads::Top, false);
        }
        for (hold, child) in &mut self.children {
            let mut below = path.clone();
            below.insert(*hold);
            child.prune(new, &mut below);
        }
        self.children.retain(|(_, child)| child.threads != Threads::Top || !child.children.is_empty());
    }
}

fn single(hold: Hold) -> LockSet {
    let mut locks = LockSet::default();
    locks.insert(hold);
    locks
}
