//! Handlers of the tiny language's hot operations.

use motet_tm::{GilMode, HtmMode, StmMode};
use motet_vm::frames::{FRAME_HEADER_WORDS, HEADER_REGISTERS, HEADER_RESULT, HEADER_RETURN};
use motet_vm::handlers::{
    Dispatch, Handler, LEAVE, PAUSE, Pc, Registers, a, b, c, generic, get, handlers, leave,
    must_yield, or_leave, pause, set, store,
};
use motet_vm::namespace::CELL_VALUE;
use motet_vm::numbers;
use motet_vm::values::boolean;

use super::operations::Op;
use super::{Thread, integer};

/// The set of handlers of this crate.
pub(super) struct HandlerSet;

/// A mode that the handlers are compiled for.
pub(super) trait FastMode: Dispatch<Thread, HandlerSet> {}

macro_rules! modes {
    ($($mode:ident)*) => {
        $(
            impl Dispatch<Thread, HandlerSet> for $mode {
                const TABLE: &'static [Handler<Thread>; 256] = &table::<$mode>();
            }

            impl FastMode for $mode {}
        )*
    };
}

modes!(GilMode HtmMode StmMode);

const fn table<M: FastMode>() -> [Handler<Thread>; 256] {
    let mut table: [Handler<Thread>; 256] = [generic::<Thread, _, M>; 256];
    table[Op::Load as usize] = load::<M>;
    table[Op::Add as usize] = add::<M>;
    table[Op::Less as usize] = less::<M>;
    table[Op::LoopIf as usize] = loop_if::<M>;
    table[Op::ReadGlobal as usize] = read_global::<M>;
    table[Op::WriteGlobal as usize] = write_global::<M>;
    table[Op::Return as usize] = return_value::<M>;
    table[PAUSE] = pause::<Thread>;
    table[LEAVE] = leave::<Thread>;
    table
}

handlers! {
    load<M>(pc, registers, _thread, word) {
        set(registers, a(word), integer(b(word) as i64));
        Some((pc.add(1), registers))
    }

    add<M>(pc, registers, _thread, word) {
        let (left, right) = (get(registers, b(word)), get(registers, c(word)));
        let sum = numbers::arithmetic::<{ numbers::ADD }>(left, right)?;
        set(registers, a(word), sum);
        Some((pc.add(1), registers))
    }

    less<M>(pc, registers, _thread, word) {
        let (left, right) = (get(registers, b(word)), get(registers, c(word)));
        let less = numbers::compare::<{ numbers::LESS }>(left, right)?;
        set(registers, a(word), boolean(less));
        Some((pc.add(1), registers))
    }

    loop_if<M>(pc, registers, thread, word) {
        if !numbers::truth(get(registers, a(word)))? {
            return Some((pc.add(1), registers));
        }
        if must_yield::<M>(thread) {
            return None;
        }
        Some((pc.sub(b(word)), registers))
    }

    read_global<M>(pc, registers, thread, word) {
        let cell = thread.cell(b(word)).object();
        set(registers, a(word), thread.read_in::<M>(cell).get(CELL_VALUE));
        Some((pc.add(1), registers))
    }

    write_global<M>(pc, registers, thread, word) {
        let view = thread.write_open(thread.cell(b(word)).object())?;
        view.set(CELL_VALUE, get(registers, a(word)));
        Some((pc.add(1), registers))
    }

    return_value<M>(_pc, registers, thread, word) {
        let header = registers.sub(FRAME_HEADER_WORDS);
        let returns = (*header.add(HEADER_RETURN)).0 as Pc;
        let caller = (*header.add(HEADER_REGISTERS)).0 as Registers;
        if caller.wrapping_sub(FRAME_HEADER_WORDS) < thread.stack.return_limit() {
            return None;
        }
        store(header, HEADER_RESULT, get(registers, a(word)));
        Some((or_leave(returns), caller))
    }
}
