//! The caches of a thread (Choi et al., section 4): two direct-mapped ones, of reads and of writes, by location. What is
//! found there was accessed under locks that are all still held; so the access adds nothing.
//!
//! Each held lock has a list of the entries that were made while it was the last one to be taken. When it is given back,
//! they go. The paper relies on Java's nested locking. Here a lock that is given back before one that was taken later takes
//! along the entries of all that came later: they were made under it, too.

use deadheat_trace::{Location, ThreadId};
use rustc_hash::FxHashMap;

use crate::locks::Hold;

const ENTRIES: usize = 256;

/// The caches of all threads.
#[derive(Debug, Default)]
pub(crate) struct Caches {
    threads: FxHashMap<ThreadId, [Cache; 2]>,
    /// Accesses that were found.
    pub(crate) hits: u64,
}

#[derive(Debug)]
struct Cache {
    entries: Vec<Option<Location>>,
    /// The locks in the order in which they were taken; each with the slots of entries made since. First those of no lock.
    lists: Vec<(Option<Hold>, Vec<usize>)>,
}

impl Default for Cache {
    fn default() -> Cache {
        Cache { entries: vec![None; ENTRIES], lists: vec![(None, Vec::new())] }
    }
}

impl Caches {
    /// Whether the access adds nothing; if it is not known, it is from now on.
    pub(crate) fn has(&mut self, thread: ThreadId, location: Location, is_write: bool) -> bool {
        let cache = &mut self.threads.entry(thread).or_default()[usize::from(is_write)];
        let slot = slot(location);
        if cache.entries[slot] == Some(location) {
            self.hits += 1;
            return true;
        }
        for (_, list) in &mut cache.lists {
            list.retain(|&other| other != slot);
        }
        cache.entries[slot] = Some(location);
        if let Some((_, list)) = cache.lists.last_mut() {
            list.push(slot);
        }
        false
    }

    /// A thread takes a lock that it does not have.
    pub(crate) fn taken(&mut self, thread: ThreadId, hold: Hold) {
        for cache in self.threads.entry(thread).or_default() {
            cache.lists.push((Some(hold), Vec::new()));
        }
    }

    /// A thread has a lock no more.
    pub(crate) fn given_back(&mut self, thread: ThreadId, hold: Hold) {
        for cache in self.threads.entry(thread).or_default() {
            let Some(at) = cache.lists.iter().position(|(its, _)| *its == Some(hold)) else { continue };
            for (_, list) in &mut cache.lists[at..] {
                for slot in list.drain(..) {
                    cache.entries[slot] = None;
                }
            }
            cache.lists.remove(at);
        }
    }

    /// A location has a second thread: what was accessed while it had one does not count (section 7.2).
    pub(crate) fn evict(&mut self, location: Location) {
        let slot = slot(location);
        #[allow(clippy::iter_over_hash_type, reason = "each is treated alike")]
        for caches in self.threads.values_mut() {
            for cache in caches.iter_mut().filter(|cache| cache.entries[slot] == Some(location)) {
                cache.entries[slot] = None;
                cache.lists.iter_mut().for_each(|(_, list)| list.retain(|&other| other != slot));
            }
        }
    }
}

fn slot(location: Location) -> usize {
    let word = location.object.0.wrapping_mul(31).wrapping_add(u64::from(location.slot.0));
    (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize % ENTRIES
}
