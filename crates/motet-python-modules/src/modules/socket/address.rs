//! Addresses of sockets: tuples and texts of Python, and the structures of the system.

use std::net::{Ipv4Addr, Ipv6Addr};

use motet_tm::{Unwind, Value};

use super::system::Address;
use crate::modules::posix::decoded;
use motet_python_objects::model::exception::{KEY_ERROR, OS_ERROR, OVERFLOW_ERROR, TYPE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{buffer, bytes, codecs, int, string, tuple};

/// The longest path of a Unix socket, its zero included.
const PATH_BYTES: usize = 108;

fn wrong_type(thread: &Thread, message: impl AsRef<str>) -> Unwind {
    thread.raise(TYPE_ERROR, message)
}

/// The items of a tuple that an address must be.
fn items<'a>(
    thread: &'a Thread,
    value: Value<'a>,
    family: &str,
    caller: &str,
) -> Outcome<Vec<Value<'a>>> {
    match tuple::as_tuple(thread, value) {
        Some(object) => Ok(tuple::values(thread, object)),
        None => {
            let name = thread.type_name(value);
            let message = format!("{caller}(): {family} address must be tuple, not {name}");
            Err(wrong_type(thread, message))
        }
    }
}

fn port(thread: &Thread, value: Value<'_>, caller: &str) -> Outcome<u16> {
    let refuse = || {
        let message = format!("{caller}(): port must be 0-65535.");
        thread.raise(OVERFLOW_ERROR, message)
    };
    if int::is_int(thread, value) && int::to_i64(thread, value).is_none() {
        return Err(refuse());
    }
    let number = integer_argument(thread, value)?;
    u16::try_from(number).map_err(|_| refuse())
}

/// The text of a host. Python code resolves names that are no numbers: a `KeyError` asks for that.
fn host(thread: &Thread, value: Value<'_>) -> Outcome<String> {
    let content = if let Some(text) = string::as_text(thread, value) {
        text.as_bytes().to_vec()
    } else if let Some(content) = buffer::content(thread, value) {
        content.into_owned()
    } else {
        let name = thread.type_name(value);
        let message = format!("str, bytes or bytearray expected, not {name}");
        return Err(wrong_type(thread, message));
    };
    if content.contains(&0) {
        let message = "host name must not contain null character";
        return Err(wrong_type(thread, message));
    }
    String::from_utf8(content).map_err(|_| thread.raise(KEY_ERROR, "host"))
}

/// The address of a socket of a family, from a value of Python. `caller` is for messages.
pub(crate) fn parse(
    thread: &Thread,
    family: i32,
    value: Value<'_>,
    caller: &str,
) -> Outcome<Address> {
    let mut out = (family as u16).to_ne_bytes().to_vec();
    match family {
        libc::AF_INET => inet(thread, value, caller, &mut out)?,
        libc::AF_INET6 => inet6(thread, value, caller, &mut out)?,
        libc::AF_UNIX => unix(thread, value, &mut out)?,
        libc::AF_NETLINK => netlink(thread, value, caller, &mut out)?,
        libc::AF_VSOCK => vsock(thread, value, &mut out)?,
        _ => {
            return Err(thread.raise(OS_ERROR, format!("{caller}(): bad family")));
        }
    }
    Address::of(&out).ok_or_else(|| thread.raise(OS_ERROR, "address too long"))
}

fn inet(thread: &Thread, value: Value<'_>, caller: &str, out: &mut Vec<u8>) -> Outcome<()> {
    let items = items(thread, value, "AF_INET", caller)?;
    let [name, number] = items[..] else {
        let message = "AF_INET address must be a pair (host, port)";
        return Err(wrong_type(thread, message));
    };
    let name = host(thread, name)?;
    let number = port(thread, number, caller)?;
    let address = match &*name {
        "" => Ipv4Addr::UNSPECIFIED,
        "<broadcast>" => Ipv4Addr::BROADCAST,
        _ => name.parse().map_err(|_| thread.raise(KEY_ERROR, "host"))?,
    };
    out.extend_from_slice(&number.to_be_bytes());
    out.extend_from_slice(&address.octets());
    out.extend_from_slice(&[0; 8]);
    Ok(())
}

fn inet6(thread: &Thread, value: Value<'_>, caller: &str, out: &mut Vec<u8>) -> Outcome<()> {
    let items = items(thread, value, "AF_INET6", caller)?;
    if !(2..=4).contains(&items.len()) {
        let message = "AF_INET6 address must be a tuple (host, port[, flowinfo[, scopeid]])";
        return Err(wrong_type(thread, message));
    }
    let name = host(thread, items[0])?;
    let number = port(thread, items[1], caller)?;
    let mut rest = [0_u32; 2];
    for (place, item) in rest.iter_mut().zip(&items[2..]) {
        *place = integer_argument(thread, *item)? as u32;
    }
    let [flow, scope] = rest;
    if items.len() > 2 && !(0..=0xfffff).contains(&integer_argument(thread, items[2])?) {
        let message = format!("{caller}(): flowinfo must be 0-1048575.");
        return Err(thread.raise(OVERFLOW_ERROR, message));
    }
    let address = match &*name {
        "" => Ipv6Addr::UNSPECIFIED,
        _ => name.parse().map_err(|_| thread.raise(KEY_ERROR, "host"))?,
    };
    out.extend_from_slice(&number.to_be_bytes());
    out.extend_from_slice(&flow.to_be_bytes());
    out.extend_from_slice(&address.octets());
    out.extend_from_slice(&scope.to_ne_bytes());
    Ok(())
}

fn unix(thread: &Thread, value: Value<'_>, out: &mut Vec<u8>) -> Outcome<()> {
    let path = if let Some(text) = string::as_text(thread, value) {
        codecs::encode(thread, text, "utf-8", "surrogateescape")?
    } else {
        buffer::required(thread, value)?.into_owned()
    };
    let is_abstract = path.first() == Some(&0);
    let most = PATH_BYTES - usize::from(!is_abstract);
    if path.len() > most {
        return Err(thread.raise(OS_ERROR, "AF_UNIX path too long"));
    }
    out.extend_from_slice(&path);
    if !is_abstract && !path.is_empty() {
        out.push(0);
    }
    Ok(())
}

fn netlink(thread: &Thread, value: Value<'_>, caller: &str, out: &mut Vec<u8>) -> Outcome<()> {
    let items = items(thread, value, "AF_NETLINK", caller)?;
    let [port, groups] = items[..] else {
        let message = "AF_NETLINK address must be a pair (pid, groups)";
        return Err(wrong_type(thread, message));
    };
    out.extend_from_slice(&[0; 2]);
    for number in [port, groups] {
        let number = integer_argument(thread, number)? as u32;
        out.extend_from_slice(&number.to_ne_bytes());
    }
    Ok(())
}

fn vsock(thread: &Thread, value: Value<'_>, out: &mut Vec<u8>) -> Outcome<()> {
    let items = items(thread, value, "AF_VSOCK", "getsockaddrarg")?;
    let [context, port] = items[..] else {
        let message = "AF_VSOCK address must be a pair (CID, port)";
        return Err(wrong_type(thread, message));
    };
    out.extend_from_slice(&[0; 2]);
    for number in [port, context] {
        let number = integer_argument(thread, number)? as u32;
        out.extend_from_slice(&number.to_ne_bytes());
    }
    out.extend_from_slice(&[0; 4]);
    Ok(())
}

/// The value of Python of an address; None for one of no length.
pub(crate) fn value<'a>(thread: &'a Thread, address: &Address) -> Outcome<Value<'a>> {
    let content = address.content();
    if content.len() < 2 {
        return Ok(NONE);
    }
    let (family, rest) = content.split_at(2);
    let family = i32::from(u16::from_ne_bytes([family[0], family[1]]));
    let big = |at: usize| u16::from_be_bytes([rest[at], rest[at + 1]]);
    let word = |at: usize| <[u8; 4]>::try_from(&rest[at..at + 4]).unwrap_or_default();
    let number = |number: u32| int::from_length(number.into());
    match family {
        libc::AF_INET if rest.len() >= 6 => {
            let host = Ipv4Addr::from(word(2)).to_string();
            let host = string::new(thread, &host)?;
            tuple::from_values(thread, &[host, number(big(0).into())])
        }
        libc::AF_INET6 if rest.len() >= 26 => {
            let octets = <[u8; 16]>::try_from(&rest[6..22]).unwrap_or_default();
            let host = string::new(thread, &text_of_v6(octets))?;
            let (flow, scope) = (u32::from_be_bytes(word(2)), u32::from_ne_bytes(word(22)));
            let port = number(big(0).into());
            tuple::from_values(thread, &[host, port, number(flow), number(scope)])
        }
        libc::AF_UNIX if rest.first() == Some(&0) && rest.len() > 1 => bytes::new(thread, rest),
        libc::AF_UNIX => {
            let path = rest.split(|byte| *byte == 0).next().unwrap_or(rest);
            decoded(thread, path)
        }
        libc::AF_NETLINK if rest.len() >= 10 => {
            let words = [2, 6].map(|at| number(u32::from_ne_bytes(word(at))));
            tuple::from_values(thread, &words)
        }
        libc::AF_VSOCK if rest.len() >= 10 => {
            let words = [6, 2].map(|at| number(u32::from_ne_bytes(word(at))));
            tuple::from_values(thread, &words)
        }
        _ => {
            let rest = bytes::new(thread, rest)?;
            tuple::from_values(thread, &[int::from_i64(thread, family.into()), rest])
        }
    }
}

/// An address of version 6 as `inet_ntop` writes it: some with their end in version 4's way.
pub(crate) fn text_of_v6(octets: [u8; 16]) -> String {
    let address = Ipv6Addr::from(octets);
    let groups = address.segments();
    let is_compatible = groups[..6] == [0; 6] && groups[6] != 0;
    if is_compatible {
        let [.., a, b, c, d] = octets;
        return format!("::{}", Ipv4Addr::new(a, b, c, d));
    }
    address.to_string()
}
