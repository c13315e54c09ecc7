//! A check that goes beyond the verifier: on no way through a code object is a register read that
//! nothing has been written to, and no value lives across a call in the callee's registers.

use motet_python_bytecode::encode::Instruction;
use motet_python_bytecode::{Code, CodeKind, Constant, Opcode};

/// A set of registers.
type Registers = [u64; 4];

const ALL: Registers = [u64::MAX; 4];

fn contains(set: &Registers, register: u32) -> bool {
    set[register as usize / 64] >> (register % 64) & 1 != 0
}

fn insert(set: &mut Registers, (first, count): (u32, u32)) {
    for register in first..first + count {
        set[register as usize / 64] |= 1 << (register % 64);
    }
}

fn remove_from(set: &mut Registers, first: u32) {
    for register in first..256 {
        set[register as usize / 64] &= !(1 << (register % 64));
    }
}

fn intersect(into: &mut Registers, other: &Registers) -> bool {
    let before = *into;
    for (mine, its) in into.iter_mut().zip(other) {
        *mine &= its;
    }
    before != *into
}

/// The accesses of an instruction to registers: spans that it reads, spans that it writes.
struct Access {
    reads: Vec<(u32, u32)>,
    writes: Vec<(u32, u32)>,
}

fn access(instruction: Instruction, meaning: Meaning) -> Access {
    use Opcode::*;
    let [first, second, third] = instruction.register_spans();
    let a = u32::from(instruction.a());
    let at = |register, count| (register, count);
    let all_read = vec![first, second, third];
    let no_value = meaning == Meaning::UnboundIsNoValue;
    let (reads, writes) = match instruction.opcode {
        Unbind if no_value => (vec![], vec![]),
        CheckBound | MakeCell if no_value => (vec![], vec![first]),
        Nop | Jump | Loop | RaiseCurrent | MakeGenerator => (vec![], vec![]),
        // A register that is kept beside may be without a value: it is not looked at.
        Yield => (vec![second], vec![first]),
        YieldFrom => (vec![first, second], vec![first]),
        StoreGlobal | StoreFree | StoreName | DeleteGlobal | DeleteFree | DeleteName
        | DeleteCell | CheckBound | StoreCell | SetAttribute | DeleteAttribute | SetItem
        | DeleteItem | ListAppend | ListExtend | SetAdd | SetUpdate | DictSet | DictUpdate
        | DictMerge | Return | ReturnInstance | Raise | RaiseFrom | Reraise | ImportStar
        | EndGenerator | EndAsyncFor => (all_read, vec![]),
        MakeCell => (vec![first], vec![first]),
        Call | CallKeywords | CallSpread => {
            let end = first.0 + first.1;
            (vec![at(a + 4, end - a - 4)], vec![at(a, 1)])
        }
        CallMethod => {
            let end = first.0 + first.1;
            (vec![at(a + 5, end - a - 5)], vec![at(a, 1)])
        }
        CallLoaded | CallLoadedKeywords => {
            let end = first.0 + first.1;
            (vec![at(a + 4, end - a - 4)], vec![at(a, 1)])
        }
        LoadMethod => (vec![at(a + 1, 1)], vec![at(a, 2)]),
        MakeFunction => (vec![at(a + 1, 3)], vec![at(a, 1)]),
        ImportName => (vec![at(a + 8, 2)], vec![at(a, 1)]),
        EnterHandler => (vec![at(a, 1)], vec![at(a + 1, 1)]),
        LeaveHandler => (vec![at(a + 1, 1)], vec![]),
        // The item arrives only if the loop goes on: see `successors`.
        ForLoop => (vec![second], vec![]),
        _ if instruction.jump_distance().is_some() => (all_read, vec![]),
        _ => (vec![second, third], vec![first]),
    };
    Access { reads, writes }
}

fn is_call(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        Call | CallKeywords | CallSpread | CallMethod | CallLoaded | CallLoadedKeywords
    )
}

/// Checks a code object and those nested in it; panics with the place of the first fault.
pub(crate) fn check_initialized(code: &Code) {
    check(code, Meaning::UnboundIsAValue);
    check(code, Meaning::UnboundIsNoValue);
    for constant in &code.constants {
        if let Constant::Code(nested) = constant {
            check_initialized(nested);
        }
    }
}

/// Whether the mark of a local variable without a value counts as written. It must be there
/// wherever `CheckBound` looks, and it must not be read anywhere else.
#[derive(Clone, Copy, PartialEq)]
enum Meaning {
    UnboundIsAValue,
    UnboundIsNoValue,
}

fn check(code: &Code, meaning: Meaning) {
    let words = &code.instructions;
    let mut states: Vec<Option<Registers>> = vec![None; words.len() + 1];
    let mut entry = [0; 4];
    let is_class = code.kind == CodeKind::ClassBody;
    let given = code.parameters.names.len() as u32 + u32::from(is_class);
    insert(&mut entry, (0, given));
    states[0] = Some(entry);
    let mut pending = vec![0usize];
    while let Some(index) = pending.pop() {
        let state = states[index].unwrap_or(ALL);
        let instruction = Instruction::decode(words, index).expect("an instruction");
        for (target, next) in successors(code, instruction, state, meaning) {
            let changed = match &mut states[target] {
                Some(known) => intersect(known, &next),
                unknown => {
                    *unknown = Some(next);
                    true
                }
            };
            if changed {
                pending.push(target);
            }
        }
    }
    check_reads(code, &states, meaning);
}

/// The places to which control goes after an instruction, and the registers written there.
fn successors(
    code: &Code,
    instruction: Instruction,
    state: Registers,
    meaning: Meaning,
) -> Vec<(usize, Registers)> {
    let opcode = instruction.opcode;
    let access = access(instruction, meaning);
    let mut raised = state;
    if is_call(opcode) {
        remove_from(&mut raised, u32::from(instruction.a()) + 1);
    }
    let mut after = raised;
    for span in access.writes {
        insert(&mut after, span);
    }
    if opcode == Opcode::Unbind && meaning == Meaning::UnboundIsNoValue {
        after[usize::from(instruction.a() / 64)] &= !(1 << (instruction.a() % 64));
    }
    let mut found = Vec::new();
    let index = instruction.index;
    let is_covered = |start, end| (start..end).contains(&index);
    let mut ranges = code.exception_table.iter();
    if let Some(range) = ranges.find(|range| is_covered(range.start, range.end)) {
        insert(&mut raised, (range.register.into(), 1));
        found.push((range.target as usize, raised));
    }
    if let Some(target) = instruction.jump_target() {
        let mut jumped = after;
        if opcode == Opcode::ForLoop {
            insert(&mut jumped, (instruction.a().into(), 1));
        }
        found.push((target as usize, jumped));
    }
    if !opcode.ends_flow() {
        found.push((instruction.next() as usize, after));
    }
    found
}

fn check_reads(code: &Code, states: &[Option<Registers>], meaning: Meaning) {
    let mut index = 0;
    while index < code.instructions.len() {
        let instruction = Instruction::decode(&code.instructions, index).expect("an instruction");
        if let Some(state) = &states[index] {
            for (first, count) in access(instruction, meaning).reads {
                for register in first..first + count {
                    assert!(
                        contains(state, register),
                        "{}: word {index} ({}) reads r{register}, which may not be written\n{}",
                        code.qualified_name,
                        instruction.opcode.name(),
                        motet_python_bytecode::disassemble(code),
                    );
                }
            }
        }
        index = instruction.next() as usize;
    }
}
