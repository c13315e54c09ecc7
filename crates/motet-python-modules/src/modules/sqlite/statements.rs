//! Statements: compiling, binding, stepping, rows.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use motet_sqlite::{Code, Statement, ValueRef, codes};

use motet_python_objects::model::surrogates;
use motet_python_objects::model::upcalls;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{buffer, bytes, float, int, list, string, tuple};

use super::{
    Entry, Held, Pace, Shared, database, failed, failure, is_true, last_error, locked, register,
    run, run_here, run_step, small, statement,
};

/// The functions of this file.
pub(super) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("prepare", 2, 2, prepare),
    NativeFunction::calling("bind", 3, 3, bind),
    NativeFunction::calling("step", 1, 1, step),
    NativeFunction::calling("step_many", 4, 4, step_many),
    NativeFunction::calling("row", 2, 2, row),
    NativeFunction::calling("reset", 1, 1, reset),
    NativeFunction::calling("is_running", 1, 1, is_running),
    NativeFunction::calling("running", 0, 0, running),
    NativeFunction::calling("columns", 1, 1, columns),
    NativeFunction::calling("parameters", 1, 1, parameters),
    NativeFunction::calling("column_bytes", 2, 2, column_bytes),
];

/// The rest of a text of SQL behind white space and comments; nothing if that is all.
fn first_word(mut sql: &str) -> Option<&str> {
    loop {
        sql = sql.trim_start_matches([' ', '\t', '\x0c', '\n', '\r']);
        if let Some(comment) = sql.strip_prefix("--") {
            sql = &comment[comment.find('\n')? + 1..];
        } else if let Some(comment) = sql.strip_prefix("/*") {
            sql = &comment[comment.find("*/")? + 2..];
        } else {
            return (!sql.is_empty()).then_some(sql);
        }
    }
}

/// Whether a statement is one whose changed rows are counted.
fn changes_rows(sql: &str) -> bool {
    let begins = |word: &str| {
        let start = sql.as_bytes().get(..word.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
    };
    ["insert", "update", "delete", "replace"]
        .into_iter()
        .any(begins)
}

/// How long a statement takes, as far as its text tells.
pub(super) fn pace_of(shared: &Shared, sql: &str, is_reading: bool) -> Pace {
    let word = first_word(sql).unwrap_or_default();
    let end = word.find(|letter: char| !letter.is_ascii_alphabetic());
    let word = word[..end.unwrap_or(word.len())].to_ascii_lowercase();
    match &*word {
        "select" | "values" | "with" if is_reading => Pace::Short,
        "begin" => Pace::Short,
        "insert" | "update" | "delete" | "replace" | "with" => Pace::Writes,
        "commit" | "end" | "rollback" | "savepoint" | "release" => Pace::Commits,
        "attach" => {
            shared.is_in_memory.store(false, Ordering::Relaxed);
            Pace::Long
        }
        "pragma" if sql.to_ascii_lowercase().contains("busy") => {
            // The library may wait by itself from here on.
            shared.waits_by_itself.store(true, Ordering::Relaxed);
            Pace::Long
        }
        _ => Pace::Long,
    }
}

/// `prepare(database, sql)`: the number of a statement (0: there is none), where the text goes on
/// (-1: with nothing more), whether it is one whose changed rows are counted, whether it only
/// reads, how many parameters it has.
fn prepare<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = database(thread, arguments, 0)?;
    let value = plain(thread, arguments.get(thread, 1));
    let Some(sql) = string::as_text(thread, value).map(str::to_owned) else {
        return Err(type_error(thread, "a text is needed"));
    };
    let _guard = shared.enter(thread)?;
    let connection = shared.connection.clone();
    let prepared = run_here(thread, || connection.prepare(&sql));
    let prepared = prepared.map_err(|code| match code {
        codes::TOOBIG => failed(thread, code, code, b"query string is too large"),
        _ => failure(thread, &shared.connection, code),
    })?;
    let rest = &sql[prepared.used..];
    let goes_on = match first_word(rest) {
        Some(_) => sql[..prepared.used].chars().count() as i64,
        None => -1,
    };
    let counts = first_word(&sql).is_some_and(changes_rows);
    let (handle, reads, parameters) = match prepared.statement {
        None => (0, true, 0),
        Some(statement) => {
            let parts = (statement.is_reading(), statement.parameter_count());
            let pace = pace_of(&shared, &sql, parts.0);
            let statement = Arc::new(Mutex::new(Held { statement, pace }));
            let handle = register(Entry::Statement(shared.clone(), statement));
            (handle, parts.0, parts.1)
        }
    };
    let all = [
        int::from_i64(thread, handle),
        int::from_i64(thread, goes_on),
        boolean(counts),
        boolean(reads),
        int::from_i64(thread, parameters.into()),
    ];
    tuple::from_values(thread, &all)
}

// ---- parameters

/// The value of SQL for a value of Python. With `subclasses`, also for instances of classes below
/// the types and for bytes-like objects. `Ok(None)`: there is none.
fn sql_value<'a>(
    thread: &'a Thread,
    given: Value<'a>,
    subclasses: bool,
) -> Outcome<Option<ValueOf<'a>>> {
    let value = if subclasses {
        plain(thread, given)
    } else {
        given
    };
    if value == NONE {
        return Ok(Some(ValueOf::Lent(ValueRef::Null)));
    }
    if !subclasses && (value == TRUE || value == FALSE) {
        return Ok(None);
    }
    if let Some(text) = string::as_text(thread, value) {
        if surrogates::occur_in(text) {
            return Ok(None);
        }
        return Ok(Some(ValueOf::Lent(ValueRef::Text(text.as_bytes()))));
    }
    if int::is_int(thread, value) {
        let number = int::to_i64(thread, value).ok_or_else(|| {
            let message = "Python int too large to convert to SQLite INTEGER";
            overflow_error(thread, message)
        })?;
        return Ok(Some(ValueOf::Lent(ValueRef::Integer(number))));
    }
    if let Some(number) = float::exact_f64(thread, value) {
        return Ok(Some(ValueOf::Lent(ValueRef::Real(number))));
    }
    if let Some(object) = bytes::as_bytes(thread, value) {
        let content = bytes::content(thread, object);
        return Ok(Some(ValueOf::Lent(ValueRef::Blob(content))));
    }
    if !subclasses {
        return Ok(None);
    }
    Ok(buffer::content(thread, given).map(|content| ValueOf::Bytes(content.into_owned())))
}

/// A value for SQL: of the heap, or bytes that were collected.
enum ValueOf<'a> {
    Lent(ValueRef<'a>),
    Bytes(Vec<u8>),
}

/// A value of Python for SQL, copied.
pub(super) fn owned_value(
    thread: &Thread,
    value: Value<'_>,
) -> Outcome<Option<motet_sqlite::Value>> {
    Ok(sql_value(thread, value, true)?.map(|value| match value {
        ValueOf::Lent(value) => value.to_owned(),
        ValueOf::Bytes(content) => motet_sqlite::Value::Blob(content),
    }))
}

/// `bind(statement, values, subclasses)`: gives the parameters their values; the index of the
/// first value that is of no type of SQL, -1 if there is none.
fn bind<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (shared, statement) = statement(thread, arguments)?;
    let subclasses = is_true(thread, arguments, 2);
    let _guard = shared.enter(thread)?;
    let mut statement = locked(thread, &statement)?;
    let place = bind_values(thread, &shared, &mut statement, arguments, subclasses)?;
    Ok(int::from_i64(thread, place))
}

/// Gives the parameters the values that argument 1 lists: see [`bind`].
pub(super) fn bind_values(
    thread: &mut Thread,
    shared: &Shared,
    statement: &mut Statement,
    arguments: Arguments,
    subclasses: bool,
) -> Outcome<i64> {
    bind_all(thread, statement, arguments, subclasses).map_err(|bound| match bound {
        Bound::Unwind(unwind) => unwind,
        Bound::Code(code) => failure(thread, &shared.connection, code),
    })
}

/// Why binding ends early.
enum Bound {
    Unwind(Unwind),
    Code(Code),
}

fn bind_all(
    thread: &Thread,
    statement: &mut Statement,
    arguments: Arguments,
    subclasses: bool,
) -> Result<i64, Bound> {
    let given = arguments.get(thread, 1);
    let values = match list::as_list(thread, given) {
        Some(object) => list::values(thread, object),
        None => thread.tuple_items(given),
    };
    for (index, value) in values.into_iter().enumerate() {
        let code = match sql_value(thread, value, subclasses).map_err(Bound::Unwind)? {
            None => return Ok(index as i64),
            Some(ValueOf::Lent(value)) => statement.bind(index as i32 + 1, value),
            Some(ValueOf::Bytes(content)) => {
                statement.bind(index as i32 + 1, ValueRef::Blob(&content))
            }
        };
        if code != codes::OK {
            return Err(Bound::Code(code));
        }
    }
    Ok(-1)
}

/// The names of the parameters, their signs included; None for those without.
fn parameters<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (shared, statement) = statement(thread, arguments)?;
    let _guard = shared.enter(thread)?;
    let statement = locked(thread, &statement)?;
    let mut all = Vec::new();
    for index in 1..=statement.parameter_count() {
        all.push(match statement.parameter_name(index) {
            Some(name) => string::new(thread, &name)?,
            None => NONE,
        });
    }
    tuple::from_values(thread, &all)
}

// ---- rows

/// `step(statement)`: whether there is a row, how many rows were changed, the row inserted last,
/// how often the statement was compiled anew.
fn step<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (shared, statement) = statement(thread, arguments)?;
    let _guard = shared.enter(thread)?;
    let mut statement = locked(thread, &statement)?;
    let pace = statement.pace;
    let code = run_step(thread, &shared, pace, || statement.step());
    if code != codes::ROW && code != codes::DONE {
        return Err(step_failure(thread, &shared, &mut statement, code));
    }
    let changes = int::from_i64(thread, shared.connection.changes());
    let last = int::from_i64(thread, shared.connection.last_row());
    let version = int::from_i64(thread, statement.version().into());
    let has_row = boolean(code == codes::ROW);
    tuple::from_values(thread, &[has_row, changes, last, version])
}

/// `step_many(statement, rows, start, most)`: executes a statement for rows of values, from `start`
/// on, at most so many, and stops before the first that needs more than types of SQL; returns for
/// how many it was executed, and how many rows were changed.
fn step_many<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (shared, statement) = statement(thread, arguments)?;
    let start = super::number(thread, arguments, 2)?.max(0) as usize;
    let most = super::number(thread, arguments, 3)?.max(0) as usize;
    let _guard = shared.enter(thread)?;
    let mut statement = locked(thread, &statement)?;
    let rows = plain_rows(
        thread,
        arguments,
        start..start.saturating_add(most),
        &statement,
    )?;
    let connection = shared.connection.clone();
    let result = run(thread, &shared, || {
        let mut changes = 0;
        for row in &rows {
            for (index, value) in row.iter().enumerate() {
                match statement.bind(index as i32 + 1, value.as_ref()) {
                    codes::OK => {}
                    code => return Err(code),
                }
            }
            loop {
                match statement.step() {
                    codes::ROW => {}
                    codes::DONE => break,
                    code => return Err(code),
                }
            }
            changes += connection.changes();
            statement.reset();
        }
        Ok(changes)
    });
    match result {
        Ok(changes) => {
            let pair = [
                int::from_length(rows.len() as u64),
                int::from_i64(thread, changes),
            ];
            tuple::from_values(thread, &pair)
        }
        Err(code) => Err(step_failure(thread, &shared, &mut statement, code)),
    }
}

/// Copies of rows of values, up to the first that is no tuple or list of as many values of types of
/// SQL as the statement has parameters.
fn plain_rows(
    thread: &Thread,
    arguments: Arguments,
    range: std::ops::Range<usize>,
    statement: &Statement,
) -> Outcome<Vec<Vec<motet_sqlite::Value>>> {
    let given = arguments.get(thread, 1);
    let rows = match list::as_list(thread, given) {
        Some(object) => list::values(thread, object),
        None => thread.tuple_items(given),
    };
    let end = range.end.min(rows.len());
    let mut all = Vec::new();
    for row in rows.get(range.start..end).unwrap_or_default() {
        let values = if let Some(object) = list::as_list(thread, *row) {
            list::values(thread, object)
        } else if let Some(object) = tuple::as_tuple(thread, *row) {
            tuple::values(thread, object)
        } else {
            break;
        };
        let mut copies = Vec::with_capacity(values.len());
        for value in &values {
            let is_large = int::is_int(thread, *value) && int::to_i64(thread, *value).is_none();
            if !is_large && let Some(ValueOf::Lent(value)) = sql_value(thread, *value, false)? {
                copies.push(value.to_owned());
            }
        }
        if copies.len() != values.len() || copies.len() as i32 != statement.parameter_count() {
            break;
        }
        all.push(copies);
    }
    Ok(all)
}

/// Raises the error of a statement, which starts anew.
pub(super) fn step_failure(
    thread: &mut Thread,
    shared: &Shared,
    statement: &mut Statement,
    code: Code,
) -> Unwind {
    let (extended, message) = last_error(&shared.connection, code);
    run_here(thread, || statement.reset());
    failed(thread, code, extended, &message)
}

/// The form of texts in results: `str`, bytes, or a tuple of bytes (which a function of the program
/// converts).
#[derive(Clone, Copy, PartialEq)]
pub(super) enum TextAs {
    Str,
    Bytes,
    Wrapped,
}

/// The number of a column whose text is not UTF-8.
struct Undecodable(i32);

/// The current row as a tuple, or the column that cannot be shown.
fn read_row<'a>(
    thread: &'a Thread,
    statement: &Statement,
    text_as: TextAs,
) -> Outcome<Result<Value<'a>, Undecodable>> {
    let count = statement.data_count();
    let mut all = Vec::with_capacity(count.max(0) as usize);
    for index in 0..count {
        let value = match statement.column(index) {
            ValueRef::Text(text) if text_as == TextAs::Str => match std::str::from_utf8(text) {
                Ok(text) => string::new(thread, text)?,
                Err(_) => return Ok(Err(Undecodable(index))),
            },
            ValueRef::Text(text) if text_as == TextAs::Wrapped => {
                let content = bytes::new(thread, text)?;
                tuple::from_values(thread, &[content])?
            }
            value => shown(thread, value)?,
        };
        all.push(value);
    }
    Ok(Ok(tuple::from_values(thread, &all)?))
}

/// A value of SQL in Python; text as bytes.
fn shown<'a>(thread: &'a Thread, value: ValueRef<'_>) -> Outcome<Value<'a>> {
    Ok(match value {
        ValueRef::Null => NONE,
        ValueRef::Integer(number) => int::from_i64(thread, number),
        ValueRef::Real(number) => float::from_f64(thread, number),
        ValueRef::Text(content) | ValueRef::Blob(content) => bytes::new(thread, content)?,
    })
}

/// An argument of a function of SQL in Python; `None` for text that is not UTF-8.
pub(super) fn argument<'a>(thread: &'a Thread, value: ValueRef<'_>) -> Outcome<Option<Value<'a>>> {
    match value {
        ValueRef::Text(text) => match std::str::from_utf8(text) {
            Ok(text) => Ok(Some(string::new(thread, text)?)),
            Err(_) => Ok(None),
        },
        value => shown(thread, value).map(Some),
    }
}

pub(super) fn text_as(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<TextAs> {
    Ok(match small(thread, arguments, index)? {
        0 => TextAs::Str,
        1 => TextAs::Bytes,
        _ => TextAs::Wrapped,
    })
}

/// The error that a column is not UTF-8.
pub(super) fn undecodable_error(thread: &mut Thread, name: &str, content: &[u8]) -> Outcome<Root> {
    let name = thread.root(string::new(thread, name)?);
    let content = thread.root(bytes::new(thread, content)?);
    upcalls::call_python(thread, "_sqlite3", "_undecodable", &[name, content])
}

/// Raises that a column of the current row is not UTF-8.
fn undecodable(thread: &mut Thread, statement: &mut Statement, index: i32) -> Unwind {
    let name = statement.column_name(index);
    let content = statement.column_bytes(index).unwrap_or_default();
    match undecodable_error(thread, &name, &content) {
        Ok(error) => thread.raise_value(thread.get(error)),
        Err(unwind) => unwind,
    }
}

/// `row(statement, text_as)`: the current row.
fn row<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (shared, statement) = statement(thread, arguments)?;
    let text_as = text_as(thread, arguments, 1)?;
    let _guard = shared.enter(thread)?;
    let mut statement = locked(thread, &statement)?;
    let row = match read_row(thread, &statement, text_as)? {
        Ok(row) => thread.root(row),
        Err(Undecodable(index)) => return Err(undecodable(thread, &mut statement, index)),
    };
    Ok(thread.get(row))
}

/// `reset(statement)`: back to the start, without values.
fn reset<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(Entry::Statement(shared, statement)) = super::entry(thread, arguments, 0)? else {
        return Ok(NONE);
    };
    let _guard = shared.enter(thread)?;
    let mut statement = locked(thread, &statement)?;
    run_here(thread, || statement.reset());
    statement.clear();
    Ok(NONE)
}

fn is_running<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (shared, statement) = statement(thread, arguments)?;
    let _guard = shared.enter(thread)?;
    let statement = locked(thread, &statement)?;
    Ok(boolean(statement.is_running()))
}

/// How many statements of the process have begun and are not at their end.
fn running<'a>(thread: &'a mut Thread, _: Arguments) -> Outcome<Value<'a>> {
    thread.become_inevitable()?;
    Ok(int::from_length(count_running(thread)))
}

pub(super) fn count_running(thread: &Thread) -> u64 {
    let all: Vec<Arc<Mutex<Held>>> = super::with_entries(|entries| {
        let statements = entries.values().filter_map(|entry| match entry {
            Entry::Statement(shared, statement) if !shared.is_used_by_others(thread.ident()) => {
                Some(statement.clone())
            }
            _ => None,
        });
        statements.collect()
    });
    let is_running = |statement: &&Arc<Mutex<Held>>| {
        let statement = statement.try_lock();
        statement.is_ok_and(|statement| statement.is_running())
    };
    all.iter().filter(is_running).count() as u64
}

/// The columns of the rows: pairs of the name and the declared type (or None).
fn columns<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (shared, statement) = statement(thread, arguments)?;
    let _guard = shared.enter(thread)?;
    let statement = locked(thread, &statement)?;
    let mut all = Vec::new();
    for index in 0..statement.column_count() {
        let name = string::new(thread, &statement.column_name(index))?;
        let declared = match statement.declared_type(index) {
            Some(declared) => string::new(thread, &declared)?,
            None => NONE,
        };
        all.push(tuple::from_values(thread, &[name, declared])?);
    }
    tuple::from_values(thread, &all)
}

/// `column_bytes(statement, index)`: a column of the current row for a converter; None for NULL.
fn column_bytes<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (shared, statement) = statement(thread, arguments)?;
    let index = small(thread, arguments, 1)?;
    let _guard = shared.enter(thread)?;
    let mut statement = locked(thread, &statement)?;
    match statement.column_bytes(index) {
        Some(content) => bytes::new(thread, &content),
        None => Ok(NONE),
    }
}
