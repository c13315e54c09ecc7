//! Fields of loaded code that are filled when the body is loaded, and read by plain loads after
//! that.
//!
//! - Written once, by the thread that loads the body (`LoadedCode::body` lets one do so), before
//!   the first instruction word is stored with Release.
//! - Read by code that runs behind `LoadBody`: a thread that has executed it has read `body`
//!   (Acquire), and one that has found the first instruction in its place has read that word, which
//!   x86-64 orders before all later reads (I-CODE-1). A function that reads the fields
//!   of code that may not have run yet calls `LoadedCode::load_body` first.
#![allow(unsafe_code, reason = "a field that is written once, by one thread")]

use std::cell::UnsafeCell;
use std::ops::Deref;
use std::sync::OnceLock;

/// A field that is filled later; empty before.
#[derive(Default)]
pub struct Late<T>(UnsafeCell<T>);

// SAFETY: I-CODE-1 (at the top): what is written is read by others only behind the store of the
// first instruction word.
unsafe impl<T: Copy + Sync> Sync for Late<T> {}

/// Shows that the body of some code is being loaded, by this thread.
pub(crate) struct FirstLoad(());

impl FirstLoad {
    /// `body` is not set yet: the caller is about to.
    pub(crate) fn new(body: &OnceLock<()>) -> FirstLoad {
        assert!(body.get().is_none(), "a body is loaded once");
        FirstLoad(())
    }
}

impl<T: Copy> Late<T> {
    /// Fills it.
    pub(crate) fn fill(&self, value: T, _: &FirstLoad) {
        // SAFETY: I-CODE-1: no thread reads it yet, and only this thread writes it.
        unsafe { *self.0.get() = value };
    }
}

impl<T: Copy> Deref for Late<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: I-CODE-1: it is written no more.
        unsafe { &*self.0.get() }
    }
}
