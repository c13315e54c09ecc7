//! Backups: a database copied page by page into another.
#![allow(unsafe_code, reason = "SQLite is C: this crate is the border")]

use std::ffi::CStr;
use std::ptr::NonNull;
use std::sync::Arc;

use libsqlite3_sys as ffi;

use crate::{Code, Connection};

/// A copy that is being made.
pub struct Backup {
    raw: NonNull<ffi::sqlite3_backup>,
    /// Whether the library wants to hear of its end.
    is_open: bool,
    _source: Arc<Connection>,
    target: Arc<Connection>,
}

// SAFETY: as for connections: each call takes the locks of the databases.
unsafe impl Send for Backup {}

impl Drop for Backup {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Backup {
    /// Begins to copy the database `name` of `source` into the main one of `target`; nothing if
    /// that fails, with the message in the target.
    pub fn begin(
        source: &Arc<Connection>,
        name: &CStr,
        target: &Arc<Connection>,
    ) -> Option<Backup> {
        let main = c"main".as_ptr();
        // SAFETY: I-SQLITE-1 for both; texts that end with a zero.
        let raw =
            unsafe { ffi::sqlite3_backup_init(target.raw(), main, source.raw(), name.as_ptr()) };
        NonNull::new(raw).map(|raw| Backup {
            raw,
            is_open: true,
            _source: source.clone(),
            target: target.clone(),
        })
    }

    /// The connection that is written to.
    pub fn target(&self) -> &Arc<Connection> {
        &self.target
    }

    /// Copies so many pages, all if negative.
    pub fn step(&mut self, pages: i32) -> Code {
        if !self.is_open {
            return ffi::SQLITE_MISUSE;
        }
        // SAFETY: I-SQLITE-1, and it is not finished.
        unsafe { ffi::sqlite3_backup_step(self.raw.as_ptr(), pages) }
    }

    /// How many pages are left, and how many there are.
    pub fn progress(&self) -> (i32, i32) {
        if !self.is_open {
            return (0, 0);
        }
        // SAFETY: I-SQLITE-1, and it is not finished.
        unsafe {
            (
                ffi::sqlite3_backup_remaining(self.raw.as_ptr()),
                ffi::sqlite3_backup_pagecount(self.raw.as_ptr()),
            )
        }
    }

    /// Ends the backup; returns the result code.
    pub fn finish(&mut self) -> Code {
        if !std::mem::replace(&mut self.is_open, false) {
            return ffi::SQLITE_OK;
        }
        // SAFETY: I-SQLITE-1; it is not used after.
        unsafe { ffi::sqlite3_backup_finish(self.raw.as_ptr()) }
    }
}
