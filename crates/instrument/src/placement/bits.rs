//! Sets of small numbers, one for each block; and what holds on every way to a block.

use deadheat_program::ir::{Body, InstId};

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

/// By block: the facts that hold at its start on every way there. Instructions add facts; none takes one back.
pub(crate) fn on_every_way(body: &Body, facts: usize, learn: impl Fn(InstId, &mut [u64])) -> Rows {
    let mut at_start = Rows::new(body.block_count(), facts, true);
    let mut at_end = at_start.clone();
    let mut bits = vec![0; facts.div_ceil(64)];
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for block in body.blocks() {
            bits.fill(if block.0 == 0 { 0 } else { !0 });
            for &pred in body.preds(block) {
                // What throws may be the first instruction.
                let before = if body.block(block).is_pad { &at_start } else { &at_end };
                intersect(&mut bits, before.row(pred.index()));
            }
            is_changed |= at_start.set(block.index(), &bits);
            body.block_insts(block).for_each(|inst| learn(inst, &mut bits));
            is_changed |= at_end.set(block.index(), &bits);
        }
    }
    at_start
}
