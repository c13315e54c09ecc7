//! Statements.
#![allow(unsafe_code, reason = "SQLite is C: this crate is the border")]

use std::ffi::{c_char, c_int};
use std::ptr::{NonNull, null_mut};
use std::sync::Arc;

use libsqlite3_sys as ffi;

use crate::raw::{content, text_at};
use crate::{Code, Connection, ValueRef};

/// A compiled statement.
pub struct Statement {
    raw: NonNull<ffi::sqlite3_stmt>,
    connection: Arc<Connection>,
}

// SAFETY: as for connections: each call takes the lock of the database.
unsafe impl Send for Statement {}

impl Drop for Statement {
    fn drop(&mut self) {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_finalize(self.raw.as_ptr()) };
    }
}

/// The first statement of a text.
pub struct Prepared {
    /// The statement; nothing if there is none (white space, a comment).
    pub statement: Option<Statement>,
    /// How many bytes of the text it took.
    pub used: usize,
}

impl Connection {
    /// Compiles the first statement of a text.
    ///
    /// # Errors
    /// The result of the library.
    pub fn prepare(self: &Arc<Connection>, sql: &str) -> Result<Prepared, Code> {
        let Ok(length) = c_int::try_from(sql.len()) else {
            return Err(ffi::SQLITE_TOOBIG);
        };
        let start = sql.as_ptr().cast::<c_char>();
        let (mut raw, mut tail) = (null_mut(), std::ptr::null());
        // SAFETY: I-SQLITE-1; so many bytes are there; the addresses are of variables.
        let code =
            unsafe { ffi::sqlite3_prepare_v2(self.raw(), start, length, &mut raw, &mut tail) };
        if code != ffi::SQLITE_OK {
            return Err(code);
        }
        let used = (tail as usize)
            .saturating_sub(start as usize)
            .min(sql.len());
        let statement = NonNull::new(raw).map(|raw| Statement {
            raw,
            connection: self.clone(),
        });
        Ok(Prepared { statement, used })
    }
}

impl Statement {
    /// The connection that it belongs to.
    pub fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }

    fn raw(&self) -> *mut ffi::sqlite3_stmt {
        self.raw.as_ptr()
    }

    /// Goes on to the next row: `ROW`, `DONE` or the error.
    pub fn step(&mut self) -> Code {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_step(self.raw()) }
    }

    /// Resets the statement to its start.
    pub fn reset(&mut self) -> Code {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_reset(self.raw()) }
    }

    /// Sets all parameters to NULL.
    pub fn clear(&mut self) {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_clear_bindings(self.raw()) };
    }

    /// Whether it has begun and is not at its end.
    pub fn is_running(&self) -> bool {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_stmt_busy(self.raw()) != 0 }
    }

    /// Whether it changes nothing by itself.
    pub fn is_reading(&self) -> bool {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_stmt_readonly(self.raw()) != 0 }
    }

    /// 1 for EXPLAIN, 2 for EXPLAIN QUERY PLAN, else 0.
    pub fn explains(&self) -> i32 {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_stmt_isexplain(self.raw()) }
    }

    /// The number of the last parameter.
    pub fn parameter_count(&self) -> i32 {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_bind_parameter_count(self.raw()) }
    }

    /// The name of a parameter, its sign included.
    pub fn parameter_name(&self, index: i32) -> Option<String> {
        // SAFETY: I-SQLITE-1; the text is copied.
        unsafe {
            let name = ffi::sqlite3_bind_parameter_name(self.raw(), index);
            (!name.is_null()).then(|| text_at(name))
        }
    }

    /// Gives a parameter a value, which is copied. Parameters count from 1.
    pub fn bind(&mut self, index: i32, value: ValueRef<'_>) -> Code {
        let raw = self.raw();
        let copied = ffi::SQLITE_TRANSIENT();
        // SAFETY: I-SQLITE-1; the library copies so many bytes before it returns.
        unsafe {
            match value {
                ValueRef::Null => ffi::sqlite3_bind_null(raw, index),
                ValueRef::Integer(number) => ffi::sqlite3_bind_int64(raw, index, number),
                ValueRef::Real(number) => ffi::sqlite3_bind_double(raw, index, number),
                ValueRef::Text(text) => {
                    let (start, length) = (text.as_ptr().cast(), text.len() as u64);
                    let coding = ffi::SQLITE_UTF8 as u8;
                    ffi::sqlite3_bind_text64(raw, index, start, length, copied, coding)
                }
                ValueRef::Blob(bytes) => {
                    // The address of no bytes would be NULL's.
                    let bytes = if bytes.is_empty() { &[0][..0] } else { bytes };
                    let (start, length) = (bytes.as_ptr().cast(), bytes.len() as u64);
                    ffi::sqlite3_bind_blob64(raw, index, start, length, copied)
                }
            }
        }
    }

    /// How often it was compiled anew, because a table had changed.
    pub fn version(&self) -> i32 {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_stmt_status(self.raw(), ffi::SQLITE_STMTSTATUS_REPREPARE, 0) }
    }

    /// How many columns its rows have.
    pub fn column_count(&self) -> i32 {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_column_count(self.raw()) }
    }

    /// How many columns the current row has; 0 if there is none.
    pub fn data_count(&self) -> i32 {
        // SAFETY: I-SQLITE-1.
        unsafe { ffi::sqlite3_data_count(self.raw()) }
    }

    /// The name of a column.
    pub fn column_name(&self, index: i32) -> String {
        // SAFETY: I-SQLITE-1; the text is copied.
        unsafe { text_at(ffi::sqlite3_column_name(self.raw(), index)) }
    }

    /// The type that a column was declared with.
    pub fn declared_type(&self, index: i32) -> Option<String> {
        // SAFETY: I-SQLITE-1; the text is copied.
        unsafe {
            let name = ffi::sqlite3_column_decltype(self.raw(), index);
            (!name.is_null()).then(|| text_at(name))
        }
    }

    /// A column of the current row.
    pub fn column(&self, index: i32) -> ValueRef<'_> {
        let raw = self.raw();
        // SAFETY: I-SQLITE-1, 2: the bytes are there until the statement changes. The type is asked
        // for first and text is read as text, so nothing is converted.
        unsafe {
            match ffi::sqlite3_column_type(raw, index) {
                ffi::SQLITE_INTEGER => ValueRef::Integer(ffi::sqlite3_column_int64(raw, index)),
                ffi::SQLITE_FLOAT => ValueRef::Real(ffi::sqlite3_column_double(raw, index)),
                ffi::SQLITE_TEXT => {
                    let start = ffi::sqlite3_column_text(raw, index);
                    ValueRef::Text(content(start, ffi::sqlite3_column_bytes(raw, index)))
                }
                ffi::SQLITE_BLOB => {
                    let start = ffi::sqlite3_column_blob(raw, index).cast::<u8>();
                    ValueRef::Blob(content(start, ffi::sqlite3_column_bytes(raw, index)))
                }
                _ => ValueRef::Null,
            }
        }
    }

    /// A column of the current row as bytes, numbers as text; nothing for NULL and for no bytes.
    pub fn column_bytes(&mut self, index: i32) -> Option<Vec<u8>> {
        let raw = self.raw();
        // SAFETY: I-SQLITE-1, 2: the bytes are copied at once.
        unsafe {
            if ffi::sqlite3_column_type(raw, index) == ffi::SQLITE_NULL {
                return None;
            }
            let start = ffi::sqlite3_column_blob(raw, index).cast::<u8>();
            if start.is_null() {
                return None;
            }
            Some(content(start, ffi::sqlite3_column_bytes(raw, index)).to_vec())
        }
    }
}
