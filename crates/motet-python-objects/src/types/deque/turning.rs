//! `rotate`: as few items move as can, none where the ring is full.

use super::{Ring, integer_argument, receiver, set_places};
use crate::types::prelude::*;

pub(super) fn rotate(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let ring = receiver(thread, arguments, "rotate")?;
    let steps = match arguments.optional(thread, 1) {
        Some(steps) => integer_argument(thread, steps)?,
        None => 1,
    };
    if ring.count > 1 {
        let right = steps.rem_euclid(ring.count as i64) as u64;
        match right <= ring.count / 2 {
            true => move_to_front(thread, ring, right)?,
            false => move_to_end(thread, ring, ring.count - right)?,
        }
    }
    Ok(NONE)
}

/// Moves the last items before the first one.
fn move_to_front(thread: &Thread, ring: Ring<'_>, count: u64) -> Outcome<()> {
    for step in 1..=count {
        // The places before the first one are those at the end of the room.
        move_item(thread, ring, ring.count - step, ring.room - step)?;
    }
    let view = thread.write(ring.deque)?;
    set_places(&view, ring, ring.first + ring.room - count, ring.count);
    Ok(())
}

/// Moves the first items behind the last one.
fn move_to_end(thread: &Thread, ring: Ring<'_>, count: u64) -> Outcome<()> {
    for index in 0..count {
        move_item(thread, ring, index, ring.count + index)?;
    }
    let view = thread.write(ring.deque)?;
    set_places(&view, ring, ring.first + count, ring.count);
    Ok(())
}

/// Moves an item from one index to another, which is free unless the ring is full: then both are
/// the same place.
fn move_item(thread: &Thread, ring: Ring<'_>, from: u64, to: u64) -> Outcome<()> {
    let (from, to) = (ring.place(from), ring.place(to));
    if from == to {
        return Ok(());
    }
    thread.write_element(ring.items, to, thread.read_element(ring.items, from))?;
    thread.write_element(ring.items, from, NONE)
}
