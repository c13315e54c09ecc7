//! TLS for Python's `ssl`: connections that are plain machines, bytes in and bytes out; what they
//! verify; certificates. It stands on rustls and `ring`, and has no `unsafe` of its own.
//!
//! OpenSSL's words are used where Python shows them: codes and texts of errors, flags, names of
//! ciphers. What rustls does not do (decision 21) is not done here either.
//!
//! ```text
//!   Settings ─▶ Config ─▶ Connection ◀── take(bytes of the peer)
//!                 │          │  └──────▶ outgoing() bytes for the peer
//!                 │          └─ handshake, read, write, shut_down: what is missing, or a Failure
//!                 └─ verify: chain to the Store, hosts, revocation
//! ```

mod certificate;
mod config;
mod connection;
mod der;
mod failure;
mod hosts;
mod keys;
mod session;
mod suites;
#[cfg(test)]
mod tests;
mod verify;

pub use certificate::{Certificate, GeneralName, Name, RevocationList};
pub use config::{Config, Counters, Settings, Versions};
pub use connection::{Connection, Facts, Read, Shutdown, Step};
pub use failure::{Failure, Kind};
pub use keys::{Block, KeyProblem, blocks, load, needs_passphrase};
pub use rustls::sign::CertifiedKey;
pub use session::Session;
pub use suites::{Suite, suites};
pub use verify::{Policy, Problem, Store, verify};
