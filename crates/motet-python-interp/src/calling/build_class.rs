//! Making classes: `__build_class__`, `type(name, bases, namespace)`.

use motet_python_objects::classes::class_bases::linearise_by;
use motet_python_objects::model::class_names;
use motet_python_objects::model::function;
use motet_python_objects::model::namespace;
use motet_python_objects::model::native;
use motet_python_objects::model::text;
use motet_python_objects::types::dict_methods;
use motet_python_objects::types::exception_fields;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use motet_tm::{Root, Unwind, Value};

use super::call::call_with_names;
use motet_python_objects::classes::attribute;
use motet_python_objects::classes::class_plan::{Plan, base_numbers, plan, refuse_entries};
use motet_python_objects::model::class::{Class, ClassCaches, InstanceForm, pin_class_object};
use motet_python_objects::model::exception::{ATTRIBUTE_ERROR, TYPE_ERROR, VALUE_ERROR};
use motet_python_objects::model::function::{FUNCTION_CODE, WRAPPED};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::namespace::CELL_VALUE;
use motet_python_objects::model::native::{Arguments, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::model::type_def::TypeDef;
use motet_python_objects::types::host::argument_type;
use motet_python_objects::types::protocol::{item, iterate};
use motet_python_objects::types::{codecs, decimal, dict, list, string, tuple};
use motet_vm::symbol::Symbol;

/// Instances get so many slots if their attributes are not known.
const SLOTS_DEFAULT: usize = 4;

/// `__build_class__(body, name, *bases, metaclass=…, **keywords)`.
///
/// # Errors
/// Any exception of the body, the metaclass and the hooks.
pub fn build_class<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_body(thread, arguments)?;
    let root = |index| thread.root(arguments.get(thread, index));
    let (body, name) = (root(0), root(1));
    let given: Vec<Root> = (2..arguments.len()).map(root).collect();
    let (_, keyword_names) = native::roots_from(thread, arguments, arguments.len());
    let mut metaclass = None;
    let mut keywords = Vec::new();
    let mut values = Vec::new();
    for (index, keyword) in keyword_names.into_iter().enumerate() {
        let value = thread.root(arguments.keyword_value(thread, index));
        if thread.machine().symbols.text(keyword) == "metaclass" {
            metaclass = Some(value);
        } else {
            keywords.push(keyword);
            values.push(value);
        }
    }
    let original = thread.root(tuple::from_roots(thread, &given)?);
    let bases = resolved_bases(thread, &given, original)?;
    let metaclass = metaclass_for(thread, metaclass, bases)?;
    let namespace = prepare(thread, metaclass, name, bases, &values, &keywords)?;
    let cell = super::call::run_class_body(thread, body, namespace)?;
    if thread.object_of(thread.get(cell), CLASS_CELL).is_some() {
        set_item(thread, namespace, names::CLASSCELL, cell)?;
    }
    if thread.get(bases) != thread.get(original) {
        set_item(thread, namespace, names::ORIGINAL_BASES, original)?;
    }
    let mut all = vec![name, bases, namespace];
    all.extend(values);
    let class = call_with_names(thread, metaclass, &all, &keywords)?;
    if let Some(cell) = thread.object_of(thread.get(cell), CLASS_CELL)
        && thread.read(cell).get(CELL_VALUE) == UNBOUND
        && thread.class_number_of(thread.get(class)).is_some()
    {
        thread.write(cell)?.set(CELL_VALUE, thread.get(class));
    }
    Ok(thread.get(class))
}

/// A program may call the function by itself, with any arguments.
fn check_body(thread: &Thread, arguments: Arguments) -> Outcome<()> {
    let body = thread.object_of(arguments.get(thread, 0), CLASS_FUNCTION);
    let is_plain = body.is_some_and(|body| thread.function_code(body).source.generator.is_none());
    let message = match text::as_text(thread, arguments.get(thread, 1)) {
        _ if !is_plain => "__build_class__: func must be a function",
        None => "__build_class__: name is not a string",
        Some(_) => return Ok(()),
    };
    Err(thread.raise(TYPE_ERROR, message))
}

fn set_item(thread: &mut Thread, namespace: Root, name: Symbol, value: Root) -> Outcome<()> {
    let key = thread.root(thread.machine().symbols.object(name).value());
    item::set_item(thread, namespace, key, value)
}

/// The bases, with the results of `__mro_entries__` in place of objects that are no classes; the
/// same tuple if all are classes.
fn resolved_bases(thread: &mut Thread, given: &[Root], original: Root) -> Outcome<Root> {
    let mut resolved = Vec::new();
    let mut is_changed = false;
    for base in given {
        let value = thread.get(*base);
        if thread.class_number_of(value).is_some() {
            resolved.push(*base);
            continue;
        }
        // An attribute of the object itself counts: functions that stand for classes have one.
        let method = match attribute::get(thread, *base, names::MRO_ENTRIES) {
            Ok(method) => method,
            Err(Unwind::Raise) if thread.take_exception_of(ATTRIBUTE_ERROR) => {
                resolved.push(*base);
                continue;
            }
            Err(unwind) => return Err(unwind),
        };
        is_changed = true;
        let entries = thread.call(method, &[original])?;
        let entries = thread.get(entries);
        if tuple::as_tuple(thread, entries).is_none() {
            return Err(thread.raise(TYPE_ERROR, "__mro_entries__ must return a tuple"));
        }
        let entries = thread.tuple_items(entries);
        resolved.extend(entries.into_iter().map(|entry| thread.root(entry)));
    }
    if !is_changed {
        return Ok(original);
    }
    let bases = tuple::from_roots(thread, &resolved)?;
    Ok(thread.root(bases))
}

/// The metaclass that is asked for, or inherited; if it is a class, the one below all others.
fn metaclass_for(thread: &Thread, asked: Option<Root>, bases: Root) -> Outcome<Root> {
    let start = match asked {
        Some(asked) => match thread.class_number_of(thread.get(asked)) {
            Some(number) => number,
            None => return Ok(asked),
        },
        None => match thread.tuple_items(thread.get(bases)).first() {
            // A base that is no class: its class makes the object that the statement binds.
            Some(first) => thread.class_of(*first),
            None => CLASS_TYPE,
        },
    };
    let best = most_derived(thread, start, thread.get(bases))?;
    Ok(thread.root(thread.class_object(best)))
}

/// The metaclass among `start` and those of the bases that is below all others.
fn most_derived(thread: &Thread, start: ClassNumber, bases: Value<'_>) -> Outcome<ClassNumber> {
    let mut best = start;
    for base in thread.tuple_items(bases) {
        let metaclass = thread.class_of(base);
        if thread.is_subclass(best, metaclass) {
            continue;
        }
        if !thread.is_subclass(metaclass, best) {
            let message = "metaclass conflict: the metaclass of a derived class must be a \
                 (non-strict) subclass of the metaclasses of all its bases";
            return Err(thread.raise(TYPE_ERROR, message));
        }
        best = metaclass;
    }
    Ok(best)
}

/// The namespace that a class's body runs in.
fn prepare(
    thread: &mut Thread,
    metaclass: Root,
    name: Root,
    bases: Root,
    values: &[Root],
    keywords: &[Symbol],
) -> Outcome<Root> {
    let number = thread.class_number_of(thread.get(metaclass));
    if number != Some(CLASS_TYPE) {
        let method = match attribute::get(thread, metaclass, names::PREPARE) {
            Ok(method) => Some(method),
            Err(Unwind::Raise) if thread.take_exception_of(ATTRIBUTE_ERROR) => None,
            Err(unwind) => return Err(unwind),
        };
        if let Some(method) = method {
            let mut all = vec![name, bases];
            all.extend(values);
            let made = call_with_names(thread, method, &all, keywords)?;
            return checked_namespace(thread, metaclass, made);
        }
    }
    let made = dict::new(thread)?;
    Ok(thread.root(made))
}

fn checked_namespace(thread: &Thread, metaclass: Root, namespace: Root) -> Outcome<Root> {
    let value = thread.get(namespace);
    let is_mapping = dict::as_dict(thread, value).is_some()
        || thread.has_special(thread.class_of(value), "__getitem__");
    if is_mapping {
        return Ok(namespace);
    }
    let owner = match thread.class_number_of(thread.get(metaclass)) {
        Some(number) => thread.class_name(number),
        None => "<metaclass>",
    };
    let name = thread.type_name(value);
    let message = format!("{owner}.__prepare__() must return a mapping, not {name}");
    Err(thread.raise(TYPE_ERROR, message))
}

/// `type.__new__(metaclass, name, bases, namespace, **keywords)`.
///
/// # Errors
/// `TypeError`, and exceptions of hooks.
pub fn type_new(
    thread: &mut Thread,
    metaclass: ClassNumber,
    arguments: &[Root],
    keywords: &[Symbol],
) -> Outcome<Root> {
    let positional = arguments.len() - keywords.len();
    if positional != 3 {
        let message = format!("type.__new__() takes exactly 3 arguments ({positional} given)");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    check_arguments(thread, arguments)?;
    let best = most_derived(thread, metaclass, thread.get(arguments[1]))?;
    if best != metaclass
        && let Some(new) = thread.look_up(best, names::NEW)
        && new.class >= CLASS_USER_FIRST
    {
        let new = thread.root(new.value);
        let new = function::unwrap_static(thread, new);
        let mut all = vec![thread.root(thread.class_object(best))];
        all.extend(arguments);
        return call_with_names(thread, new, &all, keywords);
    }
    let namespace = match dict_methods::as_plain_dict(thread, thread.get(arguments[2])) {
        Some(_) => arguments[2],
        None => dict_methods::copied(thread, arguments[2])?,
    };
    let number = make(thread, best, [arguments[0], arguments[1], namespace])?;
    let class = thread.root(thread.class_object(number));
    order_by_metaclass(thread, class, best)?;
    tell_attributes(thread, class, number)?;
    tell_base(thread, number, &arguments[3..], keywords)?;
    Ok(class)
}

fn check_arguments(thread: &Thread, arguments: &[Root]) -> Outcome<()> {
    let wrong = |index: usize, wanted: &str| {
        let name = argument_type(thread, thread.get(arguments[index]));
        let number = index + 1;
        let message = format!("type.__new__() argument {number} must be {wanted}, not {name}");
        Err(thread.raise(TYPE_ERROR, message))
    };
    let Some(name) = text::as_text(thread, thread.get(arguments[0])) else {
        return wrong(0, "str");
    };
    codecs::check_encodable(thread, name)?;
    if name.contains('\0') {
        let message = "type name must not contain null characters";
        return Err(thread.raise(VALUE_ERROR, message));
    }
    if tuple::as_tuple(thread, thread.get(arguments[1])).is_none() {
        return wrong(1, "tuple");
    }
    if dict::as_dict(thread, thread.get(arguments[2])).is_none() {
        return wrong(2, "dict");
    }
    refuse_entries(thread, thread.get(arguments[1]))
}

const CHECKED: &str = "the caller has checked the types of the three arguments";

/// Makes the class itself.
fn make(thread: &Thread, metaclass: ClassNumber, arguments: [Root; 3]) -> Outcome<ClassNumber> {
    let name = text::as_text(thread, thread.get(arguments[0])).expect(CHECKED);
    let bases = base_numbers(thread, thread.get(arguments[1]))?;
    let namespace = dict::as_dict(thread, thread.get(arguments[2])).expect(CHECKED);
    let entries: Vec<(Symbol, Value<'_>)> = dict::entries(thread, namespace)
        .into_iter()
        .filter_map(|(key, value)| Some((text::as_text(thread, key)?, value)))
        .map(|(text, value)| Ok((thread.intern(text)?, value)))
        .collect::<Outcome<_>>()?;
    let find = |wanted: Symbol| {
        let mut found = entries.iter().filter(|(name, _)| *name == wanted);
        found.next().map(|(_, value)| *value)
    };
    let text_of = |wanted| find(wanted).and_then(|value| text::as_text(thread, value));
    if let Some(value) = find(names::QUALNAME)
        && text::as_text(thread, value).is_none()
    {
        let given = thread.type_name(value);
        let message = format!("type __qualname__ must be a str, not {given}");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    let classes = &thread.machine().classes;
    let mro_tail = linearise(thread, &bases)?;
    let plan = plan(thread, name, &bases, &entries)?;
    let wanted = slots_wanted(thread, &bases, &entries) + plan.slots.len() as u32;
    let metaclass_shape = thread.class(metaclass).instances.root();
    let caller = thread.code().namespace.get(thread, names::NAME);
    let caller = caller.and_then(|name| text::as_text(thread, name));
    let Plan {
        kind,
        solid,
        slots,
        has_dict,
        has_weak_references,
    } = plan;
    let is_decimal = bases.iter().any(|base| decimal::is_class(thread, *base));
    let class = classes.add_user(|number| Class {
        number,
        name: name.into(),
        qualified_name: text_of(names::QUALNAME).unwrap_or(name).into(),
        module: text_of(names::MODULE)
            .or(caller)
            .unwrap_or("builtins")
            .into(),
        told: OnceLock::new(),
        mro: std::iter::once(number)
            .chain(mro_tail)
            .collect::<Vec<_>>()
            .into(),
        bases: bases.into(),
        namespace: namespace::empty(),
        object: pin_class_object(thread, number, metaclass_shape),
        metaclass: metaclass.into(),
        kind,
        solid: solid.unwrap_or(number),
        slots,
        has_dict,
        has_weak_references,
        instances: InstanceForm::new(classes.shapes.root(number), wanted),
        caches: ClassCaches::default(),
        is_decimal: AtomicBool::new(is_decimal),
        constructor: None,
        definition: &TypeDef::OF_PROGRAM,
    });
    fill(thread, class, &entries)?;
    if let Some(cell) = find(names::CLASSCELL) {
        fill_class_cell(thread, class, cell)?;
    }
    Ok(class.number)
}

/// Puts a class into the cell that its methods' `super()` reads.
fn fill_class_cell(thread: &Thread, class: &Class, cell: Value<'_>) -> Outcome<()> {
    let Some(cell) = thread.object_of(cell, CLASS_CELL) else {
        let (_, given) = class_names::shown(thread, thread.class_of(cell));
        let message = format!("__classcell__ must be a nonlocal cell, not <class '{given}'>");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    thread.write(cell)?.set(CELL_VALUE, class.object.value());
    Ok(())
}

/// The names and texts of descriptors of the parts that a class adds to its instances: attributes,
/// weak references.
fn own_descriptors(thread: &Thread, class: &Class) -> Vec<(Symbol, &'static str)> {
    let mut found = Vec::new();
    let below = |has: fn(&Class) -> bool| class.bases.iter().any(|base| has(thread.class(*base)));
    if class.has_dict && !below(|base| base.has_dict) {
        found.push((names::DICT, "dictionary for instance variables"));
    }
    if class.has_weak_references && !below(|base| base.has_weak_references) {
        found.push((
            names::WEAK_REFERENCE,
            "list of weak references to the object",
        ));
    }
    found
}

/// Binds the attributes of a new class.
fn fill(thread: &Thread, class: &Class, entries: &[(Symbol, Value<'_>)]) -> Outcome<()> {
    // All cells first: a pinned object that is made after one was written needs another page.
    for (name, _) in entries {
        class.namespace.cell(thread, *name);
    }
    for slot in &class.slots {
        class.namespace.cell(thread, *slot);
    }
    let own_descriptors = own_descriptors(thread, class);
    class.namespace.cell(thread, names::MODULE);
    for (name, _) in &own_descriptors {
        class.namespace.cell(thread, *name);
    }
    class.namespace.cell(thread, names::DOC);
    let mut has = (false, class.slots.contains(&names::HASH));
    for (name, value) in entries {
        has.0 |= *name == names::EQ;
        has.1 |= *name == names::HASH;
        let is_function = thread.class_of(*value) == CLASS_FUNCTION;
        let value = match *name {
            names::QUALNAME | names::CLASSCELL => continue,
            names::NEW if is_function => thread.new_small(CLASS_STATIC_METHOD, *value, NONE, NONE),
            names::INIT_SUBCLASS | names::CLASS_GETITEM if is_function => {
                thread.new_small(CLASS_CLASS_METHOD, *value, NONE, NONE)
            }
            _ => *value,
        };
        class.namespace.set(thread, *name, value)?;
    }
    for slot in &class.slots {
        let name = thread.machine().symbols.object(*slot).value();
        let member = thread.new_small(CLASS_MEMBER, name, class.object.value(), NONE);
        class.namespace.set(thread, *slot, member)?;
    }
    for (name, text) in own_descriptors {
        if class.namespace.get(thread, name).is_none() {
            let text = string::new(thread, text)?;
            let name_object = thread.machine().symbols.object(name).value();
            let own = class.object.value();
            let descriptor = thread.new_small(CLASS_GETSET, name_object, own, text);
            class.namespace.set(thread, name, descriptor)?;
        }
    }
    if class.namespace.get(thread, names::MODULE).is_none() {
        let module = thread.machine().symbols.intern(thread, &class.module);
        let module = thread.machine().symbols.object(module).value();
        class.namespace.set(thread, names::MODULE, module)?;
    }
    if class.namespace.get(thread, names::DOC).is_none() {
        class.namespace.set(thread, names::DOC, NONE)?;
    }
    if has == (true, false) {
        class.namespace.set(thread, names::HASH, NONE)?;
    }
    Ok(())
}

/// How many slots instances should have: one for each attribute that methods store into `self`,
/// here and in the bases.
fn slots_wanted(thread: &Thread, bases: &[ClassNumber], entries: &[(Symbol, Value<'_>)]) -> u32 {
    let mut own: Vec<&str> = Vec::new();
    for (_, value) in entries {
        let function = match thread.object_of(*value, CLASS_PROPERTY) {
            Some(property) => thread.read(property).get(WRAPPED),
            None => *value,
        };
        let Some(function) = thread.object_of(function, CLASS_FUNCTION) else {
            continue;
        };
        let code = thread.code_at(thread.read(function).raw(FUNCTION_CODE));
        for attribute in &code.source.self_attributes {
            if !own.contains(&&**attribute) {
                own.push(attribute);
            }
        }
    }
    let inherited: u32 = bases
        .iter()
        .map(|base| thread.class(*base).instances.slots())
        .sum();
    let is_known = !own.is_empty() || inherited > 0;
    if is_known {
        inherited + own.len() as u32
    } else {
        SLOTS_DEFAULT as u32
    }
}

/// The order of lookup behind the class itself (C3).
fn linearise(thread: &Thread, bases: &[ClassNumber]) -> Outcome<Vec<ClassNumber>> {
    linearise_by(thread, bases, |base| thread.class(base).mro.to_vec())
}

/// A metaclass with a `mro` of its own makes the order of lookup.
fn order_by_metaclass(thread: &mut Thread, class: Root, metaclass: ClassNumber) -> Outcome<()> {
    let found = thread.look_up(metaclass, names::MRO_METHOD);
    if found.is_none_or(|found| found.class < CLASS_USER_FIRST) {
        return Ok(());
    }
    let Some(order) = thread.call_special(class, "mro", &[])? else {
        return Ok(());
    };
    let order = iterate::to_list(thread, order)?;
    let class = thread.get(class);
    let Some(number) = thread.class_number_of(class) else {
        return Ok(());
    };
    let solid = thread.class(number).solid;
    let mut numbers = Vec::new();
    for value in list::values(thread, thread.object_at(order)) {
        let Some(listed) = thread.class_number_of(value) else {
            let name = thread.type_name(value);
            let message = format!("mro() returned a non-class ('{name}')");
            return Err(thread.raise(TYPE_ERROR, message));
        };
        // The natives of such a class would take instances for what they are not.
        if !thread.is_subclass(solid, thread.class(listed).solid) {
            let name = thread.told_name(listed);
            let message = format!("mro() returned base with unsuitable layout ('{name}')");
            return Err(thread.raise(TYPE_ERROR, message));
        }
        numbers.push(listed);
    }
    if numbers.is_empty() {
        return Err(thread.raise(TYPE_ERROR, "type MRO must not be empty"));
    }
    if numbers[..] != thread.class(number).mro[..] {
        thread.class(number).mro.replace(numbers);
        thread.forget_lookups();
    }
    Ok(())
}

/// Calls `__set_name__` of the attributes that have it.
fn tell_attributes(thread: &mut Thread, class: Root, number: ClassNumber) -> Outcome<()> {
    for (name, cell) in thread.class(number).namespace.bound_names(thread) {
        let value = namespace::read_cell(thread, cell);
        let told = thread.class_of(value);
        if let Some(property) = thread.object_of(value, CLASS_PROPERTY) {
            let name = thread.machine().symbols.object(name).value();
            let word = function::PROPERTY_NAME;
            thread.write(property)?.set(word, name);
        }
        if told < CLASS_USER_FIRST || thread.look_up(told, names::SET_NAME).is_none() {
            continue;
        }
        let value = thread.root(value);
        let text = thread.root(thread.machine().symbols.object(name).value());
        let outcome = thread.call_special(value, "__set_name__", &[class, text]);
        if matches!(outcome, Err(Unwind::Raise)) {
            let name = thread.machine().symbols.text(name);
            let (told, owner) = (thread.class_name(told), thread.class_name(number));
            let note =
                format!("Error calling __set_name__ on '{told}' instance '{name}' in '{owner}'");
            exception_fields::add_note_to_raised(thread, &note)?;
        }
        outcome?;
    }
    Ok(())
}

/// Calls `__init_subclass__` of the nearest base that has it.
fn tell_base(
    thread: &mut Thread,
    number: ClassNumber,
    values: &[Root],
    keywords: &[Symbol],
) -> Outcome<()> {
    let found = thread.look_up_after(number, number, names::INIT_SUBCLASS);
    let found = found.filter(|found| found.class >= CLASS_USER_FIRST);
    let Some(found) = found else {
        if keywords.is_empty() {
            return Ok(());
        }
        let name = &thread.class(number).qualified_name;
        let message = format!("{name}.__init_subclass__() takes no keyword arguments");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let function = match thread.object_of(found.value, CLASS_CLASS_METHOD) {
        Some(wrapper) => thread.read(wrapper).get(WRAPPED),
        None => found.value,
    };
    let function = thread.root(function);
    let class = thread.root(thread.class_object(number));
    let all: Vec<Root> = std::iter::once(class)
        .chain(values.iter().copied())
        .collect();
    call_with_names(thread, function, &all, keywords)?;
    Ok(())
}
