//! Calls of the system about sockets: the one file of this module that is unsafe.
//!
//! None of them blocks: a caller whose call would block waits, outside of a transaction.

#![allow(
    unsafe_code,
    reason = "sockets of all families, and messages with ancillary data, have no safe wrapper"
)]

use std::mem;
use std::sync::{Mutex, PoisonError};

/// The number of an error of the system.
pub(crate) type Errno = i32;

/// The longest address of a socket that the system gives.
const ADDRESS_BYTES: usize = mem::size_of::<libc::sockaddr_storage>();

/// The address of a socket as the system has it.
#[derive(Clone, Copy, PartialEq)]
#[repr(C, align(8))]
pub(crate) struct Address {
    bytes: [u8; ADDRESS_BYTES],
    length: libc::socklen_t,
}

impl Address {
    /// One of no length.
    pub(crate) fn empty() -> Address {
        Address {
            bytes: [0; ADDRESS_BYTES],
            length: 0,
        }
    }

    /// An address of these bytes, family first; none if there are too many.
    pub(crate) fn of(content: &[u8]) -> Option<Address> {
        let mut address = Address::empty();
        address
            .bytes
            .get_mut(..content.len())?
            .copy_from_slice(content);
        address.length = content.len() as libc::socklen_t;
        Some(address)
    }

    /// Its bytes, family first.
    pub(crate) fn content(&self) -> &[u8] {
        &self.bytes[..(self.length as usize).min(ADDRESS_BYTES)]
    }

    fn pointer(&self) -> *const libc::sockaddr {
        self.bytes.as_ptr().cast()
    }

    /// The memory to which the system writes an address.
    fn room(&mut self) -> (*mut libc::sockaddr, *mut libc::socklen_t) {
        self.length = ADDRESS_BYTES as libc::socklen_t;
        (self.bytes.as_mut_ptr().cast(), &mut self.length)
    }
}

pub(crate) fn last_error() -> Errno {
    std::io::Error::last_os_error()
        .raw_os_error()
        .unwrap_or(libc::EIO)
}

fn checked(result: i32) -> Result<i32, Errno> {
    if result < 0 {
        Err(last_error())
    } else {
        Ok(result)
    }
}

fn counted(result: isize) -> Result<usize, Errno> {
    usize::try_from(result).map_err(|_| last_error())
}

// ---- sockets

/// A new socket, which programs that are started do not inherit.
pub(crate) fn socket(family: i32, kind: i32, protocol: i32) -> Result<i32, Errno> {
    // SAFETY: a system call without memory.
    checked(unsafe { libc::socket(family, kind | libc::SOCK_CLOEXEC, protocol) })
}

/// Two sockets that are connected.
pub(crate) fn pair(family: i32, kind: i32, protocol: i32) -> Result<[i32; 2], Errno> {
    let mut ends = [-1; 2];
    let kind = kind | libc::SOCK_CLOEXEC;
    // SAFETY: the address is of an array of two numbers, which the call writes.
    checked(unsafe { libc::socketpair(family, kind, protocol, ends.as_mut_ptr()) })?;
    Ok(ends)
}

pub(crate) fn bind(fd: i32, address: &Address) -> Result<i32, Errno> {
    // SAFETY: the call reads the bytes of the address, whose length it is told.
    checked(unsafe { libc::bind(fd, address.pointer(), address.length) })
}

/// Begins to connect: does not wait on a socket that would block.
pub(crate) fn connect(fd: i32, address: &Address) -> Result<i32, Errno> {
    without_blocking(fd, || {
        // SAFETY: the call reads the bytes of the address, whose length it is told.
        checked(unsafe { libc::connect(fd, address.pointer(), address.length) })
    })
}

/// Makes a call while the file does not block.
fn without_blocking<T>(fd: i32, call: impl FnOnce() -> Result<T, Errno>) -> Result<T, Errno> {
    // SAFETY: a system call without memory.
    let flags = checked(unsafe { libc::fcntl(fd, libc::F_GETFL) })?;
    let must_change = flags & libc::O_NONBLOCK == 0;
    if must_change {
        // SAFETY: as above.
        checked(unsafe { libc::fcntl(fd, libc::F_SETFL, flags | libc::O_NONBLOCK) })?;
    }
    let result = call();
    if must_change {
        // SAFETY: as above.
        unsafe { libc::fcntl(fd, libc::F_SETFL, flags) };
    }
    result
}

/// Held between the look whether a connection is there and its acceptance: a socket that blocks
/// would keep the thread in the system if another thread had taken the connection meanwhile.
static ACCEPTING: Mutex<()> = Mutex::new(());

/// Takes a connection if there is one (else EAGAIN), and the address of the other end.
pub(crate) fn accept(fd: i32) -> Result<(i32, Address), Errno> {
    let _guard = ACCEPTING.lock().unwrap_or_else(PoisonError::into_inner);
    if !is_ready(fd, libc::POLLIN) {
        return Err(libc::EAGAIN);
    }
    let mut address = Address::empty();
    let (pointer, length) = address.room();
    // SAFETY: both addresses are of variables that the call writes, the length says how much.
    let accepted = unsafe { libc::accept4(fd, pointer, length, libc::SOCK_CLOEXEC) };
    Ok((checked(accepted)?, address))
}

pub(crate) fn listen(fd: i32, backlog: i32) -> Result<i32, Errno> {
    // SAFETY: a system call without memory.
    checked(unsafe { libc::listen(fd, backlog) })
}

pub(crate) fn shut_down(fd: i32, how: i32) -> Result<i32, Errno> {
    // SAFETY: a system call without memory.
    checked(unsafe { libc::shutdown(fd, how) })
}

/// The own address of a socket.
pub(crate) fn own_name(fd: i32) -> Result<Address, Errno> {
    let mut address = Address::empty();
    let (pointer, length) = address.room();
    // SAFETY: both addresses are of variables that the call writes, the length says how much.
    checked(unsafe { libc::getsockname(fd, pointer, length) })?;
    Ok(address)
}

/// The address of the other end.
pub(crate) fn peer_name(fd: i32) -> Result<Address, Errno> {
    let mut address = Address::empty();
    let (pointer, length) = address.room();
    // SAFETY: both addresses are of variables that the call writes, the length says how much.
    checked(unsafe { libc::getpeername(fd, pointer, length) })?;
    Ok(address)
}

/// Reads an option into a buffer; returns its length.
pub(crate) fn option(fd: i32, level: i32, name: i32, content: &mut [u8]) -> Result<usize, Errno> {
    let mut length = content.len() as libc::socklen_t;
    let pointer = content.as_mut_ptr().cast();
    // SAFETY: the call writes as many bytes as it is told that there are, and how many it wrote.
    checked(unsafe { libc::getsockopt(fd, level, name, pointer, &mut length) })?;
    Ok(length as usize)
}

/// Sets an option to bytes, or (None) to nothing of a length.
pub(crate) fn set_option(
    fd: i32,
    level: i32,
    name: i32,
    content: Result<&[u8], u32>,
) -> Result<i32, Errno> {
    let (pointer, length) = match content {
        Ok(bytes) => (bytes.as_ptr().cast(), bytes.len() as libc::socklen_t),
        Err(length) => (std::ptr::null(), length),
    };
    // SAFETY: the call reads the bytes, or nothing where it is given no address.
    checked(unsafe { libc::setsockopt(fd, level, name, pointer, length) })
}

/// Whether a file is ready for an event, an error included (also that there is no such file).
pub(crate) fn is_ready(fd: i32, events: i16) -> bool {
    if fd < 0 {
        return true;
    }
    let mut polled = libc::pollfd {
        fd,
        events,
        revents: 0,
    };
    // SAFETY: the address is of one such structure, as the count says; it takes no time.
    unsafe { libc::poll(&mut polled, 1, 0) != 0 }
}

// ---- bytes

/// Receives bytes into the room of a vector, in front, and sets its length. Returns the sender's
/// address.
pub(crate) fn receive(
    fd: i32,
    content: &mut Vec<u8>,
    count: usize,
    flags: i32,
    wants_address: bool,
) -> Result<Address, Errno> {
    content.clear();
    content.reserve(count);
    let flags = flags | libc::MSG_DONTWAIT;
    let mut address = Address::empty();
    let (sender, length) = address.room();
    let pointer = content.as_mut_ptr().cast();
    let received = if wants_address {
        // SAFETY: the call writes up to `count` bytes, for which there is room, and an address to
        // variables that live on.
        unsafe { libc::recvfrom(fd, pointer, count, flags, sender, length) }
    } else {
        // SAFETY: the call writes up to `count` bytes, for which there is room.
        unsafe { libc::recv(fd, pointer, count, flags) }
    };
    // With MSG_TRUNC the system returns the whole length of the message.
    let length = counted(received)?.min(count);
    // SAFETY: the system has written that many bytes into the room.
    unsafe { content.set_len(length) };
    Ok(address)
}

/// Sends bytes, to an address or to the other end of the connection; returns how many.
pub(crate) fn send(
    fd: i32,
    content: &[u8],
    flags: i32,
    address: Option<&Address>,
) -> Result<usize, Errno> {
    let flags = flags | libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;
    let (pointer, count) = (content.as_ptr().cast(), content.len());
    counted(match address {
        // SAFETY: the call reads the bytes and the address, whose lengths it is told.
        Some(to) => unsafe { libc::sendto(fd, pointer, count, flags, to.pointer(), to.length) },
        // SAFETY: the call reads the bytes, whose number it is told.
        None => unsafe { libc::send(fd, pointer, count, flags) },
    })
}

/// Sends bytes of a file; returns how many. A place is moved past them.
pub(crate) fn send_file(
    to: i32,
    from: i32,
    place: Option<&mut i64>,
    count: usize,
) -> Result<usize, Errno> {
    let place = place.map_or(std::ptr::null_mut(), |place| place as *mut i64);
    without_blocking(to, || {
        // SAFETY: the place is null or the address of a variable.
        counted(unsafe { libc::sendfile(to, from, place, count) })
    })
}

/// A piece of ancillary data: level, type, content.
pub(crate) type Control = (i32, i32, Vec<u8>);

/// A message with its ancillary data.
pub(crate) struct Received {
    /// Ancillary data.
    pub(crate) control: Vec<Control>,
    /// `msg_flags`.
    pub(crate) flags: i32,
    /// The sender's address.
    pub(crate) address: Address,
}

fn no_message() -> libc::msghdr {
    // SAFETY: all zeroes are a value of this structure: null addresses of no length.
    unsafe { mem::zeroed() }
}

const CONTROL_HEAD: usize = mem::size_of::<libc::cmsghdr>();
const CONTROL_ALIGN: usize = mem::size_of::<usize>();

/// Sends a message with ancillary data; returns how many bytes of its content.
pub(crate) fn send_message(
    fd: i32,
    content: &[u8],
    control: &[Control],
    flags: i32,
    address: Option<&Address>,
) -> Result<usize, Errno> {
    let mut part = libc::iovec {
        iov_base: content.as_ptr().cast_mut().cast(),
        iov_len: content.len(),
    };
    let packed = pack_control(control);
    let mut message = no_message();
    message.msg_iov = &mut part;
    message.msg_iovlen = 1;
    if !packed.is_empty() {
        message.msg_control = packed.as_ptr().cast_mut().cast();
        message.msg_controllen = mem::size_of_val(&packed[..]);
    }
    if let Some(address) = address {
        message.msg_name = address.pointer().cast_mut().cast();
        message.msg_namelen = address.length;
    }
    let flags = flags | libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;
    // SAFETY: the message names memory that lives on, each part with its length; it is only read.
    counted(unsafe { libc::sendmsg(fd, &message, flags) })
}

/// Ancillary data as the system reads it: words, each piece with its head, aligned.
fn pack_control(control: &[Control]) -> Vec<usize> {
    let mut bytes = Vec::new();
    for (level, kind, data) in control {
        bytes.extend_from_slice(&(CONTROL_HEAD + data.len()).to_ne_bytes());
        bytes.extend_from_slice(&level.to_ne_bytes());
        bytes.extend_from_slice(&kind.to_ne_bytes());
        bytes.extend_from_slice(data);
        bytes.resize(bytes.len().next_multiple_of(CONTROL_ALIGN), 0);
    }
    let words = bytes.chunks_exact(CONTROL_ALIGN);
    words
        .map(|word| usize::from_ne_bytes(word.try_into().unwrap_or_default()))
        .collect()
}

/// Receives a message: its content into the room of a vector, in front.
pub(crate) fn receive_message(
    fd: i32,
    content: &mut Vec<u8>,
    count: usize,
    control_count: usize,
    flags: i32,
) -> Result<Received, Errno> {
    content.clear();
    content.reserve(count);
    let mut part = libc::iovec {
        iov_base: content.as_mut_ptr().cast(),
        iov_len: count,
    };
    let mut packed = vec![0_usize; control_count.div_ceil(CONTROL_ALIGN)];
    let mut address = Address::empty();
    let mut message = no_message();
    message.msg_iov = &mut part;
    message.msg_iovlen = 1;
    message.msg_name = address.room().0.cast();
    message.msg_namelen = address.length;
    if control_count > 0 {
        message.msg_control = packed.as_mut_ptr().cast();
        message.msg_controllen = control_count;
    }
    // SAFETY: the message names memory that lives on and may be written, each part with its length.
    let received = unsafe { libc::recvmsg(fd, &mut message, flags | libc::MSG_DONTWAIT) };
    let length = counted(received)?.min(count);
    // SAFETY: the system has written that many bytes into the room.
    unsafe { content.set_len(length) };
    address.length = message.msg_namelen;
    let bytes: Vec<u8> = packed.iter().flat_map(|word| word.to_ne_bytes()).collect();
    Ok(Received {
        control: unpack_control(&bytes[..message.msg_controllen.min(bytes.len())]),
        flags: message.msg_flags,
        address,
    })
}

/// The pieces of ancillary data; of one that was cut off the part that has arrived.
fn unpack_control(mut bytes: &[u8]) -> Vec<Control> {
    let mut all = Vec::new();
    while bytes.len() >= CONTROL_HEAD {
        let (head, rest) = bytes.split_at(CONTROL_HEAD);
        let word = |at: usize| i32::from_ne_bytes(head[at..at + 4].try_into().unwrap_or_default());
        let length = usize::from_ne_bytes(head[..8].try_into().unwrap_or_default());
        if length < CONTROL_HEAD {
            break;
        }
        let data = &rest[..(length - CONTROL_HEAD).min(rest.len())];
        all.push((word(8), word(12), data.to_vec()));
        let next = (length.next_multiple_of(CONTROL_ALIGN)).min(bytes.len());
        bytes = &bytes[next..];
    }
    all
}

/// Whether calls on a file may block.
pub(crate) fn blocks(fd: i32) -> bool {
    // SAFETY: a system call without memory.
    let flags = unsafe { libc::fcntl(fd, libc::F_GETFL) };
    flags >= 0 && flags & libc::O_NONBLOCK == 0
}
