//! Assignment to `__bases__` of a class.
//!
//! Orders of lookup are native, and nothing takes a change of them back: the transaction turns
//! inevitable first. Others may see the new orders before it commits; it dooms them at its commit,
//! as every class change does.

use std::collections::HashMap;

use motet_tm::{Root, Value};

use crate::classes::class_plan::{base_numbers, solid_base};
use crate::model::class::Class;
use crate::model::exception::TYPE_ERROR;
use crate::model::layouts::*;
use crate::model::names;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use crate::types::tuple;

/// Orders of lookup that are not in force yet.
type Orders = HashMap<ClassNumber, Vec<ClassNumber>>;

/// `class.__bases__ = value`.
///
/// # Errors
/// `TypeError` for a value that cannot be the bases of this class.
pub(crate) fn assign(thread: &mut Thread, number: ClassNumber, value: Option<Root>) -> Outcome<()> {
    let bases = wanted_bases(thread, number, value.map(|value| thread.get(value)))?;
    if bases[..] == thread.class(number).bases[..] {
        return Ok(());
    }
    refuse_other_layout(thread, thread.class(number), &bases)?;
    let mut orders = Orders::new();
    order(thread, number, Some(&bases), &mut orders)?;
    thread.become_inevitable()?;
    thread.class_changed();
    thread.class(number).bases.replace(bases);
    for (class, order) in orders {
        thread.class(class).mro.replace(order);
    }
    Ok(())
}

fn wanted_bases(
    thread: &Thread,
    number: ClassNumber,
    value: Option<Value<'_>>,
) -> Outcome<Vec<ClassNumber>> {
    let own = thread.class_name(number);
    let refuse = |message: String| Err(thread.raise(TYPE_ERROR, message));
    let Some(value) = value else {
        return refuse(format!(
            "cannot delete '__bases__' attribute of type '{own}'"
        ));
    };
    if tuple::as_tuple(thread, value).is_none() {
        let given = thread.type_name(value);
        return refuse(format!(
            "can only assign tuple to {own}.__bases__, not {given}"
        ));
    }
    let items = thread.tuple_items(value);
    if items.is_empty() {
        return refuse(format!(
            "can only assign non-empty tuple to {own}.__bases__, not ()"
        ));
    }
    for item in items {
        let Some(base) = thread.class_number_of(item) else {
            let given = thread.type_name(item);
            let message = format!("{own}.__bases__ must be tuple of classes, not '{given}'");
            return refuse(message);
        };
        if thread.is_subclass(base, number) {
            return refuse("a __bases__ item causes an inheritance cycle".to_owned());
        }
    }
    base_numbers(thread, value)
}

/// Existing instances stay as they are: the new bases must ask for the same layout.
fn refuse_other_layout(thread: &Thread, class: &Class, bases: &[ClassNumber]) -> Outcome<()> {
    let new = base_among(thread, bases, solid_base(thread, bases)?);
    let old = base_among(thread, &class.bases, solid_base(thread, &class.bases)?);
    let is_alike =
        thread.class(new).solid == thread.class(old).solid && thread.is_laid_out_alike(new, old);
    if new == old || is_alike {
        return Ok(());
    }
    let (new, old) = (thread.class_name(new), thread.class_name(old));
    let message = format!("__bases__ assignment: '{new}' object layout differs from '{old}'");
    Err(thread.raise(TYPE_ERROR, message))
}

/// The orders of a class and of all classes below it.
fn order(
    thread: &Thread,
    number: ClassNumber,
    bases: Option<&[ClassNumber]>,
    orders: &mut Orders,
) -> Outcome<()> {
    let class = thread.class(number);
    let own = thread.look_up(class.metaclass.get(), names::MRO_METHOD);
    if own.is_some_and(|found| found.class >= CLASS_USER_FIRST) {
        let message = "__bases__ of a class whose metaclass has an mro() of its own are fixed here";
        return Err(thread.raise(TYPE_ERROR, message));
    }
    let bases = bases.unwrap_or(&class.bases);
    let mut order_of_class = vec![number];
    order_of_class.extend(linearise_by(thread, bases, |base| {
        let changed = orders.get(&base).map(Vec::as_slice);
        changed.unwrap_or(&thread.class(base).mro).to_vec()
    })?);
    orders.insert(number, order_of_class);
    for below in thread.machine().classes.all() {
        if below.bases.contains(&number) {
            order(thread, below.number, None, orders)?;
        }
    }
    Ok(())
}

/// As [`linearise`], with the order of each base from `order_of`.
///
/// # Errors
/// `TypeError` if there is no such order.
pub fn linearise_by(
    thread: &Thread,
    bases: &[ClassNumber],
    order_of: impl Fn(ClassNumber) -> Vec<ClassNumber>,
) -> Outcome<Vec<ClassNumber>> {
    for (index, base) in bases.iter().enumerate() {
        if bases[..index].contains(base) {
            let name = thread.class_name(*base);
            return Err(thread.raise(TYPE_ERROR, format!("duplicate base class {name}")));
        }
    }
    let mut sequences: Vec<Vec<ClassNumber>> = bases.iter().map(|base| order_of(*base)).collect();
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
            let mut left: Vec<&str> = Vec::new();
            for sequence in &sequences {
                let name = thread.class_name(sequence[0]);
                if !left.contains(&name) {
                    left.push(name);
                }
            }
            let message = format!(
                "Cannot create a consistent method resolution order (MRO) for bases {}",
                left.join(", ")
            );
            return Err(thread.raise(TYPE_ERROR, message));
        };
        order.push(next);
        for sequence in &mut sequences {
            sequence.retain(|class| *class != next);
        }
    }
}

/// The first base whose layout is this one's.
pub(crate) fn base_among(
    thread: &Thread,
    bases: &[ClassNumber],
    solid: ClassNumber,
) -> ClassNumber {
    let mut among = bases.iter().copied();
    let found = among.find(|base| thread.class(*base).solid == solid);
    found.unwrap_or(bases[0])
}
