//! `_ssl_core`: TLS for `_ssl` of the library, which is Python, over `motet_tls`.
//!
//! Trusted certificates, own ones, configurations, sessions and connections are numbers for
//! Python; here they are entries of a table. All but connections are never changed once they are
//! made. What a connection takes or gives cannot be undone: such a call makes the transaction
//! inevitable, and then works outside of any transaction, so that the ciphers of several threads
//! run in parallel. It never blocks: where the socket would, the operation fails with a wait for
//! the descriptor and is tried again, as those of `_socket_core` are; what it has done meanwhile
//! the connection knows.
//!
//! ```text
//!   entry ──▶ Mutex<Line>: motet_tls::Connection, writes that are not out yet (no waiter has it)
//! ```

mod connections;
mod contexts;
mod describing;
mod transport;

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use motet_tls::{CertifiedKey, Config, Counters, Failure, Kind, Session, Store};

use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{int, string, tuple};

use connections::Line;

/// What the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_ssl_core").functions(&[
    contexts::FUNCTIONS,
    connections::FUNCTIONS,
    describing::FUNCTIONS,
])];

/// What a number of Python stands for.
#[derive(Clone)]
enum Entry {
    Store(Arc<Store>),
    Identity(Arc<CertifiedKey>),
    Counters(Arc<Counters>),
    Config(Arc<Config>),
    Session(Arc<Session>),
    Line(Arc<Mutex<Line>>),
}

static ENTRIES: Mutex<Option<HashMap<i64, Entry>>> = Mutex::new(None);

/// Looks at the table, for a moment.
fn with_entries<T>(look: impl FnOnce(&mut HashMap<i64, Entry>) -> T) -> T {
    let mut entries = ENTRIES.lock().unwrap_or_else(PoisonError::into_inner);
    look(entries.get_or_insert_default())
}

/// Registers an entry: its number. If the transaction aborts the entry is left over, so that the
/// callers are inevitable.
fn register(entry: Entry) -> i64 {
    // A counter of names: nothing is ordered by it.
    static LAST: AtomicI64 = AtomicI64::new(0);
    let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    with_entries(|entries| entries.insert(number, entry));
    number
}

/// The number of an entry, as a value.
fn registered(thread: &mut Thread, entry: Entry) -> Outcome<Value<'_>> {
    thread.become_inevitable()?;
    Ok(int::from_i64(thread, register(entry)))
}

/// What a class of entries is called, and how it is told apart.
macro_rules! entries_of {
    ($($function:ident: $variant:ident of $kind:ty;)*) => {$(
        /// The entry that an argument names.
        fn $function(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<$kind> {
            let number = integer_argument(thread, arguments.get(thread, index))?;
            match with_entries(|entries| entries.get(&number).cloned()) {
                Some(Entry::$variant(found)) => Ok(found),
                _ => Err(value_error(thread, "not the number of such an object")),
            }
        }
    )*};
}

entries_of! {
    store: Store of Arc<Store>;
    counters: Counters of Arc<Counters>;
    config: Config of Arc<Config>;
    session: Session of Arc<Session>;
    line: Line of Arc<Mutex<Line>>;
}

/// What a function answers for Python: a code, and what belongs to it.
const DONE: i64 = 0;
const NEEDS_INPUT: i64 = 1;
const NEEDS_CHOICE: i64 = 2;
const FAILED: i64 = 3;
const CLOSED: i64 = 4;
const NEEDS_OUTPUT: i64 = 5;

fn flag(is_set: bool) -> Value<'static> {
    if is_set { TRUE } else { FALSE }
}

/// A code and what belongs to it.
fn answer<'a>(thread: &'a Thread, code: i64, value: Value<'_>) -> Outcome<Value<'a>> {
    tuple::from_values(thread, &[int::from_i64(thread, code), value])
}

/// Something has gone wrong: the class, the reason, its text, and the verification's code and text.
fn failed<'a>(thread: &'a Thread, failure: &Failure) -> Outcome<Value<'a>> {
    let kind = match failure.kind {
        Kind::Ssl => 0,
        Kind::Verification => 1,
        Kind::Eof => 2,
    };
    let (code, text) = match &failure.problem {
        Some(problem) => (i64::from(problem.code), problem.text.as_str()),
        None => (0, ""),
    };
    let all = [
        int::from_i64(thread, kind),
        string::new(thread, &failure.reason)?,
        string::new(thread, &failure.text)?,
        int::from_i64(thread, code),
        string::new(thread, text)?,
    ];
    let all = tuple::from_values(thread, &all)?;
    answer(thread, FAILED, all)
}
