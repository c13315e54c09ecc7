//! Making functions.

use crate::model::instance_layout;
use crate::model::names;
use crate::types::dict;
use motet_tm::{Value, Word};

use crate::model::code::LoadedCode;
use crate::model::layouts::*;
use crate::model::thread::Thread;

impl Thread {
    /// Makes a function. Defaults, keyword defaults and closure may be None.
    pub fn new_function(
        &self,
        code: &'static LoadedCode,
        defaults: Value<'_>,
        keyword_defaults: Value<'_>,
        closure: Value<'_>,
    ) -> Value<'_> {
        self.new_function_in(code, defaults, keyword_defaults, closure, NONE)
    }

    /// As [`Thread::new_function`]; the globals of code that finds them in a dict.
    pub fn new_function_in(
        &self,
        code: &'static LoadedCode,
        defaults: Value<'_>,
        keyword_defaults: Value<'_>,
        closure: Value<'_>,
        globals: Value<'_>,
    ) -> Value<'_> {
        let symbols = &self.machine().symbols;
        let [name, qualified_name] = code.names(self, self.machine());
        let module = match instance_layout::plain(self, globals).as_object() {
            Some(dict) => {
                let key = symbols.object(names::NAME).value();
                dict::get_leaf(self, dict, key).ok().flatten().flatten()
            }
            None => code.namespace.own_name(self),
        };
        let module = module.unwrap_or(NONE);
        let fields = [
            Value::immediate(Word(code as *const LoadedCode as u64)),
            defaults,
            keyword_defaults,
            closure,
            name.value(),
            qualified_name.value(),
            NONE,
            UNBOUND,
            module,
            globals,
            NONE,
        ];
        self.allocate(LAYOUT_FUNCTION, CLASS_FUNCTION, &fields)
            .value()
    }
}
