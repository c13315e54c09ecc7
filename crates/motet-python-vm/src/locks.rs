//! Locks: their state lies in the heap and is part of the transaction; who waits is native.
//!
//! A lock taken and let go within one transaction was never held for anybody else: then the two
//! threads conflict as on any object. Only a lock that is held over the end of a transaction is
//! seen held, and waited for: so the runtime is told when a thread is inside of `with lock:`
//! (`Mutator::enter_hold`). A lock that is taken by a call may be a gate that another thread opens.

use std::time::{Duration, Instant};

use motet_tm::{Object, Unwind, Value};

use crate::exception::RUNTIME_ERROR;
use crate::kinds::*;
use crate::native::Outcome;
use crate::thread::{Thread, WaitRequest};
use crate::waiting::Key;

/// Word of a lock: the holder's identification; 0: nobody.
const LOCK_HOLDER: u64 = 1;
/// Word of a lock: how often it is held.
const LOCK_COUNT: u64 = 2;
/// Word of a lock: its key in the waiting room.
const LOCK_KEY: u64 = 3;

/// How many keys a transaction keeps that are to be woken, before it asks for its end.
const RELEASED_MAX: usize = 256;

/// Keys of one thread: it draws them without asking others.
const KEYS_PER_THREAD: u64 = 1 << 32;

impl Thread {
    /// A key that no other lock has. (An abort wastes some.)
    pub(crate) fn new_key(&self) -> Key {
        let drawn = self.keys_drawn.get() + 1;
        self.keys_drawn.set(drawn);
        self.ident * KEYS_PER_THREAD + drawn % KEYS_PER_THREAD
    }

    /// When the transaction commits, a sleeper of the key wakes.
    pub(crate) fn wake_at_commit(&self, key: Key) {
        let mut released = self.released.borrow_mut();
        if !released.contains(&key) {
            released.push(key);
        }
        let is_waited_for = self.machine().waiting.may_have_waiters(key)
            || self.machine().blocked_regions() > 0
            || released.len() >= RELEASED_MAX;
        if is_waited_for {
            self.wake_waiters_at_commit();
        }
    }

    /// The deadline of the blocking operation that is being tried: set when it is tried first.
    pub(crate) fn deadline_in(&self, duration: Option<Duration>) -> Option<Instant> {
        let here = self.pc.get();
        if let Some((deadline, place)) = self.deadline.get()
            && place == here
        {
            return Some(deadline);
        }
        let deadline = duration.and_then(|duration| crate::clock::now().checked_add(duration));
        self.deadline.set(deadline.map(|deadline| (deadline, here)));
        deadline
    }

    /// The blocking operation is over. `has_got`: it has what it waited for.
    pub(crate) fn stop_waiting(&self, has_got: bool) {
        self.deadline.set(None);
        if let Some(waiter) = self.waiter.borrow_mut().take() {
            self.machine().waiting.leave(&waiter, has_got);
        }
    }

    /// The operation must wait for a key, or until a time.
    pub(crate) fn wait_for(&self, key: Key, deadline: Option<Instant>) -> Unwind {
        self.wait_request
            .set(Some(WaitRequest::Key { key, deadline }));
        Unwind::Wait
    }
}

/// Makes a lock.
pub(crate) fn new_lock(thread: &Thread, class: ClassNumber) -> Value<'_> {
    let zero = Value::from_small(0);
    let key = Value::from_integer(thread.new_key() as i64).expect("62 bits");
    thread.new_small(class, zero, zero, key)
}

/// The state of a lock.
pub(crate) struct State {
    /// Identification of the holder; 0: nobody.
    pub(crate) holder: i64,
    /// How often it is held.
    pub(crate) count: i64,
    key: Key,
}

pub(crate) fn state(thread: &Thread, lock: Object<'_>) -> State {
    let view = thread.read(lock);
    let word = |word| view.get(word).as_integer().unwrap_or(0);
    State {
        holder: word(LOCK_HOLDER),
        count: word(LOCK_COUNT),
        key: word(LOCK_KEY) as Key,
    }
}

fn set_state(thread: &Thread, lock: Object<'_>, holder: i64, count: i64) -> Outcome<()> {
    let view = thread.write(lock)?;
    let number = |number| Value::from_integer(number).expect("a small number");
    view.set(LOCK_HOLDER, number(holder));
    view.set(LOCK_COUNT, number(count));
    Ok(())
}

/// How long an operation blocks.
#[derive(Clone, Copy)]
pub(crate) enum Patience {
    /// Not at all.
    None,
    /// So long.
    Limited(Duration),
    /// Until it has what it wants.
    Unlimited,
}

/// Takes a lock, `count` times. False when it is held and that is no reason to wait (any more).
pub(crate) fn acquire(
    thread: &Thread,
    lock: Object<'_>,
    is_reentrant: bool,
    count: i64,
    patience: Patience,
) -> Outcome<bool> {
    let state = state(thread, lock);
    let me = thread.ident as i64;
    if state.holder == 0 || is_reentrant && state.holder == me {
        set_state(thread, lock, me, state.count + count)?;
        thread.stop_waiting(true);
        return Ok(true);
    }
    let deadline = match patience {
        Patience::None => return Ok(false),
        Patience::Limited(duration) => thread.deadline_in(Some(duration)),
        Patience::Unlimited => None,
    };
    if deadline.is_some_and(|deadline| crate::clock::now() >= deadline) {
        thread.stop_waiting(false);
        return Ok(false);
    }
    Err(thread.wait_for(state.key, deadline))
}

/// Lets go of a lock, `count` times.
pub(crate) fn release(
    thread: &Thread,
    lock: Object<'_>,
    is_reentrant: bool,
    count: i64,
) -> Outcome<()> {
    let state = state(thread, lock);
    if is_reentrant && state.holder != thread.ident as i64 {
        return Err(thread.raise(RUNTIME_ERROR, "cannot release un-acquired lock"));
    }
    if state.holder == 0 {
        return Err(thread.raise(RUNTIME_ERROR, "release unlocked lock"));
    }
    if state.count > count {
        return set_state(thread, lock, state.holder, state.count - count);
    }
    set_state(thread, lock, 0, 0)?;
    thread.wake_at_commit(state.key);
    Ok(())
}

/// What a lock is for the child of a fork: nobody holds it.
pub(crate) fn reinit_after_fork(thread: &Thread, lock: Object<'_>) -> Outcome<()> {
    set_state(thread, lock, 0, 0)
}
