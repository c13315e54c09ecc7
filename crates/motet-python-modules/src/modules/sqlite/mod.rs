//! `_sqlite_core`: SQLite for `_sqlite3` of the library, which is Python.
//!
//! A database, a statement, a blob and a backup are numbers for Python; here they are entries of a
//! table. The effects of SQLite cannot be undone, so each function makes the transaction inevitable
//! first. A call that may take long runs outside of the transaction ([`run`]), so that statements
//! of different databases run in parallel; one that is mostly short leaves it when it takes long
//! ([`run_step`]).
//!
//! One thread at a time uses a database ([`Shared::enter`]); others try again later and hold
//! nothing. If the program has given the database functions or hooks, the thread stays in its
//! transaction while SQLite runs, and is the host of the calls that come back.
//!
//! ```text
//!   entry ──▶ Shared: owner, has_callbacks ──▶ motet_sqlite::Connection
//!     └─────▶ Mutex<Statement>                     (locked by the owner of the database only)
//! ```

mod callbacks;
mod connections;
mod fields;
mod plain;
pub(crate) mod rows;
mod statements;

use std::collections::HashMap;
use std::ffi::CString;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use motet_sqlite::{Answer, Backup, Blob, Call, Code, Connection, Host, Statement, with_host};

use motet_python_objects::classes::threads::{Stay, call_outside, call_staying};
use motet_python_objects::model::machine::Module;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::thread::WaitRequest;
use motet_python_objects::model::upcalls;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{bytes, codecs, int, string};

use crate::filling::set;
use callbacks::PythonHost;

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_sqlite_core")
    .functions(&[
        connections::FUNCTIONS,
        statements::FUNCTIONS,
        rows::FUNCTIONS,
        plain::FUNCTIONS,
        fields::FUNCTIONS,
        callbacks::FUNCTIONS,
    ])
    .filled_by(fill)];

/// Fills in the version.
fn fill(thread: &Thread, module: &Module) -> Outcome<()> {
    let version = string::new(thread, &motet_sqlite::version())?;
    set(thread, module, "version", version)
}

/// A database and the thread that uses it.
struct Shared {
    connection: Arc<Connection>,
    /// The thread that uses it; 0: none. Written by that thread; acquire and release order its
    /// accesses before those of the next thread.
    owner: AtomicU64,
    /// How often the owner has entered. Read and written by the owner only.
    depth: AtomicU32,
    /// Whether the program has ever given it a function or a hook. Written by the owner.
    has_callbacks: AtomicBool,
    /// How long to wait for a database that other connections hold.
    timeout_ms: AtomicI32,
    /// Whether nothing but memory is behind it, so that a commit is short. Written by the owner.
    is_in_memory: AtomicBool,
    /// Whether the library itself waits for databases that others hold. Written by the owner.
    waits_by_itself: AtomicBool,
}

/// How long statements take, by their kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// Mostly short.
    Short,
    /// Short unless they end a transaction, which brings files up to date.
    Writes,
    /// Short where only memory is behind the database.
    Commits,
    /// Long, or nobody knows.
    Long,
}

/// A statement, and how long it takes.
struct Held {
    statement: Statement,
    pace: Pace,
}

impl Deref for Held {
    type Target = Statement;

    fn deref(&self) -> &Statement {
        &self.statement
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut Statement {
        &mut self.statement
    }
}

/// The object that a number of Python names.
#[derive(Clone)]
enum Entry {
    Connection(Arc<Shared>),
    Statement(Arc<Shared>, Arc<Mutex<Held>>),
    Blob(Arc<Shared>, Arc<Mutex<Blob>>),
    Backup(Arc<Shared>, Arc<Shared>, Arc<Mutex<Backup>>),
}

static ENTRIES: Mutex<Option<HashMap<i64, Entry>>> = Mutex::new(None);

/// Looks into the table, for a moment: no function of SQLite is called meanwhile.
fn with_entries<T>(look: impl FnOnce(&mut HashMap<i64, Entry>) -> T) -> T {
    let mut entries = ENTRIES.lock().unwrap_or_else(PoisonError::into_inner);
    look(entries.get_or_insert_default())
}

/// Registers an entry: its number.
fn register(entry: Entry) -> i64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let number = LAST.fetch_add(1, Ordering::Relaxed) as i64 + 1;
    with_entries(|entries| entries.insert(number, entry));
    number
}

/// The right to use a database; it ends with the value.
struct Guard(Arc<Shared>);

impl Drop for Guard {
    fn drop(&mut self) {
        if self.0.depth.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.owner.store(0, Ordering::Release);
        }
    }
}

/// How long a thread waits before it tries again to take a database that another uses.
const PATIENCE: Duration = Duration::from_micros(200);

impl Shared {
    /// Makes the transaction inevitable and takes the database; if another thread uses it, the
    /// calling function is to be tried again later.
    fn enter(self: &Arc<Shared>, thread: &mut Thread) -> Outcome<Guard> {
        thread.become_inevitable()?;
        let me = thread.ident();
        if self.owner.load(Ordering::Relaxed) != me {
            let taken = self
                .owner
                .compare_exchange(0, me, Ordering::Acquire, Ordering::Relaxed);
            if taken.is_err() {
                thread.request_wait(WaitRequest::Until(Instant::now() + PATIENCE));
                return Err(Unwind::Wait);
            }
        }
        self.depth.fetch_add(1, Ordering::Relaxed);
        Ok(Guard(self.clone()))
    }

    /// Whether another thread uses it now.
    fn is_used_by_others(&self, me: u64) -> bool {
        let owner = self.owner.load(Ordering::Relaxed);
        owner != 0 && owner != me
    }

    fn is_in_memory(&self) -> bool {
        self.is_in_memory.load(Ordering::Relaxed)
    }

    fn has_callbacks(&self) -> bool {
        self.has_callbacks.load(Ordering::Relaxed)
    }
}

/// Runs a call of SQLite that may take long, or call back. The thread uses the database.
fn run<T>(thread: &mut Thread, shared: &Shared, call: impl FnOnce() -> T) -> T {
    if shared.has_callbacks() {
        return run_here(thread, call);
    }
    call_outside(thread, call)
}

/// Tells a call that is expected to be short where it is.
struct ShortHost<'a, 'b> {
    stay: &'a mut Stay<'b>,
}

impl Host for ShortHost<'_, '_> {
    fn call(&mut self, _: u64, _: Call<'_>) -> Answer {
        // (The program has given no functions.)
        Answer::Number(0)
    }

    fn sleep(&mut self, time: Duration) {
        self.stay.leave();
        std::thread::sleep(time);
    }

    fn goes_on(&mut self) {
        self.stay.leave();
    }
}

/// Runs a step of a statement of that pace: to leave the transaction costs more than a short one.
fn run_step<T>(thread: &mut Thread, shared: &Shared, pace: Pace, call: impl FnOnce() -> T) -> T {
    let is_short = match pace {
        Pace::Short => true,
        Pace::Writes => shared.is_in_memory() || !shared.connection.is_in_autocommit(),
        Pace::Commits => shared.is_in_memory(),
        Pace::Long => false,
    };
    let is_plain = !shared.has_callbacks() && !shared.waits_by_itself.load(Ordering::Relaxed);
    if is_short && is_plain {
        return call_staying(thread, |stay| with_host(&mut ShortHost { stay }, call));
    }
    run(thread, shared, call)
}

/// Runs a call of SQLite that may call back, inside of the transaction.
fn run_here<T>(thread: &mut Thread, call: impl FnOnce() -> T) -> T {
    with_host(&mut PythonHost { thread }, call)
}

// ---- errors

/// Raises the error that the database has reported last.
fn failure(thread: &mut Thread, connection: &Connection, code: Code) -> Unwind {
    let (extended, message) = last_error(connection, code);
    failed(thread, code, extended, &message)
}

/// The extended code and the message of a result that the database has reported last.
fn last_error(connection: &Connection, code: Code) -> (Code, Vec<u8>) {
    let extended = connection.extended_code();
    // An error that the library did not keep (misuse) has no details.
    let is_kept = extended & 0xff == code & 0xff;
    (
        if is_kept { extended } else { code },
        connection.message_bytes(),
    )
}

/// The error of a result.
fn error_of(thread: &mut Thread, code: Code, extended: Code, message: &[u8]) -> Outcome<Root> {
    let code = thread.root(int::from_i64(thread, code.into()));
    let extended = thread.root(int::from_i64(thread, extended.into()));
    // A damaged database can have names in it that are no UTF-8.
    let message = thread.root(codecs::decode(thread, message, "utf-8", "strict")?);
    upcalls::call_python(thread, "_sqlite3", "_failure", &[code, extended, message])
}

/// Raises the error of a result.
fn failed(thread: &mut Thread, code: Code, extended: Code, message: &[u8]) -> Unwind {
    match error_of(thread, code, extended, message) {
        Ok(error) => thread.raise_value(thread.get(error)),
        Err(unwind) => unwind,
    }
}

/// Raises `ProgrammingError`.
fn misused(thread: &mut Thread, message: &str) -> Unwind {
    super::support::raise_of(thread, "_sqlite3", "ProgrammingError", message)
}

fn closed(thread: &mut Thread) -> Unwind {
    misused(thread, "Cannot operate on a closed database.")
}

// ---- arguments

fn number(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<i64> {
    integer_argument(thread, arguments.get(thread, index))
}

fn small(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<i32> {
    let number = number(thread, arguments, index)?;
    let small = i32::try_from(number);
    small.map_err(|_| overflow_error(thread, "Python int too large to convert to C int"))
}

fn entry(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<Option<Entry>> {
    let number = number(thread, arguments, index)?;
    Ok(with_entries(|entries| entries.get(&number).cloned()))
}

/// The database that an argument names.
fn database(thread: &mut Thread, arguments: Arguments, index: usize) -> Outcome<Arc<Shared>> {
    match entry(thread, arguments, index)? {
        Some(Entry::Connection(shared)) => Ok(shared),
        _ => Err(closed(thread)),
    }
}

/// The statement that argument 0 names.
fn statement(
    thread: &mut Thread,
    arguments: Arguments,
) -> Outcome<(Arc<Shared>, Arc<Mutex<Held>>)> {
    match entry(thread, arguments, 0)? {
        Some(Entry::Statement(shared, statement)) => Ok((shared, statement)),
        _ => Err(closed(thread)),
    }
}

/// Locks an object that only the owner of the database uses: it fails only inside of a call of its
/// own.
fn locked<'a, T>(thread: &mut Thread, mutex: &'a Mutex<T>) -> Outcome<MutexGuard<'a, T>> {
    let message = "Recursive use of cursors not allowed.";
    mutex.try_lock().map_err(|_| misused(thread, message))
}

fn is_true(thread: &Thread, arguments: Arguments, index: usize) -> bool {
    arguments.get(thread, index) == TRUE
}

/// A text for C: of a `str` or of bytes.
fn c_text(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<CString> {
    let value = plain(thread, arguments.get(thread, index));
    let content = if let Some(text) = string::as_text(thread, value) {
        text.as_bytes().to_vec()
    } else if let Some(object) = bytes::as_bytes(thread, value) {
        bytes::content(thread, object).to_vec()
    } else {
        let name = type_name(thread, value);
        return Err(type_error(thread, format!("str expected, not {name}")));
    };
    CString::new(content).map_err(|_| value_error(thread, "embedded null character"))
}
