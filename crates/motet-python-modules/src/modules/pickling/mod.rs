//! `_pickle_core`: pickles of plain data (numbers, texts, bytes, the containers of the language,
//! and instances of plain classes), written and read in one pass. For anything else they answer
//! None, and nothing was changed: pickles are begun again by the writer that asks objects (see
//! `calls`), and read by the library.
//!
//! The output is, byte for byte, that of the library's own `Pickler`.

mod calls;
pub(crate) mod instances;
mod output;

use motet_python_objects::model::module_def::ModuleDef;

use instances::{BUILD, is_of_class};
use output::*;

use num_bigint::BigInt;

use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{bytes, dict, float, int, list, set, string, tuple};

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("dumps", 2, 2, dumps),
    NativeFunction::calling("dumps_asking", 4, 4, calls::dumps),
    NativeFunction::leaf("loads", 1, 1, loads),
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

struct Reader<'a, 'b> {
    thread: &'a Thread,
    left: &'b [u8],
    /// How many bytes lie behind the last frame; all of them, if there was none.
    behind_frame: usize,
    stack: Vec<Value<'a>>,
    marks: Vec<usize>,
    memo: Vec<Option<Value<'a>>>,
}

/// `loads(pickle)`: a tuple of the value of plain data, or None.
fn loads<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = arguments.get(thread, 0);
    let Some(given) = bytes::as_bytes(thread, given) else {
        return Ok(NONE);
    };
    let mut reader = Reader {
        thread,
        left: bytes::content(thread, given),
        behind_frame: bytes::content(thread, given).len(),
        stack: Vec::new(),
        marks: Vec::new(),
        memo: Vec::new(),
    };
    loop {
        match reader.step()? {
            Some(false) => {}
            Some(true) => break,
            None => return Ok(NONE),
        }
    }
    match (&reader.stack[..], &reader.marks[..]) {
        ([value], []) => tuple::from_values(thread, &[*value]),
        _ => Ok(NONE),
    }
}

impl<'a, 'b> Reader<'a, 'b> {
    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, left) = self.left.split_at_checked(count)?;
        let goes_over_frame = self.left.len() > self.behind_frame && left.len() < self.behind_frame;
        self.left = left;
        (!goes_over_frame).then_some(taken)
    }

    fn array<const COUNT: usize>(&mut self) -> Option<[u8; COUNT]> {
        self.take(COUNT)?.try_into().ok()
    }

    fn byte(&mut self) -> Option<usize> {
        Some(usize::from(self.array::<1>()?[0]))
    }

    fn length(&mut self) -> Option<usize> {
        Some(u32::from_le_bytes(self.array()?) as usize)
    }

    /// The items above the last mark.
    fn marked(&mut self) -> Option<Vec<Value<'a>>> {
        let mark = self.marks.pop()?;
        (mark <= self.stack.len()).then(|| self.stack.split_off(mark))
    }

    /// The last so many values, none of them below a mark.
    fn last(&mut self, count: usize) -> Option<Vec<Value<'a>>> {
        let first = self.stack.len().checked_sub(count)?;
        let is_above = self.marks.last().is_none_or(|mark| *mark <= first);
        is_above.then(|| self.stack.split_off(first))
    }

    fn remember(&mut self, number: usize) -> Option<()> {
        /// Numbers follow one another, or this is no pickle of plain data.
        const GAP_MAX: usize = 1;
        if number > self.memo.len() + GAP_MAX {
            return None;
        }
        if number >= self.memo.len() {
            self.memo.resize(number + 1, None);
        }
        self.memo[number] = Some(*self.stack.last()?);
        Some(())
    }

    /// Does one step; returns whether it was the last. None if it is not plain data.
    fn step(&mut self) -> Outcome<Option<bool>> {
        let Some(code) = self.byte() else {
            return Ok(None);
        };
        let code = code as u8;
        if code == STOP {
            return Ok(Some(true));
        }
        if let Some(value) = self.scalar(code)? {
            self.stack.push(value);
            return Ok(Some(false));
        }
        let is_done = match code {
            BUILD => self.build()?,
            APPEND | APPENDS | SETITEM | SETITEMS | ADDITEMS => self.fill(code)?,
            _ => self.arrange(code),
        };
        Ok(is_done.map(|()| false))
    }

    /// A value that is made of the bytes behind a code, or of the stack alone.
    fn scalar(&mut self, code: u8) -> Outcome<Option<Value<'a>>> {
        let thread = self.thread;
        let found = match code {
            NONE_CODE => Some(NONE),
            NEW_TRUE => Some(TRUE),
            NEW_FALSE => Some(FALSE),
            BININT1 => self
                .array()
                .map(|[byte]| Value::from_small(i32::from(byte))),
            BININT2 => self
                .array()
                .map(|two| Value::from_small(u16::from_le_bytes(two).into())),
            BININT => self
                .array()
                .map(|four| Value::from_small(i32::from_le_bytes(four))),
            BINFLOAT => self
                .array()
                .map(|eight| float::from_f64(thread, f64::from_be_bytes(eight))),
            LONG1 | LONG4 => {
                let length = if code == LONG1 {
                    self.byte()
                } else {
                    self.length()
                };
                let Some(encoded) = length.and_then(|length| self.take(length)) else {
                    return Ok(None);
                };
                Some(int::from_big(
                    thread,
                    &BigInt::from_signed_bytes_le(encoded),
                )?)
            }
            SHORT_BINUNICODE | BINUNICODE | SHORT_BINBYTES | BINBYTES => {
                return self.content(code);
            }
            EMPTY_LIST => Some(list::new(thread)?),
            EMPTY_DICT => Some(dict::new(thread)?),
            EMPTY_SET => Some(set::new(thread, CLASS_SET)?),
            EMPTY_TUPLE => Some(tuple::from_values(thread, &[])?),
            TUPLE1..=TUPLE3 => match self.last(usize::from(code - TUPLE1) + 1) {
                Some(items) => Some(tuple::from_values(thread, &items)?),
                None => None,
            },
            TUPLE => match self.marked() {
                Some(items) => Some(tuple::from_values(thread, &items)?),
                None => None,
            },
            FROZENSET => return self.frozen(),
            _ if is_of_class(code) => self.of_class(code),
            BINGET | LONG_BINGET => {
                let number = if code == BINGET {
                    self.byte()
                } else {
                    self.length()
                };
                number.and_then(|number| self.memo.get(number).copied().flatten())
            }
            _ => None,
        };
        Ok(found)
    }

    /// Text or bytes.
    fn content(&mut self, code: u8) -> Outcome<Option<Value<'a>>> {
        let is_short = matches!(code, SHORT_BINUNICODE | SHORT_BINBYTES);
        let length = if is_short { self.byte() } else { self.length() };
        let Some(content) = length.and_then(|length| self.take(length)) else {
            return Ok(None);
        };
        if matches!(code, SHORT_BINBYTES | BINBYTES) {
            return bytes::new(self.thread, content).map(Some);
        }
        // Bytes that are no UTF-8 may hold lone surrogates: the library decodes them.
        match std::str::from_utf8(content) {
            Ok(text) => string::new(self.thread, text).map(Some),
            Err(_) => Ok(None),
        }
    }

    fn frozen(&mut self) -> Outcome<Option<Value<'a>>> {
        let Some(items) = self.marked() else {
            return Ok(None);
        };
        let made = set::new(self.thread, CLASS_FROZENSET)?;
        let object = made.known_object();
        for item in items {
            if !set::add_leaf(self.thread, object, item)? {
                return Ok(None);
            }
        }
        Ok(Some(made))
    }

    /// Moves values, remembers them, takes them away.
    fn arrange(&mut self, code: u8) -> Option<()> {
        match code {
            PROTO => {
                let version = self.byte()?;
                (version <= 5).then_some(())
            }
            // The content of a frame is read where it lies; all of it must be there.
            FRAME => {
                let size = usize::try_from(u64::from_le_bytes(self.array()?)).ok()?;
                let behind = self.left.len().checked_sub(size)?;
                let is_first = self.left.len() <= self.behind_frame;
                self.behind_frame = behind;
                is_first.then_some(())
            }
            MARK => {
                self.marks.push(self.stack.len());
                Some(())
            }
            POP => self.last(1).map(|_| ()),
            POP_MARK => self.marked().map(|_| ()),
            MEMOIZE => self.remember(self.memo.len()),
            BINPUT => {
                let number = self.byte()?;
                self.remember(number)
            }
            LONG_BINPUT => {
                let number = self.length()?;
                self.remember(number)
            }
            _ => None,
        }
    }

    /// Puts values into the container below them.
    fn fill(&mut self, code: u8) -> Outcome<Option<()>> {
        let thread = self.thread;
        let items = match code {
            APPEND => self.last(1),
            SETITEM => self.last(2),
            _ => self.marked(),
        };
        let container = self.stack.last().and_then(|value| value.as_object());
        let Some((items, container)) = items.zip(container) else {
            return Ok(None);
        };
        match (code, thread.host_of(container)) {
            (APPEND | APPENDS, CLASS_LIST) => list::extend(thread, container, &items)?,
            (SETITEM | SETITEMS, CLASS_DICT) => {
                for pair in items.chunks(2) {
                    let [key, value] = pair else {
                        return Ok(None);
                    };
                    if !dict::set_leaf(thread, container, *key, *value)? {
                        return Ok(None);
                    }
                }
            }
            (ADDITEMS, CLASS_SET) => {
                for item in items {
                    if !set::add_leaf(thread, container, item)? {
                        return Ok(None);
                    }
                }
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_pickle_core").functions(&[FUNCTIONS])];
