//! Arithmetic on decimal digits and limbs, and the mini-language of formats. Nothing here knows a
//! heap or an interpreter.

pub mod decimal_digits;
pub mod decimal_limbs;
pub mod decimal_text;
pub mod format_parse;
