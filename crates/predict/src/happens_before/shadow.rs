//! The last accesses of each location: an open hash table whose entries lie in one row.

use deadheat_trace::SiteId;

use super::clocks::{Clock, Epoch};

/// A location's last accesses.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Entry {
    object: u64,
    pub(super) write: Epoch,
    /// The last read; or the number of several concurrent ones.
    pub(super) read: Epoch,
    /// Plus one, so that 0 is a free place.
    slot: u32,
    pub(super) write_site: SiteId,
    pub(super) read_site: SiteId,
    /// A race was seen.
    pub(super) is_racy: bool,
}

/// Concurrent reads, one a thread.
#[derive(Debug, Default)]
pub(super) struct Reads(pub(super) Vec<(Epoch, SiteId)>);

/// So many slots, as a power of two, are neighbours in the row.
const GROUP_BITS: u32 = 2;

#[derive(Debug)]
pub(super) struct Shadow {
    entries: Vec<Entry>,
    used: usize,
    reads: Vec<Reads>,
    free: Vec<usize>,
}

impl Default for Shadow {
    fn default() -> Shadow {
        Shadow { entries: vec![Entry::default(); 1 << 12], used: 0, reads: Vec::new(), free: Vec::new() }
    }
}

impl Shadow {
    pub(super) fn entry(&mut self, object: u64, slot: u32) -> &mut Entry {
        if self.used * 2 > self.entries.len() {
            self.grow();
        }
        self.entry_from(self.home(object, slot), object, slot)
    }

    /// Makes room for so many new locations, so that homes stay where they are until then.
    #[inline]
    pub(super) fn reserve(&mut self, count: usize) {
        if (self.used + count) * 2 > self.entries.len() {
            self.grow();
        }
    }

    /// The entry of a location whose home is known.
    #[inline]
    pub(super) fn entry_from(&mut self, home: usize, object: u64, slot: u32) -> &mut Entry {
        let at = self.find(home, object, slot);
        let entry = &mut self.entries[at];
        if entry.slot == 0 {
            (entry.object, entry.slot) = (object, key(slot));
            self.used += 1;
        }
        entry
    }

    /// Something of the entry at a home, so that it comes into the cache.
    #[inline]
    pub(super) fn touch(&self, home: usize) -> u32 {
        self.entries[home].slot
    }

    /// Where a location is, unless others are there already.
    #[inline]
    pub(super) fn home(&self, object: u64, slot: u32) -> usize {
        let mask = self.entries.len() - 1;
        // Neighbouring fields and elements lie next to each other, but only few: long rows of large arrays would run into each
        // other, and a search would pass through all of them.
        let group = object.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(slot >> GROUP_BITS);
        let hash = (group.wrapping_mul(0xff51_afd7_ed55_8ccd) >> 32) << GROUP_BITS;
        (hash as usize | slot as usize & ((1 << GROUP_BITS) - 1)) & mask
    }

    #[inline]
    fn find(&self, home: usize, object: u64, slot: u32) -> usize {
        let (mask, mut at) = (self.entries.len() - 1, home);
        loop {
            let entry = &self.entries[at];
            if entry.slot == 0 || (entry.object == object && entry.slot == key(slot)) {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.entries.len() * 2;
        let old = std::mem::replace(&mut self.entries, vec![Entry::default(); size]);
        for entry in old.into_iter().filter(|entry| entry.slot != 0) {
            let slot = entry.slot.wrapping_sub(1);
            let at = self.find(self.home(entry.object, slot), entry.object, slot);
            self.entries[at] = entry;
        }
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
    pub(super) fn add_read(&mut self, object: u64, slot: u32, now: Epoch, site: SiteId, clock: &Clock) {
        let index = self.entry(object, slot).read.index();
        let reads = &mut self.reads[index].0;
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

/// Slots plus one; the largest slot is none that exists (an index of 2^31 - 1 with the top bit).
fn key(slot: u32) -> u32 {
    slot.wrapping_add(1)
}
