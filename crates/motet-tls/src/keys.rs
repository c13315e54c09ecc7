//! PEM files, and private keys, also those that a passphrase protects.

use std::num::NonZeroU32;

use aes::cipher::block_padding::Pkcs7;
use aes::cipher::{BlockDecryptMut, KeyIvInit};
use rustls::crypto::ring::sign::any_supported_type;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;

use crate::certificate::Certificate;
use crate::der::{self, Reader};

/// A block of a PEM file.
#[derive(Clone, Debug)]
pub struct Block {
    /// What stands behind BEGIN.
    pub label: String,
    /// Its bytes; none if they are not written as they must be.
    pub content: Option<Vec<u8>>,
}

/// Why a certificate with its key is refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeyProblem {
    /// There is no certificate, or none that can be read.
    NoCertificate,
    /// There is no private key, or none that can be read.
    NoKey,
    /// A passphrase is needed.
    NeedsPassphrase,
    /// The passphrase is another one.
    WrongPassphrase,
    /// The key is not that of the certificate.
    Mismatch,
    /// The key is of a kind that is not supported, or too short.
    Unsupported,
}

fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count, mut padding) = (0u32, 0, 0);
    for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                padding += 1;
                continue;
            }
            _ => return None,
        };
        if padding > 0 {
            return None;
        }
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    (padding <= 2 && bits == 0).then_some(bytes)
}

/// The blocks of a PEM file.
#[must_use]
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut current: Option<(String, String)> = None;
    for line in text.lines() {
        let line = line.trim();
        if let Some(label) = line
            .strip_prefix("-----BEGIN ")
            .and_then(|rest| rest.strip_suffix("-----"))
        {
            current = Some((label.to_owned(), String::new()));
        } else if line.starts_with("-----END ") {
            if let Some((label, body)) = current.take() {
                let content = decode_base64(&body);
                blocks.push(Block { label, content });
            }
        } else if let Some((_, body)) = &mut current {
            body.push_str(line);
            body.push('\n');
        }
    }
    blocks
}

/// Whether a private key of the file needs a passphrase.
#[must_use]
pub fn needs_passphrase(text: &str) -> bool {
    text.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----")
        || text.contains("Proc-Type: 4,ENCRYPTED")
}

/// The certificates of a file and the key of another, or of the same.
///
/// # Errors
/// What is wrong with them.
pub fn load(
    certificates: &str,
    keys: &str,
    passphrase: Option<&[u8]>,
) -> Result<CertifiedKey, KeyProblem> {
    let mut chain = Vec::new();
    for block in blocks(certificates) {
        if matches!(
            block.label.as_str(),
            "CERTIFICATE" | "X509 CERTIFICATE" | "TRUSTED CERTIFICATE"
        ) {
            chain.push(block.content.ok_or(KeyProblem::NoCertificate)?);
        }
    }
    let Some(first) = chain.first() else {
        return Err(KeyProblem::NoCertificate);
    };
    let leaf = Certificate::parse(first).ok_or(KeyProblem::NoCertificate)?;
    let key = private_key(keys, passphrase)?;
    let key = any_supported_type(&key).map_err(|_| KeyProblem::Unsupported)?;
    if let Some(public) = key.public_key()
        && public.as_ref() != leaf.public_key()
    {
        return Err(KeyProblem::Mismatch);
    }
    let chain = chain.into_iter().map(CertificateDer::from).collect();
    Ok(CertifiedKey::new(chain, key))
}

fn private_key(
    text: &str,
    passphrase: Option<&[u8]>,
) -> Result<PrivateKeyDer<'static>, KeyProblem> {
    for block in blocks(text) {
        if !block.label.ends_with("PRIVATE KEY") {
            continue;
        }
        let Some(content) = block.content else {
            if needs_passphrase(text) {
                // The old form, whose headers stand before the content.
                return Err(KeyProblem::Unsupported);
            }
            return Err(KeyProblem::NoKey);
        };
        return match block.label.as_str() {
            "PRIVATE KEY" => Ok(PrivateKeyDer::Pkcs8(content.into())),
            "RSA PRIVATE KEY" => Ok(PrivateKeyDer::Pkcs1(content.into())),
            "EC PRIVATE KEY" => Ok(PrivateKeyDer::Sec1(content.into())),
            "ENCRYPTED PRIVATE KEY" => {
                let passphrase = passphrase.ok_or(KeyProblem::NeedsPassphrase)?;
                let content = decrypted(&content, passphrase)?;
                Ok(PrivateKeyDer::Pkcs8(content.into()))
            }
            _ => Err(KeyProblem::Unsupported),
        };
    }
    Err(KeyProblem::NoKey)
}

/// How a key is encrypted (PBES2).
struct Encryption<'a> {
    salt: &'a [u8],
    rounds: NonZeroU32,
    hash: String,
    cipher: String,
    start: &'a [u8],
    content: &'a [u8],
}

fn encryption(der: &[u8]) -> Option<Encryption<'_>> {
    let mut parts = Reader::new(der).enter(der::SEQUENCE)?;
    let mut algorithm = parts.enter(der::SEQUENCE)?;
    let content = parts.tagged(der::OCTET_STRING)?;
    if der::object(algorithm.tagged(der::OBJECT)?) != "1.2.840.113549.1.5.13" {
        return None;
    }
    let mut both = algorithm.enter(der::SEQUENCE)?;
    let mut derivation = both.enter(der::SEQUENCE)?;
    let mut cipher = both.enter(der::SEQUENCE)?;
    if der::object(derivation.tagged(der::OBJECT)?) != "1.2.840.113549.1.5.12" {
        return None;
    }
    let mut parameters = derivation.enter(der::SEQUENCE)?;
    let salt = parameters.tagged(der::OCTET_STRING)?;
    let rounds = parameters.tagged(der::INTEGER)?;
    if rounds.len() > 4 {
        return None;
    }
    let rounds = rounds
        .iter()
        .fold(0, |sum, byte| sum << 8 | u32::from(*byte));
    parameters.tagged(der::INTEGER);
    let hash = match parameters.enter(der::SEQUENCE) {
        Some(mut hash) => der::object(hash.tagged(der::OBJECT)?),
        None => "1.2.840.113549.2.7".to_owned(),
    };
    Some(Encryption {
        salt,
        rounds: NonZeroU32::new(rounds)?,
        hash,
        cipher: der::object(cipher.tagged(der::OBJECT)?),
        start: cipher.tagged(der::OCTET_STRING)?,
        content,
    })
}

/// A key of PKCS 8 that a passphrase protects.
fn decrypted(der: &[u8], passphrase: &[u8]) -> Result<Vec<u8>, KeyProblem> {
    let how = encryption(der).ok_or(KeyProblem::Unsupported)?;
    let hash = match how.hash.as_str() {
        "1.2.840.113549.2.7" => ring::pbkdf2::PBKDF2_HMAC_SHA1,
        "1.2.840.113549.2.9" => ring::pbkdf2::PBKDF2_HMAC_SHA256,
        "1.2.840.113549.2.10" => ring::pbkdf2::PBKDF2_HMAC_SHA384,
        "1.2.840.113549.2.11" => ring::pbkdf2::PBKDF2_HMAC_SHA512,
        _ => return Err(KeyProblem::Unsupported),
    };
    let mut key = [0; 32];
    let size = match how.cipher.as_str() {
        "2.16.840.1.101.3.4.1.2" => 16,
        "2.16.840.1.101.3.4.1.22" => 24,
        "2.16.840.1.101.3.4.1.42" => 32,
        _ => return Err(KeyProblem::Unsupported),
    };
    let key = &mut key[..size];
    ring::pbkdf2::derive(hash, how.rounds, how.salt, passphrase, key);
    let plain = match size {
        16 => opened::<cbc::Decryptor<aes::Aes128>>(key, &how),
        24 => opened::<cbc::Decryptor<aes::Aes192>>(key, &how),
        _ => opened::<cbc::Decryptor<aes::Aes256>>(key, &how),
    };
    let plain = plain.ok_or(KeyProblem::WrongPassphrase)?;
    // A wrong passphrase gives a right padding now and then.
    let is_key = Reader::new(&plain).tagged(der::SEQUENCE).is_some();
    if is_key {
        Ok(plain)
    } else {
        Err(KeyProblem::WrongPassphrase)
    }
}

fn opened<D: KeyIvInit + BlockDecryptMut>(key: &[u8], how: &Encryption<'_>) -> Option<Vec<u8>> {
    let cipher = D::new_from_slices(key, how.start).ok()?;
    cipher.decrypt_padded_vec_mut::<Pkcs7>(how.content).ok()
}
