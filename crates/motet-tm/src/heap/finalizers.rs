//! Finalizers: objects whose host wants to see them once more when nothing else does.
//!
//! ```text
//!   enable ──commit──▶ registered ──a major collection finds it unreachable──▶ ready ──taken──▶ .
//!     │                                                                        ▲ ▲        │ abort
//!     ├─ abort ──▶ (as before)                                                 │ └────────┘
//!     └─ a minor collection finds it unreachable ──▶ due ──commit──────────────┘
//!                                                     └──taken──▶ . (an abort undoes its birth)
//! ```
//!
//! What is due belongs to the transaction that has made the object, and may be taken within it:
//! that may be long, and in it many objects may die. Under the lock nothing aborts, so a minor
//! collection registers and makes ready as a commit does.
//!
//! A young object that needs no finalizer any more is *retired*: a minor collection forgets it.
//!
//! All is transactional: an object that an aborted transaction has enabled is not, one that it has
//! taken is ready again.
//!
//! When the program ends, the host may have all that is registered at once, reachable or not
//! (`Mutator::finalize_all`).
//!
//! Of objects that die together, those that refer to others come before them
//! ([`outermost_first`]): a buffer is written to its file before the file is closed.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use crate::object::value::{Offset, Word};

/// The objects with a finalizer that all threads know of.
#[derive(Default)]
pub(crate) struct Finalizers {
    state: Mutex<State>,
    /// How many are ready. Writers: under the lock. Relaxed: for a first look.
    ready_count: AtomicUsize,
}

#[derive(Default)]
struct State {
    /// Not yet found unreachable. No roots.
    registered: Vec<Offset>,
    /// Found unreachable, kept alive until they are taken.
    ready: VecDeque<Offset>,
}

/// The changes of a transaction to finalizers.
#[derive(Default)]
pub(crate) struct FinalizerChanges {
    /// Enabled since the last minor collection, no roots for the next.
    pub(crate) enabled: Vec<Word>,
    /// Enabled and survived a minor collection, so old: the next ones need not look at them again.
    pub(crate) survived: Vec<Word>,
    /// Enabled and found unreachable: due.
    pub(crate) due: VecDeque<Word>,
    /// Taken from those that are ready.
    taken: Vec<Offset>,
}

impl FinalizerChanges {
    /// Calls `visit` for each object: roots of a major collection, which leaves it to the
    /// transaction's end to find them unreachable.
    pub(crate) fn visit(&self, mut visit: impl FnMut(Word)) {
        let words = self.survived.iter().chain(&self.enabled);
        let words = words.chain(&self.due);
        words.for_each(|word| visit(*word));
        self.taken
            .iter()
            .for_each(|offset| visit(Word::reference(*offset)));
    }

    fn is_empty(&self) -> bool {
        let lists = [&self.enabled, &self.survived];
        lists.iter().all(|list| list.is_empty()) && self.due.is_empty() && self.taken.is_empty()
    }
}

impl Finalizers {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no panic under this lock")
    }

    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.lock();
        let result = change(&mut state);
        self.ready_count.store(state.ready.len(), Ordering::Relaxed);
        result
    }

    /// Applies the changes of a transaction that has committed.
    pub(crate) fn commit(&self, changes: &mut FinalizerChanges) {
        if changes.is_empty() {
            return;
        }
        self.change(|state| {
            let offset = |word: Word| word.offset();
            let enabled = changes.survived.drain(..).chain(changes.enabled.drain(..));
            state.registered.extend(enabled.map(offset));
            state.ready.extend(changes.due.drain(..).map(offset));
        });
        changes.taken.clear();
    }

    /// Takes the changes of a transaction that has aborted back.
    pub(crate) fn abort(&self, changes: &mut FinalizerChanges) {
        if changes.is_empty() {
            return;
        }
        self.change(|state| {
            for offset in changes.taken.drain(..).rev() {
                state.ready.push_front(offset);
            }
        });
        changes.enabled.clear();
        changes.survived.clear();
        changes.due.clear();
    }

    /// Calls `visit` for each object that is ready.
    pub(crate) fn visit_ready(&self, mut visit: impl FnMut(Offset)) {
        self.lock().ready.iter().for_each(|offset| visit(*offset));
    }

    /// Takes out the objects that are registered and not alive, in the order of their registration.
    pub(crate) fn take_unreachable(&self, is_alive: impl Fn(Offset) -> bool) -> Vec<Offset> {
        self.change(|state| {
            let (stay, die) = std::mem::take(&mut state.registered)
                .into_iter()
                .partition(|offset| is_alive(*offset));
            state.registered = stay;
            die
        })
    }

    /// Whether an object is ready: one load, for a first look.
    pub(crate) fn has_ready(&self) -> bool {
        self.ready_count.load(Ordering::Relaxed) > 0
    }

    /// Takes an object that is due or ready; the transaction gives back what was ready if it
    /// aborts.
    pub(crate) fn take(&self, changes: &mut FinalizerChanges) -> Option<Offset> {
        if let Some(word) = changes.due.pop_front() {
            return Some(word.offset());
        }
        if !self.has_ready() {
            return None;
        }
        let offset = self.change(|state| state.ready.pop_front())?;
        changes.taken.push(offset);
        Some(offset)
    }

    /// Makes all that is registered ready, reachable or not. Returns how many are ready.
    pub(crate) fn make_all_ready(&self) -> usize {
        self.change(|state| {
            let registered = std::mem::take(&mut state.registered);
            state.ready.extend(registered);
            state.ready.len()
        })
    }

    /// Makes objects that were taken out ready.
    pub(crate) fn make_ready(&self, objects: Vec<Offset>) {
        self.change(|state| state.ready.extend(objects));
    }
}

/// A step of the walk in [`outermost_first`].
enum Step {
    /// To the object, if the walk has not been there.
    Open(Offset),
    /// Back from an object, all that it leads to has been seen.
    Close(Offset),
}

/// Objects that die together, in another order: each before those that it leads to, through any of
/// the dying; else as they were. (In a cycle the last of them comes first.) `open` says whether an
/// object is dying and has not been opened before, and if so appends what it refers to. Cost: each
/// dying object is opened once.
pub(crate) fn outermost_first(
    objects: &[Offset],
    mut open: impl FnMut(Offset, &mut Vec<Offset>) -> bool,
) -> Vec<Offset> {
    let mut wanted = objects.to_vec();
    wanted.sort_unstable();
    // Depth first, from the last to the first; the object that is left last comes first.
    let mut left = Vec::with_capacity(objects.len());
    let mut steps: Vec<Step> = objects.iter().copied().map(Step::Open).collect();
    let mut referred = Vec::new();
    while let Some(step) = steps.pop() {
        debug_assert!(
            referred.is_empty(),
            "only an object that is opened refers to others"
        );
        match step {
            Step::Open(object) => {
                if open(object, &mut referred) {
                    if wanted.binary_search(&object).is_ok() {
                        steps.push(Step::Close(object));
                    }
                    steps.extend(referred.drain(..).map(Step::Open));
                }
            }
            Step::Close(object) => left.push(object),
        }
    }
    left.reverse();
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn who_refers_to_others_comes_before_them() {
        let edges = [(1, 5), (5, 3), (4, 1), (2, 9), (6, 7), (7, 6)];
        let objects: Vec<Offset> = [3, 2, 1, 4, 6, 7].map(Offset).to_vec();
        let mut dying: HashSet<Offset> = (1..9).map(Offset).collect();
        let order = outermost_first(&objects, |from, referred| {
            let is_new = dying.remove(&from);
            let ends = edges.iter().filter(|edge| is_new && Offset(edge.0) == from);
            referred.extend(ends.map(|edge| Offset(edge.1)));
            is_new
        });
        assert_eq!(order, [2, 4, 1, 3, 7, 6].map(Offset));
    }
}
