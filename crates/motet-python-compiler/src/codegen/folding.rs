//! Expressions whose value is known: literals, arithmetic on them, tuples of them.

use motet_python_bytecode::Constant;
use num_bigint::BigInt;
use ruff_python_ast::{Expr, Number, Operator, UnaryOp};

/// The value of an expression, if it is a constant.
pub(super) fn fold(expression: &Expr) -> Option<Constant> {
    fold_within(expression, LEVELS_MAX)
}

/// No constant is made of more levels of a tree: each part of a long chain is asked for its value,
/// and most have none.
const LEVELS_MAX: usize = 100;

fn fold_within(expression: &Expr, levels: usize) -> Option<Constant> {
    let levels = levels.checked_sub(1)?;
    match expression {
        Expr::NoneLiteral(_) => Some(Constant::None),
        Expr::BooleanLiteral(node) => Some(Constant::Bool(node.value)),
        Expr::EllipsisLiteral(_) => Some(Constant::Ellipsis),
        Expr::StringLiteral(node) => Some(Constant::Str(node.value.to_str().into())),
        Expr::BytesLiteral(node) => Some(Constant::Bytes(node.value.bytes().collect())),
        Expr::NumberLiteral(node) => Some(number(&node.value)),
        Expr::UnaryOp(node) => unary(node.op, &fold_within(&node.operand, levels)?),
        Expr::BinOp(node) => {
            let right = fold_within(&node.right, levels)?;
            binary(&fold_within(&node.left, levels)?, node.op, &right)
        }
        Expr::Tuple(node) => {
            let items = node.elts.iter().map(|item| fold_within(item, levels));
            let items: Option<Box<[Constant]>> = items.collect();
            items.map(Constant::Tuple)
        }
        _ => None,
    }
}

/// The value of an expression that is an integer of 8 bits.
pub(super) fn small_int(expression: &Expr) -> Option<i8> {
    match fold(expression)? {
        Constant::Int(value) => i8::try_from(value).ok(),
        _ => None,
    }
}

/// Whether a constant counts as true.
pub(super) fn truth(expression: &Expr) -> Option<bool> {
    Some(match fold(expression)? {
        Constant::None => false,
        Constant::Bool(value) => value,
        Constant::Int(value) => value != 0,
        Constant::Float(value) | Constant::Complex(value) => value != 0.0,
        Constant::Str(value) => !value.is_empty(),
        Constant::Bytes(value) => !value.is_empty(),
        Constant::Tuple(items) => !items.is_empty(),
        Constant::Ellipsis | Constant::BigInt(_) | Constant::Code(_) => true,
    })
}

fn number(number: &Number) -> Constant {
    match number {
        Number::Int(value) => match value.as_i64() {
            Some(small) => Constant::Int(small),
            None => big_literal(&value.to_string()),
        },
        Number::Float(value) => Constant::Float(*value),
        Number::Complex { imag, .. } => Constant::Complex(*imag),
    }
}

/// A literal beyond 64 bits, as it is written: the parser keeps prefix and underscores.
fn big_literal(literal: &str) -> Constant {
    let digits: String = literal.chars().filter(|digit| *digit != '_').collect();
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = match lower.get(..2) {
        Some("0x") => (16, &lower[2..]),
        Some("0o") => (8, &lower[2..]),
        Some("0b") => (2, &lower[2..]),
        _ => (10, &lower[..]),
    };
    match BigInt::parse_bytes(digits.as_bytes(), radix) {
        Some(value) => integer(&value),
        None => Constant::BigInt(digits.into()),
    }
}

fn integer(value: &BigInt) -> Constant {
    match i64::try_from(value) {
        Ok(small) => Constant::Int(small),
        Err(_) => Constant::BigInt(value.to_string().into()),
    }
}

fn unary(operator: UnaryOp, operand: &Constant) -> Option<Constant> {
    match (operator, operand) {
        (UnaryOp::USub, Constant::Int(value)) => Some(integer(&-BigInt::from(*value))),
        (UnaryOp::USub, Constant::BigInt(digits)) => {
            let value: BigInt = digits.parse().ok()?;
            Some(integer(&-value))
        }
        (UnaryOp::USub, Constant::Float(value)) => Some(Constant::Float(-value)),
        (UnaryOp::UAdd, Constant::Int(_) | Constant::Float(_)) => Some(operand.clone()),
        (UnaryOp::Invert, Constant::Int(value)) => Some(Constant::Int(!value)),
        (UnaryOp::Not, Constant::Bool(value)) => Some(Constant::Bool(!value)),
        _ => None,
    }
}

fn binary(left: &Constant, operator: Operator, right: &Constant) -> Option<Constant> {
    match (left, right) {
        (Constant::Int(left), Constant::Int(right)) => integers(*left, operator, *right),
        (Constant::Float(left), Constant::Float(right)) => floats(*left, operator, *right),
        (Constant::Int(left), Constant::Float(right)) => {
            floats(exact_float(*left)?, operator, *right)
        }
        (Constant::Float(left), Constant::Int(right)) => {
            floats(*left, operator, exact_float(*right)?)
        }
        (Constant::BigInt(_), _) | (_, Constant::BigInt(_)) => {
            wide(&big(left)?, operator, &big(right)?)
        }
        _ => None,
    }
}

/// An integer as a float, if that changes nothing.
fn exact_float(value: i64) -> Option<f64> {
    (value.unsigned_abs() <= 1 << 53).then_some(value as f64)
}

fn integers(left: i64, operator: Operator, right: i64) -> Option<Constant> {
    let wide_operands = || wide(&BigInt::from(left), operator, &BigInt::from(right));
    whole(left, operator, right).or_else(wide_operands)
}

/// Results of integers that do not fit into 64 bits, up to as many bits as CPython folds.
fn wide(left: &BigInt, operator: Operator, right: &BigInt) -> Option<Constant> {
    const BITS_MAX: u64 = 128;
    let count = u32::try_from(right).ok();
    let value = match operator {
        Operator::Add => left + right,
        Operator::Sub => left - right,
        Operator::Mult if left.bits() + right.bits() <= BITS_MAX => left * right,
        Operator::Pow if left.bits() * u64::from(count?) <= BITS_MAX => left.pow(count?),
        Operator::LShift if left.bits() + u64::from(count?) <= BITS_MAX => left << count?,
        _ => return None,
    };
    Some(integer(&value))
}

/// An integer constant of any size.
fn big(constant: &Constant) -> Option<BigInt> {
    match constant {
        Constant::Int(value) => Some(BigInt::from(*value)),
        Constant::BigInt(digits) => digits.parse().ok(),
        _ => None,
    }
}

/// Results of integers that fit into 64 bits.
fn whole(left: i64, operator: Operator, right: i64) -> Option<Constant> {
    let shift = u32::try_from(right).ok().filter(|count| *count < 63);
    let value = match operator {
        Operator::Add => left.checked_add(right)?,
        Operator::Sub => left.checked_sub(right)?,
        Operator::Mult => left.checked_mul(right)?,
        Operator::FloorDiv => floor_divide(left, right)?,
        Operator::Mod => left.checked_sub(floor_divide(left, right)?.checked_mul(right)?)?,
        Operator::Pow => left.checked_pow(u32::try_from(right).ok()?)?,
        Operator::LShift => left.checked_mul(1i64.checked_shl(shift?)?)?,
        Operator::RShift => left >> shift?,
        Operator::BitAnd => left & right,
        Operator::BitOr => left | right,
        Operator::BitXor => left ^ right,
        Operator::Div => return floats(exact_float(left)?, operator, exact_float(right)?),
        Operator::MatMult => return None,
    };
    Some(Constant::Int(value))
}

fn floor_divide(left: i64, right: i64) -> Option<i64> {
    let quotient = left.checked_div(right)?;
    let is_rounded_up = left % right != 0 && (left < 0) != (right < 0);
    Some(quotient - i64::from(is_rounded_up))
}

fn floats(left: f64, operator: Operator, right: f64) -> Option<Constant> {
    let value = match operator {
        Operator::Add => left + right,
        Operator::Sub => left - right,
        Operator::Mult => left * right,
        Operator::Div if right != 0.0 => left / right,
        _ => return None,
    };
    Some(Constant::Float(value))
}
