//! The value stack of a thread: where the language's frames keep their registers.
//!
//! ```text
//!   start      saved_from          low_water        top        soft_end          end
//!   | frames that   | saved, not     | to scan and   | unused, | never touched   |
//!   | the transaction| touched since | saved         | cleared | since the last  |
//!   | has not touched| the collection|               | at GC   | collection      |
//! ```
//!
//! It is the precise root set: every word of a frame below `top` is a valid tagged word. A frame is
//! not cleared when it is entered (that would cost a quarter of a call). Instead everything between
//! `top` and `soft_end` is cleared at each collection and abort, so that the words that a fresh
//! frame finds in its registers were stored since then: perhaps stale, never dangling.
//!
//! For abort (paper §4.8; DESIGN "Abort without longjmp") the words of the frame in which a
//! transaction begins are saved at its begin, a caller's when execution returns into it (or before
//! the program changes its words from a frame above): a return
//! compares the caller's frame with `return_limit`, one hot word that serves the collector too, and
//! a language that wants to hear of the return of a frame ([`Stack::watch`]): the limit is the
//! larger one of `low_water` and the frame that is watched.
//!
//! A major collection looks at all words between `start` and `top`, of every thread: a word that a
//! minor one left alone may have become the last reference to an old object.
//!
//! Invariant I-ROOT-1: words between `start` and `top` are valid for the segment of the running
//! transaction; the language only stores words of live values there.
#![allow(
    unsafe_code,
    reason = "the stack is raw memory that interpreters address by pointer"
)]

use std::cell::{Cell, RefCell};
use std::ptr;
use std::sync::Mutex;

use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};

use crate::object::value::Word;

const WORD_BYTES: usize = size_of::<Word>();
/// The soft end is moved by this many words at a time. Each collection, so each commit, clears
/// about as many: 4 KB cost some 40 ns, 32 KB ten times that.
const SOFT_STEP_WORDS: usize = 512;

/// So many mappings are kept for the threads to come.
const SPARE_MAPPINGS: usize = 16;
/// A mapping of which more was used is not kept: the system takes its memory back.
const KEPT_DEPTH_BYTES: usize = 64 << 10;

/// A mapping without an owner. All its words are 0.
struct Mapping {
    start: *mut Word,
    words: usize,
}

// SAFETY: the mapping belongs to this value alone and moves between threads with it.
unsafe impl Send for Mapping {}

/// Mappings of threads that have ended. To unmap one stops the other processors, and each new one
/// begins with page faults: a server that has a thread for each request pays that each time.
/// Nobody waits for the lock: the process may be the fork of one in which another thread had it.
static SPARE: Mutex<Vec<Mapping>> = Mutex::new(Vec::new());

fn take_spare(words: usize) -> Option<*mut Word> {
    let mut spare = SPARE.try_lock().ok()?;
    let found = spare.iter().position(|mapping| mapping.words == words)?;
    Some(spare.swap_remove(found).start)
}

/// The frames of a thread that does not run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frames {
    start: *const Word,
    top: *const Word,
}

// SAFETY: only read, by `visit`, whose caller knows that the stack is mapped and its thread still.
unsafe impl Send for Frames {}

impl Frames {
    /// None.
    pub(crate) const NONE: Frames = Frames {
        start: ptr::null(),
        top: ptr::null(),
    };

    /// Calls `visit` for each word. The thread is parked (`gc/parking.rs`): it does not touch its
    /// frames, and its stack stays mapped.
    pub(crate) fn visit(self, mut visit: impl FnMut(Word)) {
        let mut word = self.start;
        while word < self.top {
            // SAFETY: start..top lies in a mapping that its owner keeps while it is parked.
            visit(unsafe { word.read() });
            // SAFETY: as above; at most one past the end.
            word = unsafe { word.add(1) };
        }
    }
}

/// Words of a stretch of the stack, as they were when the transaction began.
struct Saved {
    start: *mut Word,
    words: Vec<Word>,
}

/// The value stack of a thread; see the module's diagram.
pub struct Stack {
    start: *mut Word,
    end: *mut Word,
    frame: Cell<*mut Word>,
    top: Cell<*mut Word>,
    soft_end: Cell<*mut Word>,
    /// No word from here on was ever written.
    untouched_from: Cell<*mut Word>,
    low_water: Cell<*mut Word>,
    /// The frame whose return the language wants to hear of; null if there is none.
    watched: Cell<*mut Word>,
    /// The larger one of the two.
    return_limit: Cell<*mut Word>,
    /// Lowest word saved for the running transaction; null when nothing is to be saved.
    saved_from: Cell<*mut Word>,
    saved: RefCell<Vec<Saved>>,
    /// The room of a stretch that is not needed any more, for the next.
    spare: Cell<Vec<Word>>,
    frame_at_begin: *mut Word,
    top_at_begin: *mut Word,
}

// SAFETY: the mapping belongs to this value alone and moves between threads with it.
unsafe impl Send for Stack {}

impl Stack {
    /// Reserves room for `words` words.
    ///
    /// # Errors
    /// The kernel's error when it refuses.
    pub(crate) fn map(words: usize) -> rustix::io::Result<Stack> {
        let start = match take_spare(words) {
            Some(start) => start,
            None => map_words(words)?,
        };
        // SAFETY: one past the end of the mapping.
        let end = unsafe { start.add(words) };
        let stack = Stack {
            start,
            end,
            frame: Cell::new(start),
            top: Cell::new(start),
            soft_end: Cell::new(start),
            untouched_from: Cell::new(start),
            low_water: Cell::new(start),
            watched: Cell::new(ptr::null_mut()),
            return_limit: Cell::new(start),
            saved_from: Cell::new(ptr::null_mut()),
            saved: RefCell::default(),
            spare: Cell::default(),
            frame_at_begin: start,
            top_at_begin: start,
        };
        assert!(stack.extend_soft_end(start), "room for the first step");
        Ok(stack)
    }

    /// The first word.
    pub fn start(&self) -> *mut Word {
        self.start
    }

    /// Frames must end at or before this; past it ask [`Stack::extend_soft_end`].
    #[inline(always)]
    pub fn soft_end(&self) -> *mut Word {
        self.soft_end.get()
    }

    /// Makes room for a frame that ends at `end`. False when the stack is full.
    pub fn extend_soft_end(&self, end: *mut Word) -> bool {
        // A step grows with the stack: the language counts its frames at each.
        let used = end as usize - self.start as usize;
        let step = (SOFT_STEP_WORDS * WORD_BYTES).max(used / 64 / WORD_BYTES * WORD_BYTES);
        let wanted = (end as usize + step).min(self.end as usize);
        if end as usize > wanted {
            return false;
        }
        if wanted > self.soft_end.get() as usize {
            self.soft_end.set(wanted as *mut Word);
            let untouched_from = self.untouched_from.get().max(wanted as *mut Word);
            self.untouched_from.set(untouched_from);
        }
        true
    }

    /// Frames below this have not been touched since the last collection.
    #[inline(always)]
    pub fn low_water(&self) -> *mut Word {
        self.low_water.get()
    }

    /// Returns into frames below this are not plain: the frame has not been touched since the last
    /// collection, or the one that is left is watched.
    #[inline(always)]
    pub fn return_limit(&self) -> *mut Word {
        self.return_limit.get()
    }

    /// The frame that is watched; null if none is.
    #[inline(always)]
    pub fn watched(&self) -> *mut Word {
        self.watched.get()
    }

    /// From now on the return of the frame that begins here, and of those below it, is not plain.
    /// (Null: only where memory asks for it.)
    pub fn watch(&self, frame: *mut Word) {
        debug_assert!(frame.is_null() || (self.start..self.end).contains(&frame));
        self.watched.set(frame);
        self.return_limit.set(frame.max(self.low_water.get()));
    }

    fn set_low_water(&self, frame: *mut Word) {
        self.low_water.set(frame);
        self.return_limit.set(frame.max(self.watched.get()));
    }

    /// Sets the start of the current frame (its header) and its end. The language keeps both right
    /// at every safepoint.
    #[inline(always)]
    pub fn set_frame(&self, frame: *mut Word, top: *mut Word) {
        debug_assert!(frame >= self.start && frame <= top && top <= self.soft_end.get());
        self.frame.set(frame);
        self.top.set(top);
    }

    /// The start of the current frame.
    pub fn frame(&self) -> *mut Word {
        self.frame.get()
    }

    /// The word after the current frame.
    pub fn top(&self) -> *mut Word {
        self.top.get()
    }

    /// Execution is about to return into a frame that begins at `frame`, below the low-water mark,
    /// or to change it. To be called before any word of that frame is written.
    pub fn lower_water(&self, frame: *mut Word) {
        assert!(frame >= self.start && frame <= self.low_water.get());
        let saved_from = self.saved_from.get();
        if !saved_from.is_null() && frame < saved_from {
            self.save(frame, saved_from);
        }
        self.set_low_water(frame);
    }

    fn save(&self, from: *mut Word, to: *mut Word) {
        let mut words = self.spare.take();
        words.clear();
        // SAFETY: both lie in the mapping, from <= to, and only this thread touches it.
        words.extend_from_slice(unsafe {
            let count = to.offset_from(from) as usize;
            std::slice::from_raw_parts(from, count)
        });
        self.saved.borrow_mut().push(Saved { start: from, words });
        self.saved_from.set(from);
    }

    /// Saves the words of the current frame at the begin of a transaction.
    pub(crate) fn checkpoint(&mut self, can_abort: bool) {
        let frame = self.frame.get();
        assert!(frame >= self.start && frame <= self.top.get());
        self.forget_saved();
        self.frame_at_begin = frame;
        self.top_at_begin = self.top.get();
        if can_abort {
            self.saved_from.set(self.top.get());
            self.save(frame, self.top.get());
        } else {
            self.saved_from.set(ptr::null_mut());
        }
        if frame < self.low_water.get() {
            self.set_low_water(frame);
        }
    }

    /// Forgets the saved words: the transaction is inevitable or over, and nothing needs to be
    /// restored.
    pub(crate) fn forget_checkpoint(&mut self) {
        self.forget_saved();
        self.saved_from.set(ptr::null_mut());
    }

    fn forget_saved(&mut self) {
        let saved = self.saved.get_mut();
        if let Some(last) = saved.pop() {
            self.spare.set(last.words);
        }
        saved.clear();
    }

    /// Restores the words of the transaction's begin.
    pub(crate) fn restore(&mut self) {
        assert!(!self.saved_from.get().is_null(), "a checkpoint was taken");
        // The stretch that was saved last lies lowest; stretches do not overlap.
        for saved in self.saved.get_mut().drain(..) {
            // SAFETY: the stretch was read from there by `save`.
            unsafe {
                ptr::copy_nonoverlapping(saved.words.as_ptr(), saved.start, saved.words.len());
            }
        }
        self.frame.set(self.frame_at_begin);
        self.top.set(self.top_at_begin);
        self.set_low_water(self.frame_at_begin);
        self.saved_from.set(ptr::null_mut());
        // A collection in a frame further down may have drawn the soft end in. (It is not moved
        // otherwise: the language would not get to count frames where each few of them abort.)
        if self.top_at_begin > self.soft_end.get() {
            let has_room = self.extend_soft_end(self.top_at_begin);
            assert!(has_room, "the frame was there when the transaction began");
        }
        self.clear_above_top();
    }

    /// Forgets stale words above the current frame; see the module's text.
    pub(crate) fn clear_above_top(&self) {
        // SAFETY: top..soft_end lies in the mapping, above every frame.
        unsafe {
            let top = self.top.get();
            let count = self.soft_end.get().offset_from(top) as usize;
            ptr::write_bytes(top, 0, count);
        }
        // It only comes down: room is asked for, so that the host counts its frames however often
        // there is a collection.
        let near = self.top.get().wrapping_add(SOFT_STEP_WORDS);
        self.soft_end.set(self.soft_end.get().min(near));
    }

    /// All frames. The words above are cleared at each parking.
    pub(crate) fn frames(&self) -> Frames {
        Frames {
            start: self.start,
            top: self.top.get(),
        }
    }

    /// Calls `visit` for each word that an abort would restore.
    pub(crate) fn visit_saved(&self, mut visit: impl FnMut(Word)) {
        for saved in &*self.saved.borrow() {
            saved.words.iter().for_each(|word| visit(*word));
        }
    }

    /// Calls `visit` for each word that a minor collection must look at.
    pub(crate) fn visit_touched(&self, mut visit: impl FnMut(&mut Word)) {
        let mut word = self.low_water.get();
        while word < self.top.get() {
            // SAFETY: low_water..top lies in the mapping; only this thread touches it.
            visit(unsafe { &mut *word });
            // SAFETY: as above; at most one past the end.
            word = unsafe { word.add(1) };
        }
    }

    /// Raises the low-water mark to the current frame: all others are untouched from now on.
    pub(crate) fn raise_water(&self) {
        self.set_low_water(self.frame.get());
    }
}

fn map_words(words: usize) -> rustix::io::Result<*mut Word> {
    let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
    let access = ProtFlags::READ | ProtFlags::WRITE;
    // SAFETY: a fresh mapping at an address of the kernel's choice.
    let start = unsafe { mmap_anonymous(ptr::null_mut(), words * WORD_BYTES, access, flags)? };
    Ok(start.cast())
}

impl Stack {
    /// Keeps the mapping for another thread. Returns whether it did.
    fn give_away(&self) -> bool {
        let used_bytes = self.untouched_from.get() as usize - self.start as usize;
        if used_bytes > KEPT_DEPTH_BYTES {
            return false;
        }
        let Ok(mut spare) = SPARE.try_lock() else {
            return false;
        };
        if spare.len() >= SPARE_MAPPINGS {
            return false;
        }
        // SAFETY: these words lie in the mapping, and nothing refers to it any more.
        unsafe { ptr::write_bytes(self.start.cast::<u8>(), 0, used_bytes) };
        spare.push(Mapping {
            start: self.start,
            words: (self.end as usize - self.start as usize) / WORD_BYTES,
        });
        true
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        if self.give_away() {
            return;
        }
        let bytes = self.end as usize - self.start as usize;
        // SAFETY: the mapping was made by `map_words`, and nothing refers to it any more.
        unsafe {
            let _ = munmap(self.start.cast(), bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Stack {
        pub(crate) fn word_for_test(&self, word: *mut Word) -> Word {
            assert!((self.start..self.end).contains(&word));
            // SAFETY: inside the mapping.
            unsafe { *word }
        }

        pub(crate) fn set_word_for_test(&self, word: *mut Word, value: Word) {
            assert!((self.start..self.end).contains(&word));
            // SAFETY: inside the mapping.
            unsafe { *word = value }
        }
    }

    fn at(stack: &Stack, index: usize) -> *mut Word {
        stack.start().wrapping_add(index)
    }

    fn get(stack: &Stack, index: usize) -> u64 {
        // SAFETY: inside the mapping.
        unsafe { (*at(stack, index)).0 }
    }

    fn set(stack: &Stack, index: usize, word: u64) {
        // SAFETY: inside the mapping.
        unsafe { *at(stack, index) = Word(word) }
    }

    #[test]
    fn an_abort_restores_the_frame_of_the_begin_and_callers_returned_into() {
        let mut stack = Stack::map(1 << 16).expect("maps");
        for index in 0..30 {
            set(&stack, index, 100 + index as u64);
        }
        stack.set_frame(at(&stack, 20), at(&stack, 30));
        stack.raise_water();
        stack.checkpoint(true);
        set(&stack, 25, 1);
        stack.lower_water(at(&stack, 10));
        set(&stack, 12, 2);
        set(&stack, 22, 3);
        stack.set_frame(at(&stack, 10), at(&stack, 20));
        stack.restore();
        assert_eq!(get(&stack, 25), 125);
        assert_eq!(get(&stack, 12), 112);
        assert_eq!(get(&stack, 22), 122);
        assert_eq!(stack.top(), at(&stack, 30));
        assert_eq!(get(&stack, 40), 0, "stale words are gone");
    }

    #[test]
    fn an_abort_restores_a_callers_words_that_were_changed_from_a_frame_above() {
        let mut stack = Stack::map(1 << 16).expect("maps");
        for index in 0..40 {
            set(&stack, index, 100 + index as u64);
        }
        stack.set_frame(at(&stack, 30), at(&stack, 40));
        stack.raise_water();
        stack.checkpoint(true);
        // The outermost frame, then one between, which was saved with it.
        stack.lower_water(at(&stack, 10));
        set(&stack, 12, 1);
        set(&stack, 22, 2);
        assert_eq!(stack.return_limit(), at(&stack, 10));
        let mut touched = 0;
        stack.visit_touched(|_| touched += 1);
        assert_eq!(touched, 30, "a collection looks at what was changed");
        stack.restore();
        assert_eq!([get(&stack, 12), get(&stack, 22)], [112, 122]);
        assert_eq!(stack.frame(), at(&stack, 30));
    }

    #[test]
    fn an_abort_restores_deep_frames_after_a_collection_in_a_shallow_one() {
        let mut stack = Stack::map(1 << 16).expect("maps");
        let deep = 4 * SOFT_STEP_WORDS;
        assert!(stack.extend_soft_end(at(&stack, deep + 10)));
        set(&stack, deep + 3, 7);
        stack.set_frame(at(&stack, deep), at(&stack, deep + 10));
        stack.raise_water();
        stack.checkpoint(true);
        stack.lower_water(at(&stack, 0));
        stack.set_frame(at(&stack, 0), at(&stack, 10));
        stack.clear_above_top();
        assert!(stack.soft_end() < at(&stack, deep));
        stack.restore();
        assert_eq!(get(&stack, deep + 3), 7);
        assert!(stack.soft_end() >= at(&stack, deep + 10));
    }

    #[test]
    fn the_return_of_a_watched_frame_is_not_plain_whatever_memory_asks_for() {
        let stack = Stack::map(1 << 16).expect("maps");
        stack.set_frame(at(&stack, 20), at(&stack, 30));
        stack.raise_water();
        assert_eq!(stack.return_limit(), at(&stack, 20));
        stack.watch(at(&stack, 10));
        assert_eq!(stack.return_limit(), at(&stack, 20));
        stack.lower_water(at(&stack, 5));
        assert_eq!(
            (stack.low_water(), stack.return_limit()),
            (at(&stack, 5), at(&stack, 10))
        );
        stack.watch(ptr::null_mut());
        assert_eq!(stack.return_limit(), at(&stack, 5));
    }

    #[test]
    fn a_full_stack_is_an_answer() {
        let stack = Stack::map(8192).expect("maps");
        assert!(stack.extend_soft_end(at(&stack, 8000)));
        assert!(!stack.extend_soft_end(at(&stack, 8193)));
    }

    #[test]
    fn a_mapping_that_is_used_again_holds_zeros() {
        const WORDS: usize = 12_345;
        let first = Stack::map(WORDS).expect("maps");
        let (start, end) = (first.start(), at(&first, 700));
        assert!(first.extend_soft_end(end));
        for index in 0..700 {
            first.set_word_for_test(at(&first, index), Word(7));
        }
        drop(first);
        let second = Stack::map(WORDS).expect("maps");
        if second.start() == start {
            assert!((0..WORDS).all(|index| get(&second, index) == 0));
        }
        assert!(second.extend_soft_end(at(&second, WORDS)));
        let third = Stack::map(WORDS).expect("maps");
        assert_ne!(second.start(), third.start(), "each has its own");
        assert!(!second.give_away(), "too much of it was used");
    }
}
