//! Random programs: the operations of a thread of the model test, as data, so that the runtime and
//! the sequential model can both execute it, and a transaction can be executed again.

use crate::support::Random;

/// One of the thread roots: survives collections and commits, an abort restores it.
pub(crate) type Register = usize;

/// How many registers a thread has. Register 0 is the cursor: only it ever holds a root node.
pub(crate) const REGISTERS: usize = 6;
const CURSOR: Register = 0;
/// Nodes that all threads know from the start.
pub(crate) const ROOTS: usize = 4;
/// Field of a node: word 1. Then follow two fields that may refer to other objects.
pub(crate) const NUMBER: u64 = 0;
const LINK: u64 = 1;
const OTHER: u64 = 2;
/// Lengths of the arrays that the first roots hold: two large ones, which have cards, a small one.
pub(crate) const ARRAY_LENGTHS: [u64; 3] = [131, 70, 5];
/// Elements that programs touch: first and last of a card, both sides of a border.
const ELEMENTS: [u64; 6] = [0, 31, 32, 64, 69, 130];

/// An operation of a thread.
#[derive(Clone, Debug)]
pub(crate) enum Operation {
    /// The register refers to a root node.
    Root { to: Register, root: usize },
    /// The register holds a number.
    Number { to: Register, number: i32 },
    /// Reads a field, or an element (the index wraps around).
    Load {
        to: Register,
        from: Register,
        index: u64,
    },
    /// Writes a field, or an element.
    Store {
        into: Register,
        index: u64,
        from: Register,
    },
    /// Follows up to so many links and tells the numbers on the way.
    Walk { from: Register, steps: usize },
    /// Makes a node.
    NewNode {
        to: Register,
        number: i32,
        link: Register,
        other: Register,
    },
    /// Makes an array.
    NewArray {
        to: Register,
        length: u64,
        fill: Register,
    },
    /// Makes immutable bytes.
    NewRaw { to: Register, bytes: u64, fill: u8 },
    /// Asks for the object's identity.
    Identity { of: Register },
    /// Uses the nursery up: a minor collection.
    Collect,
    /// Cannot abort from here on.
    BecomeInevitable,
    /// All others start again when this transaction commits.
    DoomAll,
    /// So many safepoints, inside an atomic region: may abort, not commit.
    Safepoints(usize),
    /// So many safepoints; the transaction ends if the runtime asks for it.
    YieldPoints(usize),
    /// The transaction ends.
    Commit,
}

/// A thread's program of about `length` phrases.
pub(crate) fn random_program(random: &mut Random, thread: usize, length: usize) -> Vec<Operation> {
    let mut program = Vec::new();
    let mut unique = (thread as i32 + 1) * 100_000;
    let mut atomic_phrases = 0;
    for _ in 0..length {
        unique += 1;
        phrase(random, unique, &mut program);
        let times = random.pick(&[1, 1, 2, 6]);
        if atomic_phrases > 0 {
            atomic_phrases -= 1;
            program.push(Operation::Safepoints(times));
            continue;
        }
        match random.below(12) {
            0..2 => program.push(Operation::Commit),
            2..8 => program.push(Operation::YieldPoints(times)),
            8 => atomic_phrases = 1 + random.below(6),
            _ => {}
        }
    }
    program
}

/// A transaction's worth of phrases, all of one atomic region.
pub(crate) fn random_transaction(random: &mut Random, unique: &mut i32) -> Vec<Operation> {
    let mut transaction = Vec::new();
    for _ in 0..1 + random.below(5) {
        *unique += 1;
        phrase(random, *unique, &mut transaction);
        transaction.push(Operation::Safepoints(random.pick(&[1, 2, 6])));
    }
    transaction
}

fn phrase(random: &mut Random, unique: i32, program: &mut Vec<Operation>) {
    let value = 1 + random.below(REGISTERS - 1);
    let another = 1 + random.below(REGISTERS - 1);
    match random.below(32) {
        0..9 => {
            let index = walk_to_a_place(random, program);
            program.push(load(value, index));
            if random.below(3) == 0 {
                let steps = 1 + random.below(8);
                program.push(Operation::Walk { from: value, steps });
            }
        }
        9..17 => {
            let number = Operation::Number {
                to: value,
                number: unique,
            };
            let index = walk_to_a_place(random, program);
            // A write that depends on a read, or a blind one.
            if random.below(2) == 0 {
                program.push(load(another, index));
            }
            program.push(number);
            program.push(store(index, value));
        }
        17..21 => {
            let index = walk_to_a_place(random, program);
            program.push(store(index, value));
        }
        21..27 => allocate(random, unique, program),
        27 => program.push(Operation::Identity { of: value }),
        28..30 => program.push(Operation::Collect),
        30 => program.push(Operation::BecomeInevitable),
        _ if random.below(4) == 0 => program.push(Operation::DoomAll),
        _ => program.push(Operation::Number {
            to: value,
            number: unique,
        }),
    }
}

fn load(to: Register, index: u64) -> Operation {
    Operation::Load {
        to,
        from: CURSOR,
        index,
    }
}

fn store(index: u64, from: Register) -> Operation {
    Operation::Store {
        into: CURSOR,
        index,
        from,
    }
}

/// Moves the cursor to an object of the shared graph; returns the field or element to touch there.
/// The links of the roots that hold arrays are never touched, so that the arrays stay in reach.
fn walk_to_a_place(random: &mut Random, program: &mut Vec<Operation>) -> u64 {
    let root = random.below(ROOTS);
    program.push(Operation::Root { to: CURSOR, root });
    let holds_array = root < ARRAY_LENGTHS.len();
    match random.below(4) {
        0 if holds_array => random.pick(&[NUMBER, OTHER]),
        0 => random.pick(&[NUMBER, LINK, OTHER]),
        1 | 2 if holds_array => {
            program.push(load(CURSOR, LINK));
            let index = random.pick(&ELEMENTS);
            if random.below(3) > 0 {
                return index;
            }
            program.push(load(CURSOR, index));
            random.pick(&[NUMBER, LINK])
        }
        _ => {
            program.push(load(CURSOR, OTHER));
            for _ in 0..random.below(4) {
                program.push(load(CURSOR, LINK));
            }
            random.pick(&[NUMBER, LINK, OTHER])
        }
    }
}

/// Makes an object, and mostly links it into the shared graph at once.
fn allocate(random: &mut Random, unique: i32, program: &mut Vec<Operation>) {
    let to = 1 + random.below(REGISTERS - 1);
    let (link, other) = (
        1 + random.below(REGISTERS - 1),
        1 + random.below(REGISTERS - 1),
    );
    program.push(match random.below(10) {
        0 => Operation::NewArray {
            to,
            length: random.pick(&[3, 33, 101]),
            fill: link,
        },
        1 => Operation::NewRaw {
            to,
            bytes: random.pick(&[0, 21, 700]),
            fill: unique as u8,
        },
        _ => Operation::NewNode {
            to,
            number: unique,
            link,
            other,
        },
    });
    if random.below(4) > 0 {
        let index = walk_to_a_place(random, program);
        program.push(store(index, to));
    }
}
