"""Functions of CPython's C API that programs call through `ctypes.pythonapi`: there is no such library
here, so each is a function of Python. Whoever asks for another one hears that it is missing."""

import ctypes
import sys
from _types import PyCapsule as _PyCapsule


def _plain(value):
    return getattr(value, "value", value)


def _address(value):
    number = _plain(value)
    if number is None or isinstance(number, int):
        return number or 0
    return ctypes.cast(value, ctypes.c_void_p).value or 0


def _name(value):
    value = _plain(value)
    return None if value is None or value == 0 else bytes(value)


def _checked(capsule, function):
    if type(capsule) is not _PyCapsule:
        raise ValueError(f"{function} called with invalid PyCapsule object")
    return capsule


def PyCapsule_New(pointer, name, destructor):
    address = _address(pointer)
    if not address:
        raise ValueError("PyCapsule_New called with null pointer")
    made = object.__new__(_PyCapsule)
    made._pointer, made._name = address, _name(name)
    made._context, made._destructor = 0, _address(destructor)
    return made


def PyCapsule_IsValid(capsule, name):
    return type(capsule) is _PyCapsule and capsule._name == _name(name)


def PyCapsule_GetPointer(capsule, name):
    _checked(capsule, "PyCapsule_GetPointer")
    if capsule._name != _name(name):
        raise ValueError("PyCapsule_GetPointer called with incorrect name")
    return capsule._pointer


def PyCapsule_GetName(capsule):
    return _checked(capsule, "PyCapsule_GetName")._name


def PyCapsule_GetContext(capsule):
    return _checked(capsule, "PyCapsule_GetContext")._context or None


def PyCapsule_GetDestructor(capsule):
    return _checked(capsule, "PyCapsule_GetDestructor")._destructor or None


def PyCapsule_SetPointer(capsule, pointer):
    address = _address(pointer)
    if not address:
        raise ValueError("PyCapsule_SetPointer called with null pointer")
    _checked(capsule, "PyCapsule_SetPointer")._pointer = address
    return 0


def PyCapsule_SetName(capsule, name):
    _checked(capsule, "PyCapsule_SetName")._name = _name(name)
    return 0


def PyCapsule_SetContext(capsule, context):
    _checked(capsule, "PyCapsule_SetContext")._context = _address(context)
    return 0


def PyCapsule_SetDestructor(capsule, destructor):
    _checked(capsule, "PyCapsule_SetDestructor")._destructor = _address(destructor)
    return 0


# `struct sigaction` of Linux on x86-64: the handler comes first, the rest is kept as it is.
_ACTION_BYTES = 152


def _action(number):
    action = ctypes.create_string_buffer(_ACTION_BYTES)
    done = ctypes.CDLL(None).sigaction(_plain(number), None, action)
    return action if done == 0 else None


def PyOS_getsig(number):
    action = _action(number)
    return -1 if action is None else int.from_bytes(action.raw[:8], "little") or None


def PyOS_setsig(number, handler):
    action = _action(number)
    if action is None:
        return -1
    before, wanted = action.raw[:8], _address(handler).to_bytes(8, "little")
    if before != wanted:
        new = ctypes.create_string_buffer(wanted + action.raw[8:], _ACTION_BYTES)
        ctypes.CDLL(None).sigaction(_plain(number), new, None)
    return int.from_bytes(before, "little") or None


def Py_IncRef(value):
    """References are not counted here."""


Py_DecRef = Py_IncRef

def PyBytes_FromStringAndSize(text, size):
    content, size = _plain(text), _plain(size)
    if content is None:
        return bytes(size)
    return content[:size] if isinstance(content, bytes) else ctypes.string_at(text, size)


def PyOS_snprintf(*arguments):
    return ctypes.CDLL(None).snprintf(*arguments)


FUNCTIONS = {name: value for name, value in globals().items() if name.startswith("Py")}
# The addresses by which a pointer to a function names them: none of them can be called by C.
ADDRESSES = {name: -16 - number for number, name in enumerate(FUNCTIONS)}

# Variables of the API, which are numbers.
VARIABLES = {
    "Py_DebugFlag": sys.flags.debug,
    "Py_VerboseFlag": sys.flags.verbose,
    "Py_QuietFlag": sys.flags.quiet,
    "Py_InteractiveFlag": sys.flags.interactive,
    "Py_InspectFlag": sys.flags.inspect,
    "Py_OptimizeFlag": sys.flags.optimize,
    "Py_NoSiteFlag": sys.flags.no_site,
    "Py_BytesWarningFlag": sys.flags.bytes_warning,
    "Py_IgnoreEnvironmentFlag": sys.flags.ignore_environment,
    "Py_DontWriteBytecodeFlag": sys.flags.dont_write_bytecode,
    "Py_NoUserSiteDirectory": sys.flags.no_user_site,
    "Py_HashRandomizationFlag": sys.flags.hash_randomization,
    "Py_IsolatedFlag": sys.flags.isolated,
    "Py_Version": sys.hexversion,
}
