//! `_xml_tokens`: the common tokens of the content of XML documents, for `pyexpat`, which is the
//! library's, in Python.
//!
//! A scan depends on the text alone, so its tokens can be cut before the handlers of the first of
//! them have run. It ends before the first token that is not common
//! ([`token`](motet_python_objects::types::xml_tokens::token)); Python goes on there.

use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::xml_tokens::{Rules, Token, token};
use motet_python_objects::types::{dict, int, list, string, text_places, tuple};
use rustc_hash::FxHashMap;

use super::xml_build;

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("scan", 3, 3, scan),
    NativeFunction::leaf("build", 5, 5, xml_build::build),
];

/// How many tokens a scan cuts at the most: those behind a failing handler are cut in vain.
const TOKENS_MAX: usize = 256;

/// The bits of the third argument of `scan`.
const JOINS_LINES: i64 = 1;
const IS_QUALIFIED: i64 = 2;

/// The number of a token that Python knows.
fn number(token: &Token<'_>) -> i64 {
    match token {
        Token::Text(_) => 0,
        Token::Start { is_empty, .. } => 1 + i64::from(*is_empty),
        Token::End(_) => 3,
        Token::Character(_) => 4,
        Token::Predefined(_) => 5,
    }
}

/// `scan(text, place, rules)`: the list of the common tokens at a place. Each is a tuple: its
/// number, where it begins and ends, its name or text, and the dict of its attributes or None.
fn scan<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let text = string::exact_string(thread, arguments.get(thread, 0));
    let (place, rules) = (arguments.get(thread, 1), arguments.get(thread, 2));
    let (Some(text), Some(place), Some(rules)) = (text, place.as_integer(), rules.as_integer())
    else {
        return Err(type_error(thread, "scan() takes a text, a place and rules"));
    };
    let rules = Rules {
        joins_lines: rules & JOINS_LINES != 0,
        is_qualified: rules & IS_QUALIFIED != 0,
    };
    let whole = string::text(thread, text);
    let place = place.clamp(0, string::length(thread, text) as i64);
    let mut maker = Maker {
        thread,
        is_ascii: string::is_ascii(thread, text),
        names: FxHashMap::default(),
    };
    let mut rest = &whole[text_places::place_in_text(thread, text, whole, place as u64)..];
    let (mut at, mut tokens) = (place, Vec::new());
    while tokens.len() < TOKENS_MAX
        && let Some((token, behind)) = token(rest, rules)
    {
        let length = maker.count(&rest[..rest.len() - behind.len()]);
        tokens.push(maker.token(&token, at, at + length)?);
        (at, rest) = (at + length, behind);
    }
    list::from_values(thread, &tokens)
}

/// Makes the objects of tokens. Equal names of one scan are one object.
struct Maker<'a, 't> {
    thread: &'a Thread,
    is_ascii: bool,
    names: FxHashMap<&'t str, Value<'a>>,
}

impl<'a, 't> Maker<'a, 't> {
    /// The number of characters of a part of the text.
    fn count(&self, part: &str) -> i64 {
        match self.is_ascii {
            true => part.len() as i64,
            false => part.chars().count() as i64,
        }
    }

    fn text(&self, part: &str) -> Outcome<Value<'a>> {
        string::part_of(self.thread, self.is_ascii, part)
    }

    fn name(&mut self, name: &'t str) -> Outcome<Value<'a>> {
        if let Some(known) = self.names.get(name) {
            return Ok(*known);
        }
        let made = self.text(name)?;
        self.names.insert(name, made);
        Ok(made)
    }

    fn token(&mut self, token: &Token<'t>, begin: i64, end: i64) -> Outcome<Value<'a>> {
        let thread = self.thread;
        let (content, pairs) = match token {
            Token::Text(text) => (self.text(text)?, NONE),
            Token::Start {
                name, attributes, ..
            } => (self.name(name)?, self.pairs(attributes)?),
            Token::End(name) => (self.name(name)?, NONE),
            Token::Character(character) | Token::Predefined(character) => {
                (string::from_char(thread, *character)?, NONE)
            }
        };
        let integer = |number| int::from_i64(thread, number);
        let parts = [
            integer(number(token)),
            integer(begin),
            integer(end),
            content,
            pairs,
        ];
        tuple::from_values(thread, &parts)
    }

    fn pairs(&mut self, attributes: &[(&'t str, &'t str)]) -> Outcome<Value<'a>> {
        if attributes.is_empty() {
            return Ok(NONE);
        }
        let made = dict::new(self.thread)?;
        let Some(pairs) = made.as_object() else {
            return Ok(NONE);
        };
        for (key, value) in attributes {
            let (key, value) = (self.name(key)?, self.text(value)?);
            dict::set_leaf(self.thread, pairs, key, value)?;
        }
        Ok(made)
    }
}

/// The module that the library imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_xml_tokens")
    .functions(&[FUNCTIONS])
    .listed_as(&["pyexpat"])];
