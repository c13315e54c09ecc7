//! Making functions.

use motet_tm::{Value, Word};

use crate::code::LoadedCode;
use crate::kinds::*;
use crate::thread::Thread;

impl Thread {
    /// Makes a function. Defaults, keyword defaults and closure may be None.
    pub(crate) fn new_function(
        &self,
        code: &'static LoadedCode,
        defaults: Value<'_>,
        keyword_defaults: Value<'_>,
        closure: Value<'_>,
    ) -> Value<'_> {
        self.new_function_in(code, defaults, keyword_defaults, closure, NONE)
    }

    /// As [`Thread::new_function`]; the globals of code that finds them in a dict.
    pub(crate) fn new_function_in(
        &self,
        code: &'static LoadedCode,
        defaults: Value<'_>,
        keyword_defaults: Value<'_>,
        closure: Value<'_>,
        globals: Value<'_>,
    ) -> Value<'_> {
        let symbols = &self.machine().symbols;
        let [name, qualified_name] = code.names(self, self.machine());
        let doc = match &code.source.docstring {
            Some(text) => crate::text::new_str(self, text),
            None => NONE,
        };
        let module = match crate::instance_layout::plain(self, globals).as_object() {
            Some(dict) => {
                let key = symbols.object(crate::names::NAME).value();
                crate::objects::dict::get_leaf(self, dict, key)
                    .ok()
                    .flatten()
                    .flatten()
            }
            None => code.namespace.module_name(self),
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
            doc,
            module,
            globals,
            NONE,
        ];
        self.allocate(LAYOUT_FUNCTION, CLASS_FUNCTION, &fields)
            .value()
    }
}
