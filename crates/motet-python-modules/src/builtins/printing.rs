//! `print` and `input`.

use motet_python_objects::model::exception_classes::{ATTRIBUTE_ERROR, EOF_ERROR};
use motet_python_objects::model::native::{self, Arguments, NativeFunction, Outcome};
use motet_python_objects::model::upcalls;
use motet_python_objects::types::host::get_attribute;
use motet_python_objects::types::module;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::{repr, truth};
use motet_python_objects::types::standard_streams::{open_stream_of, write_text};
use motet_python_objects::types::string;
use motet_python_objects::types::tables::{NAMES_ONLY, check_keywords, keyword};
use motet_vm::output::{self, Stream};

/// The text of `sep` or `end`.
fn option(thread: &Thread, arguments: Arguments, name: &str, default: &str) -> Outcome<String> {
    match keyword(thread, arguments, name).filter(|value| *value != NONE) {
        None => Ok(default.to_string()),
        Some(value) => match string::as_text(thread, value) {
            Some(text) => Ok(text.to_string()),
            None => {
                let given = type_name(thread, value);
                let message = format!("{name} must be None or a string, not {given}");
                Err(type_error(thread, message))
            }
        },
    }
}

fn print<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(
        thread,
        arguments,
        "print",
        &[NAMES_ONLY, "sep", "end", "file", "flush"],
    )?;
    let separator = option(thread, arguments, "sep", " ")?;
    let end = option(thread, arguments, "end", "\n")?;
    let file = keyword(thread, arguments, "file").filter(|file| *file != NONE);
    let file = file.map(|file| thread.root(file));
    let flush = keyword(thread, arguments, "flush").map(|flush| thread.root(flush));
    // The whole text first: the output of a `__str__` comes before it, and an error leaves nothing.
    let mut text = String::new();
    for index in 0..arguments.len() {
        if index > 0 {
            text.push_str(&separator);
        }
        let mark = thread.root_count();
        let value = thread.root(arguments.get(thread, index));
        repr::str_into(thread, value, &mut text)?;
        thread.truncate_roots(mark);
    }
    text.push_str(&end);
    let flush = match flush {
        Some(flush) => truth::truth(thread, flush)?,
        None => false,
    };
    let file = match file {
        Some(file) => Some(file),
        None => system_stdout(thread).map(|file| thread.root(file)),
    };
    let stream = match file {
        None => Stream::Out,
        Some(file) if thread.get(file) == NONE => return Ok(NONE),
        Some(file) => match open_stream_of(thread, thread.get(file)) {
            Some(stream) => stream,
            None => {
                let write = get_attribute(thread, file, "write")?;
                let value = thread.root(string::new(thread, &text)?);
                thread.call(write, &[value])?;
                if flush {
                    let flush = get_attribute(thread, file, "flush")?;
                    thread.call(flush, &[])?;
                }
                return Ok(NONE);
            }
        },
    };
    write_text(thread, stream, &text)?;
    if flush {
        output::flush(thread, stream)?;
    }
    Ok(NONE)
}

/// The value of `sys.stdout`, if the program has imported `sys`.
fn system_stdout(thread: &Thread) -> Option<Value<'_>> {
    let name = thread.machine().symbols.find("stdout")?;
    let module = module::find_module(thread, "sys")?;
    let module = thread.object_of(module, CLASS_MODULE)?;
    module::namespace_of(thread, module.value()).get(thread, name)
}

/// An attribute of the `sys` module; `None` if it is not there.
fn system_attribute(thread: &mut Thread, name: &'static str) -> Outcome<Option<Root>> {
    let module = match module::find_module(thread, "sys") {
        Some(module) => thread.root(module),
        // The program may read lines without having imported it.
        None => motet_python_interp::import::import_module(thread, "sys")?,
    };
    match get_attribute(thread, module, name) {
        Err(Unwind::Raise) if take_exception(thread, ATTRIBUTE_ERROR) => Ok(None),
        other => other.map(Some),
    }
}

fn input<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let lost = |thread: &Thread| runtime_error(thread, "input(): lost sys.stdin");
    let Some(stdin) = system_attribute(thread, "stdin")? else {
        return Err(lost(thread));
    };
    if thread.get(stdin) == NONE {
        return Err(lost(thread));
    }
    let prompt = match arguments.optional(thread, 0) {
        Some(prompt) => {
            let prompt = thread.root(prompt);
            Some(repr::str_of(thread, prompt)?)
        }
        None => None,
    };
    if let Some(line) = edited_line(thread, prompt)? {
        return Ok(thread.get(line));
    }
    if let Some(prompt) = prompt {
        let stdout = system_attribute(thread, "stdout")?;
        let stream = stdout.and_then(|stdout| open_stream_of(thread, thread.get(stdout)));
        match (stdout, stream) {
            (_, Some(stream)) => {
                let text = string::as_text(thread, thread.get(prompt))
                    .expect("str_of gives nothing but a str");
                write_text(thread, stream, text)?;
                output::flush(thread, stream)?;
            }
            (Some(stdout), None) => {
                let write = get_attribute(thread, stdout, "write")?;
                thread.call(write, &[prompt])?;
                let flush = get_attribute(thread, stdout, "flush")?;
                thread.call(flush, &[])?;
            }
            (None, None) => return Err(runtime_error(thread, "input(): lost sys.stdout")),
        }
    }
    let read = get_attribute(thread, stdin, "readline")?;
    let line = thread.call(read, &[])?;
    let Some(text) = string::as_text(thread, thread.get(line)) else {
        return Err(type_error(thread, "object.readline() returned non-string"));
    };
    if text.is_empty() {
        return Err(thread.raise(EOF_ERROR, "EOF when reading a line"));
    }
    string::new(thread, text.strip_suffix('\n').unwrap_or(text))
}

/// The line that the program's `readline` module reads from a terminal; `None` if the program has
/// not imported it, or lines come from elsewhere.
fn edited_line(thread: &mut Thread, prompt: Option<Root>) -> Outcome<Option<Root>> {
    let Some(module) = module::find_module(thread, "readline") else {
        return Ok(None);
    };
    let module = thread.root(module);
    let read = match get_attribute(thread, module, "_edited_line") {
        Ok(read) => read,
        // It is a module of the program's own.
        Err(Unwind::Raise) if take_exception(thread, ATTRIBUTE_ERROR) => return Ok(None),
        Err(error) => return Err(error),
    };
    let prompt = match prompt {
        Some(prompt) => prompt,
        None => {
            let nothing = string::new(thread, "")?;
            thread.root(nothing)
        }
    };
    let line = thread.call(read, &[prompt])?;
    Ok((thread.get(line) != NONE).then_some(line))
}

fn breakpoint<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(hook) = system_attribute(thread, "breakpointhook")? else {
        let message = "breakpoint() needs sys.breakpointhook: there is no debugger";
        return Err(runtime_error(thread, message));
    };
    let (given, names) = native::roots_from(thread, arguments, 0);
    let result = upcalls::call_with_names(thread, hook, &given, &names)?;
    Ok(thread.get(result))
}

/// The functions of this module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("print", 0, u8::MAX, print).with_keywords(),
    NativeFunction::calling("input", 0, 1, input),
    NativeFunction::calling("breakpoint", 0, u8::MAX, breakpoint).with_keywords(),
];
