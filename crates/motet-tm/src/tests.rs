//! The protocols, driven by hand: several mutators on one test thread, switched explicitly, so that
//! every race is a script. (The parallel tests are in `tests/`.)

#[path = "tests/boundaries.rs"]
mod boundaries;
#[path = "tests/elements.rs"]
mod elements;
#[path = "tests/events.rs"]
mod events;
#[path = "tests/finalizers.rs"]
mod finalizers;
#[path = "tests/log.rs"]
mod log;
#[path = "tests/major.rs"]
mod major;
#[path = "tests/thresholds.rs"]
mod thresholds;
#[path = "tests/writers.rs"]
mod writers;

use std::sync::Arc;

use crate::{
    AbortCause, CommitEngine, Config, Control, Injection, Layout, LayoutId, Mutator, Pinned,
    Runtime, Shape, Unwind, Value,
};

const NODE: LayoutId = LayoutId(0);
const ARRAY: LayoutId = LayoutId(1);
const RAW: LayoutId = LayoutId(2);
const WEAK: LayoutId = LayoutId(3);

fn layouts() -> Vec<Layout> {
    vec![
        Layout {
            name: "node",
            shape: Shape::Fixed { words: 4 },
            mutable: true,
        },
        Layout {
            name: "array",
            shape: Shape::Array,
            mutable: true,
        },
        Layout {
            name: "raw",
            shape: Shape::Raw,
            mutable: false,
        },
        Layout {
            name: "weak",
            shape: Shape::Weak { words: 3 },
            mutable: true,
        },
    ]
}

/// This file is compiled twice, as two modules: once for each commit.
fn config() -> Config {
    let commit_engine = if module_path!().contains("stop_the_world") {
        CommitEngine::StopTheWorld
    } else {
        CommitEngine::Log
    };
    Config {
        commit_engine,
        segments: 3,
        heap_bytes_max: 64 << 20,
        nursery_bytes: 64 << 10,
        nursery_reserve_bytes: 16 << 20,
        marked_together_bytes_min: 0,
        ..Config::default()
    }
}

/// Mutators of one runtime; all but the current one are at a safepoint.
struct Script {
    runtime: Arc<Runtime>,
    mutators: Vec<Mutator>,
    /// Whether each is at a safepoint inside of its transaction.
    is_parked: Vec<bool>,
    current: usize,
}

impl Script {
    /// Whether a writer takes the lock of a place at once.
    fn has_locks(&self) -> bool {
        self.runtime.config().commit_engine == CommitEngine::StopTheWorld
    }

    fn new(threads: usize, config: Config) -> Script {
        let runtime = Runtime::new(config, layouts()).expect("maps");
        let mutators: Vec<_> = (0..threads)
            .map(|_| runtime.new_mutator().expect("maps"))
            .collect();
        for mutator in &mutators {
            let start = mutator.stack.start();
            mutator.stack.set_frame(start, start.wrapping_add(16));
        }
        let mut script = Script {
            runtime,
            mutators,
            is_parked: vec![false; threads],
            current: 0,
        };
        for number in 0..threads {
            script.mutators[number].begin();
            script.park(number);
        }
        script.unpark(0);
        script
    }

    /// One thread under a control.
    fn alone_under(control: Control) -> Script {
        let config = Config {
            control,
            ..config()
        };
        Script::new(1, config)
    }

    /// One thread more; it begins, and waits.
    fn add_thread(&mut self) {
        let mutator = self.runtime.new_mutator().expect("maps");
        let start = mutator.stack.start();
        mutator.stack.set_frame(start, start.wrapping_add(16));
        self.mutators.push(mutator);
        self.is_parked.push(false);
        self.park(self.current);
        let number = self.mutators.len() - 1;
        self.mutators[number].begin();
        self.current = number;
    }

    fn park(&mut self, number: usize) {
        let mutator = &mut self.mutators[number];
        if mutator.is_open() {
            let runtime = Arc::clone(&self.runtime);
            self.is_parked[number] = true;
            runtime.engine().enter_safe(mutator);
        }
    }

    fn unpark(&mut self, number: usize) {
        let mutator = &mut self.mutators[number];
        if std::mem::take(&mut self.is_parked[number]) {
            let runtime = Arc::clone(&self.runtime);
            runtime.engine().leave_safe(mutator);
        }
    }

    /// Goes on as thread `number`.
    fn switch(&mut self, number: usize) -> &mut Mutator {
        if number != self.current {
            self.park(self.current);
            self.unpark(number);
            self.current = number;
        }
        &mut self.mutators[number]
    }

    /// Begins a fresh transaction in a thread, after any end of the one before.
    fn settle(&mut self, number: usize) {
        let mutator = self.switch(number);
        while mutator.commit_and_begin().is_err() {
            mutator.roll_back();
        }
    }

    /// A node that every thread knows, with a small integer in word 1.
    fn shared(&mut self, number: i32) -> Pinned {
        let fields = [
            Value::from_small(number),
            Value::special(0),
            Value::special(0),
        ];
        self.mutators[self.current]
            .allocate_pinned(NODE, 0, &fields)
            .expect("room")
    }
}

fn get(mutator: &Mutator, node: Pinned) -> i64 {
    mutator
        .read(node.object())
        .get(1)
        .as_integer()
        .expect("a number")
}

fn set(mutator: &Mutator, node: Pinned, number: i32) -> Result<(), Unwind> {
    mutator
        .write(node.object())?
        .set(1, Value::from_small(number));
    Ok(())
}

fn causes(runtime: &Runtime, cause: AbortCause) -> u64 {
    let index = AbortCause::ALL
        .iter()
        .position(|known| *known == cause)
        .expect("listed");
    runtime.statistics().aborts[index]
}

#[test]
fn writes_are_seen_after_commit_and_not_before() {
    let mut script = Script::new(2, config());
    let node = script.shared(1);
    set(script.switch(0), node, 2).expect("free");
    assert_eq!(get(script.switch(0), node), 2, "one sees one's own writes");
    assert_eq!(get(script.switch(1), node), 1, "others do not");
    roll_back(script.switch(1));
    script.switch(0).commit_and_begin().expect("no conflict");
    assert_eq!(get(script.switch(1), node), 2);
}

#[test]
fn a_commit_dooms_who_has_read_what_it_wrote() {
    let mut script = Script::new(2, config());
    let node = script.shared(1);
    assert_eq!(get(script.switch(1), node), 1);
    set(script.switch(0), node, 2).expect("free");
    script
        .switch(0)
        .commit_and_begin()
        .expect("the committer wins");
    assert_eq!(script.switch(1).safepoint(), Err(Unwind::Abort));
    script.switch(1).roll_back();
    assert_eq!(get(script.switch(1), node), 2);
    assert_eq!(causes(&script.runtime, AbortCause::ReadWrite), 1);
}

#[test]
fn an_aborted_transaction_outranks_a_fresh_one() {
    let mut script = Script::new(2, config());
    let node = script.shared(1);
    get(script.switch(1), node);
    set(script.switch(0), node, 2).expect("free");
    script
        .switch(0)
        .commit_and_begin()
        .expect("the committer wins the first time");
    script.switch(1).roll_back();
    get(script.switch(1), node);
    set(script.switch(0), node, 3).expect("free");
    assert_eq!(
        script.switch(0).commit_and_begin(),
        Err(Unwind::Abort),
        "not the second time"
    );
    script.switch(1).commit_and_begin().expect("gets through");
}

#[test]
fn nobody_dooms_an_inevitable_transaction() {
    let mut script = Script::new(2, config());
    let node = script.shared(1);
    script
        .switch(1)
        .become_inevitable()
        .expect("nobody else is");
    assert_eq!(get(script.switch(1), node), 1);
    set(script.switch(0), node, 2).expect("free");
    assert_eq!(script.switch(0).commit_and_begin(), Err(Unwind::Abort));
    script.switch(1).commit_and_begin().expect("cannot fail");
    script.switch(0).roll_back();
    assert_eq!(causes(&script.runtime, AbortCause::Inevitable), 1);
}

#[test]
fn an_inevitable_transaction_does_not_stop_others_that_touch_other_things() {
    let mut script = Script::new(2, config());
    let (left, right) = (script.shared(1), script.shared(2));
    script
        .switch(1)
        .become_inevitable()
        .expect("nobody else is");
    set(script.switch(1), left, 5).expect("free");
    set(script.switch(0), right, 6).expect("free");
    script.switch(0).commit_and_begin().expect("disjoint");
    script.switch(1).commit_and_begin().expect("cannot fail");
    assert_eq!(
        (get(script.switch(0), left), get(script.switch(0), right)),
        (5, 6)
    );
}

#[test]
fn an_abort_restores_roots_and_objects() {
    let mut script = Script::new(2, config());
    let node = script.shared(1);
    let mutator = script.switch(0);
    mutator.set_thread_root(0, Value::from_small(7));
    mutator.commit_and_begin().expect("alone");
    mutator.set_thread_root(0, Value::from_small(8));
    set(mutator, node, 9).expect("free");
    roll_back(mutator);
    assert_eq!(mutator.thread_root(0).as_integer(), Some(7));
    assert_eq!(get(mutator, node), 1);
    assert_eq!(get(script.switch(1), node), 1);
}

#[test]
fn new_objects_arrive_whole_even_in_groups_that_others_have_privatised() {
    let mut script = Script::new(2, config());
    let node = script.shared(0);
    for round in 0..50 {
        script.settle(0);
        script.settle(1);
        let mutator = script.switch(round % 2);
        let chain = chain_of(mutator, 20, round as i32);
        let value = mutator.get(chain);
        mutator.write(node.object()).expect("free").set(2, value);
        mutator.truncate_roots(0);
        mutator.commit_and_begin().expect("no conflict");
        assert_chain(script.switch(round % 2), node, 20, round as i32);
        assert_chain(script.switch(1 - round % 2), node, 20, round as i32);
        // The reader writes into it, which privatises its group, and ends its transaction.
        let reader = script.switch(1 - round % 2);
        let first = reader
            .read(node.object())
            .get(2)
            .as_object()
            .expect("a chain");
        reader
            .write(first)
            .expect("free")
            .set(3, Value::from_small(1));
        reader.commit_and_begin().expect("no conflict");
    }
}

/// A chain of `length` nodes, each with `number` in word 1, as a root.
fn chain_of(mutator: &mut Mutator, length: usize, number: i32) -> crate::Root {
    let root = mutator.root(Value::special(0));
    for index in 0..length {
        let is_middle = index == length / 2;
        let last = Value::from_small(if is_middle { -1 } else { 0 });
        let fields = [Value::from_small(number), mutator.get(root), last];
        let node = mutator.allocate(NODE, 0, &fields).value();
        mutator.set_root(root, node);
        if is_middle {
            // Half of the chain overflows, and is written again after that.
            mutator.collect_minor(crate::gc::minor::Purpose::Overflow);
            let node = mutator.get(root).as_object().expect("moved, but there");
            let view = mutator.write(node).expect("own");
            view.set(3, Value::from_small(0));
        }
    }
    root
}

fn assert_chain(mutator: &Mutator, node: Pinned, length: usize, number: i32) {
    let mut next = mutator.read(node.object()).get(2);
    let mut count = 0;
    while let Some(object) = next.as_object() {
        let view = mutator.read(object);
        assert_eq!(view.get(1).as_integer(), Some(i64::from(number)));
        assert_eq!(view.get(3).as_integer(), Some(0));
        next = view.get(2);
        count += 1;
    }
    assert_eq!(count, length);
}

#[test]
fn different_cards_of_one_array_do_not_conflict_and_equal_ones_do() {
    let mut script = Script::new(2, config());
    let elements = vec![Value::from_small(0); 128];
    let mutator = script.switch(0);
    let array = mutator
        .allocate_pinned_array(ARRAY, 0, &elements)
        .expect("room");
    // Pinned arrays have no cards; a large array of the program has.
    let node = script.shared(0);
    let mutator = script.switch(0);
    let carded = mutator
        .allocate_array(ARRAY, 0, 128, Value::from_small(0))
        .expect("room");
    mutator
        .write(node.object())
        .expect("free")
        .set(2, carded.object().value());
    mutator.commit_and_begin().expect("alone");
    let carded = |mutator: &Mutator| mutator.read(node.object()).get(2).word();
    assert_eq!(carded(script.switch(0)), carded(script.switch(1)));
    for (thread, index) in [(0, 0), (1, 64)] {
        let mutator = script.switch(thread);
        let array = mutator
            .read(node.object())
            .get(2)
            .as_object()
            .expect("there");
        mutator
            .write_element(array, index, Value::from_small(5))
            .expect("another card");
    }
    script.switch(0).commit_and_begin().expect("no conflict");
    script.switch(1).commit_and_begin().expect("no conflict");
    let mutator = script.switch(0);
    let large = mutator
        .read(node.object())
        .get(2)
        .as_object()
        .expect("there");
    assert_eq!(mutator.read_element(large, 64).as_integer(), Some(5));
    assert_eq!(
        mutator.read_element(array.object(), 64).as_integer(),
        Some(0)
    );
    mutator
        .write_element(large, 1, Value::from_small(6))
        .expect("free");
    let mutator = script.switch(1);
    let large = mutator
        .read(node.object())
        .get(2)
        .as_object()
        .expect("there");
    assert_eq!(
        mutator.read_element(large, 2).as_integer(),
        Some(0),
        "same card"
    );
    script
        .switch(0)
        .commit_and_begin()
        .expect("the committer wins");
    assert_eq!(script.switch(1).safepoint(), Err(Unwind::Abort));
}

/// Eight elements share a marker in arrays without cards too, which may be longer.
#[test]
fn a_change_of_an_array_without_cards_dooms_whoever_has_read_near_it() {
    for (length, read, written) in [(63, 0, 7), (63, 31, 24), (63, 62, 56), (34, 33, 32)] {
        let mut script = Script::new(2, config());
        let elements = vec![Value::from_small(0); length];
        let pinned = script.switch(0).allocate_pinned_array(ARRAY, 0, &elements);
        let array = pinned.expect("room").object();
        let element = script.switch(1).read_element(array, read);
        assert_eq!(element.as_integer(), Some(0));
        let mutator = script.switch(0);
        let stored = mutator.write_element(array, written, Value::from_small(1));
        stored.expect("nobody has written it");
        mutator.commit_and_begin().expect("the committer wins");
        let doomed = script.switch(1).safepoint();
        assert_eq!(doomed, Err(Unwind::Abort), "{read} of {length} was read");
    }
}

#[test]
fn young_objects_in_old_arrays_survive_collections() {
    for control in [Control::Stm, Control::Gil] {
        let mut script = Script::alone_under(control);
        let node = script.shared(0);
        let mutator = script.switch(0);
        let array = mutator
            .allocate_array(ARRAY, 0, 100, Value::special(0))
            .expect("room");
        mutator
            .write(node.object())
            .expect("free")
            .set(2, array.object().value());
        for round in 0..3 {
            mutator.commit_and_begin().expect("alone");
            let array = mutator
                .read(node.object())
                .get(2)
                .as_object()
                .expect("there");
            for index in 0..100 {
                let number = Value::from_small(round * 1000 + index as i32);
                let young = mutator.allocate(NODE, 0, &[number, number, number]);
                mutator
                    .write_element(array, index, young.value())
                    .expect("free");
            }
            mutator.collect_minor(crate::gc::minor::Purpose::Overflow);
            let array = mutator
                .read(node.object())
                .get(2)
                .as_object()
                .expect("there");
            for index in 0..100 {
                let element = mutator
                    .read_element(array, index)
                    .as_object()
                    .expect("alive");
                let number = mutator.read(element).get(1).as_integer();
                assert_eq!(number, Some(i64::from(round) * 1000 + index as i64));
            }
        }
    }
}

/// An array of odd length ends with a word of padding, which its last card covers.
#[test]
fn pinned_arrays_are_written_by_halves_too() {
    let mut script = Script::new(2, config());
    let zeros = [Value::from_small(0); 129];
    let array = script.mutators[0]
        .allocate_pinned_array(ARRAY, 0, &zeros)
        .expect("room");
    for (thread, index) in [(0, 0), (1, 128)] {
        let mutator = script.switch(thread);
        let number = mutator.read_element(array.object(), index).as_integer();
        assert_eq!(number, Some(0));
        mutator
            .write_element(array.object(), index, Value::from_small(1))
            .expect("another card");
    }
    for thread in [0, 1] {
        let committed = script.switch(thread).commit_and_begin();
        committed.expect("nobody has read this card");
    }
    assert_eq!(script.runtime.statistics().aborts_total(), 0);
}

#[test]
fn the_padding_of_an_array_is_never_taken_for_a_reference() {
    let mut script = Script::new(1, config());
    let node = script.shared(0);
    let mutator = script.switch(0);
    // Leave words that look like references in the nursery, and drop them.
    let object = mutator.allocate(NODE, 0, &[Value::from_small(1); 3]);
    let references = mutator
        .allocate_array(ARRAY, 0, 512, object.value())
        .expect("room");
    assert_eq!(mutator.array_length(references.object()), 512);
    mutator.commit_and_begin().expect("alone");
    for _ in 0..3 {
        let array = mutator
            .allocate_array(ARRAY, 0, 101, Value::from_small(0))
            .expect("room");
        mutator
            .write(node.object())
            .expect("free")
            .set(2, array.object().value());
    }
    mutator.commit_and_begin().expect("alone");
    let array = mutator
        .read(node.object())
        .get(2)
        .as_object()
        .expect("there");
    assert_eq!(mutator.base().load(array.offset(), 2 + 101), 0);
}

#[test]
fn identity_survives_promotion() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    let fields = [Value::from_small(1); 3];
    let object = mutator.allocate(NODE, 0, &fields);
    let identity = mutator.identity(object);
    mutator.set_thread_root(0, object.value());
    mutator.commit_and_begin().expect("alone");
    let object = mutator.thread_root(0).as_object().expect("alive");
    assert_eq!(mutator.identity(object), identity);
    assert_eq!(mutator.read(object).get(1).as_integer(), Some(1));
}

#[test]
fn raw_objects_keep_their_bytes() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    let mut fresh = mutator.allocate_raw(RAW, 0, 21).expect("room");
    fresh
        .bytes_mut(2, 21)
        .copy_from_slice(b"twenty-one bytes long");
    let object = fresh.object();
    mutator.set_thread_root(0, object.value());
    mutator.commit_and_begin().expect("alone");
    let object = mutator.thread_root(0).as_object().expect("alive");
    assert_eq!(
        mutator.read_immutable(object).bytes(2, 21),
        b"twenty-one bytes long"
    );
}

#[test]
fn a_request_beyond_the_limit_is_refused() {
    let mut script = Script::new(1, config());
    let mutator = script.switch(0);
    assert!(
        mutator
            .allocate_array(ARRAY, 0, 1 << 40, Value::special(0))
            .is_err()
    );
    assert!(
        mutator
            .allocate_array(ARRAY, 0, u64::MAX, Value::special(0))
            .is_err()
    );
    assert!(
        mutator
            .allocate_array(ARRAY, 0, 1 << 10, Value::special(0))
            .is_ok()
    );
}

#[test]
fn read_versions_wrap_without_losing_a_conflict() {
    let mut script = Script::new(2, config());
    let node = script.shared(1);
    for _ in 0..66_000 {
        script.switch(1).commit_and_begin().expect("empty");
    }
    get(script.switch(1), node);
    set(script.switch(0), node, 2).expect("free");
    script
        .switch(0)
        .commit_and_begin()
        .expect("the committer wins");
    assert_eq!(script.switch(1).safepoint(), Err(Unwind::Abort));
}

/// A marker that a transaction left 65,535 transactions ago is not taken for a fresh one.
#[test]
fn read_versions_wrap_without_inventing_a_conflict() {
    let mut script = Script::new(2, config());
    let node = script.shared(1);
    script.settle(1);
    get(script.switch(1), node);
    let version = script.switch(1).heap.read_version.get();
    script.settle(1);
    while script.switch(1).heap.read_version.get() != version {
        script.switch(1).commit_and_begin().expect("empty");
    }
    set(script.switch(0), node, 2).expect("free");
    script.switch(0).commit_and_begin().expect("no reader");
    script.switch(1).safepoint().expect("has not read it");
}

/// An object that overflowed lies in a group that another thread then privatises, before the object
/// is committed: the copy must be told of its fate.
#[test]
fn an_overflow_object_in_a_group_privatised_meanwhile_becomes_an_ordinary_one() {
    let mut script = Script::new(2, config());
    let (first, second) = (script.shared(0), script.shared(0));
    let publish = |mutator: &Mutator, to: Pinned| {
        let object = mutator.thread_root(0);
        mutator.write(to.object()).expect("free").set(2, object);
    };
    let fields = [Value::from_small(1); 3];
    // The neighbour, committed, in the group where the next object will go.
    let mutator = script.switch(0);
    mutator.set_thread_root(0, mutator.allocate(NODE, 0, &fields).value());
    publish(mutator, first);
    mutator.commit_and_begin().expect("alone");
    mutator.set_thread_root(0, mutator.allocate(NODE, 0, &fields).value());
    mutator.collect_minor(crate::gc::minor::Purpose::Overflow);
    // The other thread privatises that group by writing the neighbour.
    script.settle(1);
    let mutator = script.switch(1);
    let neighbour = mutator
        .read(first.object())
        .get(2)
        .as_object()
        .expect("committed");
    mutator
        .write(neighbour)
        .expect("free")
        .set(1, Value::from_small(2));
    mutator.commit_and_begin().expect("no conflict");
    let mutator = script.switch(0);
    publish(mutator, second);
    mutator.commit_and_begin().expect("no conflict");
    let read = |mutator: &Mutator| {
        let object = mutator
            .read(second.object())
            .get(2)
            .as_object()
            .expect("committed");
        mutator.read(object).get(1).as_integer()
    };
    assert_eq!(read(script.switch(0)), Some(1));
    let mutator = script.switch(1);
    let object = mutator
        .read(second.object())
        .get(2)
        .as_object()
        .expect("committed");
    mutator
        .write(object)
        .expect("free")
        .set(1, Value::from_small(3));
    mutator.commit_and_begin().expect("the committer wins");
    assert_eq!(
        script.switch(0).safepoint(),
        Err(Unwind::Abort),
        "its reader is doomed"
    );
    script.switch(0).roll_back();
    assert_eq!(read(script.switch(0)), Some(3));
}

/// A random program of three threads over a few nodes against a sequential model: each transaction
/// reads and writes some nodes; the committed ones must equal their serial execution in commit
/// order.
#[test]
fn random_scripts_equal_a_serial_execution() {
    for seed in 0..60 {
        random_script(seed);
    }
}

fn random_script(seed: u64) {
    const NODES: usize = 5;
    let random = crate::support::random::Random::new(seed);
    let injection = Injection {
        seed,
        segments: seed.is_multiple_of(2),
        ..Injection::default()
    };
    let mut script = Script::new(
        3,
        Config {
            injection,
            segments: 4,
            ..config()
        },
    );
    let nodes: Vec<Pinned> = (0..NODES)
        .map(|number| script.shared(number as i32))
        .collect();
    let mut model: Vec<i64> = (0..NODES as i64).collect();
    // The operations of each thread's open transaction: reads with their result, writes.
    let mut logs: Vec<Vec<(usize, i64, bool)>> = vec![Vec::new(); 3];
    for step in 0..400 {
        let thread = random.below(3);
        let node = random.below(NODES);
        let mutator = script.switch(thread);
        let outcome = match random.below(8) {
            0..=3 => {
                logs[thread].push((node, get(mutator, nodes[node]), false));
                mutator.safepoint().map(|_| ())
            }
            4..=5 => set(mutator, nodes[node], step).map(|()| {
                logs[thread].push((node, i64::from(step), true));
            }),
            _ => mutator.commit_and_begin().map(|()| {
                replay(&mut model, &logs[thread], seed);
                logs[thread].clear();
            }),
        };
        if outcome.is_err() {
            logs[thread].clear();
            script.switch(thread).roll_back();
        }
    }
}

/// Every read of a committed transaction must have seen the model at its commit, or its own write.
fn replay(model: &mut [i64], log: &[(usize, i64, bool)], seed: u64) {
    for (node, number, is_write) in log {
        if *is_write {
            model[*node] = *number;
        } else {
            assert_eq!(
                model[*node], *number,
                "seed {seed}: a committed read was stale"
            );
        }
    }
}

fn roll_back(mutator: &mut Mutator) {
    mutator.doom_self(AbortCause::Injected);
    mutator.roll_back();
}
