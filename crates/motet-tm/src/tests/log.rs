//! What only the log does: snapshots that stay while others commit, joining, lag; and the gates,
//! which both commits have.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::collector::{Purpose, collect_minor};

use super::{ARRAY, NODE, Script, config, get, set};
use crate::{CommitEngine, Config, Value};

fn log() -> Config {
    Config {
        commit_engine: CommitEngine::Log,
        ..config()
    }
}

#[test]
fn a_snapshot_stays_while_another_commits_until_the_thread_catches_up() {
    let mut script = Script::new(2, log());
    let (read, unread) = (script.shared(1), script.shared(1));
    script.settle(1);
    script.switch(0);
    for node in [read, unread] {
        set(script.switch(0), node, 2).expect("free");
    }
    script.settle(0);
    let parked = &script.mutators[1];
    assert_eq!(get(parked, unread), 1, "not before it catches up");
    assert_eq!(get(script.switch(1), unread), 2, "nothing was read before");
}

#[test]
fn a_segment_that_joins_late_gets_the_copies_that_others_have() {
    let mut script = Script::new(1, log());
    let node = script.shared(1);
    set(script.switch(0), node, 2).expect("free");
    script.add_thread();
    script.settle(0);
    assert_eq!(
        get(&script.mutators[1], node),
        1,
        "what others commit does not show through"
    );
    assert_eq!(get(script.switch(1), node), 2);
}

#[test]
fn a_lone_thread_writes_no_log() {
    let mut script = Script::new(1, log());
    let node = script.shared(1);
    for number in 0..100 {
        set(script.switch(0), node, number).expect("free");
        script.settle(0);
    }
    assert_eq!(script.runtime.statistics().log_bytes, 0);
    script.add_thread();
    set(script.switch(0), node, 7).expect("free");
    script.settle(0);
    assert!(script.runtime.statistics().log_bytes > 0);
    assert_eq!(get(script.switch(1), node), 7);
}

#[test]
fn committers_bring_segments_up_to_date_that_nobody_runs_in() {
    let mut script = Script::new(2, log());
    let nodes: Vec<_> = (0..100).map(|_| script.shared(0)).collect();
    script.switch(0);
    for number in 0..200 {
        for node in &nodes {
            set(script.switch(0), *node, number).expect("free");
        }
        script.settle(0);
    }
    let statistics = script.runtime.statistics();
    assert!(statistics.log_bytes > 256 << 10);
    assert!(statistics.log_entries_applied > 0);
    let behind = script.switch(1);
    assert!(nodes.iter().all(|node| get(behind, *node) == 199));
}

#[test]
fn a_write_that_changes_nothing_concerns_nobody() {
    let mut script = Script::new(2, log());
    let node = script.shared(5);
    assert_eq!(get(script.switch(1), node), 5);
    set(script.switch(0), node, 5).expect("free");
    script.settle(0);
    assert_eq!(script.runtime.statistics().log_bytes, 0);
    script
        .switch(1)
        .safepoint()
        .expect("what it has read is so");
    // Changed and changed back is no change either; the lock was let go all the same.
    set(script.switch(0), node, 6).expect("free");
    set(script.switch(0), node, 5).expect("free");
    script.settle(0);
    let other = script.switch(1);
    other.safepoint().expect("what it has read is so");
    set(other, node, 7).expect("free");
    script.settle(1);
    assert_eq!(get(script.switch(0), node), 7);
}

#[test]
fn segments_that_are_idle_leave_and_join_again() {
    let mut script = Script::new(2, log());
    let node = script.shared(-1);
    script.settle(1);
    script.switch(1).end().expect("nothing to publish");
    for number in 0..100 {
        set(script.switch(0), node, number).expect("free");
        script.settle(0);
    }
    let bytes = script.runtime.statistics().log_bytes;
    assert!(bytes > 0, "not at once");
    for number in 100..200 {
        set(script.switch(0), node, number).expect("free");
        script.settle(0);
    }
    assert_eq!(script.runtime.statistics().log_bytes, bytes, "alone");
    script.park(0);
    script.current = 1;
    script.mutators[1].begin();
    assert_eq!(get(&script.mutators[1], node), 199);
    set(script.switch(1), node, 7).expect("free");
    script.settle(1);
    assert_eq!(get(script.switch(0), node), 7);
    assert!(script.runtime.statistics().log_bytes > bytes);
}

/// Whether `blocked` waits as long as another thread is in the gate of the group of a node.
fn waits_for_the_gate(config: Config, blocked: impl Fn(&mut Script, crate::Pinned) + Sync) {
    let mut script = Script::new(1, config);
    let node = script.shared(0);
    script.settle(0);
    let runtime = script.runtime.clone();
    let group = runtime.space().group_of(node.object().offset());
    let stranger = 3;
    assert!(runtime.space().try_enter_gate(group, stranger));
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            blocked(&mut script, node);
            is_done.store(true, Ordering::SeqCst);
        });
        std::thread::sleep(Duration::from_millis(20));
        let was_done = is_done.load(Ordering::SeqCst);
        runtime.space().leave_gate(group, stranger);
        assert!(!was_done, "it did not wait");
    });
    assert!(is_done.load(Ordering::SeqCst));
}

#[test]
fn a_group_is_not_privatised_while_somebody_is_in_its_gate() {
    waits_for_the_gate(config(), |script, node| {
        set(script.switch(0), node, 1).expect("free");
    });
}

#[test]
fn nothing_is_promoted_into_a_group_while_somebody_is_in_its_gate() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    let keep = |mutator: &crate::Mutator| {
        let fields = [Value::from_small(1); 3];
        let node = mutator.allocate(NODE, 0, &fields).value();
        mutator.set_thread_root(0, node);
    };
    keep(mutator);
    script.settle(0);
    let runtime = script.runtime.clone();
    let promoted = script.mutators[0].thread_root(0).as_object();
    let group = runtime.space().group_of(promoted.expect("a node").offset());
    let stranger = 3;
    assert!(runtime.space().try_enter_gate(group, stranger));
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mutator = script.switch(0);
            keep(mutator);
            collect_minor(mutator, Purpose::Overflow);
            is_done.store(true, Ordering::SeqCst);
        });
        std::thread::sleep(Duration::from_millis(20));
        let was_done = is_done.load(Ordering::SeqCst);
        runtime.space().leave_gate(group, stranger);
        assert!(!was_done, "it did not wait");
    });
}

/// An array with cards, so large that it has its groups for itself, and one that shares its group.
#[test]
fn what_a_transaction_has_made_is_written_in_its_own_view_alone() {
    for length in [300, 5_000] {
        let mut script = Script::new(2, log());
        let node = script.shared(0);
        script.settle(1);
        let runtime = script.runtime.clone();
        let mutator = script.switch(0);
        let array = mutator.allocate_array(ARRAY, 0, length, Value::from_small(0));
        mutator.set_thread_root(0, array.expect("room").object().value());
        collect_minor(mutator, Purpose::Overflow);
        let array = mutator.thread_root(0).as_object().expect("an array");
        let (offset, last) = (array.offset(), length - 1);
        let group = runtime.space().group_of(offset);
        let views = || {
            runtime
                .space()
                .private_in(group)
                .load(Ordering::Relaxed)
                .count_ones()
        };
        let stored = mutator.write_element(array, last, Value::from_small(7));
        stored.expect("nobody knows it");
        assert_eq!(views(), 1);
        let node_view = mutator.write(node.object()).expect("free");
        node_view.set(2, array.value());
        mutator.commit_and_begin().expect("nobody read it");

        let mutator = script.switch(1);
        let array = mutator
            .read(node.object())
            .get(2)
            .as_object()
            .expect("an array");
        assert_eq!(mutator.read_element(array, last), Value::from_small(7));
        let stored = mutator.write_element(array, 0, Value::from_small(9));
        stored.expect("free");
        assert_eq!(views(), 2, "now everybody may know it");
        mutator.commit_and_begin().expect("nobody read it");
        let behind = &script.mutators[0];
        let array = behind
            .read(node.object())
            .get(2)
            .as_object()
            .expect("an array");
        assert_eq!(
            behind.read_element(array, 0),
            Value::from_small(0),
            "not yet"
        );
        script.settle(0);
        let mutator = script.switch(0);
        let array = mutator
            .read(node.object())
            .get(2)
            .as_object()
            .expect("an array");
        assert_eq!(mutator.read_element(array, 0), Value::from_small(9));
        assert_eq!(mutator.read_element(array, last), Value::from_small(7));
    }
}
