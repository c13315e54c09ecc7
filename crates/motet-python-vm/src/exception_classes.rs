//! The built-in exception classes: numbers, names, bases.

use crate::kinds::ClassNumber;

macro_rules! exceptions {
    ($($name:ident = $number:literal, $text:literal, $base:literal;)*) => {
        $(#[doc = concat!("`", $text, "`")] pub const $name: ClassNumber = $number;)*

        /// Number, name and base of each, bases first. Base 0 is `object`.
        pub(crate) const EXCEPTION_CLASSES: &[(ClassNumber, &str, ClassNumber)] =
            &[$(($number, $text, $base),)*];
    };
}

exceptions! {
    BASE_EXCEPTION = 64, "BaseException", 0;
    EXCEPTION = 65, "Exception", 64;
    SYSTEM_EXIT = 66, "SystemExit", 64;
    KEYBOARD_INTERRUPT = 67, "KeyboardInterrupt", 64;
    GENERATOR_EXIT = 68, "GeneratorExit", 64;
    ARITHMETIC_ERROR = 69, "ArithmeticError", 65;
    OVERFLOW_ERROR = 70, "OverflowError", 69;
    ZERO_DIVISION_ERROR = 71, "ZeroDivisionError", 69;
    FLOATING_POINT_ERROR = 72, "FloatingPointError", 69;
    LOOKUP_ERROR = 73, "LookupError", 65;
    INDEX_ERROR = 74, "IndexError", 73;
    KEY_ERROR = 75, "KeyError", 73;
    TYPE_ERROR = 76, "TypeError", 65;
    VALUE_ERROR = 77, "ValueError", 65;
    UNICODE_ERROR = 78, "UnicodeError", 77;
    UNICODE_ENCODE_ERROR = 79, "UnicodeEncodeError", 78;
    UNICODE_DECODE_ERROR = 80, "UnicodeDecodeError", 78;
    UNICODE_TRANSLATE_ERROR = 81, "UnicodeTranslateError", 78;
    ATTRIBUTE_ERROR = 82, "AttributeError", 65;
    NAME_ERROR = 83, "NameError", 65;
    UNBOUND_LOCAL_ERROR = 84, "UnboundLocalError", 83;
    RUNTIME_ERROR = 85, "RuntimeError", 65;
    RECURSION_ERROR = 86, "RecursionError", 85;
    NOT_IMPLEMENTED_ERROR = 87, "NotImplementedError", 85;
    STOP_ITERATION = 88, "StopIteration", 65;
    STOP_ASYNC_ITERATION = 89, "StopAsyncIteration", 65;
    ASSERTION_ERROR = 90, "AssertionError", 65;
    MEMORY_ERROR = 91, "MemoryError", 65;
    BUFFER_ERROR = 92, "BufferError", 65;
    EOF_ERROR = 93, "EOFError", 65;
    IMPORT_ERROR = 94, "ImportError", 65;
    MODULE_NOT_FOUND_ERROR = 95, "ModuleNotFoundError", 94;
    OS_ERROR = 96, "OSError", 65;
    FILE_NOT_FOUND_ERROR = 97, "FileNotFoundError", 96;
    FILE_EXISTS_ERROR = 98, "FileExistsError", 96;
    PERMISSION_ERROR = 99, "PermissionError", 96;
    BLOCKING_IO_ERROR = 100, "BlockingIOError", 96;
    CHILD_PROCESS_ERROR = 101, "ChildProcessError", 96;
    CONNECTION_ERROR = 102, "ConnectionError", 96;
    BROKEN_PIPE_ERROR = 103, "BrokenPipeError", 102;
    CONNECTION_ABORTED_ERROR = 104, "ConnectionAbortedError", 102;
    CONNECTION_REFUSED_ERROR = 105, "ConnectionRefusedError", 102;
    CONNECTION_RESET_ERROR = 106, "ConnectionResetError", 102;
    INTERRUPTED_ERROR = 107, "InterruptedError", 96;
    IS_A_DIRECTORY_ERROR = 108, "IsADirectoryError", 96;
    NOT_A_DIRECTORY_ERROR = 109, "NotADirectoryError", 96;
    PROCESS_LOOKUP_ERROR = 110, "ProcessLookupError", 96;
    TIMEOUT_ERROR = 111, "TimeoutError", 96;
    REFERENCE_ERROR = 112, "ReferenceError", 65;
    SYNTAX_ERROR = 113, "SyntaxError", 65;
    INDENTATION_ERROR = 114, "IndentationError", 113;
    TAB_ERROR = 115, "TabError", 114;
    SYSTEM_ERROR = 116, "SystemError", 65;
    WARNING = 117, "Warning", 65;
    USER_WARNING = 118, "UserWarning", 117;
    DEPRECATION_WARNING = 119, "DeprecationWarning", 117;
    PENDING_DEPRECATION_WARNING = 120, "PendingDeprecationWarning", 117;
    SYNTAX_WARNING = 121, "SyntaxWarning", 117;
    RUNTIME_WARNING = 122, "RuntimeWarning", 117;
    FUTURE_WARNING = 123, "FutureWarning", 117;
    IMPORT_WARNING = 124, "ImportWarning", 117;
    UNICODE_WARNING = 125, "UnicodeWarning", 117;
    BYTES_WARNING = 126, "BytesWarning", 117;
    RESOURCE_WARNING = 127, "ResourceWarning", 117;
    ENCODING_WARNING = 128, "EncodingWarning", 117;
    PYTHON_FINALIZATION_ERROR = 129, "PythonFinalizationError", 85;
}
