//! SQLite, safely: databases, statements, blobs, backups, and calls from within the library.
//!
//! ```text
//!   Connection ◀── Statement, Blob, Backup      each holds its connection: it closes last
//!       │
//!       └─ a function that SQL calls, a collation, a hook: a number, told to the `Host`
//! ```
//!
//! The library is compiled in, in its serialized mode: each call takes the lock of its database.
//!
//! Invariants:
//! - **I-SQLITE-1** A [`Connection`]'s address is that of an open database until it is dropped; a
//!   [`Statement`]'s, [`Blob`]'s and [`Backup`]'s that of one of a connection which it holds.
//! - **I-SQLITE-2** Memory that the library hands out (a column, an argument of a function) is used
//!   before the next call that may change it: such calls take the statement mutably.
//! - **I-SQLITE-3** The host of a call lives as long as the call: [`with_host`] sets it for its
//!   closure only, in this thread only, and a callback takes it away while it uses it.

mod backup;
mod blob;
mod callbacks;
mod connection;
mod raw;
mod statement;

pub use backup::Backup;
pub use blob::Blob;
pub use callbacks::{Answer, Call, Failure, Host, Kind, Text, with_host};
pub use connection::{Connection, complete, version};
pub use statement::{Prepared, Statement};

/// A result of the library: 0 is success.
pub type Code = i32;

/// The results that callers tell apart.
pub mod codes {
    pub use libsqlite3_sys::{
        SQLITE_BUSY as BUSY, SQLITE_DONE as DONE, SQLITE_LOCKED as LOCKED, SQLITE_MISUSE as MISUSE,
        SQLITE_NOMEM as NOMEM, SQLITE_OK as OK, SQLITE_ROW as ROW, SQLITE_TOOBIG as TOOBIG,
    };
}

/// A value of SQL, as long as the library keeps it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueRef<'a> {
    /// NULL.
    Null,
    /// A whole number.
    Integer(i64),
    /// A number with a point.
    Real(f64),
    /// A text: UTF-8, if its writer kept to that.
    Text(&'a [u8]),
    /// Bytes.
    Blob(&'a [u8]),
}

/// A value of SQL that is its holder's own.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// NULL.
    Null,
    /// A whole number.
    Integer(i64),
    /// A number with a point.
    Real(f64),
    /// A text.
    Text(Vec<u8>),
    /// Bytes.
    Blob(Vec<u8>),
}

impl ValueRef<'_> {
    /// A copy.
    pub fn to_owned(&self) -> Value {
        match *self {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(number) => Value::Integer(number),
            ValueRef::Real(number) => Value::Real(number),
            ValueRef::Text(text) => Value::Text(text.to_vec()),
            ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
        }
    }
}

impl Value {
    /// A loan.
    pub fn as_ref(&self) -> ValueRef<'_> {
        match self {
            Value::Null => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(*number),
            Value::Real(number) => ValueRef::Real(*number),
            Value::Text(text) => ValueRef::Text(text),
            Value::Blob(bytes) => ValueRef::Blob(bytes),
        }
    }
}
