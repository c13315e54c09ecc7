//! Instances of programs' classes below built-in ones (named tuples, members of an `IntEnum`, texts
//! with a class of their own) whose class has inherited the special method that an operation
//! asks for: the operation means the same of the built-in value inside, and no method is called.

use motet_tm::{Object, Value};

use crate::model::instance_layout;
use crate::model::layouts::*;
use crate::model::names;
use crate::model::thread::Thread;
use crate::types::protocol::operator::Comparison;
use motet_vm::symbol::Symbol;

/// The built-in value inside of an instance, if its class has the special method of the class of
/// that.
#[inline]
pub fn inherited<'a>(thread: &'a Thread, object: Object<'a>, method: Symbol) -> Option<Value<'a>> {
    if thread.host_of(object) < CLASS_USER_FIRST {
        return None;
    }
    let value = instance_layout::boxed_value(thread, object)?;
    let found = thread.look_up(thread.class_of_object(object), method)?;
    let class = thread.class_of(value);
    if found.class == class {
        return Some(value);
    }
    // `__hash__ = str.__hash__`, beside an `__eq__` of the class's own.
    let is_its_method = || {
        let usual = thread.look_up(class, method);
        usual.is_some_and(|usual| usual.class == class && usual.value == found.value)
    };
    (found.class >= CLASS_USER_FIRST && is_its_method()).then_some(value)
}

/// The values by which the methods of built-in classes compare two values, if one of those is an
/// instance that [`inherited`] knows and both are of one kind. (Values of different kinds refuse,
/// and are equal only if they are one object: the values inside do not tell.)
pub(crate) fn compared<'a>(
    thread: &'a Thread,
    comparison: Comparison,
    a: Value<'a>,
    b: Value<'a>,
) -> Option<(Value<'a>, Value<'a>)> {
    let inside = |value: Value<'a>| {
        let Some(object) = value.as_object() else {
            return Some(value);
        };
        if thread.host_of(object) < CLASS_USER_FIRST {
            return Some(value);
        }
        let inherits = |method| inherited(thread, object, method);
        match comparison {
            Comparison::Equal => return inherits(names::EQ),
            Comparison::NotEqual => return inherits(names::NE),
            _ => {}
        }
        inherits(thread.known_symbol(comparison.swapped().method())?)?;
        inherits(thread.known_symbol(comparison.method())?)
    };
    alike(thread, inside(a)?, inside(b)?)
}

/// Two values, if their classes compare them.
fn alike<'a>(thread: &Thread, a: Value<'a>, b: Value<'a>) -> Option<(Value<'a>, Value<'a>)> {
    let is_text = |class| matches!(class, CLASS_STR | CLASS_TUPLE | CLASS_BYTES);
    let is_number = |class| matches!(class, CLASS_INT | CLASS_BOOL | CLASS_FLOAT);
    let (first, second) = (thread.class_of(a), thread.class_of(b));
    let is_alike = first == second && is_text(first) || is_number(first) && is_number(second);
    is_alike.then_some((a, b))
}

/// As [`compared`], of two instances of one shape: no class is below the other's, so the method of
/// the first alone is asked.
pub(crate) fn compared_of_one_shape<'a>(
    thread: &'a Thread,
    comparison: Comparison,
    a: Value<'a>,
    b: Value<'a>,
) -> Option<(Value<'a>, Value<'a>)> {
    let (a, b) = (a.as_object()?, b.as_object()?);
    if thread.host_of(a) != thread.host_of(b) {
        return None;
    }
    let method = match comparison {
        Comparison::Equal => names::EQ,
        Comparison::NotEqual => names::NE,
        _ => thread.known_symbol(comparison.method())?,
    };
    let inside = inherited(thread, a, method)?;
    alike(thread, inside, instance_layout::boxed_value(thread, b)?)
}
