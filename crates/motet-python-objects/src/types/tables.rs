//! Helpers of natives for reading their arguments.

use crate::types::int;
use crate::types::prelude::*;

/// The `TypeError` of a method that is called on a value of another type.
#[cold]
pub fn wrong_receiver(thread: &Thread, class: &str, method: &str, value: Value<'_>) -> Unwind {
    let name = type_name(thread, value);
    type_error(
        thread,
        format!("descriptor '{method}' for '{class}' objects doesn't apply to a '{name}' object"),
    )
}

/// What a method of a built-in class returns that makes a value of the class it is called of, which
/// is argument 0: the value itself, or what a class below the built-in one makes of it.
///
/// # Errors
/// Any exception of the class.
pub fn made_by_class<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    built_in: ClassNumber,
    value: Root,
) -> Outcome<Value<'a>> {
    if thread.class_number_of(arguments.get(thread, 0)) == Some(built_in) {
        return Ok(thread.get(value));
    }
    let class = thread.root(arguments.get(thread, 0));
    let made = thread.call(class, &[value])?;
    Ok(thread.get(made))
}

/// Constructors make values of their own type: the machine puts the class below it around them.
/// Argument 0 is the class.
///
/// # Errors
/// `TypeError`.
pub fn refuse_subclass(thread: &Thread, arguments: Arguments, class: ClassNumber) -> Outcome<()> {
    if thread.class_number_of(arguments.get(thread, 0)) == Some(class) {
        return Ok(());
    }
    let name = thread.class_name(class);
    Err(type_error(
        thread,
        format!("subclassing builtin '{name}' is not supported yet"),
    ))
}

/// The machine number of an `int` argument.
///
/// # Errors
/// `TypeError` for anything else, `OverflowError` for large ones.
pub fn integer_argument(thread: &Thread, value: Value<'_>) -> Outcome<i64> {
    if let Some(number) = int::to_i64(thread, value) {
        return Ok(number);
    }
    if int::is_int(thread, value) {
        let message = "Python int too large to convert to C ssize_t";
        return Err(overflow_error(thread, message));
    }
    let name = type_name(thread, value);
    Err(type_error(
        thread,
        format!("'{name}' object cannot be interpreted as an integer"),
    ))
}

/// The number of an `int` argument that C keeps in an `int`.
///
/// # Errors
/// `TypeError` for anything else, `OverflowError` for large ones.
pub fn c_int_argument(thread: &Thread, value: Value<'_>) -> Outcome<i32> {
    let number = int::to_i64(thread, value).and_then(|number| i32::try_from(number).ok());
    match number {
        Some(number) => Ok(number),
        None if int::is_int(thread, value) => {
            let message = "Python int too large to convert to C int";
            Err(overflow_error(thread, message))
        }
        None => integer_argument(thread, value).map(|_| 0),
    }
}

/// The value of a keyword argument.
pub fn keyword<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Option<Value<'a>> {
    (0..arguments.keyword_count())
        .find(|index| thread.keyword_name(*index) == name)
        .map(|index| arguments.keyword_value(thread, index))
}

/// An argument that may be given by position or by name.
pub fn parameter<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    index: usize,
    name: &str,
) -> Option<Value<'a>> {
    arguments
        .optional(thread, index)
        .or_else(|| keyword(thread, arguments, name))
}

/// Refuses keyword arguments that a function does not know.
///
/// # Errors
/// `TypeError`.
pub fn check_keywords(
    thread: &Thread,
    arguments: Arguments,
    function: &str,
    known: &[&str],
) -> Outcome<()> {
    for index in 0..arguments.keyword_count() {
        let name = thread.keyword_name(index);
        if !known.contains(&name) {
            let message = format!("{function}() got an unexpected keyword argument '{name}'");
            return Err(type_error(thread, message));
        }
    }
    Ok(())
}
