//! `_pickle_core.dumps_asking`: pickles of objects that say how they are pickled.
//!
//! What an object is reduced to is asked of a function of `_motet_pickling`, in the order in which
//! the library asks; numbers, texts and the containers of the language are written here. What is
//! rare (functions, classes inside of others, wrong reductions, deep nesting) is written by a
//! pickler of the library, which continues where this one is, and this one behind it.
//!
//! The program's code may change everything, and collections move objects: values are held by
//! roots, and the memo is made again when objects have moved.

use motet_python_objects::model::exception_classes::ATTRIBUTE_ERROR;
use motet_python_objects::model::thread::ROOT_RAISED;
use motet_python_objects::model::{class_names, names};
use motet_python_objects::types::exception_fields;
use motet_python_objects::types::host::get_attribute;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::{iterate, repr};
use motet_python_objects::types::{bytearray, bytes, dict, list, string, tuple};

use super::DEPTH_MAX;
use super::instances::{BUILD, NEWOBJ, STACK_GLOBAL, found_in_module, reduced};
use super::making::{BINPERSID, NEWOBJ_EX, REDUCE};
use super::output::*;
use super::reader::BYTEARRAY8;

/// The parts of a reduction: at least the first two, and these.
const STATE: u64 = 2;
const LIST_ITEMS: u64 = 3;
const DICT_ITEMS: u64 = 4;
const STATE_SETTER: u64 = 5;

/// How the first two parts of a reduction make an object.
#[derive(Clone, Copy)]
enum Making {
    Call,
    New,
    NewWithNames,
}

/// The functions of `_motet_pickling` that are called, in the order of the argument.
struct Helpers {
    /// `reduced(object, protocol)`: the reduction, or the function itself.
    reduced: Root,
    /// `write_rest(pickler, object, reduction, protocol, memo, frame)`.
    write_rest: Root,
    /// `pair(item)`: its two parts.
    pair: Root,
    /// The functions of `copyreg`.
    new: Root,
    new_with_names: Root,
    /// `copyreg.dispatch_table`.
    reducers: Root,
    /// `copyreg._extension_registry`.
    extensions: Root,
    /// The classes for whose instances a pickler has methods of its own.
    own_kinds: Root,
    /// A reduction that says: the hooks were asked, a pickler of the library does the rest.
    asked: Root,
}

struct Writer {
    out: Output,
    protocol: Root,
    helpers: Helpers,
    /// The numbers of the objects that were written, by where they are.
    memo: Memo,
    /// The same objects in a list, in the order of their numbers.
    written: Root,
    /// A new object: it has moved if any object has, as all new objects do at the same time.
    moving: Root,
    moving_word: u64,
    /// The pickler of the library, or None.
    pickler: Root,
    /// The hooks of a pickler of the program: `persistent_id` and `reducer_override`, or None.
    persistent_id: Root,
    override_of: Root,
    depth: u32,
}

/// `dumps_asking(value, protocol, written, helpers, pickler, persistent_id, reducer_override)`: the
/// pickle; its parts in a list, if a pickler is given. What that has written before is in the list
/// `written`, and then what is written now.
pub(super) fn dumps<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let protocol = arguments.get(thread, 1);
    let number = if protocol == Value::from_small(4) {
        4
    } else {
        5
    };
    let helpers = arguments.get(thread, 3).known_object();
    let helper = |place| thread.root(tuple::get(thread, helpers, place));
    let moving = thread.root(thread.new_tuple(&[NONE]));
    let mut writer = Writer {
        out: Output::new(number),
        protocol: thread.root(protocol),
        helpers: Helpers {
            reduced: helper(0),
            write_rest: helper(1),
            pair: helper(2),
            new: helper(3),
            new_with_names: helper(4),
            reducers: helper(5),
            extensions: helper(6),
            own_kinds: helper(7),
            asked: helper(8),
        },
        memo: Memo::default(),
        written: thread.root(arguments.get(thread, 2)),
        moving,
        moving_word: thread.get(moving).word().0,
        pickler: thread.root(arguments.get(thread, 4)),
        persistent_id: thread.root(arguments.get(thread, 5)),
        override_of: thread.root(arguments.get(thread, 6)),
        depth: 0,
    };
    writer.number_written(thread);
    let value = thread.root(arguments.get(thread, 0));
    writer.save(thread, value)?;
    if arguments.get(thread, 4) == NONE {
        return bytes::new(thread, &writer.out.ended());
    }
    let mut parts = Vec::new();
    for part in writer.out.ended_in_parts() {
        parts.push(bytes::new(thread, &part)?);
    }
    list::from_values(thread, &parts)
}

/// Adds a note to the exception that comes out of writing a part of an object.
fn noted<T>(thread: &mut Thread, result: Outcome<T>, whole: Root, part: &str) -> Outcome<T> {
    if matches!(result, Err(Unwind::Raise)) {
        let (module, name) = class_names::shown(thread, thread.class_of(thread.get(whole)));
        let name = class_names::in_module(module, name);
        let note = format!("when serializing {name} {part}");
        exception_fields::add_note_to_raised(thread, &note)?;
    }
    result
}

/// Whether a metaclass leaves the names of its classes to `type`.
fn has_names_of_type(thread: &Thread, metaclass: u32) -> bool {
    let mut names = ["__getattribute__", "__name__", "__qualname__"].into_iter();
    metaclass == CLASS_TYPE
        || names.all(|name| {
            let found = thread.known_symbol(name);
            let found = found.and_then(|name| thread.look_up(metaclass, name));
            found.is_none_or(|found| [CLASS_TYPE, CLASS_OBJECT].contains(&found.class))
        })
}

impl Writer {
    /// Makes the memo again if objects have moved: done after each call.
    fn follow_moves(&mut self, thread: &Thread) {
        if thread.get(self.moving).word().0 == self.moving_word {
            return;
        }
        thread.set_root(self.moving, thread.new_tuple(&[NONE]));
        self.moving_word = thread.get(self.moving).word().0;
        self.number_written(thread);
    }

    fn number_written(&mut self, thread: &Thread) {
        let written = list::values(thread, thread.object_at(self.written));
        let numbered = written.iter().zip(0..);
        self.memo = numbered
            .map(|(value, number)| (value.word().0, number))
            .collect();
    }

    fn call(&mut self, thread: &mut Thread, function: Root, arguments: &[Root]) -> Outcome<Root> {
        let result = thread.call(function, arguments);
        self.follow_moves(thread);
        result
    }

    fn memoize(&mut self, thread: &Thread, value: Root) -> Outcome<()> {
        let value = thread.get(value);
        let number = self.memo.len() as u32;
        self.memo.insert(value.word().0, number);
        list::push(thread, thread.object_at(self.written), value)?;
        self.out.frame.push(MEMOIZE);
        Ok(())
    }

    fn number(&self, thread: &Thread, value: Root) -> Option<u32> {
        self.memo.get(&thread.get(value).word().0).copied()
    }

    /// Writes a value; the roots made on the way are dropped.
    fn save(&mut self, thread: &mut Thread, value: Root) -> Outcome<()> {
        self.out.begin_object();
        if thread.get(self.persistent_id) != NONE && self.persistent(thread, value)? {
            return Ok(());
        }
        self.save_itself(thread, value)
    }

    /// Writes the name of a value that stands for it, if a hook gives one.
    fn persistent(&mut self, thread: &mut Thread, value: Root) -> Outcome<bool> {
        let mark = thread.root_count();
        let name = self.call(thread, self.persistent_id, &[value])?;
        let is_named = thread.get(name) != NONE;
        if is_named {
            self.out.begin_object();
            self.save_itself(thread, name)?;
            self.out.frame.push(BINPERSID);
        }
        thread.truncate_roots(mark);
        Ok(is_named)
    }

    fn save_itself(&mut self, thread: &mut Thread, value: Root) -> Outcome<()> {
        if self.out.scalar(thread, thread.get(value)) {
            return Ok(());
        }
        if let Some(number) = self.number(thread, value) {
            self.out.reference(number);
            return Ok(());
        }
        let mark = thread.root_count();
        if self.depth >= DEPTH_MAX {
            return self.hand_over(thread, value, self.helpers.reduced);
        }
        self.depth += 1;
        self.object(thread, value)?;
        self.depth -= 1;
        thread.truncate_roots(mark);
        Ok(())
    }

    fn object(&mut self, thread: &mut Thread, value: Root) -> Outcome<()> {
        let given = thread.get(value);
        let Some(object) = given.as_object() else {
            return self.reduce(thread, value);
        };
        match thread.host_of(object) {
            CLASS_STR | CLASS_BYTES => {
                if self.out.content(thread, object) {
                    return self.memoize(thread, value);
                }
                self.hand_over(thread, value, self.helpers.reduced)
            }
            CLASS_TUPLE => self.tuple(thread, value),
            CLASS_LIST => {
                self.out.frame.push(EMPTY_LIST);
                self.memoize(thread, value)?;
                self.items(thread, value, value)
            }
            CLASS_DICT => {
                self.out.frame.push(EMPTY_DICT);
                self.memoize(thread, value)?;
                self.entries(thread, value)
            }
            CLASS_SET => {
                self.out.frame.push(EMPTY_SET);
                self.memoize(thread, value)?;
                self.elements(thread, value)
            }
            CLASS_FROZENSET => self.frozen(thread, value),
            CLASS_BYTEARRAY if thread.get(self.protocol) == Value::from_small(5) => {
                let content = bytearray::content(thread, object);
                if content.len() >= FRAME_FULL {
                    return self.hand_over(thread, value, self.helpers.reduced);
                }
                self.out.frame.push(BYTEARRAY8);
                self.out.frame.extend((content.len() as u64).to_le_bytes());
                self.out.frame.extend(content);
                self.memoize(thread, value)
            }
            _ => self.reduce(thread, value),
        }
    }

    fn tuple(&mut self, thread: &mut Thread, value: Root) -> Outcome<()> {
        let length = tuple::length(thread, thread.object_at(value));
        if length == 0 {
            self.out.frame.push(EMPTY_TUPLE);
            return Ok(());
        }
        let is_short = length <= 3;
        if !is_short {
            self.out.frame.push(MARK);
        }
        self.tuple_items(thread, value)?;
        if let Some(number) = self.number(thread, value) {
            // The container holds itself, and was written on the way.
            match is_short {
                true => {
                    let pops = std::iter::repeat_n(POP, length as usize);
                    self.out.frame.extend(pops);
                }
                false => self.out.frame.push(POP_MARK),
            }
            self.out.reference(number);
            return Ok(());
        }
        self.out.frame.push(match is_short {
            true => TUPLE1 + (length - 1) as u8,
            false => TUPLE,
        });
        self.memoize(thread, value)
    }

    fn tuple_items(&mut self, thread: &mut Thread, value: Root) -> Outcome<()> {
        for place in 0..tuple::length(thread, thread.object_at(value)) {
            let item = thread.root(tuple::get(thread, thread.object_at(value), place));
            if let Err(unwind) = self.save(thread, item) {
                return noted(thread, Err(unwind), value, &format!("item {place}"));
            }
        }
        Ok(())
    }

    fn frozen(&mut self, thread: &mut Thread, value: Root) -> Outcome<()> {
        self.out.frame.push(MARK);
        let items: Vec<Root> = dict::keys(thread, thread.object_at(value))
            .map(|item| thread.root(item))
            .collect();
        for item in items {
            let saved = self.save(thread, item);
            noted(thread, saved, value, "element")?;
        }
        if let Some(number) = self.number(thread, value) {
            self.out.frame.push(POP_MARK);
            self.out.reference(number);
            return Ok(());
        }
        self.out.frame.push(FROZENSET);
        self.memoize(thread, value)
    }

    /// The next items of an iterator: as many as are put into a container at once.
    fn next_batch(&mut self, thread: &mut Thread, iterator: Root) -> Outcome<Vec<Root>> {
        let mut batch = Vec::new();
        while batch.len() < BATCH && iterate::push_next(thread, iterator, &mut batch)? {}
        self.follow_moves(thread);
        Ok(batch)
    }

    /// Goes through the batches of an iterable. One that is not full is the last.
    fn batches(
        &mut self,
        thread: &mut Thread,
        iterable: Root,
        write: impl Fn(&mut Writer, &mut Thread, &[Root], usize) -> Outcome<()>,
    ) -> Outcome<()> {
        let iterator = iterate::iter(thread, iterable)?;
        let mark = thread.root_count();
        let mut first = 0;
        loop {
            let batch = self.next_batch(thread, iterator)?;
            if !batch.is_empty() {
                write(self, thread, &batch, first)?;
            }
            thread.truncate_roots(mark);
            first += batch.len();
            if batch.len() < BATCH {
                return Ok(());
            }
        }
    }

    /// Appends the items of an iterable to an object that was written.
    fn items(&mut self, thread: &mut Thread, whole: Root, iterable: Root) -> Outcome<()> {
        let write = |writer: &mut Writer, thread: &mut Thread, batch: &[Root], first: usize| {
            let is_single = batch.len() == 1;
            if !is_single {
                writer.out.frame.push(MARK);
            }
            for (item, place) in batch.iter().zip(first..) {
                if let Err(unwind) = writer.save(thread, *item) {
                    return noted(thread, Err(unwind), whole, &format!("item {place}"));
                }
            }
            let code = if is_single { APPEND } else { APPENDS };
            writer.out.frame.push(code);
            Ok(())
        };
        match exact(thread, thread.get(iterable), CLASS_LIST) {
            Some(items) if list::length(thread, items) < BATCH as u64 => {
                let values = list::values(thread, items);
                let batch: Vec<Root> = values.iter().map(|item| thread.root(*item)).collect();
                match batch.is_empty() {
                    true => Ok(()),
                    false => write(self, thread, &batch, 0),
                }
            }
            _ => self.batches(thread, iterable, write),
        }
    }

    fn elements(&mut self, thread: &mut Thread, whole: Root) -> Outcome<()> {
        self.batches(thread, whole, |writer, thread, batch, _| {
            writer.out.frame.push(MARK);
            for item in batch {
                let saved = writer.save(thread, *item);
                noted(thread, saved, whole, "element")?;
            }
            writer.out.frame.push(ADDITEMS);
            Ok(())
        })
    }

    /// The entries of a dict.
    fn entries(&mut self, thread: &mut Thread, value: Root) -> Outcome<()> {
        let entries = dict::entries(thread, thread.object_at(value));
        if entries.len() < BATCH {
            let pairs: Vec<(Root, Root)> = entries
                .iter()
                .map(|(key, item)| (thread.root(*key), thread.root(*item)))
                .collect();
            return self.pairs(thread, value, &pairs);
        }
        let method = get_attribute(thread, value, "items")?;
        let items = self.call(thread, method, &[])?;
        self.dict_items(thread, value, items)
    }

    fn dict_items(&mut self, thread: &mut Thread, whole: Root, iterable: Root) -> Outcome<()> {
        self.batches(thread, iterable, |writer, thread, batch, _| {
            let is_pair = |item: &Root| {
                tuple::as_tuple(thread, thread.get(*item))
                    .is_some_and(|item| tuple::length(thread, item) == 2)
            };
            if batch.iter().all(is_pair) {
                let part = |item: &Root, place| {
                    thread.root(tuple::get(thread, thread.object_at(*item), place))
                };
                let pairs: Vec<(Root, Root)> = batch
                    .iter()
                    .map(|item| (part(item, 0), part(item, 1)))
                    .collect();
                return writer.pairs(thread, whole, &pairs);
            }
            if batch.len() > 1 {
                writer.out.frame.push(MARK);
            }
            for item in batch {
                let pair = writer.call(thread, writer.helpers.pair, &[*item])?;
                let [key, value] = [0, 1]
                    .map(|place| thread.root(tuple::get(thread, thread.object_at(pair), place)));
                writer.entry(thread, whole, key, value)?;
            }
            let code = if batch.len() > 1 { SETITEMS } else { SETITEM };
            writer.out.frame.push(code);
            Ok(())
        })
    }

    fn entry(&mut self, thread: &mut Thread, whole: Root, key: Root, value: Root) -> Outcome<()> {
        self.save(thread, key)?;
        let Err(unwind) = self.save(thread, value) else {
            return Ok(());
        };
        if unwind == Unwind::Raise {
            let raised = thread.root(thread.thread_root(ROOT_RAISED));
            thread.set_thread_root(ROOT_RAISED, NONE);
            let key = repr::repr_text(thread, key)?;
            thread.set_thread_root(ROOT_RAISED, thread.get(raised));
            return noted(thread, Err(unwind), whole, &format!("item {key}"));
        }
        Err(unwind)
    }

    /// Puts a batch of entries into an object that was written.
    fn pairs(&mut self, thread: &mut Thread, whole: Root, pairs: &[(Root, Root)]) -> Outcome<()> {
        if pairs.is_empty() {
            return Ok(());
        }
        if pairs.len() > 1 {
            self.out.frame.push(MARK);
        }
        for (key, value) in pairs {
            self.entry(thread, whole, *key, *value)?;
        }
        let code = if pairs.len() > 1 { SETITEMS } else { SETITEM };
        self.out.frame.push(code);
        Ok(())
    }
}

/// Objects that are reduced.
impl Writer {
    fn reduce(&mut self, thread: &mut Thread, value: Root) -> Outcome<()> {
        if thread.get(self.override_of) != NONE {
            let answer = self.call(thread, self.override_of, &[value])?;
            if thread.get(answer) != NOT_IMPLEMENTED {
                return self.reduced(thread, value, answer);
            }
        }
        if thread.class_number_of(thread.get(value)).is_some() && self.class(thread, value)? {
            return Ok(());
        }
        let Some(reduced) = self.ask(thread, value)? else {
            return self.hand_over(thread, value, self.helpers.asked);
        };
        self.reduced(thread, value, reduced)
    }

    /// Writes what an object is reduced to.
    fn reduced(&mut self, thread: &mut Thread, value: Root, reduced: Root) -> Outcome<()> {
        match self.making(thread, value, reduced) {
            Some(making) => {
                let saved = self.reduction(thread, value, reduced, making);
                noted(thread, saved, value, "object")
            }
            None => self.hand_over(thread, value, reduced),
        }
    }

    /// Whether a table of the library has no entry for a class.
    fn lacks(&self, thread: &Thread, table: Root, class: Value<'_>) -> bool {
        let table = dict::as_dict(thread, thread.get(table));
        let found = table.map(|table| dict::get_leaf(thread, table, class));
        matches!(found, Some(Ok(Some(None))))
    }

    /// What an object is reduced to; none if a pickler of the library has to find that out.
    fn ask(&mut self, thread: &mut Thread, value: Root) -> Outcome<Option<Root>> {
        let given = thread.get(value);
        let class = thread.class(thread.class_of(given));
        let kind = class.object.value();
        let has_common_metaclass = class.metaclass.get() == CLASS_TYPE;
        if has_common_metaclass && !self.lacks(thread, self.helpers.own_kinds, kind) {
            return Ok(None);
        }
        if !has_common_metaclass
            || thread.class_number_of(given).is_some()
            || !self.lacks(thread, self.helpers.reducers, kind)
        {
            let arguments = [value, self.protocol];
            let answer = self.call(thread, self.helpers.reduced, &arguments)?;
            let is_known = thread.get(answer) != thread.get(self.helpers.reduced);
            return Ok(is_known.then_some(answer));
        }
        if class.number >= CLASS_USER_FIRST
            && let Some(reduced) = reduced(thread, given)?
        {
            return Ok(Some(thread.root(reduced)));
        }
        let method = get_attribute(thread, value, "__reduce_ex__");
        self.follow_moves(thread);
        match method {
            Ok(method) => self.call(thread, method, &[self.protocol]).map(Some),
            Err(Unwind::Raise) if thread.take_exception_of(ATTRIBUTE_ERROR) => Ok(None),
            Err(unwind) => Err(unwind),
        }
    }

    /// How a reduction makes its object; none if it is wrong or rare.
    fn making(&self, thread: &Thread, value: Root, reduced: Root) -> Option<Making> {
        let parts = exact(thread, thread.get(reduced), CLASS_TUPLE)?;
        let length = tuple::length(thread, parts);
        if !(2..=6).contains(&length) {
            return None;
        }
        let part = |place| Some(place).filter(|place| *place < length);
        let part = |place| part(place).map_or(NONE, |place| tuple::get(thread, parts, place));
        let is_wrong = |items| items != NONE && !iterate::is_iterator(thread, items);
        let is_rare = part(STATE_SETTER) != NONE;
        if is_rare || is_wrong(part(LIST_ITEMS)) || is_wrong(part(DICT_ITEMS)) {
            return None;
        }
        let function = tuple::get(thread, parts, 0);
        let arguments = exact(thread, tuple::get(thread, parts, 1), CLASS_TUPLE)?;
        let count = tuple::length(thread, arguments);
        let is_own_class = || {
            let class = thread.class(thread.class_of(thread.get(value)));
            let special = thread.known_symbol("__class__");
            let found = special.and_then(|name| thread.look_up(class.number, name));
            tuple::get(thread, arguments, 0) == class.object.value()
                && found.is_none_or(|found| found.class == CLASS_OBJECT)
        };
        if function == thread.get(self.helpers.new) {
            return (count > 0 && is_own_class()).then_some(Making::New);
        }
        if function == thread.get(self.helpers.new_with_names) {
            return (count == 3 && is_own_class()).then_some(Making::NewWithNames);
        }
        let class = thread.class(thread.class_number_of(function)?);
        let name = class_names::name(thread, class.number, names::NAME);
        let is_called = has_names_of_type(thread, class.metaclass.get())
            && !string::as_text(thread, name).is_some_and(|name| name.starts_with("__newobj"));
        is_called.then_some(Making::Call)
    }

    fn reduction(
        &mut self,
        thread: &mut Thread,
        value: Root,
        reduced: Root,
        making: Making,
    ) -> Outcome<()> {
        let part = |thread: &Thread, whole: Root, place: u64| {
            let whole = thread.object_at(whole);
            let is_there = place < tuple::length(thread, whole);
            thread.root(if is_there {
                tuple::get(thread, whole, place)
            } else {
                NONE
            })
        };
        let arguments = part(thread, reduced, 1);
        match making {
            Making::Call => {
                let function = part(thread, reduced, 0);
                let saved = self.save(thread, function);
                noted(thread, saved, value, "reconstructor")?;
                let saved = self.save(thread, arguments);
                noted(thread, saved, value, "reconstructor arguments")?;
                self.out.frame.push(REDUCE);
            }
            Making::New | Making::NewWithNames => {
                let class = part(thread, arguments, 0);
                let saved = self.save(thread, class);
                noted(thread, saved, value, "class")?;
                let saved = self.new_arguments(thread, arguments, making);
                noted(thread, saved, value, "__new__ arguments")?;
            }
        }
        match self.number(thread, value) {
            // It holds itself, and was written on the way.
            Some(number) => {
                self.out.frame.push(POP);
                self.out.reference(number);
            }
            None => self.memoize(thread, value)?,
        }
        let items = part(thread, reduced, LIST_ITEMS);
        if thread.get(items) != NONE {
            self.items(thread, value, items)?;
        }
        let items = part(thread, reduced, DICT_ITEMS);
        if thread.get(items) != NONE {
            self.dict_items(thread, value, items)?;
        }
        let state = part(thread, reduced, STATE);
        if thread.get(state) != NONE {
            let saved = self.save(thread, state);
            noted(thread, saved, value, "state")?;
            self.out.frame.push(BUILD);
        }
        Ok(())
    }

    fn new_arguments(
        &mut self,
        thread: &mut Thread,
        arguments: Root,
        making: Making,
    ) -> Outcome<()> {
        if let Making::NewWithNames = making {
            for place in [1, 2] {
                let given = tuple::get(thread, thread.object_at(arguments), place);
                let given = thread.root(given);
                self.save(thread, given)?;
            }
            self.out.frame.push(NEWOBJ_EX);
            return Ok(());
        }
        let rest = tuple::values(thread, thread.object_at(arguments));
        let rest = thread.root(tuple::from_values(thread, &rest[1..])?);
        self.save(thread, rest)?;
        self.out.frame.push(NEWOBJ);
        Ok(())
    }

    /// Writes a class of a module by its name; false if it must be looked for in another way.
    fn class(&mut self, thread: &mut Thread, value: Root) -> Outcome<bool> {
        let given = thread.get(value);
        let Some(number) = thread.class_number_of(given) else {
            return Ok(false);
        };
        let class = thread.class(number);
        let metaclass = thread.class(class.metaclass.get());
        let is_simple = class.object.value() == given
            && has_names_of_type(thread, metaclass.number)
            && (metaclass.number == CLASS_TYPE
                || self.lacks(thread, self.helpers.reducers, metaclass.object.value()));
        let extensions = dict::as_dict(thread, thread.get(self.helpers.extensions));
        let has_extensions = extensions.is_none_or(|table| dict::length(thread, table) > 0);
        if !is_simple || has_extensions {
            return Ok(false);
        }
        let name = get_attribute(thread, value, "__qualname__")?;
        let module = get_attribute(thread, value, "__module__")?;
        self.follow_moves(thread);
        let text = |value: Root| {
            string::exact_string(thread, thread.get(value))?;
            string::as_text(thread, thread.get(value))
        };
        let found = text(module).zip(text(name));
        let found = found.and_then(|(module, name)| found_in_module(thread, module, name));
        if found != Some(thread.get(value)) {
            return Ok(false);
        }
        self.save(thread, module)?;
        self.save(thread, name)?;
        self.out.frame.push(STACK_GLOBAL);
        self.memoize(thread, value)?;
        Ok(true)
    }

    /// Has a pickler of the library write an object.
    fn hand_over(&mut self, thread: &mut Thread, value: Root, reduced: Root) -> Outcome<()> {
        let frame = thread.root(bytes::new(thread, &self.out.frame)?);
        let arguments = [
            self.pickler,
            value,
            reduced,
            self.protocol,
            self.written,
            frame,
        ];
        let answer = self.call(thread, self.helpers.write_rest, &arguments)?;
        let answer = thread.object_at(answer);
        thread.set_root(self.pickler, tuple::get(thread, answer, 0));
        let content =
            |place| bytes::content(thread, tuple::get(thread, answer, place).known_object());
        self.out.made.extend_from_slice(content(1));
        self.out.frame = content(2).to_vec();
        let written = list::values(thread, thread.object_at(self.written));
        for (value, number) in written.iter().zip(0..).skip(self.memo.len()) {
            self.memo.insert(value.word().0, number);
        }
        Ok(())
    }
}
