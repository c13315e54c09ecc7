//! A list that grows at its end and never moves its items, so that readers need no lock. It is
//! small while it is short: every shape and every class has such lists, and most hold a few items.
//!
//! ```text
//!   first ─▶ [ FIRST items ]        later ─▶ [ ─▶ 2·FIRST items │ ─▶ 4·FIRST items │ … ]
//! ```

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Parts behind the first; each is twice as long as the one before.
const LATER: usize = 30;

type Part<T> = Box<[OnceLock<T>]>;

/// A list whose first part has `FIRST` items, a power of two.
pub(crate) struct Growing<T, const FIRST: usize> {
    first: OnceLock<Part<T>>,
    later: OnceLock<Box<[OnceLock<Part<T>>; LATER]>>,
    /// How many items there are. Read and written by the thread that pushes, while it holds the
    /// lock of the list's owner; Relaxed, since that lock orders the pushes, and readers ask the
    /// items.
    len: AtomicUsize,
}

impl<T, const FIRST: usize> Growing<T, FIRST> {
    pub(crate) const fn new() -> Self {
        assert!(FIRST.is_power_of_two(), "parts are found by bits");
        Growing {
            first: OnceLock::new(),
            later: OnceLock::new(),
            len: AtomicUsize::new(0),
        }
    }

    /// The part that an item lies in, and its place there.
    #[inline]
    fn place(index: usize) -> (usize, usize) {
        let from = index + FIRST;
        let part = (from.ilog2() - FIRST.ilog2()) as usize;
        (part, from - (FIRST << part))
    }

    /// An item, if it is there.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        if index < FIRST {
            return self.first.get()?[index].get();
        }
        let (part, place) = Self::place(index);
        self.later.get()?[part - 1].get()?[place].get()
    }

    /// An item that is there.
    #[inline]
    pub(crate) fn at(&self, index: usize) -> &T {
        self.get(index)
            .expect("the caller has the index from `push`")
    }

    /// Adds an item at the end and tells its index. The caller excludes other pushes.
    pub(crate) fn push(&self, item: T) -> usize {
        let index = self.len.load(Ordering::Relaxed);
        let (part, place) = Self::place(index);
        let holder = match part {
            0 => &self.first,
            _ => &self.later.get_or_init(Default::default)[part - 1],
        };
        let make = || (0..FIRST << part).map(|_| OnceLock::new()).collect();
        let is_new = holder.get_or_init(make)[place].set(item).is_ok();
        assert!(is_new, "the caller excludes other pushes");
        self.len.store(index + 1, Ordering::Relaxed);
        index
    }

    /// The items in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        (0..).map_while(|index| self.get(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stay_where_they_were_put() {
        let list = Growing::<usize, 4>::new();
        assert_eq!(list.get(0), None);
        let first = std::ptr::from_ref(list.get(list.push(0)).expect("it was pushed"));
        for number in 1..1000 {
            assert_eq!(list.get(number), None);
            assert_eq!(list.push(number), number);
            assert_eq!(list.get(number), Some(&number));
        }
        assert!(list.iter().copied().eq(0..1000));
        assert_eq!(list.get(0).map(std::ptr::from_ref), Some(first));
    }
}
