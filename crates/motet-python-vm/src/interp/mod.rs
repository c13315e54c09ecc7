//! The interpreter: Python's operations, in their generic forms ([`execute`]) and, the hot ones, as
//! handlers too (`fast.rs`); and what the machine's driver (`motet_vm::driver`) asks of Python.

mod calls;
mod containers;
pub(crate) mod coroutines;
pub(crate) mod drain;
mod execute;
#[cfg(not(any(debug_assertions, simulated)))]
mod fast;
#[cfg(not(any(debug_assertions, simulated)))]
mod fast_attributes;
#[cfg(not(any(debug_assertions, simulated)))]
mod fast_bound;
#[cfg(not(any(debug_assertions, simulated)))]
mod fast_calls;
#[cfg(not(any(debug_assertions, simulated)))]
mod fast_generators;
#[cfg(not(any(debug_assertions, simulated)))]
mod fast_iteration;
#[cfg(not(any(debug_assertions, simulated)))]
mod fast_leaves;
#[cfg(not(any(debug_assertions, simulated)))]
mod fast_quick;
#[cfg(not(any(debug_assertions, simulated)))]
pub(crate) mod fast_special;
#[cfg(not(any(debug_assertions, simulated)))]
mod fast_table;
pub(crate) mod generators;
mod matching;
mod operators;
mod statements;
mod variables;

use motet_python_bytecode::Opcode;
use motet_tm::{Root, Unwind, Word};
use motet_vm::Language;

pub(crate) use motet_vm::driver::{
    begin, commit, may_wait_below_native, publish_output, roll_back,
};

use crate::exception;
use crate::machine::Machine;
use crate::native::Outcome;
use crate::thread::Thread;

impl Language for Thread {
    type Machine = Machine;

    const HAS_HANDLERS: bool = cfg!(not(any(debug_assertions, simulated)));

    fn shared(&self) -> &'static Machine {
        self.machine()
    }

    fn with_thread(thread: motet_vm::Thread, machine: &'static Machine) -> Thread {
        Thread::around(thread, machine)
    }

    #[inline(always)]
    fn run_operation(&mut self) -> Outcome<()> {
        #[cfg(simulated)]
        crate::simulated::before_operation(self)?;
        let opcode = fetch(self);
        execute::execute(self, opcode)
    }

    fn run_handlers(&mut self) -> Outcome<()> {
        #[cfg(not(any(debug_assertions, simulated)))]
        return motet_vm::handlers::run(self);
        #[cfg(any(debug_assertions, simulated))]
        unreachable!("this build has no handlers")
    }

    fn unwind(&mut self, bottom: *mut Word) -> Outcome<bool> {
        unwind(self, bottom)
    }

    fn rolled_back(&mut self) {
        self.keeps_traceback.set(false);
        self.keyword_names.clear();
    }

    fn raise_out_of_memory(&mut self) -> Unwind {
        self.no_memory()
    }

    fn raise_too_deep(&mut self) -> Unwind {
        self.too_deep()
    }

    fn finalize(&mut self, object: Root) -> Outcome<()> {
        crate::weak::finalize(self, object)
    }

    fn has_signal_handlers(&self) -> bool {
        crate::signals::has_handlers(self)
    }

    fn handle_signal(&mut self, signal: i32) -> Outcome<()> {
        crate::signals::handle(self, signal)
    }

    fn enter_thread(&mut self, object: Root) -> Outcome<()> {
        crate::threads::enter(self, object);
        Ok(())
    }

    fn leave_thread(&mut self, outcome: Outcome<()>) -> Outcome<Option<String>> {
        crate::threads::leave(self, outcome)
    }
}

/// Begins the next operation.
fn fetch(thread: &Thread) -> Opcode {
    let word = thread.next_word();
    let opcode = Opcode::ALL[usize::from(word as u8)];
    thread.begin_instruction(word, opcode.form().words());
    opcode
}

/// Finds the handler of the exception being raised, in this frame or one further out. False when it
/// leaves the outermost frame of this loop.
fn unwind(thread: &mut Thread, bottom: *mut Word) -> Outcome<bool> {
    if thread.registers() < bottom {
        // A generator that this loop was for has ended by raising.
        return Ok(false);
    }
    let mut index = thread.index_of_instruction(thread.pc());
    loop {
        let code = thread.code();
        if !thread.keeps_traceback.take() {
            exception::add_traceback(thread, index)?;
        }
        let table = &code.source.exception_table;
        let covers = |start: u32, end: u32| (start as usize..end as usize).contains(&index);
        if let Some(range) = table.iter().find(|range| covers(range.start, range.end)) {
            let exception = thread.take_raised().word();
            thread.set_register_word(range.register, exception);
            thread.go_to(range.target as usize);
            return Ok(true);
        }
        if code.source.generator.is_some() && index > 0 {
            generators::leave_raising(thread)?;
        }
        let is_last = thread.registers() == bottom;
        let returns = thread.pop_frame();
        if is_last || returns.is_null() {
            return Ok(false);
        }
        // Internal code around an initialiser is returned to at its very beginning.
        index = thread.index_of_instruction(returns).saturating_sub(1);
    }
}
