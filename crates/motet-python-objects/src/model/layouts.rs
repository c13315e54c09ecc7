//! Layouts and fixed numbers: how Python's built-in objects lie in the runtime's heap.
//!
//! The host word of every object's header is its *shape number*. Built-in types have one shape
//! each, whose number is fixed here and equals their class number; user classes get theirs from the
//! shape table. Word 0 is the header everywhere; the constants below number the words behind it.

use motet_tm::{Layout, LayoutId, Shape, Value};
pub use motet_vm::values::{FALSE, NONE, TRUE, UNBOUND, boolean};

/// `...`
pub const ELLIPSIS: Value<'static> = Value::special(3);
/// `NotImplemented`
pub const NOT_IMPLEMENTED: Value<'static> = Value::special(4);
/// The mark of a deleted dict entry; never reaches a program.
pub const DELETED: Value<'static> = Value::special(6);

macro_rules! layouts {
    ($(
        $name:ident = $number:literal, $text:literal, $shape:expr, $mutable:literal, $doc:literal;
    )*) => {
        $(#[doc = $doc] pub const $name: LayoutId = LayoutId($number);)*

        /// The layouts, in the order of their ids, for the runtime.
        pub fn layouts() -> Vec<Layout> {
            vec![$(Layout { name: $text, shape: $shape, mutable: $mutable },)*]
        }
    };
}

// tidy: wide because a row is a layout
layouts! {
    LAYOUT_FLOAT = 0, "float", Shape::Raw, false, "A float that is not immediate. Word 2: its bits. A complex number: two words.";
    LAYOUT_BIG_INTEGER = 1, "int", Shape::Raw, false, "An integer that is not immediate. Word 2: sign (0 or 1); then 64-bit limbs, least first.";
    LAYOUT_STR = 2, "str", Shape::Raw, false, "A string. Word 2: cached hash (0: none yet; raw), word 3: number of characters (shifted left by one); then UTF-8.";
    LAYOUT_BYTES = 3, "bytes", Shape::Raw, false, "Bytes. Word 2: cached hash; then the bytes.";
    LAYOUT_TUPLE = 4, "tuple", Shape::Array, false, "A tuple.";
    LAYOUT_ARRAY = 5, "array", Shape::Array, true, "Storage of a list, of a dict's entries and index, of attributes that found no slot.";
    LAYOUT_LIST = 6, "list", Shape::Fixed { words: 4 }, true, "A list. Word 1: items (array), word 2: length (int), word 3: unused (None).";
    LAYOUT_DICT = 7, "dict", Shape::Fixed { words: 4 }, true, "A dict (and a set): word 1: table, word 2: counts, word 3: unused. Written only on resize and clear.";
    LAYOUT_DICT_TABLE = 8, "dict table", Shape::Fixed { words: 4 }, false, "Word 1: index (array of ints), word 2: entries (array: key, value …), word 3: words of an entry.";
    LAYOUT_DICT_COUNTS = 9, "dict counts", Shape::Fixed { words: 4 }, true, "Word 1: live entries, word 2: entries used (with deleted ones), word 3: what is deleted at both ends.";
    LAYOUT_CELL = 10, "cell", Shape::Fixed { words: 2 }, true, "A variable of a closure, a module or a class. Word 1: its value.";
    LAYOUT_FUNCTION = 11, "function", Shape::Fixed { words: 12 }, true, "A Python function; words in `function.rs`.";
    LAYOUT_SMALL = 12, "small object", Shape::Fixed { words: 4 }, true, "Built-in objects of up to three fields: slices, iterators, bound methods, locks …";
    LAYOUT_CLASS = 13, "class", Shape::Fixed { words: 4 }, true, "A class. Word 1: class number (int); the rest is native (`class.rs`). Pinned.";
    LAYOUT_EXCEPTION = 14, "exception", Shape::Fixed { words: 10 }, true, "An exception; words in `exception.rs`.";
    LAYOUT_RESERVED = 15, "reserved", Shape::Fixed { words: 2 }, true, "Free for a later kind.";
    LAYOUT_INSTANCE_2 = 16, "instance of 2 slots", Shape::Fixed { words: 4 }, true, "An instance: word 1: attributes without a slot (array or None), then its slots.";
    LAYOUT_INSTANCE_4 = 17, "instance of 4 slots", Shape::Fixed { words: 6 }, true, "As above.";
    LAYOUT_INSTANCE_6 = 18, "instance of 6 slots", Shape::Fixed { words: 8 }, true, "As above.";
    LAYOUT_INSTANCE_8 = 19, "instance of 8 slots", Shape::Fixed { words: 10 }, true, "As above.";
    LAYOUT_INSTANCE_12 = 20, "instance of 12 slots", Shape::Fixed { words: 14 }, true, "As above.";
    LAYOUT_INSTANCE_16 = 21, "instance of 16 slots", Shape::Fixed { words: 18 }, true, "As above.";
    LAYOUT_INSTANCE_32 = 22, "instance of 32 slots", Shape::Fixed { words: 34 }, true, "As above.";
    LAYOUT_GENERATOR_4 = 23, "generator of 4 registers", Shape::Fixed { words: 16 }, true, "A suspended frame: words in `generator.rs`, then its registers.";
    LAYOUT_GENERATOR_12 = 24, "generator of 12 registers", Shape::Fixed { words: 24 }, true, "As above.";
    LAYOUT_GENERATOR_28 = 25, "generator of 28 registers", Shape::Fixed { words: 40 }, true, "As above.";
    LAYOUT_GENERATOR_60 = 26, "generator of 60 registers", Shape::Fixed { words: 72 }, true, "As above.";
    LAYOUT_GENERATOR_124 = 27, "generator of 124 registers", Shape::Fixed { words: 136 }, true, "As above.";
    LAYOUT_GENERATOR_252 = 28, "generator of 252 registers", Shape::Fixed { words: 264 }, true, "As above.";
    LAYOUT_BOXED_1 = 29, "boxed value, 1 slot", Shape::Fixed { words: 4 }, true, "An instance of a class below a built-in one: word 1: attributes without a slot, word 2: the built-in value, then its slots.";
    LAYOUT_BOXED_3 = 30, "boxed value, 3 slots", Shape::Fixed { words: 6 }, true, "As above.";
    LAYOUT_BOXED_7 = 31, "boxed value, 7 slots", Shape::Fixed { words: 10 }, true, "As above.";
    LAYOUT_WEAK = 32, "weak reference", Shape::Weak { words: 6 }, true, "A weak reference or proxy; words in `weak.rs`.";
    LAYOUT_WEAK_LINK = 33, "link to a weak reference", Shape::Weak { words: 4 }, true, "Word 1: a weak reference to the object that keeps the link.";
    LAYOUT_PROPERTY = 34, "property", Shape::Fixed { words: 6 }, true, "A property; words in `function.rs`.";
    LAYOUT_STR_GROWN = 35, "str in a buffer", Shape::Fixed { words: 6 }, false, "A string that was appended to. Words 1 to 3 as in `str` (no hash is kept), word 4: its buffer, word 5: unused (None).";
    LAYOUT_TEXT_BUFFER = 36, "text buffer", Shape::Raw, false, "A buffer of the runtime, which strings share.";
}
// tidy: end of wide

/// Number of a class in the class table; built-in classes have fixed ones.
pub type ClassNumber = u32;

macro_rules! builtin_classes {
    ($table:ident: $($name:ident = $number:literal, $text:literal;)*) => {
        $(#[doc = concat!("Class (and shape) number of `", $text, "`.")]
        pub const $name: ClassNumber = $number;)*

        /// Built-in classes that are not exceptions: name and number, in order.
        pub const $table: &[(&str, ClassNumber)] = &[$(($text, $number),)*];
    };
}

builtin_classes! { BUILTIN_CLASSES:
    CLASS_OBJECT = 0, "object";
    CLASS_TYPE = 1, "type";
    CLASS_INT = 2, "int";
    CLASS_BOOL = 3, "bool";
    CLASS_FLOAT = 4, "float";
    CLASS_STR = 5, "str";
    CLASS_BYTES = 6, "bytes";
    CLASS_TUPLE = 7, "tuple";
    CLASS_LIST = 8, "list";
    CLASS_DICT = 9, "dict";
    CLASS_SET = 10, "set";
    CLASS_FROZENSET = 11, "frozenset";
    CLASS_NONE = 12, "NoneType";
    CLASS_ELLIPSIS = 13, "ellipsis";
    CLASS_NOT_IMPLEMENTED = 14, "NotImplementedType";
    CLASS_FUNCTION = 15, "function";
    CLASS_NATIVE_FUNCTION = 16, "builtin_function_or_method";
    CLASS_METHOD = 17, "method";
    CLASS_MODULE = 18, "module";
    CLASS_CELL = 19, "cell";
    CLASS_SLICE = 20, "slice";
    CLASS_RANGE = 21, "range";
    CLASS_RANGE_ITERATOR = 22, "range_iterator";
    CLASS_LIST_ITERATOR = 23, "list_iterator";
    CLASS_TUPLE_ITERATOR = 24, "tuple_iterator";
    CLASS_STR_ITERATOR = 25, "str_ascii_iterator";
    CLASS_DICT_KEYS = 26, "dict_keys";
    CLASS_DICT_VALUES = 27, "dict_values";
    CLASS_DICT_ITEMS = 28, "dict_items";
    CLASS_DICT_ITERATOR = 29, "dict_keyiterator";
    CLASS_SET_ITERATOR = 30, "set_iterator";
    CLASS_ENUMERATE = 31, "enumerate";
    CLASS_ZIP = 32, "zip";
    CLASS_MAP = 33, "map";
    CLASS_FILTER = 34, "filter";
    CLASS_REVERSED = 35, "reversed";
    CLASS_SEQUENCE_ITERATOR = 36, "iterator";
    CLASS_CALLABLE_ITERATOR = 37, "callable_iterator";
    CLASS_PROPERTY = 38, "property";
    CLASS_STATIC_METHOD = 39, "staticmethod";
    CLASS_CLASS_METHOD = 40, "classmethod";
    CLASS_SUPER = 41, "super";
    CLASS_CODE = 42, "code";
    CLASS_TRACEBACK = 43, "traceback";
    CLASS_LOCK = 44, "lock";
    CLASS_RLOCK = 45, "RLock";
    CLASS_THREAD = 46, "Thread";
    CLASS_ATOMIC = 47, "atomic";
    CLASS_FILE = 48, "TextIOWrapper";
    CLASS_COMPLEX = 49, "complex";
    CLASS_BYTEARRAY = 50, "bytearray";
    CLASS_MAPPING_PROXY = 51, "mappingproxy";
    CLASS_NAMESPACE = 52, "SimpleNamespace";
    CLASS_GENERATOR = 53, "generator";
    CLASS_COROUTINE = 54, "coroutine";
    CLASS_ASYNC_GENERATOR = 55, "async_generator";
    CLASS_COROUTINE_WRAPPER = 56, "coroutine_wrapper";
    CLASS_ASYNC_GENERATOR_SEND = 57, "async_generator_asend";
    CLASS_ASYNC_GENERATOR_THROW = 58, "async_generator_athrow";
    CLASS_ANEXT_AWAITABLE = 59, "anext_awaitable";
    CLASS_MEMORYVIEW = 60, "memoryview";
    CLASS_FRAME = 110, "frame";
    CLASS_GETSET = 120, "getset_descriptor";
    CLASS_MEMBER = 96, "member_descriptor";
    CLASS_GENERIC_ALIAS = 97, "GenericAlias";
    CLASS_UNION = 98, "Union";
    CLASS_NAMESPACE_DICT = 99, "dict";
    CLASS_WEAK_REFERENCE = 100, "ReferenceType";
    CLASS_WEAK_PROXY = 101, "weakref.ProxyType";
    CLASS_WEAK_CALLABLE_PROXY = 102, "weakref.CallableProxyType";
}

/// From here on built-in classes are asked for operators by their special methods, as users' are.
pub const CLASS_ASKED_FIRST: ClassNumber = 96;

/// Exception classes are numbered from here on, in the order of the table in `model/exception.rs`.
pub const CLASS_EXCEPTIONS_FIRST: ClassNumber = 128;
/// User classes and their shapes are numbered from here on.
pub const CLASS_USER_FIRST: ClassNumber = 512;

/// Classes of native modules are numbered from here on: operators and the like find their special
/// methods by name, as those of users' classes.
pub const CLASS_MODULES_FIRST: ClassNumber = 224;

builtin_classes! { MODULE_CLASSES:
    CLASS_COUNT = 224, "count";
    CLASS_CYCLE = 225, "cycle";
    CLASS_REPEAT = 226, "repeat";
    CLASS_ACCUMULATE = 227, "accumulate";
    CLASS_CHAIN = 228, "chain";
    CLASS_COMPRESS = 229, "compress";
    CLASS_DROP_WHILE = 230, "dropwhile";
    CLASS_TAKE_WHILE = 231, "takewhile";
    CLASS_FILTER_FALSE = 232, "filterfalse";
    CLASS_ISLICE = 233, "islice";
    CLASS_STAR_MAP = 234, "starmap";
    CLASS_PAIRWISE = 235, "pairwise";
    CLASS_BATCHED = 236, "batched";
    CLASS_GROUP_BY = 237, "groupby";
    CLASS_GROUPER = 238, "_grouper";
    CLASS_ZIP_LONGEST = 239, "zip_longest";
    CLASS_PRODUCT = 240, "product";
    CLASS_PERMUTATIONS = 241, "permutations";
    CLASS_COMBINATIONS = 242, "combinations";
    CLASS_COMBINATIONS_REPLACING = 243, "combinations_with_replacement";
    CLASS_TEE = 244, "_tee";
    CLASS_TEE_NODE = 245, "_tee_dataobject";
    CLASS_DEQUE = 246, "deque";
    CLASS_DEQUE_ITERATOR = 247, "_deque_iterator";
    CLASS_PATTERN = 248, "Pattern";
    CLASS_MATCH = 249, "Match";
    CLASS_SCANNER = 250, "SRE_Scanner";
}
