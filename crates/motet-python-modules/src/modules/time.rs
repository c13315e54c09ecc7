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
use motet_python_objects::types::tables::integer_argument;
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
    NativeFunction::leaf("sleep", 1, 1, sleep).asking_index(&[0]),
    NativeFunction::leaf("timeout_ns", 2, 2, timeout_ns).asking_index(&[0]),
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

/// Nanoseconds of a second.
pub(crate) const NS_PER_SECOND: i64 = 1_000_000_000;

const SPAN_OUT_OF_RANGE: &str = "timestamp out of range for C PyTime_t";

/// The nanoseconds of a span of time that an argument tells in a unit of so many nanoseconds: what
/// is less than one counts as one, so that no wait is too short.
///
/// # Errors
/// `TypeError`, `ValueError` for NaN, `OverflowError` beyond 63 bits.
pub(crate) fn span_ns(thread: &Thread, value: Value<'_>, unit_ns: i64) -> Outcome<i64> {
    let out_of_range = || thread.raise(OVERFLOW_ERROR, SPAN_OUT_OF_RANGE);
    if let Some(count) = float::to_f64(thread, value) {
        let span = count * unit_ns as f64;
        if span.is_nan() {
            return Err(thread.raise(VALUE_ERROR, "Invalid value NaN (not a number)"));
        }
        let span = if span < 0.0 {
            span.floor()
        } else {
            span.ceil()
        };
        let limit = i64::MAX as f64;
        if !(-limit..limit).contains(&span) {
            return Err(out_of_range());
        }
        return Ok(span as i64);
    }
    if !int::is_int(thread, value) {
        let name = thread.type_name(value);
        let message = format!("'{name}' object cannot be interpreted as an integer or float");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    let span = int::to_i64(thread, value).and_then(|count| count.checked_mul(unit_ns));
    span.ok_or_else(out_of_range)
}

/// `timeout_ns(span, unit_ns)`.
fn timeout_ns<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let unit_ns = integer_argument(thread, arguments.get(thread, 1))?;
    let span = span_ns(thread, arguments.get(thread, 0), unit_ns)?;
    Ok(int::from_i64(thread, span))
}

/// The first attempt sets the end of the wait; the second finds that time has passed.
fn sleep<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let span_ns = span_ns(thread, arguments.get(thread, 0), NS_PER_SECOND)?;
    let Ok(span_ns) = u64::try_from(span_ns) else {
        return Err(thread.raise(VALUE_ERROR, "sleep length must be non-negative"));
    };
    let Some(deadline) = thread.deadline_in(Some(Duration::from_nanos(span_ns))) else {
        return Err(thread.raise(OVERFLOW_ERROR, SPAN_OUT_OF_RANGE));
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
