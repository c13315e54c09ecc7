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

use motet_python_objects::model::native::Next;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{bytes, float, int, list, string, tuple};

use super::statements::{TextAs, text_as, undecodable_error};
use super::{error_of, last_error, locked, run, run_here, statement};

/// The functions of this file.
pub(super) const FUNCTIONS: &[NativeFunction] = &[NativeFunction::calling("fetch", 3, 3, fetch)];

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
    let rows = thread.root(list::new(thread)?);
    if statement.data_count() <= 0 {
        return tuple::from_values(thread, &[thread.get(rows), FALSE, NONE]);
    }
    let mut gathered = Gathered::default();
    let mut code = run(thread, &shared, || gathered.take_all(&mut statement, most));
    let mut error = None;
    if code != codes::ROW && code != codes::DONE {
        let (extended, message) = last_error(&shared.connection, code);
        error = Some(error_of(thread, code, extended, &message)?);
        // A row whose next step fails is not delivered: as in CPython, the error stands for it.
        gathered.count -= 1;
    }
    let read = gathered.count;
    for number in 0..read {
        let mark = thread.root_count();
        match gathered.row(thread, number, text_as)? {
            Ok(row) => {
                if let Some(rows) = list::as_list(thread, thread.get(rows)) {
                    list::push(thread, rows, row)?;
                }
            }
            Err((column, content)) => {
                let name = statement.column_name(column as i32);
                error = Some(undecodable_error(thread, &name, content)?);
                code = codes::DONE;
                gathered.count = number;
                break;
            }
        }
        thread.truncate_roots(mark);
        if number % 64 == 63 {
            thread.collect_in_native()?;
        }
    }
    if code != codes::ROW {
        run_here(thread, || statement.reset());
    }
    if let Some(error) = error
        && gathered.count == 0
    {
        return Err(thread.raise_value(thread.get(error)));
    }
    let has_more = if code == codes::ROW { TRUE } else { FALSE };
    let error = error.map_or(NONE, |error| thread.get(error));
    tuple::from_values(thread, &[thread.get(rows), has_more, error])
}

/// The next item of a loop over a cursor that has read rows ahead and shows them as they are; its
/// method does all else.
pub(crate) fn next_ready<'a>(thread: &'a Thread, cursor: Object<'a>) -> Outcome<Next<'a>> {
    let own = |object, name| {
        let name = thread.known_symbol(name)?;
        thread.own_attribute(object, name)
    };
    let is_as_made = own(cursor, "_row_factory") == Some(NONE)
        && own(cursor, "_locked") == Some(FALSE)
        && own(cursor, "_closed") == Some(FALSE);
    let connection = own(cursor, "_connection").and_then(|value| value.as_object());
    let (Some(connection), true) = (connection, is_as_made) else {
        return Ok(Next::Call);
    };
    let is_open =
        own(connection, "_database").is_some_and(|database| database != int::from_length(0));
    let owner = own(connection, "_thread");
    let is_mine = owner.is_some_and(|owner| {
        owner == NONE || int::to_i64(thread, owner) == Some(thread.ident() as i64)
    });
    if !is_open || !is_mine {
        return Ok(Next::Call);
    }
    let ready = own(cursor, "_ready").and_then(|ready| list::as_list(thread, ready));
    let row = match ready {
        Some(ready) => list::pop_last(thread, ready)?,
        None => None,
    };
    Ok(row.map_or(Next::Call, Next::Item))
}
