//! Two transactions that write the same place.

use super::{Script, config, get, set};
use crate::engine::locks::{acquire, may_wait_for_owner};
use crate::heap::written::Written;
use crate::{Mutator, Pinned, Unwind};

/// Thread 1 writes a place that thread 0 has written, and gives way: where commits stop all others
/// it finds the place's lock taken, else the entry of thread 0 dooms it. Its abort is to come.
pub(super) fn collide(script: &mut Script, place: Pinned) {
    let number = get(script.switch(0), place) as i32;
    set(script.switch(0), place, number + 1).expect("free");
    let outcome = set(script.switch(1), place, number + 2);
    let has_locks = script.has_locks();
    assert_eq!(outcome.is_err(), has_locks);
    script.switch(0).commit_and_begin().expect("it came first");
    assert_eq!(script.switch(1).safepoint(), Err(Unwind::Abort));
}

#[test]
fn the_second_writer_gives_way() {
    let mut script = Script::new(2, config());
    let node = script.shared(1);
    collide(&mut script, node);
    script.switch(1).roll_back();
    assert_eq!(get(script.switch(1), node), 2);
    set(script.switch(1), node, 3).expect("free now");
    script.switch(1).commit_and_begin().expect("no conflict");
    assert_eq!(get(script.switch(0), node), 3);
}

/// Code above may drop the error of a write and go another way.
#[test]
fn what_gave_way_never_commits_even_if_its_error_was_dropped() {
    let mut script = Script::new(2, config());
    let [node, other] = [script.shared(1), script.shared(1)];
    set(script.switch(1), other, 3).expect("free");
    collide(&mut script, node);
    let mutator = script.switch(1);
    assert_eq!(mutator.become_inevitable(), Err(Unwind::Abort));
    assert_eq!(mutator.commit_and_begin(), Err(Unwind::Abort));
    mutator.roll_back();
    assert_eq!(get(mutator, other), 1);
    set(mutator, other, 4).expect("begun again, it is not doomed");
    mutator.commit_and_begin().expect("no conflict");
}

#[test]
fn over_a_very_hot_place_the_second_writer_gives_way_at_once() {
    let mut script = Script::new(2, config());
    let node = script.shared(1);
    for _ in 0..2 {
        collide(&mut script, node);
        script.switch(1).roll_back();
        script.settle(1);
        script.settle(0);
    }
    set(script.switch(0), node, 4).expect("free");
    assert_eq!(set(script.switch(1), node, 5), Err(Unwind::Abort));
    script.switch(0).commit_and_begin().expect("it came first");
    script.switch(1).roll_back();
    assert_eq!(get(script.switch(1), node), 4);
    set(script.switch(1), node, 5).expect("free again");
    script.switch(1).commit_and_begin().expect("no conflict");
    assert_eq!(get(script.switch(0), node), 5);
}

#[test]
fn a_transaction_waits_for_the_owner_of_a_place_only_if_it_has_neither_read_it_nor_has_a_lock() {
    let mut script = Script::new(2, config());
    let [node, other] = [script.shared(1), script.shared(1)];
    let target = |mutator: &Mutator, node: Pinned| Written {
        start: node.object().offset(),
        bytes: mutator.size_bytes(node.object()),
        position: 0,
        is_card: false,
    };
    let mutator = script.switch(1);
    let may_wait = |mutator: &Mutator| may_wait_for_owner(mutator, target(mutator, node));
    assert!(may_wait(mutator));
    get(mutator, other);
    assert!(may_wait(mutator), "it has read another");
    get(mutator, node);
    assert!(!may_wait(mutator), "the owner's entry dooms it");
    script.settle(1);
    let mutator = script.switch(1);
    acquire(mutator, target(mutator, other)).expect("free");
    assert!(!may_wait(mutator), "the owner may wait for the other place");
}
