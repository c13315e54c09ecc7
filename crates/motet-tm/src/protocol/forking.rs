//! The fork of the process: the child gets a copy of the heap, and of all threads the one that
//! forks.
//!
//! ```text
//!   no transaction ─▶ all segments (or the lock) ─▶ all locks ─▶ fork
//!                                                                  │
//!       parent: waits until the child is ready ◀───────────────────┤
//!       child: forgets the other threads, copies the heap ◀────────┘
//! ```
//!
//! The thread takes every segment, as if each were for a transaction of its own. So no thread has
//! a transaction when the process is forked: no thread has written anything, no view lags behind in
//! a way that its segment does not know, and the committed state is all there is. Threads that
//! compute give their segments up within milliseconds; a thread that waits inside of an atomic
//! block that cannot be undone is waited for. The tables that threads without a segment may be
//! changing (of waiting threads) are guarded by locks, and the thread holds these too: the child
//! finds them free.
//!
//! The heap is a file that all views map. The child has the same file as its parent at first, so
//! the parent waits (its threads have no segments, and change nothing) until the child has copied
//! it to a file of its own (`Memory::detach`). Private copies, markers and locks are private memory
//! of the process, which the system copies.

use std::io::{PipeReader, PipeWriter, Read};
use std::sync::atomic::Ordering;

use crate::config::Control;
use crate::engine::publication::Participants;
use crate::engine::segments::{give_segment_back, take_segment};
use crate::heap::space::GROUP_BYTES;
use crate::object::value::Offset;
use crate::runtime::Runtime;
use crate::runtime::mutator::Mutator;

/// How a child ends that gets no memory for its heap.
const NO_HEAP_STATUS: i32 = 70;

impl Mutator {
    /// Forks the process, outside of a transaction: `fork` does it and gives the number of the
    /// child, 0 in the child. The thread is the only one of the child. Costs a copy of the heap.
    ///
    /// # Errors
    /// The system's number of the error if it refuses.
    pub fn fork(&mut self, fork: impl FnOnce() -> Result<i32, i32>) -> Result<i32, i32> {
        assert!(!self.is_open(), "a fork comes between two transactions");
        let number = |error: std::io::Error| error.raw_os_error().unwrap_or(AGAIN);
        let (reader, writer) = std::io::pipe().map_err(number)?;
        let runtime = self.runtime.clone();
        let (scheduler, forks) = (runtime.scheduler(), runtime.forks());
        let order = Ordering::SeqCst;
        scheduler.wait_until(self.thread, || {
            forks.compare_exchange(false, true, order, order).is_ok()
        });
        let segments = self.take_all_rights();
        let locks = runtime.hold(&self.bell);
        let forked = fork();
        drop(locks);
        match forked {
            Ok(0) => begin_child(&runtime, self, reader, writer),
            Ok(_) => wait_for_child(reader, writer),
            Err(_) => {}
        }
        self.give_all_rights_back(segments);
        forks.store(false, order);
        scheduler.ring();
        forked
    }

    /// Takes the right to run of all threads.
    fn take_all_rights(&self) -> Vec<usize> {
        let runtime = &self.runtime;
        if self.control() != Control::Gil {
            let all = runtime.pool().private();
            return all
                .map(|_| take_segment(self, &Participants::ALL))
                .collect();
        }
        runtime.gil().take(
            runtime.pool(),
            runtime.scheduler(),
            (self.thread, &self.bell),
            runtime.switch_interval(),
        );
        Vec::new()
    }

    fn give_all_rights_back(&self, segments: Vec<usize>) {
        let runtime = &self.runtime;
        for number in segments {
            give_segment_back(runtime, number);
        }
        if self.control() == Control::Gil {
            let (pool, scheduler) = (runtime.pool(), runtime.scheduler());
            let interval = runtime.switch_interval();
            runtime.gil().let_go(pool, scheduler, self.thread, interval);
        }
    }
}

/// `EAGAIN`: the system's error when it has not enough of something.
const AGAIN: i32 = 11;

/// Waits, in the parent, until the child has ended or has copied the heap.
fn wait_for_child(mut reader: PipeReader, writer: PipeWriter) {
    drop(writer);
    let mut rest = Vec::new();
    // (There is nothing to read; an error says that the child will never tell.)
    let _ = reader.read_to_end(&mut rest);
}

/// The child: the other threads are no more, and the heap becomes its own.
fn begin_child(runtime: &Runtime, mutator: &Mutator, reader: PipeReader, writer: PipeWriter) {
    drop(reader);
    runtime.keep_only(mutator);
    if let Err(error) = detach(runtime) {
        eprintln!("motet: no memory for the heap of a forked process: {error}");
        std::process::exit(NO_HEAP_STATUS);
    }
    drop(writer);
}

fn detach(runtime: &Runtime) -> rustix::io::Result<()> {
    let space = runtime.space();
    let mut used: Vec<(Offset, u64)> = Vec::new();
    let all: Vec<_> = space.groups_handed_out().collect();
    for group in &all {
        let start = space.group_start(*group);
        if !space.groups().kind(*group).is_in_use() {
            // Copies that free groups have kept are not worth the work.
            space.private_in(*group).store(0, Ordering::Relaxed);
            continue;
        }
        match used.last_mut() {
            Some((first, bytes)) if first.0 + *bytes == start.0 => *bytes += GROUP_BYTES,
            _ => used.push((start, GROUP_BYTES)),
        }
    }
    let private = |segment: usize| {
        let is_private =
            |group: &_| space.private_in(*group).load(Ordering::Acquire) & (1 << segment) != 0;
        let groups = all.iter().copied().filter(is_private);
        groups
            .map(|group| (space.group_start(group), GROUP_BYTES))
            .collect()
    };
    runtime.memory().detach(&used, private)
}
