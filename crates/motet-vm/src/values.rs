//! The special values that all languages share: their numbers, and their truth.
//!
//! A special value is a number in a tagged word ([`Value::special`]). The numbers below
//! [`SPECIALS_END`] mean the same in every language; a language numbers its own from there on.

use motet_tm::Value;

/// The value that stands for none.
pub const NONE: Value<'static> = Value::special(0);
/// The value that is false.
pub const FALSE: Value<'static> = Value::special(1);
/// The value that is true.
pub const TRUE: Value<'static> = Value::special(2);
/// The mark of a variable without a value; it never reaches a program.
pub const UNBOUND: Value<'static> = Value::special(5);
/// A language's own special values are numbered from here on, or lie between those above.
pub const SPECIALS_END: u32 = 6;

/// The value of a truth.
#[inline(always)]
pub const fn boolean(truth: bool) -> Value<'static> {
    if truth { TRUE } else { FALSE }
}
