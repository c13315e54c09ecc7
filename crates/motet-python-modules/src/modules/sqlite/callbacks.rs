//! Functions, collations and hooks that a program gives to SQLite: their arguments and results go
//! through functions of `_sqlite3`, which never raise.

use std::time::{Duration, Instant};

use motet_sqlite::{Answer, Call, Failure, Host, Kind, Text, ValueRef, codes};

use motet_python_objects::classes::threads::wait_outside;
use motet_python_objects::model::upcalls;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{int, string};

use super::statements::{argument, owned_value};
use super::{c_text, database, failure, is_true, number, small};

/// The functions of this file.
pub(super) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("define_function", 6, 6, define_function),
    NativeFunction::calling("define_collation", 3, 3, define_collation),
    NativeFunction::calling("set_hook", 4, 4, set_hook),
];

/// The thread in which SQLite runs, while it may call back.
pub(super) struct PythonHost<'a> {
    pub(super) thread: &'a mut Thread,
}

/// The message when not even the function of `_sqlite3` can run.
const BROKEN: &str = "user-defined function raised exception";

fn broken() -> Answer {
    Answer::Failed(Failure::Other(BROKEN.to_owned()))
}

impl Host for PythonHost<'_> {
    fn call(&mut self, id: u64, call: Call<'_>) -> Answer {
        let thread = &mut *self.thread;
        let mark = thread.root_count();
        let answer = answer(thread, id, call);
        let answer = answer.unwrap_or_else(|_| {
            let _ = thread.take_raised();
            broken()
        });
        thread.truncate_roots(mark);
        answer
    }

    fn sleep(&mut self, time: Duration) {
        let end = Instant::now() + time;
        wait_outside(self.thread, || Instant::now() >= end);
    }
}

/// Asks `_sqlite3`.
fn answer(thread: &mut Thread, id: u64, call: Call<'_>) -> Outcome<Answer> {
    let mut given = vec![thread.root(int::from_u64(thread, id))];
    let is_function = !matches!(
        call,
        Call::Compare(_) | Call::Authorize(..) | Call::Progress | Call::Trace(_)
    );
    let name = match call {
        Call::Function(values) => {
            if !push_values(thread, &mut given, values)? {
                return Ok(broken());
            }
            "_on_function"
        }
        Call::Step(group, values) | Call::Inverse(group, values) => {
            given.push(thread.root(int::from_u64(thread, group)));
            if !push_values(thread, &mut given, values)? {
                return Ok(broken());
            }
            match call {
                Call::Step(..) => "_on_step",
                _ => "_on_inverse",
            }
        }
        Call::Now(group) | Call::Final(group) => {
            given.push(thread.root(int::from_u64(thread, group)));
            match call {
                Call::Now(_) => "_on_now",
                _ => "_on_final",
            }
        }
        Call::Compare(both) => {
            if !push_values(thread, &mut given, &both.map(ValueRef::Text))? {
                return Ok(Answer::Number(0));
            }
            "_on_compare"
        }
        Call::Authorize(action, about) => {
            given.push(thread.root(int::from_i64(thread, action.into())));
            for text in about {
                given.push(match text {
                    Some(text) => thread.root(string::new(thread, text)?),
                    None => thread.root(NONE),
                });
            }
            "_on_authorize"
        }
        Call::Progress => "_on_progress",
        Call::Trace(text) => {
            let (text, is_full) = match text {
                Text::Full(text) => (text, TRUE),
                Text::Raw(text) => (text, FALSE),
            };
            given.push(thread.root(string::new(thread, text)?));
            given.push(thread.root(is_full));
            "_on_trace"
        }
    };
    let answer = upcalls::call_python(thread, "_sqlite3", name, &given)?;
    read_answer(thread, answer, is_function)
}

/// Adds arguments; false if one is a text that is not UTF-8.
fn push_values(thread: &Thread, given: &mut Vec<Root>, values: &[ValueRef<'_>]) -> Outcome<bool> {
    for value in values {
        match argument(thread, *value)? {
            Some(value) => given.push(thread.root(value)),
            None => return Ok(false),
        }
    }
    Ok(true)
}

/// The answer of `_sqlite3`: a value; a number for hooks; a pair of the kind and the text of a
/// function's failure.
fn read_answer(thread: &Thread, answer: Root, is_function: bool) -> Outcome<Answer> {
    let value = thread.get(answer);
    if !is_function {
        let number = int::to_i64(thread, value).unwrap_or(1);
        return Ok(Answer::Number(number as i32));
    }
    let parts = match motet_python_objects::types::tuple::as_tuple(thread, value) {
        Some(_) => thread.tuple_items(value),
        None => match owned_value(thread, value)? {
            Some(value) => return Ok(Answer::Value(value)),
            None => return Ok(broken()),
        },
    };
    let how = parts.first().and_then(|how| int::to_i64(thread, *how));
    let why = parts
        .get(1)
        .and_then(|why| string::as_text(thread, *why))
        .unwrap_or(BROKEN);
    Ok(Answer::Failed(match how {
        Some(1) => Failure::NoMemory,
        Some(2) => Failure::TooBig,
        _ => Failure::Other(why.to_owned()),
    }))
}

/// `define_function(database, name, arguments, is_deterministic, kind, id)`; kind 0 is a function,
/// 1 an aggregate, 2 one for windows; id 0 takes it out.
fn define_function<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = database(thread, arguments, 0)?;
    let name = c_text(thread, arguments, 1)?;
    let count = small(thread, arguments, 2)?;
    let is_deterministic = is_true(thread, arguments, 3);
    let kind = match small(thread, arguments, 4)? {
        0 => Kind::Function,
        1 => Kind::Aggregate,
        _ => Kind::Window,
    };
    let id = number(thread, arguments, 5)? as u64;
    let _guard = shared.enter(thread)?;
    shared.calls_back();
    let connection = &shared.connection;
    let code = connection.define_function(&name, count, is_deterministic, kind, id);
    if code == codes::OK {
        return Ok(NONE);
    }
    Err(failure(thread, connection, code))
}

/// `define_collation(database, name, id)`.
fn define_collation<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = database(thread, arguments, 0)?;
    let name = c_text(thread, arguments, 1)?;
    let id = number(thread, arguments, 2)? as u64;
    let _guard = shared.enter(thread)?;
    shared.calls_back();
    let code = shared.connection.define_collation(&name, id);
    if code == codes::OK {
        return Ok(NONE);
    }
    Err(failure(thread, &shared.connection, code))
}

/// `set_hook(database, which, id, each)`: 0 may refuse operations, 1 is called on progress (each so
/// many operations), 2 for statements that begin.
fn set_hook<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let shared = database(thread, arguments, 0)?;
    let which = small(thread, arguments, 1)?;
    let id = number(thread, arguments, 2)? as u64;
    let each = small(thread, arguments, 3)?;
    let _guard = shared.enter(thread)?;
    shared.calls_back();
    let connection = &shared.connection;
    let code = match which {
        0 => connection.set_authorizer(id),
        1 => {
            connection.set_progress(id, each);
            codes::OK
        }
        _ => connection.set_trace(id),
    };
    if code == codes::OK {
        return Ok(NONE);
    }
    Err(failure(thread, &shared.connection, code))
}
