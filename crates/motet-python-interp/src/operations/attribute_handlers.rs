//! Attributes: the handlers, for sites that see one shape, many shapes, class variables, module
//! variables, properties. The entries that they use are described in `site_caches.rs`.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use std::sync::atomic::Ordering;

use motet_tm::{Object, Value};

use super::attributes::{self, Found};
use super::handler_support::*;
use super::operator_trampoline::{BOUND, TO_NONE, TO_TWO, enter_method};
use super::site_caches::{known, store_known};
use super::site_ways::known as ways;
use super::site_ways::{self, Way};
use motet_python_objects::classes::{attribute, type_attributes};
use motet_python_objects::model::class::InstanceKind;
use motet_python_objects::model::code::Site;
use motet_python_objects::model::function::{PROPERTY_GET, PROPERTY_SET};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::module;
use motet_vm::symbol::Symbol;

handled! {
    GetAttribute => get_attribute;
    SetAttribute => set_attribute;
}

handlers! {
    get_attribute<M>(pc, registers, thread, word) else get_attribute_of_many {
        let object = get(registers, b(word)).as_object()?;
        let cache = site(pc, registers).cache.load(Ordering::Relaxed);
        let view = read_own::<M>(thread, object);
        if u64::from(view.host()) != cache >> 32 {
            return None;
        }
        set(registers, a(word), view.get(cache & 0xff));
        Some((pc.add(2), registers))
    }

    set_attribute<M>(pc, registers, thread, word) else set_attribute_of_many {
        let object = get(registers, a(word)).as_object()?;
        let cache = site(pc, registers).cache.load(Ordering::Relaxed);
        // First: an object that is open for writing needs no read marker.
        let view = thread.write_open(object)?;
        if u64::from(view.read().host()) != cache >> 32 {
            return None;
        }
        store_known(&view, cache, get(registers, b(word)));
        Some((pc.add(2), registers))
    }

    get_attribute_of_many<M>(pc, registers, thread, word) else get_attribute_of_cell {
        let object = get(registers, b(word)).as_object()?;
        let site = site(pc, registers);
        let view = thread.read_in::<M>(object);
        let known = known::slot(thread, site, view.host())?;
        set(registers, a(word), view.get(known & 0xff));
        Some((pc.add(2), registers))
    }

    get_attribute_of_cell<M>(pc, registers, thread, word) else get_attribute_by_way {
        let object = get(registers, b(word)).as_object()?;
        let name = site(pc, registers).name;
        let value = known::cell_attribute::<M>(thread, object, name)?;
        set(registers, a(word), value);
        Some((pc.add(2), registers))
    }

    get_attribute_by_way<M>(pc, registers, thread, word) else get_by_function {
        let receiver = get(registers, b(word));
        let object = receiver.as_object()?;
        let name = site(pc, registers).name;
        let way = ways::to_read(thread, thread.read_in::<M>(object).host(), name)?;
        let value = if ways::is(way, Way::Far) {
            let array = ways::container::<M>(thread, object, way)?;
            thread.read_element_in::<M>(array, ways::index(way))
        } else if ways::is(way, Way::Property) {
            let function = ways::getter::<M>(thread, way)?;
            return enter_method::<M, 1>(
                thread, function, [receiver], TO_TWO, pc.add(2), registers,
            );
        } else if ways::is(way, Way::Dict) {
            let dict = ways::container::<M>(thread, object, way)?;
            ways::in_dict(thread, dict, name)?
        } else if ways::is(way, Way::ValueBehindDict) {
            if !ways::is_behind_dict::<M>(thread, object, way, name) {
                return None;
            }
            ways::value_of_class::<M>(thread, way)?
        } else {
            if ways::is(way, Way::MethodBehindDict)
                && !ways::is_behind_dict::<M>(thread, object, way, name)
            {
                return None;
            }
            begin(thread, pc, registers, 2);
            bound_by_way::<M>(thread, way, receiver, name)?
        };
        set(registers, a(word), value);
        Some((pc.add(2), registers))
    }

    set_attribute_of_many<M>(pc, registers, thread, word) else set_attribute_by_way {
        let object = get(registers, a(word)).as_object()?;
        let site = site(pc, registers);
        let shape = thread.read_in::<M>(object).host();
        let known = known::store(thread, site, shape)?;
        thread.set_position(pc as u64);
        let view = thread.write(object).ok()?;
        store_known(&view, known, get(registers, b(word)));
        Some((pc.add(2), registers))
    }

    set_attribute_by_way<M>(pc, registers, thread, word) else set_by_function {
        let receiver = get(registers, a(word));
        let object = receiver.as_object()?;
        let name = site(pc, registers).name;
        let way = ways::to_store(thread, thread.read_in::<M>(object).host(), name)?;
        let value = get(registers, b(word));
        if ways::is(way, Way::Property) {
            let function = ways::setter::<M>(thread, way)?;
            let arguments = [receiver, value];
            return enter_method::<M, 2>(
                thread, function, arguments, TO_NONE, pc.add(2), registers,
            );
        }
        begin(thread, pc, registers, 2);
        let container = ways::container::<M>(thread, object, way)?;
        if ways::is(way, Way::Dict) {
            return match ways::store_in_dict(thread, container, name, value) {
                Step::Done | Step::Yes => Some((pc.add(2), registers)),
                Step::Whole => None,
                Step::Failed => Some((to_loop(), registers)),
            };
        }
        let index = ways::index(way);
        if index >= thread.array_length(container) {
            return None;
        }
        let view = match ways::new_shape(way) {
            0 => None,
            _ => Some(thread.write(object).ok()?),
        };
        thread.write_element(container, index, value).ok()?;
        if let Some(view) = view {
            view.set_host(ways::new_shape(way));
        }
        Some((pc.add(2), registers))
    }

    get_by_function<M>(pc, registers, thread, word) else get_found {
        let receiver = get(registers, b(word));
        let (function, descriptor) = getter(thread, receiver, site(pc, registers));
        let function = function.as_object()?;
        let returns = pc.add(2);
        if descriptor == UNBOUND {
            return enter_method::<M, 1>(
                thread, function, [receiver], TO_TWO, returns, registers,
            );
        }
        let owner = thread.class_object(thread.class_of(receiver));
        let arguments = [descriptor, receiver, owner];
        enter_method::<M, 3>(thread, function, arguments, TO_TWO, returns, registers)
    }

    set_by_function<M>(pc, registers, thread, word) {
        let (receiver, value) = (get(registers, a(word)), get(registers, b(word)));
        let site = site(pc, registers);
        let (function, first) = setter(thread, receiver, site);
        let function = function.as_object()?;
        let returns = pc.add(2);
        if first == UNBOUND {
            let arguments = [receiver, value];
            return enter_method::<M, 2>(
                thread, function, arguments, TO_NONE, returns, registers,
            );
        }
        if first == receiver {
            let name = thread.machine().symbols.object(site.name).value();
            let arguments = [receiver, name, value];
            return enter_method::<M, 3>(
                thread, function, arguments, TO_NONE, returns, registers,
            );
        }
        let arguments = [first, receiver, value];
        enter_method::<M, 3>(thread, function, arguments, TO_NONE, returns, registers)
    }

    get_found<M>(pc, registers, thread, word) {
        begin(thread, pc, registers, 2);
        let site = site(pc, registers);
        match get_found_step(thread, site, word) {
            Step::Done => Some((pc.add(2), registers)),
            Step::Yes => {
                let receiver = get(registers, b(word));
                let returns = pc.add(2);
                let (function, descriptor) = getattr_maker(thread, receiver);
                let function = function.as_object()?;
                if descriptor == UNBOUND {
                    let name = thread.machine().symbols.object(site.name).value();
                    let both = [receiver, name];
                    return enter_method::<M, 2>(
                        thread, function, both, TO_TWO, returns, registers,
                    );
                }
                let owner = thread.class_object(thread.class_of(receiver));
                let all = [descriptor, receiver, owner];
                enter_method::<M, 3>(thread, function, all, BOUND, returns, registers)
            }
            Step::Whole => None,
            Step::Failed => Some((to_loop(), registers)),
        }
    }
}

/// Reads an attribute that is found without calling anything: a bound method, an attribute of a
/// built-in object, an attribute without a slot. Yes if there is none, unless a `__getattr__` makes
/// it.
#[inline(never)]
fn get_found_step(thread: &Thread, site: &'static Site, word: u32) -> Step {
    #[cfg(feature = "count-leaving")]
    crate::leaving::note_look_up(thread, word, site);
    let (a, b) = (a(word) as u8, b(word) as u8);
    match attributes::get_found(thread, site, a, b) {
        Ok(Found::Done) => Step::Done,
        Ok(Found::Missing) => Step::Yes,
        Ok(Found::Other) => Step::Whole,
        Err(unwind) => failed(thread, unwind),
    }
}

/// The function that makes an attribute which a plain instance lacks: the `__getattr__` of its
/// class, or the `__get__` of what its class has there, which comes second.
#[inline(never)]
fn getattr_maker<'a>(thread: &'a Thread, receiver: Value<'a>) -> (Value<'a>, Value<'a>) {
    let found = getattr_of_plain(thread, receiver);
    let maker = found.and_then(|found| match function_that_binds(thread, found) {
        Some(function) => Some((function.value(), UNBOUND)),
        None => {
            let binder = descriptor_method(thread, found, names::GET)?;
            Some((binder.value(), found))
        }
    });
    maker.unwrap_or(NO_FUNCTION)
}

/// The `__getattr__` of the class of a plain instance, if it is a function.
fn getattr_function<'a>(thread: &'a Thread, receiver: Value<'a>) -> Option<Object<'a>> {
    function_that_binds(thread, getattr_of_plain(thread, receiver)?)
}

fn function_that_binds<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    object_of(thread, value, CLASS_FUNCTION).filter(|function| thread.binds(*function))
}

/// What the class of a plain instance has as `__getattr__`.
fn getattr_of_plain<'a>(thread: &'a Thread, receiver: Value<'a>) -> Option<Value<'a>> {
    let class = thread.class_of(receiver);
    let is_plain = class >= CLASS_USER_FIRST
        && thread.class(class).kind == InstanceKind::Plain
        && thread.class_number_of(receiver).is_none();
    if !is_plain {
        return None;
    }
    Some(thread.look_up(class, names::GETATTR)?.value)
}

/// What an attribute becomes that is bound to the instance: a method of the class, or what the
/// native of a property answers.
#[inline(never)]
fn bound_by_way<'a, M: FastMode>(
    thread: &'a Thread,
    way: u64,
    receiver: Value<'a>,
    name: Symbol,
) -> Option<Value<'a>> {
    if ways::is(way, Way::Computed) {
        let owner = ways::owner(way);
        return type_attributes::instance_attribute(thread, receiver, owner, name);
    }
    if ways::is(way, Way::OwnDict) {
        let dict = ways::container::<M>(thread, receiver.as_object()?, way)?;
        return Some(dict.value());
    }
    if ways::is(way, Way::Native) {
        return ways::by_native::<M>(thread, way, receiver);
    }
    if ways::is(way, Way::NativeMethod) {
        let native = ways::native_method::<M>(thread, way)?;
        return Some(thread.bind_native(native, receiver));
    }
    if ways::is(way, Way::Class) {
        return Some(thread.class_object(thread.class_of(receiver)));
    }
    if !ways::is(way, Way::Method) && !ways::is(way, Way::MethodBehindDict) {
        return None;
    }
    let function = ways::method::<M>(thread, way)?;
    Some(thread.new_method(function, receiver))
}

/// The answer of [`getter`] and [`setter`] where reading or storing is more than a call.
const NO_FUNCTION: (Value<'static>, Value<'static>) = (UNBOUND, UNBOUND);

/// The class of an instance, if it is a plain one whose attributes are looked up as usual and the
/// name is not one that is known otherwise.
fn class_of_plain(thread: &Thread, receiver: Value<'_>, name: Symbol) -> Option<ClassNumber> {
    let object = receiver.as_object()?;
    if thread.host_of(object) < CLASS_USER_FIRST || name == names::DICT || name == names::CLASS {
        return None;
    }
    let class = thread.class_of_object(object);
    let is_plain = class >= CLASS_USER_FIRST && thread.class_number_of(receiver).is_none();
    is_plain.then_some(class)
}

/// A special method that a descriptor's class defines as a function, if it is the program's.
fn descriptor_method<'a>(
    thread: &'a Thread,
    descriptor: Value<'a>,
    name: Symbol,
) -> Option<Object<'a>> {
    let object = descriptor.as_object()?;
    let class = thread.class_of_object(object);
    if class < CLASS_USER_FIRST {
        return None;
    }
    function_that_binds(thread, thread.look_up(class, name)?.value)
}

/// The function that reads an attribute of an instance, if reading it is no more than calling it:
/// that of a property, or the `__get__` of a descriptor, which comes second. (No structure: that
/// would lie on the native stack, and the handler would lose its jump.)
#[inline(never)]
fn getter<'a>(thread: &'a Thread, receiver: Value<'a>, site: &Site) -> (Value<'a>, Value<'a>) {
    getter_of_instance(thread, receiver, site).unwrap_or(NO_FUNCTION)
}

fn getter_of_instance<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    site: &Site,
) -> Option<(Value<'a>, Value<'a>)> {
    let class = class_of_plain(thread, receiver, site.name)?;
    let found = thread.look_up(class, site.name)?;
    if thread.has_own_getattribute(class) || thread.look_up(class, names::GETATTR).is_some() {
        return None;
    }
    let object = receiver.as_object()?;
    if let Some(property) = object_of(thread, found.value, CLASS_PROPERTY) {
        let function = thread.read(property).get(PROPERTY_GET);
        object_of(thread, function, CLASS_FUNCTION)?;
        site_ways::note_property_read(thread, site, object, found);
        return Some((function, UNBOUND));
    }
    let function = descriptor_method(thread, found.value, names::GET)?;
    let is_hidden = !attribute::is_data_descriptor(thread, found.value)
        && (thread.own_attribute(object, site.name).is_some() || module::is_module(thread, object));
    (!is_hidden).then_some((function.value(), found.value))
}

/// The function that reads an attribute by its name: that of a property, or the `__getattr__` of
/// the class, which gets the name too.
#[inline(never)]
pub(super) fn getter_by_name<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    name: Value<'a>,
) -> (Value<'a>, Value<'a>) {
    let function = || {
        let symbol = thread.symbol_of_name(name)?;
        let class = class_of_plain(thread, receiver, symbol)?;
        if thread.has_own_getattribute(class) {
            return None;
        }
        let Some(found) = thread.look_up(class, symbol) else {
            let function = getattr_function(thread, receiver)?;
            let object = receiver.as_object()?;
            let is_missing = thread.own_attribute(object, symbol).is_none();
            let is_plain = is_missing && !module::is_module(thread, object);
            return is_plain.then(|| (function.value(), name));
        };
        // A property that fails is asked for again by way of `__getattr__`.
        if thread.look_up(class, names::GETATTR).is_some() {
            return None;
        }
        let property = object_of(thread, found.value, CLASS_PROPERTY)?;
        let function = thread.read(property).get(PROPERTY_GET);
        object_of(thread, function, CLASS_FUNCTION).map(|_| (function, UNBOUND))
    };
    function().unwrap_or(NO_FUNCTION)
}

/// The function that stores an attribute of an instance, if storing it is no more than calling it:
/// that of a property, the `__setattr__` of the class (the instance comes second), or the `__set__`
/// of a descriptor, which comes second.
#[inline(never)]
fn setter<'a>(thread: &'a Thread, receiver: Value<'a>, site: &Site) -> (Value<'a>, Value<'a>) {
    setter_of_instance(thread, receiver, site).unwrap_or(NO_FUNCTION)
}

fn setter_of_instance<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    site: &Site,
) -> Option<(Value<'a>, Value<'a>)> {
    let class = class_of_plain(thread, receiver, site.name)?;
    let hook = thread.look_up(class, names::SETATTR)?;
    if hook.class != CLASS_OBJECT {
        let function = object_of(thread, hook.value, CLASS_FUNCTION)?;
        return thread.binds(function).then_some((hook.value, receiver));
    }
    let found = thread.look_up(class, site.name)?;
    if let Some(property) = object_of(thread, found.value, CLASS_PROPERTY) {
        let function = thread.read(property).get(PROPERTY_SET);
        object_of(thread, function, CLASS_FUNCTION)?;
        let shape = thread.read(receiver.as_object()?).host();
        site_ways::note_property_store(thread, site, shape, found);
        return Some((function, UNBOUND));
    }
    let function = descriptor_method(thread, found.value, names::SET)?;
    Some((function.value(), found.value))
}
