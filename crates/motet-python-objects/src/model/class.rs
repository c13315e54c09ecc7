//! Classes: a native table by number, namespaces of pinned cells, and a pinned object for each.
//!
//! The facts about a class (name, bases, order of lookup) are native and hardly ever change
//! (`classes/class_bases.rs`); the values of its attributes lie in cells, so that they are part of
//! transactions.

use crate::model::class_names;
use crate::model::names;
use crate::model::namespace;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use motet_tm::{AnyMode, Mode, Mutator, Object, Pinned, Value};

use crate::model::exception_classes::BASE_EXCEPTION;
use crate::model::layouts::*;
use crate::model::lookup_cache::Found;
use crate::model::namespace::{Namespace, bound, read_cell};
use crate::model::native::NativeFunction;
use crate::model::thread::Thread;
use crate::model::type_def;
use crate::model::type_def::TypeDef;
use motet_vm::inline_cache::EMPTY;
use motet_vm::shape::{ShapeNumber, Shapes};
use motet_vm::symbol::{Symbol, Symbols};

/// How the instances of a class lie in the heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstanceKind {
    /// Slots behind word 1.
    Plain,
    /// An exception.
    Exception,
    /// As the built-in class of this number lays them out.
    Builtin(ClassNumber),
}

/// Classes in an order, which may be replaced by another: by a metaclass before the class is known,
/// or by an assignment to `__bases__`.
pub struct Order {
    first: Vec<ClassNumber>,
    /// Made when the order is replaced, which few are.
    later: OnceLock<Box<boxcar::Vec<Vec<ClassNumber>>>>,
    /// 0: the first one holds; else the one of `later` before this number.
    current: AtomicUsize,
}

impl Order {
    /// Replaces the order. The order before it stays readable.
    pub fn replace(&self, by: Vec<ClassNumber>) {
        let index = self.later.get_or_init(Default::default).push(by);
        self.current.store(index + 1, Ordering::Release);
    }
}

impl From<Vec<ClassNumber>> for Order {
    fn from(linear: Vec<ClassNumber>) -> Order {
        Order {
            first: linear,
            later: OnceLock::new(),
            current: AtomicUsize::new(0),
        }
    }
}

impl std::ops::Deref for Order {
    type Target = [ClassNumber];
    #[inline]
    fn deref(&self) -> &[ClassNumber] {
        match (self.current.load(Ordering::Acquire), self.later.get()) {
            (0, _) | (_, None) => &self.first,
            (number, Some(later)) => &later[number - 1],
        }
    }
}

/// The class of a class. An assignment to `__class__` writes it, after its transaction has turned
/// inevitable; others read it at any time, and are doomed by the class change.
pub struct Metaclass(AtomicU32);

impl Metaclass {
    /// The number of the class.
    #[inline]
    pub fn get(&self) -> ClassNumber {
        self.0.load(Ordering::Relaxed)
    }

    /// Replaces it.
    pub fn replace(&self, by: ClassNumber) {
        self.0.store(by, Ordering::Relaxed);
    }
}

impl From<ClassNumber> for Metaclass {
    fn from(number: ClassNumber) -> Metaclass {
        Metaclass(AtomicU32::new(number))
    }
}

/// The shape of an instance without attributes, and how many slots it has: one word, so that a
/// thread that makes an instance sees both of one time. Inline caches hold words of slots by shape
/// alone, so the number of slots never changes without the shape: see [`InstanceForm::widen`].
#[derive(Debug)]
pub struct InstanceForm {
    /// Shape and number. Written by a thread that widens it, read by all; relaxed, since a shape is
    /// found by its number in a table that has barriers of its own.
    word: AtomicU64,
    /// How many instances have outgrown their slots since the number was set. Relaxed: a count.
    outgrown: AtomicU32,
    /// The shape of the instance that natives have filled last, or 0. A hint that any thread reads
    /// and writes, and that whoever uses it compares; relaxed, as the shape above.
    filled: AtomicU32,
}

/// So many instances must have outgrown their slots before later ones get more.
const OUTGROWN_MIN: u32 = 3;

impl InstanceForm {
    /// Instances of a shape with so many slots.
    pub fn new(root: ShapeNumber, slots: u32) -> InstanceForm {
        InstanceForm {
            word: AtomicU64::new(u64::from(root) << 32 | u64::from(slots)),
            outgrown: AtomicU32::new(0),
            filled: AtomicU32::new(0),
        }
    }

    /// The shape of an instance that was filled at once, perhaps the wanted one.
    #[inline]
    pub fn filled(&self) -> ShapeNumber {
        self.filled.load(Ordering::Relaxed)
    }

    /// Remembers the shape of an instance that was filled at once.
    pub fn note_filled(&self, shape: ShapeNumber) {
        self.filled.store(shape, Ordering::Relaxed);
    }

    /// The shape of an instance without attributes, and how many slots it is to have.
    #[inline(always)]
    pub fn get(&self) -> (ShapeNumber, u32) {
        let word = self.word.load(Ordering::Relaxed);
        ((word >> 32) as u32, word as u32)
    }

    /// The shape of an instance without attributes.
    #[inline(always)]
    pub fn root(&self) -> ShapeNumber {
        self.get().0
    }

    /// How many slots an instance is to have.
    #[inline(always)]
    pub fn slots(&self) -> u32 {
        self.get().1
    }

    /// Counts an instance that has outgrown its slots; whether later ones should have more.
    pub fn count_outgrown(&self) -> bool {
        self.outgrown.fetch_add(1, Ordering::Relaxed) + 1 >= OUTGROWN_MIN
    }

    /// Instances that are made from now on have more slots, and another shape to begin with.
    pub fn widen(&self, root: ShapeNumber, slots: u32) {
        self.outgrown.store(0, Ordering::Relaxed);
        let word = u64::from(root) << 32 | u64::from(slots);
        self.word.store(word, Ordering::Relaxed);
    }
}

/// A class.
pub struct Class {
    /// The place in the class table.
    pub number: ClassNumber,
    /// `__name__` as the class statement gave it.
    pub name: Box<str>,
    /// `__qualname__` as the class statement gave it.
    pub qualified_name: Box<str>,
    /// `__module__`, as error messages and the default `repr` show it.
    pub module: Box<str>,
    /// The name by which messages tell the class, once one has.
    pub told: OnceLock<Box<str>>,
    /// `__bases__`, as class numbers.
    pub bases: Order,
    /// The order of lookup: the class itself first, `object` last.
    pub mro: Order,
    /// The attributes of the class itself.
    pub namespace: Namespace,
    /// The object that programs see.
    pub object: Pinned,
    /// The class of the class.
    pub metaclass: Metaclass,
    /// How instances are laid out.
    pub kind: InstanceKind,
    /// The nearest class that adds to the layout of instances.
    pub solid: ClassNumber,
    /// The attributes of `__slots__`, of this class alone.
    pub slots: Vec<Symbol>,
    /// Whether instances have attributes beside slots.
    pub has_dict: bool,
    /// Whether there may be weak references to instances.
    pub has_weak_references: bool,
    /// How new instances are laid out.
    pub instances: InstanceForm,
    /// What is known of the class once it was asked for.
    pub caches: ClassCaches,
    /// Whether the class is the library's of decimal numbers or below it; see `types/decimal`.
    pub is_decimal: AtomicBool,
    /// Makes an instance of a built-in class.
    pub constructor: Option<NativeFunction>,
    /// The definition of a built-in class; of a class of the program [`TypeDef::OF_PROGRAM`].
    pub definition: &'static TypeDef,
}

/// What is known of a class once it was asked for. The words are caches as those of
/// `inline_cache.rs`.
pub struct ClassCaches {
    /// How an instance is made.
    pub construction: AtomicU64,
    /// Whether the class has a `__getattribute__` of its own.
    pub own_getattribute: AtomicU64,
    /// The symbol of [`Class::name`].
    pub name_symbol: OnceLock<Symbol>,
}

impl Default for ClassCaches {
    fn default() -> ClassCaches {
        ClassCaches {
            construction: AtomicU64::new(EMPTY),
            own_getattribute: AtomicU64::new(EMPTY),
            name_symbol: OnceLock::new(),
        }
    }
}

/// All classes, and the shapes of their instances.
pub struct Classes {
    builtin: Vec<Option<Class>>,
    user: boxcar::Vec<Class>,
    next_user: std::sync::Mutex<u32>,
    /// The shapes of the instances.
    pub shapes: Shapes,
}

/// The word of a class object that holds the class's number.
const CLASS_NUMBER: u64 = 1;

impl Classes {
    /// The table with the built-in classes, from their definitions.
    pub(crate) fn new(
        mutator: &Mutator,
        symbols: &Symbols,
        mut types: Vec<&'static TypeDef>,
    ) -> Classes {
        let mut classes = Classes {
            builtin: (0..CLASS_USER_FIRST).map(|_| None).collect(),
            user: boxcar::Vec::new(),
            next_user: std::sync::Mutex::new(CLASS_USER_FIRST),
            shapes: Shapes::new(CLASS_USER_FIRST, Some(names::DICT)),
        };
        types.sort_by_key(|definition| definition.number);
        if cfg!(debug_assertions) {
            type_def::check(&types);
        }
        for definition in types {
            classes.add_builtin(mutator, symbols, definition);
        }
        classes
    }

    fn add_builtin(&mut self, mutator: &Mutator, symbols: &Symbols, definition: &'static TypeDef) {
        let (number, name, base) = (definition.number, definition.name, definition.base);
        symbols.intern(mutator, name);
        let mut mro = vec![number];
        let mut bases = Vec::new();
        if number != CLASS_OBJECT {
            bases.push(base);
            mro.extend(self.get(base).mro.iter());
            if let Some(second) = definition.second_base {
                bases.push(second);
                mro.insert(2, second);
            }
        }
        let kind = match number {
            CLASS_OBJECT => InstanceKind::Plain,
            _ if definition.is_exception() => InstanceKind::Exception,
            _ => InstanceKind::Builtin(number),
        };
        let class = Class {
            number,
            name: name.into(),
            qualified_name: name.into(),
            module: definition.module.into(),
            told: OnceLock::new(),
            bases: bases.into(),
            mro: mro.into(),
            namespace: namespace::empty(),
            object: pin_class_object(mutator, number, CLASS_TYPE),
            metaclass: CLASS_TYPE.into(),
            kind,
            solid: match definition.is_solid() {
                true => number,
                false => self.get(base).solid,
            },
            slots: Vec::new(),
            has_dict: definition.has_dict(),
            has_weak_references: definition.has_weak_references(),
            instances: InstanceForm::new(
                match kind {
                    InstanceKind::Exception => self.shapes.root(number),
                    _ => number,
                },
                0,
            ),
            caches: ClassCaches::default(),
            is_decimal: AtomicBool::new(false),
            constructor: definition.constructor,
            definition,
        };
        assert!(
            self.builtin[number as usize].is_none(),
            "{name} is defined twice"
        );
        self.builtin[number as usize] = Some(class);
    }

    /// The class of a number.
    #[inline]
    pub fn get(&self, number: ClassNumber) -> &Class {
        if number < CLASS_USER_FIRST {
            self.builtin[number as usize]
                .as_ref()
                .expect("classes are made before their objects, and none goes away")
        } else {
            &self.user[(number - CLASS_USER_FIRST) as usize]
        }
    }

    /// Adds a user class; `make` gets its number.
    pub fn add_user(&self, make: impl FnOnce(ClassNumber) -> Class) -> &Class {
        let mut next = self
            .next_user
            .lock()
            .expect("nothing that may panic runs under this lock");
        let number = *next;
        let index = self.user.push(make(number));
        assert_eq!(
            index as u32 + CLASS_USER_FIRST,
            number,
            "classes are added one by one"
        );
        *next += 1;
        &self.user[index]
    }

    /// All classes that there are.
    pub fn all(&self) -> impl Iterator<Item = &Class> {
        self.builtin
            .iter()
            .flatten()
            .chain(self.user.iter().map(|(_, class)| class))
    }

    /// The class of instances with a shape.
    #[inline]
    pub fn of_shape(&self, shape: ShapeNumber) -> ClassNumber {
        if shape < CLASS_USER_FIRST {
            shape
        } else {
            self.shapes.get(shape).class
        }
    }

    /// Whether a class is another or below it.
    #[inline]
    pub(crate) fn is_subclass(&self, class: ClassNumber, of: ClassNumber) -> bool {
        class == of || of == CLASS_OBJECT || self.get(class).mro.contains(&of)
    }
}

/// Makes the object of a class.
pub fn pin_class_object(
    mutator: &Mutator,
    number: ClassNumber,
    metaclass_shape: ShapeNumber,
) -> Pinned {
    let fields = [Value::from_small(number as i32), NONE, NONE];
    mutator
        .allocate_pinned(LAYOUT_CLASS, metaclass_shape, &fields)
        .expect("small pinned objects have room behind the limit of the heap")
}

/// The class of which a value is the object.
#[inline]
pub fn class_number(mutator: &Mutator, value: Value<'_>) -> Option<ClassNumber> {
    let object = value.as_object()?;
    if mutator.layout_id(object) != LAYOUT_CLASS {
        return None;
    }
    let number = mutator.read(object).get(CLASS_NUMBER).as_integer();
    Some(number.expect("class objects are made with their number") as ClassNumber)
}

/// The name of the type of a value, as messages tell it.
pub fn type_name(thread: &Thread, value: Value<'_>) -> String {
    thread.type_name(value).to_owned()
}

impl Thread {
    /// The class of a value.
    #[inline]
    pub fn class_of(&self, value: Value<'_>) -> ClassNumber {
        match value.as_object() {
            Some(object) => self.class_of_object(object),
            None if value.as_integer().is_some() => CLASS_INT,
            None if value.as_float().is_some() => CLASS_FLOAT,
            None => match value.as_special() {
                Some(0) => CLASS_NONE,
                Some(1 | 2) => CLASS_BOOL,
                Some(3) => CLASS_ELLIPSIS,
                Some(4) => CLASS_NOT_IMPLEMENTED,
                _ => CLASS_OBJECT,
            },
        }
    }

    /// The class of an object: a read, if it can get another one.
    #[inline]
    pub fn class_of_object(&self, object: Object<'_>) -> ClassNumber {
        let shape = self.shape_in::<AnyMode>(object);
        self.machine().classes.of_shape(shape)
    }

    /// The shape of an object, as inline caches know it: a read, if it can get another one. Only
    /// instances of user classes can. So a thread that looks up `append` on a list does not
    /// conflict with others that append to it. (A module that gets another class dooms all.)
    #[inline(always)]
    pub fn shape_in<M: Mode>(&self, object: Object<'_>) -> u32 {
        let shape = self.host_of(object);
        if shape >= CLASS_USER_FIRST {
            // (Under gil there is nothing to do, and no branch.)
            self.mark_header_in::<M>(object);
        }
        shape
    }

    /// The number of the built-in class whose layout an object has: its own, or the one that its
    /// user class is below.
    #[inline]
    pub fn builtin_kind(&self, object: Object<'_>) -> ClassNumber {
        let host = self.host_of(object);
        if host < CLASS_USER_FIRST {
            return host;
        }
        match self.class(self.machine().classes.of_shape(host)).kind {
            InstanceKind::Builtin(base) => base,
            _ => CLASS_OBJECT,
        }
    }

    /// The class of a number.
    #[inline]
    pub fn class(&self, number: ClassNumber) -> &'static Class {
        self.machine().classes.get(number)
    }

    /// Whether an object lies in the heap as the definition of a built-in class says. (For
    /// assertions.)
    pub fn is_laid_out_as(&self, object: Object<'_>, class: ClassNumber) -> bool {
        let layouts = self.class(class).definition.layouts;
        layouts.is_empty() || layouts.contains(&self.layout_id(object))
    }

    /// The name of a class.
    pub fn class_name(&self, number: ClassNumber) -> &'static str {
        &self.class(number).name
    }

    /// The name of the type of a value, as messages tell it.
    pub fn type_name(&self, value: Value<'_>) -> &'static str {
        self.told_name(self.shown_class_of(value))
    }

    /// The name of the type of a value without a module, as its text shows it.
    pub fn bare_type_name(&self, value: Value<'_>) -> &'static str {
        self.class_name(self.class_of(value))
    }

    /// The name of a class as messages tell it: that of a class that is native in CPython includes
    /// the module.
    pub fn told_name(&self, number: ClassNumber) -> &'static str {
        let told = &self.class(number).told;
        told.get_or_init(|| class_names::told(self, number))
    }

    /// Whether a class is another or below it.
    pub fn is_subclass(&self, class: ClassNumber, of: ClassNumber) -> bool {
        self.machine().classes.is_subclass(class, of)
    }

    /// Whether a value is an instance of a class (or of one below it).
    pub fn is_instance(&self, value: Value<'_>, of: ClassNumber) -> bool {
        self.is_subclass(self.class_of(value), of)
    }

    /// Whether a value is an exception.
    pub fn is_exception(&self, value: Value<'_>) -> bool {
        self.is_instance(value, BASE_EXCEPTION)
    }

    /// The object of a class.
    pub fn class_object(&self, number: ClassNumber) -> Value<'_> {
        self.class(number).object.value()
    }

    /// The class of which a value is the object.
    #[inline]
    pub fn class_number_of(&self, value: Value<'_>) -> Option<ClassNumber> {
        class_number(self, value)
    }

    /// The native that makes the instances of a built-in class.
    #[inline(always)]
    pub fn constructor_of(&self, number: ClassNumber) -> Option<&'static NativeFunction> {
        let class = self.class(number);
        let is_called_itself = number < CLASS_USER_FIRST
            && number != CLASS_TYPE
            && class.kind != InstanceKind::Exception;
        class.constructor.as_ref().filter(|_| is_called_itself)
    }

    /// Walks along the order of lookup of a class, or its part behind `after`: see
    /// `model/lookup_cache.rs`.
    pub fn walk(
        &self,
        class: ClassNumber,
        after: Option<ClassNumber>,
        name: Symbol,
    ) -> Option<Found<'_>> {
        let mro = &self.class(class).mro;
        let first = match after {
            Some(after) => mro.iter().position(|class| *class == after)? + 1,
            None => 0,
        };
        for class in &mro[first..] {
            let Some(cell) = self.class(*class).namespace.find(name) else {
                continue;
            };
            if let Some(value) = bound(read_cell(self, cell)) {
                return Some(Found {
                    class: *class,
                    cell,
                    value,
                });
            }
        }
        None
    }
}

/// Defines an attribute of a built-in class while the machine is made.
pub fn define(thread: &Thread, class: &Class, name: Symbol, value: Pinned) {
    let set = class.namespace.define(thread, name, value.value());
    set.expect("nothing aborts while the machine is made: it is the first transaction");
}
