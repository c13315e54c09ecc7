//! `build` of `_xml_tokens`: common tokens of the content of an XML document become elements at
//! once, for the parser of `_elementtree` whose target is a plain `TreeBuilder`.
//!
//! ```text
//!   text ──▶ tokens (xml_tokens.rs) ──▶ elements, in the state of the builder (a list):
//!            the open elements of the parser, and its namespaces, tell names apart
//!
//!   state    this   last   root   last whose tail is filled   data   stack   events
//!            name of the start event   of the end event   (None: not wanted)
//! ```
//!
//! It stops before the first token that is not common for the tokeniser, that declares a namespace
//! or ends an element which did, that is an error, or with which Python code would have to run:
//! handlers in Python go on there, on the same state. Their order of steps is that of CPython's
//! `treebuilder_handle_start`, `_data` and `_end`.

use motet_python_objects::types::element::{self, TAIL, TEXT};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{dict, int, list, string, text_places, tuple};
use rustc_hash::FxHashMap;

use motet_python_objects::types::xml_tokens::{Rules, Token, token};

/// How many tokens a call takes at the most: memory is collected between calls.
const TOKENS_MAX: usize = 1024;

const THIS: u64 = 0;
const LAST: u64 = 1;
const ROOT: u64 = 2;
const TAIL_OF: u64 = 3;
const DATA: u64 = 4;
const STACK: u64 = 5;
const EVENTS: u64 = 6;
const START: u64 = 7;
const END: u64 = 8;

const RULES: Rules = Rules {
    joins_lines: true,
    is_qualified: true,
};

/// An element's name in the document: what the parser's list of open elements has of it, and the
/// tag.
#[derive(Clone, Copy)]
struct Name<'a> {
    opened: Value<'a>,
    tag: Value<'a>,
}

/// A call of `build`.
struct Building<'a, 't> {
    thread: &'a Thread,
    is_ascii: bool,
    open: Object<'a>,
    spaces: Object<'a>,
    state: Object<'a>,
    this: Value<'a>,
    last: Value<'a>,
    root: Value<'a>,
    tail_of: Value<'a>,
    /// The texts that no element has yet.
    data: Vec<Value<'a>>,
    stack: Object<'a>,
    events: Option<Object<'a>>,
    names: FxHashMap<&'t str, Name<'a>>,
    keys: FxHashMap<&'t str, Value<'a>>,
}

/// `build(text, place, open, spaces, state)`: where the first token begins that was left, and how
/// many references to predefined entities were taken.
pub(super) fn build<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let text = string::exact_string(thread, arguments.get(thread, 0));
    let place = arguments.get(thread, 1).as_integer();
    let (Some(text), Some(place)) = (text, place) else {
        return Err(wrong(thread));
    };
    let mut building = begin(thread, arguments, string::is_ascii(thread, text))?;
    let whole = string::text(thread, text);
    let place = place.clamp(0, string::length(thread, text) as i64);
    let mut rest = &whole[text_places::place_in_text(thread, text, whole, place as u64)..];
    let first = rest;
    let mut references = 0;
    for _ in 0..TOKENS_MAX {
        let Some((token, behind)) = token(rest, RULES) else {
            break;
        };
        if !building.take(&token)? {
            break;
        }
        references += i64::from(matches!(token, Token::Predefined(_)));
        rest = behind;
        let is_end = matches!(token, Token::End(_) | Token::Start { is_empty: true, .. });
        if is_end && list::length(thread, building.open) == 0 {
            break;
        }
    }
    building.finish()?;
    let passed = &first[..first.len() - rest.len()];
    let passed = match building.is_ascii {
        true => passed.len(),
        false => passed.chars().count(),
    };
    let place = int::from_i64(thread, place + passed as i64);
    tuple::from_values(thread, &[place, int::from_i64(thread, references)])
}

#[cold]
fn wrong(thread: &Thread) -> Unwind {
    type_error(
        thread,
        "build() takes a text, a place and the state of a parser",
    )
}

fn begin<'a, 't>(
    thread: &'a Thread,
    arguments: Arguments,
    is_ascii: bool,
) -> Outcome<Building<'a, 't>> {
    let given = |place| arguments.get(thread, place);
    let list_at = |value| exact(thread, value, CLASS_LIST);
    let (open, state) = (list_at(given(2)), list_at(given(4)));
    let spaces = exact(thread, given(3), CLASS_DICT);
    let (Some(open), Some(spaces), Some(state)) = (open, spaces, state) else {
        return Err(wrong(thread));
    };
    let word = |place| list::get(thread, state, place).unwrap_or(NONE);
    let (Some(data), Some(stack)) = (list_at(word(DATA)), list_at(word(STACK))) else {
        return Err(wrong(thread));
    };
    Ok(Building {
        thread,
        is_ascii,
        open,
        spaces,
        state,
        this: word(THIS),
        last: word(LAST),
        root: word(ROOT),
        tail_of: word(TAIL_OF),
        data: list::values(thread, data),
        stack,
        events: list_at(word(EVENTS)),
        names: FxHashMap::default(),
        keys: FxHashMap::default(),
    })
}

impl<'a, 't> Building<'a, 't> {
    /// Writes the state back.
    fn finish(&self) -> Outcome<()> {
        let thread = self.thread;
        let words = [self.this, self.last, self.root, self.tail_of];
        for (place, value) in words.into_iter().enumerate() {
            list::set_index(thread, self.state, place as i64, value)?;
        }
        match list::get(thread, self.state, DATA).and_then(|data| list::as_list(thread, data)) {
            Some(data) => list::set_all(thread, data, &self.data),
            None => Ok(()),
        }
    }

    /// Takes a token; false if it is left.
    fn take(&mut self, token: &Token<'t>) -> Outcome<bool> {
        match token {
            Token::Text(text) => self.text(string::part_of(self.thread, self.is_ascii, text)?),
            Token::Character(character) | Token::Predefined(character) => {
                self.text(string::from_char(self.thread, *character)?)
            }
            Token::Start {
                name,
                attributes,
                is_empty,
            } => return self.start(name, attributes, *is_empty),
            Token::End(name) => return self.end(name),
        }
        Ok(true)
    }

    fn text(&mut self, text: Value<'a>) {
        // Text before the first element is nobody's.
        if self.last != NONE {
            self.data.push(text);
        }
    }

    /// Gives the texts to their element; false if that is not as plain as usual.
    fn flush(&mut self) -> Outcome<bool> {
        if self.data.is_empty() {
            return Ok(true);
        }
        let thread = self.thread;
        let (target, word) = match self.tail_of {
            NONE => (self.last, TEXT),
            element => (element, TAIL),
        };
        let Some(target) = exact(thread, target, CLASS_ELEMENT) else {
            return Ok(false);
        };
        let before = thread.read(target).get(word);
        if before != NONE {
            if string::exact_string(thread, before).is_none() {
                return Ok(false);
            }
            self.data.insert(0, before);
        }
        let joined = match self.data[..] {
            [one] => one,
            ref all
                if all
                    .iter()
                    .all(|it| string::exact_string(thread, *it).is_some()) =>
            {
                string::join_all(thread, all)?
            }
            _ => return Ok(false),
        };
        thread.write(target)?.set(word, joined);
        self.data.clear();
        Ok(true)
    }

    /// The name of a namespace with a part of a name; none if the prefix stands for nothing.
    fn in_space(&self, prefix: &str, local: &str) -> Outcome<Option<Value<'a>>> {
        let space = dict::get_text(self.thread, self.spaces, prefix)?;
        let space = space.and_then(|space| string::as_text(self.thread, space));
        match space.filter(|space| !space.is_empty()) {
            Some(space) => string::new(self.thread, &format!("{{{space}}}{local}")).map(Some),
            None => Ok(None),
        }
    }

    fn name(&mut self, name: &'t str) -> Outcome<Option<Name<'a>>> {
        if let Some(known) = self.names.get(name) {
            return Ok(Some(*known));
        }
        let thread = self.thread;
        let raw = string::part_of(thread, self.is_ascii, name)?;
        let tag = match name.split_once(':') {
            Some((prefix, local)) => match self.in_space(prefix, local)? {
                Some(tag) => tag,
                None => return Ok(None),
            },
            None => self.in_space("", name)?.unwrap_or(raw),
        };
        let opened = tuple::from_values(thread, &[raw, raw, tuple::from_values(thread, &[])?])?;
        let made = Name { opened, tag };
        self.names.insert(name, made);
        Ok(Some(made))
    }

    /// The key of an attribute; none if it declares a namespace or is an error.
    fn key(&mut self, name: &'t str) -> Outcome<Option<Value<'a>>> {
        if let Some(known) = self.keys.get(name) {
            return Ok(Some(*known));
        }
        if name.starts_with("xmlns") {
            return Ok(None);
        }
        let made = match name.split_once(':') {
            Some((prefix, local)) => self.in_space(prefix, local)?,
            None => Some(string::part_of(self.thread, self.is_ascii, name)?),
        };
        if let Some(made) = made {
            self.keys.insert(name, made);
        }
        Ok(made)
    }

    /// The dict of attributes; the outer none if the tag is left to others.
    fn attributes(&mut self, given: &[(&'t str, &'t str)]) -> Outcome<Option<Value<'a>>> {
        if given.is_empty() {
            return Ok(Some(NONE));
        }
        let thread = self.thread;
        let made = dict::new(thread)?;
        for (name, value) in given {
            let Some(key) = self.key(name)? else {
                return Ok(None);
            };
            let value = string::part_of(thread, self.is_ascii, value)?;
            dict::set_leaf(thread, made.known_object(), key, value)?;
        }
        // Two prefixes may stand for one namespace.
        let is_whole = dict::length(thread, made.known_object()) == given.len() as u64;
        Ok(is_whole.then_some(made))
    }

    fn start(
        &mut self,
        name: &'t str,
        attributes: &[(&'t str, &'t str)],
        is_empty: bool,
    ) -> Outcome<bool> {
        let thread = self.thread;
        let parent = exact(thread, self.this, CLASS_ELEMENT);
        let has_place = match self.this {
            NONE => self.root == NONE,
            _ => parent.is_some(),
        };
        let (true, Some(name), Some(attributes)) =
            (has_place, self.name(name)?, self.attributes(attributes)?)
        else {
            return Ok(false);
        };
        if !self.flush()? {
            return Ok(false);
        }
        let made = element::new(thread, name.tag, attributes);
        match parent {
            Some(parent) => {
                list::push(thread, element::children_made(thread, parent)?, made)?;
            }
            None => self.root = made,
        }
        self.report(START, made)?;
        self.last = made;
        if is_empty {
            self.tail_of = made;
            self.report(END, made)?;
            return Ok(true);
        }
        list::push(thread, self.stack, self.this)?;
        list::push(thread, self.open, name.opened)?;
        (self.this, self.tail_of) = (made, NONE);
        Ok(true)
    }

    fn end(&mut self, name: &str) -> Outcome<bool> {
        let thread = self.thread;
        let length = list::length(thread, self.open);
        let top = length
            .checked_sub(1)
            .and_then(|top| list::get(thread, self.open, top));
        let top = top.and_then(|top| exact(thread, top, CLASS_TUPLE));
        let Some(top) = top.filter(|top| tuple::length(thread, *top) == 3) else {
            return Ok(false);
        };
        let (raw, spaces) = (tuple::get(thread, top, 0), tuple::get(thread, top, 2));
        let spaces = exact(thread, spaces, CLASS_TUPLE);
        let is_common = string::as_text(thread, raw) == Some(name)
            && spaces.is_some_and(|spaces| tuple::length(thread, spaces) == 0)
            && list::length(thread, self.stack) > 0;
        if !is_common || !self.flush()? {
            return Ok(false);
        }
        list::pop_last(thread, self.open)?;
        let before = list::pop_last(thread, self.stack)?.unwrap_or(NONE);
        (self.last, self.tail_of) = (self.this, self.this);
        self.this = before;
        self.report(END, self.last)?;
        Ok(true)
    }

    /// Notes an event, if it is wanted.
    fn report(&self, place: u64, element: Value<'a>) -> Outcome<()> {
        let name = list::get(self.thread, self.state, place).unwrap_or(NONE);
        match self.events.filter(|_| name != NONE) {
            Some(events) => {
                let event = tuple::from_values(self.thread, &[name, element])?;
                list::push(self.thread, events, event)
            }
            None => Ok(()),
        }
    }
}
