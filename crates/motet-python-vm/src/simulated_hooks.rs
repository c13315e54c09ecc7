//! What a simulated machine is told beside accesses to the heap. Only with `cfg(simulated)`.

use std::sync::atomic::AtomicU64;

use motet_tm::simulation::{Part, simulator};

/// The program has read the clock.
pub(crate) fn clock_read() {
    if let Some(simulator) = simulator() {
        simulator.clock_read();
    }
}

/// An inline cache was filled.
pub(crate) fn cache_filled(cache: &AtomicU64) {
    if let Some(simulator) = simulator() {
        simulator.access(Part::Cache, std::ptr::from_ref(cache) as u64, 8, true);
    }
}
