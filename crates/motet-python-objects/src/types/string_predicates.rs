//! Predicates of strings: methods that test the kind of text.

use crate::types::string;
use rustpython_unicode::{Ucd, case, classify, identifier};

use crate::types::prelude::*;
use crate::types::string_methods::receiver;

/// The value of a decimal digit of any script.
pub fn decimal_digit(character: char) -> Option<u32> {
    if character.is_ascii() {
        return character.to_digit(10);
    }
    let digit = Ucd::new(true).decimal(character.into())?;
    u32::try_from(digit).ok()
}

/// The digit of ASCII that has the value of a decimal digit; another character itself.
pub fn in_ascii(character: char) -> char {
    decimal_digit(character)
        .and_then(|digit| char::from_digit(digit, 10))
        .unwrap_or(character)
}

/// Whether a text is a name.
pub fn is_identifier(text: &str) -> bool {
    if text.is_ascii() {
        let is_continue = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let bytes = text.as_bytes();
        return bytes.first().is_some_and(|byte| !byte.is_ascii_digit())
            && bytes.iter().all(is_continue);
    }
    let mut characters = text.chars();
    characters.next().is_some_and(identifier::is_start) && characters.all(identifier::is_continue)
}

fn all(
    thread: &Thread,
    arguments: Arguments,
    name: &str,
    test: impl Fn(char) -> bool,
) -> Outcome<Value<'static>> {
    let text = receiver(thread, arguments, name)?;
    Ok(boolean(!text.is_empty() && text.chars().all(test)))
}

/// Whether all letters with a case have the one that is wanted, and there is one.
fn cased(text: &str, wanted: impl Fn(char) -> bool, other: impl Fn(char) -> bool) -> bool {
    text.chars().any(wanted)
        && !text
            .chars()
            .any(|character| other(character) || case::is_titlecase(character))
}

macro_rules! tests {
    ($($function:ident $name:literal $test:expr;)*) => {
        $(fn $function(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
            all(thread, arguments, $name, $test)
        })*
    };
}

tests! {
    is_alpha "isalpha" |character| {
        if character.is_ascii() {
            character.is_ascii_alphabetic()
        } else {
            classify::is_alpha(character)
        }
    };
    is_alnum "isalnum" |character| {
        if character.is_ascii() {
            character.is_ascii_alphanumeric()
        } else {
            classify::is_alnum(character) || classify::is_numeric(character)
        }
    };
    is_digit_method "isdigit" classify::is_digit;
    is_decimal "isdecimal" classify::is_decimal;
    is_numeric "isnumeric" classify::is_numeric;
    is_space "isspace" string::is_space;
}

fn is_upper(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "isupper")?;
    Ok(boolean(cased(text, case::is_uppercase, case::is_lowercase)))
}

fn is_lower(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "islower")?;
    Ok(boolean(cased(text, case::is_lowercase, case::is_uppercase)))
}

fn is_title(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "istitle")?;
    let (mut in_word, mut any) = (false, false);
    for character in text.chars() {
        let is_upper = case::is_uppercase(character) || case::is_titlecase(character);
        if is_upper == in_word && (is_upper || case::is_lowercase(character)) {
            return Ok(FALSE);
        }
        in_word = is_upper || case::is_lowercase(character);
        any |= in_word;
    }
    Ok(boolean(any))
}

fn is_identifier_method(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    Ok(boolean(is_identifier(receiver(
        thread,
        arguments,
        "isidentifier",
    )?)))
}

fn is_ascii(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    Ok(boolean(receiver(thread, arguments, "isascii")?.is_ascii()))
}

fn is_printable(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "isprintable")?;
    Ok(boolean(text.chars().all(string::is_printable)))
}

/// The methods of this module.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("isalpha", 1, 1, is_alpha),
    NativeFunction::leaf("isalnum", 1, 1, is_alnum),
    NativeFunction::leaf("isdigit", 1, 1, is_digit_method),
    NativeFunction::leaf("isdecimal", 1, 1, is_decimal),
    NativeFunction::leaf("isnumeric", 1, 1, is_numeric),
    NativeFunction::leaf("isspace", 1, 1, is_space),
    NativeFunction::leaf("isupper", 1, 1, is_upper),
    NativeFunction::leaf("islower", 1, 1, is_lower),
    NativeFunction::leaf("istitle", 1, 1, is_title),
    NativeFunction::leaf("isidentifier", 1, 1, is_identifier_method),
    NativeFunction::leaf("isascii", 1, 1, is_ascii),
    NativeFunction::leaf("isprintable", 1, 1, is_printable),
];
