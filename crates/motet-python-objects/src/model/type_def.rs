//! Definitions of built-in classes: one for each, in the file that has the natives of the type.
//!
//! ```text
//!   pub const TYPES: &[TypeDef] = &[
//!       TypeDef::new("deque", CLASS_DEQUE)
//!           .constructor(CONSTRUCTOR)
//!           .methods(&[METHODS])
//!           .getters(&[GETTERS])
//!           .in_module("collections")
//!           .unhashable(),
//!   ];
//! ```
//!
//! The definitions of all types make the class table (`Classes::new`) and fill the namespaces of
//! the classes (`install.rs` of motet-python-modules). They are data, read while the machine is
//! made; afterwards each class knows its own (`Class::definition`), and a property that is often
//! asked for is a field of the class or a set of numbers that the compiler has worked out
//! ([`ClassSet`]).

use motet_tm::{LayoutId, Value};

use crate::model::layouts::*;
use crate::model::native::{NativeFunction, Outcome, Receiver};
use crate::model::thread::Thread;

/// Makes an instance that `__init__` fills afterwards.
pub type MakeEmpty = fn(&Thread) -> Outcome<Value<'_>>;

/// Properties of a type: one bit each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TypeFlags(u16);

impl TypeFlags {
    const NONE: TypeFlags = TypeFlags(0);
    const PUBLIC: TypeFlags = TypeFlags(1 << 0);
    const UNHASHABLE: TypeFlags = TypeFlags(1 << 1);
    const FINAL: TypeFlags = TypeFlags(1 << 2);
    const DICT: TypeFlags = TypeFlags(1 << 3);
    const WEAK_REFERENCES: TypeFlags = TypeFlags(1 << 4);
    const PARAMETERISED: TypeFlags = TypeFlags(1 << 5);
    const ITERATOR: TypeFlags = TypeFlags(1 << 6);
    const SEQUENCE: TypeFlags = TypeFlags(1 << 7);
    const MAPPING: TypeFlags = TypeFlags(1 << 8);
    const MATCHED_WHOLE: TypeFlags = TypeFlags(1 << 9);
    const SOLID: TypeFlags = TypeFlags(1 << 10);
    const MADE_BY_NEW: TypeFlags = TypeFlags(1 << 11);
    const CHECKED: TypeFlags = TypeFlags(1 << 12);
    const EXCEPTION: TypeFlags = TypeFlags(1 << 13);

    const fn has(self, flag: TypeFlags) -> bool {
        self.0 & flag.0 != 0
    }
}

/// An attribute that natives read and write.
#[derive(Clone, Copy)]
pub struct Property {
    /// Reads it.
    pub get: NativeFunction,
    /// Writes it; without a value it deletes it.
    pub set: NativeFunction,
}

/// The definition of a built-in class.
#[derive(Clone, Copy)]
pub struct TypeDef {
    /// `__name__`.
    pub name: &'static str,
    /// The number of the class, which is also the shape of its instances.
    pub number: ClassNumber,
    /// `__base__`.
    pub base: ClassNumber,
    /// A second base (one type has it).
    pub second_base: Option<ClassNumber>,
    /// `__module__`.
    pub module: &'static str,
    /// How its instances lie in the heap: empty if all are immediate values.
    pub layouts: &'static [LayoutId],
    /// The native that calling the class runs; argument 0 is the class.
    pub constructor: Option<NativeFunction>,
    /// `__new__`, if it makes whole instances of the classes below too.
    pub new: Option<NativeFunction>,
    /// The function that makes the instance in `__new__`, if `__init__` fills it.
    pub empty: Option<MakeEmpty>,
    /// Methods.
    pub methods: &'static [&'static [NativeFunction]],
    /// Attributes that natives read.
    pub getters: &'static [&'static [NativeFunction]],
    /// Attributes that natives read and write.
    pub properties: &'static [Property],
    /// Names of the attributes of `classes/type_attributes.rs` that have descriptors.
    pub attributes: &'static [&'static str],
    flags: TypeFlags,
}

impl TypeDef {
    /// The definition of all classes of programs: empty.
    pub const OF_PROGRAM: TypeDef = TypeDef {
        flags: TypeFlags::NONE,
        ..TypeDef::new("", CLASS_USER_FIRST)
    };

    /// A type below `object`, of objects of three words, that no program can name.
    pub const fn new(name: &'static str, number: ClassNumber) -> TypeDef {
        TypeDef {
            name,
            number,
            base: CLASS_OBJECT,
            second_base: None,
            module: "builtins",
            layouts: &[LAYOUT_SMALL],
            constructor: None,
            new: None,
            empty: None,
            methods: &[],
            getters: &[],
            properties: &[],
            attributes: &[],
            flags: TypeFlags::SOLID,
        }
    }

    /// A built-in exception: its instances have a `__dict__` and are laid out as its base's.
    pub const fn exception(name: &'static str, number: ClassNumber, base: ClassNumber) -> TypeDef {
        TypeDef::new(name, number)
            .below(base)
            .layouts(&[LAYOUT_EXCEPTION])
            .laid_out_as_base()
            .public()
            .with_dict()
            .as_exception()
    }

    /// Is below another built-in class.
    pub const fn below(mut self, base: ClassNumber) -> TypeDef {
        self.base = base;
        self
    }

    /// Is below a second class too.
    pub const fn also_below(mut self, base: ClassNumber) -> TypeDef {
        self.second_base = Some(base);
        self
    }

    /// Sets `__module__`, if it is not `builtins`.
    pub const fn in_module(mut self, module: &'static str) -> TypeDef {
        self.module = module;
        self
    }

    /// Says how instances lie in the heap, if not as [`LAYOUT_SMALL`].
    pub const fn layouts(mut self, layouts: &'static [LayoutId]) -> TypeDef {
        self.layouts = layouts;
        self
    }

    /// Is made by calling the class.
    pub const fn constructor(mut self, mut constructor: NativeFunction) -> TypeDef {
        constructor.receiver = Receiver::Class;
        self.constructor = Some(constructor);
        self
    }

    /// Has a `__new__` that makes whole instances of the classes below too.
    pub const fn own_new(mut self, new: NativeFunction) -> TypeDef {
        self.new = Some(new);
        self
    }

    /// Is filled by `__init__`: `empty` makes the instance that `__init__` gets.
    pub const fn filled_by_init(mut self, empty: MakeEmpty) -> TypeDef {
        self.empty = Some(empty);
        self
    }

    /// Has methods.
    pub const fn methods(mut self, tables: &'static [&'static [NativeFunction]]) -> TypeDef {
        self.methods = tables;
        self
    }

    /// Has attributes that natives read.
    pub const fn getters(mut self, tables: &'static [&'static [NativeFunction]]) -> TypeDef {
        self.getters = tables;
        self
    }

    /// Has attributes that natives read and write.
    pub const fn properties(mut self, properties: &'static [Property]) -> TypeDef {
        self.properties = properties;
        self
    }

    /// Has descriptors of attributes that lie in no slot.
    pub const fn attributes(mut self, names: &'static [&'static str]) -> TypeDef {
        self.attributes = names;
        self
    }

    const fn with(mut self, flag: TypeFlags) -> TypeDef {
        self.flags = TypeFlags(self.flags.0 | flag.0);
        self
    }
}

/// For each flag: the function that sets it in a definition, and the function that tests it.
macro_rules! flags {
    ($($(#[$doc:meta])* $flag:ident $say:ident $ask:ident;)*) => {
        impl TypeDef {
            $(
                $(#[$doc])*
                pub const fn $say(self) -> TypeDef {
                    self.with(TypeFlags::$flag)
                }

                #[doc = concat!("Whether the definition says [`TypeDef::", stringify!($say), "`].")]
                #[inline]
                pub const fn $ask(&self) -> bool {
                    self.flags.has(TypeFlags::$flag)
                }
            )*
        }
    };
}

flags! {
    /// Is a variable of `builtins`.
    PUBLIC public is_public;
    /// Instances have no hash.
    UNHASHABLE unhashable is_unhashable;
    /// A program may make no classes below it.
    FINAL closed is_final;
    /// Instances have a `__dict__`.
    DICT with_dict has_dict;
    /// There may be weak references to instances.
    WEAK_REFERENCES weakly_referenced has_weak_references;
    /// `C[int]` is an alias.
    PARAMETERISED parameterised is_parameterised;
    /// Instances are iterators that `types/iterators.rs` knows.
    ITERATOR iterator is_iterator;
    /// Instances match sequence patterns.
    SEQUENCE sequence_pattern is_sequence;
    /// Instances match mapping patterns.
    MAPPING mapping_pattern is_mapping;
    /// The one positional pattern of `C(x)` matches the subject itself.
    MATCHED_WHOLE matched_whole is_matched_whole;
    /// Instances are not laid out as those of the base. (Of all but exceptions.)
    SOLID solid is_solid;
    /// Has the usual `__new__`, though calling the class runs no constructor.
    MADE_BY_NEW made_by_new is_made_by_new;
    /// Callers check the receivers of all methods, not only of special ones.
    CHECKED checked is_checked;
    /// Is an exception.
    EXCEPTION as_exception is_exception;
}

impl TypeDef {
    /// Is laid out as its base: a class below both may have either as a base.
    pub const fn laid_out_as_base(mut self) -> TypeDef {
        self.flags = TypeFlags(self.flags.0 & !TypeFlags::SOLID.0);
        self
    }
}

/// A set of built-in classes that the compiler has worked out: a test costs one load.
pub struct ClassSet([u64; CLASS_USER_FIRST as usize / 64]);

impl ClassSet {
    /// The iterators among the types of some tables.
    pub const fn of_iterators(tables: &[&[TypeDef]]) -> ClassSet {
        let mut bits = [0; CLASS_USER_FIRST as usize / 64];
        let mut table = 0;
        while table < tables.len() {
            let mut index = 0;
            while index < tables[table].len() {
                let definition = &tables[table][index];
                if definition.is_iterator() {
                    bits[definition.number as usize / 64] |= 1 << (definition.number % 64);
                }
                index += 1;
            }
            table += 1;
        }
        ClassSet(bits)
    }

    /// Whether a class is in the set. Classes of programs never are.
    #[inline]
    pub const fn contains(&self, number: ClassNumber) -> bool {
        number < CLASS_USER_FIRST && self.0[number as usize / 64] >> (number % 64) & 1 != 0
    }
}

/// Checks all definitions at once, sorted by number; fails with the first mistake that it finds. (A
/// release build leaves it out when it makes the machine: the tests have looked.)
///
/// # Panics
/// If they contradict each other, or one contradicts itself: the tables are part of the program.
pub fn check(types: &[&TypeDef]) {
    for pair in types.windows(2) {
        let (first, second) = (pair[0], pair[1]);
        assert!(
            first.number < second.number,
            "{} and {} have the same number",
            first.name,
            second.name
        );
    }
    let layout_count = layouts().len();
    for definition in types {
        check_one(definition, layout_count);
    }
}

fn check_one(definition: &TypeDef, layout_count: usize) {
    let name = definition.name;
    assert!(definition.number < CLASS_USER_FIRST, "{name}: its number");
    assert!(
        definition.base < definition.number || definition.number == CLASS_OBJECT,
        "{name} is made before its base"
    );
    let is_exception_number =
        (CLASS_EXCEPTIONS_FIRST..CLASS_MODULES_FIRST).contains(&definition.number);
    assert_eq!(
        definition.is_exception(),
        is_exception_number,
        "{name}: its number"
    );
    for layout in definition.layouts {
        assert!(usize::from(layout.0) < layout_count, "{name}: its layout");
    }
    assert!(
        !(definition.is_sequence() && definition.is_mapping()),
        "{name} matches both kinds of patterns"
    );
    let mut seen: Vec<&str> = Vec::new();
    let tables = definition.methods.iter().chain(definition.getters);
    let properties = definition.properties.iter().map(|property| &property.get);
    for function in tables.copied().flatten().chain(properties) {
        assert!(
            !seen.contains(&function.name),
            "{name}.{} is there twice",
            function.name
        );
        seen.push(function.name);
        assert!(function.least <= function.most, "{name}.{}", function.name);
        assert!(
            function.most > 0,
            "{name}.{} gets no receiver",
            function.name
        );
    }
    for attribute in definition.attributes {
        assert!(
            !seen.contains(attribute),
            "{name}.{attribute} is there twice"
        );
        seen.push(attribute);
    }
}
