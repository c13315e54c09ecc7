//! Whether a certificate is for a host, as OpenSSL decides it.

use std::net::IpAddr;

use crate::certificate::{Certificate, GeneralName, address_bytes};

/// The name of the subject counts although there are other names.
const ALWAYS_CHECK_SUBJECT: u32 = 1;
const NO_WILDCARDS: u32 = 2;
const NEVER_CHECK_SUBJECT: u32 = 0x20;

/// The object identifier of common names.
const COMMON_NAME: &str = "2.5.4.3";

/// Whether a name with at most one star, which stands for its first label, is that of the host.
fn matches(pattern: &str, host: &str, flags: u32) -> bool {
    if pattern.eq_ignore_ascii_case(host) {
        return !pattern.is_empty();
    }
    if flags & NO_WILDCARDS != 0 {
        return false;
    }
    let (Some(rest), Some((label, below))) = (pattern.strip_prefix("*."), host.split_once('.'))
    else {
        return false;
    };
    !label.is_empty()
        && rest.contains('.')
        && !rest.contains('*')
        && rest.eq_ignore_ascii_case(below)
}

/// Whether the certificate is for the host of this name.
pub(crate) fn is_for_host(certificate: &Certificate, host: &str, flags: u32) -> bool {
    let mut has_names = false;
    for name in certificate.alternative_names() {
        if let GeneralName::Dns(pattern) = name {
            has_names = true;
            if matches(pattern, host, flags) {
                return true;
            }
        }
    }
    if flags & NEVER_CHECK_SUBJECT != 0 || (has_names && flags & ALWAYS_CHECK_SUBJECT == 0) {
        return false;
    }
    common_names(certificate).any(|name| matches(&name, host, flags))
}

/// The common names of whom the certificate is about.
pub(crate) fn common_names(certificate: &Certificate) -> impl Iterator<Item = String> + '_ {
    let pairs = certificate.subject.iter().flatten();
    pairs
        .filter(|(kind, _)| kind == COMMON_NAME)
        .map(|(_, value)| value.clone())
}

/// Whether the certificate is for the host of this address.
pub(crate) fn is_for_address(certificate: &Certificate, address: &IpAddr) -> bool {
    let bytes = address_bytes(address);
    let mut names = certificate.alternative_names().iter();
    names.any(|name| matches!(name, GeneralName::Address(found) if *found == bytes))
}
