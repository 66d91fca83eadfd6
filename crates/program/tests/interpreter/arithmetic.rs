//! Arithmetic, conversions and comparisons as JVMS 6.5 defines them.

use deadheat_program::ir::{BinaryOp, Condition, UnaryOp};

use super::heap::Slot;

/// Negation or conversion; `None` when the operand is of the wrong kind.
#[rustfmt::skip]
pub(crate) fn unary(op: UnaryOp, operand: Slot) -> Option<Slot> {
    use Slot::{Double, Float, Int, Long};
    // Rust's `as` saturates from floating point and takes NaN to zero, as Java does.
    Some(match (op, operand) {
        (UnaryOp::NegInt, Int(a)) => Int(a.wrapping_neg()),
        (UnaryOp::NegLong, Long(a)) => Long(a.wrapping_neg()),
        (UnaryOp::NegFloat, Float(a)) => Float(-a),
        (UnaryOp::NegDouble, Double(a)) => Double(-a),
        (UnaryOp::IntToLong, Int(a)) => Long(i64::from(a)),
        (UnaryOp::IntToFloat, Int(a)) => Float(a as f32),
        (UnaryOp::IntToDouble, Int(a)) => Double(f64::from(a)),
        (UnaryOp::LongToInt, Long(a)) => Int(a as i32),
        (UnaryOp::LongToFloat, Long(a)) => Float(a as f32),
        (UnaryOp::LongToDouble, Long(a)) => Double(a as f64),
        (UnaryOp::FloatToInt, Float(a)) => Int(a as i32),
        (UnaryOp::FloatToLong, Float(a)) => Long(a as i64),
        (UnaryOp::FloatToDouble, Float(a)) => Double(f64::from(a)),
        (UnaryOp::DoubleToInt, Double(a)) => Int(a as i32),
        (UnaryOp::DoubleToLong, Double(a)) => Long(a as i64),
        (UnaryOp::DoubleToFloat, Double(a)) => Float(a as f32),
        (UnaryOp::IntToByte, Int(a)) => Int(i32::from(a as i8)),
        (UnaryOp::IntToChar, Int(a)) => Int(i32::from(a as u16)),
        (UnaryOp::IntToShort, Int(a)) => Int(i32::from(a as i16)),
        _ => return None,
    })
}

/// Whether an integer division or remainder throws.
pub(crate) fn divides_by_zero(op: BinaryOp, divisor: Slot) -> bool {
    use BinaryOp::{DivInt, DivLong, RemInt, RemLong};
    matches!((op, divisor), (DivInt | RemInt, Slot::Int(0)) | (DivLong | RemLong, Slot::Long(0)))
}

/// Arithmetic, logic or comparison; `None` when an operand is of the wrong kind. The divisor is not 0.
#[rustfmt::skip]
pub(crate) fn binary(op: BinaryOp, a: Slot, b: Slot) -> Option<Slot> {
    use Slot::{Double, Float, Int, Long};
    Some(match (a, b) {
        (Int(a), Int(b)) => Int(int(op, a, b)?),
        (Long(a), Int(b)) => Long(match op {
            BinaryOp::ShlLong => a.wrapping_shl(b as u32),
            BinaryOp::ShrLong => a.wrapping_shr(b as u32),
            BinaryOp::UshrLong => (a as u64).wrapping_shr(b as u32) as i64,
            _ => return None,
        }),
        (Long(a), Long(b)) if op == BinaryOp::CompareLong => Int(a.cmp(&b) as i32),
        (Long(a), Long(b)) => Long(long(op, a, b)?),
        (Float(a), Float(b)) => match op {
            BinaryOp::AddFloat => Float(a + b),
            BinaryOp::SubFloat => Float(a - b),
            BinaryOp::MulFloat => Float(a * b),
            BinaryOp::DivFloat => Float(a / b),
            BinaryOp::RemFloat => Float(a % b),
            BinaryOp::CompareFloatLess => Int(compare(a.partial_cmp(&b), -1)),
            BinaryOp::CompareFloatGreater => Int(compare(a.partial_cmp(&b), 1)),
            _ => return None,
        },
        (Double(a), Double(b)) => match op {
            BinaryOp::AddDouble => Double(a + b),
            BinaryOp::SubDouble => Double(a - b),
            BinaryOp::MulDouble => Double(a * b),
            BinaryOp::DivDouble => Double(a / b),
            BinaryOp::RemDouble => Double(a % b),
            BinaryOp::CompareDoubleLess => Int(compare(a.partial_cmp(&b), -1)),
            BinaryOp::CompareDoubleGreater => Int(compare(a.partial_cmp(&b), 1)),
            _ => return None,
        },
        _ => return None,
    })
}

fn compare(order: Option<std::cmp::Ordering>, unordered: i32) -> i32 {
    order.map_or(unordered, |order| order as i32)
}

fn int(op: BinaryOp, a: i32, b: i32) -> Option<i32> {
    Some(match op {
        BinaryOp::AddInt => a.wrapping_add(b),
        BinaryOp::SubInt => a.wrapping_sub(b),
        BinaryOp::MulInt => a.wrapping_mul(b),
        BinaryOp::DivInt => a.wrapping_div(b),
        BinaryOp::RemInt => a.wrapping_rem(b),
        BinaryOp::ShlInt => a.wrapping_shl(b as u32),
        BinaryOp::ShrInt => a.wrapping_shr(b as u32),
        BinaryOp::UshrInt => (a as u32).wrapping_shr(b as u32) as i32,
        BinaryOp::AndInt => a & b,
        BinaryOp::OrInt => a | b,
        BinaryOp::XorInt => a ^ b,
        _ => return None,
    })
}

fn long(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        BinaryOp::AddLong => a.wrapping_add(b),
        BinaryOp::SubLong => a.wrapping_sub(b),
        BinaryOp::MulLong => a.wrapping_mul(b),
        BinaryOp::DivLong => a.wrapping_div(b),
        BinaryOp::RemLong => a.wrapping_rem(b),
        BinaryOp::AndLong => a & b,
        BinaryOp::OrLong => a | b,
        BinaryOp::XorLong => a ^ b,
        _ => return None,
    })
}

/// Whether a condition holds; `None` when the operands are of the wrong kind.
pub(crate) fn holds(condition: Condition, a: Slot, b: Slot) -> Option<bool> {
    match (a, b) {
        (Slot::Int(a), Slot::Int(b)) => Some(match condition {
            Condition::Equal => a == b,
            Condition::NotEqual => a != b,
            Condition::Less => a < b,
            Condition::GreaterOrEqual => a >= b,
            Condition::Greater => a > b,
            Condition::LessOrEqual => a <= b,
        }),
        (Slot::Null | Slot::Ref(_), Slot::Null | Slot::Ref(_)) => match condition {
            Condition::Equal => Some(a == b),
            Condition::NotEqual => Some(a != b),
            _ => None,
        },
        _ => None,
    }
}
