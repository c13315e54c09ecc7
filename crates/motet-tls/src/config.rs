//! What a context has been told, made ready for connections. It is never changed.

use std::cell::RefCell;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustls::client::ResolvesClientCert;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring as provider};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::server::{ClientHello, NoServerSessionStorage, ResolvesServerCert};
use rustls::server::{ServerSessionMemoryCache, StoresServerSessions};
use rustls::sign::CertifiedKey;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, DistinguishedName, Error, KeyLog,
    PeerMisbehaved, ServerConfig, SignatureScheme, SupportedProtocolVersion,
};

use crate::certificate::Certificate;
use crate::failure::Failure;
use crate::suites;
use crate::verify::{Policy, Problem, Store, verify};

/// Sessions that a server remembers.
const SESSIONS_MAX: usize = 1024;

/// Which versions of the protocol are allowed.
#[derive(Clone, Copy, Debug)]
pub struct Versions {
    /// TLS 1.2.
    pub older: bool,
    /// TLS 1.3.
    pub newer: bool,
}

/// What a context has been told.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whether it is for servers.
    pub is_server: bool,
    /// Which versions of the protocol are allowed.
    pub versions: Versions,
    /// The numbers of the ciphers of TLS 1.2, in order.
    pub suites: Vec<u16>,
    /// The one group for the exchange of keys; none: all.
    pub group: Option<String>,
    /// Whether the peer's certificate is asked for, and whether it must be there.
    pub asks: bool,
    /// Whether a client must have a certificate.
    pub requires: bool,
    /// Whether the name of the host must be that of the certificate.
    pub checks_host: bool,
    /// OpenSSL's flags of verification.
    pub flags: u64,
    /// OpenSSL's flags about names of hosts.
    pub host_flags: u32,
    /// Who is trusted.
    pub store: Arc<Store>,
    /// Own certificates.
    pub identities: Vec<Arc<CertifiedKey>>,
    /// Names of protocols of the application, the preferred ones first.
    pub protocols: Vec<Vec<u8>>,
    /// How many tickets a server gives.
    pub tickets: usize,
    /// Whether tickets are used at all.
    pub uses_tickets: bool,
    /// Whether the order of the server's ciphers counts.
    pub prefers_own_order: bool,
    /// Where secrets are written for those who look at packets.
    pub key_log: Option<PathBuf>,
}

/// Handshakes begun, done, and of these resumed: of clients, then of servers. Relaxed counters.
#[derive(Debug, Default)]
pub struct Counters(pub [AtomicU64; 6]);

impl Counters {
    pub(crate) fn count(&self, index: usize) {
        if let Some(counter) = self.0.get(index) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// A context that is ready for connections.
#[derive(Debug)]
pub struct Config {
    pub(crate) settings: Settings,
    pub(crate) counters: Arc<Counters>,
    pub(crate) client: Option<ClientConfig>,
    pub(crate) server: Option<ServerConfig>,
}

/// The name of a host, and what is wrong with its certificate.
type UnderWay = (Option<String>, Option<Problem>);

thread_local! {
    /// The name of the host that is verified, and what is wrong: between a connection and the
    /// verifier below it, which has no place for them.
    static UNDER_WAY: RefCell<UnderWay> = const { RefCell::new((None, None)) };
}

/// Runs what may verify a certificate of this host: its result, and what is wrong.
pub(crate) fn while_verifying<T>(
    host: Option<&str>,
    run: impl FnOnce() -> T,
) -> (T, Option<Problem>) {
    UNDER_WAY.set((host.map(str::to_owned), None));
    let result = run();
    (result, UNDER_WAY.take().1)
}

impl Config {
    /// Makes the settings ready.
    ///
    /// # Errors
    /// Nothing is left to choose from.
    pub fn new(settings: Settings, counters: Arc<Counters>) -> Result<Config, Failure> {
        let mut versions: Vec<&SupportedProtocolVersion> = Vec::new();
        if settings.versions.newer {
            versions.push(&rustls::version::TLS13);
        }
        if settings.versions.older && !settings.suites.is_empty() {
            versions.push(&rustls::version::TLS12);
        }
        if versions.is_empty() {
            return Err(Failure::new("NO_PROTOCOLS_AVAILABLE"));
        }
        let mut provided: CryptoProvider = provider::default_provider();
        provided.cipher_suites = suites::chosen(&settings.suites);
        if let Some(group) = &settings.group {
            let name = |candidate: &&'static dyn rustls::crypto::SupportedKxGroup| {
                format!("{:?}", candidate.name()).eq_ignore_ascii_case(group)
            };
            provided.kx_groups.retain(|candidate| name(candidate));
        }
        let provided = Arc::new(provided);
        let verifier = Arc::new(Verifier::new(&settings));
        let resolver = Arc::new(Identities(settings.identities.clone()));
        let failed = |error: Error| Failure::of(&error, None);
        let (mut client, mut server) = (None, None);
        if settings.is_server {
            let builder = ServerConfig::builder_with_provider(provided)
                .with_protocol_versions(&versions)
                .map_err(failed)?;
            let builder = if settings.asks {
                builder.with_client_cert_verifier(verifier)
            } else {
                builder.with_no_client_auth()
            };
            let mut config = builder.with_cert_resolver(resolver);
            set_up_server(&mut config, &settings);
            server = Some(config);
        } else {
            let builder = ClientConfig::builder_with_provider(provided)
                .with_protocol_versions(&versions)
                .map_err(failed)?;
            let builder = builder
                .dangerous()
                .with_custom_certificate_verifier(verifier);
            let mut config = builder.with_client_cert_resolver(resolver);
            config.alpn_protocols.clone_from(&settings.protocols);
            if let Some(path) = &settings.key_log {
                config.key_log = Arc::new(KeyFile(path.clone()));
            }
            client = Some(config);
        }
        Ok(Config {
            settings,
            counters,
            client,
            server,
        })
    }

    /// Whether a context of servers has a certificate.
    pub(crate) fn has_identity(&self) -> bool {
        !self.settings.identities.is_empty()
    }

    /// The chain of certificates from a peer's to a trusted one.
    pub(crate) fn verified(
        &self,
        sent: &[Certificate],
        host: Option<&str>,
        now: i64,
    ) -> Result<Vec<Arc<Certificate>>, Problem> {
        let policy = Policy {
            flags: self.settings.flags,
            host_flags: self.settings.host_flags,
            of_server: !self.settings.is_server,
        };
        verify(sent, &self.settings.store, &policy, host, now)
    }
}

fn set_up_server(config: &mut ServerConfig, settings: &Settings) {
    config.alpn_protocols.clone_from(&settings.protocols);
    config.ignore_client_order = settings.prefers_own_order;
    config.session_storage = if settings.uses_tickets {
        ServerSessionMemoryCache::new(SESSIONS_MAX) as Arc<dyn StoresServerSessions>
    } else {
        Arc::new(NoServerSessionStorage {})
    };
    config.send_tls13_tickets = settings.tickets;
    if settings.uses_tickets
        && let Ok(ticketer) = provider::Ticketer::new()
    {
        config.ticketer = ticketer;
    }
    if let Some(path) = &settings.key_log {
        config.key_log = Arc::new(KeyFile(path.clone()));
    }
}

/// Own certificates: the first whose key the peer understands is taken.
#[derive(Debug)]
struct Identities(Vec<Arc<CertifiedKey>>);

impl Identities {
    fn choose(&self, schemes: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        let mut all = self.0.iter();
        all.find(|identity| identity.key.choose_scheme(schemes).is_some())
            .cloned()
    }
}

impl ResolvesServerCert for Identities {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.choose(hello.signature_schemes())
    }
}

impl ResolvesClientCert for Identities {
    fn resolve(&self, _: &[&[u8]], schemes: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        self.choose(schemes)
    }

    fn has_certs(&self) -> bool {
        !self.0.is_empty()
    }
}

/// Writes secrets to a file.
#[derive(Debug)]
struct KeyFile(PathBuf);

impl KeyLog for KeyFile {
    fn log(&self, label: &str, client_random: &[u8], secret: &[u8]) {
        let hex = |bytes: &[u8]| -> String { bytes.iter().map(|b| format!("{b:02x}")).collect() };
        let line = format!("{label} {} {}\n", hex(client_random), hex(secret));
        let file = OpenOptions::new().append(true).create(true).open(&self.0);
        // As in OpenSSL's callback, nobody can be told that this fails.
        let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
    }
}

/// Verifies what peers send, for rustls.
#[derive(Debug)]
struct Verifier {
    settings: Settings,
}

impl Verifier {
    fn new(settings: &Settings) -> Verifier {
        Verifier {
            settings: settings.clone(),
        }
    }

    fn verify(
        &self,
        leaf: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        now: UnixTime,
    ) -> Result<(), Error> {
        let settings = &self.settings;
        if !settings.asks {
            return Ok(());
        }
        let mut sent = Vec::new();
        for certificate in std::iter::once(leaf).chain(others) {
            let parsed = Certificate::parse(certificate.as_ref());
            sent.push(parsed.ok_or(Error::InvalidCertificate(CertificateError::BadEncoding))?);
        }
        let host = UNDER_WAY.with_borrow(|(host, _)| host.clone());
        let host = host.filter(|_| settings.checks_host);
        let policy = Policy {
            flags: settings.flags,
            host_flags: settings.host_flags,
            of_server: !settings.is_server,
        };
        let now = i64::try_from(now.as_secs()).unwrap_or(i64::MAX);
        match verify(&sent, &settings.store, &policy, host.as_deref(), now) {
            Ok(_) => Ok(()),
            Err(problem) => {
                let error = alerted(problem.code);
                UNDER_WAY.with_borrow_mut(|under_way| under_way.1 = Some(problem));
                Err(Error::InvalidCertificate(error))
            }
        }
    }

    fn check_signature(
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
        is_newer: bool,
    ) -> Result<HandshakeSignatureValid, Error> {
        let bad = || Error::InvalidCertificate(CertificateError::BadEncoding);
        let parsed = Certificate::parse(certificate.as_ref()).ok_or_else(bad)?;
        let (algorithm, key) = parsed.key_parts().ok_or_else(bad)?;
        if is_newer && !is_of_newer(signed.scheme) {
            return Err(PeerMisbehaved::SignedHandshakeWithUnadvertisedSigScheme.into());
        }
        let known = provider::default_provider().signature_verification_algorithms;
        let mut mapping = known.mapping.iter();
        let found = mapping.find(|(scheme, _)| *scheme == signed.scheme);
        let Some((_, candidates)) = found else {
            return Err(PeerMisbehaved::SignedHandshakeWithUnadvertisedSigScheme.into());
        };
        // TLS 1.3 binds the curve to the scheme.
        let count = if is_newer { 1 } else { candidates.len() };
        let is_right = candidates
            .iter()
            .take(count)
            .filter(|candidate| candidate.public_key_alg_id().as_ref() == algorithm)
            .any(|candidate| {
                candidate
                    .verify_signature(key, message, signed.signature())
                    .is_ok()
            });
        if !is_right {
            return Err(Error::InvalidCertificate(CertificateError::BadSignature));
        }
        Ok(HandshakeSignatureValid::assertion())
    }
}

/// The error for which rustls sends the alert that OpenSSL sends.
fn alerted(code: i32) -> CertificateError {
    match code {
        2 | 3 | 18..=21 | 33 | 79 => CertificateError::UnknownIssuer,
        7 | 8 => CertificateError::BadSignature,
        10 | 12 => CertificateError::Expired,
        23 => CertificateError::Revoked,
        26 => CertificateError::InvalidPurpose,
        _ => CertificateError::NotValidForName,
    }
}

/// Whether handshakes of TLS 1.3 may be signed so: not with RSA's older form, nor with SHA-1.
fn is_of_newer(scheme: SignatureScheme) -> bool {
    matches!(
        scheme,
        SignatureScheme::ECDSA_NISTP256_SHA256
            | SignatureScheme::ECDSA_NISTP384_SHA384
            | SignatureScheme::RSA_PSS_SHA256
            | SignatureScheme::RSA_PSS_SHA384
            | SignatureScheme::RSA_PSS_SHA512
            | SignatureScheme::ED25519
    )
}

fn schemes() -> Vec<SignatureScheme> {
    provider::default_provider()
        .signature_verification_algorithms
        .supported_schemes()
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        leaf: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.verify(leaf, others, now)?;
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Verifier::check_signature(message, certificate, signed, false)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Verifier::check_signature(message, certificate, signed, true)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        schemes()
    }
}

impl ClientCertVerifier for Verifier {
    fn client_auth_mandatory(&self) -> bool {
        self.settings.requires
    }

    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        leaf: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        self.verify(leaf, others, now)?;
        Ok(ClientCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Verifier::check_signature(message, certificate, signed, false)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Verifier::check_signature(message, certificate, signed, true)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        schemes()
    }
}
