//! Major collections while no thread runs.
//!
//! A server that has worked off a load waits with the garbage of that load, and with the private
//! copies of the groups that the garbage lies in, until enough new objects make a collection due:
//! perhaps for hours. So a thread that is going to wait collects first, if
//!
//! - no other thread has a segment, or waits for one: the collection holds up nobody but the thread
//!   itself, should the event that it waits for come meanwhile;
//! - so much more is filled than after the last collection as a quarter of what makes the next one
//!   due;
//! - the last such collection lies 100 times as long back as it took.
//!
//! Objects that have finalizers live until the collection after the one that has found them
//! unreachable. So a collection that has found such objects is followed by one more when their
//! finalizers have run, on the first of these conditions alone. All this costs at most 2 % of the
//! time.

use crate::gc::sweep::Keep;
use crate::runtime::mutator::Mutator;

impl Mutator {
    /// Collects, if that is due while no thread runs: after a commit, before the thread waits.
    pub(super) fn collect_if_idle(&mut self, now_ns: u64) {
        let rule = self.runtime.major().idle_rule();
        let follows = rule.follows() && !self.has_to_finalize();
        let is_due = follows || rule.is_due(self.runtime.space().filled_bytes(), now_ns);
        if !is_due || !self.is_the_only_one() {
            return;
        }
        // (A thread that waits in the middle of an operation makes it come to nothing.)
        self.collect_old(Keep::Needed);
        let rule = self.runtime.major().idle_rule();
        rule.idle_collection_took(now_ns, self.runtime.clock_ns(), follows);
    }

    /// Whether no other thread runs, or waits until it may. (Never where threads are stepped: the
    /// clock must not decide there.)
    fn is_the_only_one(&self) -> bool {
        let runtime = &self.runtime;
        let is_asked_for = runtime.pool().has_waiters() || runtime.gil().has_waiters();
        !runtime.is_stepped() && !is_asked_for && self.threads_in_segments() == 1
    }
}
