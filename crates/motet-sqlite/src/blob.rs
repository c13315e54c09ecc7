//! Blobs: the bytes of a field, read and written in place.
#![allow(unsafe_code, reason = "SQLite is C: this crate is the border")]

use std::ffi::CStr;
use std::ptr::{NonNull, null_mut};
use std::sync::Arc;

use libsqlite3_sys as ffi;

use crate::{Code, Connection};

/// An open field.
pub struct Blob {
    raw: NonNull<ffi::sqlite3_blob>,
    connection: Arc<Connection>,
}

// SAFETY: as for connections: each call takes the lock of the database.
unsafe impl Send for Blob {}

impl Drop for Blob {
    fn drop(&mut self) {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_blob_close(self.raw.as_ptr()) };
    }
}

impl Blob {
    /// Opens the field of a row. `place`: database, table and column.
    ///
    /// # Errors
    /// The result of the library.
    pub fn open(
        connection: &Arc<Connection>,
        place: [&CStr; 3],
        row: i64,
        may_write: bool,
    ) -> Result<Blob, Code> {
        let mut raw = null_mut();
        let [database, table, column] = place.map(CStr::as_ptr);
        let db = connection.raw();
        let flags = may_write.into();
        // SAFETY: I-SQLITE-1; texts that end with a zero, and a variable that the call writes.
        let code =
            unsafe { ffi::sqlite3_blob_open(db, database, table, column, row, flags, &mut raw) };
        match NonNull::new(raw) {
            Some(raw) if code == ffi::SQLITE_OK => Ok(Blob {
                raw,
                connection: connection.clone(),
            }),
            _ => Err(code),
        }
    }

    /// The connection that it belongs to.
    pub fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }

    /// How many bytes it has.
    pub fn length(&self) -> i32 {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_blob_bytes(self.raw.as_ptr()) }
    }

    /// Reads from a place on; a length that does not fit is an error of the library's.
    pub fn read(&mut self, into: &mut [u8], offset: i32) -> Code {
        let length = into.len() as i32;
        // SAFETY: I-SQLITE-1; so many bytes may be written.
        unsafe {
            ffi::sqlite3_blob_read(self.raw.as_ptr(), into.as_mut_ptr().cast(), length, offset)
        }
    }

    /// Writes from a place on; content that does not fit is an error of the library's.
    pub fn write(&mut self, content: &[u8], offset: i32) -> Code {
        let length = content.len() as i32;
        // SAFETY: I-SQLITE-1; so many bytes are there.
        unsafe {
            ffi::sqlite3_blob_write(self.raw.as_ptr(), content.as_ptr().cast(), length, offset)
        }
    }
}
