//! Loops of operations that native code enters.

use motet_python_objects::model::native::{Entered, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_vm::driver;

/// Enters a frame from native code and runs it to its end.
///
/// # Errors
/// Any exception of entering and the frame; an abort.
pub(crate) fn run_nested(
    thread: &mut Thread,
    enter: impl FnOnce(&mut Thread) -> Outcome<Entered>,
) -> Outcome<()> {
    #[cfg(feature = "count-leaving")]
    crate::leaving::note_nested(thread);
    driver::run_nested(thread, |thread| match enter(thread)? {
        Entered::Done => Ok(()),
        Entered::Frame => {
            crate::effects::called();
            driver::run(thread)
        }
        Entered::Raising => {
            crate::effects::called();
            driver::run_raising(thread)
        }
    })
}
