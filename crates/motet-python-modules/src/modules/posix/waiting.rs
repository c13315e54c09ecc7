//! Waiting for descriptors: `poll`, and the descriptors of `epoll`.

use motet_python_objects::model::borrowed_file;
use std::time::{Duration, Instant};

use motet_tm::Value;
use rustix::event::{PollFd, PollFlags, Timespec, epoll};

use crate::modules::posix::{descriptor, new_descriptor, plain_error, small, system_error};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::{int, list, tuple};
use motet_vm::waits::Descriptor;

/// The functions of this file.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("poll", 2, 2, poll),
    NativeFunction::calling("epoll_create", 0, 0, epoll_create),
    NativeFunction::calling("epoll_ctl", 4, 4, epoll_control),
    NativeFunction::calling("epoll_wait", 4, 4, epoll_wait),
];

/// No more events are asked for at once.
const EVENTS_MAX: i32 = 1 << 16;

const NOW: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 0,
};

/// Whether the time of a call that waits for descriptors is over; else it asks to be tried again
/// when one of them is ready.
fn is_over(thread: &Thread, timeout: Value<'_>, awaited: &[Descriptor]) -> Outcome<bool> {
    let seconds = if timeout == NONE {
        None
    } else {
        crate::modules::time::seconds(thread, timeout)
    };
    let seconds = seconds.filter(|seconds| *seconds >= 0.0);
    let duration =
        seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    if duration.is_some_and(|duration| duration.is_zero()) {
        return Ok(true);
    }
    let deadline = thread.deadline_in(duration);
    if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        return Ok(true);
    }
    Err(thread.wait_for_descriptors(awaited, deadline))
}

/// `poll(pairs, seconds)`: of descriptors and events, those descriptors for which an event has
/// come. It only looks: the events stay.
fn poll<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let pairs = thread.tuple_items(arguments.get(thread, 0));
    let mut awaited = Vec::with_capacity(pairs.len());
    let mut polled = Vec::with_capacity(pairs.len());
    let mut found = Vec::new();
    for pair in pairs {
        let pair = thread.tuple_items(pair);
        let number = small(thread, pair[0])?;
        let events = small(thread, pair[1])? as u16;
        match borrowed_file::borrowed(number) {
            Some(file) => {
                awaited.push((number, events as i16));
                let events = PollFlags::from_bits_retain(events);
                polled.push(PollFd::from_borrowed_fd(file, events));
            }
            None => found.push((number, PollFlags::NVAL)),
        }
    }
    rustix::event::poll(&mut polled, Some(&NOW)).map_err(|error| plain_error(thread, error))?;
    for ((number, _), polled) in awaited.iter().zip(&polled) {
        if !polled.revents().is_empty() {
            found.push((*number, polled.revents()));
        }
    }
    if found.is_empty() {
        is_over(thread, arguments.get(thread, 1), &awaited)?;
    }
    thread.stop_waiting(true);
    let mut all = Vec::with_capacity(found.len());
    for (number, events) in found {
        let pair = [
            int::from_i64(thread, number.into()),
            int::from_length(events.bits().into()),
        ];
        all.push(tuple::from_values(thread, &pair)?);
    }
    list::from_values(thread, &all)
}

fn epoll_create<'a>(thread: &'a mut Thread, _: Arguments) -> Outcome<Value<'a>> {
    use std::os::fd::IntoRawFd;
    thread.become_inevitable()?;
    match epoll::create(epoll::CreateFlags::CLOEXEC) {
        Ok(file) => Ok(new_descriptor(thread, file.into_raw_fd().into())),
        Err(error) => Err(plain_error(thread, error)),
    }
}

/// `epoll_ctl(epoll, operation, descriptor, events)`: 1 adds, 2 deletes, 3 changes.
fn epoll_control<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let epoll = descriptor(thread, arguments, 0)?;
    let what = small(thread, arguments.get(thread, 1))?;
    let number = small(thread, arguments.get(thread, 2))?;
    let file = descriptor(thread, arguments, 2)?;
    let events = crate::modules::posix::number(thread, arguments, 3)? as u32;
    let flags = epoll::EventFlags::from_bits_retain(events);
    let data = epoll::EventData::new_u64(number as u64);
    thread.become_inevitable()?;
    let result = match what {
        1 => epoll::add(epoll, file, data, flags),
        2 => epoll::delete(epoll, file),
        3 => epoll::modify(epoll, file, data, flags),
        _ => return Err(system_error(thread, crate::modules::posix::INVALID, &[])),
    };
    match result {
        Ok(()) => Ok(NONE),
        Err(error) => Err(plain_error(thread, error)),
    }
}

/// `epoll_wait(epoll, seconds, most, consumes)`. Unless it consumes events (of files that are
/// watched once, or at their edges), it only looks: the events stay.
fn epoll_wait<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = small(thread, arguments.get(thread, 0))?;
    let file = descriptor(thread, arguments, 0)?;
    let most = small(thread, arguments.get(thread, 2))?.clamp(1, EVENTS_MAX) as usize;
    if arguments.get(thread, 3) == TRUE {
        thread.become_inevitable()?;
    }
    let mut events = Vec::with_capacity(most);
    let found = epoll::wait(
        file,
        rustix::buffer::spare_capacity(&mut events),
        Some(&NOW),
    );
    found.map_err(|error| plain_error(thread, error))?;
    if events.is_empty() {
        let awaited = (number, PollFlags::IN.bits() as i16);
        is_over(thread, arguments.get(thread, 1), &[awaited])?;
    }
    thread.stop_waiting(true);
    let mut all = Vec::with_capacity(events.len());
    for event in &events {
        let (number, flags) = (event.data.u64(), event.flags);
        let pair = [
            int::from_u64(thread, number),
            int::from_length(flags.bits().into()),
        ];
        all.push(tuple::from_values(thread, &pair)?);
    }
    list::from_values(thread, &all)
}
