//! `_threads`: locks, and the machine's functions for `_thread` and `threading`.

use motet_python_objects::classes::traceback;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::text;
use motet_python_objects::model::type_def::TypeDef;
use motet_python_objects::types::float;
use motet_python_objects::types::protocol::truth;
use motet_python_objects::types::tables::{check_keywords, parameter};
use std::time::Duration;

use motet_tm::{Object, Value};

use crate::modules::time;

use motet_python_objects::classes::threads;
use motet_python_objects::model::exception::{TYPE_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::locks;
use motet_python_objects::model::locks::Patience;
use motet_python_objects::model::machine::Module;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::{ROOT_LOCALS, ROOT_THREAD, Thread};
use motet_python_objects::types::{dict, native_shortcut, string, tuple};

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("allocate_lock", 0, 0, allocate_lock),
    NativeFunction::leaf("new_rlock", 0, 0, new_rlock),
    NativeFunction::leaf("get_ident", 0, 0, get_ident),
    NativeFunction::leaf("get_native_id", 0, 0, get_native_id),
    NativeFunction::leaf("main_ident", 0, 0, main_ident),
    NativeFunction::leaf("current", 0, 0, current)
        .with_quick(|thread, _| Some(thread.thread_root(ROOT_THREAD))),
    NativeFunction::leaf("set_current", 1, 1, set_current),
    NativeFunction::leaf("new_ident", 0, 0, new_ident),
    NativeFunction::leaf("start", 2, 2, start),
    NativeFunction::leaf("set_name", 1, 1, set_name),
    NativeFunction::leaf("own_locals", 0, 0, own_locals),
    NativeFunction::calling("exception_text", 1, 1, exception_text),
];

/// The longest timeout in seconds: the longest that fits 64 bits of nanoseconds, as in CPython.
const UNLIMITED_NS: i64 = -time::NS_PER_SECOND;

/// `TIMEOUT_MAX`.
const TIMEOUT_MAX_SECONDS: f64 = 9_223_372_036.0;

/// Fills the module.
fn fill(thread: &Thread, module: &Module) -> Outcome<()> {
    crate::filling::set(thread, module, "LockType", thread.class_object(CLASS_LOCK))?;
    crate::filling::set(thread, module, "RLock", thread.class_object(CLASS_RLOCK))?;
    let longest = float::from_f64(thread, TIMEOUT_MAX_SECONDS);
    crate::filling::set(thread, module, "TIMEOUT_MAX", longest)
}

/// Methods of `Lock`.
pub(crate) const LOCK_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("acquire", 1, 3, acquire)
        .with_keywords()
        .asking_index(&[2]),
    NativeFunction::leaf("acquire_lock", 1, 3, acquire)
        .with_keywords()
        .asking_index(&[2]),
    NativeFunction::leaf("release", 1, 1, release),
    NativeFunction::leaf("release_lock", 1, 1, release),
    NativeFunction::leaf("locked", 1, 1, locked),
    NativeFunction::leaf("locked_lock", 1, 1, locked),
    NativeFunction::leaf("__enter__", 1, 1, enter),
    NativeFunction::leaf("__exit__", 4, 4, leave),
    NativeFunction::leaf("_at_fork_reinit", 1, 1, at_fork_reinit),
    NativeFunction::leaf("__repr__", 1, 1, repr),
];

/// Methods of `RLock`.
pub(crate) const RLOCK_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("acquire", 1, 3, acquire_reentrant)
        .with_keywords()
        .asking_index(&[2]),
    NativeFunction::leaf("release", 1, 1, leave),
    NativeFunction::leaf("locked", 1, 1, locked),
    NativeFunction::leaf("__enter__", 1, 1, enter),
    NativeFunction::leaf("__exit__", 4, 4, leave),
    NativeFunction::leaf("_is_owned", 1, 1, is_owned),
    NativeFunction::leaf("_recursion_count", 1, 1, recursion_count),
    NativeFunction::leaf("_release_save", 1, 1, release_save),
    NativeFunction::leaf("_acquire_restore", 2, 2, acquire_restore),
    NativeFunction::leaf("_at_fork_reinit", 1, 1, at_fork_reinit),
    NativeFunction::leaf("__repr__", 1, 1, repr),
];

fn allocate_lock<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(locks::new_lock(thread, CLASS_LOCK))
}

fn new_rlock<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(locks::new_lock(thread, CLASS_RLOCK))
}

fn number(number: u64) -> Value<'static> {
    Value::from_integer(number as i64)
        .expect("threads are counted, by the machine and by the system")
}

fn get_ident<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(number(thread.ident()))
}

fn get_native_id<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let id = rustix::thread::gettid().as_raw_nonzero().get();
    Ok(Value::from_small(id))
}

fn main_ident<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(number(thread.vm().threads.main_ident()))
}

fn current<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(thread.thread_root(ROOT_THREAD))
}

fn set_current<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    thread.set_thread_root(ROOT_THREAD, arguments.get(thread, 0));
    Ok(NONE)
}

/// An identification for a new thread. (An abort wastes some.)
fn new_ident<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(number(thread.vm().threads.new_ident()))
}

/// Starts a thread that runs the `_bootstrap` of an object.
fn start<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let ident = arguments.get(thread, 1).as_integer().unwrap_or(0) as u64;
    threads::request_start(thread, arguments.get(thread, 0), ident)?;
    Ok(NONE)
}

/// Names the thread of the operating system, for debuggers and `ps`. If the transaction is
/// attempted again, the thread is named again.
fn set_name<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = text::as_text(thread, arguments.get(thread, 0)).unwrap_or("");
    let bytes: Vec<u8> = name.bytes().filter(|byte| *byte != 0).take(15).collect();
    if let Ok(name) = std::ffi::CString::new(bytes) {
        // A name that is refused is no reason to fail.
        let _ = rustix::thread::set_name(&name);
    }
    Ok(NONE)
}

/// The dict in which this thread keeps its part of each `threading.local`.
fn own_locals<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let known = thread.thread_root(ROOT_LOCALS);
    if known != NONE {
        return Ok(known);
    }
    let made = dict::new(thread)?;
    thread.set_thread_root(ROOT_LOCALS, made);
    Ok(made)
}

/// The dict with the calling thread's part of a `_local`, if it has one and the class does not have
/// the name: then the dict alone decides.
fn own_part<'a>(thread: &'a Thread, own: Value<'a>, name: Value<'a>) -> Option<Object<'a>> {
    let object = own.as_object()?;
    let name = thread.symbol_of_name(name)?;
    let class = thread.class_of_object(object);
    if !thread.has_attributes(object) || thread.look_up(class, name).is_some() {
        return None;
    }
    let made = tuple::as_tuple(thread, thread.own_attribute(object, names::LOCAL_MADE)?)?;
    let key = (tuple::length(thread, made) > 0).then(|| tuple::get(thread, made, 0))?;
    native_shortcut::value_of(thread, thread.thread_root(ROOT_LOCALS), key)?.as_object()
}

/// `__getattribute__` of `_local`, where the calling thread has the attribute.
fn quick_local_get<'a>(
    thread: &'a Thread,
    [own, name, further]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    if further != UNBOUND {
        return None;
    }
    native_shortcut::value_of(thread, own_part(thread, own, name)?.value(), name)
}

/// `__getattribute__` of `_local`.
fn local_get<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (own, name) = (arguments.get(thread, 0), arguments.get(thread, 1));
    let found = quick_local_get(thread, [own, name, UNBOUND]);
    if let Some(found) = found.map(|found| thread.root(found)) {
        return Ok(thread.get(found));
    }
    let receiver = thread.root(arguments.get(thread, 0));
    let name = thread.root(arguments.get(thread, 1));
    match thread.call_special(receiver, "_get_slowly", &[name])? {
        Some(found) => Ok(thread.get(found)),
        None => Err(thread.raise(TYPE_ERROR, "a _thread._local is needed")),
    }
}

/// `__setattr__` of `_local`, where the calling thread has the attribute and has written it lately.
fn quick_local_set<'a>(
    thread: &'a Thread,
    [own, name, value]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let part = own_part(thread, own, name)?.value();
    match native_shortcut::find(thread, part, CLASS_DICT, name)? {
        (part, _, dict::Found::Entry(entry)) if value != UNBOUND => {
            let table = dict::table(thread, part);
            table.set_value_open(thread, entry, value).then_some(NONE)
        }
        _ => None,
    }
}

/// `__setattr__` of `_local`.
fn local_set<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (own, name) = (arguments.get(thread, 0), arguments.get(thread, 1));
    if let Some(part) = own_part(thread, own, name)
        && dict::set_leaf(thread, part, name, arguments.get(thread, 2))?
    {
        return Ok(NONE);
    }
    let receiver = thread.root(arguments.get(thread, 0));
    let name = thread.root(arguments.get(thread, 1));
    let value = thread.root(arguments.get(thread, 2));
    match thread.call_special(receiver, "_set_slowly", &[name, value])? {
        Some(_) => Ok(NONE),
        None => Err(thread.raise(TYPE_ERROR, "a _thread._local is needed")),
    }
}

/// Methods of the class `_local`, which is Python.
const LOCAL_METHODS: &[NativeFunction] = &[
    NativeFunction::calling("_local_get", 2, 2, local_get).with_quick(quick_local_get),
    NativeFunction::calling("_local_set", 3, 3, local_set).with_quick(quick_local_set),
];

fn exception_text<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let exception = thread.root(arguments.get(thread, 0));
    let text = traceback::exception_text(thread, exception)?;
    string::new(thread, &text)
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

/// `(blocking=True, timeout=-1)`.
fn patience(thread: &Thread, arguments: Arguments) -> Outcome<Patience> {
    check_keywords(thread, arguments, "acquire", &["blocking", "timeout"])?;
    let blocking = parameter(thread, arguments, 1, "blocking");
    let timeout = parameter(thread, arguments, 2, "timeout");
    let truth = truth::truth_leaf;
    let blocks = blocking
        .and_then(|value| truth(thread, value))
        .unwrap_or(true);
    let span_ns = match timeout {
        None => UNLIMITED_NS,
        Some(value) => time::span_ns(thread, value, time::NS_PER_SECOND)?,
    };
    if !blocks && span_ns != UNLIMITED_NS {
        let message = "can't specify a timeout for a non-blocking call";
        return Err(thread.raise(VALUE_ERROR, message));
    }
    if !blocks {
        return Ok(Patience::None);
    }
    if span_ns == UNLIMITED_NS {
        return Ok(Patience::Unlimited);
    }
    match u64::try_from(span_ns) {
        Ok(span_ns) => Ok(Patience::Limited(Duration::from_nanos(span_ns))),
        Err(_) => {
            let message = "timeout value must be a non-negative number";
            Err(thread.raise(VALUE_ERROR, message))
        }
    }
}

fn acquire<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (lock, is_reentrant) = lock_argument(thread, arguments)?;
    let patience = patience(thread, arguments)?;
    locks::acquire(thread, lock, is_reentrant, 1, patience).map(boolean)
}

/// Takes an `RLock` by a call. No other thread can let go of it, so it is held as by `with`; a lock
/// may be a gate.
fn acquire_reentrant(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let is_taken = acquire(thread, arguments)?;
    if is_taken == boolean(true) {
        thread.enter_hold();
    }
    Ok(is_taken)
}

/// `with lock:` begins: the end of the transaction and finalizers may be put off until the block
/// ends.
fn enter(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let is_taken = acquire(thread, arguments)?;
    thread.enter_hold();
    Ok(is_taken)
}

/// `with lock:` ends, or an `RLock` is let go of.
fn leave(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let released = release(thread, arguments)?;
    thread.leave_hold();
    Ok(released)
}

fn release<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (lock, is_reentrant) = lock_argument(thread, arguments)?;
    locks::release(thread, lock, is_reentrant, 1)?;
    Ok(NONE)
}

fn locked<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (lock, _) = lock_argument(thread, arguments)?;
    Ok(boolean(locks::state(thread, lock).holder != 0))
}

fn at_fork_reinit<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (lock, _) = lock_argument(thread, arguments)?;
    locks::reinit_after_fork(thread, lock)?;
    Ok(NONE)
}

fn is_owned<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (lock, _) = lock_argument(thread, arguments)?;
    let holder = locks::state(thread, lock).holder;
    Ok(boolean(holder == thread.ident() as i64))
}

fn recursion_count<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (lock, _) = lock_argument(thread, arguments)?;
    let state = locks::state(thread, lock);
    let is_mine = state.holder == thread.ident() as i64;
    Ok(number(if is_mine { state.count as u64 } else { 0 }))
}

/// Lets go of an `RLock` however often it is held; returns the state that `_acquire_restore` takes.
fn release_save<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (lock, _) = lock_argument(thread, arguments)?;
    let count = locks::state(thread, lock).count;
    locks::release(thread, lock, true, count)?;
    Ok(number(count as u64))
}

/// Takes an `RLock` as often as `release_save` let go of it.
fn acquire_restore<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (lock, _) = lock_argument(thread, arguments)?;
    let count = arguments.get(thread, 1).as_integer().unwrap_or(1).max(1);
    locks::acquire(thread, lock, true, count, Patience::Unlimited)?;
    Ok(NONE)
}

fn repr<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (lock, is_reentrant) = lock_argument(thread, arguments)?;
    let state = locks::state(thread, lock);
    let held = if state.holder == 0 {
        "unlocked"
    } else {
        "locked"
    };
    let identity = thread.identity(lock);
    let text = if is_reentrant {
        let (holder, count) = (state.holder, state.count);
        format!("<{held} _thread.RLock object owner={holder} count={count} at {identity:#x}>")
    } else {
        format!("<{held} _thread.lock object at {identity:#x}>")
    };
    string::new(thread, &text)
}

/// The definitions.
pub(crate) const TYPES: &[TypeDef] = &[
    TypeDef::new("lock", CLASS_LOCK)
        .in_module("_thread")
        .constructor(NativeFunction::leaf("lock", 1, 1, |thread, _| {
            Ok(locks::new_lock(thread, CLASS_LOCK))
        }))
        .methods(&[LOCK_METHODS])
        .closed()
        .weakly_referenced(),
    TypeDef::new("RLock", CLASS_RLOCK)
        .in_module("_thread")
        // Arguments are for classes below, or not used at all.
        .constructor(NativeFunction::leaf("RLock", 1, u8::MAX, new_rlock).with_keywords())
        .methods(&[RLOCK_METHODS])
        .weakly_referenced(),
];

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_threads")
    .functions(&[FUNCTIONS])
    .methods(&[LOCAL_METHODS])
    .types(TYPES)
    .filled_by(fill)
    .listed_as(&["_thread", "threading"])];
