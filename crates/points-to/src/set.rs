//! Sets of abstract objects.
//!
//! Naive model: a `BTreeSet<u32>` (`tests::against_the_naive_model`). Most sets have a handful of members
//! and some have tens of thousands, so there are three forms: up to three members stand in the set
//! itself, up to 48 in a sorted vector, more in a bitmap of 512-bit blocks, of which only those exist
//! that have members. Handing a large set over works on whole blocks.

const INLINE: usize = 3;
const FEW: usize = 48;
const BLOCK: u32 = 512;
const WORDS: usize = 8;

/// A set of small numbers.
#[derive(Debug, Clone)]
#[allow(clippy::box_collection, reason = "a set has 16 bytes, and there are millions")]
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
    blocks: Vec<[u64; WORDS]>,
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

    /// Whether whole blocks are kept.
    pub(crate) fn is_large(&self) -> bool {
        matches!(self, Set::Many(_))
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
                Err(_) if items.len() >= FEW => self.enlarge().insert(item),
                Err(position) => {
                    items.insert(position, item);
                    true
                }
            },
            Set::Many(bits) => bits.insert(item),
        }
    }

    /// Turns the set into a bitmap.
    fn enlarge(&mut self) -> &mut Bits {
        if !self.is_large() {
            let mut bits = Bits::default();
            self.for_each(|item| {
                bits.insert(item);
            });
            *self = Set::Many(Box::new(bits));
        }
        match self {
            Set::Many(bits) => bits,
            _ => unreachable!("the set was turned into a bitmap"),
        }
    }

    /// Adds all members that the mask has (no mask has all) and that are new to `fresh`, too. Says whether
    /// there were any.
    pub(crate) fn absorb(&mut self, from: &Bits, mask: Option<&[u64]>, fresh: &mut Set) -> bool {
        let own = self.enlarge();
        let mut any = false;
        for (number, &position) in from.index.iter().enumerate() {
            if position == 0 {
                continue;
            }
            let mut block = from.blocks[usize::from(position) - 1];
            if let Some(mask) = mask {
                let mask = mask.get(number * WORDS..).unwrap_or(&[]);
                for (at, word) in block.iter_mut().enumerate() {
                    *word &= mask.get(at).copied().unwrap_or(0);
                }
            }
            let added = own.add_block(number, &mut block);
            if added > 0 {
                any = true;
                fresh.take_block(number, &block, added);
            }
        }
        any
    }

    /// Adds all members that `within` and the mask have, too; those that are new to `fresh` as well.
    pub(crate) fn absorb_common(&mut self, from: &Set, within: &Set, mask: &[u64], fresh: &mut Set) {
        let (Set::Many(from), Set::Many(within)) = (from, within) else {
            let (fewer, more) = if from.is_large() { (within, from) } else { (from, within) };
            fewer.for_each(|item| {
                if more.contains(item) && has_bit(mask, item) && self.insert(item) {
                    fresh.insert(item);
                }
            });
            return;
        };
        for number in 0..from.index.len().min(within.index.len()) {
            let (Some(one), Some(other)) = (from.block_at(number), within.block_at(number)) else { continue };
            let mask = mask.get(number * WORDS..).unwrap_or(&[]);
            let mut block = [0; WORDS];
            for (at, &mask) in mask.iter().take(WORDS).enumerate() {
                block[at] = one[at] & other[at] & mask;
            }
            let added = self.enlarge().add_block(number, &mut block);
            if added > 0 {
                fresh.take_block(number, &block, added);
            }
        }
    }

    /// Adds the members of a block, none of which are in the set.
    fn take_block(&mut self, number: usize, block: &[u64; WORDS], count: u32) {
        if !self.is_large() && self.len() + count as usize <= FEW {
            each_bit(number, block, &mut |item| {
                self.insert(item);
            });
        } else {
            self.enlarge().add_block(number, &mut block.clone());
        }
    }

    /// The bitmap of a large set.
    pub(crate) fn bits(&self) -> Option<&Bits> {
        match self {
            Set::Many(bits) => Some(bits),
            _ => None,
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
                size_of::<Bits>()
                    + bits.index.capacity() * 2
                    + bits.blocks.capacity() * size_of::<[u64; WORDS]>()
            }
        }
    }
}

impl FromIterator<u32> for Set {
    fn from_iter<I: IntoIterator<Item = u32>>(items: I) -> Set {
        let mut set = Set::default();
        items.into_iter().for_each(|item| {
            set.insert(item);
        });
        set
    }
}

/// Whether a mask has a number.
pub(crate) fn has_bit(mask: &[u64], item: u32) -> bool {
    mask.get(item as usize / 64).is_some_and(|word| word >> (item % 64) & 1 == 1)
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

    fn block_at(&self, number: usize) -> Option<&[u64; WORDS]> {
        let position = usize::from(*self.index.get(number)?);
        position.checked_sub(1).map(|position| &self.blocks[position])
    }

    /// A block, which is made when there is none.
    #[inline]
    fn block(&mut self, number: usize) -> &mut [u64; WORDS] {
        if number >= self.index.len() {
            self.index.resize(number + 1, 0);
        }
        if self.index[number] == 0 {
            self.blocks.push([0; WORDS]);
            self.index[number] = self.blocks.len() as u16;
        }
        &mut self.blocks[usize::from(self.index[number]) - 1]
    }

    #[inline]
    fn insert(&mut self, item: u32) -> bool {
        let (block, word, bit) = Bits::place(item);
        let word = &mut self.block(block)[word];
        let is_new = *word & bit == 0;
        *word |= bit;
        self.len += u32::from(is_new);
        is_new
    }

    /// Adds the members of a block, leaves in it those that were new, and says how many.
    fn add_block(&mut self, number: usize, block: &mut [u64; WORDS]) -> u32 {
        if block.iter().all(|&word| word == 0) {
            return 0;
        }
        let mut added = 0;
        for (own, word) in self.block(number).iter_mut().zip(block) {
            *word &= !*own;
            *own |= *word;
            added += word.count_ones();
        }
        self.len += added;
        added
    }

    fn for_each(&self, visit: &mut impl FnMut(u32)) {
        for (number, &position) in self.index.iter().enumerate() {
            if position > 0 {
                each_bit(number, &self.blocks[usize::from(position) - 1], visit);
            }
        }
    }
}

fn each_bit(number: usize, block: &[u64; WORDS], visit: &mut impl FnMut(u32)) {
    for (at, &word) in block.iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            visit(number as u32 * BLOCK + at as u32 * 64 + rest.trailing_zeros());
            rest &= rest - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use deadheat_harness::Random;

    use super::*;

    fn random_set(random: &mut Random, range: usize) -> (Set, BTreeSet<u32>) {
        let (mut set, mut naive) = (Set::default(), BTreeSet::new());
        for _ in 0..random.below(400) {
            let item = random.below(range) as u32;
            assert_eq!(set.contains(item), naive.contains(&item));
            assert_eq!(set.insert(item), naive.insert(item));
            assert_eq!(set.len(), naive.len());
        }
        (set, naive)
    }

    #[test]
    fn against_the_naive_model() {
        let mut random = Random::new(7);
        for round in 0..300 {
            let (set, naive) = random_set(&mut random, [4, 60, 1_000, 100_000][round % 4]);
            assert_eq!(set.to_vec(), naive.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn absorbing_is_union_and_difference() {
        let mut random = Random::new(8);
        for round in 0..300 {
            let range = [60, 1_000, 20_000][round % 3];
            let (mut set, mut naive) = random_set(&mut random, range);
            let (from, naive_from) = random_set(&mut random, range);
            let Some(bits) = from.bits() else { continue };
            let mask: Option<Vec<u64>> =
                random.chance(50).then(|| (0..random.below(range / 32)).map(|_| random.next()).collect());
            let passes = |item: &u32| mask.as_ref().is_none_or(|mask| has_bit(mask, *item));
            let mut fresh = Set::default();
            let any = set.absorb(bits, mask.as_deref(), &mut fresh);
            let expected: Vec<u32> =
                naive_from.iter().copied().filter(|item| passes(item) && !naive.contains(item)).collect();
            assert_eq!(fresh.to_vec(), expected);
            assert_eq!(any, !expected.is_empty());
            naive.extend(expected);
            assert_eq!(set.to_vec(), naive.into_iter().collect::<Vec<_>>());
        }
    }
    #[test]
    fn absorbing_what_is_common_is_an_intersection() {
        let mut random = Random::new(9);
        for round in 0..300 {
            let range = [4, 60, 1_000, 20_000][round % 4];
            let (mut set, mut naive) = random_set(&mut random, range);
            let (from, naive_from) = random_set(&mut random, range);
            let (within, naive_within) = random_set(&mut random, range);
            let mask: Vec<u64> = (0..random.below(range / 32 + 1)).map(|_| random.next()).collect();
            let is_common = |item: &u32| naive_within.contains(item) && has_bit(&mask, *item);
            let expected: Vec<u32> =
                naive_from.iter().copied().filter(|item| is_common(item) && !naive.contains(item)).collect();
            let mut fresh = Set::default();
            set.absorb_common(&from, &within, &mask, &mut fresh);
            assert_eq!(fresh.to_vec(), expected);
            naive.extend(expected);
            assert_eq!(set.to_vec(), naive.into_iter().collect::<Vec<_>>());
        }
    }
}
