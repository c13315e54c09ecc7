//! Calls from within the library: functions and aggregates of SQL, collations, hooks.
//!
//! A function that the program has given is known here by a number. A callback asks the host that
//! [`with_host`] has set for the call during which it happens; without one it fails, or allows
//! nothing.
#![allow(unsafe_code, reason = "SQLite is C: this crate is the border")]

use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::ptr::NonNull;
use std::time::Duration;

use libsqlite3_sys as ffi;

use crate::raw::{content, text_at};
use crate::{Code, Connection, Value, ValueRef};

/// A request of the library to a program.
pub enum Call<'a> {
    /// A function is called.
    Function(&'a [ValueRef<'a>]),
    /// An aggregate gets a row. The number is that of the group of rows.
    Step(u64, &'a [ValueRef<'a>]),
    /// A row leaves the window of an aggregate.
    Inverse(u64, &'a [ValueRef<'a>]),
    /// The value of an aggregate as it is now.
    Now(u64),
    /// The value of an aggregate after all rows; 0: there was none.
    Final(u64),
    /// The order of two texts: the answer is negative, 0 or positive.
    Compare([&'a [u8]; 2]),
    /// May a statement do that? An action and its subjects.
    Authorize(i32, [Option<&'a str>; 4]),
    /// Some operations have been done: shall it stop?
    Progress,
    /// A statement begins.
    Trace(Text<'a>),
}

/// The text of a statement that begins.
pub enum Text<'a> {
    /// With its parameters filled in.
    Full(&'a str),
    /// It would be too long with them.
    Raw(&'a str),
}

/// The answer of a program.
pub enum Answer {
    /// A result.
    Value(Value),
    /// A number: of a comparison, of an authorizer, whether to stop.
    Number(i32),
    /// It failed.
    Failed(Failure),
}

/// How a function fails.
pub enum Failure {
    /// There is no memory.
    NoMemory,
    /// The result is too large.
    TooBig,
    /// Something else.
    Other(String),
}

/// The host that runs the functions that a program has given.
pub trait Host {
    /// Runs number `id`.
    fn call(&mut self, id: u64, call: Call<'_>) -> Answer;
    /// Lets others run for a time: they hold the database.
    fn sleep(&mut self, time: Duration);
    /// A statement takes longer than most.
    fn goes_on(&mut self) {}
}

thread_local! {
    /// The host of the call that this thread is in.
    static HOST: Cell<Option<NonNull<dyn Host>>> = const { Cell::new(None) };
}

/// Sets the host while something runs that may call back.
pub fn with_host<T>(host: &mut dyn Host, call: impl FnOnce() -> T) -> T {
    let address = NonNull::from(host);
    // SAFETY: I-SQLITE-3: only the lifetime changes, and it is taken back before this returns. (A
    // panic ends the process.)
    let address = unsafe {
        std::mem::transmute::<NonNull<dyn Host + '_>, NonNull<dyn Host + 'static>>(address)
    };
    let before = HOST.replace(Some(address));
    let result = call();
    HOST.set(before);
    result
}

/// Asks the host; nothing if there is none.
fn ask<T>(question: impl FnOnce(&mut dyn Host) -> T) -> Option<T> {
    let mut address = HOST.take()?;
    // SAFETY: I-SQLITE-3: the borrow of `with_host` lasts, and nobody else finds the host now.
    let answer = question(unsafe { address.as_mut() });
    HOST.set(Some(address));
    Some(answer)
}

/// The number under which the library knows a function that a program has given: never null.
fn number(id: u64) -> *mut c_void {
    id as usize as *mut c_void
}

/// The kind of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A value for each row.
    Function,
    /// A value for each group.
    Aggregate,
    /// A value for each window too.
    Window,
}

const MISSING: &CStr = c"user-defined function raised exception";

impl Connection {
    /// Defines a function of SQL, or takes it out (`id` 0).
    pub fn define_function(
        &self,
        name: &CStr,
        arguments: i32,
        is_deterministic: bool,
        kind: Kind,
        id: u64,
    ) -> Code {
        let (db, name, app) = (self.raw(), name.as_ptr(), number(id));
        let extra = if is_deterministic {
            ffi::SQLITE_DETERMINISTIC
        } else {
            0
        };
        let flags = ffi::SQLITE_UTF8 | extra;
        let is_there = id != 0;
        let called: Option<unsafe extern "C" fn(_, _, _)> = is_there.then_some(function as _);
        let step: Option<unsafe extern "C" fn(_, _, _)> = is_there.then_some(step as _);
        let last: Option<unsafe extern "C" fn(_)> = is_there.then_some(last as _);
        let now: Option<unsafe extern "C" fn(_)> = is_there.then_some(now as _);
        let inverse: Option<unsafe extern "C" fn(_, _, _)> = is_there.then_some(inverse as _);
        // SAFETY: I-SQLITE-1; a text that ends with a zero; functions of the asked types.
        unsafe {
            match kind {
                Kind::Function => ffi::sqlite3_create_function_v2(
                    db, name, arguments, flags, app, called, None, None, None,
                ),
                Kind::Aggregate => ffi::sqlite3_create_function_v2(
                    db, name, arguments, flags, app, None, step, last, None,
                ),
                Kind::Window => ffi::sqlite3_create_window_function(
                    db, name, arguments, flags, app, step, last, now, inverse, None,
                ),
            }
        }
    }

    /// Defines a collation, or takes it out (`id` 0).
    pub fn define_collation(&self, name: &CStr, id: u64) -> Code {
        let compared: Option<unsafe extern "C" fn(_, _, _, _, _) -> c_int> =
            (id != 0).then_some(compare as _);
        let (db, coding) = (self.raw(), ffi::SQLITE_UTF8);
        // SAFETY: I-SQLITE-1; a text that ends with a zero; a function of the asked type.
        unsafe {
            ffi::sqlite3_create_collation_v2(db, name.as_ptr(), coding, number(id), compared, None)
        }
    }

    /// Sets the function that is asked whether a statement may do things (0: none).
    pub fn set_authorizer(&self, id: u64) -> Code {
        let asked: Option<unsafe extern "C" fn(_, _, _, _, _, _) -> c_int> =
            (id != 0).then_some(authorize as _);
        // SAFETY: I-SQLITE-1; a function of the asked type.
        unsafe { ffi::sqlite3_set_authorizer(self.raw(), asked, number(id)) }
    }

    /// Sets the function that is called each so many operations (0: none).
    pub fn set_progress(&self, id: u64, each: i32) {
        let told: Option<unsafe extern "C" fn(_) -> c_int> = (id != 0).then_some(progress as _);
        // SAFETY: I-SQLITE-1; a function of the asked type.
        unsafe { ffi::sqlite3_progress_handler(self.raw(), each, told, number(id)) };
    }

    /// Tells the host ([`Host::goes_on`]) each so many operations that a statement goes on, until
    /// [`Connection::set_progress`] is called.
    pub fn tell_host(&self, each: i32) {
        let nothing = number(0);
        // SAFETY: I-SQLITE-1; a function of the asked type.
        unsafe { ffi::sqlite3_progress_handler(self.raw(), each, Some(goes_on), nothing) };
    }

    /// Sets the function that is told of statements that begin (0: none).
    pub fn set_trace(&self, id: u64) -> Code {
        let told: Option<unsafe extern "C" fn(_, _, _, _) -> c_int> =
            (id != 0).then_some(trace as _);
        let mask = if id == 0 {
            0
        } else {
            ffi::SQLITE_TRACE_STMT as c_uint
        };
        // SAFETY: I-SQLITE-1; a function of the asked type.
        unsafe { ffi::sqlite3_trace_v2(self.raw(), mask, told, number(id)) }
    }
}

// ---- values

/// The arguments of a function of SQL.
///
/// # Safety
/// As the library calls a function.
unsafe fn arguments<'a>(count: c_int, values: *mut *mut ffi::sqlite3_value) -> Vec<ValueRef<'a>> {
    let read = |index: usize| {
        // SAFETY: there are so many, and they are there until the function returns (I-SQLITE-2).
        unsafe {
            let value = *values.add(index);
            match ffi::sqlite3_value_type(value) {
                ffi::SQLITE_INTEGER => ValueRef::Integer(ffi::sqlite3_value_int64(value)),
                ffi::SQLITE_FLOAT => ValueRef::Real(ffi::sqlite3_value_double(value)),
                ffi::SQLITE_TEXT => {
                    let start = ffi::sqlite3_value_text(value);
                    ValueRef::Text(content(start, ffi::sqlite3_value_bytes(value)))
                }
                ffi::SQLITE_BLOB => {
                    let start = ffi::sqlite3_value_blob(value).cast::<u8>();
                    ValueRef::Blob(content(start, ffi::sqlite3_value_bytes(value)))
                }
                _ => ValueRef::Null,
            }
        }
    };
    (0..count.max(0) as usize).map(read).collect()
}

/// Gives the library the result of a function.
///
/// # Safety
/// As the library calls a function.
unsafe fn give(context: *mut ffi::sqlite3_context, answer: Option<Answer>) {
    let copied = ffi::SQLITE_TRANSIENT();
    // SAFETY: the context is that of the call; the library copies texts and bytes.
    unsafe {
        match answer {
            Some(Answer::Value(Value::Null)) => ffi::sqlite3_result_null(context),
            Some(Answer::Value(Value::Integer(number))) => {
                ffi::sqlite3_result_int64(context, number);
            }
            Some(Answer::Value(Value::Real(number))) => ffi::sqlite3_result_double(context, number),
            Some(Answer::Value(Value::Text(text))) => {
                let (start, length) = (text.as_ptr().cast(), text.len() as u64);
                let coding = ffi::SQLITE_UTF8 as u8;
                ffi::sqlite3_result_text64(context, start, length, copied, coding);
            }
            Some(Answer::Value(Value::Blob(bytes))) => {
                let bytes = if bytes.is_empty() { &[0][..0] } else { &bytes };
                let (start, length) = (bytes.as_ptr().cast(), bytes.len() as u64);
                ffi::sqlite3_result_blob64(context, start, length, copied);
            }
            Some(Answer::Number(number)) => ffi::sqlite3_result_int(context, number),
            Some(Answer::Failed(Failure::NoMemory)) => ffi::sqlite3_result_error_nomem(context),
            Some(Answer::Failed(Failure::TooBig)) => ffi::sqlite3_result_error_toobig(context),
            Some(Answer::Failed(Failure::Other(text))) => {
                let (start, length) = (text.as_ptr().cast(), text.len() as c_int);
                ffi::sqlite3_result_error(context, start, length);
            }
            None => ffi::sqlite3_result_error(context, MISSING.as_ptr(), -1),
        }
    }
}

/// The number that was given with a function.
///
/// # Safety
/// As the library calls a function.
unsafe fn id_of(context: *mut ffi::sqlite3_context) -> u64 {
    // SAFETY: the context is that of the call.
    unsafe { ffi::sqlite3_user_data(context) as u64 }
}

/// The number of the group of rows that an aggregate is called for; 0 if there is none yet and none
/// is wanted, or no memory.
///
/// # Safety
/// As the library calls a function.
unsafe fn group_of(context: *mut ffi::sqlite3_context, is_wanted: bool) -> u64 {
    /// Groups count from 1.
    static LAST_GROUP: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let bytes = if is_wanted { size_of::<u64>() } else { 0 };
    // SAFETY: the context is that of the call; the library gives so many bytes, zeroes at first,
    // aligned for any number.
    unsafe {
        let place = ffi::sqlite3_aggregate_context(context, bytes as c_int).cast::<u64>();
        if place.is_null() {
            return 0;
        }
        if *place == 0 {
            *place = LAST_GROUP.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
        }
        *place
    }
}

// ---- functions that the library calls

unsafe extern "C" fn function(
    context: *mut ffi::sqlite3_context,
    count: c_int,
    values: *mut *mut ffi::sqlite3_value,
) {
    // SAFETY: the library calls this as it promises.
    unsafe {
        let (id, arguments) = (id_of(context), arguments(count, values));
        give(
            context,
            ask(|host| host.call(id, Call::Function(&arguments))),
        );
    }
}

/// A row enters or leaves an aggregate: only failures are told.
///
/// # Safety
/// As the library calls a function.
unsafe fn row(
    context: *mut ffi::sqlite3_context,
    count: c_int,
    values: *mut *mut ffi::sqlite3_value,
    enters: bool,
) {
    // SAFETY: the library calls this as it promises.
    unsafe {
        let (id, arguments) = (id_of(context), arguments(count, values));
        let group = group_of(context, true);
        let call = match enters {
            true => Call::Step(group, &arguments),
            false => Call::Inverse(group, &arguments),
        };
        let answer = ask(|host| host.call(id, call));
        if !matches!(answer, Some(Answer::Value(_) | Answer::Number(_))) {
            give(context, answer);
        }
    }
}

unsafe extern "C" fn step(
    context: *mut ffi::sqlite3_context,
    count: c_int,
    values: *mut *mut ffi::sqlite3_value,
) {
    // SAFETY: the library calls this as it promises.
    unsafe { row(context, count, values, true) };
}

unsafe extern "C" fn inverse(
    context: *mut ffi::sqlite3_context,
    count: c_int,
    values: *mut *mut ffi::sqlite3_value,
) {
    // SAFETY: the library calls this as it promises.
    unsafe { row(context, count, values, false) };
}

unsafe extern "C" fn now(context: *mut ffi::sqlite3_context) {
    // SAFETY: the library calls this as it promises.
    unsafe {
        let (id, group) = (id_of(context), group_of(context, true));
        give(context, ask(|host| host.call(id, Call::Now(group))));
    }
}

unsafe extern "C" fn last(context: *mut ffi::sqlite3_context) {
    // SAFETY: the library calls this as it promises.
    unsafe {
        let (id, group) = (id_of(context), group_of(context, false));
        give(context, ask(|host| host.call(id, Call::Final(group))));
    }
}

unsafe extern "C" fn compare(
    id: *mut c_void,
    length: c_int,
    text: *const c_void,
    other_length: c_int,
    other: *const c_void,
) -> c_int {
    // SAFETY: so many bytes are there until this returns.
    let both = unsafe {
        [
            content(text.cast(), length),
            content(other.cast(), other_length),
        ]
    };
    match ask(|host| host.call(id as u64, Call::Compare(both))) {
        Some(Answer::Number(number)) => number,
        _ => 0,
    }
}

/// A text that the library may leave out.
///
/// # Safety
/// The address is null or that of a text that ends with a zero.
unsafe fn optional<'a>(address: *const c_char) -> Option<&'a str> {
    // SAFETY: the caller vouches for it.
    let text = (!address.is_null()).then(|| unsafe { CStr::from_ptr(address) })?;
    text.to_str().ok()
}

unsafe extern "C" fn authorize(
    id: *mut c_void,
    action: c_int,
    first: *const c_char,
    second: *const c_char,
    database: *const c_char,
    trigger: *const c_char,
) -> c_int {
    // SAFETY: texts of the library, there until this returns.
    let about = unsafe {
        [
            optional(first),
            optional(second),
            optional(database),
            optional(trigger),
        ]
    };
    match ask(|host| host.call(id as u64, Call::Authorize(action, about))) {
        Some(Answer::Number(number)) => number,
        _ => ffi::SQLITE_DENY,
    }
}

unsafe extern "C" fn progress(id: *mut c_void) -> c_int {
    match ask(|host| host.call(id as u64, Call::Progress)) {
        Some(Answer::Number(number)) => number,
        Some(_) => 1,
        None => 0,
    }
}

unsafe extern "C" fn goes_on(_: *mut c_void) -> c_int {
    ask(|host| host.goes_on());
    0
}

unsafe extern "C" fn trace(
    _: c_uint,
    id: *mut c_void,
    statement: *mut c_void,
    sql: *mut c_void,
) -> c_int {
    // SAFETY: for statements that begin, these are the statement and its text; memory that is made
    // of them is given back.
    unsafe {
        let raw = text_at(sql.cast());
        // A statement of a trigger is told as a comment.
        if raw.starts_with("--") {
            return 0;
        }
        let full = ffi::sqlite3_expanded_sql(statement.cast());
        if full.is_null() {
            ask(|host| host.call(id as u64, Call::Trace(Text::Raw(&raw))));
            return 0;
        }
        let text = text_at(full);
        ffi::sqlite3_free(full.cast());
        ask(|host| host.call(id as u64, Call::Trace(Text::Full(&text))));
    }
    0
}

// ---- databases that others hold

/// How long a thread leaves a database alone that others hold, each time it looks.
const PATIENCE_MS: [u64; 8] = [1, 2, 5, 10, 15, 20, 25, 50];

impl Connection {
    /// Waits by asking the host to sleep, where others hold the database: for a caller that holds a
    /// lock that they need.
    pub fn wait_by_host(&self, timeout_ms: i32) {
        let timeout = number(timeout_ms.max(0) as u64);
        // SAFETY: I-SQLITE-1; a function of the asked type.
        unsafe { ffi::sqlite3_busy_handler(self.raw(), Some(busy), timeout) };
    }
}

unsafe extern "C" fn busy(timeout_ms: *mut c_void, times: c_int) -> c_int {
    let times = times.max(0) as usize;
    let last = PATIENCE_MS.len() - 1;
    let waited_ms: u64 = PATIENCE_MS.iter().take(times).sum::<u64>()
        + times.saturating_sub(last + 1) as u64 * PATIENCE_MS[last];
    let left_ms = (timeout_ms as u64).saturating_sub(waited_ms);
    if left_ms == 0 {
        return 0;
    }
    let time = Duration::from_millis(PATIENCE_MS[times.min(last)].min(left_ms));
    if ask(|host| host.sleep(time)).is_none() {
        std::thread::sleep(time);
    }
    1
}
