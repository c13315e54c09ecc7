//! Names of hosts, services and interfaces, asked of the C library.
//!
//! A question may take seconds (the network answers it): a thread of its own asks it, and the
//! thread of the program waits for that one as for a descriptor. An attempt that is undone asks
//! again, which changes nothing.

#![allow(
    unsafe_code,
    reason = "the C library resolves names, and no safe wrapper gives all that it answers"
)]

use std::cell::RefCell;
use std::ffi::{CStr, CString};
use std::io::PipeReader;
use std::os::fd::AsRawFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::system::{Address, last_error};
use motet_python_objects::model::thread::Thread;

/// A question to the system's resolver.
#[derive(Clone, PartialEq)]
pub(crate) enum Question {
    /// `getaddrinfo`: host, service, family, type, protocol, flags.
    Addresses(Option<CString>, Option<CString>, [i32; 4]),
    /// `getnameinfo`: address, flags.
    Name(Address, i32),
    /// `gethostbyname`, of a family.
    Host(CString, i32),
    /// `gethostbyaddr`, of a family.
    HostOf(Vec<u8>, i32),
}

/// A row of the result of `getaddrinfo`: family, type, protocol, canonical name, address.
pub(crate) type Row = (i32, i32, i32, Vec<u8>, Address);

/// A host: its name, other names, and addresses.
pub(crate) type Host = (Vec<u8>, Vec<Vec<u8>>, Vec<Vec<u8>>);

/// The answer to a question, or the number of an error: of `getaddrinfo` and with it that of the
/// system, or of `gethostbyname`.
#[derive(Clone)]
pub(crate) enum Answer {
    Addresses(Vec<Row>),
    Name(Vec<u8>, Vec<u8>),
    Host(Host),
    Failed(i32, i32),
}

/// A question on its way.
struct Asked {
    question: Question,
    answer: Arc<Mutex<Option<Answer>>>,
    /// Readable when the answer is there: its other end is closed.
    done: PipeReader,
}

thread_local! {
    /// The question that the thread has asked last and whose answer it has not taken.
    static ASKED: RefCell<Option<Asked>> = const { RefCell::new(None) };
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Answers a question, or makes the thread wait for the answer.
pub(crate) fn ask(thread: &Thread, question: Question) -> Result<Answer, motet_tm::Unwind> {
    if question.is_quick() {
        return Ok(question.answer());
    }
    ASKED.with_borrow_mut(|asked| {
        if let Some(known) = asked.as_ref()
            && known.question == question
        {
            let answer = lock(&known.answer).clone();
            if let Some(answer) = answer {
                *asked = None;
                return Ok(answer);
            }
        } else {
            match begin(question.clone()) {
                Some(begun) => *asked = Some(begun),
                None => return Ok(question.answer()),
            }
        }
        let done = asked.as_ref().map_or(-1, |asked| asked.done.as_raw_fd());
        Err(thread.wait_for_descriptors(&[(done, libc::POLLIN)], None))
    })
}

/// Has another thread answer a question; none where the system has no room for that.
fn begin(question: Question) -> Option<Asked> {
    let (done, answered) = std::io::pipe().ok()?;
    let answer = Arc::new(Mutex::new(None));
    let (own, asked) = (Arc::clone(&answer), question.clone());
    let resolver = std::thread::Builder::new().name("resolver".into());
    resolver
        .spawn(move || {
            let found = asked.answer();
            *lock(&own) = Some(found);
            drop(answered);
        })
        .ok()?;
    Some(Asked {
        question,
        answer,
        done,
    })
}

impl Question {
    /// Whether the answer needs no network.
    fn is_quick(&self) -> bool {
        let Question::Addresses(host, _, [.., flags]) = self else {
            return matches!(self, Question::Name(_, flags)
                if flags & libc::NI_NUMERICHOST != 0);
        };
        let Some(host) = host else {
            return true;
        };
        let text = host.to_bytes();
        let is_numeric = text
            .iter()
            .all(|byte| byte.is_ascii_digit() || *byte == b'.');
        flags & libc::AI_NUMERICHOST != 0
            || is_numeric
            || text.contains(&b':')
            || text == b"localhost"
    }

    fn answer(&self) -> Answer {
        match self {
            Question::Addresses(host, service, numbers) => {
                addresses(host.as_deref(), service.as_deref(), *numbers)
            }
            Question::Name(address, flags) => name(address, *flags),
            Question::Host(name, family) => host(Ok(name), *family),
            Question::HostOf(address, family) => host(Err(address), *family),
        }
    }
}

/// A text of the C library's.
///
/// # Safety
/// The pointer is null, or that of a terminated text.
unsafe fn text(pointer: *const libc::c_char) -> Vec<u8> {
    if pointer.is_null() {
        return Vec::new();
    }
    // SAFETY: the caller vouches for it.
    unsafe { CStr::from_ptr(pointer) }.to_bytes().to_vec()
}

fn pointer_of(text: Option<&CStr>) -> *const libc::c_char {
    text.map_or(std::ptr::null(), CStr::as_ptr)
}

fn addresses(host: Option<&CStr>, service: Option<&CStr>, numbers: [i32; 4]) -> Answer {
    let [family, kind, protocol, flags] = numbers;
    // SAFETY: all zeroes are a value of this structure: null addresses and numbers.
    let mut wanted: libc::addrinfo = unsafe { std::mem::zeroed() };
    wanted.ai_family = family;
    wanted.ai_socktype = kind;
    wanted.ai_protocol = protocol;
    wanted.ai_flags = flags;
    let mut found = std::ptr::null_mut();
    let (host, service) = (pointer_of(host), pointer_of(service));
    // SAFETY: the texts are terminated or null, the others are addresses of variables.
    let error = unsafe { libc::getaddrinfo(host, service, &wanted, &mut found) };
    if error != 0 {
        return Answer::Failed(error, last_error());
    }
    let mut rows = Vec::new();
    let mut next = found;
    while !next.is_null() {
        // SAFETY: it is an element of the list that the call has made and that is freed below.
        let row = unsafe { &*next };
        // SAFETY: the element's address has the length that stands beside it; its name is
        // terminated or null.
        let (bytes, canonical) = unsafe {
            let length = row.ai_addrlen as usize;
            let bytes = std::slice::from_raw_parts(row.ai_addr.cast::<u8>(), length);
            (bytes, text(row.ai_canonname))
        };
        let address = Address::of(bytes).unwrap_or_else(Address::empty);
        let (family, kind, protocol) = (row.ai_family, row.ai_socktype, row.ai_protocol);
        rows.push((family, kind, protocol, canonical, address));
        next = row.ai_next;
    }
    // SAFETY: the list that the call has made; nothing of it is used any more.
    unsafe { libc::freeaddrinfo(found) };
    Answer::Addresses(rows)
}

fn name(address: &Address, flags: i32) -> Answer {
    let mut host = [0_u8; 1025];
    let mut service = [0_u8; 32];
    let content = address.content();
    // SAFETY: each address is given with the length of its memory.
    let error = unsafe {
        libc::getnameinfo(
            content.as_ptr().cast(),
            content.len() as libc::socklen_t,
            host.as_mut_ptr().cast(),
            host.len() as libc::socklen_t,
            service.as_mut_ptr().cast(),
            service.len() as libc::socklen_t,
            flags,
        )
    };
    if error != 0 {
        return Answer::Failed(error, last_error());
    }
    Answer::Name(until_zero(&host), until_zero(&service))
}

fn until_zero(bytes: &[u8]) -> Vec<u8> {
    bytes
        .split(|byte| *byte == 0)
        .next()
        .unwrap_or(bytes)
        .to_vec()
}

unsafe extern "C" {
    fn gethostbyname2_r(
        name: *const libc::c_char,
        family: libc::c_int,
        host: *mut libc::hostent,
        buffer: *mut libc::c_char,
        length: usize,
        found: *mut *mut libc::hostent,
        error: *mut libc::c_int,
    ) -> libc::c_int;
    fn gethostbyaddr_r(
        address: *const libc::c_void,
        address_length: libc::socklen_t,
        family: libc::c_int,
        host: *mut libc::hostent,
        buffer: *mut libc::c_char,
        length: usize,
        found: *mut *mut libc::hostent,
        error: *mut libc::c_int,
    ) -> libc::c_int;
    fn hstrerror(error: libc::c_int) -> *const libc::c_char;
}

/// A host by its name or its address.
fn host(what: Result<&CStr, &[u8]>, family: i32) -> Answer {
    let mut buffer = vec![0_u8; 1 << 16];
    // SAFETY: all zeroes are a value of this structure: null addresses and numbers.
    let mut entry: libc::hostent = unsafe { std::mem::zeroed() };
    let mut found = std::ptr::null_mut();
    let mut error = 0;
    let (room, length) = (buffer.as_mut_ptr().cast(), buffer.len());
    // SAFETY: the text is terminated; the other addresses are of variables and of bytes whose
    // number is given.
    unsafe {
        match what {
            Ok(name) => gethostbyname2_r(
                name.as_ptr(),
                family,
                &mut entry,
                room,
                length,
                &mut found,
                &mut error,
            ),
            Err(bytes) => gethostbyaddr_r(
                bytes.as_ptr().cast(),
                bytes.len() as libc::socklen_t,
                family,
                &mut entry,
                room,
                length,
                &mut found,
                &mut error,
            ),
        }
    };
    if found.is_null() {
        return Answer::Failed(error, 0);
    }
    // SAFETY: the entry was filled: a terminated name, and two lists of addresses that end in null
    // and lie in the buffer, of terminated texts and of addresses of the length that it says.
    unsafe {
        let (mut aliases, mut addresses) = (Vec::new(), Vec::new());
        let mut next = entry.h_aliases;
        while !next.is_null() && !(*next).is_null() {
            aliases.push(text(*next));
            next = next.add(1);
        }
        let mut next = entry.h_addr_list;
        while !next.is_null() && !(*next).is_null() {
            let bytes = std::slice::from_raw_parts((*next).cast::<u8>(), entry.h_length as usize);
            addresses.push(bytes.to_vec());
            next = next.add(1);
        }
        Answer::Host((text(entry.h_name), aliases, addresses))
    }
}

/// The text of an error of `getaddrinfo` (or of `gethostbyname`).
pub(crate) fn reason(error: i32, is_of_host: bool) -> Vec<u8> {
    // SAFETY: both calls give a terminated text that stays.
    unsafe {
        if is_of_host {
            text(hstrerror(error))
        } else {
            text(libc::gai_strerror(error))
        }
    }
}

/// Held while the C library gives results that lie in memory of its own.
static DATABASES: Mutex<()> = Mutex::new(());

/// The port (as a number) of a service, of a protocol or of any.
pub(crate) fn port(service: &CStr, protocol: Option<&CStr>) -> Option<u16> {
    let _guard = lock(&DATABASES);
    // SAFETY: the texts are terminated or null; the entry found stays while the lock is held.
    unsafe {
        let found = libc::getservbyname(service.as_ptr(), pointer_of(protocol));
        (!found.is_null()).then(|| u16::from_be((*found).s_port as u16))
    }
}

/// The service of a port.
pub(crate) fn service(port: u16, protocol: Option<&CStr>) -> Option<Vec<u8>> {
    let _guard = lock(&DATABASES);
    // SAFETY: as above.
    unsafe {
        let found = libc::getservbyport(port.to_be().into(), pointer_of(protocol));
        (!found.is_null()).then(|| text((*found).s_name))
    }
}

/// The number of a protocol.
pub(crate) fn protocol(name: &CStr) -> Option<i32> {
    let _guard = lock(&DATABASES);
    // SAFETY: as above.
    unsafe {
        let found = libc::getprotobyname(name.as_ptr());
        (!found.is_null()).then(|| (*found).p_proto)
    }
}

/// The interfaces of the network: number and name.
pub(crate) fn interfaces() -> Result<Vec<(u32, Vec<u8>)>, i32> {
    // SAFETY: the call gives a list that ends in an entry of number 0 without a name, or null.
    unsafe {
        let all = libc::if_nameindex();
        if all.is_null() {
            return Err(last_error());
        }
        let mut found = Vec::new();
        let mut next = all;
        while (*next).if_index != 0 && !(*next).if_name.is_null() {
            found.push(((*next).if_index, text((*next).if_name)));
            next = next.add(1);
        }
        libc::if_freenameindex(all);
        Ok(found)
    }
}

/// Sets the name of this machine.
pub(crate) fn set_host_name(name: &[u8]) -> Result<(), i32> {
    // SAFETY: the call reads the bytes, whose number it is told.
    if unsafe { libc::sethostname(name.as_ptr().cast(), name.len()) } == 0 {
        Ok(())
    } else {
        Err(last_error())
    }
}
