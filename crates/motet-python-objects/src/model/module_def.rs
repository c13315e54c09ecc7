//! Native modules: one definition for each, in the file that has its natives.
//!
//! ```text
//!   pub(crate) const MODULES: &[ModuleDef] =
//!       &[ModuleDef::new("_csv_core").functions(&[FUNCTIONS]).listed_as(&["_csv"])];
//! ```

use crate::model::layouts::ClassNumber;
use crate::model::machine::Module;
use crate::model::native::{NativeFunction, Outcome};
use crate::model::thread::Thread;
use crate::model::type_def::TypeDef;

/// Fills a module with the parts that its tables do not name.
pub type Fill = fn(&Thread, &Module) -> Outcome<()>;

/// The definition of a native module.
#[derive(Clone, Copy)]
pub struct ModuleDef {
    /// The name of the module.
    pub name: &'static str,
    /// Its functions.
    pub functions: &'static [&'static [NativeFunction]],
    /// Functions that bind as attributes of a class of the library.
    pub methods: &'static [&'static [NativeFunction]],
    /// The types that it brings with it.
    pub types: &'static [TypeDef],
    /// Types that are its variables, by their names.
    pub shown: &'static [ClassNumber],
    /// The function that fills in the rest.
    pub fill: Option<Fill>,
    /// Modules of the library that use it and that CPython has built in.
    pub listed_as: &'static [&'static str],
}

impl ModuleDef {
    /// A module without content.
    pub const fn new(name: &'static str) -> ModuleDef {
        ModuleDef {
            name,
            functions: &[],
            methods: &[],
            types: &[],
            shown: &[],
            fill: None,
            listed_as: &[],
        }
    }

    /// Has functions.
    pub const fn functions(mut self, tables: &'static [&'static [NativeFunction]]) -> ModuleDef {
        self.functions = tables;
        self
    }

    /// Has functions that bind as attributes of a class of the library.
    pub const fn methods(mut self, tables: &'static [&'static [NativeFunction]]) -> ModuleDef {
        self.methods = tables;
        self
    }

    /// Brings types with it.
    pub const fn types(mut self, types: &'static [TypeDef]) -> ModuleDef {
        self.types = types;
        self
    }

    /// Shows types as variables, by their names.
    pub const fn shows(mut self, classes: &'static [ClassNumber]) -> ModuleDef {
        self.shown = classes;
        self
    }

    /// Is filled by a function too, after its tables.
    pub const fn filled_by(mut self, fill: Fill) -> ModuleDef {
        self.fill = Some(fill);
        self
    }

    /// Carries modules of the library that CPython has built in.
    pub const fn listed_as(mut self, names: &'static [&'static str]) -> ModuleDef {
        self.listed_as = names;
        self
    }
}
