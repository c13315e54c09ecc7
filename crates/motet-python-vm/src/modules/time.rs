//! `time`.

use std::time::{Duration, UNIX_EPOCH};

use motet_tm::{Unwind, Value};

use crate::exception::{OVERFLOW_ERROR, TYPE_ERROR, VALUE_ERROR};
use crate::kinds::*;
use crate::native::{Arguments, NativeFunction, Outcome};
use crate::objects::{float, int};
use crate::thread::{Thread, WaitRequest};

/// The functions of the module.
pub(super) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("time", 0, 0, time),
    NativeFunction::leaf("time_ns", 0, 0, time_ns),
    NativeFunction::leaf("monotonic", 0, 0, monotonic),
    NativeFunction::leaf("monotonic_ns", 0, 0, monotonic_ns),
    NativeFunction::leaf("perf_counter", 0, 0, monotonic),
    NativeFunction::leaf("perf_counter_ns", 0, 0, monotonic_ns),
    NativeFunction::leaf("process_time", 0, 0, monotonic),
    NativeFunction::leaf("sleep", 1, 1, sleep),
];

fn since_epoch() -> Duration {
    crate::clock::time_of_day()
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
    Ok(float::from_f64(
        thread,
        crate::clock::now()
            .duration_since(thread.machine().start)
            .as_secs_f64(),
    ))
}

fn monotonic_ns<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(int::from_i64(
        thread,
        crate::clock::now()
            .duration_since(thread.machine().start)
            .as_nanos() as i64,
    ))
}

/// A number of seconds.
pub(super) fn seconds(thread: &Thread, value: Value<'_>) -> Option<f64> {
    float::to_f64(thread, value).or_else(|| int::to_i64(thread, value).map(|whole| whole as f64))
}

/// The first attempt says until when to wait; the second finds that time has passed.
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
    if crate::clock::now() >= deadline {
        thread.stop_waiting(true);
        return Ok(NONE);
    }
    thread.wait_request.set(Some(WaitRequest::Until(deadline)));
    Err(Unwind::Wait)
}
