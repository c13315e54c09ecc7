//! Identities: numbers that stay the same while objects move.

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
}
