//! The machines that the simulator knows. Where a number is known, its source stands beside it (a
//! section of the paper's measurements, or a public manual); `prior` marks one that is not
//! published, chosen so that the paper's best target abort ratios come out (`docs/SIMULATION.md`).

/// A cache that holds a transaction's set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Geometry {
    /// How many sets, a power of two.
    pub sets: usize,
    /// How many lines of a transaction fit into each.
    pub ways: u16,
    /// The same while the other hardware thread of the core is busy.
    pub ways_shared: u16,
}

/// The side that gives way in a conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conflicts {
    /// The transaction that has the line aborts at once.
    RequesterWins,
    /// It rejects the request so many times, each of which costs the requester a transfer; then it
    /// aborts.
    RejectThenAbort {
        /// How many times.
        rejections: u64,
    },
}

/// How a processor learns from overflows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LearningRates {
    /// After so many overflows no transaction is trusted any more.
    pub overflows_to_mistrust: u32,
    /// After so many transactions without, every one is again.
    pub transactions_to_trust: u32,
}

/// The costs of events, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Costs {
    /// To begin a transaction, with the code around it (figure 1).
    pub begin: u64,
    /// To end one.
    pub end: u64,
    /// To abort one, beside its lost work.
    pub abort: u64,
    /// To get a line from another core's cache.
    pub transfer: u64,
    /// To get a line that no core has.
    pub memory: u64,
    /// The same for the line behind the last one: it was fetched ahead.
    pub stream: u64,
    /// To take or give back a free lock.
    pub lock: u64,
    /// To wake a thread that sleeps, until it runs.
    pub wake: u64,
    /// To be interrupted.
    pub interrupt: u64,
    /// How long a thread spins for the GIL before it sleeps.
    pub spin: u64,
    /// To make a thread.
    pub thread: u64,
    /// To find data of the running thread through the system (facts O4).
    pub thread_local: u64,
}

/// A machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Preset {
    /// As the command line knows it.
    pub name: &'static str,
    /// Cycles of a second.
    pub cycles_per_second: u64,
    /// Cores with caches of their own.
    pub physical_cores: usize,
    /// Hardware threads of each.
    pub threads_per_core: usize,
    /// Bytes of a cache line: the unit of conflicts.
    pub line_bytes: u64,
    /// Bits of the unit in which written data is held.
    pub granule_shift: u32,
    /// Whether the write set is counted in those units, not in lines.
    pub counts_granules: bool,
    /// The cache that holds the read set.
    pub read_set: Geometry,
    /// The cache that holds the write set.
    pub write_set: Geometry,
    /// The side that gives way.
    pub conflicts: Conflicts,
    /// How the processor learns from overflows, if it does.
    pub learning: Option<LearningRates>,
    /// Whether the first access to a page aborts.
    pub has_page_faults: bool,
    /// Cycles between two timer interrupts of a core.
    pub interrupt_period: u64,
    /// The costs of events.
    pub costs: Costs,
    /// After so many first aborts beyond this a site's length shrinks (facts K3).
    pub adjustment_threshold: u32,
}

/// Lengths of the timer tick: 100 interrupts a second (prior: 100 to 1000).
const INTERRUPTS_PER_SECOND: u64 = 100;

/// The zEC12 (facts §2.1, K3, K10). 5.5 GHz, 12 cores, lines of 256 bytes. The second-level cache
/// of 1 MB holds the read set: 512 sets of 8 lines. Writes lie in a store cache of
/// 64 entries of 128 bytes: 8 KB.
pub const ZEC12: Preset = Preset {
    name: "zec12",
    cycles_per_second: 5_500_000_000,
    physical_cores: 12,
    threads_per_core: 1,
    line_bytes: 256,
    granule_shift: 7,
    counts_granules: true,
    read_set: Geometry {
        sets: 512,
        ways: 8,
        ways_shared: 8,
    },
    write_set: Geometry {
        sets: 1,
        ways: 64,
        ways_shared: 64,
    },
    conflicts: Conflicts::RejectThenAbort { rejections: 3 },
    learning: None,
    has_page_faults: true,
    interrupt_period: 5_500_000_000 / INTERRUPTS_PER_SECOND,
    costs: Costs {
        begin: 90,
        end: 60,
        abort: 1_000,
        transfer: 150,
        memory: 400,
        stream: 100,
        lock: 60,
        wake: 15_000,
        interrupt: 5_000,
        spin: 60_000,
        // Some 15 microseconds.
        thread: 80_000,
        // 9 % of the cycles of the NAS kernels, which allocate at every third operation.
        thread_local: 25,
    },
    adjustment_threshold: 3,
};

/// The Xeon E3-1275v3 (facts §2.1, K3, K10, H1). 3.5 GHz, 4 cores of 2 threads, lines of 64 bytes.
/// Measured by the paper: 6 MB can be read, about 19 KB written, half of it beside a busy sibling:
/// of the 8 ways of the first-level cache 5 are left for a transaction's writes (20 KB).
pub const XEON_E3_1275V3: Preset = Preset {
    name: "xeon-e3-1275v3",
    cycles_per_second: 3_500_000_000,
    physical_cores: 4,
    threads_per_core: 2,
    line_bytes: 64,
    granule_shift: 6,
    counts_granules: false,
    read_set: Geometry {
        sets: 8_192,
        ways: 12,
        ways_shared: 6,
    },
    write_set: Geometry {
        sets: 64,
        ways: 5,
        ways_shared: 2,
    },
    conflicts: Conflicts::RequesterWins,
    learning: Some(LearningRates {
        overflows_to_mistrust: 250,
        transactions_to_trust: 5_000,
    }),
    has_page_faults: true,
    interrupt_period: 3_500_000_000 / INTERRUPTS_PER_SECOND,
    costs: Costs {
        begin: 50,
        end: 40,
        abort: 200,
        transfer: 70,
        memory: 200,
        stream: 50,
        lock: 20,
        wake: 8_000,
        interrupt: 4_000,
        spin: 40_000,
        thread: 50_000,
        thread_local: 0,
    },
    adjustment_threshold: 18,
};

/// A current Xeon (facts §2.1, §2.4: Sapphire Rapids and later): 48 KB of first-level cache with 12
/// ways, of which 9 are left for writes (prior, as above); 2 MB of second-level cache and a filter
/// for the lines that fall out of it; no learning seen.
pub const XEON_CURRENT: Preset = Preset {
    name: "xeon-current",
    cycles_per_second: 3_000_000_000,
    physical_cores: 16,
    threads_per_core: 2,
    read_set: Geometry {
        sets: 16_384,
        ways: 12,
        ways_shared: 6,
    },
    write_set: Geometry {
        sets: 64,
        ways: 9,
        ways_shared: 4,
    },
    learning: None,
    interrupt_period: 3_000_000_000 / INTERRUPTS_PER_SECOND,
    costs: Costs {
        begin: 45,
        end: 35,
        abort: 180,
        transfer: 100,
        memory: 250,
        stream: 60,
        lock: 20,
        wake: 8_000,
        interrupt: 4_000,
        spin: 40_000,
        thread: 50_000,
        thread_local: 0,
    },
    ..XEON_E3_1275V3
};

impl Costs {
    /// Changes one of the costs; whether there is one of that name.
    pub fn set(&mut self, name: &str, cycles: u64) -> bool {
        let field = match name {
            "begin" => &mut self.begin,
            "end" => &mut self.end,
            "abort" => &mut self.abort,
            "transfer" => &mut self.transfer,
            "memory" => &mut self.memory,
            "stream" => &mut self.stream,
            "lock" => &mut self.lock,
            "wake" => &mut self.wake,
            "interrupt" => &mut self.interrupt,
            "spin" => &mut self.spin,
            "thread" => &mut self.thread,
            "thread-local" => &mut self.thread_local,
            _ => return false,
        };
        *field = cycles;
        true
    }
}

impl Preset {
    /// All machines.
    pub const ALL: [Preset; 3] = [ZEC12, XEON_E3_1275V3, XEON_CURRENT];

    /// The machine of a name.
    pub fn find(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name == name)
    }

    /// How many hardware threads the machine has.
    pub fn threads(&self) -> usize {
        self.physical_cores * self.threads_per_core
    }
}
