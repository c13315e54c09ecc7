//! `_semaphores_core`: semaphores that processes share, and names of memory that they share: the
//! native half of `_multiprocessing` and `_posixshmem`.
//!
//! ```text
//!   SemLock of the program ──number──▶ Lock ──share──▶ Semaphore ──address──▶ of the C library
//!                                       │ how often it is held, and by which thread
//! ```
//!
//! A semaphore has an address, its *handle*, which is the same in a process and in those that are
//! forked from it. What is done with one is seen by other processes, so each function makes the
//! transaction inevitable first. A thread that waits for one has no transaction meanwhile.
//!
//! I-SEM-1: a [`Semaphore`] points to a semaphore that `sem_open` has given and that is closed only
//! when the last share of it is dropped.
//!
//! I-SEM-2: to take a semaphore and to note its owner is one step for the other threads and for the
//! handlers of signals: no yield point lies between. (If a thread could run between, the last owner
//! would be taken for the new one, and would take the lock a second time.)

#![allow(
    unsafe_code,
    reason = "the semaphores of the C library have no safe wrapper"
)]

use std::collections::HashMap;
use std::ffi::CString;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant, SystemTime};

use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::int;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;
use motet_vm::driver::{call_outside, wait_outside};

use crate::modules::posix::{path, system_error};

struct Semaphore(*mut libc::sem_t);

// SAFETY: I-SEM-1; the C library's functions on a semaphore may be called by any thread.
unsafe impl Send for Semaphore {}
// SAFETY: as above.
unsafe impl Sync for Semaphore {}

/// What a `SemLock` is, beside its name and its kind.
struct Lock {
    semaphore: Arc<Semaphore>,
    /// How often the threads of this process hold it.
    held: i64,
    /// The thread that has taken it last.
    owner: i64,
}

/// What the program has opened. Any thread of the process reads and changes it under the lock,
/// in an inevitable transaction (so a fork finds it free), and for a short time.
#[derive(Default)]
struct Table {
    /// The semaphores that a lock refers to, by their addresses.
    semaphores: HashMap<i64, Weak<Semaphore>>,
    locks: HashMap<i64, Lock>,
    last_lock: i64,
}

static TABLE: Mutex<Option<Table>> = Mutex::new(None);

fn with_table<T>(run: impl FnOnce(&mut Table) -> T) -> T {
    let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    run(table.get_or_insert_default())
}

impl Table {
    fn add(&mut self, semaphore: Arc<Semaphore>) -> i64 {
        self.last_lock += 1;
        let lock = Lock {
            semaphore,
            held: 0,
            owner: 0,
        };
        self.locks.insert(self.last_lock, lock);
        self.last_lock
    }
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

impl Lock {
    fn is_held_by(&self, thread: i64) -> bool {
        self.held > 0 && self.owner == thread
    }
}

impl Semaphore {
    fn handle(&self) -> i64 {
        self.0 as i64
    }

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

/// Does something with the lock that argument 0 names.
fn with_lock<T>(
    thread: &mut Thread,
    arguments: Arguments,
    run: impl FnOnce(&mut Lock) -> Result<T, i32>,
) -> Outcome<T> {
    let lock = number(thread, arguments, 0)?;
    thread.become_inevitable()?;
    let result = with_table(|table| table.locks.get_mut(&lock).map_or(Err(INVALID), run));
    result.map_err(|number| system_error(thread, number, &[]))
}

fn raised(thread: &Thread, result: Result<(), i32>) -> Outcome<Value<'_>> {
    match result {
        Ok(()) => Ok(NONE),
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

/// `open(name, makes, value)`: a lock on the semaphore, which is made if it is to be.
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
    // (Where the name is open already, the C library gives the same address and counts.)
    let again = Semaphore(semaphore);
    let lock = with_table(|table| {
        let known = table
            .semaphores
            .get(&again.handle())
            .and_then(Weak::upgrade);
        let semaphore = known.unwrap_or_else(|| {
            let semaphore = Arc::new(again);
            let known = Arc::downgrade(&semaphore);
            table.semaphores.insert(semaphore.handle(), known);
            semaphore
        });
        table.add(semaphore)
    });
    Ok(int::from_i64(thread, lock))
}

/// `share(handle)`: another lock on a semaphore that is open in this process.
fn share<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let handle = number(thread, arguments, 0)?;
    thread.become_inevitable()?;
    let lock = with_table(|table| {
        let semaphore = table.semaphores.get(&handle).and_then(Weak::upgrade)?;
        Some(table.add(semaphore))
    });
    match lock {
        Some(lock) => Ok(int::from_i64(thread, lock)),
        None => Err(system_error(thread, INVALID, &[])),
    }
}

fn handle<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let handle = with_lock(thread, arguments, |lock| Ok(lock.semaphore.handle()))?;
    Ok(int::from_i64(thread, handle))
}

fn close<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let lock = number(thread, arguments, 0)?;
    thread.become_inevitable()?;
    drop(with_table(|table| {
        let lock = table.locks.remove(&lock)?;
        // (The last share goes with this one: no other thread makes one meanwhile.)
        if Arc::strong_count(&lock.semaphore) == 1 {
            table.semaphores.remove(&lock.semaphore.handle());
        }
        Some(lock)
    }));
    Ok(NONE)
}

fn unlink<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = path(thread, arguments, 0)?;
    thread.become_inevitable()?;
    // SAFETY: the name is terminated.
    let result = checked(unsafe { libc::sem_unlink(name.as_ptr()) });
    raised(thread, result)
}

/// Waits for a semaphore outside of any transaction, for so long at most.
fn wait_for(thread: &mut Thread, semaphore: &Semaphore, limit: Duration) -> Result<(), i32> {
    if !thread.runtime().is_stepped() {
        return call_outside(thread, || semaphore.wait(limit));
    }
    // A thread that sleeps in the C library would keep the others from their steps.
    let end = Instant::now() + limit;
    let mut result = Err(WOULD_BLOCK);
    wait_outside(thread, || {
        result = semaphore.try_wait();
        result != Err(WOULD_BLOCK) || Instant::now() >= end
    });
    result
}

/// `acquire(lock, recursive, owner, limit_us)`: whether it was taken; waits for so many
/// microseconds at most (I-SEM-2).
fn acquire<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let is_recursive = number(thread, arguments, 1)? != 0;
    let owner = number(thread, arguments, 2)?;
    let limit = Duration::from_micros(number(thread, arguments, 3)?.max(0) as u64);
    let semaphore = with_lock(thread, arguments, |lock| {
        if is_recursive && lock.is_held_by(owner) {
            lock.held += 1;
            return Ok(None);
        }
        Ok(Some(lock.semaphore.clone()))
    })?;
    let Some(semaphore) = semaphore else {
        return Ok(TRUE);
    };
    let mut result = semaphore.try_wait();
    if result == Err(WOULD_BLOCK) && !limit.is_zero() {
        result = wait_for(thread, &semaphore, limit);
    }
    match result {
        Ok(()) => with_lock(thread, arguments, |lock| {
            lock.held += 1;
            lock.owner = owner;
            Ok(TRUE)
        }),
        Err(WOULD_BLOCK | INTERRUPTED | TIMED_OUT) => Ok(FALSE),
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

/// `release(lock, recursive, owner, most)`: 0, or 1 if the thread does not own the lock, or 2 if
/// the semaphore has its highest value already.
fn release<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let is_recursive = number(thread, arguments, 1)? != 0;
    let owner = number(thread, arguments, 2)?;
    let most = number(thread, arguments, 3)?;
    let answer = with_lock(thread, arguments, |lock| {
        if is_recursive {
            if !lock.is_held_by(owner) {
                return Ok(1);
            }
            if lock.held > 1 {
                lock.held -= 1;
                return Ok(0);
            }
        } else if i64::from(lock.semaphore.value()?) >= most {
            return Ok(2);
        }
        lock.semaphore.post()?;
        lock.held -= 1;
        Ok(0)
    })?;
    Ok(int::from_i64(thread, answer))
}

fn count<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let held = with_lock(thread, arguments, |lock| Ok(lock.held))?;
    Ok(int::from_i64(thread, held))
}

/// `is_held_by(lock, owner)`.
fn is_held_by<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let owner = number(thread, arguments, 1)?;
    let is_held = with_lock(thread, arguments, |lock| Ok(lock.is_held_by(owner)))?;
    Ok(boolean(is_held))
}

/// `forget(lock)`: in a child process, which holds nothing.
fn forget<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    with_lock(thread, arguments, |lock| {
        lock.held = 0;
        Ok(NONE)
    })
}

fn value<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = with_lock(thread, arguments, |lock| lock.semaphore.value())?;
    Ok(int::from_i64(thread, value.into()))
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
    NativeFunction::calling("share", 1, 1, share),
    NativeFunction::calling("handle", 1, 1, handle),
    NativeFunction::calling("close", 1, 1, close),
    NativeFunction::calling("unlink", 1, 1, unlink),
    NativeFunction::calling("acquire", 4, 4, acquire),
    NativeFunction::calling("release", 4, 4, release),
    NativeFunction::calling("count", 1, 1, count),
    NativeFunction::calling("is_held_by", 2, 2, is_held_by),
    NativeFunction::calling("forget", 1, 1, forget),
    NativeFunction::calling("value", 1, 1, value),
    NativeFunction::calling("shm_open", 3, 3, memory_open),
    NativeFunction::calling("shm_unlink", 1, 1, memory_unlink),
];

/// What the program imports.
pub(crate) const MODULES: &[ModuleDef] =
    &[ModuleDef::new("_semaphores_core").functions(&[FUNCTIONS])];
