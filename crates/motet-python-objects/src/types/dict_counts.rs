//! How many entries a dict or set has: one object beside its table.

use crate::types::int;
use motet_tm::{ReadView, WriteView};

use crate::types::prelude::*;

const LIVE: u64 = 1;
const USED: u64 = 2;
/// Deleted entries at the front, and `BACK_ONE` for each at the end.
const ENDS: u64 = 3;
const BACK_ONE: u64 = 1 << 31;
/// How many entries a dict has.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    /// Keys.
    pub(crate) live: u64,
    /// Entries, deleted ones included.
    pub(crate) used: u64,
    /// Entries at the front that are deleted: the next one is live, if there is any.
    pub(crate) front: u64,
    /// So many entries at the end are deleted; there may be more.
    pub(crate) back: u64,
}

/// A word of the counts.
#[inline]
fn number(view: ReadView<'_>, word: u64) -> u64 {
    view.get(word).known_integer() as u64
}

impl Counts {
    #[inline]
    pub(crate) fn of(view: ReadView<'_>) -> Counts {
        let ends = number(view, ENDS);
        let counts = Counts {
            live: number(view, LIVE),
            used: number(view, USED),
            front: ends % BACK_ONE,
            back: ends / BACK_ONE,
        };
        debug_assert!(counts.live <= counts.used, "live entries are used ones");
        counts
    }

    /// Those of a table that has live entries only.
    pub(crate) fn all_live(live: u64) -> Counts {
        Counts {
            live,
            used: live,
            ..Counts::default()
        }
    }

    /// Entries, deleted ones included, of the counts that lie there.
    #[inline]
    pub(crate) fn used_in(view: &WriteView<'_>) -> u64 {
        number(view.read(), USED)
    }

    /// Counts one more key, in the next entry, whose number it returns: writes the words that
    /// change.
    #[inline]
    pub(crate) fn push_in(view: &WriteView<'_>) -> u64 {
        let [live, used, ends] = [LIVE, USED, ENDS].map(|word| number(view.read(), word));
        debug_assert!(live <= used, "live entries are used ones");
        view.set(LIVE, int::from_length(live + 1));
        view.set(USED, int::from_length(used + 1));
        if ends >= BACK_ONE {
            view.set(ENDS, int::from_length(ends % BACK_ONE));
        }
        used
    }

    #[inline]
    pub(crate) fn fields(self) -> [Value<'static>; 3] {
        debug_assert!(self.live <= self.used, "live entries are used ones");
        debug_assert!(self.front < BACK_ONE && self.back < BACK_ONE);
        let ends = self.front + self.back * BACK_ONE;
        [self.live, self.used, ends].map(int::from_length)
    }

    #[inline]
    pub(crate) fn store(self, view: &WriteView<'_>) {
        for (field, word) in self.fields().into_iter().zip([LIVE, USED, ENDS]) {
            view.set(word, field);
        }
    }
}
