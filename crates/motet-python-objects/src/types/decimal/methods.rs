//! The methods of decimal numbers that have a common case, and the functions that make such
//! numbers.

use crate::model::class;
use crate::model::module_def::ModuleDef;
use num_bigint::{BigInt, BigUint};

use crate::attempts;
use crate::types::decimal::*;
use crate::types::float;
use crate::types::native_first::call_slow_new;
use motet_numbers::{decimal_digits as digits, decimal_text as text};

/// The functions of the module.
pub const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("new", 1, 3, new)
        .with_keywords()
        .with_quick(|thread, [class, value, context]| {
            let value = if value == UNBOUND {
                Value::from_small(0)
            } else {
                value
            };
            match context == UNBOUND {
                true => new_common(thread, class, value).ok()?,
                false => new_in(thread, class, value, context).ok()?,
            }
        }),
    NativeFunction::leaf("announce", 1, 1, announce_class),
    NativeFunction::leaf("current", 1, 1, current),
    NativeFunction::leaf("triple", 5, 5, triple),
    NativeFunction::leaf("parts", 1, 1, parts),
];

attempts! {
    of "decimal.Decimal";
    number_add "add" ".slow__add__" 3
        |thread, arguments| operator(thread, arguments, Operator::Add);
    number_subtract "sub" ".slow__sub__" 3
        |thread, arguments| operator(thread, arguments, Operator::Subtract);
    number_multiply "mul" ".slow__mul__" 3
        |thread, arguments| operator(thread, arguments, Operator::Multiply);
    number_divide "truediv" ".slow__truediv__" 3
        |thread, arguments| operator(thread, arguments, Operator::TrueDivide);
    number_divide_whole "floordiv" ".slow__floordiv__" 3
        |thread, arguments| operator(thread, arguments, Operator::FloorDivide);
    number_modulo "mod" ".slow__mod__" 3
        |thread, arguments| operator(thread, arguments, Operator::Modulo);
    number_divmod "divmod" ".slow__divmod__" 3 both_of_division;
    number_absolute "abs" ".slow__abs__" 3 absolute;
    number_text "str" ".slow__str__" 3 text_of;
    number_repr "repr" ".slow__repr__" 1 repr_of;
    number_format "format" ".slow__format__" 4 formatted;
    number_integer "int" ".slow__int__" 1 integer_of;
    number_float "float" ".slow__float__" 1 float_of;
    number_round "round" ".slow__round__" 2 rounded;
    number_quantize "quantize" ".slowquantize" 4 quantized, shortcut quantized_alone;
    number_root "sqrt" ".slowsqrt" 2 square_root;
    number_normalize "normalize" ".slownormalize" 2 normalized;
    number_to_integral "to_integral_value" ".slowto_integral_value" 3
        |thread, arguments| whole(thread, arguments, false);
    number_to_integral_exact "to_integral_exact" ".slowto_integral_exact" 3
        |thread, arguments| whole(thread, arguments, true);
}

/// The receiver of a call and its arguments, None for an absent one; none if the receiver or an
/// argument is of another kind.
pub(super) fn receiver<'a, const COUNT: usize>(
    thread: &'a Thread,
    arguments: Arguments,
    names: [&'static str; COUNT],
) -> Option<(Known<'a>, [Value<'a>; COUNT])> {
    let given = named_arguments(thread, arguments, names)?;
    Some((known(thread, arguments.get(thread, 0))?, given))
}

/// The arguments of a call behind its receiver, None for an absent one; none if there are others.
pub(super) fn named_arguments<'a, const COUNT: usize>(
    thread: &'a Thread,
    arguments: Arguments,
    names: [&'static str; COUNT],
) -> Option<[Value<'a>; COUNT]> {
    let plain = arguments.len();
    if plain == 0 || plain > COUNT + 1 {
        return None;
    }
    let mut given = [NONE; COUNT];
    for (place, value) in given[..plain - 1].iter_mut().enumerate() {
        *value = arguments.get(thread, place + 1);
    }
    for keyword in 0..arguments.keyword_count() {
        let wanted = thread.keyword_name(keyword);
        let index = names.iter().position(|name| *name == wanted)?;
        if index + 1 < plain {
            return None;
        }
        given[index] = arguments.keyword_value(thread, keyword);
    }
    Some(given)
}

fn operator<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    operator: Operator,
) -> Outcome<Option<Value<'a>>> {
    let Some((own, [other, context])) = receiver(thread, arguments, ["other", "context"]) else {
        return Ok(None);
    };
    let value = own.object.value();
    if let Some((state, left, right)) = words::operands(thread, value, other)
        && let Some(context) = state.context(context)
        && let Some(made) = words::computed_in(&context, operator, left, right)?
    {
        return Ok(Some(made));
    }
    match Pair::of(thread, value, other, true) {
        Some(pair) => computed(&pair, operator, context),
        None => Ok(None),
    }
}

fn both_of_division<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let Some((own, [other, context])) = receiver(thread, arguments, ["other", "context"]) else {
        return Ok(None);
    };
    let value = own.object.value();
    if let Some((state, left, right)) = words::operands(thread, value, other)
        && let Some(context) = state.context(context)
        && let Some((whole, rest)) = quick::divided_whole(left, right, context.precision)
        && let Some(whole) = context.finish_made(whole)?
        && let Some(rest) = context.finish_made(rest)?
    {
        return tuple::from_values(thread, &[whole, rest]).map(Some);
    }
    let pair = Pair::of(thread, value, other, true);
    let Some((pair, context)) = pair.zip(own.state.context(context)) else {
        return Ok(None);
    };
    let (left, right) = (pair.left.finite(), pair.right.finite());
    let Some((whole, remainder)) = digits::divide_whole(left, right, context.precision) else {
        return Ok(None);
    };
    let Some(whole) = context.finish(whole)? else {
        return Ok(None);
    };
    match context.finish(remainder)? {
        Some(remainder) => tuple::from_values(thread, &[whole, remainder]).map(Some),
        None => Ok(None),
    }
}

fn absolute<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let own = receiver(thread, arguments, []);
    let Some((own, [])) = own else {
        return Ok(None);
    };
    let is_negative = own.finite().is_some_and(|number| number.negative);
    let operator = if is_negative {
        Unary::Negate
    } else {
        Unary::Positive
    };
    signed(&own, NONE, operator)
}

// ---- texts

/// The text of a number in the current context.
fn scientific(own: &Known<'_>) -> Option<String> {
    let number = own.finite()?;
    let place = number.exponent + number.digits.len() as i64;
    if number.exponent > digits::DIGITS_MAX {
        return None;
    }
    let is_plain = number.exponent <= 0 && place > -6;
    let is_capital = is_plain || own.state.context(NONE)?.is_capital();
    Some(text::scientific(&number, is_capital))
}

fn text_of<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let own = receiver(thread, arguments, []);
    match own.and_then(|(own, [])| scientific(&own)) {
        Some(text) => string::new(thread, &text).map(Some),
        None => Ok(None),
    }
}

fn repr_of<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let own = receiver(thread, arguments, []).filter(|(own, [])| own.is_exact);
    let around: [&[u8]; 2] = [b"Decimal('", b"')"];
    if let Some(text) = own.and_then(|(own, [])| words::text(thread, &own, around)) {
        return text.map(Some);
    }
    match own.and_then(|(own, [])| scientific(&own)) {
        Some(text) => string::new(thread, &format!("Decimal('{text}')")).map(Some),
        None => Ok(None),
    }
}

fn formatted<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let text = receiver(thread, arguments, ["specifier", "context"]).and_then(|(own, given)| {
        let [specification, context] = given;
        let specification = string::exact_string(thread, specification)?;
        let context = own.state.context(context)?;
        let specification = string::utf8(thread, specification);
        let (rounding, is_capital) = (context.rounding, context.is_capital());
        text::format(own.finite()?, specification, rounding, is_capital)
    });
    match text {
        Some(text) => string::new(thread, &text).map(Some),
        None => Ok(None),
    }
}

// ---- other kinds of numbers

/// The integer of a number without a fraction.
fn integer<'a>(thread: &'a Thread, number: Finite<'_>) -> Outcome<Option<Value<'a>>> {
    /// So many digits always fit 63 bits.
    const SMALL: usize = 18;
    let Ok(zeros) = usize::try_from(number.exponent) else {
        return Ok(None);
    };
    if zeros > digits::DIGITS_MAX as usize {
        return Ok(None);
    }
    let padded = Digits::padded(number.digits, zeros);
    let digits = padded.all();
    if number.digits.len() + zeros <= SMALL {
        let small = digits
            .iter()
            .fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
        let small = if number.negative { -small } else { small };
        return Ok(Some(int::from_i64(thread, small)));
    }
    let Some(big) = BigInt::parse_bytes(digits, 10) else {
        return Ok(None);
    };
    int::from_big(thread, &if number.negative { -big } else { big }).map(Some)
}

fn integer_rounded<'a>(
    thread: &'a Thread,
    own: &Known<'a>,
    rounding: Rounding,
) -> Outcome<Option<Value<'a>>> {
    let Some(number) = own.finite() else {
        return Ok(None);
    };
    if number.exponent >= 0 {
        return integer(thread, number);
    }
    match digits::rescaled(number, 0, rounding) {
        Some((made, _)) => integer(thread, made.as_finite()),
        None => Ok(None),
    }
}

fn integer_of<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let Some((own, [])) = receiver(thread, arguments, []) else {
        return Ok(None);
    };
    match quick::integer(&own) {
        Some(made) => Ok(Some(made)),
        None => integer_rounded(thread, &own, Rounding::Down),
    }
}

fn float_of<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let Some((own, [])) = receiver(thread, arguments, []) else {
        return Ok(None);
    };
    if let Some(made) = quick::float(&own) {
        return Ok(Some(float::from_f64(thread, made)));
    }
    let Some(number) = own.finite() else {
        return Ok(None);
    };
    let digits = std::str::from_utf8(number.digits).expect("digits are ASCII bytes and so UTF-8");
    let sign = if number.negative { "-" } else { "" };
    let parsed = format!("{sign}{digits}e{}", number.exponent).parse::<f64>();
    let parsed = parsed.ok().filter(|number| number.is_finite());
    Ok(parsed.map(|number| float::from_f64(thread, number)))
}

// ---- rounding

fn rounded<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let Some((own, [places])) = receiver(thread, arguments, ["n"]) else {
        return Ok(None);
    };
    if places == NONE {
        return integer_rounded(thread, &own, Rounding::HalfEven);
    }
    match places.as_integer().zip(own.state.context(NONE)) {
        Some((places, context)) if places.abs() < EXPONENT_MAX => {
            with_exponent(&own, -places, context.rounding, context)
        }
        _ => Ok(None),
    }
}

/// The rounding that was given, or that of the context; none if it is not known.
fn rounding_of(thread: &Thread, given: Value<'_>, context: &Context<'_>) -> Option<Rounding> {
    if given == NONE {
        return Some(context.rounding);
    }
    let name = string::exact_string(thread, given)?;
    Rounding::named(string::utf8(thread, name))
}

/// `number.quantize(exponent)`, in the common case.
pub fn quantized<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let given = receiver(thread, arguments, ["exp", "rounding", "context"]);
    let wanted = given.and_then(|(own, [example, rounding, context])| {
        let context = own.state.context(context)?;
        let exponent = match known(thread, example) {
            Some(example) => example.finite()?.exponent,
            None => example.as_integer().map(|_| 0)?,
        };
        let rounding = rounding_of(thread, rounding, &context)?;
        Some((own, exponent, rounding, context))
    });
    match wanted {
        Some((own, exponent, rounding, context)) => {
            with_exponent(&own, exponent, rounding, context)
        }
        None => Ok(None),
    }
}

/// `quantize(exponent, rounding)` where no flag has to be set.
fn quantized_alone<'a>(
    thread: &'a Thread,
    [own, example, rounding]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let own = exact_number(thread, own)?;
    let has_slots = |object: &Object<'_>| own.state.has_made(*object);
    let context = own.state.context(NONE)?;
    let example = thread.read(example.as_object().filter(has_slots)?);
    // (What is not finite has no integer there.)
    let exponent = example.get(NUMBER_EXPONENT).as_integer()?;
    let rounding = match rounding == UNBOUND {
        true => context.rounding,
        false => rounding_of(thread, rounding, &context)?,
    };
    let is_usual = exponent.abs() < EXPONENT_MAX;
    let object = Some(own.object).filter(|object| is_usual && has_slots(object))?;
    words::with_exponent_alone(object, exponent, rounding, &context)
}

/// `quantize`.
fn with_exponent<'a>(
    own: &Known<'a>,
    exponent: i64,
    rounding: Rounding,
    context: Context<'a>,
) -> Outcome<Option<Value<'a>>> {
    if let Some(made) = words::with_exponent(own.object, exponent, rounding, &context)? {
        return Ok(Some(made));
    }
    let number = own.finite().filter(|number| {
        let is_possible = (context.exponent_tiny()..=context.exponent_max).contains(&exponent);
        let fits = number.adjusted() <= context.exponent_max
            && number.adjusted() - exponent < context.precision;
        is_possible && (fits || number.is_zero())
    });
    let found = number.and_then(|number| {
        let (made, is_inexact) = digits::rescaled(number, exponent, rounding)?;
        Some((
            made,
            is_inexact,
            exponent > number.exponent && !number.is_zero(),
        ))
    });
    let Some((mut made, is_inexact, is_rounded)) = found else {
        return Ok(None);
    };
    let is_zero = made.as_finite().is_zero();
    let is_normal = is_zero || made.as_finite().adjusted() >= context.exponent_min;
    let is_whole = made.as_finite().digits.len() as i64 <= context.precision;
    if !is_normal || !is_whole || context.fit(&mut made, rounding).is_none() {
        return Ok(None);
    }
    finished(&context, made, is_inexact, is_rounded)
}

/// Makes an object of a rounded number, after setting the flags of the signals that rounding has
/// caused.
fn finished<'a>(
    context: &Context<'a>,
    made: Made,
    is_inexact: bool,
    is_rounded: bool,
) -> Outcome<Option<Value<'a>>> {
    let signals: &[Signal] = match (is_inexact, is_rounded) {
        (true, _) => &[Signal::Inexact, Signal::Rounded],
        (false, true) => &[Signal::Rounded],
        (false, false) => &[],
    };
    if context.signal(signals)? {
        context.state.made(&made)
    } else {
        Ok(None)
    }
}

fn whole<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    is_told: bool,
) -> Outcome<Option<Value<'a>>> {
    let given = receiver(thread, arguments, ["rounding", "context"]);
    let wanted = given.and_then(|(own, [rounding, context])| {
        let context = own.state.context(context)?;
        let rounding = rounding_of(thread, rounding, &context)?;
        Some((own.finite()?, rounding, context))
    });
    let Some((number, rounding, context)) = wanted else {
        return Ok(None);
    };
    if number.exponent >= 0 {
        let made = Made::of(number.negative, number.digits, number.exponent);
        return context.state.made(&made);
    }
    match digits::rescaled(number, 0, rounding) {
        Some((made, is_inexact)) if is_told => {
            finished(&context, made, is_inexact, !number.is_zero())
        }
        Some((made, _)) => context.state.made(&made),
        None => Ok(None),
    }
}

/// The receiver and the context of a method that takes nothing else.
fn in_context<'a>(thread: &'a Thread, arguments: Arguments) -> Option<(Finite<'a>, Context<'a>)> {
    let (own, [context]) = receiver(thread, arguments, ["context"])?;
    Some((own.finite()?, own.state.context(context)?))
}

fn square_root<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let Some((number, context)) = in_context(thread, arguments) else {
        return Ok(None);
    };
    let made = if number.is_zero() {
        Some(Made::zero(number.negative, number.exponent >> 1))
    } else if number.negative {
        None
    } else {
        digits::square_root(number, context.precision)
    };
    let context = Context {
        rounding: Rounding::HalfEven,
        ..context
    };
    match made {
        Some(made) => context.finish(made),
        None => Ok(None),
    }
}

fn normalized<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let Some((number, context)) = in_context(thread, arguments) else {
        return Ok(None);
    };
    let mut made = Made::of(number.negative, number.digits, number.exponent);
    match context.fit(&mut made, context.rounding) {
        Some(signals) if context.signal(signals)? => {}
        _ => return Ok(None),
    }
    if made.as_finite().is_zero() {
        return context.state.made(&Made::zero(number.negative, 0));
    }
    made.strip(if context.is_clamped {
        context.exponent_top()
    } else {
        context.exponent_max
    });
    context.state.made(&made)
}

// ---- making numbers

/// `announce(class)`: the class is the library's of decimal numbers. False if it cannot be known.
fn announce_class<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let class = thread.class_number_of(arguments.get(thread, 0));
    let is_known = class.is_some_and(|class| announce(thread, class).is_some());
    Ok(if is_known { TRUE } else { FALSE })
}

/// `current(class)`: the context of the running thread, None if it has none yet.
fn current<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let class = thread.class_number_of(arguments.get(thread, 0));
    let state = class.and_then(|class| state_of(thread, class));
    let context = state.and_then(|state| state.current());
    Ok(context.map_or(NONE, Object::value))
}

/// The exact number that a float is.
pub(super) fn of_float(number: f64) -> Option<Made> {
    if !number.is_finite() {
        return None;
    }
    let (negative, mut bits, mut power) = (number.is_sign_negative(), 0, 0);
    if number != 0.0 {
        let (mantissa, exponent) = float::decompose(number.abs());
        let zeros = mantissa.trailing_zeros();
        (bits, power) = (mantissa >> zeros, exponent + zeros as i32);
    }
    let (coefficient, exponent) = if power >= 0 {
        (BigUint::from(bits) << power, 0)
    } else {
        let five = BigUint::from(5_u32).pow(power.unsigned_abs());
        (BigUint::from(bits) * five, power)
    };
    let digits = coefficient.to_string();
    Some(Made::of(negative, digits.as_bytes(), exponent.into()))
}

/// The number that a value of a built-in type stands for; none if it is not common.
pub(crate) fn of_value(
    thread: &Thread,
    state: State<'_>,
    value: Value<'_>,
) -> Outcome<Option<Made>> {
    if let Some(text) = string::exact_string(thread, value) {
        return Ok(text::parse(string::utf8(thread, text)));
    }
    if let Some(made) = of_integer(value) {
        return Ok(Some(made));
    }
    if let Some(number) = float::exact_f64(thread, value) {
        let made = of_float(number);
        let context = state.context(NONE);
        return Ok(match made.zip(context) {
            Some((made, context)) if context.signal(&[Signal::FloatOperation])? => Some(made),
            _ => None,
        });
    }
    if exact(thread, value, CLASS_INT).is_some() {
        let big = int::to_big(thread, value).expect("the line above has seen its class");
        let digits = big.magnitude().to_string();
        let negative = big.sign() == num_bigint::Sign::Minus;
        return Ok(Some(Made::of(negative, digits.as_bytes(), 0)));
    }
    Ok(None)
}

/// `new(class, value)`: None if that is not common.
pub fn new<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if let Some(made) = new_commonly(thread, arguments)?.map(|made| thread.root(made)) {
        return Ok(thread.get(made));
    }
    call_slow_new(
        thread,
        arguments,
        "Decimal.__new__(X): X is no type of Decimal",
    )
}

/// `triple(class, sign, digits, exponent, is_special)`: a number of these parts.
fn triple<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let [class, sign, digits, exponent, special] =
        [0, 1, 2, 3, 4].map(|place| arguments.get(thread, place));
    let state = thread.class_number_of(class);
    let Some(state) = state.and_then(|class| state_of(thread, class)) else {
        return Err(type_error(thread, "a class of decimal numbers is needed"));
    };
    let text = string::exact_string(thread, digits).filter(|_| special == FALSE);
    let negative = match sign.as_integer() {
        Some(0) => Some(false),
        Some(1) => Some(true),
        _ => None,
    };
    let exponent_here = exponent
        .as_integer()
        .filter(|exponent| exponent.abs() < EXPONENT_MAX);
    if let Some(((text, negative), exponent)) = text.zip(negative).zip(exponent_here)
        && let Some(made) = state.made_of(negative, string::utf8(thread, text), exponent)?
    {
        return Ok(made);
    }
    Ok(state.made_of_fields(sign, digits, exponent, special))
}

/// `parts(number)`: its sign, a tuple of its digits, and its exponent; None if it is not finite.
fn parts<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let known = known(thread, arguments.get(thread, 0));
    let Some(number) = known.and_then(|known| known.finite()) else {
        return Ok(NONE);
    };
    let digit = |byte: &u8| Value::from_small((byte - b'0').into());
    let digits: Vec<Value<'_>> = number.digits.iter().map(digit).collect();
    let sign = Value::from_small(number.negative.into());
    let exponent = exponent_value(number.exponent);
    let digits = tuple::from_values(thread, &digits)?;
    tuple::from_values(thread, &[sign, digits, exponent])
}

/// What [`new`] makes of common arguments.
fn new_commonly<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let argument = |place| arguments.get(thread, place);
    let named = |name| {
        let is_it = arguments.keyword_count() == 1 && thread.keyword_name(0) == name;
        is_it.then(|| arguments.keyword_value(thread, 0))
    };
    match (arguments.len(), arguments.keyword_count()) {
        (2, 0) => new_common(thread, argument(0), argument(1)),
        (3, 0) => new_in(thread, argument(0), argument(1), argument(2)),
        (2, 1) => match named("context") {
            Some(context) => new_in(thread, argument(0), argument(1), context),
            None => Ok(None),
        },
        _ => Ok(None),
    }
}

/// What [`new`] makes of one common value and a context, which the value does not need.
fn new_in<'a>(
    thread: &'a Thread,
    class: Value<'a>,
    value: Value<'a>,
    context: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let state = thread.class_number_of(class);
    let state = state.and_then(|class| state_of(thread, class));
    let is_usual = state.is_some_and(|state| state.context(context).is_some());
    let is_exact_text = || string::exact_string(thread, value).is_some();
    match is_usual && (value.as_integer().is_some() || is_exact_text()) {
        true => new_common(thread, class, value),
        false => Ok(None),
    }
}

/// What [`new`] makes of one common value.
fn new_common<'a>(
    thread: &'a Thread,
    class: Value<'a>,
    value: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let number = thread.class_number_of(class);
    let Some(state) = number.and_then(|class| state_of(thread, class)) else {
        return Ok(None);
    };
    let is_exact = number == Some(state.class());
    if let Some(integer) = value.as_integer().filter(|_| is_exact) {
        return words::of_integer(&state, integer);
    }
    match is_exact {
        true => new_of_other(thread, &state, value),
        false => new_below(thread, &state, number, value),
    }
}

/// A number of the library's class itself, of a value that is no small integer.
#[inline(never)]
fn new_of_other<'a>(
    thread: &'a Thread,
    state: &State<'a>,
    value: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    if let Some(known) = known(thread, value) {
        let is_it = known.is_exact && known.state.class() == state.class();
        return Ok(is_it.then_some(value));
    }
    if let Some(text) = string::exact_string(thread, value)
        && let Some(made) = words::plain_number(string::utf8(thread, text))
    {
        return state.made_of_wide(made);
    }
    if let Some(float) = float::exact_f64(thread, value)
        && let Some(made) = quick::of_float(float)
    {
        return match state.context(NONE) {
            Some(context) if context.signal(&[Signal::FloatOperation])? => state.made_of_wide(made),
            _ => Ok(None),
        };
    }
    match of_value(thread, *state, value)? {
        Some(made) if made.exponent.abs() < EXPONENT_MAX => state.made(&made),
        _ => Ok(None),
    }
}

/// The same of a class below.
#[inline(never)]
fn new_below<'a>(
    thread: &'a Thread,
    state: &State<'a>,
    class: Option<ClassNumber>,
    value: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    if known(thread, value).is_some() {
        return Ok(None);
    }
    match of_value(thread, *state, value)? {
        Some(made) if made.exponent.abs() < EXPONENT_MAX => {
            made_below(thread, class.expect("only classes have a state"), &made)
        }
        _ => Ok(None),
    }
}

/// A number of a class below the library's.
fn made_below<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    number: &Made,
) -> Outcome<Option<Value<'a>>> {
    let class = thread.class(class);
    if class.kind != class::InstanceKind::Plain {
        return Ok(None);
    }
    let made = thread.new_instance(class);
    thread.enable_del(class, made);
    let object = made.known_object();
    for (name, value) in [
        ("_sign", Value::from_small(number.negative.into())),
        ("_int", digits_value(thread, number)?),
        ("_exp", exponent_value(number.exponent)),
        ("_is_special", FALSE),
    ] {
        let name = thread.symbol_of(name);
        thread.set_own_attribute(object, name, value)?;
    }
    Ok(Some(made))
}

/// The module that the program imports.
pub const MODULES: &[ModuleDef] = &[ModuleDef::new("_decimal_core")
    .methods(&[METHODS, quick::METHODS, context_methods::METHODS])
    .functions(&[FUNCTIONS, SLOTS, context_methods::FUNCTIONS])
    .listed_as(&["_decimal"])];
