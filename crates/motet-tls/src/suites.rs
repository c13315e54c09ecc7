//! The ciphers, with OpenSSL's names.

use rustls::crypto::ring::{cipher_suite as known, default_provider};
use rustls::{CipherSuite, SupportedCipherSuite};

/// A cipher, as Python's `get_ciphers` shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// Its number in the protocol.
    pub number: u16,
    /// OpenSSL's name.
    pub name: &'static str,
    /// The version that has brought it.
    pub protocol: &'static str,
    /// How strong it is.
    pub bits: u32,
    /// The cipher of the records, as OpenSSL names it.
    pub symmetric: &'static str,
    /// The key of the server: RSA, ECDSA, or any.
    pub authentication: &'static str,
}

const fn suite(
    number: u16,
    name: &'static str,
    protocol: &'static str,
    bits: u32,
    symmetric: &'static str,
    authentication: &'static str,
) -> Suite {
    Suite {
        number,
        name,
        protocol,
        bits,
        symmetric,
        authentication,
    }
}

const AES_256: &str = "aes-256-gcm";
const AES_128: &str = "aes-128-gcm";
const CHACHA: &str = "chacha20-poly1305";

const ALL: &[Suite] = &[
    suite(
        0x1302,
        "TLS_AES_256_GCM_SHA384",
        "TLSv1.3",
        256,
        AES_256,
        "any",
    ),
    suite(
        0x1303,
        "TLS_CHACHA20_POLY1305_SHA256",
        "TLSv1.3",
        256,
        CHACHA,
        "any",
    ),
    suite(
        0x1301,
        "TLS_AES_128_GCM_SHA256",
        "TLSv1.3",
        128,
        AES_128,
        "any",
    ),
    suite(
        0xc02c,
        "ECDHE-ECDSA-AES256-GCM-SHA384",
        "TLSv1.2",
        256,
        AES_256,
        "ecdsa",
    ),
    suite(
        0xc030,
        "ECDHE-RSA-AES256-GCM-SHA384",
        "TLSv1.2",
        256,
        AES_256,
        "rsa",
    ),
    suite(
        0xcca9,
        "ECDHE-ECDSA-CHACHA20-POLY1305",
        "TLSv1.2",
        256,
        CHACHA,
        "ecdsa",
    ),
    suite(
        0xcca8,
        "ECDHE-RSA-CHACHA20-POLY1305",
        "TLSv1.2",
        256,
        CHACHA,
        "rsa",
    ),
    suite(
        0xc02b,
        "ECDHE-ECDSA-AES128-GCM-SHA256",
        "TLSv1.2",
        128,
        AES_128,
        "ecdsa",
    ),
    suite(
        0xc02f,
        "ECDHE-RSA-AES128-GCM-SHA256",
        "TLSv1.2",
        128,
        AES_128,
        "rsa",
    ),
];

/// The ciphers there are, the preferred ones first.
#[must_use]
pub fn suites() -> &'static [Suite] {
    ALL
}

/// The cipher of a number.
pub(crate) fn by_number(number: u16) -> Option<&'static Suite> {
    ALL.iter().find(|suite| suite.number == number)
}

/// The number of a cipher of rustls.
pub(crate) fn number(suite: CipherSuite) -> u16 {
    suite.into()
}

/// rustls' ciphers for these numbers, and all of TLS 1.3, in our order.
pub(crate) fn chosen(numbers: &[u16]) -> Vec<SupportedCipherSuite> {
    let mut all = Vec::new();
    let newer = ALL.iter().filter(|suite| suite.protocol == "TLSv1.3");
    for wanted in newer
        .map(|suite| suite.number)
        .chain(numbers.iter().copied())
    {
        let mut provided = default_provider().cipher_suites.into_iter();
        if let Some(found) = provided.find(|found| number(found.suite()) == wanted)
            && !all.contains(&found)
        {
            all.push(found);
        }
    }
    if all.is_empty() {
        all.push(known::TLS13_AES_256_GCM_SHA384);
    }
    all
}
