//! A table of bits with rows of equal width.

/// Rows of bits.
#[derive(Default)]
pub(super) struct BitRows {
    words: Vec<u64>,
    per_row: usize,
}

impl BitRows {
    /// All bits clear, in a new shape.
    pub(super) fn reset(&mut self, rows: usize, columns: usize) {
        self.per_row = columns.div_ceil(64);
        self.words.clear();
        self.words.resize(rows * self.per_row, 0);
    }

    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.per_row..(row + 1) * self.per_row]
    }

    pub(super) fn has(&self, row: usize, column: usize) -> bool {
        self.words[row * self.per_row + column / 64] >> (column % 64) & 1 != 0
    }

    pub(super) fn set(&mut self, row: usize, column: usize) {
        self.words[row * self.per_row + column / 64] |= 1 << (column % 64);
    }

    /// Words in a row.
    pub(super) fn width(&self) -> usize {
        self.per_row
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.words[row * self.per_row..(row + 1) * self.per_row]
    }
}

/// The columns that are set in a row, in order.
pub(super) fn ones(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(word, &bits)| {
        let mut bits = bits;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let bit = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            Some(word * 64 + bit)
        })
    })
}
