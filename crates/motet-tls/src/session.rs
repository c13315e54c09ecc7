//! Sessions of clients: what a later connection to the same server needs in order to resume.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use ring::rand::SecureRandom;
use rustls::NamedGroup;
use rustls::client::{ClientSessionStore, Tls12ClientSessionValue, Tls13ClientSessionValue};
use rustls::pki_types::ServerName;

/// Tickets that are kept of one connection.
const TICKETS_MAX: usize = 8;

#[derive(Debug, Default)]
struct Content {
    /// Random, but that of the session that was resumed.
    id: [u8; 32],
    older: Option<Tls12ClientSessionValue>,
    tickets: VecDeque<Tls13ClientSessionValue>,
}

/// What a connection has brought for later ones. A ticket of TLS 1.3 is used once.
#[derive(Debug)]
pub struct Session {
    content: Mutex<Content>,
    /// When it was made: seconds since 1970.
    pub time: u64,
}

impl Session {
    /// A new one, without content.
    pub(crate) fn new() -> Session {
        let mut content = Content::default();
        ring::rand::SystemRandom::new()
            .fill(&mut content.id)
            .unwrap_or_default();
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Session {
            content: Mutex::new(content),
            time: now.map_or(0, |since| since.as_secs()),
        }
    }

    fn with<T>(&self, look: impl FnOnce(&mut Content) -> T) -> T {
        look(&mut self.content.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What it is known by.
    #[must_use]
    pub fn id(&self) -> [u8; 32] {
        self.with(|content| content.id)
    }

    /// It is the same session as another, which was resumed.
    pub(crate) fn continues(&self, other: &Session) {
        let id = other.id();
        self.with(|content| content.id = id);
    }

    /// Whether there is something to resume.
    #[must_use]
    pub fn is_resumable(&self) -> bool {
        self.with(|content| content.older.is_some() || !content.tickets.is_empty())
    }
}

/// What rustls asks and tells: the session that the program has given, and the new one.
#[derive(Debug)]
pub(crate) struct Sessions {
    pub(crate) given: Option<Arc<Session>>,
    pub(crate) own: Arc<Session>,
}

impl ClientSessionStore for Sessions {
    fn set_kx_hint(&self, _: ServerName<'static>, _: NamedGroup) {}

    fn kx_hint(&self, _: &ServerName<'_>) -> Option<NamedGroup> {
        None
    }

    fn set_tls12_session(&self, _: ServerName<'static>, value: Tls12ClientSessionValue) {
        self.own.with(|content| content.older = Some(value));
    }

    fn tls12_session(&self, _: &ServerName<'_>) -> Option<Tls12ClientSessionValue> {
        let given = self.given.as_ref()?;
        given.with(|content| content.older.clone())
    }

    fn remove_tls12_session(&self, _: &ServerName<'static>) {
        if let Some(given) = &self.given {
            given.with(|content| content.older = None);
        }
    }

    fn insert_tls13_ticket(&self, _: ServerName<'static>, value: Tls13ClientSessionValue) {
        self.own.with(|content| {
            if content.tickets.len() == TICKETS_MAX {
                content.tickets.pop_front();
            }
            content.tickets.push_back(value);
        });
    }

    fn take_tls13_ticket(&self, _: &ServerName<'static>) -> Option<Tls13ClientSessionValue> {
        let given = self.given.as_ref()?;
        given.with(|content| content.tickets.pop_back())
    }
}
