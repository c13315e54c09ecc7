//! Python's threads: the first function that the machine's threads (`motet_vm::threads`) run.

use crate::classes::traceback;
use motet_tm::{Root, Unwind, Value};
use motet_vm::symbol::Symbol;
use motet_vm::threads::StartError;

pub use motet_vm::driver::{Stay, call_outside, call_staying, run_to_end, wait_here, wait_outside};
pub use motet_vm::threads::first_stack_bytes;

use crate::classes::missing_attribute::missing;
use crate::classes::tracing;
use crate::model::exception::RUNTIME_ERROR;
use crate::model::layouts::NONE;
use crate::model::native::Outcome;
use crate::model::thread::{ROOT_THREAD, Thread};

/// Registers an object whose `_bootstrap` a new thread is to run.
///
/// # Errors
/// `RuntimeError` when the system gives no thread, `AttributeError` if there is no `_bootstrap`.
pub fn request_start(thread: &Thread, object: Value<'_>, ident: u64) -> Outcome<()> {
    if bootstrap(thread, object).is_none() {
        return Err(missing(thread, object, bootstrap_name(thread)));
    }
    match motet_vm::threads::request_start(thread, object, ident) {
        Ok(()) => Ok(()),
        Err(StartError::Refused) => Err(thread.raise(RUNTIME_ERROR, "can't start new thread")),
        Err(StartError::OutOfMemory) => Err(thread.no_memory()),
        Err(StartError::Unwind(unwind)) => Err(unwind),
    }
}

/// Lays out the first frame of a thread: a call of `callable`.
pub fn lay_out_entry(thread: &Thread, callable: Value<'_>, arguments: &[Value<'_>]) {
    let code = thread.machine().entry(arguments.len());
    thread.lay_out_entry(code, callable, arguments);
}

/// Lays out the first frame of a thread that was started: `_bootstrap(object)`.
pub(crate) fn enter(thread: &Thread, object: Root) {
    let object = thread.get(object);
    thread.set_thread_root(ROOT_THREAD, object);
    tracing::update_plain(thread);
    // A program may have taken the method away since the start: the call of `None` is an error.
    let bootstrap = bootstrap(thread, object).unwrap_or(NONE);
    lay_out_entry(thread, bootstrap, &[object]);
}

/// What a thread that is started for the object is to run.
fn bootstrap<'a>(thread: &'a Thread, object: Value<'a>) -> Option<Value<'a>> {
    let found = thread.look_up(thread.class_of(object), bootstrap_name(thread));
    found.map(|found| found.value)
}

fn bootstrap_name(thread: &Thread) -> Symbol {
    thread.symbol_of("_bootstrap")
}

/// A thread that was started has come to its end. `_bootstrap` handles exceptions: only an
/// exception that it lets through is reported.
///
/// # Errors
/// An abort.
pub(crate) fn leave(thread: &mut Thread, outcome: Outcome<()>) -> Outcome<Option<String>> {
    match outcome {
        Ok(()) => Ok(None),
        Err(Unwind::Raise) => {
            let raised = thread.root(thread.take_raised());
            let text = traceback::text_at_end(thread, raised)?;
            Ok(Some(format!(
                "Exception ignored at the end of a thread:\n{text}"
            )))
        }
        Err(unwind) => Err(unwind),
    }
}
