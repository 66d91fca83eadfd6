//! The last accesses of each location.
//!
//! Naive model: a map from locations to entries. Objects that are made together are used together, and most are forgotten soon, so
//! neighbouring objects share a *page*: an open hash table of its own, found by the objects' numbers. What is in use then lies
//! in few places; one table for all would send each access somewhere else in memory.

use deadheat_trace::SiteId;
use rustc_hash::FxHashMap;

use super::clocks::{Clock, Epoch};

/// A location's last accesses.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Entry {
    /// The location inside of its page, from 1, so that 0 is a free place; and whether it races.
    key: u64,
    pub(super) write: Epoch,
    /// The last read; or the number of several concurrent ones.
    pub(super) read: Epoch,
    pub(super) write_site: SiteId,
    pub(super) read_site: SiteId,
}

const RACY: u64 = 1 << 63;

impl Entry {
    /// A race was seen.
    #[inline]
    pub(super) fn is_racy(&self) -> bool {
        self.key & RACY != 0
    }

    pub(super) fn mark(&mut self) {
        self.key |= RACY;
    }
}

/// Concurrent reads, one a thread.
#[derive(Debug, Default)]
pub(super) struct Reads(pub(super) Vec<(Epoch, SiteId)>);

/// So many objects, as a power of two, share a page.
const PAGE_BITS: u32 = 6;
/// So many slots, as a power of two, are neighbours in a page.
const GROUP_BITS: u32 = 2;
/// Pages that are found by their number alone; those of larger numbers, which no recorder gives, by hash.
const DENSE: u64 = 1 << 25;
const FIRST_SIZE: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Shadow {
    /// By number of the page: its place in `pages`, plus one.
    dense: Vec<u32>,
    sparse: FxHashMap<u64, u32>,
    pages: Vec<Page>,
    reads: Vec<Reads>,
    free: Vec<usize>,
}

#[derive(Debug)]
struct Page {
    entries: Vec<Entry>,
    used: usize,
}

impl Page {
    #[inline]
    fn entry(&mut self, key: u64) -> &mut Entry {
        if self.used * 2 >= self.entries.len() {
            self.grow();
        }
        let at = self.find(key);
        let entry = &mut self.entries[at];
        if entry.key == 0 {
            entry.key = key;
            self.used += 1;
        }
        entry
    }

    #[inline]
    fn find(&self, key: u64) -> usize {
        let mask = self.entries.len() - 1;
        // Neighbouring fields and elements lie next to each other, but only few: long rows of large arrays would run into each
        // other, and a search would pass through all of them.
        let group = (key >> GROUP_BITS).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let mut at = ((group << GROUP_BITS) | (key & ((1 << GROUP_BITS) - 1))) as usize & mask;
        loop {
            let entry = &self.entries[at];
            if entry.key == 0 || entry.key & !RACY == key {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.entries.len() * 2;
        let old = std::mem::replace(&mut self.entries, vec![Entry::default(); size]);
        for entry in old.into_iter().filter(|entry| entry.key != 0) {
            let at = self.find(entry.key & !RACY);
            self.entries[at] = entry;
        }
    }
}

impl Shadow {
    #[inline]
    pub(super) fn entry(&mut self, object: u64, slot: u32) -> &mut Entry {
        let place = match self.dense.get((object >> PAGE_BITS) as usize) {
            Some(&place) if place != 0 => place,
            _ => self.page(object >> PAGE_BITS),
        };
        let inside = object & ((1 << PAGE_BITS) - 1);
        self.pages[place as usize - 1].entry(((inside << 32) | u64::from(slot)) + 1)
    }

    /// A page that is not among the dense ones, or is new.
    #[cold]
    fn page(&mut self, number: u64) -> u32 {
        let next = u32::try_from(self.pages.len()).unwrap_or(u32::MAX - 1) + 1;
        let place = if number < DENSE {
            let number = number as usize;
            if number >= self.dense.len() {
                self.dense.resize((number + 1).next_power_of_two(), 0);
            }
            &mut self.dense[number]
        } else {
            self.sparse.entry(number).or_default()
        };
        if *place == 0 {
            *place = next;
            self.pages.push(Page { entries: vec![Entry::default(); FIRST_SIZE], used: 0 });
        }
        *place
    }

    /// A second concurrent read.
    #[cold]
    pub(super) fn share(&mut self, object: u64, slot: u32, now: Epoch, site: SiteId) {
        let index = self.free.pop().unwrap_or(self.reads.len());
        if index == self.reads.len() {
            self.reads.push(Reads::default());
        }
        let entry = self.entry(object, slot);
        let (before, at) = (entry.read, entry.read_site);
        entry.read = Epoch::shared(index);
        self.reads[index].0.clear();
        self.reads[index].0.extend([(before, at), (now, site)]);
    }

    /// A further one; what is known to the reader is replaced.
    pub(super) fn add_read(&mut self, shared: Epoch, now: Epoch, site: SiteId, clock: &Clock) {
        let reads = &mut self.reads[shared.index()].0;
        if reads.iter().any(|(epoch, _)| *epoch == now) {
            return;
        }
        reads.retain(|(epoch, _)| !clock.knows(*epoch));
        reads.push((now, site));
    }

    pub(super) fn take_reads(&mut self, shared: Epoch) -> Reads {
        self.free.push(shared.index());
        std::mem::take(&mut self.reads[shared.index()])
    }
}
