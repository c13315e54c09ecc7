//! Copies of the memory that the library points to.
#![allow(unsafe_code, reason = "SQLite is C: this crate is the border")]

use std::ffi::{CStr, c_char, c_int};

/// The text at an address that the library gives; empty if there is none.
///
/// # Safety
/// The address is null or that of a text that ends with a zero.
pub(crate) unsafe fn text_at(address: *const c_char) -> String {
    // SAFETY: the caller vouches for it.
    String::from_utf8_lossy(&unsafe { bytes_at(address) }).into_owned()
}

/// As [`text_at`], for a text that may be no UTF-8.
///
/// # Safety
/// As there.
pub(crate) unsafe fn bytes_at(address: *const c_char) -> Vec<u8> {
    if address.is_null() {
        return Vec::new();
    }
    // SAFETY: the caller vouches for it.
    unsafe { CStr::from_ptr(address) }.to_bytes().to_vec()
}

/// Bytes at an address that the library gives; none if there is no address.
///
/// # Safety
/// So many bytes are there, for as long as the caller says.
pub(crate) unsafe fn content<'a>(start: *const u8, length: c_int) -> &'a [u8] {
    if start.is_null() || length <= 0 {
        return &[];
    }
    // SAFETY: the caller vouches for it.
    unsafe { std::slice::from_raw_parts(start, length as usize) }
}
