//! Databases.
#![allow(unsafe_code, reason = "SQLite is C: this crate is the border")]

use std::ffi::{CStr, CString, c_int};
use std::ptr::{NonNull, null, null_mut};
use std::sync::Arc;

use libsqlite3_sys as ffi;

use crate::Code;
use crate::raw::{bytes_at, text_at};

/// An open database.
pub struct Connection {
    raw: NonNull<ffi::sqlite3>,
}

// SAFETY: the library is compiled for threads, and databases are opened in the serialized mode:
// any thread may call with a database at any time.
unsafe impl Send for Connection {}
// SAFETY: as above.
unsafe impl Sync for Connection {}

impl Drop for Connection {
    fn drop(&mut self) {
        // SAFETY: I-SQLITE-1: this is the last that knows it, and nothing of it is open.
        unsafe { ffi::sqlite3_close(self.raw.as_ptr()) };
    }
}

/// The error of opening: its result code and the library's message.
#[derive(Debug)]
pub struct OpenError {
    /// The result.
    pub code: Code,
    /// The result with its details.
    pub extended: Code,
    /// The library's message.
    pub message: String,
}

/// The host is told that a statement goes on each time that the library has done so many operations
/// of its virtual machine: these take some 20 microseconds.
const OPERATIONS_OF_SHORT: i32 = 1000;

impl Connection {
    /// Opens a database. `flags`: those of the library, the mode among them.
    ///
    /// # Errors
    /// The error of the library.
    pub fn open(path: &CStr, flags: i32, timeout_ms: i32) -> Result<Arc<Connection>, OpenError> {
        let mut raw = null_mut();
        let flags = flags | ffi::SQLITE_OPEN_FULLMUTEX;
        // SAFETY: the path ends with a zero; the address is of a variable that the call writes.
        let code = unsafe { ffi::sqlite3_open_v2(path.as_ptr(), &mut raw, flags, null()) };
        let Some(raw) = NonNull::new(raw) else {
            let message = "out of memory".to_owned();
            let (code, extended) = (ffi::SQLITE_NOMEM, ffi::SQLITE_NOMEM);
            return Err(OpenError {
                code,
                extended,
                message,
            });
        };
        let connection = Connection { raw };
        if code != ffi::SQLITE_OK {
            let (extended, message) = (connection.extended_code(), connection.message());
            return Err(OpenError {
                code,
                extended,
                message,
            });
        }
        // SAFETY: I-SQLITE-1. The bundled library is compiled with foreign keys on; Python's
        // is not.
        unsafe {
            ffi::sqlite3_extended_result_codes(raw.as_ptr(), 0);
        }
        connection.wait_by_host(timeout_ms);
        connection.tell_host(OPERATIONS_OF_SHORT);
        let _ = connection.set_config(ffi::SQLITE_DBCONFIG_ENABLE_FKEY, false);
        Ok(Arc::new(connection))
    }

    /// The address, for the other files of this crate.
    pub(crate) fn raw(&self) -> *mut ffi::sqlite3 {
        self.raw.as_ptr()
    }

    /// The library's message about its last call.
    pub fn message(&self) -> String {
        String::from_utf8_lossy(&self.message_bytes()).into_owned()
    }

    /// As [`Connection::message`], as it is: names in a damaged database may be no UTF-8.
    pub fn message_bytes(&self) -> Vec<u8> {
        // SAFETY: I-SQLITE-1; the text is copied before the next call of the database's owner.
        unsafe { bytes_at(ffi::sqlite3_errmsg(self.raw())) }
    }

    /// The result of the last call that failed.
    pub fn code(&self) -> Code {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_errcode(self.raw()) }
    }

    /// The same, with its details.
    pub fn extended_code(&self) -> Code {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_extended_errcode(self.raw()) }
    }

    /// How many rows the last statement has changed.
    pub fn changes(&self) -> i64 {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_changes64(self.raw()) }
    }

    /// How many rows have been changed since the database was opened.
    pub fn total_changes(&self) -> i64 {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_total_changes64(self.raw()) }
    }

    /// The number of the row that was inserted last.
    pub fn last_row(&self) -> i64 {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_last_insert_rowid(self.raw()) }
    }

    /// Whether no transaction is open.
    pub fn is_in_autocommit(&self) -> bool {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_get_autocommit(self.raw()) != 0 }
    }

    /// Ends the statement that runs now: it fails.
    pub fn interrupt(&self) {
        // SAFETY: I-SQLITE-1; any thread may call this at any time.
        unsafe { ffi::sqlite3_interrupt(self.raw()) };
    }

    /// Sets a limit if `limit` is not negative; returns the limit before.
    pub fn limit(&self, which: i32, limit: i32) -> i32 {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_limit(self.raw(), which, limit) }
    }

    /// A switch.
    ///
    /// # Errors
    /// The result of the library.
    pub fn config(&self, which: i32) -> Result<bool, Code> {
        self.configure(which, -1)
    }

    /// Sets a switch; returns its new value.
    ///
    /// # Errors
    /// The result of the library.
    pub fn set_config(&self, which: i32, is_on: bool) -> Result<bool, Code> {
        self.configure(which, is_on.into())
    }

    fn configure(&self, which: i32, value: c_int) -> Result<bool, Code> {
        let mut now: c_int = 0;
        let switches = ffi::SQLITE_DBCONFIG_ENABLE_FKEY..=ffi::SQLITE_DBCONFIG_REVERSE_SCANORDER;
        if !switches.contains(&which) {
            return Err(ffi::SQLITE_ERROR);
        }
        // SAFETY: I-SQLITE-1; all operations in this range take a number and the address of one.
        let code = unsafe { ffi::sqlite3_db_config(self.raw(), which, value, &mut now) };
        if code == ffi::SQLITE_OK {
            Ok(now != 0)
        } else {
            Err(code)
        }
    }

    /// Allows or forbids extensions.
    pub fn enable_extensions(&self, is_allowed: bool) -> Code {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_enable_load_extension(self.raw(), is_allowed.into()) }
    }

    /// Loads an extension.
    ///
    /// # Errors
    /// The library's message.
    pub fn load_extension(&self, path: &CStr, entry: Option<&CStr>) -> Result<(), String> {
        let mut message = null_mut();
        let entry = entry.map_or(null(), CStr::as_ptr);
        // SAFETY: I-SQLITE-1; texts that end with a zero, and a variable that the call writes. The
        // caller that has allowed extensions answers for the extension.
        let code =
            unsafe { ffi::sqlite3_load_extension(self.raw(), path.as_ptr(), entry, &mut message) };
        if code == ffi::SQLITE_OK {
            return Ok(());
        }
        // SAFETY: the message is null or the library's, which wants it back.
        unsafe {
            let text = text_at(message);
            ffi::sqlite3_free(message.cast());
            Err(if text.is_empty() {
                self.message()
            } else {
                text
            })
        }
    }

    /// A database as the bytes that its file would have; nothing if there is no such database.
    pub fn serialized(&self, name: &CStr) -> Option<Vec<u8>> {
        let mut length = 0;
        // SAFETY: I-SQLITE-1; the address is of a variable that the call writes.
        let data = unsafe { ffi::sqlite3_serialize(self.raw(), name.as_ptr(), &mut length, 0) };
        if data.is_null() {
            return None;
        }
        // SAFETY: so many bytes are there, and they are ours to free.
        unsafe {
            let content = std::slice::from_raw_parts(data, length as usize).to_vec();
            ffi::sqlite3_free(data.cast());
            Some(content)
        }
    }

    /// Makes a database of the bytes of a file.
    pub fn deserialize(&self, name: &CStr, content: &[u8]) -> Code {
        let length = content.len();
        // SAFETY: the library allocates; null is dealt with.
        let data = unsafe { ffi::sqlite3_malloc64((length as u64).max(1)) }.cast::<u8>();
        if data.is_null() {
            return ffi::SQLITE_NOMEM;
        }
        let flags = ffi::SQLITE_DESERIALIZE_FREEONCLOSE | ffi::SQLITE_DESERIALIZE_RESIZEABLE;
        // SAFETY: so many bytes were allocated, and the library owns them from here on, also if
        // the call fails.
        unsafe {
            std::ptr::copy_nonoverlapping(content.as_ptr(), data, length);
            let size = length as i64;

            ffi::sqlite3_deserialize(self.raw(), name.as_ptr(), data, size, size, flags)
        }
    }
}

/// Whether a text ends with a complete statement.
pub fn complete(sql: &CString) -> bool {
    // SAFETY: a text that ends with a zero.
    unsafe { ffi::sqlite3_complete(sql.as_ptr()) != 0 }
}

/// The library's version.
pub fn version() -> String {
    // SAFETY: a constant text of the library.
    unsafe { text_at(ffi::sqlite3_libversion()) }
}
