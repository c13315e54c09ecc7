//! The methods of strings that make new strings.

use crate::model::exception_classes;
use crate::model::type_def::TypeDef;
use crate::types::bytes_methods;
use crate::types::special_methods::{
    CONCATENATION, CONTAINER, EQUALITY, HASH, ORDER, PERCENT_OF_STR, REPETITION, STR, SUBSCRIPT,
    TEXT,
};
use crate::types::whole_methods;
use crate::types::{string_predicates, string_split, text_shortcuts};
use rustpython_unicode::case;

use crate::types::host::check_length;
use crate::types::prelude::*;
use crate::types::protocol::{item, repr};
use crate::types::tables::{
    check_keywords, integer_argument, parameter, refuse_subclass, wrong_receiver,
};
use crate::types::{
    buffer, bytes, codecs, dict, format_spec, format_string, int, native_shortcut as quick, string,
};

/// The text of the receiver.
///
/// # Errors
/// `TypeError` if it is no string.
pub fn receiver<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Outcome<&'a str> {
    let value = arguments.get(thread, 0);
    string::as_text(thread, value).ok_or_else(|| wrong_receiver(thread, "str", name, value))
}

/// The text of an argument.
///
/// # Errors
/// `TypeError` if it is no string.
pub fn text_argument<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    index: usize,
    name: &str,
) -> Outcome<&'a str> {
    let value = arguments.get(thread, index);
    string::as_text(thread, value).ok_or_else(|| {
        let given = argument_type(thread, value);
        type_error(
            thread,
            format!("{name}() argument {index} must be str, not {given}"),
        )
    })
}

/// The text of the only argument: `what` begins the message if it is none.
///
/// # Errors
/// `TypeError`.
pub fn only_text<'a>(thread: &'a Thread, arguments: Arguments, what: &str) -> Outcome<&'a str> {
    let value = arguments.get(thread, 1);
    string::as_text(thread, value).ok_or_else(|| {
        let given = match what {
            "" => thread.type_name(value),
            _ => argument_type(thread, value),
        };
        let space = if what.is_empty() { "" } else { " " };
        type_error(thread, format!("{what}{space}must be str, not {given}"))
    })
}

fn construct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    refuse_subclass(thread, arguments, CLASS_STR)?;
    let given = arguments.len() - 1 + arguments.keyword_count();
    if arguments.keyword_count() > 0 && given > 3 {
        let message = format!("str() takes at most 3 arguments ({given} given)");
        return Err(type_error(thread, message));
    }
    check_keywords(thread, arguments, "str", &["object", "encoding", "errors"])?;
    let source = parameter(thread, arguments, 1, "object");
    let decodes = parameter(thread, arguments, 2, "encoding").is_some()
        || parameter(thread, arguments, 3, "errors").is_some();
    let options = if decodes {
        let encoding = codecs::option(thread, arguments, 2, ("str", "encoding", "utf-8"))?;
        let errors = codecs::option(thread, arguments, 3, ("str", "errors", "strict"))?;
        Some((encoding, errors))
    } else {
        None
    };
    let Some(source) = source else {
        return string::new(thread, "");
    };
    if let Some((encoding, errors)) = options {
        if string::as_string(thread, source).is_some() {
            return Err(type_error(thread, "decoding str is not supported"));
        }
        if buffer::content(thread, source).is_none() {
            let name = type_name(thread, source);
            let message = format!("decoding to str: need a bytes-like object, {name} found");
            return Err(type_error(thread, message));
        }
        let source = thread.root(source);
        let text = codecs::decode_asking(thread, source, &encoding, &errors)?;
        return Ok(thread.get(text));
    }
    if let Some(number) = source.as_integer() {
        return string::of_integer(thread, number);
    }
    let source = thread.root(source);
    let text = repr::str_of(thread, source)?;
    Ok(thread.get(text))
}

/// `str` of a text or a number.
fn quick_construct<'a>(
    thread: &'a Thread,
    [class, source, encoding]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    if encoding != UNBOUND || thread.class_number_of(class) != Some(CLASS_STR) {
        return None;
    }
    let is_known = int::small(source).is_some()
        || source.as_float().is_some()
        || string::exact_string(thread, source).is_some();
    is_known.then(|| repr::str_leaf(thread, source).ok()?)?
}

/// The constructor.
pub const CONSTRUCTOR: NativeFunction = NativeFunction::calling("str", 1, 4, construct)
    .with_keywords()
    .with_quick(quick_construct);

fn encode<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let text = receiver(thread, arguments, "encode")?;
    if arguments.len() == 1 && arguments.keyword_count() == 0 && text.is_ascii() {
        let made = bytes::new(thread, text.as_bytes())?;
        let made = thread.root(made);
        return Ok(thread.get(made));
    }
    check_keywords(thread, arguments, "encode", &["encoding", "errors"])?;
    if let Some(made) = codecs::by_names(thread, arguments, text_shortcuts::encode) {
        let made = thread.root(made);
        return Ok(thread.get(made));
    }
    let encoding = codecs::option(thread, arguments, 1, ("encode", "encoding", "utf-8"))?;
    let errors = codecs::option(thread, arguments, 2, ("encode", "errors", "strict"))?;
    let text = thread.root(arguments.get(thread, 0));
    let made = codecs::encode_asking(thread, text, &encoding, &errors)?;
    Ok(thread.get(made))
}

macro_rules! mapping {
    ($($function:ident $name:literal $map:expr $(, of_ascii $of_ascii:expr)?;)*) => {
        $(fn $function(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
            let map: fn(&str) -> String = $map;
            let text = receiver(thread, arguments, $name)?;
            $(if text.is_ascii() {
                return string::map_ascii(thread, text.as_bytes(), $of_ascii);
            })?
            string::new(thread, &map(text))
        })*
    };
}

mapping! {
    upper "upper" |text| text.to_uppercase(), of_ascii |byte| byte.to_ascii_uppercase();
    lower "lower" |text| text.to_lowercase(), of_ascii |byte| byte.to_ascii_lowercase();
    case_fold "casefold" case::casefold_str, of_ascii |byte| byte.to_ascii_lowercase();
    swap_case "swapcase" case::swapcase_str, of_ascii |byte| match byte {
        b'a'..=b'z' => byte.to_ascii_uppercase(),
        _ => byte.to_ascii_lowercase(),
    };
    capitalize_other "capitalize" case::capitalize_str;
    title "title" case::title_str;
}

fn capitalize(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "capitalize")?;
    if !text.is_ascii() {
        return capitalize_other(thread, arguments);
    }
    let mut is_first = true;
    string::map_ascii(thread, text.as_bytes(), |byte| {
        match std::mem::replace(&mut is_first, false) {
            true => byte.to_ascii_uppercase(),
            false => byte.to_ascii_lowercase(),
        }
    })
}

fn strip_ends<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    name: &str,
    (left, right): (bool, bool),
) -> Outcome<Value<'a>> {
    let text = receiver(thread, arguments, name)?;
    let set = match arguments.optional(thread, 1).filter(|value| *value != NONE) {
        None => None,
        Some(value) => match string::as_text(thread, value) {
            Some(set) => Some(set),
            None => {
                let message = format!("{name} arg must be None or str");
                return Err(type_error(thread, message));
            }
        },
    };
    if text.is_ascii() && set.is_none_or(str::is_ascii) {
        return strip_ascii(thread, arguments.get(thread, 0), text, set, (left, right));
    }
    let goes = |character: char| match set {
        Some(set) => set.contains(character),
        None => string::is_space(character),
    };
    let mut kept = text;
    if left {
        kept = kept.trim_start_matches(goes);
    }
    if right {
        kept = kept.trim_end_matches(goes);
    }
    if kept.len() == text.len() {
        return Ok(arguments.get(thread, 0));
    }
    string::new(thread, kept)
}

/// [`strip_ends`] where all is ASCII.
fn strip_ascii<'a>(
    thread: &'a Thread,
    whole: Value<'a>,
    text: &str,
    set: Option<&str>,
    (left, right): (bool, bool),
) -> Outcome<Value<'a>> {
    let stays = |byte: &u8| match set {
        Some(set) => !set.bytes().any(|one| one == *byte),
        None => !string::is_space_byte(*byte),
    };
    let bytes = text.as_bytes();
    let start = match left {
        true => bytes.iter().position(stays).unwrap_or(bytes.len()),
        false => 0,
    };
    let end = match right {
        true => bytes.iter().rposition(stays).map_or(start, |last| last + 1),
        false => bytes.len(),
    };
    let kept = &bytes[start..end];
    if kept.len() == bytes.len() {
        return Ok(whole);
    }
    string::of_bytes(thread, kept, kept.len() as u64)
}

fn strip(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    strip_ends(thread, arguments, "strip", (true, true))
}

fn lstrip(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    strip_ends(thread, arguments, "lstrip", (true, false))
}

fn rstrip(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    strip_ends(thread, arguments, "rstrip", (false, true))
}

fn aligned<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    name: &str,
    align: char,
) -> Outcome<Value<'a>> {
    let text = receiver(thread, arguments, name)?;
    let width = integer_argument(thread, arguments.get(thread, 1))?.max(0) as usize;
    check_length(thread, width)?;
    let fill = match arguments.optional(thread, 2) {
        None => ' ',
        Some(value) => {
            let Some(text) = string::as_text(thread, value) else {
                let given = type_name(thread, value);
                let message =
                    format!("The fill character must be a unicode character, not {given}");
                return Err(type_error(thread, message));
            };
            let mut characters = text.chars();
            match (characters.next(), characters.next()) {
                (Some(fill), None) => fill,
                _ => {
                    let message = "The fill character must be exactly one character long";
                    return Err(type_error(thread, message));
                }
            }
        }
    };
    if align != '^' {
        return string::new(thread, &format_spec::pad(text, width, fill, align));
    }
    // Unlike the format language, `center` puts the odd character left if the width is odd.
    let missing = width.saturating_sub(text.chars().count());
    let left = missing / 2 + (missing & width & 1);
    let half = format_spec::pad(text, width - (missing - left).min(width), fill, '>');
    let half = if missing == 0 { text.to_string() } else { half };
    string::new(thread, &format_spec::pad(&half, width, fill, '<'))
}

fn center(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    aligned(thread, arguments, "center", '^')
}

fn ljust(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    aligned(thread, arguments, "ljust", '<')
}

fn rjust(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    aligned(thread, arguments, "rjust", '>')
}

fn zfill(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "zfill")?;
    let width = integer_argument(thread, arguments.get(thread, 1))?.max(0) as usize;
    check_length(thread, width)?;
    let sign_length = usize::from(text.starts_with(['+', '-']));
    let (sign, digits) = text.split_at(sign_length);
    let digits = format_spec::pad(digits, width.saturating_sub(sign_length), '0', '>');
    string::new(thread, &format!("{sign}{digits}"))
}

fn expand_tabs(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "expandtabs")?;
    let begins_character = |byte: u8| byte & 0xc0 != 0x80;
    let content = text.as_bytes();
    let expanded = bytes_methods::with_tabs_expanded(thread, arguments, content, begins_character)?;
    // Only spaces came in between characters, so nothing is lost.
    string::new(thread, &String::from_utf8_lossy(&expanded))
}

fn remove_prefix(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "removeprefix")?;
    let prefix = only_text(thread, arguments, "removeprefix() argument")?;
    string::new(thread, text.strip_prefix(prefix).unwrap_or(text))
}

fn remove_suffix(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let text = receiver(thread, arguments, "removesuffix")?;
    let suffix = only_text(thread, arguments, "removesuffix() argument")?;
    string::new(thread, text.strip_suffix(suffix).unwrap_or(text))
}

/// `str.maketrans`: a static method, so there is no receiver.
fn make_translation(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let table = dict::new(thread)?;
    let object = table.known_object();
    let set = |key: i64, value: Value<'_>| {
        dict::set_leaf(thread, object, int::from_i64(thread, key), value)
    };
    let code = |character: char| i64::from(string::code(character));
    if arguments.len() == 1 {
        let Some(source) = exact(thread, arguments.get(thread, 0), CLASS_DICT) else {
            let message = "if you give only one argument to maketrans it must be a dict";
            return Err(type_error(thread, message));
        };
        for (key, value) in dict::entries(thread, source) {
            match string::as_text(thread, key)
                .map(|text| (text.chars().next(), text.chars().nth(1)))
            {
                None if int::is_int(thread, key) => {
                    dict::set_leaf(thread, object, key, value)?;
                }
                None => {
                    let message = "keys in translate table must be strings or integers";
                    return Err(type_error(thread, message));
                }
                Some((Some(character), None)) => {
                    set(code(character), value)?;
                }
                Some(_) => {
                    let message = "string keys in translate table must be of length 1";
                    return Err(value_error(thread, message));
                }
            }
        }
        return Ok(table);
    }
    let text = |index: usize| {
        let value = arguments.get(thread, index);
        string::as_text(thread, value).ok_or_else(|| {
            let given = argument_type(thread, value);
            let place = index + 1;
            let message = format!("maketrans() argument {place} must be str, not {given}");
            type_error(thread, message)
        })
    };
    // The later ones are looked at first.
    let to = text(1)?;
    let gone = (arguments.len() > 2).then(|| text(2)).transpose()?;
    let Some(from) = string::as_text(thread, arguments.get(thread, 0)) else {
        let message = "first maketrans argument must be a string if there is a second argument";
        return Err(type_error(thread, message));
    };
    if from.chars().count() != to.chars().count() {
        let message = "the first two maketrans arguments must have equal length";
        return Err(value_error(thread, message));
    }
    for (from, to) in from.chars().zip(to.chars()) {
        set(code(from), int::from_i64(thread, code(to)))?;
    }
    for gone in gone.unwrap_or_default().chars() {
        set(code(gone), NONE)?;
    }
    Ok(table)
}

/// Whether a table of translations is a dict without a key: the usual case, which saves an
/// exception.
fn is_not_in_dict(thread: &Thread, table: Value<'_>, key: Value<'_>) -> Outcome<bool> {
    match exact(thread, table, CLASS_DICT) {
        Some(dict) => Ok(dict::get_leaf(thread, dict, key)? == Some(None)),
        None => Ok(false),
    }
}

fn translate<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let text = receiver(thread, arguments, "translate")?.to_string();
    let table = thread.root(arguments.get(thread, 1));
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        let mark = thread.root_count();
        let key = int::from_i64(thread, i64::from(string::code(character)));
        if is_not_in_dict(thread, thread.get(table), key)? {
            out.push(character);
            continue;
        }
        let key = thread.root(key);
        match item::get_item(thread, table, key) {
            Ok(found) => {
                let found = thread.get(found);
                if let Some(text) = string::as_text(thread, found) {
                    check_length(thread, out.len() + text.len())?;
                    out.push_str(text);
                } else if let Some(code) = int::to_i64(thread, found) {
                    let character = u32::try_from(code).ok().and_then(string::character);
                    let Some(character) = character else {
                        let message = "character mapping must be in range(0x110000)";
                        return Err(value_error(thread, message));
                    };
                    out.push(character);
                } else if found != NONE {
                    let message = "character mapping must return integer, None or str";
                    return Err(type_error(thread, message));
                }
            }
            Err(Unwind::Raise) if take_exception(thread, exception_classes::LOOKUP_ERROR) => {
                out.push(character);
            }
            Err(unwind) => return Err(unwind),
        }
        thread.truncate_roots(mark);
    }
    string::new(thread, &out)
}

/// The methods of this module.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("upper", 1, 1, upper).with_quick(quick::upper),
    NativeFunction::leaf("lower", 1, 1, lower).with_quick(quick::lower),
    NativeFunction::leaf("casefold", 1, 1, case_fold).with_quick(quick::lower),
    NativeFunction::leaf("swapcase", 1, 1, swap_case),
    NativeFunction::leaf("capitalize", 1, 1, capitalize),
    NativeFunction::leaf("title", 1, 1, title).with_quick(text_shortcuts::title),
    NativeFunction::leaf("strip", 1, 2, strip).with_quick(quick::strip),
    NativeFunction::leaf("lstrip", 1, 2, lstrip).with_quick(quick::lstrip),
    NativeFunction::leaf("rstrip", 1, 2, rstrip).with_quick(quick::rstrip),
    NativeFunction::leaf("center", 2, 3, center)
        .with_quick(text_shortcuts::center)
        .asking_index(&[1]),
    NativeFunction::leaf("ljust", 2, 3, ljust)
        .with_quick(text_shortcuts::ljust)
        .asking_index(&[1]),
    NativeFunction::leaf("rjust", 2, 3, rjust)
        .with_quick(text_shortcuts::rjust)
        .asking_index(&[1]),
    NativeFunction::leaf("zfill", 2, 2, zfill)
        .with_quick(text_shortcuts::zfill)
        .asking_index(&[1]),
    NativeFunction::leaf("expandtabs", 1, 2, expand_tabs)
        .with_keywords()
        .asking_index(&[1]),
    NativeFunction::leaf("removeprefix", 2, 2, remove_prefix),
    NativeFunction::leaf("removesuffix", 2, 2, remove_suffix),
    NativeFunction::calling("encode", 1, 3, encode)
        .with_keywords()
        .with_quick(text_shortcuts::encode),
    NativeFunction::leaf("__getnewargs__", 1, 1, bytes_methods::new_arguments),
    NativeFunction::leaf("maketrans", 1, 3, make_translation)
        .unbound()
        .of_whole(),
    NativeFunction::calling("translate", 2, 2, translate).with_quick(text_shortcuts::translate),
    NativeFunction::calling("format", 1, u8::MAX, format_string::format).with_keywords(),
    NativeFunction::calling("format_map", 2, 2, format_string::format_map),
];

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("str", CLASS_STR)
    .layouts(&[LAYOUT_STR, LAYOUT_STR_GROWN])
    .constructor(CONSTRUCTOR)
    .methods(&[
        METHODS,
        string_split::METHODS,
        string_predicates::METHODS,
        CONCATENATION,
        REPETITION,
        PERCENT_OF_STR,
        EQUALITY,
        ORDER,
        TEXT,
        STR,
        HASH,
        CONTAINER,
        SUBSCRIPT,
        whole_methods::FORMAT,
    ])
    .public()
    .matched_whole()];
