//! Small sets of numbers.

/// A set of small numbers that grows as needed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// Adds a number; tells whether it is new.
    pub(crate) fn insert(&mut self, item: usize) -> bool {
        let (word, bit) = (item / 64, 1u64 << (item % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }

    /// Takes a number out.
    pub(crate) fn remove(&mut self, item: usize) {
        if let Some(word) = self.0.get_mut(item / 64) {
            *word &= !(1 << (item % 64));
        }
    }

    pub(crate) fn contains(&self, item: usize) -> bool {
        self.0.get(item / 64).is_some_and(|word| word & (1 << (item % 64)) != 0)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether all of another set are in this one.
    pub(crate) fn has_all(&self, other: &Bits) -> bool {
        let own = |index: usize| self.0.get(index).copied().unwrap_or(0);
        other.0.iter().enumerate().all(|(index, &word)| word & !own(index) == 0)
    }

    /// Whether both sets are the same one number.
    pub(crate) fn is_only(&self, other: &Bits) -> bool {
        self.len() == 1 && other.len() == 1 && self.has_all(other)
    }

    /// Whether both sets have a number.
    pub(crate) fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(own, others)| own & others != 0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Adds all of another set; tells whether any is new.
    pub(crate) fn union(&mut self, other: &Bits) -> bool {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut grew = false;
        for (own, &more) in self.0.iter_mut().zip(&other.0) {
            grew |= more & !*own != 0;
            *own |= more;
        }
        grew
    }

    /// Takes out all of another set.
    pub(crate) fn subtract(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, &less)| *own &= !less);
    }

    /// Keeps what another set has, too; tells whether any was lost.
    pub(crate) fn intersect(&mut self, other: &Bits) -> bool {
        let mut shrank = false;
        for (index, own) in self.0.iter_mut().enumerate() {
            let kept = *own & other.0.get(index).copied().unwrap_or(0);
            shrank |= kept != *own;
            *own = kept;
        }
        shrank
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                (rest != 0).then(|| {
                    rest &= rest - 1;
                    index * 64 + bit
                })
            })
        })
    }
}

impl Extend<usize> for Bits {
    fn extend<I: IntoIterator<Item = usize>>(&mut self, items: I) {
        items.into_iter().for_each(|item| {
            self.insert(item);
        });
    }
}

impl FromIterator<usize> for Bits {
    fn from_iter<I: IntoIterator<Item = usize>>(items: I) -> Bits {
        let mut bits = Bits::default();
        bits.extend(items);
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_as_sets() {
        let of = |items: &[usize]| {
            let mut bits = Bits::default();
            items.iter().for_each(|&item| assert!(bits.insert(item)));
            bits
        };
        let (mut low, high) = (of(&[1, 63]), of(&[63, 200]));
        assert!(high.contains(200) && !low.contains(200));
        assert!(low.meets(&high) && !low.meets(&of(&[2, 300])));
        assert!(low.union(&high) && !low.union(&high));
        assert_eq!(low.iter().collect::<Vec<_>>(), [1, 63, 200]);
        assert!(low.intersect(&of(&[1, 200])) && !low.intersect(&of(&[1, 200])));
        assert_eq!(low.iter().collect::<Vec<_>>(), [1, 200]);
        low.remove(1);
        low.remove(1_000);
        assert_eq!(low.iter().collect::<Vec<_>>(), [200]);
    }
}
