//! Calls of classes whose `__new__` is Python: the handlers. `__new__` runs as a frame, above one
//! of the machine's own that checks the object it has made (`operator_trampoline.rs`).
//!
//! The rules and the safety contract are those of `motet_vm::handlers`; these handlers may call
//! functions.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_python_bytecode::{FRAME_HEADER_WORDS, Opcode, encode};
use motet_tm::{Object, Root, Value, Word};

use super::bound_call_handlers::{NAMES, bind, spread};
use super::call_handlers::{call_method_behind_dict, go_on};
use super::found_method::NOT_FOUND;
use super::handler_support::*;
use super::named_call_handlers::call_keywords_native;
use super::native_call_handlers::{call_object, construct, cover_receiver, run_constructor};
use super::native_steps::{NativeCall, exception_step};
use super::operator_trampoline::{ClassCall, NEW, begin_decision, enter_new, go_back};
use super::site_caches::known;
use crate::calling::construct::{self, run_initialiser};
use motet_python_objects::classes::subclassing;
use motet_python_objects::model::class::{Class, InstanceKind};
use motet_python_objects::model::code::LoadedCode;
use motet_python_objects::model::function::{FUNCTION_CODE, NativeBinding, WRAPPED};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{Call, NativeCode, NativeFunction, Outcome};
use motet_python_objects::model::short_call;
use motet_python_objects::model::thread::{HEADER_CALLABLE, HEADER_RESULT, Thread};
use motet_python_objects::types::{exception_fields, list, tuple};
use motet_vm::symbol::Symbol;

handlers! {
    call_class_by_defaults<M>(pc, registers, thread, word) else call_new {
        let header = registers.add(a(word));
        let number = thread.class_number_of(load(header, HEADER_CALLABLE))?;
        let call = (header, b(word), &[][..]);
        enter_init::<M>(thread, number, call, (pc, pc.add(1)), registers)
    }

    call_new<M>(pc, registers, thread, word) else call_native_new {
        let header = registers.add(a(word));
        let object = load(header, HEADER_CALLABLE).as_object()?;
        if thread.layout_id(object) != LAYOUT_CLASS {
            return None;
        }
        let function = new_of_program(thread, object)?;
        enter_new::<M>(thread, function, ClassCall::Plain, pc, registers, word)
    }

    call_native_new<M>(pc, registers, thread, word) else call_object {
        let header = registers.add(a(word));
        let object = load(header, HEADER_CALLABLE).as_object()?;
        if thread.layout_id(object) != LAYOUT_CLASS {
            return None;
        }
        let call = NativeCall { header, count: b(word), returns: pc.add(1) };
        make_natively::<M>(thread, object, call, pc, registers)
    }

    call_keywords_class<M>(pc, registers, thread, word) else call_keywords_new {
        let names = code(registers).constant_name_lists[*pc.add(1) as usize].as_ref()?;
        let header = registers.add(a(word));
        let number = thread.class_number_of(load(header, HEADER_CALLABLE))?;
        let call = (header, b(word), &names[..]);
        enter_init::<M>(thread, number, call, (pc, pc.add(2)), registers)
    }

    call_keywords_new<M>(pc, registers, thread, word) else call_keywords_native {
        let object = load(registers.add(a(word)), HEADER_CALLABLE).as_object()?;
        if thread.layout_id(object) != LAYOUT_CLASS {
            return None;
        }
        let names = code(registers).constant_name_lists[*pc.add(1) as usize].as_ref()?;
        let kind = ClassCall::Named(names);
        enter_new::<M>(thread, new_of_program(thread, object)?, kind, pc, registers, word)
    }

    call_spread_new<M>(pc, registers, thread, word) {
        let call = registers.add(a(word));
        let object = load(call, HEADER_CALLABLE).as_object()?;
        if thread.layout_id(object) != LAYOUT_CLASS || must_yield::<M>(thread) {
            return None;
        }
        let function = new_of_program(thread, object)?;
        thread.set_registers(registers);
        thread.set_next(pc.add(1));
        thread.set_pc(pc);
        let begin = spread_new_step(thread, function, call);
        if begin.is_null() {
            return None;
        }
        let frame = match begin == to_loop() {
            true => registers,
            false => frame_of_new(registers),
        };
        Some((begin, frame))
    }

    call_class_of_module<M>(pc, registers, thread, word) else call_method_behind_dict {
        let header = registers.add(a(word));
        let receiver = load(header, FRAME_HEADER_WORDS).as_object()?;
        let name = site(pc, registers).name;
        let class = if thread.shape_in::<M>(receiver) == CLASS_MODULE {
            let number = thread.read_in::<M>(receiver).get(1).as_integer()? as u32;
            known::variable::<M>(thread, name, number)?.as_object()?
        } else if let Some(own) = known::own_callable::<M>(thread, receiver, name) {
            own.as_object()?
        } else {
            class_asked(thread, receiver, name)?
        };
        if thread.layout_id(class) != LAYOUT_CLASS {
            return None;
        }
        let call = NativeCall { header, count: b(word), returns: pc.add(2) };
        let covered = cover_receiver(thread, call);
        // The call lies as that of a `Call` now.
        store(header, HEADER_CALLABLE, class.value());
        let kind = (ClassCall::ByName, pc);
        let made = make_of_class::<M>(thread, class, call, kind, registers, word);
        covered.settle(thread, call, made.is_some());
        made
    }
}

/// The registers of a `__new__` that a frame calls: above the trampoline, which lies above that.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
pub(super) unsafe fn frame_of_new(registers: Registers) -> Registers {
    // SAFETY: as here.
    let count = unsafe { code(registers) }.register_count as usize;
    registers.wrapping_add(count + 2 * FRAME_HEADER_WORDS)
}

/// Pushes the trampoline above the current frame, and lays above it the header of the frame of
/// `__new__`, which is not entered yet, and its first argument, the class.
///
/// # Safety
/// The contract of the handlers; there is room.
#[inline(always)]
pub(super) unsafe fn push_below_new(
    thread: &Thread,
    function: Object<'_>,
    class: Value<'_>,
    returns: Pc,
    registers: Registers,
) {
    // SAFETY: all that is written lies behind the caller's frame.
    unsafe {
        let frame = frame_of_new(registers);
        let between = frame.wrapping_sub(FRAME_HEADER_WORDS);
        let header = between.wrapping_sub(FRAME_HEADER_WORDS);
        *header.add(HEADER_RESULT) = Word(0);
        push_header(header, thread.machine().deliverer(), returns, registers);
        store(header, HEADER_CALLABLE, NONE);
        *between.add(HEADER_RESULT) = Word(0);
        store(between, HEADER_CALLABLE, function.value());
        store(frame, 0, class);
    }
}

/// As `enter_new`, for a call with `*` or `**`. The arguments are spread behind the class; their
/// tuple and their dict stay where they are, for `__init__` ([`initialise_step`]). Returns where
/// `__new__` begins; a null pointer if the generic operation must run; the loop's if it has failed.
///
/// # Safety
/// The contract of the handlers; the thread knows its registers, and the call lies in the frame.
#[inline(never)]
unsafe fn spread_new_step(thread: &Thread, function: Object<'_>, call: Registers) -> Pc {
    // SAFETY: as for `enter_new`; `spread` takes what lies behind a header, and what it writes lies
    // above the caller's frame.
    unsafe {
        let callee = &*(thread.read(function).raw(FUNCTION_CODE) as *const LoadedCode);
        let registers = thread.registers();
        let frame = frame_of_new(registers);
        let between = frame.wrapping_sub(FRAME_HEADER_WORDS);
        let given = call.add(FRAME_HEADER_WORDS);
        if frame.wrapping_add(3) > thread.stack.soft_end() || !freeze_arguments(thread, given) {
            return std::ptr::null();
        }
        store(frame, 1, load(given, 0));
        store(frame, 2, load(given, 1));
        let mut names = [Symbol(0); NAMES];
        let behind_class = between.add(1);
        let Some((count, named)) = spread(thread, behind_class, &mut names) else {
            return std::ptr::null();
        };
        let words = (count + 1).max(callee.register_count as usize);
        if frame.wrapping_add(words) > thread.stack.soft_end() {
            return std::ptr::null();
        }
        let class = load(call, HEADER_CALLABLE);
        push_below_new(thread, function, class, thread.next(), registers);
        let names = &names[..named];
        let is_simple = callee.simple_arguments as usize == count + 1 && named == 0;
        if !is_simple && !bind(thread, callee, function, between, count + 1, names) {
            return to_loop();
        }
        let deliver = thread.machine().deliverer();
        let goes_on = deliver.instructions.as_ptr().add(usize::from(NEW));
        push_header(between, callee, goes_on, between);
        callee.instructions.as_ptr()
    }
}

/// Makes the positional arguments of a call with `*` a tuple: a list could be changed by `__new__`
/// before `__init__` gets its items. (The dict is the call's own.) False if they are of another
/// kind.
///
/// # Safety
/// The contract of the handlers; `given` is where the arguments lie.
unsafe fn freeze_arguments(thread: &Thread, given: Registers) -> bool {
    // SAFETY: as here.
    let Some(sequence) = unsafe { load(given, 0) }.as_object() else {
        return false;
    };
    match thread.host_of(sequence) {
        CLASS_TUPLE => true,
        CLASS_LIST => {
            let items: Vec<Value<'_>> = list::items_of(thread, sequence).collect();
            let Ok(copy) = tuple::from_values(thread, &items) else {
                return false;
            };
            // SAFETY: as here.
            unsafe { store(given, 0, copy) };
            true
        }
        _ => false,
    }
}

/// The class of an instance, if that is what its attribute of this name is: `self.__class__(…)`.
#[inline(never)]
fn class_asked<'a>(thread: &'a Thread, receiver: Object<'a>, name: Symbol) -> Option<Object<'a>> {
    let is_instance =
        thread.host_of(receiver) >= CLASS_USER_FIRST && thread.layout_id(receiver) != LAYOUT_CLASS;
    if name != names::CLASS || !is_instance {
        return None;
    }
    let class = thread.class_of_object(receiver);
    if thread.look_up(class, names::CLASS).is_some() || thread.has_own_getattribute(class) {
        return None;
    }
    thread.class_object(class).as_object()
}

/// Calls a class by an instruction for methods, whose arguments lie as those of a `Call`.
///
/// # Safety
/// The contract of the handlers; the call lies in the frame.
#[inline(always)]
unsafe fn make_of_class<M: FastMode>(
    thread: &Thread,
    class: Object<'_>,
    call: NativeCall,
    (kind, pc): (ClassCall<'_>, Pc),
    registers: Registers,
    word: u32,
) -> Option<(Pc, Registers)> {
    // SAFETY: as here.
    unsafe {
        let number = thread.class_number_of(class.value())?;
        if number >= CLASS_USER_FIRST {
            let NativeCall {
                header,
                count,
                returns,
            } = call;
            let known = thread.class(number);
            let made = construct::<M>(thread, known, header, count, returns, registers);
            if made.is_some() {
                return made;
            }
        }
        if let Some(function) = new_of_program(thread, class) {
            return enter_new::<M>(thread, function, kind, pc, registers, word);
        }
        let of_init = (call.header, call.count, &[][..]);
        match enter_init::<M>(thread, number, of_init, (pc, call.returns), registers) {
            None => make_natively::<M>(thread, class, call, pc, registers),
            entered => entered,
        }
    }
}

/// Calls the class that a `CallLoaded` has found, which has no receiver.
///
/// # Safety
/// The contract of the handlers; the arguments lie behind the place of the receiver.
#[inline(always)]
pub(super) unsafe fn make_of_loaded<M: FastMode>(
    thread: &Thread,
    class: Object<'_>,
    call: NativeCall,
    pc: Pc,
    registers: Registers,
    word: u32,
) -> Option<(Pc, Registers)> {
    // SAFETY: as here.
    unsafe {
        let covered = cover_receiver(thread, call);
        let kind = (ClassCall::Plain, pc);
        let made = make_of_class::<M>(thread, class, call, kind, registers, word);
        covered.settle(thread, call, made.is_some());
        made
    }
}

/// Calls a class whose instances are made without a frame of the program's.
///
/// # Safety
/// The contract of the handlers; the call lies in the frame as that of a `Call`.
#[inline(always)]
unsafe fn make_natively<M: FastMode>(
    thread: &Thread,
    class: Object<'_>,
    call: NativeCall,
    pc: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    thread.set_registers(registers);
    thread.set_next(call.returns);
    thread.set_pc(pc);
    // SAFETY: as here.
    unsafe {
        if made_at_once(thread, class, call.header, call.count) {
            return go_on::<M>(thread, pc, call.returns, registers);
        }
        let native = match thread.constructor_of(thread.class_number_of(class.value())?) {
            Some(native) => native,
            None => native_new(thread, class)?,
        };
        run_constructor::<M>(thread, (native, class), call, pc, registers)
    }
}

/// The native `__new__` of a class, if calling the class is no more than calling it.
#[inline(never)]
fn native_new(thread: &Thread, class: Object<'_>) -> Option<&'static NativeFunction> {
    let number = thread.class_number_of(class.value())?;
    let native = object_of(thread, own_new(thread, number)?, CLASS_NATIVE_FUNCTION)?;
    let (native, binding) = thread.native_of(native);
    let is_plain = matches!(native.code, NativeCode::Leaf(_) | NativeCode::Calling(..))
        && binding != NativeBinding::Bound
        && thread.look_up(number, names::INIT)?.class == CLASS_OBJECT;
    is_plain.then_some(native)
}

/// Makes an instance of a class whose arguments lie in the frame, if no code of the program runs
/// for it: an exception that keeps its arguments, or what a native `__new__` makes shortly. False
/// if it is none of these.
///
/// # Safety
/// The contract of the handlers; the call lies in the frame.
#[inline(never)]
unsafe fn made_at_once(
    thread: &Thread,
    class: Object<'_>,
    header: Registers,
    count: usize,
) -> bool {
    let Some(number) = thread.class_number_of(class.value()) else {
        return false;
    };
    let known = thread.class(number);
    if known.kind == InstanceKind::Exception {
        return exception_step(thread, known, header, count);
    }
    // SAFETY: as here.
    unsafe {
        let made = match known.kind {
            InstanceKind::Builtin(_) => below_builtin_shortly(thread, known, header, count),
            _ => None,
        };
        let made = made.unwrap_or_else(|| new_shortly(thread, class, header, count));
        if made == NOT_FOUND {
            return false;
        }
        store(header, HEADER_RESULT, made);
    }
    true
}

/// An instance of a class below a built-in one that needs no code of the program: around the one
/// argument, or empty and filled by the shortcut of a native.
///
/// # Safety
/// The contract of the handlers; the call lies in the frame.
unsafe fn below_builtin_shortly<'a>(
    thread: &'a Thread,
    class: &'static Class,
    header: Registers,
    count: usize,
) -> Option<Value<'a>> {
    let InstanceKind::Builtin(base) = class.kind else {
        return None;
    };
    if class.number == base {
        return None;
    }
    let mut arguments = [UNBOUND; 3];
    for (place, argument) in arguments.get_mut(1..=count)?.iter_mut().enumerate() {
        // SAFETY: the contract of the handlers.
        *argument = unsafe { load(header, FRAME_HEADER_WORDS + place) };
    }
    if count == 1
        && let Some(value) = subclassing::answered(thread, base, arguments[1])
    {
        return construct::is_made_around(thread, class).then(|| thread.new_boxed(class, value));
    }
    let init = construct::filling_init(thread, class)?;
    object_of(thread, init, CLASS_NATIVE_FUNCTION)?;
    let made = construct::empty_instance(thread, class)?;
    let is_left_empty = count == 0 && thread.look_up(class.number, names::INIT)?.class == base;
    if !is_left_empty {
        arguments[0] = made;
        short_call::call_shortly(thread, init, &arguments[..=count])?;
    }
    Some(made)
}

/// Makes a plain instance and enters its `__init__`, whose arguments are bound first: defaults,
/// and those of the call that have names.
///
/// # Safety
/// The contract of the handlers; the call lies in the frame.
#[inline(always)]
pub(super) unsafe fn enter_init<M: FastMode>(
    thread: &Thread,
    number: ClassNumber,
    (header, count, names): (Registers, usize, &[Symbol]),
    (pc, returns): (Pc, Pc),
    registers: Registers,
) -> Option<(Pc, Registers)> {
    if must_yield::<M>(thread) {
        return None;
    }
    thread.set_registers(registers);
    thread.set_next(returns);
    thread.set_pc(pc);
    // SAFETY: the contract of the handlers.
    let first = unsafe { init_step(thread, number, header, count, names) };
    if first.is_null() {
        return None;
    }
    if first == to_loop() {
        return Some((first, registers));
    }
    Some((first, header.wrapping_add(2 * FRAME_HEADER_WORDS + 1)))
}

/// The first instruction of the `__init__` that [`enter_init`] enters; null, with nothing changed,
/// for a class that needs more; `to_loop` if the arguments are refused. (It gives no structure:
/// that would come back through memory, and the handler would lose its jump.)
///
/// # Safety
/// As there.
#[inline(never)]
pub(super) unsafe fn init_step(
    thread: &Thread,
    number: ClassNumber,
    header: Registers,
    count: usize,
    names: &[Symbol],
) -> Pc {
    let class = thread.class(number);
    let Some(function) = init_of_program(thread, class) else {
        return std::ptr::null();
    };
    // SAFETY: word 1 of a function is the address of its code; all that is written lies above the
    // caller's frame up to the call, and below the stack's soft end.
    unsafe {
        let callee = &*(thread.read(function).raw(FUNCTION_CODE) as *const LoadedCode);
        let instance_register = header.wrapping_add(FRAME_HEADER_WORDS);
        let inner = instance_register.wrapping_add(1);
        let frame = inner.wrapping_add(FRAME_HEADER_WORDS);
        let words = (count + 1).max(callee.register_count as usize);
        if frame.wrapping_add(words) > thread.stack.soft_end() {
            return std::ptr::null();
        }
        // `construct.rs` has the picture: the frame around that of `__init__` keeps the instance.
        std::ptr::copy(instance_register, frame.add(1), count);
        let instance = match class.kind {
            InstanceKind::Plain => thread.new_instance(class),
            InstanceKind::Exception => {
                let place = thread.index_of(frame.add(1));
                let given = thread.stack_values(place, count - names.len());
                match exception_fields::construct(thread, class.number, given) {
                    Ok(instance) => instance,
                    // The general way makes it once more, and tells what is wrong.
                    Err(_) => return std::ptr::null(),
                }
            }
            InstanceKind::Builtin(_) => match construct::empty_instance(thread, class) {
                Some(instance) => instance,
                None => return std::ptr::null(),
            },
        };
        let around = thread.machine().initialiser();
        push_header(header, around, thread.next(), thread.registers());
        store(instance_register, 0, instance);
        *inner.add(HEADER_RESULT) = Word(0);
        store(inner, HEADER_CALLABLE, function.value());
        store(frame, 0, instance);
        if !bind(thread, callee, function, inner, count + 1, names) {
            return to_loop();
        }
        push_header(
            inner,
            callee,
            around.instructions.as_ptr(),
            instance_register,
        );
        callee.instructions.as_ptr()
    }
}

/// The `__init__` of a class, if that is a program's function, and calling the class is no more
/// than making a plain instance, or an empty one of a built-in class, and calling it.
#[inline]
pub(super) fn init_of_program<'a>(thread: &'a Thread, class: &'static Class) -> Option<Object<'a>> {
    let init = match class.kind {
        _ if class.number < CLASS_USER_FIRST => None,
        InstanceKind::Plain => construct::simple_init(thread, class),
        InstanceKind::Builtin(_) => construct::filling_init(thread, class),
        InstanceKind::Exception => construct::simple_init(thread, class),
    };
    object_of(thread, init?, CLASS_FUNCTION)
}

/// The `__new__` of a class, if that is a program's function and calling the class begins with it.
#[inline(never)]
pub(super) fn new_of_program<'a>(thread: &'a Thread, object: Object<'a>) -> Option<Object<'a>> {
    let number = thread.class_number_of(object.value())?;
    object_of(thread, own_new(thread, number)?, CLASS_FUNCTION)
}

/// The `__new__` of a class, if a class of a program has it and calling the class begins with it.
#[inline(always)]
fn own_new(thread: &Thread, number: ClassNumber) -> Option<Value<'_>> {
    if number < CLASS_USER_FIRST || thread.has_call_of_program(thread.class(number).metaclass.get())
    {
        return None;
    }
    let found = thread.look_up(number, names::NEW)?;
    if found.class < CLASS_USER_FIRST {
        return None;
    }
    Some(match object_of(thread, found.value, CLASS_STATIC_METHOD) {
        Some(wrapper) => thread.read(wrapper).get(WRAPPED),
        None => found.value,
    })
}

/// What a call of a class gives whose `__new__` is a native with a shortcut that knows it, and
/// whose instances need no `__init__`; `NOT_FOUND` of others.
///
/// # Safety
/// The contract of the handlers; the call lies in the frame.
#[inline(never)]
unsafe fn new_shortly<'a>(
    thread: &'a Thread,
    class: Object<'a>,
    header: Registers,
    count: usize,
) -> Value<'a> {
    let made = || {
        let number = thread.class_number_of(class.value())?;
        let native = object_of(thread, own_new(thread, number)?, CLASS_NATIVE_FUNCTION)?;
        let is_made_by_new = thread.look_up(number, names::INIT)?.class == CLASS_OBJECT;
        if !is_made_by_new {
            return None;
        }
        let mut arguments = [class.value(), UNBOUND, UNBOUND];
        for (place, argument) in arguments.get_mut(1..=count)?.iter_mut().enumerate() {
            // SAFETY: the contract of the handlers.
            *argument = unsafe { load(header, FRAME_HEADER_WORDS + place) };
        }
        let native = thread.unbound_native(native)?;
        let made = short_call::answer(thread, native, arguments, count + 1)?;
        (thread.class_of(made) == number).then_some(made)
    };
    made().unwrap_or(NOT_FOUND)
}

/// `__new__` has returned: `__init__` is called if the class has one, with the arguments that lie
/// in the caller's frame.
///
/// # Safety
/// The contract of the handlers; `returns` lies behind the caller's `Call`.
#[inline(always)]
pub(super) unsafe fn after_new(
    thread: &Thread,
    made: Value<'_>,
    returns: Pc,
    caller: Registers,
    (words, has_names): (usize, bool),
) -> Option<(Pc, Registers)> {
    // SAFETY: the instruction before `returns` is the caller's; its operands name its registers,
    // and the second word of one with names is the number of their list.
    unsafe {
        let word = *returns.sub(words);
        let header = caller.add(a(word));
        if !has_initialiser(thread, load(header, HEADER_CALLABLE), made) {
            store(header, HEADER_RESULT, made);
            return Some((returns, caller));
        }
        go_back(thread, returns, words, caller);
        let own = motet_vm::handlers::own(thread);
        let names: &[Symbol] = match has_names {
            false => &[],
            true => {
                let list = &code(caller).constant_name_lists[*returns.sub(1) as usize];
                list.as_deref().unwrap_or_default()
            }
        };
        if initialise_step(own, header, b(word), names, made.word()) {
            // A frame of `__init__` is the current one now, or the call is over.
            return Some((thread.next(), thread.registers()));
        }
        Some((to_loop(), caller))
    }
}

/// Whether the object that a `__new__` has made is initialised: an instance of the class that is
/// called, whose own class has an `__init__`.
#[inline(never)]
fn has_initialiser(thread: &Thread, class: Value<'_>, made: Value<'_>) -> bool {
    let Some(number) = thread.class_number_of(class) else {
        return false;
    };
    let actual = thread.class_of(made);
    let is_instance = actual == number || thread.is_instance(made, number);
    let init = thread.look_up(actual, names::INIT);
    is_instance && init.is_some_and(|found| found.class != CLASS_OBJECT)
}

/// Begins to initialise the object that was made: enters the frame of its `__init__`, above one
/// that makes the object the result of the call, or does the whole. The arguments of a `CallSpread`
/// are spread once more: they lie in the call as their tuple and dict. False if it has failed.
///
/// # Safety
/// The thread's own pointer, while nothing else uses it; `made` is a value of a register, and the
/// call lies in the current frame.
#[inline(never)]
unsafe fn initialise_step(
    thread: *mut Thread,
    header: Registers,
    count: usize,
    names: &[Symbol],
    made: Word,
) -> bool {
    // SAFETY: as above.
    let (thread, [made]) = unsafe { begin_decision(thread, [made]) };
    // SAFETY: the program counter is at the caller's instruction.
    let is_spread = encode::opcode(unsafe { *thread.pc() }) == Some(Opcode::CallSpread);
    let mut spread_names = [Symbol(0); NAMES];
    let (count, names) = match is_spread {
        false => (count, names),
        true => match spread(thread, header, &mut spread_names) {
            Some((count, named)) => (count, &spread_names[..named]),
            None => {
                let unwind = thread.too_deep();
                thread.fail(unwind);
                return false;
            }
        },
    };
    let call = Call {
        header: thread.index_of(header),
        count,
        names,
        returns: thread.next(),
    };
    let done = initialise(thread, call, made);
    done.map_err(|unwind| thread.fail(unwind)).is_ok()
}

fn initialise(thread: &mut Thread, call: Call<'_>, made: Root) -> Outcome<()> {
    let mark = thread.root_count();
    let class = thread.class_of(thread.get(made));
    let init = thread.look_up(class, names::INIT);
    if let Some(init) = init
        && let Some(function) = thread.object_of(init.value, CLASS_FUNCTION)
    {
        let (function, instance) = (function.value().word(), thread.get(made).word());
        thread.truncate_roots(mark - 1);
        return construct::initialise(thread, call, function, instance).map(|_| ());
    }
    let arguments: Vec<Root> = (call.first()..call.first() + call.count)
        .map(|index| thread.root(thread.stack_value(index)))
        .collect();
    if let Some(init) = thread.look_up(class, names::INIT) {
        let init = thread.root(init.value);
        run_initialiser(thread, init, made, &arguments, call.names)?;
    }
    thread.set_stack_value(call.header + HEADER_RESULT, thread.get(made));
    thread.truncate_roots(mark - 1);
    Ok(())
}
