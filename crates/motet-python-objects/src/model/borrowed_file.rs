//! Open files of the operating system by their numbers, which programs hold.
#![allow(
    unsafe_code,
    reason = "a number that a program names becomes a borrowed file descriptor"
)]

use std::os::fd::BorrowedFd;

/// The open file of a descriptor, if it can be one.
pub fn borrowed(number: i32) -> Option<BorrowedFd<'static>> {
    // SAFETY: it is not -1. That the file stays open is not promised by anybody: a program may
    // close what it likes, and gets an error of the system (EBADF) then, as everywhere in Python.
    // The runtime itself holds no descriptor once it has mapped its heap and relies on none.
    (number >= 0).then(|| unsafe { BorrowedFd::borrow_raw(number) })
}

/// Tells a descriptor of a signal: its number as a byte. Nobody can be told that this fails.
pub(crate) fn write_signal(number: i32, signal: i32) {
    if let Some(file) = borrowed(number) {
        let _ = rustix::io::write(file, &[signal as u8]);
    }
}
