//! Methods of strings that ask what kind of text it is.

use super::prelude::*;
use super::string_methods::receiver;

/// The value of a decimal digit of any script.
pub fn decimal_digit(character: char) -> Option<u32> {
    if character.is_ascii() {
        return character.to_digit(10);
    }
    // The digits of a script follow each other, from one of these zeros.
    const ZEROS: [u32; 22] = [
        0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6,
        0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0xa620, 0xff10,
    ];
    let code = u32::from(character);
    ZEROS
        .iter()
        .find(|zero| (**zero..**zero + 10).contains(&code))
        .map(|zero| code - zero)
}

/// Whether a character stands for a digit: also superscripts and circled ones.
pub fn is_digit(character: char) -> bool {
    decimal_digit(character).is_some()
        || matches!(
            u32::from(character),
            0xb2 | 0xb3 | 0xb9 | 0x2070 | 0x2074..=0x2079 | 0x2080..=0x2089 | 0x2460..=0x2468
        )
}

/// Whether a text is a name.
pub fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    let Some(first) = characters.next() else {
        return false;
    };
    let continues = |character: char| {
        character == '_' || character.is_alphanumeric() || is_combining(character)
    };
    (first == '_' || first.is_alphabetic()) && characters.all(continues)
}

fn is_combining(character: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&character)
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
    text.chars().any(wanted) && !text.chars().any(other)
}

fn is_alpha(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    all(thread, arguments, "isalpha", |character| {
        character.is_alphabetic() && !is_combining(character)
    })
}

fn is_alnum(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    all(thread, arguments, "isalnum", char::is_alphanumeric)
}

fn is_digit_method(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    all(thread, arguments, "isdigit", is_digit)
}

fn is_decimal(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    all(thread, arguments, "isdecimal", |character| {
        decimal_digit(character).is_some()
    })
}

fn is_numeric(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    all(thread, arguments, "isnumeric", char::is_numeric)
}

fn is_space(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    all(thread, arguments, "isspace", super::string::is_space)
}

fn is_upper(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "isupper")?;
    Ok(boolean(cased(text, char::is_uppercase, char::is_lowercase)))
}

fn is_lower(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "islower")?;
    Ok(boolean(cased(text, char::is_lowercase, char::is_uppercase)))
}

fn is_title(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "istitle")?;
    let (mut in_word, mut any) = (false, false);
    for character in text.chars() {
        let is_upper = character.is_uppercase();
        if is_upper == in_word && (is_upper || character.is_lowercase()) {
            return Ok(FALSE);
        }
        in_word = is_upper || character.is_lowercase();
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
    Ok(boolean(text.chars().all(super::string::is_printable)))
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
