//! Python's locks: those of the machine (`motet_vm::locks`), as objects, with Python's errors.

use motet_tm::{Object, Value};
use motet_vm::locks::ReleaseError;

pub use motet_vm::locks::{Patience, acquire, reinit_after_fork, state};

use crate::model::exception::RUNTIME_ERROR;
use crate::model::layouts::ClassNumber;
use crate::model::native::Outcome;
use crate::model::thread::Thread;

/// Makes a lock.
pub fn new_lock(thread: &Thread, class: ClassNumber) -> Value<'_> {
    let [holder, count, key] = motet_vm::locks::new_lock_fields(thread);
    thread.new_small(class, holder, count, key)
}

/// Lets go of a lock, `count` times.
///
/// # Errors
/// `RuntimeError` if the thread does not hold it; an abort.
pub fn release(thread: &Thread, lock: Object<'_>, is_reentrant: bool, count: i64) -> Outcome<()> {
    match motet_vm::locks::release(thread, lock, is_reentrant, count) {
        Ok(()) => Ok(()),
        Err(ReleaseError::NotOwned) => {
            Err(thread.raise(RUNTIME_ERROR, "cannot release un-acquired lock"))
        }
        Err(ReleaseError::NotHeld) => Err(thread.raise(RUNTIME_ERROR, "release unlocked lock")),
        Err(ReleaseError::Unwind(unwind)) => Err(unwind),
    }
}
