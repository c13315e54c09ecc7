//! Iterators that go on for ever, or as long as others: `count`, `cycle`, `repeat`, `chain`.

use crate::model::type_def::TypeDef;
use crate::types::host;
use crate::types::iterator_types::MADE_WITHOUT_LENGTH;
use crate::types::itertools::itertool;
use crate::types::itertools::*;
use crate::types::list;
use crate::types::protocol::arithmetic;
use crate::types::protocol::operator::Operator;
use crate::types::protocol::repr;
use crate::types::tables::{check_keywords, parameter};
use crate::types::{number as numbers, string};

fn make_count<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "count", &["start", "step"])?;
    let start = parameter(thread, arguments, 1, "start").unwrap_or(Value::from_small(0));
    let step = parameter(thread, arguments, 2, "step").unwrap_or(Value::from_small(1));
    for value in [start, step] {
        let is_number = numbers::classify(thread, value).is_some()
            || kind(thread, value) == CLASS_COMPLEX
            || !is_builtin(thread, value)
                && ["__index__", "__int__", "__float__"]
                    .iter()
                    .any(|name| host::has_special(thread, thread.class_of(value), name));
        if !is_number {
            return Err(type_error(thread, "a number is required"));
        }
    }
    Ok(iterators::new(thread, CLASS_COUNT, start, step, NONE))
}

pub(crate) fn next_count(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let (number, step) = (
        field(thread, iterator, FIRST),
        field(thread, iterator, SECOND),
    );
    let after = arithmetic::binary(thread, Operator::Add, number, step)?;
    set(thread, iterator, FIRST, thread.get(after))?;
    Ok(Some(number))
}

fn repr_count<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let iterator = thread.root(arguments.get(thread, 0));
    let (number, step) = (
        field(thread, iterator, FIRST),
        field(thread, iterator, SECOND),
    );
    let number = repr::repr_text(thread, number)?;
    if thread.get(step) == Value::from_small(1) {
        return string::new(thread, &format!("count({number})"));
    }
    let step = repr::repr_text(thread, step)?;
    string::new(thread, &format!("count({number}, {step})"))
}

fn make_cycle<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let source = iterator_over(thread, arguments, 1)?;
    let seen = list::new(thread)?;
    Ok(made(
        thread,
        CLASS_CYCLE,
        source,
        seen,
        Value::from_small(0),
    ))
}

pub(crate) fn next_cycle(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let seen = field(thread, iterator, SECOND);
    if value(thread, iterator, FIRST) != TRUE {
        let source = field(thread, iterator, FIRST);
        if let Some(item) = iterate::next(thread, source)? {
            let list = thread.object_at(seen);
            list::push(thread, list, thread.get(item))?;
            return Ok(Some(item));
        }
        set(thread, iterator, FIRST, TRUE)?;
    }
    let list = thread.object_at(seen);
    let length = list::length(thread, list);
    if length == 0 {
        return finish(thread, iterator);
    }
    let place = number(thread, iterator, THIRD) as u64;
    let item = list::get(thread, list, place).map(|item| thread.root(item));
    let after = int::from_length((place + 1) % length);
    set(thread, iterator, THIRD, after)?;
    Ok(item)
}

fn make_repeat<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "repeat", &["object", "times"])?;
    let Some(object) = parameter(thread, arguments, 1, "object") else {
        return Err(missing_argument(thread, "repeat", "object", 1));
    };
    let object = thread.root(object);
    let times = parameter(thread, arguments, 2, "times").map(|times| thread.root(times));
    let left = match times {
        None => NONE,
        Some(times) => {
            let times = count_argument(thread, times)?.max(0);
            int::from_i64(thread, times)
        }
    };
    let object = boxed(thread, thread.get(object))?;
    Ok(iterators::new(thread, CLASS_REPEAT, object, left, NONE))
}

pub(crate) fn next_repeat(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    if let Some(left) = int::to_i64(thread, value(thread, iterator, SECOND)) {
        if left == 0 {
            return Ok(None);
        }
        set(thread, iterator, SECOND, int::from_i64(thread, left - 1))?;
    }
    let object = unboxed(thread, value(thread, iterator, FIRST));
    Ok(object.map(|object| thread.root(object)))
}

fn repr_repeat<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let iterator = thread.root(arguments.get(thread, 0));
    let object = unboxed(thread, value(thread, iterator, FIRST)).unwrap_or(NONE);
    let object = thread.root(object);
    let object = repr::repr_text(thread, object)?;
    let text = match int::to_i64(thread, value(thread, iterator, SECOND)) {
        Some(left) => format!("repeat({object}, {left})"),
        None => format!("repeat({object})"),
    };
    string::new(thread, &text)
}

fn hint_repeat<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let object = arguments.get(thread, 0).known_object();
    match thread.read(object).get(SECOND) {
        NONE => Err(type_error(thread, "len() of unsized object")),
        left => Ok(left),
    }
}

fn make_chain<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let all: Vec<Value<'_>> = (1..arguments.len())
        .map(|index| arguments.get(thread, index))
        .collect();
    let all = thread.root(tuple::from_values(thread, &all)?);
    let sources = iterate::iter(thread, all)?;
    Ok(made(thread, CLASS_CHAIN, sources, NONE, NONE))
}

fn chain_from_iterable<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let sources = iterator_over(thread, arguments, 1)?;
    Ok(made(thread, CLASS_CHAIN, sources, NONE, NONE))
}

pub(crate) fn next_chain(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    loop {
        let mark = thread.root_count();
        if value(thread, iterator, SECOND) != NONE {
            let current = field(thread, iterator, SECOND);
            if let Some(item) = iterate::next(thread, current)? {
                return Ok(Some(item));
            }
            set(thread, iterator, SECOND, NONE)?;
        }
        let Some(iterable) = next_of_source(thread, iterator)? else {
            return Ok(None);
        };
        let current = match iterate::iter(thread, iterable) {
            Ok(current) => current,
            Err(unwind) => {
                set(thread, iterator, FIRST, NONE)?;
                return Err(unwind);
            }
        };
        set(thread, iterator, SECOND, thread.get(current))?;
        thread.truncate_roots(mark);
        thread.collect_in_native()?;
    }
}

/// The definitions.
pub const TYPES: &[TypeDef] = &[
    itertool("count", CLASS_COUNT)
        .constructor(NativeFunction::calling("count", 1, 3, make_count).with_keywords())
        .methods(&[
            MADE_WITHOUT_LENGTH,
            &[NativeFunction::calling("__repr__", 1, 1, repr_count)],
        ]),
    itertool("cycle", CLASS_CYCLE)
        .constructor(NativeFunction::calling("cycle", 2, 2, make_cycle))
        .methods(&[MADE_WITHOUT_LENGTH]),
    itertool("repeat", CLASS_REPEAT)
        .constructor(NativeFunction::calling("repeat", 1, 3, make_repeat).with_keywords())
        .methods(&[
            MADE_WITHOUT_LENGTH,
            &[
                NativeFunction::calling("__repr__", 1, 1, repr_repeat),
                NativeFunction::leaf("__length_hint__", 1, 1, hint_repeat),
            ],
        ]),
    itertool("chain", CLASS_CHAIN)
        .constructor(NativeFunction::calling("chain", 1, u8::MAX, make_chain))
        .methods(&[
            MADE_WITHOUT_LENGTH,
            &[NativeFunction::calling("from_iterable", 2, 2, chain_from_iterable).of_class()],
        ])
        .parameterised(),
];
