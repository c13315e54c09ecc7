//! Python's handlers of signals: which of them the machine (`motet_vm::signals`) runs.

use crate::classes::unraisable;
use crate::model::exception_classes;
use crate::model::function;
use crate::model::layouts;
use crate::types::module;
use motet_tm::Value;
use signal_hook::consts::SIGINT;

pub use motet_vm::signals::{Disposition, SIGNALS_END, deliver, install};

use crate::model::exception::KEYBOARD_INTERRUPT;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use crate::types::dict;

/// Whether the program may have handlers of its own.
pub(crate) fn has_handlers(thread: &Thread) -> bool {
    module::find_module(thread, "_signal").is_some()
}

/// Runs the handler of a signal.
///
/// # Errors
/// The exception of the handler (`KeyboardInterrupt`, for SIGINT without a handler), or an abort.
pub(crate) fn handle(thread: &mut Thread, signal: i32) -> Outcome<()> {
    let number = Value::from_small(signal);
    let handler = handlers(thread)
        .and_then(Value::as_object)
        .and_then(|handlers| dict::get_leaf(thread, handlers, number).ok()?.flatten());
    let Some(handler) = handler else {
        if signal == SIGINT {
            return Err(thread.raise(KEYBOARD_INTERRUPT, ""));
        }
        return Ok(());
    };
    let handler = thread.root(handler);
    let number = thread.root(Value::from_small(signal));
    let nothing = thread.root(layouts::NONE);
    if !function::is_callable(thread, thread.get(handler)) {
        // The program has come to ignore the signal between its arrival and this.
        let message = format!("Signal {signal} ignored due to race condition");
        let ignored = Err(thread.raise(exception_classes::OS_ERROR, message));
        return unraisable::ignore(thread, ignored, None, Some(nothing));
    }
    thread.call(handler, &[number, nothing])?;
    Ok(())
}

/// Handles the thread's signals in the middle of a native that computes long.
///
/// # Errors
/// Any exception of their handlers; an abort.
pub fn pause(thread: &mut Thread) -> Outcome<()> {
    if !thread.vm().signals.is_pending_for(thread) {
        return Ok(());
    }
    let mark = thread.root_count();
    deliver(thread)?;
    thread.truncate_roots(mark);
    Ok(())
}

/// The dict of the program's handlers, once there is one.
pub fn handlers(thread: &Thread) -> Option<Value<'_>> {
    let machine = thread.machine();
    let module = module::find_true_module(thread, "_signal")?;
    let name = machine.symbols.find("_handlers")?;
    module::namespace_of(thread, module).get(thread, name)
}
