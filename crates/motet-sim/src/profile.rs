//! The properties of an interpreter: how long its operations take, how it allocates, and which
//! sources of conflicts it has removed (section 4.4 of the paper).

/// The five conflict removals of the paper, each of which can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Removals {
    /// The running thread is found through the thread, not in a global variable.
    pub(crate) running_thread: bool,
    /// Each thread has a free list of objects of its own, refilled from the global one.
    pub(crate) free_lists: bool,
    /// The heap is large: collections are rare.
    pub(crate) large_heap: bool,
    /// Inline caches are filled once.
    pub(crate) inline_caches: bool,
    /// The structure of each thread has cache lines of its own.
    pub(crate) padded_threads: bool,
}

impl Removals {
    /// All of them, as the paper's system has.
    pub(crate) const ALL: Removals = Removals {
        running_thread: true,
        free_lists: true,
        large_heap: true,
        inline_caches: true,
        padded_threads: true,
    };

    /// The names of the removals.
    pub(crate) const NAMES: [&'static str; 5] = [
        "running-thread",
        "free-lists",
        "large-heap",
        "inline-caches",
        "padded-threads",
    ];

    /// Takes one back, or `all`; whether the name is known.
    pub(crate) fn take_back(&mut self, name: &str) -> bool {
        let all = name == "all";
        let fields = [
            &mut self.running_thread,
            &mut self.free_lists,
            &mut self.large_heap,
            &mut self.inline_caches,
            &mut self.padded_threads,
        ];
        let mut is_known = all;
        for (known, field) in Removals::NAMES.iter().zip(fields) {
            if all || *known == name {
                *field = false;
                is_known = true;
            }
        }
        is_known
    }
}

/// How objects are allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Allocation {
    /// As this interpreter does: each thread bumps a pointer in its nursery.
    Nursery,
    /// As the interpreter of the paper: slots of 40 bytes from free lists, floats are objects, dead
    /// slots are swept lazily when a list is refilled.
    FreeLists,
}

/// An interpreter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Profile {
    /// As the command line knows it.
    pub(crate) name: &'static str,
    /// Cycles of an operation by its class: plain, access, call, building.
    pub(crate) operation_cycles: [u64; 4],
    /// Cycles that an operation takes longer because there are the finer yield points.
    pub(crate) yield_cycles: u64,
    /// Whether an operation's yield points are counted even where this interpreter has none: the
    /// measured one had more, in smaller operations.
    pub(crate) yields_everywhere: bool,
    /// How often a call or an allocation asks the machine for the running thread's own data.
    pub(crate) thread_local_reads: u64,
    /// How objects are allocated.
    pub(crate) allocation: Allocation,
    /// Cycles of making an object.
    pub(crate) allocation_cycles: u64,
}

impl Profile {
    /// The interpreter of the paper: a stack machine of that time. One of our operations does the
    /// work of about two of its, more than half of which were yield points (facts K7). (The cycles
    /// are a prior: some 40 for each of them.)
    pub(crate) const PAPER: Profile = Profile {
        name: "paper",
        operation_cycles: [80, 110, 250, 400],
        yield_cycles: 7,
        yields_everywhere: true,
        thread_local_reads: 1,
        allocation: Allocation::FreeLists,
        allocation_cycles: 60,
    };

    /// This interpreter, as it runs its generic operations.
    pub(crate) const MOTET: Profile = Profile {
        name: "motet",
        operation_cycles: [12, 20, 60, 120],
        yield_cycles: 3,
        yields_everywhere: false,
        thread_local_reads: 0,
        allocation: Allocation::Nursery,
        allocation_cycles: 15,
    };

    /// The profile of a name.
    pub(crate) fn find(name: &str) -> Option<Profile> {
        [Profile::PAPER, Profile::MOTET]
            .into_iter()
            .find(|profile| profile.name == name)
    }
}

/// Objects of a thread's free list when it is refilled (facts K5).
pub(crate) const REFILL_OBJECTS: u64 = 256;
/// Bytes of an object's slot (facts K5).
pub(crate) const SLOT_BYTES: u64 = 40;
/// Slots of a heap that is large enough, and of one that is not (facts K5).
pub(crate) const LARGE_HEAP_SLOTS: u64 = 10_000_000;
/// The original size.
pub(crate) const SMALL_HEAP_SLOTS: u64 = 10_000;
/// Cycles of a collection for each slot of the heap (prior).
pub(crate) const COLLECTION_CYCLES_PER_SLOT: u64 = 10;
