//! A tiny language on the machine: integers, global variables in cells, locks, loops with yield
//! points, calls, exceptions, threads, atomic regions, output. It is no use but to show that the
//! border is real: nothing here is known to the machine.
#![allow(
    unsafe_code,
    reason = "the language's own code is found by the address in frames"
)]
#![allow(dead_code, reason = "each test uses a part")]

#[cfg(handlers)]
mod fast;
pub(crate) mod operations;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use motet_tm::{
    Config, Layout, LayoutId, Mutator, Pinned, Root, Runtime, Shape, Unwind, Value, Word,
};
use motet_vm::code::Words;
use motet_vm::frames::HEADER_RESULT;
use motet_vm::namespace::{CellKind, read_cell, write_cell};
use motet_vm::output::Sink;
use motet_vm::values::NONE;
use motet_vm::{Code, CodeHead, Language, Outcome, Settings, Thread as VmThread, Vm, driver};

/// The layout of cells and boxes: one field.
const LAYOUT_CELL: LayoutId = LayoutId(0);
/// The layout of locks: three fields.
const LAYOUT_LOCK: LayoutId = LayoutId(1);
/// The layout of names: bytes.
const LAYOUT_NAME: LayoutId = LayoutId(2);

/// The global variable that counts the threads that have ended.
pub(crate) const DONE: usize = 0;
/// The global variable that counts signals.
pub(crate) const SIGNALS: usize = 1;
/// The global variable that counts finalized objects.
pub(crate) const FINALIZED: usize = 2;
/// The first global variable that programs use.
pub(crate) const FREE: usize = 3;

/// The key under which a thread waits for others to end.
const JOIN_KEY: u64 = 7;
/// Thread root: the exception.
const ROOT_RAISED: usize = 0;
/// The exception of an operation that cannot do its work.
pub(crate) const WRONG: i64 = -1;
/// The exception when calls are too deep.
pub(crate) const TOO_DEEP: i64 = -2;
/// The exception when memory is exhausted.
const OUT_OF_MEMORY: i64 = -3;

/// A stretch of instructions, whose exceptions go to a target.
pub(crate) struct Handler {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) target: usize,
    /// The register that gets the exception.
    pub(crate) register: u8,
}

/// Code of the language.
#[repr(C)]
pub(crate) struct TinyCode {
    head: CodeHead,
    handlers: Vec<Handler>,
}

// SAFETY: the type is `repr(C)` and begins with its head.
unsafe impl Code for TinyCode {
    fn head(&self) -> &CodeHead {
        &self.head
    }
}

/// The state that all threads of the language share.
pub(crate) struct Machine {
    pub(crate) vm: Vm,
    codes: Vec<TinyCode>,
    entry: TinyCode,
    cells: Vec<Pinned>,
    locks: std::sync::OnceLock<Vec<Pinned>>,
}

/// A thread of the language.
#[repr(C)]
pub(crate) struct Thread {
    vm: VmThread,
    machine: &'static Machine,
    /// How often the thread was rolled back.
    pub(crate) rollbacks: u64,
}

impl Deref for Thread {
    type Target = VmThread;
    #[inline(always)]
    fn deref(&self) -> &VmThread {
        &self.vm
    }
}

impl DerefMut for Thread {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut VmThread {
        &mut self.vm
    }
}

impl Thread {
    /// The code that an integer names.
    fn code_of(&self, number: Value<'_>) -> Option<&'static TinyCode> {
        let number = number.as_integer()?;
        self.machine.codes.get(usize::try_from(number).ok()?)
    }

    /// The code of the current frame.
    fn code(&self) -> &'static TinyCode {
        // SAFETY: I-FRAME-1, and all frames of this language are of its own code.
        unsafe { &*(self.code_address() as *const TinyCode) }
    }

    /// Raises a number.
    fn raise(&self, number: i64) -> Unwind {
        self.set_thread_root(ROOT_RAISED, integer(number));
        Unwind::Raise
    }

    /// The exception.
    pub(crate) fn raised(&self) -> i64 {
        let raised = self.thread_root(ROOT_RAISED).as_integer();
        raised.expect("a number was raised")
    }

    fn cell(&self, number: usize) -> Pinned {
        self.machine.cells[number]
    }

    fn lock(&self, number: usize) -> Pinned {
        self.machine.locks.get().expect("made at the start")[number]
    }

    /// The value of a global variable.
    pub(crate) fn global(&self, number: usize) -> i64 {
        let value = read_cell(self, self.cell(number));
        value.as_integer().expect("a number")
    }

    fn set_global(&self, number: usize, value: i64) -> Outcome<()> {
        write_cell(self, self.cell(number), integer(value))
    }
}

/// An integer as a value.
fn integer(number: i64) -> Value<'static> {
    Value::from_integer(number).expect("a small integer")
}

impl Language for Thread {
    type Machine = Machine;

    const HAS_HANDLERS: bool = cfg!(handlers);

    fn shared(&self) -> &'static Machine {
        self.machine
    }

    fn with_thread(thread: VmThread, machine: &'static Machine) -> Thread {
        thread.set_thread_root(ROOT_RAISED, NONE);
        Thread {
            vm: thread,
            machine,
            rollbacks: 0,
        }
    }

    fn run_operation(&mut self) -> Outcome<()> {
        operations::run(self)
    }

    fn run_handlers(&mut self) -> Outcome<()> {
        #[cfg(handlers)]
        return motet_vm::handlers::run::<_, fast::HandlerSet>(self);
        #[cfg(not(handlers))]
        unreachable!("this build has no handlers")
    }

    fn unwind(&mut self, bottom: *mut Word) -> Outcome<bool> {
        let mut index = self.index_of_instruction(self.pc());
        loop {
            let handlers = &self.code().handlers;
            let found = handlers
                .iter()
                .find(|handler| (handler.from..handler.to).contains(&index));
            if let Some(handler) = found {
                self.set_register(handler.register, self.thread_root(ROOT_RAISED));
                self.go_to(handler.target);
                return Ok(true);
            }
            let is_last = self.registers() == bottom;
            let returns = self.pop_frame();
            if is_last || returns.is_null() {
                return Ok(false);
            }
            index = self.index_of_instruction(returns) - 1;
        }
    }

    fn rolled_back(&mut self) {
        self.rollbacks += 1;
    }

    fn raise_out_of_memory(&mut self) -> Unwind {
        self.raise(OUT_OF_MEMORY)
    }

    fn raise_too_deep(&mut self) -> Unwind {
        self.raise(TOO_DEEP)
    }

    fn finalize(&mut self, _: Root) -> Outcome<()> {
        self.set_global(FINALIZED, self.global(FINALIZED) + 1)
    }

    fn has_signal_handlers(&self) -> bool {
        // The handler's effects are part of the transaction.
        false
    }

    fn handle_signal(&mut self, signal: i32) -> Outcome<()> {
        self.set_global(SIGNALS, self.global(SIGNALS) + i64::from(signal))
    }

    fn enter_thread(&mut self, object: Root) -> Outcome<()> {
        let both = self.get(object).as_integer().expect("code and argument");
        let (code, argument) = (integer(both >> 16), integer(both & 0xffff));
        self.lay_out_entry(&self.machine.entry, code, &[argument]);
        Ok(())
    }

    fn leave_thread(&mut self, outcome: Outcome<()>) -> Outcome<Option<String>> {
        let told = match outcome {
            Ok(()) => None,
            Err(Unwind::Raise) => Some(format!("uncaught: {}\n", self.raised())),
            Err(unwind) => return Err(unwind),
        };
        self.set_global(DONE, self.global(DONE) + 1)?;
        self.wake_at_commit(JOIN_KEY);
        Ok(told)
    }
}

/// Code as a test writes it: instructions, and how many registers they use.
pub(crate) struct Source {
    pub(crate) instructions: Vec<u32>,
    pub(crate) registers: u32,
    pub(crate) handlers: Vec<Handler>,
}

fn load(source: Source) -> TinyCode {
    let words = source.instructions.into_iter().map(AtomicU32::new);
    TinyCode {
        head: CodeHead {
            instructions: Words::new(words.collect::<Vec<_>>().leak()),
            register_count: source.registers,
            simple_arguments: 1,
        },
        handlers: source.handlers,
    }
}

fn pin_name(mutator: &Mutator, text: &str) -> Pinned {
    let bytes = text.len() as u64;
    mutator
        .allocate_pinned_raw(LAYOUT_NAME, 0, bytes, |fresh| {
            fresh.bytes_mut(2, bytes).copy_from_slice(text.as_bytes());
        })
        .expect("memory for a name")
}

fn layouts() -> Vec<Layout> {
    let layout = |name, shape, mutable| Layout {
        name,
        shape,
        mutable,
    };
    vec![
        layout("cell", Shape::Fixed { words: 2 }, true),
        layout("lock", Shape::Fixed { words: 4 }, true),
        layout("name", Shape::Raw, false),
    ]
}

/// How a program has ended.
#[derive(Debug)]
pub(crate) struct End {
    /// The result of the first function, or its exception.
    pub(crate) result: Result<i64, i64>,
    /// The global variables.
    pub(crate) globals: Vec<i64>,
    /// The output.
    pub(crate) output: String,
}

/// A machine with a program, inside of an open transaction of its main thread.
pub(crate) fn start(config: Config, codes: Vec<Source>, globals: usize) -> Thread {
    let runtime = Runtime::new(config, layouts()).expect("memory for a heap");
    start_on(&runtime, codes, globals)
}

fn start_on(runtime: &Arc<Runtime>, codes: Vec<Source>, globals: usize) -> Thread {
    let mutator = runtime.new_mutator().expect("memory for a stack");
    mutator.arrive();
    let settings = Settings {
        pin_symbol: pin_name,
        cells: CellKind {
            layout: LAYOUT_CELL,
            host: 0,
        },
        plain_loop: false,
        recursion_limit: 100,
        sink: Sink::Memory,
        tell_of_signal: |_, _| {},
        poll: |_, _| true,
    };
    let vm = Vm::new(runtime, settings);
    let mut mutator = mutator;
    let bottom = mutator.stack.start();
    mutator.stack.set_frame(bottom, bottom);
    mutator.begin_inevitable();
    let cell = |_| {
        let cell = mutator.allocate_pinned(LAYOUT_CELL, 0, &[integer(0)]);
        cell.expect("memory for a cell")
    };
    let cells = (0..globals.max(FREE)).map(cell).collect();
    let machine: &'static Machine = Box::leak(Box::new(Machine {
        vm,
        codes: codes.into_iter().map(load).collect(),
        entry: load(operations::entry()),
        cells,
        locks: std::sync::OnceLock::new(),
    }));
    let ident = motet_vm::threads::MAIN_IDENT;
    let thread = Thread::with_thread(VmThread::new(mutator, &machine.vm, ident), machine);
    let lock = |_| {
        let fields = motet_vm::locks::new_lock_fields(&thread);
        let lock = thread.allocate_pinned(LAYOUT_LOCK, 0, &fields);
        lock.expect("memory for a lock")
    };
    let locks = (0..4).map(lock).collect();
    assert!(machine.locks.set(locks).is_ok(), "made once");
    thread
}

/// Runs code 0 with an argument, on this thread, to its end.
pub(crate) fn run(thread: &mut Thread, argument: i64) -> End {
    let machine = thread.machine;
    thread.lay_out_entry(&machine.entry, integer(0), &[integer(argument)]);
    driver::commit(thread).expect("the first transaction is inevitable");
    let mut end = driver::run_to_end(thread, |thread, outcome| {
        let result = match outcome {
            Ok(()) => Ok(thread
                .stack_value(HEADER_RESULT)
                .as_integer()
                .expect("a number is returned")),
            Err(Unwind::Raise) => Err(thread.raised()),
            Err(unwind) => return Err(unwind),
        };
        let count = thread.machine.cells.len();
        Ok(End {
            result,
            globals: (0..count).map(|number| thread.global(number)).collect(),
            output: String::new(),
        })
    });
    machine.vm.output.flush_all().expect("memory takes all");
    let text = machine.vm.output.take_text();
    end.output = String::from_utf8(text).expect("texts were printed");
    thread.depart();
    end
}
