//! When a major collection is due, and the memory that is kept until then, or by threads that wait.

use super::major::{new_node, number_of};
use super::*;
use crate::heap::groups::GroupIndex;
use crate::heap::groups::Kind;

/// As [`config`], where a collection is due when so much is in use.
fn due_at(major_bytes_min: u64) -> Config {
    Config {
        major_bytes_min,
        ..config()
    }
}

#[test]
fn each_thread_that_runs_is_granted_as_much() {
    let granted_bytes = 4 << 20;
    for threads in 1..=3 {
        let mut script = Script::new(threads, due_at(granted_bytes));
        assert!(script.switch(0).collect_major());
        let due_bytes = script.runtime.space().due_bytes();
        assert_eq!(due_bytes, threads as u64 * granted_bytes);
    }
}

#[test]
fn so_is_one_that_is_between_two_transactions() {
    let granted_bytes = 4 << 20;
    let mut script = Script::new(2, due_at(granted_bytes));
    let runtime = script.runtime.clone();
    let between = script.switch(1);
    runtime.engine().commit(between).expect("no conflict");
    assert!(script.switch(0).collect_major());
    assert_eq!(runtime.space().due_bytes(), 2 * granted_bytes);
    runtime.engine().leave(script.switch(1));
}

#[test]
fn objects_that_are_only_kept_to_be_finalized_make_none_due_later() {
    let granted_bytes = 1 << 20;
    let mut script = Script::new(1, due_at(granted_bytes));
    let mutator = script.switch(0);
    let array = mutator.allocate_array(ARRAY, 0, 1 << 20, Value::from_small(1));
    let array = array.expect("room").object().value();
    mutator.set_thread_root(0, array);
    mutator.enable_finalizer(mutator.thread_root(0).as_object().expect("an object"));
    mutator.commit_and_begin().expect("alone");
    mutator.set_thread_root(0, Value::special(0));
    mutator.commit_and_begin().expect("alone");
    assert!(mutator.collect_major());
    assert!(mutator.has_to_finalize());
    let space = script.runtime.space();
    let (filled_bytes, due_bytes) = (space.filled_bytes(), space.due_bytes());
    assert!(filled_bytes > 8 << 20, "it is kept once more");
    assert!(due_bytes <= filled_bytes + granted_bytes);
}

#[test]
fn free_slots_between_objects_make_none_due_later() {
    const NODES: i32 = 60_000;
    let mut script = Script::new(1, due_at(1 << 20));
    let mutator = script.switch(0);
    mutator.set_thread_root(0, Value::special(0));
    for number in 0..NODES {
        let fields = [
            Value::from_small(number),
            mutator.thread_root(0),
            new_node(mutator, number),
        ];
        mutator.set_thread_root(0, mutator.allocate(NODE, 0, &fields).value());
        if number % 1_000 == 0 {
            mutator.commit_and_begin().expect("alone");
        }
    }
    // Each gives up the node that was promoted beside it.
    mutator.set_thread_root(1, mutator.thread_root(0));
    while let Some(node) = mutator.thread_root(1).as_object() {
        let view = mutator.write(node).expect("alone");
        view.set(3, Value::special(0));
        mutator.set_thread_root(1, mutator.read(node).get(2));
    }
    mutator.commit_and_begin().expect("alone");
    assert!(mutator.collect_major());
    let space = script.runtime.space();
    let (used_bytes, filled_bytes) = (space.used_bytes(), space.filled_bytes());
    assert!(
        filled_bytes < used_bytes / 4 * 3,
        "{filled_bytes} of {used_bytes}"
    );
    assert!(space.due_bytes() <= 2 * filled_bytes);
}

#[test]
fn what_is_free_is_kept_until_the_next_collection_is_due() {
    // In a heap of 64 MB: the next is due when 16 MB are in use, or when 1 MB is.
    for (due_bytes, is_kept) in [(16 << 20, true), (1 << 20, false)] {
        let mut script = Script::new(1, due_at(due_bytes));
        let mutator = script.switch(0);
        let array = mutator.allocate_array(ARRAY, 0, 1 << 20, Value::from_small(1));
        let array = array.expect("room").object().value();
        mutator.set_thread_root(0, array);
        mutator.commit_and_begin().expect("alone");
        mutator.set_thread_root(0, Value::special(0));
        mutator.commit_and_begin().expect("alone");
        assert!(mutator.collect_major());
        let groups = script.runtime.space().groups();
        let next = groups.lock().next();
        let kinds: Vec<Kind> = (0..next)
            .map(|group| groups.kind(GroupIndex(group)))
            .collect();
        let count = |wanted: Kind| kinds.iter().filter(|kind| **kind == wanted).count();
        assert!(
            count(Kind::Free) + count(Kind::Returned) >= 128,
            "8 MB are free"
        );
        assert_eq!(count(Kind::Returned) == 0, is_kept);
    }
}

#[test]
fn a_thread_that_ends_or_waits_leaves_its_groups_to_others() {
    for (control, is_kept) in [
        (Control::Stm, false),
        (Control::Stm, true),
        (Control::Gil, true),
    ] {
        let config = Config {
            control,
            ..config()
        };
        let runtime = Runtime::new(config, layouts()).expect("maps");
        let mut waiting = Vec::new();
        for _ in 0..100 {
            let mut mutator = runtime.new_mutator().expect("maps");
            let start = mutator.stack.start();
            mutator.stack.set_frame(start, start.wrapping_add(1));
            mutator.begin();
            mutator.set_thread_root(0, new_node(&mutator, 1));
            mutator.end().expect("alone");
            if is_kept {
                waiting.push(mutator);
            }
        }
        assert!(runtime.old_space_bytes() <= 2 * 65_536);
        // One goes on, and finds its object where the collector has left it.
        for mut mutator in waiting {
            mutator.begin();
            assert!(mutator.collect_major());
            let node = mutator.thread_root(0);
            assert_eq!(number_of(&mutator, node), Some(1));
            mutator.end().expect("alone");
        }
    }
}

/// A mutator without a transaction, whose thread has collected once; the next collection is due
/// when 4 MB are in use.
fn after_a_collection(runtime: &Arc<Runtime>) -> Mutator {
    let mut mutator = runtime.new_mutator().expect("maps");
    let start = mutator.stack.start();
    mutator.stack.set_frame(start, start.wrapping_add(1));
    mutator.begin();
    assert!(mutator.collect_major());
    mutator.end().expect("alone");
    mutator
}

/// Makes 2 MB of garbage in the old space, in a transaction that is still open afterwards.
fn litter(mutator: &mut Mutator) {
    mutator.begin();
    let array = mutator.allocate_array(ARRAY, 0, 1 << 18, Value::from_small(1));
    let array = array.expect("room").object().value();
    mutator.set_thread_root(0, array);
    mutator.commit_and_begin().expect("no conflict");
    mutator.set_thread_root(0, Value::special(0));
}

fn majors(runtime: &Runtime) -> u64 {
    runtime.statistics().major_collections
}

#[test]
fn the_last_thread_that_goes_to_wait_collects() {
    for control in [Control::Stm, Control::Gil] {
        let config = Config {
            control,
            ..due_at(4 << 20)
        };
        let runtime = Runtime::new(config, layouts()).expect("maps");
        let mut mutator = after_a_collection(&runtime);
        litter(&mut mutator);
        assert_eq!(majors(&runtime), 1, "it is not due while the thread runs");
        mutator.end().expect("alone");
        assert_eq!(majors(&runtime), 2);
        assert!(runtime.old_space_bytes() < 1 << 20);
    }
}

#[test]
fn one_that_goes_to_wait_beside_others_does_not() {
    let mut script = Script::new(2, due_at(4 << 20));
    let runtime = script.runtime.clone();
    assert!(script.switch(0).collect_major());
    let mutator = script.switch(0);
    mutator.end().expect("no conflict");
    litter(mutator);
    mutator.end().expect("no conflict");
    assert_eq!(majors(&runtime), 1, "the other one runs");
    mutator.begin();
}

#[test]
fn objects_with_finalizers_are_freed_by_the_collection_that_follows() {
    let runtime = Runtime::new(due_at(4 << 20), layouts()).expect("maps");
    let mut mutator = after_a_collection(&runtime);
    mutator.begin();
    let node = new_node(&mutator, 1);
    mutator.enable_finalizer(node.as_object().expect("an object"));
    mutator.set_thread_root(1, node);
    mutator.end().expect("alone");
    litter(&mut mutator);
    mutator.set_thread_root(1, Value::special(0));
    mutator.end().expect("alone");
    assert_eq!(majors(&runtime), 2);
    mutator.begin();
    assert!(mutator.has_to_finalize());
    mutator.end().expect("alone");
    assert_eq!(majors(&runtime), 2, "its finalizer has not run");
    mutator.begin();
    assert!(mutator.next_to_finalize().is_some());
    mutator.end().expect("alone");
    assert_eq!(majors(&runtime), 3);
    mutator.begin();
    mutator.end().expect("alone");
    assert_eq!(majors(&runtime), 3, "one follows");
}
