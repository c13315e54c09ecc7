//! "Did you mean": a known name that resembles a name that was not found.

use crate::model::text;
use crate::types::module;
use motet_tm::{Object, Root, Value};

use crate::model::exception;
use crate::model::exception::{ATTRIBUTE_ERROR, IMPORT_ERROR, NAME_ERROR};
use crate::model::layouts::*;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use crate::types::exception_fields;
use crate::types::list;
use crate::types::similar_names::nearest;

/// The hint that is added to the message of an exception.
pub(crate) fn hint(thread: &mut Thread, exception: Root) -> Outcome<String> {
    let value = thread.get(exception);
    let Some(object) = exception::as_exception(thread, value) else {
        return Ok(String::new());
    };
    let text = |name: &str| {
        let field = exception_fields::get(thread, object, name)?;
        text::as_text(thread, field).map(str::to_owned)
    };
    let is = |class| thread.is_instance(value, class);
    let (wrong, names) = if is(NAME_ERROR) {
        let Some(wrong) = text("name") else {
            return Ok(String::new());
        };
        (wrong, names_in_scope(thread, object))
    } else if is(ATTRIBUTE_ERROR) {
        let Some(wrong) = text("name") else {
            return Ok(String::new());
        };
        let of = exception_fields::get(thread, object, "obj").unwrap_or(NONE);
        let of = thread.root(of);
        let hides = !wrong.starts_with('_');
        (wrong, attributes(thread, of, hides)?)
    } else if is(IMPORT_ERROR) {
        let Some(wrong) = text("name_from") else {
            return Ok(String::new());
        };
        let module = text("name").unwrap_or_default();
        let module = module::find_module(thread, &module);
        let Some(module) = module.map(|module| thread.root(module)) else {
            return Ok(String::new());
        };
        let hides = !wrong.starts_with('_');
        (wrong, attributes(thread, module, hides)?)
    } else {
        return Ok(String::new());
    };
    let mut hint = String::new();
    if let Some(found) = similar_to(&wrong, &names) {
        hint = format!(". Did you mean: '{found}'?");
    }
    if thread.is_instance(thread.get(exception), NAME_ERROR) && module::exists(thread, &wrong) {
        let before = if hint.is_empty() { ". Did" } else { " Or did" };
        hint.push_str(&format!("{before} you forget to import '{wrong}'?"));
    }
    Ok(hint)
}

/// The names that code sees where an exception was raised.
fn names_in_scope(thread: &Thread, exception: Object<'_>) -> Vec<String> {
    let Some(place) = exception::traceback(thread, exception).pop() else {
        return Vec::new();
    };
    let source = &place.code.source;
    let symbols = &thread.machine().symbols;
    let mut names: Vec<String> = source
        .local_names
        .iter()
        .chain(&source.free_names)
        .chain(&source.spilled_names)
        .map(|name| name.to_string())
        .collect();
    for namespace in [place.code.namespace, thread.machine().builtins] {
        let bound = namespace.bound_names(thread);
        names.extend(
            bound
                .into_iter()
                .map(|(name, _)| symbols.text(name).to_owned()),
        );
    }
    names
}

/// The names of the attributes of a value.
fn attributes(thread: &mut Thread, value: Root, hides_private: bool) -> Outcome<Vec<String>> {
    let callable = thread.machine().symbols.find("dir");
    let dir = callable.and_then(|name| thread.machine().builtins.get(thread, name));
    let Some(dir) = dir.map(|dir| thread.root(dir)) else {
        return Ok(Vec::new());
    };
    let names = match thread.call(dir, &[value]) {
        Ok(names) => names,
        Err(motet_tm::Unwind::Raise) => {
            thread.take_raised();
            return Ok(Vec::new());
        }
        Err(unwind) => return Err(unwind),
    };
    let Some(names) = list::as_list(thread, thread.get(names)) else {
        return Ok(Vec::new());
    };
    let values: Vec<Value<'_>> = list::values(thread, names);
    Ok(values
        .into_iter()
        .filter_map(|name| text::as_text(thread, name))
        .filter(|name| !hides_private || !name.starts_with('_'))
        .map(str::to_owned)
        .collect())
}

/// The name that is most like the wrong one, if it is similar enough.
fn similar_to<'a>(wrong: &str, names: &'a [String]) -> Option<&'a str> {
    let mut sorted: Vec<&str> = names.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    nearest(wrong, &sorted, wrong.chars().count())
}

#[cfg(test)]
mod tests {
    use super::similar_to;

    #[test]
    fn the_most_similar_name_is_found() {
        let names = ["value", "values", "Count", "other"].map(str::to_owned);
        assert_eq!(similar_to("valu", &names), Some("value"));
        assert_eq!(similar_to("count", &names), Some("Count"));
        assert_eq!(similar_to("zzz", &names), None);
    }
}
