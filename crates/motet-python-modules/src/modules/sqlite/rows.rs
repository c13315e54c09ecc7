//! Rows, many at a time.
//!
//! SQLite runs outside of the transaction: to leave it and to begin another costs more than a row.
//! So the rows of one go are gathered natively, and become tuples when the library is done:
//!
//! ```text
//!   statement ──step, step, step──▶ Gathered: fields, content ──▶ list of tuples
//!              (outside of any transaction)                       (inside of one)
//! ```

use std::ops::Range;

use motet_sqlite::{Code, Statement, ValueRef, codes};

use motet_python_objects::model::names;
use motet_python_objects::model::native::Next;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{bytes, float, int, list, string, tuple};

use super::plain::{makes_own_rows, shown_row};
use super::statements::{TextAs, bind_values, step_failure, text_as, undecodable_error};
use super::{Held, Shared, error_of, last_error, locked, run_here, run_step, statement};

/// The functions of this file.
pub(super) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("execute", 3, 3, execute),
    NativeFunction::calling("fetch", 3, 3, fetch),
    NativeFunction::calling("is_usable", 1, 1, is_usable),
    NativeFunction::calling("ready", 1, 1, ready),
];

/// So many bytes of texts and blobs end a go.
const MOST_BYTES: usize = 1 << 18;

/// A value of a column; a text or a blob is a range of the content.
enum Field {
    Null,
    Integer(i64),
    Real(f64),
    Text(Range<usize>),
    Blob(Range<usize>),
}

/// Rows that were read and are no objects yet.
#[derive(Default)]
struct Gathered {
    /// The fields of all rows, one row after the other.
    fields: Vec<Field>,
    /// The bytes of texts and blobs.
    content: Vec<u8>,
    /// How many fields each row has.
    width: usize,
    /// How many rows there are.
    count: usize,
}

impl Gathered {
    /// Takes the current row of a statement.
    fn take(&mut self, statement: &Statement) {
        let width = statement.data_count();
        for index in 0..width {
            let field = match statement.column(index) {
                ValueRef::Null => Field::Null,
                ValueRef::Integer(number) => Field::Integer(number),
                ValueRef::Real(number) => Field::Real(number),
                ValueRef::Text(text) => Field::Text(self.keep(text)),
                ValueRef::Blob(blob) => Field::Blob(self.keep(blob)),
            };
            self.fields.push(field);
        }
        self.width = width.max(0) as usize;
        self.count += 1;
    }

    fn keep(&mut self, bytes: &[u8]) -> Range<usize> {
        let start = self.content.len();
        self.content.extend_from_slice(bytes);
        start..self.content.len()
    }

    /// Takes rows, the current one first, until there are so many or the statement stops: what its
    /// last step has said.
    fn take_all(&mut self, statement: &mut Statement, most: i64) -> Code {
        loop {
            self.take(statement);
            let code = statement.step();
            let is_enough = self.count as i64 >= most || self.content.len() >= MOST_BYTES;
            if code != codes::ROW || is_enough {
                return code;
            }
        }
    }

    /// A row as a tuple, or the column that is not UTF-8 and its bytes.
    fn row<'a>(
        &self,
        thread: &'a Thread,
        row: usize,
        text_as: TextAs,
    ) -> Outcome<Result<Value<'a>, (usize, &[u8])>> {
        let fields = &self.fields[row * self.width..][..self.width];
        let mut all = Vec::with_capacity(self.width);
        for (index, field) in fields.iter().enumerate() {
            all.push(match field {
                Field::Null => NONE,
                Field::Integer(number) => int::from_i64(thread, *number),
                Field::Real(number) => float::from_f64(thread, *number),
                Field::Blob(range) => bytes::new(thread, &self.content[range.clone()])?,
                Field::Text(range) => {
                    let content = &self.content[range.clone()];
                    match text_as {
                        TextAs::Str => match std::str::from_utf8(content) {
                            Ok(text) => string::new(thread, text)?,
                            Err(_) => return Ok(Err((index, content))),
                        },
                        TextAs::Bytes => bytes::new(thread, content)?,
                        TextAs::Wrapped => {
                            let content = bytes::new(thread, content)?;
                            tuple::from_values(thread, &[content])?
                        }
                    }
                }
            });
        }
        Ok(Ok(tuple::from_values(thread, &all)?))
    }
}

/// `fetch(statement, most, text_as)`: at most so many rows, the current one first, as a list;
/// whether there is a row behind them; and the error that has ended them (or None), which is raised
/// at once if there is no row. After the last row, or an error, the statement starts anew.
fn fetch<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (shared, statement) = statement(thread, arguments)?;
    let most = super::number(thread, arguments, 1)?;
    let text_as = text_as(thread, arguments, 2)?;
    let _guard = shared.enter(thread)?;
    let mut statement = locked(thread, &statement)?;
    if statement.data_count() <= 0 {
        let none = thread.root(list::new(thread)?);
        return tuple::from_values(thread, &[thread.get(none), FALSE, NONE]);
    }
    let mut gathered = Gathered::default();
    let pace = statement.pace;
    let mut code = run_step(thread, &shared, pace, || {
        gathered.take_all(&mut statement, most)
    });
    let (rows, error) = listed(
        thread,
        &shared,
        &mut statement,
        gathered,
        text_as,
        &mut code,
    )?;
    if code != codes::ROW {
        run_here(thread, || statement.reset());
    }
    if let Some(error) = error
        && list::length(thread, thread.get(rows).known_object()) == 0
    {
        return Err(thread.raise_value(thread.get(error)));
    }
    let has_more = if code == codes::ROW { TRUE } else { FALSE };
    let error = error.map_or(NONE, |error| thread.get(error));
    tuple::from_values(thread, &[thread.get(rows), has_more, error])
}

/// `execute(statement, values, text_as)`: gives the parameters these values (None: they have them)
/// and steps; None if a value is of no plain type of SQL. If `text_as` is not negative, the first
/// row is read and the statement steps again: so one that has one row is at its end at once.
///
/// Returns whether the statement stands on a row (else it starts anew, without values), how many
/// rows were changed, the row inserted last, how often the statement was compiled anew, the row
/// that was read, in a list, and the error that stands for it (or None).
fn execute<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (shared, statement) = statement(thread, arguments)?;
    let reads_ahead = super::small(thread, arguments, 2)? >= 0;
    let text_as = text_as(thread, arguments, 2)?;
    let _guard = shared.enter(thread)?;
    let mut statement = locked(thread, &statement)?;
    if arguments.get(thread, 1) != NONE
        && bind_values(thread, &shared, &mut statement, arguments, false)? >= 0
    {
        return Ok(NONE);
    }
    let brought = match first_step(thread, &shared, &mut statement, reads_ahead, text_as)? {
        Ok(brought) => brought,
        Err(code) => return Err(step_failure(thread, &shared, &mut statement, code)),
    };
    let (changes, last) = brought.counts;
    let all = [
        boolean(brought.is_on_row),
        int::from_i64(thread, changes),
        int::from_i64(thread, last),
        int::from_i64(thread, brought.version),
        thread.get(brought.rows),
        brought.error.map_or(NONE, |error| thread.get(error)),
    ];
    tuple::from_values(thread, &all)
}

/// What the first step of a statement has brought.
pub(super) struct Brought {
    /// Whether the statement stands on a row; else it starts anew, without values.
    pub(super) is_on_row: bool,
    /// How many rows were changed, and the row inserted last.
    pub(super) counts: (i64, i64),
    /// How often the statement was compiled anew.
    pub(super) version: i64,
    /// The row that was read, in a list.
    pub(super) rows: Root,
    /// The error that stands for it.
    pub(super) error: Option<Root>,
}

/// Steps a statement that has its values; if `reads_ahead`, reads the first row and steps again.
///
/// # Errors
/// Those of the objects that are made. Inside: the code of a step that has brought nothing.
pub(super) fn first_step(
    thread: &mut Thread,
    shared: &Shared,
    statement: &mut Held,
    reads_ahead: bool,
    text_as: TextAs,
) -> Outcome<Result<Brought, Code>> {
    let mut gathered = Gathered::default();
    let pace = statement.pace;
    let mut code = run_step(thread, shared, pace, || match statement.step() {
        codes::ROW if reads_ahead => gathered.take_all(statement, 1),
        code => code,
    });
    if code != codes::ROW && code != codes::DONE && gathered.count == 0 {
        return Ok(Err(code));
    }
    let counts = (shared.connection.changes(), shared.connection.last_row());
    let (rows, error) = listed(thread, shared, statement, gathered, text_as, &mut code)?;
    if code != codes::ROW {
        run_here(thread, || statement.reset());
        statement.clear();
    }
    Ok(Ok(Brought {
        is_on_row: code == codes::ROW,
        counts,
        version: statement.version().into(),
        rows,
        error,
    }))
}

/// Makes tuples of the rows that were gathered until the statement's last step said `code`: a list
/// of them, and the error that has ended them. A row whose next step fails is not delivered: as in
/// CPython, the error stands for it.
fn listed(
    thread: &mut Thread,
    shared: &Shared,
    statement: &mut Statement,
    gathered: Gathered,
    text_as: TextAs,
    code: &mut Code,
) -> Outcome<(Root, Option<Root>)> {
    let rows = thread.root(list::new(thread)?);
    let (mut count, mut error) = (gathered.count, None);
    if *code != codes::ROW && *code != codes::DONE {
        let (extended, message) = last_error(&shared.connection, *code);
        error = Some(error_of(thread, *code, extended, &message)?);
        count -= 1;
    }
    for number in 0..count {
        let mark = thread.root_count();
        match gathered.row(thread, number, text_as)? {
            Ok(row) => {
                let list = thread.get(rows).known_object();
                list::push(thread, list, row)?;
            }
            Err((column, content)) => {
                let name = statement.column_name(column as i32);
                error = Some(undecodable_error(thread, &name, content)?);
                *code = codes::DONE;
                break;
            }
        }
        thread.truncate_roots(mark);
        if number % 64 == 63 {
            thread.collect_in_native()?;
        }
    }
    Ok((rows, error))
}

/// Whether a cursor may be used now, by this thread.
pub(super) fn may_be_used(thread: &Thread, cursor: Object<'_>) -> bool {
    let own = |name| thread.own_attribute(cursor, name);
    let is_free = own(names::CURSOR_LOCKED) == Some(FALSE) && own(names::CLOSED) == Some(FALSE);
    let connection = own(names::CURSOR_CONNECTION).and_then(|value| value.as_object());
    is_free && connection.is_some_and(|it| is_connection_usable(thread, it))
}

/// Whether a connection may be used now, by this thread.
pub(super) fn is_connection_usable(thread: &Thread, connection: Object<'_>) -> bool {
    let own = |name| thread.own_attribute(connection, name);
    let is_mine = own(names::CONNECTION_THREAD).is_some_and(|owner| {
        owner == NONE || int::to_i64(thread, owner) == Some(thread.ident() as i64)
    });
    is_mine
        && own(names::IS_SET_UP) == Some(TRUE)
        && own(names::CONNECTION_DATABASE).is_some_and(|it| it != int::from_length(0))
}

/// `is_usable(cursor)`: whether the cursor may be used now, by this thread. If not, or if its
/// attributes lie elsewhere, its methods find out why.
fn is_usable<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let cursor = arguments.get(thread, 0).as_object();
    let is_usable = cursor.is_some_and(|cursor| may_be_used(thread, cursor));
    Ok(if is_usable { TRUE } else { FALSE })
}

/// `ready(cursor)`: the next row, if it was read ahead and is shown as it is; else None.
fn ready<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(cursor) = arguments.get(thread, 0).as_object() else {
        return Ok(NONE);
    };
    Ok(ready_row(thread, cursor)?.unwrap_or(NONE))
}

fn ready_row<'a>(thread: &'a Thread, cursor: Object<'a>) -> Outcome<Option<Value<'a>>> {
    let factory = thread.own_attribute(cursor, names::ROW_FACTORY);
    if !makes_own_rows(thread, factory.unwrap_or(NONE)) || !may_be_used(thread, cursor) {
        return Ok(None);
    }
    let ready = thread.own_attribute(cursor, names::READY);
    let ready = ready.and_then(|ready| list::as_list(thread, ready));
    let row = ready.map_or(Ok(None), |ready| list::pop_last(thread, ready))?;
    row.map_or(Ok(None), |row| shown_row(thread, cursor, row))
}

/// The next item of a loop over a cursor that has read rows ahead and shows them as they are; its
/// method does all else.
pub(crate) fn next_ready<'a>(thread: &'a Thread, cursor: Object<'a>) -> Outcome<Next<'a>> {
    Ok(ready_row(thread, cursor)?.map_or(Next::Call, Next::Item))
}
