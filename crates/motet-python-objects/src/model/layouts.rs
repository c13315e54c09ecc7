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
/// Word of a tuple: its first item.
pub const TUPLE_FIRST: u64 = 2;

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
    LAYOUT_FRAME = 15, "frame", Shape::Fixed { words: 11 }, true, "The object of a frame; words in `frame_object.rs`.";
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
    LAYOUT_ELEMENT = 37, "element", Shape::Fixed { words: 6 }, true, "An element of a tree of XML; words in `element.rs`.";
    LAYOUT_BOXED_13 = 38, "boxed value, 13 slots", Shape::Fixed { words: 16 }, true, "As the smaller ones.";
}
// tidy: end of wide

/// The layouts of suspended frames.
pub const GENERATOR_LAYOUTS: &[LayoutId] = &[
    LAYOUT_GENERATOR_4,
    LAYOUT_GENERATOR_12,
    LAYOUT_GENERATOR_28,
    LAYOUT_GENERATOR_60,
    LAYOUT_GENERATOR_124,
    LAYOUT_GENERATOR_252,
];

/// Number of a class in the class table; built-in classes have fixed ones.
pub type ClassNumber = u32;

/// Numbers of classes that layers below the one that defines the type must know. The types
/// themselves are defined where their natives are (`model/type_def.rs`).
macro_rules! class_numbers {
    ($($name:ident = $number:literal;)*) => {
        $(#[doc = concat!("Class (and shape) number ", stringify!($number), ".")]
        pub const $name: ClassNumber = $number;)*
    };
}

class_numbers! {
    CLASS_OBJECT = 0;
    CLASS_TYPE = 1;
    CLASS_INT = 2;
    CLASS_BOOL = 3;
    CLASS_FLOAT = 4;
    CLASS_STR = 5;
    CLASS_BYTES = 6;
    CLASS_TUPLE = 7;
    CLASS_LIST = 8;
    CLASS_DICT = 9;
    CLASS_SET = 10;
    CLASS_FROZENSET = 11;
    CLASS_NONE = 12;
    CLASS_ELLIPSIS = 13;
    CLASS_NOT_IMPLEMENTED = 14;
    CLASS_FUNCTION = 15;
    CLASS_NATIVE_FUNCTION = 16;
    CLASS_METHOD = 17;
    CLASS_MODULE = 18;
    CLASS_CELL = 19;
    CLASS_SLICE = 20;
    CLASS_RANGE = 21;
    CLASS_RANGE_ITERATOR = 22;
    CLASS_LIST_ITERATOR = 23;
    CLASS_TUPLE_ITERATOR = 24;
    CLASS_STR_ITERATOR = 25;
    CLASS_DICT_KEYS = 26;
    CLASS_DICT_VALUES = 27;
    CLASS_DICT_ITEMS = 28;
    CLASS_DICT_KEY_ITERATOR = 29;
    CLASS_SET_ITERATOR = 30;
    CLASS_ENUMERATE = 31;
    CLASS_ZIP = 32;
    CLASS_MAP = 33;
    CLASS_FILTER = 34;
    CLASS_REVERSED = 35;
    CLASS_SEQUENCE_ITERATOR = 36;
    CLASS_CALLABLE_ITERATOR = 37;
    CLASS_PROPERTY = 38;
    CLASS_STATIC_METHOD = 39;
    CLASS_CLASS_METHOD = 40;
    CLASS_SUPER = 41;
    CLASS_CODE = 42;
    CLASS_TRACEBACK = 43;
    CLASS_LOCK = 44;
    CLASS_RLOCK = 45;
    CLASS_THREAD = 46;
    CLASS_ATOMIC = 47;
    CLASS_FILE = 48;
    CLASS_COMPLEX = 49;
    CLASS_BYTEARRAY = 50;
    CLASS_MAPPING_PROXY = 51;
    CLASS_NAMESPACE = 52;
    CLASS_GENERATOR = 53;
    CLASS_COROUTINE = 54;
    CLASS_ASYNC_GENERATOR = 55;
    CLASS_COROUTINE_WRAPPER = 56;
    CLASS_ASYNC_GENERATOR_SEND = 57;
    CLASS_ASYNC_GENERATOR_THROW = 58;
    CLASS_ANEXT_AWAITABLE = 59;
    CLASS_MEMORYVIEW = 60;
    CLASS_DICT_VALUE_ITERATOR = 61;
    CLASS_DICT_ITEM_ITERATOR = 62;
    CLASS_DICT_REVERSE_KEY_ITERATOR = 63;
    CLASS_DICT_REVERSE_VALUE_ITERATOR = 64;
    CLASS_DICT_REVERSE_ITEM_ITERATOR = 65;
    CLASS_LIST_REVERSE_ITERATOR = 66;
    CLASS_STR_ASCII_ITERATOR = 67;
    CLASS_BYTES_ITERATOR = 68;
    CLASS_BYTEARRAY_ITERATOR = 69;
    CLASS_MEMORY_ITERATOR = 70;
    CLASS_LONG_RANGE_ITERATOR = 71;
    CLASS_LINE_ITERATOR = 72;
    CLASS_POSITIONS_ITERATOR = 73;
    CLASS_FORMATTER_ITERATOR = 74;
    CLASS_FIELD_NAME_ITERATOR = 75;
    CLASS_GENERIC_ALIAS_ITERATOR = 76;
    CLASS_FRAME_LOCALS = 107;
    CLASS_FRAME = 110;
    CLASS_GETSET = 120;
    CLASS_MEMBER = 96;
    CLASS_GENERIC_ALIAS = 97;
    CLASS_UNION = 98;
    CLASS_NAMESPACE_DICT = 99;
    CLASS_WEAK_REFERENCE = 100;
    CLASS_WEAK_PROXY = 101;
    CLASS_WEAK_CALLABLE_PROXY = 102;
    CLASS_METHOD_DESCRIPTOR = 103;
    CLASS_WRAPPER_DESCRIPTOR = 104;
    CLASS_METHOD_WRAPPER = 105;
    CLASS_CLASS_METHOD_DESCRIPTOR = 106;
}

/// From here on built-in classes are asked for operators by their special methods, as users' are.
pub const CLASS_ASKED_FIRST: ClassNumber = 96;

/// Exception classes are numbered from here on, in the order of the table in `model/exception.rs`.
pub const CLASS_EXCEPTIONS_FIRST: ClassNumber = 128;
/// User classes and their shapes are numbered from here on.
pub const CLASS_USER_FIRST: ClassNumber = 512;

/// Classes of native modules are numbered from here on: operators and similar operations find their
/// special methods by name, as those of users' classes.
pub const CLASS_MODULES_FIRST: ClassNumber = 224;

class_numbers! {
    CLASS_COUNT = 224;
    CLASS_CYCLE = 225;
    CLASS_REPEAT = 226;
    CLASS_ACCUMULATE = 227;
    CLASS_CHAIN = 228;
    CLASS_COMPRESS = 229;
    CLASS_DROP_WHILE = 230;
    CLASS_TAKE_WHILE = 231;
    CLASS_FILTER_FALSE = 232;
    CLASS_ISLICE = 233;
    CLASS_STAR_MAP = 234;
    CLASS_PAIRWISE = 235;
    CLASS_BATCHED = 236;
    CLASS_GROUP_BY = 237;
    CLASS_GROUPER = 238;
    CLASS_ZIP_LONGEST = 239;
    CLASS_PRODUCT = 240;
    CLASS_PERMUTATIONS = 241;
    CLASS_COMBINATIONS = 242;
    CLASS_COMBINATIONS_REPLACING = 243;
    CLASS_TEE = 244;
    CLASS_TEE_NODE = 245;
    CLASS_DEQUE = 246;
    CLASS_DEQUE_ITERATOR = 247;
    CLASS_PATTERN = 248;
    CLASS_MATCH = 249;
    CLASS_SCANNER = 250;
    CLASS_DEQUE_REVERSE_ITERATOR = 254;
    CLASS_ELEMENT = 258;
    CLASS_ELEMENT_ITERATOR = 259;
    CLASS_ARRAY = 260;
    CLASS_ARRAY_ITERATOR = 261;
}
