//! The file objects of the standard streams, which the machine itself writes to.

use motet_tm::{Object, Value};

use crate::model::layouts::*;
use crate::model::native::Outcome;
use crate::model::surrogates;
use crate::model::thread::Thread;
use crate::types::codecs;
use motet_vm::output::{self, Stream};

/// Word of a file object of a stream: `True` when it was closed.
pub const IS_CLOSED: u64 = 3;

/// Whether a file object of a stream was closed.
pub fn is_closed(thread: &Thread, file: Object<'_>) -> bool {
    thread.read(file).get(IS_CLOSED) == TRUE
}

/// The stream that a file object stands for, if it is open.
pub fn open_stream_of(thread: &Thread, file: Value<'_>) -> Option<Stream> {
    stream_of(thread, file)
        .filter(|_| !file.as_object().is_some_and(|file| is_closed(thread, file)))
}

/// The stream that a file object stands for: word 1 is 1 for stdout and 2 for stderr.
pub fn stream_of(thread: &Thread, file: Value<'_>) -> Option<Stream> {
    let object = file
        .as_object()
        .filter(|object| thread.host_of(*object) == CLASS_FILE)?;
    match thread.read(object).get(1).as_integer() {
        Some(1) => Some(Stream::Out),
        Some(2) => Some(Stream::Error),
        _ => None,
    }
}

/// The name of the way in which a stream treats characters that it cannot encode.
pub fn errors_of(stream: Stream) -> &'static str {
    match stream {
        Stream::Out => "strict",
        Stream::Error => "backslashreplace",
    }
}

/// Writes a text to a stream.
///
/// # Errors
/// `UnicodeEncodeError` for lone surrogates; an abort.
pub fn write_text(thread: &Thread, stream: Stream, text: &str) -> Outcome<()> {
    if !surrogates::occur_in(text) {
        return output::write(thread, stream, text);
    }
    let encoded = codecs::encode(thread, text, "utf-8", errors_of(stream))?;
    let text = String::from_utf8_lossy(&encoded);
    output::write(thread, stream, &text)
}
