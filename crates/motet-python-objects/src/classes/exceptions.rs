//! Natives of exceptions.

use crate::classes::annotations;
use crate::classes::attribute_set;
use crate::classes::type_attributes;
use crate::model::exception_classes::EXCEPTIONS;
use crate::model::names;
use crate::model::text;
use crate::model::type_def::TypeDef;
use crate::types::codec_errors;
use crate::types::dict;
use crate::types::exception_fields;
use motet_tm::{Root, Value};

use crate::model::exception::*;
use crate::model::layouts::*;
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::thread::Thread;
use crate::types::protocol::repr;
use crate::types::tables;
use crate::types::{string, tuple};

/// Methods of all exceptions.
const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__init__", 1, u8::MAX, init),
    NativeFunction::calling("__repr__", 1, 1, repr_exception),
    NativeFunction::calling("__str__", 1, 1, str_exception),
    NativeFunction::leaf("with_traceback", 2, 2, with_traceback),
    NativeFunction::leaf("add_note", 2, 2, add_note),
    NativeFunction::calling("__setstate__", 2, 2, set_state),
];

/// Methods of `KeyError`.
const KEY_ERROR_METHODS: &[NativeFunction] =
    &[NativeFunction::calling("__str__", 1, 1, str_key_error)];

/// Methods of `SyntaxError`.
const SYNTAX_ERROR_METHODS: &[NativeFunction] =
    &[NativeFunction::calling("__str__", 1, 1, str_syntax_error)];

/// Methods of `ImportError`.
const IMPORT_ERROR_METHODS: &[NativeFunction] =
    &[NativeFunction::calling("__str__", 1, 1, str_import_error)];

/// Methods of `OSError`.
const OS_ERROR_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__init__", 1, u8::MAX, init_os_error).with_keywords(),
    NativeFunction::calling("__str__", 1, 1, str_os_error),
];

fn receiver<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<motet_tm::Object<'a>> {
    as_exception(thread, arguments.get(thread, 0))
        .ok_or_else(|| thread.raise(TYPE_ERROR, "an exception is needed"))
}

fn method_receiver<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    method: &str,
) -> Outcome<motet_tm::Object<'a>> {
    let value = arguments.get(thread, 0);
    as_exception(thread, value)
        .ok_or_else(|| tables::wrong_receiver(thread, "BaseException", method, value))
}

fn init<'a>(thread: &'a Thread, all: Arguments) -> Outcome<Value<'a>> {
    let exception = receiver(thread, all)?;
    let given: Vec<Value<'_>> = (1..all.len()).map(|index| all.get(thread, index)).collect();
    let given = tuple::from_values(thread, &given)?;
    thread.write(exception)?.set(EXCEPTION_ARGS, given);
    Ok(NONE)
}

fn init_os_error<'a>(thread: &'a Thread, all: Arguments) -> Outcome<Value<'a>> {
    let exception = receiver(thread, all)?;
    let given: Vec<Value<'_>> = (1..all.len()).map(|index| all.get(thread, index)).collect();
    exception_fields::init_os_error(thread, exception, &given)?;
    Ok(NONE)
}

fn repr_exception<'a>(thread: &'a mut Thread, all: Arguments) -> Outcome<Value<'a>> {
    let exception = receiver(thread, all)?;
    let name = thread.class_name(thread.class_of_object(exception));
    let given = arguments(thread, exception);
    let text = match given.as_slice() {
        [one] => {
            let one = thread.root(*one);
            format!("{name}({})", repr::repr_text(thread, one)?)
        }
        _ => {
            let all = thread.root(thread.read(exception).get(EXCEPTION_ARGS));
            format!("{name}{}", repr::repr_text(thread, all)?)
        }
    };
    string::new(thread, &text)
}

fn str_exception<'a>(thread: &'a mut Thread, all: Arguments) -> Outcome<Value<'a>> {
    let exception = receiver(thread, all)?;
    let given = arguments(thread, exception);
    let text = match given.as_slice() {
        [] => return string::new(thread, ""),
        [one] => {
            let one = thread.root(*one);
            repr::str_of(thread, one)?
        }
        _ => {
            let all = thread.root(thread.read(exception).get(EXCEPTION_ARGS));
            repr::str_of(thread, all)?
        }
    };
    Ok(thread.get(text))
}

fn str_key_error<'a>(thread: &'a mut Thread, all: Arguments) -> Outcome<Value<'a>> {
    let exception = receiver(thread, all)?;
    if let [one] = arguments(thread, exception).as_slice() {
        let one = thread.root(*one);
        let text = repr::repr(thread, one)?;
        return Ok(thread.get(text));
    }
    str_exception(thread, all)
}

fn str_os_error<'a>(thread: &'a mut Thread, all: Arguments) -> Outcome<Value<'a>> {
    let exception = receiver(thread, all)?;
    let is_absent = |name| {
        let value = exception_fields::get(thread, exception, name);
        value.is_none_or(|value| value == NONE)
    };
    let count = arguments(thread, exception).len();
    if count < 2 || is_absent("errno") && is_absent("strerror") && count > 2 {
        return str_exception(thread, all);
    }
    let field = |name| {
        let value = exception_fields::get(thread, exception, name);
        thread.root(value.unwrap_or(NONE))
    };
    let given = [field("errno"), field("strerror")];
    let names = [field("filename"), field("filename2")];
    let number = repr::str_of(thread, given[0])?;
    let problem = repr::str_of(thread, given[1])?;
    let text = |root| {
        text::as_text(thread, thread.get(root))
            .unwrap_or("")
            .to_owned()
    };
    let mut message = format!("[Errno {}] {}", text(number), text(problem));
    for (name, before) in names.into_iter().zip([": ", " -> "]) {
        if thread.get(name) != NONE {
            message.push_str(before);
            message.push_str(&repr::repr_text(thread, name)?);
        }
    }
    string::new(thread, &message)
}

/// The message, the name of the file without its folders, the line.
fn str_syntax_error<'a>(thread: &'a mut Thread, all: Arguments) -> Outcome<Value<'a>> {
    let exception = receiver(thread, all)?;
    let field = |name| exception_fields::get(thread, exception, name).unwrap_or(NONE);
    let file = text::as_text(thread, field("filename"));
    let file = file.map(|file| file.rsplit('/').next().unwrap_or(file).to_owned());
    let line = field("lineno").as_integer();
    let message = thread.root(field("msg"));
    let message = repr::str_of(thread, message)?;
    let message = text::as_text(thread, thread.get(message)).unwrap_or("");
    let text = match (file, line) {
        (Some(file), Some(line)) => format!("{message} ({file}, line {line})"),
        (Some(file), None) => format!("{message} ({file})"),
        (None, Some(line)) => format!("{message} (line {line})"),
        (None, None) => message.to_owned(),
    };
    string::new(thread, &text)
}

fn str_import_error<'a>(thread: &'a mut Thread, all: Arguments) -> Outcome<Value<'a>> {
    let exception = receiver(thread, all)?;
    let message = exception_fields::get(thread, exception, "msg").unwrap_or(NONE);
    if text::as_text(thread, message).is_some() {
        let message = thread.root(message);
        return Ok(thread.get(message));
    }
    str_exception(thread, all)
}

fn with_traceback<'a>(thread: &'a Thread, all: Arguments) -> Outcome<Value<'a>> {
    let exception = method_receiver(thread, all, "with_traceback")?;
    let traceback = all.get(thread, 1);
    type_attributes::check_exception_word(thread, names::TRACEBACK, traceback)?;
    thread.write(exception)?.set(EXCEPTION_TRACEBACK, traceback);
    Ok(exception.value())
}

/// `exception.__setstate__(attributes)`: a dict of them, or None.
fn set_state<'a>(thread: &'a mut Thread, all: Arguments) -> Outcome<Value<'a>> {
    let exception = thread.root(receiver(thread, all)?.value());
    let state = all.get(thread, 1);
    if state == NONE {
        return Ok(NONE);
    }
    let Some(attributes) = dict::as_dict(thread, state) else {
        return Err(thread.raise(TYPE_ERROR, "state is not a dictionary"));
    };
    let entries: Vec<(Root, Root)> = dict::entries(thread, attributes)
        .into_iter()
        .map(|(name, value)| (thread.root(name), thread.root(value)))
        .collect();
    for (name, value) in entries {
        let Some(text) = text::as_text(thread, thread.get(name)) else {
            let given = thread.type_name(thread.get(name));
            let message = format!("attribute name must be string, not '{given}'");
            return Err(thread.raise(TYPE_ERROR, message));
        };
        let name = thread.intern(text)?;
        attribute_set::set(thread, exception, name, Some(value))?;
    }
    Ok(NONE)
}

fn add_note<'a>(thread: &'a Thread, all: Arguments) -> Outcome<Value<'a>> {
    let exception = method_receiver(thread, all, "add_note")?;
    let note = all.get(thread, 1);
    if text::as_text(thread, note).is_none() {
        let given = thread.type_name(note);
        let message = format!("note must be a str, not '{given}'");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    exception_fields::append_note(thread, exception, note)?;
    Ok(NONE)
}

/// The definitions.
pub const TYPES: &[TypeDef] = &ALL;

static ALL: [TypeDef; EXCEPTIONS.len()] = {
    let mut types = [EXCEPTIONS[0]; EXCEPTIONS.len()];
    let mut index = 0;
    while index < types.len() {
        types[index] = with_natives(EXCEPTIONS[index]);
        index += 1;
    }
    types
};

/// The attributes of all exceptions.
const BASE_ATTRIBUTES: &[&str] = &[
    "__suppress_context__",
    "__dict__",
    "args",
    "__traceback__",
    "__context__",
    "__cause__",
];

/// The parts of an exception's definition beside name and base: natives, and whether CPython lays
/// its instances out as no others.
const fn with_natives(exception: TypeDef) -> TypeDef {
    let number = exception.number;
    // Those of the exceptions of codecs are properties, whose functions check what they get.
    let has_properties = matches!(
        number,
        UNICODE_ENCODE_ERROR | UNICODE_DECODE_ERROR | UNICODE_TRANSLATE_ERROR
    );
    let exception = match has_properties {
        true => exception,
        false => exception.attributes(exception_fields::added_by(number)),
    };
    match number {
        BASE_EXCEPTION => exception
            .solid()
            .made_by_new()
            .attributes(BASE_ATTRIBUTES)
            .methods(&[METHODS]),
        OS_ERROR => exception.solid().methods(&[OS_ERROR_METHODS]),
        IMPORT_ERROR => exception.solid().methods(&[IMPORT_ERROR_METHODS]),
        SYNTAX_ERROR => exception.solid().methods(&[SYNTAX_ERROR_METHODS]),
        UNICODE_ENCODE_ERROR | UNICODE_DECODE_ERROR | UNICODE_TRANSLATE_ERROR => exception
            .solid()
            .methods(&[codec_errors::METHODS])
            .properties(codec_errors::PROPERTIES),
        STOP_ITERATION | SYSTEM_EXIT | NAME_ERROR | ATTRIBUTE_ERROR => exception.solid(),
        KEY_ERROR => exception.methods(&[KEY_ERROR_METHODS]),
        BASE_EXCEPTION_GROUP => exception
            .methods(&[annotations::GROUP_METHODS])
            .parameterised(),
        EXCEPTION_GROUP => exception.also_below(EXCEPTION),
        _ => exception,
    }
}
