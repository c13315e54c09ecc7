//! `_struct_core`: numbers and texts as bytes of a given layout, and back.

use std::rc::Rc;

use crate::builtins::library::WRAPPING_FUNCTIONS;
use crate::modules::struct_methods;
use crate::modules::support::raise_of;
use motet_python_objects::model::exception;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::bytearray;
use motet_python_objects::types::codecs;
use motet_python_objects::types::complex;
use motet_python_objects::types::host;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::{item, truth};
use motet_python_objects::types::string;
use motet_python_objects::types::{buffer, bytes, float, int, tuple};

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("calcsize", 1, 1, size_of),
    NativeFunction::calling("pack", 0, u8::MAX, pack).with_quick(struct_methods::quick_pack),
    NativeFunction::calling("unpack", 2, 2, unpack).with_quick(struct_methods::quick_unpack),
    NativeFunction::calling("unpack_from", 0, u8::MAX, struct_methods::unpack_from)
        .with_keywords()
        .with_quick(struct_methods::quick_unpack_from),
    NativeFunction::calling("unpack_at", 3, 3, unpack_at),
];

/// Formats may ask for so many bytes.
const SIZE_MAX: usize = isize::MAX as usize;

/// The meaning of a code of a format.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Pad,
    Char,
    Bool,
    Signed,
    Unsigned,
    Half,
    Single,
    Double,
    /// Two numbers, each of half the size.
    Complex,
    Text,
    /// A text with its length in front.
    Counted,
}

/// A piece of a format: so many values one after the other, or a text of that length.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    pub kind: Kind,
    code: char,
    pub size: usize,
    pub count: usize,
    pub offset: usize,
}

impl Piece {
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.kind, Kind::Text | Kind::Counted)
    }

    /// How many values it takes.
    fn values(&self) -> usize {
        match self.kind {
            Kind::Pad => 0,
            _ if self.is_text() => 1,
            _ => self.count,
        }
    }
}

pub(crate) struct Format {
    pub pieces: Vec<Piece>,
    pub size: usize,
    pub is_big: bool,
}

impl Format {
    /// Reads a format.
    pub(crate) fn parse(text: &str) -> Result<Format, &'static str> {
        if text.contains('\0') {
            return Err("embedded null character");
        }
        let mut characters = text.chars().peekable();
        let (is_native, is_big) = match characters.peek() {
            Some('@') => (true, false),
            Some('=' | '<') => (false, false),
            Some('>' | '!') => (false, true),
            _ => (true, false),
        };
        if matches!(characters.peek(), Some('@' | '=' | '<' | '>' | '!')) {
            characters.next();
        }
        let mut pieces = Vec::new();
        let mut size = 0usize;
        while let Some(character) = characters.next() {
            if character.is_ascii_whitespace() {
                continue;
            }
            let (mut count, mut code) = (1usize, character);
            if let Some(digit) = character.to_digit(10) {
                count = digit as usize;
                loop {
                    let Some(next) = characters.next() else {
                        return Err("repeat count given without format specifier");
                    };
                    let Some(digit) = next.to_digit(10) else {
                        code = next;
                        break;
                    };
                    let more = count
                        .checked_mul(10)
                        .and_then(|it| it.checked_add(digit as usize));
                    count = more.ok_or("overflow in item count")?;
                }
            }
            let (kind, width) = kind_of(code, is_native).ok_or("bad char in struct format")?;
            let alignment = if kind == Kind::Complex {
                width / 2
            } else {
                width
            };
            if is_native && alignment > 1 {
                size = size.next_multiple_of(alignment);
            }
            pieces.push(Piece {
                kind,
                code,
                size: width,
                count,
                offset: size,
            });
            size = count
                .checked_mul(width)
                .and_then(|more| size.checked_add(more))
                .filter(|size| *size <= SIZE_MAX)
                .ok_or("total struct size too long")?;
        }
        Ok(Format {
            pieces,
            size,
            is_big,
        })
    }

    pub(crate) fn values(&self) -> usize {
        self.pieces.iter().map(Piece::values).sum()
    }
}

fn kind_of(code: char, is_native: bool) -> Option<(Kind, usize)> {
    Some(match code {
        'x' => (Kind::Pad, 1),
        'c' => (Kind::Char, 1),
        'b' => (Kind::Signed, 1),
        'B' => (Kind::Unsigned, 1),
        '?' => (Kind::Bool, 1),
        'h' => (Kind::Signed, 2),
        'H' => (Kind::Unsigned, 2),
        'i' => (Kind::Signed, 4),
        'I' => (Kind::Unsigned, 4),
        'l' => (Kind::Signed, if is_native { 8 } else { 4 }),
        'L' => (Kind::Unsigned, if is_native { 8 } else { 4 }),
        'q' => (Kind::Signed, 8),
        'Q' => (Kind::Unsigned, 8),
        'n' if is_native => (Kind::Signed, 8),
        'N' | 'P' if is_native => (Kind::Unsigned, 8),
        'e' => (Kind::Half, 2),
        'f' => (Kind::Single, 4),
        'd' => (Kind::Double, 8),
        'F' => (Kind::Complex, 8),
        'D' => (Kind::Complex, 16),
        's' => (Kind::Text, 1),
        'p' => (Kind::Counted, 1),
        _ => return None,
    })
}

fn failure(thread: &mut Thread, message: &str) -> Unwind {
    raise_of(thread, "_struct", "error", message)
}

/// The format that the first argument is.
fn format(thread: &mut Thread, arguments: Arguments) -> Outcome<Rc<Format>> {
    let value = arguments.get(thread, 0);
    if let Some(known) = struct_methods::format_of(thread, value) {
        return Ok(known);
    }
    let parsed = if let Some(text) = string::as_text(thread, value) {
        codecs::encode(thread, text, "ascii", "strict")?;
        Format::parse(text)
    } else if let Some(content) = bytes::as_bytes(thread, value) {
        let content = bytes::content(thread, content);
        let text = codecs::decode(thread, content, "ascii", "surrogateescape")?;
        let text = string::as_text(thread, text).unwrap_or_default();
        codecs::encode(thread, text, "ascii", "strict")?;
        Format::parse(text)
    } else {
        let name = type_name(thread, value);
        let message = format!("Struct() argument 1 must be a str or bytes object, not {name}");
        return Err(type_error(thread, message));
    };
    let parsed = parsed.map(Rc::new);
    parsed.map_err(|message| failure(thread, message))
}

/// `calcsize(format)`.
fn size_of<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let format = format(thread, arguments)?;
    Ok(int::from_i64(thread, format.size as i64))
}

/// `pack(format, *values)`.
fn pack<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if arguments.is_empty() {
        return Err(type_error(thread, "missing format argument"));
    }
    let format = format(thread, arguments)?;
    let given = arguments.len() - 1;
    if given != format.values() {
        let message = format!(
            "pack expected {} items for packing (got {given})",
            format.values()
        );
        return Err(failure(thread, &message));
    }
    let value = |place| arguments.get(thread, place + 1);
    if let Some(out) = struct_methods::packed(thread, &format, given, value) {
        return bytes::new(thread, &out);
    }
    host::check_length(thread, format.size)?;
    let mut out = vec![0; format.size];
    let mut next = 1;
    for piece in &format.pieces {
        if piece.kind == Kind::Pad {
            continue;
        }
        if piece.is_text() {
            let target = &mut out[piece.offset..piece.offset + piece.count];
            pack_text(thread, arguments.get(thread, next), piece, target)
                .map_err(|message| failure(thread, message))?;
            next += 1;
            continue;
        }
        for index in 0..piece.count {
            let start = piece.offset + index * piece.size;
            let target = &mut out[start..start + piece.size];
            let before = thread.root_count();
            let value = thread.root(arguments.get(thread, next));
            pack_one(thread, value, piece, target)?;
            thread.truncate_roots(before);
            if format.is_big {
                // Each half of a complex number by itself.
                let width = if piece.kind == Kind::Complex {
                    piece.size / 2
                } else {
                    piece.size
                };
                target.chunks_mut(width).for_each(<[u8]>::reverse);
            }
            next += 1;
        }
    }
    bytes::new(thread, &out)
}

fn pack_text(
    thread: &Thread,
    value: Value<'_>,
    piece: &Piece,
    target: &mut [u8],
) -> Result<(), &'static str> {
    let is_plain = bytes::as_bytes(thread, value).is_some()
        || bytearray::as_bytearray(thread, value).is_some();
    let content = buffer::content(thread, value).filter(|_| is_plain);
    let content = content.ok_or(match piece.kind {
        Kind::Text => "argument for 's' must be a bytes object",
        _ => "argument for 'p' must be a bytes object",
    })?;
    let target = if piece.kind == Kind::Counted {
        let Some((length, rest)) = target.split_first_mut() else {
            return Ok(());
        };
        *length = content.len().min(rest.len()).min(255) as u8;
        rest
    } else {
        target
    };
    let length = content.len().min(target.len());
    target[..length].copy_from_slice(&content[..length]);
    Ok(())
}

/// Writes a value, least byte first.
fn pack_one(thread: &mut Thread, value: Root, piece: &Piece, target: &mut [u8]) -> Outcome<()> {
    match piece.kind {
        Kind::Char => {
            let value = thread.get(value);
            let content = bytes::as_bytes(thread, value)
                .map(|content| bytes::content(thread, content).to_owned())
                .or_else(|| {
                    let array = bytearray::as_bytearray(thread, value)?;
                    Some(bytearray::content(thread, array))
                });
            match content.as_deref() {
                Some([byte]) => target[0] = *byte,
                _ => {
                    let message = "char format requires a bytes object of length 1";
                    return Err(failure(thread, message));
                }
            }
        }
        Kind::Bool => target[0] = u8::from(truth::truth(thread, value)?),
        Kind::Signed | Kind::Unsigned => pack_whole(thread, value, piece, target)?,
        Kind::Half | Kind::Single | Kind::Double => {
            let number = real(thread, value)?;
            pack_real(thread, number, target)?;
        }
        Kind::Complex => {
            let number = match complex::as_complex(thread, thread.get(value)) {
                Some(number) => (number.real, number.imaginary),
                None => match real(thread, value) {
                    Ok(number) => (number, 0.0),
                    Err(Unwind::Raise) => {
                        take_exception(thread, exception::EXCEPTION);
                        let message = "required argument is not a complex";
                        return Err(failure(thread, message));
                    }
                    Err(unwind) => return Err(unwind),
                },
            };
            let (first, second) = target.split_at_mut(piece.size / 2);
            // What is too large for a half is infinite.
            let half = |number: f64| match piece.size {
                8 if number.is_finite() => f64::from(number as f32),
                _ => number,
            };
            pack_real(thread, half(number.0), first)?;
            pack_real(thread, half(number.1), second)?;
        }
        Kind::Pad | Kind::Text | Kind::Counted => {}
    }
    Ok(())
}

/// The number to pack. All that can go wrong with it is one error, too large an `int` too.
fn real(thread: &mut Thread, value: Root) -> Outcome<f64> {
    match float::convert(thread, value, "") {
        Err(Unwind::Raise) if take_exception(thread, exception::BASE_EXCEPTION) => {
            Err(failure(thread, "required argument is not a float"))
        }
        converted => converted,
    }
}

fn pack_real(thread: &Thread, number: f64, target: &mut [u8]) -> Outcome<()> {
    match target.len() {
        2 => {
            let half = half_of(number)
                .ok_or_else(|| overflow_error(thread, "float too large to pack with e format"))?;
            target.copy_from_slice(&half.to_le_bytes());
        }
        4 => {
            let single = number as f32;
            if single.is_infinite() && number.is_finite() {
                return Err(overflow_error(
                    thread,
                    "float too large to pack with f format",
                ));
            }
            target.copy_from_slice(&single.to_le_bytes());
        }
        _ => target.copy_from_slice(&number.to_le_bytes()),
    }
    Ok(())
}

fn pack_whole(thread: &mut Thread, value: Root, piece: &Piece, target: &mut [u8]) -> Outcome<()> {
    let index = match item::index(thread, value) {
        Err(Unwind::Raise) if take_exception(thread, exception::TYPE_ERROR) => {
            return Err(failure(thread, "required argument is not an integer"));
        }
        index => index?,
    };
    let value = thread.get(index);
    let bits = piece.size as u32 * 8;
    let is_signed = piece.kind == Kind::Signed;
    if let Some(small) = int::to_i64(thread, value) {
        let fits = match (is_signed, bits) {
            (true, 64) => true,
            (true, _) => (-(1i64 << (bits - 1))..1 << (bits - 1)).contains(&small),
            // An address may be told as a negative number.
            (false, 64) => small >= 0 || piece.code == 'P',
            (false, _) => (0..1i64 << bits).contains(&small),
        };
        if fits {
            target.copy_from_slice(&small.to_le_bytes()[..piece.size]);
            return Ok(());
        }
    } else if let Some(large) = int::to_big(thread, value).and_then(|it| u64::try_from(it).ok())
        && !is_signed
        && bits == 64
    {
        target.copy_from_slice(&large.to_le_bytes());
        return Ok(());
    }
    let (least, most) = if is_signed {
        let half = 1i128 << (bits - 1);
        (-half, half - 1)
    } else {
        (0, (1i128 << bits) - 1)
    };
    let code = piece.code;
    let message = match code {
        'P' => "int too large to convert".to_owned(),
        _ => format!("'{code}' format requires {least} <= number <= {most}"),
    };
    Err(failure(thread, &message))
}

/// `unpack(format, buffer)`.
fn unpack<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let format = format(thread, arguments)?;
    let content = buffer::required(thread, arguments.get(thread, 1))?;
    if content.len() != format.size {
        let message = format!("unpack requires a buffer of {} bytes", format.size);
        drop(content);
        return Err(failure(thread, &message));
    }
    values(thread, &format, &content)
}

/// `unpack_at(format, buffer, offset)`: the offset is known to fit.
fn unpack_at<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let format = format(thread, arguments)?;
    let content = buffer::required(thread, arguments.get(thread, 1))?;
    let offset = arguments.get(thread, 2).as_integer().unwrap_or(0) as usize;
    let Some(part) = content
        .get(offset..)
        .and_then(|rest| rest.get(..format.size))
    else {
        return Err(value_error(thread, "the offset lies outside of the buffer"));
    };
    values(thread, &format, part)
}

/// The values in some bytes, which are as many as the format has.
pub(crate) fn values<'a>(
    thread: &'a Thread,
    format: &Format,
    content: &[u8],
) -> Outcome<Value<'a>> {
    let mut all = Vec::with_capacity(format.values());
    for piece in &format.pieces {
        if piece.is_text() {
            let mut part = &content[piece.offset..piece.offset + piece.count];
            if piece.kind == Kind::Counted {
                part = match part.split_first() {
                    Some((length, rest)) => &rest[..rest.len().min(usize::from(*length))],
                    None => part,
                };
            }
            all.push(bytes::new(thread, part)?);
            continue;
        }
        let part = &content[piece.offset..piece.offset + piece.count * piece.size];
        match piece.kind {
            Kind::Pad => {}
            Kind::Unsigned if piece.size == 1 => {
                all.extend(part.iter().map(|byte| Value::from_small((*byte).into())));
            }
            kind => {
                for part in part.chunks_exact(piece.size) {
                    all.push(value_of(thread, kind, part, format.is_big)?);
                }
            }
        }
    }
    tuple::from_values(thread, &all)
}

fn value_of<'a>(thread: &'a Thread, kind: Kind, part: &[u8], is_big: bool) -> Outcome<Value<'a>> {
    let mut word = [0; 8];
    if kind == Kind::Complex {
        let (first, second) = part.split_at(part.len() / 2);
        let real = real_of(first, is_big);
        let imaginary = real_of(second, is_big);
        let parts = complex::Complex::new(real, imaginary);
        return Ok(complex::from_parts(thread, parts));
    }
    for (index, byte) in part.iter().enumerate() {
        word[if is_big {
            part.len() - 1 - index
        } else {
            index
        }] = *byte;
    }
    let bits = part.len() as u32 * 8;
    Ok(match kind {
        Kind::Char => bytes::new(thread, part)?,
        Kind::Bool => boolean(part[0] != 0),
        Kind::Unsigned => int::from_u64(thread, u64::from_le_bytes(word)),
        Kind::Signed => {
            let unused = 64 - bits;
            int::from_i64(thread, i64::from_le_bytes(word) << unused >> unused)
        }
        _ => float::from_f64(thread, real_of(part, is_big)),
    })
}

fn real_of(part: &[u8], is_big: bool) -> f64 {
    let mut word = [0; 8];
    for (index, byte) in part.iter().enumerate() {
        word[if is_big {
            part.len() - 1 - index
        } else {
            index
        }] = *byte;
    }
    let bits = u64::from_le_bytes(word);
    match part.len() {
        2 => number_of_half(bits as u16),
        4 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// The number in sixteen bits.
fn number_of_half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (bits >> 10 & 0x1f, f64::from(bits & 0x3ff));
    sign * match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f64.powi(i32::from(exponent) - 15),
    }
}

/// The nearest number of sixteen bits (the even one of two); `None` if it is too large.
fn half_of(number: f64) -> Option<u16> {
    let sign = u16::from(number.is_sign_negative()) << 15;
    if number.is_nan() {
        return Some(sign | 0x7e00);
    }
    if number.is_infinite() {
        return Some(sign | 0x7c00);
    }
    let size = number.abs();
    // In units of the last place of the smallest numbers, or of the number's own power of two.
    let exponent = if size < 2f64.powi(-14) {
        -24
    } else {
        (size.to_bits() >> 52) as i32 - 1023 - 10
    };
    let units = (size * 2f64.powi(-exponent)).round_ties_even() as u32;
    let bits = match exponent {
        -24 => units,
        _ => ((exponent + 25) as u32) * 1024 + units - 1024,
    };
    (bits < 0x7c00).then_some(sign | bits as u16)
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_struct_core")
    .functions(&[WRAPPING_FUNCTIONS, FUNCTIONS])
    .methods(&[struct_methods::of_layouts::METHODS])
    .listed_as(&["_struct"])];
