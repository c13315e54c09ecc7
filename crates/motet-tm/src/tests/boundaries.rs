//! The borders of a transaction: hooks, and atomic regions that have none inside.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::writers::collide;
use super::{Script, config, get, roll_back, set};
use crate::{Config, Control, Due, Mutator, Pinned, Runtime, Unwind};

type Trace = Arc<Mutex<Vec<&'static str>>>;

fn hook(trace: &Trace, name: &'static str) -> Box<dyn FnOnce() + Send> {
    let trace = Arc::clone(trace);
    Box::new(move || trace.lock().expect("alive").push(name))
}

fn register(mutator: &Mutator, trace: &Trace) {
    mutator.call_on_commit(hook(trace, "commit 1"));
    mutator.call_on_abort(hook(trace, "abort 1"));
    mutator.call_on_commit(hook(trace, "commit 2"));
    mutator.call_on_abort(hook(trace, "abort 2"));
}

fn taken(trace: &Trace) -> Vec<&'static str> {
    std::mem::take(&mut trace.lock().expect("alive"))
}

#[test]
fn hooks_run_once_in_order_on_commit_and_in_reverse_on_abort() {
    let mut script = Script::new(2, config());
    let node = script.shared(1);
    let trace = Trace::default();
    let mutator = script.switch(0);
    register(mutator, &trace);
    assert_eq!(taken(&trace), [""; 0], "not before the end");
    mutator.commit_and_begin().expect("alone");
    assert_eq!(taken(&trace), ["commit 1", "commit 2"]);
    mutator.commit_and_begin().expect("alone");
    roll_back(mutator);
    assert_eq!(taken(&trace), [""; 0], "both kinds are cleared");
    register(mutator, &trace);
    roll_back(mutator);
    assert_eq!(taken(&trace), ["abort 2", "abort 1"]);
    mutator.commit_and_begin().expect("alone");
    assert_eq!(taken(&trace), [""; 0], "both kinds are cleared");
    register(mutator, &trace);
    mutator.end().expect("alone");
    assert_eq!(taken(&trace), ["commit 1", "commit 2"]);
    mutator.begin();
    register(mutator, &trace);
    mutator.roll_back_and_end();
    assert_eq!(taken(&trace), ["abort 2", "abort 1"]);
    mutator.begin();
    // A commit that fails runs nothing yet: the abort does.
    script.settle(0);
    get(script.switch(0), node);
    register(script.switch(0), &trace);
    set(script.switch(1), node, 2).expect("free");
    script.switch(1).commit_and_begin().expect("committer wins");
    let mutator = script.switch(0);
    assert_eq!(mutator.commit_and_begin(), Err(Unwind::Abort));
    assert_eq!(taken(&trace), [""; 0]);
    mutator.roll_back();
    assert_eq!(taken(&trace), ["abort 2", "abort 1"]);
}

/// A hook runs without a segment, and without the GIL: it may wait for another thread's commit.
#[test]
fn a_hook_may_wait_for_another_thread() {
    for control in [Control::Stm, Control::Gil] {
        let one = Config {
            control,
            segments: 1,
            ..config()
        };
        let runtime = crate::Runtime::new(one, super::layouts()).expect("maps");
        let mut mutators = [0, 1].map(|_| {
            let mutator = runtime.new_mutator().expect("maps");
            let start = mutator.stack.start();
            mutator.stack.set_frame(start, start.wrapping_add(16));
            mutator
        });
        let [first, second] = &mut mutators;
        let (done, waits) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            first.begin();
            scope.spawn(move || {
                second.begin();
                second.end().expect("alone");
                // (If the hook has given up, no thread listens.)
                let _ = done.send(());
            });
            let limit = std::time::Duration::from_secs(10);
            let (tells, told) = std::sync::mpsc::channel();
            first.call_on_commit(Box::new(move || {
                tells.send(waits.recv_timeout(limit)).expect("alive");
            }));
            first.commit_and_begin().expect("alone");
            first.end().expect("alone");
            told.recv()
                .expect("it has run")
                .expect("the other gets through");
        });
    }
}

#[test]
#[should_panic(expected = "belongs to a transaction")]
fn a_hook_without_a_transaction_is_refused() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    mutator.end().expect("alone");
    mutator.call_on_commit(Box::new(|| {}));
}

#[test]
fn a_length_runs_out_also_while_the_host_keeps_its_request_for_attention() {
    let mut script = Script::new(1, config());
    script.runtime.request_attention();
    let mutator = script.switch(0);
    mutator.budget.fuel.set(3);
    let mut yield_point = || mutator.safepoint();
    let due = std::array::from_fn(|_| yield_point());
    assert_eq!(
        due,
        [Due::Nothing, Due::Nothing, Due::Nothing, Due::Commit].map(Ok)
    );
}

#[test]
fn no_commit_is_due_inside_an_atomic_region_and_an_abort_leaves_what_it_entered() {
    let mut script = Script::new(2, config());
    let mutator = script.switch(0);
    mutator.enter_atomic();
    mutator.enter_atomic();
    mutator.leave_atomic();
    assert!(mutator.is_atomic());
    mutator.wake_waiters_at_commit();
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
    mutator.budget.fuel.set(0);
    assert!(mutator.use_fuel());
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
    assert!(!mutator.use_fuel(), "asked only now and then");
    mutator.leave_atomic();
    assert!(!mutator.is_atomic());
    assert_eq!(mutator.safepoint(), Ok(Due::Commit));
    mutator.commit_and_begin().expect("alone");
    mutator.enter_atomic();
    roll_back(mutator);
    assert!(!mutator.is_atomic());
    mutator.end().expect("alone");
    // A region may begin before its transaction: then an abort does not leave it.
    mutator.enter_atomic();
    mutator.begin();
    mutator.enter_atomic();
    roll_back(mutator);
    mutator.leave_atomic();
    assert!(!mutator.is_atomic());
}

#[test]
fn a_commit_that_writes_counts_as_a_change_while_a_thread_watches() {
    let mut script = Script::new(2, config());
    let node = script.shared(1);
    let mutator = script.switch(0);
    let runtime = Arc::clone(mutator.runtime());
    let mut counted = |writes: bool| {
        let before = runtime.change_count();
        if writes {
            set(mutator, node, 2).expect("alone");
        }
        mutator.commit_and_begin().expect("alone");
        runtime.change_count() - before
    };
    assert_eq!(counted(true), 0, "nobody watches");
    runtime.watch_changes();
    assert_eq!((counted(true), counted(false)), (1, 0));
    runtime.watch_changes();
    runtime.unwatch_changes();
    assert_eq!(counted(true), 1, "one still watches");
    runtime.unwatch_changes();
    assert_eq!(counted(true), 0);
    runtime.watch_changes();
    mutator.set_changes_nothing(true);
    set(mutator, node, 3).expect("alone");
    let before = runtime.change_count();
    mutator.commit_and_begin().expect("alone");
    assert_eq!(runtime.change_count(), before, "the host says so");
    set(mutator, node, 4).expect("alone");
    roll_back(mutator);
    set(mutator, node, 4).expect("alone");
    mutator.commit_and_begin().expect("alone");
    assert_eq!(
        runtime.change_count(),
        before + 1,
        "an abort takes that back"
    );
    runtime.unwatch_changes();
}

/// Another thread asks for the end of the transaction.
fn ask_for_end(mutator: &Mutator) {
    let segment = mutator.segment();
    segment.request(crate::threads::segment::lane::COMMIT_SOON);
}

#[test]
fn an_end_that_is_asked_for_inside_of_a_critical_section_is_put_off_until_that_ends() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    mutator.enter_hold();
    mutator.enter_hold();
    ask_for_end(mutator);
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
    assert!(!mutator.is_polled(), "asked for once");
    mutator.leave_hold();
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
    mutator.leave_hold();
    assert_eq!(mutator.safepoint(), Ok(Due::Commit));
    mutator.commit_and_begin().expect("alone");
    // Not for ever, and not twice.
    mutator.enter_hold();
    ask_for_end(mutator);
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
    let passed = std::iter::from_fn(|| (!mutator.use_fuel()).then_some(())).count();
    assert!((1_000..10_000).contains(&passed), "{passed} yield points");
    assert_eq!(mutator.safepoint(), Ok(Due::Commit));
    mutator.commit_and_begin().expect("alone");
    ask_for_end(mutator);
    assert_eq!(
        mutator.safepoint(),
        Ok(Due::Nothing),
        "once in each transaction"
    );
    ask_for_end(mutator);
    assert_eq!(mutator.safepoint(), Ok(Due::Commit));
    // An abort restores the count of holds of the begin.
    mutator.leave_hold();
    mutator.roll_back_and_end();
    mutator.begin();
    ask_for_end(mutator);
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
}

#[test]
fn who_is_asked_for_its_end_inside_an_atomic_region_ends_after_it() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    mutator.enter_atomic();
    ask_for_end(mutator);
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
    assert!(!mutator.is_polled(), "asked for once");
    mutator.leave_atomic();
    assert_eq!(mutator.safepoint(), Ok(Due::Commit));
}

/// The thread that has the serial right runs alone, and each gets through in the end.
#[test]
fn with_turns_only_one_runs_and_all_come_to_their_turn() {
    let mut turns = config();
    turns.injection.turns = true;
    let runtime = crate::Runtime::new(turns, super::layouts()).expect("maps");
    let running = std::sync::atomic::AtomicU32::new(0);
    let (runtime, running) = (&runtime, &running);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(move || {
                let mut mutator = runtime.new_mutator().expect("maps");
                let start = mutator.stack.start();
                mutator.stack.set_frame(start, start.wrapping_add(16));
                mutator.begin();
                for _ in 0..50 {
                    if mutator.contention.has_serial_right.get() {
                        let others = running.fetch_add(1, Ordering::SeqCst);
                        assert_eq!(others, 0, "one has the turn");
                        mutator.safepoint().expect("no conflict");
                        running.fetch_sub(1, Ordering::SeqCst);
                    }
                    mutator.commit_and_begin().expect("no conflict");
                }
                mutator.end().expect("no conflict");
                assert!(!mutator.contention.has_serial_right.get());
            });
        }
    });
    assert!(runtime.statistics().turns > 0);
}

#[test]
fn the_gil_is_not_handed_over_inside_an_atomic_region() {
    let gil = Config {
        control: Control::Gil,
        ..config()
    };
    let mut script = Script::new(1, gil);
    let runtime = Arc::clone(&script.runtime);
    let mutator = script.switch(0);
    mutator.enter_atomic();
    runtime
        .pool()
        .get(0)
        .request(crate::threads::segment::lane::DROP_GIL);
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
    mutator.leave_atomic();
    assert_eq!(mutator.safepoint(), Ok(Due::Commit));
}

#[test]
#[should_panic(expected = "an atomic region is one transaction")]
fn a_commit_inside_an_atomic_region_is_refused() {
    let mut script = Script::new(1, config());
    script.switch(0).enter_atomic();
    let _refused = script.switch(0).commit_and_begin();
}

#[test]
#[should_panic(expected = "an atomic region is open")]
fn leaving_what_was_not_entered_is_refused() {
    let mut script = Script::new(1, config());
    script.switch(0).leave_atomic();
}

#[test]
fn a_validation_finds_what_others_have_committed() {
    let mut script = Script::new(2, config());
    let (read, other) = (script.shared(1), script.shared(1));
    get(script.switch(1), read);
    script.switch(1).validate().expect("nothing has changed");
    set(script.switch(0), other, 2).expect("free");
    script.settle(0);
    let mutator = script.switch(1);
    mutator.validate().expect("it has not read that");
    assert_eq!(get(mutator, other), 2, "the snapshot has moved on");
    set(script.switch(0), read, 2).expect("free");
    script.settle(0);
    assert_eq!(script.switch(1).validate(), Err(Unwind::Abort));
}

#[test]
fn a_transaction_can_ask_for_its_own_end() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
    mutator.commit_soon();
    assert_eq!(mutator.safepoint(), Ok(Due::Commit));
    mutator.commit_and_begin().expect("alone");
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
}

#[test]
fn a_transaction_ends_after_an_act_that_makes_it_inevitable_if_others_run() {
    let mut alone = Script::new(1, config());
    let mutator = alone.switch(0);
    mutator.become_inevitable().expect("alone");
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
    let mut script = Script::new(2, config());
    script.switch(1);
    let mutator = script.switch(0);
    mutator.become_inevitable().expect("nobody else is");
    assert_eq!(mutator.safepoint(), Ok(Due::Commit));
    mutator.commit_and_begin().expect("it is inevitable");
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
    // It goes on while it holds something that others would wait for.
    mutator.enter_hold();
    mutator.become_inevitable().expect("nobody else is");
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
    mutator.leave_hold();
    assert_eq!(mutator.safepoint(), Ok(Due::Commit));
}

#[test]
fn a_section_that_others_conflict_over_ends_the_transaction_but_not_that_of_a_serialised_thread() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    mutator.contention.has_serial_right.set(true);
    mutator.commit_after_section();
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
    mutator.contention.has_serial_right.set(false);
    mutator.commit_after_section();
    assert_eq!(mutator.safepoint(), Ok(Due::Commit));
}

#[test]
fn nobody_runs_while_others_are_stopped() {
    let runtime = Runtime::new(config(), super::layouts()).expect("maps");
    let (steps, done) = (AtomicU64::new(0), AtomicBool::new(false));
    let begin = |mutator: &mut Mutator| {
        let start = mutator.stack.start();
        mutator.stack.set_frame(start, start.wrapping_add(16));
        mutator.begin();
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut mutator = runtime.new_mutator().expect("maps");
            begin(&mut mutator);
            while !done.load(Ordering::SeqCst) {
                steps.fetch_add(1, Ordering::SeqCst);
                mutator.safepoint().expect("no conflicts");
            }
            mutator.end().expect("no conflicts");
        });
        let mut mutator = runtime.new_mutator().expect("maps");
        begin(&mut mutator);
        while steps.load(Ordering::SeqCst) == 0 {
            mutator.safepoint().expect("no conflicts");
        }
        for _ in 0..20 {
            let stood_still = mutator.while_others_are_stopped(|_| {
                let before = steps.load(Ordering::SeqCst);
                std::thread::sleep(std::time::Duration::from_millis(1));
                steps.load(Ordering::SeqCst) == before
            });
            assert!(stood_still);
        }
        let before = steps.load(Ordering::SeqCst);
        while steps.load(Ordering::SeqCst) == before {
            mutator.safepoint().expect("no conflicts");
        }
        done.store(true, Ordering::SeqCst);
        mutator.end().expect("no conflicts");
    });
}

/// Threads 0 and 1 collide over a place that both write.
fn heat(script: &mut Script, place: Pinned) {
    script.settle(1);
    collide(script, place);
    script.switch(1).roll_back();
}

#[test]
fn who_writes_where_transactions_have_collided_ends_soon() {
    let mut script = Script::new(2, config());
    let (quiet, hot) = (script.shared(1), script.shared(1));
    heat(&mut script, hot);
    script.settle(1);
    script.settle(0);
    let mutator = script.switch(0);
    let length = mutator.budget.fuel.get();
    assert!(length >= 1_000, "{length}");
    set(mutator, quiet, 3).expect("free");
    assert_eq!(mutator.budget.fuel.get(), length, "nobody else wants it");
    set(mutator, hot, 3).expect("free");
    let passed = (0..length).take_while(|_| !mutator.use_fuel()).count();
    assert!((1..100).contains(&passed), "soon, not at once: {passed}");
    assert_eq!(mutator.safepoint(), Ok(Due::Commit));
    mutator.commit_and_begin().expect("no conflict");
    assert_eq!(mutator.budget.fuel.get(), length, "only that one");
    assert_eq!(get(script.switch(1), hot), 3);
}

/// As the language's loop does at a yield point below native code.
fn pass_below_native_code(mutator: &mut Mutator) {
    assert_eq!(mutator.safepoint(), Ok(Due::Commit));
    mutator.go_on_for_a_while();
}

#[test]
fn an_end_that_is_asked_for_below_native_code_comes_behind_it() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    mutator.commit_soon();
    pass_below_native_code(mutator);
    assert!(!mutator.is_polled(), "it is not asked at each yield point");
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
    mutator.native_code_is_left();
    assert!(mutator.is_polled() && !mutator.deferral.is_owed.get());
    assert_eq!(mutator.safepoint(), Ok(Due::Commit));
    mutator.commit_and_begin().expect("no conflict");
    mutator.native_code_is_left();
    assert!(!mutator.is_polled(), "it was paid");
}

#[test]
fn under_the_gil_a_stretch_below_native_code_is_not_asked_at_each_yield_point() {
    let gil = Config {
        control: Control::Gil,
        ..config()
    };
    let mut script = Script::new(1, gil);
    let mutator = script.switch(0);
    mutator.commit_soon();
    pass_below_native_code(mutator);
    assert!(!mutator.is_polled());
    assert_eq!(mutator.safepoint(), Ok(Due::Nothing));
    mutator.native_code_is_left();
    assert_eq!(mutator.safepoint(), Ok(Due::Commit));
}

#[test]
fn a_length_that_is_used_up_below_native_code_ends_behind_it() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    while !mutator.use_fuel() {}
    pass_below_native_code(mutator);
    assert!(!mutator.use_fuel(), "it goes on for a while");
    mutator.native_code_is_left();
    assert_eq!(mutator.safepoint(), Ok(Due::Commit));
}

#[test]
fn an_abort_forgets_the_end_that_was_due_below_native_code() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    mutator.commit_soon();
    pass_below_native_code(mutator);
    roll_back(mutator);
    mutator.native_code_is_left();
    assert!(!mutator.is_polled());
}

/// How many yield points a transaction may pass after it has written a hot place.
fn yield_points_after(mutator: &mut Mutator, hot: Pinned) -> usize {
    set(mutator, hot, 3).expect("free");
    (0..1_000).take_while(|_| !mutator.use_fuel()).count()
}

#[test]
fn after_a_hot_end_that_came_late_the_next_comes_sooner() {
    let mut script = Script::new(2, config());
    let hot = script.shared(1);
    heat(&mut script, hot);
    script.settle(1);
    script.settle(0);
    let mutator = script.switch(0);
    let before = yield_points_after(mutator, hot);
    // As a native call does that has no yield points.
    std::thread::sleep(std::time::Duration::from_millis(1));
    mutator.commit_and_begin().expect("no conflict");
    let after = yield_points_after(mutator, hot);
    assert!(2 * after < before, "{before}, then {after}");
}

#[test]
fn after_a_hot_end_was_missed_below_native_code_the_next_comes_sooner() {
    let mut script = Script::new(2, config());
    let hot = script.shared(1);
    heat(&mut script, hot);
    script.settle(1);
    script.settle(0);
    let mutator = script.switch(0);
    let before = yield_points_after(mutator, hot);
    pass_below_native_code(mutator);
    mutator.native_code_is_left();
    mutator.commit_and_begin().expect("no conflict");
    let after = yield_points_after(mutator, hot);
    assert!(2 * after < before, "{before}, then {after}");
}
