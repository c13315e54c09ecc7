//! Classes that have no instances of their own, namely those with abstract methods, and the
//! messages of classes that take no arguments.

use crate::model::text;
use crate::types::protocol::truth;
use motet_tm::{Unwind, Value};

use crate::model::class::Class;
use crate::model::exception::TYPE_ERROR;
use crate::model::names;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use crate::types::protocol::iterate;

/// The `TypeError` of a class that is called with arguments and takes none.
#[cold]
pub fn takes_no_arguments(thread: &Thread, class: &Class) -> Unwind {
    thread.raise(TYPE_ERROR, format!("{}() takes no arguments", class.name))
}

/// Refuses to make an instance of a class that has abstract methods.
pub fn refuse_abstract(thread: &Thread, class: &Class) -> Outcome<()> {
    let Some(methods) = abstract_methods(thread, class) else {
        return Ok(());
    };
    let mut quoted: Vec<String> = iterate::values_leaf(thread, methods)
        .unwrap_or_default()
        .into_iter()
        .filter_map(|name| text::as_text(thread, name))
        .map(|name| format!("'{name}'"))
        .collect();
    quoted.sort();
    let plural = if quoted.len() == 1 { "" } else { "s" };
    let message = format!(
        "Can't instantiate abstract class {} without an implementation \
         for abstract method{plural} {}",
        class.name,
        quoted.join(", ")
    );
    Err(thread.raise(TYPE_ERROR, message))
}

/// The value of `__abstractmethods__` of the class itself, if it names any.
pub fn abstract_methods<'a>(thread: &'a Thread, class: &Class) -> Option<Value<'a>> {
    let found = thread.look_up(class.number, names::ABSTRACT_METHODS)?;
    if found.class != class.number {
        return None;
    }
    let methods = found.value;
    let some = truth::truth_leaf(thread, methods);
    (some != Some(false)).then_some(methods)
}
