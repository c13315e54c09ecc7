//! Counts of a run's events, and of the cycles by their use.

use std::collections::BTreeMap;

use crate::machine::Cause;
use crate::machine::address::Region;

/// The uses of cycles (figure 8 of the paper, and others that lie outside of it).
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Cycles {
    /// Beginning and ending transactions.
    pub(crate) begin_end: u64,
    /// In transactions that committed.
    pub(crate) committed: u64,
    /// In transactions that aborted, with the aborts.
    pub(crate) aborted: u64,
    /// With the GIL.
    pub(crate) holding: u64,
    /// Waiting for the GIL, spinning or asleep.
    pub(crate) waiting_for_gil: u64,
    /// Waiting for anything else: locks, other threads, a core.
    pub(crate) blocked: u64,
}

impl Cycles {
    /// The names and the numbers.
    pub(crate) fn parts(&self) -> [(&'static str, u64); 6] {
        [
            ("begin_end", self.begin_end),
            ("committed", self.committed),
            ("aborted", self.aborted),
            ("holding_gil", self.holding),
            ("waiting_for_gil", self.waiting_for_gil),
            ("blocked", self.blocked),
        ]
    }

    pub(crate) fn add(&mut self, other: &Cycles) {
        self.begin_end += other.begin_end;
        self.committed += other.committed;
        self.aborted += other.aborted;
        self.holding += other.holding;
        self.waiting_for_gil += other.waiting_for_gil;
        self.blocked += other.blocked;
    }
}

/// The fate of the transactions that began at a yield point.
#[derive(Clone, Default, Debug)]
pub(crate) struct SiteAccount {
    pub(crate) begins: u64,
    pub(crate) aborts: BTreeMap<Cause, u64>,
    pub(crate) lost_cycles: u64,
}

/// The events of a run.
#[derive(Default, Debug)]
pub(crate) struct Accounts {
    pub(crate) operations: u64,
    /// The times at which the program has read the clock first and last: its own measurement.
    pub(crate) clock_span: Option<(u64, u64)>,
    pub(crate) yield_points: u64,
    pub(crate) begins: u64,
    pub(crate) commits: u64,
    pub(crate) aborts: BTreeMap<Cause, u64>,
    pub(crate) gil_acquisitions: u64,
    /// The cause of the last abort before the GIL was taken.
    pub(crate) gil_after: BTreeMap<Cause, u64>,
    /// Conflicts by the region of the line that was fought for.
    pub(crate) conflict_regions: BTreeMap<&'static str, u64>,
    /// The same, of those after which the GIL was taken.
    pub(crate) gil_after_regions: BTreeMap<&'static str, u64>,
    /// By the number of the site.
    pub(crate) sites: Vec<SiteAccount>,
    /// How often a site (first) was aborted by an instruction of another transaction (second).
    pub(crate) pairs: BTreeMap<(u64, u64), u64>,
    /// Conflicts that the machine has not seen.
    pub(crate) software_conflicts: u64,
    pub(crate) allocations: u64,
    pub(crate) refills: u64,
    pub(crate) collections: u64,
    pub(crate) interrupts: u64,
}

impl Accounts {
    /// The account of a site.
    #[inline]
    pub(crate) fn site(&mut self, site: u64) -> &mut SiteAccount {
        let index = site as usize;
        if index >= self.sites.len() {
            self.sites.resize_with(index + 1, SiteAccount::default);
        }
        &mut self.sites[index]
    }

    /// Those of all sites where transactions have begun, with the numbers.
    pub(crate) fn used_sites(&self) -> impl Iterator<Item = (u64, &SiteAccount)> {
        let all = self.sites.iter().enumerate();
        all.map(|(site, account)| (site as u64, account))
            .filter(|(_, account)| account.begins > 0)
    }
}

/// The name of the region that a conflict was about.
pub(crate) fn region_of(address: u64) -> &'static str {
    Region::of(address).name()
}
