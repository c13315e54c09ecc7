//! Allocation, barriers' slow halves, identity, thread roots.
//!
//! None of these is a safepoint, but a write that fails (the transaction is rolled back then).
//! Invariants: see the crate's page.
#![allow(
    unsafe_code,
    reason = "functions with C's calling convention and names"
)]

use std::ffi::{CStr, c_char};
use std::slice;

use motet_tm::{LayoutId, Mutator, OutOfMemory, Pinned, THREAD_ROOTS, Value, WORD_BYTES, Word};

use crate::thread::{Call, ObjectPointer, STATUS_OK, Thread, misuse};

/// Makes an object of a fixed layout; its fields are the integer 0.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_allocate(
    thread: *mut Thread,
    words: usize,
    layout: u16,
    host: u32,
) -> ObjectPointer {
    // SAFETY: passed on.
    let call = unsafe { Call::inside(thread, "stm_allocate") };
    let zero = Value::from_small(0);
    let fresh = call
        .mutator
        .allocate_filled(LayoutId(layout), host, words as u64, zero);
    fresh.object().into()
}

/// Makes an array of `length` elements, all `fill`. No object when the heap limit forbids it.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3, I-CAPI-4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_allocate_array(
    thread: *mut Thread,
    layout: u16,
    host: u32,
    length: u64,
    fill: Word,
) -> ObjectPointer {
    // SAFETY: passed on.
    let call = unsafe { Call::inside(thread, "stm_allocate_array") };
    let fill = call.value(fill);
    let fresh = call
        .mutator
        .allocate_array(LayoutId(layout), host, length, fill);
    fresh.map_or(ObjectPointer::NULL, |fresh| fresh.object().into())
}

/// Makes a raw object of `bytes` bytes, all 0. No object when the heap limit forbids it.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_allocate_raw(
    thread: *mut Thread,
    layout: u16,
    host: u32,
    bytes: u64,
) -> ObjectPointer {
    // SAFETY: passed on.
    let call = unsafe { Call::inside(thread, "stm_allocate_raw") };
    let fresh = call.mutator.allocate_raw(LayoutId(layout), host, bytes);
    fresh.map_or(ObjectPointer::NULL, |fresh| fresh.object().into())
}

/// Makes a pinned object of a fixed layout with `count` fields.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3, I-CAPI-4, I-CAPI-5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_allocate_pinned(
    thread: *mut Thread,
    layout: u16,
    host: u32,
    fields: *const Word,
    count: usize,
) -> ObjectPointer {
    // SAFETY: passed on.
    let call = unsafe { Call::inside(thread, "stm_allocate_pinned") };
    // SAFETY: passed on.
    let fields = unsafe { values(&call, fields, count) };
    pinned(&call, WORD_BYTES * (1 + fields.len() as u64), |mutator| {
        mutator.allocate_pinned(LayoutId(layout), host, &fields)
    })
}

/// Makes a pinned array with `count` elements.
///
/// # Safety
/// As [`stm_lib_allocate_pinned`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_allocate_pinned_array(
    thread: *mut Thread,
    layout: u16,
    host: u32,
    elements: *const Word,
    count: usize,
) -> ObjectPointer {
    // SAFETY: passed on.
    let call = unsafe { Call::inside(thread, "stm_allocate_pinned_array") };
    // SAFETY: passed on.
    let elements = unsafe { values(&call, elements, count) };
    pinned(&call, WORD_BYTES * (2 + elements.len() as u64), |mutator| {
        mutator.allocate_pinned_array(LayoutId(layout), host, &elements)
    })
}

/// Makes a pinned raw object with a copy of `count` bytes.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3, I-CAPI-5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_allocate_pinned_raw(
    thread: *mut Thread,
    layout: u16,
    host: u32,
    bytes: *const c_char,
    count: usize,
) -> ObjectPointer {
    // SAFETY: passed on.
    let call = unsafe { Call::inside(thread, "stm_allocate_pinned_raw") };
    let bytes: &[u8] = if count == 0 {
        &[]
    } else {
        // SAFETY: I-CAPI-5.
        unsafe { slice::from_raw_parts(bytes.cast(), count) }
    };
    let layout = LayoutId(layout);
    pinned(&call, count as u64, |mutator| {
        mutator.allocate_pinned_raw(layout, host, count as u64, |fresh| {
            fresh.bytes_mut(2, count as u64).copy_from_slice(bytes);
        })
    })
}

/// The values of an array of C.
///
/// # Safety
/// I-CAPI-4, I-CAPI-5.
unsafe fn values<'b>(call: &Call<'_>, words: *const Word, count: usize) -> Vec<Value<'b>> {
    if count == 0 {
        return Vec::new();
    }
    // SAFETY: I-CAPI-5.
    let words = unsafe { slice::from_raw_parts(words, count) };
    words.iter().map(|word| call.value(*word)).collect()
}

/// Makes a pinned object of so many bytes, if there is room.
fn pinned(
    call: &Call<'_>,
    bytes: u64,
    make: impl FnOnce(&Mutator) -> Result<Pinned, OutOfMemory>,
) -> ObjectPointer {
    let room = call.mutator.check_room_to_pin(bytes);
    let made = room.and_then(|()| make(call.mutator));
    made.map_or(ObjectPointer::NULL, |pinned| pinned.object().into())
}

/// The slow half of the write barrier.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3, I-CAPI-4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_write(thread: *mut Thread, object: ObjectPointer) -> i32 {
    // SAFETY: passed on.
    let mut call = unsafe { Call::inside(thread, "stm_write") };
    let object = call.object(object);
    match call.mutator.write(object) {
        Ok(_) => STATUS_OK,
        Err(unwind) => call.status(Err(unwind)),
    }
}

/// Element `index` of an array, with the barrier of its card.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3, I-CAPI-4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_read_element(
    thread: *mut Thread,
    array: ObjectPointer,
    index: u64,
) -> Word {
    // SAFETY: passed on.
    let call = unsafe { Call::inside(thread, "stm_read_element") };
    let array = call.object(array);
    if index >= call.mutator.array_length(array) {
        call.misuse("outside of the array");
    }
    call.mutator.read_element(array, index).word()
}

/// Stores element `index` of an array, with the barrier of its card.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3, I-CAPI-4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_write_element(
    thread: *mut Thread,
    array: ObjectPointer,
    index: u64,
    word: Word,
) -> i32 {
    // SAFETY: passed on.
    let mut call = unsafe { Call::inside(thread, "stm_write_element") };
    let (array, value) = (call.object(array), call.value(word));
    if index >= call.mutator.array_length(array) {
        call.misuse("outside of the array");
    }
    match call.mutator.write_element(array, index, value) {
        Ok(()) => STATUS_OK,
        Err(unwind) => call.status(Err(unwind)),
    }
}

/// A number that stays the object's own as long as it lives.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3, I-CAPI-4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_identity(thread: *mut Thread, object: ObjectPointer) -> u64 {
    // SAFETY: passed on.
    let call = unsafe { Call::inside(thread, "stm_id") };
    call.mutator.identity(call.object(object))
}

/// A root slot of the thread.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_thread_root(thread: *mut Thread, index: u32) -> Word {
    // SAFETY: passed on.
    let call = unsafe { Call::enter(thread, "stm_thread_root") };
    call.mutator.thread_root(checked_root(&call, index)).word()
}

/// Sets a root slot of the thread.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3, I-CAPI-4.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_set_thread_root(thread: *mut Thread, index: u32, word: Word) {
    // SAFETY: passed on.
    let call = unsafe { Call::inside(thread, "stm_set_thread_root") };
    let value = call.value(word);
    call.mutator
        .set_thread_root(checked_root(&call, index), value);
}

fn checked_root(call: &Call<'_>, index: u32) -> usize {
    if index as usize >= THREAD_ROOTS {
        call.misuse("there are STM_THREAD_ROOTS roots");
    }
    index as usize
}

/// Whether an allocation has passed the heap limit since the last call.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_take_out_of_memory(thread: *mut Thread) -> bool {
    // SAFETY: passed on.
    let call = unsafe { Call::enter(thread, "stm_take_out_of_memory") };
    call.mutator.take_out_of_memory()
}

/// For debug builds: ends the process unless a transaction is open and `object` looks like one.
///
/// # Safety
/// I-CAPI-1, I-CAPI-3, I-CAPI-5.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stm_lib_check(
    thread: *mut Thread,
    object: ObjectPointer,
    function: *const c_char,
) {
    // SAFETY: passed on.
    let call = unsafe { Call::enter(thread, "stm_read or stm_write") };
    // SAFETY: I-CAPI-5.
    let function = unsafe { CStr::from_ptr(function) }.to_string_lossy();
    if !call.shared.is_open {
        misuse(&function, "no transaction is open");
    }
    if !call.mutator.looks_like_object(object.word()) {
        misuse(&function, "a foreign reference: not an object of this heap");
    }
}

const _: () = assert!(WORD_BYTES == 8, "C's words have 64 bits");
