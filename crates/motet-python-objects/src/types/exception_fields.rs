//! Fields that some exception classes have beside their arguments: `name`, `errno`, `lineno` …
//!
//! They lie in a tuple that an exception names once one of them has been set; until then they
//! follow from its arguments.

use crate::model::text;
use crate::model::thread;
use crate::types::host::argument_type;
use crate::types::protocol::iterate;
use motet_tm::{Object, Unwind, Value};

use crate::model::exception::*;
use crate::model::layouts::*;
use crate::model::names;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use crate::types::{list, string, tuple};

/// The fields of each class, nearer classes first.
const FIELDS: &[(ClassNumber, &[&str])] = &[
    (STOP_ITERATION, &["value"]),
    (
        SYNTAX_ERROR,
        &[
            "msg",
            "filename",
            "lineno",
            "offset",
            "text",
            "end_lineno",
            "end_offset",
            "print_file_and_line",
            "_metadata",
        ],
    ),
    (
        OS_ERROR,
        &[
            "errno",
            "strerror",
            "filename",
            "filename2",
            "characters_written",
        ],
    ),
    (IMPORT_ERROR, &["msg", "name", "path", "name_from"]),
    (ATTRIBUTE_ERROR, &["name", "obj"]),
    (NAME_ERROR, &["name"]),
    (
        UNICODE_ENCODE_ERROR,
        &["encoding", "object", "start", "end", "reason"],
    ),
    (
        UNICODE_DECODE_ERROR,
        &["encoding", "object", "start", "end", "reason"],
    ),
    (
        UNICODE_TRANSLATE_ERROR,
        &["object", "start", "end", "reason"],
    ),
    (SYSTEM_EXIT, &["code"]),
    (BASE_EXCEPTION_GROUP, &["message", "exceptions"]),
];

fn fields_of(
    thread: &Thread,
    class: ClassNumber,
) -> Option<(ClassNumber, &'static [&'static str])> {
    FIELDS
        .iter()
        .find(|(owner, _)| thread.is_subclass(class, *owner))
        .copied()
}

/// Whether exceptions of a class have a field of this name, beside what all exceptions have.
pub(crate) fn is_field(thread: &Thread, class: ClassNumber, name: &str) -> bool {
    fields_of(thread, class).is_some_and(|(_, names)| names.contains(&name))
}

/// The value of a field, if exceptions of that class have it.
pub(crate) fn get<'a>(thread: &'a Thread, exception: Object<'a>, name: &str) -> Option<Value<'a>> {
    let class = thread.class_of_object(exception);
    let (owner, names) = fields_of(thread, class)?;
    let index = names.iter().position(|known| *known == name)?;
    let fields = thread.read(exception).get(EXCEPTION_FIELDS);
    let value = match fields {
        NONE => from_arguments(thread, exception, owner, index),
        fields => tuple::get(thread, tuple::as_tuple(thread, fields)?, index as u64),
    };
    let is_absent = owner == OS_ERROR && index == WRITTEN && value == NONE;
    (!is_absent).then_some(value)
}

/// The field `characters_written`: there is none unless it was given.
const WRITTEN: usize = 4;

/// The value of a field that follows from the arguments of an exception.
fn from_arguments<'a>(
    thread: &'a Thread,
    exception: Object<'a>,
    owner: ClassNumber,
    index: usize,
) -> Value<'a> {
    let given = thread.read(exception).get(EXCEPTION_ARGS);
    let given = tuple::as_tuple(thread, given);
    let count = given.map_or(0, |given| tuple::length(thread, given) as usize);
    let at = |index: usize| match given {
        Some(given) if index < count => tuple::get(thread, given, index as u64),
        _ => NONE,
    };
    match (owner, index) {
        (SYNTAX_ERROR | STOP_ITERATION, 0) => at(0),
        (SYNTAX_ERROR, 1..=6) => match tuple::as_tuple(thread, at(1)) {
            Some(_) => {
                let details = thread.tuple_items(at(1));
                details.get(index - 1).copied().unwrap_or(NONE)
            }
            None => NONE,
        },
        (IMPORT_ERROR, 0) if count == 1 => at(0),
        (OS_ERROR, 0 | 1) if OS_ERROR_PARTS.contains(&count) => at(index),
        (SYSTEM_EXIT, _) if count > 1 => thread.read(exception).get(EXCEPTION_ARGS),
        (SYSTEM_EXIT, _) => at(0),
        (BASE_EXCEPTION_GROUP, 1) => match list::as_list(thread, at(1)) {
            Some(list) => thread.new_tuple(&list::values(thread, list)),
            None => at(1),
        },
        (
            UNICODE_ENCODE_ERROR
            | UNICODE_DECODE_ERROR
            | UNICODE_TRANSLATE_ERROR
            | BASE_EXCEPTION_GROUP,
            _,
        ) => at(index),
        _ => NONE,
    }
}

/// Refuses to set or delete a field that never changes.
///
/// # Errors
/// `AttributeError`.
pub(crate) fn refuse_fixed(thread: &Thread, class: ClassNumber, name: &str) -> Outcome<()> {
    let is_fixed =
        thread.is_subclass(class, BASE_EXCEPTION_GROUP) && matches!(name, "message" | "exceptions");
    match is_fixed {
        true => Err(thread.raise(ATTRIBUTE_ERROR, "readonly attribute")),
        false => Ok(()),
    }
}

/// The fields that a class adds to those of its base.
pub(crate) const fn added_by(class: ClassNumber) -> &'static [&'static str] {
    let mut place = 0;
    while place < FIELDS.len() {
        if FIELDS[place].0 == class {
            return FIELDS[place].1;
        }
        place += 1;
    }
    &[]
}

/// Sets a field; false if exceptions of that class have none of that name.
pub fn set(thread: &Thread, exception: Object<'_>, name: &str, value: Value<'_>) -> Outcome<bool> {
    let class = thread.class_of_object(exception);
    let Some((owner, names)) = fields_of(thread, class) else {
        return Ok(false);
    };
    let Some(index) = names.iter().position(|known| *known == name) else {
        return Ok(false);
    };
    let known = thread.read(exception).get(EXCEPTION_FIELDS);
    let mut all: Vec<Value<'_>> = match known {
        NONE => (0..names.len())
            .map(|index| from_arguments(thread, exception, owner, index))
            .collect(),
        known => thread.tuple_items(known),
    };
    all[index] = value;
    let fields = tuple::from_values(thread, &all)?;
    thread.write(exception)?.set(EXCEPTION_FIELDS, fields);
    Ok(true)
}

/// Raises an exception with a message and with fields.
#[cold]
pub fn raise(
    thread: &Thread,
    class: ClassNumber,
    message: &str,
    fields: &[(&str, Value<'_>)],
) -> Unwind {
    let text = text::new_str(thread, message);
    let exception = new(thread, class, &[text]);
    let object = exception.known_object();
    for (name, value) in fields {
        if let Err(unwind) = set(thread, object, name, *value) {
            return unwind;
        }
    }
    thread.raise_value(exception)
}

/// The names of keyword arguments that a class of exceptions takes.
pub fn keywords(thread: &Thread, class: ClassNumber) -> &'static [&'static str] {
    match fields_of(thread, class) {
        Some((ATTRIBUTE_ERROR, names)) | Some((NAME_ERROR, names)) => names,
        Some((IMPORT_ERROR, names)) => &names[1..],
        _ => &[],
    }
}

/// The name of the class whose fields can be given by name to a class; none if there are none.
pub fn class_with_keywords(thread: &Thread, class: ClassNumber) -> Option<&'static str> {
    match fields_of(thread, class)?.0 {
        ATTRIBUTE_ERROR => Some("AttributeError"),
        NAME_ERROR => Some("NameError"),
        IMPORT_ERROR => Some("ImportError"),
        _ => None,
    }
}

/// The class of `OSError` that an error number stands for.
fn class_of_number(number: i64) -> Option<ClassNumber> {
    Some(match number {
        1 | 13 => PERMISSION_ERROR,
        2 => FILE_NOT_FOUND_ERROR,
        3 => PROCESS_LOOKUP_ERROR,
        4 => INTERRUPTED_ERROR,
        10 => CHILD_PROCESS_ERROR,
        11 | 114 | 115 => BLOCKING_IO_ERROR,
        17 => FILE_EXISTS_ERROR,
        20 => NOT_A_DIRECTORY_ERROR,
        21 => IS_A_DIRECTORY_ERROR,
        32 | 108 => BROKEN_PIPE_ERROR,
        103 => CONNECTION_ABORTED_ERROR,
        104 => CONNECTION_RESET_ERROR,
        110 => TIMEOUT_ERROR,
        111 => CONNECTION_REFUSED_ERROR,
        _ => return None,
    })
}

/// Makes an exception as calling its class does.
///
/// # Errors
/// `TypeError` for arguments that the class does not take.
pub fn construct<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    given: &[Value<'a>],
) -> Outcome<Value<'a>> {
    if thread.is_subclass(class, BASE_EXCEPTION_GROUP) {
        return construct_group(thread, class, given);
    }
    if !thread.is_subclass(class, OS_ERROR) {
        return Ok(new(thread, class, given));
    }
    if is_filled_by_init(thread, class) {
        return Ok(new(thread, class, &[]));
    }
    let has_parts = OS_ERROR_PARTS.contains(&given.len());
    let number = given.first().filter(|_| has_parts);
    let number = number.and_then(|number| number.as_integer());
    let class = match number.and_then(class_of_number) {
        Some(found) if class == OS_ERROR => found,
        _ => class,
    };
    let exception = new(thread, class, given);
    let object = exception.known_object();
    fill_os_error(thread, object, given)?;
    Ok(exception)
}

/// With how many arguments an `OSError` has a number, a text, and perhaps names of files.
const OS_ERROR_PARTS: std::ops::RangeInclusive<usize> = 2..=5;

/// Whether the arguments of a class below `OSError` are those that reach `OSError.__init__`: it has
/// an `__init__` of its own, and no `__new__`.
fn is_filled_by_init(thread: &Thread, class: ClassNumber) -> bool {
    let is_own = |name| {
        let found = thread.look_up(class, name);
        found.is_some_and(|found| found.class >= CLASS_USER_FIRST)
    };
    is_own(names::INIT) && !is_own(names::NEW)
}

/// `OSError.__init__`.
///
/// # Errors
/// An abort, or no memory.
pub(crate) fn init_os_error(
    thread: &Thread,
    exception: Object<'_>,
    given: &[Value<'_>],
) -> Outcome<()> {
    if !is_filled_by_init(thread, thread.class_of_object(exception)) {
        return Ok(());
    }
    let all = tuple::from_values(thread, given)?;
    thread.write(exception)?.set(EXCEPTION_ARGS, all);
    fill_os_error(thread, exception, given)
}

/// Takes the names of files out of the arguments: they are fields.
fn fill_os_error(thread: &Thread, exception: Object<'_>, given: &[Value<'_>]) -> Outcome<()> {
    let file = given.get(2).copied().unwrap_or(NONE);
    if !OS_ERROR_PARTS.contains(&given.len()) || file == NONE {
        return Ok(());
    }
    let class = thread.class_of_object(exception);
    if thread.is_subclass(class, BLOCKING_IO_ERROR) && file.as_integer().is_some() {
        set(thread, exception, "characters_written", file)?;
        return Ok(());
    }
    set(thread, exception, "filename", file)?;
    if let Some(second) = given.get(4) {
        set(thread, exception, "filename2", *second)?;
    }
    let shown = tuple::from_values(thread, &given[..2])?;
    thread.write(exception)?.set(EXCEPTION_ARGS, shown);
    Ok(())
}

fn construct_group<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    given: &[Value<'a>],
) -> Outcome<Value<'a>> {
    let fail = |class, message: String| Err(thread.raise(class, message));
    let name = thread.class_name(class);
    let [message, members] = given else {
        let count = given.len();
        return fail(
            TYPE_ERROR,
            format!("BaseExceptionGroup.__new__() takes exactly 2 arguments ({count} given)"),
        );
    };
    if text::as_text(thread, *message).is_none() {
        let found = argument_type(thread, *message);
        return fail(
            TYPE_ERROR,
            format!("BaseExceptionGroup.__new__() argument 1 must be str, not {found}"),
        );
    }
    let Some(values) = iterate::values_leaf(thread, *members) else {
        let message = "second argument (exceptions) must be a sequence";
        return fail(TYPE_ERROR, message.to_owned());
    };
    if values.is_empty() {
        let message = "second argument (exceptions) must be a non-empty sequence";
        return fail(VALUE_ERROR, message.to_owned());
    }
    let wrong = values.iter().position(|value| !thread.is_exception(*value));
    if let Some(index) = wrong {
        let message = format!("Item {index} of second argument (exceptions) is not an exception");
        return fail(VALUE_ERROR, message);
    }
    let all_plain = values
        .iter()
        .all(|value| thread.is_instance(*value, EXCEPTION));
    let class = match class {
        BASE_EXCEPTION_GROUP if all_plain => EXCEPTION_GROUP,
        EXCEPTION_GROUP if !all_plain => {
            let message = "Cannot nest BaseExceptions in an ExceptionGroup";
            return fail(TYPE_ERROR, message.to_owned());
        }
        _ if !all_plain && thread.is_subclass(class, EXCEPTION) => {
            return fail(
                TYPE_ERROR,
                format!("Cannot nest BaseExceptions in '{name}'"),
            );
        }
        class => class,
    };
    let exception = new(thread, class, given);
    let object = exception.known_object();
    set(thread, object, "exceptions", thread.new_tuple(&values))?;
    Ok(exception)
}

/// Adds a note to the exception that is being raised.
pub fn add_note_to_raised(thread: &Thread, note: &str) -> Outcome<()> {
    let raised = thread.thread_root(thread::ROOT_RAISED);
    match as_exception(thread, raised) {
        Some(exception) => append_note(thread, exception, string::new(thread, note)?),
        None => Ok(()),
    }
}

/// Adds a note to an exception.
pub(crate) fn append_note(thread: &Thread, exception: Object<'_>, note: Value<'_>) -> Outcome<()> {
    match thread.own_attribute(exception, names::NOTES) {
        Some(notes) => match list::as_list(thread, notes) {
            Some(notes) => list::push(thread, notes, note)?,
            None => {
                return Err(thread.raise(TYPE_ERROR, "Cannot add note: __notes__ is not a list"));
            }
        },
        None => {
            let notes = list::from_values(thread, &[note])?;
            thread.set_own_attribute(exception, names::NOTES, notes)?;
        }
    }
    Ok(())
}
