//! Weak references, and the calls that are due for objects that nothing refers to any more.
//!
//! The runtime clears the first word of a weak object when it finds its target unreachable; and it
//! hands the target over once more if it has a finalizer. The call that a program wants then is the
//! language's ([`Language::finalize`]); it runs between two operations of an ordinary thread, as
//! calls of its transaction: calls that an abort undoes are made again. Some finalizers close
//! descriptors, so a lack of these asks for a collection too (`descriptors.rs`).

use motet_tm::{LayoutId, Object, Value, WEAK_DEAD};

use crate::language::{Language, Outcome};
use crate::thread::Thread;
use crate::values::{FALSE, NONE, TRUE};

/// Word of a weak reference: its target.
pub const TARGET: u64 = 1;
/// Word of a weak reference: the function to call when the target is gone, or none.
pub const CALLBACK: u64 = 2;
/// Word of a weak reference: whether it was told of its target's end.
pub const IS_OVER: u64 = 3;
/// Word of a weak reference: the target's hash once it was asked for.
pub const HASH: u64 = 4;

/// Makes a weak reference that no other thread knows yet: an object of a weak layout of six words.
pub fn new_reference<'a>(
    thread: &'a Thread,
    layout: LayoutId,
    host: u32,
    target: Value<'_>,
    callback: Value<'_>,
) -> Value<'a> {
    debug_assert!(target.as_object().is_some(), "what lies in the heap dies");
    let fields = [target, callback, FALSE, NONE, NONE];
    thread.allocate(layout, host, &fields).value()
}

/// The target of a weak reference, if it is there.
pub fn target<'a>(thread: &'a Thread, reference: Object<'a>) -> Option<Value<'a>> {
    let view = thread.read(reference);
    let target = view.get(TARGET);
    (target != WEAK_DEAD && view.get(IS_OVER) != TRUE).then_some(target)
}

/// Calls the callbacks and finalizers of objects that nothing refers to any more. Returns whether
/// there were any. Within a finalizer it does nothing: those that come due there follow it.
///
/// # Errors
/// An abort; exceptions of callbacks stay inside.
pub fn run_finalizers<L: Language>(thread: &mut L) -> Outcome<bool> {
    let ran = one_after_the_other(thread, |thread| {
        let mut any = false;
        let mark = thread.root_count();
        while let Some(object) = thread.next_to_finalize() {
            any = true;
            thread.finalize(object)?;
            thread.truncate_roots(mark);
        }
        Ok(any)
    })?;
    Ok(ran == Some(true))
}

/// Has the finalizers of unreachable files close their descriptors, if many are open. The frame of
/// the stack is set.
///
/// # Errors
/// An abort.
pub(crate) fn close_unreachable_descriptors<L: Language>(thread: &mut L) -> Outcome<()> {
    if thread.progress.lacks_descriptors.take() {
        thread.collect_major();
        run_finalizers(thread)?;
        thread.vm().descriptors.measure();
    }
    Ok(())
}

/// Does what runs finalizers, unless this thread runs finalizers already: `None`. If each could run
/// within another, as many would be open at once as objects have died together, and an object would
/// be finalized before one that refers to it.
///
/// # Errors
/// As `task`.
pub fn one_after_the_other<L: Language, T>(
    thread: &mut L,
    task: impl FnOnce(&mut L) -> Outcome<T>,
) -> Outcome<Option<T>> {
    if thread.progress.is_finalizing.replace(true) {
        return Ok(None);
    }
    let result = task(thread);
    thread.progress.is_finalizing.set(false);
    result.map(Some)
}

impl Thread {
    /// Notes a descriptor that the program has opened and knows by its number. If many are open,
    /// unreachable ones are closed at the next yield point. Costs a load, else a major collection.
    pub fn note_descriptor(&self, number: i64) {
        if self.vm().descriptors.are_scarce(number) {
            self.note_lack_of_descriptors();
        }
    }

    /// Notes that the process has no descriptors left, or only few.
    pub fn note_lack_of_descriptors(&self) {
        self.progress.lacks_descriptors.set(true);
        self.ask_for_finalizers();
        // Old objects that the transaction has made are collected when it has committed.
        if self.is_transactional() {
            self.commit_soon();
        }
    }

    /// Notes that the limit on descriptors may have changed.
    pub fn forget_descriptor_limit(&self) {
        self.vm().descriptors.forget_limit();
    }
}
