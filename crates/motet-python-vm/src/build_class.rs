//! Making classes: `__build_class__`, `type(name, bases, namespace)`.

use std::sync::atomic::AtomicU64;

use motet_tm::{Root, Value};

use crate::class::{Class, InstanceKind, pin_class_object};
use crate::exception::TYPE_ERROR;
use crate::function::{FUNCTION_CODE, WRAPPED};
use crate::inline_cache::EMPTY;
use crate::kinds::*;
use crate::names;
use crate::namespace::Namespace;
use crate::native::{Arguments, Outcome};
use crate::objects::dict;
use crate::symbol::Symbol;
use crate::thread::Thread;

/// Instances get so many slots if nothing is known of their attributes.
const SLOTS_DEFAULT: usize = 4;

/// `__build_class__(body, name, *bases, metaclass=…, **keywords)`.
///
/// # Errors
/// What the body, the metaclass and the hooks raise.
pub(crate) fn build_class<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let root = |index| thread.root(arguments.get(thread, index));
    let (body, name) = (root(0), root(1));
    let bases: Vec<Value<'_>> = (2..arguments.len())
        .map(|index| arguments.get(thread, index))
        .collect();
    let bases = thread.root(thread.new_tuple(&bases));
    let mut metaclass = None;
    let mut keywords = Vec::new();
    for index in 0..arguments.keyword_count() {
        let value = thread.root(arguments.keyword_value(thread, index));
        let keyword = thread
            .machine()
            .symbols
            .intern(thread, thread.keyword_name(index));
        if thread.keyword_name(index) == "metaclass" {
            metaclass = Some(value);
        } else {
            keywords.push((keyword, value));
        }
    }
    let metaclass = match metaclass {
        Some(metaclass) => metaclass,
        None => thread.root(inherited_metaclass(thread, bases)),
    };
    let namespace = thread.root(dict::new(thread)?);
    let cell = crate::call::run_class_body(thread, body, namespace)?;
    let mut all = vec![name, bases, namespace];
    let mut keyword_names: Vec<Symbol> = Vec::new();
    for (keyword, value) in keywords {
        keyword_names.push(keyword);
        all.push(value);
    }
    let class = crate::call::call_with_names(thread, metaclass, &all, &keyword_names)?;
    if let Some(cell) = thread.object_of(thread.get(cell), CLASS_CELL) {
        thread
            .write(cell)?
            .set(crate::namespace::CELL_VALUE, thread.get(class));
    }
    Ok(thread.get(class))
}

/// The metaclass of the bases that is below all others.
fn inherited_metaclass(thread: &Thread, bases: Root) -> Value<'_> {
    let mut best = CLASS_TYPE;
    for base in thread.tuple_items(thread.get(bases)) {
        let metaclass = thread.class_of(base);
        if thread.is_subclass(metaclass, best) {
            best = metaclass;
        }
    }
    thread.class_object(best)
}

/// Makes a class: arguments are name, bases and namespace, then values of keywords.
///
/// # Errors
/// `TypeError`, and what hooks raise.
pub(crate) fn new_class(
    thread: &mut Thread,
    metaclass: ClassNumber,
    arguments: &[Root],
    keywords: &[Symbol],
) -> Outcome<Root> {
    let number = make(thread, metaclass, arguments)?;
    let class = thread.root(thread.class_object(number));
    tell_attributes(thread, class, number)?;
    tell_base(thread, number, &arguments[3..], keywords)?;
    Ok(class)
}

/// Makes the class itself.
fn make(thread: &Thread, metaclass: ClassNumber, arguments: &[Root]) -> Outcome<ClassNumber> {
    let Some(name) = crate::text::as_text(thread, thread.get(arguments[0])) else {
        return Err(thread.raise(TYPE_ERROR, "type.__new__() argument 1 must be str"));
    };
    let bases = base_numbers(thread, thread.get(arguments[1]))?;
    let Some(namespace) = dict::as_dict(thread, thread.get(arguments[2])) else {
        return Err(thread.raise(TYPE_ERROR, "type.__new__() argument 3 must be dict"));
    };
    let entries: Vec<(Symbol, Value<'_>)> = dict::entries(thread, namespace)
        .into_iter()
        .filter_map(|(key, value)| {
            let text = crate::text::as_text(thread, key)?;
            Some((thread.machine().symbols.intern(thread, text), value))
        })
        .collect();
    let find = |wanted: Symbol| {
        entries
            .iter()
            .find(|(name, _)| *name == wanted)
            .map(|(_, value)| *value)
    };
    let text_of = |wanted| find(wanted).and_then(|value| crate::text::as_text(thread, value));
    let classes = &thread.machine().classes;
    let kind = instance_kind(thread, &bases);
    let slots = slots_wanted(thread, &bases, &entries);
    let metaclass_shape = thread.class(metaclass).root_shape;
    let mro_tail = linearise(thread, name, &bases)?;
    let class = classes.add_user(|number| Class {
        number,
        name: name.into(),
        qualified_name: text_of(names::QUALNAME).unwrap_or(name).into(),
        module: text_of(names::MODULE).unwrap_or("__main__").into(),
        mro: std::iter::once(number).chain(mro_tail).collect(),
        bases,
        namespace: Namespace::new(),
        object: pin_class_object(thread, number, metaclass_shape),
        metaclass,
        kind,
        root_shape: classes.shapes.root(number),
        slots_wanted: slots,
        construction: AtomicU64::new(EMPTY),
        constructor: None,
    });
    fill(thread, class, &entries)?;
    Ok(class.number)
}

/// Binds the attributes of a new class.
fn fill(thread: &Thread, class: &Class, entries: &[(Symbol, Value<'_>)]) -> Outcome<()> {
    // All cells first: a pinned object that is made after one was written needs another page.
    for (name, _) in entries {
        class.namespace.cell(thread, *name);
    }
    let mut has = (false, false);
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
    if has == (true, false) {
        class.namespace.set(thread, names::HASH, NONE)?;
    }
    Ok(())
}

fn base_numbers(thread: &Thread, bases: Value<'_>) -> Outcome<Vec<ClassNumber>> {
    if thread.object_of(bases, CLASS_TUPLE).is_none() {
        return Err(thread.raise(TYPE_ERROR, "type.__new__() argument 2 must be tuple"));
    }
    let mut numbers = Vec::new();
    for base in thread.tuple_items(bases) {
        let Some(number) = thread.class_number_of(base) else {
            return Err(thread.raise(TYPE_ERROR, "bases must be types"));
        };
        if matches!(
            number,
            CLASS_BOOL | CLASS_NONE | CLASS_FUNCTION | CLASS_RANGE | CLASS_SLICE
        ) {
            let name = thread.class_name(number);
            let message = format!("type '{name}' is not an acceptable base type");
            return Err(thread.raise(TYPE_ERROR, message));
        }
        if numbers.contains(&number) {
            let name = thread.class_name(number);
            return Err(thread.raise(TYPE_ERROR, format!("duplicate base class {name}")));
        }
        numbers.push(number);
    }
    if numbers.is_empty() {
        numbers.push(CLASS_OBJECT);
    }
    Ok(numbers)
}

fn instance_kind(thread: &Thread, bases: &[ClassNumber]) -> InstanceKind {
    bases
        .iter()
        .map(|base| thread.class(*base).kind)
        .find(|kind| *kind != InstanceKind::Plain)
        .unwrap_or(InstanceKind::Plain)
}

/// How many slots instances should have: what methods store into `self`, here and in the bases.
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
        .map(|base| thread.class(*base).slots_wanted)
        .sum();
    let is_known = !own.is_empty() || inherited > 0;
    if is_known {
        inherited + own.len() as u32
    } else {
        SLOTS_DEFAULT as u32
    }
}

/// The order of lookup behind the class itself (C3).
fn linearise(thread: &Thread, name: &str, bases: &[ClassNumber]) -> Outcome<Vec<ClassNumber>> {
    let mut sequences: Vec<Vec<ClassNumber>> = bases
        .iter()
        .map(|base| thread.class(*base).mro.clone())
        .collect();
    sequences.push(bases.to_vec());
    let mut order = Vec::new();
    loop {
        sequences.retain(|sequence| !sequence.is_empty());
        if sequences.is_empty() {
            return Ok(order);
        }
        let in_no_tail = |candidate: &ClassNumber| {
            !sequences
                .iter()
                .any(|sequence| sequence[1..].contains(candidate))
        };
        let next = sequences
            .iter()
            .map(|sequence| sequence[0])
            .find(|first| in_no_tail(first));
        let Some(next) = next else {
            let names: Vec<&str> = bases.iter().map(|base| thread.class_name(*base)).collect();
            let message = format!(
                "Cannot create a consistent method resolution order (MRO) for bases {}",
                names.join(", ")
            );
            debug_assert!(!name.is_empty());
            return Err(thread.raise(TYPE_ERROR, message));
        };
        order.push(next);
        for sequence in &mut sequences {
            sequence.retain(|class| *class != next);
        }
    }
}

/// Calls `__set_name__` of the attributes that have it.
fn tell_attributes(thread: &mut Thread, class: Root, number: ClassNumber) -> Outcome<()> {
    for (name, cell) in thread.class(number).namespace.bound_names(thread) {
        let value = crate::namespace::read_cell(thread, cell);
        if thread.class_of(value) < CLASS_USER_FIRST {
            continue;
        }
        let value = thread.root(value);
        let text = thread.root(thread.machine().symbols.object(name).value());
        thread.call_special(value, "__set_name__", &[class, text])?;
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
    let found = thread.look_up_after(number, Some(number), names::INIT_SUBCLASS);
    let found = found.filter(|found| found.class >= CLASS_USER_FIRST);
    let Some(found) = found else {
        if keywords.is_empty() || thread.class(number).metaclass != CLASS_TYPE {
            return Ok(());
        }
        let name = thread.class_name(number);
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
    crate::call::call_with_names(thread, function, &all, keywords)?;
    Ok(())
}
