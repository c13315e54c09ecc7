//! The code of native loops that take the place of a native's call, and return what it gives. What
//! they find in their registers is laid out by `types/call_loops.rs`.
//!
//! Most of them are one loop: the item, or what a function gives for it, is used; at the end a leaf
//! native of the machine's own may make the result of what the loop has left in registers 0 to 2
//! (`Feed`, which takes less time than a call).

use std::sync::Arc;

use motet_python_bytecode::encode::Instruction;
use motet_python_bytecode::{
    ARGUMENT_OFFSET, CALLABLE_OFFSET, Code, ExceptionRange, Opcode, encode,
};

use crate::calling::internal_code::internal_code;
use crate::native_loops_code::{self, SUMS};
use motet_python_objects::model::call_loops::CallLoop;

/// The code of a loop.
pub fn call_loop_code(kind: CallLoop) -> Arc<Code> {
    use Applied::{Mapped, Nothing, Selecting};
    let collect = |applied, end: &[u32]| collect(applied, Opcode::ListAppend, end);
    match kind {
        CallLoop::Any => native_loops_code::search_code(true),
        CallLoop::All => native_loops_code::search_code(false),
        CallLoop::List => collect(Nothing, &CONTAINER),
        CallLoop::MappedList => collect(Mapped, &CONTAINER),
        CallLoop::SelectedList => collect(Selecting, &CONTAINER),
        CallLoop::Tuple => collect(Nothing, &MADE),
        CallLoop::MappedTuple => collect(Mapped, &MADE),
        CallLoop::Set => self::collect(Nothing, Opcode::SetAdd, &CONTAINER),
        CallLoop::MappedSet => self::collect(Mapped, Opcode::SetAdd, &CONTAINER),
        CallLoop::Extend => collect(Nothing, &OTHER),
        CallLoop::MappedExtend => collect(Mapped, &OTHER),
        CallLoop::Join => collect(Nothing, &JOINED),
        CallLoop::MappedJoin => collect(Mapped, &JOINED),
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
    /// Whether the result of a `map` is wanted in the register of the item, too.
    moves: bool,
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

    /// The loop around `body`, which has the item in its register; then comes `end`, which returns.
    /// What stands behind that, where an item is refused, goes on with the next one.
    fn code(&self, body: &[u32], end: &[u32], refused: &[u32]) -> Arc<Code> {
        let call = self.call();
        let mut used = match self.applied {
            Applied::Nothing => Vec::new(),
            _ => call_words(call, self.free, &[self.item]),
        };
        let raises = used.len();
        match self.applied {
            Applied::Nothing => {}
            Applied::Mapped if self.moves => {
                used.push(encode::abc(Opcode::Move, self.item, call, 0));
            }
            Applied::Mapped => {}
            Applied::Selecting => {
                // (The truth of the answer belongs to what may raise.)
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
        if self.applied == Applied::Nothing {
            return code_of(words);
        }
        let (raised, is_stop) = (self.free + Loop::RAISED, self.free + Loop::IS_STOP);
        let range = ExceptionRange {
            start: raises as u32,
            end: raises as u32 + 1 + u32::from(self.applied == Applied::Selecting),
            target: words.len() as u32,
            register: raised,
        };
        words.extend([
            encode::abc(Opcode::ExceptionMatches, is_stop, raised, self.free + 1),
            encode::asbx(Opcode::JumpIfTrue, is_stop, 1),
            encode::abc(Opcode::Reraise, raised, 0, 0),
        ]);
        words.extend_from_slice(end);
        let mut code = Arc::unwrap_or_clone(code_of(words));
        code.exception_table.push(range);
        Arc::new(code)
    }
}

/// Code with just the registers that its words touch: all of them are filled when it is entered.
fn code_of(words: Vec<u32>) -> Arc<Code> {
    let (mut index, mut count) = (0, 0);
    while index < words.len()
        && let Ok(instruction) = Instruction::decode(&words, index)
    {
        let ends = instruction
            .touched()
            .map(|(first, length, _)| first + length);
        count = ends.fold(count, u32::max);
        index = instruction.next() as usize;
    }
    internal_code(words, count as usize)
}

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

/// `return r0`, after a native has made that of `r0, r1, r2`: the one in a register.
const fn made_by(native: u8) -> [u32; 3] {
    let [feed, distance] = feed(native, 0, 0);
    [feed, distance, RETURN]
}

/// Hands `r0, r1, r2` to a leaf native, which may change them. Jumps over so many words if it
/// refuses them.
const fn feed(native: u8, kind: usize, over: u32) -> [u32; 2] {
    [encode::abc(Opcode::Feed, 0, native, kind as u8), over]
}

/// `return r0`.
const RETURN: u32 = encode::abc(Opcode::Return, 0, 0, 0);

// ---- loops that collect: r0 is a list or a set, r1 the iterator, r2 the item, r3 another value,
// r4 a native, r5 the function

/// `r0.append(r2)` or `r0.add(r2)` for all items, then `end`.
fn collect(applied: Applied, adding: Opcode, end: &[u32]) -> Arc<Code> {
    let around = Loop {
        item: 2,
        iterator: 1,
        applied,
        free: 5,
        moves: false,
    };
    let used = match applied {
        Applied::Mapped => around.call(),
        Applied::Nothing | Applied::Selecting => 2,
    };
    let body = [encode::abc(adding, 0, used, 0)];
    around.code(&body, end, &[])
}

/// `return r0`.
const CONTAINER: [u32; 1] = [RETURN];
/// `return r3`.
const OTHER: [u32; 1] = [encode::abc(Opcode::Return, 3, 0, 0)];
/// Returns what `r4` makes of the list `r0`.
const MADE: [u32; 3] = made_by(4);
/// The same of the list and `r3`.
const JOINED: [u32; 4] = {
    let [feed, distance, end] = MADE;
    [encode::abc(Opcode::Move, 1, 3, 0), feed, distance, end]
};

// ---- loops of steps: r0 is the state, r1 the item, r2 the second part of the state, r3 the
// iterator, r4 the native of the step, r5 the native that makes the result, r6 the function

fn steps(applied: Applied) -> Loop {
    Loop {
        item: 1,
        iterator: 3,
        applied,
        free: 6,
        moves: true,
    }
}

/// Returns what `r5` makes of the state.
const RESULT: [u32; 3] = made_by(5);
/// What a step does if the native refuses an item: goes behind the loop and its end.
const OVER_LOOP_AND_RESULT: u32 = 2 + RESULT.len() as u32;

/// An item that the native does not add is added to the sum so far by its own operator.
fn sum(applied: Applied) -> Arc<Code> {
    let [result, distance, _] = RESULT;
    let refused = [result, distance, encode::abc(Opcode::Add, 0, 0, 1)];
    let step = feed(4, SUMS, OVER_LOOP_AND_RESULT);
    steps(applied).code(&step, &RESULT, &refused)
}

/// An item that the native does not compare becomes `r0` unless `jump_unless` jumps.
fn extreme(applied: Applied, jump_unless: Opcode) -> Arc<Code> {
    let refused = [
        encode::abc(jump_unless, 1, 0, 0),
        1,
        encode::abc(Opcode::Move, 0, 1, 0),
    ];
    let step = feed(4, 0, OVER_LOOP_AND_RESULT);
    steps(applied).code(&step, &RESULT, &refused)
}

/// The same by the keys that `r6` gives, without steps: `r0` is the best key, `r1` the item, `r4`
/// the best item, `r3` an iterable. Without an item `r5` makes the result.
fn extreme_by_key(jump_unless: Opcode) -> Arc<Code> {
    const CALL: u8 = 7;
    let key = call_words(CALL, 6, &[1]);
    let take = [
        encode::abc(Opcode::Move, 0, CALL, 0),
        encode::abc(Opcode::Move, 4, 1, 0),
    ];
    let mut first = key.clone();
    first.extend(take);
    // Over the loop of the first item, and the end without one, to where the next one is fetched.
    first.push(encode::jump(Opcode::Jump, OVER_LOOP_AND_RESULT as i32));
    let mut further = key;
    further.extend([encode::abc(jump_unless, CALL, 0, 0), take.len() as u32]);
    further.extend(take);
    let mut words = vec![encode::abc(Opcode::GetIter, 3, 3, 0)];
    words.extend(around(1, 3, &first));
    words.extend(RESULT);
    words.extend(around(1, 3, &further));
    words.push(encode::abc(Opcode::Return, 4, 0, 0));
    code_of(words)
}

/// The list `r0`, sorted by the keys in the list `r6`, descending if `r5` says so: the native `r4`
/// does that if it takes no Python code, else `r7`. Before that the items of the iterator `r1` are
/// appended to `r0`, and the results of `r3` for the items to `r6`.
fn sorted(appends: bool, has_keys: bool) -> Arc<Code> {
    const CALL: u8 = 8;
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
    words.extend([
        encode::abc(Opcode::Move, 1, 6, 0),
        encode::abc(Opcode::Move, 2, 5, 0),
    ]);
    words.extend(feed(4, 0, 1));
    words.push(RETURN);
    words.extend(call_words(CALL, 7, &[0, 1, 2]));
    words.push(encode::abc(Opcode::Return, CALL, 0, 0));
    code_of(words)
}
