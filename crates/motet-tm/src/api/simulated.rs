//! The further questions of a host on a simulated machine.

use std::sync::atomic::Ordering;

use crate::observe::statistics::AbortCause;
use crate::runtime::mutator::Mutator;
use crate::threads::segment::lane;

impl Mutator {
    /// Counts a yield point that does not end the transaction; false if the transaction has to end
    /// at it, which is not counted.
    pub fn passes_yield_point(&self) -> bool {
        let fuel = self.budget.fuel.get();
        if fuel > 0 {
            self.budget.fuel.set(fuel - 1);
        }
        fuel > 0
    }

    /// Whether others have committed changes that this view does not show yet. A simulated thread
    /// looks before each operation: on a real machine it would see it at once.
    pub fn has_news(&self) -> bool {
        self.poll_word().load(Ordering::Relaxed) & lane::LOG != 0
    }

    /// Dooms the transaction, as the simulated machine has: the language's loop rolls back.
    pub fn doom_by_machine(&self) {
        self.doom_self(AbortCause::ReadWrite);
    }
}
