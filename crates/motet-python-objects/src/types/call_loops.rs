//! Native loops in the place of a native's call: `any(generator)`, `sum(map(function, items))`,
//! `sorted(items, key=function)`, called by Python code, enter a frame of the machine's own that
//! returns what the call gives. So transactions end in the loop; below native code none does. The
//! code of the frames is the interpreter's (`call_loops_code.rs`).
//!
//! All other calls of these natives run to their end below native code, as before: no items that
//! Python code makes, subclasses, wrong arguments, and threads that a profiler or tracer watches,
//! which hear of the call of the native and of its return.

use crate::model::call_loops::{CallLoop, Looping};
use crate::model::exception::STOP_ITERATION;
use crate::model::native::Call;
use crate::types::prelude::*;
use crate::types::protocol::iterate;
use crate::types::{float, iterators, list, set, string};

/// The items of a call.
enum Items<'a> {
    /// Those of a generator.
    Generator(Value<'a>),
    /// What a function gives for each item of an iterator.
    Mapped(Value<'a>, Value<'a>),
    /// The items of an iterator for which a function answers true.
    Selected(Value<'a>, Value<'a>),
}

impl<'a> Items<'a> {
    /// The iterator; the function, or `None`.
    fn parts(&self) -> [Value<'a>; 2] {
        match self {
            Items::Generator(iterator) => [*iterator, NONE],
            Items::Mapped(function, iterator) | Items::Selected(function, iterator) => {
                [*iterator, *function]
            }
        }
    }

    /// The loop for items of this kind.
    fn choose(&self, of_items: CallLoop, mapped: CallLoop) -> Option<CallLoop> {
        match self {
            Items::Generator(_) => Some(of_items),
            Items::Mapped(..) => Some(mapped),
            Items::Selected(..) => None,
        }
    }
}

/// Enters a loop in the place of a call that lies in place, of a native that takes all items of its
/// argument. False if this call is to be made: then nothing has changed.
///
/// # Errors
/// `RecursionError`; `MemoryError`.
#[inline]
pub fn enter(thread: &Thread, native: Looping, call: Call<'_>) -> Outcome<bool> {
    let place = native.source();
    if call.count <= place {
        return Ok(false);
    }
    let source = thread.stack_value(call.first() + place).as_object();
    let kind = source.map_or(CLASS_TYPE, |source| thread.host_of(source));
    let is_loop = matches!(kind, CLASS_GENERATOR | CLASS_MAP | CLASS_FILTER)
        || !call.names.is_empty() && has_key_of_program(thread, native, call);
    if !is_loop || thread.runs_plainly() {
        return Ok(false);
    }
    enter_loop(thread, native, call)
}

/// Whether a call of a native that takes a function for keys gives one that is Python code.
fn has_key_of_program(thread: &Thread, native: Looping, call: Call<'_>) -> bool {
    let takes_key = matches!(native, Looping::Sorted | Looping::Least | Looping::Greatest);
    let mut named = call.end() - call.names.len()..call.end();
    takes_key && named.any(|place| is_function(thread, thread.stack_value(place)))
}

/// Whether a value is a function of the program, or a method.
fn is_function(thread: &Thread, value: Value<'_>) -> bool {
    let kind = value.as_object().map(|object| thread.host_of(object));
    matches!(kind, Some(CLASS_FUNCTION | CLASS_METHOD))
}

#[inline(never)]
fn enter_loop(thread: &Thread, native: Looping, call: Call<'_>) -> Outcome<bool> {
    let argument = |place| thread.stack_value(call.first() + place);
    let source = argument(native.source());
    let items = items_of(thread, source);
    if !call.names.is_empty() || native == Looping::Sorted {
        return enter_named(thread, native, call, items);
    }
    let Some(items) = items else {
        return Ok(false);
    };
    let first = argument(0);
    let is_class = |class| first == thread.class_object(class) && call.count == 2;
    match native {
        Looping::Any | Looping::All if call.count == 1 => search(thread, native, call, &items),
        Looping::Sum if call.count <= 2 => {
            let start = (call.count == 2).then(|| argument(1));
            sum(thread, call, &items, start)
        }
        Looping::Least | Looping::Greatest if call.count == 1 => {
            extreme(thread, native, call, &items, UNBOUND)
        }
        Looping::List if is_class(CLASS_LIST) => {
            let list = list::new(thread)?;
            collect(thread, native, call, &items, [list, NONE])
        }
        Looping::Tuple if is_class(CLASS_TUPLE) => {
            let list = list::new(thread)?;
            collect(thread, native, call, &items, [list, NONE])
        }
        Looping::Set if is_class(CLASS_SET) => {
            let set = set::new(thread, CLASS_SET)?;
            collect(thread, native, call, &items, [set, NONE])
        }
        Looping::FrozenSet if is_class(CLASS_FROZENSET) => {
            let set = set::new(thread, CLASS_FROZENSET)?;
            collect(thread, native, call, &items, [set, NONE])
        }
        Looping::Extend if call.count == 2 && exact(thread, first, CLASS_LIST).is_some() => {
            collect(thread, native, call, &items, [first, NONE])
        }
        Looping::Join if call.count == 2 && string::exact_string(thread, first).is_some() => {
            let list = list::new(thread)?;
            collect(thread, native, call, &items, [list, first])
        }
        _ => Ok(false),
    }
}

/// The items of a source that makes them by Python code, and whose loops there are.
fn items_of<'a>(thread: &'a Thread, source: Value<'a>) -> Option<Items<'a>> {
    let object = source.as_object()?;
    match thread.host_of(object) {
        CLASS_GENERATOR => Some(Items::Generator(source)),
        CLASS_MAP => {
            let (function, iterator) = iterators::mapped(thread, object)?;
            Some(Items::Mapped(function, iterator))
        }
        CLASS_FILTER => {
            let view = thread.read(object);
            let (iterator, function) = (view.get(iterators::SOURCE), view.get(iterators::PLACE));
            (iterator != NONE && function != NONE).then_some(Items::Selected(function, iterator))
        }
        _ => None,
    }
}

/// Lays the registers of a loop out and makes its frame the current one.
fn push(thread: &Thread, call: Call<'_>, kind: CallLoop, values: &[Value<'_>]) -> Outcome<bool> {
    let code = thread.machine().loops().of_calls[kind as usize];
    let first = call.first();
    thread.need_stack(first + code.register_count as usize)?;
    for place in 0..code.register_count as usize {
        // (What lay there before would stay alive.)
        let value = values.get(place).copied().unwrap_or(NONE);
        thread.set_stack_value(first + place, value);
    }
    thread.push_frame(call.header, code, call.returns);
    Ok(true)
}

fn search(thread: &Thread, native: Looping, call: Call<'_>, items: &Items<'_>) -> Outcome<bool> {
    let Items::Generator(generator) = *items else {
        return Ok(false);
    };
    match native {
        Looping::Any => push(thread, call, CallLoop::Any, &[FALSE, generator, NONE, TRUE]),
        _ => push(thread, call, CallLoop::All, &[TRUE, generator, NONE, FALSE]),
    }
}

/// A loop that fills `container`.
fn collect(
    thread: &Thread,
    native: Looping,
    call: Call<'_>,
    items: &Items<'_>,
    [container, other]: [Value<'_>; 2],
) -> Outcome<bool> {
    let kind = match native {
        Looping::List if matches!(items, Items::Selected(..)) => Some(CallLoop::SelectedList),
        Looping::List => items.choose(CallLoop::List, CallLoop::MappedList),
        Looping::Tuple => items.choose(CallLoop::Tuple, CallLoop::MappedTuple),
        Looping::Extend => items.choose(CallLoop::Extend, CallLoop::MappedExtend),
        Looping::Join => items.choose(CallLoop::Join, CallLoop::MappedJoin),
        _ => items.choose(CallLoop::Set, CallLoop::MappedSet),
    };
    let Some(kind) = kind else {
        return Ok(false);
    };
    let loops = thread.machine().loops();
    let end = match native {
        Looping::Join => loops.join_end.value(),
        _ => loops.tuple_end.value(),
    };
    let stop = thread.class_object(STOP_ITERATION);
    let [iterator, function] = items.parts();
    let values = [container, iterator, NONE, other, end, function, stop];
    push(thread, call, kind, &values)
}

/// What the loop of a sum that begins with a value keeps in its register for what is carried:
/// `None` if sums of floats and complex numbers carry an error, True if those of complex numbers
/// do, False if none does.
pub fn carried_at_start<'a>(thread: &'a Thread, start: Value<'_>) -> Value<'a> {
    if start.as_integer().is_some() || float::exact_f64(thread, start).is_some() {
        NONE
    } else {
        boolean(exact(thread, start, CLASS_COMPLEX).is_some())
    }
}

fn sum(
    thread: &Thread,
    call: Call<'_>,
    items: &Items<'_>,
    start: Option<Value<'_>>,
) -> Outcome<bool> {
    let start = start.unwrap_or(Value::from_small(0));
    let class = thread.class_of(start);
    let is_refused = [CLASS_STR, CLASS_BYTES, CLASS_BYTEARRAY]
        .iter()
        .any(|refused| thread.is_subclass(class, *refused));
    match items.choose(CallLoop::Sum, CallLoop::MappedSum) {
        Some(kind) if !is_refused => {
            let loops = thread.machine().loops();
            let natives = [loops.sum_step.value(), loops.sum_end.value()];
            let carried = carried_at_start(thread, start);
            let values = of_steps(thread, [start, carried], items, natives);
            push(thread, call, kind, &values)
        }
        _ => Ok(false),
    }
}

fn extreme(
    thread: &Thread,
    native: Looping,
    call: Call<'_>,
    items: &Items<'_>,
    default: Value<'_>,
) -> Outcome<bool> {
    let loops = thread.machine().loops();
    let (kind, natives) = match native {
        Looping::Least => (
            items.choose(CallLoop::Least, CallLoop::MappedLeast),
            [loops.least_step, loops.least_end],
        ),
        _ => (
            items.choose(CallLoop::Greatest, CallLoop::MappedGreatest),
            [loops.greatest_step, loops.greatest_end],
        ),
    };
    let Some(kind) = kind else {
        return Ok(false);
    };
    let natives = natives.map(|native| native.value());
    let values = of_steps(thread, [UNBOUND, default], items, natives);
    push(thread, call, kind, &values)
}

/// The registers of a loop of steps.
fn of_steps<'a>(
    thread: &'a Thread,
    [state, further]: [Value<'a>; 2],
    items: &Items<'a>,
    [step, end]: [Value<'a>; 2],
) -> [Value<'a>; 8] {
    let [iterator, function] = items.parts();
    let stop = thread.class_object(STOP_ITERATION);
    [state, NONE, further, iterator, step, end, function, stop]
}

/// The values that the last arguments of a call give to names; none if there is another name, or
/// other than one positional argument.
fn named<'a, const COUNT: usize>(
    thread: &'a Thread,
    call: Call<'_>,
    names: [&str; COUNT],
) -> Option<[Option<Value<'a>>; COUNT]> {
    if call.count != call.names.len() + 1 {
        return None;
    }
    let mut values = [None; COUNT];
    for (place, name) in call.names.iter().enumerate() {
        let name = thread.machine().symbols.text(*name);
        let known = names.iter().position(|known| *known == name)?;
        values[known] = Some(thread.stack_value(call.first() + 1 + place));
    }
    Some(values)
}

/// As [`enter_loop`] where arguments have names, and of `sorted`.
fn enter_named(
    thread: &Thread,
    native: Looping,
    call: Call<'_>,
    items: Option<Items<'_>>,
) -> Outcome<bool> {
    match native {
        Looping::Sum => match (named(thread, call, ["start"]), items) {
            (Some([start]), Some(items)) => sum(thread, call, &items, start),
            _ => Ok(false),
        },
        Looping::Least | Looping::Greatest => {
            let Some([key, default]) = named(thread, call, ["key", "default"]) else {
                return Ok(false);
            };
            let default = default.unwrap_or(UNBOUND);
            match (key.filter(|key| *key != NONE), items) {
                (Some(key), _) => extreme_by_key(thread, native, call, [key, default]),
                (None, Some(items)) => extreme(thread, native, call, &items, default),
                (None, None) => Ok(false),
            }
        }
        Looping::Sorted => {
            let Some([key, reverse]) = named(thread, call, ["key", "reverse"]) else {
                return Ok(false);
            };
            sorted(
                thread,
                call,
                items,
                [key.unwrap_or(NONE), reverse.unwrap_or(FALSE)],
            )
        }
        _ => Ok(false),
    }
}

fn extreme_by_key(
    thread: &Thread,
    native: Looping,
    call: Call<'_>,
    [key, default]: [Value<'_>; 2],
) -> Outcome<bool> {
    if !is_function(thread, key) {
        return Ok(false);
    }
    let loops = thread.machine().loops();
    let (kind, end) = match native {
        Looping::Least => (CallLoop::LeastByKey, loops.least_end.value()),
        _ => (CallLoop::GreatestByKey, loops.greatest_end.value()),
    };
    let source = thread.stack_value(call.first());
    push(
        thread,
        call,
        kind,
        &[UNBOUND, NONE, default, source, NONE, end, key],
    )
}

fn sorted(
    thread: &Thread,
    call: Call<'_>,
    items: Option<Items<'_>>,
    [key, reverse]: [Value<'_>; 2],
) -> Outcome<bool> {
    if !matches!(reverse, TRUE | FALSE) {
        return Ok(false);
    }
    let has_key = key != NONE;
    let source = thread.stack_value(call.first());
    let (kind, list) = match items {
        Some(Items::Generator(_)) if has_key => (CallLoop::SortedByKey, list::new(thread)?),
        Some(Items::Generator(_)) => (CallLoop::Sorted, list::new(thread)?),
        None if is_function(thread, key) => {
            let Some(values) = iterate::values_leaf(thread, source) else {
                return Ok(false);
            };
            (CallLoop::ListByKey, list::from_values(thread, &values)?)
        }
        _ => return Ok(false),
    };
    let keys = match has_key {
        true => list::new(thread)?,
        false => NONE,
    };
    let loops = thread.machine().loops();
    let [step, calling] = [loops.sort_step.value(), loops.sort_calling.value()];
    let values = [list, source, NONE, key, step, reverse, keys, calling];
    push(thread, call, kind, &values)
}
