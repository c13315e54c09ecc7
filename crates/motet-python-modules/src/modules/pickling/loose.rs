//! The operations between two calls: what they push and number is held by no root, since there is
//! no collection before the next call. Those that need a call, that fail, or that reach below what
//! was pushed here are left to [`Reader::step`], and nothing of them was done.

use std::ops::Range;

use num_bigint::BigInt;

use motet_python_objects::model::names;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{bytearray, bytes, dict, float, int, list, set, string, tuple};

use motet_vm::symbol::Symbol;

use super::instances::{BUILD, NEWOBJ, STACK_GLOBAL};
use super::making::{is_made_plainly, set_plainly};
use super::output::*;
use super::reader::*;

/// An operation of a pickle.
pub(super) struct Operation {
    pub(super) code: u8,
    /// The number behind the code; 0 if there is none.
    pub(super) operand: u64,
    /// Where the bytes lie that it tells the length of.
    pub(super) content: Range<usize>,
}

/// How many bytes the number behind each code has, and whether it is a length of what follows.
const OPERANDS: [(u8, bool); 256] = {
    let mut operands = [(0, false); 256];
    let mut code = 0;
    while code < operands.len() {
        operands[code] = operand_of(code as u8);
        code += 1;
    }
    operands
};

const fn operand_of(code: u8) -> (u8, bool) {
    match code {
        LONG1 | SHORT_BINBYTES | SHORT_BINUNICODE | SHORT_BINSTRING => (1, true),
        BININT1 | BINGET | BINPUT | PROTO | EXT1 => (1, false),
        BININT2 | EXT2 => (2, false),
        LONG4 | BINBYTES | BINUNICODE | BINSTRING => (4, true),
        BININT | LONG_BINGET | LONG_BINPUT | EXT4 => (4, false),
        BINBYTES8 | BINUNICODE8 | BYTEARRAY8 => (8, true),
        BINFLOAT | FRAME => (8, false),
        _ => (0, false),
    }
}

/// How many bytes the number behind a code has.
#[inline]
pub(super) fn operand_length(code: u8) -> usize {
    OPERANDS[usize::from(code)].0.into()
}

/// Whether the number behind a code is the length of what follows.
#[inline]
pub(super) fn has_content(code: u8) -> bool {
    OPERANDS[usize::from(code)].1
}

/// Finds the next operation; none if not all of it is there, or its length is refused.
#[inline]
fn next_operation(content: &[u8], at: usize) -> Option<Operation> {
    let code = *content.get(at)?;
    let begin = at + 1;
    let (count, is_length) = OPERANDS[usize::from(code)];
    let end = begin + usize::from(count);
    let operand = match content.get(begin..end)? {
        [] => 0,
        [one] => u64::from(*one),
        [a, b] => u64::from(u16::from_le_bytes([*a, *b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([*a, *b, *c, *d])),
        eight => u64::from_le_bytes(eight.try_into().ok()?),
    };
    let begin = end;
    let length = if is_length { operand } else { 0 };
    let is_signed = matches!(code, LONG4 | BINSTRING);
    if length > (content.len() - begin) as u64 || is_signed && length > i32::MAX as u64 {
        return None;
    }
    Some(Operation {
        code,
        operand,
        content: begin..begin + length as usize,
    })
}

/// What no root holds.
struct Loose<'a> {
    /// Pushed after what is on the stack.
    values: Vec<Value<'a>>,
    /// Numbered one after the other, beginning with this number.
    numbered: Vec<Value<'a>>,
    first: usize,
}

impl<'a> Loose<'a> {
    fn new() -> Loose<'a> {
        Loose {
            values: Vec::new(),
            numbered: Vec::new(),
            first: 0,
        }
    }

    fn numbered(&mut self, number: usize) -> Option<&mut Value<'a>> {
        self.numbered.get_mut(number.checked_sub(self.first)?)
    }
}

impl Reader {
    /// Does operations until one needs a call, or more bytes than there are; that one, if it has
    /// been read.
    pub(super) fn do_loosely(&mut self, thread: &Thread) -> Outcome<Option<Operation>> {
        let (content, begin) = self.source.part(thread);
        let mut loose = Loose::new();
        let mut at = 0;
        let stopped = loop {
            let Some(mut operation) = next_operation(content, at) else {
                break None;
            };
            at = operation.content.end;
            if !self.is_done_loosely(thread, &mut loose, &operation, content)? {
                let place = operation.content;
                operation.content = place.start + begin..place.end + begin;
                break Some(operation);
            }
            if thread.is_collection_due() {
                break None;
            }
        };
        self.source.advance(at);
        let is_over = matches!(&stopped, Some(operation) if operation.code == STOP);
        if is_over && !self.keeps_numbers(thread) {
            loose.numbered.clear();
        }
        self.settle(thread, loose)?;
        Ok(stopped)
    }

    /// Does one operation that has been read; whether it is done.
    pub(super) fn do_one_loosely(
        &mut self,
        thread: &Thread,
        operation: &Operation,
    ) -> Outcome<bool> {
        let content = self.source.all_bytes(thread);
        let mut loose = Loose::new();
        let is_done = self.is_done_loosely(thread, &mut loose, operation, content)?;
        self.settle(thread, loose)?;
        Ok(is_done)
    }

    /// Has roots hold what was pushed and numbered.
    fn settle(&mut self, thread: &Thread, loose: Loose<'_>) -> Outcome<()> {
        for value in loose.values {
            self.push(thread, value)?;
        }
        for (number, value) in (loose.first..).zip(loose.numbered) {
            self.memo.put(thread, number, value)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn is_done_loosely<'a>(
        &mut self,
        thread: &'a Thread,
        loose: &mut Loose<'a>,
        operation: &Operation,
        content: &'a [u8],
    ) -> Outcome<bool> {
        let operand = operation.operand;
        let content = &content[operation.content.clone()];
        let made = match operation.code {
            NONE_CODE => NONE,
            NEW_TRUE => TRUE,
            NEW_FALSE => FALSE,
            BININT1 | BININT2 | BININT => Value::from_small(operand as i32),
            BINFLOAT => float::from_f64(thread, f64::from_bits(operand.swap_bytes())),
            LONG1 | LONG4 => long(thread, content)?,
            SHORT_BINUNICODE | BINUNICODE | BINUNICODE8 => match std::str::from_utf8(content) {
                Ok(text) => string::new(thread, text)?,
                Err(_) => return Ok(false),
            },
            SHORT_BINBYTES | BINBYTES | BINBYTES8 => bytes::new(thread, content)?,
            BYTEARRAY8 => bytearray::new(thread, content)?,
            EMPTY_LIST => list::new(thread)?,
            EMPTY_DICT => dict::new(thread)?,
            EMPTY_SET => set::new(thread, CLASS_SET)?,
            EMPTY_TUPLE => tuple::from_values(thread, &[])?,
            MEMOIZE => return self.number_loosely(thread, loose, self.count),
            BINPUT | LONG_BINPUT => return self.number_loosely(thread, loose, operand as usize),
            BINGET | LONG_BINGET => match self.numbered_loosely(thread, loose, operand as usize)? {
                Some(value) => value,
                None => return Ok(false),
            },
            MARK => {
                self.marks.push(self.stack.len() + loose.values.len());
                return Ok(true);
            }
            code => return self.gather(thread, loose, code),
        };
        loose.values.push(made);
        Ok(true)
    }

    fn number_loosely<'a>(
        &mut self,
        thread: &'a Thread,
        loose: &mut Loose<'a>,
        number: usize,
    ) -> Outcome<bool> {
        let Some(value) = self.top(thread, loose) else {
            return Ok(false);
        };
        if let Some(place) = loose.numbered(number) {
            *place = value;
            return Ok(true);
        }
        let is_new = self.memo.is_behind(number) && !self.has_earlier;
        if is_new || !self.is_numbered(thread, number)? {
            self.count += 1;
        }
        if loose.numbered.is_empty() {
            loose.first = number;
        }
        if number == loose.first + loose.numbered.len() && number < u32::MAX as usize {
            loose.numbered.push(value);
        } else {
            self.memo.put(thread, number, value)?;
        }
        Ok(true)
    }

    fn numbered_loosely<'a>(
        &self,
        thread: &'a Thread,
        loose: &mut Loose<'a>,
        number: usize,
    ) -> Outcome<Option<Value<'a>>> {
        if let Some(value) = loose.numbered(number) {
            return Ok(Some(*value));
        }
        match self.memo.get(number) {
            Some(root) => Ok(Some(thread.get(root))),
            None => self.of_earlier(thread, number as i64),
        }
    }

    /// The last value, if it is above the last mark.
    fn top<'a>(&self, thread: &'a Thread, loose: &Loose<'a>) -> Option<Value<'a>> {
        let height = self.stack.len() + loose.values.len();
        if height <= self.fence() {
            return None;
        }
        match loose.values.last() {
            Some(value) => Some(*value),
            None => Some(thread.get(*self.stack.last()?)),
        }
    }

    /// The value below a place among the loose ones, if it is above the mark that then is the
    /// last.
    fn below<'a>(
        &self,
        thread: &'a Thread,
        loose: &Loose<'a>,
        place: usize,
        fence: usize,
    ) -> Option<Value<'a>> {
        if self.stack.len() + place <= fence {
            return None;
        }
        match place.checked_sub(1) {
            Some(place) => Some(loose.values[place]),
            None => Some(thread.get(*self.stack.last()?)),
        }
    }

    /// Operations on the last values.
    fn gather<'a>(&mut self, thread: &'a Thread, loose: &mut Loose<'a>, code: u8) -> Outcome<bool> {
        let base = self.stack.len();
        let height = loose.values.len();
        let has_mark = matches!(
            code,
            TUPLE | APPENDS | SETITEMS | ADDITEMS | FROZENSET | POP_MARK
        );
        let (place, fence) = if has_mark {
            let Some(mark) = self.marks.last() else {
                return Ok(false);
            };
            let outer = self.marks.len().checked_sub(2);
            (
                mark.checked_sub(base),
                outer.map_or(0, |outer| self.marks[outer]),
            )
        } else {
            let count = match code {
                TUPLE1..=TUPLE3 => usize::from(code - TUPLE1) + 1,
                SETITEM | STACK_GLOBAL | NEWOBJ => 2,
                APPEND | BUILD | POP => 1,
                _ => return Ok(false),
            };
            (height.checked_sub(count), self.fence())
        };
        let Some(place) = place.filter(|place| *place <= height && base + place >= fence) else {
            return Ok(false);
        };
        let items = &loose.values[place..];
        let made = match code {
            TUPLE1..=TUPLE3 | TUPLE => Some(tuple::from_values(thread, items)?),
            POP | POP_MARK => None,
            FROZENSET => match frozen(thread, items)? {
                Some(made) => Some(made),
                None => return Ok(false),
            },
            STACK_GLOBAL | NEWOBJ => {
                let made = match code {
                    STACK_GLOBAL => self.global_loosely(thread, items[0], items[1])?,
                    _ => new_loosely(thread, items[0], items[1]),
                };
                match made {
                    Some(made) => Some(made),
                    None => return Ok(false),
                }
            }
            _ => {
                let container = self.below(thread, loose, place, fence);
                let container = container.and_then(|container| container.as_object());
                let Some(container) = container else {
                    return Ok(false);
                };
                if !filled(thread, code, container, items)? {
                    return Ok(false);
                }
                None
            }
        };
        loose.values.truncate(place);
        loose.values.extend(made);
        if has_mark {
            self.marks.pop();
        }
        Ok(true)
    }

    fn global_loosely<'a>(
        &self,
        thread: &'a Thread,
        module: Value<'a>,
        name: Value<'a>,
    ) -> Outcome<Option<Value<'a>>> {
        let is_text = |value| string::exact_string(thread, value).is_some();
        if self.finds_classes || !is_text(module) || !is_text(name) {
            return Ok(None);
        }
        self.found(thread, module, name)
    }
}

fn long<'a>(thread: &'a Thread, encoded: &[u8]) -> Outcome<Value<'a>> {
    let Some(last) = encoded.last().filter(|_| encoded.len() <= 8) else {
        return int::from_big(thread, &BigInt::from_signed_bytes_le(encoded));
    };
    let mut word = [if *last >= 0x80 { 0xff } else { 0 }; 8];
    word[..encoded.len()].copy_from_slice(encoded);
    Ok(int::from_i64(thread, i64::from_le_bytes(word)))
}

fn frozen<'a>(thread: &'a Thread, items: &[Value<'a>]) -> Outcome<Option<Value<'a>>> {
    let made = set::new(thread, CLASS_FROZENSET)?;
    for item in items {
        if !set::add_leaf(thread, made.known_object(), *item)? {
            return Ok(None);
        }
    }
    Ok(Some(made))
}

fn new_loosely<'a>(
    thread: &'a Thread,
    class: Value<'a>,
    arguments: Value<'a>,
) -> Option<Value<'a>> {
    let arguments = exact(thread, arguments, CLASS_TUPLE)?;
    let number = thread.class_number_of(class)?;
    let new = thread.look_up(number, names::NEW);
    let is_plain = tuple::length(thread, arguments) == 0
        && new.is_none_or(|new| new.class == CLASS_OBJECT)
        && is_made_plainly(thread, number);
    is_plain.then(|| thread.new_instance(thread.class(number)))
}

/// Puts values into a container; false if a call is needed, or an error. (What was put there until
/// then is put there again, to the same effect.)
fn filled<'a>(
    thread: &'a Thread,
    code: u8,
    container: Object<'a>,
    items: &[Value<'a>],
) -> Outcome<bool> {
    match (code, thread.host_of(container)) {
        (APPEND | APPENDS, CLASS_LIST) => list::extend(thread, container, items)?,
        (SETITEM | SETITEMS, CLASS_DICT) if items.len().is_multiple_of(2) => {
            for pair in items.chunks_exact(2) {
                if !dict::set_leaf(thread, container, pair[0], pair[1])? {
                    return Ok(false);
                }
            }
        }
        (ADDITEMS, CLASS_SET) => {
            for item in items {
                if !set::add_leaf(thread, container, *item)? {
                    return Ok(false);
                }
            }
        }
        (BUILD, CLASS_USER_FIRST..) => return built(thread, container, items[0]),
        _ => return Ok(false),
    }
    Ok(true)
}

/// Gives an instance its attributes and slots, if no method of it is asked.
fn built<'a>(thread: &'a Thread, object: Object<'a>, state: Value<'a>) -> Outcome<bool> {
    let (state, slots) = match exact(thread, state, CLASS_TUPLE) {
        Some(pair) if tuple::length(thread, pair) == 2 => {
            (tuple::get(thread, pair, 0), tuple::get(thread, pair, 1))
        }
        _ => (state, NONE),
    };
    let class = thread.class_of_object(object);
    let setter = thread.symbol_of("__setstate__");
    if thread.has_own_getattribute(class)
        || thread.look_up(class, names::GETATTR).is_some()
        || thread.look_up(class, setter).is_some()
        || thread.own_attribute(object, setter).is_some()
    {
        return Ok(false);
    }
    let mut filled = Vec::new();
    if slots != NONE {
        let Some(slots) = exact(thread, slots, CLASS_DICT) else {
            return Ok(false);
        };
        for (name, value) in dict::entries(thread, slots) {
            match slot(thread, class, name) {
                Some(name) => filled.push((name, value)),
                None => return Ok(false),
            }
        }
    }
    if state != NONE {
        let Some(state) = exact(thread, state, CLASS_DICT) else {
            return Ok(false);
        };
        if !set_plainly(thread, object.value(), &dict::entries(thread, state))? {
            return Ok(false);
        }
    }
    for (name, value) in filled {
        thread.set_own_attribute(object, name, value)?;
    }
    Ok(true)
}

/// The slot that a name stands for in instances of a class that are set plainly.
fn slot(thread: &Thread, class: ClassNumber, name: Value<'_>) -> Option<Symbol> {
    let name = thread.symbol_of_name(name)?;
    let found = thread.look_up(class, name)?;
    let setter = thread.look_up(class, names::SETATTR);
    let is_set_plainly = thread.is_slot(class, name)
        && thread.class_of(found.value) == CLASS_MEMBER
        && setter.is_none_or(|setter| setter.class == CLASS_OBJECT);
    is_set_plainly.then_some(name)
}
