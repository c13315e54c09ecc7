//! The simulated address space. Addresses are made from numbers that are the same in every run:
//! offsets in the heap, numbers of threads, places in tables; never from addresses of the host.

/// A region takes so many bits of an address.
const REGION_SHIFT: u32 = 48;
/// A thread's private part of a region takes so many address bits.
const THREAD_SHIFT: u32 = 36;

/// The region that an address belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum Region {
    /// The old space of the heap: offsets.
    Heap = 0,
    /// The nurseries.
    Nursery = 1,
    /// The value stacks.
    Stack = 2,
    /// Inline caches, numbered.
    Caches = 3,
    /// The word of the GIL.
    Gil = 4,
    /// The runtime's data of each thread.
    Threads = 5,
    /// The runtime's data of all threads.
    Globals = 6,
    /// Slots of the modelled free-list heap.
    Slots = 7,
}

impl Region {
    const ALL: [Region; 8] = [
        Region::Heap,
        Region::Nursery,
        Region::Stack,
        Region::Caches,
        Region::Gil,
        Region::Threads,
        Region::Globals,
        Region::Slots,
    ];

    /// The region that an address lies in.
    pub fn of(address: u64) -> Region {
        Region::ALL[(address >> REGION_SHIFT) as usize]
    }

    /// As it stands in reports.
    pub fn name(self) -> &'static str {
        match self {
            Region::Heap => "heap",
            Region::Nursery => "nursery",
            Region::Stack => "stack",
            Region::Caches => "inline caches",
            Region::Gil => "gil",
            Region::Threads => "thread structures",
            Region::Globals => "allocator and other globals",
            Region::Slots => "object slots",
        }
    }

    /// An address that all threads share.
    #[inline]
    pub fn shared(self, offset: u64) -> u64 {
        (self as u64) << REGION_SHIFT | offset
    }

    /// An address of one thread's part.
    #[inline]
    pub fn private(self, thread: u64, offset: u64) -> u64 {
        self.shared(thread << THREAD_SHIFT | offset)
    }
}

/// The word of the GIL.
pub const GIL: u64 = (Region::Gil as u64) << REGION_SHIFT;
