//! The special methods that many types have, in tables: the definition of a type names those that
//! it has.

use crate::types::prelude::*;
use crate::types::protocol::arithmetic::Side;
use crate::types::protocol::operator::{Comparison, Operator, Unary};
use crate::types::protocol::{arithmetic, compare, contains, hash, item, iterate, repr, truth};
use crate::types::tables::integer_argument;
use crate::types::{int, iterators, number};

/// Both operands as roots.
fn pair(thread: &Thread, arguments: Arguments) -> (Root, Root) {
    (
        thread.root(arguments.get(thread, 0)),
        thread.root(arguments.get(thread, 1)),
    )
}

/// Whether a value is of a wider type of numbers than another: then the narrower one's special
/// methods leave it alone.
pub(crate) fn is_wider(thread: &Thread, value: Value<'_>, than: Value<'_>) -> bool {
    let rank = |value| match kind(thread, value) {
        CLASS_BOOL | CLASS_INT => Some(0),
        CLASS_FLOAT => Some(1),
        CLASS_COMPLEX => Some(2),
        _ => None,
    };
    rank(value)
        .zip(rank(than))
        .is_some_and(|(value, than)| value > than)
}

/// `__pow__`, which may have a modulus.
fn power<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(modulus) = arguments
        .optional(thread, 2)
        .filter(|modulus| *modulus != NONE)
    else {
        return operate(thread, arguments, Operator::Power, false);
    };
    let (base, exponent) = (arguments.get(thread, 0), arguments.get(thread, 1));
    if kind(thread, base) == CLASS_COMPLEX {
        return Err(value_error(thread, "complex modulo"));
    }
    if ![base, exponent, modulus]
        .into_iter()
        .all(|value| int::is_int(thread, value))
    {
        return Ok(NOT_IMPLEMENTED);
    }
    let result = arithmetic::power_modulo(thread, base, exponent, modulus)?;
    let result = thread.root(result);
    Ok(thread.get(result))
}

fn operate<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    operator: Operator,
    reflected: bool,
) -> Outcome<Value<'a>> {
    let (first, second) = pair(thread, arguments);
    let result = if reflected {
        arithmetic::of_type(thread, operator, second, first, Side::Right)?
    } else {
        arithmetic::of_type(thread, operator, first, second, Side::Left)?
    };
    Ok(result.map_or(NOT_IMPLEMENTED, |result| thread.get(result)))
}

fn compare_with<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    comparison: Comparison,
) -> Outcome<Value<'a>> {
    let (a, b) = pair(thread, arguments);
    let result = compare::of_type(thread, comparison, a, b)?;
    Ok(result.map_or(NOT_IMPLEMENTED, |result| thread.get(result)))
}

fn apply_unary<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    operator: Unary,
) -> Outcome<Value<'a>> {
    let result = arithmetic::unary_leaf(thread, operator, arguments.get(thread, 0))?;
    Ok(result.unwrap_or(NOT_IMPLEMENTED))
}

fn reflected_power(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    operate(thread, arguments, Operator::Power, true)
}

/// For each operator its methods: the operand on the left is asked, or that on the right.
macro_rules! operators {
    ($($module:ident $operator:ident $forward:literal $reflected:literal;)*) => {
        $(
            mod $module {
                use super::*;
                fn forward(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
                    operate(thread, arguments, Operator::$operator, false)
                }
                fn reflected(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
                    operate(thread, arguments, Operator::$operator, true)
                }
                pub(super) const FORWARD: NativeFunction =
                    NativeFunction::calling($forward, 2, 2, forward);
                pub(super) const REFLECTED: NativeFunction =
                    NativeFunction::calling($reflected, 2, 2, reflected);
            }
        )*
    };
}

operators! {
    add_methods Add "__add__" "__radd__";
    sub_methods Subtract "__sub__" "__rsub__";
    mul_methods Multiply "__mul__" "__rmul__";
    truediv_methods TrueDivide "__truediv__" "__rtruediv__";
    floordiv_methods FloorDivide "__floordiv__" "__rfloordiv__";
    mod_methods Modulo "__mod__" "__rmod__";
    divmod_methods DivMod "__divmod__" "__rdivmod__";
    lshift_methods ShiftLeft "__lshift__" "__rlshift__";
    rshift_methods ShiftRight "__rshift__" "__rrshift__";
    and_methods And "__and__" "__rand__";
    or_methods Or "__or__" "__ror__";
    xor_methods Xor "__xor__" "__rxor__";
}

/// A table of both methods of each operator.
macro_rules! both {
    ($($module:ident)*) => {
        &[$($module::FORWARD, $module::REFLECTED,)*]
    };
}

/// The operators of `int` and `float`, but for the power.
pub(crate) const NUMBER_OPERATORS: &[NativeFunction] = both!(
    add_methods sub_methods mul_methods truediv_methods floordiv_methods mod_methods
    divmod_methods
);

/// The power of numbers.
pub(crate) const POWER: &[NativeFunction] = &[
    NativeFunction::calling("__pow__", 2, 3, power),
    NativeFunction::calling("__rpow__", 2, 2, reflected_power),
];

/// The operators of `int` and `bool` on bits.
pub(crate) const BIT_OPERATORS: &[NativeFunction] = both!(
    lshift_methods rshift_methods and_methods or_methods xor_methods
);

/// The operators of sets and of the views that are like sets.
pub(crate) const SET_OPERATORS: &[NativeFunction] =
    both!(sub_methods and_methods or_methods xor_methods);

/// The operators of `complex`, but for the power.
pub(crate) const COMPLEX_OPERATORS: &[NativeFunction] =
    both!(add_methods sub_methods mul_methods truediv_methods);

/// `__add__` of a sequence.
fn concatenate<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (first, second) = pair(thread, arguments);
    let result = arithmetic::concatenated(thread, first, second)?;
    Ok(thread.get(result))
}

fn repeat<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (sequence, count) = pair(thread, arguments);
    let result = arithmetic::repeated_by(thread, sequence, count)?;
    Ok(thread.get(result))
}

/// `+` of sequences.
pub(crate) const CONCATENATION: &[NativeFunction] =
    &[NativeFunction::calling("__add__", 2, 2, concatenate)];

/// `+` of bytes: the right operand may be of a class with a buffer of its own.
pub(crate) const CONCATENATION_OF_WHOLE: &[NativeFunction] =
    &[NativeFunction::calling("__add__", 2, 2, concatenate).of_whole()];

/// `*` of sequences.
pub(crate) const REPETITION: &[NativeFunction] = &[
    NativeFunction::calling("__mul__", 2, 2, repeat),
    NativeFunction::calling("__rmul__", 2, 2, repeat),
];

/// `%` of `str`: a text without directives is the result itself, also an instance of a class below
/// `str`; a value on the right is put in with the text that its own class gives.
pub(crate) const PERCENT_OF_STR: &[NativeFunction] = &[
    mod_methods::FORWARD.of_whole(),
    mod_methods::REFLECTED.of_whole(),
];

/// `%` of bytes.
pub(crate) const PERCENT_OF_BYTES: &[NativeFunction] =
    &[mod_methods::FORWARD, mod_methods::REFLECTED.of_whole()];

/// `|` of dicts.
pub(crate) const UNION_OPERATOR: &[NativeFunction] = both!(or_methods);

macro_rules! inplace_functions {
    ($($function:ident $operator:ident;)*) => {
        $(fn $function(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
            let (a, b) = pair(thread, arguments);
            let result = arithmetic::inplace_of_type(thread, Operator::$operator, a, b)?;
            Ok(result.map_or(NOT_IMPLEMENTED, |result| thread.get(result)))
        })*
    };
}

inplace_functions! {
    inplace_add Add;
    inplace_multiply Multiply;
    inplace_subtract Subtract;
    inplace_and And;
    inplace_or Or;
    inplace_xor Xor;
}

/// Augmented assignments of lists.
pub(crate) const LIST_INPLACE: &[NativeFunction] = &[
    NativeFunction::calling("__iadd__", 2, 2, inplace_add),
    NativeFunction::calling("__imul__", 2, 2, inplace_multiply),
];
/// Augmented assignments of bytearrays.
pub(crate) const BYTEARRAY_INPLACE: &[NativeFunction] = &[
    NativeFunction::calling("__iadd__", 2, 2, inplace_add).of_whole(),
    NativeFunction::calling("__imul__", 2, 2, inplace_multiply),
];
/// Augmented assignments of dicts.
pub(crate) const DICT_INPLACE: &[NativeFunction] =
    &[NativeFunction::calling("__ior__", 2, 2, inplace_or)];
/// Augmented assignments of sets.
pub(crate) const SET_INPLACE: &[NativeFunction] = &[
    NativeFunction::calling("__isub__", 2, 2, inplace_subtract),
    NativeFunction::calling("__iand__", 2, 2, inplace_and),
    NativeFunction::calling("__ior__", 2, 2, inplace_or),
    NativeFunction::calling("__ixor__", 2, 2, inplace_xor),
];

/// The six comparison methods of a type, in two tables, from one function of thread, arguments and
/// comparison.
macro_rules! comparison_methods {
    ($compare:ident, $equality:ident, $order:ident) => {
        comparison_methods! { @methods $compare:
            $equality {
                eq Equal "__eq__";
                ne NotEqual "__ne__";
            }
            $order {
                lt Less "__lt__";
                le LessEqual "__le__";
                gt Greater "__gt__";
                ge GreaterEqual "__ge__";
            }
        }
    };
    (@methods $compare:ident: $($table:ident {
        $($method:ident $comparison:ident $name:literal;)*
    })*) => {
        $(
            /// Comparisons.
            pub(crate) const $table: &[$crate::model::native::NativeFunction] = {
                use $crate::model::native::{Arguments, NativeFunction, Outcome};
                use $crate::model::thread::Thread;
                use $crate::types::protocol::operator::Comparison;
                $(fn $method(
                    thread: &mut Thread,
                    arguments: Arguments,
                ) -> Outcome<motet_tm::Value<'_>> {
                    $compare(thread, arguments, Comparison::$comparison)
                })*
                &[$(NativeFunction::calling($name, 2, 2, $method),)*]
            };
        )*
    };
}
pub(crate) use comparison_methods;

comparison_methods!(compare_with, EQUALITY, ORDER);

fn negate(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    apply_unary(thread, arguments, Unary::Negate)
}

fn positive(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    apply_unary(thread, arguments, Unary::Positive)
}

fn invert(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    apply_unary(thread, arguments, Unary::Invert)
}

/// `~` of a boolean, which warns.
fn invert_boolean(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let value = thread.root(arguments.get(thread, 0));
    let result = arithmetic::unary(thread, Unary::Invert, value)?;
    Ok(thread.get(result))
}

fn absolute(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let result = number::absolute(thread, arguments.get(thread, 0))?;
    Ok(result.unwrap_or(NOT_IMPLEMENTED))
}

fn round(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let digits = match arguments
        .optional(thread, 1)
        .filter(|digits| *digits != NONE)
    {
        Some(digits) => match int::to_i64_clamped(thread, digits) {
            Some(digits) => Some(digits),
            None => Some(integer_argument(thread, digits)?),
        },
        None => None,
    };
    let result = number::round(thread, arguments.get(thread, 0), digits)?;
    Ok(result.unwrap_or(NOT_IMPLEMENTED))
}

/// Functions of one number.
pub(crate) const NUMBER: &[NativeFunction] = &[
    NativeFunction::leaf("__neg__", 1, 1, negate),
    NativeFunction::leaf("__pos__", 1, 1, positive),
    NativeFunction::leaf("__abs__", 1, 1, absolute),
    NativeFunction::leaf("__round__", 1, 2, round),
];
/// Functions of one complex number.
pub(crate) const COMPLEX: &[NativeFunction] = &[
    NativeFunction::leaf("__neg__", 1, 1, negate),
    NativeFunction::leaf("__pos__", 1, 1, positive),
    NativeFunction::leaf("__abs__", 1, 1, absolute),
];
/// `~`.
pub(crate) const INVERT: &[NativeFunction] = &[NativeFunction::leaf("__invert__", 1, 1, invert)];

/// `~` of a boolean.
pub(crate) const INVERT_BOOLEAN: &[NativeFunction] =
    &[NativeFunction::calling("__invert__", 1, 1, invert_boolean)];

fn special_repr(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let value = thread.root(arguments.get(thread, 0));
    let text = repr::repr(thread, value)?;
    Ok(thread.get(text))
}

fn special_str(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let value = thread.root(arguments.get(thread, 0));
    let text = repr::str_of(thread, value)?;
    Ok(thread.get(text))
}

fn special_hash(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let value = thread.root(arguments.get(thread, 0));
    let hash = hash::hash(thread, value)?;
    Ok(int::from_i64(thread, hash))
}

fn special_bool(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let value = thread.root(arguments.get(thread, 0));
    Ok(boolean(truth::truth(thread, value)?))
}

fn special_length(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let value = thread.root(arguments.get(thread, 0));
    Ok(int::from_length(truth::length(thread, value)?))
}

fn special_iter(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let value = thread.root(arguments.get(thread, 0));
    let iterator = iterate::iter(thread, value)?;
    Ok(thread.get(iterator))
}

fn special_contains(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (container, item) = pair(thread, arguments);
    Ok(boolean(contains::contains(thread, container, item)?))
}

fn special_get_item(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (container, key) = pair(thread, arguments);
    let value = item::get_item(thread, container, key)?;
    Ok(thread.get(value))
}

fn special_set_item(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (container, key) = pair(thread, arguments);
    let value = thread.root(arguments.get(thread, 2));
    item::set_item(thread, container, key, value)?;
    Ok(NONE)
}

fn special_delete_item(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (container, key) = pair(thread, arguments);
    item::delete_item(thread, container, key)?;
    Ok(NONE)
}

fn special_reversed(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let value = arguments.get(thread, 0);
    Ok(iterators::reversed_leaf(thread, value).unwrap_or(NOT_IMPLEMENTED))
}

/// `repr`.
pub(crate) const TEXT: &[NativeFunction] =
    &[NativeFunction::calling("__repr__", 1, 1, special_repr)];
/// `__str__` of `str` and `bytes`; other types inherit that of `object`, which gives the `__repr__`
/// of the class.
pub(crate) const STR: &[NativeFunction] = &[NativeFunction::calling("__str__", 1, 1, special_str)];
/// `hash`.
pub(crate) const HASH: &[NativeFunction] =
    &[NativeFunction::calling("__hash__", 1, 1, special_hash)];
/// `bool`.
pub(crate) const BOOL: &[NativeFunction] =
    &[NativeFunction::calling("__bool__", 1, 1, special_bool)];
/// `iter`.
pub(crate) const ITERABLE: &[NativeFunction] =
    &[NativeFunction::calling("__iter__", 1, 1, special_iter)];
/// `len`, `iter`, `in`.
pub(crate) const CONTAINER: &[NativeFunction] = &[
    NativeFunction::calling("__len__", 1, 1, special_length),
    NativeFunction::calling("__iter__", 1, 1, special_iter),
    NativeFunction::calling("__contains__", 2, 2, special_contains),
];
/// Reading an item.
pub(crate) const SUBSCRIPT: &[NativeFunction] = &[NativeFunction::calling(
    "__getitem__",
    2,
    2,
    special_get_item,
)];
/// Storing and deleting an item.
pub(crate) const SUBSCRIPT_STORE: &[NativeFunction] = &[
    NativeFunction::calling("__setitem__", 3, 3, special_set_item),
    NativeFunction::calling("__delitem__", 2, 2, special_delete_item),
];
/// `reversed`.
pub(crate) const REVERSED: &[NativeFunction] =
    &[NativeFunction::leaf("__reversed__", 1, 1, special_reversed)];
