//! Begin, safe point, commit, abort; the root stack; waiting: the slow halves of the header.
//!
//! Every function here but the last few is a safepoint: it may collect, commit or abort, and all
//! that C holds must lie on the root stack. Invariants: see the crate's page.
#![allow(
    unsafe_code,
    reason = "functions with C's calling convention and names"
)]

use std::ffi::{CStr, c_char, c_void};

use motet_tm::{Due, Word};

use crate::thread::{CHUNK_WORDS, Call, STATUS_ABORTED, STATUS_DUE, STATUS_OK, Thread, misuse};

/// Begins a transaction.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_start(thread: *mut Thread) {
    // SAFETY: passed on.
    let mut call = unsafe { Call::outside(thread, "stm_start_transaction") };
    call.shared.atomic_depth = 0;
    call.mutator.begin();
    call.refresh();
}

/// Ends the transaction.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_commit(thread: *mut Thread) -> i32 {
    // SAFETY: passed on.
    let mut call = unsafe { Call::inside(thread, "stm_commit_transaction") };
    refuse_atomic(&call);
    let result = call.mutator.end().map(|()| STATUS_OK);
    call.status(result)
}

/// Ends the transaction and begins the next.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_break(thread: *mut Thread) -> i32 {
    // SAFETY: passed on.
    let mut call = unsafe { Call::inside(thread, "stm_break_transaction") };
    refuse_atomic(&call);
    let result = call.mutator.commit_and_begin().map(|()| STATUS_OK);
    call.status(result)
}

fn refuse_atomic(call: &Call<'_>) {
    if call.shared.atomic_depth != 0 {
        call.misuse("an atomic block is open");
    }
}

/// Answers the poll word: collects, stops for others, aborts.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_safe_point(thread: *mut Thread) -> i32 {
    // SAFETY: passed on.
    let mut call = unsafe { Call::inside(thread, "stm_safe_point") };
    let is_atomic = call.shared.atomic_depth != 0;
    let result = call.mutator.safepoint().map(|due| match due {
        Due::Commit if !is_atomic => STATUS_DUE,
        _ => STATUS_OK,
    });
    call.status(result)
}

/// Makes sure that the transaction cannot abort any more.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_become_inevitable(thread: *mut Thread) -> i32 {
    // SAFETY: passed on.
    let mut call = unsafe { Call::inside(thread, "stm_become_inevitable") };
    let result = call.mutator.become_inevitable().map(|()| STATUS_OK);
    call.status(result)
}

/// Gives the transaction up and begins it again, if `waits` after the count of changes has grown
/// beyond `seen`. Returns [`STATUS_ABORTED`].
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_abort(thread: *mut Thread, waits: bool, seen: u64) -> i32 {
    // SAFETY: passed on.
    let mut call = unsafe { Call::inside(thread, "stm_abort_transaction") };
    if !call.mutator.can_abort() {
        call.misuse("the transaction is inevitable, or runs under the GIL");
    }
    call.mutator.roll_back_and_end();
    if waits {
        wait_for_change(&mut call, seen);
    }
    call.mutator.begin();
    call.shared.atomic_depth = 0;
    call.refresh();
    STATUS_ABORTED
}

/// Runs `callback` inside the inevitable transaction while others run and commit.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3; the callback neither calls this library nor jumps out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_call_blocking(
    thread: *mut Thread,
    callback: extern "C" fn(*mut c_void),
    argument: *mut c_void,
) {
    // SAFETY: passed on.
    let mut call = unsafe { Call::inside(thread, "stm_call_blocking") };
    if call.mutator.can_abort() {
        call.misuse("the transaction is not inevitable");
    }
    call.mutator.while_safe(|| callback(argument));
    call.refresh();
}

/// Waits, outside of a transaction, until the count of changes is not `seen`.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_wait_for_change(thread: *mut Thread, seen: u64) {
    // SAFETY: passed on.
    let mut call = unsafe { Call::outside(thread, "stm_wait_for_change") };
    wait_for_change(&mut call, seen);
}

fn wait_for_change(call: &mut Call<'_>, seen: u64) {
    let runtime = call.mutator.runtime().clone();
    call.mutator.wait_until(|| runtime.change_count() != seen);
}

// ---- not safepoints

/// The count of changes: grows when a transaction commits that asked to wake the waiting.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_change_count(thread: *mut Thread) -> u64 {
    // SAFETY: passed on.
    let call = unsafe { Call::enter(thread, "stm_change_count") };
    call.mutator.runtime().change_count()
}

/// When this transaction commits, threads that wait for a change look again.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_wake_waiters_at_commit(thread: *mut Thread) {
    // SAFETY: passed on.
    let call = unsafe { Call::inside(thread, "stm_wake_waiters_at_commit") };
    call.mutator.wake_waiters_at_commit();
}

/// The call that C wants when the transaction has ended.
struct Hook {
    callback: extern "C" fn(*mut c_void),
    argument: *mut c_void,
}

// SAFETY: hooks run on the thread that registers them.
unsafe impl Send for Hook {}

impl Hook {
    fn run(self) {
        (self.callback)(self.argument);
    }
}

/// Has `callback` called after the transaction has committed.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3; the callback neither calls this library nor jumps out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_call_on_commit(
    thread: *mut Thread,
    callback: extern "C" fn(*mut c_void),
    argument: *mut c_void,
) {
    // SAFETY: passed on.
    let call = unsafe { Call::inside(thread, "stm_call_on_commit") };
    let hook = Hook { callback, argument };
    call.mutator.call_on_commit(Box::new(move || hook.run()));
}

/// Has `callback` called after the transaction was aborted and undone.
///
/// # Safety
/// As [`stm_lib_call_on_commit`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_call_on_abort(
    thread: *mut Thread,
    callback: extern "C" fn(*mut c_void),
    argument: *mut c_void,
) {
    // SAFETY: passed on.
    let call = unsafe { Call::inside(thread, "stm_call_on_abort") };
    let hook = Hook { callback, argument };
    call.mutator.call_on_abort(Box::new(move || hook.run()));
}

/// Whether the transaction can still abort.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_is_inevitable(thread: *mut Thread) -> bool {
    // SAFETY: passed on.
    let call = unsafe { Call::inside(thread, "stm_is_inevitable") };
    !call.mutator.can_abort()
}

/// Makes room for `words` more words on the root stack; false if it is full.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_grow_roots(thread: *mut Thread, words: usize) -> bool {
    // SAFETY: passed on.
    let call = unsafe { Call::enter(thread, "STM_PUSH_ROOT") };
    let stack = &call.mutator.stack;
    let bytes = words.saturating_mul(size_of::<Word>());
    let Some(end) = (call.shared.root_top as usize).checked_add(bytes) else {
        return false;
    };
    let grown = stack.extend_soft_end(end as *mut Word);
    call.shared.root_limit = stack.soft_end();
    grown
}

/// Prepares the words from `top` on, below the low-water mark, to be popped and written.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_lower_roots(thread: *mut Thread, top: *mut Word) {
    // SAFETY: passed on.
    let call = unsafe { Call::enter(thread, "STM_POP_ROOT") };
    let stack = &mut call.mutator.stack;
    if top < stack.start() {
        misuse("STM_POP_ROOT", "the root stack is empty");
    }
    let lowest = top.wrapping_sub(CHUNK_WORDS).max(stack.start());
    stack.lower_water(lowest.min(stack.low_water()));
    call.shared.root_low = stack.low_water();
}

/// Ends the process with a message.
///
/// # Safety
/// I-CAPI-5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_misuse(function: *const c_char, what: *const c_char) -> ! {
    // SAFETY: I-CAPI-5.
    let (function, what) = unsafe { (CStr::from_ptr(function), CStr::from_ptr(what)) };
    misuse(&function.to_string_lossy(), &what.to_string_lossy())
}
