//! What an object is apart from its content: its identity, a number that stays the same while it
//! moves, and its size.

use crate::object::layout::FLAG_HAS_SHADOW;
use crate::object::value::Object;
use crate::runtime::mutator::Mutator;

impl Mutator {
    /// A number that stays the same as long as the object lives, and is no other object's.
    pub fn identity(&self, object: Object<'_>) -> u64 {
        let offset = object.offset();
        if !self.heap.is_young(offset) {
            return offset.0;
        }
        let base = self.base();
        let header = base.header(offset);
        if header.has(FLAG_HAS_SHADOW) {
            return self.heap.shadow_of(offset).0;
        }
        self.heap.add_shadow(self.runtime.heap(), offset, header).0
    }

    /// How many bytes of the heap an object takes, without the objects that it refers to.
    pub fn size_bytes(&self, object: Object<'_>) -> u64 {
        self.heap
            .size_bytes_at(self.runtime.heap(), object.offset())
    }
}
