//! Statistics: counters per thread, added up on request.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::elision::ElisionCounts;

/// The reason why an attempt of a transaction was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum AbortCause {
    /// Another transaction committed a write to an object that this one had read. Decided by the
    /// committer; also when the committer itself gives way to an older reader.
    ReadWrite = 1,
    /// Two transactions wrote the same object; the younger gives way.
    WriteWrite = 2,
    /// Gave way to an inevitable transaction.
    Inevitable = 3,
    /// The language must wait for another thread where the transaction may not end.
    Wait = 4,
    /// Injected.
    Injected = 5,
}

impl AbortCause {
    /// All causes, in the order of their number.
    pub const ALL: [AbortCause; 5] = [
        AbortCause::ReadWrite,
        AbortCause::WriteWrite,
        AbortCause::Inevitable,
        AbortCause::Wait,
        AbortCause::Injected,
    ];

    pub(crate) fn from_number(number: u32) -> AbortCause {
        AbortCause::ALL
            .into_iter()
            .find(|cause| *cause as u32 == number)
            .expect("a doomed transaction has a cause")
    }

    /// A short name for reports.
    pub fn name(self) -> &'static str {
        match self {
            AbortCause::ReadWrite => "read-write",
            AbortCause::WriteWrite => "write-write",
            AbortCause::Inevitable => "inevitable",
            AbortCause::Wait => "wait",
            AbortCause::Injected => "injected",
        }
    }
}

macro_rules! counters {
    ($($name:ident, $doc:literal;)*) => {
        /// Counters of one thread. Writer: the thread. Readers: threads that add up. Relaxed.
        #[derive(Debug, Default)]
        #[repr(align(128))]
        pub(crate) struct Counters {
            $(pub(crate) $name: AtomicU64,)*
            pub(crate) aborts: [AtomicU64; AbortCause::ALL.len()],
            /// As of the last time that the thread was outside of its hardware transactions.
            pub(crate) elision: Mutex<ElisionCounts>,
        }

        /// Counters, added up over all threads.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Statistics {
            $(#[doc = $doc] pub $name: u64,)*
            /// Aborts by cause, in the order of [`AbortCause::ALL`].
            pub aborts: [u64; AbortCause::ALL.len()],
            /// The counters of the elision of the lock, under [`crate::Control::Htm`].
            pub elision: ElisionCounts,
        }

        impl Statistics {
            pub(crate) fn add(&mut self, counters: &Counters) {
                $(self.$name += counters.$name.load(Ordering::Relaxed);)*
                for (sum, counter) in self.aborts.iter_mut().zip(&counters.aborts) {
                    *sum += counter.load(Ordering::Relaxed);
                }
                self.elision
                    .add(&counters.elision.lock().expect("no panic under this lock"));
            }
        }
    };
}

counters! {
    commits, "Transactions committed.";
    commits_unpublished, "Of these, those that had nothing to publish.";
    minor_collections, "Minor collections.";
    promoted_bytes, "Bytes copied into the old space.";
    major_collections, "Major collections.";
    major_ns, "Nanoseconds that major collections took, with the others stopped.";
    major_freed_bytes, "Bytes that major collections found dead.";
    sole_stretches, "How often a thread became sole.";
    majors_postponed, "Major collections given up, for not all threads came to a border.";
    reshared_groups, "Private copies of groups that major collections took away.";
    privatised_groups, "Groups of 64 KB that a segment got its own copy of.";
    inevitable, "Transactions that became inevitable.";
    gil_handovers, "Times that the GIL was handed over.";
    turns, "Turns taken by threads that kept colliding.";
    stop_ns, "Nanoseconds that committers waited for others to stop.";
    log_entries_applied, "Commits of others that a thread has brought into its segment's view.";
    log_bytes, "Bytes appended to the log.";
    first_writes, "Old objects or cards written for the first time in a transaction.";
}

impl Statistics {
    /// Aborts of all causes.
    pub fn aborts_total(&self) -> u64 {
        self.aborts.iter().sum()
    }
}

/// Adds to a counter of the own thread: no other thread writes it.
#[inline]
pub(crate) fn count(counter: &AtomicU64, amount: u64) {
    counter.store(counter.load(Ordering::Relaxed) + amount, Ordering::Relaxed);
}
