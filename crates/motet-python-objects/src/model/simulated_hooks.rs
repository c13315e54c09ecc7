//! Events that a simulated machine is told of beside accesses to the heap. Only with
//! `cfg(simulated)`.

use motet_tm::simulation::simulator;

/// The program has read the clock.
pub fn clock_read() {
    if let Some(simulator) = simulator() {
        simulator.clock_read();
    }
}
