//! Databases: opening, closing, their state.

use std::ffi::CString;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering};

use motet_sqlite::{Connection, codes};

use motet_python_objects::classes::threads::call_outside;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{buffer, bytes, int, string, tuple};

use super::{
    Entry, Shared, c_text, database, failed, failure, is_true, number, register, run, run_here,
    small, with_entries,
};

/// The functions of this file.
pub(super) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("open", 3, 3, open),
    NativeFunction::calling("close", 1, 1, close),
    NativeFunction::calling("release", 1, 1, release),
    NativeFunction::calling("interrupt", 1, 1, interrupt),
    NativeFunction::calling("state", 1, 1, state),
    NativeFunction::calling("changes", 1, 1, changes),
    NativeFunction::calling("limit", 3, 3, limit),
    NativeFunction::calling("config", 3, 3, config),
    NativeFunction::calling("enable_extensions", 2, 2, enable_extensions),
    NativeFunction::calling("load_extension", 3, 3, load_extension),
    NativeFunction::calling("serialize", 2, 2, serialize),
    NativeFunction::calling("deserialize", 3, 3, deserialize),
    NativeFunction::leaf("complete", 1, 1, complete),
];

/// `open(path, flags, timeout_ms)`: the number of a database.
fn open<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let path = c_text(thread, arguments, 0)?;
    let flags = small(thread, arguments, 1)?;
    let timeout_ms = small(thread, arguments, 2)?;
    // (An empty name: a file that goes with the connection.)
    let is_in_memory = path.as_bytes() == b":memory:";
    thread.become_inevitable()?;
    let opened = call_outside(thread, || Connection::open(&path, flags, timeout_ms));
    match opened {
        Ok(connection) => {
            let shared = Arc::new(Shared {
                connection,
                owner: AtomicU64::new(0),
                depth: AtomicU32::new(0),
                has_callbacks: AtomicBool::new(false),
                timeout_ms: AtomicI32::new(timeout_ms),
                is_in_memory: AtomicBool::new(is_in_memory),
                waits_by_itself: AtomicBool::new(false),
            });
            if thread.runtime().is_stepped() {
                // Only the host can let another thread run.
                shared.calls_back();
            }
            let number = register(Entry::Connection(shared));
            Ok(int::from_i64(thread, number))
        }
        Err(error) => Err(failed(
            thread,
            error.code,
            error.extended,
            error.message.as_bytes(),
        )),
    }
}

fn belongs_to(entry: &Entry, database: &Arc<Shared>) -> bool {
    match entry {
        Entry::Connection(shared) | Entry::Statement(shared, _) | Entry::Blob(shared, _) => {
            Arc::ptr_eq(shared, database)
        }
        Entry::Backup(source, target, _) => {
            Arc::ptr_eq(source, database) || Arc::ptr_eq(target, database)
        }
    }
}

/// `close(database)`: ends all objects that belong to it.
fn close<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = database(thread, arguments, 0)?;
    let guard = shared.enter(thread)?;
    let ended: Vec<Entry> = with_entries(|entries| {
        let numbers: Vec<i64> = entries
            .iter()
            .filter(|(_, entry)| belongs_to(entry, &shared))
            .map(|(number, _)| *number)
            .collect();
        numbers
            .iter()
            .filter_map(|number| entries.remove(number))
            .collect()
    });
    run(thread, &shared, || drop(ended));
    drop(guard);
    Ok(NONE)
}

/// `release(number)`: ends a statement, blob or backup, if it exists.
fn release<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let handle = number(thread, arguments, 0)?;
    let Some(entry) = with_entries(|entries| entries.get(&handle).cloned()) else {
        return Ok(NONE);
    };
    let shared = match &entry {
        Entry::Connection(shared) | Entry::Statement(shared, _) | Entry::Blob(shared, _) => shared,
        Entry::Backup(source, ..) => source,
    };
    let guard = shared.clone().enter(thread)?;
    drop(entry);
    let ended = with_entries(|entries| entries.remove(&handle));
    run_here(thread, || drop(ended));
    drop(guard);
    Ok(NONE)
}

/// `interrupt(database)`: another thread may be using it.
fn interrupt<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = database(thread, arguments, 0)?;
    thread.become_inevitable()?;
    shared.connection.interrupt();
    Ok(NONE)
}

/// `state(database)`: whether a transaction is open, the number of all changes, the row inserted
/// last.
fn state<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = database(thread, arguments, 0)?;
    let _guard = shared.enter(thread)?;
    let connection = &shared.connection;
    let is_open = if connection.is_in_autocommit() {
        FALSE
    } else {
        TRUE
    };
    let changes = int::from_i64(thread, connection.total_changes());
    let last = int::from_i64(thread, connection.last_row());
    tuple::from_values(thread, &[is_open, changes, last])
}

/// How many rows the last statement has changed.
fn changes<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = database(thread, arguments, 0)?;
    let _guard = shared.enter(thread)?;
    Ok(int::from_i64(thread, shared.connection.changes()))
}

fn limit<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = database(thread, arguments, 0)?;
    let (which, limit) = (small(thread, arguments, 1)?, small(thread, arguments, 2)?);
    let _guard = shared.enter(thread)?;
    let before = shared.connection.limit(which, limit);
    Ok(int::from_i64(thread, before.into()))
}

/// `config(database, which, value)`: a switch; with None it is only read.
fn config<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = database(thread, arguments, 0)?;
    let which = small(thread, arguments, 1)?;
    let _guard = shared.enter(thread)?;
    let result = match arguments.get(thread, 2) {
        NONE => shared.connection.config(which),
        value => shared.connection.set_config(which, value == TRUE),
    };
    match result {
        Ok(is_on) => Ok(if is_on { TRUE } else { FALSE }),
        Err(code) => Err(failure(thread, &shared.connection, code)),
    }
}

fn enable_extensions<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = database(thread, arguments, 0)?;
    let is_allowed = is_true(thread, arguments, 1);
    let _guard = shared.enter(thread)?;
    shared.connection.enable_extensions(is_allowed);
    Ok(NONE)
}

fn load_extension<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = database(thread, arguments, 0)?;
    let path = c_text(thread, arguments, 1)?;
    let entry: Option<CString> = match arguments.get(thread, 2) {
        NONE => None,
        _ => Some(c_text(thread, arguments, 2)?),
    };
    let _guard = shared.enter(thread)?;
    let loaded = run_here(thread, || {
        shared.connection.load_extension(&path, entry.as_deref())
    });
    match loaded {
        Ok(()) => Ok(NONE),
        Err(message) => Err(failed(thread, 1, 1, message.as_bytes())),
    }
}

/// `serialize(database, name)`: bytes; None if there is no such database.
fn serialize<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = database(thread, arguments, 0)?;
    let name = c_text(thread, arguments, 1)?;
    let _guard = shared.enter(thread)?;
    match run(thread, &shared, || shared.connection.serialized(&name)) {
        Some(content) => bytes::new(thread, &content),
        None => Ok(NONE),
    }
}

fn deserialize<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = database(thread, arguments, 0)?;
    let name = c_text(thread, arguments, 1)?;
    let content = buffer::required(thread, arguments.get(thread, 2))?.into_owned();
    let _guard = shared.enter(thread)?;
    let code = run(thread, &shared, || {
        shared.connection.deserialize(&name, &content)
    });
    if code == codes::OK {
        return Ok(NONE);
    }
    Err(failure(thread, &shared.connection, code))
}

fn complete<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let text = string::as_text(thread, arguments.get(thread, 0)).unwrap_or_default();
    let text = CString::new(text).map_err(|_| value_error(thread, "embedded null character"))?;
    Ok(if motet_sqlite::complete(&text) {
        TRUE
    } else {
        FALSE
    })
}

impl Shared {
    /// From here on SQLite may call back.
    pub(super) fn calls_back(&self) {
        if !self.has_callbacks.swap(true, Ordering::Relaxed) {
            let timeout_ms = self.timeout_ms.load(Ordering::Relaxed);
            self.connection.wait_by_host(timeout_ms);
        }
    }
}
