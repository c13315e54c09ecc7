//! What a call is told whose arguments do not fit a method of the library that is native in
//! CPython: CPython's natives complain otherwise than functions do, by how they are declared.
//!
//! The signature of the library's function stands for the declaration: names that may not be given
//! mean a tuple of arguments, the others a native that parses names.

use motet_python_objects::model::class::class_number;
use motet_python_objects::model::class_names;
use motet_python_objects::model::code::LoadedCode;
use motet_python_objects::model::function::{FUNCTION_DEFAULTS, FUNCTION_QUALIFIED_NAME};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::native::Call;
use motet_python_objects::model::native_owners::{
    counted, fills_slot, makes_instances, no_class, plural, refusal, slot_arguments,
    without_receiver,
};
use motet_python_objects::model::text;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::similar_names;
use motet_python_objects::types::tuple;
use motet_tm::Object;
use motet_vm::namespace::read_cell;

/// Modules whose natives do not say their names to the parser of arguments.
const UNNAMED_MODULES: &[&str] = &["decimal"];

/// Modules whose natives with one argument take no names in CPython.
const COUNTING_MODULES: &[&str] = &["datetime", "time"];

/// Methods of `datetime` that parse a tuple of arguments, and do not tell their class.
const PARSING_TUPLES: &[&str] = &["__format__", "fromordinal", "strptime", "utcfromtimestamp"];

/// Methods of `datetime` that parse names, and need all arguments.
const PARSING_NAMES: &[&str] = &["fromisocalendar", "strftime"];

/// Classes of the library whose names begin as if CPython did not have them.
const OWN_NAMES: &[&str] = &[
    "_BufferedIOBase",
    "_IOBase",
    "_RawIOBase",
    "_SSLContext",
    "_SSLSocket",
    "_TextIOBase",
];

/// A method or a function of a module, and how it is called.
struct Misfit<'a> {
    /// The class of a method, or the module of a function.
    owner: &'a str,
    name: &'a str,
    /// The module, as a program sees it.
    module: &'a str,
    /// Names of the parameters without the receiver's.
    parameters: &'a [Box<str>],
    /// How many of them need a value, take it by position, and take it by position alone.
    least: usize,
    most: usize,
    nameless: usize,
    /// How many values were given by position, and the names of the others.
    count: usize,
    names: Vec<&'a str>,
}

/// The message for a call whose arguments do not fit; none if it is told what functions tell.
pub(super) fn message(
    thread: &Thread,
    code: &LoadedCode,
    function: Object<'_>,
    call: Call<'_>,
) -> Option<String> {
    let qualified_name = thread.read(function).get(FUNCTION_QUALIFIED_NAME);
    let qualified_name = text::as_text(thread, qualified_name)?;
    let is_of_native_module = code.has_native_owner || code.is_native_elsewhere;
    if is_of_native_module && !qualified_name.contains('.') {
        let module = text::as_text(thread, code.namespace.get(thread, names::NAME)?)?;
        let misfit = Misfit::of(thread, (code, function, call), (module, qualified_name), 0)?;
        return Some(misfit.message());
    }
    if !code.has_native_owner && !code.is_native_method {
        return None;
    }
    let (owner, name) = qualified_name.split_once('.')?;
    if name.contains('.') {
        return None;
    }
    let symbols = &thread.machine().symbols;
    let cell = code.namespace.find(symbols.find(owner)?)?;
    let mut class = class_number(thread, read_cell(thread, cell))?;
    let (_, shown) = class_names::shown(thread, class);
    if owner.starts_with('_') && shown.starts_with('_') && !OWN_NAMES.contains(&shown) {
        let receiver = (call.count > call.names.len()).then(|| thread.stack_value(call.first()))?;
        class = heir(thread, thread.class_of(receiver), class)?;
    }
    let (module, shown) = class_names::shown(thread, class);
    let owner = shown;
    let method = thread.look_up(class, symbols.find(name)?)?.value;
    let method = thread.class_of(method);
    let before = usize::from(method != CLASS_STATIC_METHOD);
    let given = call.count - call.names.len();
    if method != CLASS_STATIC_METHOD && method != CLASS_CLASS_METHOD {
        let receiver = (given > 0).then(|| thread.stack_value(call.first()));
        let with_module = format!("{module}.{shown}");
        match receiver {
            None => return Some(without_receiver(&with_module, name)),
            Some(receiver) if !thread.is_instance(receiver, class) => {
                return Some(refusal(&with_module, name, thread.type_name(receiver)));
            }
            Some(_) => {}
        }
    }
    if makes_instances(name) {
        let first = (given > 0).then(|| thread.stack_value(call.first()));
        let is_class = first.is_some_and(|first| class_number(thread, first).is_some());
        let given = first.map(|first| thread.type_name(first));
        if name == "__new__" && !is_class {
            return Some(no_class(thread.told_name(class), given));
        }
        if UNNAMED_MODULES.contains(&module) || name == "__init_subclass__" {
            return None;
        }
        // The call of a class complains in the name of the class.
        let misfit = Misfit::of(thread, (code, function, call), (owner, shown), 1)?;
        return Some(misfit.of_constructor());
    }
    let misfit = Misfit::of(thread, (code, function, call), (owner, name), before)?;
    Some(Misfit { module, ..misfit }.message())
}

/// The class for which a class that CPython does not have does a part of the work: that of an
/// instance, or the first of its bases that CPython has.
fn heir(thread: &Thread, of: ClassNumber, part: ClassNumber) -> Option<ClassNumber> {
    let bases = &thread.class(of).mro;
    let known = bases.iter().position(|base| *base == part)?;
    let mut before = bases[..known].iter().copied();
    before.find(|base| {
        let class = thread.class(*base);
        !class.name.starts_with('_') && class_names::is_native_elsewhere(thread, class)
    })
}

/// How a complaint names the most arguments that are taken.
fn how_many(least: usize, most: usize) -> &'static str {
    if least < most { "at most" } else { "exactly" }
}

impl<'a> Misfit<'a> {
    /// A call of a function that has `before` parameters more than a program sees; none if the
    /// function takes all that it is given.
    fn of(
        thread: &Thread,
        (code, function, call): (&'a LoadedCode, Object<'_>, Call<'_>),
        (owner, name): (&'a str, &'a str),
        before: usize,
    ) -> Option<Misfit<'a>> {
        let parameters = code.parameters();
        if parameters.has_varargs || parameters.has_varkeywords {
            return None;
        }
        let symbols = &thread.machine().symbols;
        let defaults = tuple::as_tuple(thread, thread.read(function).get(FUNCTION_DEFAULTS));
        let defaults = defaults.map_or(0, |defaults| tuple::length(thread, defaults) as usize);
        let positional = parameters.positional;
        let given = call.count - call.names.len();
        // The functions of this module take no names in CPython, whose they are.
        let is_operator = owner == "operator";
        let nameless = match is_operator {
            true => positional,
            false => parameters.positional_only,
        };
        let owner = if is_operator { "_operator" } else { owner };
        Some(Misfit {
            owner,
            name,
            module: owner,
            parameters: parameters.names.get(before..)?,
            least: positional.saturating_sub(defaults).saturating_sub(before),
            most: positional.checked_sub(before)?,
            nameless: nameless.saturating_sub(before),
            count: given.checked_sub(before)?,
            names: call.names.iter().map(|name| symbols.text(*name)).collect(),
        })
    }

    /// Whether it is a method of a context that takes numbers alone, by position.
    fn takes_operands(&self) -> bool {
        let needs_all = self.least == self.parameters.len() && self.least > 0;
        self.module == "decimal" && self.owner == "Context" && needs_all
    }

    fn parses_tuple(&self) -> bool {
        self.module == "datetime" && PARSING_TUPLES.contains(&self.name)
    }

    fn message(&self) -> String {
        let all = self.parameters.len();
        if self.takes_operands() && all > 1 && self.names.is_empty() {
            let count = self.count;
            return format!("function takes exactly {all} arguments ({count} given)");
        }
        let takes_names = all > self.nameless && !self.takes_operands();
        match takes_names && !fills_slot(self.name) {
            true => self.of_names(),
            false => self.without_names(),
        }
    }

    /// The complaint of a class.
    fn of_constructor(&self) -> String {
        let Misfit { name, count, .. } = self;
        match self.parameters.len() {
            0 if *count > 0 => format!("{name}() takes no positional arguments"),
            0 => format!("{name}() takes no keyword arguments"),
            all if all > self.nameless => self.of_names(),
            _ if !self.names.is_empty() => format!("{name}() takes no keyword arguments"),
            _ => counted(name, (self.least, self.most), *count),
        }
    }

    /// The complaint of a native that takes a tuple of arguments, or a slot.
    fn without_names(&self) -> String {
        let Misfit {
            owner, name, count, ..
        } = self;
        let (least, most) = (self.least, self.most);
        let is_slot = fills_slot(name);
        if !self.names.is_empty() {
            return match is_slot {
                true => format!("wrapper {name}() takes no keyword arguments"),
                false if self.parses_tuple() => format!("{name}() takes no keyword arguments"),
                false => format!("{owner}.{name}() takes no keyword arguments"),
            };
        }
        if self.parses_tuple() {
            let s = plural(most);
            return format!("{name}() takes exactly {most} argument{s} ({count} given)");
        }
        if is_slot && let Some(expected) = slot_arguments(name, least, most) {
            return format!("{expected}, got {count}");
        }
        match (least, most) {
            (0, 0) => format!("{owner}.{name}() takes no arguments ({count} given)"),
            (1, 1) => format!("{owner}.{name}() takes exactly one argument ({count} given)"),
            _ => counted(name, (least, most), *count),
        }
    }

    /// The complaint of a native that parses names.
    fn of_names(&self) -> String {
        let caller = match UNNAMED_MODULES.contains(&self.module) {
            true => "function".to_owned(),
            false => format!("{}()", self.name),
        };
        let (all, given) = (self.parameters.len(), self.count + self.names.len());
        if given > all {
            let counts = COUNTING_MODULES.contains(&self.module);
            let how = match counts && !PARSING_NAMES.contains(&self.name) {
                true => how_many(self.least, all),
                false => "at most",
            };
            let (s, named) = (plural(all), if self.count == 0 { "keyword " } else { "" });
            return format!("{caller} takes {how} {all} {named}argument{s} ({given} given)");
        }
        if self.count > self.most {
            let (most, count) = (self.most, self.count);
            let (how, s) = (how_many(self.least, most), plural(most));
            return format!("{caller} takes {how} {most} positional argument{s} ({count} given)");
        }
        let needed = self.least.min(self.nameless);
        if self.count < needed {
            let (count, s) = (self.count, plural(needed));
            let how = if needed < self.most {
                "at least"
            } else {
                "exactly"
            };
            return format!("{caller} takes {how} {needed} positional argument{s} ({count} given)");
        }
        let is_given = |name: &str| self.names.contains(&name);
        // What is missing is told before what is given twice.
        for (place, name) in self.parameters.iter().enumerate().take(self.least) {
            if place >= self.count && !is_given(name) {
                let place = place + 1;
                return format!("{caller} missing required argument '{name}' (pos {place})");
            }
        }
        for (place, name) in self.parameters.iter().enumerate().take(self.count) {
            if is_given(name) {
                let place = place + 1;
                return format!(
                    "argument for {caller} given by name ('{name}') and position ({place})"
                );
            }
        }
        let is_known = |name: &str| self.parameters.iter().any(|known| **known == *name);
        let other = self.names.iter().find(|name| !is_known(name));
        let other = other.copied().unwrap_or_default();
        let caller = match UNNAMED_MODULES.contains(&self.module) {
            true => "this function",
            false => &caller,
        };
        let named: Vec<&str> = self.parameters[self.nameless..]
            .iter()
            .map(|name| &**name)
            .collect();
        similar_names::unexpected_keyword(caller, other, &named)
    }
}
