//! Finalizers.

use super::major::{
    collect_and_fill, forget_roots_at_begin, lonely_node, new_node, new_weak, number_of, target_of,
};
use super::*;
use crate::gc::minor::Purpose;
use crate::{Object, WEAK_DEAD};

fn finalized(mutator: &mut Mutator) -> Option<i64> {
    let root = mutator.next_to_finalize()?;
    number_of(mutator, mutator.get(root))
}

fn enable(mutator: &Mutator, root: usize) {
    let object: Object<'_> = mutator.thread_root(root).as_object().expect("an object");
    mutator.enable_finalizer(object);
}

#[test]
fn an_object_with_a_finalizer_is_handed_over_once_after_it_has_died() {
    for control in [Control::Stm, Control::Gil] {
        let mut script = Script::alone_under(control);
        let mutator = script.switch(0);
        mutator.set_thread_root(0, new_node(mutator, 11));
        let weak = new_weak(mutator, mutator.thread_root(0));
        mutator.set_thread_root(1, Value::from_word(weak));
        enable(mutator, 0);
        mutator.commit_and_begin().expect("alone");
        assert!(mutator.collect_major());
        assert_eq!(finalized(mutator), None, "it lives");
        mutator.set_thread_root(0, Value::special(0));
        mutator.commit_and_begin().expect("alone");
        assert!(mutator.collect_major());
        assert_eq!(target_of(mutator, mutator.thread_root(1)), WEAK_DEAD);
        assert!(mutator.collect_major(), "it waits, however long");
        assert_eq!(finalized(mutator), Some(11));
        assert_eq!(finalized(mutator), None, "once");
        mutator.truncate_roots(0);
        mutator.commit_and_begin().expect("alone");
        assert!(mutator.collect_major());
        assert_eq!(finalized(mutator), None);
    }
}

#[test]
fn an_object_that_dies_young_can_be_finalized_in_its_transaction() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    let make_two = |mutator: &mut Mutator| {
        for number in [1, 2] {
            let fields = [
                Value::from_small(number),
                Value::special(0),
                Value::special(0),
            ];
            mutator.enable_finalizer(mutator.allocate(NODE, 0, &fields));
        }
        mutator.collect_minor(Purpose::Overflow);
        assert!(mutator.has_to_finalize());
        assert_eq!(finalized(mutator), Some(1));
        mutator.truncate_roots(0);
    };
    make_two(mutator);
    mutator.roll_back_and_end();
    mutator.begin();
    assert!(!mutator.has_to_finalize(), "neither was ever born");
    make_two(mutator);
    mutator.commit_and_begin().expect("alone");
    assert_eq!(finalized(mutator), Some(2), "the other one remains");
    assert!(!mutator.has_to_finalize());
}

#[test]
fn under_the_lock_objects_die_while_the_transaction_goes_on() {
    let mut script = Script::alone_under(Control::Gil);
    let mutator = script.switch(0);
    mutator.set_thread_root(0, new_node(mutator, 11));
    enable(mutator, 0);
    mutator.collect_minor(Purpose::Overflow);
    mutator.set_thread_root(0, Value::special(0));
    assert!(mutator.collect_major());
    assert_eq!(finalized(mutator), Some(11));
}

#[test]
fn an_object_that_dies_young_is_finalized_after_the_commit() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    let fields = [
        Value::from_small(1),
        new_node(mutator, 2),
        Value::special(0),
    ];
    mutator.enable_finalizer(mutator.allocate(NODE, 0, &fields));
    mutator.collect_minor(Purpose::Overflow);
    assert!(mutator.collect_major());
    mutator.commit_and_begin().expect("alone");
    assert!(mutator.collect_major());
    let root = mutator.next_to_finalize().expect("now");
    let object = mutator.get(root).as_object().expect("an object");
    let child = mutator.read(object).get(2);
    assert_eq!(number_of(mutator, child), Some(2), "with all that it has");
}

#[test]
fn a_retired_object_is_forgotten_if_it_dies_young() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    for number in 1..=4 {
        mutator.set_thread_root(number as usize - 1, new_node(mutator, number));
    }
    (0..4).for_each(|root| enable(mutator, root));
    // The last is the latest that was enabled, the first lives on.
    for root in [0, 1, 3] {
        let object = mutator.thread_root(root).as_object().expect("an object");
        mutator.retire_finalizer(object);
    }
    (1..4).for_each(|root| mutator.set_thread_root(root, Value::special(0)));
    mutator.commit_and_begin().expect("alone");
    assert_eq!(finalized(mutator), Some(3), "it was not retired");
    assert_eq!(finalized(mutator), None);
    mutator.set_thread_root(0, Value::special(0));
    mutator.truncate_roots(0);
    mutator.commit_and_begin().expect("alone");
    assert!(mutator.collect_major());
    assert_eq!(finalized(mutator), Some(1), "an old object stays enabled");
}

#[test]
fn of_objects_that_die_together_those_that_refer_to_others_are_finalized_first() {
    // How many of them are old when they die. (With two the first is ready before the others.)
    for old in [0, 2, 3] {
        let mut script = Script::new(1, config());
        let mutator = script.switch(0);
        mutator.set_thread_root(0, new_node(mutator, 3));
        enable(mutator, 0);
        for number in [2, 1] {
            // In between is one without a finalizer.
            let between = [
                Value::from_small(0),
                mutator.thread_root(0),
                Value::special(0),
            ];
            let between = mutator.allocate(NODE, 0, &between).value();
            let outer = [Value::from_small(number), Value::special(0), between];
            mutator.set_thread_root(0, mutator.allocate(NODE, 0, &outer).value());
            enable(mutator, 0);
            if number == 4 - old {
                mutator.commit_and_begin().expect("alone");
            }
        }
        mutator.set_thread_root(0, Value::special(0));
        mutator.commit_and_begin().expect("alone");
        assert!(mutator.collect_major());
        let order: Vec<_> = std::iter::from_fn(|| finalized(mutator)).collect();
        assert_eq!(order, [1, 2, 3], "{old} die old");
    }
}

#[test]
fn a_thread_that_holds_something_puts_finalizers_off_until_it_lets_go() {
    for control in [Control::Stm, Control::Gil] {
        let mut script = Script::alone_under(control);
        let mutator = script.switch(0);
        assert!(!mutator.puts_finalizers_off(), "there are none");
        mutator.set_thread_root(0, new_node(mutator, 1));
        enable(mutator, 0);
        mutator.set_thread_root(0, Value::special(0));
        mutator.commit_and_begin().expect("alone");
        assert!(mutator.collect_major());
        assert!(!mutator.puts_finalizers_off(), "nothing is held");
        mutator.enter_hold();
        mutator.enter_hold();
        assert!(mutator.puts_finalizers_off());
        mutator.attend_to_finalizers();
        mutator.leave_hold();
        assert!(mutator.puts_finalizers_off());
        assert!(!mutator.is_polled());
        mutator.leave_hold();
        assert!(mutator.is_polled(), "they are asked for again");
        assert!(!mutator.puts_finalizers_off());
        assert_eq!(finalized(mutator), Some(1));
    }
}

#[test]
fn weak_references_are_cleared_before_the_object_is_kept_for_its_finalizer() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    let object = new_node(mutator, 1).as_object().expect("a node");
    mutator.enable_finalizer(object);
    mutator.set_thread_root(0, Value::from_word(new_weak(mutator, object.value())));
    mutator.collect_minor(Purpose::Overflow);
    assert_eq!(target_of(mutator, mutator.thread_root(0)), WEAK_DEAD);
    mutator.commit_and_begin().expect("alone");
    assert_eq!(finalized(mutator), Some(1));
}

#[test]
fn a_weak_reference_that_dies_with_its_target_keeps_it() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    let object = new_node(mutator, 1).as_object().expect("a node");
    mutator.enable_finalizer(object);
    let weak = Value::from_word(new_weak(mutator, object.value()));
    mutator.write(object).expect("new").set(2, weak);
    mutator.commit_and_begin().expect("alone");
    let root = mutator.next_to_finalize().expect("it has died");
    let object = mutator.get(root).as_object().expect("a node");
    let target = target_of(mutator, mutator.read(object).get(2));
    assert_eq!(target, object.value());
}

#[test]
fn what_an_open_transaction_enables_is_not_finalized_by_others() {
    let mut script = Script::new(2, config());
    lonely_node(&mut script, 1, 42);
    let mutator = script.switch(1);
    enable(mutator, 0);
    mutator.set_thread_root(0, Value::special(0));
    forget_roots_at_begin(mutator);
    collect_and_fill(&mut script, 0);
    let mutator = script.switch(1);
    mutator.commit_and_begin().expect("no conflict");
    assert!(mutator.collect_major());
    assert_eq!(finalized(mutator), Some(42));
}

#[test]
fn an_abort_undoes_enabling_and_taking() {
    let mut script = Script::new(1, config());
    lonely_node(&mut script, 0, 11);
    let mutator = script.switch(0);
    enable(mutator, 0);
    mutator.doom_self(AbortCause::Injected);
    mutator.roll_back();
    mutator.set_thread_root(0, Value::special(0));
    mutator.commit_and_begin().expect("alone");
    assert!(mutator.collect_major());
    assert_eq!(finalized(mutator), None, "never enabled");

    lonely_node(&mut script, 0, 12);
    let mutator = script.switch(0);
    enable(mutator, 0);
    mutator.set_thread_root(0, Value::special(0));
    mutator.commit_and_begin().expect("alone");
    assert!(mutator.collect_major());
    assert_eq!(finalized(mutator), Some(12));
    mutator.truncate_roots(0);
    assert!(mutator.collect_major(), "taken, and not rooted");
    mutator.doom_self(AbortCause::Injected);
    mutator.roll_back();
    assert_eq!(finalized(mutator), Some(12), "again");
}

#[test]
fn what_has_survived_collections_of_its_transaction_is_finalized_if_that_commits() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    for aborts in [true, false] {
        mutator.set_thread_root(0, new_node(mutator, 7));
        enable(mutator, 0);
        mutator.collect_minor(Purpose::Overflow);
        mutator.collect_minor(Purpose::Overflow);
        mutator.set_thread_root(0, Value::special(0));
        assert!(
            mutator.collect_major(),
            "it is known by its finalizer alone"
        );
        if aborts {
            mutator.doom_self(AbortCause::Injected);
            mutator.roll_back();
        }
        mutator.commit_and_begin().expect("alone");
        assert!(mutator.collect_major());
        assert_eq!(finalized(mutator), (!aborts).then_some(7));
    }
}
