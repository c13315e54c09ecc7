//! Certificates (X.509) and lists of revoked ones, as far as verification and Python ask.

use std::net::IpAddr;
use std::ops::Range;

use crate::der::{self, Item, Reader};

/// A name: sets of pairs of a type (an object identifier) and a text.
pub type Name = Vec<Vec<(String, String)>>;

/// A name that an extension has.
#[derive(Clone, Debug, PartialEq)]
pub enum GeneralName {
    /// The name of a host.
    Dns(String),
    /// The address of a mailbox.
    Email(String),
    /// An address of resources.
    Uri(String),
    /// The bytes of an address.
    Address(Vec<u8>),
    /// The name of somebody.
    Directory(Name),
    /// An object identifier.
    Registered(String),
    /// A kind of name that is not understood.
    Other,
}

/// What a certificate says of its key's use, if it does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extensions {
    /// Whether the key is that of an authority, how many may be below it, and whether that is
    /// critical.
    pub(crate) authority: Option<(bool, Option<u32>, bool)>,
    /// Bit n of the extension is bit n here.
    pub(crate) usage: Option<u16>,
    pub(crate) purposes: Option<Vec<String>>,
    pub(crate) own_key: Option<Vec<u8>>,
    pub(crate) has_issuer_key: bool,
    pub(crate) issuer_key: Option<Vec<u8>>,
    pub(crate) names: Option<Vec<GeneralName>>,
    pub(crate) names_are_critical: bool,
    /// The names that those below may have, and those that they may not.
    pub(crate) constraints: Option<(Vec<GeneralName>, Vec<GeneralName>)>,
    pub(crate) responders: Vec<String>,
    pub(crate) issuers: Vec<String>,
    pub(crate) lists: Vec<String>,
    /// One that must be understood and is not.
    pub(crate) has_unknown_critical: bool,
    pub(crate) has_any: bool,
}

pub(crate) const USAGE_SIGNATURE: u16 = 1 << 0;
pub(crate) const USAGE_KEY_ENCIPHERMENT: u16 = 1 << 2;
pub(crate) const USAGE_KEY_AGREEMENT: u16 = 1 << 4;
pub(crate) const USAGE_CERTIFICATES: u16 = 1 << 5;
pub(crate) const USAGE_LISTS: u16 = 1 << 6;

/// Something signed: which bytes, how, and the signature.
#[derive(Clone, Debug)]
pub(crate) struct Signed {
    pub(crate) message: Range<usize>,
    pub(crate) algorithm: Range<usize>,
    pub(crate) signature: Range<usize>,
}

/// A certificate.
#[derive(Clone, Debug)]
pub struct Certificate {
    der: Vec<u8>,
    /// 1, 2 or 3.
    pub version: u8,
    /// The number that its issuer has given it.
    pub serial: Vec<u8>,
    /// Whom it is about.
    pub subject: Name,
    /// Who has signed it.
    pub issuer: Name,
    /// From when on it holds: seconds since 1970.
    pub not_before: i64,
    /// Until when it holds.
    pub not_after: i64,
    pub(crate) signed: Signed,
    key: Range<usize>,
    pub(crate) extensions: Extensions,
}

/// A list of revoked certificates.
#[derive(Clone, Debug)]
pub struct RevocationList {
    pub(crate) der: Vec<u8>,
    pub(crate) issuer: Name,
    pub(crate) signed: Signed,
    pub(crate) this_update: i64,
    pub(crate) next_update: Option<i64>,
    pub(crate) serials: Vec<Vec<u8>>,
}

/// Where a part of some bytes lies in them.
fn range_in(whole: &[u8], part: &[u8]) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize);
    start..start + part.len()
}

/// A name as texts that are equal when OpenSSL takes the names for equal.
pub(crate) fn canonical(name: &Name) -> String {
    let mut all = String::new();
    for set in name {
        let mut pairs: Vec<String> = set
            .iter()
            .map(|(kind, value)| {
                // No text may look like the end of a part.
                let value = value.replace(['\u{1}', '\u{2}'], "\u{fffd}");
                let words: Vec<&str> = value.split_ascii_whitespace().collect();
                format!("{kind}={}", words.join(" ").to_ascii_lowercase())
            })
            .collect();
        pairs.sort();
        all.push_str(&pairs.join("\u{1}"));
        all.push('\u{2}');
    }
    all
}

fn name(content: &[u8]) -> Option<Name> {
    let mut reader = Reader::new(content);
    let mut name = Name::new();
    while !reader.is_empty() {
        let mut set = reader.enter(der::SET)?;
        let mut pairs = Vec::new();
        while !set.is_empty() {
            let mut pair = set.enter(der::SEQUENCE)?;
            let kind = der::object(pair.tagged(der::OBJECT)?);
            pairs.push((kind, der::text(pair.item()?)));
        }
        name.push(pairs);
    }
    Some(name)
}

fn signed(whole: &[u8]) -> Option<(Signed, Reader<'_>)> {
    let mut outer = Reader::new(whole);
    let mut parts = outer.enter(der::SEQUENCE)?;
    let message = parts.item()?;
    let algorithm = parts.tagged(der::SEQUENCE)?;
    let bits = parts.tagged(der::BIT_STRING)?;
    let signature = bits.get(1..)?;
    if message.tag != der::SEQUENCE || !outer.is_empty() {
        return None;
    }
    let signed = Signed {
        message: range_in(whole, message.whole),
        algorithm: range_in(whole, algorithm),
        signature: range_in(whole, signature),
    };
    Some((signed, Reader::new(message.content)))
}

impl Certificate {
    /// Reads a certificate; none if the bytes are none.
    #[must_use]
    pub fn parse(der: &[u8]) -> Option<Certificate> {
        let (signed, mut parts) = signed(der)?;
        let version = match parts.enter(0xa0) {
            Some(mut version) => version.tagged(der::INTEGER)?.last()?.checked_add(1)?,
            None => 1,
        };
        let serial = parts.tagged(der::INTEGER)?.to_vec();
        parts.tagged(der::SEQUENCE)?;
        let issuer = name(parts.tagged(der::SEQUENCE)?)?;
        let mut times = parts.enter(der::SEQUENCE)?;
        let not_before = der::time(times.item()?)?;
        let not_after = der::time(times.item()?)?;
        let subject = name(parts.tagged(der::SEQUENCE)?)?;
        let key = parts.item()?;
        if key.tag != der::SEQUENCE {
            return None;
        }
        let mut extensions = Extensions::default();
        while let Some(part) = parts.item() {
            if part.tag == 0xa3 {
                let mut all = Reader::new(part.content).enter(der::SEQUENCE)?;
                while !all.is_empty() {
                    extensions.read(&mut all.enter(der::SEQUENCE)?)?;
                }
            }
        }
        Some(Certificate {
            key: range_in(der, key.whole),
            version,
            serial,
            subject,
            issuer,
            not_before,
            not_after,
            signed,
            extensions,
            der: der.to_vec(),
        })
    }

    /// Reads a certificate that bytes begin with.
    #[must_use]
    pub fn parse_front(bytes: &[u8]) -> Option<Certificate> {
        Certificate::parse(Reader::new(bytes).item()?.whole)
    }

    /// Its bytes.
    #[must_use]
    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// The public key with its algorithm, as an item.
    #[must_use]
    pub fn public_key(&self) -> &[u8] {
        self.der.get(self.key.clone()).unwrap_or_default()
    }

    /// The algorithm of the public key and its bits.
    pub(crate) fn key_parts(&self) -> Option<(&[u8], &[u8])> {
        let mut parts = Reader::new(self.public_key()).enter(der::SEQUENCE)?;
        let algorithm = parts.tagged(der::SEQUENCE)?;
        Some((algorithm, parts.tagged(der::BIT_STRING)?.get(1..)?))
    }

    /// How many bits the modulus of an RSA key has; none for other keys.
    pub(crate) fn rsa_bits(&self) -> Option<usize> {
        let (algorithm, bits) = self.key_parts()?;
        let kind = Reader::new(algorithm).tagged(der::OBJECT)?;
        if der::object(kind) != "1.2.840.113549.1.1.1" {
            return None;
        }
        let modulus = Reader::new(bits)
            .enter(der::SEQUENCE)?
            .tagged(der::INTEGER)?;
        let zeros = modulus.iter().take_while(|byte| **byte == 0).count();
        let first = modulus.get(zeros)?;
        Some((modulus.len() - zeros) * 8 - first.leading_zeros() as usize)
    }

    /// Whether it names itself as its issuer.
    pub(crate) fn is_self_issued(&self) -> bool {
        canonical(&self.subject) == canonical(&self.issuer)
    }

    /// Whether it is that of an authority.
    #[must_use]
    pub fn is_authority(&self) -> bool {
        let may_sign = self
            .extensions
            .usage
            .is_none_or(|usage| usage & USAGE_CERTIFICATES != 0);
        match self.extensions.authority {
            Some((is_authority, ..)) => is_authority && may_sign,
            None if self.version == 1 => self.is_self_issued(),
            None => self.extensions.usage.is_some() && may_sign,
        }
    }

    /// The names of hosts and others that the certificate is for as well.
    #[must_use]
    pub fn alternative_names(&self) -> &[GeneralName] {
        self.extensions.names.as_deref().unwrap_or_default()
    }

    /// Where to ask whether it is revoked.
    #[must_use]
    pub fn responders(&self) -> &[String] {
        &self.extensions.responders
    }

    /// Where the issuer's certificate is.
    #[must_use]
    pub fn issuer_places(&self) -> &[String] {
        &self.extensions.issuers
    }

    /// Where the lists of the revoked are.
    #[must_use]
    pub fn list_places(&self) -> &[String] {
        &self.extensions.lists
    }

    /// From when on it holds, as OpenSSL shows it.
    #[must_use]
    pub fn shown_not_before(&self) -> String {
        der::shown_time(self.not_before)
    }

    /// Until when it holds, as OpenSSL shows it.
    #[must_use]
    pub fn shown_not_after(&self) -> String {
        der::shown_time(self.not_after)
    }
}

impl RevocationList {
    /// Reads a list; none if the bytes are none.
    #[must_use]
    pub fn parse(der: &[u8]) -> Option<RevocationList> {
        let (signed, mut parts) = signed(der)?;
        parts.tagged(der::INTEGER);
        parts.tagged(der::SEQUENCE)?;
        let issuer = name(parts.tagged(der::SEQUENCE)?)?;
        let this_update = der::time(parts.item()?)?;
        let mut serials = Vec::new();
        let mut next_update = None;
        while let Some(part) = parts.item() {
            match part.tag {
                der::UTC_TIME | der::GENERALIZED_TIME => next_update = der::time(part),
                der::SEQUENCE => {
                    let mut all = Reader::new(part.content);
                    while !all.is_empty() {
                        let serial = all.enter(der::SEQUENCE)?.tagged(der::INTEGER)?;
                        serials.push(serial.to_vec());
                    }
                }
                _ => {}
            }
        }
        Some(RevocationList {
            issuer,
            signed,
            this_update,
            next_update,
            serials,
            der: der.to_vec(),
        })
    }
}

impl Extensions {
    /// Reads one extension.
    fn read(&mut self, parts: &mut Reader<'_>) -> Option<()> {
        self.has_any = true;
        let kind = der::object(parts.tagged(der::OBJECT)?);
        let is_critical = parts
            .tagged(der::BOOLEAN)
            .is_some_and(|content| content.first().is_some_and(|byte| *byte != 0));
        let mut value = Reader::new(parts.tagged(der::OCTET_STRING)?);
        match kind.as_str() {
            "2.5.29.14" => self.own_key = value.tagged(der::OCTET_STRING).map(<[u8]>::to_vec),
            "2.5.29.15" => self.usage = Some(usage(value.tagged(der::BIT_STRING)?)),
            "2.5.29.17" => {
                self.names = Some(general_names(value.enter(der::SEQUENCE)?));
                self.names_are_critical = is_critical;
            }
            "2.5.29.19" => {
                let mut parts = value.enter(der::SEQUENCE)?;
                let flag = parts.tagged(der::BOOLEAN);
                let is_authority = flag.is_some_and(|content| content.first() != Some(&0));
                let depth = parts.tagged(der::INTEGER).map(small_number);
                self.authority = Some((is_authority, depth, is_critical));
            }
            "2.5.29.30" => self.constraints = Some(constraints(value.enter(der::SEQUENCE)?)?),
            "2.5.29.31" => self.lists = list_places(value.enter(der::SEQUENCE)?),
            "2.5.29.35" => {
                self.has_issuer_key = true;
                let mut parts = value.enter(der::SEQUENCE)?;
                self.issuer_key = parts.tagged(0x80).map(<[u8]>::to_vec);
            }
            "2.5.29.37" => {
                let mut parts = value.enter(der::SEQUENCE)?;
                let mut purposes = Vec::new();
                while let Some(purpose) = parts.tagged(der::OBJECT) {
                    purposes.push(der::object(purpose));
                }
                self.purposes = Some(purposes);
            }
            "1.3.6.1.5.5.7.1.1" => self.read_access(value.enter(der::SEQUENCE)?),
            // Policies restrict nothing unless they are asked for.
            "2.5.29.32" | "2.5.29.33" | "2.5.29.36" | "2.5.29.54" | "2.16.840.1.113730.1.1" => {}
            _ => self.has_unknown_critical |= is_critical,
        }
        Some(())
    }

    /// Where the issuer can be asked.
    fn read_access(&mut self, mut all: Reader<'_>) {
        while let Some(mut parts) = all.enter(der::SEQUENCE) {
            let method = parts.tagged(der::OBJECT).map(der::object);
            let Some(place) = parts.tagged(0x86) else {
                continue;
            };
            let place = String::from_utf8_lossy(place).into_owned();
            match method.as_deref() {
                Some("1.3.6.1.5.5.7.48.1") => self.responders.push(place),
                Some("1.3.6.1.5.5.7.48.2") => self.issuers.push(place),
                _ => {}
            }
        }
    }
}

fn small_number(content: &[u8]) -> u32 {
    if content.len() > 4 {
        return u32::MAX;
    }
    content
        .iter()
        .fold(0, |sum, byte| sum << 8 | u32::from(*byte))
}

fn usage(bits: &[u8]) -> u16 {
    let mut usage = 0;
    for (index, byte) in bits.iter().skip(1).take(2).enumerate() {
        usage |= u16::from(byte.reverse_bits()) << (8 * index);
    }
    usage
}

fn general_name(item: Item<'_>) -> GeneralName {
    let text = || item.content.iter().map(|byte| char::from(*byte)).collect();
    match item.tag {
        0x81 => GeneralName::Email(text()),
        0x82 => GeneralName::Dns(text()),
        0x86 => GeneralName::Uri(text()),
        0x87 => GeneralName::Address(item.content.to_vec()),
        0x88 => GeneralName::Registered(der::object(item.content)),
        0xa4 => Reader::new(item.content)
            .tagged(der::SEQUENCE)
            .and_then(name)
            .map_or(GeneralName::Other, GeneralName::Directory),
        _ => GeneralName::Other,
    }
}

fn general_names(mut all: Reader<'_>) -> Vec<GeneralName> {
    let mut names = Vec::new();
    while let Some(item) = all.item() {
        names.push(general_name(item));
    }
    names
}

type Constraints = (Vec<GeneralName>, Vec<GeneralName>);

fn constraints(mut parts: Reader<'_>) -> Option<Constraints> {
    let (mut permitted, mut excluded) = (Vec::new(), Vec::new());
    while let Some(part) = parts.item() {
        let names = match part.tag {
            0xa0 => &mut permitted,
            0xa1 => &mut excluded,
            _ => return None,
        };
        let mut all = Reader::new(part.content);
        while let Some(mut subtree) = all.enter(der::SEQUENCE) {
            names.push(general_name(subtree.item()?));
        }
    }
    Some((permitted, excluded))
}

fn list_places(mut all: Reader<'_>) -> Vec<String> {
    let mut places = Vec::new();
    while let Some(mut point) = all.enter(der::SEQUENCE) {
        let Some(mut names) = point.enter(0xa0).and_then(|mut name| name.enter(0xa0)) else {
            continue;
        };
        while let Some(item) = names.item() {
            if let GeneralName::Uri(place) = general_name(item) {
                places.push(place);
            }
        }
    }
    places
}

/// The bytes of an address as a certificate has them.
pub(crate) fn address_bytes(address: &IpAddr) -> Vec<u8> {
    match address {
        IpAddr::V4(address) => address.octets().to_vec(),
        IpAddr::V6(address) => address.octets().to_vec(),
    }
}
