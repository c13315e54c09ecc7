//! The parts of the machine's report (`motet_vm::report`) that are Python's: lines and kinds of
//! objects.

use std::sync::Arc;

use motet_tm::Runtime;
#[cfg(simulated)]
use motet_tm::place_of;
use motet_vm::report::Places;

use crate::model::code::LoadedCode;
use crate::model::layouts::*;
use crate::model::machine::Machine;

/// The code that the instruction at an address belongs to, and the instruction's index.
fn code_at(machine: &Machine, address: u64) -> Option<(&'static LoadedCode, usize)> {
    machine.codes().find_map(|code| {
        let range = code.instructions.as_ptr_range();
        let is_inside = (range.start as u64..range.end as u64).contains(&address);
        is_inside.then(|| (code, code.index_of(address as *const u32)))
    })
}

/// `file:line#number` of the instruction at a position: the same in each run of a program.
#[cfg(simulated)]
pub fn identity_of(machine: &Machine, position: u64) -> String {
    match code_at(machine, place_of(position)) {
        Some((code, index)) => format!("{}:{}#{index}", code.source.filename, code.line(index)),
        None => "outside of the program".to_owned(),
    }
}

impl Places for Machine {
    fn runtime(&self) -> &Arc<Runtime> {
        &self.runtime
    }

    fn line_at(&self, address: u64) -> Option<(String, u32)> {
        let (code, index) = code_at(self, address)?;
        Some((code.source.filename.to_string(), code.line(index)))
    }

    fn source(&self, file: &str) -> Option<String> {
        let frozen = file.strip_prefix("<frozen ");
        match frozen.and_then(|name| name.strip_suffix('>')) {
            Some(name) => motet_python_library::machine_source(name).map(str::to_owned),
            None => std::fs::read_to_string(file).ok(),
        }
    }

    fn kind_of(&self, host: u32) -> String {
        match self.classes.of_shape(host) {
            CLASS_CELL => "variable".to_owned(),
            CLASS_OBJECT => "storage of a list, dict or set".to_owned(),
            class => self.classes.get(class).name.to_string(),
        }
    }
}
