//! The plan of a class statement: the layout of its instances, their slots, and which bases go
//! together.

use crate::model::class;
use crate::model::instance_layout;
use crate::model::names;
use crate::model::text;
use motet_tm::Value;

use crate::model::class::InstanceKind;
use crate::model::exception::{TYPE_ERROR, VALUE_ERROR};
use crate::model::layouts::*;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use crate::types::protocol::iterate;
use motet_vm::symbol::Symbol;

/// The properties that the instances of a class are to have.
pub struct Plan {
    /// How instances of the class are laid out.
    pub kind: InstanceKind,
    /// The nearest class that adds to the layout of instances; `None`: this one.
    pub solid: Option<ClassNumber>,
    /// The slots that `__slots__` of the class itself names.
    pub slots: Vec<Symbol>,
    /// Whether instances have attributes beside the slots.
    pub has_dict: bool,
    /// Whether instances can be referenced weakly.
    pub has_weak_references: bool,
}

/// Refuses bases with `__mro_entries__`, which only a `class` statement replaces.
///
/// # Errors
/// `TypeError`.
pub fn refuse_entries(thread: &Thread, bases: Value<'_>) -> Outcome<()> {
    for base in thread.tuple_items(bases) {
        let is_class = thread.class_number_of(base).is_some();
        let class = thread.class_of(base);
        if !is_class && thread.look_up(class, names::MRO_ENTRIES).is_some() {
            let message = "type() doesn't support MRO entry resolution; use types.new_class()";
            return Err(thread.raise(TYPE_ERROR, message));
        }
    }
    Ok(())
}

/// The numbers of the bases in a tuple.
///
/// # Errors
/// `TypeError` for a value that cannot be a base.
pub fn base_numbers(thread: &Thread, bases: Value<'_>) -> Outcome<Vec<ClassNumber>> {
    let mut numbers = Vec::new();
    for base in thread.tuple_items(bases) {
        let Some(number) = thread.class_number_of(base) else {
            return Err(thread.raise(TYPE_ERROR, "bases must be types"));
        };
        if thread.class(number).definition.is_final() {
            let name = thread.told_name(number);
            let message = format!("type '{name}' is not an acceptable base type");
            return Err(thread.raise(TYPE_ERROR, message));
        }
        numbers.push(number);
    }
    if numbers.is_empty() {
        numbers.push(CLASS_OBJECT);
    }
    Ok(numbers)
}

/// The base whose layout instances have: the one that is below all others that have one.
///
/// # Errors
/// `TypeError` if there is none.
pub(crate) fn solid_base(thread: &Thread, bases: &[ClassNumber]) -> Outcome<ClassNumber> {
    let mut best = CLASS_OBJECT;
    for base in bases {
        let candidate = thread.class(*base).solid;
        if thread.is_subclass(best, candidate) {
            continue;
        }
        if !thread.is_subclass(candidate, best) {
            let message = "multiple bases have instance lay-out conflict";
            return Err(thread.raise(TYPE_ERROR, message));
        }
        best = candidate;
    }
    Ok(best)
}

/// The names in `__slots__`.
struct Named {
    slots: Vec<Symbol>,
    dict: bool,
    weak_references: bool,
}

/// Plans a class.
///
/// # Errors
/// `TypeError` or `ValueError` for bases or slots that do not go together.
pub fn plan(
    thread: &Thread,
    name: &str,
    bases: &[ClassNumber],
    entries: &[(Symbol, Value<'_>)],
) -> Outcome<Plan> {
    let solid = solid_base(thread, bases)?;
    let any = |test: fn(&class::Class) -> bool| bases.iter().any(|base| test(thread.class(*base)));
    let (base_dict, base_weak) = (
        any(|class| class.has_dict),
        any(|class| class.has_weak_references),
    );
    let kind = thread.class(solid).kind;
    let declared = entries.iter().find(|(name, _)| *name == names::SLOTS);
    let Some((_, declared)) = declared else {
        return Ok(Plan {
            kind,
            solid: Some(solid),
            slots: Vec::new(),
            has_dict: true,
            has_weak_references: true,
        });
    };
    let named = named_slots(thread, name, *declared, (base_dict, base_weak))?;
    let is_variable = matches!(
        kind,
        InstanceKind::Builtin(CLASS_INT | CLASS_TUPLE | CLASS_BYTES)
    );
    if is_variable && !named.slots.is_empty() {
        let base = thread.class_name(bases[0]);
        let message = format!("nonempty __slots__ not supported for subtype of '{base}'");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    for slot in &named.slots {
        if entries.iter().any(|(name, _)| name == slot) {
            let text = thread.machine().symbols.text(*slot);
            let message = format!("'{text}' in __slots__ conflicts with class variable");
            return Err(thread.raise(VALUE_ERROR, message));
        }
    }
    Ok(Plan {
        kind,
        solid: named.slots.is_empty().then_some(solid),
        slots: named.slots,
        has_dict: base_dict || named.dict,
        has_weak_references: base_weak || named.weak_references,
    })
}

fn named_slots(
    thread: &Thread,
    class: &str,
    declared: Value<'_>,
    (base_dict, base_weak): (bool, bool),
) -> Outcome<Named> {
    let values = if text::as_text(thread, declared).is_some() {
        vec![declared]
    } else {
        let Some(values) = iterate::values_leaf(thread, instance_layout::plain(thread, declared))
        else {
            let name = thread.type_name(declared);
            return Err(thread.raise(TYPE_ERROR, format!("'{name}' object is not iterable")));
        };
        values
    };
    let mut named = Named {
        slots: Vec::new(),
        dict: false,
        weak_references: false,
    };
    for value in values {
        let Some(text) = text::as_text(thread, value) else {
            let name = thread.type_name(value);
            let message = format!("__slots__ items must be strings, not '{name}'");
            return Err(thread.raise(TYPE_ERROR, message));
        };
        let flag = match text {
            "__dict__" => Some((&mut named.dict, base_dict)),
            "__weakref__" => Some((&mut named.weak_references, base_weak)),
            _ => None,
        };
        if let Some((flag, inherited)) = flag {
            if *flag || inherited {
                let message = format!("{text} slot disallowed: we already got one");
                return Err(thread.raise(TYPE_ERROR, message));
            }
            *flag = true;
            continue;
        }
        if !is_identifier(text) {
            return Err(thread.raise(TYPE_ERROR, "__slots__ must be identifiers"));
        }
        let symbol = thread.intern(&mangled(class, text))?;
        if !named.slots.contains(&symbol) {
            named.slots.push(symbol);
        }
    }
    Ok(named)
}

fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    let starts = characters
        .next()
        .is_some_and(|first| first == '_' || first.is_alphabetic());
    starts && characters.all(|other| other == '_' || other.is_alphanumeric())
}

/// A private name as the compiler writes it inside of a class.
fn mangled(class: &str, name: &str) -> String {
    let class = class.trim_start_matches('_');
    if name.starts_with("__") && !name.ends_with("__") && !class.is_empty() {
        format!("_{class}{name}")
    } else {
        name.to_owned()
    }
}
