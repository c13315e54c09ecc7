//! The built-in exception classes: numbers, names, bases. The further attributes of some stand in
//! `classes/exceptions.rs`.

use crate::model::layouts::ClassNumber;
use crate::model::type_def::TypeDef;

macro_rules! exceptions {
    ($($name:ident = $number:literal, $text:literal, $base:literal;)*) => {
        $(#[doc = concat!("`", $text, "`")] pub const $name: ClassNumber = $number;)*

        /// The definition of each, without natives. Base 0 is `object`.
        pub(crate) const EXCEPTIONS: &[TypeDef] =
            &[$(TypeDef::exception($text, $number, $base),)*];
    };
}

exceptions! {
    BASE_EXCEPTION = 128, "BaseException", 0;
    EXCEPTION = 129, "Exception", 128;
    SYSTEM_EXIT = 130, "SystemExit", 128;
    KEYBOARD_INTERRUPT = 131, "KeyboardInterrupt", 128;
    GENERATOR_EXIT = 132, "GeneratorExit", 128;
    ARITHMETIC_ERROR = 133, "ArithmeticError", 129;
    OVERFLOW_ERROR = 134, "OverflowError", 133;
    ZERO_DIVISION_ERROR = 135, "ZeroDivisionError", 133;
    FLOATING_POINT_ERROR = 136, "FloatingPointError", 133;
    LOOKUP_ERROR = 137, "LookupError", 129;
    INDEX_ERROR = 138, "IndexError", 137;
    KEY_ERROR = 139, "KeyError", 137;
    TYPE_ERROR = 140, "TypeError", 129;
    VALUE_ERROR = 141, "ValueError", 129;
    UNICODE_ERROR = 142, "UnicodeError", 141;
    UNICODE_ENCODE_ERROR = 143, "UnicodeEncodeError", 142;
    UNICODE_DECODE_ERROR = 144, "UnicodeDecodeError", 142;
    UNICODE_TRANSLATE_ERROR = 145, "UnicodeTranslateError", 142;
    ATTRIBUTE_ERROR = 146, "AttributeError", 129;
    NAME_ERROR = 147, "NameError", 129;
    UNBOUND_LOCAL_ERROR = 148, "UnboundLocalError", 147;
    RUNTIME_ERROR = 149, "RuntimeError", 129;
    RECURSION_ERROR = 150, "RecursionError", 149;
    NOT_IMPLEMENTED_ERROR = 151, "NotImplementedError", 149;
    STOP_ITERATION = 152, "StopIteration", 129;
    STOP_ASYNC_ITERATION = 153, "StopAsyncIteration", 129;
    ASSERTION_ERROR = 154, "AssertionError", 129;
    MEMORY_ERROR = 155, "MemoryError", 129;
    BUFFER_ERROR = 156, "BufferError", 129;
    EOF_ERROR = 157, "EOFError", 129;
    IMPORT_ERROR = 158, "ImportError", 129;
    MODULE_NOT_FOUND_ERROR = 159, "ModuleNotFoundError", 158;
    OS_ERROR = 160, "OSError", 129;
    FILE_NOT_FOUND_ERROR = 161, "FileNotFoundError", 160;
    FILE_EXISTS_ERROR = 162, "FileExistsError", 160;
    PERMISSION_ERROR = 163, "PermissionError", 160;
    BLOCKING_IO_ERROR = 164, "BlockingIOError", 160;
    CHILD_PROCESS_ERROR = 165, "ChildProcessError", 160;
    CONNECTION_ERROR = 166, "ConnectionError", 160;
    BROKEN_PIPE_ERROR = 167, "BrokenPipeError", 166;
    CONNECTION_ABORTED_ERROR = 168, "ConnectionAbortedError", 166;
    CONNECTION_REFUSED_ERROR = 169, "ConnectionRefusedError", 166;
    CONNECTION_RESET_ERROR = 170, "ConnectionResetError", 166;
    INTERRUPTED_ERROR = 171, "InterruptedError", 160;
    IS_A_DIRECTORY_ERROR = 172, "IsADirectoryError", 160;
    NOT_A_DIRECTORY_ERROR = 173, "NotADirectoryError", 160;
    PROCESS_LOOKUP_ERROR = 174, "ProcessLookupError", 160;
    TIMEOUT_ERROR = 175, "TimeoutError", 160;
    REFERENCE_ERROR = 176, "ReferenceError", 129;
    SYNTAX_ERROR = 177, "SyntaxError", 129;
    INDENTATION_ERROR = 178, "IndentationError", 177;
    TAB_ERROR = 179, "TabError", 178;
    SYSTEM_ERROR = 180, "SystemError", 129;
    WARNING = 181, "Warning", 129;
    USER_WARNING = 182, "UserWarning", 181;
    DEPRECATION_WARNING = 183, "DeprecationWarning", 181;
    PENDING_DEPRECATION_WARNING = 184, "PendingDeprecationWarning", 181;
    SYNTAX_WARNING = 185, "SyntaxWarning", 181;
    RUNTIME_WARNING = 186, "RuntimeWarning", 181;
    FUTURE_WARNING = 187, "FutureWarning", 181;
    IMPORT_WARNING = 188, "ImportWarning", 181;
    UNICODE_WARNING = 189, "UnicodeWarning", 181;
    BYTES_WARNING = 190, "BytesWarning", 181;
    RESOURCE_WARNING = 191, "ResourceWarning", 181;
    ENCODING_WARNING = 192, "EncodingWarning", 181;
    PYTHON_FINALIZATION_ERROR = 193, "PythonFinalizationError", 149;
    BASE_EXCEPTION_GROUP = 194, "BaseExceptionGroup", 128;
    EXCEPTION_GROUP = 195, "ExceptionGroup", 194;
}
