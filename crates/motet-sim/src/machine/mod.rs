//! A machine with hardware transactions: which memory accesses of which core conflict, overflow a
//! cache, and the cost of everything. Time is counted in whole cycles; nothing here knows of
//! threads, of the interpreter, or of real time.
//!
//! A transaction of a core is *doomed* by each access that takes a line from it. The core finds out
//! when it looks ([`Machine::doom_of`]); until then it goes on without effect. Conflicts are found
//! per cache line, capacity per set of a cache: see `footprint.rs`.

pub mod address;
mod footprint;
mod learning;
mod lines;
pub mod presets;
#[cfg(test)]
mod tests;

use address::Region;
use footprint::Footprint;
use learning::Learning;
pub(crate) use lines::NumberMap;
use lines::{LineIndex, Lines};
pub use presets::{Conflicts, Preset};

/// Number of a core; each hardware thread of a core counts.
pub type Core = usize;

/// The most cores that a machine can have: one bit of a line's mask each.
pub const CORES_MAX: usize = 64;

/// The reason why a transaction aborts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Cause {
    /// The GIL was taken, or found taken.
    Gil,
    /// Another core has written a line that this one had read.
    ReadConflict,
    /// Another core has read or written a line that this one had written.
    WriteConflict,
    /// The read set does not fit.
    ReadCapacity,
    /// The write set does not fit.
    WriteCapacity,
    /// An interrupt, or the operating system has taken the core away.
    Interrupt,
    /// The first access to a page.
    PageFault,
    /// An act that transactions must not do: input, output, a blocking call.
    Restricted,
    /// The processor has given up before it tried, having seen many overflows.
    Learning,
}

impl Cause {
    /// All causes, in the order in which they are reported.
    pub const ALL: [Cause; 9] = [
        Cause::Gil,
        Cause::ReadConflict,
        Cause::WriteConflict,
        Cause::ReadCapacity,
        Cause::WriteCapacity,
        Cause::Interrupt,
        Cause::PageFault,
        Cause::Restricted,
        Cause::Learning,
    ];

    /// As it stands in reports.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Gil => "gil",
            Cause::ReadConflict => "read_conflict",
            Cause::WriteConflict => "write_conflict",
            Cause::ReadCapacity => "read_capacity",
            Cause::WriteCapacity => "write_capacity",
            Cause::Interrupt => "interrupt",
            Cause::PageFault => "page_fault",
            Cause::Restricted => "restricted",
            Cause::Learning => "learning",
        }
    }

    /// Whether trying again is no use, as the condition code or the missing retry bit says.
    /// An overflow is taken to be persistent, as the paper does.
    pub fn is_persistent(self) -> bool {
        matches!(
            self,
            Cause::ReadCapacity | Cause::WriteCapacity | Cause::Restricted | Cause::Learning
        )
    }
}

/// The reason and the author of a transaction's doom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doom {
    /// The reason.
    pub cause: Cause,
    /// The core whose access it was, in a conflict.
    pub by: Option<Core>,
    /// The address of that access.
    pub address: u64,
}

/// The parts of the conflict detection that are left out, for tests of the tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Breakage {
    /// Writes do not doom the readers.
    pub ignores_readers: bool,
    /// Reads and writes do not doom the writer.
    pub ignores_writer: bool,
    /// Nothing overflows.
    pub ignores_capacity: bool,
}

impl Breakage {
    /// Reads the name of a part.
    pub fn parse(name: &str) -> Option<Breakage> {
        let mut breakage = Breakage::default();
        match name {
            "readers" => breakage.ignores_readers = true,
            "writer" => breakage.ignores_writer = true,
            "capacity" => breakage.ignores_capacity = true,
            _ => return None,
        }
        Some(breakage)
    }
}

/// The state of a core's transaction.
struct CoreState {
    is_transacting: bool,
    doom: Option<Doom>,
    /// The lines in the read or write set.
    touched: Vec<LineIndex>,
    reads: Footprint,
    writes: Footprint,
    learning: Learning,
    /// Granules that the running transaction surely has: their numbers, each with twice the time,
    /// and one more if written. A direct-mapped filter that spares the walk to the line.
    filter: Box<[(u64, u64); FILTER_ENTRIES]>,
    /// How often a transaction has begun or ended: entries of another time are not valid.
    epoch: u64,
    /// The line behind the last one that came from memory: it is on its way.
    expected_line: u64,
    /// The address that the core insists on, and how often it was rejected there already.
    rejected: (u64, u64),
}

const FILTER_ENTRIES: usize = 256;
const NO_GRANULE: u64 = u64::MAX;

/// The memory system of a machine.
pub struct Machine {
    preset: Preset,
    /// A line has two to the power of so many bytes.
    line_shift: u32,
    lines: Lines,
    cores: Vec<CoreState>,
    /// The cores whose transaction is doomed, one bit each.
    doomed: u64,
    breakage: Breakage,
    random: crate::random::Random,
}

impl Machine {
    /// A machine whose caches are empty.
    pub fn new(preset: Preset, cores: usize, seed: u64, breakage: Breakage) -> Machine {
        assert!((1..=CORES_MAX).contains(&cores), "1 to 64 cores");
        let state = |_| CoreState {
            is_transacting: false,
            doom: None,
            touched: Vec::new(),
            reads: Footprint::new(preset.read_set),
            writes: Footprint::new(preset.write_set),
            learning: Learning::new(preset.learning),
            filter: Box::new([(NO_GRANULE, 0); FILTER_ENTRIES]),
            epoch: 0,
            expected_line: 0,
            rejected: (0, 0),
        };
        Machine {
            line_shift: preset.line_bytes.trailing_zeros(),
            lines: Lines::new(preset.line_bytes),
            cores: (0..cores).map(state).collect(),
            doomed: 0,
            preset,
            breakage,
            random: crate::random::Random::new(seed),
        }
    }

    /// The machine's properties.
    #[inline]
    pub fn preset(&self) -> &Preset {
        &self.preset
    }

    /// Whether a transaction runs on a core (it may be doomed).
    #[inline]
    pub fn is_transacting(&self, core: Core) -> bool {
        self.cores[core].is_transacting
    }

    /// The doom of the core's transaction, if there is one.
    #[inline]
    pub fn doom_of(&self, core: Core) -> Option<Doom> {
        self.cores[core].doom
    }

    /// Whether the transaction of any core is doomed.
    #[inline]
    pub fn has_doomed(&self) -> bool {
        self.doomed != 0
    }

    /// Begins a transaction. `shares_caches`: the other hardware thread of the core is busy.
    pub fn begin(&mut self, core: Core, shares_caches: bool) -> u64 {
        let chance = self.random.next();
        let state = &mut self.cores[core];
        assert!(!state.is_transacting, "transactions do not nest");
        state.is_transacting = true;
        state.doom = None;
        self.doomed &= !(1 << core);
        state.reads.begin(shares_caches);
        state.writes.begin(shares_caches);
        state.epoch += 1;
        if state.learning.gives_up(chance) {
            self.doom(core, Cause::Learning, None, 0);
        }
        self.preset.costs.begin
    }

    /// Ends a transaction: its writes are visible to all. The caller has looked whether it is
    /// doomed; a conflict that comes during the end comes too late.
    pub fn end(&mut self, core: Core) -> u64 {
        self.cores[core].learning.succeeded();
        self.leave(core);
        self.preset.costs.end
    }

    /// Takes back a transaction, which is doomed or is to be given up.
    pub fn abort(&mut self, core: Core) -> u64 {
        let cause = self.cores[core].doom.map(|doom| doom.cause);
        self.cores[core].learning.failed(matches!(
            cause,
            Some(Cause::ReadCapacity | Cause::WriteCapacity)
        ));
        self.leave(core);
        self.preset.costs.abort
    }

    fn leave(&mut self, core: Core) {
        let state = &mut self.cores[core];
        assert!(state.is_transacting, "a transaction runs");
        state.is_transacting = false;
        state.doom = None;
        self.doomed &= !(1 << core);
        state.epoch += 1;
        state.reads.clear();
        state.writes.clear();
        let bit = 1 << core;
        for index in state.touched.drain(..) {
            let line = self.lines.at(index);
            line.readers &= !bit;
            if line.writer == Some(core as u8) {
                line.writer = None;
                line.granules = 0;
            }
        }
    }

    /// Dooms the transaction of a core, if one runs and is not doomed yet.
    pub fn doom(&mut self, core: Core, cause: Cause, by: Option<Core>, address: u64) {
        let state = &mut self.cores[core];
        if state.is_transacting && state.doom.is_none() {
            state.doom = Some(Doom { cause, by, address });
            self.doomed |= 1 << core;
        }
    }

    /// A memory access of a core, in its transaction if one runs. Returns its cost beyond a hit in
    /// the first-level cache.
    #[inline]
    pub fn access(&mut self, core: Core, address: u64, is_write: bool) -> u64 {
        let granule = address >> self.preset.granule_shift;
        let state = &self.cores[core];
        let (known, when) = state.filter[granule as usize % FILTER_ENTRIES];
        let is_held = known == granule && when >= state.epoch * 2 + u64::from(is_write);
        if is_held || state.doom.is_some() {
            return 0;
        }
        self.access_line(core, address, is_write)
    }

    /// The cost of one more rejection by a transaction that has the line, for a core that is about
    /// to access an address and can wait. None if no transaction has it, or rejects no more.
    pub fn reject(&mut self, core: Core, address: u64, is_write: bool) -> Option<u64> {
        let Conflicts::RejectThenAbort { rejections } = self.preset.conflicts else {
            return None;
        };
        let line = self.lines.known(address >> self.line_shift)?;
        let (writer, readers) = line.owners(core, is_write, self.breakage);
        let state = &mut self.cores[core];
        if state.rejected.0 != address {
            state.rejected = (address, 0);
        }
        let is_held = writer.is_some() || readers != 0;
        if !is_held || state.doom.is_some() || state.rejected.1 >= rejections {
            return None;
        }
        state.rejected.1 += 1;
        Some(self.preset.costs.transfer)
    }

    fn access_line(&mut self, core: Core, address: u64, is_write: bool) -> u64 {
        let number = address >> self.line_shift;
        let is_transacting = self.cores[core].is_transacting;
        let bit = 1u64 << core;
        let costs = &self.preset.costs;
        let (index, is_first) = self.lines.find(number);
        // The free list of the modelled heap was linked through all its slots at the start.
        let is_new_page = is_first && Region::of(address) != Region::Slots;
        if is_new_page && is_transacting && self.preset.has_page_faults {
            let cycles = costs.memory;
            self.doom(core, Cause::PageFault, None, address);
            return cycles;
        }
        let line = self.lines.at(index);
        let mut cycles = if line.sharers & bit != 0 && (!is_write || line.sharers == bit) {
            0
        } else if line.is_modified || line.sharers & !bit != 0 {
            costs.transfer
        } else {
            let expected = std::mem::replace(&mut self.cores[core].expected_line, number + 1);
            if expected == number {
                costs.stream
            } else {
                costs.memory
            }
        };
        // The cores that have the line in their transactions' sets, and must give it up.
        let (writer, readers) = line.owners(core, is_write, self.breakage);
        line.sharers = if is_write { bit } else { line.sharers | bit };
        line.is_modified = is_write || line.is_modified && line.sharers == bit;
        if let Some(owner) = writer {
            self.doom(owner, Cause::WriteConflict, Some(core), address);
        }
        let read = if address == address::GIL {
            Cause::Gil
        } else {
            Cause::ReadConflict
        };
        for reader in bits(readers).filter(|reader| Some(*reader) != writer) {
            self.doom(reader, read, Some(core), address);
        }
        let (insisted_on, before) = std::mem::take(&mut self.cores[core].rejected);
        let before = if insisted_on == address { before } else { 0 };
        if let (Conflicts::RejectThenAbort { rejections }, true) =
            (self.preset.conflicts, writer.is_some() || readers != 0)
        {
            cycles += rejections.saturating_sub(before) * self.preset.costs.transfer;
        }
        if is_transacting {
            self.track(core, index, address, is_write);
        } else if is_write {
            // The others have lost the line: they are doomed.
            let line = self.lines.at(index);
            line.writer = None;
            line.granules = 0;
        }
        cycles
    }

    /// Puts a line into the transaction's sets.
    fn track(&mut self, core: Core, index: LineIndex, address: u64, is_write: bool) {
        let preset = &self.preset;
        let number = address >> self.line_shift;
        let granule = address >> preset.granule_shift;
        let granule_bit = 1u8 << (granule & ((preset.line_bytes >> preset.granule_shift) - 1));
        let bit = 1 << core;
        let line = self.lines.at(index);
        let is_new = line.readers & bit == 0 && line.writer != Some(core as u8);
        let state = &mut self.cores[core];
        let mut fits = true;
        let mut cause = Cause::ReadCapacity;
        if is_new {
            state.touched.push(index);
            fits = state.reads.add(number);
        }
        if is_write {
            if line.writer != Some(core as u8) {
                line.writer = Some(core as u8);
                line.granules = 0;
            }
            if line.granules & granule_bit == 0 {
                line.granules |= granule_bit;
                let unit = if preset.counts_granules {
                    granule
                } else {
                    number
                };
                if preset.counts_granules || line.granules == granule_bit {
                    let holds = state.writes.add(unit);
                    cause = if fits { Cause::WriteCapacity } else { cause };
                    fits &= holds;
                }
            }
        } else {
            line.readers |= bit;
        }
        let entry = &mut state.filter[granule as usize % FILTER_ENTRIES];
        let now = state.epoch * 2;
        let was_write = *entry == (granule, now + 1);
        *entry = (granule, now + u64::from(is_write || was_write));
        if !fits && !self.breakage.ignores_capacity {
            self.doom(core, cause, None, address);
        }
    }
}

/// The numbers of the bits that are set.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (lowest < u64::BITS).then_some(lowest as usize)
    })
}
