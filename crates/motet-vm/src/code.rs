//! The head with which a language's loaded code begins: all of the code that this crate knows.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// The instruction words of loaded code.
///
/// A language may load code when it first runs: then the first word is an operation that does that,
/// until [`Words::fill`] puts the others in their places. Handlers read the words by plain loads,
/// which x86-64 keeps in order: a thread that finds the first word as it was filled in finds all
/// that was stored before.
#[derive(Debug)]
pub struct Words(&'static [AtomicU32]);

impl Words {
    /// Words that live for ever.
    pub fn new(words: &'static [AtomicU32]) -> Words {
        Words(words)
    }

    /// How many there are.
    #[inline]
    #[allow(clippy::len_without_is_empty, reason = "there is a word at least")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The address of the first.
    #[inline(always)]
    pub fn as_ptr(&self) -> *const u32 {
        self.0.as_ptr().cast()
    }

    /// The address of any.
    #[inline]
    pub fn address_of(&self, index: usize) -> *const u32 {
        self.0[index..].as_ptr().cast()
    }

    /// The addresses of all.
    #[inline]
    pub fn as_ptr_range(&self) -> Range<*const u32> {
        let Range { start, end } = self.0.as_ptr_range();
        start.cast()..end.cast()
    }

    /// A word.
    #[inline]
    pub fn get(&self, index: usize) -> u32 {
        self.0[index].load(Ordering::Acquire)
    }

    /// Puts all words in their places, the first one last. Only one thread ever does.
    pub fn fill(&self, words: &[u32]) {
        assert_eq!(
            words.len(),
            self.0.len(),
            "as many words as there is room for"
        );
        for (place, word) in self.0.iter().zip(words).skip(1) {
            place.store(*word, Ordering::Relaxed);
        }
        self.0[0].store(words[0], Ordering::Release);
    }
}

/// The part of loaded code that frames, calls and the driver read, for any language.
///
/// It never changes once the code is loaded (but for words that [`Words::fill`] puts in), and lies
/// within the first cache line of it.
#[derive(Debug)]
#[repr(C)]
pub struct CodeHead {
    /// The instructions: words of 32 bits, the opcode in the lowest 8.
    pub instructions: Words,
    /// How many registers a frame of the code has.
    pub register_count: u32,
    /// How many arguments a call must have to need no more than a copy of them; `u32::MAX`: no
    /// call is as simple as that.
    pub simple_arguments: u32,
}

impl CodeHead {
    /// The index of the instruction word at an address.
    #[inline]
    pub fn index_of(&self, address: *const u32) -> usize {
        (address as usize).wrapping_sub(self.instructions.as_ptr() as usize) / size_of::<u32>()
    }

    /// The instruction word at an address.
    #[inline]
    pub fn word_at(&self, address: *const u32) -> u32 {
        self.instructions.get(self.index_of(address))
    }

    /// Whether an address is that of an instruction word, or the one behind the last.
    pub fn contains(&self, address: *const u32) -> bool {
        let range = self.instructions.as_ptr_range();
        (range.start..=range.end).contains(&address)
    }
}

/// Loaded code of a language, to which frames point. It lives for ever.
///
/// # Safety
/// The type is `repr(C)` and its first field is a [`CodeHead`]: this crate finds the head by the
/// address of the whole (I-FRAME-1).
#[allow(
    unsafe_code,
    reason = "the layout of implementing types is what frames rely on"
)]
pub unsafe trait Code: Sync + 'static {
    /// The head.
    fn head(&self) -> &CodeHead;
}
