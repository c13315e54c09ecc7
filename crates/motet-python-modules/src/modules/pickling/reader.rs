//! `_pickle_core.load`: reads a pickle, of any protocol.
//!
//! A pickle names classes and functions and says what to call, so the program's code may run in
//! the middle, and collections move objects. The values of the pickle's stack and memo are held by
//! roots; a root whose value has left the stack holds the next one. Between two calls there is no
//! collection: what is pushed then is held by no root until the next call (see `loose`), which
//! most values do not live to see. Whatever a pickle says, no more memory is taken than it has
//! bytes for: numbers of the memo that are far apart stand in a map.
//!
//! The errors are those of CPython's native unpickler. What is rare (numbers and texts that are
//! not written plainly, extensions of `copyreg`) is asked of functions of `_motet_unpickling`.

use std::collections::HashMap;
use std::ops::Range;

use motet_python_objects::model::exception_classes::{EOF_ERROR, MEMORY_ERROR};
use motet_python_objects::model::thread::ROOT_RAISED;
use motet_python_objects::types::host::push;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{
    bytearray, bytes, codecs, dict, float, int, list, string, tuple,
};

use super::loose::{Operation, has_content, operand_length};
use super::making::set_items;
use super::output::*;
use super::source::{Source, raise, state};

pub(super) const DUP: u8 = b'2';
pub(super) const BINBYTES8: u8 = 0x8e;
pub(super) const BINUNICODE8: u8 = 0x8d;
pub(super) const BYTEARRAY8: u8 = 0x96;
pub(super) const SHORT_BINSTRING: u8 = b'U';
pub(super) const BINSTRING: u8 = b'T';
const INT: u8 = b'I';
const LONG: u8 = b'L';
const FLOAT: u8 = b'F';
const STRING: u8 = b'S';
const UNICODE: u8 = b'V';
const GET: u8 = b'g';
const PUT: u8 = b'p';
const LIST: u8 = b'l';
const DICT: u8 = b'd';
pub(super) const EXT1: u8 = 0x82;
pub(super) const EXT2: u8 = 0x83;
pub(super) const EXT4: u8 = 0x84;

/// CPython makes the bytes before it reads them: no more of them than this.
const BYTES_MAX: u64 = i64::MAX as u64 - 33;
/// And not without memory.
const ADDRESSES: u64 = 1 << 47;

/// What the reader asks the library for: the places of `_motet_unpickling._helpers`.
#[derive(Clone, Copy)]
pub(super) enum Helper {
    /// The class `UnpicklingError`.
    Error,
    /// `find_class(module, name, protocol, fix_imports)`.
    FindClass,
    /// `read_rare(code, line, encoding, errors)`: the value of a line.
    ReadRare,
    /// `find_extension(unpickler, code, protocol, fix_imports)`.
    FindExtension,
    /// `make_readonly(buffer)`.
    MakeReadonly,
    /// `read_rest(read, readinto, part, count)`: bytes of a file.
    ReadRest,
    /// The tables of `_compat_pickle`: of names, and of modules.
    Names,
    Modules,
    /// The encoding and the handling of errors that are taken if nothing is said.
    Encoding,
    Errors,
}

/// The values that have numbers.
#[derive(Default)]
pub(super) struct Numbered {
    dense: Vec<Option<Root>>,
    sparse: HashMap<usize, Root>,
}

impl Numbered {
    pub(super) fn get(&self, number: usize) -> Option<Root> {
        let dense = self.dense.get(number).copied().flatten();
        if dense.is_some() || self.sparse.is_empty() {
            return dense;
        }
        self.sparse.get(&number).copied()
    }

    /// Whether a number is higher than all that were given.
    #[inline]
    pub(super) fn is_behind(&self, number: usize) -> bool {
        number >= self.dense.len() && self.sparse.is_empty()
    }

    pub(super) fn put(&mut self, thread: &Thread, number: usize, value: Value<'_>) -> Outcome<()> {
        let root = thread.root(value);
        if number > 2 * self.dense.len() + BATCH {
            self.sparse.insert(number, root);
            return Ok(());
        }
        while self.dense.len() <= number {
            push(thread, &mut self.dense, None)?;
        }
        self.dense[number] = Some(root);
        Ok(())
    }

    fn all(&self) -> impl Iterator<Item = (usize, Root)> + '_ {
        let dense = self.dense.iter().enumerate();
        let dense = dense.filter_map(|(number, root)| Some((number, (*root)?)));
        let is_sparse = |number: &usize| self.dense.get(*number).copied().flatten().is_none();
        let sparse = self.sparse.iter().map(|(number, root)| (*number, *root));
        dense.chain(sparse.filter(move |(number, _)| is_sparse(number)))
    }
}

pub(super) struct Reader {
    pub(super) source: Source,
    pub(super) stack: Vec<Root>,
    pub(super) marks: Vec<usize>,
    pub(super) memo: Numbered,
    /// How many numbers were given, those of earlier pickles with them.
    pub(super) count: usize,
    /// Roots whose values are needed no more.
    free: Vec<Root>,
    pub(super) protocol: i32,
    pub(super) fix_imports: bool,
    /// The unpickler whose methods are asked, or None.
    pub(super) unpickler: Root,
    /// Whether it has its own way to find classes.
    pub(super) finds_classes: bool,
    helpers: Root,
    /// The list that the unpickler keeps; None for a pickle that is read by itself.
    kept: Root,
    /// The dict of what earlier pickles of the unpickler have numbered, or None.
    pub(super) earlier: Root,
    /// Whether there is any of that.
    pub(super) has_earlier: bool,
}

/// `load(unpickler, finds_classes, state, helpers)`: the value of the next pickle. The state is
/// that of an unpickler, or the bytes of one pickle.
pub(super) fn load<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mut reader = Reader::new(thread, arguments)?;
    let read = reader.run(thread);
    if !matches!(read, Err(Unwind::Abort | Unwind::Wait)) {
        reader.keep(thread)?;
    }
    Ok(thread.get(read?))
}

impl Reader {
    fn new(thread: &Thread, arguments: Arguments) -> Outcome<Reader> {
        let given = arguments.get(thread, 2);
        let helpers = thread.root(arguments.get(thread, 3));
        let kept = list::as_list(thread, given);
        let earlier = match kept {
            Some(kept) => list::index(thread, kept, state::MEMO)?,
            None => NONE,
        };
        let count = dict::as_dict(thread, earlier);
        let count = count.map_or(0, |earlier| dict::length(thread, earlier) as usize);
        Ok(Reader {
            source: Source::new(thread, given, helpers)?,
            stack: Vec::new(),
            marks: Vec::new(),
            memo: Numbered::default(),
            count,
            has_earlier: count > 0,
            free: Vec::new(),
            protocol: 0,
            fix_imports: match kept {
                Some(kept) => list::index(thread, kept, state::FIX_IMPORTS)? == TRUE,
                None => true,
            },
            unpickler: thread.root(arguments.get(thread, 0)),
            finds_classes: arguments.get(thread, 1) == TRUE,
            helpers,
            kept: thread.root(kept.map_or(NONE, |kept| kept.value())),
            earlier: thread.root(earlier),
        })
    }

    pub(super) fn helper<'a>(&self, thread: &'a Thread, helper: Helper) -> Value<'a> {
        tuple::get(thread, thread.object_at(self.helpers), helper as u64)
    }

    /// Calls a function of the library.
    pub(super) fn ask(
        &self,
        thread: &mut Thread,
        helper: Helper,
        arguments: &[Root],
    ) -> Outcome<Root> {
        let function = thread.root(self.helper(thread, helper));
        thread.call(function, arguments)
    }

    /// Something that the unpickler keeps, or what a helper is in its place.
    pub(super) fn kept_or(
        &self,
        thread: &Thread,
        place: i64,
        helper: Option<Helper>,
    ) -> Outcome<Root> {
        let kept = list::as_list(thread, thread.get(self.kept));
        let found = match (kept, helper) {
            (Some(kept), _) => list::index(thread, kept, place)?,
            (None, Some(helper)) => self.helper(thread, helper),
            (None, None) => NONE,
        };
        Ok(thread.root(found))
    }

    /// Keeps what the next pickle of the unpickler goes on with.
    fn keep(&self, thread: &Thread) -> Outcome<()> {
        let Some(earlier) = dict::as_dict(thread, thread.get(self.earlier)) else {
            return Ok(());
        };
        self.source.keep(thread, thread.object_at(self.kept))?;
        for (number, root) in self.memo.all() {
            let number = int::from_u64(thread, number as u64);
            dict::set_leaf(thread, earlier, number, thread.get(root))?;
        }
        Ok(())
    }

    fn run(&mut self, thread: &mut Thread) -> Outcome<Root> {
        loop {
            thread.collect_in_native()?;
            let operation = match self.do_loosely(thread)? {
                Some(operation) => Some(operation),
                None => self.fetch(thread)?,
            };
            match operation {
                Some(operation) if operation.code == STOP => break,
                Some(operation) => self.step(thread, operation)?,
                None => {}
            }
        }
        self.source.skip_consumed(thread)?;
        self.pop(thread)
    }

    #[inline]
    fn code(&mut self, thread: &mut Thread) -> Outcome<u8> {
        match self.source.take(thread, 1) {
            Ok(range) => Ok(self.source.bytes(thread, range)[0]),
            Err(unwind) => Err(self.ended(thread, unwind)),
        }
    }

    /// Reads an operation, asking the file for what is not there; none if it is done.
    fn fetch(&mut self, thread: &mut Thread) -> Outcome<Option<Operation>> {
        let code = self.code(thread)?;
        let mut word = [0; 8];
        let range = match operand_length(code) {
            0 => 0..0,
            count => {
                let range = self.source.take(thread, count)?;
                word[..count].copy_from_slice(self.source.bytes(thread, range.clone()));
                range
            }
        };
        let operand = u64::from_le_bytes(word);
        let mut operation = Operation {
            code,
            operand,
            content: range.end..range.end,
        };
        if has_content(code) {
            let length = self.content_length(thread, code, operand)?;
            let is_text = !matches!(code, SHORT_BINBYTES | BINBYTES | BINBYTES8 | BYTEARRAY8);
            if is_text || self.source.is_there(length) {
                operation.content = self.source.take(thread, length)?;
            } else {
                return self.long_bytes(thread, code, length).map(|()| None);
            }
        }
        let is_done = self.do_one_loosely(thread, &operation)?;
        Ok((!is_done).then_some(operation))
    }

    /// The length of the content of an operation.
    fn content_length(&self, thread: &mut Thread, code: u8, length: u64) -> Outcome<usize> {
        let (name, most) = match code {
            LONG4 | BINSTRING => {
                let name = if code == LONG4 { "LONG" } else { "BINSTRING" };
                if length > i32::MAX as u64 {
                    let message = format!("{name} pickle has negative byte count");
                    return Err(self.error(thread, &message));
                }
                (name, u64::MAX)
            }
            BYTEARRAY8 => ("BYTEARRAY8", ADDRESSES),
            BINBYTES8 => ("BINBYTES", ADDRESSES),
            _ => ("BINUNICODE", u64::MAX),
        };
        if length > i64::MAX as u64 {
            let limit = i64::MAX;
            let message = format!("{name} exceeds system's maximum size of {limit} bytes");
            return Err(overflow_error(thread, message));
        }
        if code == BINBYTES8 && length > BYTES_MAX {
            return Err(overflow_error(thread, "byte string is too large"));
        }
        if length > most {
            return Err(thread.raise(MEMORY_ERROR, ""));
        }
        Ok(length as usize)
    }

    /// Bytes that a file reads where they shall lie.
    fn long_bytes(&mut self, thread: &mut Thread, code: u8, length: usize) -> Outcome<()> {
        let mark = thread.root_count();
        let whole = self.source.read_many(thread, length)?;
        let whole = thread.get(whole);
        thread.truncate_roots(mark);
        let content = bytes::as_bytes(thread, whole).map(|whole| bytes::content(thread, whole));
        match content {
            Some(content) if code == BYTEARRAY8 => {
                let made = bytearray::new(thread, content)?;
                self.push(thread, made)
            }
            _ => self.push(thread, whole),
        }
    }

    /// A pickle that ends between two operations has its own error.
    #[cold]
    fn ended(&self, thread: &Thread, unwind: Unwind) -> Unwind {
        let error = thread.class_number_of(self.helper(thread, Helper::Error));
        let is_broken = unwind == Unwind::Raise
            && error
                .is_some_and(|error| thread.is_instance(thread.thread_root(ROOT_RAISED), error));
        if !is_broken {
            return unwind;
        }
        thread.set_thread_root(ROOT_RAISED, NONE);
        thread.raise(EOF_ERROR, "Ran out of input")
    }

    #[cold]
    pub(super) fn error(&self, thread: &mut Thread, message: &str) -> Unwind {
        raise(thread, self.helpers, message)
    }

    // ---- the stack

    #[inline]
    pub(super) fn push(&mut self, thread: &Thread, value: Value<'_>) -> Outcome<()> {
        let root = match self.free.pop() {
            Some(root) => {
                thread.set_root(root, value);
                root
            }
            None => thread.root(value),
        };
        push(thread, &mut self.stack, root)
    }

    /// Pushes the result of a call, and drops the roots that were made on the way.
    fn push_made(&mut self, thread: &Thread, mark: usize, made: Root) -> Outcome<()> {
        let value = thread.get(made);
        thread.truncate_roots(mark);
        self.push(thread, value)
    }

    /// The values below this place lie below a mark.
    pub(super) fn fence(&self) -> usize {
        self.marks.last().copied().unwrap_or(0)
    }

    #[cold]
    pub(super) fn underflow(&self, thread: &mut Thread) -> Unwind {
        self.error(
            thread,
            match self.marks.is_empty() {
                true => "unpickling stack underflow",
                false => "unexpected MARK found",
            },
        )
    }

    /// Takes the last value. Its root holds it until the next one is pushed.
    #[inline]
    pub(super) fn pop(&mut self, thread: &mut Thread) -> Outcome<Root> {
        let is_there = self.stack.len() > self.fence();
        let Some(root) = is_there.then(|| self.stack.pop()).flatten() else {
            return Err(self.underflow(thread));
        };
        self.free.push(root);
        Ok(root)
    }

    /// The last value, which stays.
    pub(super) fn last(&mut self, thread: &mut Thread) -> Outcome<Root> {
        match self.stack.last() {
            Some(root) if self.stack.len() > self.fence() => Ok(*root),
            _ => Err(self.underflow(thread)),
        }
    }

    /// Takes the last mark away; the place where it was.
    pub(super) fn marker(&mut self, thread: &mut Thread) -> Outcome<usize> {
        match self.marks.pop() {
            Some(place) => Ok(place),
            None => Err(self.error(thread, "could not find MARK")),
        }
    }

    /// Takes the values from a place on. Their roots hold them until the next one is pushed.
    pub(super) fn above(&mut self, thread: &mut Thread, place: usize) -> Outcome<Vec<Root>> {
        if place < self.fence() || place > self.stack.len() {
            return Err(self.underflow(thread));
        }
        let roots = self.stack.split_off(place);
        self.free.extend_from_slice(&roots);
        Ok(roots)
    }

    /// The container below a place, and the values from there on, which are taken; none if there
    /// are no values.
    pub(super) fn filled(
        &mut self,
        thread: &mut Thread,
        place: Option<usize>,
    ) -> Outcome<Option<(Root, Vec<Root>)>> {
        let Some(place) = place.filter(|place| *place > self.fence()) else {
            return Err(self.underflow(thread));
        };
        if place == self.stack.len() {
            return Ok(None);
        }
        let container = self.stack[place - 1];
        Ok(Some((container, self.above(thread, place)?)))
    }

    /// The place of the last so many values.
    pub(super) fn place_of_last(&self, count: usize) -> Option<usize> {
        self.stack.len().checked_sub(count)
    }

    // ---- the memo

    /// Whether the numbers are kept for the next pickle.
    pub(super) fn keeps_numbers(&self, thread: &Thread) -> bool {
        thread.get(self.earlier) != NONE
    }

    /// Whether the unpickler has given a number before.
    pub(super) fn is_numbered(&self, thread: &Thread, number: usize) -> Outcome<bool> {
        Ok(self.memo.get(number).is_some() || self.of_earlier(thread, number as i64)?.is_some())
    }

    /// The value to which an earlier pickle has given a number.
    pub(super) fn of_earlier<'a>(
        &self,
        thread: &'a Thread,
        number: i64,
    ) -> Outcome<Option<Value<'a>>> {
        match dict::as_dict(thread, thread.get(self.earlier)) {
            Some(earlier) if self.has_earlier => {
                let number = int::from_i64(thread, number);
                Ok(dict::get_leaf(thread, earlier, number)?.flatten())
            }
            _ => Ok(None),
        }
    }

    fn number_last(&mut self, thread: &mut Thread, number: usize) -> Outcome<()> {
        let root = self.last(thread)?;
        self.count += usize::from(!self.is_numbered(thread, number)?);
        self.memo.put(thread, number, thread.get(root))
    }

    fn push_numbered(&mut self, thread: &mut Thread, number: i64) -> Outcome<()> {
        let place = usize::try_from(number).ok();
        if let Some(root) = place.and_then(|place| self.memo.get(place)) {
            return self.push(thread, thread.get(root));
        }
        if let Some(value) = self.of_earlier(thread, number)? {
            return self.push(thread, value);
        }
        let message = format!("Memo value not found at index {number}");
        Err(self.error(thread, &message))
    }

    // ---- operations

    /// Does an operation that calls, that fails, or whose values are held by roots.
    fn step(&mut self, thread: &mut Thread, operation: Operation) -> Outcome<()> {
        let Operation {
            code,
            operand,
            content,
        } = operation;
        match code {
            MEMOIZE => self.number_last(thread, self.count),
            BINPUT | LONG_BINPUT => self.number_last(thread, operand as usize),
            BINGET | LONG_BINGET => self.push_numbered(thread, operand as i64),
            SHORT_BINUNICODE | BINUNICODE | BINUNICODE8 => {
                let mark = thread.root_count();
                let content = bytes::new(thread, self.source.bytes(thread, content))?;
                let content = thread.root(content);
                let made = codecs::decode_asking(thread, content, "utf-8", "surrogatepass")?;
                self.push_made(thread, mark, made)
            }
            SHORT_BINSTRING | BINSTRING => self.old_string(thread, content),
            POP => self.drop_last(thread),
            POP_MARK => {
                let place = self.marker(thread)?;
                self.above(thread, place).map(|_| ())
            }
            DUP => {
                let root = self.last(thread)?;
                self.push(thread, thread.get(root))
            }
            PROTO => self.set_protocol(thread, operand),
            FRAME => self.open_frame(thread, operand),
            EXT1..=EXT4 => self.extension(thread, code, operand),
            INT | LONG | FLOAT | STRING | UNICODE | GET | PUT => self.line(thread, code),
            TUPLE1..=TUPLE3 | TUPLE | LIST | DICT => self.container(thread, code),
            _ => {
                let mark = thread.root_count();
                let made = self.call(thread, code)?;
                if let Some(made) = made {
                    return self.push_made(thread, mark, made);
                }
                thread.truncate_roots(mark);
                Ok(())
            }
        }
    }

    /// A container that is made of the stack.
    fn container(&mut self, thread: &mut Thread, code: u8) -> Outcome<()> {
        let place = match code {
            TUPLE1..=TUPLE3 => self.place_of_last(usize::from(code - TUPLE1) + 1),
            _ => Some(self.marker(thread)?),
        };
        let Some(place) = place else {
            return Err(self.underflow(thread));
        };
        let roots = self.above(thread, place)?;
        if code == DICT {
            return self.dict(thread, &roots);
        }
        let values: Vec<Value<'_>> = roots.iter().map(|root| thread.get(*root)).collect();
        let made = match code {
            LIST => list::from_values(thread, &values)?,
            _ => tuple::from_values(thread, &values)?,
        };
        self.push(thread, made)
    }

    fn dict(&mut self, thread: &mut Thread, roots: &[Root]) -> Outcome<()> {
        if !roots.len().is_multiple_of(2) {
            return Err(self.error(thread, "odd number of items for DICT"));
        }
        let mark = thread.root_count();
        let made = thread.root(dict::new(thread)?);
        set_items(thread, made, roots)?;
        self.push_made(thread, mark, made)
    }

    fn drop_last(&mut self, thread: &mut Thread) -> Outcome<()> {
        if self.marks.last() == Some(&self.stack.len()) {
            self.marks.pop();
            return Ok(());
        }
        self.pop(thread).map(|_| ())
    }

    fn set_protocol(&mut self, thread: &mut Thread, number: u64) -> Outcome<()> {
        if number > 5 {
            let message = format!("unsupported pickle protocol: {number}");
            return Err(value_error(thread, message));
        }
        self.protocol = number as i32;
        let number = Value::from_small(self.protocol);
        match list::as_list(thread, thread.get(self.kept)) {
            Some(kept) => list::set_index(thread, kept, state::PROTOCOL, number),
            None => Ok(()),
        }
    }

    fn open_frame(&mut self, thread: &mut Thread, size: u64) -> Outcome<()> {
        self.source.check_frame(thread)?;
        if size > i64::MAX as u64 {
            let message = format!(
                "FRAME length exceeds system's maximum of {} bytes",
                i64::MAX
            );
            return Err(overflow_error(thread, message));
        }
        self.source.open_frame(thread, size as usize)
    }

    /// A text of Python 2.
    fn old_string(&mut self, thread: &mut Thread, content: Range<usize>) -> Outcome<()> {
        let mark = thread.root_count();
        let content = bytes::new(thread, self.source.bytes(thread, content))?;
        let content = thread.root(content);
        let [encoding, errors] = self.names_of_decoding(thread)?;
        let text = |root| string::as_text(thread, thread.get(root)).map(str::to_owned);
        let made = match text(encoding).zip(text(errors)) {
            Some((encoding, errors)) if encoding != "bytes" => {
                codecs::decode_asking(thread, content, &encoding, &errors)?
            }
            _ => content,
        };
        self.push_made(thread, mark, made)
    }

    fn names_of_decoding(&self, thread: &Thread) -> Outcome<[Root; 2]> {
        Ok([
            self.kept_or(thread, state::ENCODING, Some(Helper::Encoding))?,
            self.kept_or(thread, state::ERRORS, Some(Helper::Errors))?,
        ])
    }

    fn extension(&mut self, thread: &mut Thread, code: u8, number: u64) -> Outcome<()> {
        let number = if code == EXT4 {
            i64::from(number as i32)
        } else {
            number as i64
        };
        if number <= 0 {
            return Err(self.error(thread, "EXT specifies code <= 0"));
        }
        let mark = thread.root_count();
        let number = thread.root(int::from_i64(thread, number));
        let protocol = thread.root(Value::from_small(self.protocol));
        let fix_imports = thread.root(boolean(self.fix_imports));
        let unpickler = match self.finds_classes {
            true => self.unpickler,
            false => thread.root(NONE),
        };
        let arguments = [unpickler, number, protocol, fix_imports];
        let made = self.ask(thread, Helper::FindExtension, &arguments)?;
        self.push_made(thread, mark, made)
    }

    // ---- lines: protocol 0

    fn line(&mut self, thread: &mut Thread, code: u8) -> Outcome<()> {
        let range = self.source.line(thread)?;
        let least = if matches!(code, STRING | UNICODE) {
            1
        } else {
            2
        };
        if range.len() < least {
            return Err(self.source.truncated(thread));
        }
        if code == PUT {
            self.last(thread)?;
        }
        let line = self.source.bytes(thread, range.start..range.end - 1);
        let Some(value) = plain_line(thread, code, line)? else {
            return self.rare_line(thread, code, range);
        };
        match code {
            GET => self.push_numbered(thread, value.as_integer().unwrap_or(-1)),
            PUT => {
                let number = value.as_integer().unwrap_or(-1);
                self.put_line(thread, number)
            }
            _ => self.push(thread, value),
        }
    }

    fn put_line(&mut self, thread: &mut Thread, number: i64) -> Outcome<()> {
        match usize::try_from(number) {
            Ok(number) => self.number_last(thread, number),
            Err(_) => Err(value_error(thread, "negative PUT argument")),
        }
    }

    fn rare_line(&mut self, thread: &mut Thread, code: u8, range: Range<usize>) -> Outcome<()> {
        let mark = thread.root_count();
        let line = bytes::new(thread, self.source.bytes(thread, range))?;
        let line = thread.root(line);
        let number = thread.root(Value::from_small(i32::from(code)));
        let [encoding, errors] = self.names_of_decoding(thread)?;
        let arguments = [number, line, encoding, errors];
        let made = self.ask(thread, Helper::ReadRare, &arguments)?;
        if !matches!(code, GET | PUT) {
            return self.push_made(thread, mark, made);
        }
        let number = int::to_i64(thread, thread.get(made)).unwrap_or(-1);
        thread.truncate_roots(mark);
        match code {
            GET => self.push_numbered(thread, number),
            _ => self.put_line(thread, number),
        }
    }

    /// A line that is a name, without its end.
    pub(super) fn name_line(&mut self, thread: &mut Thread, encoding: &str) -> Outcome<Root> {
        let range = self.source.line(thread)?;
        if range.len() < 2 {
            return Err(self.source.truncated(thread));
        }
        self.decoded(thread, range.start..range.end - 1, encoding)
    }

    /// The line that names a persistent object.
    pub(super) fn persistent_line(&mut self, thread: &mut Thread) -> Outcome<Root> {
        let range = self.source.line(thread)?;
        let name = range.start..range.end - 1;
        if self.source.bytes(thread, name.clone()).is_ascii() {
            return self.decoded(thread, name, "ascii");
        }
        let message = "persistent IDs in protocol 0 must be ASCII strings";
        Err(self.error(thread, message))
    }

    fn decoded(
        &mut self,
        thread: &mut Thread,
        range: Range<usize>,
        encoding: &str,
    ) -> Outcome<Root> {
        let content = self.source.bytes(thread, range);
        let made = codecs::decode(thread, content, encoding, "strict")?;
        Ok(thread.root(made))
    }
}

/// The value of a line without its end, where it is written plainly.
fn plain_line<'a>(thread: &'a Thread, code: u8, line: &[u8]) -> Outcome<Option<Value<'a>>> {
    let text = match std::str::from_utf8(line) {
        Ok(text) if text.is_ascii() => text,
        _ => return Ok(None),
    };
    let number =
        |text: &str| int::parse_small(text, 10).map(|number| int::from_i64(thread, number));
    Ok(match code {
        // (A number in two characters.)
        INT if text.len() == 2 && matches!(int::parse_small(text, 10), Some(0 | 1)) => {
            Some(boolean(text.ends_with('1')))
        }
        INT | GET | PUT => number(text),
        LONG => number(text.strip_suffix('L').unwrap_or(text)),
        FLOAT => {
            let is_plain = |byte: u8| byte.is_ascii_digit() || b"+-.e".contains(&byte);
            let number = text.bytes().all(is_plain).then(|| text.parse::<f64>());
            let number = number.and_then(Result::ok);
            let number = number.filter(|number| number.is_finite());
            number.map(|number| float::from_f64(thread, number))
        }
        UNICODE if !text.contains('\\') => Some(string::new(thread, text)?),
        _ => None,
    })
}
