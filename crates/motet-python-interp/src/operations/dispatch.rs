//! The functions that run operations in their generic form: the tables of all families, by opcode.

use motet_python_bytecode::Opcode;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;

use super::family::{Generic, Operation};
use super::{
    attributes, calls, containers, coroutines, generators, iteration, matching, operators,
    statements, variables, wide,
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
    wide::OPERATIONS,
];

const COUNT: usize = Opcode::ALL.len();

/// The generic forms by opcode: each opcode has one, and only one.
static TABLE: [Generic; COUNT] = {
    let mut table = [FAMILIES[0][0].run; COUNT];
    let mut is_known = [false; COUNT];
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
    assert!(count == COUNT, "an opcode stands in no table");
    table
};

/// Executes the operation that `fetch` has begun.
pub(crate) fn execute(thread: &mut Thread, opcode: Opcode) -> Outcome<()> {
    let word = thread.word();
    debug_assert_eq!(opcode as u8, word as u8, "the instruction that was begun");
    TABLE[opcode as usize](thread, word)
}
