//! Waiting: the request of a blocking operation, and how its thread sleeps until that is met.
//!
//! An operation that must wait fails with [`Unwind::Wait`]; the driver ends the transaction, waits
//! here, and runs the operation again, which looks again. How a thread is woken is
//! `waiting.rs`'s protocol.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use motet_tm::{Control, Unwind};

use crate::clock;
use crate::driver::outside;
use crate::spinning::{LOOK_SPINS, SPIN_MAX, Spinning};
use crate::thread::Thread;
use crate::threads;
use crate::vm::Vm;
use crate::waiting::{Key, Waiter};

/// The event that a blocking operation waits for. See [`Unwind::Wait`].
#[derive(Clone, Copy, Debug)]
pub enum WaitRequest {
    /// For a sleeper of the key to be woken, or for a time.
    Key {
        /// The event.
        key: Key,
        /// When the wait is over without it.
        deadline: Option<Instant>,
    },
    /// For a time.
    Until(Instant),
    /// Until the runtime's count of changes differs from this.
    Change(u64),
    /// For one of the descriptors that [`Thread::wait_for_descriptors`] was told, or for a time.
    Descriptors {
        /// When the wait is over without it.
        deadline: Option<Instant>,
    },
}

/// An open file of the system for which a thread waits: its number and the awaited events of
/// `poll`.
pub type Descriptor = (i32, i16);

/// The awaited event of a thread that reads.
pub const READABLE: i16 = 1;

impl WaitRequest {
    /// Whether only time must pass.
    pub(crate) fn only_takes_time(self) -> bool {
        matches!(self, WaitRequest::Until(_))
    }
}

/// The part of a thread that is about its waits.
#[derive(Default)]
pub(crate) struct Waits {
    request: Cell<Option<WaitRequest>>,
    /// Whether the operation that must wait was called by native code.
    pub(crate) is_nested: Cell<bool>,
    /// When the blocking operation that is being tried gives up, and which instruction it is.
    pub(crate) deadline: Cell<Option<(Instant, *const u32)>>,
    /// The descriptors of a wait for descriptors.
    descriptors: RefCell<Vec<Descriptor>>,
    /// The entry with which the thread has signed in, while a blocking operation is tried again.
    waiter: RefCell<Option<Arc<Waiter>>>,
    /// The keys of locks that this transaction has let go of.
    released: RefCell<Vec<Key>>,
    /// How many keys the thread has given to locks.
    keys_drawn: Cell<u64>,
    spinning: Spinning,
}

impl Waits {
    /// Forgets the locks that a transaction that is undone had let go of.
    pub(crate) fn forget_released(&self) {
        self.released.borrow_mut().clear();
    }
}

/// A transaction below native code goes on for so long before it ends there for the sake of others.
const LONG_BELOW_NATIVE: Duration = Duration::from_millis(5);

/// How many keys a transaction keeps that are to be woken, before it asks for its end.
const RELEASED_MAX: usize = 256;

/// Keys of one thread: it draws them without asking others.
const KEYS_PER_THREAD: u64 = 1 << 32;

impl Thread {
    /// A key that no other lock has. (An abort wastes some.)
    pub fn new_key(&self) -> Key {
        let drawn = self.waits.keys_drawn.get() + 1;
        self.waits.keys_drawn.set(drawn);
        self.ident() * KEYS_PER_THREAD + drawn % KEYS_PER_THREAD
    }

    /// When the transaction commits, a sleeper of the key wakes.
    pub fn wake_at_commit(&self, key: Key) {
        let mut released = self.waits.released.borrow_mut();
        if !released.contains(&key) {
            released.push(key);
        }
        let is_waited_for = self.vm().waiting.may_have_waiters(key)
            || self.vm().blocked_regions() > 0
            || released.len() >= RELEASED_MAX;
        if is_waited_for {
            self.wake_waiters_at_commit();
        }
    }

    /// Whether threads wait for a lock that this transaction has let go of, so for its end.
    fn is_waited_for(&self) -> bool {
        let released = self.waits.released.borrow();
        let waiting = &self.vm().waiting;
        released.iter().any(|key| waiting.may_have_waiters(*key))
    }

    /// Whether the transaction may end in the middle of native code that has called back, which an
    /// abort could not go back to. It may under the lock; and after a while if it cannot be undone
    /// any more, or if others wait for its end, for which it becomes inevitable: the native code
    /// may be waiting for other threads. (Native code mostly ends soon. The next transaction there
    /// is inevitable too, and inevitable ones run one at a time.)
    pub(crate) fn may_end_below_native(&self) -> bool {
        let is_awaited = || threads::has_pending(self) || self.is_waited_for();
        let is_stuck = || !self.can_abort() || is_awaited();
        !self.is_atomic()
            && (self.control() == Control::Gil || self.has_run_for(LONG_BELOW_NATIVE) && is_stuck())
    }

    /// The deadline of the blocking operation that is being tried: set when it is tried first.
    pub fn deadline_in(&self, duration: Option<Duration>) -> Option<Instant> {
        let here = self.pc();
        if let Some((deadline, place)) = self.waits.deadline.get()
            && place == here
        {
            return Some(deadline);
        }
        let deadline = duration.and_then(|duration| clock::now().checked_add(duration));
        self.waits
            .deadline
            .set(deadline.map(|deadline| (deadline, here)));
        deadline
    }

    /// Whether the operation that runs has set its deadline, hence was tried before.
    pub fn has_deadline_here(&self) -> bool {
        let deadline = self.waits.deadline.get();
        deadline.is_some_and(|(_, place)| place == self.pc())
    }

    /// Forgets the deadline of the blocking operation.
    pub fn forget_deadline(&self) {
        self.waits.deadline.set(None);
    }

    /// Notes that the blocking operation is over. `has_got`: its wait was successful.
    pub fn stop_waiting(&self, has_got: bool) {
        self.forget_deadline();
        if let Some(waiter) = self.waits.waiter.borrow_mut().take() {
            self.vm().waiting.leave(&waiter, has_got);
        }
    }

    /// The operation must wait for a key, or until a time.
    pub fn wait_for(&self, key: Key, deadline: Option<Instant>) -> Unwind {
        self.request_wait(WaitRequest::Key { key, deadline });
        Unwind::Wait
    }

    /// Requests a wait until one of the descriptors is ready, or until a time. The waiting thread
    /// holds no transaction and no segment: the system alone wakes it.
    pub fn wait_for_descriptors(
        &self,
        descriptors: &[Descriptor],
        deadline: Option<Instant>,
    ) -> Unwind {
        let mut awaited = self.waits.descriptors.borrow_mut();
        awaited.clear();
        awaited.extend_from_slice(descriptors);
        self.request_wait(WaitRequest::Descriptors { deadline });
        Unwind::Wait
    }

    /// Sets the request of the operation that is going to fail with [`Unwind::Wait`].
    pub fn request_wait(&self, request: WaitRequest) {
        self.waits.request.set(Some(request));
    }

    pub(crate) fn take_wait_request(&self) -> WaitRequest {
        let request = self.waits.request.take();
        request.expect("an operation that must wait has said for what")
    }

    /// Notes that native code has called the operation that has failed: if it must wait, native
    /// code may have done half of its work.
    pub fn note_nested(&self, unwind: Unwind) {
        self.waits.is_nested.set(unwind == Unwind::Wait);
    }
}

// ---- blocks that are begun again (`retries.rs`)

impl Thread {
    /// Enters an atomic block.
    ///
    /// # Errors
    /// [`Unwind::Wait`]: the transaction ends before the block, and the operation is tried again.
    #[inline]
    pub fn enter_block(&self) -> Result<(), Unwind> {
        if !self.is_atomic() {
            if self.is_sole() && self.runtime().live_threads() > 1 {
                return Err(self.cease_to_be_sole());
            }
            let retries = &self.retries;
            if retries.blocks_to_part.get() > 0 {
                self.part_from_block()?;
            }
            retries.blocks_entered.set(retries.blocks_entered.get() + 1);
        }
        self.enter_atomic();
        Ok(())
    }

    /// Ends the transaction of the sole thread before a block. In the block the thread may have to
    /// wait for another thread, which would see half of the block in segment 0 (I-SOLE-3).
    #[cold]
    fn cease_to_be_sole(&self) -> Unwind {
        self.refuse_to_be_sole();
        self.request_wait(WaitRequest::Until(clock::now()));
        Unwind::Wait
    }

    /// Ends the transaction before the block, unless it has just ended there, or native code is
    /// below it in the stack: there a transaction that can be undone does not end.
    #[cold]
    fn part_from_block(&self) -> Result<(), Unwind> {
        let retries = &self.retries;
        if !retries.has_parted.get() && self.native_depth() == 0 {
            retries.has_parted.set(true);
            self.request_wait(WaitRequest::Until(clock::now()));
            return Err(Unwind::Wait);
        }
        retries.has_parted.set(false);
        retries.blocks_to_part.set(retries.blocks_to_part.get() - 1);
        Ok(())
    }

    /// Leaves an atomic block. `has_failed`: by an exception.
    #[inline]
    pub fn leave_block(&self, has_failed: bool) {
        self.leave_atomic();
        if !has_failed {
            self.set_changes_nothing(false);
        }
        if self.retries.is_watching.get() && !self.is_atomic() {
            self.stop_watching();
        }
    }

    /// The block cannot go on before something has changed. `None` if the transaction cannot be
    /// undone, under the lock or since it is inevitable: then nothing has happened.
    pub fn retry(&self) -> Option<Unwind> {
        assert!(self.is_atomic(), "a block asks for it");
        if !self.can_abort() {
            return None;
        }
        let retries = &self.retries;
        retries.blocks_to_part.set(retries.blocks_entered.get());
        retries.has_parted.set(false);
        self.request_wait(WaitRequest::Change(self.changes_at_begin()));
        Some(Unwind::Wait)
    }

    /// The count of changes before the transaction began.
    fn changes_at_begin(&self) -> u64 {
        self.progress.changes_at_begin.get()
    }

    /// A count of the changes, of which all are seen by what the thread reads from here on. (Under
    /// stm it reads its snapshot, else the newest.)
    pub fn changes_seen(&self) -> u64 {
        match self.control() {
            Control::Stm => self.changes_at_begin(),
            Control::Gil | Control::Htm => self.runtime().change_count(),
        }
    }

    /// The program itself watches for changes, where nothing can be undone, or does so no more.
    pub fn watch(&self, begins: bool) {
        self.set_changes_nothing(false);
        let watches = &self.retries.program_watches;
        if begins {
            watches.set(watches.get() + 1);
            self.runtime().watch_changes();
        } else if watches.get() > 0 {
            watches.set(watches.get() - 1);
            self.runtime().unwatch_changes();
        }
    }

    /// Waits until the count of changes differs, after an attempt that has failed.
    ///
    /// # Errors
    /// [`Unwind::Wait`]: the operation is to be tried again.
    pub fn wait_for_change(&self, seen: u64) -> Result<(), Unwind> {
        let has_waited = self.retries.waits.replace(false);
        if self.runtime().change_count() != seen {
            // Until an attempt succeeds: else threads that wait would wake each other all the time.
            // (What came before the first wait may be a change.)
            if has_waited {
                self.set_changes_nothing(true);
            }
            return Ok(());
        }
        self.retries.waits.set(true);
        self.request_wait(WaitRequest::Change(seen));
        Err(Unwind::Wait)
    }

    /// Signs in as one that watches for changes. Returns whether it was not yet.
    pub(crate) fn start_watching(&self) -> bool {
        let is_new = !self.retries.is_watching.replace(true);
        if is_new {
            self.runtime().watch_changes();
        }
        is_new
    }

    /// Signs out. (If the transaction is undone, its thread signs in again when it asks again.)
    #[cold]
    pub(crate) fn stop_watching(&self) {
        if self.retries.is_watching.replace(false) {
            self.runtime().unwatch_changes();
        }
    }
}

/// A region that was rolled back because it must wait is tried again after this at the latest.
const REGION_RETRY: Duration = Duration::from_millis(10);
/// An operation that must wait where its transaction can neither end nor abort is tried again
/// after this.
const INSIDE_RETRY: Duration = Duration::from_millis(1);

/// Wakes threads that wait for the locks that the transaction, which has committed, has let go.
pub(crate) fn wake_released(thread: &Thread) {
    for key in thread.waits.released.borrow_mut().drain(..) {
        thread.vm().waiting.wake(key);
    }
}

/// Waits, outside of a transaction, before the operation is tried again.
pub(crate) fn wait(thread: &mut Thread, request: WaitRequest) {
    match request {
        WaitRequest::Until(deadline) => sleep(thread, Some(deadline), || false),
        WaitRequest::Key { key, deadline } => wait_for_key(thread, key, deadline),
        WaitRequest::Descriptors { deadline } => wait_for_descriptors(thread, deadline),
        WaitRequest::Change(seen) => wait_for_change(thread, seen),
    }
}

/// Waits until the count of changes differs. (A transaction that has made a change already should
/// commit soon.)
fn wait_for_change(thread: &mut Thread, seen: u64) {
    let (vm, is_main) = (thread.vm(), thread.is_main());
    thread.runtime().request_commits();
    thread.wait_until(|| vm.runtime.change_count() != seen || is_main && vm.signals.is_pending());
}

/// Waits until a descriptor is ready, a time has come, or the main thread has signals to handle.
fn wait_for_descriptors(thread: &mut Thread, deadline: Option<Instant>) {
    thread.lend_lookup_tables();
    let awaited = thread.waits.descriptors.take();
    let (vm, is_main) = (thread.vm(), thread.is_main());
    if thread.runtime().is_stepped() {
        #[cfg(simulated)]
        motet_tm::simulation::set_deadline(deadline);
        thread.wait_until(|| {
            vm.are_ready(&awaited, Some(Duration::ZERO))
                || is_main && vm.signals.is_pending()
                || deadline.is_some_and(|deadline| clock::now() >= deadline)
        });
    } else {
        thread.wait_until(|| {
            sleep_on(vm, &awaited, deadline, is_main);
            true
        });
    }
    *thread.waits.descriptors.borrow_mut() = awaited;
}

/// Sleeps as [`wait_for_descriptors`] says, in the system.
fn sleep_on(vm: &Vm, awaited: &[Descriptor], deadline: Option<Instant>, is_main: bool) {
    let left = || deadline.map(|deadline| deadline.saturating_duration_since(clock::now()));
    let is_late = || left().is_some_and(|left| left.is_zero());
    if !is_main {
        while !vm.are_ready(awaited, left()) && !is_late() {}
        return;
    }
    let mut all = awaited.to_vec();
    all.extend(vm.signals.bell().map(|bell| (bell, READABLE)));
    loop {
        let is_over = vm
            .signals
            .while_bell_is_heard(|| vm.are_ready(&all, left()));
        if is_over || vm.signals.is_pending() || is_late() {
            return;
        }
    }
}

/// The first time the thread signs in, and looks again; the second time it sleeps.
fn wait_for_key(thread: &mut Thread, key: Key, deadline: Option<Instant>) {
    let known = thread.waits.waiter.borrow().clone();
    if let Some(waiter) = known {
        if waiter.is_for(key) && !waiter.is_woken() {
            if !spins_until(thread, || waiter.is_woken()) {
                sleep(thread, deadline, || waiter.is_woken());
            }
            return;
        }
        thread.waits.waiter.borrow_mut().take();
        // It is woken, and would have been for nothing if this is another key.
        thread.vm().waiting.leave(&waiter, waiter.is_for(key));
    }
    let waiter = thread.vm().waiting.sign_in(key);
    *thread.waits.waiter.borrow_mut() = Some(waiter);
    // A transaction that has let go of the lock should commit soon.
    thread.runtime().request_commits();
}

/// Spins for as long as a sleep would cost, if a processor is free and that has been worth it
/// lately; whether the wait is over.
fn spins_until(thread: &mut Thread, is_over: impl Fn() -> bool) -> bool {
    let vm = thread.vm();
    let may_spin = || {
        vm.runtime
            .has_free_core(vm.spinners.load(Ordering::Relaxed))
    };
    if cfg!(simulated) || vm.runtime.is_stepped() || !may_spin() {
        return false;
    }
    if !thread.waits.spinning.is_worth_it() {
        return false;
    }
    vm.spinners.fetch_add(1, Ordering::Relaxed);
    let since = Instant::now();
    let mut has_come = false;
    thread.wait_until(|| {
        while !has_come && since.elapsed() < SPIN_MAX {
            (0..LOOK_SPINS).for_each(|_| std::hint::spin_loop());
            has_come = is_over();
        }
        true
    });
    vm.spinners.fetch_sub(1, Ordering::Relaxed);
    thread.waits.spinning.learn(has_come);
    has_come
}

/// Sleeps until a time, until `is_over` holds and another thread unparks this one, or until the
/// main thread has signals to handle.
fn sleep(thread: &mut Thread, deadline: Option<Instant>, is_over: impl Fn() -> bool) {
    thread.lend_lookup_tables();
    let is_stepped = thread.runtime().is_stepped();
    let (signals, minds_signals) = (&thread.vm().signals, thread.is_main());
    let is_over = || {
        is_over()
            || minds_signals && signals.is_pending()
            || deadline.is_some_and(|deadline| clock::now() >= deadline)
    };
    if is_stepped {
        #[cfg(simulated)]
        motet_tm::simulation::set_deadline(deadline);
        thread.wait_until(is_over);
        return;
    }
    thread.wait_until(|| {
        while !is_over() {
            match deadline {
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(clock::now());
                    std::thread::park_timeout(left);
                }
                None => std::thread::park(),
            }
        }
        true
    });
}

/// Waits outside of a transaction that was rolled back: its event may come about in other ways than
/// by the key (its own attempt to wait is undone too), so the release of any lock ends the wait,
/// and so does the end of some time.
pub(crate) fn wait_rolled_back(thread: &mut Thread, request: WaitRequest) {
    let (vm, is_main) = (thread.vm(), thread.is_main());
    let seen = thread.progress.changes_at_begin.get();
    let retry = clock::now() + REGION_RETRY;
    let deadline = match request {
        WaitRequest::Until(deadline) => deadline,
        WaitRequest::Key { deadline, .. } | WaitRequest::Descriptors { deadline } => {
            deadline.map_or(retry, |given| given.min(retry))
        }
        // One that has just signed in looks again first (`retries.rs`).
        WaitRequest::Change(_) if thread.start_watching() => return,
        WaitRequest::Change(_) => return wait_for_change(thread, seen),
    };
    vm.blocked_regions.fetch_add(1, Ordering::SeqCst);
    thread.runtime().request_commits();
    #[cfg(simulated)]
    motet_tm::simulation::set_deadline(Some(deadline));
    thread.wait_until(|| {
        vm.runtime.change_count() != seen
            || clock::now() >= deadline
            || is_main && vm.signals.is_pending()
    });
    vm.blocked_regions.fetch_sub(1, Ordering::SeqCst);
}

impl Thread {
    /// As [`motet_tm::Mutator::while_safe`], for an act that takes a moment: the transaction goes
    /// on behind it. (That of a sole thread, beside which no other runs, ends all the same.)
    pub fn while_safe<T>(&mut self, call: impl FnOnce() -> T) -> T {
        if self.is_sole() && !self.is_atomic() {
            return outside(self, |_| call());
        }
        (**self).while_safe(call)
    }
}

/// Waits inside of a transaction that cannot abort.
pub(crate) fn wait_inside(thread: &mut Thread, request: WaitRequest) {
    debug_assert!(
        !thread.can_abort(),
        "what is waited for is nobody else's to undo"
    );
    let (signals, is_main) = (&thread.vm().signals, thread.is_main());
    let deadline = match request {
        WaitRequest::Until(deadline) => deadline,
        WaitRequest::Descriptors { deadline } if !thread.runtime().is_stepped() => {
            let awaited = thread.waits.descriptors.take();
            let vm = thread.vm();
            thread.while_safe(|| sleep_on(vm, &awaited, deadline, is_main));
            return;
        }
        WaitRequest::Descriptors { deadline } => {
            let retry = clock::now() + INSIDE_RETRY;
            deadline.map_or(retry, |given| given.min(retry))
        }
        WaitRequest::Key { deadline, .. } => {
            let retry = clock::now() + INSIDE_RETRY;
            deadline.map_or(retry, |given| given.min(retry))
        }
        WaitRequest::Change(_) => clock::now() + INSIDE_RETRY,
    };
    thread.runtime().request_commits();
    #[cfg(simulated)]
    motet_tm::simulation::set_deadline(Some(deadline));
    thread.wait_safe(|| clock::now() >= deadline || is_main && signals.is_pending());
}
