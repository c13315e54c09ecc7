//! The runtime and its threads: made, counted, ended. Invariants: see the crate's page.
#![allow(
    unsafe_code,
    reason = "functions with C's calling convention and names"
)]

use std::ffi::{CStr, CString, c_char};
use std::sync::{Arc, LazyLock};

use motet_tm::{
    AbortCause, CommitEngine, Config, Control, Injection, Layout, Mutator, Runtime, Shape,
};

use crate::thread::{self, Call, Thread, misuse};

/// One thread at a time.
pub const CONTROL_GIL: u32 = 0;
/// Threads run in parallel.
pub const CONTROL_STM: u32 = 1;
/// See [`CommitEngine::Log`].
pub const COMMIT_LOG: u32 = 0;
/// See [`CommitEngine::StopTheWorld`].
pub const COMMIT_STOP: u32 = 1;
/// See [`Shape::Fixed`].
pub const SHAPE_FIXED: u32 = 0;
/// See [`Shape::Array`].
pub const SHAPE_ARRAY: u32 = 1;
/// See [`Shape::Raw`].
pub const SHAPE_RAW: u32 = 2;
/// Room for causes of aborts.
pub const ABORT_CAUSES_MAX: usize = 16;

/// [`Config`] for C.
#[repr(C)]
pub struct SetupConfig {
    /// [`CONTROL_STM`] or [`CONTROL_GIL`].
    pub control: u32,
    /// [`COMMIT_LOG`] or [`COMMIT_STOP`].
    pub commit_engine: u32,
    /// See [`Config::segments`].
    pub segments: u32,
    /// See [`Config::heap_bytes_max`].
    pub heap_bytes_max: u64,
    /// See [`Config::nursery_bytes`].
    pub nursery_bytes: u64,
    /// See [`Config::nursery_reserve_bytes`].
    pub nursery_reserve_bytes: u64,
    /// See [`Config::gil_interval_us`].
    pub gil_interval_us: u64,
    /// See [`Injection::parse`]; null for none.
    pub injection: *const c_char,
    /// See [`Config::stepping_seed`].
    pub stepping_seed: u64,
    /// Whether the seed counts.
    pub is_stepped: bool,
}

/// [`Layout`] for C.
#[repr(C)]
pub struct SetupLayout {
    /// For reports.
    pub name: *const c_char,
    /// [`SHAPE_FIXED`], [`SHAPE_ARRAY`] or [`SHAPE_RAW`].
    pub shape: u32,
    /// Words of a fixed shape, header included.
    pub words: u16,
    /// See [`Layout::mutable`].
    pub is_mutable: bool,
}

/// The runtime's counters, for C.
#[repr(C)]
pub struct Counts {
    /// Transactions committed.
    pub commits: u64,
    /// Attempts given up.
    pub aborts: u64,
    /// Of these, by cause: see [`stm_abort_cause_name`].
    pub aborts_by_cause: [u64; ABORT_CAUSES_MAX],
    /// Transactions that became inevitable.
    pub inevitable: u64,
    /// Minor collections.
    pub minor_collections: u64,
    /// Bytes copied into the old space.
    pub promoted_bytes: u64,
    /// Bytes of the old space handed out.
    pub old_space_bytes: u64,
    /// Times that the GIL was handed over.
    pub gil_handovers: u64,
    /// Nanoseconds that committers waited for others to stop.
    pub stop_ns: u64,
}

/// The values that a runtime gets if nothing is said.
///
/// # Safety
/// I-CAPI-5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_config_default(config: *mut SetupConfig) {
    let default = Config::default();
    let filled = SetupConfig {
        control: CONTROL_STM,
        commit_engine: match default.commit_engine {
            CommitEngine::Log => COMMIT_LOG,
            CommitEngine::StopTheWorld => COMMIT_STOP,
        },
        segments: default.segments as u32,
        heap_bytes_max: default.heap_bytes_max,
        nursery_bytes: default.nursery_bytes,
        nursery_reserve_bytes: default.nursery_reserve_bytes,
        gil_interval_us: default.gil_interval_us,
        injection: std::ptr::null(),
        stepping_seed: 0,
        is_stepped: false,
    };
    // SAFETY: I-CAPI-5.
    unsafe { config.write(filled) };
}

/// Makes a runtime. On failure returns null and puts a message into `error`.
///
/// # Safety
/// I-CAPI-5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_setup(
    config: *const SetupConfig,
    layouts: *const SetupLayout,
    layout_count: usize,
    error: *mut c_char,
    error_bytes: usize,
) -> *mut Runtime {
    // SAFETY: I-CAPI-5.
    let made = unsafe {
        let layouts = std::slice::from_raw_parts(layouts, layout_count);
        make(&*config, layouts)
    };
    match made {
        Ok(runtime) => Arc::into_raw(runtime).cast_mut(),
        Err(message) => {
            let bytes = message.as_bytes();
            if error_bytes > 0 {
                let count = bytes.len().min(error_bytes - 1);
                // SAFETY: I-CAPI-5: room for `error_bytes`; the last is the terminator.
                unsafe {
                    error.copy_from_nonoverlapping(bytes.as_ptr().cast(), count);
                    error.add(count).write(0);
                }
            }
            std::ptr::null_mut()
        }
    }
}

/// The runtime of a configuration.
///
/// # Safety
/// I-CAPI-5.
unsafe fn make(config: &SetupConfig, layouts: &[SetupLayout]) -> Result<Arc<Runtime>, String> {
    let control = match config.control {
        CONTROL_GIL => Control::Gil,
        CONTROL_STM => Control::Stm,
        other => return Err(format!("there is no control {other}")),
    };
    let commit_engine = match config.commit_engine {
        COMMIT_LOG => CommitEngine::Log,
        COMMIT_STOP => CommitEngine::StopTheWorld,
        other => return Err(format!("there is no commit engine {other}")),
    };
    let injection = if config.injection.is_null() {
        Injection::default()
    } else {
        // SAFETY: I-CAPI-5.
        let text = unsafe { CStr::from_ptr(config.injection) };
        Injection::parse(&text.to_string_lossy())?
    };
    // SAFETY: I-CAPI-5.
    let described = unsafe { describe(layouts)? };
    let config = Config {
        control,
        commit_engine,
        segments: config.segments as usize,
        heap_bytes_max: config.heap_bytes_max,
        nursery_bytes: config.nursery_bytes,
        nursery_reserve_bytes: config.nursery_reserve_bytes,
        gil_interval_us: config.gil_interval_us,
        // C cannot ask for them yet.
        events: false,
        injection,
        stepping_seed: config.is_stepped.then_some(config.stepping_seed),
        ..Config::default()
    };
    Runtime::new(config, described).map_err(|error| error.to_string())
}

/// The layouts of a configuration.
///
/// # Safety
/// I-CAPI-5.
unsafe fn describe(layouts: &[SetupLayout]) -> Result<Vec<Layout>, String> {
    let mut described = Vec::new();
    for layout in layouts {
        // SAFETY: I-CAPI-5.
        let name = unsafe { CStr::from_ptr(layout.name) }.to_string_lossy();
        let shape = match layout.shape {
            SHAPE_FIXED => Shape::Fixed {
                words: layout.words,
            },
            SHAPE_ARRAY => Shape::Array,
            SHAPE_RAW => Shape::Raw,
            other => return Err(format!("layout {name}: there is no shape {other}")),
        };
        described.push(Layout {
            // A handful of names for the life of the process.
            name: String::leak(name.into_owned()),
            shape,
            mutable: layout.is_mutable,
        });
    }
    Ok(described)
}

/// Ends a runtime. All its threads are unregistered.
///
/// # Safety
/// `runtime` comes from [`stm_setup`] and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_teardown(runtime: *mut Runtime) {
    // SAFETY: the pointer is the share that `stm_setup` gave away.
    drop(unsafe { Arc::from_raw(runtime) });
}

/// Makes the runtime's half of a thread that is going to exist; called by its parent. Null when the
/// kernel refuses the root stack.
///
/// # Safety
/// `runtime` comes from [`stm_setup`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_new_thread(runtime: *mut Runtime) -> *mut Mutator {
    // SAFETY: the share that `stm_setup` gave away is left alone; this one is the caller's own.
    let runtime = unsafe {
        Arc::increment_strong_count(runtime);
        Arc::from_raw(runtime)
    };
    match runtime.new_mutator() {
        Ok(mutator) => Box::into_raw(Box::new(mutator)),
        Err(_) => std::ptr::null_mut(),
    }
}

/// The calling thread is the one that `newborn` was made for.
///
/// # Safety
/// I-CAPI-1; `newborn` comes from [`stm_new_thread`] and is used once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_register(thread: *mut Thread, newborn: *mut Mutator) {
    if newborn.is_null() {
        misuse("stm_register_thread", "no thread was made");
    }
    // SAFETY: I-CAPI-1; the box of `stm_new_thread`.
    let mutator = unsafe {
        if !(*thread).mutator.is_null() {
            misuse("stm_register_thread", "the thread is registered already");
        }
        Box::from_raw(newborn)
    };
    mutator.arrive();
    // SAFETY: I-CAPI-1; it has no mutator.
    unsafe { thread::attach(thread, mutator) };
}

/// The calling thread leaves the runtime. No transaction is open.
///
/// # Safety
/// I-CAPI-1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_unregister(thread: *mut Thread) {
    // SAFETY: passed on.
    let mutator = unsafe { thread::detach(thread) };
    mutator.depart();
}

/// The number of the thread, in the order of their making; the first is 0.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_thread_number(thread: *mut Thread) -> u64 {
    // SAFETY: passed on.
    let call = unsafe { Call::enter(thread, "stm_thread_number") };
    call.mutator.thread_number()
}

/// Makes every running thread leave its fast path at its next yield point.
///
/// # Safety
/// `runtime` comes from [`stm_setup`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_request_attention(runtime: *const Runtime) {
    // SAFETY: C keeps its share.
    unsafe { &*runtime }.request_attention();
}

/// Writes the counters of all threads so far.
///
/// # Safety
/// `runtime` comes from [`stm_setup`]; I-CAPI-5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_statistics(runtime: *const Runtime, counts: *mut Counts) {
    // SAFETY: C keeps its share.
    let runtime = unsafe { &*runtime };
    let statistics = runtime.statistics();
    let mut aborts_by_cause = [0; ABORT_CAUSES_MAX];
    for (count, aborts) in aborts_by_cause.iter_mut().zip(statistics.aborts) {
        *count = aborts;
    }
    let filled = Counts {
        commits: statistics.commits,
        aborts: statistics.aborts_total(),
        aborts_by_cause,
        inevitable: statistics.inevitable,
        minor_collections: statistics.minor_collections,
        promoted_bytes: statistics.promoted_bytes,
        old_space_bytes: runtime.old_space_bytes(),
        gil_handovers: statistics.gil_handovers,
        stop_ns: statistics.stop_ns,
    };
    // SAFETY: I-CAPI-5.
    unsafe { counts.write(filled) };
}

/// The name of a cause of aborts; null behind the last.
#[unsafe(no_mangle)]
pub extern "C" fn stm_abort_cause_name(index: usize) -> *const c_char {
    static NAMES: LazyLock<Vec<CString>> = LazyLock::new(|| {
        let names = AbortCause::ALL.into_iter().map(AbortCause::name);
        names
            .map(|name| CString::new(name).expect("a name has no zero in it"))
            .collect()
    });
    NAMES
        .get(index)
        .map_or(std::ptr::null(), |name| name.as_ptr())
}

const _: () = assert!(
    AbortCause::ALL.len() <= ABORT_CAUSES_MAX,
    "room for every cause"
);
