//! The methods of streams that programs call most: the common cases, which need no more than the
//! stream's buffer, without a call of Python code. Classes below inherit them: none asks another
//! method of the stream.
//!
//! Each is there twice. A shortcut changes a buffer only if no barrier stands in the way; the first
//! write of a transaction goes on with the other, which may fail.

use crate::modules::io_module::streams::Kind;
use crate::modules::io_module::*;
use motet_python_objects::model::names;
use motet_python_objects::types::native_first::{Attempt, up_to_three};

// The kinds of streams whose methods are here, as parameters of types.
const TEXT: i64 = Kind::Text as i64;
const BYTES: i64 = Kind::Bytes as i64;
const READER: i64 = Kind::Reader as i64;
const WRITER: i64 = Kind::Writer as i64;
const FILE: i64 = Kind::File as i64;

/// The receiver and up to two arguments; `UNBOUND` for those that are absent.
type Given<'a> = [Value<'a>; 3];

/// The buffer of an open stream of this kind.
fn opened<'a, const KIND: i64>(thread: &'a Thread, own: Object<'a>) -> Option<Buffer<'a>> {
    if thread.host_of(own) < CLASS_USER_FIRST {
        return None;
    }
    let class = thread.class_of_object(own);
    let found = thread.look_up(class, names::STREAM_KIND)?;
    let is_of_kind = found.value.as_integer() == Some(KIND);
    is_of_kind.then(|| known::<KIND>(thread, own))?
}

/// As [`opened`], of a stream that is known to be of this kind.
#[inline(always)]
fn known<'a, const KIND: i64>(thread: &'a Thread, own: Object<'a>) -> Option<Buffer<'a>> {
    let name = match KIND {
        TEXT | FILE => names::STREAM_TEXT,
        BYTES => names::STREAM_BUFFER,
        READER => names::CURSOR_AHEAD,
        _ => names::STREAM_GATHERED,
    };
    Buffer::known(thread, thread.own_attribute(own, name)?)
}

/// How much is wanted; more than there is, if that is not said.
fn wanted(size: Value<'_>, more: Value<'_>) -> Option<u64> {
    match size {
        _ if more != UNBOUND => None,
        UNBOUND | NONE => Some(u64::MAX),
        size => Some(u64::try_from(int::small(size)?).unwrap_or(u64::MAX)),
    }
}

impl<'a> Buffer<'a> {
    /// The buffer with these fields; none if it is closed.
    #[inline(always)]
    fn known(thread: &'a Thread, fields: Value<'a>) -> Option<Buffer<'a>> {
        let fields = list::as_list(thread, fields)?;
        let (items, length) = list::items(thread, fields);
        if length <= PLACE as u64 {
            return None;
        }
        let item = |place: i64| thread.read_element(items, place as u64);
        let number = |place| u64::try_from(item(place).as_integer()?).ok();
        Some(Buffer {
            thread,
            fields,
            pieces: list::as_list(thread, item(PIECES))?,
            total: number(TOTAL)?,
            place: number(PLACE)?,
        })
    }

    /// Sets a field, if no barrier stands in the way; whether it was done. If it was, the other
    /// fields have none either.
    #[inline(always)]
    fn put(&self, field: i64, number: i64) -> bool {
        let (items, length) = list::items(self.thread, self.fields);
        let number = int::from_i64(self.thread, number);
        field < length as i64 && self.thread.write_element_open(items, field as u64, number)
    }

    /// Whether no barrier stands in the way of writing its fields.
    fn is_free(&self) -> bool {
        self.put(PLACE, self.place as i64)
    }
}

// ---- bytes

/// The next bytes: as many as `length` tells of those that are left, if it does.
#[inline(always)]
fn quick_bytes<'a>(
    buffer: Buffer<'a>,
    length: impl Fn(&[u8]) -> Option<usize>,
) -> Option<Value<'a>> {
    let thread = buffer.thread;
    if buffer.place >= buffer.total {
        length(b"")?;
        return bytes::new(thread, b"").ok();
    }
    let whole = bytes::as_bytes(thread, buffer.piece()?)?;
    let content = bytes::content(thread, whole);
    let left = content.get(buffer.place as usize..)?;
    let part = &left[..length(left)?];
    let result = match part.len() == content.len() {
        true => whole.value(),
        false => bytes::new(thread, part).ok()?,
    };
    let place = buffer.place as i64 + part.len() as i64;
    buffer.put(PLACE, place).then_some(result)
}

/// How many of the bytes that are left are read; none if a file must be asked for more.
fn to_read<const KIND: i64>(size: u64, left: u64) -> Option<u64> {
    (KIND == BYTES || size <= left).then(|| size.min(left))
}

fn quick_read<'a, const KIND: i64>(
    thread: &'a Thread,
    [own, size, more]: Given<'a>,
) -> Option<Value<'a>> {
    let size = wanted(size, more)?;
    let count = |left: &[u8]| Some(to_read::<KIND>(size, left.len() as u64)? as usize);
    quick_bytes(opened::<KIND>(thread, own.as_object()?)?, count)
}

fn quick_line<'a, const KIND: i64>(
    thread: &'a Thread,
    [own, size, more]: Given<'a>,
) -> Option<Value<'a>> {
    let size = wanted(size, more)?;
    line_of_bytes::<KIND>(opened::<KIND>(thread, own.as_object()?)?, size)
}

fn line_of_bytes<const KIND: i64>(buffer: Buffer<'_>, size: u64) -> Option<Value<'_>> {
    quick_bytes(buffer, |left| {
        let part = &left[..usize::try_from(size).map_or(left.len(), |size| size.min(left.len()))];
        let is_all = KIND == BYTES || part.len() as u64 == size;
        let end = memchr(b'\n', part).map(|place| place + 1);
        end.or_else(|| is_all.then_some(part.len()))
    })
}

/// The next line of a loop over a stream of this kind; none at its end, too.
pub(super) fn next_quick_line<'a>(
    thread: &'a Thread,
    own: Object<'a>,
    kind: Kind,
) -> Option<Value<'a>> {
    let all = u64::MAX;
    match kind {
        Kind::Text => line_of_text::<TEXT>(known::<TEXT>(thread, own)?, all),
        Kind::Bytes => line_of_bytes::<BYTES>(known::<BYTES>(thread, own)?, all),
        Kind::Reader => line_of_bytes::<READER>(known::<READER>(thread, own)?, all),
        Kind::File => {
            let buffer = known::<FILE>(thread, own)?;
            // A loop over the lines forbids `tell` first.
            let telling = list::get(thread, buffer.fields, TELLING as u64);
            telling.filter(|telling| *telling == FALSE)?;
            line_of_text::<FILE>(buffer, all)
        }
        _ => None,
    }
    .filter(|line| kind.is_of_file() || !is_empty(thread, *line))
}

/// Whether a line is that of the end of a stream.
fn is_empty(thread: &Thread, line: Value<'_>) -> bool {
    match string::as_string(thread, line) {
        Some(text) => string::length(thread, text) == 0,
        None => bytes::as_bytes(thread, line).is_some_and(|line| bytes::length(thread, line) == 0),
    }
}

fn quick_write<'a>(thread: &'a Thread, [own, content, more]: Given<'a>) -> Option<Value<'a>> {
    let buffer = opened::<BYTES>(thread, own.as_object()?)?;
    let content = bytes::as_bytes(thread, content).filter(|_| more == UNBOUND)?;
    let count = bytes::length(thread, content);
    if count == 0 {
        return Some(Value::from_small(0));
    }
    if buffer.place != buffer.total || shared(buffer).is_some() {
        return None;
    }
    add(buffer, content, count)
}

/// Adds some bytes behind the content.
fn add<'a>(buffer: Buffer<'a>, content: Object<'_>, count: u64) -> Option<Value<'a>> {
    let end = i64::try_from(buffer.total.checked_add(count)?).ok()?;
    check_length(buffer.thread, end as usize).ok()?;
    if !buffer.is_free() || !list::push_open(buffer.thread, buffer.pieces, content.value()) {
        return None;
    }
    (buffer.put(TOTAL, end) && buffer.put(PLACE, end)).then(|| int::from_length(count))
}

/// Of a `BufferedWriter`, which keeps no more than its size.
fn quick_gather<'a>(thread: &'a Thread, [own, content, more]: Given<'a>) -> Option<Value<'a>> {
    let own = own.as_object()?;
    let buffer = opened::<WRITER>(thread, own)?;
    let content = bytes::as_bytes(thread, content).filter(|_| more == UNBOUND)?;
    let count = bytes::length(thread, content);
    let room = int::small(thread.own_attribute(own, names::STREAM_SIZE)?)?.max(0) as u64;
    let fits = count > 0 && buffer.total + count <= room;
    fits.then(|| add(buffer, content, count))?
}

/// As [`quick_gather`], where a barrier may stand in the way.
fn gathered<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let Some((buffer, [own, content, UNBOUND])) = receiver::<WRITER>(thread, arguments) else {
        return Ok(None);
    };
    let own = own.as_object();
    let room = own.and_then(|own| int::small(thread.own_attribute(own, names::STREAM_SIZE)?));
    let content = bytes::as_bytes(thread, content);
    let Some((content, room)) = content.zip(room) else {
        return Ok(None);
    };
    let count = bytes::length(thread, content);
    match buffer.total + count <= room.max(0) as u64 {
        true => append(buffer, content.value(), count).map(Some),
        false => Ok(None),
    }
}

fn quick_value<'a>(thread: &'a Thread, [own, more, _]: Given<'a>) -> Option<Value<'a>> {
    let buffer = opened::<BYTES>(thread, own.as_object()?)?;
    let whole = bytes::as_bytes(thread, buffer.piece()?)?;
    (more == UNBOUND).then(|| whole.value())
}

/// The place to which `seek` goes, as its result and in the buffer; none if that is an error, or
/// if it is not among the bytes that a reader has.
fn sought<const KIND: i64>(buffer: Buffer<'_>, given: Given<'_>) -> Option<(i64, i64)> {
    if KIND == READER {
        let end = list::get(buffer.thread, buffer.fields, END as u64)?;
        let end = int::small(end).filter(|end| *end >= 0)?;
        let start = end - buffer.total as i64;
        let to = int::small(given[1])?;
        let to = match given[2] {
            UNBOUND => to,
            whence => match int::small(whence)? {
                0 => to,
                1 => start.checked_add(buffer.place as i64)?.checked_add(to)?,
                _ => return None,
            },
        };
        return (start <= to && to <= end).then_some((to, to - start));
    }
    let place = sought_in_memory::<KIND>(buffer, given)?;
    Some((place, place))
}

fn sought_in_memory<const KIND: i64>(
    buffer: Buffer<'_>,
    [_, to, whence]: Given<'_>,
) -> Option<i64> {
    let to = int::small(to)?;
    let whence = match whence {
        UNBOUND => 0,
        whence => int::small(whence)?,
    };
    let from = match whence {
        0 if to >= 0 => 0,
        1 => buffer.place as i64,
        2 => buffer.total as i64,
        _ => return None,
    };
    let is_known = KIND == BYTES || whence == 0 || to == 0;
    is_known.then(|| Some(from.checked_add(to)?.max(0)))?
}

fn quick_seek<'a, const KIND: i64>(thread: &'a Thread, given: Given<'a>) -> Option<Value<'a>> {
    let buffer = opened::<KIND>(thread, given[0].as_object()?)?;
    let (told, place) = sought::<KIND>(buffer, given)?;
    if !buffer.put(PLACE, place) || KIND == TEXT && !buffer.put(BYTE, byte_at(place)) {
        return None;
    }
    Some(int::from_i64(thread, told))
}

/// What is known of the place in bytes of a place in a text.
fn byte_at(place: i64) -> i64 {
    if place == 0 { 0 } else { -1 }
}

fn quick_tell<'a, const KIND: i64>(
    thread: &'a Thread,
    [own, more, _]: Given<'a>,
) -> Option<Value<'a>> {
    let buffer = opened::<KIND>(thread, own.as_object()?)?;
    (more == UNBOUND).then(|| int::from_u64(thread, buffer.place))
}

/// The buffer of the receiver, and the arguments, for the forms that may fail.
fn receiver<'a, const KIND: i64>(
    thread: &'a Thread,
    arguments: Arguments,
) -> Option<(Buffer<'a>, Given<'a>)> {
    let given = up_to_three(thread, arguments)?;
    Some((opened::<KIND>(thread, given[0].as_object()?)?, given))
}

fn seek<'a, const KIND: i64>(
    thread: &'a Thread,
    arguments: Arguments,
) -> Outcome<Option<Value<'a>>> {
    let given = receiver::<KIND>(thread, arguments);
    let Some((buffer, (told, place))) =
        given.and_then(|(buffer, given)| Some((buffer, sought::<KIND>(buffer, given)?)))
    else {
        return Ok(None);
    };
    if KIND == TEXT {
        let byte = int::from_i64(thread, byte_at(place));
        list::set_index(thread, buffer.fields, BYTE, byte)?;
    }
    buffer.set(PLACE, place as u64)?;
    Ok(Some(int::from_i64(thread, told)))
}

fn tell<'a, const KIND: i64>(
    thread: &'a Thread,
    arguments: Arguments,
) -> Outcome<Option<Value<'a>>> {
    let given = up_to_three(thread, arguments);
    Ok(given.and_then(|given| quick_tell::<KIND>(thread, given)))
}

fn read<'a, const KIND: i64>(
    thread: &'a Thread,
    arguments: Arguments,
) -> Outcome<Option<Value<'a>>> {
    let given = receiver::<KIND>(thread, arguments);
    let found = given.and_then(|(buffer, [_, size, more])| {
        let left = buffer.total.saturating_sub(buffer.place);
        Some((buffer, to_read::<KIND>(wanted(size, more)?, left)?))
    });
    match found {
        None => Ok(None),
        Some((_, 0)) => bytes::new(thread, b"").map(Some),
        Some((buffer, size)) => take_bytes(buffer, &whole_bytes(buffer)?, size).map(Some),
    }
}

fn line<'a, const KIND: i64>(
    thread: &'a Thread,
    arguments: Arguments,
) -> Outcome<Option<Value<'a>>> {
    match receiver::<KIND>(thread, arguments) {
        Some((buffer, [_, UNBOUND, _])) => match next_bytes(buffer, u64::MAX, KIND == READER)? {
            None if KIND == BYTES => bytes::new(thread, b"").map(Some),
            line => Ok(line),
        },
        _ => Ok(None),
    }
}

fn write<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    match receiver::<BYTES>(thread, arguments) {
        Some((buffer, [_, content, UNBOUND]))
            if content != UNBOUND && buffer::content(thread, content).is_some() =>
        {
            write_bytes(buffer, content).map(Some)
        }
        _ => Ok(None),
    }
}

fn value<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    match receiver::<BYTES>(thread, arguments) {
        Some((buffer, [_, UNBOUND, _])) => value_of_bytes(buffer).map(Some),
        _ => Ok(None),
    }
}

fn read_into<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    match receiver::<BYTES>(thread, arguments) {
        Some((buffer, [_, target, UNBOUND])) if target != UNBOUND => fill(buffer, target).map(Some),
        _ => Ok(None),
    }
}

// ---- text

/// The next part of a text: as many bytes as `length` tells of those that are left.
#[inline(always)]
fn quick_text<'a, const KIND: i64>(
    buffer: Buffer<'a>,
    length: impl Fn(&[u8]) -> Option<usize>,
) -> Option<Value<'a>> {
    let thread = buffer.thread;
    if buffer.place >= buffer.total {
        // A file may have more.
        return (KIND == TEXT).then(|| string::new(thread, "").ok())?;
    }
    let whole = string::exact_string(thread, buffer.piece()?)?;
    let content = string::utf8(thread, whole);
    let start = byte_place(buffer, content);
    let left = content.get(start..)?;
    let part = &left[..length(left)?];
    let count = characters(part);
    let result = match part.len() == content.len() {
        true => whole.value(),
        false => string::of_bytes(thread, part, count).ok()?,
    };
    let is_done = buffer.put(PLACE, (buffer.place + count) as i64)
        && buffer.put(BYTE, (start + part.len()) as i64);
    is_done.then_some(result)
}

fn quick_text_read<'a>(thread: &'a Thread, [own, size, more]: Given<'a>) -> Option<Value<'a>> {
    let size = wanted(size, more)?;
    let length = |left: &[u8]| Some(bytes_of(left, size));
    quick_text::<TEXT>(opened::<TEXT>(thread, own.as_object()?)?, length)
}

/// Of a file, whose text may go on behind what is decoded: only what lies there as a whole.
fn quick_file_read<'a>(thread: &'a Thread, [own, size, more]: Given<'a>) -> Option<Value<'a>> {
    let buffer = opened::<FILE>(thread, own.as_object()?)?;
    let size = decoded(buffer, wanted(size, more)?)?;
    quick_text::<FILE>(buffer, |left| Some(bytes_of(left, size)))
}

/// So many characters, if there are any and they are decoded already.
fn decoded(buffer: Buffer<'_>, size: u64) -> Option<u64> {
    (0 < size && size <= buffer.total.saturating_sub(buffer.place)).then_some(size)
}

fn quick_text_line<'a, const KIND: i64>(
    thread: &'a Thread,
    [own, size, more]: Given<'a>,
) -> Option<Value<'a>> {
    // (A file takes no None for a size.)
    let size = wanted(size, more).filter(|_| KIND == TEXT || size != NONE)?;
    line_of_text::<KIND>(opened::<KIND>(thread, own.as_object()?)?, size)
}

fn line_of_text<const KIND: i64>(buffer: Buffer<'_>, size: u64) -> Option<Value<'_>> {
    let kind = buffer.ends();
    quick_text::<KIND>(buffer, |left| {
        let part = &left[..bytes_of(left, size)];
        // What a file has behind its text may end the line, or a pair of marks.
        let is_all = KIND == TEXT || part.len() < left.len();
        line_end(part, kind).or_else(|| is_all.then_some(part.len()))
    })
}

/// Text for a file that keeps it as UTF-8 without any change, in a writer that has room for it.
fn quick_file_write<'a>(thread: &'a Thread, [own, text, more]: Given<'a>) -> Option<Value<'a>> {
    let own = own.as_object()?;
    opened::<FILE>(thread, own)?;
    let is_plain = more == UNBOUND && streams::keeps_text(thread, own);
    let text = string::exact_string(thread, text).filter(|_| is_plain)?;
    // (Lone surrogates have no encoding.)
    if !string::is_ascii(thread, text) {
        return None;
    }
    let writer = thread.own_attribute(own, names::STREAM_BUFFER)?;
    let content = bytes::new(thread, string::utf8(thread, text)).ok()?;
    quick_gather(thread, [writer, content, UNBOUND])
}

/// Whether text is kept as it is written.
fn keeps_ends(thread: &Thread, own: Object<'_>) -> bool {
    let newline = thread.own_attribute(own, names::STREAM_NEWLINE);
    newline.is_none_or(|newline| {
        let newline = string::exact_string(thread, newline);
        newline.is_some_and(|newline| string::utf8(thread, newline) == b"\n")
    })
}

fn quick_text_write<'a>(thread: &'a Thread, [own, text, more]: Given<'a>) -> Option<Value<'a>> {
    let own = own.as_object()?;
    let buffer = opened::<TEXT>(thread, own)?;
    let text = string::exact_string(thread, text).filter(|_| more == UNBOUND)?;
    let count = string::length(thread, text);
    let is_plain = keeps_ends(thread, own) && buffer.place == buffer.total;
    if count == 0 && is_plain {
        return Some(Value::from_small(0));
    }
    let end = i64::try_from(buffer.total + count).ok()?;
    check_length(thread, end as usize).ok()?;
    let is_done =
        is_plain && buffer.is_free() && list::push_open(thread, buffer.pieces, text.value());
    if !is_done {
        return None;
    }
    let is_done = buffer.put(TOTAL, end) && buffer.put(PLACE, end) && buffer.put(BYTE, -1);
    is_done.then(|| int::from_length(count))
}

fn quick_text_value<'a>(thread: &'a Thread, [own, more, _]: Given<'a>) -> Option<Value<'a>> {
    let buffer = opened::<TEXT>(thread, own.as_object()?)?;
    let whole = string::as_string(thread, buffer.piece()?)?;
    (more == UNBOUND).then(|| whole.value())
}

fn text_part<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let given = receiver::<TEXT>(thread, arguments);
    let Some((buffer, size)) =
        given.and_then(|(buffer, [_, size, more])| Some((buffer, wanted(size, more)?)))
    else {
        return Ok(None);
    };
    read_text(buffer, size).map(Some)
}

/// As [`quick_file_read`], where a barrier may stand in the way.
fn file_part<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let given = receiver::<FILE>(thread, arguments);
    let found = given.and_then(|(buffer, [_, size, more])| {
        let size = decoded(buffer, wanted(size, more)?)?;
        Some((buffer, size))
    });
    let Some((buffer, size)) = found else {
        return Ok(None);
    };
    read_text(buffer, size).map(Some)
}

fn text_line<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let Some((buffer, [_, UNBOUND, _])) = receiver::<TEXT>(thread, arguments) else {
        return Ok(None);
    };
    match next_text(buffer, u64::MAX, false)? {
        None => string::new(thread, "").map(Some),
        line => Ok(line),
    }
}

fn text_written<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let Some((buffer, [own, text, UNBOUND])) = receiver::<TEXT>(thread, arguments) else {
        return Ok(None);
    };
    let is_plain = own.as_object().is_some_and(|own| keeps_ends(thread, own));
    match string::exact_string(thread, text).filter(|_| is_plain) {
        Some(text) => write_text(buffer, text).map(Some),
        None => Ok(None),
    }
}

fn text_whole<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    match receiver::<TEXT>(thread, arguments) {
        Some((buffer, [_, UNBOUND, _])) => Ok(Some(whole_text(buffer)?.value())),
        _ => Ok(None),
    }
}

/// The methods of `StringIO`.
pub mod text_methods {
    use super::*;
    use motet_python_objects::attempts;

    const SEEK: Attempt = seek::<TEXT>;
    const TELL: Attempt = tell::<TEXT>;

    attempts! {
        of "_io.StringIO";
        method_read "text_io_read" ".slowStringIO.read" 3 text_part, shortcut quick_text_read;
        method_line "text_io_readline" ".slowStringIO.readline" 3 text_line,
            shortcut quick_text_line::<TEXT>;
        method_lines "text_io_readlines" ".slowStringIO.readlines" 2 streams::read_lines;
        method_iter "text_io___iter__" ".slowStringIO.__iter__" 1 streams::iterate_itself,
            shortcut streams::quick_iterate;
        method_write "text_io_write" ".slowStringIO.write" 3 text_written,
            shortcut quick_text_write;
        method_value "text_io_getvalue" ".slowStringIO.getvalue" 3 text_whole,
            shortcut quick_text_value;
        method_seek "text_io_seek" ".slowStringIO.seek" 3 SEEK, shortcut quick_seek::<TEXT>;
        method_tell "text_io_tell" ".slowStringIO.tell" 3 TELL, shortcut quick_tell::<TEXT>;
    }
}

/// The methods of `BytesIO`.
pub mod bytes_methods {
    use super::*;
    use motet_python_objects::attempts;

    const READ: Attempt = read::<BYTES>;
    const LINE: Attempt = line::<BYTES>;
    const SEEK: Attempt = seek::<BYTES>;
    const TELL: Attempt = tell::<BYTES>;

    attempts! {
        of "_io.BytesIO";
        method_read "bytes_io_read" ".slowBytesIO.read" 3 READ, shortcut quick_read::<BYTES>;
        method_read1 "bytes_io_read1" ".slowBytesIO.read1" 3 READ, shortcut quick_read::<BYTES>;
        method_line "bytes_io_readline" ".slowBytesIO.readline" 3 LINE,
            shortcut quick_line::<BYTES>;
        method_lines "bytes_io_readlines" ".slowBytesIO.readlines" 2 streams::read_lines;
        method_iter "bytes_io___iter__" ".slowBytesIO.__iter__" 1 streams::iterate_itself,
            shortcut streams::quick_iterate;
        method_write "bytes_io_write" ".slowBytesIO.write" 3 write, shortcut quick_write;
        method_value "bytes_io_getvalue" ".slowBytesIO.getvalue" 3 value, shortcut quick_value;
        method_into "bytes_io_readinto" ".slowBytesIO.readinto" 3 read_into;
        method_seek "bytes_io_seek" ".slowBytesIO.seek" 3 SEEK, shortcut quick_seek::<BYTES>;
        method_tell "bytes_io_tell" ".slowBytesIO.tell" 3 TELL, shortcut quick_tell::<BYTES>;
    }
}

/// The methods of `BufferedReader`.
pub mod reader_methods {
    use super::*;
    use motet_python_objects::attempts;

    const READ: Attempt = read::<READER>;
    const LINE: Attempt = line::<READER>;
    const SEEK: Attempt = seek::<READER>;

    attempts! {
        of "_io.BufferedReader";
        method_read "reader_read" ".slowBufferedReader.read" 3 READ, shortcut quick_read::<READER>;
        method_line "reader_readline" ".slowBufferedReader.readline" 3 LINE,
            shortcut quick_line::<READER>;
        method_seek "reader_seek" ".slowBufferedReader.seek" 3 SEEK, shortcut quick_seek::<READER>;
    }
}

/// The method of `BufferedWriter`.
pub mod writer_methods {
    use super::*;
    use motet_python_objects::attempts;

    attempts! {
        of "_io.BufferedWriter";
        method_write "writer_write" ".slowBufferedWriter.write" 3 gathered, shortcut quick_gather;
    }
}

/// The methods of `TextIOWrapper`.
pub mod wrapper_methods {
    use super::*;
    use motet_python_objects::attempts;

    attempts! {
        of "_io.TextIOWrapper";
        method_write "wrapper_write" ".slowTextIOWrapper.write" 2 streams::write,
            shortcut quick_file_write;
        method_read "wrapper_read" ".slowTextIOWrapper.read" 3 file_part, shortcut quick_file_read;
        method_line "wrapper_readline" ".slowTextIOWrapper.readline" 1 streams::line_of_file,
            shortcut quick_text_line::<FILE>;
    }
}
