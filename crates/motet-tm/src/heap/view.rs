//! Views: the only way to the fields of an object.
//!
//! A [`ReadView`] comes from a read barrier, a [`WriteView`] from a write barrier or an allocation.
//! Both borrow the mutator, and each function that may end the transaction or collect takes it
//! mutably, so the borrow checker ends every view before a safepoint:
//!
//! ```compile_fail,E0502
//! use motet_tm::{Mutator, Object};
//! fn held_over_a_safepoint(mutator: &mut Mutator, root: motet_tm::Root) {
//!     let object = mutator.get(root).as_object().unwrap();
//!     let view = mutator.read(object);
//!     let _ = mutator.safepoint();
//!     view.get(1);
//! }
//! ```
//!
//! Writing without the barrier does not compile:
//!
//! ```compile_fail,E0599
//! use motet_tm::{Mutator, Object, Value};
//! fn unbarriered(mutator: &Mutator, object: Object<'_>) {
//!     mutator.read(object).set(1, Value::special(0));
//! }
//! ```
//!
//! Nor does keeping a value over a collection:
//!
//! ```compile_fail,E0502
//! use motet_tm::{Mutator, Root};
//! fn unrooted(mutator: &mut Mutator, root: Root) -> bool {
//!     let value = mutator.get(root);
//!     mutator.collect_if_due();
//!     value.as_object().is_some()
//! }
//! ```
//!
//! Fields are words behind relaxed atomics, never `&T` or `&mut T`: a doomed reader may race with a
//! publisher.

use std::marker::PhantomData;

use crate::heap::memory::Base;
use crate::object::layout::WORD_BYTES;
use crate::object::value::{Object, Offset, Value, Word};
use crate::simulation;

/// Fields of an object that the transaction has read.
#[derive(Clone, Copy)]
pub struct ReadView<'a> {
    base: Base,
    offset: Offset,
    borrow: PhantomData<&'a ()>,
}

impl<'a> ReadView<'a> {
    #[inline(always)]
    pub(crate) fn new(base: Base, offset: Offset) -> ReadView<'a> {
        ReadView {
            base,
            offset,
            borrow: PhantomData,
        }
    }

    /// The value in word `index` (the header is word 0).
    #[inline(always)]
    pub fn get(&self, index: u64) -> Value<'a> {
        simulation::heap_read(self.offset.0, index * WORD_BYTES, WORD_BYTES);
        Value::from_word(Word(self.base.load(self.offset, index)))
    }

    /// Word `index` as it is.
    #[inline(always)]
    pub fn raw(&self, index: u64) -> u64 {
        simulation::heap_read(self.offset.0, index * WORD_BYTES, WORD_BYTES);
        self.base.load(self.offset, index)
    }

    /// The language's half of the header.
    #[inline(always)]
    pub fn host(&self) -> u32 {
        self.base.header(self.offset).host()
    }

    /// Length of an array in elements, of a raw object in bytes.
    #[inline(always)]
    pub fn length(&self) -> u64 {
        self.raw(1) >> 1
    }

    /// `length` bytes of an immutable raw object, from word `first` on.
    #[inline(always)]
    pub fn bytes(&self, first: u64, length: u64) -> &'a [u8] {
        debug_assert!(
            (first - 2) * WORD_BYTES + length <= self.length(),
            "inside the object"
        );
        simulation::heap_read(self.offset.0, first * WORD_BYTES, length);
        self.base.bytes(self.offset, first, length)
    }
}

/// Fields of an object that the transaction may write.
pub struct WriteView<'a> {
    base: Base,
    offset: Offset,
    borrow: PhantomData<&'a ()>,
}

impl<'a> WriteView<'a> {
    #[inline(always)]
    pub(crate) fn new(base: Base, offset: Offset) -> WriteView<'a> {
        WriteView {
            base,
            offset,
            borrow: PhantomData,
        }
    }

    /// The same fields, for reading.
    #[inline(always)]
    pub fn read(&self) -> ReadView<'a> {
        ReadView::new(self.base, self.offset)
    }

    /// Stores a value into word `index`.
    #[inline(always)]
    pub fn set(&self, index: u64, value: Value<'_>) {
        debug_assert!(index > 0, "the header is the runtime's");
        simulation::heap_written(self.offset.0, index * WORD_BYTES, WORD_BYTES);
        self.base.store(self.offset, index, value.word().0);
    }

    /// Stores a word that is no reference.
    #[inline(always)]
    pub fn set_raw(&self, index: u64, word: u64) {
        debug_assert!(index > 0, "the header is the runtime's");
        debug_assert!(
            !Word(word).is_reference(),
            "a reference is stored as a value"
        );
        simulation::heap_written(self.offset.0, index * WORD_BYTES, WORD_BYTES);
        self.base.store(self.offset, index, word);
    }

    /// Changes the language's half of the header.
    #[inline(always)]
    pub fn set_host(&self, host: u32) {
        simulation::heap_written(self.offset.0, 0, WORD_BYTES);
        let header = self.base.header(self.offset);
        self.base.set_header(self.offset, header.with_host(host));
    }
}

/// An object that was just allocated: its fields may be set without a barrier, as long as the
/// mutator stays borrowed (then no collection has made it old).
pub struct Fresh<'a> {
    view: WriteView<'a>,
}

impl<'a> Fresh<'a> {
    #[inline(always)]
    pub(crate) fn new(base: Base, offset: Offset) -> Fresh<'a> {
        Fresh {
            view: WriteView::new(base, offset),
        }
    }

    /// The object.
    #[inline(always)]
    pub fn object(&self) -> Object<'a> {
        Object::from_offset(self.view.offset)
    }

    /// Stores a value into word `index`.
    #[inline(always)]
    pub fn set(&self, index: u64, value: Value<'_>) {
        debug_assert!(index > 0, "the header is the runtime's");
        self.view
            .base
            .store(self.view.offset, index, value.word().0);
    }

    /// Stores a word that is no reference, or any word if the object is raw.
    #[inline(always)]
    pub fn set_raw(&self, index: u64, word: u64) {
        self.view.base.store(self.view.offset, index, word);
    }

    /// `length` bytes of a raw object, from word `first` on, to be filled.
    #[inline(always)]
    pub fn bytes_mut(&mut self, first: u64, length: u64) -> &mut [u8] {
        debug_assert!((first - 2) * WORD_BYTES + length <= self.view.read().length());
        self.view.base.bytes_mut(self.view.offset, first, length)
    }
}
