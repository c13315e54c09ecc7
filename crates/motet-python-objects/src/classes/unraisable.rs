//! Exceptions that no handler can get: those of finalizers, of callbacks and of generators that end
//! by themselves. They are handed to `sys.unraisablehook`, which shows them.

use crate::model::text;
use crate::model::upcalls;
use crate::types::module;
use crate::types::standard_streams;
use motet_tm::{Root, Unwind, Value};

use crate::classes::traceback;
use crate::model::exception;
use crate::model::exception::{ATTRIBUTE_ERROR, TYPE_ERROR};
use crate::model::layouts::*;
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::thread::Thread;
use crate::types::host::get_attribute;
use crate::types::protocol::repr;
use crate::types::string;
use motet_vm::output;

/// The functions of `_sys`.
pub const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling(HOOK, 1, 1, default_hook),
    NativeFunction::calling("_report_unraisable", 3, 3, report_from_program),
];

/// The name of the hook.
const HOOK: &str = "unraisablehook";

/// The fields of the argument of the hook.
const FIELDS: [&str; 5] = [
    "exc_type",
    "exc_value",
    "exc_traceback",
    "err_msg",
    "object",
];

/// Places among the fields.
const VALUE: usize = 1;
const TRACEBACK: usize = 2;
const MESSAGE: usize = 3;
const OBJECT: usize = 4;

/// Reports and drops the exception of an outcome that may be one. `message` names the ignored
/// exception; without one it is an exception in `object`.
///
/// # Errors
/// All that is no exception.
pub fn ignore(
    thread: &mut Thread,
    outcome: Outcome<()>,
    message: Option<&str>,
    object: Option<Root>,
) -> Outcome<()> {
    if !matches!(outcome, Err(Unwind::Raise)) {
        return outcome;
    }
    let raised = thread.root(thread.take_raised());
    let message = match message {
        Some(message) => thread.root(string::new(thread, message)?),
        None => thread.root(NONE),
    };
    let object = object.unwrap_or_else(|| thread.root(NONE));
    report(thread, raised, message, object)
}

/// As [`ignore`], where the exception has come of what was done with an object.
///
/// # Errors
/// All that is no exception.
pub(crate) fn ignore_of(
    thread: &mut Thread,
    outcome: Outcome<()>,
    act: &str,
    object: Root,
) -> Outcome<()> {
    if !matches!(outcome, Err(Unwind::Raise)) {
        return outcome;
    }
    let raised = thread.root(thread.take_raised());
    // As in CPython, nothing is said of an object that cannot be shown.
    let message = match shown(thread, object)? {
        Some(shown) => {
            let message = format!("Exception ignored while {act} {shown}");
            thread.root(string::new(thread, &message)?)
        }
        None => thread.root(NONE),
    };
    let object = thread.root(NONE);
    report(thread, raised, message, object)
}

/// The `repr` of an object, if that does not fail.
fn shown(thread: &mut Thread, object: Root) -> Outcome<Option<String>> {
    match repr::repr_text(thread, object) {
        Err(Unwind::Raise) => {
            thread.take_raised();
            Ok(None)
        }
        shown => shown.map(Some),
    }
}

/// Hands an exception to the hook. An exception of the hook is shown as the hook's own.
fn report(thread: &mut Thread, raised: Root, message: Root, object: Root) -> Outcome<()> {
    let [kind, value, trace] = exception::exception_triple(thread, raised);
    let fields = [kind, value, trace, message, object];
    let Some(hook) = changed_hook(thread) else {
        return show(thread, fields);
    };
    let outcome = call_hook(thread, hook, &fields);
    if !matches!(outcome, Err(Unwind::Raise)) {
        return outcome;
    }
    let raised = thread.root(thread.take_raised());
    let [kind, value, trace] = exception::exception_triple(thread, raised);
    let text = string::new(thread, "Exception ignored in sys.unraisablehook")?;
    let message = thread.root(text);
    show(thread, [kind, value, trace, message, hook])
}

/// The hook that the program has set in place of ours.
fn changed_hook(thread: &Thread) -> Option<Root> {
    let name = thread.machine().symbols.find(HOOK)?;
    let system = module::find_module(thread, "sys")?;
    let system = thread.object_of(system, CLASS_MODULE)?;
    let hook = module::namespace_of(thread, system.value()).get(thread, name)?;
    let is_ours = hook == NONE
        || thread
            .object_of(hook, CLASS_NATIVE_FUNCTION)
            .is_some_and(|native| thread.native_of(native).0.name == HOOK);
    (!is_ours).then(|| thread.root(hook))
}

fn call_hook(thread: &mut Thread, hook: Root, fields: &[Root; 5]) -> Outcome<()> {
    let given = upcalls::call_python(thread, "_motet_unraisable", "make", fields)?;
    thread.call(hook, &[given])?;
    Ok(())
}

/// Writes the ignored exception to `sys.stderr`.
fn show(thread: &mut Thread, fields: [Root; 5]) -> Outcome<()> {
    let mut text = String::new();
    let message = text::as_text(thread, thread.get(fields[MESSAGE])).map(str::to_owned);
    if thread.get(fields[OBJECT]) != NONE {
        let shown = shown(thread, fields[OBJECT])?;
        let shown = shown.as_deref().unwrap_or("<object repr() failed>");
        let what = message.as_deref().unwrap_or("Exception ignored in");
        text.push_str(&format!("{what}: {shown}\n"));
    } else if let Some(message) = message {
        text.push_str(&format!("{message}:\n"));
    }
    if thread.get(fields[VALUE]) == NONE {
        traceback::add_entries(thread, fields[TRACEBACK], &mut text);
        if let Some(class) = thread.class_number_of(thread.get(fields[0])) {
            text.push_str(&traceback::name_of_class(thread.class(class)));
            text.push('\n');
        }
    } else {
        traceback::add_entries(thread, fields[TRACEBACK], &mut text);
        text.push_str(&traceback::summary(thread, fields[VALUE], "")?);
    }
    write(thread, &text)
}

/// Writes a text to the present `sys.stderr`; an exception of its `write` is dropped.
fn write(thread: &mut Thread, text: &str) -> Outcome<()> {
    let Some(file) = error_file(thread) else {
        return Ok(());
    };
    match standard_streams::open_stream_of(thread, thread.get(file)) {
        Some(stream) => output::write(thread, stream, text),
        None => write_dropping(thread, file, text).map(|_| ()),
    }
}

/// Writes a text to `sys.stderr` if the program has put a file of its own there. Returns whether
/// the text is written: otherwise the caller writes it to the error output.
///
/// # Errors
/// An abort.
pub fn write_to_replaced(thread: &mut Thread, text: &str) -> Outcome<bool> {
    match error_file(thread) {
        Some(file) if standard_streams::open_stream_of(thread, thread.get(file)).is_none() => {
            write_dropping(thread, file, text)
        }
        _ => Ok(false),
    }
}

/// `sys.stderr`, if it is there and not None.
fn error_file(thread: &Thread) -> Option<Root> {
    let name = thread.machine().symbols.find("stderr")?;
    let system = module::find_module(thread, "sys")?;
    let system = thread.object_of(system, CLASS_MODULE)?;
    let file = module::namespace_of(thread, system.value()).get(thread, name)?;
    (file != NONE).then(|| thread.root(file))
}

/// Writes through the methods of a file; returns whether they raised no exception.
fn write_dropping(thread: &mut Thread, file: Root, text: &str) -> Outcome<bool> {
    match write_through(thread, file, text) {
        Err(Unwind::Raise) => {
            thread.take_raised();
            Ok(false)
        }
        outcome => outcome.map(|()| true),
    }
}

fn write_through(thread: &mut Thread, file: Root, text: &str) -> Outcome<()> {
    let write = get_attribute(thread, file, "write")?;
    let text = thread.root(string::new(thread, text)?);
    thread.call(write, &[text])?;
    let flush = get_attribute(thread, file, "flush")?;
    thread.call(flush, &[])?;
    Ok(())
}

/// `sys.unraisablehook(unraisable)`
fn default_hook<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = thread.root(arguments.get(thread, 0));
    if thread.bare_type_name(thread.get(given)) != "UnraisableHookArgs" {
        let message = "sys.unraisablehook argument type must be UnraisableHookArgs";
        return Err(thread.raise(TYPE_ERROR, message));
    }
    let mut fields = [given; FIELDS.len()];
    for (field, name) in fields.iter_mut().zip(FIELDS) {
        *field = match get_attribute(thread, given, name) {
            Err(Unwind::Raise) if thread.take_exception_of(ATTRIBUTE_ERROR) => thread.root(NONE),
            found => found?,
        };
    }
    show(thread, fields)?;
    Ok(NONE)
}

/// `_report_unraisable(exception, message, object)`, for the library.
fn report_from_program<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if exception::as_exception(thread, arguments.get(thread, 0)).is_none() {
        return Err(thread.raise(TYPE_ERROR, "an exception is needed"));
    }
    let [raised, message, object] =
        [0, 1, 2].map(|index| thread.root(arguments.get(thread, index)));
    report(thread, raised, message, object)?;
    Ok(NONE)
}
