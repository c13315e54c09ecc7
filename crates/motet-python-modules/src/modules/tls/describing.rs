//! What Python shows: ciphers, and what certificates say.

use motet_tls::{Certificate, GeneralName, Name, Suite};

use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{int, string, tuple};

use super::contexts::content;

/// The functions of this file.
pub(super) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("suites", 0, 0, suites),
    NativeFunction::leaf("decode", 1, 1, decode),
];

/// A cipher: its number, name, version, bits, cipher of the records, key of the server.
pub(super) fn suite_value<'a>(thread: &'a Thread, suite: &Suite) -> Outcome<Value<'a>> {
    let all = [
        int::from_i64(thread, suite.number.into()),
        string::new(thread, suite.name)?,
        string::new(thread, suite.protocol)?,
        int::from_i64(thread, suite.bits.into()),
        string::new(thread, suite.symmetric)?,
        string::new(thread, suite.authentication)?,
    ];
    tuple::from_values(thread, &all)
}

/// Several ciphers.
pub(super) fn suite_values<'a, 's>(
    thread: &'a Thread,
    suites: impl IntoIterator<Item = &'s Suite>,
) -> Outcome<Value<'a>> {
    let mut all = Vec::new();
    for suite in suites {
        all.push(suite_value(thread, suite)?);
    }
    tuple::from_values(thread, &all)
}

/// `suites()`: all of them.
fn suites<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    suite_values(thread, motet_tls::suites())
}

/// A name: sets of pairs of object identifier and text.
fn name<'a>(thread: &'a Thread, name: &Name) -> Outcome<Value<'a>> {
    let mut sets = Vec::new();
    for set in name {
        let mut pairs = Vec::new();
        for (kind, text) in set {
            let pair = [string::new(thread, kind)?, string::new(thread, text)?];
            pairs.push(tuple::from_values(thread, &pair)?);
        }
        sets.push(tuple::from_values(thread, &pairs)?);
    }
    tuple::from_values(thread, &sets)
}

/// The text of an address; IPv6 as OpenSSL shows it, with all eight groups.
fn address_text(bytes: &[u8]) -> String {
    match bytes.len() {
        4 => {
            let parts: Vec<String> = bytes.iter().map(u8::to_string).collect();
            parts.join(".")
        }
        16 => {
            let pairs = bytes.chunks_exact(2);
            let parts: Vec<String> = pairs
                .map(|pair| format!("{:X}", u16::from(pair[0]) << 8 | u16::from(pair[1])))
                .collect();
            parts.join(":")
        }
        _ => "<invalid>".to_owned(),
    }
}

fn general_name<'a>(thread: &'a Thread, general: &GeneralName) -> Outcome<Value<'a>> {
    let (kind, value) = match general {
        GeneralName::Dns(text) => ("DNS", string::new(thread, text)?),
        GeneralName::Email(text) => ("email", string::new(thread, text)?),
        GeneralName::Uri(text) => ("URI", string::new(thread, text)?),
        GeneralName::Registered(text) => ("Registered ID", string::new(thread, text)?),
        GeneralName::Directory(found) => ("DirName", name(thread, found)?),
        GeneralName::Address(bytes) => ("IP Address", string::new(thread, &address_text(bytes))?),
        GeneralName::Other => ("othername", string::new(thread, "<unsupported>")?),
    };
    tuple::from_values(thread, &[string::new(thread, kind)?, value])
}

fn texts<'a>(thread: &'a Thread, all: &[String]) -> Outcome<Value<'a>> {
    let mut values = Vec::new();
    for text in all {
        values.push(string::new(thread, text)?);
    }
    tuple::from_values(thread, &values)
}

/// The digits of a certificate's number.
fn serial(bytes: &[u8]) -> String {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let rest = bytes.get(zeros.min(bytes.len().saturating_sub(1))..);
    let digits = rest.unwrap_or_default().iter();
    digits.map(|byte| format!("{byte:02X}")).collect()
}

/// `decode(bytes)`: subject, issuer, version, number, from when, until when, other names, where to
/// ask for revocation, where the issuer is, where the lists are; None if the bytes are no
/// certificate.
fn decode<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(certificate) = Certificate::parse(&content(thread, arguments, 0)?) else {
        return Ok(NONE);
    };
    let mut names = Vec::new();
    for general in certificate.alternative_names() {
        names.push(general_name(thread, general)?);
    }
    let all = [
        name(thread, &certificate.subject)?,
        name(thread, &certificate.issuer)?,
        int::from_i64(thread, certificate.version.into()),
        string::new(thread, &serial(&certificate.serial))?,
        string::new(thread, &certificate.shown_not_before())?,
        string::new(thread, &certificate.shown_not_after())?,
        tuple::from_values(thread, &names)?,
        texts(thread, certificate.responders())?,
        texts(thread, certificate.issuer_places())?,
        texts(thread, certificate.list_places())?,
    ];
    tuple::from_values(thread, &all)
}
