//! Commit by a log: nobody is stopped.
//!
//! # Protocol
//!
//! The log is a list of entries, each with what one transaction has changed: of each object or card
//! that it has written the words that differ from the committed state, if any. A
//! commit appends an entry, under the log's lock; every other thread applies it to its own
//! segment's view, when it polls, when it begins, after it has taken a write lock, and before it
//! commits itself. A segment's *position* is the last entry that it has applied: its view is the
//! committed state as of there, plus its own writes. Applying an entry looks at the segment's own
//! read markers: a transaction that has read what the entry changes is doomed.
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
//!   them. Hence whatever an entry names lies in groups that are private everywhere. (What a
//!   transaction has made itself no entry names, and all others see free memory there: to write it
//!   makes the group private in that segment alone, and in the others when somebody writes what is
//!   known.)
//! - I-LOG-2: a segment's view is changed by its own thread, or, while that thread does not run
//!   (`Idle`, `Safe`), by a committer that holds the segment's position.
//! - I-LOG-3: write locks are let go after the entry is appended and the LOG lanes are set: who
//!   gets the lock next catches up first, and thus writes on the newest content.
//! - I-LOG-4: the inevitable transaction is doomed by nobody. A committer stops its thread (alone),
//!   looks at its markers, and gives way if they forbid the commit; else the thread goes on after
//!   the entry is appended, and applies it before it reads anything.
//!
//! A transaction that only reads needs nobody: its position is its place in the order.
//!
//! # Joining
//!
//! A segment takes part from the first time that a thread enters it: until then there are no copies
//! in it, and no entry is kept for it. To join, the world is stopped once. While a thread is alone
//! in having joined, its commits write to segment 0 and no log.
//!
//! # Leaving
//!
//! While only one thread runs, the segments of those that wait for it (to join it, say) would cost
//! it an entry for each commit and a copy of each group that it writes. Where all others have been
//! idle for a while they leave: their copies go, and a thread that enters one joins again. The
//! while is many times what joining took.
//!
//! # Lag
//!
//! Entries are kept for the slowest segment. Those that do not run are brought up to date by
//! committers, now and then; a thread that runs on without a poll makes committers wait once it is
//! [`LAG_BYTES_MAX`] behind.

use std::sync::atomic::{AtomicU64, Ordering, fence};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, TryLockError};
use std::time::Instant;

use crate::contention::arbitration::{Contender, Loser, decide};
use crate::engine::copies;
use crate::engine::locks::{doom, give_way, release_locks};
use crate::engine::publication::Publication;
use crate::engine::segments::{begin_serial, check_doomed, close, enter_safe, run_again};
use crate::heap::memory::Base;
use crate::heap::written::Written;
use crate::object::layout::WORD_BYTES;
use crate::object::value::Offset;
use crate::observe::WaitFor;
use crate::observe::statistics::AbortCause;
use crate::runtime::Runtime;
use crate::runtime::mutator::Mutator;
use crate::support::ThreadNumber;
use crate::support::unwind::Unwind;
use crate::threads::segment::{Segment, SegmentState, lane};

/// Each time the log has grown by so much, a committer brings those up to date who do not run.
const LAG_CHECK_BYTES: u64 = 256 << 10;
/// How far a running thread may lag behind before committers wait for it.
const LAG_BYTES_MAX: u64 = 64 << 20;
/// How many lists of words a segment keeps for new entries, and how long the longest is.
const SPARE_COUNT_MAX: usize = 32;
const SPARE_WORDS_MAX: usize = 32 << 10;
/// What an entry takes beside its words.
const ENTRY_BYTES: u64 = 128;
/// How long all others must have been idle before they leave, at least and in times of what it last
/// took to join.
const IDLE_NS_MIN: u64 = 10_000_000;
const IDLE_JOINS: u64 = 16;
/// A committer looks at the clock for that once in so many commits.
const IDLE_CHECK_COMMITS: u32 = 16;

/// What one transaction has written.
struct Entry {
    /// Segment in which the transaction ran.
    by: usize,
    /// Its thread.
    thread: ThreadNumber,
    /// Whether it ends all others that run.
    dooms_all: bool,
    /// For each object or card that has changed: where its read marker lies; how many words behind
    /// that the first changed word, and number of words; where in the program it was written (for
    /// events); the content of those words. (None, where an object has a second marker.)
    words: Vec<u64>,
    /// Bytes of the log up to here. Writer: who appends the entry, before it does.
    log_bytes: u64,
    /// Writer: who appends, under the log's lock. Readers: any thread.
    next: OnceLock<Arc<Entry>>,
}

/// What an entry changes of one object or card.
struct Part<'a> {
    /// Where its read marker lies.
    marked: Offset,
    /// Where in the program it was written first.
    position: u64,
    /// Where the changed words begin.
    start: Offset,
    content: &'a [u64],
}

/// The end of the log.
struct Tail {
    entry: Arc<Entry>,
    /// When the log has so many bytes, somebody looks after those who lag behind.
    check_at_bytes: u64,
    idleness: Idleness,
}

/// Since when only one segment has been used.
struct Idleness {
    /// The begin numbers of all segments but the user's, added up, and when they were first seen.
    serials: u64,
    since_ns: u64,
    /// How long that must last before the others leave.
    limit_ns: u64,
    commits: u32,
}

/// How far a segment is. On cache lines of its own.
#[repr(align(128))]
struct Position {
    /// Held by whoever changes the segment's view.
    place: Mutex<Place>,
    /// The `log_bytes` of the last entry applied. Writer: who holds `place`. Readers: committers,
    /// relaxed.
    applied_bytes: AtomicU64,
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
    tail: Mutex<Tail>,
    /// By segment; that of segment 0 is not used.
    positions: Vec<Position>,
    /// A bit for each segment that has joined. Writer: who joins, with the world stopped. Readers:
    /// threads that run.
    joined: AtomicU64,
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

    /// Frees an entry and those behind it that nobody needs any more, one by one: dropped with the
    /// first, a long chain would use up the stack.
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

impl Entry {
    /// What a log begins with.
    fn first() -> Entry {
        Entry {
            by: 0,
            thread: 0,
            dooms_all: false,
            words: Vec::new(),
            log_bytes: 0,
            next: OnceLock::new(),
        }
    }

    fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let mut rest = self.words.as_slice();
        std::iter::from_fn(move || {
            let [marked, words, position, content @ ..] = rest else {
                return None;
            };
            let (first, count) = (words >> 32, words & u64::from(u32::MAX));
            let (content, behind) = content.split_at(count as usize);
            rest = behind;
            Some(Part {
                marked: Offset(*marked),
                position: *position,
                start: Offset(marked + first * WORD_BYTES),
                content,
            })
        })
    }

    /// Adds what differs between two views of what was written.
    fn add_difference(&mut self, target: &Written, new: Base, old: Base) {
        let Some(words) = new.difference(old, target.start, target.bytes) else {
            return;
        };
        let (marked, marked_too) = target.markers();
        let count = words.end - words.start;
        let start = Offset(target.start.0 + words.start * WORD_BYTES);
        let first = (start.0 - marked.0) / WORD_BYTES;
        let place = first << 32 | count;
        self.words.extend([marked.0, place, target.position]);
        new.append_words(start, count * WORD_BYTES, &mut self.words);
        if let Some(marked) = marked_too {
            self.words.extend([marked.0, 0, target.position]);
        }
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty() && !self.dooms_all
    }

    /// Whether the transaction with this read version has read something that the entry changes.
    fn conflicts_with(&self, base: Base, read_version: u16) -> bool {
        self.dooms_all || self.position_of_conflict(base, read_version).is_some()
    }

    /// Where in the program the first thing was written that the transaction with this read version
    /// has read.
    fn position_of_conflict(&self, base: Base, read_version: u16) -> Option<u64> {
        self.parts()
            .find(|part| base.marker(part.marked).load(Ordering::Relaxed) == read_version)
            .map(|part| part.position)
    }

    fn write_to(&self, base: Base) {
        for part in self.parts() {
            base.store_words(part.start, part.content);
        }
    }
}

impl Log {
    pub(crate) fn new(segments: usize) -> Log {
        let first = Arc::new(Entry::first());
        Log {
            joined: AtomicU64::new(0),
            positions: (0..=segments)
                .map(|_| Position {
                    place: Mutex::new(Place {
                        entry: None,
                        spare: Vec::new(),
                    }),
                    applied_bytes: AtomicU64::new(0),
                })
                .collect(),
            tail: Mutex::new(Tail {
                entry: first,
                check_at_bytes: LAG_CHECK_BYTES,
                idleness: Idleness {
                    serials: u64::MAX,
                    since_ns: 0,
                    limit_ns: idle_limit_ns(0),
                    commits: 0,
                },
            }),
        }
    }

    fn place(&self, number: usize) -> MutexGuard<'_, Place> {
        self.positions[number]
            .place
            .lock()
            .expect("no panic under this lock")
    }

    /// Applies what is new to a segment's view and dooms its transaction if it has read any of
    /// that. The caller may change the view (I-LOG-2). Returns the number of entries.
    fn apply(&self, runtime: &Runtime, number: usize, place: &mut Place) -> u64 {
        let segment = runtime.pool().get(number);
        let base = runtime.memory().base(number);
        let version = segment.read_version.load(Ordering::Relaxed) as u16;
        let is_open = segment.is_open();
        let (mut at, mut applied) = (place.entry(), 0);
        while let Some(next) = at.next.get() {
            if is_open && next.conflicts_with(base, version) {
                assert!(
                    !segment.inevitable.load(Ordering::SeqCst),
                    "nobody dooms the inevitable"
                );
                if runtime.config().events {
                    let position = next.position_of_conflict(base, version);
                    segment.blame(next.thread, position.unwrap_or(0), None);
                }
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
        mutator.count(|counters| &counters.log_entries_applied, applied);
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
        if let Some(tail) = self.try_lock_tail() {
            return tail;
        }
        let since_ns = mutator.event_clock();
        enter_safe(mutator);
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

    /// The serial first: a committer that sees the transaction open sets its LOG lane; one that
    /// does not has appended before we look.
    fn open(&self, mutator: &Mutator, segment: &Segment) {
        let number = mutator.heap.segment.get();
        let mut place = self.place(number);
        segment.clear(lane::LOG);
        begin_serial(segment);
        self.apply(&mutator.runtime, number, &mut place);
        // It has read nothing yet: an entry that dooms everybody does not mean this one.
        segment.clear(lane::DOOMED);
    }

    fn privatised_with(&self, _: &Mutator) -> u64 {
        self.joined.load(Ordering::Relaxed)
    }

    /// Nobody is in the middle of a commit. Who waits in one may hold the log's lock, and has not
    /// appended yet. Afterwards no entry is left to be applied, so that groups can be shared again
    /// and slots used for other objects.
    fn settle_all(&self, mutator: &Mutator) {
        let runtime = &mutator.runtime;
        let joined = self.joined.load(Ordering::Relaxed);
        for (number, _) in runtime.pool().in_mask(joined) {
            let applied = self.apply(runtime, number, &mut self.place(number));
            mutator.count(|counters| &counters.log_entries_applied, applied);
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

    fn publish(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        if self.is_alone(mutator) {
            check_doomed(mutator)?;
            // ---- point of no return, as below.
            copy_to_segment_0(mutator);
            release_locks(mutator);
            close(mutator);
            return Ok(());
        }
        let entry = self.entry_of(mutator);
        if entry.is_empty() {
            // All is as it was: nobody need know.
            check_doomed(mutator)?;
            mutator.count(|counters| &counters.commits_unpublished, 1);
            release_locks(mutator);
            close(mutator);
            return Ok(());
        }
        give_way_to_elders(mutator, &entry)?;
        let runtime = mutator.runtime.clone();
        let mut tail = self.lock_tail(mutator);
        self.apply_own(mutator);
        let stopped =
            check_doomed(mutator).and_then(|()| spare_the_inevitable(mutator, &runtime, &entry))?;
        // ---- point of no return: from here on the transaction has happened.
        let lags = self.append(mutator, &mut tail, entry);
        let are_idle = tail.idleness.is_over(mutator);
        tell_others(mutator);
        drop(stopped);
        drop(tail);
        self.place(mutator.heap.segment.get())
            .entry()
            .write_to(mutator.runtime.shared_base());
        release_locks(mutator);
        close(mutator);
        if are_idle {
            self.let_the_idle_leave(mutator);
        }
        if lags {
            self.look_after_laggards(mutator);
        }
        Ok(())
    }
}

/// How long all others must have been idle before they leave (in scripts not at all), where joining
/// has taken so long.
fn idle_limit_ns(joining_ns: u64) -> u64 {
    if cfg!(test) {
        return 0;
    }
    (IDLE_JOINS * joining_ns).max(IDLE_NS_MIN)
}

impl Idleness {
    /// A commit happens: whether all other segments have been idle for long.
    fn is_over(&mut self, mutator: &Mutator) -> bool {
        self.commits += 1;
        let runtime = &mutator.runtime;
        if !self.commits.is_multiple_of(IDLE_CHECK_COMMITS) || runtime.is_stepped() {
            return false;
        }
        let own = mutator.heap.segment.get();
        let others = || runtime.pool().private().filter(|(other, _)| *other != own);
        let serials = others().map(|(_, segment)| segment.serial.load(Ordering::Relaxed));
        let serials = serials.fold(own as u64, u64::wrapping_add);
        let (now_ns, is_same) = (runtime.clock_ns(), serials == self.serials);
        if !is_same || others().any(|(_, segment)| segment.state() != SegmentState::Idle) {
            (self.serials, self.since_ns) = (serials, now_ns);
            return false;
        }
        let is_over = now_ns - self.since_ns >= self.limit_ns;
        if is_over {
            self.serials = u64::MAX;
        }
        is_over
    }
}

/// Gives way to a transaction that has aborted before, is older, and has read what this one
/// changes. It runs meanwhile, so this is a peek: what it reads after we looked dooms it. It gets
/// through in the end, since a transaction that aborts again and again becomes inevitable.
fn give_way_to_elders(mutator: &Mutator, entry: &Entry) -> Result<(), Unwind> {
    let runtime = &mutator.runtime;
    let number = mutator.heap.segment.get();
    let me = Contender::of(runtime.pool().get(number));
    for (other, segment) in runtime.pool().private() {
        if other == number || !segment.is_open() || segment.is_requested(lane::DOOMED) {
            continue;
        }
        if decide(me, Contender::of(segment), false) == Loser::Me {
            let version = segment.read_version.load(Ordering::Relaxed) as u16;
            let base = runtime.memory().base(other);
            if entry.conflicts_with(base, version) {
                let position = entry.position_of_conflict(base, version);
                mutator.blame_for_own(other, position.unwrap_or(0), None);
                return Err(give_way(mutator, other, AbortCause::ReadWrite));
            }
        }
    }
    Ok(())
}

/// Stops the thread of the inevitable transaction, if there is one, and makes sure that it has read
/// nothing of what the entry changes (I-LOG-4). An entry that dooms everybody stops everybody: what
/// it stands for is read without markers.
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
    mutator.count(|counters| &counters.stop_ns, waited_ns);
    mutator.record_wait_of(WaitFor::Stop, waited_ns, inevitable.unwrap_or(0));
    // It may have ended before it was stopped.
    if let Some(other) = inevitable.filter(is_inevitable) {
        let version = pool.get(other).read_version.load(Ordering::Relaxed) as u16;
        let base = runtime.memory().base(other);
        if entry.conflicts_with(base, version) {
            let position = entry.position_of_conflict(base, version);
            mutator.blame_for_own(other, position.unwrap_or(0), None);
            return Err(give_way(mutator, other, AbortCause::ReadWrite));
        }
    }
    Ok(Some(stopped))
}

impl Log {
    /// Whether no other segment has joined; nobody can while this thread runs.
    fn is_alone(&self, mutator: &Mutator) -> bool {
        self.joined.load(Ordering::Relaxed) == 1 << mutator.heap.segment.get()
    }

    /// From now on the thread's segment has private copies where others have, and a position. No
    /// transaction is open in it.
    #[cold]
    fn stop_and_join(&self, mutator: &mut Mutator) {
        let runtime = mutator.runtime.clone();
        let number = mutator.heap.segment.get();
        let mut tail = self.lock_tail(mutator);
        let (world, pool) = (runtime.world(), runtime.pool());
        let (began_ns, since_ns) = (runtime.clock_ns(), mutator.event_clock());
        mutator.parked(|| world.stop(pool, runtime.scheduler(), mutator.thread, number));
        mutator.record_wait(WaitFor::Stop, since_ns, 0);
        let stopped = Stopped(&runtime);
        // Nobody is in the middle of a commit: segment 0 is what the log's end says. What a lone
        // thread has built need not be copied: it goes back to the shared pages.
        self.settle_all(mutator);
        copies::share_again(mutator);
        copies::privatise_as_others(mutator);
        self.place(number).move_to(Arc::clone(&tail.entry));
        self.positions[number]
            .applied_bytes
            .store(tail.entry.log_bytes, Ordering::Relaxed);
        self.joined.fetch_or(1 << number, Ordering::Relaxed);
        drop(stopped);
        let took_ns = runtime.clock_ns() - began_ns;
        tail.idleness.limit_ns = idle_limit_ns(took_ns);
    }

    /// All other segments leave, if they are idle still. No transaction is open here, no lock is
    /// held.
    #[cold]
    fn let_the_idle_leave(&self, mutator: &mut Mutator) {
        let runtime = mutator.runtime.clone();
        let own = mutator.heap.segment.get();
        let tail = self.lock_tail(mutator);
        let (world, pool) = (runtime.world(), runtime.pool());
        let since_ns = mutator.event_clock();
        mutator.parked(|| world.stop(pool, runtime.scheduler(), mutator.thread, own));
        mutator.record_wait(WaitFor::Stop, since_ns, 0);
        let stopped = Stopped(&runtime);
        self.settle_all(mutator);
        let joined = self.joined.load(Ordering::Relaxed) & !(1 << own);
        for (number, segment) in pool.in_mask(joined) {
            if segment.state() == SegmentState::Idle {
                copies::share_segment_again(mutator, number);
                let mut place = self.place(number);
                if let Some(last) = place.entry.take() {
                    place.recycle(last);
                }
                self.joined.fetch_and(!(1 << number), Ordering::Relaxed);
            }
        }
        drop(stopped);
        drop(tail);
    }

    /// What the transaction has changed: it owns the locks, so nobody else changes that, neither
    /// here nor in segment 0, which shows how it was.
    fn entry_of(&self, mutator: &Mutator) -> Entry {
        let transaction = mutator.heap.transaction.borrow();
        let number = mutator.heap.segment.get();
        let (new, old) = (mutator.base(), mutator.runtime.shared_base());
        let mut entry = Entry {
            by: number,
            thread: mutator.thread,
            dooms_all: transaction.dooms_all,
            words: self.place(number).spare.pop().unwrap_or_default(),
            log_bytes: 0,
            next: OnceLock::new(),
        };
        for target in &transaction.written {
            entry.add_difference(target, new, old);
        }
        entry
    }

    /// Makes the entry the last. Whether it is time to look after those who lag behind.
    fn append(&self, mutator: &Mutator, tail: &mut Tail, mut entry: Entry) -> bool {
        let number = mutator.heap.segment.get();
        let bytes = ENTRY_BYTES + 8 * entry.words.len() as u64;
        entry.log_bytes = tail.entry.log_bytes + bytes;
        mutator.count(|counters| &counters.log_bytes, bytes);
        let log_bytes = entry.log_bytes;
        let entry = Arc::new(entry);
        let mut place = self.place(number);
        assert!(
            Arc::ptr_eq(place.entry(), &tail.entry),
            "a committer has applied everything"
        );
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
                mutator.count(|counters| &counters.log_entries_applied, applied);
                continue;
            }
            if lag(number) > LAG_BYTES_MAX {
                let since_ns = mutator.event_clock();
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

/// Others that run apply the entry at their next poll.
fn tell_others(mutator: &Mutator) {
    // Between the entry and the look at who is open: see `open`.
    fence(Ordering::SeqCst);
    let number = mutator.heap.segment.get();
    for (other, segment) in mutator.runtime.pool().private() {
        let is_told = segment.poll.load(Ordering::Relaxed) & lane::LOG != 0;
        if other != number && segment.is_open() && !is_told {
            segment.request(lane::LOG);
        }
    }
}

/// No segment sees this: the groups are private everywhere, or what was written there was promoted
/// by this transaction, and is the same in segment 0 already. The write locks are still held.
fn copy_to_segment_0(mutator: &Mutator) {
    let space = mutator.runtime.space();
    let shared = mutator.runtime.shared_base();
    let own = mutator.base();
    let own_bit = 1 << mutator.heap.segment.get();
    for target in &mutator.heap.transaction.borrow().written {
        let group = space.group_of(target.start);
        debug_assert!(
            space.private_in(group).load(Ordering::Relaxed) & own_bit != 0,
            "privatised before it is published"
        );
        own.copy_to(target.start, shared, target.start, target.bytes);
    }
}
