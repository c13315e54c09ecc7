//! Open files of the operating system by their numbers, which programs hold.
#![allow(
    unsafe_code,
    reason = "a number that a program names becomes a borrowed file descriptor"
)]

use std::os::fd::BorrowedFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec};

/// The open file of a descriptor, if it can be one.
pub fn borrowed(number: i32) -> Option<BorrowedFd<'static>> {
    // SAFETY: it is not -1. Nothing promises that the file stays open: a program may close any
    // descriptor, and gets an error of the system (EBADF) then, as everywhere in Python. The
    // runtime itself holds no descriptor once it has mapped its heap and relies on none.
    (number >= 0).then(|| unsafe { BorrowedFd::borrow_raw(number) })
}

/// Tells a descriptor of a signal: its number as a byte. A failure cannot be reported.
pub(crate) fn write_signal(number: i32, signal: i32) {
    if let Some(file) = borrowed(number) {
        let _ = rustix::io::write(file, &[signal as u8]);
    }
}

/// Sleeps until one of the descriptors is ready (one that is not open or has an error counts as
/// ready), a signal interrupts, or the time is over; returns whether one is ready.
pub(crate) fn poll(descriptors: &[(i32, i16)], limit: Option<Duration>) -> bool {
    let mut polled = Vec::with_capacity(descriptors.len());
    for (number, events) in descriptors {
        let Some(file) = borrowed(*number) else {
            return true;
        };
        let events = PollFlags::from_bits_retain(*events as u16);
        polled.push(PollFd::from_borrowed_fd(file, events));
    }
    let limit = limit.map(|limit| Timespec {
        tv_sec: limit.as_secs().min(i64::MAX as u64) as i64,
        tv_nsec: limit.subsec_nanos().into(),
    });
    match rustix::event::poll(&mut polled, limit.as_ref()) {
        Ok(ready) => ready > 0,
        Err(rustix::io::Errno::INTR) => false,
        Err(_) => true,
    }
}
