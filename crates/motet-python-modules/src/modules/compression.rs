//! `_zlib_core` and `_binascii_core`: compression, checksums, and bytes as text.
//!
//! The state that a stream keeps from one call to the next is bytes in the heap, so that an abort
//! takes it back: for reading the reader's state and the last 32 KiB of output, for writing the
//! last 32 KiB of input.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_HAS_MORE_INPUT, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use motet_python_objects::model::module_def::ModuleDef;
use zlib_rs::{Deflate, DeflateFlush};

use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{buffer, bytes, int, string, tuple};

/// The functions of `_zlib_core`.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("crc32", 1, 2, crc32).asking_index(&[1]),
    NativeFunction::leaf("adler32", 1, 2, adler32).asking_index(&[1]),
    NativeFunction::leaf("deflate", 4, 4, deflate),
    NativeFunction::leaf("inflate", 4, 4, inflate),
    NativeFunction::leaf("inflate_whole", 1, 1, inflate_whole),
];

/// The functions of `_binascii_core`.
pub(crate) const TEXT_FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("crc32", 1, 2, crc32).asking_index(&[1]),
    NativeFunction::leaf("crc_hqx", 2, 2, crc_hqx).asking_index(&[1]),
    NativeFunction::leaf("unhex", 1, 1, unhex),
    NativeFunction::leaf("to_base64", 1, 1, to_base64),
    NativeFunction::leaf("from_base64", 2, 2, from_base64),
];

/// How far back a compressed stream may refer.
const WINDOW_BYTES: usize = 32 << 10;

fn content(
    thread: &Thread,
    arguments: Arguments,
    index: usize,
) -> Outcome<std::borrow::Cow<'_, [u8]>> {
    buffer::required(thread, arguments.get(thread, index))
}

/// The lower 32 bits of an argument.
fn word(thread: &Thread, arguments: Arguments, index: usize, default: u32) -> Outcome<u32> {
    let Some(value) = arguments.optional(thread, index) else {
        return Ok(default);
    };
    let Some(number) = int::to_big(thread, value) else {
        return integer_argument(thread, value).map(|number| number as u32);
    };
    let low = number & num_bigint::BigInt::from(u32::MAX);
    Ok(u32::try_from(low).unwrap_or(0))
}

fn crc32<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mut sum = crc32fast::Hasher::new_with_initial(word(thread, arguments, 1, 0)?);
    sum.update(&content(thread, arguments, 0)?);
    Ok(int::from_length(sum.finalize().into()))
}

fn adler32<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let sum = adler_of(
        word(thread, arguments, 1, 1)?,
        &content(thread, arguments, 0)?,
    );
    Ok(int::from_length(sum.into()))
}

fn adler_of(start: u32, content: &[u8]) -> u32 {
    const MODULUS: u32 = 65_521;
    /// So many sums fit into 32 bits before they are reduced.
    const AT_ONCE: usize = 5552;
    let (mut low, mut high) = (start & 0xffff, start >> 16);
    for part in content.chunks(AT_ONCE) {
        for byte in part {
            low += u32::from(*byte);
            high += low;
        }
        low %= MODULUS;
        high %= MODULUS;
    }
    high << 16 | low
}

/// `deflate(data, level, dictionary, is_last)`: data as compressed blocks without header that end
/// at a whole byte. The dictionary is the data before them.
fn deflate<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let data = content(thread, arguments, 0)?;
    let level = integer_argument(thread, arguments.get(thread, 1))?;
    let dictionary = content(thread, arguments, 2)?;
    let flush = match arguments.get(thread, 3) {
        TRUE => DeflateFlush::Finish,
        _ => DeflateFlush::SyncFlush,
    };
    let mut stream = Deflate::new(level as i32, false, 15);
    if !dictionary.is_empty() {
        let start = dictionary.len().saturating_sub(WINDOW_BYTES);
        if stream.set_dictionary(&dictionary[start..]).is_err() {
            return Err(runtime_error(thread, "the dictionary was refused"));
        }
    }
    let mut out = vec![0; data.len() / 2 + 128];
    loop {
        let (taken, made) = (stream.total_in() as usize, stream.total_out() as usize);
        let result = stream.compress(&data[taken..], &mut out[made..], flush);
        let made = stream.total_out() as usize;
        match result {
            Ok(zlib_rs::Status::StreamEnd) => break,
            Ok(_) if made < out.len() && flush == DeflateFlush::SyncFlush => break,
            Ok(_) => {}
            Err(error) => return Err(runtime_error(thread, error.as_str())),
        }
        let length = out.len();
        out.resize(length * 2, 0);
    }
    out.truncate(stream.total_out() as usize);
    bytes::new(thread, &out)
}

/// `inflate(state, window, data, most)`: (state, window, output, bytes taken, status). The status
/// is 0 if the stream goes on, 1 at its end, 2 if there is more output, 3 if the data are broken.
/// The output is at most `most` bytes long if that is not negative.
fn inflate<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (state, window) = (
        content(thread, arguments, 0)?,
        content(thread, arguments, 1)?,
    );
    let data = content(thread, arguments, 2)?;
    let most = integer_argument(thread, arguments.get(thread, 3))?;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let mut reader: Box<DecompressorOxide> = if state.is_empty() {
        Box::default()
    } else {
        let read = postcard::from_bytes(&state);
        Box::new(read.map_err(|_| value_error(thread, "the state of a stream is broken"))?)
    };
    let before = window.len();
    let mut out = window.into_owned();
    let (taken, how) = inflate_into(&mut reader, &data, &mut out, most);
    // At the end of the stream nobody asks for the state again.
    let state = match how {
        1 => Vec::new(),
        _ => postcard::to_allocvec(&*reader).unwrap_or_default(),
    };
    let parts = [
        bytes::new(thread, &state)?,
        bytes::new(thread, &out[out.len().saturating_sub(WINDOW_BYTES)..])?,
        bytes::new(thread, &out[before..])?,
        int::from_length(taken as u64),
        int::from_length(how),
    ];
    tuple::from_values(thread, &parts)
}

/// Appends what some data become, at most so many bytes. How many bytes of the data were taken, and
/// the status as [`inflate`] tells it.
fn inflate_into(
    reader: &mut DecompressorOxide,
    data: &[u8],
    out: &mut Vec<u8>,
    most: usize,
) -> (usize, u64) {
    let flags = TINFL_FLAG_HAS_MORE_INPUT | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let before = out.len();
    let (mut taken, mut end) = (0, before);
    let how = loop {
        let made = end - before;
        if end == out.len() {
            let room = (data.len() * 4).max(made * 2).clamp(4096, 64 << 20);
            out.resize(end + room.min(most - made), 0);
        }
        let (status, read, written) = decompress(reader, &data[taken..], out, end, flags);
        taken += read;
        end += written;
        match status {
            TINFLStatus::Done => break 1,
            TINFLStatus::NeedsMoreInput | TINFLStatus::FailedCannotMakeProgress => break 0,
            TINFLStatus::HasMoreOutput if end - before >= most => break 2,
            TINFLStatus::HasMoreOutput => {}
            _ => break 3,
        }
    };
    out.truncate(end);
    (taken, how)
}

/// `inflate_whole(data)`: the content of a whole stream with the usual header; None if it is
/// another one, or none.
fn inflate_whole<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let data = content(thread, arguments, 0)?;
    let [first, second, body @ ..] = &data[..] else {
        return Ok(NONE);
    };
    let is_usual = u16::from_be_bytes([*first, *second]).is_multiple_of(31)
        && first & 15 == 8
        && first >> 4 <= 7
        && second & 0x20 == 0;
    if !is_usual {
        return Ok(NONE);
    }
    let mut out = Vec::new();
    let (taken, how) = inflate_into(&mut Box::default(), body, &mut out, usize::MAX);
    let sum = body.get(taken..).and_then(|tail| tail.first_chunk());
    if how != 1 || sum != Some(&adler_of(1, &out).to_be_bytes()) {
        return Ok(NONE);
    }
    bytes::new(thread, &out)
}

fn crc_hqx<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mut sum = word(thread, arguments, 1, 0)? as u16;
    for byte in content(thread, arguments, 0)?.iter() {
        sum ^= u16::from(*byte) << 8;
        for _ in 0..8 {
            let out = sum >> 15;
            sum = (sum << 1) ^ (out * 0x1021);
        }
    }
    Ok(int::from_length(sum.into()))
}

/// The bytes of an argument that is ASCII text or a bytes-like object.
fn text_content(thread: &Thread, arguments: Arguments) -> Outcome<std::borrow::Cow<'_, [u8]>> {
    let value = arguments.get(thread, 0);
    match string::as_text(thread, value) {
        Some(text) if text.is_ascii() => Ok(text.as_bytes().into()),
        Some(_) => Err(value_error(
            thread,
            "string argument should contain only ASCII characters",
        )),
        None => buffer::content(thread, value).ok_or_else(|| {
            let name = type_name(thread, value);
            let message = format!("argument should be bytes, buffer or ASCII string, not '{name}'");
            type_error(thread, message)
        }),
    }
}

/// `unhex(text)`: the bytes, or the number of the error: 1 odd length, 2 no digit.
fn unhex<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let text = text_content(thread, arguments)?;
    if text.len() % 2 == 1 {
        return Ok(int::from_length(1));
    }
    let mut out = Vec::with_capacity(text.len() / 2);
    let digit = |byte: u8| char::from(byte).to_digit(16);
    for [high, low] in text.as_chunks().0 {
        let Some((high, low)) = digit(*high).zip(digit(*low)) else {
            return Ok(int::from_length(2));
        };
        out.push((high << 4 | low) as u8);
    }
    bytes::new(thread, &out)
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PADDING: u8 = b'=';
const NO_VALUE: u8 = 64;
/// The value of each byte as a digit.
const VALUES: [u8; 256] = {
    let mut values = [NO_VALUE; 256];
    let mut value = 0;
    while value < 64 {
        values[BASE64[value] as usize] = value as u8;
        value += 1;
    }
    values
};

fn to_base64<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let data = content(thread, arguments, 0)?;
    let mut out = Vec::with_capacity(data.len().div_ceil(3) * 4);
    let digits = |[first, second, third]: [u8; 3]| {
        let bits = u32::from_be_bytes([0, first, second, third]);
        [18, 12, 6, 0].map(|shift| BASE64[(bits >> shift) as usize & 63])
    };
    let (triples, rest) = data.as_chunks::<3>();
    for triple in triples {
        out.extend_from_slice(&digits(*triple));
    }
    let last = match rest {
        [] => None,
        [first, rest @ ..] => Some([*first, rest.first().copied().unwrap_or(0), 0]),
    };
    if let Some(last) = last {
        let mut last = digits(last);
        last[rest.len() + 1..].fill(PADDING);
        out.extend_from_slice(&last);
    }
    bytes::new(thread, &out)
}

/// The error of a text that should be base64; the module in the library has its message.
#[derive(Clone, Copy)]
enum Broken {
    NotInAlphabet = 1,
    LeadingPadding = 2,
    AfterPadding = 3,
    Padding = 4,
    ExtraPadding = 5,
    PaddingInside = 6,
    /// The number of characters is added.
    Length = 16,
}

/// `from_base64(text, is_strict)`: the bytes, or the number of the error.
fn from_base64<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let text = text_content(thread, arguments)?;
    let is_strict = arguments.get(thread, 1) == TRUE;
    match decoded(&text, is_strict) {
        Ok(out) => bytes::new(thread, &out),
        Err(number) => Ok(int::from_length(number)),
    }
}

fn decoded(text: &[u8], is_strict: bool) -> Result<Vec<u8>, u64> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut filled, mut padding) = (0u32, 0, 0);
    for (index, byte) in text.iter().enumerate() {
        if *byte == PADDING {
            padding += 1;
            // Lenient readers take padding that does not end the text for no data (RFC 4648).
            if !is_strict || filled >= 2 && filled + padding <= 4 {
                continue;
            }
            match filled {
                1 => break,
                0 if index == 0 => return Err(Broken::LeadingPadding as u64),
                _ => return Err(Broken::ExtraPadding as u64),
            }
        }
        let value = VALUES[usize::from(*byte)];
        if value == NO_VALUE {
            if is_strict {
                return Err(Broken::NotInAlphabet as u64);
            }
            continue;
        }
        if is_strict && padding > 0 {
            let is_whole = filled + padding == 4;
            let found = if is_whole {
                Broken::AfterPadding
            } else {
                Broken::PaddingInside
            };
            return Err(found as u64);
        }
        padding = 0;
        bits = bits << 6 | u32::from(value);
        filled = (filled + 1) % 4;
        match filled {
            0 => out.push(bits as u8),
            2 => out.push((bits >> 4) as u8),
            3 => out.push((bits >> 2) as u8),
            _ => {}
        }
    }
    match filled {
        0 => Ok(out),
        1 => Err(Broken::Length as u64 + (out.len() as u64 / 3 * 4 + 1)),
        _ if filled + padding >= 4 => Ok(out),
        _ => Err(Broken::Padding as u64),
    }
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[
    ModuleDef::new("_binascii_core")
        .functions(&[TEXT_FUNCTIONS])
        .listed_as(&["binascii"]),
    ModuleDef::new("_zlib_core")
        .functions(&[FUNCTIONS])
        .listed_as(&["zlib"]),
];
