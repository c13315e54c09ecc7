//! `_pickle_core`: pickles, written and read.
//!
//! Plain data (numbers, texts, bytes, the containers of the language, and instances of plain
//! classes) is written in one pass. For anything else that pass answers None, and nothing was
//! changed: pickles are begun again by the writer that asks objects (see `calls`). All pickles are
//! read by one reader (see `reader`).
//!
//! The output is, byte for byte, that of the library's own `Pickler`.

mod calls;
pub(crate) mod instances;
mod loose;
mod making;
mod output;
pub(crate) mod parts;
mod reader;
mod source;

use motet_python_objects::model::module_def::ModuleDef;

use output::*;

use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{bytes, dict, list, tuple};

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("dumps", 2, 2, dumps),
    NativeFunction::calling("dumps_asking", 7, 7, calls::dumps),
    NativeFunction::calling("load", 4, 4, reader::load),
];

/// Containers nested deeper are left to the library.
const DEPTH_MAX: u32 = 500;
/// Whether it was written; false: it is not plain.
type Written = Outcome<bool>;

struct Writer<'a> {
    thread: &'a Thread,
    out: Output,
    /// The numbers of the objects that were written.
    memo: Memo,
    depth: u32,
}

/// `dumps(value, protocol)`: the pickle of plain data, or None.
fn dumps<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let protocol = match arguments.get(thread, 1).as_integer() {
        Some(protocol @ 4..=5) => protocol as u8,
        _ => return Ok(NONE),
    };
    let mut writer = Writer {
        thread,
        out: Output::new(protocol),
        memo: Memo::default(),
        depth: 0,
    };
    if !writer.save(arguments.get(thread, 0))? {
        return Ok(NONE);
    }
    bytes::new(thread, &writer.out.ended())
}

impl<'a> Writer<'a> {
    fn memoize(&mut self, object: Object<'a>) {
        let number = self.memo.len() as u32;
        self.memo.insert(object.value().word().0, number);
        self.out.frame.push(MEMOIZE);
    }

    /// Writes a reference to an object that was written before; false if it was not.
    fn get(&mut self, object: Object<'a>) -> bool {
        let Some(number) = self.memo.get(&object.value().word().0) else {
            return false;
        };
        self.out.reference(*number);
        true
    }

    fn save(&mut self, value: Value<'a>) -> Written {
        self.out.begin_object();
        if self.out.scalar(self.thread, value) {
            return Ok(true);
        }
        match value.as_object() {
            Some(object) => self.object(object),
            None => Ok(false),
        }
    }

    fn object(&mut self, object: Object<'a>) -> Written {
        let thread = self.thread;
        let kind = thread.host_of(object);
        if self.get(object) {
            return Ok(true);
        }
        if self.depth >= DEPTH_MAX {
            return Ok(false);
        }
        self.depth += 1;
        let written = match kind {
            CLASS_STR | CLASS_BYTES => {
                let is_written = self.out.content(thread, object);
                if is_written {
                    self.memoize(object);
                }
                Ok(is_written)
            }
            CLASS_TUPLE => self.tuple(object),
            CLASS_LIST => {
                self.out.frame.push(EMPTY_LIST);
                self.memoize(object);
                self.batches(&list::values(thread, object), APPENDS, Some(APPEND))
            }
            CLASS_DICT => self.dict(object),
            CLASS_SET => {
                self.out.frame.push(EMPTY_SET);
                self.memoize(object);
                let items: Vec<Value<'a>> = dict::keys(thread, object).collect();
                self.batches(&items, ADDITEMS, None)
            }
            CLASS_FROZENSET => self.frozen(object),
            CLASS_USER_FIRST.. => self.instance(object),
            _ => Ok(false),
        };
        self.depth -= 1;
        written
    }

    fn tuple(&mut self, object: Object<'a>) -> Written {
        let items = tuple::values(self.thread, object);
        if items.is_empty() {
            self.out.frame.push(EMPTY_TUPLE);
            return Ok(true);
        }
        let is_short = items.len() <= 3;
        if !is_short {
            self.out.frame.push(MARK);
        }
        for item in &items {
            if !self.save(*item)? {
                return Ok(false);
            }
        }
        if self.memo.contains_key(&object.value().word().0) {
            // The container holds itself, and was written on the way.
            match is_short {
                true => self.out.frame.extend(std::iter::repeat_n(POP, items.len())),
                false => self.out.frame.push(POP_MARK),
            }
            return Ok(self.get(object));
        }
        self.out.frame.push(match is_short {
            true => TUPLE1 + (items.len() - 1) as u8,
            false => TUPLE,
        });
        self.memoize(object);
        Ok(true)
    }

    fn frozen(&mut self, object: Object<'a>) -> Written {
        self.out.frame.push(MARK);
        let items: Vec<Value<'a>> = dict::keys(self.thread, object).collect();
        for item in items {
            if !self.save(item)? {
                return Ok(false);
            }
        }
        if self.memo.contains_key(&object.value().word().0) {
            self.out.frame.push(POP_MARK);
            return Ok(self.get(object));
        }
        self.out.frame.push(FROZENSET);
        self.memoize(object);
        Ok(true)
    }

    fn dict(&mut self, object: Object<'a>) -> Written {
        self.out.frame.push(EMPTY_DICT);
        self.memoize(object);
        let entries = dict::entries(self.thread, object);
        self.entries(&entries)
    }

    /// Items of a container: `many` is the opcode that puts many of them into it, `one` that for
    /// one.
    fn batches(&mut self, items: &[Value<'a>], many: u8, one: Option<u8>) -> Written {
        for batch in items.chunks(BATCH) {
            let single = one.filter(|_| batch.len() == 1);
            if single.is_none() {
                self.out.frame.push(MARK);
            }
            for item in batch {
                if !self.save(*item)? {
                    return Ok(false);
                }
            }
            self.out.frame.push(single.unwrap_or(many));
        }
        Ok(true)
    }
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_pickle_core").functions(&[FUNCTIONS])];
