//! The file in memory that holds the old space, and the system's limit of the sizes of files.

use std::os::fd::OwnedFd;

use rustix::fs::{MemfdFlags, ftruncate, memfd_create};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The greatest size of a file that this process may make (`ulimit -f`); `None`: any.
pub(crate) fn file_bytes_max() -> Option<u64> {
    getrlimit(Resource::Fsize).maximum
}

/// Runs something that makes a file of that size. The process may have set itself a lower limit of
/// the sizes of files than it is allowed: that does not count meanwhile.
pub(super) fn with_room_for_file<T>(
    size: u64,
    run: impl FnOnce() -> rustix::io::Result<T>,
) -> rustix::io::Result<T> {
    let limit = getrlimit(Resource::Fsize);
    if limit.maximum.is_some_and(|most| most < size) {
        // (The system would end the process by a signal.)
        return Err(rustix::io::Errno::FBIG);
    }
    if limit.current.is_none_or(|most| most >= size) {
        return run();
    }
    let raised = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    setrlimit(Resource::Fsize, raised)?;
    let outcome = run();
    setrlimit(Resource::Fsize, limit)?;
    outcome
}

/// A file in memory that holds an old space.
pub(super) fn heap_file(size: u64) -> rustix::io::Result<OwnedFd> {
    let file = memfd_create("motet-heap", MemfdFlags::CLOEXEC)?;
    ftruncate(&file, size)?;
    Ok(file)
}
