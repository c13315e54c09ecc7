//! `_socket_core`: the calls about sockets. `_socket` (in the library, Python) is made of it.
//!
//! A call that sends, receives, accepts, opens or closes cannot be undone: it is an act of its
//! thread (`Thread::act`), and never blocks. Where it would, the operation fails with a wait for
//! the descriptor, so that the thread sleeps outside of any transaction, and is tried again.
//! Nothing has happened when it waits; so nothing is lost or done twice.

mod address;
mod names;
mod options;
mod resolve;
pub(crate) mod system;
mod transfer;

use std::time::{Duration, Instant};

use motet_tm::{Unwind, Value};

use crate::modules::posix::{small, system_error};
use motet_python_objects::model::exception::{TIMEOUT_ERROR, TYPE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::native::{Arguments, Outcome};
use motet_python_objects::model::thread::Thread;

/// The module's definition.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_socket_core").functions(&[
    options::FUNCTIONS,
    resolve::FUNCTIONS,
    transfer::FUNCTIONS,
])];

/// The number in an argument, of 32 bits.
fn integer(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<i32> {
    small(thread, arguments.get(thread, index))
}

/// Raises an error of the system.
pub(crate) fn failed(thread: &Thread, error: i32) -> Unwind {
    thread.forget_deadline();
    system_error(thread, error, &[])
}

/// How long a call on a socket may wait.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Patience {
    /// For ever.
    Endless,
    /// Not at all.
    None,
    Limited(Duration),
}

impl Patience {
    /// The patience under the flags of a call: MSG_DONTWAIT forbids a wait on a socket that blocks.
    fn with(self, flags: i32) -> Patience {
        if self == Patience::Endless && flags & libc::MSG_DONTWAIT != 0 {
            return Patience::None;
        }
        self
    }
}

/// The patience in an argument: None, or seconds.
pub(crate) fn patience(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<Patience> {
    let value = arguments.get(thread, index);
    if value == NONE {
        return Ok(Patience::Endless);
    }
    match crate::modules::time::seconds(thread, value) {
        Some(seconds) if seconds <= 0.0 => Ok(Patience::None),
        Some(seconds) => {
            Ok(Duration::try_from_secs_f64(seconds).map_or(Patience::Endless, Patience::Limited))
        }
        None => Err(thread.raise(TYPE_ERROR, "a timeout is None or a number")),
    }
}

/// The call on a socket would block: its thread waits, or the call fails.
fn wait(thread: &Thread, fd: i32, events: i16, patience: Patience) -> Unwind {
    let duration = match patience {
        Patience::None => return failed(thread, libc::EAGAIN),
        Patience::Endless => None,
        Patience::Limited(duration) => Some(duration),
    };
    let deadline = thread.deadline_in(duration);
    if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        thread.forget_deadline();
        return thread.raise(TIMEOUT_ERROR, "timed out");
    }
    thread.wait_for_descriptors(&[(fd, events)], deadline)
}

/// Makes a call that cannot be undone and does not block, when the socket is ready for it or never
/// waits, and shows its result. `look_first`: the socket is probably not ready.
fn perform<'a, T: 'static>(
    thread: &'a mut Thread,
    fd: i32,
    (events, look_first): (i16, bool),
    patience: Patience,
    mut call: impl FnMut() -> Result<T, i32> + 'static,
    show: impl FnOnce(&'a mut Thread, &T) -> Outcome<Value<'a>>,
) -> Outcome<Value<'a>> {
    let is_awaited = look_first && patience != Patience::None && !thread.has_acted_here();
    if is_awaited && !system::is_ready(fd, events) {
        return Err(wait(thread, fd, events, patience));
    }
    let result = thread.act(move || {
        loop {
            match call() {
                Err(libc::EINTR) => {}
                result => return result,
            }
        }
    })?;
    match &*result {
        Ok(found) => {
            thread.forget_deadline();
            show(thread, found)
        }
        Err(libc::EAGAIN) => Err(wait(thread, fd, events, patience)),
        Err(error) => Err(failed(thread, *error)),
    }
}

/// The value of a length.
fn length_value(length: usize) -> Value<'static> {
    motet_python_objects::types::int::from_length(length as u64)
}
