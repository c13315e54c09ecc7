//! Which function runs an operation in its generic form: the tables of all families, by opcode.

use motet_python_bytecode::Opcode;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;

use super::family::{Generic, Operation};
use super::{
    attributes, calls, containers, coroutines, generators, iteration, matching, operators,
    statements, variables,
};

/// The tables of the families.
const FAMILIES: &[&[Operation]] = &[
    attributes::OPERATIONS,
    calls::OPERATIONS,
    containers::OPERATIONS,
    coroutines::OPERATIONS,
    generators::OPERATIONS,
    iteration::OPERATIONS,
    matching::OPERATIONS,
    operators::OPERATIONS,
    statements::OPERATIONS,
    variables::OPERATIONS,
];

/// The generic forms by opcode: each opcode has one, and only one.
static TABLE: [Generic; 256] = {
    let mut table: [Generic; 256] = [no_operation; 256];
    let mut is_known = [false; 256];
    let (mut family, mut count) = (0, 0);
    while family < FAMILIES.len() {
        let mut row = 0;
        while row < FAMILIES[family].len() {
            let operation = &FAMILIES[family][row];
            let number = operation.opcode as usize;
            assert!(!is_known[number], "an opcode stands in two tables");
            (table[number], is_known[number]) = (operation.run, true);
            row += 1;
        }
        count += row;
        family += 1;
    }
    assert!(count == Opcode::ALL.len(), "an opcode stands in no table");
    table
};

/// Stands where no opcode has the number.
fn no_operation(_: &mut Thread, word: u32) -> Outcome<()> {
    unreachable!("the verifier lets no such instruction pass: {word:#x}")
}

/// Executes the operation that `fetch` has begun.
pub(crate) fn execute(thread: &mut Thread, opcode: Opcode) -> Outcome<()> {
    let word = thread.word();
    TABLE[opcode as usize](thread, word)
}
