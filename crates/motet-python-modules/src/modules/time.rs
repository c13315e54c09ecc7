//! `_time_core`: clocks and sleeping. `time` (in the library, Python) is made of it.

use motet_python_objects::model::module_def::ModuleDef;
#[cfg(simulated)]
use motet_python_objects::model::simulated_hooks;
use std::time::{Duration, UNIX_EPOCH};

use motet_tm::{Unwind, Value};

use crate::modules::posix::signal_calls::{Asked, clock_nanoseconds};
use crate::modules::posix::{small, system_error};
use motet_python_objects::model::exception::{OVERFLOW_ERROR, TYPE_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::{Thread, WaitRequest};
use motet_python_objects::types::{float, int};

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("time", 0, 0, time),
    NativeFunction::leaf("time_ns", 0, 0, time_ns),
    NativeFunction::leaf("monotonic", 0, 0, monotonic),
    NativeFunction::leaf("monotonic_ns", 0, 0, monotonic_ns),
    NativeFunction::leaf("perf_counter", 0, 0, monotonic),
    NativeFunction::leaf("perf_counter_ns", 0, 0, monotonic_ns),
    NativeFunction::leaf("process_time", 0, 0, process_time),
    NativeFunction::leaf("process_time_ns", 0, 0, process_time_ns),
    NativeFunction::leaf("thread_time", 0, 0, thread_time),
    NativeFunction::leaf("thread_time_ns", 0, 0, thread_time_ns),
    NativeFunction::leaf("clock_gettime", 1, 1, clock),
    NativeFunction::leaf("clock_gettime_ns", 1, 1, clock_ns),
    NativeFunction::leaf("clock_getres", 1, 1, resolution),
    NativeFunction::leaf("sleep", 1, 1, sleep),
];

fn since_epoch() -> Duration {
    motet_vm::clock::time_of_day()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
}

fn time<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(float::from_f64(thread, since_epoch().as_secs_f64()))
}

fn time_ns<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(int::from_i64(thread, since_epoch().as_nanos() as i64))
}

fn monotonic<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    #[cfg(simulated)]
    simulated_hooks::clock_read();
    Ok(float::from_f64(
        thread,
        motet_vm::clock::now()
            .duration_since(thread.machine().start)
            .as_secs_f64(),
    ))
}

fn monotonic_ns<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(int::from_i64(
        thread,
        motet_vm::clock::now()
            .duration_since(thread.machine().start)
            .as_nanos() as i64,
    ))
}

/// The nanoseconds that a clock of the system shows.
fn nanoseconds(clock: rustix::time::ClockId) -> i64 {
    let time = rustix::time::clock_gettime(clock);
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}

fn process_time<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let nanoseconds = nanoseconds(rustix::time::ClockId::ProcessCPUTime);
    Ok(float::from_f64(thread, nanoseconds as f64 * 1e-9))
}

fn process_time_ns<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let nanoseconds = nanoseconds(rustix::time::ClockId::ProcessCPUTime);
    Ok(int::from_i64(thread, nanoseconds))
}

fn thread_time<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let nanoseconds = nanoseconds(rustix::time::ClockId::ThreadCPUTime);
    Ok(float::from_f64(thread, nanoseconds as f64 * 1e-9))
}

fn thread_time_ns<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let nanoseconds = nanoseconds(rustix::time::ClockId::ThreadCPUTime);
    Ok(int::from_i64(thread, nanoseconds))
}

/// The nanoseconds of the clock that an argument names: what it shows, or its resolution.
fn clock_argument(thread: &Thread, arguments: Arguments, asked: Asked) -> Outcome<i64> {
    let number = small(thread, arguments.get(thread, 0))?;
    match clock_nanoseconds(number, asked) {
        Ok(nanoseconds) => Ok(nanoseconds),
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

fn clock<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let nanoseconds = clock_argument(thread, arguments, Asked::Time)?;
    Ok(float::from_f64(thread, nanoseconds as f64 * 1e-9))
}

fn clock_ns<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let nanoseconds = clock_argument(thread, arguments, Asked::Time)?;
    Ok(int::from_i64(thread, nanoseconds))
}

fn resolution<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let nanoseconds = clock_argument(thread, arguments, Asked::Resolution)?;
    Ok(float::from_f64(thread, nanoseconds as f64 * 1e-9))
}

/// A number of seconds.
pub(crate) fn seconds(thread: &Thread, value: Value<'_>) -> Option<f64> {
    float::to_f64(thread, value).or_else(|| int::to_i64(thread, value).map(|whole| whole as f64))
}

/// The first attempt sets the end of the wait; the second finds that time has passed.
fn sleep<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 0);
    let Some(seconds) = seconds(thread, value) else {
        let name = thread.type_name(value);
        let message = format!("'{name}' object cannot be interpreted as an integer or float");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    if seconds.is_nan() {
        return Err(thread.raise(VALUE_ERROR, "Invalid value NaN (not a number)"));
    }
    if seconds < 0.0 {
        return Err(thread.raise(VALUE_ERROR, "sleep length must be non-negative"));
    }
    let duration = Duration::try_from_secs_f64(seconds).ok();
    let Some(deadline) = duration.and_then(|duration| thread.deadline_in(Some(duration))) else {
        let message = "timestamp out of range for platform time_t";
        return Err(thread.raise(OVERFLOW_ERROR, message));
    };
    if motet_vm::clock::now() >= deadline {
        thread.stop_waiting(true);
        return Ok(NONE);
    }
    thread.request_wait(WaitRequest::Until(deadline));
    Err(Unwind::Wait)
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] =
    &[ModuleDef::new("_time_core").functions(&[FUNCTIONS, crate::modules::posix::CALENDAR])];
