//! Signals: Ctrl-C becomes `KeyboardInterrupt` in the main thread.
//!
//! The handler only sets a flag and asks all threads for attention; the main thread looks at the
//! flag at its next yield point.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::thread::Thread;

/// Whether an interrupt waits for the main thread. Writers: the handler (true), the main thread.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether an interrupt waits.
pub(crate) fn is_pending() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Whether this is the main thread and an interrupt waited for it; it does not any more.
pub(crate) fn take_interrupt(thread: &Thread) -> bool {
    is_pending() && thread.thread_number() == 0 && INTERRUPTED.swap(false, Ordering::Relaxed)
}

/// Catches SIGINT from now on.
///
/// # Errors
/// What the system says when it refuses.
pub(crate) fn install(thread: &Thread) -> std::io::Result<()> {
    let runtime = std::sync::Arc::downgrade(thread.runtime());
    ctrlc_handler(move || {
        INTERRUPTED.store(true, Ordering::Relaxed);
        if let Some(runtime) = runtime.upgrade() {
            runtime.request_attention();
        }
    })
}

fn ctrlc_handler(action: impl Fn() + Send + 'static) -> std::io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([signal_hook::consts::SIGINT])?;
    std::thread::Builder::new()
        .name("signals".into())
        .spawn(move || {
            for _ in signals.forever() {
                action();
            }
        })?;
    Ok(())
}
