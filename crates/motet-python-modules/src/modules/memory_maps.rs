//! `_maps_core`: files (and memory without a file) mapped into the process, the native half of
//! `mmap`.
//!
//! A map is named by a number; the table of those that are open holds its address and length. The
//! content of a map belongs to all processes that have it, so no abort takes a change back: each
//! function makes the transaction inevitable first, those that read too, so that a thread that sees
//! a change also sees the earlier changes of the thread that made it.
//!
//! I-MAP-1: while the lock of the table is held, the memory of each of its maps is mapped from
//! `address` to `address + length`, for reading at least, and for writing if `is_writable`.
//! I-MAP-2: bytes in a map that lie beyond the end of its file are not touched ([`Map::check`] asks
//! for the file's length first; a file that shrinks in between ends the process, as in CPython).

#![allow(
    unsafe_code,
    reason = "the memory of a map is no Rust object: other processes change it"
)]

use std::collections::HashMap;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::sync::{Mutex, MutexGuard, PoisonError};

use motet_python_objects::model::borrowed_file;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{buffer, bytes, int};

use crate::modules::posix::system_error;

struct Map {
    address: usize,
    length: usize,
    /// The place in the file at which the map begins.
    offset: u64,
    file: Option<OwnedFd>,
    is_writable: bool,
}

#[derive(Default)]
struct Table {
    next: u64,
    maps: HashMap<u64, Map>,
}

/// The maps that are open. Any thread of the process reads and changes them under the lock.
static TABLE: Mutex<Option<Table>> = Mutex::new(None);

fn table() -> MutexGuard<'static, Option<Table>> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

const BAD_ADDRESS: i32 = 14;
const INVALID: i32 = 22;
const PAGE_BYTES: usize = 4096;

fn last_error() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(5)
}

impl Map {
    /// Whether the bytes lie in the map and in its file (I-MAP-2).
    fn check(&self, start: usize, length: usize) -> Result<(), i32> {
        let end = start.checked_add(length).ok_or(INVALID)?;
        if end > self.length {
            return Err(INVALID);
        }
        let Some(file) = &self.file else {
            return Ok(());
        };
        let size = rustix::fs::fstat(file).map_or(u64::MAX, |found| found.st_size as u64);
        let there = (size.saturating_sub(self.offset) as usize).next_multiple_of(PAGE_BYTES);
        if length > 0 && end > there {
            Err(BAD_ADDRESS)
        } else {
            Ok(())
        }
    }

    fn read(&self, start: usize, length: usize) -> Result<Vec<u8>, i32> {
        self.check(start, length)?;
        let mut out: Vec<u8> = Vec::with_capacity(length);
        // SAFETY: I-MAP-1 and I-MAP-2: the bytes are there to be read, and the vector has room for
        // them. Nothing refers to the map's memory; a write by another process at the same time
        // yields some mixture of old and new bytes.
        unsafe {
            let source = (self.address + start) as *const u8;
            std::ptr::copy_nonoverlapping(source, out.as_mut_ptr(), length);
            out.set_len(length);
        }
        Ok(out)
    }

    fn write(&self, start: usize, content: &[u8]) -> Result<(), i32> {
        self.check(start, content.len())?;
        if !self.is_writable {
            return Err(BAD_ADDRESS);
        }
        // SAFETY: I-MAP-1 and I-MAP-2: the bytes are there to be written, and no Rust object lies
        // there.
        unsafe {
            let target = (self.address + start) as *mut u8;
            std::ptr::copy_nonoverlapping(content.as_ptr(), target, content.len());
        }
        Ok(())
    }

    fn flush(&self, start: usize, length: usize) -> Result<(), i32> {
        if start
            .checked_add(length)
            .is_none_or(|end| end > self.length)
        {
            return Err(INVALID);
        }
        // SAFETY: I-MAP-1; the call changes no memory.
        let result =
            unsafe { libc::msync((self.address + start) as *mut _, length, libc::MS_SYNC) };
        if result == 0 {
            Ok(())
        } else {
            Err(last_error())
        }
    }

    fn advise(&self, advice: i32, start: usize, length: usize) -> Result<(), i32> {
        let length = length.min(self.length.saturating_sub(start));
        // SAFETY: I-MAP-1; the advice changes the content of this map at most.
        let result = unsafe { libc::madvise((self.address + start) as *mut _, length, advice) };
        if result == 0 {
            Ok(())
        } else {
            Err(last_error())
        }
    }

    fn resize(&mut self, length: usize) -> Result<(), i32> {
        if let Some(file) = &self.file {
            rustix::fs::ftruncate(file, self.offset + length as u64)
                .map_err(|error| error.raw_os_error())?;
        }
        // SAFETY: I-MAP-1; the map may move, and its address is known to this structure only.
        let made = unsafe {
            libc::mremap(
                self.address as *mut _,
                self.length,
                length,
                libc::MREMAP_MAYMOVE,
            )
        };
        if made == libc::MAP_FAILED {
            return Err(last_error());
        }
        (self.address, self.length) = (made as usize, length);
        Ok(())
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: I-MAP-1; the map leaves the table, so no thread finds it any more.
        unsafe {
            libc::munmap(self.address as *mut _, self.length);
        }
    }
}

fn new_map(
    file: Option<BorrowedFd<'_>>,
    length: usize,
    (flags, protection): (i32, i32),
    offset: u64,
) -> Result<Map, i32> {
    use std::os::fd::AsRawFd;
    let file = match file {
        Some(file) => Some(rustix::io::fcntl_dupfd_cloexec(file, 0).map_err(|e| e.raw_os_error())?),
        None => None,
    };
    let number = file.as_ref().map_or(-1, AsRawFd::as_raw_fd);
    if flags & libc::MAP_FIXED != 0 {
        return Err(INVALID);
    }
    // SAFETY: without MAP_FIXED the system chooses addresses where nothing is.
    let made = unsafe {
        let start = std::ptr::null_mut();
        libc::mmap(
            start,
            length,
            protection | libc::PROT_READ,
            flags,
            number,
            offset as i64,
        )
    };
    if made == libc::MAP_FAILED {
        return Err(last_error());
    }
    let is_writable = protection & libc::PROT_WRITE != 0;
    Ok(Map {
        address: made as usize,
        length,
        offset,
        file,
        is_writable,
    })
}

// ---- natives

fn natural(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<usize> {
    let number = integer_argument(thread, arguments.get(thread, index))?;
    usize::try_from(number).map_err(|_| value_error(thread, "a number must not be negative"))
}

/// Does something with the map that argument 0 names.
fn with<T>(
    thread: &mut Thread,
    arguments: Arguments,
    act: impl FnOnce(&mut Map) -> Result<T, i32>,
) -> Outcome<T> {
    let number = natural(thread, arguments, 0)? as u64;
    thread.become_inevitable()?;
    let mut table = table();
    let map = table.as_mut().and_then(|table| table.maps.get_mut(&number));
    let result = map.map(act);
    drop(table);
    match result {
        Some(Ok(value)) => Ok(value),
        Some(Err(error)) => Err(system_error(thread, error, &[])),
        None => Err(value_error(thread, "mmap closed or invalid")),
    }
}

/// `open(fd or -1, length, flags, protection, offset)`: the number of a map.
fn open<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = integer_argument(thread, arguments.get(thread, 0))?;
    let length = natural(thread, arguments, 1)?;
    let flags = integer_argument(thread, arguments.get(thread, 2))? as i32;
    let protection = integer_argument(thread, arguments.get(thread, 3))? as i32;
    let offset = natural(thread, arguments, 4)? as u64;
    thread.become_inevitable()?;
    let file = borrowed_file::borrowed(number as i32);
    match new_map(file, length, (flags, protection), offset) {
        Ok(map) => {
            let mut table = table();
            let table = table.get_or_insert_default();
            table.next += 1;
            table.maps.insert(table.next, map);
            Ok(int::from_length(table.next))
        }
        Err(error) => Err(system_error(thread, error, &[])),
    }
}

/// `read(map, start, length)`.
fn read<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (start, length) = (
        natural(thread, arguments, 1)?,
        natural(thread, arguments, 2)?,
    );
    let content = with(thread, arguments, |map| map.read(start, length))?;
    bytes::new(thread, &content)
}

/// `write(map, start, content)`.
fn write<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let start = natural(thread, arguments, 1)?;
    let content = buffer::required(thread, arguments.get(thread, 2))?.into_owned();
    with(thread, arguments, |map| map.write(start, &content))?;
    Ok(NONE)
}

/// `find(map, needle, start, end, from the end)`: the place, or -1.
fn find<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let needle = buffer::required(thread, arguments.get(thread, 1))?.into_owned();
    let (start, end) = (
        natural(thread, arguments, 2)?,
        natural(thread, arguments, 3)?,
    );
    let is_last = arguments.get(thread, 4) == TRUE;
    let length = end.saturating_sub(start);
    let content = with(thread, arguments, |map| map.read(start, length))?;
    let found = match is_last {
        true => memchr::memmem::rfind(&content, &needle),
        false => memchr::memmem::find(&content, &needle),
    };
    let place = found.map_or(-1, |place| (start + place) as i64);
    Ok(int::from_i64(thread, place))
}

/// `flush(map, start, length)`.
fn flush<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (start, length) = (
        natural(thread, arguments, 1)?,
        natural(thread, arguments, 2)?,
    );
    with(thread, arguments, |map| map.flush(start, length))?;
    Ok(NONE)
}

/// `advise(map, advice, start, length)`.
fn advise<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let advice = integer_argument(thread, arguments.get(thread, 1))? as i32;
    let (start, length) = (
        natural(thread, arguments, 2)?,
        natural(thread, arguments, 3)?,
    );
    with(thread, arguments, |map| map.advise(advice, start, length))?;
    Ok(NONE)
}

/// `resize(map, length)`.
fn resize<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let length = natural(thread, arguments, 1)?;
    with(thread, arguments, |map| map.resize(length))?;
    Ok(NONE)
}

/// `file_size(map)`: of the file behind a map, or -1.
fn file_size<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let size = with(thread, arguments, |map| {
        let found = map.file.as_ref().map(rustix::fs::fstat);
        match found {
            Some(Ok(found)) => Ok(found.st_size),
            Some(Err(error)) => Err(error.raw_os_error()),
            None => Ok(-1),
        }
    })?;
    Ok(int::from_i64(thread, size))
}

fn close<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = natural(thread, arguments, 0)? as u64;
    thread.become_inevitable()?;
    let taken = table()
        .as_mut()
        .and_then(|table| table.maps.remove(&number));
    drop(taken);
    Ok(NONE)
}

/// `address(map)`: where it lies in memory.
fn address<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let address = with(thread, arguments, |map| Ok(map.address))?;
    Ok(int::from_u64(thread, address as u64))
}

const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("address", 1, 1, address),
    NativeFunction::calling("open", 5, 5, open),
    NativeFunction::calling("read", 3, 3, read),
    NativeFunction::calling("write", 3, 3, write),
    NativeFunction::calling("find", 5, 5, find),
    NativeFunction::calling("flush", 3, 3, flush),
    NativeFunction::calling("advise", 4, 4, advise),
    NativeFunction::calling("resize", 2, 2, resize),
    NativeFunction::calling("file_size", 1, 1, file_size),
    NativeFunction::calling("close", 1, 1, close),
];

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_maps_core").functions(&[FUNCTIONS])];
