//! Names that the virtual machine itself looks up: interned first, so that their symbols are known
//! when this is compiled.

use motet_vm::symbol::Symbol;

macro_rules! names {
    ($($name:ident = $number:literal, $text:literal;)*) => {
        $(
            #[doc = concat!("`", $text, "`")]
            #[allow(dead_code, reason = "what the number is of stands here, named or not")]
            pub const $name: Symbol = Symbol($number);
        )*

        /// The texts, in the order of their symbols.
        pub(crate) const NAMES: &[&str] = &[$($text,)*];

        #[cfg(test)]
        const NUMBERS: &[u32] = &[$($number,)*];
    };
}

names! {
    INIT = 0, "__init__";
    NEW = 1, "__new__";
    CALL = 2, "__call__";
    GET = 3, "__get__";
    SET = 4, "__set__";
    DELETE = 5, "__delete__";
    GETATTR = 6, "__getattr__";
    GETATTRIBUTE = 7, "__getattribute__";
    SETATTR = 8, "__setattr__";
    DELATTR = 9, "__delattr__";
    DICT = 10, "__dict__";
    CLASS = 11, "__class__";
    NAME = 12, "__name__";
    QUALNAME = 13, "__qualname__";
    MODULE = 14, "__module__";
    DOC = 15, "__doc__";
    EQ = 16, "__eq__";
    HASH = 17, "__hash__";
    INIT_SUBCLASS = 18, "__init_subclass__";
    MRO = 19, "__mro__";
    BASES = 20, "__bases__";
    SELF = 21, "__self__";
    FUNC = 22, "__func__";
    DEFAULTS = 23, "__defaults__";
    KEYWORD_DEFAULTS = 24, "__kwdefaults__";
    WRAPPED = 25, "__wrapped__";
    CAUSE = 26, "__cause__";
    CONTEXT = 27, "__context__";
    SUPPRESS_CONTEXT = 28, "__suppress_context__";
    TRACEBACK = 29, "__traceback__";
    ARGS = 30, "args";
    VALUE = 31, "value";
    CODE = 32, "code";
    NAME_PLAIN = 33, "name";
    OBJ = 34, "obj";
    CLASSCELL = 35, "__classcell__";
    FILE = 36, "__file__";
    PATH = 37, "__path__";
    ALL = 38, "__all__";
    MSG = 39, "msg";
    FGET = 40, "fget";
    FSET = 41, "fset";
    FDEL = 42, "fdel";
    ERRNO = 43, "errno";
    STRERROR = 44, "strerror";
    FILENAME = 45, "filename";
    INSTANCECHECK = 46, "__instancecheck__";
    CLASS_GETITEM = 47, "__class_getitem__";
    CLOSURE = 48, "__closure__";
    NOTES = 49, "__notes__";
    MAIN_NAME = 50, "__main__";
    ENTER = 51, "__enter__";
    PACKAGE = 52, "__package__";
    LOADER = 53, "__loader__";
    SPEC = 54, "__spec__";
    IMPORT = 55, "__import__";
    BUILTINS = 56, "__builtins__";
    ABSTRACT_METHODS = 57, "__abstractmethods__";
    SLOTS = 58, "__slots__";
    SET_NAME = 59, "__set_name__";
    PREPARE = 60, "__prepare__";
    MRO_ENTRIES = 61, "__mro_entries__";
    ORIGINAL_BASES = 62, "__orig_bases__";
    SUBCLASS_CHECK = 63, "__subclasscheck__";
    MRO_METHOD = 64, "mro";
    OBJECT_CLASS = 65, "__objclass__";
    GETITEM = 66, "__getitem__";
    DEL = 67, "__del__";
    WEAK_LINKS = 68, "<weak references>";
    CHANGED_NAME = 69, "<name>";
    CHANGED_QUALNAME = 70, "<qualified name>";
    BASE = 71, "__base__";
    GLOBALS = 72, "__globals__";
    PATTERN_FLAGS = 73, "__abc_tpflags__";
    STATE = 74, "_state";
    FUNC_PLAIN = 75, "func";
    KEYWORDS = 76, "keywords";
    PLACEHOLDERS = 77, "_phcount";
    CALENDAR_KIND = 78, ".calendar_kind";
    DAYS = 79, "_days";
    SECONDS = 80, "_seconds";
    MICROSECONDS = 81, "_microseconds";
    HASH_CODE = 82, "_hashcode";
    YEAR = 83, "_year";
    MONTH = 84, "_month";
    DAY = 85, "_day";
    HOUR = 86, "_hour";
    MINUTE = 87, "_minute";
    SECOND = 88, "_second";
    MICROSECOND = 89, "_microsecond";
    ZONE = 90, "_tzinfo";
    FOLD = 91, "_fold";
    RESOLUTION = 92, "resolution";
    ARRAY_DATA = 93, "_motet_array_data";
    ARRAY_CODE = 94, "_motet_array_code";
    EXIT = 95, "__exit__";
    ASYNC_EXIT = 96, "__aexit__";
    ASYNC_ENTER = 97, "__aenter__";
    WEAK_REFERENCE = 98, "__weakref__";
    TEXT_SIGNATURE = 99, "__text_signature__";
    LEN = 100, "__len__";
    BOOL = 101, "__bool__";
    ITER = 102, "__iter__";
    NE = 103, "__ne__";
    CONTEXT_VALUES = 104, "_values";
    VARIABLE_DEFAULT = 105, "_default";
    TOKEN_CLASS = 106, "_token";
    TOKEN_CONTEXT = 107, "_context";
    TOKEN_WAS_USED = 108, "_was_used";
    TOKEN_VARIABLE = 109, "var";
    TOKEN_OLD_VALUE = 110, "old_value";
    TOKEN_MISSING = 111, "MISSING";
    DECIMAL_STATE = 112, "_native_state";
    CONTEXT_IS_SHARED = 113, "_is_shared";
    CALL_SOON = 114, "call_soon";
    CALL_SOON_INNER = 115, "_call_soon";
    CLOSED = 116, "_closed";
    DEBUG = 117, "_debug";
    READY = 118, "_ready";
    WAITING_TASKS = 119, "_waiting_tasks";
    ASYNCIO_STATE = 120, "_native_asyncio";
    LOOP = 121, "_loop";
    CALLBACK = 122, "_callback";
    CALLBACK_CONTEXT = 123, "_callback_context";
    FUTURE_DETAILS = 124, "_details";
    FUTURE_RESULT = 125, "_result";
    FUTURE_BLOCKING = 126, "_is_blocking";
    WAITER = 127, "_waiter";
    CORO = 128, "_coro";
    FUT_WAITER = 129, "_fut_waiter";
    MUST_CANCEL = 130, "_must_cancel";
    LOG_DESTROY_PENDING = 131, "_log_destroy_pending";
    SHOWN_NAME = 132, "_shown_name";
    PREVIOUS = 133, "_previous";
    NEXT_TASK = 134, "_next";
    HANDLE_ARGS = 135, "_args";
    HANDLE_CANCELLED = 136, "_cancelled";
    HANDLE_REPR = 137, "_repr";
    SOURCE_TRACEBACK = 138, "_source_traceback";
    RUNNING_LOOP = 139, "loop";
    RUNNING_TASK = 140, "task";
    CONTEXT_IS_ENTERED = 141, "_is_entered";
    CURSOR_STATEMENT = 142, "_statement";
    CURSOR_CONNECTION = 143, "_connection";
    CURSOR_LOCKED = 144, "_locked";
    CURSOR_DESCRIPTION = 145, "_description";
    CURSOR_LAST_ROW = 146, "_lastrowid";
    CURSOR_ROW_COUNT = 147, "_rowcount";
    CURSOR_ARRAY_SIZE = 148, "_arraysize";
    ROW_FACTORY = 149, "_row_factory";
    CURSOR_FAILURE = 150, "_failure";
    CURSOR_AHEAD = 151, "_ahead";
    CURSOR_CONVERTERS = 152, "_converters";
    CURSOR_BEGUN = 153, "_begun";
    CONNECTION_HOOKS = 154, "_hooks";
    CONNECTION_CACHE = 155, "_cache";
    CONNECTION_CACHE_SIZE = 156, "_cache_size";
    DETECT_TYPES = 157, "_detect_types";
    ISOLATION_LEVEL = 158, "_isolation_level";
    CONNECTION_AUTOCOMMIT = 159, "_autocommit";
    CONNECTION_THREAD = 160, "_thread";
    TEXT_FACTORY = 161, "_text_factory";
    IS_SET_UP = 162, "_is_set_up";
    CONNECTION_DATABASE = 163, "_database";
    STATEMENT_HANDLE = 164, "handle";
    STATEMENT_IS_DML = 165, "is_dml";
    STATEMENT_READS = 166, "reads";
    STATEMENT_COUNT = 167, "count";
    STATEMENT_NAMES = 168, "names";
    STATEMENT_COLUMNS = 169, "columns";
    STATEMENT_VERSION = 170, "version";
    STATEMENT_DESCRIPTION = 171, "description";
    ROW_DATA = 172, "_data";
    ROW_DESCRIPTION = 173, "_row_description";
    NATIVE_ROW = 174, "_native_row";
    STATEMENT_KEYS = 175, "keys";
    STREAM_KIND = 176, ".stream_kind";
    STREAM_TEXT = 177, "_text";
    STREAM_BUFFER = 178, "_buffer";
    STREAM_GATHERED = 179, "_gathered";
    STREAM_IS_DIRECT = 180, "_is_direct";
    STREAM_DECODER = 181, "_decoder";
    STREAM_SIZE = 182, "buffer_size";
    STREAM_NEWLINE = 183, "_newline";
    ISO_CALENDAR = 184, ".iso_calendar";
    LOCAL_MADE = 185, "_local_made";
    ZONE_OFFSET = 186, "_offset";
    CONTAINS = 187, "__contains__";
    ADD = 188, "__add__";
    ADD_IN_PLACE = 189, "__iadd__";
    STR = 190, "__str__";
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_follow_the_order() {
        for (index, number) in super::NUMBERS.iter().enumerate() {
            assert_eq!(index as u32, *number);
        }
    }
}
