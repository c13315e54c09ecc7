//! What contexts are made of: trusted and own certificates, configurations.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use motet_tls::{
    Certificate, Config, Counters, KeyProblem, RevocationList, Settings, Store, Versions, blocks,
};

use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{buffer, bytes, int, list, string, tuple};

use super::{DONE, Entry, answer, counters, failed, flag, registered, store, with_entries};

/// The functions of this file.
pub(super) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("store_add", 3, 3, store_add),
    NativeFunction::calling("store_merge", 2, 2, store_merge),
    NativeFunction::leaf("store_counts", 1, 1, store_counts),
    NativeFunction::leaf("store_authorities", 1, 1, store_authorities),
    NativeFunction::calling("identity", 3, 3, identity),
    NativeFunction::leaf("needs_passphrase", 1, 1, needs_passphrase),
    NativeFunction::calling("counters", 0, 0, new_counters),
    NativeFunction::leaf("counted", 1, 1, counted),
    NativeFunction::calling("config", 3, 3, configure),
    NativeFunction::calling("forget", 1, 1, forget),
];

/// `forget(number)`: nobody asks for it any more.
fn forget<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = integer_argument(thread, arguments.get(thread, 0))?;
    thread.become_inevitable()?;
    let ended = with_entries(|entries| entries.remove(&number));
    drop(ended);
    Ok(NONE)
}

/// The bytes of an argument.
pub(super) fn content(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<Vec<u8>> {
    Ok(buffer::required(thread, arguments.get(thread, index))?.into_owned())
}

fn text(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<String> {
    let content = content(thread, arguments, index)?;
    Ok(String::from_utf8_lossy(&content).into_owned())
}

/// `store_add(store or 0, bytes, kind)`: a store with what the bytes have too, and how many
/// certificates and lists of revoked ones were read. The kind is 0 for PEM, 1 for DER.
fn store_add<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mut new = match arguments.get(thread, 0) {
        value if value == int::from_i64(thread, 0) => Store::default(),
        _ => Store::clone(&*store(thread, arguments, 0)?),
    };
    let content = content(thread, arguments, 1)?;
    let is_der = integer_argument(thread, arguments.get(thread, 2))? == 1;
    let (mut certificates, mut lists) = (0, 0);
    if is_der {
        let mut rest = content.as_slice();
        while let Some(certificate) = Certificate::parse_front(rest) {
            rest = rest.get(certificate.der().len()..).unwrap_or_default();
            certificates += 1;
            new.add(certificate);
        }
        if !rest.is_empty() {
            certificates = -certificates - 1;
        }
    } else {
        for block in blocks(&String::from_utf8_lossy(&content)) {
            let Some(der) = block.content else {
                certificates = -1;
                break;
            };
            match block.label.as_str() {
                "CERTIFICATE" | "X509 CERTIFICATE" | "TRUSTED CERTIFICATE" => {
                    let Some(certificate) = Certificate::parse(&der) else {
                        certificates = -1;
                        break;
                    };
                    certificates += 1;
                    new.add(certificate);
                }
                "X509 CRL" => {
                    if let Some(list) = RevocationList::parse(&der) {
                        lists += 1;
                        new.add_list(list);
                    }
                }
                _ => {}
            }
        }
    }
    thread.become_inevitable()?;
    let number = super::register(Entry::Store(Arc::new(new)));
    let all = [number, certificates, lists].map(|number| int::from_i64(thread, number));
    tuple::from_values(thread, &all)
}

/// `store_merge(store, other)`: a store of both.
fn store_merge<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mut new = Store::clone(&*store(thread, arguments, 0)?);
    let other = store(thread, arguments, 1)?;
    for certificate in other.certificates() {
        new.add(Certificate::clone(certificate));
    }
    registered(thread, Entry::Store(Arc::new(new)))
}

/// `store_counts(store)`: certificates, lists of revoked ones, certificates of authorities.
fn store_counts<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let store = store(thread, arguments, 0)?;
    let all = store.certificates();
    let authorities = all.iter().filter(|one| one.is_authority()).count();
    let counts = [all.len(), store.list_count(), authorities];
    let counts = counts.map(|count| int::from_length(count as u64));
    tuple::from_values(thread, &counts)
}

/// `store_authorities(store)`: the certificates of authorities, as bytes.
fn store_authorities<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let store = store(thread, arguments, 0)?;
    let mut all = Vec::new();
    for certificate in store.certificates().iter().filter(|one| one.is_authority()) {
        all.push(bytes::new(thread, certificate.der())?);
    }
    list::from_values(thread, &all)
}

/// `needs_passphrase(bytes of a file)`.
fn needs_passphrase<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let text = text(thread, arguments, 0)?;
    Ok(flag(motet_tls::needs_passphrase(&text)))
}

/// `identity(certificates, keys, passphrase or None)`: 0 and a number; or what is wrong.
fn identity<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (certificates, keys) = (text(thread, arguments, 0)?, text(thread, arguments, 1)?);
    let passphrase = match arguments.get(thread, 2) {
        NONE => None,
        _ => Some(content(thread, arguments, 2)?),
    };
    match motet_tls::load(&certificates, &keys, passphrase.as_deref()) {
        Ok(identity) => {
            thread.become_inevitable()?;
            let number = super::register(Entry::Identity(Arc::new(identity)));
            let number = int::from_i64(thread, number);
            answer(thread, DONE, number)
        }
        Err(problem) => {
            let code = match problem {
                KeyProblem::NoCertificate => 1,
                KeyProblem::NoKey => 2,
                KeyProblem::NeedsPassphrase => 3,
                KeyProblem::WrongPassphrase => 4,
                KeyProblem::Mismatch => 5,
                KeyProblem::Unsupported => 6,
            };
            answer(thread, code, NONE)
        }
    }
}

/// `counters()`: new ones.
fn new_counters<'a>(thread: &'a mut Thread, _: Arguments) -> Outcome<Value<'a>> {
    registered(thread, Entry::Counters(Arc::new(Counters::default())))
}

/// `counted(counters)`: their six numbers.
fn counted<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let counters = counters(thread, arguments, 0)?;
    let counts = counters.0.each_ref().map(|counter| {
        // Counters only: nothing is ordered by them.
        int::from_length(counter.load(Ordering::Relaxed))
    });
    tuple::from_values(thread, &counts)
}

/// The parts of a tuple that Python has made.
struct Parts<'a> {
    thread: &'a Thread,
    values: Vec<Value<'a>>,
    next: usize,
}

impl<'a> Parts<'a> {
    fn new(thread: &'a Thread, value: Value<'a>) -> Outcome<Parts<'a>> {
        let Some(object) = tuple::as_tuple(thread, value) else {
            return Err(type_error(thread, "a tuple is expected"));
        };
        Ok(Parts {
            thread,
            values: tuple::values(thread, object).to_vec(),
            next: 0,
        })
    }

    fn value(&mut self) -> Value<'a> {
        let value = self.values.get(self.next).copied().unwrap_or(NONE);
        self.next += 1;
        value
    }

    fn number(&mut self) -> Outcome<i64> {
        let value = self.value();
        integer_argument(self.thread, value)
    }

    fn flag(&mut self) -> bool {
        self.value() == TRUE
    }

    fn all(&mut self) -> Outcome<Vec<Value<'a>>> {
        let value = self.value();
        Ok(Parts::new(self.thread, value)?.values)
    }

    fn bytes(&mut self) -> Outcome<Option<Vec<u8>>> {
        match self.value() {
            NONE => Ok(None),
            value => Ok(Some(buffer::required(self.thread, value)?.into_owned())),
        }
    }
}

/// Reads the settings that `_ssl` has put into a tuple, in the order of [`Settings`].
fn settings(thread: &Thread, arguments: Arguments) -> Outcome<Settings> {
    let store = store(thread, arguments, 0)?;
    let mut parts = Parts::new(thread, arguments.get(thread, 2))?;
    let mut settings = Settings {
        is_server: parts.flag(),
        versions: Versions {
            older: parts.flag(),
            newer: parts.flag(),
        },
        suites: Vec::new(),
        group: None,
        asks: parts.flag(),
        requires: parts.flag(),
        checks_host: parts.flag(),
        flags: parts.number()? as u64,
        host_flags: parts.number()? as u32,
        store,
        identities: Vec::new(),
        protocols: Vec::new(),
        tickets: usize::try_from(parts.number()?).unwrap_or(0),
        uses_tickets: parts.flag(),
        prefers_own_order: parts.flag(),
        key_log: None,
    };
    for value in parts.all()? {
        settings
            .suites
            .push(integer_argument(thread, value)? as u16);
    }
    for value in parts.all()? {
        let number = integer_argument(thread, value)?;
        if let Some(Entry::Identity(found)) = with_entries(|all| all.get(&number).cloned()) {
            settings.identities.push(found);
        }
    }
    for value in parts.all()? {
        let protocol = buffer::required(thread, value)?.into_owned();
        settings.protocols.push(protocol);
    }
    let group = parts.bytes()?;
    settings.group = group.map(|name| String::from_utf8_lossy(&name).into_owned());
    let path = parts.bytes()?;
    settings.key_log = path.map(|path| {
        use std::os::unix::ffi::OsStringExt as _;
        PathBuf::from(std::ffi::OsString::from_vec(path))
    });
    Ok(settings)
}

/// `config(store, counters, settings)`: a configuration; or a failure.
fn configure<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let settings = settings(thread, arguments)?;
    let counters = counters(thread, arguments, 1)?;
    thread.become_inevitable()?;
    match Config::new(settings, counters) {
        Ok(config) => {
            let number = super::register(Entry::Config(Arc::new(config)));
            let number = int::from_i64(thread, number);
            answer(thread, DONE, number)
        }
        Err(failure) => failed(thread, &failure),
    }
}

/// A text, or None.
pub(super) fn text_or_none<'a>(thread: &'a Thread, text: Option<&str>) -> Outcome<Value<'a>> {
    text.map_or(Ok(NONE), |text| string::new(thread, text))
}
