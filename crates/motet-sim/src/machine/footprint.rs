//! How much a transaction may touch: sets of a cache, each with so many ways.

use super::presets::Geometry;

/// The lines that a transaction holds in one cache.
pub(super) struct Footprint {
    geometry: Geometry,
    ways: u16,
    /// How many lines each set holds.
    counts: Vec<u16>,
    /// The sets whose count is not 0.
    used: Vec<u32>,
}

impl Footprint {
    pub(super) fn new(geometry: Geometry) -> Footprint {
        assert!(geometry.sets.is_power_of_two(), "sets are chosen by bits");
        Footprint {
            geometry,
            ways: geometry.ways,
            counts: vec![0; geometry.sets],
            used: Vec::new(),
        }
    }

    /// Begins a transaction. `is_shared`: another hardware thread uses the cache too.
    pub(super) fn begin(&mut self, is_shared: bool) {
        self.ways = if is_shared {
            self.geometry.ways_shared
        } else {
            self.geometry.ways
        };
    }

    /// Adds a line that is not held yet; whether it fits.
    #[inline]
    pub(super) fn add(&mut self, number: u64) -> bool {
        let set = number as usize & (self.geometry.sets - 1);
        let count = &mut self.counts[set];
        if *count == 0 {
            self.used.push(set as u32);
        }
        *count += 1;
        *count <= self.ways
    }

    /// Clears the footprint of a transaction that is over.
    pub(super) fn clear(&mut self) {
        for set in self.used.drain(..) {
            self.counts[set as usize] = 0;
        }
    }
}
