//! The synchronisation that the lock-free protocols of this crate are made of: the standard
//! library's, or, under `--cfg loom`, that of a model checker which tries all interleavings.
//!
//! Used by `inline_cache.rs`, `symbol.rs` and `waiting.rs`, and by nothing else: each of them is a
//! module of its own over these types, so that `interleavings.rs` can drive it.

#[cfg(loom)]
pub(crate) use checked::{AtomicBool, AtomicU64, AtomicUsize};
#[cfg(loom)]
pub(crate) use loom::{
    sync::{Mutex, MutexGuard, atomic::fence},
    thread,
};
#[cfg(not(loom))]
pub(crate) use std::{
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, fence},
    },
    thread,
};

/// The checker takes sequentially consistent accesses for weaker ones than they are, and would
/// report impossible outcomes; it gets fences right. So an access that asks for that order stands
/// between two fences here. (A little stronger than the real thing: code that relies on such an
/// access to order *other*, weaker ones is not found.)
#[cfg(loom)]
#[allow(dead_code, reason = "every type has the same operations")]
mod checked {
    use loom::sync::atomic::fence;
    use std::sync::atomic::Ordering;

    fn ordered<T>(order: Ordering, access: impl FnOnce() -> T) -> T {
        let is_total = order == Ordering::SeqCst;
        if is_total {
            fence(Ordering::SeqCst);
        }
        let result = access();
        if is_total {
            fence(Ordering::SeqCst);
        }
        result
    }

    macro_rules! checked {
        ($name:ident, $value:ty) => {
            #[derive(Debug, Default)]
            pub struct $name(loom::sync::atomic::$name);

            impl $name {
                pub(crate) fn new(value: $value) -> Self {
                    Self(loom::sync::atomic::$name::new(value))
                }

                #[track_caller]
                pub(crate) fn load(&self, order: Ordering) -> $value {
                    ordered(order, || self.0.load(order))
                }

                #[track_caller]
                pub(crate) fn store(&self, value: $value, order: Ordering) {
                    ordered(order, || self.0.store(value, order));
                }
            }
        };
    }

    macro_rules! counting {
        ($name:ident, $value:ty) => {
            impl $name {
                #[track_caller]
                pub(crate) fn fetch_add(&self, value: $value, order: Ordering) -> $value {
                    ordered(order, || self.0.fetch_add(value, order))
                }

                #[track_caller]
                pub(crate) fn fetch_sub(&self, value: $value, order: Ordering) -> $value {
                    ordered(order, || self.0.fetch_sub(value, order))
                }
            }
        };
    }

    checked!(AtomicBool, bool);
    checked!(AtomicU64, u64);
    checked!(AtomicUsize, usize);
    counting!(AtomicU64, u64);
}
