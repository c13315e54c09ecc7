//! `types.SimpleNamespace`: the common case of its `__init__`, attributes by name. The class is the
//! library's (`machine/sys.py`), whose own method does all else.

use motet_python_objects::attempts;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::prelude::*;

/// Sets the named arguments as attributes, as if each were stored in the dict of the instance; none
/// if there are others, or if a class below has a slot, which its dict knows nothing of.
fn filled<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let own = arguments.get(thread, 0).as_object();
    let Some(own) = own.filter(|own| arguments.len() == 1 && thread.has_attributes(*own)) else {
        return Ok(None);
    };
    let shapes = &thread.machine().classes.shapes;
    let class = thread.class_of_object(own);
    let is_fresh = shapes.get(thread.host_of(own)).names.len() == 0;
    let names = 0..arguments.keyword_count();
    if !is_fresh
        || names
            .clone()
            .any(|name| thread.is_slot(class, thread.keyword_symbol(name)))
    {
        return Ok(None);
    }
    for name in names {
        let value = arguments.keyword_value(thread, name);
        thread.set_own_attribute(own, thread.keyword_symbol(name), value)?;
    }
    Ok(Some(NONE))
}

mod methods {
    use super::*;

    attempts! {
        of "types.SimpleNamespace";
        method_init "namespace_init" ".slow__init__" 1 filled;
    }
}

/// The module that the library imports.
pub(crate) const MODULES: &[ModuleDef] =
    &[ModuleDef::new("_namespace_core").methods(&[methods::METHODS])];
