//! Names of hosts, services and interfaces, as natives.

use std::ffi::CString;
use std::net::{Ipv4Addr, Ipv6Addr};

use motet_tm::Value;

use super::names::{self, Answer, Question};
use super::{address, failed, integer};
use crate::modules::posix::decoded;
use motet_python_objects::model::exception::{OS_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::{buffer, bytes, int, list, string, tuple};

/// The functions of this file. Those that resolve names of hosts return a number (of an error, and
/// that of the system's) if there is no answer.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("getaddrinfo", 6, 6, addresses),
    NativeFunction::leaf("getnameinfo", 3, 3, name),
    NativeFunction::leaf("gethost", 2, 2, host),
    NativeFunction::leaf("reason", 2, 2, reason),
    NativeFunction::leaf("getservbyname", 2, 2, port),
    NativeFunction::leaf("getservbyport", 2, 2, service),
    NativeFunction::leaf("getprotobyname", 1, 1, protocol),
    NativeFunction::leaf("if_nameindex", 0, 0, interfaces),
    NativeFunction::calling("sethostname", 1, 1, set_host_name),
    NativeFunction::leaf("inet_pton", 2, 2, to_bytes),
    NativeFunction::leaf("inet_ntop", 2, 2, to_text),
];

/// A text for the C library: of `str` or bytes; None stays none.
fn text(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<Option<CString>> {
    let value = arguments.get(thread, index);
    if value == NONE {
        return Ok(None);
    }
    let content = match string::as_text(thread, value) {
        Some(text) => text.as_bytes().to_vec(),
        None => buffer::required(thread, value)?.into_owned(),
    };
    match CString::new(content) {
        Ok(text) => Ok(Some(text)),
        Err(_) => Err(thread.raise(VALUE_ERROR, "embedded null character")),
    }
}

fn failure<'a>(thread: &'a Thread, error: i32, of_system: i32) -> Outcome<Value<'a>> {
    let both = [error, of_system].map(|number| int::from_i64(thread, number.into()));
    tuple::from_values(thread, &both)
}

/// `getaddrinfo(host, service, family, type, protocol, flags)`: a list of five values each.
fn addresses<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (host, service) = (text(thread, arguments, 0)?, text(thread, arguments, 1)?);
    let mut numbers = [0; 4];
    for (index, number) in numbers.iter_mut().enumerate() {
        *number = integer(thread, arguments, index + 2)?;
    }
    let rows = match names::ask(thread, Question::Addresses(host, service, numbers))? {
        Answer::Addresses(rows) => rows,
        Answer::Failed(error, of_system) => return failure(thread, error, of_system),
        _ => return Ok(NONE),
    };
    let mut all = Vec::with_capacity(rows.len());
    for (family, kind, protocol, canonical, found) in &rows {
        let row = [
            int::from_i64(thread, (*family).into()),
            int::from_i64(thread, (*kind).into()),
            int::from_i64(thread, (*protocol).into()),
            decoded(thread, canonical)?,
            address::value(thread, found)?,
        ];
        all.push(tuple::from_values(thread, &row)?);
    }
    list::from_values(thread, &all)
}

/// `getnameinfo(family, address, flags)`: a list of host and service.
fn name<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let family = integer(thread, arguments, 0)?;
    let asked = address::parse(thread, family, arguments.get(thread, 1), "getnameinfo")?;
    let flags = integer(thread, arguments, 2)?;
    match names::ask(thread, Question::Name(asked, flags))? {
        Answer::Name(host, service) => {
            let both = [decoded(thread, &host)?, decoded(thread, &service)?];
            list::from_values(thread, &both)
        }
        Answer::Failed(error, of_system) => failure(thread, error, of_system),
        _ => Ok(NONE),
    }
}

/// `gethost(name or the bytes of an address, family)`: a list of name, other names, addresses in
/// bytes.
fn host<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let family = integer(thread, arguments, 1)?;
    let value = arguments.get(thread, 0);
    let question = match bytes::as_bytes(thread, value) {
        Some(object) => Question::HostOf(bytes::content(thread, object).to_vec(), family),
        None => Question::Host(text(thread, arguments, 0)?.unwrap_or_default(), family),
    };
    let (name, others, addresses) = match names::ask(thread, question)? {
        Answer::Host(host) => host,
        Answer::Failed(error, of_system) => return failure(thread, error, of_system),
        _ => return Ok(NONE),
    };
    let mut aliases = Vec::new();
    for other in &others {
        aliases.push(decoded(thread, other)?);
    }
    let mut found = Vec::new();
    for address in &addresses {
        found.push(bytes::new(thread, address)?);
    }
    let all = [
        decoded(thread, &name)?,
        list::from_values(thread, &aliases)?,
        list::from_values(thread, &found)?,
    ];
    list::from_values(thread, &all)
}

/// `reason(error, is_of_host)`.
fn reason<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let error = integer(thread, arguments, 0)?;
    decoded(
        thread,
        &names::reason(error, arguments.get(thread, 1) == TRUE),
    )
}

fn port<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let service = text(thread, arguments, 0)?.unwrap_or_default();
    let protocol = text(thread, arguments, 1)?;
    match names::port(&service, protocol.as_deref()) {
        Some(port) => Ok(Value::from_small(port.into())),
        None => Err(thread.raise(OS_ERROR, "service/proto not found")),
    }
}

fn service<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let port = integer(thread, arguments, 0)?;
    let protocol = text(thread, arguments, 1)?;
    match names::service(port as u16, protocol.as_deref()) {
        Some(name) => decoded(thread, &name),
        None => Err(thread.raise(OS_ERROR, "port/proto not found")),
    }
}

fn protocol<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = text(thread, arguments, 0)?.unwrap_or_default();
    match names::protocol(&name) {
        Some(number) => Ok(Value::from_small(number)),
        None => Err(thread.raise(OS_ERROR, "protocol not found")),
    }
}

fn interfaces<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let found = names::interfaces().map_err(|error| failed(thread, error))?;
    let mut all = Vec::with_capacity(found.len());
    for (number, name) in &found {
        let both = [int::from_length((*number).into()), decoded(thread, name)?];
        all.push(tuple::from_values(thread, &both)?);
    }
    list::from_values(thread, &all)
}

fn set_host_name<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = text(thread, arguments, 0)?.unwrap_or_default();
    thread.become_inevitable()?;
    names::set_host_name(name.to_bytes()).map_err(|error| failed(thread, error))?;
    Ok(NONE)
}

/// The family of an address in text or bytes is not known.
fn unknown_family<'a>(thread: &'a Thread) -> Outcome<Value<'a>> {
    Err(failed(thread, libc::EAFNOSUPPORT))
}

fn to_bytes<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let family = integer(thread, arguments, 0)?;
    let given = text(thread, arguments, 1)?.unwrap_or_default();
    let given = given.to_str().unwrap_or("");
    let illegal = || {
        let message = "illegal IP address string passed to inet_pton";
        thread.raise(OS_ERROR, message)
    };
    match family {
        libc::AF_INET => {
            let address: Ipv4Addr = given.parse().map_err(|_| illegal())?;
            bytes::new(thread, &address.octets())
        }
        libc::AF_INET6 => {
            let address: Ipv6Addr = given.parse().map_err(|_| illegal())?;
            bytes::new(thread, &address.octets())
        }
        _ => unknown_family(thread),
    }
}

fn to_text<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let family = integer(thread, arguments, 0)?;
    let given = buffer::required(thread, arguments.get(thread, 1))?;
    let text = match family {
        libc::AF_INET => <[u8; 4]>::try_from(&given[..])
            .ok()
            .map(|octets| Ipv4Addr::from(octets).to_string()),
        libc::AF_INET6 => <[u8; 16]>::try_from(&given[..])
            .ok()
            .map(address::text_of_v6),
        _ => {
            let message = format!("unknown address family {family}");
            return Err(thread.raise(VALUE_ERROR, message));
        }
    };
    match text {
        Some(text) => string::new(thread, &text),
        None => {
            let message = "invalid length of packed IP address string";
            Err(thread.raise(VALUE_ERROR, message))
        }
    }
}
