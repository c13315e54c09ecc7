//! `_signal`: handlers of signals, and the timer that sends one.

use super::posix;
use super::posix::{plain_error, system_error};
use super::time;
use motet_python_objects::model::function;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::int;
use motet_python_objects::types::tables;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use motet_tm::{Unwind, Value};

use motet_python_objects::classes::signals;
use motet_python_objects::classes::signals::{Disposition, SIGNALS_END};
use motet_python_objects::model::exception::{
    KEYBOARD_INTERRUPT, OS_ERROR, TYPE_ERROR, VALUE_ERROR,
};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::machine::Module;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::{Thread, WaitRequest};
use motet_python_objects::types::{dict, float, string};
use motet_vm::signals::Signals;
use rustix::io::Errno;

pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("signal", 2, 2, signal),
    NativeFunction::leaf("getsignal", 1, 1, getsignal),
    NativeFunction::leaf("default_int_handler", 2, 2, default_int_handler),
    NativeFunction::calling("raise_signal", 1, 1, raise_signal),
    NativeFunction::calling("_simulate", 1, 1, simulate),
    NativeFunction::leaf("strsignal", 1, 1, strsignal),
    NativeFunction::calling("alarm", 1, 1, alarm),
    NativeFunction::calling("setitimer", 2, 3, setitimer),
    NativeFunction::leaf("getitimer", 1, 1, getitimer),
    NativeFunction::leaf("pause", 0, 0, pause),
    NativeFunction::calling("_set_wakeup", 1, 1, set_wakeup),
    NativeFunction::calling("_set_blocked", 1, 1, set_blocked),
    NativeFunction::leaf("_blocked", 0, 0, |thread, _| {
        Ok(int::from_u64(thread, thread.blocked_signals()))
    }),
    NativeFunction::leaf("_held", 0, 0, |thread, _| {
        Ok(int::from_u64(thread, thread.vm().signals.held()))
    }),
    NativeFunction::calling("_wait_held", 2, 2, wait_held),
    NativeFunction::leaf("siginterrupt", 2, 2, |_, _| Ok(NONE)),
];

const SIGALRM: i32 = 14;

/// Names and numbers of Linux.
const NUMBERS: &[(&str, i32, &str)] = &[
    ("SIGHUP", 1, "Hangup"),
    ("SIGINT", 2, "Interrupt"),
    ("SIGQUIT", 3, "Quit"),
    ("SIGILL", 4, "Illegal instruction"),
    ("SIGTRAP", 5, "Trace/breakpoint trap"),
    ("SIGABRT", 6, "Aborted"),
    ("SIGBUS", 7, "Bus error"),
    ("SIGFPE", 8, "Floating point exception"),
    ("SIGKILL", 9, "Killed"),
    ("SIGUSR1", 10, "User defined signal 1"),
    ("SIGSEGV", 11, "Segmentation fault"),
    ("SIGUSR2", 12, "User defined signal 2"),
    ("SIGPIPE", 13, "Broken pipe"),
    ("SIGALRM", SIGALRM, "Alarm clock"),
    ("SIGTERM", 15, "Terminated"),
    ("SIGSTKFLT", 16, "Stack fault"),
    ("SIGCHLD", 17, "Child exited"),
    ("SIGCONT", 18, "Continued"),
    ("SIGSTOP", 19, "Stopped (signal)"),
    ("SIGTSTP", 20, "Stopped"),
    ("SIGTTIN", 21, "Stopped (tty input)"),
    ("SIGTTOU", 22, "Stopped (tty output)"),
    ("SIGURG", 23, "Urgent I/O condition"),
    ("SIGXCPU", 24, "CPU time limit exceeded"),
    ("SIGXFSZ", 25, "File size limit exceeded"),
    ("SIGVTALRM", 26, "Virtual timer expired"),
    ("SIGPROF", 27, "Profiling timer expired"),
    ("SIGWINCH", 28, "Window changed"),
    ("SIGIO", 29, "I/O possible"),
    ("SIGPWR", 30, "Power failure"),
    ("SIGSYS", 31, "Bad system call"),
    ("SIGRTMIN", 34, "Real-time signal 0"),
    ("SIGRTMAX", 64, "Real-time signal 30"),
];

/// Fills the module.
fn fill(thread: &Thread, module: &Module) -> Outcome<()> {
    let aliases = [("SIGIOT", 6), ("SIGCLD", 17), ("SIGPOLL", 29)];
    let others = [
        ("SIG_DFL", 0),
        ("SIG_IGN", 1),
        ("NSIG", SIGNALS_END as i32),
        ("ITIMER_REAL", 0),
        ("ITIMER_VIRTUAL", 1),
        ("ITIMER_PROF", 2),
        ("SIG_BLOCK", 0),
        ("SIG_UNBLOCK", 1),
        ("SIG_SETMASK", 2),
    ];
    let signals = NUMBERS.iter().map(|(name, number, _)| (*name, *number));
    for (name, number) in signals.chain(aliases).chain(others) {
        crate::filling::set(thread, module, name, Value::from_small(number))?;
    }
    crate::filling::set(thread, module, "ItimerError", thread.class_object(OS_ERROR))?;
    crate::filling::set(
        thread,
        module,
        "itimer_error",
        thread.class_object(OS_ERROR),
    )?;
    let handlers = dict::new(thread)?;
    let interrupt = thread
        .machine()
        .symbols
        .intern(thread, "default_int_handler");
    if let (Some(handlers), Some(handler)) = (
        handlers.as_object(),
        module.namespace.get(thread, interrupt),
    ) {
        dict::set_leaf(thread, handlers, Value::from_small(2), handler)?;
    }
    crate::filling::set(thread, module, "_handlers", handlers)
}

/// The number of a signal.
fn number(thread: &Thread, value: Value<'_>) -> Outcome<i32> {
    let Some(number) = int::to_i64(thread, value) else {
        let name = thread.type_name(value);
        let message = format!("'{name}' object cannot be interpreted as an integer");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    if (1..SIGNALS_END as i64).contains(&number) {
        return Ok(number as i32);
    }
    Err(thread.raise(VALUE_ERROR, "signal number out of range"))
}

fn signal<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let signal = number(thread, arguments.get(thread, 0))?;
    if !thread.is_main() {
        let message = "signal only works in main thread of the main interpreter";
        return Err(thread.raise(VALUE_ERROR, message));
    }
    let handler = arguments.get(thread, 1);
    let disposition = match int::to_i64(thread, handler) {
        Some(0) => Disposition::Default,
        Some(1) => Disposition::Ignore,
        None if function::is_callable(thread, handler) => Disposition::Handler,
        _ => {
            let message =
                "signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object";
            return Err(thread.raise(TYPE_ERROR, message));
        }
    };
    thread.become_inevitable()?;
    let is_ignored = is_ignored(thread, signal);
    if let Err(error) = thread.vm().signals.set_disposition(signal, disposition) {
        return Err(system_error(thread, error.raw_os_error().unwrap_or(0), &[]));
    }
    if disposition == Disposition::Default && !thread.vm().signals.is_caught(signal) && is_ignored {
        // Who has started the process had the system itself ignore it.
        posix::signal_calls::stop_ignoring(signal);
    }
    let key = Value::from_small(signal);
    let Some(handlers) = signals::handlers(thread).and_then(Value::as_object) else {
        return Ok(NONE);
    };
    let before = dict::get_leaf(thread, handlers, key)?;
    let handler = arguments.get(thread, 1);
    dict::set_leaf(thread, handlers, key, handler)?;
    Ok(before
        .flatten()
        .unwrap_or(Value::from_small(i32::from(is_ignored))))
}

fn is_ignored(thread: &Thread, signal: i32) -> bool {
    thread.vm().signals.ignored() >> (signal - 1) & 1 != 0
}

fn getsignal<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let signal = number(thread, arguments.get(thread, 0))?;
    let handlers = signals::handlers(thread).and_then(Value::as_object);
    let known = match handlers {
        Some(handlers) => dict::get_leaf(thread, handlers, Value::from_small(signal))?,
        None => None,
    };
    let default = Value::from_small(i32::from(is_ignored(thread, signal)));
    Ok(known.flatten().unwrap_or(default))
}

fn default_int_handler<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Err(thread.raise(KEYBOARD_INTERRUPT, ""))
}

/// A signal to the own process.
fn raise_signal<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let signal = number(thread, arguments.get(thread, 0))?;
    send_here(thread, signal)?;
    Ok(NONE)
}

/// As if a signal had come. Nothing happens if it is ignored or has no handler.
fn simulate<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let signal = number(thread, arguments.get(thread, 0))?;
    if thread.vm().signals.has_handler(signal) {
        send_here(thread, signal)?;
    }
    Ok(NONE)
}

/// The main thread handles the signals that it sends itself before it goes on, also where its
/// transaction may not end. The work of another thread until now is committed when the handler
/// runs, and printed output is written when a signal ends the process.
fn send_here(thread: &mut Thread, signal: i32) -> Outcome<()> {
    if thread.is_main() && thread.vm().signals.is_noted(signal) {
        thread.become_inevitable()?;
        thread.vm().signals.arrive(signal);
    } else {
        let signals = &thread.vm().signals;
        thread.call_on_commit(Box::new(move || signals.arrive(signal)));
    }
    thread.commit_soon();
    Ok(())
}

fn strsignal<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let signal = number(thread, arguments.get(thread, 0))?;
    match NUMBERS.iter().find(|(_, known, _)| *known == signal) {
        Some((_, _, text)) => string::new(thread, text),
        None if signal > 34 => string::new(thread, &format!("Real-time signal {}", signal - 34)),
        None => Ok(NONE),
    }
}

/// When the timer sends its signal, and how often after that.
#[derive(Clone, Copy, Default)]
struct Timer {
    next: Option<Instant>,
    interval: Duration,
}

struct TimerThread {
    timer: Mutex<Timer>,
    changed: Condvar,
    /// Gets the signals of the timer.
    signals: &'static Signals,
}

/// The timer, and the process to which it belongs: a child that was forked has none yet. Locked by
/// threads that have transactions only, so a fork finds it free.
static TIMER: Mutex<Option<(u32, &'static TimerThread)>> = Mutex::new(None);

/// # Errors
/// `OSError` when the system gives no thread.
fn timer_thread(thread: &Thread) -> Outcome<&'static TimerThread> {
    let signals = &thread.vm().signals;
    let mut timer = TIMER.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if let Some((owner, shared)) = *timer
        && owner == process
    {
        return Ok(shared);
    }
    let shared: &'static TimerThread = Box::leak(Box::new(TimerThread {
        timer: Mutex::new(Timer::default()),
        changed: Condvar::new(),
        signals,
    }));
    let started = std::thread::Builder::new()
        .name("timer".into())
        .spawn(move || run_timer(shared));
    if started.is_err() {
        return Err(plain_error(thread, Errno::AGAIN));
    }
    *timer = Some((process, shared));
    Ok(shared)
}

fn run_timer(shared: &TimerThread) {
    let mut timer = shared.timer.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let now = Instant::now();
        match timer.next {
            Some(next) if next <= now => {
                let repeats = !timer.interval.is_zero();
                timer.next = repeats.then(|| next + timer.interval);
                drop(timer);
                shared.signals.arrive(SIGALRM);
                timer = shared.timer.lock().unwrap_or_else(PoisonError::into_inner);
            }
            Some(next) => {
                let waited = shared.changed.wait_timeout(timer, next - now);
                timer = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            None => {
                let waited = shared.changed.wait(timer);
                timer = waited.unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

/// Sets the timer; returns how long the one before would have taken, and its interval.
fn set_timer(
    thread: &Thread,
    first: Duration,
    interval: Duration,
) -> Outcome<(Duration, Duration)> {
    let shared = timer_thread(thread)?;
    let mut timer = shared.timer.lock().unwrap_or_else(PoisonError::into_inner);
    let before = *timer;
    timer.next = (!first.is_zero()).then(|| Instant::now() + first);
    timer.interval = interval;
    shared.changed.notify_all();
    Ok((left(before), before.interval))
}

fn left(timer: Timer) -> Duration {
    timer.next.map_or(Duration::ZERO, |next| {
        next.saturating_duration_since(Instant::now())
    })
}

fn alarm<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 0);
    let seconds = tables::c_int_argument(thread, value)?;
    thread.become_inevitable()?;
    // The system takes and gives an `unsigned int`.
    let first = Duration::from_secs(u64::from(seconds as u32));
    let (before, _) = set_timer(thread, first, Duration::ZERO)?;
    let whole = before.as_secs() + u64::from(before.subsec_nanos() > 0);
    Ok(int::from_length(u64::from(whole as u32)))
}

/// A duration in seconds; none if it is missing.
fn duration(thread: &Thread, value: Option<Value<'_>>) -> Outcome<Duration> {
    let Some(value) = value else {
        return Ok(Duration::ZERO);
    };
    let span_ns = time::span_ns(thread, value, time::NS_PER_SECOND)?;
    let span_ns = u64::try_from(span_ns).map_err(|_| plain_error(thread, Errno::INVAL))?;
    Ok(Duration::from_nanos(span_ns))
}

/// The timer that an argument names. That of real time is this module's, the others, which count
/// the time of the processors, the system's.
fn timer(thread: &Thread, which: Value<'_>) -> Outcome<i32> {
    match which.as_integer() {
        Some(which @ 0..=2) => Ok(which as i32),
        _ => Err(plain_error(thread, Errno::INVAL)),
    }
}

fn pair(thread: &Thread, times: (Duration, Duration)) -> Value<'_> {
    let seconds = |time: Duration| float::from_f64(thread, time.as_secs_f64());
    thread.new_tuple(&[seconds(times.0), seconds(times.1)])
}

fn setitimer<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let which = timer(thread, arguments.get(thread, 0))?;
    let first = duration(thread, Some(arguments.get(thread, 1)))?;
    let interval = duration(thread, arguments.optional(thread, 2))?;
    thread.become_inevitable()?;
    let before = match which {
        0 => set_timer(thread, first, interval)?,
        _ => posix::signal_calls::set_timer(which, first, interval)
            .map_err(|number| system_error(thread, number, &[]))?,
    };
    Ok(pair(thread, before))
}

fn getitimer<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let which = timer(thread, arguments.get(thread, 0))?;
    if which != 0 {
        let times = posix::signal_calls::timer(which);
        let times = times.map_err(|number| system_error(thread, number, &[]))?;
        return Ok(pair(thread, times));
    }
    let shared = timer_thread(thread)?;
    let timer = *shared.timer.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(pair(thread, (left(timer), timer.interval)))
}

/// Returns when a signal was handled since the first attempt.
fn pause<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    if thread.was_signalled() {
        return Ok(NONE);
    }
    let soon = Instant::now() + Duration::from_secs(3600);
    thread.request_wait(WaitRequest::Until(soon));
    Err(Unwind::Wait)
}

fn set_wakeup<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 0);
    let number = tables::integer_argument(thread, value)?;
    thread.become_inevitable()?;
    Ok(Value::from_small(
        thread.vm().signals.set_wakeup(number as i32),
    ))
}

/// The bits of a mask of signals.
fn mask(thread: &Thread, value: Value<'_>) -> u64 {
    int::to_i128(thread, value).unwrap_or(0) as u64
}

fn set_blocked<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mask = mask(thread, arguments.get(thread, 0));
    thread.become_inevitable()?;
    thread.set_blocked_signals(mask);
    Ok(NONE)
}

/// `_wait_held(mask, seconds)`: takes a blocked signal that has come, or comes within that time
/// (None: ever).
fn wait_held<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    const PATIENCE_US: u64 = 500;
    let mask = mask(thread, arguments.get(thread, 0));
    let limit = match arguments.get(thread, 1) {
        NONE => None,
        value => Some(duration(thread, Some(value))?),
    };
    thread.become_inevitable()?;
    if let Some(signal) = thread.vm().signals.take_held(mask) {
        thread.stop_waiting(true);
        return Ok(Value::from_small(signal));
    }
    let now = Instant::now();
    let deadline = thread.deadline_in(limit);
    if deadline.is_some_and(|deadline| now >= deadline) {
        thread.stop_waiting(true);
        return Ok(NONE);
    }
    let soon = now + Duration::from_micros(PATIENCE_US);
    let soon = deadline.map_or(soon, |deadline| deadline.min(soon));
    thread.request_wait(WaitRequest::Until(soon));
    Err(Unwind::Wait)
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_signal")
    .functions(&[FUNCTIONS])
    .filled_by(fill)
    .listed_as(&["signal"])];
