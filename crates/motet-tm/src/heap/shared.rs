//! The heap that all threads share: the layouts of objects, the views, the old space, and the
//! objects with finalizers.

use std::sync::atomic::Ordering;

use crate::heap::finalizers::Finalizers;
use crate::heap::memory::{Base, Memory};
use crate::heap::pinned::PinnedAllocator;
use crate::heap::promoter::{Promoter, Resting};
use crate::heap::size_class::SHARED_BYTES_MAX;
use crate::heap::space::{GROUP_BYTES, OldSpace};
use crate::object::layout::{Layout, LayoutId};
use crate::object::value::Offset;

/// All of the heap that belongs to no single thread.
pub(crate) struct SharedHeap {
    layouts: Vec<Layout>,
    memory: Memory,
    space: OldSpace,
    resting: Resting,
    pinned: PinnedAllocator,
    finalizers: Finalizers,
}

impl SharedHeap {
    pub(crate) fn new(layouts: Vec<Layout>, memory: Memory, space: OldSpace) -> SharedHeap {
        SharedHeap {
            layouts,
            resting: Resting::new(memory.segment_count()),
            memory,
            space,
            pinned: PinnedAllocator::new(),
            finalizers: Finalizers::default(),
        }
    }

    #[inline]
    pub(crate) fn layout(&self, id: LayoutId) -> Layout {
        self.layouts[usize::from(id.0)]
    }

    pub(crate) fn has_layout(&self, id: LayoutId) -> bool {
        usize::from(id.0) < self.layouts.len()
    }

    #[inline]
    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Segment 0's view, which shows the committed state.
    #[inline]
    pub(crate) fn shared_base(&self) -> Base {
        self.memory.base(0)
    }

    #[inline]
    pub(crate) fn space(&self) -> &OldSpace {
        &self.space
    }

    /// The promoters of segments in which no thread runs.
    pub(crate) fn resting(&self) -> &Resting {
        &self.resting
    }

    pub(crate) fn pinned(&self) -> &PinnedAllocator {
        &self.pinned
    }

    pub(crate) fn finalizers(&self) -> &Finalizers {
        &self.finalizers
    }

    /// Segment 0's view and all private copies of the group that an offset lies in. They cannot
    /// change: the caller holds the lock that privatising takes, or has stopped the world.
    pub(crate) fn views_of(&self, offset: Offset) -> impl Iterator<Item = Base> + '_ {
        let group = self.space.group_of(offset);
        let private = self.space.private_in(group).load(Ordering::Acquire);
        (0..=self.memory.segment_count())
            .filter(move |number| *number == 0 || private & (1 << number) != 0)
            .map(|number| self.memory.base(number))
    }

    /// Reserves room for an object of `bytes` (a multiple of 16) with a promoter. `None` when the
    /// old space is full.
    pub(crate) fn reserve(
        &self,
        promoter: &mut Promoter,
        bytes: u64,
        mutable: bool,
    ) -> Option<Offset> {
        let place = promoter.reserve(&self.space, bytes, mutable)?;
        let copies = self.space.private_in(self.space.group_of(place));
        let has_copies = copies.load(Ordering::Relaxed) != 0;
        // (I-HEAP-5: with copies, it is the first object since the group was free.)
        if bytes > SHARED_BYTES_MAX || !mutable && has_copies {
            self.share_free_again(place, bytes);
        }
        Some(place)
    }

    /// Takes the private copies of groups away in which no object is yet: a major collection may
    /// have left some to free groups. They are to be a large object's, which is written through one
    /// view, or those of immutable objects (I-HEAP-5), or to be given back. No other thread uses
    /// such a group, so none needs to be stopped.
    pub(crate) fn share_free_again(&self, start: Offset, bytes: u64) {
        for group in self.space.groups_of(start, bytes) {
            let private = self.space.private_in(group).swap(0, Ordering::AcqRel);
            let start = self.space.group_start(group);
            for segment in 1..=self.memory.segment_count() {
                if private & (1 << segment) != 0 {
                    self.memory.share_again(segment, start, GROUP_BYTES);
                }
            }
        }
    }

    pub(crate) fn would_pass_limit(&self, bytes: u64) -> bool {
        self.space.would_pass_limit(bytes)
    }
}
