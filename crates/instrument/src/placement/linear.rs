//! Integers as sums: what decides whether two indices are the same, and by how much they differ.
//!
//! Java's integers wrap around, and so do these sums: an equation that holds here holds for the program's numbers.

use std::ops::{Add, Sub};

use deadheat_program::ir::{BinaryOp, Body, Const, Inst, Value};

/// How far back a sum is taken apart.
const DEPTH: u32 = 8;
/// More terms than these are no sum that anybody writes in an index.
const MOST_TERMS: usize = 4;

/// A constant and values with factors, which are not zero; the values in ascending order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Linear {
    pub(crate) constant: i32,
    pub(crate) terms: Vec<(Value, i32)>,
}

impl Linear {
    /// A constant.
    pub(crate) fn constant(constant: i32) -> Linear {
        Linear { constant, terms: Vec::new() }
    }

    /// A value as it is.
    pub(crate) fn value(value: Value) -> Linear {
        Linear { constant: 0, terms: vec![(value, 1)] }
    }

    /// What a value is the sum of.
    pub(crate) fn of(body: &Body, value: Value) -> Linear {
        let found = take_apart(body, value, DEPTH);
        if found.terms.len() > MOST_TERMS { Linear::value(value) } else { found }
    }

    /// The factor of a value.
    pub(crate) fn factor(&self, value: Value) -> i32 {
        self.terms.iter().find(|(term, _)| *term == value).map_or(0, |&(_, factor)| factor)
    }

    /// The values of which it is made.
    pub(crate) fn values(&self) -> impl Iterator<Item = Value> + '_ {
        self.terms.iter().map(|&(value, _)| value)
    }

    /// With another sum in a value's place.
    pub(crate) fn with(&self, value: Value, instead: &Linear) -> Linear {
        let factor = self.factor(value);
        let mut rest = self.clone();
        rest.terms.retain(|(term, _)| *term != value);
        &rest + &instead.times(factor)
    }

    /// Multiplied.
    pub(crate) fn times(&self, factor: i32) -> Linear {
        let terms = self.terms.iter().map(|&(value, own)| (value, own.wrapping_mul(factor)));
        let terms = terms.filter(|&(_, own)| own != 0).collect();
        Linear { constant: self.constant.wrapping_mul(factor), terms }
    }

    /// With a constant more.
    pub(crate) fn plus(&self, constant: i32) -> Linear {
        Linear { constant: self.constant.wrapping_add(constant), terms: self.terms.clone() }
    }

    /// The number, if it is one.
    pub(crate) fn number(&self) -> Option<i32> {
        self.terms.is_empty().then_some(self.constant)
    }
}

impl Add for &Linear {
    type Output = Linear;

    fn add(self, other: &Linear) -> Linear {
        let mut sum = self.plus(other.constant);
        for &(value, factor) in &other.terms {
            match sum.terms.binary_search_by_key(&value, |&(term, _)| term) {
                Ok(at) => {
                    sum.terms[at].1 = sum.terms[at].1.wrapping_add(factor);
                    if sum.terms[at].1 == 0 {
                        sum.terms.remove(at);
                    }
                }
                Err(at) => sum.terms.insert(at, (value, factor)),
            }
        }
        sum
    }
}

impl Sub for &Linear {
    type Output = Linear;

    fn sub(self, other: &Linear) -> Linear {
        self + &other.times(-1)
    }
}

fn take_apart(body: &Body, value: Value, depth: u32) -> Linear {
    let part = |value| take_apart(body, value, depth.saturating_sub(1));
    match body.inst(value) {
        Inst::Const(Const::Int(constant)) => Linear::constant(constant),
        _ if depth == 0 => Linear::value(value),
        Inst::Binary(BinaryOp::AddInt, left, right) => &part(left) + &part(right),
        Inst::Binary(BinaryOp::SubInt, left, right) => &part(left) - &part(right),
        Inst::Binary(BinaryOp::MulInt, left, right) => {
            let (left, right) = (part(left), part(right));
            match (left.number(), right.number()) {
                (_, Some(factor)) => left.times(factor),
                (Some(factor), _) => right.times(factor),
                _ => Linear::value(value),
            }
        }
        Inst::Binary(BinaryOp::ShlInt, left, right) => match part(right).number() {
            Some(bits @ 0..=30) => part(left).times(1 << bits),
            _ => Linear::value(value),
        },
        _ => Linear::value(value),
    }
}

#[cfg(test)]
mod tests {
    use deadheat_program::ir::InstId;

    use super::*;

    #[test]
    fn sums_are_equal_however_they_were_made() {
        let (i, n) = (Linear::value(InstId(3)), Linear::value(InstId(7)));
        let once = &(&i.times(2) + &n) + &Linear::constant(5);
        let again = &(&n.plus(5) + &i) + &i;
        assert_eq!(once, again);
        assert_eq!((&once - &again).number(), Some(0));
        assert_eq!(once.with(InstId(3), &Linear::constant(4)), n.plus(13));
    }

    #[test]
    fn sums_wrap_around_as_the_programs_do() {
        assert_eq!(Linear::constant(i32::MAX).plus(1).number(), Some(i32::MIN));
        assert!(Linear::value(InstId(1)).times(1 << 31).times(2).terms.is_empty());
    }
}
