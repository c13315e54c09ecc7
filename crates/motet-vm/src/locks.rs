//! Locks: their state lies in the heap and is part of the transaction; the list of waiting threads
//! is native.
//!
//! A lock taken and let go within one transaction was never held for any other thread: it need not
//! be written at all (`claims.rs`). Only a lock that is held over the end of a transaction is seen
//! held, and waited for: so the runtime is told when a thread is inside of `with lock:`
//! (`Mutator::enter_hold`). A lock that is taken by a call may be a gate that another thread opens.

use std::time::Duration;

use motet_tm::{Object, Unwind, Value};

use crate::claims::{LOCK_COUNT, LOCK_HOLDER, LOCK_KEY, set_state};
use crate::clock;
use crate::language::Outcome;
use crate::thread::Thread;
use crate::waiting::Key;

/// The fields of a new lock, which no thread holds: a language makes an object of them whose layout
/// has them as words 1 to 3.
pub fn new_lock_fields(thread: &Thread) -> [Value<'static>; 3] {
    let key = Value::from_integer(thread.new_key() as i64)
        .expect("keys are counted, and no program counts to 2**61");
    [Value::from_small(0), Value::from_small(0), key]
}

/// The state of a lock.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Identification of the holder; 0: none.
    pub holder: i64,
    /// How often it is held.
    pub count: i64,
    key: Key,
}

/// The state of a lock, as the transaction sees it.
pub fn state(thread: &Thread, lock: Object<'_>) -> State {
    let view = thread.read(lock);
    let word = |word| view.get(word).as_integer().unwrap_or(0);
    let mut state = State {
        holder: word(LOCK_HOLDER),
        count: word(LOCK_COUNT),
        key: word(LOCK_KEY) as Key,
    };
    let claimed = thread.claims.count_of(thread, lock);
    if claimed > 0 {
        debug_assert_eq!(state.holder, 0, "what is claimed nobody holds");
        (state.holder, state.count) = (thread.ident() as i64, claimed);
    }
    debug_assert!(
        (state.holder == 0) == (state.count == 0),
        "a lock that nobody holds is held no times"
    );
    state
}

/// How long an operation blocks.
#[derive(Clone, Copy, Debug)]
pub enum Patience {
    /// Not at all.
    None,
    /// So long.
    Limited(Duration),
    /// Until the lock is taken.
    Unlimited,
}

/// Takes a lock, `count` times. False when it is held and that is no reason to wait (any more).
///
/// # Errors
/// An abort; [`Unwind::Wait`] when the lock is held and the operation is to be tried again.
pub fn acquire(
    thread: &Thread,
    lock: Object<'_>,
    is_reentrant: bool,
    count: i64,
    patience: Patience,
) -> Outcome<bool> {
    let state = state(thread, lock);
    let me = thread.ident() as i64;
    if state.holder == 0 || is_reentrant && state.holder == me {
        let is_claimed = thread.claims.change(thread, lock, count)
            || state.holder == 0 && claim(thread, lock, (state.key, count));
        if !is_claimed {
            set_state(thread, lock, me, state.count + count)?;
        }
        thread.stop_waiting(true);
        return Ok(true);
    }
    let deadline = match patience {
        Patience::None => return Ok(false),
        Patience::Limited(duration) => thread.deadline_in(Some(duration)),
        Patience::Unlimited => None,
    };
    if deadline.is_some_and(|deadline| clock::now() >= deadline) {
        thread.stop_waiting(false);
        return Ok(false);
    }
    Err(thread.wait_for(state.key, deadline))
}

/// The reason why a lock was not let go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReleaseError {
    /// Another thread holds the lock, or none does, and it is reentrant.
    NotOwned,
    /// Nobody holds the lock.
    NotHeld,
    /// The transaction must be undone.
    Unwind(Unwind),
}

impl From<Unwind> for ReleaseError {
    fn from(unwind: Unwind) -> ReleaseError {
        ReleaseError::Unwind(unwind)
    }
}

/// Lets go of a lock, `count` times.
///
/// # Errors
/// See [`ReleaseError`].
pub fn release(
    thread: &Thread,
    lock: Object<'_>,
    is_reentrant: bool,
    count: i64,
) -> Result<(), ReleaseError> {
    let state = state(thread, lock);
    if is_reentrant && state.holder != thread.ident() as i64 {
        return Err(ReleaseError::NotOwned);
    }
    if state.holder == 0 {
        return Err(ReleaseError::NotHeld);
    }
    if thread.claims.change(thread, lock, -state.count.min(count)) {
        // It is not written, but the thread that was woken to take it may not be the only one that
        // waits.
        if count >= state.count && thread.vm().waiting.may_have_waiters(state.key) {
            thread.wake_at_commit(state.key);
        }
        return Ok(());
    }
    if state.count > count {
        set_state(thread, lock, state.holder, state.count - count)?;
        return Ok(());
    }
    set_state(thread, lock, 0, 0)?;
    thread.wake_at_commit(state.key);
    if thread.is_transactional() && thread.vm().lock_heat.is_hot(state.key) {
        thread.commit_after_section();
    }
    Ok(())
}

/// Resets a lock in the child of a fork: no thread holds it.
///
/// # Errors
/// An abort.
pub fn reinit_after_fork(thread: &Thread, lock: Object<'_>) -> Outcome<()> {
    thread
        .claims
        .change(thread, lock, -thread.claims.count_of(thread, lock));
    set_state(thread, lock, 0, 0)
}

/// Claims a lock that no thread holds, so often. False: it is to be taken really.
fn claim(thread: &Thread, lock: Object<'_>, (key, count): (Key, i64)) -> bool {
    let may_claim = thread.is_transactional() && !cfg!(simulated);
    may_claim
        && thread
            .claims
            .add(thread, lock, (key, count), &thread.vm().lock_heat)
}
