//! Events of `sys.monitoring`: tools say which they want, of all code or of one code object, and
//! register a function for each.
//!
//! While a tool wants events, all threads run generic operations only, as traced ones do
//! ([`tracing`]), and each operation comes by [`before`]. A thread keeps an entry of each of its
//! frames that an operation has come from:
//!
//! ```text
//!   entries   main (registers 0, line 12, instruction 40) · work (registers 9, line 3, …)
//!   before    of a frame without an entry: PY_START at its first operation, PY_RESUME behind a
//!             `yield`, nothing in the middle; else JUMP or a branch, by where the last operation
//!             has led; then LINE, INSTRUCTION, PY_RETURN or PY_YIELD
//! ```
//!
//! A function that returns `DISABLE` hears no more of that event at that place, until
//! `restart_events`.
//!
//! Events happen once: the transaction is inevitable before the first of them, and before what
//! tools want changes. So neither entries nor wishes are ever undone.
//!
//! Not told: CALL, C_RETURN and C_RAISE, since operations look their callables up themselves. The
//! module refuses these (`_motet_monitoring.py`). STOP_ITERATION never comes: a generator that
//! returns raises nothing on the way.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use motet_python_bytecode::Opcode;
use motet_python_bytecode::encode::Instruction;
use motet_tm::{Object, Pinned, Root, Value};

use crate::classes::code_object;
use crate::classes::tracing;
use crate::model::code::{LoadedCode, OFFSETS_PER_WORD};
use crate::model::layouts::NONE;
use crate::model::namespace;
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::thread::{ROOT_RAISED, Thread};
use crate::types::host::{type_error, value_error};
use crate::types::{int, list};

/// How many tools there may be.
const TOOLS: usize = 6;
/// How many events a tool may register a function for.
const EVENTS: usize = 19;

/// The events that are told, by the number of their bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
enum Event {
    PyStart = 0,
    PyResume = 1,
    PyReturn = 2,
    PyYield = 3,
    Line = 5,
    Instruction = 6,
    Jump = 7,
    BranchLeft = 8,
    BranchRight = 9,
    Raise = 11,
    ExceptionHandled = 12,
    PyUnwind = 13,
    PyThrow = 14,
    Reraise = 15,
}

impl Event {
    fn bit(self) -> u32 {
        1 << self as u8
    }

    /// Whether a function may say that it wants to hear no more of the event at a place.
    fn is_of_a_place(self) -> bool {
        (self as u8) < Event::Raise as u8
    }
}

/// The events that tell where an operation has led.
const WAYS: u32 =
    1 << Event::Jump as u8 | 1 << Event::BranchLeft as u8 | 1 << Event::BranchRight as u8;

/// What tools want, a mask of events each.
type Wishes = [u32; TOOLS];

#[derive(Default)]
struct Config {
    of_all: Wishes,
    /// By the address of the code's source.
    of_code: HashMap<usize, Wishes>,
    /// The tools, a bit each, that want to hear no more of an event at an instruction.
    disabled: HashMap<(usize, usize, Event), u8>,
}

impl Config {
    /// The tools, a bit each, that want an event of a piece of code.
    fn tools(&self, code: usize, event: Event) -> u8 {
        let local = self.of_code.get(&code);
        let wants = |tool: usize| {
            let local = local.map_or(0, |wishes| wishes[tool]);
            (self.of_all[tool] | local) & event.bit() != 0
        };
        let tools = (0..TOOLS).filter(|tool| wants(*tool));
        tools.fold(0, |mask, tool| mask | 1 << tool)
    }

    /// All events that a tool wants of a piece of code.
    fn wanted(&self, code: usize) -> u32 {
        let local = self.of_code.get(&code).into_iter().flatten();
        self.of_all
            .iter()
            .chain(local)
            .fold(0, |all, wish| all | wish)
    }

    fn is_idle(&self) -> bool {
        let local = self.of_code.values().flatten();
        self.of_all.iter().chain(local).all(|wish| *wish == 0)
    }
}

/// What tools want of all threads.
#[derive(Default)]
pub struct Monitoring {
    config: Mutex<Config>,
    /// Counts the changes of wishes. Writers: holders of the lock. Readers: all threads, relaxed: a
    /// thread may hear of a change some operations later.
    version: AtomicU64,
    /// The cell of the list of the tools' functions, [`EVENTS`] for each tool, and `DISABLE` behind
    /// them.
    functions: OnceLock<Pinned>,
}

impl Monitoring {
    fn config(&self) -> MutexGuard<'_, Config> {
        self.config.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running frame that an operation has come from.
struct Entry {
    /// The index of its registers on the value stack.
    registers: usize,
    /// The address of the code's source.
    code: usize,
    /// The line of the last LINE event.
    line: u32,
    /// The instruction that came last.
    instruction: usize,
    /// What tools want of this code, as of a version.
    wanted: u32,
    version: u64,
}

/// A thread's part.
#[derive(Default)]
pub(crate) struct Monitored {
    entries: RefCell<Vec<Entry>>,
}

fn source_address(code: &LoadedCode) -> usize {
    std::sync::Arc::as_ptr(&code.source).addr()
}

/// Whether events are told of an operation at this place.
fn is_hidden(code: &LoadedCode) -> bool {
    code.is_internal || code.is_untraced
}

/// Tells what happens in the current frame, before an operation of it, which has been fetched.
///
/// # Errors
/// An exception of a tool's function; an abort.
#[cold]
pub(crate) fn before(thread: &mut Thread, opcode: Opcode) -> Outcome<()> {
    if thread.can_abort() {
        thread.become_inevitable()?;
    }
    let code = thread.code();
    if is_hidden(code) || opcode == Opcode::MakeGenerator {
        return Ok(());
    }
    let instruction = thread.index_of_instruction(thread.pc());
    let last = arrive(thread, code, instruction);
    match last {
        Last::Unknown(Some(entered)) => tell_of_place(thread, entered, instruction, None)?,
        Last::Instruction(last) if wanted(thread) & WAYS != 0 => {
            tell_of_way(thread, last, instruction)?;
        }
        _ => {}
    }
    if let Some(line) = new_line(thread, code, last, instruction) {
        let line = int::from_length(line.into());
        tell(thread, Event::Line, instruction, line, None)?;
    }
    tell_of_place(thread, Event::Instruction, instruction, None)?;
    if tracing::leaves_frame(opcode) {
        leave(thread, opcode, instruction)?;
    }
    Ok(())
}

/// Where the frame of an operation was before.
#[derive(Clone, Copy)]
enum Last {
    /// It has no entry yet. The event tells how it is entered, if it is: frames that run already
    /// when a tool begins to listen are in the middle.
    Unknown(Option<Event>),
    Instruction(usize),
}

/// Makes an entry of the current frame, if it has none, and says where it was before.
fn arrive(thread: &Thread, code: &'static LoadedCode, instruction: usize) -> Last {
    let (registers, source) = (thread.registers_index(), source_address(code));
    let mut entries = thread.tracing.monitored.entries.borrow_mut();
    while entries.last().is_some_and(|it| it.registers > registers) {
        entries.pop();
    }
    let of_frame = |it: &&mut Entry| it.registers == registers && it.code == source;
    if let Some(entry) = entries.last_mut().filter(of_frame) {
        let last = std::mem::replace(&mut entry.instruction, instruction);
        return Last::Instruction(last);
    }
    entries.pop_if(|it| it.registers == registers);
    let before = instruction.checked_sub(1);
    let opcode_before = before.and_then(|before| opcode_at(code, before));
    let entered = match opcode_before {
        None if instruction == 0 => Some(Event::PyStart),
        Some(Opcode::MakeGenerator) => Some(Event::PyStart),
        Some(Opcode::Yield | Opcode::YieldFrom) => Some(Event::PyResume),
        _ => None,
    };
    // A generator's body, and what follows a `yield`, goes on within the line.
    let begins = entered == Some(Event::PyStart) && instruction == 0;
    entries.push(Entry {
        registers,
        code: source,
        line: if begins {
            0
        } else {
            code.line(before.unwrap_or(0))
        },
        instruction,
        wanted: 0,
        version: u64::MAX,
    });
    Last::Unknown(entered)
}

/// The operation of the instruction at `place`. (Behind a longer one that is its last word, which
/// may look like another operation.)
fn opcode_at(code: &LoadedCode, place: usize) -> Option<Opcode> {
    let words = &code.source.instructions;
    let decoded = Instruction::decode(words, place).ok()?;
    Some(decoded.opcode)
}

/// What tools want of the current frame's code.
fn wanted(thread: &Thread) -> u32 {
    let monitoring = &thread.machine().monitoring;
    let version = monitoring.version.load(Ordering::Relaxed);
    let mut entries = thread.tracing.monitored.entries.borrow_mut();
    let Some(entry) = entries.last_mut() else {
        return 0;
    };
    if entry.version != version {
        entry.wanted = monitoring.config().wanted(entry.code);
        entry.version = version;
    }
    entry.wanted
}

/// The line that begins with an operation, if it is another one than before, or comes again in a
/// loop.
fn new_line(thread: &Thread, code: &LoadedCode, last: Last, instruction: usize) -> Option<u32> {
    let line = code.begun_line(instruction)?;
    let mut entries = thread.tracing.monitored.entries.borrow_mut();
    let entry = entries.last_mut()?;
    let goes_back = matches!(last, Last::Instruction(last) if instruction < last);
    if line == entry.line && !goes_back {
        return None;
    }
    entry.line = line;
    Some(line)
}

/// Tells of the jump, or the branch, that has led from one instruction to another.
fn tell_of_way(thread: &mut Thread, from: usize, to: usize) -> Outcome<()> {
    let words = &thread.code().source.instructions;
    let Ok(last) = Instruction::decode(words, from) else {
        return Ok(());
    };
    let event = match branch(last) {
        Some((left, _)) if left == to => Event::BranchLeft,
        Some((_, right)) if right == to => Event::BranchRight,
        None if last.jump_target() == Some(to as i64) => Event::Jump,
        // An exception has led there.
        _ => return Ok(()),
    };
    let target = thread.root(offset(to));
    tell_of_place(thread, event, from, Some(target))
}

/// The instructions to which a conditional jump leads: left, within the statement that asks, and
/// right, out of it. A loop asks at its end, and goes left to its body.
pub(super) fn branch(instruction: Instruction) -> Option<(usize, usize)> {
    if matches!(instruction.opcode, Opcode::Jump | Opcode::Loop) {
        return None;
    }
    let target = usize::try_from(instruction.jump_target()?).ok()?;
    let next = instruction.next() as usize;
    let goes_back = target <= instruction.index as usize;
    let is_loop = goes_back || instruction.opcode == Opcode::ForLoop;
    Some(if is_loop {
        (target, next)
    } else {
        (next, target)
    })
}

/// The current frame is left, or suspended, with a value.
fn leave(thread: &mut Thread, opcode: Opcode, instruction: usize) -> Outcome<()> {
    let (event, register) = match opcode {
        Opcode::Yield => (Event::PyYield, thread.word() >> 16),
        Opcode::YieldFrom => (Event::PyYield, thread.word() >> 8),
        _ => (Event::PyReturn, thread.word() >> 8),
    };
    let given = thread.root_register(register as u8);
    tell_of_place(thread, event, instruction, Some(given))?;
    forget_current(thread);
    Ok(())
}

fn forget_current(thread: &Thread) {
    let registers = thread.registers_index();
    let mut entries = thread.tracing.monitored.entries.borrow_mut();
    while entries.last().is_some_and(|it| it.registers >= registers) {
        entries.pop();
    }
}

/// An exception travels through the current frame, whose instruction it has come from. `is_again`
/// says that the frame raises one that it has caught.
///
/// # Errors
/// An abort. An exception of a tool's function takes the place of the one that travels.
#[cold]
pub(crate) fn raised(thread: &mut Thread, instruction: usize, is_again: bool) -> Outcome<()> {
    let code = thread.code();
    if is_hidden(code) {
        return Ok(());
    }
    if thread.can_abort() {
        thread.become_inevitable()?;
    }
    tracing::stand_at(thread, instruction);
    let last = arrive(thread, code, instruction);
    let is_thrown_in = code.source.generator.is_some() && matches!(last, Last::Unknown(_));
    if is_thrown_in {
        tell_of_exception(thread, Event::PyThrow, instruction)?;
    }
    let event = if is_again {
        Event::Reraise
    } else {
        Event::Raise
    };
    tell_of_exception(thread, event, instruction)?;
    match code.handler_of(instruction) {
        Some(range) => tell_of_exception(thread, Event::ExceptionHandled, range.target as usize),
        None => Ok(()),
    }
}

/// The current frame is left because no handler of it catches the exception.
///
/// # Errors
/// As [`raised`].
#[cold]
pub(crate) fn left_by_exception(thread: &mut Thread, instruction: usize) -> Outcome<()> {
    if is_hidden(thread.code()) {
        return Ok(());
    }
    tracing::stand_at(thread, instruction);
    tell_of_exception(thread, Event::PyUnwind, instruction)?;
    forget_current(thread);
    Ok(())
}

fn tell_of_exception(thread: &mut Thread, event: Event, instruction: usize) -> Outcome<()> {
    if wanted(thread) & event.bit() == 0 {
        return Ok(());
    }
    let raised = thread.root(thread.thread_root(ROOT_RAISED));
    tracing::with_raised_aside(thread, |thread| {
        tell_of_place(thread, event, instruction, Some(raised))
    })
}

fn offset(instruction: usize) -> Value<'static> {
    int::from_length((instruction * OFFSETS_PER_WORD) as u64)
}

/// Tells tools of an event at an instruction: code, offset, and a value.
fn tell_of_place(
    thread: &mut Thread,
    event: Event,
    instruction: usize,
    value: Option<Root>,
) -> Outcome<()> {
    tell(thread, event, instruction, offset(instruction), value)
}

/// Calls the functions of the tools that want an event, with the code, where it is, and a value.
fn tell(
    thread: &mut Thread,
    event: Event,
    instruction: usize,
    place: Value<'static>,
    value: Option<Root>,
) -> Outcome<()> {
    if wanted(thread) & event.bit() == 0 {
        return Ok(());
    }
    let code = thread.code();
    let source = source_address(code);
    let tools = {
        let config = thread.machine().monitoring.config();
        let disabled = config.disabled.get(&(source, instruction, event));
        config.tools(source, event) & !disabled.unwrap_or(&0)
    };
    if tools == 0 {
        return Ok(());
    }
    let mark = thread.root_count();
    let shown = thread.root(code_object::object(thread, code));
    let place = thread.root(place);
    let arguments: Vec<Root> = [shown, place].into_iter().chain(value).collect();
    for tool in (0..TOOLS).filter(|tool| tools & 1 << tool != 0) {
        tell_tool(thread, event, tool, (source, instruction), &arguments)?;
    }
    thread.truncate_roots(mark);
    Ok(())
}

fn tell_tool(
    thread: &mut Thread,
    event: Event,
    tool: usize,
    (source, instruction): (usize, usize),
    arguments: &[Root],
) -> Outcome<()> {
    let place = tool * EVENTS + event as usize;
    let function = function_at(thread, place);
    if function == NONE {
        return Ok(());
    }
    let function = thread.root(function);
    let answer = tracing::unheard(thread, |thread| thread.call(function, arguments))?;
    let disable = function_at(thread, TOOLS * EVENTS);
    if thread.get(answer) != disable {
        return Ok(());
    }
    if event.is_of_a_place() {
        let mut config = thread.machine().monitoring.config();
        let disabled = config.disabled.entry((source, instruction, event));
        *disabled.or_default() |= 1 << tool;
        return Ok(());
    }
    if let Some(functions) = functions(thread) {
        list::set_index(thread, functions, place as i64, NONE)?;
    }
    let name = match event {
        Event::Raise => "RAISE",
        Event::ExceptionHandled => "EXCEPTION_HANDLED",
        Event::PyUnwind => "PY_UNWIND",
        Event::PyThrow => "PY_THROW",
        _ => "RERAISE",
    };
    let message = format!("Cannot disable {name} events. Callback removed.");
    Err(value_error(thread, message))
}

/// The list of the tools' functions.
fn functions(thread: &Thread) -> Option<Object<'_>> {
    let cell = thread.machine().monitoring.functions.get()?;
    list::as_list(thread, namespace::read_cell(thread, *cell))
}

/// What lies at a place of the tools' functions, or None.
fn function_at(thread: &Thread, place: usize) -> Value<'_> {
    let found = functions(thread).and_then(|functions| list::get(thread, functions, place as u64));
    found.unwrap_or(NONE)
}

// ---- natives of `_monitoring_core`: the module has checked their arguments

/// `set_functions(list)`: the list of the tools' functions, which the module changes.
fn set_functions<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let functions = &thread.machine().monitoring.functions;
    let cell = functions.get_or_init(|| namespace::pinned_cell(thread));
    namespace::write_cell(thread, *cell, arguments.get(thread, 0))?;
    Ok(NONE)
}

fn tool(thread: &Thread, arguments: Arguments) -> usize {
    let tool = int::small(arguments.get(thread, 0)).unwrap_or(0);
    (tool as usize).min(TOOLS - 1)
}

fn events(thread: &Thread, arguments: Arguments, place: usize) -> u32 {
    int::small(arguments.get(thread, place)).unwrap_or(0) as u32
}

fn code_address(thread: &Thread, arguments: Arguments) -> Outcome<usize> {
    let given = arguments.get(thread, 1);
    let code = code_object::code_of(thread, given);
    let code = code.ok_or_else(|| type_error(thread, "code must be a code object"))?;
    Ok(source_address(code))
}

/// Changes what tools want. All threads leave their handlers, or may go back to them.
fn change(
    thread: &mut Thread,
    change: impl FnOnce(&Thread, &mut Config) -> Outcome<()>,
) -> Outcome<Value<'_>> {
    tracing::leave_handlers(thread)?;
    thread.become_inevitable()?;
    let machine = thread.machine();
    let is_watched = {
        let mut config = machine.monitoring.config();
        change(thread, &mut config)?;
        machine.monitoring.version.fetch_add(1, Ordering::Relaxed);
        !config.is_idle()
    };
    machine.vm.set_watched(is_watched);
    tracing::update_plain(thread);
    Ok(NONE)
}

/// `set_events(tool, events)`
fn set_events<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    change(thread, |thread, config| {
        config.of_all[tool(thread, arguments)] = events(thread, arguments, 1);
        Ok(())
    })
}

/// `set_local_events(tool, code, events)`
fn set_local_events<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    change(thread, |thread, config| {
        let code = code_address(thread, arguments)?;
        let wishes = config.of_code.entry(code).or_default();
        wishes[tool(thread, arguments)] = events(thread, arguments, 2);
        if *wishes == Wishes::default() {
            config.of_code.remove(&code);
        }
        Ok(())
    })
}

/// `clear(tool)`: the tool wants no events any more, neither of all code nor of one.
fn clear<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    change(thread, |thread, config| {
        let tool = tool(thread, arguments);
        config.of_all[tool] = 0;
        config.of_code.retain(|_, wishes| {
            wishes[tool] = 0;
            *wishes != Wishes::default()
        });
        config.disabled.retain(|_, tools| {
            *tools &= !(1 << tool);
            *tools != 0
        });
        Ok(())
    })
}

/// `restart()`: what was disabled is told again.
fn restart<'a>(thread: &'a mut Thread, _: Arguments) -> Outcome<Value<'a>> {
    thread.become_inevitable()?;
    thread.machine().monitoring.config().disabled.clear();
    Ok(NONE)
}

/// `get_events(tool)`
fn get_events<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let config = thread.machine().monitoring.config();
    Ok(int::from_length(
        config.of_all[tool(thread, arguments)].into(),
    ))
}

/// `get_local_events(tool, code)`
fn get_local_events<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let code = code_address(thread, arguments)?;
    let config = thread.machine().monitoring.config();
    let wishes = config.of_code.get(&code).copied().unwrap_or_default();
    Ok(int::from_length(wishes[tool(thread, arguments)].into()))
}

/// The natives behind the library's module.
pub const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("set_functions", 1, 1, set_functions),
    NativeFunction::calling("set_events", 2, 2, set_events),
    NativeFunction::calling("set_local_events", 3, 3, set_local_events),
    NativeFunction::calling("clear", 1, 1, clear),
    NativeFunction::calling("restart", 0, 0, restart),
    NativeFunction::leaf("get_events", 1, 1, get_events),
    NativeFunction::leaf("get_local_events", 2, 2, get_local_events),
];
