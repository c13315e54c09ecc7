//! Events of the program that a simulated machine is told of: each operation, where transactions
//! may end, and the memory beside the heap that an operation touches. Only with `cfg(simulated)`.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use motet_python_bytecode::Opcode;
use motet_python_bytecode::encode::{self, Instruction};
use motet_tm::Unwind;
use motet_tm::simulation::{Simulator, simulator};

use motet_python_objects::model::code::LoadedCode;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;

/// The yield points at which a transaction may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum YieldPoints {
    /// Those at which the language says that threads switch.
    Coarse,
    /// And before the first access of each line: no update of a variable is torn.
    Lines,
    /// And before all operations that correspond to the paper's (section 4.2).
    Fine,
}

/// Classes of operations by cost.
pub mod cost_class {
    use motet_python_bytecode::Cost;

    /// Calls and returns.
    pub const CALL: u8 = Cost::Call as u8;
}

thread_local! {
    static YIELD_POINTS: Cell<YieldPoints> = const { Cell::new(YieldPoints::Fine) };
    static CODES: RefCell<HashMap<usize, Box<[bool]>>> = RefCell::default();
    /// Recent results about instructions: the address of one, and the lowest bit set if a
    /// transaction may end before it.
    static RECENT: [Cell<usize>; RECENT_ENTRIES] =
        const { [const { Cell::new(0) }; RECENT_ENTRIES] };
}

const RECENT_ENTRIES: usize = 2_048;

/// Chooses where transactions may end.
pub fn set_yield_points(yield_points: YieldPoints) {
    YIELD_POINTS.set(yield_points);
}

/// Whether a transaction may end before an instruction, by the paper: before the reading of
/// variables, calls, arithmetic, subscripts; before an addition or similar operation that updates a
/// local variable. (Of a global variable, an attribute or an item a temporary register is updated:
/// no transaction must end between reading and writing it back.)
fn is_fine(code: &LoadedCode, instruction: &Instruction) -> bool {
    let description = instruction.opcode.description();
    let is_local = usize::from(encode::a(instruction.word)) < code.source.local_names.len();
    description.is_fine_yield_point || description.is_fine_update && is_local
}

/// For each instruction word of a code object whether a transaction may end before it.
fn yield_points(code: &LoadedCode) -> Box<[bool]> {
    let words = &code.source.instructions;
    let mut points = vec![false; words.len()];
    let chosen = YIELD_POINTS.get();
    let (mut index, mut line_done) = (0, 0);
    while index < words.len() {
        let instruction =
            Instruction::decode(words, index).expect("the verifier has decoded all instructions");
        let line = code.line(index);
        let is_first = line != line_done;
        let is_chosen = is_fine(code, &instruction);
        if is_chosen && !code.is_internal {
            line_done = line;
            points[index] = match chosen {
                YieldPoints::Coarse => false,
                YieldPoints::Lines => is_first,
                YieldPoints::Fine => true,
            };
        }
        index = instruction.next() as usize;
    }
    points.into()
}

/// Whether a transaction may end before the next operation.
fn is_yield_point(thread: &Thread) -> bool {
    if YIELD_POINTS.get() == YieldPoints::Coarse {
        return false;
    }
    let address = thread.next() as usize;
    RECENT.with(|recent| {
        let entry = &recent[address / size_of::<u32>() % RECENT_ENTRIES];
        if entry.get() & !1 != address {
            entry.set(address | usize::from(look_up_yield_point(thread)));
        }
        entry.get() & 1 != 0
    })
}

#[cold]
fn look_up_yield_point(thread: &Thread) -> bool {
    let code = thread.code();
    let key = std::ptr::from_ref(code) as usize;
    let index = thread.index_of_instruction(thread.next());
    CODES.with_borrow_mut(|codes| codes.entry(key).or_insert_with(|| yield_points(code))[index])
}

/// An operation begins. May end the transaction, and lets other threads run.
///
/// # Errors
/// `Abort` when the transaction is doomed.
pub(crate) fn before_operation(thread: &mut Thread) -> Outcome<()> {
    let Some(simulator) = simulator() else {
        return Ok(());
    };
    let pc = thread.next();
    let word = thread.fetch_word(pc);
    let opcode = Opcode::ALL[usize::from(word as u8)];
    // Which thread loads code first, and whether in an attempt that aborts, is not the program's.
    if opcode == Opcode::LoadBody {
        return Ok(());
    }
    let is_fine = thread.native_depth() == 0 && is_yield_point(thread);
    let begun = simulator.operation(pc as u64, opcode.description().cost as u8, is_fine);
    if begun.is_doomed && thread.can_abort() {
        thread.doom_by_machine();
        return Err(Unwind::Abort);
    }
    if begun.wants_end {
        if !thread.passes_yield_point() {
            thread.reach_yield_point();
            motet_vm::driver::events(thread)?;
        }
        simulator.operation_runs();
    }
    if thread.has_news() {
        thread.validate()?;
    }
    touch_registers(thread, simulator, word);
    touch_cache(thread, simulator, opcode, word);
    Ok(())
}

/// The registers that most operations read and write.
fn touch_registers(thread: &Thread, simulator: &dyn Simulator, word: u32) {
    let register = |index: u8| thread.index_of_register(index.into()) as u64 * 8;
    simulator.registers(register(encode::b(word)), register(encode::a(word)));
}

/// The inline cache of an operation that has one.
fn touch_cache(thread: &Thread, simulator: &dyn Simulator, opcode: Opcode, word: u32) {
    let Some((operand, behind)) = opcode.description().receiver else {
        return;
    };
    let extension = thread.fetch_word(thread.next().wrapping_add(1));
    let Ok(instruction) = Instruction::decode(&[word, extension], 0) else {
        return;
    };
    let register = instruction.register(operand) as usize + usize::from(behind);
    let index = thread.index_of_register(register);
    let code = thread.code();
    let Some(site) = code.sites.get(extension as usize) else {
        return;
    };
    let shape = thread
        .stack_value(index)
        .as_object()
        .map_or(0, |object| thread.host_of(object));
    let address = &raw const site.cache as u64;
    simulator.cache_used(address, shape);
}
