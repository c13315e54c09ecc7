//! Real threads write down the reads and writes of their transactions, committed or not; a checker
//! decides whether some order explains all of it (`checker.rs`: serialisability and opacity).

mod checker;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use checker::{Attempt, Content, Place, check};
use motet_tm::{Control, Due, Mutator, Object, Pinned, Unwind, Value};
use support::{Random, Setting, carded_array, give_up, pinned_nodes, run_threads, settings};

/// Nodes hold version and tag in two words; elements hold both in one.
const NODES: u64 = 6;
/// Elements of one card and of others.
const ELEMENTS: [u64; 5] = [0, 1, 33, 64, 95];
const ARRAY_LENGTH: u64 = 96;
const TAG_BITS: u32 = 40;

/// The state that all threads of a run share.
struct Shared {
    nodes: Arc<Vec<Pinned>>,
    array: Pinned,
    /// The clock that attempts are dated by.
    clock: AtomicU64,
    history: Mutex<Vec<Attempt>>,
}

impl Shared {
    fn now(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::SeqCst)
    }

    fn array<'a>(&self, mutator: &'a Mutator) -> Object<'a> {
        let holder = mutator.read(self.array.object());
        holder.get(2).as_object().expect("the array")
    }

    fn read(&self, mutator: &Mutator, place: Place) -> Content {
        let integer = |value: Value<'_>| value.as_integer().expect("a number");
        if place < NODES {
            let view = mutator.read(self.nodes[place as usize].object());
            let version = integer(view.get(1));
            let tag = view.get(3);
            return Content {
                version,
                // The third word is nothing at the start.
                tag: tag.as_integer().unwrap_or(0),
            };
        }
        let element = ELEMENTS[(place - NODES) as usize];
        let both = integer(mutator.read_element(self.array(mutator), element));
        Content {
            version: both >> TAG_BITS,
            tag: both & ((1 << TAG_BITS) - 1),
        }
    }

    fn write(&self, mutator: &Mutator, place: Place, content: Content) -> Result<(), Unwind> {
        let integer = |number| Value::from_integer(number).expect("fits");
        if place < NODES {
            let view = mutator.write(self.nodes[place as usize].object())?;
            view.set(1, integer(content.version));
            view.set(3, integer(content.tag));
            return Ok(());
        }
        let element = ELEMENTS[(place - NODES) as usize];
        let both = (content.version << TAG_BITS) | content.tag;
        mutator.write_element(self.array(mutator), element, integer(both))
    }
}

/// A thread that writes down its reads and writes.
struct Scribe<'a> {
    shared: &'a Shared,
    thread: u64,
    /// Of all that this thread ever wrote, so that no two writes are equal.
    tags: i64,
    attempt: Attempt,
    /// The contents that the attempt has written so far.
    own: BTreeMap<Place, Content>,
    done: Vec<Attempt>,
}

impl Scribe<'_> {
    fn begins(&mut self, at: u64) {
        self.attempt = Attempt {
            thread: self.thread,
            began: at,
            ..Attempt::default()
        };
        self.own.clear();
    }

    fn ends(&mut self, has_committed: bool) {
        self.attempt.ended = self.shared.now();
        self.attempt.has_committed = has_committed;
        self.attempt.writes = std::mem::take(&mut self.own).into_iter().collect();
        self.done.push(std::mem::take(&mut self.attempt));
    }

    fn read(&mut self, mutator: &Mutator, place: Place) -> Content {
        let content = self.shared.read(mutator, place);
        match self.own.get(&place) {
            Some(own) => assert_eq!(*own, content, "one sees one's own writes"),
            None => self.attempt.reads.push((place, content)),
        }
        content
    }

    fn write(&mut self, mutator: &Mutator, place: Place) -> Result<(), Unwind> {
        let version = self.read(mutator, place).version;
        self.tags += 1;
        let tag = (self.tags << 4) | self.thread as i64;
        // An attempt that writes an object twice leaves one version.
        let version = version + i64::from(!self.own.contains_key(&place));
        let content = Content { version, tag };
        self.shared.write(mutator, place, content)?;
        self.own.insert(place, content);
        Ok(())
    }

    /// A transaction of some reads and writes, with safepoints between.
    fn transaction(&mut self, mutator: &mut Mutator, random: &mut Random) -> Result<(), Unwind> {
        let places = NODES + ELEMENTS.len() as u64;
        for _ in 0..1 + random.below(10) {
            let place = random.next() % places;
            if random.below(3) == 0 {
                self.write(mutator, place)?;
            } else {
                self.read(mutator, place);
            }
            for _ in 0..random.pick(&[0, 0, 200]) {
                std::hint::spin_loop();
            }
            if random.below(2) == 0 {
                let due = mutator.safepoint()?;
                if due == Due::Commit && random.below(2) == 0 {
                    return Ok(());
                }
            }
        }
        match random.below(40) {
            0 => self.block(mutator),
            1 => self.read_all(mutator),
            _ => Ok(()),
        }
    }

    /// Blocks where the transaction may not end, with reads before and after.
    fn block(&mut self, mutator: &mut Mutator) -> Result<(), Unwind> {
        mutator.become_inevitable()?;
        self.read_all(mutator)?;
        // Under the global lock others run meanwhile, as they do around any blocking call.
        if mutator.runtime().config().control == Control::Stm {
            mutator.while_safe(std::thread::yield_now);
        }
        self.read_all(mutator)
    }

    fn read_all(&mut self, mutator: &mut Mutator) -> Result<(), Unwind> {
        for place in 0..NODES + ELEMENTS.len() as u64 {
            self.read(mutator, place);
            mutator.safepoint()?;
        }
        Ok(())
    }

    fn run(&mut self, mutator: &mut Mutator, rounds: usize) {
        let mut random = Random::new(self.thread);
        // A transaction that was begun before is no attempt of ours.
        while mutator.end().is_err() {
            mutator.roll_back();
        }
        self.begins(self.shared.now());
        mutator.begin();
        for _ in 0..rounds {
            loop {
                let outcome = self.transaction(mutator, &mut random);
                // The next attempt begins inside of the call that ends this one.
                let next = self.shared.now();
                match outcome.and_then(|()| mutator.commit_and_begin()) {
                    Ok(()) => {
                        self.ends(true);
                        self.begins(next);
                        break;
                    }
                    Err(Unwind::Abort) => {
                        self.ends(false);
                        let next = self.shared.now();
                        mutator.roll_back();
                        self.begins(next);
                    }
                    Err(other) => panic!("nothing raises here: {other:?}"),
                }
            }
        }
    }
}

/// The record of a run.
fn record(setting: &Setting, threads: u64) -> Vec<Attempt> {
    let runtime = setting.runtime();
    let shared = Arc::new(Shared {
        nodes: pinned_nodes(&runtime, NODES as usize, 0),
        array: carded_array(&runtime, ARRAY_LENGTH, 0),
        clock: AtomicU64::new(0),
        history: Mutex::new(Vec::new()),
    });
    let rounds = if setting.is_stepped() { 150 } else { 1_500 };
    let ours = Arc::clone(&shared);
    run_threads(&setting.name, &runtime, threads, move |mutator, thread| {
        let mut scribe = Scribe {
            shared: &ours,
            thread,
            tags: 0,
            attempt: Attempt::default(),
            own: BTreeMap::new(),
            done: Vec::new(),
        };
        scribe.run(mutator, rounds);
        let mut history = ours.history.lock().expect("a failure ends the process");
        history.append(&mut scribe.done);
    });
    let mut history = shared.history.lock().expect("the threads have ended");
    std::mem::take(&mut *history)
}

#[test]
fn every_history_is_serialisable_and_opaque() {
    let mut aborted = 0;
    for setting in settings() {
        for threads in [2, 4] {
            let history = record(&setting, threads);
            aborted += history.iter().filter(|a| !a.has_committed).count();
            if let Err(violation) = check(&history) {
                let shown = match &violation {
                    checker::Violation::Cycle(cycle) => {
                        cycle.iter().map(|index| &history[*index]).collect()
                    }
                    _ => Vec::new(),
                };
                give_up(&format!(
                    "FAILED: {}, {threads} threads: {violation:?} {shown:#?}",
                    setting.name
                ));
            }
        }
    }
    assert!(aborted > 100, "the threads do collide: {aborted} aborts");
}
