//! The head with which a language's loaded code begins: all of the code that this crate knows.

/// The part of loaded code that frames, calls and the driver read, for any language.
///
/// It never changes once the code is loaded, and lies within the first cache line of it.
#[derive(Debug)]
#[repr(C)]
pub struct CodeHead {
    /// The instructions: words of 32 bits, the opcode in the lowest 8.
    pub instructions: &'static [u32],
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
        self.instructions[self.index_of(address)]
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
