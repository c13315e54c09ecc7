//! `_thread`: locks, and what the `threading` module needs of the machine.

use motet_tm::{Object, Value};

use crate::exception::{TYPE_ERROR, VALUE_ERROR};
use crate::kinds::*;
use crate::native::{Arguments, NativeFunction, Outcome};
use crate::output::{self, Stream};
use crate::thread::{ROOT_THREAD, Thread};
use crate::threads;

/// The functions of the module.
pub(super) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("allocate_lock", 0, 0, allocate_lock),
    NativeFunction::leaf("new_rlock", 0, 0, new_rlock),
    NativeFunction::leaf("get_ident", 0, 0, get_ident),
    NativeFunction::leaf("main_ident", 0, 0, main_ident),
    NativeFunction::leaf("current", 0, 0, current),
    NativeFunction::leaf("start", 1, 1, start),
    NativeFunction::calling("print_exception", 2, 2, print_exception),
    NativeFunction::leaf("release_all", 1, 1, release_all),
    NativeFunction::leaf("acquire_all", 2, 2, acquire_all),
];

/// Methods of `Lock`.
pub(super) const LOCK_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("acquire", 1, 3, acquire).with_keywords(),
    NativeFunction::leaf("release", 1, 1, release),
    NativeFunction::leaf("locked", 1, 1, locked),
    NativeFunction::leaf("__enter__", 1, 1, acquire),
    NativeFunction::leaf("__exit__", 4, 4, release),
];

/// Methods of `RLock`.
pub(super) const RLOCK_METHODS: &[NativeFunction] = LOCK_METHODS;

fn allocate_lock<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(threads::new_lock(thread, CLASS_LOCK))
}

fn new_rlock<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(threads::new_lock(thread, CLASS_RLOCK))
}

fn ident(number: u64) -> Value<'static> {
    Value::from_integer(number as i64).expect("a small number")
}

fn get_ident<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(ident(thread.ident))
}

fn main_ident<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(ident(crate::run::MAIN_IDENT))
}

fn current<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(thread.thread_root(ROOT_THREAD))
}

fn start<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    threads::request_start(thread, arguments.get(thread, 0)).map(ident)
}

fn print_exception<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let head = crate::text::as_text(thread, arguments.get(thread, 0))
        .unwrap_or("")
        .to_owned();
    let exception = thread.root(arguments.get(thread, 1));
    let text = crate::traceback::exception_text(thread, exception)?;
    output::write(thread, Stream::Error, &format!("{head}{text}"))?;
    Ok(NONE)
}

/// The lock that a method is called on, and whether it is an `RLock`.
fn lock_argument(thread: &Thread, arguments: Arguments) -> Outcome<(Object<'_>, bool)> {
    let value = arguments.get(thread, 0);
    let reentrant = thread.object_of(value, CLASS_RLOCK);
    match reentrant.or_else(|| thread.object_of(value, CLASS_LOCK)) {
        Some(lock) => Ok((lock, reentrant.is_some())),
        None => Err(thread.raise(TYPE_ERROR, "a lock is needed")),
    }
}

fn acquire<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (lock, is_reentrant) = lock_argument(thread, arguments)?;
    let mut blocking = arguments.optional(thread, 1);
    let mut timeout = arguments.optional(thread, 2);
    for index in 0..arguments.keyword_count() {
        let value = arguments.keyword_value(thread, index);
        match thread.keyword_name(index) {
            "blocking" => blocking = Some(value),
            "timeout" => timeout = Some(value),
            name => {
                let message = format!("acquire() got an unexpected keyword argument '{name}'");
                return Err(thread.raise(TYPE_ERROR, message));
            }
        }
    }
    let truth = crate::objects::protocol::truth::truth_leaf;
    let blocks = blocking
        .and_then(|value| truth(thread, value))
        .unwrap_or(true);
    let seconds = timeout.map_or(Some(-1.0), |value| super::time::seconds(thread, value));
    let Some(seconds) = seconds else {
        return Err(thread.raise(TYPE_ERROR, "timeout must be a number"));
    };
    if !blocks && seconds >= 0.0 {
        let message = "can't specify a timeout for a non-blocking call";
        return Err(thread.raise(VALUE_ERROR, message));
    }
    let timeout = (seconds >= 0.0).then_some(seconds);
    threads::acquire(thread, lock, is_reentrant, blocks, timeout).map(boolean)
}

fn release<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (lock, is_reentrant) = lock_argument(thread, arguments)?;
    threads::release(thread, lock, is_reentrant)?;
    Ok(NONE)
}

fn locked<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (lock, _) = lock_argument(thread, arguments)?;
    Ok(boolean(threads::is_locked(thread, lock)))
}

/// Lets go of a lock however often it is held; returns how often.
fn release_all<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (lock, is_reentrant) = lock_argument(thread, arguments)?;
    let mut count = 0;
    loop {
        threads::release(thread, lock, is_reentrant)?;
        count += 1;
        if !is_reentrant || !threads::is_locked(thread, lock) {
            return Ok(Value::from_small(count));
        }
    }
}

/// Takes a lock that [`release_all`] let go of.
fn acquire_all<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (lock, is_reentrant) = lock_argument(thread, arguments)?;
    let count = arguments.get(thread, 1).as_integer().unwrap_or(1);
    threads::acquire(thread, lock, is_reentrant, true, None)?;
    for _ in 1..count {
        threads::acquire(thread, lock, is_reentrant, true, None)?;
    }
    Ok(NONE)
}
