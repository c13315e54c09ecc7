//! What a pickle has called: classes and functions by their names, what they make of arguments,
//! and objects that are filled.

use motet_python_objects::classes::{attribute, attribute_set, instantiation};
use motet_python_objects::model::class::InstanceKind;
use motet_python_objects::model::{names, upcalls};
use motet_python_objects::types::host::get_attribute;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::{item, iterate};
use motet_python_objects::types::{dict, list, module, set, string, tuple};
use motet_vm::symbol::Symbol;

use super::instances::{BUILD, NEWOBJ, STACK_GLOBAL, found_in_module, is_special};
use super::output::*;
use super::reader::{Helper, Reader};
use super::source::state;

pub(super) const REDUCE: u8 = b'R';
pub(super) const NEWOBJ_EX: u8 = 0x92;
const GLOBAL: u8 = b'c';
const INST: u8 = b'i';
const OBJ: u8 = b'o';
const PERSID: u8 = b'P';
pub(super) const BINPERSID: u8 = b'Q';
const NEXT_BUFFER: u8 = 0x97;
const READONLY_BUFFER: u8 = 0x98;

/// An instance with more attributes keeps them in a dict.
const ATTRIBUTES_MAX: usize = 64;
/// From this protocol on names may have dots.
const DOTTED: i32 = 4;
/// From this protocol on names are those of Python 3.
const NEW_NAMES: i32 = 3;

/// `container[key] = value` for values that take turns.
pub(super) fn set_items(thread: &mut Thread, container: Root, items: &[Root]) -> Outcome<()> {
    for pair in items.chunks_exact(2) {
        let mark = thread.root_count();
        let (key, value) = (pair[0], pair[1]);
        match exact(thread, thread.get(container), CLASS_DICT) {
            Some(dict) if dict::set_leaf(thread, dict, thread.get(key), thread.get(value))? => {}
            Some(_) => dict::set(thread, container, key, value)?,
            None => item::set_item(thread, container, key, value)?,
        }
        thread.truncate_roots(mark);
    }
    Ok(())
}

/// Calls with the items of a tuple; none if it is none.
fn call_with_tuple(
    thread: &mut Thread,
    function: Root,
    first: &[Root],
    rest: Root,
) -> Outcome<Root> {
    let Some(rest) = tuple::as_tuple(thread, thread.get(rest)) else {
        return Err(type_error(thread, "argument list must be a tuple"));
    };
    let count = tuple::length(thread, rest);
    let mut arguments = Vec::with_capacity(first.len() + count as usize);
    arguments.extend_from_slice(first);
    arguments.extend((0..count).map(|place| thread.root(tuple::get(thread, rest, place))));
    thread.call(function, &arguments)
}

impl Reader {
    /// Does an operation that may call; what it has made, if that is pushed.
    pub(super) fn call(&mut self, thread: &mut Thread, code: u8) -> Outcome<Option<Root>> {
        match code {
            GLOBAL => {
                let module = self.name_line(thread, "utf-8")?;
                let name = self.name_line(thread, "utf-8")?;
                self.global(thread, module, name).map(Some)
            }
            STACK_GLOBAL => self.stack_global(thread).map(Some),
            REDUCE => {
                let arguments = self.pop(thread)?;
                let function = self.pop(thread)?;
                call_with_tuple(thread, function, &[], arguments).map(Some)
            }
            NEWOBJ => self.new_object(thread, false).map(Some),
            NEWOBJ_EX => self.new_object(thread, true).map(Some),
            OBJ | INST => self.instance(thread, code).map(Some),
            BUILD => self.build(thread).map(|()| None),
            APPEND | APPENDS | SETITEM | SETITEMS | ADDITEMS | FROZENSET => self.fill(thread, code),
            PERSID => {
                let name = self.persistent_line(thread)?;
                self.persistent(thread, name).map(Some)
            }
            BINPERSID => {
                let name = self.pop(thread)?;
                self.persistent(thread, name).map(Some)
            }
            NEXT_BUFFER => self.next_buffer(thread).map(Some),
            READONLY_BUFFER => {
                let buffer = self.last(thread)?;
                let made = self.ask(thread, Helper::MakeReadonly, &[buffer])?;
                self.pop(thread)?;
                Ok(Some(made))
            }
            _ => {
                let shown = match code {
                    b' '..=b'~' if !b"'\\".contains(&code) => char::from(code).to_string(),
                    _ => format!("\\x{code:02x}"),
                };
                Err(self.error(thread, &format!("invalid load key, '{shown}'.")))
            }
        }
    }

    // ---- names

    fn stack_global(&mut self, thread: &mut Thread) -> Outcome<Root> {
        let name = self.pop(thread)?;
        let module = self.pop(thread)?;
        let is_text = |root| string::exact_string(thread, thread.get(root)).is_some();
        if !is_text(name) || !is_text(module) {
            return Err(self.error(thread, "STACK_GLOBAL requires str"));
        }
        self.global(thread, module, name)
    }

    /// What a module has by a name.
    fn global(&mut self, thread: &mut Thread, module: Root, name: Root) -> Outcome<Root> {
        if self.finds_classes {
            let method = get_attribute(thread, self.unpickler, "find_class")?;
            return thread.call(method, &[module, name]);
        }
        if let Some(found) = self.found(thread, thread.get(module), thread.get(name))? {
            return Ok(thread.root(found));
        }
        let protocol = thread.root(Value::from_small(self.protocol));
        let fix_imports = thread.root(boolean(self.fix_imports));
        let arguments = [module, name, protocol, fix_imports];
        self.ask(thread, Helper::FindClass, &arguments)
    }

    /// The same, if it is there without a call.
    pub(super) fn found<'a>(
        &self,
        thread: &'a Thread,
        module: Value<'a>,
        name: Value<'a>,
    ) -> Outcome<Option<Value<'a>>> {
        let (mut module, mut name) = (module, name);
        if self.protocol < NEW_NAMES && self.fix_imports {
            let table = |helper| dict::as_dict(thread, self.helper(thread, helper));
            let (Some(names), Some(modules)) = (table(Helper::Names), table(Helper::Modules))
            else {
                return Ok(None);
            };
            let old = thread.new_tuple(&[module, name]);
            if let Some(new) = dict::get_leaf(thread, names, old)?.flatten() {
                let Some(new) = tuple::as_tuple(thread, new) else {
                    return Ok(None);
                };
                (module, name) = (tuple::get(thread, new, 0), tuple::get(thread, new, 1));
            } else if let Some(new) = dict::get_leaf(thread, modules, module)?.flatten() {
                module = new;
            }
        }
        let text = |value| string::as_text(thread, value);
        let Some((module, name)) = text(module).zip(text(name)) else {
            return Ok(None);
        };
        if self.protocol >= DOTTED && name.contains('.') || module::is_initialising(thread, module)
        {
            return Ok(None);
        }
        Ok(found_in_module(thread, module, name))
    }

    fn persistent(&mut self, thread: &mut Thread, name: Root) -> Outcome<Root> {
        if thread.get(self.unpickler) == NONE {
            return Err(self.no_persistent(thread));
        }
        let method = get_attribute(thread, self.unpickler, "persistent_load")?;
        thread.call(method, &[name])
    }

    #[cold]
    fn no_persistent(&self, thread: &mut Thread) -> Unwind {
        let message = "A load persistent id instruction was encountered, but no persistent_load \
                       function was specified.";
        self.error(thread, message)
    }

    fn next_buffer(&mut self, thread: &mut Thread) -> Outcome<Root> {
        let buffers = self.kept_or(thread, state::BUFFERS, None)?;
        if thread.get(buffers) == NONE {
            let message = "pickle stream refers to out-of-band data but no *buffers* argument \
                           was given";
            return Err(self.error(thread, message));
        }
        match iterate::next(thread, buffers)? {
            Some(buffer) => Ok(buffer),
            None => Err(self.error(thread, "not enough out-of-band buffers")),
        }
    }

    // ---- new objects

    /// `class.__new__(class, *arguments, **named)`.
    fn new_object(&mut self, thread: &mut Thread, has_names: bool) -> Outcome<Root> {
        let named = match has_names {
            true => Some(self.pop(thread)?),
            false => None,
        };
        let arguments = self.pop(thread)?;
        let class = self.pop(thread)?;
        let refused = |thread: &Thread, what: &str, value: Root| {
            let operation = if has_names { "NEWOBJ_EX" } else { "NEWOBJ" };
            let kind = thread.type_name(thread.get(value));
            format!("{operation} {what}").replace("{}", kind)
        };
        let Some(number) = thread.class_number_of(thread.get(class)) else {
            let message = refused(thread, "class argument must be a type, not {}", class);
            return Err(self.error(thread, &message));
        };
        let new = thread.look_up(number, names::NEW);
        let is_of_object = new.is_none_or(|new| new.class == CLASS_OBJECT);
        if is_of_object && number < CLASS_USER_FIRST && number != CLASS_OBJECT {
            let message = refused(thread, "class argument '{}' doesn't have __new__", class);
            return Err(self.error(thread, &message));
        }
        let Some(given) = tuple::as_tuple(thread, thread.get(arguments)) else {
            let message = refused(thread, "args argument must be a tuple, not {}", arguments);
            return Err(self.error(thread, &message));
        };
        let is_bare = tuple::length(thread, given) == 0;
        if let Some(named) = named
            && dict::as_dict(thread, thread.get(named)).is_none()
        {
            let message = refused(thread, "kwargs argument must be a dict, not {}", named);
            return Err(self.error(thread, &message));
        }
        if is_bare && is_of_object && named.is_none() && is_made_plainly(thread, number) {
            return Ok(thread.root(thread.new_instance(thread.class(number))));
        }
        let new = attribute::get(thread, class, names::NEW)?;
        match named {
            Some(named) => call_with_names(thread, new, class, arguments, named),
            None => call_with_tuple(thread, new, &[class], arguments),
        }
    }

    /// An instance as protocol 0 and 1 made them of classes of Python 2.
    fn instance(&mut self, thread: &mut Thread, code: u8) -> Outcome<Root> {
        let place = self.marker(thread)?;
        let (class, arguments) = if code == OBJ {
            let Some(first) = self.place_of_last(place + 1).map(|_| place + 1) else {
                return Err(self.underflow(thread));
            };
            let arguments = self.above(thread, first)?;
            (self.pop(thread)?, arguments)
        } else {
            let module = self.name_line(thread, "ascii")?;
            let name = self.name_line(thread, "ascii")?;
            let class = self.global(thread, module, name)?;
            (class, self.above(thread, place)?)
        };
        let is_class = thread.class_number_of(thread.get(class)).is_some();
        let special = thread.symbol_of("__getinitargs__");
        if arguments.is_empty()
            && is_class
            && attribute::get_optional(thread, class, special)?.is_none()
        {
            let new = attribute::get(thread, class, names::NEW)?;
            return thread.call(new, &[class]);
        }
        thread.call(class, &arguments)
    }

    // ---- filling

    /// Puts values into the container below them, or makes a frozen one of them.
    fn fill(&mut self, thread: &mut Thread, code: u8) -> Outcome<Option<Root>> {
        let place = match code {
            APPEND => self.place_of_last(1),
            SETITEM => self.place_of_last(2),
            _ => Some(self.marker(thread)?),
        };
        if code == FROZENSET {
            let items = self.above(thread, place.unwrap_or(0))?;
            let made = thread.root(set::new(thread, CLASS_FROZENSET)?);
            add_all(thread, made, &items)?;
            return Ok(Some(made));
        }
        let Some((container, items)) = self.filled(thread, place)? else {
            return Ok(None);
        };
        match code {
            APPEND | APPENDS => append_all(thread, container, &items)?,
            ADDITEMS => self.add_items(thread, container, &items)?,
            _ if items.len() % 2 != 0 => {
                return Err(self.error(thread, "odd number of items for SETITEMS"));
            }
            _ => set_items(thread, container, &items)?,
        }
        Ok(None)
    }

    fn add_items(&mut self, thread: &mut Thread, container: Root, items: &[Root]) -> Outcome<()> {
        let given = thread.get(container);
        if thread.is_instance(given, CLASS_SET)
            && let Some(set) = set::as_set(thread, given)
        {
            let set = thread.root(set.value());
            return add_all(thread, set, items);
        }
        let add = get_attribute(thread, container, "add")?;
        for item in items {
            thread.call(add, &[*item])?;
        }
        Ok(())
    }

    /// Gives an object its state.
    fn build(&mut self, thread: &mut Thread) -> Outcome<()> {
        let state = self.pop(thread)?;
        let object = self.last(thread)?;
        let special = thread.symbol_of("__setstate__");
        if let Some(method) = attribute::get_optional(thread, object, special)? {
            thread.call(method, &[state])?;
            return Ok(());
        }
        let (state, slots) = match tuple::as_tuple(thread, thread.get(state)) {
            Some(pair) if tuple::length(thread, pair) == 2 => {
                let part = |place| thread.root(tuple::get(thread, pair, place));
                (part(0), Some(part(1)))
            }
            _ => (state, None),
        };
        if thread.get(state) != NONE {
            self.set_attributes(thread, object, state)?;
        }
        let Some(slots) = slots else {
            return Ok(());
        };
        let Some(slots) = dict::as_dict(thread, thread.get(slots)) else {
            return Err(self.error(thread, "slot state is not a dictionary"));
        };
        for (name, value) in rooted(thread, &dict::entries(thread, slots)) {
            let name = attribute_name(thread, thread.get(name))?;
            attribute_set::set(thread, object, name, Some(value))?;
        }
        Ok(())
    }

    fn set_attributes(&mut self, thread: &mut Thread, object: Root, state: Root) -> Outcome<()> {
        let Some(state) = dict::as_dict(thread, thread.get(state)) else {
            return Err(self.error(thread, "state is not a dictionary"));
        };
        let entries = dict::entries(thread, state);
        if set_plainly(thread, thread.get(object), &entries)? {
            return Ok(());
        }
        let entries = rooted(thread, &entries);
        let items: Vec<Root> = entries
            .into_iter()
            .flat_map(|(key, value)| [key, value])
            .collect();
        let target = attribute::get(thread, object, names::DICT)?;
        set_items(thread, target, &items)
    }
}

fn rooted(thread: &Thread, entries: &[(Value<'_>, Value<'_>)]) -> Vec<(Root, Root)> {
    let pairs = entries.iter();
    pairs
        .map(|(key, value)| (thread.root(*key), thread.root(*value)))
        .collect()
}

/// Whether `object.__new__` makes instances of a class, which has no other, and nothing else is
/// to be done.
pub(super) fn is_made_plainly(thread: &Thread, number: ClassNumber) -> bool {
    let class = thread.class(number);
    number >= CLASS_USER_FIRST
        && class.kind == InstanceKind::Plain
        && thread.look_up(number, names::DEL).is_none()
        && instantiation::abstract_methods(thread, class).is_none()
}

fn call_with_names(
    thread: &mut Thread,
    function: Root,
    class: Root,
    arguments: Root,
    named: Root,
) -> Outcome<Root> {
    let arguments = tuple::as_tuple(thread, thread.get(arguments));
    let arguments = arguments.map_or_else(Vec::new, |given| tuple::values(thread, given));
    let mut roots = vec![class];
    roots.extend(arguments.iter().map(|value| thread.root(*value)));
    let named = dict::as_dict(thread, thread.get(named));
    let named = named.map_or_else(Vec::new, |named| dict::entries(thread, named));
    let mut keywords = Vec::new();
    for (name, value) in named {
        let Some(text) = string::as_text(thread, name) else {
            return Err(type_error(thread, "keywords must be strings"));
        };
        keywords.push(thread.intern(text)?);
        roots.push(thread.root(value));
    }
    upcalls::call_with_names(thread, function, &roots, &keywords)
}

/// The object of a built-in class inside of one of a class below it that has a method of that
/// class.
fn inherited_from(
    thread: &Thread,
    object: Root,
    method: Symbol,
    class: ClassNumber,
) -> Option<Object<'_>> {
    let value = thread.get(object);
    let inner = exact(thread, plain(thread, value), class)?;
    let own = thread.class_of(value);
    let is_hidden = thread.has_own_getattribute(own)
        || thread.own_attribute(value.as_object()?, method).is_some();
    let found = thread.look_up(own, method)?;
    (found.class == class && !is_hidden).then_some(inner)
}

fn append_all(thread: &mut Thread, container: Root, items: &[Root]) -> Outcome<()> {
    let values: Vec<Value<'_>> = items.iter().map(|item| thread.get(*item)).collect();
    if let Some(list) = exact(thread, thread.get(container), CLASS_LIST) {
        return list::extend(thread, list, &values);
    }
    let extend = thread.symbol_of("extend");
    if let Some(list) = inherited_from(thread, container, extend, CLASS_LIST) {
        return list::extend(thread, list, &values);
    }
    let values = thread.root(list::from_values(thread, &values)?);
    if let Some(extend) = attribute::get_optional(thread, container, extend)? {
        thread.call(extend, &[values])?;
        return Ok(());
    }
    let append = get_attribute(thread, container, "append")?;
    for item in items {
        thread.call(append, &[*item])?;
    }
    Ok(())
}

fn add_all(thread: &mut Thread, set: Root, items: &[Root]) -> Outcome<()> {
    for item in items {
        let mark = thread.root_count();
        set::add(thread, set, *item)?;
        thread.truncate_roots(mark);
    }
    Ok(())
}

fn attribute_name(thread: &Thread, name: Value<'_>) -> Outcome<Symbol> {
    if let Some(known) = thread.symbol_of_name(name) {
        return Ok(known);
    }
    match string::as_text(thread, name) {
        Some(text) => thread.intern(text),
        None => {
            let kind = thread.type_name(name);
            let message = format!("attribute name must be string, not '{kind}'");
            Err(type_error(thread, message))
        }
    }
}

/// Gives an instance its attributes, if its class leaves that to `object`; false if nothing was
/// done.
pub(super) fn set_plainly(
    thread: &Thread,
    value: Value<'_>,
    entries: &[(Value<'_>, Value<'_>)],
) -> Outcome<bool> {
    let Some(object) = value
        .as_object()
        .filter(|object| thread.has_attributes(*object))
    else {
        return Ok(false);
    };
    let class = thread.class(thread.class_of_object(object));
    let dict = thread.look_up(class.number, names::DICT);
    let is_text = |(name, _): &(Value<'_>, _)| {
        string::exact_string(thread, *name).is_some() && !is_special(thread, *name)
    };
    if !class.has_dict
        || thread.has_own_getattribute(class.number)
        || dict.is_some_and(|found| thread.class_of(found.value) != CLASS_GETSET)
        || thread.class_number_of(value).is_some()
        || module::is_module(thread, object)
        || entries.len() > ATTRIBUTES_MAX
        || !entries.iter().all(is_text)
    {
        return Ok(false);
    }
    for (name, value) in entries {
        let name = attribute_name(thread, *name)?;
        if thread.is_slot(class.number, name) {
            // A slot of the same name is something else.
            let attributes = thread.instance_dict(object)?.known_object();
            let key = thread.machine().symbols.object(name).value();
            dict::set_leaf(thread, attributes, key, *value)?;
        } else {
            thread.set_own_attribute(object, name, *value)?;
        }
    }
    Ok(true)
}
