//! `_csv_core`: rows of `csv` that are a line each. The classes are the library's, in Python; less
//! common cases (records of several lines, escapes, errors) are theirs.

use memchr::{memchr, memchr2};
use motet_python_objects::model::module_def::ModuleDef;

use motet_python_objects::model::native::Next;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::iterate;
use motet_python_objects::types::{float, int, list, string, tuple};

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("fields", 3, 3, fields),
    NativeFunction::leaf("line", 2, 2, line),
];

/// The marks of a dialect without exceptions: the delimiter, the quote, and of a writer the end of
/// a line.
struct Marks<'a> {
    delimiter: u8,
    quote: u8,
    end: &'a [u8],
}

impl<'a> Marks<'a> {
    fn of(thread: &'a Thread, value: Value<'a>) -> Option<Marks<'a>> {
        let text = string::exact_string(thread, value)?;
        let [delimiter, quote, end @ ..] = string::utf8(thread, text) else {
            return None;
        };
        let is_plain = delimiter.is_ascii() && quote.is_ascii() && end.is_ascii();
        is_plain.then_some(Marks {
            delimiter: *delimiter,
            quote: *quote,
            end,
        })
    }
}

/// The next row of a reader. A less common case goes on in Python: a line that was taken already is
/// kept in `_pending`.
pub(crate) fn next_row<'a>(thread: &'a Thread, reader: Object<'a>) -> Outcome<Next<'a>> {
    let own = |name| thread.own_attribute(reader, thread.known_symbol(name)?);
    let marks = own("_marks").and_then(|marks| Marks::of(thread, marks));
    let number = own("line_num").and_then(Value::as_integer);
    let limit = thread.known_symbol("_field_limit").and_then(|name| {
        let found = thread.look_up(thread.class_of_object(reader), name)?;
        found.value.as_integer()
    });
    let lines = own("_lines").filter(|_| own("_pending") == Some(NONE));
    let (Some(marks), Some(number), Some(limit), Some(lines)) = (marks, number, limit, lines)
    else {
        return Ok(Next::Call);
    };
    let line = match iterate::next_leaf(thread, lines)? {
        Next::Item(line) => line,
        other => return Ok(other),
    };
    let set = |name, value| {
        let name = thread.symbol_of(name);
        thread.set_own_attribute(reader, name, value)
    };
    match row_of(thread, line, &marks, limit)? {
        Some(row) => {
            set("line_num", int::from_i64(thread, number + 1))?;
            Ok(Next::Item(row))
        }
        None => {
            set("_pending", line)?;
            Ok(Next::Call)
        }
    }
}

/// The list of the fields of a line; none if it is not common.
fn row_of<'a>(
    thread: &'a Thread,
    line: Value<'a>,
    marks: &Marks<'_>,
    limit: i64,
) -> Outcome<Option<Value<'a>>> {
    let text = string::exact_string(thread, line);
    let content = text.map(|text| string::utf8(thread, text));
    let short = content.filter(|content| content.len() as i64 <= limit);
    let Some(fields) = short.and_then(|content| fields_of(content, marks)) else {
        return Ok(None);
    };
    let mut values = Vec::with_capacity(fields.len());
    for field in &fields {
        values.push(field.value(thread)?);
    }
    list::from_values(thread, &values).map(Some)
}

/// `fields(line, marks, limit)`: the list of the fields of a line; None if it is not common.
fn fields<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let marks = Marks::of(thread, arguments.get(thread, 1));
    let limit = arguments.get(thread, 2).as_integer();
    match marks.zip(limit) {
        Some((marks, limit)) => {
            let row = row_of(thread, arguments.get(thread, 0), &marks, limit)?;
            Ok(row.unwrap_or(NONE))
        }
        None => Ok(NONE),
    }
}

/// A field of a line.
enum Field<'a> {
    Plain(&'a [u8]),
    /// It was quoted, and its content differs from the text of the row.
    Made(Vec<u8>),
}

impl Field<'_> {
    fn value<'a>(&self, thread: &'a Thread) -> Outcome<Value<'a>> {
        let content = match self {
            Field::Plain(content) => content,
            Field::Made(content) => &content[..],
        };
        let characters = match content.is_ascii() {
            true => content.len(),
            false => content.iter().filter(|byte| **byte & 0xc0 != 0x80).count(),
        };
        string::of_bytes(thread, content, characters as u64)
    }
}

/// The fields of a line that is a whole record; none if it is not one.
fn fields_of<'a>(line: &'a [u8], marks: &Marks<'_>) -> Option<Vec<Field<'a>>> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if memchr2(b'\r', b'\n', line).is_some() {
        return None;
    }
    let mut fields = Vec::new();
    if line.is_empty() {
        return Some(fields);
    }
    let mut rest = line;
    loop {
        let (field, left) = match rest.split_first() {
            Some((first, quoted)) if *first == marks.quote => quoted_field(quoted, marks)?,
            _ => {
                let end = memchr(marks.delimiter, rest).unwrap_or(rest.len());
                (Field::Plain(&rest[..end]), &rest[end..])
            }
        };
        fields.push(field);
        match left.split_first() {
            Some((_, behind)) => rest = behind,
            None => return Some(fields),
        }
    }
}

/// A field behind its first quote, and the rest of the line.
fn quoted_field<'a>(quoted: &'a [u8], marks: &Marks<'_>) -> Option<(Field<'a>, &'a [u8])> {
    let end = memchr(marks.quote, quoted)?;
    let mut left = &quoted[end + 1..];
    if left.first().is_none_or(|next| *next == marks.delimiter) {
        return Some((Field::Plain(&quoted[..end]), left));
    }
    let mut made = quoted[..end].to_vec();
    loop {
        match left.split_first() {
            // Two quotes are one.
            Some((next, behind)) if *next == marks.quote => {
                let end = memchr(marks.quote, behind)?;
                made.push(marks.quote);
                made.extend_from_slice(&behind[..end]);
                left = &behind[end + 1..];
            }
            None => return Some((Field::Made(made), left)),
            Some((next, _)) if *next == marks.delimiter => {
                return Some((Field::Made(made), left));
            }
            Some(_) => {
                // The text behind the quotes belongs to the field, quotes included.
                let end = memchr(marks.delimiter, left).unwrap_or(left.len());
                made.extend_from_slice(&left[..end]);
                return Some((Field::Made(made), &left[end..]));
            }
        }
    }
}

/// `line(row, marks)`: the line that a writer writes for a row; None if that is not common.
fn line<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let row = arguments.get(thread, 0);
    let values = match kind(thread, row) {
        CLASS_LIST => list::values(thread, row.known_object()),
        CLASS_TUPLE => tuple::values(thread, row.known_object()),
        _ => return Ok(NONE),
    };
    let Some(marks) = Marks::of(thread, arguments.get(thread, 1)) else {
        return Ok(NONE);
    };
    let mut made = Vec::new();
    for (place, value) in values.iter().enumerate() {
        if place > 0 {
            made.push(marks.delimiter);
        }
        if let Some(text) = string::exact_string(thread, *value) {
            push_field(&mut made, string::utf8(thread, text), &marks);
        } else if let Some(number) = value.as_integer() {
            push_field(&mut made, number.to_string().as_bytes(), &marks);
        } else if let Some(number) = float::exact_f64(thread, *value) {
            push_field(&mut made, float::repr(number).as_bytes(), &marks);
        } else if *value != NONE {
            return Ok(NONE);
        }
    }
    if values.len() == 1 && made.is_empty() {
        // A row of one empty field is not to look like a row of none.
        made.extend([marks.quote, marks.quote]);
    }
    made.extend_from_slice(marks.end);
    Field::Made(made).value(thread)
}

fn push_field(made: &mut Vec<u8>, content: &[u8], marks: &Marks<'_>) {
    let is_mark = |byte: &u8| {
        matches!(*byte, b'\r' | b'\n')
            || *byte == marks.delimiter
            || *byte == marks.quote
            || marks.end.contains(byte)
    };
    if !content.iter().any(is_mark) {
        return made.extend_from_slice(content);
    }
    made.push(marks.quote);
    for byte in content {
        if *byte == marks.quote {
            made.push(marks.quote);
        }
        made.push(*byte);
    }
    made.push(marks.quote);
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_csv_core")
    .functions(&[FUNCTIONS])
    .listed_as(&["_csv"])];
