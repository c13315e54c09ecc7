//! Signals: handlers run on the main thread, at its next yield point or where it waits.
//!
//! A thread of ours gets the signals of the system; it only notes them and asks the main thread for
//! attention. What the main thread has taken is noted again if its transaction is undone, so that
//! no signal is lost with an abort.

use std::sync::atomic::{AtomicI32, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use motet_tm::{Runtime, Unwind, Value};
use signal_hook::consts::{SIGINT, SIGTSTP, SIGXFSZ};
use signal_hook::iterator::Handle;

use crate::exception::KEYBOARD_INTERRUPT;
use crate::native::Outcome;
use crate::objects::dict;
use crate::thread::MAIN_IDENT;
use crate::thread::Thread;

/// Signals are numbered from 1 to 64.
pub(crate) const SIGNALS_END: usize = 65;

/// Signals that wait for the main thread, one bit each (signal 1: bit 0). SeqCst.
static PENDING: AtomicU64 = AtomicU64::new(0);

/// Signals that the program has blocked, and those of them that have come: one bit each. SeqCst.
static BLOCKED: AtomicU64 = AtomicU64::new(0);
static HELD: AtomicU64 = AtomicU64::new(0);

/// The descriptor that gets the number of each signal that has a handler; -1: none. SeqCst.
static WAKEUP: AtomicI32 = AtomicI32::new(-1);

/// What a signal does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Disposition {
    /// What the system does with it.
    Default = 0,
    /// Nothing.
    Ignore = 1,
    /// A handler of the program runs (for SIGINT: what raises `KeyboardInterrupt`, at first).
    Handler = 2,
}

/// By number; see [`Disposition`]. SeqCst.
static DISPOSITIONS: [AtomicU8; SIGNALS_END] = [const { AtomicU8::new(0) }; SIGNALS_END];

/// How often each signal has come. SeqCst.
static ARRIVALS: [AtomicU64; SIGNALS_END] = [const { AtomicU64::new(0) }; SIGNALS_END];

/// What signals need to reach the main thread.
struct Reach {
    runtime: Weak<Runtime>,
    main: std::thread::Thread,
    handle: Handle,
}

static REACH: OnceLock<Reach> = OnceLock::new();

/// Whether a signal waits.
#[inline]
pub(crate) fn is_pending() -> bool {
    PENDING.load(Ordering::SeqCst) != 0
}

/// Whether a signal waits for this thread to handle it.
#[inline]
pub(crate) fn is_pending_for(thread: &Thread) -> bool {
    is_pending() && thread.ident == MAIN_IDENT
}

/// A signal has come, or is made to seem so.
pub(crate) fn arrive(signal: i32) {
    let disposition = DISPOSITIONS[signal as usize].load(Ordering::SeqCst);
    let bit = 1 << (signal - 1);
    if BLOCKED.load(Ordering::SeqCst) & bit != 0 {
        if disposition != Disposition::Ignore as u8 {
            HELD.fetch_or(bit, Ordering::SeqCst);
        }
    } else if disposition == Disposition::Handler as u8 {
        write_signal(WAKEUP.load(Ordering::SeqCst), signal);
        note(bit);
    } else if disposition == Disposition::Default as u8 {
        // It ends or stops the process, or does nothing.
        let _ = signal_hook::low_level::emulate_default_handler(signal);
    }
    ARRIVALS[signal as usize].fetch_add(1, Ordering::SeqCst);
}

/// How often a signal has come.
pub(crate) fn arrivals(signal: i32) -> u64 {
    ARRIVALS[signal as usize].load(Ordering::SeqCst)
}

/// Whether a signal is noted when it comes, because the program handles it or has blocked it.
pub(crate) fn is_noted(signal: i32) -> bool {
    (1..SIGNALS_END as i32).contains(&signal)
        && (has_handler(signal) || blocked() & (1 << (signal - 1)) != 0)
}

/// Sets which descriptor is told of signals; the one before.
pub(crate) fn set_wakeup(descriptor: i32) -> i32 {
    WAKEUP.swap(descriptor, Ordering::SeqCst)
}

/// Which signals are blocked.
pub(crate) fn blocked() -> u64 {
    BLOCKED.load(Ordering::SeqCst)
}

/// Which blocked signals have come.
pub(crate) fn held() -> u64 {
    HELD.load(Ordering::SeqCst)
}

/// Takes one of the held signals of a mask.
pub(crate) fn take_held(mask: u64) -> Option<i32> {
    let found = HELD.load(Ordering::SeqCst) & mask;
    let signal = found.trailing_zeros() as i32 + 1;
    (found != 0).then(|| {
        HELD.fetch_and(!(1 << (signal - 1)), Ordering::SeqCst);
        signal
    })
}

/// Sets which signals are blocked. What was held and is not blocked any more comes now.
pub(crate) fn set_blocked(mask: u64) {
    // SIGKILL and SIGSTOP cannot be blocked.
    let mask = mask & !(1 << 8 | 1 << 18);
    let before = BLOCKED.swap(mask, Ordering::SeqCst);
    for signal in 1..SIGNALS_END as i32 {
        let bit = 1_u64 << (signal - 1);
        if mask & !before & bit != 0
            && let Some(reach) = REACH.get()
            && signal_hook::low_level::signal_name(signal).is_some()
            && !signal_hook::consts::FORBIDDEN.contains(&signal)
        {
            // Else it would end the process where it should wait.
            let _ = reach.handle.add_signal(signal);
        }
        if before & !mask & bit != 0 && take_held(bit).is_some() {
            arrive(signal);
        }
    }
}

/// Whether a handler of the program runs when the signal comes.
pub(crate) fn has_handler(signal: i32) -> bool {
    DISPOSITIONS[signal as usize].load(Ordering::SeqCst) == Disposition::Handler as u8
}

/// Notes signals for the main thread.
fn note(mask: u64) {
    PENDING.fetch_or(mask, Ordering::SeqCst);
    if let Some(reach) = REACH.get() {
        if let Some(runtime) = reach.runtime.upgrade() {
            runtime.request_attention();
        }
        reach.main.unpark();
    }
}

/// The transaction is undone: its signals have not been handled.
pub(crate) fn give_back(thread: &Thread) {
    let taken = thread.signals_taken.replace(0);
    if taken != 0 {
        note(taken);
    }
}

/// Catches SIGINT from now on, and ignores SIGXFSZ, as CPython does: a write past the limit of a
/// file's size fails instead. To be called by the main thread.
///
/// # Errors
/// What the system says when it refuses.
pub(crate) fn install(thread: &Thread) -> std::io::Result<()> {
    DISPOSITIONS[SIGINT as usize].store(Disposition::Handler as u8, Ordering::SeqCst);
    DISPOSITIONS[SIGXFSZ as usize].store(Disposition::Ignore as u8, Ordering::SeqCst);
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGXFSZ])?;
    let reach = Reach {
        runtime: Arc::downgrade(thread.runtime()),
        main: std::thread::current(),
        handle: signals.handle(),
    };
    assert!(REACH.set(reach).is_ok(), "one machine a process");
    std::thread::Builder::new()
        .name("signals".into())
        .spawn(move || signals.forever().for_each(arrive))?;
    Ok(())
}

/// Sets what a signal does.
///
/// # Errors
/// What the system says when it refuses.
pub(crate) fn set_disposition(signal: i32, disposition: Disposition) -> std::io::Result<()> {
    if matches!(signal, 9 | 19) {
        // EINVAL, as the system says.
        return Err(std::io::Error::from_raw_os_error(22));
    }
    DISPOSITIONS[signal as usize].store(disposition as u8, Ordering::SeqCst);
    let is_refused = signal_hook::low_level::signal_name(signal).is_none()
        || signal_hook::consts::FORBIDDEN.contains(&signal);
    let is_caught = disposition != Disposition::Default || signal == SIGTSTP;
    match REACH.get() {
        Some(reach) if is_caught && !is_refused => reach.handle.add_signal(signal),
        _ => Ok(()),
    }
}

/// Handles what waits, if this is the main thread. To be called between two operations.
///
/// # Errors
/// What handlers raise (at first `KeyboardInterrupt`, for SIGINT), or an abort.
#[cold]
pub(crate) fn deliver(thread: &mut Thread) -> Outcome<()> {
    thread.clear_attention();
    if !is_pending_for(thread) {
        return Ok(());
    }
    let has_module = crate::module::find_module(thread, "_signal").is_some();
    if has_module {
        // A handler may block, and what it does may not be done twice.
        thread.become_inevitable()?;
    }
    let mask = PENDING.swap(0, Ordering::SeqCst);
    thread.signals_taken.set(thread.signals_taken.get() | mask);
    thread.signals_seen.set(thread.signals_seen.get() + 1);
    for signal in 1..SIGNALS_END as i32 {
        if mask & (1 << (signal - 1)) == 0 {
            continue;
        }
        if let Err(unwind) = handle(thread, signal) {
            // Those behind it wait for the next time.
            let rest = mask & u64::MAX.checked_shl(signal as u32).unwrap_or(0);
            if rest != 0 && unwind == Unwind::Raise {
                thread.signals_taken.set(thread.signals_taken.get() & !rest);
                note(rest);
            }
            return Err(unwind);
        }
    }
    Ok(())
}

fn handle(thread: &mut Thread, signal: i32) -> Outcome<()> {
    let number = Value::from_small(signal);
    let handler = handlers(thread)
        .and_then(Value::as_object)
        .and_then(|handlers| dict::get_leaf(thread, handlers, number).ok()?.flatten());
    let Some(handler) = handler else {
        if signal == SIGINT {
            return Err(thread.raise(KEYBOARD_INTERRUPT, ""));
        }
        return Ok(());
    };
    let handler = thread.root(handler);
    let number = thread.root(Value::from_small(signal));
    let frame = thread.root(crate::kinds::NONE);
    thread.call(handler, &[number, frame])?;
    Ok(())
}

/// The dict of the program's handlers, once there is one.
pub(crate) fn handlers(thread: &Thread) -> Option<Value<'_>> {
    let machine = thread.machine();
    let module = crate::module::find_module(thread, "_signal")?;
    let name = machine.symbols.find("_handlers")?;
    crate::module::namespace_of(thread, module).get(thread, name)
}

/// Handles what waits, where the thread has just waited: the operation is tried again afterwards,
/// with the deadline that it had.
///
/// # Errors
/// As [`deliver`].
pub(crate) fn deliver_after_wait(thread: &mut Thread) -> Outcome<()> {
    if !is_pending_for(thread) {
        return Ok(());
    }
    let deadline = thread.deadline.get();
    let paused = thread.paused_at.get();
    thread.stop_waiting(false);
    thread.paused_at.set(None);
    deliver(thread)?;
    thread.deadline.set(deadline);
    thread.paused_at.set(paused);
    Ok(())
}

/// Tells a descriptor of a signal: its number as a byte. Nobody can be told that this fails.
pub(crate) fn write_signal(number: i32, signal: i32) {
    if let Some(file) = crate::borrowed_file::borrowed(number) {
        let _ = rustix::io::write(file, &[signal as u8]);
    }
}
