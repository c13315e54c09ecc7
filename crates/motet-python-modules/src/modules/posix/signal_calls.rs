//! Signals, timers and clocks of the system, which have no safe wrapper.

#![allow(
    unsafe_code,
    reason = "what the system offers and no library wraps is called here"
)]

use std::time::Duration;

use motet_vm::signals::of_mask;

use crate::modules::posix::system::last_error;

// ---- signals

/// Has a signal, which the system ignores, do what it does by default.
pub(crate) fn stop_ignoring(signal: i32) {
    // SAFETY: no handler is set. It fails for a number that is no signal's.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
}

/// Has the system ignore signals of a mask while `run` runs. It starts a program, which goes on to
/// ignore what this one ignores (by handlers that do nothing, which no other program has).
pub(crate) fn while_ignoring<T>(mask: u64, run: impl FnOnce() -> T) -> T {
    // SAFETY: all zeroes are a value of this structure: no flags, no signals, the default handler.
    let mut ignore: libc::sigaction = unsafe { std::mem::zeroed() };
    ignore.sa_sigaction = libc::SIG_IGN;
    let mut before = Vec::new();
    for signal in of_mask(mask) {
        let mut old = ignore;
        // SAFETY: the call reads one structure and writes the other. A signal that comes meanwhile
        // is one that the program ignores.
        if unsafe { libc::sigaction(signal, &ignore, &mut old) } == 0 {
            before.push((signal, old));
        }
    }
    let result = run();
    for (signal, old) in &before {
        // SAFETY: the call reads the structure, which it has written itself.
        unsafe { libc::sigaction(*signal, old, std::ptr::null_mut()) };
    }
    result
}

/// What a process knows of signals that it hands on to the program that it becomes: those that it
/// ignores, and those that are blocked, one bit each.
#[derive(Clone, Copy)]
pub(crate) struct SignalState {
    pub(crate) ignored: u64,
    pub(crate) blocked: u64,
}

impl SignalState {
    /// Has the system do with signals what the program is to find.
    pub(super) fn apply(self) {
        for signal in of_mask(self.ignored) {
            // SAFETY: a system call; no handler is set.
            unsafe { libc::signal(signal, libc::SIG_IGN) };
        }
        let blocked = signals(self.blocked);
        // SAFETY: the call reads the structure.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &blocked, std::ptr::null_mut()) };
    }

    /// Has a command, which the process becomes, begin with this. (The standard library has it not
    /// ignore SIGPIPE, and block nothing.)
    pub(crate) fn apply_in(self, command: &mut std::process::Command) {
        use std::os::unix::process::CommandExt;
        let act = move || {
            self.apply();
            Ok(())
        };
        // SAFETY: the closure makes system calls only, takes no lock and allocates nothing.
        unsafe { command.pre_exec(act) };
    }
}

/// Unblocks all signals for the calling thread and those that it starts; which ones were blocked,
/// one bit each. The machine holds back itself the signals that a program has blocked.
pub fn take_blocked_signals() -> u64 {
    let (none, mut before) = (signals(0), signals(0));
    // SAFETY: the call reads one structure and writes the other.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &none, &mut before) };
    let is_blocked = |signal: &i32| {
        // SAFETY: the call reads the structure; for a number that is no signal's it fails.
        unsafe { libc::sigismember(&before, *signal) == 1 }
    };
    let blocked = of_mask(u64::MAX).filter(is_blocked);
    blocked.fold(0, |mask, signal| mask | 1 << (signal - 1))
}

/// A set of signals from its bits.
pub(crate) fn signals(bits: u64) -> libc::sigset_t {
    let mut set = std::mem::MaybeUninit::uninit();
    // SAFETY: the call writes the structure.
    let mut set = unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        set.assume_init()
    };
    for signal in of_mask(bits) {
        // SAFETY: the call writes the structure; a number that is no signal's changes nothing.
        unsafe { libc::sigaddset(&mut set, signal) };
    }
    set
}

// ---- timers and clocks

fn duration_of(time: libc::timeval) -> Duration {
    // The system's times are never negative.
    Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64)
}

fn time_of_duration(duration: Duration) -> libc::timeval {
    // A time that is not zero does not stop the timer.
    let shortest = Duration::from_micros(1);
    let duration = if duration.is_zero() {
        duration
    } else {
        duration.max(shortest)
    };
    libc::timeval {
        tv_sec: duration.as_secs() as i64,
        tv_usec: duration.subsec_micros().into(),
    }
}

/// How long a timer of the system still takes, and its interval.
pub(crate) fn timer(which: i32) -> Result<(Duration, Duration), i32> {
    // SAFETY: all zeroes are a value of this structure of numbers.
    let mut found: libc::itimerval = unsafe { std::mem::zeroed() };
    // SAFETY: the address is of a variable that the call may write.
    if unsafe { libc::getitimer(which, &mut found) } != 0 {
        return Err(last_error());
    }
    Ok((duration_of(found.it_value), duration_of(found.it_interval)))
}

/// Sets a timer of the system; what [`timer`] said before.
pub(crate) fn set_timer(
    which: i32,
    first: Duration,
    interval: Duration,
) -> Result<(Duration, Duration), i32> {
    let new = libc::itimerval {
        it_interval: time_of_duration(interval),
        it_value: time_of_duration(first),
    };
    // SAFETY: all zeroes are a value of this structure of numbers.
    let mut before: libc::itimerval = unsafe { std::mem::zeroed() };
    // SAFETY: the call reads one structure and writes the other.
    if unsafe { libc::setitimer(which, &new, &mut before) } != 0 {
        return Err(last_error());
    }
    Ok((
        duration_of(before.it_value),
        duration_of(before.it_interval),
    ))
}

/// A question to a clock.
#[derive(Clone, Copy)]
pub(crate) enum Asked {
    Time,
    Resolution,
}

/// What a clock of the system shows, or its resolution, in nanoseconds.
pub(crate) fn clock_nanoseconds(clock: i32, asked: Asked) -> Result<i64, i32> {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the address is of a variable that the call may write.
    let result = unsafe {
        match asked {
            Asked::Time => libc::clock_gettime(clock, &mut time),
            Asked::Resolution => libc::clock_getres(clock, &mut time),
        }
    };
    if result == 0 {
        Ok(time.tv_sec * 1_000_000_000 + time.tv_nsec)
    } else {
        Err(last_error())
    }
}
