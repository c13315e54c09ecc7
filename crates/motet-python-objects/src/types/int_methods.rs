//! The methods of `int` and `bool`, and their constructors.

use crate::model::exception_classes;
use crate::model::type_def::TypeDef;
use crate::model::upcalls;
use crate::types::host;
use crate::types::protocol::iterate;
use crate::types::special_methods::{
    BIT_OPERATORS, BOOL, EQUALITY, HASH, INVERT, INVERT_BOOLEAN, NUMBER, NUMBER_OPERATORS, ORDER,
    POWER, TEXT,
};
use crate::types::tables;
use crate::types::whole_methods;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

use crate::types::prelude::*;
use crate::types::protocol::{item, repr, truth};
use crate::types::tables::{keyword, made_by_class, parameter, refuse_subclass, wrong_receiver};
use crate::types::{buffer, bytearray_methods, bytes, decimal, float, int, string, tuple};

/// How many characters of a text that is no number a message shows.
const SHOWN_MAX: usize = 200;

fn construct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    refuse_subclass(thread, arguments, CLASS_INT)?;
    tables::check_keywords(thread, arguments, "int", &["base"])?;
    let base = parameter(thread, arguments, 2, "base");
    let Some(source) = arguments.optional(thread, 1) else {
        if base.is_some() {
            return Err(type_error(thread, "int() missing string argument"));
        }
        return Ok(int::from_i64(thread, 0));
    };
    let short = || int::small(source).or_else(|| short_number(thread, source, 10));
    if base.is_none()
        && let Some(number) = short()
    {
        return Ok(int::from_i64(thread, number));
    }
    let base = match base.map(|base| thread.root(base)) {
        None => None,
        Some(base) => Some(base_of(thread, base)?),
    };
    let source = arguments.get(thread, 1);
    if base.is_none() && !is_builtin(thread, source) {
        let source = thread.root(source);
        if let Some(number) = asked(thread, source)? {
            return Ok(thread.get(number));
        }
    }
    let source = arguments.get(thread, 1);
    if let Some(base) = base
        && let Some(number) = short_number(thread, source, base)
    {
        return Ok(int::from_i64(thread, number));
    }
    let text = string::as_text(thread, source).map(str::to_string);
    let text = text.or_else(|| {
        let source = plain(thread, source);
        if base.is_some() && !matches!(kind(thread, source), CLASS_BYTES | CLASS_BYTEARRAY) {
            return None;
        }
        let content = buffer::content(thread, source)?;
        Some(string::number_text(&content))
    });
    if let Some(text) = text {
        let base = base.unwrap_or(10);
        let source = thread.root(source);
        if let Some(number) = int::parse_within_limit(thread, &text, base)? {
            let number = thread.root(number);
            return Ok(thread.get(number));
        }
        return Err(no_literal(thread, source, base)?);
    }
    if base.is_some() {
        return Err(type_error(
            thread,
            "int() can't convert non-string with explicit base",
        ));
    }
    let source = arguments.get(thread, 1);
    if exact(thread, source, CLASS_INT).is_some() {
        return Ok(arguments.get(thread, 1));
    }
    if let Some(number) = float::exact_f64(thread, source) {
        return int::from_f64(thread, number);
    }
    let name = type_name(thread, source);
    let message = format!(
        "int() argument must be a string, a bytes-like object or a real number, not '{name}'"
    );
    Err(type_error(thread, message))
}

/// The error about a text or bytes that are no number.
fn no_literal(thread: &mut Thread, source: Root, base: u32) -> Outcome<Unwind> {
    let shown = match buffer::content(thread, plain(thread, thread.get(source))) {
        Some(content) => bytes::repr(&content),
        None => repr::repr_text(thread, source)?,
    };
    let shown: String = shown.chars().take(SHOWN_MAX).collect();
    let message = format!("invalid literal for int() with base {base}: {shown}");
    Ok(value_error(thread, message))
}

/// The number that a short text of digits alone is.
fn short_number(thread: &Thread, source: Value<'_>, base: u32) -> Option<i64> {
    let text = string::exact_string(thread, source)?;
    int::parse_small(string::text(thread, text), base)
}

/// The base that a text is to be read in.
fn base_of(thread: &mut Thread, base: Root) -> Outcome<u32> {
    let base = item::index(thread, base)?;
    match int::to_i64(thread, thread.get(base)) {
        Some(base @ (0 | 2..=36)) => Ok(base as u32),
        _ => {
            let message = "int() base must be >= 2 and <= 36, or 0";
            Err(value_error(thread, message))
        }
    }
}

/// Warns that a conversion has returned an instance of a class below the required type.
///
/// # Errors
/// The warning, if it is to be raised.
pub fn warn_of_subclass(thread: &mut Thread, what: &str, wanted: &str) -> Outcome<()> {
    let message = format!(
        "{what}.  The ability to return an instance of a strict subclass of {wanted} is \
         deprecated, and may be removed in a future version of Python."
    );
    upcalls::warn(thread, exception_classes::DEPRECATION_WARNING, &message)
}

/// The result of `__int__` or else `__index__` of an object of a program's class; `None` if it has
/// neither.
fn asked(thread: &mut Thread, source: Root) -> Outcome<Option<Root>> {
    if let Some(made) = decimal::integer(thread, thread.get(source))? {
        return Ok(Some(thread.root(made)));
    }
    let Some(result) = thread.call_special(source, "__int__", &[])? else {
        if !thread.has_special(thread.class_of(thread.get(source)), "__index__") {
            return Ok(None);
        }
        let index = item::index(thread, source)?;
        return Ok(Some(plain_root(thread, index)));
    };
    let class = thread.class_of(thread.get(result));
    if class != CLASS_INT {
        let name = type_name(thread, thread.get(result));
        let message = format!("__int__ returned non-int (type {name})");
        if !int::is_int(thread, thread.get(result)) {
            return Err(type_error(thread, message));
        }
        warn_of_subclass(thread, &message, "int")?;
    }
    Ok(Some(plain_root(thread, result)))
}

/// The `int` itself that a value is or stands for.
pub fn plain_root(thread: &Thread, value: Root) -> Root {
    let number = plain(thread, thread.get(value));
    let number = match int::small(number) {
        Some(small) => int::from_i64(thread, small),
        None => number,
    };
    thread.root(number)
}

/// `int` of a small number, of a text of few digits, and of a number that has a fraction.
fn quick_construct<'a>(
    thread: &'a Thread,
    [class, source, base]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    if base != UNBOUND || thread.class_number_of(class) != Some(CLASS_INT) {
        return None;
    }
    if let Some(small) = int::small(source) {
        return Some(int::from_i64(thread, small));
    }
    if let Some(number) = source.as_float() {
        // (Those beyond, infinities and what is no number are left to the general way.)
        let is_narrow = number.abs() < (1i64 << f64::MANTISSA_DIGITS) as f64;
        return is_narrow.then(|| int::from_i64(thread, number as i64));
    }
    short_number(thread, source, 10).map(|number| int::from_i64(thread, number))
}

/// The constructor of `int`.
pub const CONSTRUCTOR: NativeFunction = NativeFunction::calling("int", 1, 3, construct)
    .with_keywords()
    .with_quick(quick_construct);

fn construct_bool<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(source) = arguments.optional(thread, 1) else {
        return Ok(FALSE);
    };
    let source = thread.root(source);
    Ok(boolean(truth::truth(thread, source)?))
}

/// The constructor of `bool`.
pub const BOOL_CONSTRUCTOR: NativeFunction = NativeFunction::calling("bool", 1, 2, construct_bool);

fn receiver(thread: &Thread, arguments: Arguments, name: &str) -> Outcome<BigInt> {
    let value = arguments.get(thread, 0);
    int::to_big(thread, value).ok_or_else(|| wrong_receiver(thread, "int", name, value))
}

/// `int.bit_length` of an `int` itself.
fn quick_bit_length<'a>(thread: &'a Thread, [value, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    if let Some(number) = value.as_integer() {
        let bits = u64::BITS - number.unsigned_abs().leading_zeros();
        return Some(int::from_length(bits.into()));
    }
    let (_, limbs) = int::sign_and_limbs(thread, thread.object_of(value, CLASS_INT)?);
    let highest = u64::from_le_bytes(*limbs.last_chunk()?);
    let unused = u64::from(highest.leading_zeros());
    Some(int::from_length(8 * limbs.len() as u64 - unused))
}

fn bit_length(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    Ok(int::from_length(
        receiver(thread, arguments, "bit_length")?.bits(),
    ))
}

fn bit_count(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let number = receiver(thread, arguments, "bit_count")?;
    let ones: u64 = number
        .iter_u64_digits()
        .map(|limb| u64::from(limb.count_ones()))
        .sum();
    Ok(int::from_length(ones))
}

/// `int.real` and others, of what is no large integer.
fn quick_itself<'a>(_: &'a Thread, [value, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    value.as_integer().map(|_| value)
}

fn itself(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let number = receiver(thread, arguments, "__int__")?;
    int::from_big(thread, &number)
}

fn to_float(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    receiver(thread, arguments, "__float__")?;
    let number = float::convert_leaf(thread, arguments.get(thread, 0))?
        .expect("receiver has refused what is no int");
    Ok(float::from_f64(thread, number))
}

fn is_integer(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    receiver(thread, arguments, "is_integer")?;
    Ok(TRUE)
}

fn as_integer_ratio(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let number = receiver(thread, arguments, "as_integer_ratio")?;
    let number = int::from_big(thread, &number)?;
    tuple::from_values(thread, &[number, Value::from_small(1)])
}

/// Whether the highest byte comes first.
fn byte_order(thread: &Thread, arguments: Arguments, function: &str) -> Outcome<bool> {
    let Some(value) = parameter(thread, arguments, 2, "byteorder") else {
        return Ok(true);
    };
    match string::as_text(thread, value) {
        Some("big") => Ok(true),
        Some("little") => Ok(false),
        Some(_) => {
            let message = "byteorder must be either 'little' or 'big'";
            Err(value_error(thread, message))
        }
        None => {
            let given = argument_type(thread, value);
            let message = format!("{function}() argument 'byteorder' must be str, not {given}");
            Err(type_error(thread, message))
        }
    }
}

fn is_signed(thread: &Thread, arguments: Arguments) -> bool {
    keyword(thread, arguments, "signed")
        .is_some_and(|value| truth::truth_leaf(thread, value) == Some(true))
}

fn to_bytes(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let number = receiver(thread, arguments, "to_bytes")?;
    tables::check_keywords(
        thread,
        arguments,
        "to_bytes",
        &["length", "byteorder", tables::NAMES_ONLY, "signed"],
    )?;
    let length = match parameter(thread, arguments, 1, "length") {
        Some(value) => tables::integer_argument(thread, value)?,
        None => 1,
    };
    let big_endian = byte_order(thread, arguments, "to_bytes")?;
    let Ok(length) = usize::try_from(length) else {
        return Err(value_error(thread, "length argument must be non-negative"));
    };
    let signed = is_signed(thread, arguments);
    if number.is_negative() && !signed {
        return Err(overflow_error(
            thread,
            "can't convert negative int to unsigned",
        ));
    }
    let mut content = if signed {
        number.to_signed_bytes_le()
    } else {
        number.to_bytes_le().1
    };
    let is_zero = number.to_u8() == Some(0);
    if content.len() > length && !(is_zero && length == 0) {
        return Err(overflow_error(thread, "int too big to convert"));
    }
    host::check_length(thread, length)?;
    content.resize(length, if number.is_negative() { 0xff } else { 0 });
    if big_endian {
        content.reverse();
    }
    bytes::new(thread, &content)
}

/// The bytes that `int.from_bytes` reads: what `bytes(source)` is, but for texts and numbers.
fn bytes_argument(thread: &mut Thread, source: Root) -> Outcome<Vec<u8>> {
    if !host::is_builtin(thread, thread.get(source))
        && let Some(content) = bytearray_methods::from_special(thread, source)?
    {
        return Ok(content);
    }
    let is_text = string::as_string(thread, thread.get(source)).is_some();
    if is_text || !iterate::is_iterable(thread, source) {
        let name = type_name(thread, thread.get(source));
        let message = format!("cannot convert '{name}' object to bytes");
        return Err(type_error(thread, message));
    }
    buffer::collect(thread, source, "bytes")
}

/// `int.from_bytes`: argument 0 is the class.
fn from_bytes<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    tables::check_keywords(
        thread,
        arguments,
        "from_bytes",
        &["bytes", "byteorder", tables::NAMES_ONLY, "signed"],
    )?;
    let Some(source) = parameter(thread, arguments, 1, "bytes") else {
        let message = "from_bytes() missing required argument 'bytes' (pos 1)";
        return Err(type_error(thread, message));
    };
    let source = thread.root(source);
    let big_endian = byte_order(thread, arguments, "from_bytes")?;
    let content = bytes_argument(thread, source)?;
    let content = content.as_slice();
    let number = match (big_endian, is_signed(thread, arguments)) {
        (true, true) => BigInt::from_signed_bytes_be(content),
        (false, true) => BigInt::from_signed_bytes_le(content),
        (true, false) => BigInt::from_bytes_be(num_bigint::Sign::Plus, content),
        (false, false) => BigInt::from_bytes_le(num_bigint::Sign::Plus, content),
    };
    let number = thread.root(int::from_big(thread, &number)?);
    made_by_class(thread, arguments, CLASS_INT, number)
}

fn new_arguments(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let number = receiver(thread, arguments, "__getnewargs__")?;
    let number = int::from_big(thread, &number)?;
    tuple::from_values(thread, &[number])
}

fn one(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    receiver(thread, arguments, "denominator")?;
    Ok(Value::from_small(1))
}

fn nothing(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    receiver(thread, arguments, "imag")?;
    Ok(Value::from_small(0))
}

/// Attributes.
pub const GETTERS: &[NativeFunction] = &[
    NativeFunction::leaf("real", 1, 1, itself).with_quick(quick_itself),
    NativeFunction::leaf("imag", 1, 1, nothing),
    NativeFunction::leaf("numerator", 1, 1, itself).with_quick(quick_itself),
    NativeFunction::leaf("denominator", 1, 1, one),
];

/// Methods that are no operators.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("bit_length", 1, 1, bit_length).with_quick(quick_bit_length),
    NativeFunction::leaf("bit_count", 1, 1, bit_count),
    NativeFunction::leaf("conjugate", 1, 1, itself),
    NativeFunction::leaf("is_integer", 1, 1, is_integer),
    NativeFunction::leaf("as_integer_ratio", 1, 1, as_integer_ratio),
    NativeFunction::leaf("to_bytes", 1, 3, to_bytes)
        .with_keywords()
        .asking_index(&[1]),
    NativeFunction::calling("from_bytes", 1, 3, from_bytes)
        .with_keywords()
        .of_class(),
    NativeFunction::leaf("__getnewargs__", 1, 1, new_arguments),
    NativeFunction::leaf("__int__", 1, 1, itself),
    NativeFunction::leaf("__index__", 1, 1, itself),
    NativeFunction::leaf("__trunc__", 1, 1, itself),
    NativeFunction::leaf("__floor__", 1, 1, itself),
    NativeFunction::leaf("__ceil__", 1, 1, itself),
    NativeFunction::leaf("__float__", 1, 1, to_float),
];

/// The integer that a value stands for, for callers that hold a root.
///
/// # Errors
/// As `item::index`.
pub fn index_i64(thread: &mut Thread, value: Root) -> Outcome<i64> {
    let index = item::index(thread, value)?;
    tables::integer_argument(thread, thread.get(index))
}

/// The definitions.
pub const TYPES: &[TypeDef] = &[
    TypeDef::new("int", CLASS_INT)
        .checked()
        .layouts(&[LAYOUT_BIG_INTEGER])
        .constructor(CONSTRUCTOR)
        .methods(&[
            METHODS,
            NUMBER_OPERATORS,
            POWER,
            BIT_OPERATORS,
            NUMBER,
            INVERT,
            EQUALITY,
            ORDER,
            TEXT,
            HASH,
            BOOL,
            whole_methods::FORMAT,
        ])
        .getters(&[GETTERS])
        .public()
        .matched_whole(),
    TypeDef::new("bool", CLASS_BOOL)
        .below(CLASS_INT)
        .laid_out_as_base()
        .layouts(&[])
        .constructor(BOOL_CONSTRUCTOR)
        .methods(&[BIT_OPERATORS, TEXT, INVERT_BOOLEAN])
        .public()
        .closed()
        .matched_whole(),
];
