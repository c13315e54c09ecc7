//! The operations on every object: its text, hash, truth, length, items, order, arithmetic.

pub mod arithmetic;
pub mod compare;
pub mod contains;
pub mod hash;
pub mod inherited;
pub mod item;
pub mod iterate;
pub mod operator;
pub mod repr;
pub mod special_results;
pub mod truth;
pub mod unpack;

use motet_tm::{Root, Unwind};

use crate::model::exception::TYPE_ERROR;
use crate::model::layouts::NONE;
use crate::model::native::Outcome;
use crate::model::thread::Thread;

/// The result of a special method: `Some(None)` if the object's class sets the method to `None`;
/// `None` if the class has no such method.
///
/// # Errors
/// Any exception of the method.
pub fn call_unblocked(
    thread: &mut Thread,
    receiver: Root,
    name: &'static str,
    arguments: &[Root],
) -> Outcome<Option<Option<Root>>> {
    match thread.call_special(receiver, name, arguments) {
        Err(Unwind::Raise)
            if is_blocked(thread, receiver, name) && thread.take_exception_of(TYPE_ERROR) =>
        {
            Ok(Some(None))
        }
        result => result.map(|result| result.map(Some)),
    }
}

fn is_blocked(thread: &Thread, receiver: Root, name: &'static str) -> bool {
    let class = thread.class_of(thread.get(receiver));
    let found = thread
        .known_symbol(name)
        .and_then(|symbol| thread.look_up(class, symbol));
    found.is_some_and(|found| found.value == NONE)
}
