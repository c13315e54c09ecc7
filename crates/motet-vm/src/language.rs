//! The border: the requests of the driver, the threads and the signals to a language.

use std::ops::DerefMut;

use motet_tm::{Root, Unwind, Word};

use crate::thread::Thread;

/// The result of functions of the virtual machine.
pub type Outcome<T> = Result<T, Unwind>;

/// A language: implemented by its thread, which begins with a [`Thread`] and dereferences to it.
///
/// The driver calls these methods inside of an open transaction, unless a method says otherwise.
/// Every method that returns an [`Outcome`] may fail with `Raise` (the language keeps the
/// exception), `Abort`, and, where operations run, `Wait`.
pub trait Language: DerefMut<Target = Thread> + Sized + 'static {
    /// The state that all threads of the language share; it contains the [`Vm`](crate::Vm).
    type Machine: Sync + 'static;

    /// Whether the language has handlers (`handlers.rs`) in this build.
    const HAS_HANDLERS: bool;

    /// Returns the state that all threads share.
    fn shared(&self) -> &'static Self::Machine;

    /// Makes the language's thread around one that has not begun to run. No transaction is open.
    fn with_thread(thread: Thread, machine: &'static Self::Machine) -> Self;

    // ---- operations

    /// Runs the generic form of the operation at `next`.
    ///
    /// # Errors
    /// An exception of the operation; `Abort`; `Wait` if it must wait and is to run again
    /// afterwards.
    fn run_operation(&mut self) -> Outcome<()>;

    /// Runs handlers from `next` on, until there are events, `next` is null, or something failed.
    /// Called only if [`Language::HAS_HANDLERS`].
    ///
    /// # Errors
    /// As [`Language::run_operation`].
    fn run_handlers(&mut self) -> Outcome<()>;

    /// Finds the handler of the exception, in the current frame or one further out, and makes it
    /// the place where execution goes on. Returns false when the exception leaves the frame whose
    /// registers are `bottom`, which is popped then.
    ///
    /// # Errors
    /// An exception of the search itself, or an abort.
    fn unwind(&mut self, bottom: *mut Word) -> Outcome<bool>;

    /// Forgets the native state that the language keeps for the transaction that was rolled back.
    /// Called after frames, waits and output are those of the checkpoint again; the next
    /// transaction has begun.
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

    /// Calls the finalizers of an object that nothing refers to any more.
    ///
    /// # Errors
    /// An abort; exceptions of finalizers stay inside.
    fn finalize(&mut self, object: Root) -> Outcome<()>;

    /// Whether handlers of signals may run code of the program: then the transaction becomes
    /// inevitable first, because their effects may not happen twice.
    fn has_signal_handlers(&self) -> bool;

    /// Handles a signal, on the main thread.
    ///
    /// # Errors
    /// An exception of the handler, or an abort.
    fn handle_signal(&mut self, signal: i32) -> Outcome<()>;

    // ---- threads

    /// Lays out the first frame of a new thread, which was started with `object`.
    ///
    /// # Errors
    /// An abort, after which it is called again.
    fn enter_thread(&mut self, object: Root) -> Outcome<()>;

    /// Ends a thread whose first frame has returned; the result is the text for the error output.
    ///
    /// # Errors
    /// An abort, after which the thread goes on where its last transaction began.
    fn leave_thread(&mut self, outcome: Outcome<()>) -> Outcome<Option<String>>;
}
