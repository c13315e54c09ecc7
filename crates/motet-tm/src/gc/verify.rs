//! The heap verifier of debug builds: it checks these properties after each major collection.
//!
//! - A marked object begins at a slot of a group in use, has a known layout and fits its slot.
//! - Its references lead to objects that are marked (or pinned), or lie in a nursery if only its
//!   transaction sees it.
//! - Private copies equal the shared page but for objects that their own transaction has written or
//!   made.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;

use crate::gc::marks::Marks;
use crate::gc::parking::Parked;
use crate::heap::groups::{GroupIndex, Kind};
use crate::heap::memory::Base;
use crate::heap::shared::SharedHeap;
use crate::heap::size_class::room_of;
use crate::heap::space::GROUP_BYTES;
use crate::object::layout::{OBJECT_ALIGNMENT_BYTES, WORD_BYTES};
use crate::object::value::{Offset, Word};

/// The verification, with the objects that open transactions see differently.
struct Verifier<'a> {
    heap: &'a SharedHeap,
    marks: &'a Marks,
    /// Overflow objects, each with its transaction's view.
    overflow: HashMap<Offset, Base>,
    /// Units of 16 bytes of each view that its transaction has written.
    written: HashSet<(Base, u64)>,
}

/// Looks at all of the heap that is in use.
pub(crate) fn verify(heap: &SharedHeap, marks: &Marks, threads: &[Parked<'_>]) {
    let mut verifier = Verifier {
        heap,
        marks,
        overflow: HashMap::new(),
        written: HashSet::new(),
    };
    for thread in threads {
        if let Parked::Inside(own, _) = thread {
            let (own, transaction) = (own.base.get(), own.transaction.borrow());
            let overflow = transaction.overflow.iter();
            verifier
                .overflow
                .extend(overflow.map(|offset| (*offset, own)));
            for target in &transaction.written {
                let units = (target.start.0..target.start.0 + target.bytes).step_by(16);
                verifier.written.extend(units.map(|unit| (own, unit)));
                let object = marks.object_start(heap.space(), target.start);
                verifier.object(own, object, true);
            }
        }
    }
    let next = heap.space().groups().lock().next();
    (0..next).for_each(|group| verifier.group(GroupIndex(group)));
}

impl Verifier<'_> {
    fn group(&self, group: GroupIndex) {
        let space = self.heap.space();
        let start = space.group_start(group);
        let kind = space.groups().kind(group);
        for offset in (start.0..start.0 + GROUP_BYTES).step_by(OBJECT_ALIGNMENT_BYTES as usize) {
            let offset = Offset(offset);
            if !self.marks.is_set(offset) {
                continue;
            }
            match kind {
                Kind::Small { class } => {
                    let room = room_of(class);
                    assert!(
                        (offset.0 - start.0).is_multiple_of(room),
                        "a slot begins here"
                    );
                    assert!(self.bytes(offset) <= room, "an object fits its slot");
                }
                Kind::Head { .. } => assert_eq!(offset, start, "a large object is alone"),
                Kind::Pinned => {}
                other => panic!("a live object in a {other:?} group"),
            }
            match self.overflow.get(&offset) {
                Some(own) => self.object(*own, offset, true),
                None => {
                    self.object(self.heap.shared_base(), offset, false);
                    self.copies(offset);
                }
            }
        }
    }

    fn view(&self, offset: Offset) -> Base {
        let own = self.overflow.get(&offset);
        own.copied().unwrap_or(self.heap.shared_base())
    }

    fn bytes(&self, offset: Offset) -> u64 {
        let view = self.view(offset);
        let shape = self.heap.layout(view.header(offset).layout()).shape;
        shape.size_bytes(view.load(offset, 1))
    }

    /// `is_own`: the view is that of the transaction that has made or written the object.
    fn object(&self, view: Base, offset: Offset, is_own: bool) {
        let layout = self.heap.layout(view.header(offset).layout());
        for index in layout.shape.value_words(view.load(offset, 1)) {
            let word = Word(view.load(offset, index));
            if !word.is_reference() {
                continue;
            }
            let target = word.offset();
            let is_old = target.0 >= self.heap.memory().extent().nursery_end;
            assert!(
                if is_old {
                    self.marks.is_set(target)
                } else {
                    is_own
                },
                "word {index} of the {} at {offset:?} refers to {target:?}, which is not alive",
                layout.name
            );
        }
    }

    /// The private copies of an object that was committed.
    fn copies(&self, offset: Offset) {
        let (space, memory) = (self.heap.space(), self.heap.memory());
        let shared = self.heap.shared_base();
        for (start, bytes) in space.parts(offset, self.bytes(offset)) {
            let mask = space
                .private_in(space.group_of(start))
                .load(Ordering::Relaxed);
            for number in (1..=memory.segment_count()).filter(|number| mask & 1 << number != 0) {
                let view = memory.base(number);
                for word in 0..bytes / WORD_BYTES {
                    let unit = start.0 + word * WORD_BYTES;
                    let unit = unit - unit % OBJECT_ALIGNMENT_BYTES;
                    assert!(
                        view.load(start, word) == shared.load(start, word)
                            || self.written.contains(&(view, unit)),
                        "segment {number} sees {:#x} as word {word} at {start:?}, which is {:#x}",
                        view.load(start, word),
                        shared.load(start, word)
                    );
                }
            }
        }
    }
}
