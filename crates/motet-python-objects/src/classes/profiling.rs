//! What profilers hear of a thread: calls of natives (`c_call` and what follows), and the recorder
//! of `cProfile`, which counts calls and times natively.
//!
//! The recorder keeps the calls that are under way, in the order of the frames:
//!
//! ```text
//!   open    work (registers 12)   sorted (native, called at 12)   key (registers 40)
//!              │                     │                               │
//!   entries    work: calls, times,   sorted: …                       key: …
//!              callees by entry
//! ```
//!
//! A frame is opened by its first operation and closed by the one that leaves it, as trace
//! functions hear of it ([`tracing`](super::tracing)). Frames of library code that is native in
//! CPython count as calls of natives; what natives call on the way is not told, unless it is the
//! program's.
//!
//! A native that enters a frame (`exec`, `next` of a generator) ends when that frame is left.
//! Profile functions hear nothing of such natives: their `c_return` would come too early.
//!
//! Calls count once: as for trace functions, the transaction is inevitable before the first one.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::time::{Duration, Instant};

use motet_tm::{Root, Unwind, Value};

use crate::classes::code_object;
use crate::classes::shown_class;
use crate::classes::tracing::{self, leave_handlers, leaves_frame};
use crate::model::code::LoadedCode;
use crate::model::function::NativeBinding;
use crate::model::layouts::{CLASS_METHOD, CLASS_NATIVE_FUNCTION, NONE, TRUE, UNBOUND};
use crate::model::native::{Arguments, Call, Entered, NativeCode, NativeFunction, Outcome};
use crate::model::thread::Thread;
use crate::model::upcalls;
use crate::types::{float, int, list, string, tuple};
use motet_python_bytecode::Opcode;

/// What was called, by its address.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Code(usize),
    Native(usize),
}

/// How statistics name what was called.
enum Shown {
    Code(&'static LoadedCode),
    Name(String),
}

/// How often something was called, and how long that took.
#[derive(Default)]
struct Counts {
    calls: u64,
    /// Those of them that began within another one.
    calls_within: u64,
    /// The time of all calls but those within another one.
    total: Duration,
    /// The time without that of the calls below.
    own: Duration,
    /// How many calls are under way.
    depth: u32,
}

impl Counts {
    fn add(&mut self, passed: Duration, own: Duration) {
        self.depth = self.depth.saturating_sub(1);
        self.calls += 1;
        self.own += own;
        match self.depth {
            0 => self.total += passed,
            _ => self.calls_within += 1,
        }
    }
}

/// What was called at least once.
struct Entry {
    shown: Shown,
    counts: Counts,
    /// The same for its calls by each other entry, by the place of what was called.
    callees: HashMap<usize, Counts>,
}

/// A call that is under way.
struct Open {
    entry: usize,
    /// The registers of the frame; of a native those of the frame that has called it.
    registers: usize,
    is_native: bool,
    /// The registers of the frame that a native has entered, with which it ends.
    entered: Option<usize>,
    start: Instant,
    /// The time of the calls below it that are over.
    below: Duration,
}

/// The recorder of a thread.
#[derive(Default)]
pub(crate) struct Recorder {
    is_on: Cell<bool>,
    /// The call of a native that profilers have heard of and that waits: the registers of the frame
    /// and the instruction, which runs again.
    waiting: Cell<Option<(usize, usize)>>,
    records: RefCell<Records>,
}

#[derive(Default)]
struct Records {
    entries: Vec<Entry>,
    by_key: HashMap<Key, usize>,
    open: Vec<Open>,
    tells_natives: bool,
    tells_callees: bool,
    /// The registers of the innermost frame that is left of those which ran when recording began;
    /// a frame above them and above all that is open is a new one.
    base: usize,
}

impl Records {
    fn open(&mut self, entry: usize, registers: usize, is_native: bool) {
        self.entries[entry].counts.depth += 1;
        if let Some(caller) = self.open.last().filter(|_| self.tells_callees) {
            let callees = &mut self.entries[caller.entry].callees;
            callees.entry(entry).or_default().depth += 1;
        }
        self.open.push(Open {
            entry,
            registers,
            is_native,
            entered: None,
            start: Instant::now(),
            below: Duration::ZERO,
        });
    }

    fn close_last(&mut self) {
        let Some(ended) = self.open.pop() else {
            return;
        };
        let passed = ended.start.elapsed();
        let own = passed.saturating_sub(ended.below);
        self.entries[ended.entry].counts.add(passed, own);
        let Some(caller) = self.open.last_mut() else {
            return;
        };
        caller.below += passed;
        if self.tells_callees {
            let callees = &mut self.entries[caller.entry].callees;
            callees.entry(ended.entry).or_default().add(passed, own);
        }
    }

    /// Closes the frame with these registers, all above it, and the native that has entered it.
    fn close(&mut self, registers: usize) {
        self.close_while(|open| open.entered.unwrap_or(open.registers) >= registers);
    }

    /// Closes what is still open of calls above the frame with these registers.
    fn close_above(&mut self, registers: usize) {
        self.close(registers + 1);
    }

    /// Closes what is still open where a frame begins, but for the native that has entered it.
    fn close_before(&mut self, registers: usize) {
        self.close_while(|open| match open.entered {
            Some(entered) => entered > registers,
            None => open.registers >= registers,
        });
    }

    fn close_while(&mut self, is_over: impl Fn(&Open) -> bool) {
        while self.open.last().is_some_and(&is_over) {
            self.close_last();
        }
    }
}

impl Thread {
    /// Whether `cProfile` records the calls of this thread.
    #[inline]
    pub(crate) fn is_recorded(&self) -> bool {
        self.recorder.is_on.get()
    }
}

// ---- frames

/// Notes that a frame begins or ends with this operation, which has been fetched.
///
/// # Errors
/// An abort.
pub(crate) fn before(thread: &mut Thread, opcode: Opcode) -> Outcome<()> {
    let makes_generator = opcode == Opcode::MakeGenerator;
    reach_frame(thread, makes_generator)?;
    if leaves_frame(opcode) {
        leave_frame(thread);
    }
    Ok(())
}

/// Notes that the current frame raises: a generator may go on in this way.
///
/// # Errors
/// An abort.
pub(crate) fn raised(thread: &mut Thread) -> Outcome<()> {
    reach_frame(thread, false)
}

/// Opens the current frame if it is another one than before, and counts.
fn reach_frame(thread: &mut Thread, makes_generator: bool) -> Outcome<()> {
    if thread.can_abort() {
        thread.become_inevitable()?;
    }
    let registers = thread.registers_index();
    let code = thread.code();
    let mut records = thread.recorder.records.borrow_mut();
    let last = records.open.last().map_or(0, |open| open.registers);
    let is_new = registers > last.max(records.base);
    if is_new && !code.is_internal && !makes_generator {
        open_frame(&mut records, code, registers);
    }
    Ok(())
}

/// The current frame is left, or suspended.
pub(crate) fn leave_frame(thread: &Thread) {
    let registers = thread.registers_index();
    let mut records = thread.recorder.records.borrow_mut();
    records.close(registers);
    records.base = records.base.min(registers.saturating_sub(1));
}

/// Whether code is the library's for what is native in CPython.
fn is_native(code: &LoadedCode) -> bool {
    code.is_untraced || code.is_native_method || code.is_native_elsewhere
}

fn open_frame(records: &mut Records, code: &'static LoadedCode, registers: usize) {
    records.close_before(registers);
    let is_native = is_native(code);
    let is_within_native = records.open.last().is_some_and(|open| open.is_native);
    if is_native && (is_within_native || !records.tells_natives) {
        return;
    }
    let key = Key::Code(std::ptr::from_ref(code) as usize);
    let known = records.by_key.get(&key).copied();
    let entry = known.unwrap_or_else(|| {
        let shown = match is_native {
            true => Shown::Name(native_name_of_code(code)),
            false => Shown::Code(code),
        };
        add_entry(records, key, shown)
    });
    records.open(entry, registers, is_native);
}

fn add_entry(records: &mut Records, key: Key, shown: Shown) -> usize {
    let entry = records.entries.len();
    records.entries.push(Entry {
        shown,
        counts: Counts::default(),
        callees: HashMap::new(),
    });
    records.by_key.insert(key, entry);
    entry
}

/// How statistics name library code that is native in CPython.
fn native_name_of_code(code: &LoadedCode) -> String {
    let file = &*code.source.filename;
    let module = file.strip_prefix("/<stdlib>/").unwrap_or(file);
    let module = module.strip_suffix(".py").unwrap_or(module);
    match code.source.qualified_name.rsplit_once('.') {
        Some((class, method)) => format!("<method '{method}' of '{module}.{class}' objects>"),
        None => format!("<built-in method {module}.{}>", code.source.qualified_name),
    }
}

// ---- natives

/// A call of a native that profilers are to hear of.
pub struct Told {
    native: &'static NativeFunction,
    /// The function as `c_call` shows it: a method is bound to its receiver.
    shown: Root,
    /// The entry of the recorder, if that is on.
    entry: Option<usize>,
}

/// Tells profilers of the call of a native that lies in place; none if they are to hear nothing.
///
/// # Errors
/// An exception of the profile function; an abort.
pub fn before_call(thread: &mut Thread, call: Call<'_>) -> Outcome<Option<Told>> {
    let is_heard = thread.is_recorded() || tracing::has_profile_function(thread);
    if !is_heard || is_native(thread.code()) || tracing::is_busy(thread) {
        return Ok(None);
    }
    let Some((native, shown)) = native_called(thread, call) else {
        return Ok(None);
    };
    if thread.can_abort() {
        thread.become_inevitable()?;
    }
    let place = Some(place_of_call(thread));
    let is_again = thread.recorder.waiting.get() == place;
    if is_again {
        thread.recorder.waiting.set(None);
    }
    let entry = match thread.is_recorded() {
        true => open_native(thread, native, shown, is_again)?,
        false => None,
    };
    let told = Told {
        native,
        shown,
        entry,
    };
    if !is_again && !told.enters_frames() {
        tracing::tell_profile(thread, "c_call", shown)?;
    }
    Ok(Some(told))
}

/// The registers of the current frame, and the instruction that calls.
fn place_of_call(thread: &Thread) -> (usize, usize) {
    let instruction = thread.index_of_instruction(thread.pc());
    (thread.registers_index(), instruction)
}

/// A native that waits is not called again where an exception has come up meanwhile.
pub(crate) fn forget_wait(thread: &Thread) {
    thread.recorder.waiting.set(None);
}

impl Told {
    /// Whether the native may enter a frame and be done before that is.
    fn enters_frames(&self) -> bool {
        match self.native.code {
            // (The code that `exec` and `eval` are given runs below them where a profiler watches,
            // so that they are over when it is.)
            NativeCode::Entering(_) => !matches!(self.native.name, "exec" | "eval"),
            NativeCode::Resuming(..) => true,
            NativeCode::Leaf(_) | NativeCode::Calling(..) => false,
        }
    }
}

/// Tells profilers how that call has ended.
///
/// # Errors
/// An exception of the profile function; an abort.
pub fn after_call(thread: &mut Thread, told: &Told, entered: &Outcome<Entered>) -> Outcome<()> {
    let event = match entered {
        Ok(Entered::Done) => "c_return",
        Err(Unwind::Raise) => "c_exception",
        Ok(Entered::Frame | Entered::Raising) => {
            let registers = thread.registers_index();
            let mut records = thread.recorder.records.borrow_mut();
            if told.entry.is_some()
                && let Some(open) = records.open.last_mut()
            {
                open.entered = Some(registers);
            }
            return Ok(());
        }
        Err(Unwind::Wait) => {
            let place = place_of_call(thread);
            thread.recorder.waiting.set(Some(place));
            return Ok(());
        }
        // The transaction has ended.
        Err(_) => return Ok(()),
    };
    if told.entry.is_some() && thread.is_recorded() {
        let registers = thread.registers_index();
        let mut records = thread.recorder.records.borrow_mut();
        records.close_above(registers);
        let is_open = |open: &Open| Some(open.entry) == told.entry && open.is_native;
        if records.open.last().is_some_and(is_open) {
            records.close_last();
        }
    }
    if told.enters_frames() {
        return Ok(());
    }
    tracing::tell_profile(thread, event, told.shown)
}

/// The native that a call calls, and the function as profilers see it.
fn native_called(thread: &Thread, call: Call<'_>) -> Option<(&'static NativeFunction, Root)> {
    let mut callable = thread.stack_value(call.callable()).as_object()?;
    let mut receiver = match call.count {
        0 => UNBOUND,
        _ => thread.stack_value(call.first()),
    };
    if thread.host_of(callable) == CLASS_METHOD {
        let [function, own] = thread.bound_parts(callable.value())?;
        (callable, receiver) = (function.as_object()?, own);
    }
    if thread.host_of(callable) != CLASS_NATIVE_FUNCTION {
        return None;
    }
    let (native, binding) = thread.native_of(callable);
    // (CPython tells of functions and methods, not of special methods that are called by name.)
    if shown_class::is_slot(native) {
        return None;
    }
    let shown = match binding {
        NativeBinding::Method if receiver != UNBOUND => thread.bind_native(callable, receiver),
        _ => callable.value(),
    };
    Some((native, thread.root(shown)))
}

/// Notes that a native is called; its entry, if natives are recorded. `is_again`: it had to wait.
fn open_native(
    thread: &mut Thread,
    native: &'static NativeFunction,
    shown: Root,
    is_again: bool,
) -> Outcome<Option<usize>> {
    let key = Key::Native(std::ptr::from_ref(native) as usize);
    let (known, tells_natives) = {
        let records = thread.recorder.records.borrow();
        (records.by_key.get(&key).copied(), records.tells_natives)
    };
    if !tells_natives {
        return Ok(None);
    }
    let entry = match known {
        Some(entry) => entry,
        None => {
            let name = native_name(thread, shown)?;
            let mut records = thread.recorder.records.borrow_mut();
            add_entry(&mut records, key, Shown::Name(name))
        }
    };
    let registers = thread.registers_index();
    let mut records = thread.recorder.records.borrow_mut();
    records.close_above(registers);
    if !is_again {
        records.open(entry, registers, true);
    }
    Ok(Some(entry))
}

/// How statistics name a native: as CPython shows the method of its class, or the function.
fn native_name(thread: &mut Thread, shown: Root) -> Outcome<String> {
    let name = tracing::unheard(thread, |thread| {
        upcalls::call_python(thread, "_lsprof", "_name_of", &[shown])
    })?;
    let name = string::as_text(thread, thread.get(name));
    Ok(name.unwrap_or_default().to_owned())
}

// ---- natives of `_profile_core`

/// `start(natives, callees)`: records the calls of this thread from here on.
///
/// # Errors
/// A wait, after which it is called again; an abort.
pub fn start<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    leave_handlers(thread)?;
    thread.become_inevitable()?;
    let base = thread.registers_index();
    *thread.recorder.records.borrow_mut() = Records {
        tells_natives: arguments.get(thread, 0) == TRUE,
        tells_callees: arguments.get(thread, 1) == TRUE,
        base,
        ..Records::default()
    };
    thread.recorder.is_on.set(true);
    tracing::update_plain(thread);
    Ok(NONE)
}

/// `stop()`: ends all calls that are under way and records no more; the rows of all entries.
///
/// # Errors
/// Memory.
pub fn stop<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    thread.become_inevitable()?;
    thread.recorder.records.borrow_mut().close(0);
    let rows = thread.root(rows(thread, arguments)?);
    thread.recorder.is_on.set(false);
    *thread.recorder.records.borrow_mut() = Records::default();
    tracing::update_plain(thread);
    Ok(thread.get(rows))
}

/// `clear()`: forgets all that was recorded, calls that are under way too.
///
/// # Errors
/// An abort.
pub fn clear<'a>(thread: &'a mut Thread, _: Arguments) -> Outcome<Value<'a>> {
    thread.become_inevitable()?;
    let mut records = thread.recorder.records.borrow_mut();
    records.entries.clear();
    records.by_key.clear();
    records.open.clear();
    Ok(NONE)
}

/// `is_on()`: whether the calls of this thread are recorded.
///
/// # Errors
/// None.
pub fn is_on<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(crate::types::prelude::boolean(thread.is_recorded()))
}

/// `rows()`: a tuple for each entry: code or name, calls, those within another call, seconds in all
/// and without the calls below; and a list of the same of what it has called.
///
/// # Errors
/// Memory.
pub fn rows<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let records = thread.recorder.records.borrow();
    let mut all = Vec::with_capacity(records.entries.len());
    for entry in &records.entries {
        let mut callees: Vec<_> = entry.callees.iter().collect();
        callees.sort_by_key(|(place, _)| **place);
        let callees: Vec<Value<'_>> = callees
            .into_iter()
            .map(|(place, counts)| row(thread, &records.entries[*place].shown, counts, NONE))
            .collect::<Outcome<_>>()?;
        let callees = list::from_values(thread, &callees)?;
        all.push(row(thread, &entry.shown, &entry.counts, callees)?);
    }
    list::from_values(thread, &all)
}

fn row<'a>(
    thread: &'a Thread,
    shown: &Shown,
    counts: &Counts,
    callees: Value<'a>,
) -> Outcome<Value<'a>> {
    let shown = match shown {
        Shown::Code(code) => code_object::object(thread, code),
        Shown::Name(name) => string::new(thread, name)?,
    };
    let fields = [
        shown,
        int::from_length(counts.calls),
        int::from_length(counts.calls_within),
        float::from_f64(thread, counts.total.as_secs_f64()),
        float::from_f64(thread, counts.own.as_secs_f64()),
        callees,
    ];
    tuple::from_values(thread, &fields)
}
