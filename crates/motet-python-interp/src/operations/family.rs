//! The table of a family of operations: the function that runs each opcode. Each file of generic
//! forms begins with such a table, and [`dispatch`](super::dispatch) puts them together:
//!
//! ```text
//! operations! {
//!     LoadGlobal => |thread, word| load_global(thread, a(word), index(word));
//! }
//! ```
//!
//! The handlers of a family stand in a table of the same kind (`handled!` in
//! `handler_support.rs`).

use motet_python_bytecode::{Opcode, encode};
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;

/// Runs the instruction that the thread has begun, whose first word is given.
pub(crate) type Generic = fn(&mut Thread, u32) -> Outcome<()>;

/// The function that is the generic form of an opcode.
pub(crate) struct Operation {
    pub(crate) opcode: Opcode,
    pub(crate) run: Generic,
}

/// The result of an operation's function: nothing, if it cannot fail.
pub(crate) trait Ended {
    fn ended(self) -> Outcome<()>;
}

impl Ended for () {
    #[inline(always)]
    fn ended(self) -> Outcome<()> {
        Ok(())
    }
}

impl Ended for Outcome<()> {
    #[inline(always)]
    fn ended(self) -> Outcome<()> {
        self
    }
}

/// Operand `bx` of an instruction, as an index.
#[inline(always)]
pub(crate) const fn index(word: u32) -> usize {
    encode::bx(word) as usize
}

/// Declares the generic forms of a family.
macro_rules! operations {
    ($($opcode:ident => |$thread:pat_param, $word:pat_param| $body:expr;)*) => {
        /// The generic forms of the family's operations.
        pub(super) const OPERATIONS: &[$crate::operations::family::Operation] = &[$(
            $crate::operations::family::Operation {
                opcode: motet_python_bytecode::Opcode::$opcode,
                run: |$thread, $word| $crate::operations::family::Ended::ended($body),
            },
        )*];
    };
}
pub(crate) use operations;
