//! The code of native loops that take the place of a native's call, and return what it gives. What
//! they find in their registers is laid out by `types/call_loops.rs`.
//!
//! Most of them are one loop: the item, or what a function gives for it, is used; at the end comes
//! the result. A native of the machine's own may make that.

use std::sync::Arc;

use motet_python_bytecode::{
    ARGUMENT_OFFSET, CALLABLE_OFFSET, Code, ExceptionRange, Opcode, encode,
};

use crate::calling::internal_code::internal_code;
use crate::native_loops_code::{self, SUMS};
use motet_python_objects::model::call_loops::CallLoop;

/// The code of a loop.
pub fn call_loop_code(kind: CallLoop) -> Arc<Code> {
    use Applied::{Mapped, Nothing, Selecting};
    let collect = |applied, end: fn(u8) -> Vec<u32>| collect(applied, Opcode::ListAppend, end);
    match kind {
        CallLoop::Any => native_loops_code::search_code(true),
        CallLoop::All => native_loops_code::search_code(false),
        CallLoop::List => collect(Nothing, container),
        CallLoop::MappedList => collect(Mapped, container),
        CallLoop::SelectedList => collect(Selecting, container),
        CallLoop::Tuple => collect(Nothing, tuple),
        CallLoop::MappedTuple => collect(Mapped, tuple),
        CallLoop::Set => self::collect(Nothing, Opcode::SetAdd, container),
        CallLoop::MappedSet => self::collect(Mapped, Opcode::SetAdd, container),
        CallLoop::Extend => collect(Nothing, other),
        CallLoop::MappedExtend => collect(Mapped, other),
        CallLoop::Join => collect(Nothing, joined),
        CallLoop::MappedJoin => collect(Mapped, joined),
        CallLoop::Sum => sum(Nothing),
        CallLoop::MappedSum => sum(Mapped),
        CallLoop::Least => extreme(Nothing, Opcode::JumpUnlessLess),
        CallLoop::MappedLeast => extreme(Mapped, Opcode::JumpUnlessLess),
        CallLoop::Greatest => extreme(Nothing, Opcode::JumpUnlessGreater),
        CallLoop::MappedGreatest => extreme(Mapped, Opcode::JumpUnlessGreater),
        CallLoop::LeastByKey => extreme_by_key(Opcode::JumpUnlessLess),
        CallLoop::GreatestByKey => extreme_by_key(Opcode::JumpUnlessGreater),
        CallLoop::Sorted => sorted(true, false),
        CallLoop::SortedByKey => sorted(true, true),
        CallLoop::ListByKey => sorted(false, true),
    }
}

/// The function that a loop calls with each item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Applied {
    /// None: the items are used as they are.
    Nothing,
    /// That of a `map`: its results are used.
    Mapped,
    /// That of a `filter`: the items are used for which it answers true.
    Selecting,
}

/// A loop over the items of an iterator.
struct Loop {
    item: u8,
    iterator: u8,
    applied: Applied,
    /// The first register that is not the loop's own. If a function is applied it is in this one,
    /// and `StopIteration` in the next: a function that raises that ends the iteration.
    free: u8,
}

impl Loop {
    /// The registers of what the function has raised, and of whether that is `StopIteration`.
    const RAISED: u8 = 2;
    const IS_STOP: u8 = 3;
    /// So many registers of the function, the exceptions, and what is made of them.
    const OF_FUNCTION: u8 = 4;

    /// The header of the calls that the loop makes.
    fn call(&self) -> u8 {
        match self.applied {
            Applied::Nothing => self.free,
            Applied::Mapped | Applied::Selecting => self.free + Loop::OF_FUNCTION,
        }
    }

    /// The loop around `body`; then comes `end`, which returns. What stands behind that, where an
    /// item is refused, goes on with the next one.
    fn code(&self, body: &[u32], end: &[u32], refused: &[u32]) -> Arc<Code> {
        let call = self.call();
        let mut used = match self.applied {
            Applied::Nothing => Vec::new(),
            _ => call_words(call, self.free, &[self.item]),
        };
        let raises = used.len();
        match self.applied {
            Applied::Nothing => {}
            Applied::Mapped => used.push(encode::abc(Opcode::Move, self.item, call, 0)),
            Applied::Selecting => {
                used.push(encode::asbx(Opcode::JumpIfFalse, call, body.len() as i16));
            }
        }
        used.extend_from_slice(body);
        let mut words = around(self.item, self.iterator, &used);
        let bottom = words.len() as i32 - 2;
        words.extend_from_slice(end);
        if !refused.is_empty() {
            words.extend_from_slice(refused);
            let distance = bottom - (words.len() as i32 + 1);
            words.push(encode::jump(Opcode::Loop, distance));
        }
        let registers = usize::from(call + ARGUMENT_OFFSET) + MOST_ARGUMENTS;
        if self.applied == Applied::Nothing {
            return internal_code(words, registers);
        }
        let (raised, is_stop) = (self.free + Loop::RAISED, self.free + Loop::IS_STOP);
        let range = ExceptionRange {
            start: raises as u32,
            end: raises as u32 + 1,
            target: words.len() as u32,
            register: raised,
        };
        words.extend([
            encode::abc(Opcode::ExceptionMatches, is_stop, raised, self.free + 1),
            encode::asbx(Opcode::JumpIfTrue, is_stop, 1),
            encode::abc(Opcode::Reraise, raised, 0, 0),
        ]);
        words.extend_from_slice(end);
        let mut code = Arc::unwrap_or_clone(internal_code(words, registers));
        code.exception_table.push(range);
        Arc::new(code)
    }
}

/// So many arguments the calls of these loops have at most.
const MOST_ARGUMENTS: usize = 3;

/// `for item in iterator:` these words.
fn around(item: u8, iterator: u8, words: &[u32]) -> Vec<u32> {
    let length = words.len() as i32;
    // Enter at the bottom, where the first item is fetched.
    let mut all = vec![encode::jump(Opcode::Jump, length)];
    all.extend_from_slice(words);
    // From behind the loop back to its top.
    let back = -2 - length;
    all.extend([encode::abc(Opcode::ForLoop, item, iterator, 0), back as u32]);
    all
}

/// A call of what is in a register, with the values of others.
fn call_words(call: u8, callable: u8, arguments: &[u8]) -> Vec<u32> {
    let mut words = vec![encode::abc(
        Opcode::Move,
        call + CALLABLE_OFFSET,
        callable,
        0,
    )];
    let places = call + ARGUMENT_OFFSET..;
    words.extend(
        places
            .zip(arguments)
            .map(|(place, argument)| encode::abc(Opcode::Move, place, *argument, 0)),
    );
    words.push(encode::abc(Opcode::Call, call, arguments.len() as u8, 0));
    words
}

/// The same, and the end of the loop with what it gives.
fn return_of_call(call: u8, callable: u8, arguments: &[u8]) -> Vec<u32> {
    let mut words = call_words(call, callable, arguments);
    words.push(encode::abc(Opcode::Return, call, 0, 0));
    words
}

// ---- loops that collect: r0 is a list or a set, r1 the iterator, r2 the item, r3 another value,
// r4 a native, r5 the function

/// `r0.append(r2)` or `r0.add(r2)` for all items, then `end`, which gets the header of a call.
fn collect(applied: Applied, adding: Opcode, end: fn(u8) -> Vec<u32>) -> Arc<Code> {
    let around = Loop {
        item: 2,
        iterator: 1,
        applied,
        free: 5,
    };
    let body = [encode::abc(adding, 0, 2, 0)];
    around.code(&body, &end(around.call()), &[])
}

/// `return r0`.
fn container(_: u8) -> Vec<u32> {
    vec![encode::abc(Opcode::Return, 0, 0, 0)]
}

/// `return r3`.
fn other(_: u8) -> Vec<u32> {
    vec![encode::abc(Opcode::Return, 3, 0, 0)]
}

/// `return tuple(r0)`.
fn tuple(_: u8) -> Vec<u32> {
    vec![
        encode::abc(Opcode::ListToTuple, 0, 0, 0),
        encode::abc(Opcode::Return, 0, 0, 0),
    ]
}

/// `return r4(r3, r0)`.
fn joined(call: u8) -> Vec<u32> {
    return_of_call(call, 4, &[3, 0])
}

// ---- loops of steps: r0 is the state, r1 the item, r2 the second part of the state, r3 the
// iterator, r4 the native of the step, r5 the native that makes the result, r6 the function

fn steps(applied: Applied) -> Loop {
    Loop {
        item: 1,
        iterator: 3,
        applied,
        free: 6,
    }
}

/// Hands `r0, r1, r2` to `r4`. An item that it refuses goes behind the loop and its end.
fn feed(kind: usize, end: &[u32]) -> [u32; 2] {
    let over_loop_and_end = 2 + end.len() as u32;
    [
        encode::abc(Opcode::Feed, 0, 4, kind as u8),
        over_loop_and_end,
    ]
}

/// `return r5(r0, r2)` at the end; an item that is no number here is added to `r5(r0, r2)`.
fn sum(applied: Applied) -> Arc<Code> {
    let around = steps(applied);
    let call = around.call();
    let end = return_of_call(call, 5, &[0, 2]);
    let mut refused = call_words(call, 5, &[0, 2]);
    refused.extend([
        encode::abc(Opcode::Add, 0, call, 1),
        // Whatever is no float says that there is no rounding error: the native of the step.
        encode::abc(Opcode::Move, 2, 4, 0),
    ]);
    around.code(&feed(SUMS, &end), &end, &refused)
}

/// `return r5(r0, r2)` at the end; an item that Python code must compare becomes `r0` unless
/// `jump_unless` jumps.
fn extreme(applied: Applied, jump_unless: Opcode) -> Arc<Code> {
    let around = steps(applied);
    let end = return_of_call(around.call(), 5, &[0, 2]);
    let refused = [
        encode::abc(jump_unless, 1, 0, 0),
        1,
        encode::abc(Opcode::Move, 0, 1, 0),
    ];
    around.code(&feed(0, &end), &end, &refused)
}

/// The same by the keys that `r6` gives, without steps: `r0` is the best key, `r1` the item, `r4`
/// the best item, `r3` an iterable. Without an item the result is `r5(r0, r2)`.
fn extreme_by_key(jump_unless: Opcode) -> Arc<Code> {
    const CALL: u8 = 7;
    let key = call_words(CALL, 6, &[1]);
    let take = [
        encode::abc(Opcode::Move, 0, CALL, 0),
        encode::abc(Opcode::Move, 4, 1, 0),
    ];
    let empty = return_of_call(CALL, 5, &[0, 2]);
    let mut compared = key.clone();
    compared.extend([encode::abc(jump_unless, CALL, 0, 0), take.len() as u32]);
    compared.extend(take);
    let mut further = around(1, 3, &compared);
    // The first item enters the loop where the next one is fetched.
    let mut first = key;
    first.extend(take);
    // Over the loop of the first item, and the end without one.
    let over = 2 + empty.len() as i32;
    first.push(encode::jump(Opcode::Jump, over));
    let mut words = vec![encode::abc(Opcode::GetIter, 3, 3, 0)];
    words.extend(around(1, 3, &first));
    words.extend(empty);
    words.append(&mut further);
    words.push(encode::abc(Opcode::Return, 4, 0, 0));
    internal_code(words, usize::from(CALL + ARGUMENT_OFFSET) + MOST_ARGUMENTS)
}

/// `return r4(r0, r6, r5)`, where `r4` sorts the list `r0` by the keys in the list `r6`. Before
/// that the items of the iterator `r1` are appended to `r0`, and the results of `r3` for the items
/// to `r6`.
fn sorted(appends: bool, has_keys: bool) -> Arc<Code> {
    const CALL: u8 = 7;
    let mut words = Vec::new();
    if appends {
        words.extend(around(2, 1, &[encode::abc(Opcode::ListAppend, 0, 2, 0)]));
    }
    if has_keys {
        let mut body = call_words(CALL, 3, &[2]);
        body.push(encode::abc(Opcode::ListAppend, 6, CALL, 0));
        words.push(encode::abc(Opcode::GetIter, 1, 0, 0));
        words.extend(around(2, 1, &body));
    }
    words.extend(return_of_call(CALL, 4, &[0, 6, 5]));
    internal_code(words, usize::from(CALL + ARGUMENT_OFFSET) + MOST_ARGUMENTS)
}
