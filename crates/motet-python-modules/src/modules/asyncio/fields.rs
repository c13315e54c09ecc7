//! How futures, tasks and handles lie in the heap, and what the natives know of their classes.

use motet_python_objects::model::class::{Class, InstanceKind};
use motet_python_objects::model::instance_layout::storage;
use motet_python_objects::model::names;
use motet_python_objects::types::prelude::*;
use motet_tm::AnyMode;
use motet_vm::symbol::Symbol;

/// The first attributes of a future: a task has them, too.
pub(super) const FUTURE: &[Symbol] = TASK.split_at(8).0;

/// The first attributes of a task.
pub(super) const TASK: &[Symbol] = &[
    names::STATE,
    names::LOOP,
    names::CALLBACK,
    names::CALLBACK_CONTEXT,
    names::FUTURE_RESULT,
    names::FUTURE_BLOCKING,
    names::WAITER,
    names::FUTURE_DETAILS,
    names::CORO,
    names::TOKEN_CONTEXT,
    names::FUT_WAITER,
    names::MUST_CANCEL,
    names::LOG_DESTROY_PENDING,
    names::SHOWN_NAME,
    names::PREVIOUS,
    names::NEXT_TASK,
];

pub(super) const STATE: u64 = 0;
pub(super) const LOOP: u64 = 1;
pub(super) const CALLBACK: u64 = 2;
pub(super) const CALLBACK_CONTEXT: u64 = 3;
pub(super) const RESULT: u64 = 4;
pub(super) const BLOCKING: u64 = 5;
pub(super) const WAITER: u64 = 6;
pub(super) const DETAILS: u64 = 7;
pub(super) const CONTEXT: u64 = 9;
pub(super) const FUT_WAITER: u64 = 10;
pub(super) const MUST_CANCEL: u64 = 11;
pub(super) const PREVIOUS: u64 = 14;
pub(super) const NEXT: u64 = 15;

/// A future or a task whose first attributes lie where the natives expect them.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    pub(super) object: Object<'a>,
    pub(super) class: ClassNumber,
    first: u64,
}

impl<'a> Fields<'a> {
    /// The fields of a value whose first attributes are `expected`; none if they are not.
    pub(super) fn of(
        thread: &'a Thread,
        value: Value<'a>,
        expected: &[Symbol],
    ) -> Option<Fields<'a>> {
        let object = value.as_object()?;
        let host = thread.shape_in::<AnyMode>(object);
        if host < CLASS_USER_FIRST {
            return None;
        }
        let storage = storage(thread.layout_id(object))?;
        let shape = thread.machine().classes.shapes.get(host);
        let class = thread.class(shape.class);
        // Only this module fills instances of those classes, always with the same attributes.
        let is_known = class.instances.filled() == host && shape.names.len() == expected.len();
        let is_as_expected = is_known || shape.names.starts_with(expected);
        let has_room = expected.len() as u64 <= storage.inline;
        (is_as_expected && has_room).then_some(Fields {
            object,
            class: shape.class,
            first: storage.first,
        })
    }

    /// As [`Fields::of`], with the state that the class of the value has.
    pub(super) fn with_state(
        thread: &'a Thread,
        value: Value<'a>,
        expected: &[Symbol],
    ) -> Option<(Fields<'a>, State<'a>)> {
        let fields = Fields::of(thread, value, expected)?;
        Some((fields, State::of_class(thread, fields.class)?))
    }

    pub(super) fn get(&self, thread: &'a Thread, field: u64) -> Value<'a> {
        thread.read(self.object).get(self.first + field)
    }

    pub(super) fn set(&self, thread: &Thread, field: u64, value: Value<'_>) -> Outcome<()> {
        thread.write(self.object)?.set(self.first + field, value);
        Ok(())
    }

    pub(super) fn value(&self) -> Value<'a> {
        self.object.value()
    }
}

const FUTURE_CLASS: u64 = 0;
const TASK_CLASS: u64 = 1;
const HANDLE_CLASS: u64 = 2;
const CONTEXT_CLASS: u64 = 3;
const CALL_SOON: u64 = 4;
const CALL_SOON_INNER: u64 = 5;
const WAKEUP: u64 = 6;
const PENDING: u64 = 7;
const FINISHED: u64 = 8;
const STATE_WORDS: u64 = 9;

/// `new_state(…)`: what the natives know; its arguments are the words of the state.
pub(super) fn new_state<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let made = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, STATE_WORDS, NONE);
    let state = allocated(thread, made)?.object();
    for word in 0..STATE_WORDS {
        thread.write_element(state, word, arguments.get(thread, word as usize))?;
    }
    Ok(state.value())
}

/// What the natives know of the library's classes.
#[derive(Clone, Copy)]
pub(super) struct State<'a>(Object<'a>);

impl<'a> State<'a> {
    /// The state that a class has; none before the library has set it.
    pub(super) fn of_class(thread: &'a Thread, class: ClassNumber) -> Option<State<'a>> {
        let found = thread.look_up(class, names::ASYNCIO_STATE)?;
        let state = exact(thread, found.value, CLASS_OBJECT)?;
        let is_state =
            thread.layout_id(state) == LAYOUT_ARRAY && thread.array_length(state) == STATE_WORDS;
        is_state.then_some(State(state))
    }

    fn word(&self, thread: &'a Thread, word: u64) -> Value<'a> {
        thread.read_element(self.0, word)
    }

    fn plain_class(&self, thread: &'a Thread, word: u64) -> Option<&'a Class> {
        let number = thread.class_number_of(self.word(thread, word))?;
        let class = thread.class(number);
        (class.kind == InstanceKind::Plain).then_some(class)
    }

    pub(super) fn future(&self, thread: &'a Thread) -> Option<&'a Class> {
        self.plain_class(thread, FUTURE_CLASS)
    }

    pub(super) fn task(&self, thread: &'a Thread) -> Option<&'a Class> {
        self.plain_class(thread, TASK_CLASS)
    }

    pub(super) fn handle(&self, thread: &'a Thread) -> Option<&'a Class> {
        self.plain_class(thread, HANDLE_CLASS)
    }

    pub(super) fn context(&self, thread: &'a Thread) -> Option<&'a Class> {
        self.plain_class(thread, CONTEXT_CLASS)
    }

    pub(super) fn call_soon(&self, thread: &'a Thread) -> [(Symbol, Value<'a>); 2] {
        [
            (names::CALL_SOON, self.word(thread, CALL_SOON)),
            (names::CALL_SOON_INNER, self.word(thread, CALL_SOON_INNER)),
        ]
    }

    pub(super) fn wakeup(&self, thread: &'a Thread) -> Value<'a> {
        self.word(thread, WAKEUP)
    }

    pub(super) fn pending(&self, thread: &'a Thread) -> Value<'a> {
        self.word(thread, PENDING)
    }

    pub(super) fn finished(&self, thread: &'a Thread) -> Value<'a> {
        self.word(thread, FINISHED)
    }

    /// Whether a class is that of futures or of tasks, and none below these.
    pub(super) fn is_own_class(&self, thread: &'a Thread, class: ClassNumber) -> bool {
        let number = |word| thread.class_number_of(self.word(thread, word));
        number(TASK_CLASS) == Some(class) || number(FUTURE_CLASS) == Some(class)
    }
}
