//! Helpers of natives for reading their arguments.

use crate::model::native_owners::plural;
use crate::types::prelude::*;
use crate::types::{int, similar_names, slice};

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

/// The index that `pop` is called with; that of the last item, if there is none.
///
/// # Errors
/// As [`integer_argument`].
pub fn index_to_pop(thread: &Thread, arguments: Arguments) -> Outcome<i64> {
    match arguments.optional(thread, 1) {
        Some(index) => integer_argument(thread, index),
        None => Ok(-1),
    }
}

/// The place of the item that `pop` takes out of a sequence of some length, told by `kind`.
///
/// # Errors
/// As [`index_to_pop`]; `IndexError` if there is no such item.
pub fn place_to_pop(
    thread: &Thread,
    arguments: Arguments,
    length: u64,
    kind: &str,
) -> Outcome<u64> {
    let index = index_to_pop(thread, arguments)?;
    if length == 0 {
        return Err(index_error(thread, format!("pop from empty {kind}")));
    }
    slice::place(index, length).ok_or_else(|| index_error(thread, "pop index out of range"))
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

/// Stands between the names that may be given by position and those that may not.
pub const NAMES_ONLY: &str = "*";

/// Refuses what does not fit a function that is called with keyword arguments: too many arguments,
/// one that is given by position and by name, one of a name that the function does not know.
/// `known` are the names in the order of the parameters; those that only a name gives stand behind
/// [`NAMES_ONLY`], if others may be given by position.
///
/// # Errors
/// `TypeError`.
#[inline]
pub fn check_keywords(
    thread: &Thread,
    arguments: Arguments,
    function: &str,
    known: &[&str],
) -> Outcome<()> {
    match arguments.keyword_count() {
        0 => Ok(()),
        _ => check_named(thread, arguments, function, known),
    }
}

fn check_named(
    thread: &Thread,
    arguments: Arguments,
    function: &str,
    known: &[&str],
) -> Outcome<()> {
    let named = arguments.keyword_count();
    // How many arguments the native gets before those of the program, and how many at most.
    let (before, most) = thread.named_limits();
    let given = arguments.len().saturating_sub(before);
    let border = known.iter().position(|name| *name == NAMES_ONLY);
    let border = border.unwrap_or(known.len());
    let (by_place, rest) = known.split_at(border);
    let by_name = rest.get(1..).unwrap_or_default();
    // Without a limit there is no telling which place a name has.
    let places = most.map(|most| most.saturating_sub(before));
    let nameless = places.and_then(|places| places.checked_sub(by_place.len()));
    if let Some(nameless) = nameless {
        let all = nameless + by_place.len() + by_name.len();
        if given + named > all {
            let (s, kind) = (plural(all), if given == 0 { "keyword " } else { "" });
            let count = given + named;
            let message =
                format!("{function}() takes at most {all} {kind}argument{s} ({count} given)");
            return Err(type_error(thread, message));
        }
        for (place, name) in by_place.iter().enumerate() {
            let place = nameless + place;
            if place < given && keyword(thread, arguments, name).is_some() {
                let place = place + 1;
                let message = format!(
                    "argument for {function}() given by name ('{name}') and position ({place})"
                );
                return Err(type_error(thread, message));
            }
        }
    }
    let wrong = (0..named).map(|index| thread.keyword_name(index));
    let mut wrong = wrong.filter(|name| !known.contains(name) || *name == NAMES_ONLY);
    let Some(wrong) = wrong.next() else {
        return Ok(());
    };
    let names = [by_place, by_name].concat();
    let caller = format!("{function}()");
    let message = similar_names::unexpected_keyword(&caller, wrong, &names);
    Err(type_error(thread, message))
}
