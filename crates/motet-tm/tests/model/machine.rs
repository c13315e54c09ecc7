//! The operations on the runtime itself.

use motet_tm::{Mutator, Object, Pinned, Unwind, Value};

use crate::oracle::{Seen, digest};
use crate::program::{ARRAY_LENGTHS, Operation, REGISTERS};
use crate::support::{ARRAY, NODE, RAW, transact};

/// Fills the roots as the model begins with.
pub(crate) fn set_up(mutator: &mut Mutator, roots: &[Pinned]) {
    transact(mutator, |mutator| {
        for (number, root) in roots.iter().enumerate() {
            let view = mutator.write(root.object())?;
            view.set(1, Value::from_small(number as i32));
            if let Some(length) = ARRAY_LENGTHS.get(number) {
                let array = mutator
                    .allocate_array(ARRAY, 0, *length, Value::from_small(0))
                    .expect("room");
                view.set(2, array.object().value());
            }
        }
        Ok(())
    });
}

/// Sets all registers to 0, as in the model.
pub(crate) fn clear_registers(mutator: &mut Mutator) {
    transact(mutator, |mutator| {
        for register in 0..REGISTERS {
            mutator.set_thread_root(register, Value::from_small(0));
        }
        Ok(())
    });
}

/// The observation of a value.
pub(crate) fn seen(mutator: &Mutator, value: Value<'_>) -> Seen {
    if let Some(number) = value.as_integer() {
        return Seen::Number(number);
    }
    let Some(object) = value.as_object() else {
        return Seen::Nothing;
    };
    let layout = mutator.layout_id(object);
    if layout == NODE {
        Seen::Node
    } else if layout == ARRAY {
        Seen::Array(mutator.array_length(object))
    } else {
        assert_eq!(layout, RAW, "a value refers to something else");
        raw_seen(mutator, object)
    }
}

fn raw_seen(mutator: &Mutator, object: Object<'_>) -> Seen {
    let view = mutator.read_immutable(object);
    let length = view.length();
    let bytes = view.bytes(2, length);
    let fill = bytes.first().copied().unwrap_or(0);
    assert!(bytes.iter().all(|byte| *byte == fill), "bytes are mixed up");
    Seen::Raw(length, fill)
}

/// Runs one operation, without its safepoints and its commit.
pub(crate) fn execute(
    mutator: &mut Mutator,
    roots: &[Pinned],
    operation: &Operation,
) -> Result<Seen, Unwind> {
    match *operation {
        Operation::Root { to, root } => mutator.set_thread_root(to, roots[root].value()),
        Operation::Number { to, number } => mutator.set_thread_root(to, Value::from_small(number)),
        Operation::Load { to, from, index } => return Ok(load(mutator, to, from, index)),
        Operation::Store { into, index, from } => return store(mutator, into, index, from),
        Operation::Walk { from, steps } => return Ok(walk(mutator, from, steps)),
        Operation::NewNode {
            to,
            number,
            link,
            other,
        } => {
            let fields = [
                Value::from_small(number),
                mutator.thread_root(link),
                mutator.thread_root(other),
            ];
            mutator.set_thread_root(to, mutator.allocate(NODE, 0, &fields).value());
        }
        Operation::NewArray { to, length, fill } => {
            let fill = mutator.thread_root(fill);
            let array = mutator.allocate_array(ARRAY, 0, length, fill);
            mutator.set_thread_root(to, array.expect("room").object().value());
        }
        Operation::NewRaw { to, bytes, fill } => {
            let mut raw = mutator.allocate_raw(RAW, 0, bytes).expect("room");
            raw.bytes_mut(2, bytes).fill(fill);
            mutator.set_thread_root(to, raw.object().value());
        }
        Operation::Identity { of } => {
            let object = mutator.thread_root(of).as_object();
            return Ok(object.map_or(Seen::Refused, |object| {
                Seen::Identity(mutator.identity(object))
            }));
        }
        Operation::Collect => collect(mutator),
        Operation::BecomeInevitable => mutator.become_inevitable()?,
        Operation::DoomAll => mutator.doom_all_at_commit(),
        Operation::Safepoints(_) | Operation::YieldPoints(_) | Operation::Commit => {}
    }
    Ok(Seen::Done)
}

fn collect(mutator: &mut Mutator) {
    while !mutator.is_collection_due() {
        let garbage = mutator.allocate_array(ARRAY, 0, 200, Value::from_small(7));
        assert!(garbage.is_ok(), "room");
    }
    mutator.collect_if_due();
}

fn load(mutator: &Mutator, to: usize, from: usize, index: u64) -> Seen {
    let Some(object) = mutator.thread_root(from).as_object() else {
        return Seen::Refused;
    };
    let layout = mutator.layout_id(object);
    let value = if layout == NODE {
        mutator.read(object).get(1 + index % 3)
    } else if layout == ARRAY {
        mutator.read_element(object, index % mutator.array_length(object))
    } else {
        return Seen::Refused;
    };
    mutator.set_thread_root(to, value);
    seen(mutator, value)
}

fn store(mutator: &Mutator, into: usize, index: u64, from: usize) -> Result<Seen, Unwind> {
    let Some(object) = mutator.thread_root(into).as_object() else {
        return Ok(Seen::Refused);
    };
    let value = mutator.thread_root(from);
    let layout = mutator.layout_id(object);
    if layout == NODE {
        mutator.write(object)?.set(1 + index % 3, value);
    } else if layout == ARRAY {
        let index = index % mutator.array_length(object);
        mutator.write_element(object, index, value)?;
    } else {
        return Ok(Seen::Refused);
    }
    Ok(Seen::Done)
}

fn walk(mutator: &Mutator, from: usize, steps: usize) -> Seen {
    let mut value = mutator.thread_root(from);
    let mut walk = 0;
    for _ in 0..steps {
        let Some(object) = value.as_object() else {
            break;
        };
        if mutator.layout_id(object) != NODE {
            break;
        }
        let view = mutator.read(object);
        walk = digest(walk, view.get(1).as_integer().map_or(1, |n| n as u64));
        value = view.get(2);
    }
    Seen::Walk(walk)
}
