//! The fork of the process, as all languages see it.
//!
//! `Mutator::fork` says how the heap is copied. This file deals with the machine's part: locks that
//! threads without a transaction take, and the service threads, which a child must start again.

use std::sync::atomic::Ordering;

use crate::driver;
use crate::output;
use crate::thread::Thread;

/// Forks the process in the middle of a native, which has become inevitable: `fork` does it and
/// gives the number of the child, 0 in the child, whose only thread is this one. As for
/// [`driver::call_outside`], the effects until now are committed. Not to be called in an atomic
/// block, whose transaction cannot end.
///
/// # Errors
/// The system's number of the error if it refuses.
pub fn fork(thread: &mut Thread, fork: impl FnOnce() -> Result<i32, i32>) -> Result<i32, i32> {
    debug_assert!(
        !thread.can_abort() && !thread.is_atomic(),
        "a fork happens once"
    );
    driver::outside(thread, |thread| {
        let vm = thread.vm();
        let forked = thread.fork(|| {
            let locks = (vm.waiting.hold(), vm.output.hold(), vm.threads.hold());
            let tables = vm.free_tables.hold();
            let forked = fork();
            drop((locks, tables));
            forked
        });
        if forked == Ok(0) {
            begin_child(thread);
        }
        forked
    })
}

fn begin_child(thread: &Thread) {
    let vm = thread.vm();
    vm.waiting.clear();
    // The threads that spun or waited are no more.
    vm.spinners.store(0, Ordering::Relaxed);
    vm.blocked_regions.store(0, Ordering::SeqCst);
    thread.retries.is_watching.set(false);
    thread.runtime().forget_watchers();
    vm.output.open_gate();
    vm.threads.set_main(thread.ident());
    if let Err(error) = vm.signals.begin_again() {
        output::report(format_args!("motet: signals are not caught: {error}\n"));
    }
    // The parent's main thread may have blocked others.
    thread.set_blocked_signals(thread.blocked_signals());
}
