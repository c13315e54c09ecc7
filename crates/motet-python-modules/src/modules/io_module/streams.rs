//! The common cases of the streams of `io`, without a call of Python code: the next line of one,
//! a small text or some bytes written to one; and the next row of a reader of `csv` or of a
//! cursor of `sqlite3`.
//!
//! The kind of a stream is an attribute of its class, `.stream_kind`; only instances of that very
//! class count, since a class below may have methods of its own. A less common case answers None
//! and goes on with the library's method (`.slow_readline` for `readline`).

use crate::modules::io_module::*;
use motet_python_objects::model::names;
use motet_python_objects::model::native::Next;
use motet_vm::symbol::Symbol;

/// The kind of a stream, by the numbers that the library gives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `StringIO`.
    Text = 1,
    /// `BytesIO`.
    Bytes = 2,
    /// `BufferedReader`.
    Reader = 3,
    /// `BufferedWriter`.
    Writer = 4,
    /// `TextIOWrapper`.
    File = 5,
    /// A reader of `csv`.
    Table = 6,
    /// A cursor of `sqlite3`.
    Cursor = 7,
    /// An `unpack_iterator` of `struct`.
    Layout = 8,
}

impl Kind {
    /// Whether more may lie in a file behind what the stream has.
    pub(super) fn is_of_file(self) -> bool {
        matches!(self, Kind::Reader | Kind::File)
    }
}

/// The kinds in the order of their numbers, from 1 on.
const KINDS: [Kind; 8] = [
    Kind::Text,
    Kind::Bytes,
    Kind::Reader,
    Kind::Writer,
    Kind::File,
    Kind::Table,
    Kind::Cursor,
    Kind::Layout,
];

#[derive(Clone, Copy)]
struct Stream<'a> {
    thread: &'a Thread,
    object: Object<'a>,
    kind: Kind,
}

impl<'a> Stream<'a> {
    #[inline(always)]
    fn of(thread: &'a Thread, object: Object<'a>) -> Option<Stream<'a>> {
        if thread.host_of(object) < CLASS_USER_FIRST {
            return None;
        }
        let class = thread.class_of_object(object);
        let found = thread.look_up(class, names::STREAM_KIND)?;
        let number = found.value.as_integer().filter(|_| found.class == class)?;
        let kind = *KINDS.get(usize::try_from(number).ok()?.checked_sub(1)?)?;
        Some(Stream {
            thread,
            object,
            kind,
        })
    }

    /// The open stream that is the first of some arguments, and the fields of its buffer.
    fn receiver(
        thread: &'a Thread,
        arguments: Arguments,
        count: usize,
    ) -> Option<(Stream<'a>, Value<'a>)> {
        let is_simple = arguments.len() == count && arguments.keyword_count() == 0;
        let object = arguments.get(thread, 0).as_object().filter(|_| is_simple);
        let stream = Stream::of(thread, object?)?;
        Some((stream, stream.open_fields()?))
    }

    fn own(&self, name: Symbol) -> Option<Value<'a>> {
        self.thread.own_attribute(self.object, name)
    }

    /// The next line of an open stream, whose buffer has these fields: none if it goes beyond the
    /// buffered content, or at the end.
    fn line(&self, fields: Value<'a>) -> Outcome<Option<Value<'a>>> {
        let thread = self.thread;
        match self.kind {
            Kind::Text | Kind::File => {
                let buffer = Buffer::of(thread, fields, TEXT_CLOSED)?;
                next_text(buffer, u64::MAX, self.kind == Kind::File)
            }
            Kind::Bytes | Kind::Reader => {
                let buffer = Buffer::of(thread, fields, BYTES_CLOSED)?;
                next_bytes(buffer, u64::MAX, self.kind == Kind::Reader)
            }
            Kind::Writer | Kind::Table | Kind::Cursor | Kind::Layout => Ok(None),
        }
    }

    /// Whether the whole content is in memory.
    fn is_in_memory(&self) -> bool {
        matches!(self.kind, Kind::Text | Kind::Bytes)
    }

    /// The fields of the buffer; none if it was closed: a closed file has another message.
    fn open_fields(&self) -> Option<Value<'a>> {
        let fields = self.own(match self.kind {
            Kind::Text | Kind::File => names::STREAM_TEXT,
            Kind::Bytes => names::STREAM_BUFFER,
            Kind::Reader => names::CURSOR_AHEAD,
            Kind::Writer => names::STREAM_GATHERED,
            Kind::Table | Kind::Cursor | Kind::Layout => return None,
        })?;
        let list = list::as_list(self.thread, fields)?;
        let pieces = list::get(self.thread, list, PIECES as u64)?;
        (pieces != NONE).then_some(fields)
    }
}

/// The next item of a loop over a stream.
pub fn next_line<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let Some(stream) = Stream::of(thread, iterator) else {
        return Ok(Next::Call);
    };
    match stream.kind {
        Kind::Table => return crate::modules::csv::next_row(thread, iterator),
        Kind::Cursor => return crate::modules::sqlite::rows::next_ready(thread, iterator),
        Kind::Layout => return crate::modules::struct_methods::next_item(thread, iterator),
        _ => {}
    }
    if let Some(line) = memory::next_quick_line(thread, iterator, stream.kind) {
        return Ok(Next::Item(line));
    }
    let Some(fields) = stream.open_fields() else {
        return Ok(Next::Call);
    };
    match stream.line(fields)? {
        Some(line) => {
            let fields = list::as_list(thread, fields).filter(|_| stream.kind == Kind::File);
            if let Some(fields) = fields
                && list::get(thread, fields, TELLING as u64) != Some(FALSE)
            {
                list::set_index(thread, fields, TELLING, FALSE)?;
            }
            Ok(Next::Item(line))
        }
        None if stream.is_in_memory() => Ok(Next::End),
        None => Ok(Next::Call),
    }
}

/// Functions for streams of files, whose methods are the library's, since those may wait.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("file_line", 1, 1, |thread, arguments| {
        Ok(read_line(thread, arguments)?.unwrap_or(NONE))
    }),
    NativeFunction::leaf("file_write", 2, 2, |thread, arguments| {
        Ok(write(thread, arguments)?.unwrap_or(NONE))
    }),
];

fn read_line<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let Some((stream, fields)) = Stream::receiver(thread, arguments, 1) else {
        return Ok(None);
    };
    match stream.line(fields)? {
        None if stream.kind == Kind::Text => string::new(thread, "").map(Some),
        None if stream.kind == Kind::Bytes => bytes::new(thread, b"").map(Some),
        line => Ok(line),
    }
}

/// The next line of a `TextIOWrapper`, if its text holds it.
pub(super) fn line_of_file<'a>(
    thread: &'a Thread,
    arguments: Arguments,
) -> Outcome<Option<Value<'a>>> {
    let file = Stream::receiver(thread, arguments, 1);
    match file.filter(|(file, _)| file.kind == Kind::File) {
        Some((file, fields)) => file.line(fields),
        None => Ok(None),
    }
}

/// All lines that are left of a stream in memory.
pub(super) fn read_lines<'a>(
    thread: &'a Thread,
    arguments: Arguments,
) -> Outcome<Option<Value<'a>>> {
    let stream = Stream::receiver(thread, arguments, 1);
    let Some((stream, fields)) = stream.filter(|(stream, _)| stream.is_in_memory()) else {
        return Ok(None);
    };
    let lines = list::new(thread)?;
    while let Some(line) = stream.line(fields)? {
        list::push(thread, lines.known_object(), line)?;
    }
    Ok(Some(lines))
}

/// An open stream in memory is its own iterator.
pub(super) fn iterate_itself<'a>(
    thread: &'a Thread,
    arguments: Arguments,
) -> Outcome<Option<Value<'a>>> {
    let stream = Stream::receiver(thread, arguments, 1);
    Ok(stream.map(|(stream, _)| stream.object.value()))
}

pub(super) fn quick_iterate<'a>(
    thread: &'a Thread,
    [own, ..]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    Stream::of(thread, own.as_object()?)?.open_fields()?;
    Some(own)
}

pub(super) fn write<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let file = Stream::receiver(thread, arguments, 2);
    match file.filter(|(file, _)| file.kind == Kind::File) {
        Some((file, _)) => write_to_file(file, arguments.get(thread, 1)),
        None => Ok(None),
    }
}

/// Keeps some bytes for a file; none if they are more than it keeps.
fn gather<'a>(
    writer: Stream<'a>,
    fields: Value<'a>,
    piece: Object<'a>,
) -> Outcome<Option<Value<'a>>> {
    let Some(size) = writer.own(names::STREAM_SIZE).and_then(Value::as_integer) else {
        return Ok(None);
    };
    let buffer = Buffer::of(writer.thread, fields, BYTES_CLOSED)?;
    let count = bytes::length(writer.thread, piece);
    if buffer.total + count > size.max(0) as u64 {
        return Ok(None);
    }
    append(buffer, piece.value(), count).map(Some)
}

/// Whether a file keeps text as UTF-8 without any change.
pub(super) fn keeps_text(thread: &Thread, file: Object<'_>) -> bool {
    let attribute = |name| thread.own_attribute(file, name);
    attribute(names::STREAM_IS_DIRECT) == Some(TRUE)
        && attribute(names::STREAM_DECODER) == Some(NONE)
}

/// Text for a file that is kept as UTF-8 without any change.
fn write_to_file<'a>(file: Stream<'a>, given: Value<'a>) -> Outcome<Option<Value<'a>>> {
    let thread = file.thread;
    let is_plain = keeps_text(thread, file.object);
    let text = string::exact_string(thread, given).filter(|_| is_plain);
    let writer = file.own(names::STREAM_BUFFER).and_then(Value::as_object);
    let writer = writer.and_then(|writer| Stream::of(thread, writer));
    let writer = writer.filter(|writer| matches!(writer.kind, Kind::Writer | Kind::Bytes));
    let writer = writer.and_then(|writer| Some((writer, writer.open_fields()?)));
    let Some((text, (writer, fields))) = text.zip(writer) else {
        return Ok(None);
    };
    let content = string::utf8(thread, text);
    // A lone surrogate has no encoding: the library's method raises the error.
    if !string::is_ascii(thread, text) && std::str::from_utf8(content).is_err() {
        return Ok(None);
    }
    let piece = bytes::new(thread, content)?;
    let piece = bytes::as_bytes(thread, piece).expect("bytes::new has made it just now");
    let is_done = match writer.kind {
        Kind::Bytes => {
            write_bytes(Buffer::of(thread, fields, BYTES_CLOSED)?, piece.value())?;
            true
        }
        _ => gather(writer, fields, piece)?.is_some(),
    };
    Ok(is_done.then(|| int::from_length(string::length(thread, text))))
}
