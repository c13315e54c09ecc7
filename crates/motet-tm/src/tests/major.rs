//! The major collection, weak references, the heap limit.
//!
//! Freed slots are poisoned in debug builds, and the heap is verified after each collection: so an
//! object that is freed too early does not go unnoticed.

use super::*;
use crate::gc::minor::Purpose;
use crate::heap::groups::GroupIndex;
use crate::heap::groups::Kind;
use crate::threads::segment::SegmentState;
use crate::{Object, Root, WEAK_DEAD, Word};

/// Makes a committed node that nothing refers to but thread root 0 of the thread.
pub(super) fn lonely_node(script: &mut Script, thread: usize, number: i32) {
    script.settle(thread);
    let mutator = script.switch(thread);
    let node = new_node(mutator, number);
    mutator.set_thread_root(0, node);
    mutator.commit_and_begin().expect("no conflict");
    move_on(mutator);
}

/// Makes the thread promote into other groups from now on: those that it fills are not swept.
fn move_on(mutator: &mut Mutator) {
    let roots = mutator.root_count();
    for _ in 0..2_100 {
        mutator.root(new_node(mutator, 0));
    }
    mutator.commit_and_begin().expect("no conflict");
    mutator.truncate_roots(roots);
    mutator.commit_and_begin().expect("no conflict");
}

pub(super) fn new_node(mutator: &Mutator, number: i32) -> Value<'_> {
    let fields = [
        Value::from_small(number),
        Value::special(0),
        Value::special(0),
    ];
    mutator.allocate(NODE, 0, &fields).value()
}

pub(super) fn number_of(mutator: &Mutator, value: Value<'_>) -> Option<i64> {
    mutator.read(value.as_object()?).get(1).as_integer()
}

/// A major collection by a thread; then its freed slots are used again.
pub(super) fn collect_and_fill(script: &mut Script, thread: usize) {
    let mutator = script.switch(thread);
    let before = mutator.runtime.statistics().major_collections;
    assert!(mutator.collect_major(), "all others are parked");
    assert_eq!(mutator.runtime.statistics().major_collections, before + 1);
    let roots = mutator.root_count();
    for _ in 0..2_000 {
        mutator.root(new_node(mutator, -1));
    }
    mutator.collect_minor(Purpose::Overflow);
    mutator.truncate_roots(roots);
}

fn set_word(mutator: &Mutator, index: usize, value: Value<'_>) {
    let word = mutator.stack.start().wrapping_add(index);
    assert!(word < mutator.stack.top());
    mutator.stack.set_word_for_test(word, value.word());
}

fn stack_value(mutator: &Mutator, index: usize) -> Value<'_> {
    let word = mutator.stack.start().wrapping_add(index);
    Value::from_word(mutator.stack.word_for_test(word))
}

fn field_2(mutator: &Mutator, holder: Pinned) -> Value<'_> {
    mutator.read(holder.object()).get(2)
}

fn groups_of_kind(runtime: &Runtime, wanted: impl Fn(Kind) -> bool) -> usize {
    let groups = runtime.space().groups();
    let next = groups.lock().next();
    let kinds = (0..next).map(|group| groups.kind(GroupIndex(group)));
    kinds.filter(|kind| wanted(*kind)).count()
}

fn private_groups(runtime: &Runtime) -> usize {
    let next = runtime.space().groups().lock().next();
    let masks = (0..next).map(|group| runtime.space().private_in(GroupIndex(group)));
    masks
        .filter(|mask| mask.load(std::sync::atomic::Ordering::Relaxed) != 0)
        .count()
}

#[test]
fn what_nothing_refers_to_is_freed_and_used_again() {
    for control in [Control::Stm, Control::Gil] {
        let mut script = Script::alone_under(control);
        let mutator = script.switch(0);
        for _ in 0..20 {
            mutator.truncate_roots(0);
            for number in 0..20_000 {
                mutator.root(new_node(mutator, number));
            }
            mutator.commit_and_begin().expect("alone");
            assert!(mutator.collect_major());
            for number in [0, 777, 19_999] {
                let value = mutator.get(Root(number));
                assert_eq!(number_of(mutator, value), Some(i64::from(number)));
            }
        }
        let used_bytes = mutator.runtime.old_space_bytes();
        assert!(
            used_bytes < 2 * 640_000 + 65_536,
            "two rounds at a time: {used_bytes}"
        );
        assert!(mutator.runtime.statistics().major_freed_bytes > 17 * 20_000 * 32);
    }
}

#[test]
fn each_kind_of_root_of_a_thread_inside_a_transaction_keeps_its_object() {
    type Hold = fn(&mut Mutator);
    let kinds: [(&str, Hold); 6] = [
        ("thread root", forget_roots_at_begin),
        ("stack word", |mutator| {
            set_word(mutator, 3, mutator.thread_root(0));
            mutator.set_thread_root(0, Value::special(0));
            forget_roots_at_begin(mutator);
        }),
        ("root", |mutator| {
            mutator.root(mutator.thread_root(0));
            mutator.set_thread_root(0, Value::special(0));
            forget_roots_at_begin(mutator);
        }),
        ("nursery", |mutator| {
            let fields = [mutator.thread_root(0); 3];
            let young = mutator.allocate(NODE, 0, &fields).value();
            mutator.set_thread_root(0, young);
            forget_roots_at_begin(mutator);
        }),
        ("overflow object", |mutator| {
            let fields = [mutator.thread_root(0); 3];
            let young = mutator.allocate(NODE, 0, &fields).value();
            mutator.set_thread_root(0, young);
            forget_roots_at_begin(mutator);
            mutator.collect_minor(Purpose::Overflow);
        }),
        ("overflow object in a private copy", |mutator| {
            let young = new_node(mutator, 0);
            let held = mutator.thread_root(0);
            mutator.set_thread_root(1, young);
            mutator.set_thread_root(2, held);
            mutator.set_thread_root(0, Value::special(0));
            forget_roots_at_begin(mutator);
            mutator.collect_minor(Purpose::Overflow);
            let object = mutator.thread_root(1).as_object().expect("moved");
            let view = mutator.write(object).expect("own");
            view.set(2, mutator.thread_root(2));
            mutator.set_thread_root(2, Value::special(0));
        }),
    ];
    for (kind, hold) in kinds {
        let mut script = Script::new(2, config());
        lonely_node(&mut script, 1, 42);
        hold(script.switch(1));
        for _ in 0..2 {
            collect_and_fill(&mut script, 0);
        }
        let mutator = script.switch(1);
        let found = [mutator.thread_root(0), mutator.thread_root(1)]
            .into_iter()
            .chain((mutator.root_count() > 0).then(|| mutator.get(Root(0))))
            .chain([stack_value(mutator, 3)])
            .flat_map(|value| [Some(value), field_of(mutator, value)])
            .flatten()
            .any(|value| number_of(mutator, value) == Some(42));
        assert!(found, "kept by a {kind}");
    }
}

fn field_of<'a>(mutator: &'a Mutator, value: Value<'a>) -> Option<Value<'a>> {
    Some(mutator.read(value.as_object()?).get(2))
}

/// Makes the roots at the begin of the transaction forget their values.
pub(super) fn forget_roots_at_begin(mutator: &mut Mutator) {
    for root in &mutator.heap.roots.numbered_at_begin {
        root.set(Word(0));
    }
}

#[test]
fn a_thread_outside_of_a_transaction_keeps_its_roots() {
    for control in [Control::Stm, Control::Gil] {
        let mut script = Script::alone_under(control);
        let mutator = script.switch(0);
        set_word(mutator, 2, new_node(mutator, 1));
        mutator.root(new_node(mutator, 2));
        mutator.set_thread_root(0, new_node(mutator, 3));
        mutator.commit_and_begin().expect("alone");
        move_on(mutator);
        mutator.end().expect("alone");
        let mut other = script.runtime.new_mutator().expect("maps");
        let start = other.stack.start();
        other.stack.set_frame(start, start.wrapping_add(1));
        other.begin();
        assert!(other.collect_major());
        for _ in 0..2_000 {
            other.root(new_node(&other, -1));
        }
        other.end().expect("alone");
        let mutator = &mut script.mutators[0];
        mutator.begin();
        let values = [
            stack_value(mutator, 2),
            mutator.get(Root(0)),
            mutator.thread_root(0),
        ];
        let numbers = values.map(|value| number_of(mutator, value));
        assert_eq!(numbers, [Some(1), Some(2), Some(3)]);
    }
}

/// Objects that an abort brings back must still be there.
#[test]
fn what_was_live_when_the_transaction_began_lives_until_it_ends() {
    let mut script = Script::new(2, config());
    script.settle(1);
    let mutator = script.switch(1);
    set_word(mutator, 5, new_node(mutator, 7));
    mutator.root(new_node(mutator, 8));
    mutator.set_thread_root(3, new_node(mutator, 9));
    mutator.commit_and_begin().expect("no conflict");
    move_on(mutator);
    set_word(mutator, 5, Value::special(0));
    mutator.set_root(Root(0), Value::special(0));
    mutator.set_thread_root(3, Value::special(0));
    collect_and_fill(&mut script, 0);
    let mutator = script.switch(1);
    mutator.doom_self(AbortCause::Injected);
    mutator.roll_back();
    let values = [
        stack_value(mutator, 5),
        mutator.get(Root(0)),
        mutator.thread_root(3),
    ];
    let numbers = values.map(|value| number_of(mutator, value));
    assert_eq!(numbers, [Some(7), Some(8), Some(9)]);
}

/// Its last reference is in an object that a transaction has written, which only that one sees.
#[test]
fn what_only_a_written_object_refers_to_lives() {
    let mut script = Script::new(2, config());
    let (first, second) = (script.shared(0), script.shared(0));
    let mutator = script.switch(0);
    let node = new_node(mutator, 42);
    mutator.write(first.object()).expect("free").set(2, node);
    mutator.commit_and_begin().expect("no conflict");
    move_on(mutator);
    script.settle(1);
    let mutator = script.switch(1);
    let node = mutator.read(first.object()).get(2);
    mutator.write(second.object()).expect("free").set(2, node);
    // The other thread drops it, which dooms the reader; it has not noticed yet.
    let mutator = script.switch(0);
    let nothing = Value::special(0);
    mutator.write(first.object()).expect("free").set(2, nothing);
    mutator.commit_and_begin().expect("the committer wins");
    collect_and_fill(&mut script, 0);
    let mutator = script.switch(1);
    let node = mutator.read(second.object()).get(2);
    assert_eq!(number_of(mutator, node), Some(42));
    assert_eq!(mutator.safepoint(), Err(Unwind::Abort));
    mutator.roll_back();
}

#[test]
fn open_transactions_keep_their_writes_when_all_else_is_shared_again() {
    let mut script = Script::new(2, config());
    let node = script.shared(1);
    for thread in [0, 1] {
        lonely_node(&mut script, thread, 5);
        let mutator = script.switch(thread);
        let mine = mutator.thread_root(0).as_object().expect("a node");
        mutator
            .write(mine)
            .expect("own")
            .set(1, Value::from_small(6));
        script.settle(thread);
    }
    set(script.switch(1), node, 2).expect("free");
    let before = private_groups(&script.runtime);
    // (The first collection keeps the copies that were written before it.)
    assert!(script.switch(0).collect_major());
    collect_and_fill(&mut script, 0);
    assert!(before > private_groups(&script.runtime), "shared again");
    assert!(script.runtime.statistics().reshared_groups > 0);
    assert_eq!(get(script.switch(1), node), 2, "one's own write");
    assert_eq!(get(script.switch(0), node), 1, "nobody else's");
    script.settle(0);
    script.switch(1).commit_and_begin().expect("no conflict");
    assert_eq!(get(script.switch(0), node), 2);
    for _ in 0..2 {
        assert!(script.switch(0).collect_major());
    }
    assert_eq!(private_groups(&script.runtime), 0);
    for thread in [0, 1] {
        let mutator = script.switch(thread);
        assert_eq!(number_of(mutator, mutator.thread_root(0)), Some(6));
    }
}

/// The group of a node that thread 1 alone knows, and has written since the last collection.
fn written_group(script: &mut Script) -> GroupIndex {
    lonely_node(script, 1, 5);
    let mutator = script.switch(1);
    let node = mutator.thread_root(0).as_object().expect("a node");
    let group = mutator.runtime.space().group_of(node.offset());
    mutator
        .write(node)
        .expect("own")
        .set(1, Value::from_small(6));
    script.settle(1);
    group
}

fn private_in(script: &Script, group: GroupIndex) -> u64 {
    let mask = script.runtime.space().private_in(group);
    mask.load(std::sync::atomic::Ordering::Relaxed)
}

#[test]
fn copies_that_were_written_outlive_one_collection() {
    let mut script = Script::new(2, config());
    let group = written_group(&mut script);
    let copies = private_in(&script, group);
    assert_ne!(copies, 0);
    assert!(script.switch(0).collect_major());
    assert_eq!(
        private_in(&script, group),
        copies,
        "likely to be written again"
    );
    assert!(script.switch(0).collect_major());
    assert_eq!(private_in(&script, group), 0, "not written meanwhile");
    let mutator = script.switch(1);
    assert_eq!(number_of(mutator, mutator.thread_root(0)), Some(6));
}

/// A free group that had private copies when its last object was alive.
fn free_group_with_copies(script: &mut Script) -> GroupIndex {
    let group = written_group(script);
    script.switch(1).set_thread_root(0, Value::special(0));
    script.settle(1);
    let mutator = script.switch(0);
    assert!(mutator.collect_major(), "all others are parked");
    assert_eq!(mutator.runtime.space().groups().kind(group), Kind::Free);
    assert_ne!(private_in(script, group), 0);
    group
}

/// Makes objects that the running transaction promotes, until one lies in the group; it is in
/// thread root 0 then.
fn promote_until_in(
    mutator: &mut Mutator,
    group: GroupIndex,
    make: impl for<'a> Fn(&'a Mutator) -> Value<'a>,
) {
    loop {
        mutator.set_thread_root(0, make(mutator));
        mutator.root(mutator.thread_root(0));
        mutator.collect_minor(Purpose::Overflow);
        let object = mutator.thread_root(0).as_object().expect("an object");
        if mutator.runtime.space().group_of(object.offset()) == group {
            return;
        }
    }
}

/// A collection by another thread reads an immutable object in segment 0, before its transaction
/// commits (I-HEAP-5).
#[test]
fn immutable_objects_take_the_place_of_written_ones() {
    let mut script = Script::new(2, config());
    let group = free_group_with_copies(&mut script);
    let mutator = script.switch(0);
    promote_until_in(mutator, group, |mutator| {
        let mut fresh = mutator.allocate_raw(RAW, 0, 1_000).expect("room");
        fresh.bytes_mut(2, 7).copy_from_slice(b"written");
        fresh.object().value()
    });
    assert_eq!(private_in(&script, group), 0);
    assert!(script.switch(1).collect_major(), "all others are parked");
    let mutator = script.switch(0);
    let object = mutator.thread_root(0).as_object().expect("alive");
    assert_eq!(mutator.read_immutable(object).bytes(2, 7), b"written");
}

/// Free groups may have copies; a large object gets none of them, since it is written through one
/// view.
#[test]
fn a_large_object_takes_the_place_of_written_ones() {
    let mut script = Script::new(2, config());
    let holder = script.shared(0);
    let group = free_group_with_copies(&mut script);
    let mutator = script.switch(0);
    promote_until_in(mutator, group, |mutator| {
        let array = mutator.allocate_array(ARRAY, 0, 5_000, Value::from_small(7));
        array.expect("room").object().value()
    });
    assert_eq!(private_in(&script, group), 0);
    let mutator = script.switch(0);
    let array = mutator.thread_root(0);
    mutator.write(holder.object()).expect("free").set(2, array);
    mutator.commit_and_begin().expect("no conflict");
    for (thread, index) in [(1, 10), (0, 20), (1, 4_999)] {
        script.settle(thread);
        let mutator = script.switch(thread);
        let array = field_2(mutator, holder);
        let array = array.as_object().expect("an array");
        assert_eq!(mutator.read_element(array, index).as_integer(), Some(7));
        let written = mutator.write_element(array, index, Value::from_small(8));
        written.expect("no conflict");
        mutator.commit_and_begin().expect("no conflict");
    }
    script.settle(0);
    let mutator = script.switch(0);
    let array = field_2(mutator, holder);
    let array = array.as_object().expect("an array");
    let elements = [9, 10, 20, 4_999].map(|index| mutator.read_element(array, index).as_integer());
    assert_eq!(elements, [7, 8, 8, 8].map(Some));
}

/// A frame is not cleared when it is entered: it shows the words that were there before, which must
/// not refer to a freed object.
#[test]
fn a_stale_word_above_the_frames_is_forgotten() {
    let mut script = Script::new(2, config());
    lonely_node(&mut script, 1, 42);
    let mutator = script.switch(1);
    let start = mutator.stack.start();
    mutator.stack.set_frame(start, start.wrapping_add(40));
    set_word(mutator, 30, mutator.thread_root(0));
    mutator.set_thread_root(0, Value::special(0));
    forget_roots_at_begin(mutator);
    mutator.stack.set_frame(start, start.wrapping_add(16));
    collect_and_fill(&mut script, 0);
    let mutator = script.switch(1);
    mutator.stack.set_frame(start, start.wrapping_add(40));
    assert_eq!(stack_value(mutator, 30).as_integer(), Some(0));
    collect_and_fill(&mut script, 0);
}

/// A card lies far inside of its array; nothing else holds the array, nor the objects to which the
/// card refers.
#[test]
fn an_array_with_a_written_card_lives_and_keeps_its_elements() {
    for length in [100, 50_000] {
        let mut script = Script::new(2, config());
        lonely_node(&mut script, 1, 42);
        let mutator = script.switch(1);
        let array = mutator.allocate_array(ARRAY, 0, length, Value::from_small(1));
        let array = array.expect("room").object().value();
        mutator.set_thread_root(1, array);
        mutator.commit_and_begin().expect("no conflict");
        let array = mutator.thread_root(1).as_object().expect("alive");
        mutator
            .write_element(array, length - 1, mutator.thread_root(0))
            .expect("free");
        let offset = array.offset();
        mutator.set_thread_root(0, Value::special(0));
        mutator.set_thread_root(1, Value::special(0));
        forget_roots_at_begin(mutator);
        collect_and_fill(&mut script, 0);
        let mutator = script.switch(1);
        let array = Object::from_offset(offset);
        let element = mutator.read_element(array, length - 1);
        assert_eq!(number_of(mutator, element), Some(42));
        mutator.commit_and_begin().expect("no conflict");
        collect_and_fill(&mut script, 1);
    }
}

/// Nobody refers to them any more, but their promoter will publish them.
#[test]
fn what_an_open_transaction_has_promoted_is_not_swept() {
    let mut script = Script::new(2, config());
    let mutator = script.switch(1);
    let raw = mutator.allocate_raw(RAW, 0, 20_000).expect("room");
    mutator.set_thread_root(0, raw.object().value());
    let raw = mutator.allocate_raw(RAW, 0, 100).expect("room");
    mutator.set_thread_root(1, raw.object().value());
    mutator.collect_minor(Purpose::Overflow);
    mutator.set_thread_root(0, Value::special(0));
    mutator.set_thread_root(1, Value::special(0));
    let used_bytes = mutator.runtime.old_space_bytes();
    collect_and_fill(&mut script, 0);
    let mutator = script.switch(1);
    assert!(mutator.runtime.old_space_bytes() >= used_bytes);
    mutator.commit_and_begin().expect("no conflict");
    assert!(mutator.collect_major());
}

#[test]
fn large_objects_are_freed_and_their_groups_used_again() {
    let mut often = config();
    often.major_bytes_min = 1 << 20;
    let mut script = Script::new(1, often);
    let mutator = script.switch(0);
    for _ in 0..50 {
        // 8 MB each, in a heap of 64 MB.
        let array = mutator.allocate_array(ARRAY, 0, 1 << 20, Value::from_small(1));
        let array = array.expect("room").object().value();
        mutator.set_thread_root(0, array);
        mutator.commit_and_begin().expect("alone");
        mutator.set_thread_root(0, Value::special(0));
        mutator.commit_and_begin().expect("alone");
        assert!(mutator.collect_major());
    }
    assert!(mutator.runtime.old_space_bytes() < 4 << 20);
    assert!(groups_of_kind(&script.runtime, |kind| kind == Kind::Returned) > 100);
    assert!(
        groups_of_kind(&script.runtime, |_| true) < 300,
        "no new ones"
    );
}

#[test]
fn while_a_thread_waits_inside_of_an_operation_a_collection_is_put_off() {
    let mut script = Script::new(2, config());
    script.switch(0);
    // As `contend` does: safe for a commit, not at a border.
    let mutator = script.switch(1);
    let number = mutator.heap.segment.get();
    let runtime = Arc::clone(&script.runtime);
    let segment = runtime.pool().get(number);
    segment.transition(SegmentState::Running, SegmentState::Safe);
    script.current = 0;
    script.unpark(0);
    assert!(!script.switch(0).collect_major());
    let statistics = script.runtime.statistics();
    assert_eq!(
        (statistics.majors_postponed, statistics.major_collections),
        (1, 0)
    );
    segment.transition(SegmentState::Safe, SegmentState::Running);
    script.park(0);
    script.current = 1;
    collect_and_fill(&mut script, 0);
}

// ---- the heap limit

fn tiny() -> Config {
    Config {
        heap_bytes_max: 4 << 20,
        nursery_bytes: 64 << 10,
        nursery_reserve_bytes: 8 << 20,
        ..config()
    }
}

/// As a language's loop does between operations. Whether memory has run out.
fn border(mutator: &mut Mutator) -> bool {
    mutator.collect_if_due();
    if mutator.safepoint() == Ok(crate::Due::Commit) {
        mutator.commit_and_begin().expect("alone");
    }
    mutator.take_out_of_memory()
}

#[test]
fn a_program_that_drops_its_garbage_runs_for_ever_in_a_tiny_heap() {
    for control in [Control::Stm, Control::Gil] {
        let mut script = Script::new(1, Config { control, ..tiny() });
        let mutator = script.switch(0);
        // A window of 20,000 nodes over 600,000: all are promoted, most die old.
        mutator.truncate_roots(0);
        for _ in 0..20_000 {
            mutator.root(Value::special(0));
        }
        for number in 0..600_000 {
            let root = Root(number as u32 % 20_000);
            let node = new_node(mutator, number);
            mutator.set_root(root, node);
            assert!(!border(mutator), "garbage is not out of memory");
        }
        let statistics = mutator.runtime.statistics();
        assert!(statistics.major_collections > 3);
        assert!(mutator.runtime.old_space_bytes() <= 4 << 20);
    }
}

#[test]
fn a_program_that_keeps_everything_is_told_and_goes_on_after_dropping_it() {
    for control in [Control::Stm, Control::Gil] {
        let mut script = Script::new(1, Config { control, ..tiny() });
        let mutator = script.switch(0);
        for _ in 0..3 {
            let mut count = 0;
            while !border(mutator) {
                mutator.root(new_node(mutator, 1));
                count += 1;
                assert!(count < 1_000_000, "4 MB hold some 130,000");
            }
            assert!(count > 100_000, "{count} in 4 MB");
            mutator.truncate_roots(0);
        }
        assert!(!border(mutator));
    }
}

#[test]
fn a_large_request_is_granted_when_a_collection_makes_room_for_it() {
    let mut script = Script::new(1, tiny());
    let mutator = script.switch(0);
    for _ in 0..20 {
        let array = mutator.allocate_array(ARRAY, 0, 400_000, Value::from_small(1));
        let array = array.expect("what is there is garbage").object().value();
        mutator.set_thread_root(0, array);
        mutator.commit_and_begin().expect("alone");
        assert!(!border(mutator), "3 of 4 MB");
        mutator.set_thread_root(0, Value::special(0));
        mutator.commit_and_begin().expect("alone");
    }
    let refused = mutator.allocate_array(ARRAY, 0, 600_000, Value::from_small(1));
    assert!(refused.is_err(), "4.8 MB never fit");
}

// ---- weak references

pub(super) fn new_weak(mutator: &Mutator, target: Value<'_>) -> crate::Word {
    let fields = [target, Value::from_small(5)];
    mutator.allocate(WEAK, 0, &fields).value().word()
}

pub(super) fn target_of<'a>(mutator: &'a Mutator, weak: Value<'a>) -> Value<'a> {
    let weak = mutator.read(weak.as_object().expect("an object"));
    assert_eq!(weak.get(2).as_integer(), Some(5), "the rest is ordinary");
    weak.get(1)
}

#[test]
fn a_minor_collection_clears_weak_references_to_what_has_died_young() {
    for purpose in [Purpose::Overflow, Purpose::Commit] {
        let mut script = Script::new(1, config());
        let mutator = script.switch(0);
        let (kept, lost) = (new_node(mutator, 1), new_node(mutator, 2));
        mutator.set_thread_root(0, kept);
        mutator.set_thread_root(1, Value::from_word(new_weak(mutator, kept)));
        mutator.set_thread_root(2, Value::from_word(new_weak(mutator, lost)));
        mutator.collect_minor(purpose);
        let target = target_of(mutator, mutator.thread_root(1));
        assert_eq!(target, mutator.thread_root(0));
        assert_eq!(target_of(mutator, mutator.thread_root(2)), WEAK_DEAD);
    }
}

#[test]
fn a_major_collection_clears_weak_references_in_all_views() {
    let mut script = Script::new(2, config());
    let (weak, neighbour) = (script.shared(0), script.shared(0));
    lonely_node(&mut script, 0, 7);
    let mutator = script.switch(0);
    for holder in [weak, neighbour] {
        let object = Value::from_word(new_weak(mutator, mutator.thread_root(0)));
        mutator.write(holder.object()).expect("free").set(2, object);
    }
    mutator.commit_and_begin().expect("no conflict");
    // The other thread has its own copy of the group, and goes on needing it.
    script.settle(1);
    let mutator = script.switch(1);
    let written = field_2(mutator, neighbour).as_object();
    let written = mutator.write(written.expect("weak")).expect("free");
    written.set(2, Value::from_small(5));
    collect_and_fill(&mut script, 0);
    for thread in [0, 1] {
        let mutator = script.switch(thread);
        let target = target_of(mutator, field_2(mutator, weak));
        assert_eq!(number_of(mutator, target), Some(7), "a root holds it");
    }
    let mutator = script.switch(0);
    mutator.set_thread_root(0, Value::special(0));
    script.settle(0);
    collect_and_fill(&mut script, 0);
    for (thread, holder) in [(0, weak), (0, neighbour), (1, weak), (1, neighbour)] {
        let mutator = script.switch(thread);
        let target = target_of(mutator, field_2(mutator, holder));
        assert_eq!(target, WEAK_DEAD);
    }
}

#[test]
fn a_weak_reference_in_a_nursery_is_cleared_when_its_old_target_dies() {
    let mut script = Script::new(2, config());
    lonely_node(&mut script, 1, 7);
    let mutator = script.switch(1);
    let weak = new_weak(mutator, mutator.thread_root(0));
    mutator.set_thread_root(0, Value::from_word(weak));
    forget_roots_at_begin(mutator);
    collect_and_fill(&mut script, 0);
    let mutator = script.switch(1);
    assert_eq!(target_of(mutator, mutator.thread_root(0)), WEAK_DEAD);
}

#[test]
fn identities_survive_and_are_not_given_twice() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    let node = new_node(mutator, 1);
    let identity = mutator.identity(node.as_object().expect("a node"));
    mutator.set_thread_root(0, node);
    // Reserved, not yet filled.
    assert!(mutator.collect_major());
    for _ in 0..3 {
        mutator.commit_and_begin().expect("alone");
        assert!(mutator.collect_major());
        let node = mutator.thread_root(0).as_object().expect("alive");
        assert_eq!(mutator.identity(node), identity);
        for number in 0..10_000 {
            let other = new_node(mutator, number).as_object().expect("a node");
            assert_ne!(mutator.identity(other), identity);
        }
    }
}
