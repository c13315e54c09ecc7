//! Counters of a build of its own (`--features motet-python-interp/count-leaving`): how often which
//! operation leaves the handlers for its generic form, and how often native code enters the
//! interpreter again. `MOTET_COUNT_LEAVING=FILE` names the file that they are written to when
//! the program ends: a line each of a count and its reason, the largest first.
//! The counts are those of one thread, so programs with one worker are the ones to look at.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;

use motet_python_bytecode::encode::{a, b};
use motet_python_bytecode::{ARGUMENT_OFFSET, CALLABLE_OFFSET, Opcode};
use motet_python_objects::model::code::Site;
use motet_python_objects::model::function::NATIVE_SELF;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::thread::Thread;
use motet_tm::Value;

thread_local! {
    static COUNTS: RefCell<HashMap<String, u64>> = RefCell::default();
}

fn count(reason: String) {
    COUNTS.with_borrow_mut(|counts| *counts.entry(reason).or_default() += 1);
}

/// Writes the counts of this thread: the program is over.
pub fn write_counts() {
    let Some(file) = std::env::var_os("MOTET_COUNT_LEAVING") else {
        return;
    };
    let mut rows: Vec<(String, u64)> = COUNTS.take().into_iter().collect();
    rows.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    let mut text = String::new();
    for (reason, count) in rows {
        let _ = writeln!(text, "{count} {reason}");
    }
    // Measuring must not change how the program ends.
    let _ = std::fs::write(file, text);
}

/// A callable, as far as the ways of calling it differ.
fn callable_kind(thread: &Thread, callable: Value<'_>) -> String {
    let Some(object) = callable.as_object() else {
        return String::from("a number");
    };
    match thread.host_of(object) {
        CLASS_NATIVE_FUNCTION => {
            let (native, _) = thread.native_of(object);
            let own = thread.read(object).get(NATIVE_SELF);
            format!("native {} of {}", native.name, thread.type_name(own))
        }
        _ if thread.class_number_of(callable).is_some() => match thread.class_number_of(callable) {
            Some(class) => format!("class {}", thread.class_name(class)),
            None => String::new(),
        },
        _ => format!("a {}", thread.type_name(callable)),
    }
}

/// An operation leaves the handlers.
pub fn note_operation(thread: &Thread, opcode: Opcode) {
    let what = detail(thread, opcode, thread.word(), thread.extension() as usize);
    count(format!("{opcode:?} {what}"));
}

/// What an operation works on: the attribute and the class of the receiver, or the callable.
fn detail(thread: &Thread, opcode: Opcode, word: u32, extension: usize) -> String {
    let (first, second) = (a(word), b(word));
    let site = || {
        let site = &thread.code().sites[extension];
        thread.machine().symbols.text(site.name)
    };
    match opcode {
        Opcode::GetAttribute => {
            format!(
                "{} of {}",
                site(),
                thread.type_name(thread.register(second))
            )
        }
        Opcode::SetAttribute => {
            format!("{} of {}", site(), thread.type_name(thread.register(first)))
        }
        Opcode::CallMethod => {
            let receiver = thread.register(first + ARGUMENT_OFFSET);
            format!("{} of {}", site(), thread.type_name(receiver))
        }
        Opcode::Call
        | Opcode::CallLoaded
        | Opcode::CallKeywords
        | Opcode::CallLoadedKeywords
        | Opcode::CallSpread => callable_kind(thread, thread.register(first + CALLABLE_OFFSET)),
        _ => String::new(),
    }
}

/// A site asks the whole look-up for an attribute, without leaving the handlers.
pub fn note_look_up(thread: &Thread, word: u32, site: &Site) {
    let name = thread.machine().symbols.text(site.name);
    let class = thread.type_name(thread.register(b(word) as u8));
    count(format!("looks up {name} of {class}"));
}

/// Native code enters the interpreter.
pub fn note_nested(thread: &Thread) {
    if !thread.has_frame() {
        return count(String::from("enters outside of all code"));
    }
    let words = &thread.code().instructions;
    // Handlers keep the place of the instruction up to date, not its word.
    if !words.as_ptr_range().contains(&thread.pc()) {
        return count(String::from("enters between two operations"));
    }
    let index = thread.index_of_instruction(thread.pc());
    let word = words.get(index);
    let opcode = Opcode::ALL[usize::from(word as u8)];
    let extension = match index + 1 < words.len() {
        true => words.get(index + 1) as usize,
        false => 0,
    };
    let what = detail(thread, opcode, word, extension);
    count(format!("enters from {opcode:?} {what}"));
}
