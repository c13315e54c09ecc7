//! The border: what the driver, the threads and the signals ask of a language.

use std::ops::DerefMut;

use motet_tm::{Root, Unwind, Word};

use crate::thread::Thread;

/// What functions of the virtual machine return.
pub type Outcome<T> = Result<T, Unwind>;

/// A language: implemented by its thread, which begins with a [`Thread`] and dereferences to it.
///
/// The driver calls these methods inside of an open transaction, unless a method says otherwise.
/// Every method that returns an [`Outcome`] may fail with `Raise` (the language keeps what is
/// raised), `Abort`, and, where operations run, `Wait`.
pub trait Language: DerefMut<Target = Thread> + Sized + 'static {
    /// What all threads of the language share; it contains the [`Vm`](crate::Vm).
    type Machine: Sync + 'static;

    /// Whether the language has handlers (`handlers.rs`) in this build.
    const HAS_HANDLERS: bool;

    /// What all threads share.
    fn shared(&self) -> &'static Self::Machine;

    /// Makes the language's thread around one that has not begun to run. No transaction is open.
    fn with_thread(thread: Thread, machine: &'static Self::Machine) -> Self;

    // ---- operations

    /// Runs the generic form of the operation at `next`.
    ///
    /// # Errors
    /// What the operation raises; `Abort`; `Wait` if it must wait and is to run again afterwards.
    fn run_operation(&mut self) -> Outcome<()>;

    /// Runs handlers from `next` on, until there are events, `next` is null, or something failed.
    /// Called only if [`Language::HAS_HANDLERS`].
    ///
    /// # Errors
    /// As [`Language::run_operation`].
    fn run_handlers(&mut self) -> Outcome<()>;

    /// Finds the handler of what was raised, in the current frame or one further out, and makes it
    /// the place where execution goes on. False when what was raised leaves the frame whose
    /// registers are `bottom`, which is popped then.
    ///
    /// # Errors
    /// What the search itself raises, or an abort.
    fn unwind(&mut self, bottom: *mut Word) -> Outcome<bool>;

    /// Forgets what the language keeps natively for the transaction that was rolled back. Called
    /// after frames, waits and output are those of the checkpoint again; the next transaction has
    /// begun.
    fn rolled_back(&mut self);

    // ---- between operations

    /// The instruction at which an exception is raised that comes up between two operations, after
    /// the one at `pc`.
    fn place_of_event(&self) -> *const u32 {
        self.place_before_next()
    }

    /// Raises that memory is exhausted.
    fn raise_out_of_memory(&mut self) -> Unwind;

    /// Raises that there are too many calls inside of one another.
    fn raise_too_deep(&mut self) -> Unwind;

    /// Calls what a program wants called for an object that nothing refers to any more.
    ///
    /// # Errors
    /// An abort; what finalizers raise stays inside.
    fn finalize(&mut self, object: Root) -> Outcome<()>;

    /// Whether handlers of signals may run code of the program: then the transaction becomes
    /// inevitable first, because what they do may not be done twice.
    fn has_signal_handlers(&self) -> bool;

    /// Handles a signal, on the main thread.
    ///
    /// # Errors
    /// What the handler raises, or an abort.
    fn handle_signal(&mut self, signal: i32) -> Outcome<()>;

    // ---- threads

    /// Lays out the first frame of a new thread, which was started with `object`.
    ///
    /// # Errors
    /// An abort, after which it is called again.
    fn enter_thread(&mut self, object: Root) -> Outcome<()>;

    /// A thread's first frame has come to an end: what is to be told of it on the error output.
    ///
    /// # Errors
    /// An abort, after which the thread goes on where its last transaction began.
    fn leave_thread(&mut self, outcome: Outcome<()>) -> Outcome<Option<String>>;
}
