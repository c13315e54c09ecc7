//! Calls that a native's shortcut answers: no frame is laid out, and no Python code runs.

use motet_tm::{Object, Value};

use crate::model::function::{METHOD_FUNCTION, METHOD_SELF, NATIVE_SELF, NativeBinding};
use crate::model::layouts::*;
use crate::model::names;
use crate::model::native::NativeFunction;
use crate::model::thread::Thread;

/// Arguments of a shortcut, the receiver among them.
const SHORT_MAX: usize = 3;

/// The function that a call of an object calls, and its first argument: of a bound method, a bound
/// native, an instance with a `__call__`. None for others.
#[inline]
pub fn callable_of<'a>(thread: &'a Thread, object: Object<'a>) -> Option<(Value<'a>, Value<'a>)> {
    let view = thread.read(object);
    match thread.host_of(object) {
        CLASS_METHOD => Some((view.get(METHOD_FUNCTION), view.get(METHOD_SELF))),
        CLASS_NATIVE_FUNCTION if thread.native_of(object).1 == NativeBinding::Bound => {
            Some((object.value(), view.get(NATIVE_SELF)))
        }
        host if host >= CLASS_MODULES_FIRST || host == CLASS_WEAK_REFERENCE => {
            let found = thread.look_up(thread.class_of_object(object), names::CALL)?;
            thread
                .is_function(found.value)
                .then(|| (found.value, object.value()))
        }
        _ => None,
    }
}

/// A callable that is a native (bound or not, or the `__call__` of an object). It stays what it is
/// while no Python code runs.
pub struct ShortCallable<'a> {
    native: &'static NativeFunction,
    /// The first argument, if the native is bound to one.
    receiver: Option<Value<'a>>,
}

impl<'a> ShortCallable<'a> {
    /// The native that a callable is, if it has a shortcut.
    #[inline]
    pub fn of(thread: &'a Thread, callable: Value<'a>) -> Option<ShortCallable<'a>> {
        let object = callable.as_object()?;
        let host = thread.host_of(object);
        if host == CLASS_FUNCTION {
            return None;
        }
        let unbound = match host {
            CLASS_NATIVE_FUNCTION => thread.unbound_native(object),
            _ => None,
        };
        let (native, receiver) = match unbound {
            Some(native) => (native, None),
            None if host == CLASS_TYPE => {
                let number = thread.class_number_of(callable)?;
                (thread.constructor_of(number)?, Some(callable))
            }
            None => {
                let (target, receiver) = callable_of(thread, object)?;
                let target = thread.object_of(target, CLASS_NATIVE_FUNCTION)?;
                (thread.native_of(target).0, Some(receiver))
            }
        };
        let has_shortcut = native.quick.is_some();
        has_shortcut.then_some(ShortCallable { native, receiver })
    }

    /// The result of a call, if its shortcut knows it. One that does not has changed nothing.
    #[inline]
    pub fn call(&self, thread: &'a Thread, arguments: &[Value<'a>]) -> Option<Value<'a>> {
        let mut all = [UNBOUND; SHORT_MAX];
        let first = usize::from(self.receiver.is_some());
        all[0] = self.receiver.unwrap_or(UNBOUND);
        let count = first + arguments.len();
        all.get_mut(first..count)?.copy_from_slice(arguments);
        answer(thread, self.native, all, count)
    }
}

/// The result of a call, if the callable is a native whose shortcut knows it.
#[inline]
pub fn call_shortly<'a>(
    thread: &'a Thread,
    callable: Value<'a>,
    arguments: &[Value<'a>],
) -> Option<Value<'a>> {
    ShortCallable::of(thread, callable)?.call(thread, arguments)
}

/// What the shortcut of a native answers to so many arguments; `UNBOUND` stands behind them.
#[inline]
pub fn answer<'a>(
    thread: &'a Thread,
    native: &NativeFunction,
    arguments: [Value<'a>; SHORT_MAX],
    count: usize,
) -> Option<Value<'a>> {
    let is_below = |object| thread.host_of(object) >= CLASS_USER_FIRST;
    let is_boxed = native.plain_receiver && arguments[0].as_object().is_some_and(is_below);
    if count > SHORT_MAX || is_boxed || !native.takes(count) {
        return None;
    }
    native.quick?(thread, arguments)
}
