//! `_sre_core`: regular expressions. The library (Python) compiles patterns to code; here they are
//! objects that match texts by it.
//!
//! Pattern, match and scanner are objects of the heap. A match keeps places in bytes, so that the
//! parts of a text are found at once; places in characters are counted when a program asks.
//!
//! A pattern is only read. A long match pauses now and then for the thread's signals.

pub mod groups;
pub mod matches;
pub mod patterns;
pub mod scanner;
pub mod subject;
pub mod substitute;

use motet_python_objects::model::module_def::ModuleDef;
use rustpython_sre_engine::string::{lower_ascii, lower_unicode, upper_unicode};
use rustpython_sre_engine::{MAXGROUPS, MAXREPEAT, SRE_MAGIC};

use motet_python_objects::model::machine::Module;
use motet_python_objects::model::native::LeafFunction;
use motet_python_objects::model::type_def::TypeDef;
use motet_python_objects::types::int;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;

/// The definitions. Programs call none of the classes.
pub(crate) const TYPES: &[TypeDef] = &[
    TypeDef::new("Pattern", CLASS_PATTERN)
        .in_module("re")
        .layouts(&[LAYOUT_TUPLE])
        .constructor(refused("re.Pattern", refuse_pattern))
        .methods(&[patterns::METHODS])
        .getters(&[&[
            patterns::PATTERN,
            patterns::FLAGS,
            patterns::GROUPS,
            patterns::GROUP_INDEX,
        ]])
        .closed()
        .weakly_referenced()
        .parameterised(),
    TypeDef::new("Match", CLASS_MATCH)
        .in_module("re")
        .layouts(&[LAYOUT_TUPLE])
        .constructor(refused("re.Match", refuse_match))
        .methods(&[groups::METHODS])
        .getters(&[&[
            groups::STRING,
            groups::PATTERN,
            groups::BEGIN,
            groups::END,
            groups::LAST_INDEX,
            groups::LAST_GROUP,
            groups::REGIONS,
        ]])
        .closed()
        .parameterised(),
    TypeDef::new("SRE_Scanner", CLASS_SCANNER)
        .in_module("_sre")
        .constructor(refused("_sre.SRE_Scanner", refuse_scanner))
        .methods(&[scanner::METHODS])
        .getters(&[&[scanner::PATTERN]])
        .closed(),
];

const fn refused(name: &'static str, refuse: LeafFunction) -> NativeFunction {
    NativeFunction::leaf(name, 1, u8::MAX, refuse).with_keywords()
}

fn refuse(thread: &Thread, name: &str) -> Unwind {
    type_error(thread, format!("cannot create '{name}' instances"))
}

fn refuse_pattern<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Err(refuse(thread, "re.Pattern"))
}

fn refuse_match<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Err(refuse(thread, "re.Match"))
}

fn refuse_scanner<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Err(refuse(thread, "_sre.SRE_Scanner"))
}

pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("compile", 6, 6, patterns::compile),
    NativeFunction::leaf("template", 2, 2, substitute::make_template),
    NativeFunction::leaf("ascii_iscased", 1, 1, is_cased_ascii),
    NativeFunction::leaf("unicode_iscased", 1, 1, is_cased_unicode),
    NativeFunction::leaf("ascii_tolower", 1, 1, to_lower_ascii),
    NativeFunction::leaf("unicode_tolower", 1, 1, to_lower_unicode),
];

/// Fills the module.
fn fill(thread: &Thread, module: &Module) -> Outcome<()> {
    for (name, number) in [
        ("MAGIC", SRE_MAGIC),
        ("CODESIZE", 4),
        ("MAXREPEAT", MAXREPEAT),
        ("MAXGROUPS", MAXGROUPS),
    ] {
        crate::filling::set(thread, module, name, int::from_length(number as u64))?;
    }
    Ok(())
}

fn character(thread: &Thread, arguments: Arguments) -> Outcome<u32> {
    Ok(integer_argument(thread, arguments.get(thread, 0))? as u32)
}

fn is_cased_ascii<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let character = u8::try_from(character(thread, arguments)?);
    Ok(boolean(
        character.is_ok_and(|character| character.is_ascii_alphabetic()),
    ))
}

fn is_cased_unicode<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let character = character(thread, arguments)?;
    let is_cased = lower_unicode(character) != character || upper_unicode(character) != character;
    // Some have capitals of several letters only.
    let capital = char::from_u32(character).and_then(|character| character.to_uppercase().next());
    let has_capital = capital.is_some_and(|capital| u32::from(capital) != character);
    Ok(boolean(is_cased || has_capital))
}

fn to_lower_ascii<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let lower = lower_ascii(character(thread, arguments)?);
    Ok(int::from_length(lower.into()))
}

fn to_lower_unicode<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let lower = lower_unicode(character(thread, arguments)?);
    Ok(int::from_length(lower.into()))
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_sre_core")
    .functions(&[FUNCTIONS])
    .types(TYPES)
    .filled_by(fill)
    .listed_as(&["_sre"])];
