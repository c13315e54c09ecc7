//! The functions of a simulated machine that read a program: names for the places of instructions.
//! Only with `cfg(simulated)`.

use motet_python_objects::model::report;
use std::cell::Cell;

use motet_python_objects::model::machine::Machine;

pub use motet_python_interp::simulated::{YieldPoints, cost_class, set_yield_points};

thread_local! {
    static MACHINE: Cell<Option<&'static Machine>> = const { Cell::new(None) };
}

pub(crate) fn remember(machine: &'static Machine) {
    MACHINE.set(Some(machine));
}

/// `file:line text` of the instruction at an address.
pub fn describe(position: u64) -> String {
    match MACHINE.get() {
        Some(machine) => motet_vm::report::name_of(machine, position),
        None => String::new(),
    }
}

/// `file:line#number` of the instruction at an address: the same in each run of a program.
pub fn identify(position: u64) -> String {
    match MACHINE.get() {
        Some(machine) => report::identity_of(machine, position),
        None => String::new(),
    }
}
