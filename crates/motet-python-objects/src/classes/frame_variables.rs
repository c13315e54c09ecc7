//! The local variables of a function's frame, as a program reads and changes them from outside.
//!
//! ```text
//!   registers:   of a frame that runs on this thread   on the value stack
//!                of a generator that does not run      in the generator
//!                of a frame that has ended             in the tuple that its object keeps
//!   cells:       those that registers hold, and those of the closure
//! ```
//!
//! A variable has a number: its register, or behind the registers its place in the closure. What
//! the program stores under another name, or in a variable that has no place (of a generator that
//! has not begun, of a frame that runs on another thread), lies in a dict beside.
//!
//! Registers of variables hold any value, as far as code relies on them (`flow.rs` in
//! `motet-python-bytecode`), so a program may store what it likes, but it never takes a value away:
//! the compiler has seen which variables have one. Those of which the verifier's walk does not know
//! what they hold are marked as unbound before the first access ([`clear_unheld`]): no instruction
//! reads one before it has written it.

use motet_python_bytecode::{CodeKind, held_before, is_visible};
use motet_tm::{Object, Value};

use crate::classes::frame_object::{self, Place};
use crate::classes::generator::{self, State};
use crate::classes::globals;
use crate::model::code::LoadedCode;
use crate::model::layouts::UNBOUND;
use crate::model::namespace::{CELL_VALUE, bound};
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use crate::types::{dict, tuple};

/// The variables of a frame.
pub(super) struct Variables<'a> {
    thread: &'a Thread,
    frame: Object<'a>,
    code: &'static LoadedCode,
    place: Place<'a>,
    /// The cells of the closure, with the names of their variables.
    cells: Vec<(&'static str, Object<'a>)>,
}

impl<'a> Variables<'a> {
    /// Those of a frame: none, if it is no function's.
    ///
    /// # Errors
    /// An abort.
    pub(super) fn of(thread: &'a Thread, frame: Object<'a>) -> Outcome<Variables<'a>> {
        let code = frame_object::frame_code(thread, frame);
        let place = frame_object::place(thread, frame);
        let callable = match &place {
            Place::Running(view) => view.callable,
            Place::Suspended(_) | Place::Kept => frame_object::callable(thread, frame),
        };
        // A frame that has been cleared has forgotten its closure, too.
        let is_cleared =
            matches!(place, Place::Kept) && frame_object::kept_registers(thread, frame).is_none();
        let cells = match is_cleared {
            true => Vec::new(),
            false => globals::closure_cells(thread, code, callable).collect(),
        };
        let variables = Variables {
            thread,
            frame,
            code,
            place,
            cells,
        };
        variables.clear_unheld()?;
        Ok(variables)
    }

    /// How many of them lie in registers.
    fn in_registers(&self) -> usize {
        match self.code.source.kind {
            CodeKind::Function | CodeKind::Annotation => self.code.source.local_names.len(),
            CodeKind::Module | CodeKind::ClassBody | CodeKind::Dynamic => 0,
        }
    }

    /// The names, by number.
    pub(super) fn names(&self) -> impl DoubleEndedIterator<Item = (usize, &'static str)> {
        let in_registers = &self.code.source.local_names[..self.in_registers()];
        let names = in_registers.iter().map(|name| &**name).enumerate();
        let behind = self.cells.iter().enumerate();
        let of_cells = behind.map(|(index, (name, _))| (in_registers.len() + index, *name));
        let all: Vec<_> = names.chain(of_cells).collect();
        all.into_iter().filter(|(_, name)| is_visible(name))
    }

    /// The variable of a name: of several (those of comprehensions), the last that has a value.
    pub(super) fn find(&self, matches: impl Fn(&str) -> bool) -> Option<usize> {
        let named = || self.names().filter(|(_, name)| matches(name));
        let is_bound = |(number, _): &(usize, &str)| bound(self.value(*number)).is_some();
        let found = named().rev().find(is_bound).or_else(|| named().next());
        found.map(|(number, _)| number)
    }

    /// The value of a variable, or the mark of none.
    pub(super) fn value(&self, number: usize) -> Value<'a> {
        match self.cell(number) {
            Some(cell) => self.thread.read(cell).get(CELL_VALUE),
            None => self.register(number),
        }
    }

    /// Gives a variable a value; false if it has no place.
    ///
    /// # Errors
    /// An abort.
    pub(super) fn set(&self, number: usize, value: Value<'_>) -> Outcome<bool> {
        match self.cell(number) {
            Some(cell) => {
                self.thread.write(cell)?.set(CELL_VALUE, value);
                Ok(true)
            }
            None => self.set_register(number, value),
        }
    }

    /// The cell in which a variable lies.
    fn cell(&self, number: usize) -> Option<Object<'a>> {
        match number.checked_sub(self.in_registers()) {
            Some(place) => self.cells.get(place).map(|(_, cell)| *cell),
            None => {
                globals::cell_in_register(self.thread, self.code, number, self.register(number))
            }
        }
    }

    fn register(&self, number: usize) -> Value<'a> {
        let thread = self.thread;
        match &self.place {
            Place::Running(view) => thread.stack_value(view.registers + number),
            Place::Suspended(generator) => generator::kept_register(thread, *generator, number),
            Place::Kept => match frame_object::kept_registers(thread, self.frame) {
                Some(kept) => tuple::get(thread, kept, number as u64),
                None => UNBOUND,
            },
        }
    }

    fn set_register(&self, number: usize, value: Value<'_>) -> Outcome<bool> {
        let thread = self.thread;
        match &self.place {
            Place::Running(view) => {
                thread.touch_frame(view.registers);
                thread.set_stack_value(view.registers + number, value);
                Ok(true)
            }
            Place::Suspended(generator) => {
                generator::set_kept_register(thread, *generator, number, value)
            }
            Place::Kept => {
                let Some(kept) = frame_object::kept_registers(thread, self.frame) else {
                    return Ok(false);
                };
                let mut registers = thread.tuple_items(kept.value());
                registers[number] = value;
                frame_object::keep_registers(thread, self.frame, &registers)?;
                Ok(true)
            }
        }
    }

    /// Marks the variables as unbound whose registers hold what an earlier call has left there, or
    /// may do so. It is done once: what is written later is known to be there.
    fn clear_unheld(&self) -> Outcome<()> {
        let thread = self.thread;
        if frame_object::is_cleared(thread, self.frame) {
            return Ok(());
        }
        let instruction = match &self.place {
            Place::Running(view) => view.instruction,
            // One that has not begun keeps its parameters alone.
            Place::Suspended(generator)
                if generator::state(thread, *generator) == State::Created =>
            {
                return Ok(());
            }
            Place::Suspended(generator) => generator::instruction(thread, *generator),
            Place::Kept if frame_object::kept_registers(thread, self.frame).is_none() => {
                return Ok(());
            }
            Place::Kept => frame_object::kept_instruction(thread, self.frame),
        };
        let held = held_before(&self.code.source, instruction as u32);
        let in_registers = self.in_registers();
        let of_registers = self
            .names()
            .take_while(|(number, _)| *number < in_registers);
        for (number, _) in of_registers.filter(|(number, _)| !held[*number]) {
            self.set_register(number, UNBOUND)?;
        }
        frame_object::set_cleared(thread, self.frame)
    }
}

/// A dict of the variables of a frame, and of what the program has stored beside them.
///
/// # Errors
/// An abort.
pub(super) fn snapshot<'a>(thread: &'a Thread, frame: Object<'a>) -> Outcome<Value<'a>> {
    let variables = Variables::of(thread, frame)?;
    let names = variables.names();
    let values = names.map(|(number, name)| (name, variables.value(number)));
    let made = globals::dict_of(thread, values.collect())?;
    add_extra(thread, frame, made.known_object())?;
    Ok(made)
}

/// Adds what the program has stored beside the variables of a frame to a dict of them.
///
/// # Errors
/// An abort.
pub(super) fn add_extra(thread: &Thread, frame: Object<'_>, target: Object<'_>) -> Outcome<()> {
    match frame_object::extra(thread, frame) {
        Some(extra) => dict::add_missing_leaf(thread, target, extra),
        None => Ok(()),
    }
}
