//! The methods that many types have (operators and other special methods), and which type has which
//! table. Also what natives share in reading their arguments.

use crate::model::exception_classes::{
    UNICODE_DECODE_ERROR, UNICODE_ENCODE_ERROR, UNICODE_TRANSLATE_ERROR,
};
use crate::types::prelude::*;
use crate::types::protocol::arithmetic::Side;
use crate::types::protocol::operator::{Comparison, Operator, Unary};
use crate::types::protocol::{arithmetic, compare, contains, hash, item, iterate, repr, truth};
use crate::types::singletons;

use crate::types::{
    bytearray_methods, bytes, bytes_methods, bytes_search, codec_errors, complex_methods,
    dict_methods, dict_views, float, int, int_methods, iterators, list_methods, memoryview_methods,
    number, range, set_methods, slice, string_methods, string_predicates as string_tests,
    string_split, tuple,
};

// ---- arguments

/// The `TypeError` of a method that is called on a value of another type.
#[cold]
pub fn wrong_receiver(thread: &Thread, class: &str, method: &str, value: Value<'_>) -> Unwind {
    let name = type_name(thread, value);
    type_error(
        thread,
        format!("descriptor '{method}' for '{class}' objects doesn't apply to a '{name}' object"),
    )
}

/// Constructors make values of their own type: the machine puts the class below it around them.
/// Argument 0 is the class.
///
/// # Errors
/// `TypeError`.
pub fn refuse_subclass(thread: &Thread, arguments: Arguments, class: ClassNumber) -> Outcome<()> {
    if thread.class_number_of(arguments.get(thread, 0)) == Some(class) {
        return Ok(());
    }
    let name = thread.class_name(class);
    Err(type_error(
        thread,
        format!("subclassing builtin '{name}' is not supported yet"),
    ))
}

/// The machine number of an `int` argument.
///
/// # Errors
/// `TypeError` for anything else, `OverflowError` for large ones.
pub fn integer_argument(thread: &Thread, value: Value<'_>) -> Outcome<i64> {
    if let Some(number) = int::to_i64(thread, value) {
        return Ok(number);
    }
    if int::is_int(thread, value) {
        let message = "Python int too large to convert to C ssize_t";
        return Err(overflow_error(thread, message));
    }
    let name = type_name(thread, value);
    Err(type_error(
        thread,
        format!("'{name}' object cannot be interpreted as an integer"),
    ))
}

/// The value of a keyword argument.
pub fn keyword<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Option<Value<'a>> {
    (0..arguments.keyword_count())
        .find(|index| thread.keyword_name(*index) == name)
        .map(|index| arguments.keyword_value(thread, index))
}

/// An argument that may be given by position or by name.
pub fn parameter<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    index: usize,
    name: &str,
) -> Option<Value<'a>> {
    arguments
        .optional(thread, index)
        .or_else(|| keyword(thread, arguments, name))
}

/// Refuses keyword arguments that a function does not know.
///
/// # Errors
/// `TypeError`.
pub fn check_keywords(
    thread: &Thread,
    arguments: Arguments,
    function: &str,
    known: &[&str],
) -> Outcome<()> {
    for index in 0..arguments.keyword_count() {
        let name = thread.keyword_name(index);
        if !known.contains(&name) {
            let message = format!("{function}() got an unexpected keyword argument '{name}'");
            return Err(type_error(thread, message));
        }
    }
    Ok(())
}

// ---- special methods

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

macro_rules! operator_table {
    ($table:ident, $module:ident: $($operator:ident $forward:literal $reflected:literal;)*) => {
        #[allow(non_snake_case, reason = "functions are named after the operators they stand for")]
        mod $module {
            use super::*;
            $(
                pub(crate) mod $operator {
                    use super::*;
                    pub(crate) fn forward(
                        thread: &mut Thread,
                        arguments: Arguments,
                    ) -> Outcome<Value<'_>> {
                        operate(thread, arguments, Operator::$operator, false)
                    }
                    pub(crate) fn reflected(
                        thread: &mut Thread,
                        arguments: Arguments,
                    ) -> Outcome<Value<'_>> {
                        operate(thread, arguments, Operator::$operator, true)
                    }
                }
            )*
        }
        const $table: &[NativeFunction] = &[
            $(
                NativeFunction::calling($forward, 2, 2, $module::$operator::forward),
                NativeFunction::calling($reflected, 2, 2, $module::$operator::reflected),
            )*
        ];
    };
}

operator_table! { NUMBER_OPERATORS, number_operators:
    Add "__add__" "__radd__";
    Subtract "__sub__" "__rsub__";
    Multiply "__mul__" "__rmul__";
    TrueDivide "__truediv__" "__rtruediv__";
    FloorDivide "__floordiv__" "__rfloordiv__";
    Modulo "__mod__" "__rmod__";
    Power "__pow__" "__rpow__";
    DivMod "__divmod__" "__rdivmod__";
}

/// After the operators: it takes the place of theirs.
const POWER: &[NativeFunction] = &[NativeFunction::calling("__pow__", 2, 3, power)];

operator_table! { BIT_OPERATORS, bit_operators:
    ShiftLeft "__lshift__" "__rlshift__";
    ShiftRight "__rshift__" "__rrshift__";
    And "__and__" "__rand__";
    Or "__or__" "__ror__";
    Xor "__xor__" "__rxor__";
}

operator_table! { SET_OPERATORS, set_operators:
    Subtract "__sub__" "__rsub__";
    And "__and__" "__rand__";
    Or "__or__" "__ror__";
    Xor "__xor__" "__rxor__";
}

const COMPLEX_OPERATORS: &[NativeFunction] = &[
    NativeFunction::calling("__add__", 2, 2, number_operators::Add::forward),
    NativeFunction::calling("__radd__", 2, 2, number_operators::Add::reflected),
    NativeFunction::calling("__sub__", 2, 2, number_operators::Subtract::forward),
    NativeFunction::calling("__rsub__", 2, 2, number_operators::Subtract::reflected),
    NativeFunction::calling("__mul__", 2, 2, number_operators::Multiply::forward),
    NativeFunction::calling("__rmul__", 2, 2, number_operators::Multiply::reflected),
    NativeFunction::calling("__truediv__", 2, 2, number_operators::TrueDivide::forward),
    NativeFunction::calling(
        "__rtruediv__",
        2,
        2,
        number_operators::TrueDivide::reflected,
    ),
    NativeFunction::calling("__pow__", 2, 2, number_operators::Power::forward),
    NativeFunction::calling("__rpow__", 2, 2, number_operators::Power::reflected),
];

/// `__add__` of a sequence.
pub(crate) fn concatenate<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (first, second) = pair(thread, arguments);
    let result = arithmetic::concatenated(thread, first, second)?;
    Ok(thread.get(result))
}

fn repeat<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (sequence, count) = pair(thread, arguments);
    let result = arithmetic::repeated_by(thread, sequence, count)?;
    Ok(thread.get(result))
}

const SEQUENCE_OPERATORS: &[NativeFunction] = &[
    NativeFunction::calling("__add__", 2, 2, concatenate),
    NativeFunction::calling("__mul__", 2, 2, repeat),
    NativeFunction::calling("__rmul__", 2, 2, repeat),
];

/// `str.__mod__`: a text without directives is the result itself, whatever class it is of.
pub(crate) fn percent(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    operate(thread, arguments, Operator::Modulo, false)
}

/// `__rmod__` of texts and bytes: the class around the value that is put in says what its text is.
pub(crate) fn reflected_percent(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    operate(thread, arguments, Operator::Modulo, true)
}

const PERCENT_OPERATOR: &[NativeFunction] = &[
    NativeFunction::calling("__mod__", 2, 2, number_operators::Modulo::forward),
    NativeFunction::calling("__rmod__", 2, 2, number_operators::Modulo::reflected),
];

const UNION_OPERATOR: &[NativeFunction] = &[
    NativeFunction::calling("__or__", 2, 2, bit_operators::Or::forward),
    NativeFunction::calling("__ror__", 2, 2, bit_operators::Or::reflected),
];

macro_rules! inplace_functions {
    ($($function:ident $operator:ident;)*) => {
        $(/// The method of an augmented assignment.
        pub(crate) fn $function(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
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

const LIST_INPLACE: &[NativeFunction] = &[
    NativeFunction::calling("__iadd__", 2, 2, inplace_add),
    NativeFunction::calling("__imul__", 2, 2, inplace_multiply),
];
const DICT_INPLACE: &[NativeFunction] = &[NativeFunction::calling("__ior__", 2, 2, inplace_or)];
const SET_INPLACE: &[NativeFunction] = &[
    NativeFunction::calling("__isub__", 2, 2, inplace_subtract),
    NativeFunction::calling("__iand__", 2, 2, inplace_and),
    NativeFunction::calling("__ior__", 2, 2, inplace_or),
    NativeFunction::calling("__ixor__", 2, 2, inplace_xor),
];

macro_rules! comparison_functions {
    ($($function:ident $comparison:ident;)*) => {
        $(fn $function(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
            compare_with(thread, arguments, Comparison::$comparison)
        })*
    };
}

comparison_functions! {
    less Less;
    less_equal LessEqual;
    equal Equal;
    not_equal NotEqual;
    greater Greater;
    greater_equal GreaterEqual;
}

const EQUALITY: &[NativeFunction] = &[
    NativeFunction::calling("__eq__", 2, 2, equal),
    NativeFunction::calling("__ne__", 2, 2, not_equal),
];
const ORDER: &[NativeFunction] = &[
    NativeFunction::calling("__lt__", 2, 2, less),
    NativeFunction::calling("__le__", 2, 2, less_equal),
    NativeFunction::calling("__gt__", 2, 2, greater),
    NativeFunction::calling("__ge__", 2, 2, greater_equal),
];

fn negate(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    apply_unary(thread, arguments, Unary::Negate)
}

fn positive(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    apply_unary(thread, arguments, Unary::Positive)
}

fn invert(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    apply_unary(thread, arguments, Unary::Invert)
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

const NUMBER: &[NativeFunction] = &[
    NativeFunction::leaf("__neg__", 1, 1, negate),
    NativeFunction::leaf("__pos__", 1, 1, positive),
    NativeFunction::leaf("__abs__", 1, 1, absolute),
    NativeFunction::leaf("__round__", 1, 2, round),
];
const COMPLEX: &[NativeFunction] = &[
    NativeFunction::leaf("__neg__", 1, 1, negate),
    NativeFunction::leaf("__pos__", 1, 1, positive),
    NativeFunction::leaf("__abs__", 1, 1, absolute),
];
const INVERT: &[NativeFunction] = &[NativeFunction::leaf("__invert__", 1, 1, invert)];

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

const TEXT: &[NativeFunction] = &[NativeFunction::calling("__repr__", 1, 1, special_repr)];
/// What `str` and `bytes` have: of everything else it is the other text, that of the class.
const STR: &[NativeFunction] = &[NativeFunction::calling("__str__", 1, 1, special_str)];
const HASH: &[NativeFunction] = &[NativeFunction::calling("__hash__", 1, 1, special_hash)];
const BOOL: &[NativeFunction] = &[NativeFunction::calling("__bool__", 1, 1, special_bool)];
const ITERABLE: &[NativeFunction] = &[NativeFunction::calling("__iter__", 1, 1, special_iter)];
const CONTAINER: &[NativeFunction] = &[
    NativeFunction::calling("__len__", 1, 1, special_length),
    NativeFunction::calling("__iter__", 1, 1, special_iter),
    NativeFunction::calling("__contains__", 2, 2, special_contains),
];
const SUBSCRIPT: &[NativeFunction] = &[NativeFunction::calling(
    "__getitem__",
    2,
    2,
    special_get_item,
)];
const SUBSCRIPT_STORE: &[NativeFunction] = &[
    NativeFunction::calling("__setitem__", 3, 3, special_set_item),
    NativeFunction::calling("__delitem__", 2, 2, special_delete_item),
];
const REVERSED: &[NativeFunction] = &[NativeFunction::leaf("__reversed__", 1, 1, special_reversed)];

type Tables = &'static [&'static [NativeFunction]];

const BY_CLASS: &[(ClassNumber, Tables)] = &[
    (
        CLASS_INT,
        &[
            int_methods::METHODS,
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
        ],
    ),
    (CLASS_BOOL, &[BIT_OPERATORS, TEXT]),
    (
        CLASS_FLOAT,
        &[
            float::METHODS,
            NUMBER_OPERATORS,
            POWER,
            NUMBER,
            EQUALITY,
            ORDER,
            TEXT,
            HASH,
            BOOL,
        ],
    ),
    (
        CLASS_STR,
        &[
            string_methods::METHODS,
            string_split::METHODS,
            string_tests::METHODS,
            SEQUENCE_OPERATORS,
            PERCENT_OPERATOR,
            EQUALITY,
            ORDER,
            TEXT,
            STR,
            HASH,
            CONTAINER,
            SUBSCRIPT,
        ],
    ),
    (
        CLASS_BYTES,
        &[
            bytes_methods::METHODS,
            bytes_methods::BYTES_METHODS,
            bytes_search::METHODS,
            SEQUENCE_OPERATORS,
            PERCENT_OPERATOR,
            EQUALITY,
            ORDER,
            TEXT,
            STR,
            HASH,
            CONTAINER,
            SUBSCRIPT,
        ],
    ),
    (
        CLASS_BYTEARRAY,
        &[
            bytes_methods::METHODS,
            bytes_search::METHODS,
            bytearray_methods::METHODS,
            SEQUENCE_OPERATORS,
            PERCENT_OPERATOR,
            LIST_INPLACE,
            EQUALITY,
            ORDER,
            TEXT,
            CONTAINER,
            SUBSCRIPT,
            SUBSCRIPT_STORE,
        ],
    ),
    (
        CLASS_MEMORYVIEW,
        &[
            memoryview_methods::METHODS,
            ITERABLE,
            memoryview_methods::BUFFER,
        ],
    ),
    (CLASS_BYTES, &[memoryview_methods::BUFFER]),
    (CLASS_BYTEARRAY, &[memoryview_methods::BUFFER]),
    (
        CLASS_COMPLEX,
        &[
            complex_methods::METHODS,
            COMPLEX_OPERATORS,
            POWER,
            COMPLEX,
            EQUALITY,
            TEXT,
            HASH,
            BOOL,
        ],
    ),
    (
        CLASS_TUPLE,
        &[
            tuple::METHODS,
            SEQUENCE_OPERATORS,
            EQUALITY,
            ORDER,
            TEXT,
            HASH,
            CONTAINER,
            SUBSCRIPT,
        ],
    ),
    (
        CLASS_LIST,
        &[
            list_methods::METHODS,
            SEQUENCE_OPERATORS,
            LIST_INPLACE,
            EQUALITY,
            ORDER,
            TEXT,
            CONTAINER,
            SUBSCRIPT,
            SUBSCRIPT_STORE,
            REVERSED,
        ],
    ),
    (
        CLASS_DICT,
        &[
            dict_methods::METHODS,
            UNION_OPERATOR,
            DICT_INPLACE,
            EQUALITY,
            TEXT,
            CONTAINER,
            SUBSCRIPT,
            SUBSCRIPT_STORE,
            REVERSED,
        ],
    ),
    (
        CLASS_SET,
        &[
            set_methods::METHODS,
            set_methods::CHANGING,
            SET_OPERATORS,
            SET_INPLACE,
            EQUALITY,
            ORDER,
            TEXT,
            CONTAINER,
        ],
    ),
    (
        CLASS_FROZENSET,
        &[
            set_methods::METHODS,
            SET_OPERATORS,
            EQUALITY,
            ORDER,
            TEXT,
            HASH,
            CONTAINER,
        ],
    ),
    (
        CLASS_RANGE,
        &[
            range::METHODS,
            EQUALITY,
            TEXT,
            HASH,
            CONTAINER,
            SUBSCRIPT,
            REVERSED,
        ],
    ),
    (CLASS_SLICE, &[slice::METHODS, EQUALITY, ORDER, TEXT, HASH]),
    (
        CLASS_DICT_KEYS,
        &[
            dict_views::METHODS,
            SET_OPERATORS,
            EQUALITY,
            ORDER,
            TEXT,
            CONTAINER,
            REVERSED,
        ],
    ),
    (CLASS_DICT_VALUES, &[TEXT, CONTAINER, REVERSED]),
    (
        CLASS_DICT_ITEMS,
        &[
            dict_views::METHODS,
            SET_OPERATORS,
            EQUALITY,
            ORDER,
            TEXT,
            CONTAINER,
            REVERSED,
        ],
    ),
    (CLASS_NONE, &[BOOL, TEXT, HASH]),
    (CLASS_ELLIPSIS, &[TEXT, HASH]),
    (CLASS_NOT_IMPLEMENTED, &[TEXT, HASH]),
    (UNICODE_ENCODE_ERROR, &[codec_errors::METHODS]),
    (UNICODE_DECODE_ERROR, &[codec_errors::METHODS]),
    (UNICODE_TRANSLATE_ERROR, &[codec_errors::METHODS]),
    (
        CLASS_RANGE_ITERATOR,
        &[iterators::METHODS, iterators::SET_STATE],
    ),
    (
        CLASS_LIST_ITERATOR,
        &[iterators::METHODS, iterators::SET_STATE],
    ),
    (
        CLASS_TUPLE_ITERATOR,
        &[iterators::METHODS, iterators::SET_STATE],
    ),
    (
        CLASS_STR_ITERATOR,
        &[iterators::METHODS, iterators::SET_STATE],
    ),
    (CLASS_DICT_ITERATOR, &[iterators::METHODS]),
    (CLASS_SET_ITERATOR, &[iterators::METHODS]),
    (CLASS_ENUMERATE, &[iterators::METHODS]),
    (CLASS_ZIP, &[iterators::METHODS]),
    (CLASS_MAP, &[iterators::METHODS]),
    (CLASS_FILTER, &[iterators::METHODS]),
    (CLASS_REVERSED, &[iterators::METHODS, iterators::SET_STATE]),
    (
        CLASS_SEQUENCE_ITERATOR,
        &[iterators::METHODS, iterators::SET_STATE],
    ),
    (CLASS_CALLABLE_ITERATOR, &[iterators::METHODS]),
];

/// The methods of the built-in classes. A class may appear several times: its tables add up.
pub fn method_tables() -> Vec<(ClassNumber, &'static [NativeFunction])> {
    BY_CLASS
        .iter()
        .flat_map(|(class, tables)| tables.iter().map(move |table| (*class, *table)))
        .collect()
}

/// What calling each built-in class runs; argument 0 is the class that is called.
pub fn constructors() -> Vec<(ClassNumber, NativeFunction)> {
    let mut all = vec![
        (CLASS_INT, int_methods::CONSTRUCTOR),
        (CLASS_BOOL, int_methods::BOOL_CONSTRUCTOR),
        (CLASS_FLOAT, float::CONSTRUCTOR),
        (CLASS_STR, string_methods::CONSTRUCTOR),
        (CLASS_BYTES, bytes::CONSTRUCTOR),
        (CLASS_BYTEARRAY, bytearray_methods::CONSTRUCTOR),
        (CLASS_MEMORYVIEW, memoryview_methods::CONSTRUCTOR),
        (CLASS_COMPLEX, complex_methods::CONSTRUCTOR),
        (CLASS_TUPLE, tuple::CONSTRUCTOR),
        (CLASS_LIST, list_methods::CONSTRUCTOR),
        (CLASS_DICT, dict_methods::CONSTRUCTOR),
        (CLASS_SET, set_methods::CONSTRUCTOR),
        (CLASS_FROZENSET, set_methods::FROZEN_CONSTRUCTOR),
        (CLASS_SLICE, slice::CONSTRUCTOR),
        (CLASS_RANGE, range::CONSTRUCTOR),
    ];
    all.extend_from_slice(singletons::CONSTRUCTORS);
    all
}
