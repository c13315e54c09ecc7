//! The reason why a function returns early: the language's exception, or the runtime's abort.
//!
//! Nothing jumps over frames: both travel as `Err` through the same `Result`. The enum is 64 bits
//! wide, so that `Result<u64, Unwind>` comes back in two registers (measured, see the decision
//! record on errors).

/// The reason why a function returns early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Unwind {
    /// The language has raised an exception; the language's thread holds it.
    Raise = 1,
    /// The transaction is doomed: the loop that began it must roll back and start again.
    /// User code never sees this.
    Abort = 2,
    /// The operation must wait for something that another thread does. Nothing was changed: the
    /// loop ends the transaction (or aborts it, where it may not end), waits, and runs the
    /// operation again.
    Wait = 3,
}

/// The heap limit is reached, or the request is absurd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;
