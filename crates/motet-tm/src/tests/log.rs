//! Properties of the log alone: snapshots that stay while others commit, joining, lag; and the
//! gates, which both commits have.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::gc::minor::Purpose;

use super::elements::{array_of, shared_array};
use super::{ARRAY, NODE, Script, config, get, set};
use crate::{CommitEngine, Config, Mutator, Value};

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

/// In which segments the group of the object in a thread root has private copies, as a mask.
fn private_in(mutator: &Mutator) -> u64 {
    let space = mutator.runtime().space();
    let object = mutator.thread_root(0).as_object().expect("an object");
    let mask = space.private_in(space.group_of(object.offset()));
    mask.load(Ordering::Relaxed)
}

#[test]
fn what_only_its_transaction_knows_becomes_private_in_its_segment_alone() {
    let mut script = Script::new(2, log());
    let holders = [script.shared(0), script.shared(0)];
    let node = |mutator: &Mutator| {
        let fields = [Value::from_small(1); 3];
        mutator.set_thread_root(0, mutator.allocate(NODE, 0, &fields).value());
    };
    let hold = |mutator: &Mutator, place: usize| {
        let value = mutator.thread_root(0);
        let holder = mutator.write(holders[place].object()).expect("free");
        holder.set(2, value);
    };
    let held = |mutator: &Mutator, place: usize| {
        let value = mutator.read(holders[place].object()).get(2);
        mutator.set_thread_root(0, value);
    };
    let number = |mutator: &Mutator| {
        let object = mutator.thread_root(0).as_object().expect("a node");
        mutator.read(object).get(1).as_integer()
    };
    let change = |mutator: &Mutator, number: i32| {
        let object = mutator.thread_root(0).as_object().expect("a node");
        let written = mutator.write(object).expect("free");
        written.set(1, Value::from_small(number));
    };
    // A neighbour that all know, in the group where the next object goes.
    let mutator = script.switch(0);
    node(mutator);
    hold(mutator, 0);
    mutator.commit_and_begin().expect("no conflict");
    node(mutator);
    mutator.collect_minor(Purpose::Overflow);
    change(mutator, 2);
    let own = 1 << mutator.heap.segment.get();
    assert_eq!(private_in(mutator), own);
    // The other writes the neighbour, which lies in a private copy here already.
    script.settle(1);
    let mutator = script.switch(1);
    held(mutator, 0);
    assert_eq!(number(mutator), Some(1));
    change(mutator, 5);
    assert_eq!(private_in(mutator), own | 1 << mutator.heap.segment.get());
    mutator.commit_and_begin().expect("no conflict");
    let mutator = script.switch(0);
    mutator.safepoint().expect("it has read nothing of that");
    assert_eq!(number(mutator), Some(2));
    change(mutator, 3);
    hold(mutator, 1);
    mutator.commit_and_begin().expect("no conflict");
    held(mutator, 0);
    assert_eq!(number(mutator), Some(5));
    script.settle(1);
    let mutator = script.switch(1);
    held(mutator, 1);
    assert_eq!(number(mutator), Some(3));
    change(mutator, 4);
    mutator.commit_and_begin().expect("no conflict");
    script.settle(0);
    held(script.switch(0), 1);
    assert_eq!(number(script.switch(0)), Some(4));
}

#[test]
fn a_large_array_that_only_its_transaction_knows_is_told_by_no_log() {
    // The last two have groups of their own: less than one, and two and a bit.
    for length in [200, 5_000, 20_000] {
        large_array(length);
    }
}

fn large_array(length: u64) {
    let mut script = Script::new(2, log());
    let holder = script.shared(0);
    let mutator = script.switch(0);
    let array = mutator.allocate_array(ARRAY, 0, length, Value::from_small(1));
    mutator.set_thread_root(0, array.expect("room").object().value());
    mutator.collect_minor(Purpose::Overflow);
    let write = |mutator: &Mutator, number: i32| {
        let array = mutator.thread_root(0).as_object().expect("an array");
        for index in [0, 70, length - 1] {
            let written = mutator.write_element(array, index, Value::from_small(number));
            written.expect("free");
        }
    };
    let read = |mutator: &Mutator| {
        let value = mutator.read(holder.object()).get(2);
        mutator.set_thread_root(0, value);
        let array = mutator.thread_root(0).as_object().expect("an array");
        [0, 70, 71, length - 1].map(|index| mutator.read_element(array, index).as_integer())
    };
    write(mutator, 2);
    assert_eq!(private_in(mutator), 1 << mutator.heap.segment.get());
    let value = mutator.thread_root(0);
    let written = mutator.write(holder.object()).expect("free");
    written.set(2, value);
    mutator.commit_and_begin().expect("no conflict");
    let log_bytes = script.runtime.statistics().log_bytes;
    assert!(log_bytes < 1_024, "the holder alone: {log_bytes}");
    script.settle(1);
    let mutator = script.switch(1);
    assert_eq!(read(mutator), [Some(2), Some(2), Some(1), Some(2)]);
    write(mutator, 3);
    mutator.commit_and_begin().expect("no conflict");
    script.settle(0);
    let expected = [Some(3), Some(3), Some(1), Some(3)];
    assert_eq!(read(script.switch(0)), expected);
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

#[test]
fn a_segment_that_is_idle_leaves_while_two_others_run() {
    let mut script = Script::new(3, log());
    let node = script.shared(-1);
    (1..3).for_each(|number| script.settle(number));
    let idle = script.switch(2).heap.segment.get();
    script.switch(2).end().expect("nothing to publish");
    let group = script.runtime.space().group_of(node.object().offset());
    let is_private = |script: &Script| {
        let mask = script.runtime.space().private_in(group);
        mask.load(Ordering::Relaxed) & 1 << idle != 0
    };
    let mut was_private = false;
    for number in 0..200 {
        let (writer, reader) = (number as usize % 2, (number as usize + 1) % 2);
        set(script.switch(writer), node, number).expect("free");
        was_private |= is_private(&script);
        script.settle(writer);
        script.settle(reader);
        assert_eq!(get(script.switch(reader), node), i64::from(number));
    }
    assert!(was_private && !is_private(&script));
    script.park(script.current);
    script.current = 2;
    script.mutators[2].begin();
    assert!(is_private(&script));
    assert_eq!(get(&script.mutators[2], node), 199);
    set(script.switch(2), node, 7).expect("free");
    script.settle(2);
    script.settle(0);
    assert_eq!(get(script.switch(0), node), 7);
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
    let keep = |mutator: &Mutator| {
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
            mutator.collect_minor(Purpose::Overflow);
            is_done.store(true, Ordering::SeqCst);
        });
        std::thread::sleep(Duration::from_millis(20));
        let was_done = is_done.load(Ordering::SeqCst);
        runtime.space().leave_gate(group, stranger);
        assert!(!was_done, "it did not wait");
    });
}

#[test]
fn an_abort_shows_what_others_have_committed_before_and_after_the_write() {
    let mut script = Script::new(2, log());
    let nodes = [script.shared(1), script.shared(1)];
    set(script.switch(0), nodes[0], 2).expect("no locks");
    script.settle(0);
    for node in nodes {
        set(script.switch(1), node, 7).expect("no locks");
    }
    set(script.switch(0), nodes[1], 3).expect("no locks");
    script.settle(0);
    assert_eq!(script.switch(1).safepoint(), Err(crate::Unwind::Abort));
    script.switch(1).roll_back();
    let shown = nodes.map(|node| get(script.switch(1), node));
    assert_eq!(shown, [2, 3]);
}

/// The card comes first in the entry, the object behind it.
#[test]
fn every_place_that_two_transactions_have_written_is_hot() {
    let mut script = Script::new(2, log());
    let node = shared_array(&mut script, 200);
    let counter = script.shared(1);
    let store = |mutator: &Mutator, number: i32| {
        let array = array_of(mutator, node);
        mutator.write_element(array, 50, Value::from_small(number))
    };
    script.settle(1);
    for (thread, number) in [(0, -1), (1, -2)] {
        let mutator = script.switch(thread);
        store(mutator, number).expect("no locks");
        set(mutator, counter, number).expect("no locks");
    }
    let committed = script.switch(0).commit_and_begin();
    committed.expect("it commits first");
    assert_eq!(script.switch(1).safepoint(), Err(crate::Unwind::Abort));
    script.switch(1).roll_back();
    script.settle(1);
    script.settle(0);
    let is_cut = |mutator: &mut Mutator, write: &dyn Fn(&Mutator)| {
        let before = mutator.budget.fuel.get();
        write(mutator);
        let after = mutator.budget.fuel.get();
        mutator.commit_and_begin().expect("no conflict");
        after < before
    };
    let mutator = script.switch(0);
    assert!(is_cut(mutator, &|mutator| store(mutator, 3).expect("free")));
    assert!(is_cut(mutator, &|mutator| set(mutator, counter, 3).expect("free")));
}
