//! `sum`: integers exactly, floats and complex numbers with the error of each step carried along,
//! as CPython does, all else by their own operators.
//!
//! What is carried is an error and a stage; no stage comes back:
//!
//! ```text
//!   Any ──(behind an item that a float does not take)──▶ Complex
//!   Complex ──(behind an item that a complex number does not take)──▶ Plain
//!   Any ──(where the total is neither a small integer nor a float)──▶ Plain
//! ```

use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::types::complex::{self, Complex};
use motet_python_objects::types::native_loops;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::operator::Operator;
use motet_python_objects::types::protocol::{arithmetic, iterate};
use motet_python_objects::types::tables::{check_keywords, parameter};
use motet_python_objects::types::{call_loops, float, int, number};

/// Which sums carry an error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Those of floats and of complex numbers.
    Any,
    /// Those of complex numbers.
    Complex,
    /// None.
    Plain,
}

impl Stage {
    /// The stage behind an item that was added to this total by its own operator.
    fn after(self, thread: &Thread, total: Value<'_>) -> Stage {
        match self {
            Stage::Any if total.as_integer().is_some() => Stage::Any,
            Stage::Any if float::exact_f64(thread, total).is_some() => Stage::Complex,
            _ => Stage::Plain,
        }
    }
}

/// What a sum carries from step to step.
#[derive(Clone, Copy)]
struct Carried {
    stage: Stage,
    lost: Complex,
}

impl Carried {
    const NOTHING: Complex = Complex {
        real: 0.0,
        imaginary: 0.0,
    };

    fn at(stage: Stage) -> Carried {
        let lost = Carried::NOTHING;
        Carried { stage, lost }
    }

    /// As a value: the loops of sums keep it in a register ([`call_loops::carried_at_start`]). An
    /// error is a float or complex number.
    fn value(self, thread: &Thread) -> Value<'_> {
        match self {
            // (0.0 is an object of its own, no immediate value.)
            Carried {
                stage: Stage::Plain,
                ..
            } => FALSE,
            Carried { stage, lost } if lost == Carried::NOTHING => match stage {
                Stage::Any => NONE,
                _ => TRUE,
            },
            Carried {
                stage: Stage::Any,
                lost,
            } => float::from_f64(thread, lost.real),
            Carried { lost, .. } => complex::from_parts(thread, lost),
        }
    }

    fn of(thread: &Thread, value: Value<'_>) -> Carried {
        match value {
            NONE => Carried::at(Stage::Any),
            TRUE => Carried::at(Stage::Complex),
            FALSE => Carried::at(Stage::Plain),
            value => match float::to_f64(thread, value) {
                Some(real) => Carried {
                    stage: Stage::Any,
                    lost: Complex {
                        real,
                        imaginary: 0.0,
                    },
                },
                None => Carried {
                    stage: Stage::Complex,
                    lost: complex::as_complex(thread, value).unwrap_or(Carried::NOTHING),
                },
            },
        }
    }
}

/// Why a value cannot be the start of a sum, if it cannot.
fn refusal_of_start(thread: &Thread, start: Value<'_>) -> Option<&'static str> {
    let class = thread.class_of(start);
    [
        (
            CLASS_STR,
            "sum() can't sum strings [use ''.join(seq) instead]",
        ),
        (
            CLASS_BYTES,
            "sum() can't sum bytes [use b''.join(seq) instead]",
        ),
        (
            CLASS_BYTEARRAY,
            "sum() can't sum bytearray [use b''.join(seq) instead]",
        ),
    ]
    .into_iter()
    .find_map(|(refused, message)| thread.is_subclass(class, refused).then_some(message))
}

/// `sum(iterable, start=0)`.
pub(super) fn sum<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "sum", &["start"])?;
    let source = thread.root(arguments.get(thread, 0));
    let start = parameter(thread, arguments, 1, "start").unwrap_or(Value::from_small(0));
    if let Some(message) = refusal_of_start(thread, start) {
        // What is to be summed is asked first whether it can be.
        iterate::iter(thread, source)?;
        return Err(type_error(thread, message));
    }
    if let Some(values) = iterate::values_leaf(thread, arguments.get(thread, 0)) {
        if let Some(sum) = sum_small(&values, start) {
            return Ok(int::from_i64(thread, sum));
        }
        if let Some(sum) = sum_floats(thread, &values, start) {
            return Ok(float::from_f64(thread, sum));
        }
    }
    if native_loops::is_fed(thread, source) {
        let start = thread.root(start);
        let sum = sum_fed(thread, source, start)?;
        return Ok(thread.get(sum));
    }
    let mut carried = Carried::of(thread, call_loops::carried_at_start(thread, start));
    let total = thread.root(start);
    iterate::for_each(thread, source, |thread, item| {
        if let (Some(sum), Some(number)) = (
            thread.get(total).as_integer(),
            thread.get(item).as_integer(),
        ) && let Some(sum) = Value::from_integer(sum + number)
        {
            thread.set_root(total, sum);
            return Ok(true);
        }
        if let Some((sum, after)) =
            add_inexact(thread, thread.get(total), thread.get(item), carried)
        {
            thread.set_root(total, sum);
            carried = after;
            return Ok(true);
        }
        carried = finish_inexact(thread, total, carried);
        let sum = arithmetic::binary(thread, Operator::Add, total, item)?;
        thread.set_root(total, thread.get(sum));
        Ok(true)
    })?;
    finish_inexact(thread, total, carried);
    Ok(thread.get(total))
}

/// One step of a sum: the total, the next item, and what is carried. False if the item is no number
/// that can be added here.
fn sum_step(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (total, item) = (arguments.get(thread, 0), arguments.get(thread, 1));
    if let (Some(sum), Some(number)) = (total.as_integer(), int::small(item)) {
        let Some(sum) = Value::from_integer(sum + number) else {
            return Ok(FALSE);
        };
        arguments.set(thread, 0, sum);
        return Ok(TRUE);
    }
    let carried = Carried::of(thread, arguments.get(thread, 2));
    let Some((sum, carried)) = add_inexact(thread, total, item, carried) else {
        return Ok(FALSE);
    };
    arguments.set(thread, 0, sum);
    arguments.set(thread, 2, carried.value(thread));
    Ok(TRUE)
}

/// The native that adds one item to a sum.
pub const SUM_STEP: NativeFunction = NativeFunction::leaf("sum", 3, 3, sum_step);

/// The native that gives the result of a sum, or of the part of it before an item that is added by
/// its own operator, in the place of the total: of that, the last item, and what is carried, which
/// becomes what is carried behind that item.
pub const SUM_END: NativeFunction = NativeFunction::leaf("sum", 3, 3, |thread, arguments| {
    let carried = Carried::of(thread, arguments.get(thread, 2));
    let total = thread.root(arguments.get(thread, 0));
    let after = finish_inexact(thread, total, carried);
    arguments.set(thread, 0, thread.get(total));
    arguments.set(thread, 2, after.value(thread));
    Ok(TRUE)
});

/// The sum of the items of a generator or a map.
fn sum_fed(thread: &mut Thread, source: Root, start: Root) -> Outcome<Root> {
    let total = thread.root(thread.get(start));
    let carried = thread.root(call_loops::carried_at_start(thread, thread.get(start)));
    let step = thread.machine().loops().sum_step;
    let mark = thread.root_count();
    loop {
        let fed = native_loops::feed(thread, source, (total, carried), step)?;
        thread.set_root(total, thread.get(fed.state));
        let before = Carried::of(thread, thread.get(fed.further));
        let after = finish_inexact(thread, total, before);
        thread.set_root(carried, after.value(thread));
        let Some(item) = fed.refused else {
            thread.truncate_roots(mark);
            return Ok(total);
        };
        let sum = arithmetic::binary(thread, Operator::Add, total, item)?;
        thread.set_root(total, thread.get(sum));
        thread.truncate_roots(mark);
    }
}

/// The sum of a built-in container of immediate integers, if it fits a machine word.
fn sum_small(values: &[Value<'_>], start: Value<'_>) -> Option<i64> {
    values.iter().try_fold(start.as_integer()?, |sum, value| {
        sum.checked_add(value.as_integer()?)
    })
}

/// The sum of small integers and floats, if there is a float among them.
fn sum_floats(thread: &Thread, values: &[Value<'_>], start: Value<'_>) -> Option<f64> {
    let number = |value: Value<'_>| match value.as_integer() {
        Some(number) => Some(number as f64),
        None => float::exact_f64(thread, value),
    };
    let mut left = values.iter();
    let mut whole = start.as_integer();
    let mut sum = float::exact_f64(thread, start);
    while sum.is_none() {
        // Integers are added exactly, up to the first float.
        let value = left.next()?;
        match (whole, value.as_integer()) {
            (Some(before), Some(item)) => {
                whole = before.checked_add(item);
                Value::from_integer(whole?)?;
            }
            (before, _) => sum = Some(before? as f64 + float::exact_f64(thread, *value)?),
        }
    }
    let (mut sum, mut lost) = (sum?, 0.0);
    for value in left {
        (sum, lost) = neumaier_step(sum, number(*value)?, lost);
    }
    Some(rest_to_add(lost).map_or(sum, |lost| sum + lost))
}

/// One step of Neumaier's summation: the sum, and the rounding error of all steps.
#[inline]
fn neumaier_step(total: f64, item: f64, lost: f64) -> (f64, f64) {
    let sum = total + item;
    let own = if total.abs() >= item.abs() {
        (total - sum) + item
    } else {
        (item - sum) + total
    };
    (sum, lost + own)
}

/// The rounding error of a sum, if it is to be added to it.
fn rest_to_add(lost: f64) -> Option<f64> {
    (lost != 0.0 && lost.is_finite()).then_some(lost)
}

/// A complex number of the class itself.
fn exact_complex(thread: &Thread, value: Value<'_>) -> Option<Complex> {
    let object = exact(thread, value, CLASS_COMPLEX)?;
    complex::as_complex(thread, object.value())
}

/// One step of a sum: the sum, and what is carried. `None` unless it is a float or complex number
/// to which a number is added.
#[inline]
fn add_inexact<'a>(
    thread: &'a Thread,
    total: Value<'_>,
    item: Value<'_>,
    carried: Carried,
) -> Option<(Value<'a>, Carried)> {
    if carried.stage != Stage::Any {
        return add_complex(thread, total, item, carried);
    }
    let Some(total) = float::to_f64(thread, total) else {
        return add_complex(thread, total, item, carried);
    };
    let (sum, real) = neumaier_step(total, real_item(thread, item)?, carried.lost.real);
    let lost = Complex {
        real,
        imaginary: 0.0,
    };
    let stage = Stage::Any;
    Some((float::from_f64(thread, sum), Carried { stage, lost }))
}

/// A float, or an integer that is one exactly.
#[inline]
fn real_item(thread: &Thread, item: Value<'_>) -> Option<f64> {
    match number::classify(thread, item)? {
        number::Number::Float(item) => Some(item),
        number::Number::Small(item) => Some(item as f64),
        number::Number::Big(_) => None,
    }
}

/// As [`add_inexact`] where the sum is a complex number.
#[cold]
fn add_complex<'a>(
    thread: &'a Thread,
    total: Value<'_>,
    item: Value<'_>,
    carried: Carried,
) -> Option<(Value<'a>, Carried)> {
    if carried.stage == Stage::Plain {
        return None;
    }
    let total = exact_complex(thread, total)?;
    let lost = carried.lost;
    let (item, imaginary_item) = match exact_complex(thread, item) {
        Some(item) => (item.real, Some(item.imaginary)),
        None => (real_item(thread, item)?, None),
    };
    let (real, lost_real) = neumaier_step(total.real, item, lost.real);
    let (imaginary, lost_imaginary) = match imaginary_item {
        Some(item) => neumaier_step(total.imaginary, item, lost.imaginary),
        None => (total.imaginary, lost.imaginary),
    };
    let carried = Carried {
        stage: Stage::Complex,
        lost: Complex {
            real: lost_real,
            imaginary: lost_imaginary,
        },
    };
    let sum = complex::from_parts(thread, Complex { real, imaginary });
    Some((sum, carried))
}

/// Adds the error of its steps to a sum; what is carried behind an item that is added by its own
/// operator.
fn finish_inexact(thread: &Thread, total: Root, carried: Carried) -> Carried {
    let lost = carried.lost;
    let whole = |sum: f64, lost: f64| rest_to_add(lost).map_or(sum, |lost| sum + lost);
    let stage = carried.stage.after(thread, thread.get(total));
    if lost == Carried::NOTHING {
        return Carried::at(stage);
    }
    if let Some(sum) = float::to_f64(thread, thread.get(total)) {
        let sum = whole(sum, lost.real);
        thread.set_root(total, float::from_f64(thread, sum));
    } else if let Some(sum) = exact_complex(thread, thread.get(total)) {
        let sum = Complex {
            real: whole(sum.real, lost.real),
            imaginary: whole(sum.imaginary, lost.imaginary),
        };
        thread.set_root(total, complex::from_parts(thread, sum));
    }
    Carried::at(stage)
}
