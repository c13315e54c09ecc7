//! Eliding the global lock with hardware transactions: the algorithm of Odaira, Castanos and Tomari
//! (PPoPP 2014; "the HTM paper"), figures 1 and 2.
//!
//! A thread runs a stretch of the program as a hardware transaction that has *read* the global
//! lock. A thread that really takes the lock thereby aborts all of them. A transaction that does
//! not get through after some attempts takes the lock.
//!
//! ```text
//!             alone (lines 2, 3)
//!   Outside ─────────────────────────────────────────────────▶ Holding
//!      │ the length is set (5)                                  ▲  │ end
//!      ▼                     still held (7)                     │  │
//!   lock held? ──yes── spin ────────────────────────────────────┤  └──▶ Outside
//!      │ no               │ free                                │
//!      ▼                  ▼                                     │
//!   begin the transaction (13) ◀─────────────┐                  │
//!      │ started        │ aborted            │ again            │
//!      ▼                ▼                    │                  │
//!   lock held? ──yes─▶ the first abort of these attempts        │
//!      │ no  (15)      adjusts the length (17 to 20)            │
//!      ▼                ▼                    │                  │
//!   Speculating ──▶ lock held? ──yes── budget left? ── spin ────┤ (21 to 27)
//!      │   aborted      │ no                                    │
//!      │ end            ▼                                       │
//!      ▼             too long? ──yes─▶ half of it, again        │ (ours; a switch)
//!   Outside             │ no                                    │
//!                       ▼                                       │
//!                    persistent? ──yes──────────────────────────┤ (28, 29)
//!                       │ no                                    │
//!                       ▼                                       │
//!                    budget left? ──no──────────────────────────┘ (31 to 35)
//!                       └─yes──▶ again
//! ```
//!
//! # Which machines it drives
//!
//! It asks a [`HardwareTransactions`] and a [`GlobalLock`], in one value. On a real machine an
//! abort makes `begin` return a second time, with all memory and registers as they were: nothing
//! else tells. Where an abort is an error that the language's loop rolls back (a simulated
//! machine), the code that undoes the transaction calls [`ElidingThread::aborted`], and the next
//! [`ElidingThread::begin`] goes on where the real machine would. Scripted machines for tests do
//! either. So the code that is simulated is the code that runs.
//!
//! # Accesses and their places
//!
//! All waiting is outside of transactions, as a wait inside would abort. The lock is read inside,
//! after the begin. The state of the thread is its own; the lengths are shared, but touched only
//! outside of transactions, so that nothing conflicts.

mod length_table;
mod policy;
#[cfg(all(test, not(loom)))]
mod tests;

pub use length_table::{LengthTable, YieldPointLength};
pub use policy::{DynamicLength, LengthRule, Machine, Policy, YieldPoints};

/// The cause of a hardware transaction's abort, as far as the machine tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum HardwareCause {
    /// Another thread touched a line of the transaction; it is not told in which set.
    Conflict = 0,
    /// Another thread wrote a line that the transaction had read.
    ReadSetConflict = 1,
    /// Another thread read or wrote a line that the transaction had written.
    WriteSetConflict = 2,
    /// The transaction touched more than the machine can track; it is not told in which set.
    Overflow = 3,
    /// It read more.
    ReadSetOverflow = 4,
    /// It wrote more.
    WriteSetOverflow = 5,
    /// It found the global lock taken, at its begin.
    LockHeld = 6,
    /// It came to something that only the lock's holder does (a blocking call).
    NeedsLock = 7,
    /// An instruction that is not allowed in transactions.
    Restricted = 8,
    /// An interrupt.
    Interrupt = 9,
    /// Injected.
    Injected = 10,
    /// The machine does not tell.
    Unknown = 11,
}

impl HardwareCause {
    /// All causes, in the order of their number.
    pub const ALL: [HardwareCause; 12] = [
        HardwareCause::Conflict,
        HardwareCause::ReadSetConflict,
        HardwareCause::WriteSetConflict,
        HardwareCause::Overflow,
        HardwareCause::ReadSetOverflow,
        HardwareCause::WriteSetOverflow,
        HardwareCause::LockHeld,
        HardwareCause::NeedsLock,
        HardwareCause::Restricted,
        HardwareCause::Interrupt,
        HardwareCause::Injected,
        HardwareCause::Unknown,
    ];

    /// A short name for reports.
    pub fn name(self) -> &'static str {
        match self {
            HardwareCause::Conflict => "conflict",
            HardwareCause::ReadSetConflict => "read-set conflict",
            HardwareCause::WriteSetConflict => "write-set conflict",
            HardwareCause::Overflow => "overflow",
            HardwareCause::ReadSetOverflow => "read-set overflow",
            HardwareCause::WriteSetOverflow => "write-set overflow",
            HardwareCause::LockHeld => "lock held",
            HardwareCause::NeedsLock => "needs lock",
            HardwareCause::Restricted => "restricted",
            HardwareCause::Interrupt => "interrupt",
            HardwareCause::Injected => "injected",
            HardwareCause::Unknown => "unknown",
        }
    }

    /// Whether the transaction was too large, so that a shorter one may get through.
    pub fn is_overflow(self) -> bool {
        matches!(
            self,
            HardwareCause::Overflow
                | HardwareCause::ReadSetOverflow
                | HardwareCause::WriteSetOverflow
        )
    }
}

/// The machine's status of an abort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HardwareStatus {
    /// The cause.
    pub cause: HardwareCause,
    /// Trying again will not succeed.
    pub is_persistent: bool,
}

impl HardwareStatus {
    /// An abort after which trying again may succeed.
    pub fn transient(cause: HardwareCause) -> HardwareStatus {
        HardwareStatus {
            cause,
            is_persistent: false,
        }
    }

    /// An abort after which trying again will not succeed.
    pub fn persistent(cause: HardwareCause) -> HardwareStatus {
        HardwareStatus {
            cause,
            is_persistent: true,
        }
    }
}

/// The hardware transactions of one thread.
pub trait HardwareTransactions {
    /// Begins a transaction; whether it has started. False: it has aborted, at once or (on a
    /// machine where an abort comes back here) later; [`HardwareTransactions::status`] tells why.
    fn begin(&mut self) -> bool;
    /// Ends the running transaction: its effects become visible to all. (It may abort instead.)
    fn end(&mut self);
    /// Aborts the running transaction, which was found to be impossible for `cause`. On a machine
    /// where an abort comes back to `begin` this does not return.
    fn abort(&mut self, cause: HardwareCause);
    /// Whether a transaction is running.
    fn test(&self) -> bool;
    /// The status of the last transaction's abort.
    fn status(&self) -> HardwareStatus;
}

/// The lock that is elided, as one thread sees it.
pub trait GlobalLock {
    /// Whether any thread has really taken it. Inside of a transaction this puts it into the read
    /// set.
    fn is_held(&self) -> bool;
    /// Waits for a while, outside of transactions, until it is free; whether it is.
    fn spin_while_held(&mut self) -> bool;
    /// Takes it, in a fair order; waits.
    fn acquire(&mut self);
    /// Gives it back.
    fn release(&mut self);
    /// Whether this is the only live thread.
    fn is_alone(&self) -> bool;
    /// Waits, outside of transactions, a short random time that grows with the number of attempts
    /// that conflicts have aborted.
    fn back_off(&mut self, attempts: u32);
}

/// The shared state of all threads: how to elide, and the lengths of the yield points.
#[derive(Debug)]
pub struct Elision {
    /// How to elide.
    pub policy: Policy,
    /// The lengths by yield point.
    pub lengths: LengthTable,
}

impl Elision {
    /// The state in which no length is learned yet.
    pub fn new(policy: Policy) -> Elision {
        Elision {
            policy,
            lengths: LengthTable::new(),
        }
    }
}

/// How a thread has the right to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Running {
    /// In a hardware transaction.
    Speculating,
    /// With the lock.
    Holding(Fallback),
}

/// The reason why a thread took the lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Fallback {
    /// No other thread is live.
    Alone = 0,
    /// Another thread held the lock for too long.
    Waited = 1,
    /// Too many attempts met the lock held.
    LockBudget = 2,
    /// An abort was persistent.
    Persistent = 3,
    /// Too many attempts aborted.
    TransientBudget = 4,
    /// The program came to something that only the holder does.
    Needed = 5,
}

impl Fallback {
    /// All reasons, in the order of their number.
    pub const ALL: [Fallback; 6] = [
        Fallback::Alone,
        Fallback::Waited,
        Fallback::LockBudget,
        Fallback::Persistent,
        Fallback::TransientBudget,
        Fallback::Needed,
    ];

    /// A short name for reports.
    pub fn name(self) -> &'static str {
        match self {
            Fallback::Alone => "alone",
            Fallback::Waited => "waited",
            Fallback::LockBudget => "lock budget",
            Fallback::Persistent => "persistent",
            Fallback::TransientBudget => "transient budget",
            Fallback::Needed => "needed",
        }
    }
}

/// The counters of one thread. Changed outside of transactions only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ElisionCounts {
    /// Attempts: how often a hardware transaction was begun.
    pub begins: u64,
    /// Hardware transactions that ended well.
    pub commits: u64,
    /// Aborts, in the order of [`HardwareCause::ALL`].
    pub aborts: [u64; HardwareCause::ALL.len()],
    /// How often the lock was taken, in the order of [`Fallback::ALL`].
    pub acquisitions: [u64; Fallback::ALL.len()],
    /// The causes of the aborts after which the lock was taken, in the order of
    /// [`HardwareCause::ALL`].
    pub acquisitions_after: [u64; HardwareCause::ALL.len()],
}

impl ElisionCounts {
    /// Adds another thread's.
    pub fn add(&mut self, other: &ElisionCounts) {
        fn add_all(sums: &mut [u64], counts: &[u64]) {
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        self.begins += other.begins;
        self.commits += other.commits;
        add_all(&mut self.aborts, &other.aborts);
        add_all(&mut self.acquisitions, &other.acquisitions);
        add_all(&mut self.acquisitions_after, &other.acquisitions_after);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Outside,
    Running(Running),
    /// The running transaction was undone; `begin` tries again.
    Aborted(HardwareStatus),
}

/// The elision state of one thread: figures 1 and 2.
#[derive(Debug)]
pub struct ElidingThread {
    state: State,
    /// The yield point at which the attempts begin.
    position: u64,
    /// How many yield points the stretch may have: the one at which it ends is counted.
    length: u32,
    transient_retries: u32,
    lock_retries: u32,
    is_first_abort: bool,
    /// How many attempts were aborted.
    attempts: u32,
    counts: ElisionCounts,
}

impl Default for ElidingThread {
    fn default() -> ElidingThread {
        ElidingThread::new()
    }
}

impl ElidingThread {
    /// The state of a thread that does not run.
    pub fn new() -> ElidingThread {
        ElidingThread {
            state: State::Outside,
            position: 0,
            length: 0,
            transient_retries: 0,
            lock_retries: 0,
            is_first_abort: true,
            attempts: 0,
            counts: ElisionCounts::default(),
        }
    }

    /// How the thread runs; `None` outside.
    pub fn running(&self) -> Option<Running> {
        match self.state {
            State::Running(running) => Some(running),
            State::Outside | State::Aborted(_) => None,
        }
    }

    /// Whether the thread runs in a hardware transaction.
    pub fn is_speculating(&self) -> bool {
        self.state == State::Running(Running::Speculating)
    }

    /// Whether the next begin is a further attempt at the stretch that was undone; its position is
    /// ignored.
    pub fn will_retry(&self) -> bool {
        matches!(self.state, State::Aborted(_))
    }

    /// Whether the thread runs with the lock.
    pub fn is_holding(&self) -> bool {
        matches!(self.state, State::Running(Running::Holding(_)))
    }

    /// Whether no yield point is counted, as no other thread is live. (A thread that makes a second
    /// one asks this one to end its stretch.)
    pub fn is_alone(&self) -> bool {
        self.state == State::Running(Running::Holding(Fallback::Alone))
    }

    /// How many yield points the stretch has, with the one that ends it.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// The yield point at which it began.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// The thread's counters.
    pub fn counts(&self) -> &ElisionCounts {
        &self.counts
    }

    /// Figure 1: gets the right to run, from the yield point at `position` on. On return the
    /// thread speculates or holds the lock. After [`ElidingThread::aborted`] it tries again, from
    /// where the attempt before began (`position` must be the same).
    pub fn begin<P>(&mut self, processor: &mut P, elision: &Elision, position: u64) -> Running
    where
        P: HardwareTransactions + GlobalLock,
    {
        let mut outcome = match self.state {
            State::Outside => self.begin_first(processor, elision, position),
            State::Aborted(status) => self.after_abort(processor, elision, status),
            State::Running(_) => unreachable!("no stretch begins in another"),
        };
        while outcome == Outcome::Again {
            outcome = self.attempt(processor, elision);
        }
        let Outcome::Runs(running) = outcome else {
            unreachable!("the loop ends when the thread runs")
        };
        running
    }

    /// Lines 2 to 11.
    fn begin_first<P>(&mut self, processor: &mut P, elision: &Elision, position: u64) -> Outcome
    where
        P: HardwareTransactions + GlobalLock,
    {
        let policy = &elision.policy;
        self.position = position;
        self.is_first_abort = true;
        self.attempts = 0;
        self.transient_retries = policy.transient_retries;
        self.lock_retries = policy.lock_retries;
        if processor.is_alone() {
            self.length = u32::MAX;
            return self.take_lock(processor, Fallback::Alone, None);
        }
        self.length = elision.lengths.begin(&policy.length, position);
        if processor.is_held() && !processor.spin_while_held() {
            return self.take_lock(processor, Fallback::Waited, None);
        }
        Outcome::Again
    }

    /// Lines 13 to 15.
    fn attempt<P>(&mut self, processor: &mut P, elision: &Elision) -> Outcome
    where
        P: HardwareTransactions + GlobalLock,
    {
        // Before the begin: a real machine takes back all writes after it.
        self.counts.begins += 1;
        if processor.begin() {
            if !processor.is_held() {
                self.state = State::Running(Running::Speculating);
                return Outcome::Runs(Running::Speculating);
            }
            processor.abort(HardwareCause::LockHeld);
        }
        let status = processor.status();
        self.after_abort(processor, elision, status)
    }

    /// Lines 16 to 37.
    fn after_abort<P>(
        &mut self,
        processor: &mut P,
        elision: &Elision,
        status: HardwareStatus,
    ) -> Outcome
    where
        P: HardwareTransactions + GlobalLock,
    {
        let policy = &elision.policy;
        self.counts.aborts[status.cause as usize] += 1;
        self.attempts += 1;
        let is_lock = processor.is_held();
        let is_charged =
            policy.charges_lock_aborts || !(is_lock || status.cause == HardwareCause::LockHeld);
        if self.is_first_abort && is_charged {
            self.is_first_abort = false;
            elision.lengths.aborted(&policy.length, self.position);
        }
        if is_lock {
            self.lock_retries = self.lock_retries.saturating_sub(1);
            if self.lock_retries == 0 {
                return self.take_lock(processor, Fallback::LockBudget, Some(status));
            }
            if !processor.spin_while_held() {
                return self.take_lock(processor, Fallback::Waited, Some(status));
            }
            return Outcome::Again;
        }
        if policy.halves_on_overflow && status.cause.is_overflow() && self.length > 1 {
            self.length /= 2;
            return Outcome::Again;
        }
        if status.is_persistent {
            return self.take_lock(processor, Fallback::Persistent, Some(status));
        }
        self.transient_retries = self.transient_retries.saturating_sub(1);
        if self.transient_retries == 0 {
            return self.take_lock(processor, Fallback::TransientBudget, Some(status));
        }
        if policy.backs_off {
            processor.back_off(self.attempts);
        }
        Outcome::Again
    }

    /// The length stays as it is: the lock is released at the yield point where the transaction
    /// would have ended.
    fn take_lock<P: GlobalLock>(
        &mut self,
        processor: &mut P,
        reason: Fallback,
        after: Option<HardwareStatus>,
    ) -> Outcome {
        processor.acquire();
        self.counts.acquisitions[reason as usize] += 1;
        if let Some(status) = after {
            self.counts.acquisitions_after[status.cause as usize] += 1;
        }
        let running = Running::Holding(reason);
        self.state = State::Running(running);
        Outcome::Runs(running)
    }

    /// Figure 2, lines 1 to 3: the stretch is over.
    pub fn end<P>(&mut self, processor: &mut P)
    where
        P: HardwareTransactions + GlobalLock,
    {
        match self.running().expect("a stretch ends that has begun") {
            Running::Speculating => {
                debug_assert!(processor.test(), "the transaction runs");
                processor.end();
                self.counts.commits += 1;
            }
            Running::Holding(_) => processor.release(),
        }
        self.state = State::Outside;
    }

    /// Notes that the running transaction was aborted and has been undone: the next
    /// [`ElidingThread::begin`] is its next attempt. Only for machines where an abort does not come
    /// back to the begin by itself.
    pub fn aborted(&mut self, status: HardwareStatus) {
        assert!(self.is_speculating(), "only a transaction aborts");
        self.state = State::Aborted(status);
    }

    /// The next [`ElidingThread::begin`] is no further attempt: the aborted stretch is not tried
    /// again from there.
    pub fn forget_abort(&mut self) {
        if let State::Aborted(status) = self.state {
            self.counts.aborts[status.cause as usize] += 1;
            self.state = State::Outside;
        }
    }

    /// Takes the lock, with the length of the stretch before: for a thread that goes on after a
    /// blocking call.
    pub fn hold<P: GlobalLock>(&mut self, processor: &mut P) {
        assert_eq!(self.state, State::Outside, "no stretch begins in another");
        self.take_lock(processor, Fallback::Needed, None);
    }

    /// The thread comes to something that only the lock's holder does. A real machine aborts and
    /// takes the lock at the begin: this does not return there. A machine whose transactions are
    /// exclusive anyway (an imagined one) takes the lock here, in the middle.
    pub fn need_lock<P>(&mut self, processor: &mut P)
    where
        P: HardwareTransactions + GlobalLock,
    {
        if self.is_speculating() {
            processor.abort(HardwareCause::NeedsLock);
            self.take_lock(processor, Fallback::Needed, None);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Again,
    Runs(Running),
}
