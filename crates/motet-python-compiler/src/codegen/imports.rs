//! Imports.

use motet_python_bytecode::{ARGUMENT_OFFSET, Constant, Opcode};
use ruff_python_ast::{StmtImport, StmtImportFrom};

use super::emit::register_number;
use super::{Register, Unit};

impl<'a> Unit<'a> {
    pub(super) fn import_statement(&mut self, node: &'a StmtImport) {
        for alias in &node.names {
            let mark = self.mark();
            let dotted = alias.name.as_str();
            let module = self.import_name(dotted, Constant::None, 0);
            let mut parts = dotted.split('.');
            let first = parts.next().unwrap_or(dotted);
            match &alias.asname {
                None => self.store_name(first, module),
                Some(name) => {
                    // The import answers the outermost package: walk down to the module.
                    for part in parts {
                        self.import_from(module, part, module);
                    }
                    self.store_name(name.as_str(), module);
                }
            }
            self.release(mark);
        }
    }

    pub(super) fn import_from_statement(&mut self, node: &'a StmtImportFrom) {
        let names = node.names.iter();
        let names = names.map(|alias| Constant::Str(alias.name.as_str().into()));
        let names = Constant::Tuple(names.collect());
        let name = node.module.as_ref().map_or("", |module| module.as_str());
        let module = self.import_name(name, names, node.level);
        for alias in &node.names {
            if &alias.name == "*" {
                self.emit_a(Opcode::ImportStar, module);
                continue;
            }
            let target = alias.asname.as_ref().unwrap_or(&alias.name);
            self.define(target.as_str(), |unit, destination| {
                unit.import_from(module, alias.name.as_str(), destination);
            });
        }
    }

    /// Imports a module into the first of the registers of a call of `__import__(name, globals,
    /// locals, from-list, level)`, which it takes.
    fn import_name(&mut self, name: &str, from_list: Constant, level: u32) -> Register {
        let first = usize::from(ARGUMENT_OFFSET);
        let module = self.allocate_block(first + 5);
        let argument = |index: usize| register_number(usize::from(module) + first + index);
        self.load_constant(argument(3), from_list);
        self.load_constant(argument(4), Constant::Int(i64::from(level)));
        let name = self.string_constant(name);
        self.emit_abx(Opcode::ImportName, module, name);
        module
    }

    /// Gets an attribute of the module; the register after the module's is free for the name.
    fn import_from(&mut self, module: Register, name: &str, destination: Register) {
        self.load_string(module.saturating_add(1), name);
        self.emit_abc(Opcode::ImportFrom, destination, module, 0);
    }
}
