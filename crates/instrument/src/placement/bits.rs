//! Sets of small numbers, one for each block.

/// Rows of bits.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    width: usize,
    words: Vec<u64>,
}

impl Rows {
    /// So many rows of so many bits, all set or none.
    pub(crate) fn new(rows: usize, bits: usize, is_set: bool) -> Rows {
        let width = bits.div_ceil(64);
        Rows { width, words: vec![if is_set { !0 } else { 0 }; rows * width] }
    }

    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..(row + 1) * self.width]
    }

    /// Replaces a row; whether it was another one.
    pub(crate) fn set(&mut self, row: usize, bits: &[u64]) -> bool {
        let place = &mut self.words[row * self.width..(row + 1) * self.width];
        let is_new = place != bits;
        place.copy_from_slice(bits);
        is_new
    }
}

pub(crate) fn has(bits: &[u64], bit: usize) -> bool {
    bits[bit / 64] >> (bit % 64) & 1 != 0
}

pub(crate) fn insert(bits: &mut [u64], bit: usize) {
    bits[bit / 64] |= 1 << (bit % 64);
}

pub(crate) fn remove(bits: &mut [u64], bit: usize) {
    bits[bit / 64] &= !(1 << (bit % 64));
}

pub(crate) fn intersect(bits: &mut [u64], others: &[u64]) {
    bits.iter_mut().zip(others).for_each(|(word, other)| *word &= other);
}

/// The bits that are set, in order.
pub(crate) fn ones(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(at, &word)| {
        std::iter::successors((word != 0).then_some(word), |word| {
            Some(word & (word - 1)).filter(|it| *it != 0)
        })
        .map(move |word| at * 64 + word.trailing_zeros() as usize)
    })
}
