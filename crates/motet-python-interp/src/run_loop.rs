//! The interpreter: Python's operations, in their generic forms ([`execute`]) and, the hot ones, as
//! handlers too (`handlers.rs`); and the functions of Python for the machine's driver
//! (`motet_vm::driver`).

use motet_python_bytecode::Opcode;
use motet_python_bytecode::encode::{self, Instruction};
use motet_python_objects::classes::frame_object;
use motet_python_objects::classes::library_receivers;
use motet_python_objects::classes::running_frames;
use motet_python_objects::classes::tracing;
use motet_tm::Word;

pub use motet_vm::driver::may_wait_below_native;

use motet_python_objects::model::exception;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;

/// Executes one operation: Python's function for the driver (see its
/// [`Language`](motet_python_objects::classes::language)).
///
/// # Errors
/// Any exception of the operation; an abort; a wait.
pub fn run_operation(thread: &mut Thread) -> Outcome<()> {
    #[cfg(simulated)]
    crate::simulated::before_operation(thread)?;
    let opcode = fetch(thread);
    #[cfg(feature = "count-leaving")]
    crate::leaving::note_operation(thread, opcode);
    // (The first instruction follows one that loads it.)
    if thread.runs_plainly() && opcode != Opcode::LoadBody {
        tracing::before(thread, opcode)?;
    }
    execute(thread, opcode)
}

/// Executes operations by handlers until they leave.
///
/// # Errors
/// As [`run_operation`].
pub fn run_handlers(thread: &mut Thread) -> Outcome<()> {
    #[cfg(handlers)]
    return motet_vm::handlers::run::<_, crate::operations::handler_support::HandlerSet>(thread);
    #[cfg(not(handlers))]
    unreachable!(
        "only builds with handlers ask for them, not this one: {}",
        thread.ident()
    )
}

/// Executes the operation that `fetch` has begun; its effects are those that the op table declares.
#[inline(always)]
fn execute(thread: &mut Thread, opcode: Opcode) -> Outcome<()> {
    if cfg!(any(not(debug_assertions), simulated)) {
        return crate::operations::dispatch::execute(thread, opcode);
    }
    let before = crate::effects::begin(thread, opcode);
    let outcome = crate::operations::dispatch::execute(thread, opcode);
    crate::effects::check(thread, &before, outcome);
    outcome
}

/// Begins the next operation.
fn fetch(thread: &Thread) -> Opcode {
    let word = thread.next_word();
    let opcode = Opcode::ALL[usize::from(word as u8)];
    thread.begin_instruction(word, opcode.form().words());
    opcode
}

/// The instruction at which an exception is raised that comes up between two operations, after the
/// one at `pc`: it belongs to the operation that is over (a `try` that ends behind a call encloses
/// the exceptions that come up after the call), as long as that was one of the frame that goes on.
pub fn place_of_event(thread: &Thread) -> *const u32 {
    let (pc, next) = (thread.pc(), thread.next());
    let code = thread.code();
    let is_known = code.instructions.as_ptr_range().contains(&pc);
    let words = &code.source.instructions;
    let done = is_known.then(|| Instruction::decode(words, thread.index_of_instruction(pc)));
    let done = done.and_then(Result::ok);
    let index = thread.index_of_instruction(next);
    match done {
        Some(done) if done.next() as usize == index && has_entered(thread, done, index) => next,
        Some(done) if done.next() as usize == index => pc,
        Some(done) if done.jump_target() == Some(index as i64) => pc,
        _ => thread.place_before_next(),
    }
}

/// Whether an operation was the call of a manager's `__enter__` by `with`: `__exit__` gets the
/// exceptions that come up after it.
fn has_entered(thread: &Thread, done: Instruction, next: usize) -> bool {
    let code = thread.code();
    done.opcode == Opcode::CallLoaded
        && done.c() == 1
        && (code.source.exception_table.iter()).any(|range| range.start as usize == next)
}

/// Finds the handler of the exception being raised, in this frame or one further out. False when it
/// leaves the outermost frame of this loop.
pub fn unwind(thread: &mut Thread, bottom: *mut Word) -> Outcome<bool> {
    if thread.registers() < bottom {
        // The generator for which this loop runs has ended by raising.
        return Ok(false);
    }
    // A frame that begins by raising, that of a generator that is thrown into, was not announced
    // yet: what follows may call functions, and a commit may move what lies in the frame.
    thread.announce_frame();
    let mut index = thread.index_of_instruction(thread.pc());
    let mut is_innermost = true;
    loop {
        let code = thread.code();
        let is_again = thread.keeps_traceback.take();
        let range = code.handler_of(index);
        if !is_again {
            let frame = running_frames::current_at_once(thread);
            let named = match range {
                Some(_) => frame,
                None => frame.or_else(|| frame_object::kept_variables(thread, index)),
            };
            exception::add_traceback(thread, index, named)?;
        }
        if thread.runs_plainly() {
            tracing::raised(thread, index, is_again)?;
        }
        if let Some(range) = range {
            let exception = thread.take_raised().word();
            thread.set_register_word(range.register, exception);
            thread.go_to(range.target as usize);
            return Ok(true);
        }
        if code.is_native_method {
            library_receivers::refuse_instead(thread);
        }
        if thread.runs_plainly() {
            tracing::left_by_exception(thread, index)?;
        }
        if code.source.generator.is_some() && index > 0 {
            let word = code.source.instructions.get(index);
            let is_at_start = word.and_then(|word| encode::opcode(*word)) == Some(Opcode::Nop);
            let is_at_start = is_innermost && is_at_start;
            crate::calling::generators::leave_raising(thread, index, is_at_start)?;
        }
        if thread.is_watched_frame() {
            running_frames::ended(thread, index)?;
        }
        if is_again {
            frame_object::keep_variables(thread, index)?;
        }
        let is_last = thread.registers() == bottom;
        let returns = thread.pop_frame();
        if is_last || returns.is_null() {
            return Ok(false);
        }
        // Internal code around an initialiser is returned to at its very beginning.
        index = thread.index_of_instruction(returns).saturating_sub(1);
        is_innermost = false;
    }
}
