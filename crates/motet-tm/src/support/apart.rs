//! Data on cache lines of their own.

use std::ops::{Deref, DerefMut};

/// A value that shares no cache line with anything else: threads write it often, and others read
/// what would lie beside it. (Two lines of 64 bytes, since processors fetch them in pairs.)
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Apart<T>(pub(crate) T);

impl<T> Deref for Apart<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Apart<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
