//! Generators and similar objects: the generic operations. Where the values go that they yield
//! stands in `calling/generators.rs`.

use std::sync::atomic::Ordering;

use super::family::operations;
use motet_python_bytecode::encode;
use motet_python_bytecode::encode::{a, b, c};
use motet_python_objects::classes::attribute;
use motet_python_objects::classes::generator;
use motet_python_objects::classes::generator::State;
use motet_python_objects::classes::generator::raise_stop;
use motet_python_objects::classes::generator::raise_stop_async;
use motet_python_objects::model::exception::TYPE_ERROR;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::{HEADER_RESULT, Thread};
use motet_python_objects::types::protocol::iterate;

use super::iteration;
use crate::calling::generators::{TWO_WORDS, delegated, finish_send, header_above};

operations! {
    MakeGenerator => |thread, _| make_generator(thread);
    Yield => |thread, word| yield_value(thread, b(word), c(word), true);
    YieldFrom => |thread, word| yield_value(thread, a(word), c(word), false);
    Send => |thread, word| send(thread, a(word), b(word));
    EndGenerator => |thread, word| end_generator(thread, a(word));
    GetYieldFromIter => |thread, word| get_yield_from_iter(thread, a(word), b(word));
}

pub(crate) fn make_generator(thread: &mut Thread) -> Outcome<()> {
    debug_assert!(
        thread.index_of_instruction(thread.pc())
            == usize::from(!thread.code().source.spilled_names.is_empty()),
        "the first instruction, or right behind ExtendClosure"
    );
    let generator = generator::new(thread).word();
    let header = header_of_frame(thread);
    let returns = thread.pop_frame();
    thread.set_stack_word(header + HEADER_RESULT, generator);
    thread.set_next(returns);
    Ok(())
}

fn header_of_frame(thread: &Thread) -> usize {
    thread.registers_index() - motet_python_bytecode::FRAME_HEADER_WORDS
}

/// The words of the two-word instruction before an address.
fn instruction_before(thread: &Thread, address: *const u32) -> (u32, i32) {
    let word = thread.fetch_word(address.wrapping_sub(TWO_WORDS));
    let extension = thread.fetch_word(address.wrapping_sub(1));
    (word, extension as i32)
}

pub(crate) fn yield_value(
    thread: &mut Thread,
    register: u8,
    kept: u8,
    is_item: bool,
) -> Outcome<()> {
    debug_assert!(u32::from(kept) <= thread.code().register_count);
    let value = thread.register(register).word();
    let how = generator::suspend(thread, kept, is_item)?;
    let header = header_of_frame(thread);
    let returns = thread.pop_frame();
    match how {
        State::InFor | State::InSend | State::InAsync => {
            let (word, distance) = instruction_before(thread, returns);
            thread.set_register_word(encode::a(word), value);
            thread.set_next(returns);
            if how == State::InFor || how == State::InAsync && is_item {
                thread.jump(distance);
            }
        }
        _ => {
            thread.set_stack_word(header + HEADER_RESULT, value);
            thread.set_next(returns);
        }
    }
    Ok(())
}

pub(crate) fn end_generator(thread: &mut Thread, a: u8) -> Outcome<()> {
    debug_assert!(thread.code().source.generator.is_some(), "a generator runs");
    let value = thread.register(a).word();
    let instruction = thread.index_of_instruction(thread.pc());
    let how = generator::finish_running(thread, thread.register(a), instruction)?;
    let header = header_of_frame(thread);
    let returns = thread.pop_frame();
    thread.set_next(returns);
    match how {
        State::InFor => {}
        State::InSend => {
            let (word, distance) = instruction_before(thread, returns);
            thread.set_register_word(encode::a(word), value);
            thread.jump(distance);
        }
        State::InNative => thread.set_stack_word(header + HEADER_RESULT, generator::end_mark()),
        State::InAsync => {
            thread.set_pc(returns.wrapping_sub(1));
            return Err(raise_stop_async(thread));
        }
        _ => {
            thread.set_stack_word(header + HEADER_RESULT, value);
            thread.set_pc(returns.wrapping_sub(1));
            let value = thread.stack_value(header + HEADER_RESULT);
            return Err(raise_stop(thread, value));
        }
    }
    Ok(())
}

pub(crate) fn send(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    let delegate = thread.register(b);
    let class = thread.class_of(delegate);
    if let Some(how) = delegated(class) {
        let object = delegate.known_object();
        if generator::state(thread, object) != State::Finished {
            let (header, returns) = (header_above(thread), thread.next());
            let sent = thread.register(a);
            generator::resume(thread, object, sent, how, header, returns)?;
            thread.reach_yield_point();
            return Ok(());
        }
        generator::check_reuse(thread, object)?;
        if how == State::InAsync {
            generator::set_idle(thread, object)?;
            return Err(raise_stop_async(thread));
        }
    }
    let (delegate, sent) = (thread.root(delegate), thread.root_register(a));
    let answer = if thread.get(sent) == NONE {
        iterate::next_or_raise(thread, delegate)
    } else {
        let method = thread.symbol_of("send");
        attribute::get(thread, delegate, method).and_then(|method| thread.call(method, &[sent]))
    };
    finish_send(thread, a, answer)
}

pub(crate) fn get_yield_from_iter(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    let value = thread.register(b);
    if thread.class_of(value) == CLASS_COROUTINE {
        let code = thread.code();
        if code.source.generator == Some(motet_python_bytecode::GeneratorKind::Coroutine)
            || code.is_awaitable.load(Ordering::Relaxed)
        {
            thread.set_register(a, value);
            return Ok(());
        }
        let message = "cannot 'yield from' a coroutine object in a non-coroutine generator";
        return Err(thread.raise(TYPE_ERROR, message));
    }
    iteration::get_iter(thread, a, b)
}
