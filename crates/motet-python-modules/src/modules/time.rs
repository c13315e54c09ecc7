//! `_time_core`: clocks and sleeping. `time` (in the library, Python) is made of it.

use motet_python_objects::model::exception;
use motet_python_objects::model::module_def::ModuleDef;
#[cfg(simulated)]
use motet_python_objects::model::simulated_hooks;
use motet_python_objects::types::string;
use std::time::{Duration, UNIX_EPOCH};

use motet_tm::{Unwind, Value};

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

/// The clock of the system that an argument names.
fn clock_argument(thread: &Thread, arguments: Arguments) -> Outcome<rustix::time::ClockId> {
    use rustix::time::ClockId;
    let number = integer_argument(thread, arguments.get(thread, 0))?;
    Ok(match number {
        0 => ClockId::Realtime,
        1 => ClockId::Monotonic,
        2 => ClockId::ProcessCPUTime,
        3 => ClockId::ThreadCPUTime,
        4 => ClockId::MonotonicRaw,
        5 => ClockId::RealtimeCoarse,
        6 => ClockId::MonotonicCoarse,
        7 => ClockId::Boottime,
        _ => {
            let text = string::new(thread, "Invalid argument")?;
            let arguments = [Value::from_small(22), text];
            let error = exception::new(thread, exception::OS_ERROR, &arguments);
            return Err(thread.raise_value(error));
        }
    })
}

fn clock<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let nanoseconds = nanoseconds(clock_argument(thread, arguments)?);
    Ok(float::from_f64(thread, nanoseconds as f64 * 1e-9))
}

fn clock_ns<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let nanoseconds = nanoseconds(clock_argument(thread, arguments)?);
    Ok(int::from_i64(thread, nanoseconds))
}

fn resolution<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let time = rustix::time::clock_getres(clock_argument(thread, arguments)?);
    let seconds = time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9;
    Ok(float::from_f64(thread, seconds))
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
        let message = format!("'{name}' object cannot be interpreted as an integer");
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
