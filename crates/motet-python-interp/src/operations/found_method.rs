//! Which function the call of a method calls: found without making a bound method.

use super::handler_support::FastMode;
use super::site_caches;
use super::site_ways::{self, known as ways};
use motet_python_objects::classes::attribute::{self, Method};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::thread::Thread;
use motet_tm::Value;
use motet_vm::symbol::Symbol;

/// No method was found; no value of a program.
pub(super) const NOT_FOUND: Value<'static> = UNBOUND;
/// The callable takes no receiver; no value of a program.
pub(super) const NO_RECEIVER: Value<'static> = UNBOUND;
/// The receiver is the one that the method was looked up on; no value of a program.
pub(super) const SAME_RECEIVER: Value<'static> = DELETED;

/// The function that a method call calls, and its receiver: two words, which the caller gets in
/// processor registers. (An enumeration would come back through memory of the handler's, and the
/// handler would lose its jump.)
#[inline(never)]
pub(super) fn find<'a, M: FastMode>(
    thread: &'a Thread,
    receiver: Value<'a>,
    name: Symbol,
) -> (Value<'a>, Value<'a>) {
    let object = receiver.as_object();
    if let Some(object) = object
        && let Some((function, takes_class)) = ways::wrapped::<M>(thread, object, name)
    {
        let class = || thread.class_object(thread.class_of_object(object));
        return (function, if takes_class { class() } else { NO_RECEIVER });
    }
    match attribute::find_method(thread, receiver, name) {
        Method::Function { function, .. } => (function, SAME_RECEIVER),
        Method::Bound {
            function,
            receiver: bound,
        } => {
            if let Some(object) = object {
                site_ways::note_wrapped(thread, name, object);
            }
            (function, bound)
        }
        Method::Plain(value) => {
            site_caches::note_callable(thread, receiver, name, value);
            (value, NO_RECEIVER)
        }
        Method::Other => (NOT_FOUND, NO_RECEIVER),
    }
}
