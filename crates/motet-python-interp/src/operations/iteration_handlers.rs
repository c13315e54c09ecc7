//! Iteration and unpacking: the handlers. `for` over ranges, lists and tuples, over pairs of `zip`
//! and `enumerate` that are unpacked at once, over a `map` of a function of the program; and the
//! step of `sum` for each item.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_python_bytecode::Opcode;
use motet_tm::{GilMode, Object, Value, WriteView};

use super::handler_support::*;
use super::iteration;
use super::operator_trampoline::{NEXT, enter_method, for_special, iter_special};
use crate::native_loops_code::SUMS;
use motet_python_objects::model::function::{METHOD_FUNCTION, METHOD_SELF};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Next, NextPair};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::iterators::{self, PLACE, SOURCE};
use motet_python_objects::types::protocol::iterate;

handled! {
    GetIter => get_iter;
    ForLoop => for_loop;
    Unpack => unpack;
    UnpackItem => unpack;
    Feed => feed;
}

/// More iterators at once are left to the general way.
const ZIPPED_MAX: u64 = 8;

handlers! {
    unpack<M>(pc, registers, thread, word) else unpack_leaf {
        let tuple = object_of(thread, get(registers, b(word)), CLASS_TUPLE)?;
        let count = c(word);
        if thread.array_length(tuple) != count as u64 {
            return None;
        }
        for place in 0..count {
            let item = thread.read_element_in::<GilMode>(tuple, place as u64);
            set(registers, a(word) + place, item);
        }
        Some((pc.add(1), registers))
    }

    feed_any<M>(pc, registers, thread, word) {
        begin(thread, pc, registers, 2);
        match feed_step(thread, word) {
            Step::Yes => Some((pc.add(2), registers)),
            Step::Failed => Some((to_loop(), registers)),
            _ => Some((pc.offset(2 + (*pc.add(1) as i32) as isize), registers)),
        }
    }

    for_pair<M>(pc, registers, thread, word) else for_leaf {
        let (top, unpack) = spread_at(pc, word, 2)?;
        if must_yield::<M>(thread) {
            return None;
        }
        begin(thread, pc, registers, 2);
        match pair_step(thread, word, unpack) {
            Step::Yes => Some((top.add(1), registers)),
            Step::Done => Some((pc.add(2), registers)),
            Step::Whole => None,
            Step::Failed => Some((to_loop(), registers)),
        }
    }

    for_leaf<M>(pc, registers, thread, word) else for_special {
        if must_yield::<M>(thread) {
            return None;
        }
        begin(thread, pc, registers, 2);
        match next_step(thread, word) {
            Step::Yes => Some((pc.offset(2 + (*pc.add(1) as i32) as isize), registers)),
            Step::Done => Some((pc.add(2), registers)),
            Step::Whole => None,
            Step::Failed => Some((to_loop(), registers)),
        }
    }

    for_mapped<M>(pc, registers, thread, word) {
        let map = object_of(thread, get(registers, b(word)), CLASS_MAP)?;
        let (function, source) = iterators::mapped(thread, map)?;
        let source = source.as_object()?;
        // The source moves only if the function is entered.
        if thread.host_of(source) == CLASS_RANGE_ITERATOR {
            let fields = thread.write_open(source)?.read();
            if fields.get(2).as_integer()? <= 0 {
                return None;
            }
            let entered = enter_mapped::<M>(thread, function, fields.get(1), pc, registers)?;
            range_item(thread, source)?;
            return Some(entered);
        }
        let next = ahead::<M>(thread, source)?;
        let item = next.item::<M>(thread);
        let entered = enter_mapped::<M>(thread, function, item, pc, registers)?;
        next.advance()?;
        Some(entered)
    }

    for_loop<M>(pc, registers, thread, word) else for_other {
        let iterator = object_of(thread, get(registers, b(word)), CLASS_RANGE_ITERATOR)?;
        if must_yield::<M>(thread) {
            return None;
        }
        let item = range_item(thread, iterator)?;
        set(registers, a(word), item);
        Some((pc.offset(2 + (*pc.add(1) as i32) as isize), registers))
    }

    for_list<M>(pc, registers, thread, word) else for_leaf {
        let iterator = get(registers, b(word)).as_object()?;
        if must_yield::<M>(thread) {
            return None;
        }
        let item = list_item::<M>(thread, iterator)?;
        set(registers, a(word), item);
        Some((pc.offset(2 + (*pc.add(1) as i32) as isize), registers))
    }

    for_tuple<M>(pc, registers, thread, word) else for_leaf {
        let iterator = get(registers, b(word)).as_object()?;
        if must_yield::<M>(thread) {
            return None;
        }
        let item = tuple_item(thread, iterator)?;
        set(registers, a(word), item);
        Some((pc.offset(2 + (*pc.add(1) as i32) as isize), registers))
    }

    for_zip<M>(pc, registers, thread, word) else for_zips {
        let (top, unpack) = spread_at(pc, word, 2)?;
        let zip = thread.read_in::<M>(get(registers, b(word)).as_object()?);
        let sources = zip.get(SOURCE).as_object()?;
        if zip.get(PLACE) == TRUE || thread.array_length(sources) != 2 {
            return None;
        }
        let (left, right) = (zipped(thread, sources, 0)?, zipped(thread, sources, 1)?);
        // The same iterator at two places would yield another item the second time.
        if left == right || must_yield::<M>(thread) {
            return None;
        }
        // Nothing moves before it is known that both can.
        let (left, right) = (ahead::<M>(thread, left)?, ahead::<M>(thread, right)?);
        left.advance()?;
        right.advance()?;
        set(registers, a(unpack), left.item::<M>(thread));
        set(registers, a(unpack) + 1, right.item::<M>(thread));
        Some((top.add(1), registers))
    }

    for_zips<M>(pc, registers, thread, word) else for_pair {
        let zip = thread.read_in::<M>(get(registers, b(word)).as_object()?);
        let sources = zip.get(SOURCE).as_object()?;
        let count = thread.array_length(sources);
        if zip.get(PLACE) == TRUE || !(3..=ZIPPED_MAX).contains(&count) {
            return None;
        }
        let (top, unpack) = spread_at(pc, word, count as usize)?;
        if must_yield::<M>(thread) {
            return None;
        }
        // As above. (An iterator at several places yields an item for each.)
        let mut are_near_end = false;
        for index in 0..count {
            are_near_end |= ahead::<M>(thread, zipped(thread, sources, index)?)?.left < count;
        }
        if are_near_end {
            for index in 1..count {
                for other in 0..index {
                    if zipped(thread, sources, other)? == zipped(thread, sources, index)? {
                        return None;
                    }
                }
            }
        }
        for index in 0..count {
            let next = ahead::<M>(thread, zipped(thread, sources, index)?)?;
            next.advance()?;
            set(registers, a(unpack) + index as usize, next.item::<M>(thread));
        }
        Some((top.add(1), registers))
    }

    for_enumerate<M>(pc, registers, thread, word) else for_pair {
        let (top, unpack) = spread_at(pc, word, 2)?;
        let view = thread.write_open(get(registers, b(word)).as_object()?)?;
        let (source, number) = (view.read().get(SOURCE).as_object()?, view.read().get(PLACE));
        let after = Value::from_integer(number.as_integer()? + 1)?;
        if must_yield::<M>(thread) {
            return None;
        }
        // No structure comes back from here: it would cost the handler its jump.
        let item = match thread.host_of(source) {
            CLASS_LIST_ITERATOR => list_item::<M>(thread, source)?,
            CLASS_TUPLE_ITERATOR => tuple_item(thread, source)?,
            _ => return None,
        };
        view.set(PLACE, after);
        set(registers, a(unpack), number);
        set(registers, a(unpack) + 1, item);
        Some((top.add(1), registers))
    }

    feed<M>(pc, registers, _thread, word) else feed_any {
        if c(word) != SUMS {
            return None;
        }
        let total = get(registers, a(word)).as_integer()?;
        let item = get(registers, a(word) + 1).as_integer()?;
        set(registers, a(word), Value::from_integer(total + item)?);
        Some((pc.add(2), registers))
    }
}

/// The part of `ForLoop` for an iterator that is not over a range.
///
/// # Safety
/// The contract of the handlers.
#[inline(never)]
#[cfg_attr(target_os = "linux", unsafe(link_section = "motet_handlers"))]
unsafe extern "C" fn for_other<M: FastMode>(
    pc: Pc,
    registers: Registers,
    thread: *const Thread,
    word: u32,
) {
    // SAFETY: the contract of the handlers.
    unsafe {
        let iterator = get(registers, b(word)).as_object();
        let kind = iterator.map_or(u32::MAX, |iterator| (*thread).host_of(iterator));
        let handler = match M::LOOPS.get(kind as usize) {
            Some(handler) => *handler,
            None => for_leaf::<M>,
        };
        handler(pc, registers, thread, word);
    }
}

/// Enters the function of a `map` with an item, if it is one of the program.
///
/// # Safety
/// The contract of the handlers, at a `ForLoop`.
#[inline(always)]
unsafe fn enter_mapped<M: FastMode>(
    thread: &Thread,
    function: Value<'_>,
    item: Value<'_>,
    pc: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    // SAFETY: the contract of the handlers; the instruction has two words.
    unsafe {
        let returns = pc.add(2);
        let Some(method) = object_of(thread, function, CLASS_METHOD) else {
            let function = object_of(thread, function, CLASS_FUNCTION)?;
            return enter_method::<M, 1>(thread, function, [item], NEXT, returns, registers);
        };
        let method = thread.read_in::<M>(method);
        let function = object_of(thread, method.get(METHOD_FUNCTION), CLASS_FUNCTION)?;
        let given = [method.get(METHOD_SELF), item];
        enter_method::<M, 2>(thread, function, given, NEXT, returns, registers)
    }
}

/// The begin of the body of a loop that unpacks each item into `count` registers first, and the
/// instruction that unpacks.
///
/// # Safety
/// The contract of the handlers, at a `ForLoop`.
#[inline(always)]
pub(crate) unsafe fn spread_at(pc: Pc, word: u32, count: usize) -> Option<(Pc, u32)> {
    // SAFETY: the verifier has checked where the loop jumps.
    unsafe {
        let top = pc.offset(2 + (*pc.add(1) as i32) as isize);
        let unpack = *top;
        let is_unpacked = unpack as u8 == Opcode::UnpackItem as u8 && b(unpack) == a(word);
        let is_spread = is_unpacked && c(unpack) == count;
        is_spread.then_some((top, unpack))
    }
}

/// The next number of a range iterator, whose word 1 is that number, word 2 how many are left, word
/// 3 the step. An iterator that this transaction has written already needs no read barrier.
#[inline(always)]
fn range_item<'a>(thread: &'a Thread, iterator: Object<'a>) -> Option<Value<'a>> {
    let view = thread.write_open(iterator)?;
    let fields = view.read();
    let (item, left) = (fields.get(1), fields.get(2).as_integer()?);
    if left <= 0 {
        return None;
    }
    let after = item.as_integer()? + fields.get(3).as_integer()?;
    view.set(1, Value::from_integer(after)?);
    view.set(2, Value::from_integer(left - 1)?);
    Some(item)
}

/// The next item of a list iterator: word 1 is the list, word 2 the place.
#[inline(always)]
fn list_item<'a, M: FastMode>(thread: &'a Thread, iterator: Object<'a>) -> Option<Value<'a>> {
    debug_assert!(thread.host_of(iterator) == CLASS_LIST_ITERATOR);
    let view = thread.write_open(iterator)?;
    let fields = view.read();
    let list = object_of(thread, fields.get(1), CLASS_LIST)?;
    let place = fields.get(2).as_integer()?;
    let list = read_own::<M>(thread, list);
    // (A negative place is a large one here.)
    if place as u64 >= list.get(2).as_integer()? as u64 {
        return None;
    }
    let items = list.get(1).as_object()?;
    // First, so that fewer machine registers are in use at once.
    view.set(2, Value::from_integer(place + 1)?);
    Some(thread.read_element_in::<M>(items, place as u64))
}

/// The next item of a tuple iterator: word 1 is the tuple, word 2 the place.
#[inline(always)]
fn tuple_item<'a>(thread: &'a Thread, iterator: Object<'a>) -> Option<Value<'a>> {
    debug_assert!(thread.host_of(iterator) == CLASS_TUPLE_ITERATOR);
    let view = thread.write_open(iterator)?;
    let fields = view.read();
    let (tuple, place) = (fields.get(1).as_object()?, fields.get(2).as_integer()?);
    // (A negative place is a large one here.)
    if place as u64 >= thread.array_length(tuple) {
        return None;
    }
    view.set(2, Value::from_integer(place + 1)?);
    Some(thread.read_element_in::<GilMode>(tuple, place as u64))
}

/// Where an iterator over a list or tuple is that has not ended. It stays there.
struct Ahead<'a> {
    view: WriteView<'a>,
    place: i64,
    /// How many items it still yields, at least one.
    left: u64,
    /// The tuple, or the storage of the list.
    items: Object<'a>,
    is_tuple: bool,
}

impl<'a> Ahead<'a> {
    /// The item that it would yield next.
    #[inline(always)]
    fn item<M: FastMode>(&self, thread: &'a Thread) -> Value<'a> {
        let place = self.place as u64;
        match self.is_tuple {
            true => thread.read_element_in::<GilMode>(self.items, place),
            false => thread.read_element_in::<M>(self.items, place),
        }
    }

    /// Lets the iterator move on. (No sequence is so long that there were no next place.)
    #[inline(always)]
    fn advance(&self) -> Option<()> {
        self.view.set(PLACE, Value::from_integer(self.place + 1)?);
        Some(())
    }
}

/// One of the iterators of a `zip`. (No closure: one that is not inlined costs a handler its jump.)
#[inline(always)]
fn zipped<'a>(thread: &'a Thread, sources: Object<'a>, index: u64) -> Option<Object<'a>> {
    thread
        .read_element_in::<GilMode>(sources, index)
        .as_object()
}

/// Looks at an iterator; nothing if it is over no list or tuple, or has ended.
#[inline(always)]
fn ahead<'a, M: FastMode>(thread: &'a Thread, iterator: Object<'a>) -> Option<Ahead<'a>> {
    let is_tuple = match thread.host_of(iterator) {
        CLASS_LIST_ITERATOR => false,
        CLASS_TUPLE_ITERATOR => true,
        _ => return None,
    };
    let view = thread.write_open(iterator)?;
    let (source, place) = (
        view.read().get(SOURCE),
        view.read().get(PLACE).as_integer()?,
    );
    let (items, length) = if is_tuple {
        let tuple = source.as_object()?;
        (tuple, thread.array_length(tuple))
    } else {
        let list = read_own::<M>(thread, object_of(thread, source, CLASS_LIST)?);
        (list.get(1).as_object()?, list.get(2).as_integer()? as u64)
    };
    // (A negative place is a large one here.)
    let left = length.checked_sub(place as u64)?;
    (left > 0).then_some(Ahead {
        view,
        place,
        left,
        items,
        is_tuple,
    })
}

leaves! {
    get_iter = get_iter_step else iter_special;
    unpack_leaf = unpack_step;
}

#[inline(never)]
fn get_iter_step(thread: &Thread, word: u32) -> Step {
    put(
        thread,
        word,
        iterate::iter_leaf(thread, thread.register(b(word) as u8)),
    )
}

#[inline(never)]
fn unpack_step(thread: &Thread, word: u32) -> Step {
    let (a, b, count) = (a(word) as u8, b(word) as u8, c(word) as u8);
    if iteration::unpack_exactly(thread, a, b, count) {
        Step::Done
    } else {
        Step::Whole
    }
}

/// An item of an iteration that is a pair, put into the registers of the next instruction, which
/// would unpack it.
#[inline(never)]
fn pair_step(thread: &Thread, word: u32, unpack: u32) -> Step {
    match iterators::next_pair(thread, thread.register(b(word) as u8)) {
        Ok(NextPair::Items(first, second)) => {
            let register = a(unpack) as u8;
            thread.set_register(register, first);
            thread.set_register(register + 1, second);
            Step::Yes
        }
        Ok(NextPair::End) => Step::Done,
        Ok(NextPair::Other) => Step::Whole,
        Err(unwind) => failed(thread, unwind),
    }
}

#[inline(never)]
fn feed_step(thread: &Thread, word: u32) -> Step {
    answer(
        thread,
        iteration::feed_leaf(thread, a(word) as u8, b(word) as u8).map(Some),
    )
}

#[inline(never)]
fn next_step(thread: &Thread, word: u32) -> Step {
    match iterate::next_leaf(thread, thread.register(b(word) as u8)) {
        Ok(Next::Item(value)) => {
            thread.set_register(a(word) as u8, value);
            Step::Yes
        }
        Ok(Next::End) => Step::Done,
        Ok(Next::Call) => Step::Whole,
        Err(unwind) => failed(thread, unwind),
    }
}
