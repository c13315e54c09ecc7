//! Many elements at once: reads, moves and stores, and the transactions that they doom.

use super::*;
use crate::Object;

/// An array of the program with the numbers from 0 on, which a pinned node refers to, committed.
pub(super) fn shared_array(script: &mut Script, length: u64) -> Pinned {
    let node = script.shared(0);
    let mutator = script.switch(0);
    let array = mutator.allocate_array(ARRAY, 0, length, Value::from_small(0));
    let array = array.expect("room");
    for index in 0..length {
        array.set(2 + index, Value::from_small(index as i32));
    }
    let view = mutator.write(node.object()).expect("free");
    view.set(2, array.object().value());
    mutator.commit_and_begin().expect("alone");
    node
}

pub(super) fn array_of(mutator: &Mutator, node: Pinned) -> Object<'_> {
    let array = mutator.read(node.object()).get(2);
    array.as_object().expect("there")
}

fn numbers(mutator: &Mutator, array: Object<'_>, first: u64, end: u64) -> Vec<i64> {
    let elements = mutator.read_elements(array, first, end);
    elements
        .map(|element| element.as_integer().expect("a number"))
        .collect()
}

#[test]
fn whoever_reads_a_stretch_is_doomed_by_a_change_of_any_of_it() {
    for (length, first, end, written, is_doomed) in [
        (20, 3, 9, 4, true),
        (60, 0, 60, 59, true),
        (200, 30, 100, 30, true),
        (200, 30, 100, 63, true),
        (200, 30, 100, 64, true),
        (200, 30, 100, 99, true),
        (200, 32, 64, 31, false),
        (200, 32, 64, 64, false),
        (60, 0, 8, 8, true),
        (200, 32, 40, 40, false),
        (200, 40, 48, 39, false),
        (2_000, 32, 40, 39, true),
        (2_000, 40, 48, 40, true),
        (200, 10, 10, 10, false),
    ] {
        let mut script = Script::new(2, config());
        let node = shared_array(&mut script, length);
        script.settle(1);
        let mutator = script.switch(1);
        let read = numbers(mutator, array_of(mutator, node), first, end);
        assert_eq!(read, (first as i64..end as i64).collect::<Vec<_>>());
        let mutator = script.switch(0);
        let array = array_of(mutator, node);
        let stored = mutator.write_element(array, written, Value::from_small(-1));
        stored.expect("free");
        mutator.commit_and_begin().expect("the committer wins");
        let outcome = script.switch(1).safepoint();
        let is_it = outcome == Err(Unwind::Abort);
        assert_eq!(is_it, is_doomed, "{first} to {end}, {written} written");
    }
}

#[test]
fn moved_and_stored_stretches_are_seen_after_the_commit_alone() {
    for length in [8_u64, 63, 64, 200] {
        for (from, to, count) in [
            (0, 1, 7),
            (1, 0, 7),
            (2, 2, 3),
            (length - 5, 0, 5),
            (0, 3, 0),
        ] {
            let mut script = Script::new(2, config());
            let node = shared_array(&mut script, length);
            let mut expected: Vec<i64> = (0..length as i64).collect();
            let mutator = script.switch(0);
            let array = array_of(mutator, node);
            mutator.move_elements(array, from, to, count).expect("free");
            let stretch = from as usize..(from + count) as usize;
            expected.copy_within(stretch, to as usize);
            let values = [-1, -2].map(Value::from_small);
            let stored = mutator.write_elements(array, length - 2, values.into_iter());
            stored.expect("free");
            expected[length as usize - 2..].copy_from_slice(&[-1, -2]);
            assert_eq!(numbers(mutator, array, 0, length), expected);
            mutator.commit_and_begin().expect("the committer wins");
            script.settle(1);
            let mutator = script.switch(1);
            let array = array_of(mutator, node);
            assert_eq!(numbers(mutator, array, 0, length), expected);
            let copy = mutator.allocate_array(ARRAY, 0, length + 3, Value::from_small(0));
            let copy = copy.expect("room");
            mutator.copy_elements(array, 1, length, &copy, 3);
            let copied = numbers(mutator, copy.object(), 3, length + 2);
            assert_eq!(copied, expected[1..]);
        }
    }
}

/// A card of a very large array has several read markers; its first and last changed elements are
/// far apart.
#[test]
fn readers_of_any_element_are_doomed_by_a_commit_that_has_changed_several_of_a_card() {
    for (first, end) in [(0, 8), (16, 24)] {
        let mut script = Script::new(2, config());
        let node = shared_array(&mut script, 2_000);
        script.settle(1);
        let mutator = script.switch(1);
        numbers(mutator, array_of(mutator, node), first, end);
        let mutator = script.switch(0);
        let array = array_of(mutator, node);
        for written in [1, 20] {
            let stored = mutator.write_element(array, written, Value::from_small(-1));
            stored.expect("free");
        }
        mutator.commit_and_begin().expect("the committer wins");
        let outcome = script.switch(1).safepoint();
        assert_eq!(outcome, Err(Unwind::Abort), "{first} to {end}");
    }
}

#[test]
fn a_writer_of_a_stretch_gives_way_where_another_has_written() {
    // In each card of the stretch but the first, which is this transaction's.
    for written in [33, 45, 50, 62, 70, 79] {
        let mut script = Script::new(2, config());
        let node = shared_array(&mut script, 200);
        script.settle(1);
        let mutator = script.switch(1);
        let array = array_of(mutator, node);
        let stored = mutator.write_element(array, written, Value::from_small(5));
        stored.expect("free");
        let mutator = script.switch(0);
        let array = array_of(mutator, node);
        mutator
            .move_elements(array, 0, 10, 20)
            .expect("another card");
        let outcome = mutator.move_elements(array, 0, 20, 60);
        let has_locks = script.has_locks();
        assert_eq!(outcome.is_err(), has_locks, "{written} is written");
        script.switch(1).commit_and_begin().expect("it came first");
        let mutator = script.switch(0);
        assert_eq!(mutator.safepoint(), Err(Unwind::Abort));
        mutator.roll_back();
        let array = array_of(mutator, node);
        assert_eq!(numbers(mutator, array, 9, 12), [9, 10, 11]);
        assert_eq!(numbers(mutator, array, written, written + 1), [5]);
    }
}

#[test]
fn two_threads_write_neighbouring_cards_of_a_small_array_at_once() {
    for (length, are_apart) in [(60, false), (64, true), (1_023, true), (1_024, false)] {
        let mut script = Script::new(2, config());
        let node = shared_array(&mut script, length);
        script.settle(1);
        let store = |mutator: &Mutator, index| {
            let array = array_of(mutator, node);
            mutator.write_element(array, index, Value::from_small(-1))
        };
        store(script.switch(1), 8).expect("free");
        let outcome = store(script.switch(0), 7);
        let has_locks = script.has_locks();
        assert_eq!(outcome.is_ok(), are_apart || !has_locks, "of {length}");
        if outcome.is_ok() {
            let mutator = script.switch(0);
            mutator.commit_and_begin().expect("the committer wins");
            let outcome = script.switch(1).safepoint();
            assert_eq!(outcome.is_ok(), are_apart, "of {length}");
        }
        if are_apart {
            script.settle(1);
            let mutator = script.switch(1);
            let read = numbers(mutator, array_of(mutator, node), 6, 10);
            assert_eq!(read, [6, -1, -1, 9]);
        }
    }
}
