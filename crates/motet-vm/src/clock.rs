//! The clock that programs see: the system's, or a simulated machine's.

use std::time::{Instant, SystemTime};

/// The monotonic time.
pub fn now() -> Instant {
    #[cfg(simulated)]
    return motet_tm::simulation::now();
    #[cfg(not(simulated))]
    Instant::now()
}

/// The time of day. A simulation begins at the beginning of the count.
pub fn time_of_day() -> SystemTime {
    #[cfg(simulated)]
    if let Some(simulator) = motet_tm::simulation::simulator() {
        return SystemTime::UNIX_EPOCH + std::time::Duration::from_nanos(simulator.now_ns());
    }
    SystemTime::now()
}
