//! The objects of running frames, which are found again as long as the frame runs.
//!
//! Frames are windows on the value stack, and most have no object. One that has is listed in the
//! heap by the place of its registers, and the stack watches the innermost of them: its return is
//! not plain (`motet_tm`'s `Stack::watch`), so that returns of all others stay as fast as they are.
//!
//! ```text
//!   value stack    ├─ main ─┼─ f ─┼─ g ─┼─ h …         (main and g were asked for)
//!   ROOT_TRACE     [trace, profile, object of main, object of g]      watched: g
//! ```
//!
//! When a listed frame ends, its object keeps the values of its variables, where it has stood, and
//! the object of its caller, which is listed then. The object of a generator's frame lies in the
//! generator instead (`generator.rs`), which says itself when it ends.
//!
//! The list is in the heap, so that an abort restores it; what is watched follows from it.

use motet_tm::{Object, Value};

use crate::classes::frame_object;
use crate::classes::generator;
use crate::classes::generator::State;
use crate::model::layouts::NONE;
use crate::model::native::Outcome;
use crate::model::thread::{FrameView, ROOT_TRACE, Thread};
use crate::types::list;

/// Place of the first frame in the list of [`ROOT_TRACE`]: behind the trace function and the
/// profile function (`tracing.rs`).
const FRAMES: u64 = 2;

/// The list of [`ROOT_TRACE`], if the thread has one.
pub(super) fn state(thread: &Thread) -> Option<Object<'_>> {
    list::as_list(thread, thread.thread_root(ROOT_TRACE))
}

/// The list of [`ROOT_TRACE`], which is made if there is none yet.
pub(super) fn make_state(thread: &Thread) -> Outcome<Object<'_>> {
    if let Some(state) = state(thread) {
        return Ok(state);
    }
    let made = list::from_values(thread, &[NONE; FRAMES as usize])?;
    thread.set_thread_root(ROOT_TRACE, made);
    Ok(made.known_object())
}

/// The innermost listed frame: the place of its registers, and its object.
fn last(thread: &Thread) -> Option<(usize, Value<'_>)> {
    let state = state(thread)?;
    let place = list::length(thread, state).checked_sub(1)?;
    listed(thread, state, place)
}

/// The frame at a place of the list.
fn listed<'a>(thread: &'a Thread, state: Object<'a>, place: u64) -> Option<(usize, Value<'a>)> {
    let frame = list::get(thread, state, place).filter(|_| place >= FRAMES)?;
    Some((frame_object::registers(thread, frame)?, frame))
}

/// The object of the frame whose registers lie there, if it is listed.
fn find(thread: &Thread, registers: usize) -> Option<Value<'_>> {
    let state = state(thread)?;
    let places = (FRAMES..list::length(thread, state)).rev();
    let mut frames = places.map_while(|place| listed(thread, state, place));
    let (found, frame) = frames.find(|(place, _)| *place <= registers)?;
    (found == registers).then_some(frame)
}

/// The stack watches the innermost listed frame. To be called when the list has changed: also by an
/// abort.
pub(crate) fn watch(thread: &Thread) {
    thread.watch_frame(last(thread).map(|(registers, _)| registers));
}

/// The object of a running frame.
///
/// # Errors
/// Those of changing a list.
pub(crate) fn object_of<'a>(thread: &'a Thread, frame: &FrameView<'a>) -> Outcome<Value<'a>> {
    if let Some(generator) = frame.generator(thread).as_object() {
        return generator::frame(thread, generator);
    }
    if let Some(found) = find(thread, frame.registers) {
        return Ok(found);
    }
    let made = frame_object::running(thread, frame);
    let state = make_state(thread)?;
    list::push(thread, state, made)?;
    let mut place = list::length(thread, state) - 1;
    while let Some((registers, other)) = listed(thread, state, place - 1)
        && registers > frame.registers
    {
        list::set_index(thread, state, place as i64, other)?;
        place -= 1;
    }
    list::set_index(thread, state, place as i64, made)?;
    watch(thread);
    Ok(made)
}

/// The object of the current frame, if it has been asked for.
pub(crate) fn current(thread: &Thread) -> Option<Value<'_>> {
    if thread.code().source.generator.is_some()
        && let Some(generator) = thread.running_generator().as_object()
        && generator::is_generator_class(thread.host_of(generator))
    {
        return generator::known_frame(thread, generator);
    }
    find(thread, thread.registers_index())
}

/// The object of the current frame, from which an exception is raised, if it is found at once.
pub fn current_at_once(thread: &Thread) -> Option<Value<'_>> {
    let may_have_one = thread.is_watched_frame() || thread.code().source.generator.is_some();
    may_have_one.then(|| current(thread))?
}

/// Where the frame of an object is on this thread's stack; none if it does not run, or on another
/// thread.
pub(crate) fn view_of<'a>(thread: &'a Thread, frame: Object<'a>) -> Option<FrameView<'a>> {
    if let Some(generator) = frame_object::generator_of(thread, frame) {
        if !generator::state(thread, generator).is_running() {
            return None;
        }
        let mut frames = thread.walk_frames();
        return frames.find(|view| view.generator(thread) == generator.value());
    }
    let registers = frame_object::registers(thread, frame.value())?;
    if find(thread, registers) != Some(frame.value()) {
        return None;
    }
    let mut frames = thread.walk_frames();
    frames.find(|view| view.registers == registers)
}

/// The frame to which the one with these registers returns.
pub(crate) fn caller_of(thread: &Thread, registers: usize) -> Option<FrameView<'_>> {
    let mut frames = thread.walk_frames();
    frames.find(|view| view.registers == registers)?;
    frames.next()
}

/// The current frame ends, at this instruction: its object keeps its last state.
///
/// # Errors
/// An abort; those of changing a list.
#[cold]
pub fn ended(thread: &Thread, instruction: usize) -> Outcome<()> {
    forget_above(thread)?;
    let registers = thread.registers_index();
    let Some((_, frame)) = last(thread).filter(|(place, _)| *place == registers) else {
        watch(thread);
        return Ok(());
    };
    let back = match caller_of(thread, registers) {
        Some(caller) => object_of(thread, &caller)?,
        None => NONE,
    };
    frame_object::end(thread, frame.known_object(), instruction, back)?;
    if let Some(state) = state(thread) {
        list::pop_last(thread, state)?;
    }
    watch(thread);
    Ok(())
}

/// The current frame, a generator's, ends: see [`ended`].
pub(super) fn generator_ended(
    thread: &Thread,
    generator: Object<'_>,
    instruction: usize,
) -> Outcome<()> {
    debug_assert!(generator::state(thread, generator) != State::Finished);
    match generator::known_frame(thread, generator) {
        Some(frame) => frame_object::end(thread, frame.known_object(), instruction, NONE),
        None => Ok(()),
    }
}

/// Forgets the frames above the current one, which have been left without an end: what has entered
/// them is done again.
///
/// # Errors
/// An abort; those of changing a list.
pub fn forget_above(thread: &Thread) -> Outcome<()> {
    let current = thread.registers_index();
    while let Some((registers, _)) = last(thread)
        && registers > current
        && let Some(state) = state(thread)
    {
        list::pop_last(thread, state)?;
    }
    watch(thread);
    Ok(())
}
