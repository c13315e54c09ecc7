//! Commit by a log: no thread is stopped.
//!
//! # Protocol
//!
//! The log is a list of entries, each with the changes of one transaction: of each object or card
//! that it has written the words that differ from the committed state, if any. A
//! commit appends an entry, under the log's lock; every other thread applies it to its own
//! segment's view, when it polls, when it begins, before it writes an object for the first time,
//! and before it commits itself. A segment's *position* is the last entry that it has applied: its
//! view is the committed state as of there, plus its own writes. Applying an entry looks at the
//! segment's own read markers: a transaction that has read an object of the entry is doomed.
//!
//! ```text
//!   log:   e1 ──▶ e2 ──▶ e3 ──▶ e4            segment 0: e4 (the committed state)
//!                 ▲             ▲
//!            segment 2      segment 1         an entry goes when all positions have passed it
//! ```
//!
//! # Invariants
//!
//! - I-LOG-1, *privatise before publish*: the first write ever to a group makes it private in all
//!   segments at once, while all views of it are still the same. From then on only the log changes
//!   them. Hence all objects that an entry names lie in groups that are private everywhere. (No
//!   entry names an object that the transaction has made itself, and all others see free memory
//!   there: to write it makes the group private in that segment alone, and in the others at the
//!   first write to a known object.)
//! - I-LOG-2: a segment's view is changed by its own thread, or, while that thread does not run
//!   (`Idle`, `Safe`), by a committer that holds the segment's position.
//! - I-LOG-3, *what is written counts as read*: a transaction marks all of an object or card before
//!   it writes a word of it. So of two transactions that write the same place the second one to
//!   commit is doomed by the entry of the first. No place needs a lock: those of very hot places
//!   only make the next writer wait, or give way early. (Segment 0, which all committers write, has
//!   invariants of its own: `log/segment_0.rs`.)
//! - I-LOG-4: no transaction dooms the inevitable one. A committer stops its thread (alone),
//!   looks at its markers, and gives way if they forbid the commit; else the thread goes on after
//!   the entry is appended, and applies it before it reads anything.
//!
//! A transaction that only reads needs no other thread: its position is its place in the order.
//!
//! # Joining
//!
//! A segment takes part from the first time that a thread enters it: until then there are no copies
//! in it, and no entry is kept for it. To join, the world is stopped once. While a thread is alone
//! in having joined, its commits write to segment 0 and no log.
//!
//! A thread takes a segment that has joined if one is free, and waits a moment for one if not
//! (`engine/segments.rs`): so segments join only where threads run side by side.
//!
//! # Leaving
//!
//! The segment of a thread that waits (for the end of the others, say) would cost the threads that
//! run a private copy of each group that they write, and the application of each entry to it. (A
//! thread that runs alone would not need to make entries at all.) So a segment that has been idle
//! for many times as long as joining takes leaves: its copies go, and the next thread that enters
//! it joins again. When a thread becomes sole all segments leave (`engine/sole.rs`).
//!
//! # Lag
//!
//! Entries are kept for the slowest segment. Those that do not run are brought up to date by
//! committers, now and then; a thread that runs on without a poll makes committers wait once it is
//! [`LAG_BYTES_MAX`] behind.

mod entry;
mod idleness;
mod joining;
mod segment_0;

use std::sync::atomic::{AtomicU64, Ordering, fence};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, TryLockError};
use std::time::{Duration, Instant};

use crate::contention::arbitration::{Contender, Loser, decide};
use crate::contention::hot_spots::Heat;
use crate::engine::locks::{acquire, doom, give_way, release_locks, wait_for_owner};
use crate::engine::log::entry::{ENTRY_BYTES, Entry, Part};
use crate::engine::log::idleness::Idleness;
use crate::engine::publication::{Participants, Publication};
use crate::engine::segments::{begin_serial, check_doomed, close, enter_safe, run_again};
use crate::engine::writes::forget_marks;
use crate::heap::written::{WRITTEN, Written};
use crate::object::value::Offset;
use crate::observe::WaitFor;
use crate::observe::statistics::AbortCause;
use crate::runtime::Runtime;
use crate::runtime::mutator::Mutator;
use crate::support::apart::Apart;
use crate::support::fetch;
use crate::support::unwind::Unwind;
use crate::threads::segment::{Segment, SegmentState, lane};

/// Each time the log has grown by so much, a committer brings the segments up to date whose threads
/// do not run.
const LAG_CHECK_BYTES: u64 = 256 << 10;
/// How far a running thread may lag behind before committers wait for it.
const LAG_BYTES_MAX: u64 = 64 << 20;
/// How many lists of words a segment keeps for new entries, and how long the longest is.
const SPARE_COUNT_MAX: usize = 32;
const SPARE_WORDS_MAX: usize = 32 << 10;
/// How many words of an entry an object or card takes, about.
const ENTRY_WORDS_EXPECTED: usize = 6;

/// The end of the log.
struct Tail {
    entry: Arc<Entry>,
    /// When the log has so many bytes, a committer looks after the segments that lag behind.
    check_at_bytes: u64,
    idleness: Idleness,
}

/// How far a segment is. On cache lines of its own.
#[repr(align(128))]
struct Position {
    /// Held by a thread that changes the segment's view.
    place: Mutex<Place>,
    /// The `log_bytes` of the last entry applied. Writer: the holder of `place`. Readers:
    /// committers, relaxed.
    applied_bytes: AtomicU64,
    /// The `log_bytes` of the entry that the segment's thread has appended and not yet written to
    /// segment 0; 0 if there is none. Writer: that thread, with release, before it appends the
    /// entry and when segment 0 has it. Readers: other threads, with acquire.
    publishing_bytes: AtomicU64,
}

/// A place in the log.
struct Place {
    /// The last entry applied; none before the segment has joined.
    entry: Option<Arc<Entry>>,
    /// Words of entries that all have passed, for new ones: fresh memory would cost page faults.
    spare: Vec<Vec<u64>>,
}

/// The log: its end, and where the segments are.
pub(crate) struct Log {
    tail: Apart<Mutex<Tail>>,
    /// By segment; that of segment 0 is not used.
    positions: Vec<Position>,
    /// A bit for each segment that has joined. Writer: a thread that joins, with the world stopped.
    /// Readers: threads that run, and those that look for a segment.
    joined: AtomicU64,
    /// How long the last segment took to join, in nanoseconds. Writer: the thread that joins.
    /// Readers: threads that look for a segment, and committers that look for idle ones. Relaxed:
    /// only speed hangs on it.
    joining_ns: AtomicU64,
}

/// Others are stopped until they are let go, at the latest when this is dropped.
struct Stopped<'a>(&'a Runtime);

impl Drop for Stopped<'_> {
    fn drop(&mut self) {
        self.0.world().resume(self.0.pool());
        self.0.scheduler().ring();
    }
}

impl Place {
    fn entry(&self) -> &Arc<Entry> {
        self.entry.as_ref().expect("the segment has joined")
    }

    fn move_to(&mut self, entry: Arc<Entry>) {
        if let Some(passed) = self.entry.replace(entry) {
            self.recycle(passed);
        }
    }

    /// Frees an entry and those behind it that no segment needs any more, one by one: dropped with
    /// the first, a long chain would use up the stack.
    fn recycle(&mut self, passed: Arc<Entry>) {
        let mut next = Some(passed);
        while let Some(mut entry) = next.and_then(Arc::into_inner) {
            if self.spare.len() < SPARE_COUNT_MAX && entry.words.capacity() <= SPARE_WORDS_MAX {
                entry.words.clear();
                self.spare.push(std::mem::take(&mut entry.words));
            }
            next = entry.next.take();
        }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        for number in 0..self.positions.len() {
            let mut place = self.place(number);
            if let Some(last) = place.entry.take() {
                place.recycle(last);
            }
        }
    }
}

impl Log {
    pub(crate) fn new(segments: usize) -> Log {
        let first = Arc::new(Entry::first());
        Log {
            joined: AtomicU64::new(0),
            joining_ns: AtomicU64::new(0),
            positions: (0..=segments)
                .map(|_| Position {
                    place: Mutex::new(Place {
                        entry: None,
                        spare: Vec::new(),
                    }),
                    applied_bytes: AtomicU64::new(0),
                    publishing_bytes: AtomicU64::new(0),
                })
                .collect(),
            tail: Apart(Mutex::new(Tail {
                entry: first,
                check_at_bytes: LAG_CHECK_BYTES,
                idleness: Idleness::default(),
            })),
        }
    }

    fn place(&self, number: usize) -> MutexGuard<'_, Place> {
        self.positions[number]
            .place
            .lock()
            .expect("no panic under this lock")
    }

    /// Applies new entries to a segment's view and dooms its transaction if it has read an object
    /// of them. The caller may change the view (I-LOG-2). Returns the number of entries.
    fn apply(&self, runtime: &Runtime, number: usize, place: &mut Place) -> u64 {
        let segment = runtime.pool().get(number);
        let base = runtime.memory().base(number);
        let version = segment.read_version.load(Ordering::Relaxed) as u16;
        let is_open = segment.is_open();
        let (mut at, mut applied) = (place.entry(), 0);
        while let Some(next) = at.next.get() {
            fetch::words(&next.words);
            if is_open && next.conflicts_with(base, version) {
                assert!(
                    !segment.inevitable.load(Ordering::SeqCst),
                    "nobody dooms the inevitable"
                );
                let mut conflicts = next.conflicts(base, version).peekable();
                let first = conflicts.peek();
                let (start, position) = first.map_or((0, 0), |part| (part.start.0, part.position));
                heat_objects(runtime, number, conflicts);
                if runtime.config().events {
                    segment.blame(next.thread, position, None);
                }
                segment.doomed_over.store(start, Ordering::Relaxed);
                doom(segment, AbortCause::ReadWrite, next.by);
            }
            next.write_to(base);
            at = next;
            applied += 1;
        }
        if applied > 0 {
            let last = Arc::clone(at);
            self.positions[number]
                .applied_bytes
                .store(last.log_bytes, Ordering::Relaxed);
            place.move_to(last);
        }
        applied
    }

    /// [`Log::apply`] to the thread's own segment.
    fn apply_own(&self, mutator: &Mutator) {
        let number = mutator.heap.segment.get();
        let applied = self.apply(&mutator.runtime, number, &mut self.place(number));
        mutator
            .recorder
            .count(|counters| &counters.log_entries_applied, applied);
    }

    /// [`Log::apply`] to a segment whose thread does not run; `None` if it does.
    fn apply_for(&self, runtime: &Runtime, number: usize) -> Option<u64> {
        let mut place = self.place(number);
        let segment = runtime.pool().get(number);
        // Either we see that its thread runs, or it sees the lane, and waits for its position.
        segment.request(lane::LOG);
        let runs = segment.state() == SegmentState::Running;
        (!runs).then(|| self.apply(runtime, number, &mut place))
    }

    /// The log's lock. While the thread waits for it, it can be stopped.
    fn lock_tail(&self, mutator: &mut Mutator) -> MutexGuard<'_, Tail> {
        self.try_lock_tail().unwrap_or_else(|| {
            enter_safe(mutator);
            self.wait_for_tail(mutator)
        })
    }

    /// As [`Log::lock_tail`], for a thread that aborts: no collection can run meanwhile.
    fn lock_tail_of_abort(&self, mutator: &Mutator) -> MutexGuard<'_, Tail> {
        self.try_lock_tail().unwrap_or_else(|| {
            let segment = mutator.segment();
            segment.transition(SegmentState::Running, SegmentState::Safe);
            self.wait_for_tail(mutator)
        })
    }

    /// Waits for the log's lock. The segment is `Safe`, and runs again on return.
    fn wait_for_tail(&self, mutator: &Mutator) -> MutexGuard<'_, Tail> {
        let since_ns = mutator.recorder.clock();
        let mut tail = None;
        let scheduler = mutator.runtime.scheduler();
        scheduler.wait_until(mutator.thread, || {
            tail = self.try_lock_tail();
            tail.is_some()
        });
        mutator.record_wait(WaitFor::Log, since_ns, 0);
        run_again(mutator);
        tail.expect("waited for it")
    }

    fn try_lock_tail(&self) -> Option<MutexGuard<'_, Tail>> {
        match self.tail.try_lock() {
            Ok(tail) => Some(tail),
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Poisoned(_)) => unreachable!("no panic under this lock"),
        }
    }
}

impl Publication for Log {
    fn participants(&self) -> Participants {
        Participants {
            segments: self.joined.load(Ordering::Relaxed),
            joining: Duration::from_nanos(self.joining_ns.load(Ordering::Relaxed)),
        }
    }

    fn join(&self, mutator: &mut Mutator) {
        let number = mutator.heap.segment.get();
        if self.joined.load(Ordering::Relaxed) & (1 << number) == 0 {
            self.stop_and_join(mutator);
        }
    }

    #[inline]
    fn catch_up(&self, mutator: &Mutator) {
        let segment = mutator.segment();
        if segment.poll.load(Ordering::Relaxed) & lane::LOG != 0 {
            segment.clear(lane::LOG);
            self.apply_own(mutator);
        }
    }

    /// The lane first: a committer that finds it set has appended before we look; one that does
    /// not sets it again.
    fn open(&self, mutator: &Mutator, segment: &Segment) {
        let number = mutator.heap.segment.get();
        let mut place = self.place(number);
        segment.clear(lane::LOG);
        begin_serial(segment);
        self.apply(&mutator.runtime, number, &mut place);
        // It has read nothing yet: an entry that dooms all does not mean this one.
        segment.clear(lane::DOOMED);
    }

    /// What is written counts as read: an entry of another writer dooms this transaction.
    fn prepare_write(&self, mutator: &Mutator, target: Written, heat: Heat) -> Result<u64, Unwind> {
        if heat == Heat::VeryHot {
            wait_for_owner(mutator, target);
            acquire(mutator, target)?;
        }
        self.catch_up(mutator);
        check_doomed(mutator)?;
        for marker in target.markers().places() {
            mutator.mark(marker);
        }
        Ok(self.joined.load(Ordering::Relaxed))
    }

    fn restore(&self, mutator: &Mutator) {
        self.restore_written(mutator);
        release_locks(mutator);
    }

    /// No thread has appended an entry and not finished its commit: one that waits in a commit may
    /// hold the log's lock, but has not appended yet. Afterwards no entry is left to be applied, so
    /// that groups can be shared again and slots used for other objects.
    fn settle_all(&self, mutator: &Mutator) {
        let runtime = &mutator.runtime;
        let joined = self.joined.load(Ordering::Relaxed);
        for (number, _) in runtime.pool().in_mask(joined) {
            let applied = self.apply(runtime, number, &mut self.place(number));
            mutator
                .recorder
                .count(|counters| &counters.log_entries_applied, applied);
        }
    }

    fn settle_inevitable(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        let tail = self.lock_tail(mutator);
        self.apply_own(mutator);
        check_doomed(mutator)?;
        let segment = mutator.segment();
        segment.inevitable.store(true, Ordering::SeqCst);
        drop(tail);
        Ok(())
    }

    fn has_company(&self, mutator: &Mutator) -> bool {
        !self.is_alone(mutator)
    }

    fn publish(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        let runtime = mutator.runtime.clone();
        let change = self.change_of(mutator);
        let validated = self.validate(mutator, &runtime, change)?;
        // ---- point of no return: from here on the transaction has happened.
        let chores = self.make_visible(mutator, validated);
        release_locks(mutator);
        forget_marks(mutator);
        close(mutator);
        self.do_chores(mutator, chores);
        Ok(())
    }
}

/// The kind of a commit's change, and so the work to publish it.
enum Change {
    /// No other segment has joined: only segment 0 is told.
    Alone,
    /// All words are as they were: no segment is told.
    Nothing,
    /// Others apply this.
    Entry(Entry),
}

/// A commit that nothing forbids any more.
enum Validated<'a> {
    Alone,
    Nothing,
    /// The log is locked, and this thread's view is that of the log's end. The thread of an
    /// inevitable transaction is stopped (I-LOG-4).
    Entry(Entry, MutexGuard<'a, Tail>, Option<Stopped<'a>>),
}

/// The work that a committer does for all once its own commit is over.
#[derive(Default)]
struct Chores {
    /// Segments that have been idle for long, a bit each.
    idle: u64,
    do_others_lag: bool,
}

impl Log {
    fn change_of(&self, mutator: &Mutator) -> Change {
        if self.is_alone(mutator) {
            return Change::Alone;
        }
        self.settle_segment_0(mutator);
        let entry = self.entry_of(mutator);
        if entry.is_empty() {
            Change::Nothing
        } else {
            Change::Entry(entry)
        }
    }

    /// Makes sure that nothing forbids the commit.
    fn validate<'a>(
        &'a self,
        mutator: &mut Mutator,
        runtime: &'a Runtime,
        change: Change,
    ) -> Result<Validated<'a>, Unwind> {
        let entry = match change {
            Change::Alone => {
                check_doomed(mutator)?;
                return Ok(Validated::Alone);
            }
            Change::Nothing => {
                // The words of segment 0 may be those of an entry that is to be applied.
                fence(Ordering::Acquire);
                self.apply_own(mutator);
                check_doomed(mutator)?;
                return Ok(Validated::Nothing);
            }
            Change::Entry(entry) => entry,
        };
        give_way_to_elders(mutator, &entry)?;
        let tail = self.lock_tail(mutator);
        self.apply_own(mutator);
        check_doomed(mutator)?;
        let stopped = spare_the_inevitable(mutator, runtime, &entry)?;
        Ok(Validated::Entry(entry, tail, stopped))
    }

    /// Publishes: the write locks are still held.
    fn make_visible(&self, mutator: &Mutator, validated: Validated<'_>) -> Chores {
        match validated {
            Validated::Alone => {
                segment_0::copy_to_segment_0(mutator);
                Chores::default()
            }
            Validated::Nothing => {
                mutator
                    .recorder
                    .count(|counters| &counters.commits_unpublished, 1);
                Chores::default()
            }
            Validated::Entry(entry, mut tail, stopped) => {
                let do_others_lag = self.append(mutator, &mut tail, entry);
                let joined = self.joined.load(Ordering::Relaxed);
                let log_bytes = tail.entry.log_bytes;
                let joining_ns = self.joining_ns.load(Ordering::Relaxed);
                let idle = tail.idleness.idle(mutator, joined, joining_ns, log_bytes);
                tell_others(mutator, joined);
                drop(stopped);
                drop(tail);
                self.write_to_segment_0(mutator);
                Chores {
                    idle,
                    do_others_lag,
                }
            }
        }
    }

    /// Does the chores of a committer. No transaction is open here, no lock is held.
    fn do_chores(&self, mutator: &mut Mutator, chores: Chores) {
        if chores.idle != 0 {
            self.let_the_idle_leave(mutator, chores.idle);
        }
        if chores.do_others_lag {
            self.look_after_laggards(mutator);
        }
    }
}

/// Gives way to a transaction that has aborted before, is older, and has read an object that this
/// one changes. It runs meanwhile, so this is a peek: a read after the look dooms it. It gets
/// through in the end, since a transaction that aborts again and again becomes inevitable.
fn give_way_to_elders(mutator: &Mutator, entry: &Entry) -> Result<(), Unwind> {
    let runtime = &mutator.runtime;
    let number = mutator.heap.segment.get();
    if !runtime.pool().has_elders_beside(number) && runtime.world().inevitable().is_none() {
        return Ok(());
    }
    let me = Contender::of(runtime.pool().get(number));
    for (other, segment) in runtime.pool().private() {
        if other == number || !segment.is_open() || segment.is_requested(lane::DOOMED) {
            continue;
        }
        if decide(me, Contender::of(segment), false) == Loser::Me {
            let version = segment.read_version.load(Ordering::Relaxed) as u16;
            let base = runtime.memory().base(other);
            if entry.conflicts_with(base, version) {
                return Err(give_way_over(mutator, entry, other));
            }
        }
    }
    Ok(())
}

/// Notes that the transaction of a segment has written the objects of these changes too. (Which
/// card a change belongs to is not known here: see `note_cause`.)
#[cold]
fn heat_objects<'a>(runtime: &Runtime, number: usize, conflicts: impl Iterator<Item = Part<'a>>) {
    let marks = runtime.memory().write_marks(number);
    for place in conflicts.map(|part| part.markers.first) {
        if marks.of(place).load(Ordering::Relaxed) & WRITTEN != 0 {
            runtime.hot_spots().collided(place);
        }
    }
}

/// Gives way to the transaction of segment `other`, which has read or written what the entry
/// changes.
#[cold]
fn give_way_over(mutator: &Mutator, entry: &Entry, other: usize) -> Unwind {
    let (runtime, segment) = (&mutator.runtime, mutator.runtime.pool().get(other));
    let memory = runtime.memory();
    let version = segment.read_version.load(Ordering::Relaxed) as u16;
    let conflict = entry.conflicts(memory.base(other), version).next();
    let (start, position) = conflict.map_or((Offset(0), 0), |part| (part.start, part.position));
    let transaction = mutator.heap.transaction.borrow();
    let has_written = |target: &&Written| {
        let mark = memory.write_marks(other).of(target.start);
        mark.load(Ordering::Relaxed) & WRITTEN != 0
    };
    let both_write = transaction.written_at(start).filter(has_written).copied();
    drop(transaction);
    if let Some(target) = both_write {
        runtime.hot_spots().collided(target.start);
        let others = segment.write_positions.find(target.start);
        mutator.blame_for_own(other, position, Some(others));
        return give_way(mutator, other, AbortCause::WriteWrite);
    }
    mutator.blame_for_own(other, position, None);
    give_way(mutator, other, AbortCause::ReadWrite)
}

/// Stops the thread of the inevitable transaction, if there is one, and makes sure that it has read
/// no object of the entry (I-LOG-4). An entry that dooms all transactions stops all threads: the
/// data that it stands for is read without markers.
fn spare_the_inevitable<'a>(
    mutator: &mut Mutator,
    runtime: &'a Runtime,
    entry: &Entry,
) -> Result<Option<Stopped<'a>>, Unwind> {
    let (world, pool) = (runtime.world(), runtime.pool());
    let (scheduler, number) = (runtime.scheduler(), mutator.heap.segment.get());
    let is_inevitable =
        |other: &usize| *other != number && pool.get(*other).inevitable.load(Ordering::SeqCst);
    let inevitable = world.inevitable().filter(is_inevitable);
    let began = Instant::now();
    let stopped = match inevitable {
        _ if entry.dooms_all => {
            mutator.parked(|| world.stop(pool, scheduler, mutator.thread, number));
            Stopped(runtime)
        }
        Some(other) => {
            mutator.parked(|| world.stop_one(pool, scheduler, mutator.thread, number, other));
            Stopped(runtime)
        }
        None => return Ok(None),
    };
    let waited_ns = began.elapsed().as_nanos() as u64;
    mutator
        .recorder
        .count(|counters| &counters.stop_ns, waited_ns);
    mutator.record_wait_of(WaitFor::Stop, waited_ns, inevitable.unwrap_or(0));
    // It may have ended before it was stopped.
    if let Some(other) = inevitable.filter(is_inevitable) {
        let version = pool.get(other).read_version.load(Ordering::Relaxed) as u16;
        let base = runtime.memory().base(other);
        if entry.conflicts_with(base, version) {
            return Err(give_way_over(mutator, entry, other));
        }
    }
    Ok(Some(stopped))
}

impl Log {
    /// Whether no other segment has joined; none can while this thread runs.
    fn is_alone(&self, mutator: &Mutator) -> bool {
        self.joined.load(Ordering::Relaxed) == 1 << mutator.heap.segment.get()
    }

    /// The changes of the transaction: it owns the locks, so no other thread changes these places,
    /// neither here nor in segment 0, which shows them as they were.
    fn entry_of(&self, mutator: &Mutator) -> Entry {
        let transaction = mutator.heap.transaction.borrow();
        let number = mutator.heap.segment.get();
        let (new, old) = (mutator.base(), mutator.runtime.shared_base());
        let mut words = self.place(number).spare.pop().unwrap_or_default();
        // Other threads have read them last.
        fetch::room(&mut words, ENTRY_WORDS_EXPECTED * transaction.written.len());
        let mut entry = Entry {
            by: number,
            thread: mutator.thread,
            dooms_all: transaction.dooms_all,
            words,
            log_bytes: 0,
            next: OnceLock::new(),
        };
        for target in &transaction.written {
            entry.add_difference(target, new, old);
        }
        if cfg!(debug_assertions) {
            self.assert_private(&mutator.runtime, &entry);
        }
        entry
    }

    /// I-LOG-1: the objects that an entry names lie in groups that are private in all segments.
    fn assert_private(&self, runtime: &Runtime, entry: &Entry) {
        let (space, joined) = (runtime.space(), self.joined.load(Ordering::Relaxed));
        for part in entry.parts().filter(|part| !part.content.is_empty()) {
            let mask = space.private_in(space.group_of(part.start));
            let mask = mask.load(Ordering::Relaxed);
            assert_eq!(mask & joined, joined, "I-LOG-1: {:?}", part.start);
        }
    }

    /// Makes the entry the last. Whether it is time to look after segments that lag behind.
    fn append(&self, mutator: &Mutator, tail: &mut Tail, mut entry: Entry) -> bool {
        let number = mutator.heap.segment.get();
        let bytes = ENTRY_BYTES + 8 * entry.words.len() as u64;
        entry.log_bytes = tail.entry.log_bytes + bytes;
        mutator
            .recorder
            .count(|counters| &counters.log_bytes, bytes);
        let log_bytes = entry.log_bytes;
        let entry = Arc::new(entry);
        let mut place = self.place(number);
        assert!(
            Arc::ptr_eq(place.entry(), &tail.entry),
            "a committer has applied everything"
        );
        self.begin_to_publish(number, log_bytes);
        let appended = tail.entry.next.set(Arc::clone(&entry));
        assert!(
            appended.is_ok(),
            "entries are appended under the log's lock"
        );
        place.move_to(Arc::clone(&entry));
        self.positions[number]
            .applied_bytes
            .store(log_bytes, Ordering::Relaxed);
        tail.entry = entry;
        let lags = log_bytes >= tail.check_at_bytes;
        if lags {
            tail.check_at_bytes = log_bytes + LAG_CHECK_BYTES;
        }
        lags
    }

    /// Brings segments up to date whose threads do not run, so that entries can go; waits for a
    /// thread that runs far behind. No transaction is open here, no lock is held.
    fn look_after_laggards(&self, mutator: &mut Mutator) {
        let runtime = mutator.runtime.clone();
        let own = mutator.heap.segment.get();
        let end = self.positions[own].applied_bytes.load(Ordering::Relaxed);
        let lag = |number: usize| {
            let applied = &self.positions[number].applied_bytes;
            end.saturating_sub(applied.load(Ordering::Relaxed))
        };
        let joined = self.joined.load(Ordering::Relaxed) & !(1 << own);
        for (number, _) in runtime.pool().in_mask(joined) {
            if lag(number) < LAG_CHECK_BYTES {
                continue;
            }
            if let Some(applied) = self.apply_for(&runtime, number) {
                mutator
                    .recorder
                    .count(|counters| &counters.log_entries_applied, applied);
                continue;
            }
            if lag(number) > LAG_BYTES_MAX {
                let since_ns = mutator.recorder.clock();
                enter_safe(mutator);
                runtime.scheduler().wait_until(mutator.thread, || {
                    lag(number) <= LAG_BYTES_MAX || self.apply_for(&runtime, number).is_some()
                });
                mutator.record_wait(WaitFor::Log, since_ns, number);
                run_again(mutator);
            }
        }
    }
}

/// Others that run apply the entry at their next poll; those that do not are told too, once: to
/// look whether they run would fetch another line that they write all the time.
fn tell_others(mutator: &Mutator, joined: u64) {
    // Between the entry and the look at who is told already: see `open` and `catch_up`.
    fence(Ordering::SeqCst);
    let others = joined & !(1 << mutator.heap.segment.get());
    for (_, segment) in mutator.runtime.pool().in_mask(others) {
        if segment.poll.load(Ordering::Relaxed) & lane::LOG == 0 {
            segment.request(lane::LOG);
        }
    }
}
