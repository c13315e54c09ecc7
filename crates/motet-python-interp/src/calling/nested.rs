//! Loops of operations that native code enters.

use motet_python_bytecode::FRAME_HEADER_WORDS;
use motet_python_objects::classes::running_frames;
use motet_python_objects::model::native::{Entered, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_tm::Unwind;
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
    let result = driver::run_nested(thread, |thread| match enter(thread)? {
        Entered::Done => Ok(()),
        Entered::Frame => {
            crate::effects::called();
            driver::run(thread)
        }
        Entered::Raising => {
            crate::effects::called();
            driver::run_raising(thread)
        }
    });
    left(thread, result)
}

/// After a loop: the frames above the current one are left, also those that have not ended because
/// what has entered them is done again.
fn left(thread: &Thread, result: Outcome<()>) -> Outcome<()> {
    if matches!(result, Err(Unwind::Wait | Unwind::Abort)) {
        running_frames::forget_above(thread)?;
    }
    result
}

/// As [`run_nested`], where `enter` enters one frame or several, the outermost of them with its
/// header at `header`: that of a generator, and above it those of what it delegates to.
///
/// # Errors
/// As [`run_nested`].
pub(crate) fn run_nested_from(
    thread: &mut Thread,
    header: usize,
    enter: impl FnOnce(&mut Thread) -> Outcome<Entered>,
) -> Outcome<()> {
    #[cfg(feature = "count-leaving")]
    crate::leaving::note_nested(thread);
    let result = driver::run_nested(thread, |thread| {
        let entered = enter(thread)?;
        crate::effects::called();
        let bottom = thread.pointer_to(header + FRAME_HEADER_WORDS);
        match entered {
            Entered::Done => Ok(()),
            Entered::Frame => driver::run_from(thread, bottom),
            Entered::Raising => driver::run_raising_from(thread, bottom),
        }
    });
    left(thread, result)
}
