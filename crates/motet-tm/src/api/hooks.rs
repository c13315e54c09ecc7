//! Hooks of the running transaction, as the host registers them; see `txn/hooks.rs`.

use crate::runtime::mutator::Mutator;

impl Mutator {
    /// `hook` runs after the transaction has committed, in the order of registration; never, if it
    /// is aborted. Whatever panics in a hook panics in whoever ends the transaction.
    ///
    /// # Panics
    /// When no transaction is open.
    pub fn call_on_commit(&self, hook: Box<dyn FnOnce() + Send>) {
        assert!(self.is_open(), "a hook belongs to a transaction");
        self.hooks.add_on_commit(hook);
    }

    /// `hook` runs after the transaction was aborted and undone, the last one registered first;
    /// never, if it commits. The next attempt must register its own.
    ///
    /// # Panics
    /// When no transaction is open.
    pub fn call_on_abort(&self, hook: Box<dyn FnOnce() + Send>) {
        assert!(self.is_open(), "a hook belongs to a transaction");
        self.hooks.add_on_abort(hook);
    }
}
