//! Roots that the host holds: values that must survive a collection, and that a collection moves.

use crate::object::value::{Object, Value};
use crate::runtime::mutator::Mutator;
use crate::txn::roots::Root;

impl Mutator {
    /// Puts a value on the root stack.
    #[inline]
    pub fn root(&self, value: Value<'_>) -> Root {
        let mut roots = self.heap.roots.stack.borrow_mut();
        roots.push(value.word());
        Root((roots.len() - 1) as u32)
    }

    /// The value of a root.
    #[inline]
    pub fn get(&self, root: Root) -> Value<'_> {
        Value::from_word(self.heap.roots.stack.borrow()[root.0 as usize])
    }

    /// The object that a root holds.
    ///
    /// # Panics
    /// As [`Value::known_object`].
    #[inline]
    #[track_caller]
    pub fn object_at(&self, root: Root) -> Object<'_> {
        self.get(root).known_object()
    }

    /// Changes the value of a root.
    #[inline]
    pub fn set_root(&self, root: Root, value: Value<'_>) {
        self.heap.roots.stack.borrow_mut()[root.0 as usize] = value.word();
    }

    /// How many roots there are: a mark for [`Mutator::truncate_roots`].
    #[inline]
    pub fn root_count(&self) -> usize {
        self.heap.roots.stack.borrow().len()
    }

    /// Drops the roots made since there were `count`.
    #[inline]
    pub fn truncate_roots(&self, count: usize) {
        let mut roots = self.heap.roots.stack.borrow_mut();
        debug_assert!(count <= roots.len(), "a mark of roots that are gone");
        roots.truncate(count);
    }

    /// A root slot that the language numbers; survives, and is restored by an abort.
    #[inline(always)]
    pub fn thread_root(&self, index: usize) -> Value<'_> {
        Value::from_word(self.heap.roots.numbered[index].get())
    }

    /// Sets a thread root.
    #[inline(always)]
    pub fn set_thread_root(&self, index: usize, value: Value<'_>) {
        self.heap.roots.numbered[index].set(value.word());
    }

    // ---- values that are kept for a transaction

    /// Keeps a value for the rest of the transaction, as the last of those that are kept. The
    /// caller forgets them before it ends the transaction; an abort forgets them.
    #[inline]
    pub fn keep(&self, value: Value<'_>) {
        self.heap.roots.kept.borrow_mut().push(value.word());
    }

    /// A value that is kept, by its place.
    #[inline]
    pub fn kept(&self, place: usize) -> Value<'_> {
        Value::from_word(self.heap.roots.kept.borrow()[place])
    }

    /// The place of a value among those that are kept, the last one first.
    #[inline]
    pub fn place_of_kept(&self, value: Value<'_>) -> Option<usize> {
        let kept = self.heap.roots.kept.borrow();
        kept.iter().rposition(|word| *word == value.word())
    }

    /// Forgets a value that is kept; those behind it move up.
    #[inline]
    pub fn forget_kept(&self, place: usize) {
        self.heap.roots.kept.borrow_mut().remove(place);
    }
}
