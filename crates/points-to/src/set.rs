//! Sets of abstract objects.
//!
//! Naive model: a `BTreeSet<u32>` (`tests::against_the_naive_model`). Most sets have a handful of members
//! and some have tens of thousands, so there are three forms: up to three members stand in the set
//! itself, up to 48 in a sorted vector, more in a bitmap of 512-bit blocks, of which only those exist
//! that have members.

const INLINE: usize = 3;
const FEW: usize = 48;
const BLOCK: u32 = 512;

/// A set of small numbers.
#[derive(Debug, Clone)]
pub(crate) enum Set {
    Inline(u8, [u32; INLINE]),
    Few(Box<Vec<u32>>),
    Many(Box<Bits>),
}

/// A bitmap with holes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bits {
    len: u32,
    /// By block number: the block's position plus one, or 0.
    index: Vec<u16>,
    blocks: Vec<[u64; 8]>,
}

impl Default for Set {
    fn default() -> Set {
        Set::Inline(0, [0; INLINE])
    }
}

impl Set {
    /// How many members there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Set::Inline(len, _) => usize::from(*len),
            Set::Few(items) => items.len(),
            Set::Many(bits) => bits.len as usize,
        }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Set::Inline(0, _))
    }

    /// Whether `item` is a member.
    #[inline]
    pub(crate) fn contains(&self, item: u32) -> bool {
        match self {
            Set::Inline(len, items) => items[..usize::from(*len)].contains(&item),
            Set::Few(items) => items.binary_search(&item).is_ok(),
            Set::Many(bits) => bits.contains(item),
        }
    }

    /// Adds `item`; false when it was there.
    #[inline]
    pub(crate) fn insert(&mut self, item: u32) -> bool {
        match self {
            Set::Inline(len, items) => {
                let used = usize::from(*len);
                if items[..used].contains(&item) {
                    return false;
                }
                if used < INLINE {
                    items[used] = item;
                    *len += 1;
                } else {
                    let mut few = Vec::with_capacity(8);
                    few.extend_from_slice(items);
                    few.push(item);
                    few.sort_unstable();
                    *self = Set::Few(Box::new(few));
                }
                true
            }
            Set::Few(items) => match items.binary_search(&item) {
                Ok(_) => false,
                Err(_) if items.len() >= FEW => {
                    let mut bits = Bits::default();
                    for &member in items.iter() {
                        bits.insert(member);
                    }
                    bits.insert(item);
                    *self = Set::Many(Box::new(bits));
                    true
                }
                Err(position) => {
                    items.insert(position, item);
                    true
                }
            },
            Set::Many(bits) => bits.insert(item),
        }
    }

    /// Calls `visit` with each member; in ascending order but for the smallest sets.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(u32)) {
        match self {
            Set::Inline(len, items) => items[..usize::from(*len)].iter().copied().for_each(visit),
            Set::Few(items) => items.iter().copied().for_each(visit),
            Set::Many(bits) => bits.for_each(&mut visit),
        }
    }

    /// The members in ascending order.
    pub(crate) fn to_vec(&self) -> Vec<u32> {
        let mut members = Vec::with_capacity(self.len());
        self.for_each(|item| members.push(item));
        if matches!(self, Set::Inline(..)) {
            members.sort_unstable();
        }
        members
    }

    /// Bytes on the heap.
    pub(crate) fn heap_size(&self) -> usize {
        match self {
            Set::Inline(..) => 0,
            Set::Few(items) => 24 + items.capacity() * 4,
            Set::Many(bits) => {
                size_of::<Bits>() + bits.index.capacity() * 2 + bits.blocks.capacity() * size_of::<[u64; 8]>()
            }
        }
    }
}

impl Bits {
    #[inline]
    fn place(item: u32) -> (usize, usize, u64) {
        let within = item % BLOCK;
        ((item / BLOCK) as usize, (within / 64) as usize, 1 << (within % 64))
    }

    #[inline]
    fn contains(&self, item: u32) -> bool {
        let (block, word, bit) = Bits::place(item);
        match self.index.get(block) {
            Some(&position) if position > 0 => self.blocks[usize::from(position) - 1][word] & bit != 0,
            _ => false,
        }
    }

    #[inline]
    fn insert(&mut self, item: u32) -> bool {
        let (block, word, bit) = Bits::place(item);
        if block >= self.index.len() {
            self.index.resize(block + 1, 0);
        }
        if self.index[block] == 0 {
            self.blocks.push([0; 8]);
            self.index[block] = self.blocks.len() as u16;
        }
        let word = &mut self.blocks[usize::from(self.index[block]) - 1][word];
        let is_new = *word & bit == 0;
        *word |= bit;
        self.len += u32::from(is_new);
        is_new
    }

    fn for_each(&self, visit: &mut impl FnMut(u32)) {
        for (number, &position) in self.index.iter().enumerate() {
            if position == 0 {
                continue;
            }
            for (at, &word) in self.blocks[usize::from(position) - 1].iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    visit(number as u32 * BLOCK + at as u32 * 64 + rest.trailing_zeros());
                    rest &= rest - 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use deadheat_harness::Random;

    use super::*;

    #[test]
    fn against_the_naive_model() {
        let mut random = Random::new(7);
        for round in 0..300 {
            let (mut set, mut naive) = (Set::default(), BTreeSet::new());
            let range = [4, 60, 1_000, 100_000][round % 4];
            for _ in 0..random.below(400) {
                let item = random.below(range) as u32;
                assert_eq!(set.contains(item), naive.contains(&item));
                assert_eq!(set.insert(item), naive.insert(item));
                assert_eq!(set.len(), naive.len());
            }
            assert_eq!(set.to_vec(), naive.into_iter().collect::<Vec<_>>());
        }
    }
}
