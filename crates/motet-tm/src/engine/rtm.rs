//! The instructions of restricted transactional memory on x86-64 (Intel's RTM), and their status.
//!
//! An abort comes back behind `xbegin`, with all registers but `eax` and all memory as they were
//! there: for the compiler it is one instruction that ends in one of two ways. Memory includes the
//! stack: a function that has begun a transaction may return from it.
#![allow(unsafe_code, reason = "the instructions have no other name")]

use std::arch::asm;
use std::arch::x86_64::{__cpuid, __cpuid_count};

use crate::elision::{HardwareCause, HardwareStatus};

/// The value that `xbegin` leaves in `eax` when the transaction has started.
const STARTED: u32 = u32::MAX;
/// Bits of the status. They come in combinations.
const EXPLICIT: u32 = 1;
const RETRY: u32 = 1 << 1;
const CONFLICT: u32 = 1 << 2;
const CAPACITY: u32 = 1 << 3;
/// The place of an explicit abort's code in the status.
const CODE_SHIFT: u32 = 24;

/// The codes of our own aborts.
const CODE_LOCK_HELD: u32 = 1;
const CODE_NEEDS_LOCK: u32 = 2;

/// The place where the processor says that it has RTM: leaf 7, in `ebx`.
const FEATURE_LEAF: u32 = 7;
const FEATURE_RTM: u32 = 1 << 11;
/// And that its microcode makes every transaction abort: leaf 7, in `edx`.
const FEATURE_ALWAYS_ABORTS: u32 = 1 << 11;
/// Trial transactions, of which one must get through: interrupts abort now and then, the
/// microcode's switch and some hypervisors always.
const TRIALS: u32 = 1_000;

/// Begins a transaction; the status if it has aborted.
#[inline(always)]
pub(super) fn begin() -> Option<HardwareStatus> {
    let status: u32;
    // SAFETY: only after `try_out` has found the instruction. An abort comes back to the label with
    // the stack, memory and registers as they were (I-TXN-1, by the processor).
    unsafe {
        asm!("xbegin 2f", "2:", inout("eax") STARTED => status);
    }
    (status != STARTED).then(|| decode(status))
}

/// Commits the running transaction.
#[inline(always)]
pub(super) fn end() {
    // SAFETY: the elision ends only what it has begun; `xend` outside of a transaction faults.
    unsafe { asm!("xend") }
}

/// Aborts the running transaction: does not return from one.
pub(super) fn abort(cause: HardwareCause) {
    // SAFETY: comes back behind `xbegin`, as every abort; does nothing outside of a transaction.
    unsafe {
        if cause == HardwareCause::NeedsLock {
            asm!("xabort {code}", code = const CODE_NEEDS_LOCK);
        } else {
            asm!("xabort {code}", code = const CODE_LOCK_HELD);
        }
    }
}

/// Whether a transaction is running.
pub(super) fn test() -> bool {
    let is_running: u8;
    // SAFETY: reads the processor's mode; only after `try_out` has found the instruction.
    unsafe { asm!("xtest", "setnz {}", out(reg_byte) is_running) }
    is_running != 0
}

/// The meaning of a status, in the HTM paper's terms: an abort after which the processor does not
/// advise to try again is persistent. The processor does not tell which set was in conflict, or too
/// large; and it tells nothing at all of system calls, page faults and interrupts.
fn decode(status: u32) -> HardwareStatus {
    if status & EXPLICIT != 0 {
        return match status >> CODE_SHIFT {
            CODE_LOCK_HELD => HardwareStatus::transient(HardwareCause::LockHeld),
            CODE_NEEDS_LOCK => HardwareStatus::persistent(HardwareCause::NeedsLock),
            _ => HardwareStatus::persistent(HardwareCause::Unknown),
        };
    }
    let cause = if status & CONFLICT != 0 {
        HardwareCause::Conflict
    } else if status & CAPACITY != 0 {
        HardwareCause::Overflow
    } else {
        HardwareCause::Unknown
    };
    HardwareStatus {
        cause,
        is_persistent: status & RETRY == 0,
    }
}

/// Whether this processor has transactions that get through.
///
/// # Errors
/// The reason why not, in words.
pub(super) fn try_out() -> Result<(), &'static str> {
    if __cpuid(0).eax < FEATURE_LEAF {
        return Err("this processor has no hardware transactions (RTM)");
    }
    let features = __cpuid_count(FEATURE_LEAF, 0);
    if features.edx & FEATURE_ALWAYS_ABORTS != 0 {
        return Err("the hardware transactions (RTM) of this processor are switched off");
    }
    if features.ebx & FEATURE_RTM == 0 {
        return Err("this processor has no hardware transactions (RTM)");
    }
    for _ in 0..TRIALS {
        if begin().is_none() {
            end();
            return Ok(());
        }
    }
    Err("the hardware transactions (RTM) of this processor always abort")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_read_bit_by_bit() {
        use HardwareCause::{Conflict, LockHeld, NeedsLock, Overflow, Unknown};
        for (status, cause, is_persistent) in [
            (RETRY | CONFLICT, Conflict, false),
            (CONFLICT, Conflict, true),
            (CAPACITY, Overflow, true),
            (RETRY | CAPACITY, Overflow, false),
            (RETRY | CONFLICT | CAPACITY, Conflict, false),
            (0, Unknown, true),
            (RETRY, Unknown, false),
            (EXPLICIT | CODE_LOCK_HELD << CODE_SHIFT, LockHeld, false),
            (EXPLICIT | CODE_NEEDS_LOCK << CODE_SHIFT, NeedsLock, true),
            (EXPLICIT | 0xff << CODE_SHIFT, Unknown, true),
        ] {
            let found = decode(status);
            let expected = HardwareStatus {
                cause,
                is_persistent,
            };
            assert_eq!(found, expected, "{status:#x}");
        }
    }

    /// On a processor that has them: commits are kept, aborts leave nothing behind and come back
    /// through functions that have returned. On others: the answer is no, and the same each time.
    #[test]
    fn transactions_commit_and_abort_where_there_are_any() {
        let Ok(()) = try_out() else {
            assert_eq!(try_out(), try_out());
            return;
        };
        let mut word = 1;
        let mut commits = 0;
        for _ in 0..TRIALS {
            if begin().is_none() {
                word += 1;
                assert!(test());
                end();
                commits += 1;
            }
        }
        assert_eq!(word, 1 + commits);
        assert!(commits > 0 && !test());
        let mut aborted = Vec::new();
        for _ in 0..TRIALS {
            match begin() {
                None => {
                    word = -1;
                    abort(HardwareCause::NeedsLock);
                }
                Some(status) => aborted.push(status.cause),
            }
        }
        assert_eq!(word, 1 + commits, "undone");
        assert!(aborted.contains(&HardwareCause::NeedsLock));
    }
}
