//! The native state that all Python threads of a runtime share: names, classes, modules, code.
//!
//! All of it is append-only and known to all threads at once; the state that belongs to a
//! transaction lies in the heap. A machine is made once and never freed.

use crate::model::borrowed_file;
use crate::model::call_loops::CallLoop;
use crate::model::code;
use crate::model::namespace;
use crate::model::text;
use std::collections::HashMap;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use motet_tm::{Mutator, OutOfMemory, Pinned, Value};
use motet_vm::Vm;
use motet_vm::output::Sink;

use crate::model::class::Classes;
use crate::model::code::LoadedCode;
use crate::model::layouts::*;
use crate::model::names;
use crate::model::names::NAMES;
use crate::model::namespace::Namespace;
use crate::model::native::NativeFunction;
use crate::model::settings::{Places, Settings};
use crate::model::thread::Thread;
use crate::model::type_def::TypeDef;
use crate::model::upcalls::Upcalls;

use motet_python_bytecode::Code;

/// A module.
pub struct Module {
    /// The name of the module.
    pub name: Box<str>,
    /// The variables of the module.
    pub namespace: &'static Namespace,
    /// The module object.
    pub object: Pinned,
}

/// Objects that exist once, made by the types that they belong to.
pub struct SharedObjects {
    /// 0.0, which is no immediate value.
    pub zero: Pinned,
    /// The tables of empty sets and dicts.
    pub empty_tables: [Pinned; 2],
    /// The `bytes` of one byte, and the one of none behind them.
    pub byte_strings: Vec<Pinned>,
    /// The tuple without items.
    pub empty_tuple: Pinned,
}

/// An object that exists once, for which a machine that begins has memory.
pub(crate) fn shared(made: Result<Pinned, OutOfMemory>) -> Pinned {
    made.expect("shared objects are made first, in an empty heap")
}

/// The native state that all threads share.
pub struct Machine {
    /// The parts that are not Python's: names, waits, signals, output.
    pub(crate) vm: Vm,
    /// The class table.
    pub classes: Classes,
    /// The namespace of the module `builtins`.
    pub builtins: &'static Namespace,
    /// Functions that compiled code calls and that no program can name.
    pub internals: &'static Namespace,
    /// The namespace of code whose global variables lie in dicts: its cells hold nothing.
    pub no_namespace: &'static Namespace,
    /// `"__builtins__"`, the key of the builtins in a dict of globals.
    pub builtins_key: Pinned,
    /// Code by the addresses of its source and of the namespace that it was loaded for.
    pub(crate) links: Mutex<HashMap<(usize, usize), &'static LoadedCode>>,
    /// The objects of code, by the address of its source.
    pub(crate) code_objects: Mutex<HashMap<usize, Pinned>>,
    /// The strings of one character below U+0100.
    pub(crate) character_strings: Vec<Pinned>,
    /// The string without characters.
    pub(crate) empty_string: Pinned,
    /// The `bytes` of one byte, and the one of none behind them.
    pub(crate) byte_strings: Vec<Pinned>,
    /// The tuple without items.
    pub(crate) empty_tuple: Pinned,
    /// 0.0, which is no immediate value.
    pub(crate) zero: Pinned,
    /// The tables of empty sets and dicts.
    pub(crate) empty_tables: [Pinned; 2],
    /// The code of texts that were given to `exec` and `eval`.
    pub compiled_texts: Mutex<HashMap<(String, String, u8), Arc<Code>>>,
    pub(crate) modules: boxcar::Vec<Module>,
    pub(crate) imports: ImportCells,
    /// Namespaces whose dicts programs have asked for, by the numbers in those.
    pub(crate) namespaces: boxcar::Vec<&'static Namespace>,
    /// See `classes/weak.rs`.
    pub(crate) weak_registry: std::sync::OnceLock<Pinned>,
    pub(crate) monitoring: crate::classes::monitoring::Monitoring,
    codes: boxcar::Vec<&'static LoadedCode>,
    /// The functions that the layers above provide.
    pub upcalls: &'static Upcalls,
    /// How the program is run.
    pub settings: Settings,
    /// The folders in which the program that runs is installed.
    pub places: Places,
    /// The program's arguments (`sys.argv`).
    pub arguments: Vec<String>,
    /// The first folder in which modules are looked for (`sys.path[0]`).
    pub(crate) folder: Option<PathBuf>,
    /// The program of `-c`, with the name of its code. That very text identifies it, since other
    /// code that the program makes may be called the same.
    pub command: std::sync::OnceLock<(Arc<str>, String)>,
    /// The classes of dates.
    pub(crate) calendar: crate::types::calendar::Announced,
    /// The class of decimal numbers.
    pub(crate) decimal: crate::types::decimal::Announced,
    /// When the machine was made.
    pub start: std::time::Instant,
    internal: std::sync::OnceLock<InternalCode>,
}

/// Loops of the machine itself: see `native_loops_code.rs`.
pub struct LoopCode {
    pub(crate) append: &'static LoadedCode,
    pub(crate) add: &'static LoadedCode,
    pub(crate) any: &'static LoadedCode,
    pub(crate) all: &'static LoadedCode,
    pub(crate) step: &'static LoadedCode,
    pub(crate) sum: &'static LoadedCode,
    pub(crate) mapped_step: &'static LoadedCode,
    pub(crate) map: &'static LoadedCode,
    pub(crate) select: &'static LoadedCode,
    pub(crate) reject: &'static LoadedCode,
    pub(crate) take: &'static LoadedCode,
    /// The native that `step` calls to sum.
    pub sum_step: Pinned,
    /// The native that `step` calls for the least item.
    pub least_step: Pinned,
    /// The native that `step` calls for the greatest item.
    pub greatest_step: Pinned,
    /// The native that `step` calls to store pairs in a dict.
    pub(crate) pair_step: Pinned,
    /// The loops that take the place of calls, by the numbers of [`CallLoop`].
    pub(crate) of_calls: [&'static LoadedCode; CallLoop::ALL.len()],
    /// The native that gives the result of a sum.
    pub(crate) sum_end: Pinned,
    /// The native that gives the least item, or complains that there is none.
    pub(crate) least_end: Pinned,
    /// The native that gives the greatest item, or complains that there is none.
    pub(crate) greatest_end: Pinned,
    /// The native that makes a tuple of a list.
    pub(crate) tuple_end: Pinned,
    /// The native that joins the strings in a list.
    pub(crate) join_end: Pinned,
    /// The native that sorts a list by the keys in another one, if that takes no Python code.
    pub(crate) sort_step: Pinned,
    /// The native that does it otherwise.
    pub(crate) sort_calling: Pinned,
}

/// The sources of [`LoopCode`].
pub struct LoopSources {
    /// Appends the items of an iterator to a list.
    pub append: Arc<Code>,
    /// Adds the items of an iterator to a set.
    pub add: Arc<Code>,
    /// Searches an iterator for a true item.
    pub any: Arc<Code>,
    /// Searches an iterator for a false item.
    pub all: Arc<Code>,
    /// Hands each item of an iterator to a native.
    pub step: Arc<Code>,
    /// Sums the items of an iterator.
    pub sum: Arc<Code>,
    /// As `step`, with a function applied to each item first.
    pub mapped_step: Arc<Code>,
    /// Appends the results of a function, called with each item, to a list.
    pub map: Arc<Code>,
    /// Appends the items for which a function answers true to a list.
    pub select: Arc<Code>,
    /// Appends the items for which a function answers false to a list.
    pub reject: Arc<Code>,
    /// Appends the items before the first for which a function answers false to a list.
    pub take: Arc<Code>,
}

/// The sources of the machine's own code, which the layers above give: see [`InternalCode`].
pub struct InternalSources {
    /// The code around a call of `__init__`.
    pub initialiser: Arc<Code>,
    /// The first frames of threads, by the number of arguments.
    pub entries: [Arc<Code>; 2],
    /// The loops over iterators.
    pub loops: LoopSources,
    /// The native that `sum` calls for an item that is no small number.
    pub sum_step: NativeFunction,
    /// The native that `step` calls for the least item.
    pub least_step: NativeFunction,
    /// The native that `step` calls for the greatest item.
    pub greatest_step: NativeFunction,
    /// The native that `step` calls to store pairs in a dict.
    pub pair_step: NativeFunction,
    /// The loops that take the place of calls, in the order of [`CallLoop::ALL`].
    pub of_calls: [Arc<Code>; CallLoop::ALL.len()],
    /// The native that gives the result of a sum.
    pub sum_end: NativeFunction,
    /// The native that gives the least item, or complains that there is none.
    pub least_end: NativeFunction,
    /// The native that gives the greatest item, or complains that there is none.
    pub greatest_end: NativeFunction,
    /// The native that makes a tuple of a list.
    pub tuple_end: NativeFunction,
    /// The native that joins the strings in a list.
    pub join_end: NativeFunction,
    /// The native that sorts a list by the keys in another one, if that takes no Python code.
    pub sort_step: NativeFunction,
    /// The native that does it otherwise.
    pub sort_calling: NativeFunction,
    /// The code of the frames around special methods.
    #[cfg(handlers)]
    pub deliverer: Arc<Code>,
}

/// Code of the machine itself.
pub struct InternalCode {
    pub(crate) initialiser: &'static LoadedCode,
    /// First frames of threads, by the number of arguments.
    pub(crate) entries: [&'static LoadedCode; 2],
    /// Loops over generators.
    pub(crate) loops: LoopCode,
    /// Around special methods.
    #[cfg(handlers)]
    pub(crate) deliverer: &'static LoadedCode,
}

impl Deref for Machine {
    type Target = Vm;
    #[inline(always)]
    fn deref(&self) -> &Vm {
        &self.vm
    }
}

impl Machine {
    /// The `bytes` of a content that exists once.
    #[inline]
    pub(crate) fn shared_bytes(&self, content: &[u8]) -> Option<Value<'static>> {
        let place = match content {
            [] => 256,
            [byte] => usize::from(*byte),
            _ => return None,
        };
        Some(self.byte_strings[place].value())
    }

    /// Makes a machine with names and built-in classes, but without builtins.
    pub fn new(
        mutator: &Mutator,
        upcalls: &'static Upcalls,
        pins: SharedObjects,
        types: Vec<&'static TypeDef>,
        settings: Settings,
        arguments: Vec<String>,
        folder: Option<PathBuf>,
    ) -> Machine {
        let vm = Vm::new(
            mutator.runtime(),
            motet_vm::Settings {
                pin_symbol: text::pin_str,
                cells: namespace::CELLS,
                plain_loop: std::env::var("MOTET_INTERPRETER").is_ok_and(|name| name == "loop"),
                recursion_limit: 1000,
                sink: Sink::Process,
                tell_of_signal: borrowed_file::write_signal,
                poll: borrowed_file::poll,
            },
        );
        vm.output.set_unbuffered(settings.unbuffered);
        let symbols = &vm.symbols;
        for (index, name) in NAMES.iter().enumerate() {
            let symbol = symbols.intern(mutator, name);
            assert_eq!(
                symbol.0 as usize, index,
                "{name} stands twice in the table of names"
            );
        }
        let classes = Classes::new(mutator, symbols, types);
        Machine {
            classes,
            builtins: Box::leak(Box::new(namespace::empty())),
            internals: Box::leak(Box::new(namespace::empty())),
            no_namespace: Box::leak(Box::new(namespace::empty())),
            builtins_key: symbols.object(names::BUILTINS),
            links: Mutex::new(HashMap::new()),
            code_objects: Mutex::new(HashMap::new()),
            character_strings: (0..=255u8)
                .map(|character| {
                    let text = char::from(character).to_string();
                    symbols.object(symbols.intern(mutator, &text))
                })
                .collect(),
            empty_string: symbols.object(symbols.intern(mutator, "")),
            byte_strings: pins.byte_strings,
            empty_tuple: pins.empty_tuple,
            zero: pins.zero,
            empty_tables: pins.empty_tables,
            compiled_texts: Mutex::new(HashMap::new()),
            modules: boxcar::Vec::new(),
            imports: ImportCells::new(mutator),
            namespaces: boxcar::Vec::new(),
            weak_registry: std::sync::OnceLock::new(),
            monitoring: crate::classes::monitoring::Monitoring::default(),
            codes: boxcar::Vec::new(),
            upcalls,
            places: Places::find(&settings),
            settings,
            arguments,
            folder,
            command: std::sync::OnceLock::new(),
            calendar: crate::types::calendar::Announced::default(),
            decimal: crate::types::decimal::Announced::default(),
            start: motet_vm::clock::now(),
            internal: std::sync::OnceLock::new(),
            vm,
        }
    }

    /// Keeps loaded code for ever.
    pub fn add_code(&self, code: &'static LoadedCode) -> (usize, &'static LoadedCode) {
        (self.codes.push(code), code)
    }

    /// Loads the machine's own code.
    pub fn load_internal(&'static self, mutator: &Mutator, sources: &InternalSources) {
        let load = |source| code::load(mutator, self, source, self.builtins, true).1;
        let pin = |native| self.pin_native(mutator, native, false);
        let loops = &sources.loops;
        let code = InternalCode {
            initialiser: load(&sources.initialiser),
            entries: [load(&sources.entries[0]), load(&sources.entries[1])],
            loops: LoopCode {
                append: load(&loops.append),
                add: load(&loops.add),
                any: load(&loops.any),
                all: load(&loops.all),
                step: load(&loops.step),
                sum: load(&loops.sum),
                mapped_step: load(&loops.mapped_step),
                map: load(&loops.map),
                select: load(&loops.select),
                reject: load(&loops.reject),
                take: load(&loops.take),
                sum_step: pin(sources.sum_step),
                least_step: pin(sources.least_step),
                greatest_step: pin(sources.greatest_step),
                pair_step: pin(sources.pair_step),
                of_calls: sources.of_calls.each_ref().map(load),
                sum_end: pin(sources.sum_end),
                least_end: pin(sources.least_end),
                greatest_end: pin(sources.greatest_end),
                tuple_end: pin(sources.tuple_end),
                join_end: pin(sources.join_end),
                sort_step: pin(sources.sort_step),
                sort_calling: pin(sources.sort_calling),
            },
            #[cfg(handlers)]
            deliverer: load(&sources.deliverer),
        };
        assert!(self.internal.set(code).is_ok(), "loaded once");
    }

    /// The code around a call of `__init__`.
    pub fn initialiser(&self) -> &'static LoadedCode {
        self.internal
            .get()
            .expect("load_internal runs before any program")
            .initialiser
    }

    /// The code of the frames around special methods.
    #[cfg(handlers)]
    pub fn deliverer(&self) -> &'static LoadedCode {
        self.internal
            .get()
            .expect("load_internal runs before any program")
            .deliverer
    }

    /// Loops over generators.
    pub fn loops(&self) -> &LoopCode {
        &self
            .internal
            .get()
            .expect("load_internal runs before any program")
            .loops
    }

    /// The code of a thread's first frame.
    pub fn entry(&self, arguments: usize) -> &'static LoadedCode {
        self.internal
            .get()
            .expect("load_internal runs before any program")
            .entries[arguments]
    }

    /// Loaded code by its number.
    pub fn code(&self, number: usize) -> &'static LoadedCode {
        self.codes[number]
    }

    /// All loaded code.
    pub fn codes(&self) -> impl Iterator<Item = &'static LoadedCode> {
        self.codes.iter().map(|(_, code)| *code)
    }

    /// Makes the object of a native function. A *method* binds to the instance it is found on.
    pub fn pin_native(
        &self,
        mutator: &Mutator,
        function: NativeFunction,
        is_method: bool,
    ) -> Pinned {
        let number = native_number(function);
        let fields = [number, NONE, boolean(is_method)];
        mutator
            .allocate_pinned(LAYOUT_SMALL, CLASS_NATIVE_FUNCTION, &fields)
            .expect("builtins are made first, in an empty heap")
    }

    /// As [`Machine::pin_native`], of a function of a module.
    pub fn pin_function(
        &self,
        mutator: &Mutator,
        function: NativeFunction,
        module: Value<'_>,
    ) -> Pinned {
        let fields = [native_number(function), module, FALSE];
        mutator
            .allocate_pinned(LAYOUT_SMALL, CLASS_NATIVE_FUNCTION, &fields)
            .expect("builtins are made first, in an empty heap")
    }

    /// As [`Machine::pin_native`], bound to its first argument: an immediate or pinned value.
    pub fn pin_bound(
        &self,
        mutator: &Mutator,
        function: NativeFunction,
        receiver: Value<'_>,
    ) -> Pinned {
        let number = native_number(function);
        let fields = [number, receiver, ELLIPSIS];
        mutator
            .allocate_pinned(LAYOUT_SMALL, CLASS_NATIVE_FUNCTION, &fields)
            .expect("builtins are made first, in an empty heap")
    }

    /// A native function that stands before one of the library's, its receiver.
    pub fn new_function_before<'a>(
        &self,
        thread: &'a Thread,
        native: NativeFunction,
        function: Value<'_>,
    ) -> Value<'a> {
        thread.new_small(
            CLASS_NATIVE_FUNCTION,
            native_number(native),
            function,
            FALSE,
        )
    }

    /// Makes a module. Its object's word 1 is its number.
    pub fn new_module(&self, mutator: &Mutator, name: &str) -> &Module {
        self.new_module_on(mutator, name, Box::leak(Box::new(namespace::empty())))
    }

    /// Makes a module whose variables are those of a namespace.
    pub fn new_module_on(
        &self,
        mutator: &Mutator,
        name: &str,
        namespace: &'static Namespace,
    ) -> &Module {
        let number = self.modules.push_with(|number| {
            let fields = [
                Value::from_integer(number as i64).expect("numbers of modules are below 32 bits"),
                NONE,
                NONE,
            ];
            let object = mutator
                .allocate_pinned(LAYOUT_SMALL, CLASS_MODULE, &fields)
                .expect("small pinned objects have room behind the limit of the heap");
            Module {
                name: name.into(),
                namespace,
                object,
            }
        });
        &self.modules[number]
    }
}

/// Keeps a native for ever; the number that names it in the heap is its address, which
/// [`Thread::native_at`](crate::model::thread::Thread::native_at) takes.
fn native_number(function: NativeFunction) -> Value<'static> {
    let kept: &'static NativeFunction = Box::leak(Box::new(function));
    let address = std::ptr::from_ref(kept) as i64;
    Value::from_integer(address).expect("an address of this kind of machine has 47 bits")
}

/// Cells that all imports share.
pub(crate) struct ImportCells {
    /// `sys.modules`.
    pub(crate) modules: Pinned,
    /// A dict: the identification of the thread that is importing a module, by its name.
    pub(crate) owners: Pinned,
    /// A dict: the name of the module that a thread waits for, by its identification.
    pub(crate) waits: Pinned,
    /// The first value of `sys.path`.
    pub(crate) path: Pinned,
}

impl ImportCells {
    /// Cells without content.
    pub(crate) fn new(mutator: &Mutator) -> ImportCells {
        let cell = || {
            mutator
                .allocate_pinned(LAYOUT_CELL, CLASS_CELL, &[NONE])
                .expect("the cells of imports are made first, in an empty heap")
        };
        ImportCells {
            modules: cell(),
            owners: cell(),
            waits: cell(),
            path: cell(),
        }
    }
}
