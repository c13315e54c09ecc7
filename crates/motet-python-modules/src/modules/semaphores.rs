//! `_semaphores_core`: semaphores that processes share, and names of memory that they share: the
//! native half of `_multiprocessing` and `_posixshmem`.
//!
//! A semaphore is named by a number, which is the same in a process and in those that are forked
//! from it. What is done with one is seen by other processes, so each function makes the
//! transaction inevitable first. Whoever waits for one has no transaction meanwhile.
//!
//! I-SEM-1: a [`Semaphore`] points to a semaphore that `sem_open` has given and that is closed only
//! when the last share of it is dropped.

#![allow(
    unsafe_code,
    reason = "the semaphores of the C library have no safe wrapper"
)]

use std::collections::HashMap;
use std::ffi::CString;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::int;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;
use motet_vm::driver::call_outside;

use crate::modules::posix::{path, system_error};

struct Semaphore(*mut libc::sem_t);

// SAFETY: I-SEM-1; the C library's functions on a semaphore may be called by any thread.
unsafe impl Send for Semaphore {}
// SAFETY: as above.
unsafe impl Sync for Semaphore {}

/// The semaphores that are open, by their addresses. Any thread of the process reads and changes
/// them under the lock, within a transaction (so a fork finds it free).
static OPEN: Mutex<Option<HashMap<i64, Arc<Semaphore>>>> = Mutex::new(None);

fn open_ones() -> MutexGuard<'static, Option<HashMap<i64, Arc<Semaphore>>>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

const INVALID: i32 = 22;
const WOULD_BLOCK: i32 = 11;
const INTERRUPTED: i32 = 4;
const TIMED_OUT: i32 = 110;

fn checked(result: i32) -> Result<(), i32> {
    if result == 0 {
        return Ok(());
    }
    Err(std::io::Error::last_os_error()
        .raw_os_error()
        .unwrap_or(INVALID))
}

impl Semaphore {
    fn try_wait(&self) -> Result<(), i32> {
        // SAFETY: I-SEM-1.
        checked(unsafe { libc::sem_trywait(self.0) })
    }

    /// Waits for so long at most.
    fn wait(&self, limit: Duration) -> Result<(), i32> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let until = now.unwrap_or_default() + limit;
        let until = libc::timespec {
            tv_sec: until.as_secs() as libc::time_t,
            tv_nsec: until.subsec_nanos().into(),
        };
        // SAFETY: I-SEM-1; the call reads the time.
        checked(unsafe { libc::sem_timedwait(self.0, &until) })
    }

    fn post(&self) -> Result<(), i32> {
        // SAFETY: I-SEM-1.
        checked(unsafe { libc::sem_post(self.0) })
    }

    fn value(&self) -> Result<i32, i32> {
        let mut value = 0;
        // SAFETY: I-SEM-1; the address is of a variable that the call may write.
        checked(unsafe { libc::sem_getvalue(self.0, &mut value) })?;
        Ok(value)
    }
}

impl Drop for Semaphore {
    fn drop(&mut self) {
        // SAFETY: I-SEM-1: this was the last share.
        unsafe { libc::sem_close(self.0) };
    }
}

fn number(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<i64> {
    integer_argument(thread, arguments.get(thread, index))
}

fn named(thread: &Thread, arguments: Arguments) -> Outcome<Arc<Semaphore>> {
    let handle = number(thread, arguments, 0)?;
    let found = open_ones()
        .as_ref()
        .and_then(|open| open.get(&handle).cloned());
    found.ok_or_else(|| system_error(thread, INVALID, &[]))
}

fn raised(thread: &Thread, result: Result<(), i32>) -> Outcome<Value<'_>> {
    match result {
        Ok(()) => Ok(NONE),
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

/// `open(name, makes, value)`: the number of the semaphore, which is made if it is to be.
fn open<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = path(thread, arguments, 0)?;
    let (makes, value) = (
        number(thread, arguments, 1)? != 0,
        number(thread, arguments, 2)?,
    );
    thread.become_inevitable()?;
    let flags = if makes {
        libc::O_CREAT | libc::O_EXCL
    } else {
        0
    };
    let mode: libc::mode_t = 0o600;
    // SAFETY: the name is terminated; mode and value are passed as the C library takes them.
    let semaphore = unsafe { libc::sem_open(name.as_ptr(), flags, mode, value as libc::c_uint) };
    if semaphore == libc::SEM_FAILED {
        return raised(thread, checked(-1));
    }
    let handle = semaphore as i64;
    // (Where the name is open already, the C library gives the same address and counts.)
    let mut open = open_ones();
    let open = open.get_or_insert_default();
    if let Some(known) = open.get(&handle) {
        let again = Semaphore(semaphore);
        debug_assert_eq!(known.0, again.0, "an address names one semaphore");
        drop(again);
    } else {
        open.insert(handle, Arc::new(Semaphore(semaphore)));
    }
    Ok(int::from_i64(thread, handle))
}

fn close<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let handle = number(thread, arguments, 0)?;
    thread.become_inevitable()?;
    let taken = open_ones().as_mut().and_then(|open| open.remove(&handle));
    drop(taken);
    Ok(NONE)
}

fn unlink<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = path(thread, arguments, 0)?;
    thread.become_inevitable()?;
    // SAFETY: the name is terminated.
    let result = checked(unsafe { libc::sem_unlink(name.as_ptr()) });
    raised(thread, result)
}

/// `wait(semaphore, limit_us)`: whether it was taken; waits for so many microseconds at most.
fn wait<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let semaphore = named(thread, arguments)?;
    let limit = Duration::from_micros(number(thread, arguments, 1)?.max(0) as u64);
    thread.become_inevitable()?;
    let mut result = semaphore.try_wait();
    if result == Err(WOULD_BLOCK) && !limit.is_zero() {
        result = call_outside(thread, || semaphore.wait(limit));
    }
    match result {
        Ok(()) => Ok(TRUE),
        Err(WOULD_BLOCK | INTERRUPTED | TIMED_OUT) => Ok(FALSE),
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

fn post<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let semaphore = named(thread, arguments)?;
    thread.become_inevitable()?;
    raised(thread, semaphore.post())
}

fn value<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let semaphore = named(thread, arguments)?;
    thread.become_inevitable()?;
    match semaphore.value() {
        Ok(value) => Ok(int::from_i64(thread, value.into())),
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

// ---- names of shared memory

fn memory_name(thread: &Thread, arguments: Arguments) -> Outcome<CString> {
    path(thread, arguments, 0)
}

/// `shm_open(name, flags, mode)`: a descriptor.
fn memory_open<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = memory_name(thread, arguments)?;
    let (flags, mode) = (number(thread, arguments, 1)?, number(thread, arguments, 2)?);
    thread.become_inevitable()?;
    // SAFETY: the name is terminated.
    let descriptor = unsafe { libc::shm_open(name.as_ptr(), flags as i32, mode as libc::mode_t) };
    if let Err(number) = checked(descriptor.min(0)) {
        return Err(system_error(thread, number, &[arguments.get(thread, 0)]));
    }
    Ok(int::from_i64(thread, descriptor.into()))
}

fn memory_unlink<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = memory_name(thread, arguments)?;
    thread.become_inevitable()?;
    // SAFETY: the name is terminated.
    match checked(unsafe { libc::shm_unlink(name.as_ptr()) }) {
        Ok(()) => Ok(NONE),
        Err(number) => Err(system_error(thread, number, &[arguments.get(thread, 0)])),
    }
}

const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("open", 3, 3, open),
    NativeFunction::calling("close", 1, 1, close),
    NativeFunction::calling("unlink", 1, 1, unlink),
    NativeFunction::calling("wait", 2, 2, wait),
    NativeFunction::calling("post", 1, 1, post),
    NativeFunction::calling("value", 1, 1, value),
    NativeFunction::calling("shm_open", 3, 3, memory_open),
    NativeFunction::calling("shm_unlink", 1, 1, memory_unlink),
];

/// What the program imports.
pub(crate) const MODULES: &[ModuleDef] =
    &[ModuleDef::new("_semaphores_core").functions(&[FUNCTIONS])];
