//! Signals: handlers run on the main thread, at its next yield point or where it waits.
//!
//! A thread of ours gets the signals of the system; it only notes them and asks the main thread for
//! attention. A signal that the main thread has taken is noted again if its transaction is undone,
//! so that no signal is lost with an abort. Which handler runs is the language's
//! ([`Language::handle_signal`]).

use std::cell::Cell;
use std::io::{PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use motet_tm::{Runtime, Unwind};
use signal_hook::consts::{SIGINT, SIGTSTP, SIGXFSZ};
use signal_hook::iterator::Handle;

use crate::language::{Language, Outcome};
use crate::thread::Thread;
use crate::vm::Vm;

/// Signals are numbered from 1 to 64.
pub const SIGNALS_END: usize = 65;

/// The effect of a signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Disposition {
    /// The system's default.
    Default = 0,
    /// Nothing.
    Ignore = 1,
    /// A handler of the program runs (for SIGINT at first: the language's own).
    Handler = 2,
}

/// The parts that signals need to reach the main thread.
struct Reach {
    runtime: Weak<Runtime>,
    main: std::thread::Thread,
    handle: Handle,
    /// Wakes the main thread where it sleeps in the system.
    bell: (PipeReader, PipeWriter),
    /// The descriptors that all this stands on.
    descriptors: Vec<i64>,
    /// That of this process, where this one is the parent's.
    forked: OnceLock<Box<Reach>>,
}

/// Signals on their way, as all threads of a machine share them.
pub struct Signals {
    /// Signals that wait for the main thread, one bit each (signal 1: bit 0). SeqCst.
    pending: AtomicU64,
    /// Signals that are blocked for the process, one bit each: those that the main thread has
    /// blocked. SeqCst.
    blocked: AtomicU64,
    /// Those of the blocked signals that have come. SeqCst.
    held: AtomicU64,
    /// Those for which the process has a handler, which stays. SeqCst.
    caught: AtomicU64,
    /// The descriptor that gets the number of each signal that has a handler; -1: none. SeqCst.
    wakeup: AtomicI32,
    /// By number; see [`Disposition`]. SeqCst.
    dispositions: [AtomicU8; SIGNALS_END],
    /// How often each signal has come. SeqCst.
    arrivals: [AtomicU64; SIGNALS_END],
    reach: OnceLock<Reach>,
    /// Whether the main thread listens to the bell, or is about to. Set by it, taken back by it or
    /// by the thread that rings, and the latter writes the bell's one byte. SeqCst: one of the two
    /// sees the other, the main thread the pending signal or the ringer the listener.
    hears_bell: AtomicBool,
    tell: fn(descriptor: i32, signal: i32),
}

/// The part of a thread that is about the signals it handles.
#[derive(Default)]
pub(crate) struct Taken {
    /// Signals that this transaction has handled, one bit each.
    taken: Cell<u64>,
    /// How often the thread has handled signals.
    seen: Cell<u64>,
    /// That count when the program began to wait for a signal.
    paused_at: Cell<Option<u64>>,
    /// Signals that the thread has blocked, one bit each.
    blocked: Cell<u64>,
}

/// The descriptors of the process, as far as the system tells. (The list of the library for signals
/// is not to be had.)
fn open_descriptors() -> Vec<i64> {
    let number =
        |entry: std::io::Result<std::fs::DirEntry>| entry.ok()?.file_name().to_str()?.parse().ok();
    let folder = std::fs::read_dir("/proc/self/fd");
    let mut all: Vec<i64> =
        folder.map_or_else(|_| Vec::new(), |folder| folder.filter_map(number).collect());
    // The list had a descriptor itself.
    all.retain(|descriptor| std::fs::exists(format!("/proc/self/fd/{descriptor}")).unwrap_or(true));
    all
}

/// Whether a signal cannot be caught.
fn is_refused(signal: i32) -> bool {
    signal_hook::low_level::signal_name(signal).is_none()
        || signal_hook::consts::FORBIDDEN.contains(&signal)
}

/// The bit of a signal.
const fn bit(signal: i32) -> u64 {
    1 << (signal - 1)
}

impl Reach {
    /// Catches signals from now on, by a thread that hands them to `own`; the calling thread is the
    /// main one.
    fn begin(
        own: &'static Signals,
        runtime: Weak<Runtime>,
        caught: &[i32],
    ) -> std::io::Result<Reach> {
        for signal in caught {
            own.caught.fetch_or(bit(*signal), Ordering::SeqCst);
        }
        let before = open_descriptors();
        let mut signals = signal_hook::iterator::Signals::new(caught)?;
        let bell = std::io::pipe()?;
        let mut descriptors = open_descriptors();
        descriptors.retain(|descriptor| !before.contains(descriptor));
        let reach = Reach {
            runtime,
            main: std::thread::current(),
            handle: signals.handle(),
            bell,
            descriptors,
            forked: OnceLock::new(),
        };
        std::thread::Builder::new()
            .name("signals".into())
            .spawn(move || signals.forever().for_each(|signal| own.arrive(signal)))?;
        Ok(reach)
    }
}

impl Signals {
    pub(crate) fn new(tell: fn(descriptor: i32, signal: i32)) -> Signals {
        Signals {
            pending: AtomicU64::new(0),
            blocked: AtomicU64::new(0),
            held: AtomicU64::new(0),
            caught: AtomicU64::new(0),
            wakeup: AtomicI32::new(-1),
            dispositions: [const { AtomicU8::new(0) }; SIGNALS_END],
            arrivals: [const { AtomicU64::new(0) }; SIGNALS_END],
            reach: OnceLock::new(),
            hears_bell: AtomicBool::new(false),
            tell,
        }
    }

    /// How signals reach the main thread of this process.
    fn reach(&self) -> Option<&Reach> {
        let mut reach = self.reach.get()?;
        while let Some(forked) = reach.forked.get() {
            reach = forked;
        }
        Some(reach)
    }

    /// From now on the process has a handler for a signal.
    fn catch(&self, reach: &Reach, signal: i32) -> std::io::Result<()> {
        self.caught.fetch_or(bit(signal), Ordering::SeqCst);
        reach.handle.add_signal(signal)
    }

    /// Whether a descriptor is one that signals need.
    pub fn is_own_descriptor(&self, descriptor: i64) -> bool {
        let mut reach = self.reach.get();
        while let Some(known) = reach {
            if known.descriptors.contains(&descriptor) {
                return true;
            }
            reach = known.forked.get().map(|forked| &**forked);
        }
        false
    }

    /// Starts signals in a process that was forked: its one thread is the main one, and gets the
    /// signals of this process from now on. Those that have come were the parent's.
    ///
    /// # Errors
    /// The system's error when it refuses.
    pub(crate) fn begin_again(&'static self) -> std::io::Result<()> {
        self.pending.store(0, Ordering::SeqCst);
        self.held.store(0, Ordering::SeqCst);
        self.hears_bell.store(false, Ordering::SeqCst);
        let Some(reach) = self.reach() else {
            return Ok(());
        };
        let caught: Vec<i32> = (1..SIGNALS_END as i32)
            .filter(|signal| self.caught.load(Ordering::SeqCst) & bit(*signal) != 0)
            .collect();
        let forked = Reach::begin(self, reach.runtime.clone(), &caught)?;
        let is_first = reach.forked.set(Box::new(forked)).is_ok();
        debug_assert!(is_first, "a process is forked once");
        Ok(())
    }

    /// Whether a signal waits.
    #[inline]
    pub fn is_pending(&self) -> bool {
        self.pending.load(Ordering::SeqCst) != 0
    }

    /// Whether a signal waits for this thread to handle it.
    #[inline]
    pub fn is_pending_for(&self, thread: &Thread) -> bool {
        self.is_pending() && thread.is_main()
    }

    /// Notes that a signal has come, or is made to seem so.
    pub fn arrive(&self, signal: i32) {
        assert!(
            (1..SIGNALS_END as i32).contains(&signal),
            "signals are numbered from 1 to 64"
        );
        let disposition = self.dispositions[signal as usize].load(Ordering::SeqCst);
        if self.blocked.load(Ordering::SeqCst) & bit(signal) != 0 {
            if disposition != Disposition::Ignore as u8 {
                self.held.fetch_or(bit(signal), Ordering::SeqCst);
            }
        } else if disposition == Disposition::Handler as u8 {
            (self.tell)(self.wakeup.load(Ordering::SeqCst), signal);
            self.note(bit(signal));
        } else if disposition == Disposition::Default as u8 {
            // It ends or stops the process, or does nothing.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
        self.arrivals[signal as usize].fetch_add(1, Ordering::SeqCst);
    }

    /// How often a signal has come.
    pub fn arrivals(&self, signal: i32) -> u64 {
        self.arrivals[signal as usize].load(Ordering::SeqCst)
    }

    /// Whether a signal is noted when it comes, because the program handles it or has blocked it.
    pub fn is_noted(&self, signal: i32) -> bool {
        (1..SIGNALS_END as i32).contains(&signal)
            && (self.has_handler(signal) || self.blocked() & bit(signal) != 0)
    }

    /// Sets which descriptor is told of signals; the one before.
    pub fn set_wakeup(&self, descriptor: i32) -> i32 {
        self.wakeup.swap(descriptor, Ordering::SeqCst)
    }

    /// The signals that are blocked for the process.
    pub fn blocked(&self) -> u64 {
        self.blocked.load(Ordering::SeqCst)
    }

    /// The blocked signals that have come.
    pub fn held(&self) -> u64 {
        self.held.load(Ordering::SeqCst)
    }

    /// Takes one of the held signals of a mask.
    pub fn take_held(&self, mask: u64) -> Option<i32> {
        let found = self.held.load(Ordering::SeqCst) & mask;
        let signal = found.trailing_zeros() as i32 + 1;
        (found != 0).then(|| {
            self.held.fetch_and(!bit(signal), Ordering::SeqCst);
            signal
        })
    }

    /// Sets which signals are blocked for the process. Signals that were held and are not blocked
    /// any more come now.
    fn set_blocked(&self, mask: u64) {
        let before = self.blocked.swap(mask, Ordering::SeqCst);
        for signal in 1..SIGNALS_END as i32 {
            if mask & !before & bit(signal) != 0
                && let Some(reach) = self.reach()
                && !is_refused(signal)
            {
                // Else it would end the process where it should wait.
                let _ = self.catch(reach, signal);
            }
            if before & !mask & bit(signal) != 0 && self.take_held(bit(signal)).is_some() {
                self.arrive(signal);
            }
        }
    }

    /// Whether a handler of the program runs when the signal comes.
    pub fn has_handler(&self, signal: i32) -> bool {
        let disposition = self.dispositions[signal as usize].load(Ordering::SeqCst);
        disposition == Disposition::Handler as u8
    }

    /// The signals that the program ignores, or has been started to ignore.
    pub fn ignored(&self) -> u64 {
        let ignored = |signal: &i32| {
            let disposition = &self.dispositions[*signal as usize];
            disposition.load(Ordering::SeqCst) == Disposition::Ignore as u8
        };
        let signals = (1..SIGNALS_END as i32).filter(ignored);
        signals.fold(0, |mask, signal| mask | bit(signal))
    }

    /// Whether the process has a handler for a signal, which stays.
    pub fn is_caught(&self, signal: i32) -> bool {
        self.caught.load(Ordering::SeqCst) & bit(signal) != 0
    }

    /// Notes signals for the main thread.
    fn note(&self, mask: u64) {
        self.pending.fetch_or(mask, Ordering::SeqCst);
        if let Some(reach) = self.reach() {
            if let Some(runtime) = reach.runtime.upgrade() {
                runtime.request_attention();
            }
            reach.main.unpark();
            if self.hears_bell.swap(false, Ordering::SeqCst) {
                // It is empty: it takes a byte.
                let _ = (&reach.bell.1).write(&[0]);
            }
        }
    }

    /// The descriptor that is readable when a signal comes while the bell is heard.
    pub(crate) fn bell(&self) -> Option<i32> {
        self.reach().map(|reach| reach.bell.0.as_raw_fd())
    }

    /// Lets the main thread sleep by `sleep`, which the bell ends. Returns the result of `sleep`,
    /// or true if a signal waits.
    pub(crate) fn while_bell_is_heard(&self, sleep: impl FnOnce() -> bool) -> bool {
        self.hears_bell.store(true, Ordering::SeqCst);
        let is_over = self.is_pending() || sleep();
        if !self.hears_bell.swap(false, Ordering::SeqCst)
            && let Some(reach) = self.reach()
        {
            // Its byte has come or is on its way.
            let _ = (&reach.bell.0).read(&mut [0]);
        }
        is_over
    }

    /// Sets the effect of a signal.
    ///
    /// # Errors
    /// The system's error when it refuses.
    pub fn set_disposition(&self, signal: i32, disposition: Disposition) -> std::io::Result<()> {
        if matches!(signal, 9 | 19) {
            // EINVAL, as the system says.
            return Err(std::io::Error::from_raw_os_error(22));
        }
        self.dispositions[signal as usize].store(disposition as u8, Ordering::SeqCst);
        let is_caught = disposition != Disposition::Default || signal == SIGTSTP;
        match self.reach() {
            Some(reach) if is_caught && !is_refused(signal) => self.catch(reach, signal),
            _ => Ok(()),
        }
    }
}

/// The signals of a mask with one bit for each.
pub fn of_mask(mask: u64) -> impl Iterator<Item = i32> {
    (1..SIGNALS_END as i32).filter(move |signal| mask & bit(*signal) != 0)
}

/// The signals that the process ignores since its parent process has started it, one bit each; 0 if
/// the system does not tell.
fn ignored_from_the_start() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

/// Catches SIGINT from now on, and ignores SIGXFSZ: a write past the limit of a file's size fails
/// instead. To be called by the main thread, once.
///
/// # Errors
/// The system's error when it refuses.
pub fn install(thread: &Thread) -> std::io::Result<()> {
    let vm: &'static Vm = thread.vm();
    let own = &vm.signals;
    let ignored = ignored_from_the_start();
    for signal in of_mask(ignored) {
        own.dispositions[signal as usize].store(Disposition::Ignore as u8, Ordering::SeqCst);
    }
    own.dispositions[SIGINT as usize].store(Disposition::Handler as u8, Ordering::SeqCst);
    own.dispositions[SIGXFSZ as usize].store(Disposition::Ignore as u8, Ordering::SeqCst);
    let runtime = Arc::downgrade(thread.runtime());
    let reach = Reach::begin(own, runtime, &[SIGINT, SIGXFSZ])?;
    assert!(own.reach.set(reach).is_ok(), "installed once");
    Ok(())
}

/// A signal that came while the thread had no segment has asked others for attention only.
pub(crate) fn mind(thread: &Thread) {
    if thread.vm().signals.is_pending_for(thread) {
        thread.request_own_attention();
    }
}

/// Keeps the signals that the transaction, which has committed, has handled: they are handled for
/// good.
pub(crate) fn keep_handled(thread: &Thread) {
    thread.signals.taken.set(0);
}

/// Gives the signals of a transaction that is undone back: they have not been handled.
pub(crate) fn give_back(thread: &Thread) {
    let taken = thread.signals.taken.replace(0);
    if taken != 0 {
        thread.vm().signals.note(taken);
    }
}

/// Handles the signals that wait, if this is the main thread. To be called between two operations.
/// While the language watches all threads, this one runs generic operations from here on, and the
/// request for attention stays, for other threads that come to this segment.
///
/// # Errors
/// An exception of a handler, or an abort.
#[cold]
pub fn deliver<L: Language>(thread: &mut L) -> Outcome<()> {
    if thread.vm().is_watched() {
        thread.set_plain(true);
    } else {
        thread.clear_attention();
    }
    let signals = &thread.vm().signals;
    if !signals.is_pending_for(thread) {
        return Ok(());
    }
    if thread.has_signal_handlers() {
        // A handler may block, and its effects may not happen twice.
        thread.become_inevitable()?;
    }
    let mask = signals.pending.swap(0, Ordering::SeqCst);
    let own = &thread.signals;
    own.taken.set(own.taken.get() | mask);
    own.seen.set(own.seen.get() + 1);
    for signal in of_mask(mask) {
        if let Err(unwind) = thread.handle_signal(signal) {
            // Those behind it wait for the next time.
            let rest = mask & u64::MAX.checked_shl(signal as u32).unwrap_or(0);
            if rest != 0 && unwind == Unwind::Raise {
                let own = &thread.signals;
                own.taken.set(own.taken.get() & !rest);
                signals.note(rest);
            }
            return Err(unwind);
        }
    }
    Ok(())
}

/// Handles the signals that wait, where the thread has just waited: the operation is tried again
/// afterwards, with the deadline that it had.
///
/// # Errors
/// As [`deliver`].
pub fn deliver_after_wait<L: Language>(thread: &mut L) -> Outcome<()> {
    if !thread.vm().signals.is_pending_for(thread) {
        return Ok(());
    }
    let deadline = thread.waits.deadline.get();
    let paused = thread.signals.paused_at.get();
    thread.stop_waiting(false);
    thread.signals.paused_at.set(None);
    deliver(thread)?;
    thread.waits.deadline.set(deadline);
    thread.signals.paused_at.set(paused);
    Ok(())
}

impl Thread {
    /// The signals that this thread has blocked.
    pub fn blocked_signals(&self) -> u64 {
        self.signals.blocked.get()
    }

    /// Sets which signals this thread has blocked. Signals are sent to the process, whose handlers
    /// run on the main thread: what that thread has blocked waits.
    pub fn set_blocked_signals(&self, mask: u64) {
        // SIGKILL and SIGSTOP cannot be blocked.
        let mask = mask & !(1 << 8 | 1 << 18);
        self.signals.blocked.set(mask);
        if self.is_main() {
            self.vm().signals.set_blocked(mask);
        }
    }

    /// A thread that this one has made begins with the same signals blocked.
    pub(crate) fn pass_blocked_signals(&self, made: &Thread) {
        made.signals.blocked.set(self.signals.blocked.get());
    }

    /// An operation waits for any signal, and is tried again after each wait. True when one was
    /// handled since the first attempt: then the operation is over.
    pub fn was_signalled(&self) -> bool {
        let seen = self.signals.seen.get();
        match self.signals.paused_at.get() {
            Some(paused_at) if paused_at != seen => {
                self.signals.paused_at.set(None);
                true
            }
            Some(_) => false,
            None => {
                self.signals.paused_at.set(Some(seen));
                false
            }
        }
    }
}
