//! `_unicode_core`: the Unicode character database, of today and of version 3.2.

use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::host;
use rustpython_unicode::data::{LookupResult, Ucd, character_name, unicode_version};
use rustpython_unicode::normalize::{NormalizeForm, is_normalized, normalize};

use motet_python_objects::model::machine::Module;
use motet_python_objects::model::surrogates;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{float, int, string};

/// The functions of the module: the first argument of each says whether it is about today's
/// database.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("category", 2, 2, category),
    NativeFunction::leaf("bidirectional", 2, 2, bidirectional),
    NativeFunction::leaf("combining", 2, 2, combining),
    NativeFunction::leaf("mirrored", 2, 2, mirrored),
    NativeFunction::leaf("east_asian_width", 2, 2, width),
    NativeFunction::leaf("decomposition", 2, 2, decomposition),
    NativeFunction::leaf("decimal", 2, 3, decimal),
    NativeFunction::leaf("digit", 2, 3, digit),
    NativeFunction::leaf("numeric", 2, 3, numeric),
    NativeFunction::leaf("name", 2, 3, name),
    NativeFunction::leaf("lookup", 2, 2, lookup),
    NativeFunction::leaf("normalize", 3, 3, normalized),
    NativeFunction::leaf("is_normalized", 3, 3, is_normal),
];

/// Fills the module.
fn fill(thread: &Thread, module: &Module) -> Outcome<()> {
    let version = string::new(thread, &unicode_version())?;
    crate::filling::set(thread, module, "unidata_version", version)
}

fn database(thread: &Thread, arguments: Arguments) -> Ucd {
    Ucd::new(arguments.get(thread, 0) == TRUE)
}

/// The argument that is one character. A surrogate has no entry but its category.
fn character(thread: &Thread, arguments: Arguments, function: &str) -> Outcome<char> {
    let value = arguments.get(thread, 1);
    // Functions that take no default count no arguments.
    let place = match function {
        "decimal" | "digit" | "numeric" | "name" => " 1",
        _ => "",
    };
    let Some(text) = string::as_text(thread, value) else {
        let name = type_name(thread, value);
        let message =
            format!("{function}() argument{place} must be a unicode character, not {name}");
        return Err(type_error(thread, message));
    };
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) => Ok(only),
        _ => {
            let length = text.chars().count();
            let message = format!(
                "{function}(): argument{place} must be a unicode character, \
                 not a string of length {length}"
            );
            Err(type_error(thread, message))
        }
    }
}

fn is_surrogate(character: char) -> bool {
    (0xd800..0xe000).contains(&surrogates::code(character))
}

fn category<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let character = character(thread, arguments, "category")?;
    if is_surrogate(character) {
        return string::new(thread, "Cs");
    }
    string::new(
        thread,
        database(thread, arguments).category(character.into()),
    )
}

fn bidirectional<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let character = character(thread, arguments, "bidirectional")?;
    string::new(
        thread,
        database(thread, arguments).bidirectional(character.into()),
    )
}

fn combining<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let character = character(thread, arguments, "combining")?;
    let class = database(thread, arguments).combining(character.into());
    Ok(int::from_length(class.into()))
}

fn mirrored<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let character = character(thread, arguments, "mirrored")?;
    let mirrored = database(thread, arguments).mirrored(character.into());
    Ok(Value::from_small(mirrored))
}

fn width<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let character = character(thread, arguments, "east_asian_width")?;
    let width = match is_surrogate(character) {
        true => "N",
        false => database(thread, arguments).east_asian_width(character.into()),
    };
    string::new(thread, width)
}

fn decomposition<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let character = character(thread, arguments, "decomposition")?;
    let mapping = match hangul_parts(character.into()) {
        Some(parts) => parts,
        None => database(thread, arguments).decomposition(character.into()),
    };
    string::new(thread, &mapping)
}

/// The codes of the letters of a Hangul syllable, which the database leaves to arithmetic (section
/// 3.12 of the Unicode standard).
fn hangul_parts(code: u32) -> Option<String> {
    const SYLLABLES: std::ops::Range<u32> = 0xac00..0xd7a4;
    const VOWEL_COUNT: u32 = 21;
    const FINAL_COUNT: u32 = 28;
    if !SYLLABLES.contains(&code) {
        return None;
    }
    let place = code - SYLLABLES.start;
    let (rest, last) = (place / FINAL_COUNT, place % FINAL_COUNT);
    let (first, vowel) = (0x1100 + rest / VOWEL_COUNT, 0x1161 + rest % VOWEL_COUNT);
    Some(match last {
        0 => format!("{first:04X} {vowel:04X}"),
        _ => format!("{first:04X} {vowel:04X} {:04X}", 0x11a7 + last),
    })
}

/// The result of a look-up, or the default that the program gives, or a `ValueError`.
fn or_default<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    found: Option<Value<'a>>,
    message: &str,
) -> Outcome<Value<'a>> {
    found
        .or_else(|| arguments.optional(thread, 2))
        .ok_or_else(|| value_error(thread, message))
}

fn decimal<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let character = character(thread, arguments, "decimal")?;
    let found = database(thread, arguments).decimal(character.into());
    or_default(
        thread,
        arguments,
        found.map(int::from_length),
        "not a decimal",
    )
}

fn digit<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let character = character(thread, arguments, "digit")?;
    let found = database(thread, arguments).digit(character.into());
    or_default(
        thread,
        arguments,
        found.map(int::from_length),
        "not a digit",
    )
}

fn numeric<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let character = character(thread, arguments, "numeric")?;
    let found = database(thread, arguments).numeric(character.into());
    let found = found.map(|number| float::from_f64(thread, number));
    or_default(thread, arguments, found, "not a numeric character")
}

fn name<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let character = character(thread, arguments, "name")?;
    let found = match database(thread, arguments).membership(character) {
        true if !is_surrogate(character) => character_name(character),
        _ => None,
    };
    let found = match found {
        Some(name) => Some(string::new(thread, &name)?),
        None => None,
    };
    or_default(thread, arguments, found, "no such name")
}

fn lookup<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 1);
    let Some(name) = string::as_text(thread, value) else {
        let name = type_name(thread, value);
        return Err(type_error(
            thread,
            format!("lookup() argument must be str, not {name}"),
        ));
    };
    let is_today = arguments.get(thread, 0) == TRUE;
    match find(database(thread, arguments), is_today, name) {
        Some(LookupResult::Character(found)) => string::from_char(thread, found),
        Some(LookupResult::Sequence(found)) => string::new(thread, found),
        None => {
            let message = format!("undefined character name '{name}'");
            Err(host::key_error_text(thread, message))
        }
    }
}

/// What names end with the code of the character: all of these are followed by `-`.
const NUMBERED: [&str; 6] = [
    "CJK UNIFIED IDEOGRAPH",
    "CJK COMPATIBILITY IDEOGRAPH",
    "TANGUT IDEOGRAPH",
    "NUSHU CHARACTER",
    "KHITAN SMALL SCRIPT CHARACTER",
    "EGYPTIAN HIEROGLYPH",
];

/// The character or the sequence of a name, in letters of either case. The tables find more: names
/// with other spaces or lines between the words, and today's aliases in the old database too.
fn find(database: Ucd, is_today: bool, name: &str) -> Option<LookupResult> {
    let is_own = |character| {
        let own = character_name(character);
        own.is_some_and(|own| own.eq_ignore_ascii_case(name))
    };
    let letters = |name: &str| -> String {
        let known = name.chars().filter(char::is_ascii_alphanumeric);
        known.map(|letter| letter.to_ascii_uppercase()).collect()
    };
    let numbered = name
        .rsplit_once('-')
        .filter(|(kind, _)| NUMBERED.iter().any(|one| one.eq_ignore_ascii_case(kind)))
        .and_then(|(_, code)| char::from_u32(u32::from_str_radix(code, 16).ok()?));
    if let Some(character) = numbered {
        return is_own(character).then_some(LookupResult::Character(character));
    }
    let found = database.lookup(name)?;
    let LookupResult::Character(character) = found else {
        return Some(found);
    };
    let is_other_spelling =
        || character_name(character).is_some_and(|own| letters(&own) == letters(name));
    let is_spaced_well = name.split(' ').all(|word| !word.is_empty())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'-'));
    let is_alias = is_today && is_spaced_well && !is_other_spelling();
    (is_own(character) || is_alias).then_some(found)
}

/// The form and the text that are the arguments.
fn form_and_text(thread: &Thread, arguments: Arguments) -> Outcome<(NormalizeForm, &str)> {
    let text = |index: usize| {
        let value = arguments.get(thread, index);
        string::as_text(thread, value).ok_or_else(|| {
            let name = type_name(thread, value);
            type_error(thread, format!("argument {index} must be str, not {name}"))
        })
    };
    let form = text(1)?
        .parse()
        .map_err(|()| value_error(thread, "invalid normalization form"))?;
    Ok((form, text(2)?))
}

fn normalized<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (form, text) = form_and_text(thread, arguments)?;
    let given = arguments.get(thread, 2);
    if text.is_ascii() && string::exact_string(thread, given).is_some() {
        return Ok(given);
    }
    let made = normalize(form, text.as_ref());
    string::new(thread, &made.into_string_lossy())
}

fn is_normal<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (form, text) = form_and_text(thread, arguments)?;
    Ok(boolean(is_normalized(form, text.as_ref())))
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_unicode_core")
    .functions(&[FUNCTIONS])
    .filled_by(fill)
    .listed_as(&["unicodedata"])];
