//! Whether a certificate is to be trusted: as OpenSSL decides it, in its order, with its codes.
//!
//! ```text
//!   certificate ── issuer? ──▶ a trusted one, else one that the peer has sent ──▶ … ──▶ root
//!   then, each with an error of its own: extensions, strength, host, revocation, times and
//!   signatures, constraints of names
//! ```

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use rustls::crypto::ring::default_provider;

use crate::certificate::{
    Certificate, GeneralName, Name, RevocationList, Signed, USAGE_CERTIFICATES,
    USAGE_KEY_AGREEMENT, USAGE_KEY_ENCIPHERMENT, USAGE_LISTS, USAGE_SIGNATURE, canonical,
};
use crate::hosts;

/// Flags of a verification: OpenSSL's numbers.
const CRL_CHECK: u64 = 0x4;
const CRL_CHECK_ALL: u64 = 0x8;
const STRICT: u64 = 0x20;
const PARTIAL_CHAIN: u64 = 0x80000;

/// A chain has no more certificates.
const CHAIN_MAX: usize = 20;
/// No more signatures are checked in one verification.
const SIGNATURES_MAX: usize = 60;
/// The weakest RSA keys.
const RSA_BITS_MIN: usize = 2048;

const SERVER_PURPOSE: &str = "1.3.6.1.5.5.7.3.1";
const CLIENT_PURPOSE: &str = "1.3.6.1.5.5.7.3.2";

/// What is wrong with a certificate: OpenSSL's code and text.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// `X509_V_ERR_…`.
    pub code: i32,
    /// What it means.
    pub text: String,
}

impl Problem {
    fn new(code: i32) -> Problem {
        Problem {
            code,
            text: problem_text(code).to_owned(),
        }
    }
}

fn problem_text(code: i32) -> &'static str {
    match code {
        2 => "unable to get issuer certificate",
        3 => "unable to get certificate CRL",
        7 => "certificate signature failure",
        8 => "CRL signature failure",
        9 => "certificate is not yet valid or the system clock is incorrect",
        10 => "certificate has expired",
        11 => "CRL is not yet valid",
        12 => "CRL has expired",
        18 => "self-signed certificate",
        19 => "self-signed certificate in certificate chain",
        20 => "unable to get local issuer certificate",
        22 => "certificate chain too long",
        23 => "certificate revoked",
        25 => "path length constraint exceeded",
        26 => "unsuitable certificate purpose",
        34 => "unhandled critical extension",
        35 => "key usage does not include CRL signing",
        47 => "permitted subtree violation",
        48 => "excluded subtree violation",
        51 => "unsupported name constraint type",
        66 => "EE certificate key too weak",
        67 => "CA certificate key too weak",
        79 => "invalid CA certificate",
        80 => "Path length invalid for non-CA cert",
        81 => "Path length given without key usage keyCertSign",
        82 => "Key usage keyCertSign invalid for non-CA cert",
        83 => "Issuer name empty",
        84 => "Subject name empty",
        85 => "Missing Authority Key Identifier",
        86 => "Missing Subject Key Identifier",
        87 => "Empty Subject Alternative Name extension",
        88 => "Subject empty and Subject Alt Name extension not critical",
        89 => "Basic Constraints of CA cert not marked critical",
        92 => "CA cert does not include key usage extension",
        93 => "Using cert extension requires at least X509v3",
        _ => "unspecified certificate verification error",
    }
}

/// The certificates that are trusted, and lists of the revoked. It is never changed.
#[derive(Clone, Debug, Default)]
pub struct Store {
    certificates: Vec<Arc<Certificate>>,
    /// By name: indices into `certificates`.
    by_subject: HashMap<String, Vec<usize>>,
    lists: Vec<Arc<RevocationList>>,
}

impl Store {
    /// Adds a certificate, unless it is there.
    pub fn add(&mut self, certificate: Certificate) {
        let name = canonical(&certificate.subject);
        let same = self.by_subject.entry(name).or_default();
        let all = &self.certificates;
        let is_known = |index: &usize| {
            all.get(*index)
                .is_some_and(|c| c.der() == certificate.der())
        };
        if same.iter().any(is_known) {
            return;
        }
        same.push(self.certificates.len());
        self.certificates.push(Arc::new(certificate));
    }

    /// Adds a list of the revoked, unless it is there.
    pub fn add_list(&mut self, list: RevocationList) {
        if self.lists.iter().all(|known| known.der != list.der) {
            self.lists.push(Arc::new(list));
        }
    }

    /// The certificates.
    #[must_use]
    pub fn certificates(&self) -> &[Arc<Certificate>] {
        &self.certificates
    }

    /// How many lists there are.
    #[must_use]
    pub fn list_count(&self) -> usize {
        self.lists.len()
    }

    fn named(&self, name: &Name) -> impl Iterator<Item = &Arc<Certificate>> {
        let indices = self.by_subject.get(&canonical(name));
        let indices = indices.map(Vec::as_slice).unwrap_or_default();
        indices
            .iter()
            .filter_map(|index| self.certificates.get(*index))
    }

    fn contains(&self, certificate: &Certificate) -> bool {
        self.named(&certificate.subject)
            .any(|known| known.der() == certificate.der())
    }
}

/// How to verify.
#[derive(Clone, Debug)]
pub struct Policy {
    /// OpenSSL's flags of verification.
    pub flags: u64,
    /// OpenSSL's flags about names of hosts.
    pub host_flags: u32,
    /// Whether the peer is the server.
    pub of_server: bool,
}

/// Whether a signature is right: the algorithms of the key and of the signature decide how.
fn is_signed_by(der: &[u8], signed: &Signed, issuer: &Certificate) -> bool {
    let parts = (
        der.get(signed.message.clone()),
        der.get(signed.algorithm.clone()),
        der.get(signed.signature.clone()),
        issuer.key_parts(),
    );
    let (Some(message), Some(algorithm), Some(signature), Some((key_algorithm, key))) = parts
    else {
        return false;
    };
    let algorithms = default_provider().signature_verification_algorithms.all;
    algorithms
        .iter()
        .filter(|candidate| {
            candidate.signature_alg_id().as_ref() == algorithm
                && candidate.public_key_alg_id().as_ref() == key_algorithm
        })
        .any(|candidate| candidate.verify_signature(key, message, signature).is_ok())
}

/// A verification under way.
struct Verification<'a> {
    store: &'a Store,
    policy: &'a Policy,
    now: i64,
    signatures: usize,
}

/// Verifies the first of the certificates that a peer has sent: the chain to a trusted one.
///
/// # Errors
/// What is wrong with it.
pub fn verify(
    sent: &[Certificate],
    store: &Store,
    policy: &Policy,
    host: Option<&str>,
    now: i64,
) -> Result<Vec<Arc<Certificate>>, Problem> {
    let Some(leaf) = sent.first() else {
        return Err(Problem::new(1));
    };
    let mut verification = Verification {
        store,
        policy,
        now,
        signatures: 0,
    };
    let chain = verification.chain(leaf, sent)?;
    verification.check_extensions(&chain)?;
    check_strength(&chain)?;
    if let Some(host) = host {
        check_host(leaf, host, policy.host_flags)?;
    }
    verification.check_revocation(&chain)?;
    verification.check_times_and_signatures(&chain)?;
    check_constraints(&chain)?;
    Ok(chain)
}

impl Verification<'_> {
    fn is_signed(&mut self, certificate: &Certificate, issuer: &Certificate) -> bool {
        self.signatures += 1;
        self.signatures <= SIGNATURES_MAX
            && is_signed_by(certificate.der(), &certificate.signed, issuer)
    }

    /// The best of those that may have issued a certificate: one that has signed it, and holds now.
    fn best<'c>(
        &mut self,
        certificate: &Certificate,
        candidates: Vec<&'c Arc<Certificate>>,
    ) -> Option<&'c Arc<Certificate>> {
        let key = certificate.extensions.issuer_key.as_deref();
        let fits = |candidate: &&Arc<Certificate>| {
            let own = candidate.extensions.own_key.as_deref();
            key.is_none() || own.is_none() || key == own
        };
        let mut fitting: Vec<&Arc<Certificate>> = candidates.into_iter().filter(fits).collect();
        if fitting.len() > 1 {
            fitting.sort_by_key(|candidate| {
                let holds = candidate.not_before <= self.now && self.now <= candidate.not_after;
                let has_signed = self.is_signed(certificate, candidate);
                (!has_signed, !holds, -candidate.not_after)
            });
        }
        fitting.first().copied()
    }

    /// Finds the issuers, up to one that is trusted.
    fn chain(
        &mut self,
        leaf: &Certificate,
        sent: &[Certificate],
    ) -> Result<Vec<Arc<Certificate>>, Problem> {
        let store = self.store;
        let is_partial_enough = self.policy.flags & PARTIAL_CHAIN != 0;
        let sent: Vec<Arc<Certificate>> =
            sent.iter().take(CHAIN_MAX).cloned().map(Arc::new).collect();
        let mut chain = vec![Arc::new(leaf.clone())];
        if store.contains(leaf) && (is_partial_enough || leaf.is_self_issued()) {
            return Ok(chain);
        }
        let mut is_trusted = false;
        while chain.len() <= CHAIN_MAX {
            let Some(current) = chain.last().cloned() else {
                break;
            };
            if current.is_self_issued() {
                if is_trusted || store.contains(&current) {
                    return Ok(chain);
                }
                let is_alone = chain.len() == 1;
                return Err(Problem::new(if is_alone { 18 } else { 19 }));
            }
            let trusted = store.named(&current.issuer).collect();
            if let Some(issuer) = self.best(&current, trusted) {
                chain.push(issuer.clone());
                is_trusted = true;
                if is_partial_enough || issuer.is_self_issued() {
                    return Ok(chain);
                }
                continue;
            }
            let unused = |candidate: &&Arc<Certificate>| {
                canonical(&candidate.subject) == canonical(&current.issuer)
                    && chain.iter().all(|known| known.der() != candidate.der())
            };
            let candidates = sent.iter().filter(unused).collect();
            let found = self.best(&current, candidates).cloned();
            match found {
                Some(issuer) if !is_trusted => chain.push(issuer),
                _ => return Err(Problem::new(if is_trusted { 2 } else { 20 })),
            }
        }
        Err(Problem::new(22))
    }

    fn check_extensions(&self, chain: &[Arc<Certificate>]) -> Result<(), Problem> {
        let is_strict = self.policy.flags & STRICT != 0;
        let mut below: u32 = 0;
        for (index, certificate) in chain.iter().enumerate() {
            let extensions = &certificate.extensions;
            if extensions.has_unknown_critical {
                return Err(Problem::new(34));
            }
            if index > 0 && !certificate.is_authority() {
                return Err(Problem::new(79));
            }
            if is_strict && chain.len() > 1 {
                check_strictly(certificate, index + 1 == chain.len())?;
            }
            self.check_purpose(certificate, index)?;
            let depth = extensions.authority.and_then(|(_, depth, _)| depth);
            if index > 1 && depth.is_some_and(|depth| below > depth) {
                return Err(Problem::new(25));
            }
            if index > 0 && !certificate.is_self_issued() {
                below += 1;
            }
        }
        Ok(())
    }

    /// Whether the key is for what it is used for.
    fn check_purpose(&self, certificate: &Certificate, index: usize) -> Result<(), Problem> {
        let extensions = &certificate.extensions;
        let (wanted, usage) = if self.policy.of_server {
            let usage = USAGE_SIGNATURE | USAGE_KEY_ENCIPHERMENT | USAGE_KEY_AGREEMENT;
            (SERVER_PURPOSE, usage)
        } else {
            (CLIENT_PURPOSE, USAGE_SIGNATURE | USAGE_KEY_AGREEMENT)
        };
        let purposes = extensions.purposes.as_ref();
        let is_excluded = purposes.is_some_and(|all| all.iter().all(|purpose| purpose != wanted));
        let is_unusable = index == 0 && extensions.usage.is_some_and(|found| found & usage == 0);
        if is_excluded || is_unusable {
            return Err(Problem::new(26));
        }
        Ok(())
    }

    fn check_times_and_signatures(&mut self, chain: &[Arc<Certificate>]) -> Result<(), Problem> {
        for (index, certificate) in chain.iter().enumerate().rev() {
            if let Some(issuer) = chain.get(index + 1)
                && !self.is_signed(certificate, issuer)
            {
                return Err(Problem::new(7));
            }
            if self.now < certificate.not_before {
                return Err(Problem::new(9));
            }
            if self.now > certificate.not_after {
                return Err(Problem::new(10));
            }
        }
        Ok(())
    }

    fn check_revocation(&self, chain: &[Arc<Certificate>]) -> Result<(), Problem> {
        let count = match self.policy.flags & (CRL_CHECK | CRL_CHECK_ALL) {
            0 | CRL_CHECK_ALL => return Ok(()),
            CRL_CHECK => 1,
            _ => chain.len(),
        };
        for (index, certificate) in chain.iter().take(count).enumerate() {
            let issuer_name = canonical(&certificate.issuer);
            let lists = self.store.lists.iter();
            let list = lists
                .filter(|list| canonical(&list.issuer) == issuer_name)
                .max_by_key(|list| list.this_update);
            let Some(list) = list else {
                return Err(Problem::new(3));
            };
            let issuer = chain.get(index + 1).unwrap_or(certificate);
            let usage = issuer.extensions.usage;
            if usage.is_some_and(|usage| usage & USAGE_LISTS == 0) {
                return Err(Problem::new(35));
            }
            if self.now < list.this_update {
                return Err(Problem::new(11));
            }
            if list.next_update.is_some_and(|next| next < self.now) {
                return Err(Problem::new(12));
            }
            if !is_signed_by(&list.der, &list.signed, issuer) {
                return Err(Problem::new(8));
            }
            if list.serials.contains(&certificate.serial) {
                return Err(Problem::new(23));
            }
        }
        Ok(())
    }
}

/// What RFC 5280 asks of certificates that follow it.
fn check_strictly(certificate: &Certificate, is_last: bool) -> Result<(), Problem> {
    let extensions = &certificate.extensions;
    let (is_authority, depth, is_critical) = extensions.authority.unwrap_or((false, None, true));
    let signs = extensions
        .usage
        .is_none_or(|usage| usage & USAGE_CERTIFICATES != 0);
    let has_signing = extensions
        .usage
        .is_some_and(|usage| usage & USAGE_CERTIFICATES != 0);
    let is_named = !certificate.subject.is_empty();
    let names = extensions.names.as_ref();
    let wrong = [
        (depth.is_some() && !is_authority, 80),
        (depth.is_some() && !signs, 81),
        (is_authority && !is_critical, 89),
        (is_authority && extensions.usage.is_none(), 92),
        (!is_authority && has_signing, 82),
        (certificate.issuer.is_empty(), 83),
        (!is_named && (is_authority || names.is_none()), 84),
        (
            !is_named && names.is_some() && !extensions.names_are_critical,
            88,
        ),
        (names.is_some_and(Vec::is_empty), 87),
        (certificate.version < 3 && extensions.has_any, 93),
        (
            certificate.version >= 3 && !is_last && extensions.issuer_key.is_none(),
            85,
        ),
        (
            certificate.version >= 3 && is_authority && extensions.own_key.is_none(),
            86,
        ),
    ];
    match wrong.iter().find(|(is_wrong, _)| *is_wrong) {
        Some((_, code)) => Err(Problem::new(*code)),
        None => Ok(()),
    }
}

fn check_strength(chain: &[Arc<Certificate>]) -> Result<(), Problem> {
    for (index, certificate) in chain.iter().enumerate() {
        if certificate
            .rsa_bits()
            .is_some_and(|bits| bits < RSA_BITS_MIN)
        {
            return Err(Problem::new(if index == 0 { 66 } else { 67 }));
        }
    }
    Ok(())
}

fn check_host(leaf: &Certificate, host: &str, flags: u32) -> Result<(), Problem> {
    let (code, kind, is_right) = match host.parse::<IpAddr>() {
        Ok(address) => (64, "IP address", hosts::is_for_address(leaf, &address)),
        Err(_) => (62, "Hostname", hosts::is_for_host(leaf, host, flags)),
    };
    if is_right {
        return Ok(());
    }
    let text = format!("{kind} mismatch, certificate is not valid for '{host}'.");
    Err(Problem { code, text })
}

/// Whether a name lies below one that an authority has in its constraints; none if that cannot be
/// told.
fn is_below(name: &GeneralName, tree: &GeneralName) -> Option<bool> {
    match (name, tree) {
        (GeneralName::Dns(name), GeneralName::Dns(tree)) => {
            let (name, tree) = (name.to_ascii_lowercase(), tree.to_ascii_lowercase());
            let tree = tree.strip_prefix('.').unwrap_or(&tree);
            let front = name.strip_suffix(tree);
            Some(
                front.is_some_and(|front| {
                    front.is_empty() || tree.is_empty() || front.ends_with('.')
                }),
            )
        }
        (GeneralName::Address(address), GeneralName::Address(tree)) => {
            let (net, mask) = tree.split_at_checked(address.len())?;
            let pairs = address.iter().zip(net).zip(mask);
            Some(mask.len() == address.len() && pairs.into_iter().all(|((a, n), m)| a & m == n & m))
        }
        (GeneralName::Directory(name), GeneralName::Directory(tree)) => {
            Some(canonical(name).starts_with(&canonical(tree)))
        }
        (GeneralName::Email(name), GeneralName::Email(tree)) => {
            let (name, tree) = (name.to_ascii_lowercase(), tree.to_ascii_lowercase());
            let host = name.rsplit_once('@').map_or("", |(_, host)| host);
            Some(name == tree || host == tree || (tree.starts_with('.') && host.ends_with(&tree)))
        }
        _ => None,
    }
}

/// Whether two names are of one kind.
fn are_alike(one: &GeneralName, other: &GeneralName) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

fn check_constraints(chain: &[Arc<Certificate>]) -> Result<(), Problem> {
    for (index, authority) in chain.iter().enumerate().skip(1) {
        let Some((permitted, excluded)) = &authority.extensions.constraints else {
            continue;
        };
        for (position, certificate) in chain.iter().take(index).enumerate() {
            if position > 0 && certificate.is_self_issued() {
                continue;
            }
            let mut names = certificate.alternative_names().to_vec();
            if !certificate.subject.is_empty() {
                names.push(GeneralName::Directory(certificate.subject.clone()));
            }
            let has_hosts = names.iter().any(|name| matches!(name, GeneralName::Dns(_)));
            if position == 0 && !has_hosts {
                // A common name that looks like a host's may stand for it.
                let common = hosts::common_names(certificate).filter(|name| is_like_host(name));
                names.extend(common.map(GeneralName::Dns));
            }
            for name in &names {
                check_name(name, permitted, excluded)?;
            }
        }
    }
    Ok(())
}

fn is_like_host(name: &str) -> bool {
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.*".contains(&byte);
    name.contains('.') && name.bytes().all(is_fit)
}

fn check_name(
    name: &GeneralName,
    permitted: &[GeneralName],
    excluded: &[GeneralName],
) -> Result<(), Problem> {
    let mut is_permitted = true;
    for (count, tree) in permitted
        .iter()
        .filter(|tree| are_alike(name, tree))
        .enumerate()
    {
        let Some(is_below) = is_below(name, tree) else {
            return Err(Problem::new(51));
        };
        is_permitted = is_below || (count > 0 && is_permitted);
    }
    if !is_permitted {
        return Err(Problem::new(47));
    }
    for tree in excluded.iter().filter(|tree| are_alike(name, tree)) {
        match is_below(name, tree) {
            None => return Err(Problem::new(51)),
            Some(true) => return Err(Problem::new(48)),
            Some(false) => {}
        }
    }
    Ok(())
}
