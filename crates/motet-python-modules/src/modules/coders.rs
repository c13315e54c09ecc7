//! `_coders_core`: compression by bzip2, xz and zstd, the native half of `_bz2`, `_lzma` and
//! `_zstd`.
//!
//! `once` is a function of its arguments and runs in any transaction. The coders that `open` makes
//! keep their state outside of the heap, where no abort reaches it: so `open`, `step` and `close`
//! make the transaction inevitable. The library's half tries `once` first.

use motet_coders::{Action, Coder, Failure, Step};

use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{buffer, bytes, int, string, tuple};

/// The functions of the module.
const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("once", 6, 6, once),
    NativeFunction::calling("open", 3, 3, open),
    NativeFunction::calling("step", 4, 4, step),
    NativeFunction::calling("close", 1, 1, close),
    NativeFunction::leaf("frame_info", 1, 1, frame_info),
    NativeFunction::leaf("frame_length", 1, 1, frame_length),
    NativeFunction::leaf("dictionary_number", 1, 1, dictionary_number),
    NativeFunction::leaf("train", 3, 3, train),
];

fn kind(thread: &Thread, arguments: Arguments) -> Outcome<&str> {
    let text = string::as_text(thread, arguments.get(thread, 0));
    text.ok_or_else(|| type_error(thread, "the kind of a coder is a text"))
}

/// The numbers of a tuple.
fn numbers(thread: &Thread, value: Value<'_>) -> Outcome<Vec<i64>> {
    let Some(object) = tuple::as_tuple(thread, value) else {
        return Err(type_error(thread, "the settings of a coder are a tuple"));
    };
    let items = tuple::values(thread, object).into_iter();
    items.map(|item| integer_argument(thread, item)).collect()
}

fn action(thread: &Thread, value: Value<'_>) -> Outcome<Action> {
    Ok(match integer_argument(thread, value)? {
        0 => Action::Run,
        1 => Action::Flush,
        _ => Action::Finish,
    })
}

/// How many bytes may come out: any number if it is negative.
fn most(thread: &Thread, value: Value<'_>) -> Outcome<usize> {
    let number = integer_argument(thread, value)?;
    Ok(usize::try_from(number).unwrap_or(usize::MAX))
}

/// (output, bytes taken, whether it ended), or (number of the failure, its text).
fn outcome<'a>(thread: &'a Thread, step: Result<Step, Failure>) -> Outcome<Value<'a>> {
    match step {
        Ok(step) => {
            let parts = [
                bytes::new(thread, &step.out)?,
                int::from_length(step.taken as u64),
                boolean(step.is_ended),
            ];
            tuple::from_values(thread, &parts)
        }
        Err(failure) => failed(thread, failure),
    }
}

fn failed<'a>(thread: &'a Thread, failure: Failure) -> Outcome<Value<'a>> {
    let (number, text) = failure.described();
    let parts = [int::from_i64(thread, number), string::new(thread, text)?];
    tuple::from_values(thread, &parts)
}

/// `once(kind, settings, dictionary, data, action, most)`.
fn once<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let settings = numbers(thread, arguments.get(thread, 1))?;
    let dictionary = buffer::required(thread, arguments.get(thread, 2))?;
    let data = buffer::required(thread, arguments.get(thread, 3))?;
    let action = action(thread, arguments.get(thread, 4))?;
    let most = most(thread, arguments.get(thread, 5))?;
    let kind = kind(thread, arguments)?;
    let step = motet_coders::once(kind, &settings, &dictionary, &data, action, most);
    outcome(thread, step)
}

/// `open(kind, settings, dictionary)`: the number of a coder, or the reason why there is none.
fn open<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let settings = numbers(thread, arguments.get(thread, 1))?;
    let dictionary = buffer::required(thread, arguments.get(thread, 2))?.into_owned();
    let kind = kind(thread, arguments)?.to_owned();
    thread.become_inevitable()?;
    match Coder::open(&kind, &settings, &dictionary) {
        Ok(coder) => Ok(int::from_length(motet_coders::keep(coder))),
        Err(failure) => failed(thread, failure),
    }
}

/// `step(number, data, action, most)`.
fn step<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = integer_argument(thread, arguments.get(thread, 0))?;
    let data = buffer::required(thread, arguments.get(thread, 1))?.into_owned();
    let action = action(thread, arguments.get(thread, 2))?;
    let most = most(thread, arguments.get(thread, 3))?;
    thread.become_inevitable()?;
    let step = || motet_coders::step_of(number as u64, &data, action, most);
    let step = thread.while_safe(step);
    outcome(thread, step)
}

fn close<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = integer_argument(thread, arguments.get(thread, 0))?;
    thread.become_inevitable()?;
    motet_coders::drop_coder(number as u64);
    Ok(NONE)
}

/// `frame_info(data)`: (bytes that come out or None, number of the dictionary), or None.
fn frame_info<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let data = buffer::required(thread, arguments.get(thread, 0))?;
    let Some(info) = motet_coders::frame_info(&data) else {
        return Ok(NONE);
    };
    let size = info.size.map_or(NONE, |size| int::from_u64(thread, size));
    let parts = [size, int::from_length(info.dictionary.into())];
    tuple::from_values(thread, &parts)
}

fn frame_length<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let data = buffer::required(thread, arguments.get(thread, 0))?;
    match motet_coders::frame_length(&data) {
        Ok(length) => Ok(int::from_length(length as u64)),
        Err(failure) => failed(thread, failure),
    }
}

fn dictionary_number<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let dictionary = buffer::required(thread, arguments.get(thread, 0))?;
    let number = motet_coders::dictionary_number(&dictionary);
    Ok(int::from_length(number.into()))
}

/// `train(samples, lengths, most)`: a dictionary, or the reason why there is none.
fn train<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let samples = buffer::required(thread, arguments.get(thread, 0))?;
    let lengths = numbers(thread, arguments.get(thread, 1))?;
    let lengths: Option<Vec<usize>> = lengths
        .into_iter()
        .map(|length| usize::try_from(length).ok())
        .collect();
    let most = most(thread, arguments.get(thread, 2))?.min(1 << 30);
    let Some(lengths) = lengths else {
        return failed(thread, Failure::Options);
    };
    match motet_coders::train(&samples, &lengths, most) {
        Ok(dictionary) => bytes::new(thread, &dictionary),
        Err(failure) => failed(thread, failure),
    }
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_coders_core")
    .functions(&[FUNCTIONS])
    .listed_as(&["_bz2", "_lzma", "_zstd"])];
