//! A connection: a machine that takes the peer's bytes record by record and gives bytes for it.
//!
//! ```text
//!   server:  Hello ──first message──▶ Chosen ──choose──▶ Running(handshake) ──▶ Running ──▶ Failed
//!   client:                                             Running(handshake) ──▶ Running ──▶ Failed
//! ```
//! It takes no byte beyond the record that it needs: after the end of TLS, what follows on the
//! socket is the program's.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use rustls::client::Resumption;
use rustls::pki_types::ServerName;
use rustls::server::{Accepted, Acceptor};
use rustls::{
    ClientConnection, ConnectionCommon, Error, HandshakeKind, ProtocolVersion, ServerConnection,
};

use crate::certificate::Certificate;
use crate::config::{Config, while_verifying};
use crate::failure::Failure;
use crate::session::{Session, Sessions};
use crate::suites::{self, Suite};
use crate::verify::Problem;

/// The head of a record.
const HEAD_BYTES: usize = 5;
/// The longest content of a record: encrypted content may be somewhat longer than plain content.
const RECORD_BYTES_MAX: usize = (1 << 14) + 2048;
/// What is written at once.
const WRITTEN_BYTES_MAX: usize = 1 << 14;

/// The record of an alert, and the number of another.
const CERTIFICATE_REQUIRED: &[u8] = &[21, 3, 3, 0, 2, 2, 116];
const HANDSHAKE_FAILURE: u8 = 40;
const INTERNAL_ERROR: u8 = 80;

enum Stage {
    Hello(Box<Acceptor>),
    Chosen(Box<Accepted>),
    Client(Box<ClientConnection>),
    Server(Box<ServerConnection>),
    Failed(Failure),
}

/// How far a handshake is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Bytes of the peer are missing.
    NeedsInput,
    /// The server must say with which configuration it goes on ([`Connection::choose`]).
    NeedsChoice,
    /// It is over.
    Done,
}

/// What a read has brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Read {
    /// So many bytes.
    Bytes(usize),
    /// Bytes of the peer are missing.
    NeedsInput,
    /// The peer has ended TLS.
    Closed,
}

/// How far the end of TLS is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shutdown {
    /// Bytes of the peer are missing.
    NeedsInput,
    /// Both have ended it.
    Done,
}

/// What was agreed.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The version: `TLSv1.2`, `TLSv1.3`.
    pub version: Option<&'static str>,
    /// The cipher.
    pub suite: Option<&'static Suite>,
    /// The ciphers of the client that the server knows.
    pub shared: Option<Vec<&'static Suite>>,
    /// The protocol of the application.
    pub protocol: Option<Vec<u8>>,
    /// Whether an earlier session was resumed.
    pub is_resumed: bool,
    /// Whether the handshake is over.
    pub is_established: bool,
    /// Whether this end has ended TLS.
    pub has_closed: bool,
}

/// A connection.
pub struct Connection {
    stage: Stage,
    config: Arc<Config>,
    host: Option<String>,
    /// Bytes of the record that comes.
    incoming: Vec<u8>,
    /// Bytes for the peer.
    outgoing: Vec<u8>,
    /// What was decrypted and not yet read, from `read_from` on.
    plain: Vec<u8>,
    read_from: usize,
    /// The peer sends nothing more, without having said so.
    has_ended: bool,
    /// The peer has said that it sends nothing more.
    is_closed: bool,
    has_sent_close: bool,
    /// The ciphers of the client's first message.
    offered: Option<Vec<u16>>,
    hello_host: Option<String>,
    hello_protocols: Vec<Vec<u8>>,
    given: Option<Arc<Session>>,
    own: Arc<Session>,
    is_counted: bool,
}

/// What client and server connections have in common.
macro_rules! running {
    ($self:expr, $connection:ident => $do:expr, else $other:expr) => {
        match &mut $self.stage {
            Stage::Client($connection) => $do,
            Stage::Server($connection) => $do,
            _ => $other,
        }
    };
}

fn take_outgoing<D>(connection: &mut ConnectionCommon<D>, outgoing: &mut Vec<u8>) {
    while connection.wants_write() {
        // A vector takes everything.
        if connection.write_tls(outgoing).is_err() {
            break;
        }
    }
}

/// Gives a whole record to rustls.
fn feed<D>(connection: &mut ConnectionCommon<D>, mut record: &[u8]) -> Result<(), Error> {
    while !record.is_empty() {
        match connection.read_tls(&mut record) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) => return Err(Error::General(error.to_string())),
        }
    }
    Ok(())
}

/// Decrypts what was fed, into `plain`: whether the peer has ended.
fn process<D>(connection: &mut ConnectionCommon<D>, plain: &mut Vec<u8>) -> Result<bool, Error> {
    let state = connection.process_new_packets()?;
    let count = state.plaintext_bytes_to_read();
    if count > 0 {
        let start = plain.len();
        plain.resize(start + count, 0);
        let room = plain.get_mut(start..).unwrap_or_default();
        let found = std::io::Read::read(&mut connection.reader(), room);
        plain.truncate(start + found.unwrap_or(0));
    }
    Ok(state.peer_has_closed())
}

impl Connection {
    fn new(config: Arc<Config>, stage: Stage) -> Connection {
        Connection {
            stage,
            config,
            host: None,
            incoming: Vec::new(),
            outgoing: Vec::new(),
            plain: Vec::new(),
            read_from: 0,
            has_ended: false,
            is_closed: false,
            has_sent_close: false,
            offered: None,
            hello_host: None,
            hello_protocols: Vec::new(),
            given: None,
            own: Arc::new(Session::new()),
            is_counted: false,
        }
    }

    /// A client: `host` is whose certificate is expected, and what the server is told. A session
    /// may be resumed.
    ///
    /// # Errors
    /// The configuration is not one for clients.
    pub fn client(
        config: Arc<Config>,
        host: Option<&str>,
        session: Option<Arc<Session>>,
    ) -> Result<Connection, Failure> {
        let Some(client) = &config.client else {
            return Err(Failure::new("UNINITIALIZED"));
        };
        let mut client = client.clone();
        let own = Arc::new(Session::new());
        client.resumption = Resumption::store(Arc::new(Sessions {
            given: session.clone(),
            own: own.clone(),
        }));
        let name = host.and_then(|host| ServerName::try_from(host.to_owned()).ok());
        client.enable_sni = name.is_some();
        let name = match name {
            Some(name) => name,
            // rustls wants a name; this one goes nowhere.
            None => ServerName::IpAddress(std::net::IpAddr::from([0, 0, 0, 0]).into()),
        };
        let made = ClientConnection::new(Arc::new(client), name);
        let mut made = made.map_err(|error| Failure::of(&error, None))?;
        made.set_buffer_limit(None);
        config.counters.count(0);
        let mut connection = Connection::new(config, Stage::Client(Box::new(made)));
        connection.host = host.map(str::to_owned);
        connection.given = session;
        connection.own = own;
        Ok(connection)
    }

    /// A server.
    ///
    /// # Errors
    /// The configuration is not one for servers.
    pub fn server(config: Arc<Config>) -> Result<Connection, Failure> {
        if config.server.is_none() {
            return Err(Failure::new("UNINITIALIZED"));
        }
        config.counters.count(3);
        Ok(Connection::new(config, Stage::Hello(Box::default())))
    }

    /// How many bytes of the peer it takes now.
    #[must_use]
    pub fn needed(&self) -> usize {
        let known = self.incoming.len();
        match self.incoming.get(3..HEAD_BYTES) {
            Some(length) => {
                let length = usize::from(length[0]) << 8 | usize::from(length[1]);
                HEAD_BYTES + length - known
            }
            None => HEAD_BYTES - known,
        }
    }

    /// Takes bytes of the peer, no more than are needed: how many. Processes a record that is
    /// complete.
    ///
    /// # Errors
    /// What is wrong with the record; the connection is of no use any more.
    pub fn take(&mut self, bytes: &[u8]) -> Result<usize, Failure> {
        let count = self.needed().min(bytes.len());
        self.incoming.extend_from_slice(&bytes[..count]);
        if self.incoming.len() == HEAD_BYTES
            && let Err(failure) = self.check_head()
        {
            return Err(self.fail(failure));
        }
        if self.needed() == 0 {
            let record = std::mem::take(&mut self.incoming);
            self.process(&record)?;
        }
        Ok(count)
    }

    /// Looks at the head of a record.
    fn check_head(&self) -> Result<(), Failure> {
        let is_first = matches!(self.stage, Stage::Hello(_));
        let head = self.incoming.as_slice();
        if is_first {
            let is = |start: &[u8]| head.starts_with(start);
            if is(b"GET ") || is(b"POST ") || is(b"HEAD ") || is(b"PUT ") {
                return Err(Failure::new("HTTP_REQUEST"));
            }
            if is(b"CONNE") {
                return Err(Failure::new("HTTPS_PROXY_REQUEST"));
            }
        }
        let [kind, major, _, high, low] = head else {
            return Ok(());
        };
        if !(20..=23).contains(kind) || *major != 3 {
            return Err(Failure::new("WRONG_VERSION_NUMBER"));
        }
        if usize::from(*high) << 8 | usize::from(*low) > RECORD_BYTES_MAX {
            return Err(Failure::new("RECORD_LAYER_FAILURE"));
        }
        Ok(())
    }

    /// The connection is of no use any more.
    fn fail(&mut self, failure: Failure) -> Failure {
        self.stage = Stage::Failed(failure.clone());
        failure
    }

    fn process(&mut self, record: &[u8]) -> Result<(), Failure> {
        if let Stage::Hello(acceptor) = &mut self.stage {
            let mut rest = record;
            while !rest.is_empty() {
                if !matches!(acceptor.read_tls(&mut rest), Ok(1..)) {
                    return Err(self.fail(Failure::new("EXCESSIVE_MESSAGE_SIZE")));
                }
            }
            return match acceptor.accept() {
                Ok(None) => Ok(()),
                Ok(Some(accepted)) => {
                    self.note_hello(&accepted);
                    self.stage = Stage::Chosen(Box::new(accepted));
                    Ok(())
                }
                Err((error, mut alert)) => {
                    // A vector takes everything.
                    let _ = alert.write_all(&mut self.outgoing);
                    Err(self.fail(Failure::of(&error, None)))
                }
            };
        }
        let host = self.host.clone();
        let (result, problem) = while_verifying(host.as_deref(), || {
            running!(self, connection => {
                feed(connection, record).and_then(|()| process(connection, &mut self.plain))
            }, else Ok(false))
        });
        self.collect();
        match result {
            Ok(is_closed) => {
                self.is_closed |= is_closed;
                Ok(())
            }
            Err(error) => {
                if error == Error::NoCertificatesPresented
                    && let Some(alert) = self.outgoing.strip_suffix(CERTIFICATE_REQUIRED)
                {
                    // A plain alert: the peer speaks TLS 1.2, which has no such one.
                    let rest = alert.len();
                    self.outgoing.truncate(rest);
                    return Err(self.refuse(HANDSHAKE_FAILURE, "PEER_DID_NOT_RETURN_A_CERTIFICATE"));
                }
                Err(self.fail(Failure::of(&error, problem)))
            }
        }
    }

    fn note_hello(&mut self, accepted: &Accepted) {
        let hello = accepted.client_hello();
        let suites = hello.cipher_suites().iter();
        self.offered = Some(suites.map(|suite| suites::number(*suite)).collect());
        self.hello_host = hello.server_name().map(str::to_owned);
        let protocols = hello.alpn();
        self.hello_protocols = protocols
            .map(|all| all.map(<[u8]>::to_vec).collect())
            .unwrap_or_default();
    }

    /// The name of the host that the client has asked for.
    #[must_use]
    pub fn asked_host(&self) -> Option<&str> {
        self.hello_host.as_deref()
    }

    /// Goes on with this configuration, after the client's first message.
    ///
    /// # Errors
    /// Nothing is common to both.
    pub fn choose(&mut self, config: Arc<Config>) -> Result<(), Failure> {
        let stage = std::mem::replace(
            &mut self.stage,
            Stage::Failed(Failure::new("INTERNAL_ERROR")),
        );
        let Stage::Chosen(accepted) = stage else {
            self.stage = stage;
            return Ok(());
        };
        let Some(server) = &config.server else {
            return Err(self.refuse(INTERNAL_ERROR, "UNINITIALIZED"));
        };
        let offered = self.offered.as_deref().unwrap_or_default();
        let has_suite = offered
            .iter()
            .any(|number| suites::by_number(*number).is_some());
        if !config.has_identity() || !has_suite {
            return Err(self.refuse(HANDSHAKE_FAILURE, "NO_SHARED_CIPHER"));
        }
        let mut server = server.clone();
        let is_known = |protocol: &Vec<u8>| self.hello_protocols.contains(protocol);
        if !server.alpn_protocols.iter().any(is_known) {
            // OpenSSL goes on without a protocol.
            server.alpn_protocols.clear();
        }
        match accepted.into_connection(Arc::new(server)) {
            Ok(mut connection) => {
                connection.set_buffer_limit(None);
                self.stage = Stage::Server(Box::new(connection));
                self.config = config;
                self.process(&[])
            }
            Err((error, mut alert)) => {
                // A vector takes everything.
                let _ = alert.write_all(&mut self.outgoing);
                Err(self.fail(Failure::of(&error, None)))
            }
        }
    }

    /// Ends the handshake of a server with an alert that was asked for.
    pub fn refuse(&mut self, alert: u8, reason: &str) -> Failure {
        self.outgoing.extend_from_slice(&[21, 3, 3, 0, 2, 2, alert]);
        self.fail(Failure::new(reason))
    }

    /// The bytes for the peer.
    #[must_use]
    pub fn outgoing(&self) -> &[u8] {
        &self.outgoing
    }

    /// So many of the bytes for the peer are on their way.
    pub fn sent(&mut self, count: usize) {
        self.outgoing.drain(..count.min(self.outgoing.len()));
    }

    fn collect(&mut self) {
        running!(self, connection => take_outgoing(connection, &mut self.outgoing), else ());
    }

    /// The peer sends nothing more.
    pub fn end_input(&mut self) {
        self.has_ended = true;
    }

    /// The failure that is there, or that the end of the peer's bytes is.
    fn missing<T>(&self, otherwise: T) -> Result<T, Failure> {
        if self.has_ended {
            return Err(Failure::end());
        }
        Ok(otherwise)
    }

    /// Goes on with the handshake.
    ///
    /// # Errors
    /// Why it has failed.
    pub fn handshake(&mut self) -> Result<Step, Failure> {
        self.collect();
        let is_handshaking = match &self.stage {
            Stage::Failed(failure) => return Err(failure.clone()),
            Stage::Chosen(_) => return Ok(Step::NeedsChoice),
            Stage::Hello(_) => true,
            Stage::Client(connection) => connection.is_handshaking(),
            Stage::Server(connection) => connection.is_handshaking(),
        };
        if is_handshaking || (self.has_ended && !self.is_closed) {
            return self.missing(Step::NeedsInput);
        }
        if !self.is_counted {
            self.is_counted = true;
            let first = if matches!(self.stage, Stage::Client(_)) {
                0
            } else {
                3
            };
            self.config.counters.count(first + 1);
            if self.facts().is_resumed {
                self.config.counters.count(first + 2);
            }
        }
        Ok(Step::Done)
    }

    /// Reads what was decrypted. The handshake is over.
    ///
    /// # Errors
    /// Why the connection has failed.
    pub fn read(&mut self, room: &mut [u8]) -> Result<Read, Failure> {
        let rest = self.plain.get(self.read_from..).unwrap_or_default();
        if !rest.is_empty() {
            let count = rest.len().min(room.len());
            room[..count].copy_from_slice(&rest[..count]);
            self.read_from += count;
            if self.read_from == self.plain.len() {
                self.plain.clear();
                self.read_from = 0;
            }
            return Ok(Read::Bytes(count));
        }
        if self.is_closed {
            return Ok(Read::Closed);
        }
        if let Stage::Failed(failure) = &self.stage {
            return Err(failure.clone());
        }
        self.missing(Read::NeedsInput)
    }

    /// How many bytes can be read at once.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.plain.len() - self.read_from
    }

    /// Encrypts bytes for the peer, at most one record: how many. The handshake is over.
    ///
    /// # Errors
    /// Why the connection has failed.
    pub fn write(&mut self, bytes: &[u8]) -> Result<usize, Failure> {
        if let Stage::Failed(failure) = &self.stage {
            return Err(failure.clone());
        }
        if self.has_ended && !self.is_closed {
            return Err(Failure::end());
        }
        if self.has_sent_close {
            return Err(Failure::new("PROTOCOL_IS_SHUTDOWN"));
        }
        let bytes = bytes.get(..WRITTEN_BYTES_MAX).unwrap_or(bytes);
        let written = running!(self, connection => {
            std::io::Write::write(&mut connection.writer(), bytes)
        }, else Ok(0));
        self.collect();
        written.map_err(|_| Failure::new("INTERNAL_ERROR"))
    }

    /// Ends TLS: tells the peer, and waits until it has said the same.
    ///
    /// # Errors
    /// The handshake is not over, the connection has failed, or the peer goes on.
    pub fn shut_down(&mut self) -> Result<Shutdown, Failure> {
        if let Stage::Failed(failure) = &self.stage {
            return Err(failure.clone());
        }
        if !self.facts().is_established {
            return Err(Failure::new("SHUTDOWN_WHILE_IN_INIT"));
        }
        if !self.has_sent_close {
            self.has_sent_close = true;
            running!(self, connection => connection.send_close_notify(), else ());
            self.collect();
        }
        if self.is_closed {
            return Ok(Shutdown::Done);
        }
        if self.pending() > 0 {
            return Err(Failure::new("APPLICATION_DATA_AFTER_CLOSE_NOTIFY"));
        }
        self.missing(Shutdown::NeedsInput)
    }

    /// What was agreed.
    #[must_use]
    pub fn facts(&self) -> Facts {
        match &self.stage {
            Stage::Client(connection) => self.facts_of(connection),
            Stage::Server(connection) => self.facts_of(connection),
            _ => Facts::default(),
        }
    }

    fn facts_of<D>(&self, connection: &ConnectionCommon<D>) -> Facts {
        let is_established = !connection.is_handshaking();
        if !is_established {
            return Facts::default();
        }
        let suite = connection.negotiated_cipher_suite();
        let offered = self.offered.as_ref();
        Facts {
            is_established,
            has_closed: self.has_sent_close,
            version: match connection.protocol_version() {
                Some(ProtocolVersion::TLSv1_2) => Some("TLSv1.2"),
                Some(ProtocolVersion::TLSv1_3) => Some("TLSv1.3"),
                _ => None,
            },
            suite: suite.and_then(|suite| suites::by_number(suites::number(suite.suite()))),
            shared: offered.map(|all| {
                let known = all.iter().filter_map(|number| suites::by_number(*number));
                known.filter(|suite| self.allows(suite)).collect()
            }),
            protocol: connection.alpn_protocol().map(<[u8]>::to_vec),
            is_resumed: connection.handshake_kind() == Some(HandshakeKind::Resumed),
        }
    }

    /// Whether the configuration has this cipher.
    fn allows(&self, suite: &Suite) -> bool {
        suite.protocol == "TLSv1.3" || self.config.settings.suites.contains(&suite.number)
    }

    /// The certificates that the peer has sent, its own first.
    #[must_use]
    pub fn peer_certificates(&self) -> Vec<Vec<u8>> {
        let all = match &self.stage {
            Stage::Client(connection) => connection.peer_certificates(),
            Stage::Server(connection) => connection.peer_certificates(),
            _ => None,
        };
        let all = all.unwrap_or_default();
        all.iter().map(|one| one.as_ref().to_vec()).collect()
    }

    /// The chain from the peer's certificate to a trusted one.
    ///
    /// # Errors
    /// There is none.
    pub fn verified_chain(&self) -> Result<Vec<Arc<Certificate>>, Problem> {
        let sent = self.peer_certificates();
        let sent: Vec<Certificate> = sent
            .iter()
            .filter_map(|der| Certificate::parse(der))
            .collect();
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |since| {
            i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
        });
        self.config.verified(&sent, None, now)
    }

    /// What later connections resume.
    #[must_use]
    pub fn session(&self) -> Arc<Session> {
        if let Some(given) = &self.given
            && self.facts().is_resumed
        {
            self.own.continues(given);
            if !self.own.is_resumable() {
                return given.clone();
            }
        }
        self.own.clone()
    }
}
