//! The synchronisation that the protocols between threads are made of: the standard library's, or,
//! under `--cfg loom`, that of a model checker which tries all interleavings and all reorderings
//! that the given memory orders allow.
//!
//! Used by the modules that `interleavings.rs` checks (stopping, segments, the global lock,
//! waiting), and by nothing else. How to run it: `docs/decisions/0010-how-the-runtime-is-tried.md`.

#[cfg(not(loom))]
pub(crate) use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize},
    },
    thread::yield_now,
};

#[cfg(loom)]
pub(crate) use checked::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};
#[cfg(loom)]
pub(crate) use loom::{sync::Mutex, thread::yield_now};

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
            #[derive(Debug)]
            pub(crate) struct $name(loom::sync::atomic::$name);

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

                #[track_caller]
                pub(crate) fn swap(&self, value: $value, order: Ordering) -> $value {
                    ordered(order, || self.0.swap(value, order))
                }

                #[track_caller]
                pub(crate) fn compare_exchange(
                    &self,
                    old: $value,
                    new: $value,
                    order: Ordering,
                    failure: Ordering,
                ) -> Result<$value, $value> {
                    ordered(order, || self.0.compare_exchange(old, new, order, failure))
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

                #[track_caller]
                pub(crate) fn fetch_or(&self, value: $value, order: Ordering) -> $value {
                    ordered(order, || self.0.fetch_or(value, order))
                }

                #[track_caller]
                pub(crate) fn fetch_and(&self, value: $value, order: Ordering) -> $value {
                    ordered(order, || self.0.fetch_and(value, order))
                }
            }
        };
    }

    checked!(AtomicBool, bool);
    checked!(AtomicU32, u32);
    checked!(AtomicU64, u64);
    checked!(AtomicUsize, usize);
    counting!(AtomicU32, u32);
    counting!(AtomicU64, u64);
}
