//! The door to a simulator of machines with hardware transactions.
//!
//! These sources are compiled a second time, as the crate `motet-tm-simulated`, with
//! `cfg(simulated)`. There each access to the heap through a view is told to a [`Simulator`], each
//! wait goes through it, and the engine (`engine/simulated.rs`) asks it which transactions abort.
//! In the normal build nothing else of this exists, and the hooks are empty functions but for the
//! counting of `support/observation.rs` in builds with assertions.
//!
//! A simulation runs all threads of the program on one thread of the system, so the simulator is
//! found through a thread-local variable.

#[cfg(simulated)]
pub use hooked::*;
#[cfg(not(simulated))]
pub(crate) use unhooked::*;

#[cfg(not(simulated))]
mod unhooked {
    use crate::support::observation;

    /// Whether this thread of the system simulates.
    #[inline(always)]
    pub(crate) fn is_simulated() -> bool {
        false
    }

    /// The virtual time, on a simulated machine.
    #[inline(always)]
    pub(crate) fn virtual_now_ns() -> Option<u64> {
        None
    }

    /// Tells that a word was read.
    #[inline(always)]
    pub(crate) fn heap_read(_: u64, _: u64, _: u64) {}
    /// Tells that a word was written.
    #[inline(always)]
    pub(crate) fn heap_written(object: u64, _: u64, _: u64) {
        observation::written(object);
    }
    /// A value that can be computed from an object at any time was stored in it.
    #[inline(always)]
    pub(crate) fn cache_written(_: u64, _: u64, _: u64) {}
    /// Tells that an object was allocated.
    #[inline(always)]
    pub(crate) fn allocated(object: u64, bytes: u64) {
        observation::allocated(object, bytes);
    }
    /// Tells that a float was made.
    #[inline(always)]
    pub(crate) fn float_made() {}
}

#[cfg(simulated)]
mod hooked {
    use std::cell::Cell;
    use std::time::{Duration, Instant};

    use crate::elision::{
        Elision, GlobalLock, HardwareCause, HardwareStatus, HardwareTransactions,
    };

    /// The part of the memory that is accessed.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Part {
        /// The heap, by the offset in the segment.
        Heap,
        /// The value stack of the running thread, by the distance from its start.
        Stack,
        /// The inline cache at an address of the host.
        Cache,
    }

    /// The acts that are due before an operation that has begun.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Begun {
        /// Whether the transaction should end here. The first operation of a transaction does not
        /// end it, though it is at a yield point: it began there, and may be tried again.
        pub wants_end: bool,
        /// Whether the transaction must abort.
        pub is_doomed: bool,
    }

    /// A simulated machine that runs the program. The running thread is the one that calls.
    pub trait Simulator {
        // ---- threads and time

        /// A thread is going to exist; its numbers count from 0.
        fn announce(&self, thread: u64);
        /// Gives an announced thread the function that it runs.
        fn spawn(&self, thread: u64, body: Box<dyn FnOnce()>);
        /// Waits until a condition holds, or a time has come.
        fn wait_until(&self, condition: &mut dyn FnMut() -> bool, deadline_ns: Option<u64>);
        /// Notes that a condition for which others wait may hold now.
        fn ring(&self);
        /// Lets others run for a moment.
        fn pause(&self);
        /// The virtual time.
        fn now_ns(&self) -> u64;

        /// The program looks at the clock.
        fn clock_read(&self);

        // ---- acts of the program

        /// An operation of the program begins, at an instruction whose address is `position`.
        /// `is_fine`: before it a transaction may end, by the finer set of yield points.
        fn operation(&self, position: u64, cycles_class: u8, is_fine: bool) -> Begun;
        /// The operation that was told last, before which a transaction might have ended, is going
        /// to run; another one may have begun just before it.
        fn operation_runs(&self);
        /// The operation reads a word of the value stack and writes one.
        fn registers(&self, read: u64, written: u64);
        /// An access to memory.
        fn access(&self, part: Part, place: u64, bytes: u64, is_write: bool);
        /// An object was allocated in the nursery.
        fn allocated(&self, offset: u64, bytes: u64);
        /// Tells that a float was made.
        fn float_made(&self);
        /// The object that an instruction with an inline cache looks at has this shape.
        fn cache_used(&self, cache: u64, shape: u32);

        // ---- transactions

        /// How transactions are elided.
        fn elision(&self) -> &Elision;
        /// The same number in each run for an instruction's address.
        fn site(&self, position: u64) -> u64;
        /// As [`HardwareTransactions::begin`], and so on for the following.
        fn begin(&self) -> bool;
        /// Ends the running transaction.
        fn end(&self);
        /// Takes back the running transaction.
        fn abort(&self, cause: Option<HardwareCause>);
        /// Whether one runs.
        fn test(&self) -> bool;
        /// The status of the last one's abort.
        fn status(&self) -> HardwareStatus;
        /// Whether the running transaction must abort.
        fn is_doomed(&self) -> bool;
        /// The running transaction came to an act that only the holder of the lock does: it is
        /// doomed.
        fn need_lock(&self);
        /// Dooms all running transactions but the caller's.
        fn doom_others(&self);
        /// The software transaction that stands for the running one has begun or is over.
        fn set_open(&self, is_open: bool);
        /// Lets doomed transactions give up their locks.
        fn settle(&self);
        /// Whether a thread holds the lock.
        fn is_held(&self) -> bool;
        /// Spins for a while until it is free; whether it is.
        fn spin_while_held(&self) -> bool;
        /// Takes it.
        fn acquire(&self);
        /// Gives it back.
        fn release(&self);
        /// Whether there is no other thread.
        fn is_alone(&self) -> bool;
        /// Waits a short random time.
        fn back_off(&self, attempts: u32);
        /// Whether the holder of the lock should end its stretch at the next yield point.
        fn must_hand_over(&self) -> bool;
        /// The holder of the lock blocks, and lets it go meanwhile; or it goes on.
        fn set_blocked(&self, is_blocked: bool);
    }

    thread_local! {
        static SIMULATOR: Cell<Option<&'static dyn Simulator>> = const { Cell::new(None) };
        static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
        static EPOCH: Instant = Instant::now();
    }

    /// Makes this thread of the system simulate from now on.
    pub fn install(simulator: &'static dyn Simulator) {
        SIMULATOR.set(Some(simulator));
    }

    /// The simulator of this thread of the system, if it simulates.
    #[inline]
    pub fn simulator() -> Option<&'static dyn Simulator> {
        SIMULATOR.get()
    }

    /// Whether this thread of the system simulates.
    #[inline]
    pub(crate) fn is_simulated() -> bool {
        simulator().is_some()
    }

    /// The virtual time, on a simulated machine.
    #[inline]
    pub(crate) fn virtual_now_ns() -> Option<u64> {
        simulator().map(Simulator::now_ns)
    }

    /// The virtual time if this thread simulates, else the real one.
    pub fn now() -> Instant {
        match simulator() {
            Some(simulator) => {
                EPOCH.with(|epoch| *epoch) + Duration::from_nanos(simulator.now_ns())
            }
            None => Instant::now(),
        }
    }

    /// The next wait ends at this time at the latest.
    pub fn set_deadline(deadline: Option<Instant>) {
        DEADLINE.set(deadline);
    }

    /// As [`Simulator::wait_until`], until the deadline that was set.
    pub(crate) fn wait_until(simulator: &dyn Simulator, mut condition: impl FnMut() -> bool) {
        let deadline = DEADLINE.take();
        let since_start = |time: Instant| time.duration_since(EPOCH.with(|epoch| *epoch));
        let deadline_ns = deadline.map(|deadline| since_start(deadline).as_nanos() as u64);
        simulator.wait_until(&mut condition, deadline_ns);
    }

    /// Notes that a condition for which others wait may hold now.
    pub fn ring() {
        if let Some(simulator) = simulator() {
            simulator.ring();
        }
    }

    /// Words were read.
    #[inline]
    pub(crate) fn heap_read(object: u64, at: u64, bytes: u64) {
        if let Some(simulator) = simulator() {
            simulator.access(Part::Heap, object + at, bytes, false);
        }
    }

    /// Words were written.
    #[inline]
    pub(crate) fn heap_written(object: u64, at: u64, bytes: u64) {
        if let Some(simulator) = simulator() {
            simulator.access(Part::Heap, object + at, bytes, true);
        }
    }

    /// A value that can be computed from an object at any time was stored in it.
    #[inline]
    pub(crate) fn cache_written(object: u64, at: u64, bytes: u64) {
        heap_written(object, at, bytes);
    }

    /// Tells that an object was allocated.
    #[inline]
    pub(crate) fn allocated(object: u64, bytes: u64) {
        if let Some(simulator) = simulator() {
            simulator.allocated(object, bytes);
        }
    }

    /// Tells that a float was made.
    #[inline]
    pub(crate) fn float_made() {
        if let Some(simulator) = simulator() {
            simulator.float_made();
        }
    }

    /// The simulated machine as the processor of the running thread.
    pub(crate) struct Processor(pub(crate) &'static dyn Simulator);

    impl HardwareTransactions for Processor {
        fn begin(&mut self) -> bool {
            self.0.begin()
        }

        fn end(&mut self) {
            self.0.end();
        }

        fn abort(&mut self, cause: HardwareCause) {
            self.0.abort(Some(cause));
        }

        fn test(&self) -> bool {
            self.0.test()
        }

        fn status(&self) -> HardwareStatus {
            self.0.status()
        }
    }

    impl GlobalLock for Processor {
        fn is_held(&self) -> bool {
            self.0.is_held()
        }

        fn spin_while_held(&mut self) -> bool {
            self.0.spin_while_held()
        }

        fn acquire(&mut self) {
            self.0.acquire();
        }

        fn release(&mut self) {
            self.0.release();
        }

        fn is_alone(&self) -> bool {
            self.0.is_alone()
        }

        fn back_off(&mut self, attempts: u32) {
            self.0.back_off(attempts);
        }
    }
}
