//! `factorial`, `perm` and `comb`: products of many whole numbers.
//!
//! A long product is made of its halves, so that the operands of each multiplication are of like
//! size, which the fast ways to multiply need; a row of small factors is multiplied one by one.
//! Between two halves the thread handles its signals, since a result may take hours.

use motet_tm::Value;
use num_bigint::BigInt;

use crate::modules::math::{ask_for_integers, asking};
use crate::modules::math_functions::whole;
use motet_python_objects::classes::signals::pause;
use motet_python_objects::model::exception::{OVERFLOW_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::NONE;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::int;

/// The functions.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("factorial", 1, 1, ask_factorial),
    NativeFunction::calling("comb", 2, 2, ask_combinations),
    NativeFunction::calling("perm", 1, 2, ask_permutations),
];

asking! {
    ask_factorial ask_for_integers factorial;
    ask_combinations ask_for_integers combinations;
    ask_permutations ask_for_integers permutations;
}

/// So many factors are multiplied one by one.
const ROW_MAX: u64 = 64;

fn factorial<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = whole(thread, arguments, 0)?;
    if number.sign() == num_bigint::Sign::Minus {
        let message = "factorial() not defined for negative values";
        return Err(thread.raise(VALUE_ERROR, message));
    }
    let Ok(count) = i64::try_from(&number) else {
        let message = format!("factorial() argument should not exceed {}", i64::MAX);
        return Err(thread.raise(OVERFLOW_ERROR, message));
    };
    let result = falling_product(thread, &number, count.unsigned_abs())?;
    int::from_big(thread, &result)
}

/// Two counts, neither negative; the second may be left out.
fn counts(thread: &Thread, arguments: Arguments) -> Outcome<(BigInt, BigInt)> {
    let first = whole(thread, arguments, 0)?;
    let second = match arguments.optional(thread, 1) {
        None | Some(NONE) => first.clone(),
        Some(_) => whole(thread, arguments, 1)?,
    };
    for (name, count) in [("n", &first), ("k", &second)] {
        if count.sign() == num_bigint::Sign::Minus {
            let message = format!("{name} must be a non-negative integer");
            return Err(thread.raise(VALUE_ERROR, message));
        }
    }
    Ok((first, second))
}

fn small_count(thread: &Thread, count: &BigInt, name: &str) -> Outcome<u64> {
    let small = u64::try_from(count).ok();
    small
        .filter(|count| *count <= i64::MAX as u64)
        .ok_or_else(|| {
            let message = format!("{name} must not exceed {}", i64::MAX);
            thread.raise(OVERFLOW_ERROR, message)
        })
}

fn combinations<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (all, taken) = counts(thread, arguments)?;
    if taken > all {
        return Ok(Value::from_small(0));
    }
    let rest = &all - &taken;
    let taken = small_count(thread, &taken.min(rest), "min(n - k, k)")?;
    let result = binomial(thread, &all, taken)?;
    int::from_big(thread, &result)
}

fn permutations<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if matches!(arguments.optional(thread, 1), None | Some(NONE)) {
        return factorial(thread, arguments);
    }
    let (all, taken) = counts(thread, arguments)?;
    if taken > all {
        return Ok(Value::from_small(0));
    }
    let taken = small_count(thread, &taken, "k")?;
    let result = falling_product(thread, &all, taken)?;
    int::from_big(thread, &result)
}

/// The product of so many whole numbers from `first` downwards.
fn falling_product(thread: &mut Thread, first: &BigInt, count: u64) -> Outcome<BigInt> {
    if count <= ROW_MAX {
        return Ok((0..count).fold(BigInt::from(1), |product, step| product * (first - step)));
    }
    pause(thread)?;
    let half = count / 2;
    let upper = falling_product(thread, first, half)?;
    let lower = falling_product(thread, &(first - half), count - half)?;
    Ok(upper * lower)
}

/// The number of ways to take `taken` of `all` things. To take them is to take a half of them, and
/// the rest of what is left; each result comes about as often as it can be cut into such halves.
fn binomial(thread: &mut Thread, all: &BigInt, taken: u64) -> Outcome<BigInt> {
    if taken <= ROW_MAX {
        let next = |result: BigInt, step: u64| result * (all - step) / (step + 1);
        return Ok((0..taken).fold(BigInt::from(1), next));
    }
    pause(thread)?;
    let half = taken / 2;
    let first = binomial(thread, all, half)?;
    let rest = binomial(thread, &(all - half), taken - half)?;
    let cuts = binomial(thread, &BigInt::from(taken), half)?;
    Ok(first * rest / cuts)
}
