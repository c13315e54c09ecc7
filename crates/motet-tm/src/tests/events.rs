//! Events as the protocols record them: the winner and the loser of a conflict, and the places.

use super::writers::collide;
use super::{NODE, Script, config, get, roll_back, set};
use crate::{
    AbortCause, CommitEngine, Config, Control, Event, EventKind, Mutator, OtherSide, ThreadEvents,
    Unwind, Value, WaitFor, place_of,
};

const ENGINES: [CommitEngine; 2] = [CommitEngine::StopTheWorld, CommitEngine::Log];

/// A script of two threads under each engine; earlier events are drained.
fn each_engine(check: impl Fn(Script)) {
    for commit_engine in ENGINES {
        let script = Script::new(
            2,
            Config {
                commit_engine,
                ..config()
            },
        );
        check(script);
    }
}

fn drain(script: &Script, thread: usize) -> ThreadEvents {
    let log = script.runtime.drain_events();
    assert_eq!(log.lost_with_threads, 0);
    log.threads.into_iter().nth(thread).expect("it runs")
}

fn aborts(events: &ThreadEvents) -> Vec<&Event> {
    let is_abort = |event: &&Event| matches!(event.kind, EventKind::Abort(_));
    events.events.iter().filter(is_abort).collect()
}

fn only_abort(events: &ThreadEvents, cause: AbortCause) -> Event {
    let aborts = aborts(events);
    assert_eq!(aborts.len(), 1, "{events:?}");
    assert_eq!(aborts[0].kind, EventKind::Abort(cause));
    let mut abort = *aborts[0];
    abort.position = place_of(abort.position);
    if let Some(other) = &mut abort.other {
        other.position = place_of(other.position);
    }
    abort
}

fn side(thread: u64, position: u64) -> Option<OtherSide> {
    Some(OtherSide { thread, position })
}

#[test]
fn a_commit_shares_its_end_with_the_begin_of_the_next() {
    each_engine(|mut script| {
        script.settle(0);
        drain(&script, 0);
        let mutator = script.switch(0);
        mutator.set_position(5);
        mutator.commit_and_begin().expect("alone");
        mutator.set_position(6);
        mutator.commit_and_begin().expect("alone");
        mutator.set_position(7);
        let events = drain(&script, 0);
        let [first, second] = events.events[..] else {
            panic!("two events: {events:?}");
        };
        assert_eq!(
            (first.kind, second.kind),
            (EventKind::Commit, EventKind::Commit)
        );
        assert_eq!(first.position, 5);
        assert_eq!((second.begin_position, second.position), (5, 6));
        assert_eq!(second.began_ns, first.ended_ns);
        assert!(second.ended_ns > second.began_ns);
        let open = events.open.expect("the third runs");
        assert_eq!((open.began_ns, open.begin_position), (second.ended_ns, 6));
        script.switch(0).end().expect("alone");
        assert_eq!(drain(&script, 0).open, None);
    });
}

#[test]
fn a_reader_that_loses_names_the_write_and_where_it_noticed() {
    each_engine(|mut script| {
        let (node, other) = (script.shared(1), script.shared(2));
        for thread in [0, 1] {
            script.switch(thread).set_position(10 + thread as u64);
            script.settle(thread);
        }
        drain(&script, 1);
        get(script.switch(1), node);
        let writer = script.switch(0);
        writer.set_position(20);
        set(writer, other, 3).expect("free");
        writer.set_position(21);
        set(writer, node, 2).expect("free");
        writer.set_position(22);
        set(writer, node, 3).expect("written already: the first write counts");
        writer.commit_and_begin().expect("the committer wins");
        let reader = script.switch(1);
        reader.set_position(30);
        assert_eq!(reader.safepoint(), Err(Unwind::Abort));
        reader.roll_back();
        assert_eq!(reader.position(), 11, "back where it began");
        let events = drain(&script, 1);
        let abort = only_abort(&events, AbortCause::ReadWrite);
        assert_eq!((abort.position, abort.begin_position), (30, 11));
        assert_eq!(abort.other, side(0, 21));
        assert!(abort.duration_ns() > 0);
        assert_eq!(events.open.expect("begun again").begin_position, 11);
    });
}

#[test]
fn a_writer_that_gives_way_to_an_older_reader_names_its_write_and_the_readers_begin() {
    each_engine(|mut script| {
        let node = script.shared(1);
        script.switch(1).set_position(11);
        script.settle(1);
        roll_back(script.switch(1));
        get(script.switch(1), node);
        drain(&script, 0);
        let writer = script.switch(0);
        writer.set_position(20);
        set(writer, node, 2).expect("free");
        writer.set_position(21);
        assert_eq!(writer.commit_and_begin(), Err(Unwind::Abort));
        writer.roll_back();
        let abort = only_abort(&drain(&script, 0), AbortCause::ReadWrite);
        assert_eq!((abort.position, abort.other), (20, side(1, 11)));
    });
}

#[test]
fn both_writes_are_named_whichever_loses() {
    each_engine(|mut script| {
        let node = script.shared(1);
        script.settle(1);
        script.settle(0);
        drain(&script, 0);
        let has_locks = script.has_locks();
        // The second writer gives way: where there are locks at once.
        script.switch(0).set_position(20);
        set(script.switch(0), node, 2).expect("free");
        script.switch(0).set_position(21);
        script.switch(1).set_position(30);
        assert_eq!(set(script.switch(1), node, 3).is_err(), has_locks);
        script.switch(1).set_position(31);
        if !has_locks {
            script.switch(0).commit_and_begin().expect("it came first");
            assert_eq!(script.switch(1).safepoint(), Err(Unwind::Abort));
        }
        script.switch(1).roll_back();
        let abort = only_abort(&drain(&script, 1), AbortCause::WriteWrite);
        assert_eq!((abort.position, abort.other), (30, side(0, 20)));
        drain(&script, 0);
        // Now it has aborted before, and the first gives way: doomed (it cannot let go in a
        // script), or when it would commit.
        script.switch(1).set_position(32);
        assert_eq!(set(script.switch(1), node, 3).is_err(), has_locks);
        script.switch(0).set_position(22);
        if !has_locks {
            script.switch(0).set_position(20);
            set(script.switch(0), node, 4).expect("no locks");
            let outcome = script.switch(0).commit_and_begin();
            assert_eq!(outcome, Err(Unwind::Abort));
        }
        assert_eq!(script.switch(0).safepoint(), Err(Unwind::Abort));
        script.switch(0).roll_back();
        let abort = only_abort(&drain(&script, 0), AbortCause::WriteWrite);
        assert_eq!((abort.position, abort.other), (20, side(1, 32)));
    });
}

/// A transaction that was doomed but got through leaves its blame behind in the segment.
#[test]
fn an_injected_abort_blames_nobody_and_a_wait_neither() {
    each_engine(|mut script| {
        let node = script.shared(1);
        script.settle(1);
        get(script.switch(1), node);
        set(script.switch(0), node, 2).expect("free");
        script.switch(0).commit_and_begin().expect("no conflict");
        roll_back(script.switch(1));
        script.switch(1).roll_back_and_end();
        script.switch(1).begin();
        let events = drain(&script, 1);
        let aborts = aborts(&events);
        let kinds: Vec<_> = aborts.iter().map(|event| event.kind).collect();
        let wanted = [AbortCause::Injected, AbortCause::Wait].map(EventKind::Abort);
        assert_eq!(kinds, wanted);
        assert!(aborts.iter().all(|event| event.other.is_none()));
    });
}

#[test]
fn inevitability_and_collections_are_recorded_and_small_ones_at_commit_are_not() {
    each_engine(|mut script| {
        drain(&script, 0);
        let mutator = script.switch(0);
        mutator.become_inevitable().expect("nobody else is");
        let object = mutator.allocate(NODE, 0, &[Value::from_small(1); 3]);
        mutator.set_thread_root(0, object.value());
        mutator.collect_minor(crate::gc::minor::Purpose::Overflow);
        mutator.commit_and_begin().expect("cannot fail");
        for _ in 0..1000 {
            mutator.allocate(NODE, 0, &[Value::from_small(1); 3]);
        }
        mutator.commit_and_begin().expect("alone");
        let mut events = drain(&script, 0).events;
        // A busy machine may have let the thread wait for a processor meanwhile.
        events.retain(|event| !matches!(event.kind, EventKind::Wait(_)));
        let kinds: Vec<_> = events.iter().map(|event| event.kind).collect();
        let (commit, minor) = (EventKind::Commit, EventKind::MinorCollection);
        assert_eq!(kinds, [EventKind::Inevitable, minor, commit, minor, commit]);
        let (collection, transaction) = (&events[3], &events[4]);
        assert!(collection.began_ns >= transaction.began_ns);
        assert!(collection.ended_ns <= transaction.ended_ns);
        assert!(collection.duration_ns() > 0);
    });
}

#[test]
fn nothing_is_recorded_when_events_are_off() {
    let off = Config {
        events: false,
        ..config()
    };
    let mut script = Script::new(2, off);
    let node = script.shared(1);
    script.switch(0).set_position(5);
    collide(&mut script, node);
    script.switch(1).roll_back();
    script.settle(0);
    assert_eq!(script.runtime.drain_events().threads, []);
}

/// Two real threads, of which the first has something that the second waits for: whether there is a
/// wait for that in the second's events. On a busy machine the second may come too late to wait:
/// tries again.
fn assert_waits(
    config: &Config,
    what: WaitFor,
    other: Option<OtherSide>,
    hold: impl Fn(&mut Mutator),
    want: impl Fn(&mut Mutator) + Sync,
) {
    let is_wanted =
        |event: &&Event| event.kind == EventKind::Wait(what) && event.duration_ns() >= 1_000_000;
    let mut seen = Vec::new();
    for _ in 0..50 {
        let events = events_of_second(config.clone(), &hold, &want);
        if let Some(wait) = events.iter().find(is_wanted) {
            assert_eq!(wait.other, other);
            return;
        }
        seen = events;
    }
    panic!("it has waited: {seen:?}");
}

fn events_of_second(
    config: Config,
    hold: &impl Fn(&mut Mutator),
    want: &(impl Fn(&mut Mutator) + Sync),
) -> Vec<Event> {
    let runtime = crate::Runtime::new(config, super::layouts()).expect("maps");
    let new_mutator = || {
        let mutator = runtime.new_mutator().expect("maps");
        let start = mutator.stack.start();
        mutator.stack.set_frame(start, start.wrapping_add(16));
        mutator
    };
    let (mut first, mut second) = (new_mutator(), new_mutator());
    first.begin();
    let log = std::thread::scope(|scope| {
        let waiter = scope.spawn(move || {
            want(&mut second);
            second.end().expect("no conflict");
        });
        hold(&mut first);
        first.end().expect("no conflict");
        waiter.join().expect("ends");
        runtime.drain_events()
    });
    let mut threads = log.threads.into_iter();
    let second = threads.find(|events| events.thread == 1);
    second.expect("it has run").events
}

const HELD: std::time::Duration = std::time::Duration::from_millis(20);

#[test]
fn waits_for_a_segment_the_gil_and_inevitability_are_recorded() {
    let one_segment = Config {
        segments: 1,
        ..config()
    };
    let sleep = |_: &mut Mutator| std::thread::sleep(HELD);
    assert_waits(&one_segment, WaitFor::Segment, None, sleep, Mutator::begin);
    let gil = Config {
        control: Control::Gil,
        ..config()
    };
    assert_waits(&gil, WaitFor::Gil, None, sleep, Mutator::begin);
    assert_waits(
        &config(),
        WaitFor::Inevitability,
        side(0, 3),
        |first| {
            first.set_position(3);
            first.commit_and_begin().expect("no conflict");
            first.become_inevitable().expect("no conflict");
            first.while_safe(|| std::thread::sleep(2 * HELD));
        },
        |second| {
            std::thread::sleep(HELD / 2);
            second.begin();
            second.become_inevitable().expect("in the end");
        },
    );
}

#[test]
fn waits_for_a_stop_and_for_the_host_are_recorded() {
    let stop_the_world = Config {
        commit_engine: CommitEngine::StopTheWorld,
        ..config()
    };
    let hold = |first: &mut Mutator| {
        std::thread::sleep(HELD);
        first.safepoint().expect("no conflict");
    };
    let want = |second: &mut Mutator| {
        second.begin();
        let fields = [Value::from_small(1); 3];
        let node = second.allocate_pinned(NODE, 0, &fields).expect("room");
        set(second, node, 1).expect("free");
        second.end().expect("no conflict");
        let since = std::time::Instant::now();
        second.wait_until(|| since.elapsed() > HELD);
        second.begin();
    };
    assert_waits(&stop_the_world, WaitFor::Stop, None, hold, want);
    assert_waits(&stop_the_world, WaitFor::Host, None, hold, want);
}
