//! The bytes of a pickle that is read: given as a whole, or asked of a file as CPython's native
//! unpickler asks: no more than the pickle needs, unless the file can show what comes (`peek`).

use std::ops::Range;

use motet_python_objects::model::exception_classes::NOT_IMPLEMENTED_ERROR;
use motet_python_objects::model::text;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{buffer, bytes, int, list, tuple};

use super::reader::Helper;

/// A file that can is asked to show so many bytes.
const PREFETCH: usize = 128 * 1024;

/// The places of the list that an unpickler keeps, as `_motet_unpickling` makes it.
pub(super) mod state {
    pub(in crate::modules::pickling) const CONTENT: i64 = 0;
    pub(in crate::modules::pickling) const NEXT: i64 = 1;
    pub(in crate::modules::pickling) const PREFETCHED: i64 = 2;
    pub(in crate::modules::pickling) const READ: i64 = 3;
    pub(in crate::modules::pickling) const READLINE: i64 = 4;
    pub(in crate::modules::pickling) const READINTO: i64 = 5;
    pub(in crate::modules::pickling) const PEEK: i64 = 6;
    pub(in crate::modules::pickling) const BUFFERS: i64 = 7;
    pub(in crate::modules::pickling) const ENCODING: i64 = 8;
    pub(in crate::modules::pickling) const ERRORS: i64 = 9;
    pub(in crate::modules::pickling) const FIX_IMPORTS: i64 = 10;
    pub(in crate::modules::pickling) const MEMO: i64 = 11;
    pub(in crate::modules::pickling) const PROTOCOL: i64 = 12;
}

/// Methods of a file; None for those that it does not have.
struct Methods {
    read: Root,
    readline: Root,
    readinto: Root,
    peek: Root,
}

pub(super) struct Source {
    /// The helpers of the reader.
    helpers: Root,
    /// The bytes that are there, an object of class `bytes`.
    content: Root,
    length: usize,
    next: usize,
    /// Up to here the file was read; what lies behind it has only shown.
    prefetched: usize,
    /// Where the open frame ends.
    frame_end: Option<usize>,
    methods: Option<Methods>,
}

/// Raises `UnpicklingError`, a class of the library.
#[cold]
pub(super) fn raise(thread: &mut Thread, helpers: Root, message: &str) -> Unwind {
    let class = tuple::get(thread, thread.object_at(helpers), Helper::Error as u64);
    let class = thread.root(class);
    let text = text::new_str(thread, message);
    let text = thread.root(text);
    match thread.call(class, &[text]) {
        Ok(made) => thread.raise_value(thread.get(made)),
        Err(unwind) => unwind,
    }
}

impl Source {
    /// The bytes of one pickle, or the list that an unpickler keeps.
    pub(super) fn new(thread: &Thread, given: Value<'_>, helpers: Root) -> Outcome<Source> {
        let Some(kept) = list::as_list(thread, given) else {
            return Source::of_content(thread, given, helpers);
        };
        let item = |place| list::index(thread, kept, place);
        let number = |place| {
            let number = item(place)?.as_integer();
            Ok(number.map_or(0, |number| number as usize))
        };
        let mut source = Source::of_content(thread, item(state::CONTENT)?, helpers)?;
        source.next = number(state::NEXT)?.min(source.length);
        source.prefetched = number(state::PREFETCHED)?;
        let read = item(state::READ)?;
        if read != NONE {
            source.methods = Some(Methods {
                read: thread.root(read),
                readline: thread.root(item(state::READLINE)?),
                readinto: thread.root(item(state::READINTO)?),
                peek: thread.root(item(state::PEEK)?),
            });
        }
        Ok(source)
    }

    fn of_content(thread: &Thread, content: Value<'_>, helpers: Root) -> Outcome<Source> {
        let content = bytes::as_bytes(thread, content);
        let content = content.ok_or_else(|| type_error(thread, "the content must be bytes"))?;
        Ok(Source {
            helpers,
            content: thread.root(content.value()),
            length: bytes::content(thread, content).len(),
            next: 0,
            prefetched: 0,
            frame_end: None,
            methods: None,
        })
    }

    /// Keeps the state for the next pickle of the same file.
    pub(super) fn keep(&self, thread: &Thread, kept: Object<'_>) -> Outcome<()> {
        let number = |number: usize| int::from_u64(thread, number as u64);
        list::set_index(thread, kept, state::CONTENT, thread.get(self.content))?;
        list::set_index(thread, kept, state::NEXT, number(self.next))?;
        list::set_index(thread, kept, state::PREFETCHED, number(self.prefetched))
    }

    /// Some of the bytes.
    pub(super) fn bytes<'a>(&self, thread: &'a Thread, range: Range<usize>) -> &'a [u8] {
        &bytes::content(thread, thread.object_at(self.content))[range]
    }

    /// All bytes that are there.
    pub(super) fn all_bytes<'a>(&self, thread: &'a Thread) -> &'a [u8] {
        bytes::content(thread, thread.object_at(self.content))
    }

    /// The error of a pickle that ends too early.
    #[cold]
    pub(super) fn truncated(&self, thread: &mut Thread) -> Unwind {
        raise(thread, self.helpers, "pickle data was truncated")
    }

    #[cold]
    fn exhausted(&self, thread: &mut Thread) -> Unwind {
        raise(thread, self.helpers, "pickle exhausted before end of frame")
    }

    /// How many bytes the open frame has left; none if there is none, or at its end.
    fn left_of_frame(&mut self) -> Option<usize> {
        let left = self.frame_end?.saturating_sub(self.next);
        if left == 0 {
            self.frame_end = None;
            return None;
        }
        Some(left)
    }

    /// Takes the next bytes.
    #[inline]
    pub(super) fn take(&mut self, thread: &mut Thread, count: usize) -> Outcome<Range<usize>> {
        if self.left_of_frame().is_some_and(|left| count > left) {
            return Err(self.exhausted(thread));
        }
        if count > self.length - self.next {
            self.fill(thread, count)?;
        }
        let first = self.next;
        self.next += count;
        Ok(first..self.next)
    }

    /// Asks the file for more.
    #[cold]
    fn fill(&mut self, thread: &mut Thread, count: usize) -> Outcome<()> {
        if self.next as u64 + count as u64 > i64::MAX as u64 {
            let message = "read would overflow (invalid bytecode)";
            return Err(raise(thread, self.helpers, message));
        }
        let Some(methods) = &self.methods else {
            return Err(self.truncated(thread));
        };
        let (read, peek) = (methods.read, methods.peek);
        self.skip_consumed(thread)?;
        if thread.get(peek) != NONE && count < PREFETCH {
            match self.ask(thread, peek, PREFETCH) {
                Err(Unwind::Raise) if thread.take_exception_of(NOT_IMPLEMENTED_ERROR) => {
                    thread.set_root(peek, NONE);
                }
                answer => {
                    answer?;
                    self.prefetched = 0;
                    if count <= self.length {
                        return Ok(());
                    }
                }
            }
        }
        self.ask(thread, read, count)?;
        match count <= self.length {
            true => Ok(()),
            false => Err(self.truncated(thread)),
        }
    }

    /// Reads what was shown, and has been taken.
    pub(super) fn skip_consumed(&mut self, thread: &mut Thread) -> Outcome<()> {
        let Some(methods) = &self.methods else {
            return Ok(());
        };
        if self.next > self.prefetched {
            let count = int::from_u64(thread, (self.next - self.prefetched) as u64);
            let count = thread.root(count);
            thread.call(methods.read, &[count])?;
            self.prefetched = self.next;
        }
        Ok(())
    }

    /// Takes what a method of the file answers as the content.
    fn ask(&mut self, thread: &mut Thread, method: Root, count: usize) -> Outcome<()> {
        let mark = thread.root_count();
        let count = int::from_i64(thread, count as i64);
        let count = thread.root(count);
        let answer = thread.call(method, &[count])?;
        self.set_content(thread, answer)?;
        thread.truncate_roots(mark);
        Ok(())
    }

    fn set_content(&mut self, thread: &Thread, answer: Root) -> Outcome<()> {
        let answer = thread.get(answer);
        let object = match bytes::as_bytes(thread, answer) {
            Some(object) => object,
            None => {
                let copy = buffer::required(thread, answer)?;
                bytes::new(thread, &copy)?.known_object()
            }
        };
        thread.set_root(self.content, object.value());
        self.length = bytes::content(thread, object).len();
        self.next = 0;
        self.prefetched = self.length;
        Ok(())
    }

    /// Takes the next line, with its end.
    pub(super) fn line(&mut self, thread: &mut Thread) -> Outcome<Range<usize>> {
        let frame = self.left_of_frame();
        let end = frame.map_or(self.length, |left| self.next + left);
        let left = self.bytes(thread, self.next..end);
        if let Some(count) = left.iter().position(|byte| *byte == b'\n') {
            let first = self.next;
            self.next += count + 1;
            return Ok(first..self.next);
        }
        if frame.is_some() {
            return Err(self.exhausted(thread));
        }
        let Some(methods) = &self.methods else {
            return Err(self.truncated(thread));
        };
        let readline = methods.readline;
        self.skip_consumed(thread)?;
        let mark = thread.root_count();
        let answer = thread.call(readline, &[])?;
        self.set_content(thread, answer)?;
        thread.truncate_roots(mark);
        if self.bytes(thread, 0..self.length).last() != Some(&b'\n') {
            return Err(self.truncated(thread));
        }
        self.next = self.length;
        Ok(0..self.length)
    }

    /// Whether so many bytes need not be asked for, or cannot be.
    pub(super) fn is_there(&self, count: usize) -> bool {
        self.methods.is_none() || count <= self.length - self.next
    }

    /// Takes bytes of which there may be many: a file reads them where they shall lie.
    pub(super) fn read_many(&mut self, thread: &mut Thread, count: usize) -> Outcome<Root> {
        let (read, readinto) = match &self.methods {
            Some(methods) => (methods.read, methods.readinto),
            None => return Err(self.truncated(thread)),
        };
        if self.left_of_frame().is_some() {
            return Err(self.exhausted(thread));
        }
        let part = bytes::new(thread, self.bytes(thread, self.next..self.length))?;
        let part = thread.root(part);
        let missing = (count - (self.length - self.next)) as u64;
        let missing = thread.root(int::from_u64(thread, missing));
        self.next = self.length;
        self.skip_consumed(thread)?;
        let helpers = thread.object_at(self.helpers);
        let read_rest = thread.root(tuple::get(thread, helpers, Helper::ReadRest as u64));
        thread.call(read_rest, &[read, readinto, part, missing])
    }

    /// The bytes that can be taken without a question, up to the end of the open frame, and where
    /// they begin.
    pub(super) fn part<'a>(&mut self, thread: &'a Thread) -> (&'a [u8], usize) {
        let end = match self.left_of_frame() {
            Some(left) => self.next + left,
            None => self.length,
        };
        (self.bytes(thread, self.next..end), self.next)
    }

    /// Takes bytes of that part.
    pub(super) fn advance(&mut self, count: usize) {
        self.next += count;
    }

    /// Refuses a frame inside of another.
    pub(super) fn check_frame(&mut self, thread: &mut Thread) -> Outcome<()> {
        if self.left_of_frame().is_some() {
            let message = "beginning of a new frame before end of current frame";
            return Err(raise(thread, self.helpers, message));
        }
        Ok(())
    }

    /// Opens a frame; all of it must be there.
    pub(super) fn open_frame(&mut self, thread: &mut Thread, size: usize) -> Outcome<()> {
        let frame = self.take(thread, size)?;
        self.next = frame.start;
        self.frame_end = Some(frame.end);
        Ok(())
    }
}
