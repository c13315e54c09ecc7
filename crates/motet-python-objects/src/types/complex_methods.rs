//! The constructor and the methods of `complex`.

use crate::model::exception_classes::DEPRECATION_WARNING;
use crate::model::type_def::TypeDef;
use crate::model::upcalls;
use crate::types::complex;
use crate::types::complex::{Complex, as_complex};
use crate::types::prelude::*;
use crate::types::special_methods::{
    BOOL, COMPLEX, COMPLEX_OPERATORS, EQUALITY, HASH, POWER, TEXT,
};
use crate::types::tables::{
    check_keywords, made_by_class, parameter, refuse_subclass, wrong_receiver,
};
use crate::types::whole_methods;
use crate::types::{float, string, tuple};

fn construct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    refuse_subclass(thread, arguments, CLASS_COMPLEX)?;
    check_keywords(thread, arguments, "complex", &["real", "imag"])?;
    let real = parameter(thread, arguments, 1, "real");
    let imaginary = parameter(thread, arguments, 2, "imag");
    if imaginary.is_none()
        && let Some(text) = real.and_then(|real| string::as_text(thread, real))
    {
        return match complex::parse(text) {
            Some(number) => Ok(complex::from_parts(thread, number)),
            None => Err(value_error(thread, "complex() arg is a malformed string")),
        };
    }
    let (real, imaginary) = (
        real.map(|value| thread.root(value)),
        imaginary.map(|value| thread.root(value)),
    );
    let mut number = Complex::new(0.0, 0.0);
    if let Some(real) = real {
        let message = if imaginary.is_some() {
            "complex() argument 'real' must be a real number"
        } else {
            "complex() argument must be a string or a number"
        };
        if imaginary.is_some() {
            warn_of_part(thread, real, "real")?;
        }
        number = complex::convert(thread, real, message, imaginary.is_some())?;
    }
    if let Some(imaginary) = imaginary {
        let message = "complex() argument 'imag' must be a real number";
        warn_of_part(thread, imaginary, "imag")?;
        let other = complex::convert(thread, imaginary, message, true)?;
        // A complex number as the second argument turns by a quarter.
        let sum = if number.imaginary == 0.0 {
            other.real
        } else {
            number.imaginary + other.real
        };
        number = Complex::new(number.real - other.imaginary, sum);
    }
    Ok(complex::from_parts(thread, number))
}

/// Warns of a complex number in the place of a real one.
fn warn_of_part(thread: &mut Thread, part: Root, name: &str) -> Outcome<()> {
    let given = thread.get(part);
    let plain = plain(thread, given);
    if as_complex(thread, plain).is_none() {
        return Ok(());
    }
    let kind = type_name(thread, given);
    let message = format!("complex() argument '{name}' must be a real number, not {kind}");
    upcalls::warn(thread, DEPRECATION_WARNING, &message)
}

/// The constructor.
pub const CONSTRUCTOR: NativeFunction =
    NativeFunction::calling("complex", 1, 3, construct).with_keywords();

fn receiver(thread: &Thread, arguments: Arguments, method: &str) -> Outcome<Complex> {
    let value = arguments.get(thread, 0);
    as_complex(thread, value).ok_or_else(|| wrong_receiver(thread, "complex", method, value))
}

fn conjugate(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let number = receiver(thread, arguments, "conjugate")?;
    let turned = Complex::new(number.real, -number.imaginary);
    Ok(complex::from_parts(thread, turned))
}

fn itself(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let number = receiver(thread, arguments, "__complex__")?;
    Ok(complex::from_parts(thread, number))
}

fn new_arguments(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let number = receiver(thread, arguments, "__getnewargs__")?;
    let parts = [number.real, number.imaginary].map(|part| float::from_f64(thread, part));
    tuple::from_values(thread, &parts)
}

/// `complex.from_number`: argument 0 is the class.
fn from_number<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 1);
    let is_for_complex = thread.class_number_of(arguments.get(thread, 0)) == Some(CLASS_COMPLEX);
    if is_for_complex && is_builtin(thread, value) && as_complex(thread, value).is_some() {
        return Ok(arguments.get(thread, 1));
    }
    let value = thread.root(value);
    let number = complex::convert(thread, value, "must be real number", false)?;
    let number = thread.root(complex::from_parts(thread, number));
    made_by_class(thread, arguments, CLASS_COMPLEX, number)
}

fn real(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let number = receiver(thread, arguments, "real")?;
    Ok(float::from_f64(thread, number.real))
}

fn imaginary(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let number = receiver(thread, arguments, "imag")?;
    Ok(float::from_f64(thread, number.imaginary))
}

/// Methods that are no operators.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("conjugate", 1, 1, conjugate),
    NativeFunction::leaf("__complex__", 1, 1, itself),
    NativeFunction::leaf("__getnewargs__", 1, 1, new_arguments),
    NativeFunction::calling("from_number", 2, 2, from_number).of_class(),
];

/// Attributes.
pub const GETTERS: &[NativeFunction] = &[
    NativeFunction::leaf("real", 1, 1, real),
    NativeFunction::leaf("imag", 1, 1, imaginary),
];

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("complex", CLASS_COMPLEX)
    .checked()
    .layouts(&[LAYOUT_FLOAT])
    .constructor(CONSTRUCTOR)
    .methods(&[
        METHODS,
        COMPLEX_OPERATORS,
        POWER,
        COMPLEX,
        EQUALITY,
        TEXT,
        HASH,
        BOOL,
        whole_methods::FORMAT,
    ])
    .getters(&[GETTERS])
    .public()];
