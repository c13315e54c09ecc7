//! Bytes: the basics.

use super::prelude::*;
use super::slice::Indices;

const FIRST: u64 = 3;
/// Bytes of the cached hash, which count as length of the raw object.
const HEADER_BYTES: u64 = 8;

/// Makes bytes.
///
/// # Errors
/// `MemoryError`.
pub fn new<'a>(thread: &'a Thread, content: &[u8]) -> Outcome<Value<'a>> {
    let length = content.len() as u64;
    let raw = thread.allocate_raw(LAYOUT_BYTES, CLASS_BYTES, HEADER_BYTES + length);
    let mut object = allocated(thread, raw)?;
    object.bytes_mut(FIRST, length).copy_from_slice(content);
    Ok(object.object().value())
}

/// The bytes object of a value, if it is one.
#[inline]
pub fn as_bytes<'a>(thread: &Thread, value: Value<'a>) -> Option<Object<'a>> {
    value
        .as_object()
        .filter(|object| thread.host_of(*object) == CLASS_BYTES)
}

/// The content.
pub fn content<'a>(thread: &'a Thread, bytes: Object<'a>) -> &'a [u8] {
    let view = thread.read_immutable(bytes);
    view.bytes(FIRST, view.length() - HEADER_BYTES)
}

/// How many bytes there are.
pub fn length(thread: &Thread, bytes: Object<'_>) -> u64 {
    thread.read_immutable(bytes).length() - HEADER_BYTES
}

/// Byte `place` as an `int`, if there are so many.
pub fn get<'a>(thread: &'a Thread, bytes: Object<'a>, place: u64) -> Option<Value<'a>> {
    content(thread, bytes)
        .get(place as usize)
        .map(|byte| Value::from_small(i32::from(*byte)))
}

/// Byte `index`; negative ones count from the end.
///
/// # Errors
/// `IndexError`.
pub fn index<'a>(thread: &'a Thread, bytes: Object<'a>, index: i64) -> Outcome<Value<'a>> {
    super::slice::place(index, length(thread, bytes))
        .and_then(|place| get(thread, bytes, place))
        .ok_or_else(|| index_error(thread, "index out of range"))
}

/// A slice.
///
/// # Errors
/// `MemoryError`.
pub fn slice<'a>(thread: &'a Thread, bytes: Object<'a>, indices: Indices) -> Outcome<Value<'a>> {
    let all = content(thread, bytes);
    let picked: Vec<u8> = indices.places().map(|place| all[place as usize]).collect();
    new(thread, &picked)
}

/// `a + b`.
///
/// # Errors
/// `MemoryError`.
pub fn concat<'a>(thread: &'a Thread, a: Object<'a>, b: Object<'a>) -> Outcome<Value<'a>> {
    new(thread, &[content(thread, a), content(thread, b)].concat())
}

/// `bytes * count`.
///
/// # Errors
/// `MemoryError`.
pub fn repeat<'a>(thread: &'a Thread, bytes: Object<'a>, count: i64) -> Outcome<Value<'a>> {
    new(
        thread,
        &content(thread, bytes).repeat(count.max(0) as usize),
    )
}

/// `item in bytes`: a byte or a stretch of bytes.
///
/// # Errors
/// `TypeError`, or `ValueError` for a number that is no byte.
pub fn contains(thread: &Thread, bytes: Object<'_>, item: Value<'_>) -> Outcome<bool> {
    let all = content(thread, bytes);
    if let Some(part) = as_bytes(thread, item) {
        let part = content(thread, part);
        return Ok(part.is_empty() || all.windows(part.len()).any(|window| window == part));
    }
    match super::int::to_i64(thread, item) {
        Some(number) => match u8::try_from(number) {
            Ok(byte) => Ok(all.contains(&byte)),
            Err(_) => Err(value_error(thread, "byte must be in range(0, 256)")),
        },
        None => {
            let name = type_name(thread, item);
            Err(type_error(
                thread,
                format!("a bytes-like object is required, not '{name}'"),
            ))
        }
    }
}

/// As `repr` shows it.
pub fn repr(content: &[u8]) -> String {
    let quote = if content.contains(&b'\'') && !content.contains(&b'"') {
        '"'
    } else {
        '\''
    };
    let mut out = format!("b{quote}");
    for byte in content {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            _ if char::from(*byte) == quote => {
                out.push('\\');
                out.push(quote);
            }
            b' '..=b'~' => out.push(char::from(*byte)),
            _ => out.push_str(&format!("\\x{byte:02x}")),
        }
    }
    out.push(quote);
    out
}

/// The text that bytes stand for.
///
/// # Errors
/// `UnicodeDecodeError`; `LookupError` for an encoding that is not known.
pub fn decode<'a>(
    thread: &'a Thread,
    content: &[u8],
    encoding: &str,
    errors: &str,
) -> Outcome<Value<'a>> {
    match super::string_methods::normalized_encoding(encoding).as_str() {
        "utf8" => match std::str::from_utf8(content) {
            Ok(text) => super::string::new(thread, text),
            Err(_) if errors == "replace" => {
                super::string::new(thread, &String::from_utf8_lossy(content))
            }
            Err(_) if errors == "ignore" => {
                let text = String::from_utf8_lossy(content).replace('\u{fffd}', "");
                super::string::new(thread, &text)
            }
            Err(error) => {
                let place = error.valid_up_to();
                let byte = content[place];
                let reason = if error.error_len().is_none() {
                    "unexpected end of data"
                } else {
                    "invalid start byte"
                };
                let message = format!(
                    "'utf-8' codec can't decode byte 0x{byte:02x} in position {place}: {reason}"
                );
                Err(thread.raise(crate::exception_classes::UNICODE_DECODE_ERROR, message))
            }
        },
        "latin1" | "iso88591" => {
            let text: String = content.iter().map(|byte| char::from(*byte)).collect();
            super::string::new(thread, &text)
        }
        "ascii" => match content.iter().position(|byte| !byte.is_ascii()) {
            None => {
                let text: String = content.iter().map(|byte| char::from(*byte)).collect();
                super::string::new(thread, &text)
            }
            Some(place) => {
                let message = format!(
                    "'ascii' codec can't decode byte 0x{:02x} in position {place}: \
                     ordinal not in range(128)",
                    content[place]
                );
                Err(thread.raise(crate::exception_classes::UNICODE_DECODE_ERROR, message))
            }
        },
        _ => Err(super::string_methods::unknown_encoding(thread, encoding)),
    }
}

fn construct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    super::tables::refuse_subclass(thread, arguments, CLASS_BYTES)?;
    let Some(source) = arguments.optional(thread, 1) else {
        return new(thread, &[]);
    };
    if let Some(text) = super::string::as_text(thread, source) {
        let Some(encoding) = arguments.optional(thread, 2) else {
            return Err(type_error(thread, "string argument without an encoding"));
        };
        let encoding = super::string::as_text(thread, encoding).unwrap_or("utf-8");
        return super::string_methods::encode_text(thread, text, encoding, "strict");
    }
    if as_bytes(thread, source).is_some() {
        return Ok(arguments.get(thread, 1));
    }
    if let Some(count) = super::int::to_i64(thread, source) {
        return match usize::try_from(count) {
            Ok(count) => new(thread, &vec![0; count]),
            Err(_) => Err(value_error(thread, "negative count")),
        };
    }
    let source = thread.root(source);
    let mut content = Vec::new();
    super::protocol::iterate::for_each(thread, source, |thread, item| {
        let number = super::tables::integer_argument(thread, thread.get(item))?;
        match u8::try_from(number) {
            Ok(byte) => content.push(byte),
            Err(_) => return Err(value_error(thread, "bytes must be in range(0, 256)")),
        }
        Ok(true)
    })?;
    new(thread, &content)
}

/// The constructor.
pub const CONSTRUCTOR: NativeFunction = NativeFunction::calling("bytes", 1, 4, construct);

fn receiver<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Outcome<&'a [u8]> {
    let value = arguments.get(thread, 0);
    match as_bytes(thread, value) {
        Some(bytes) => Ok(content(thread, bytes)),
        None => Err(super::tables::wrong_receiver(thread, "bytes", name, value)),
    }
}

fn method_decode(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let content = receiver(thread, arguments, "decode")?;
    let option = |index, default| {
        let value = arguments.optional(thread, index);
        value
            .and_then(|value| super::string::as_text(thread, value))
            .unwrap_or(default)
    };
    decode(thread, content, option(1, "utf-8"), option(2, "strict"))
}

fn method_hex(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let content = receiver(thread, arguments, "hex")?;
    let text: String = content.iter().map(|byte| format!("{byte:02x}")).collect();
    super::string::new(thread, &text)
}

fn affix<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    name: &str,
) -> Outcome<(&'a [u8], &'a [u8])> {
    let content = receiver(thread, arguments, name)?;
    let value = arguments.get(thread, 1);
    match as_bytes(thread, value) {
        Some(bytes) => Ok((content, self::content(thread, bytes))),
        None => {
            let given = type_name(thread, value);
            Err(type_error(
                thread,
                format!("a bytes-like object is required, not '{given}'"),
            ))
        }
    }
}

fn starts_with(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (content, part) = affix(thread, arguments, "startswith")?;
    Ok(boolean(content.starts_with(part)))
}

fn ends_with(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (content, part) = affix(thread, arguments, "endswith")?;
    Ok(boolean(content.ends_with(part)))
}

fn find(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (content, part) = affix(thread, arguments, "find")?;
    let place = (0..=content.len()).find(|place| content[*place..].starts_with(part));
    Ok(super::int::from_i64(
        thread,
        place.map_or(-1, |place| place as i64),
    ))
}

/// Methods that are no operators.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("decode", 1, 3, method_decode),
    NativeFunction::leaf("hex", 1, 1, method_hex),
    NativeFunction::leaf("startswith", 2, 2, starts_with),
    NativeFunction::leaf("endswith", 2, 2, ends_with),
    NativeFunction::leaf("find", 2, 2, find),
];
