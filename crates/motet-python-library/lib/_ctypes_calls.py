"""Functions in C that the program calls, and functions of the program that C calls.

Arguments are sorted into the places of the System V convention: six words, eight floating-point
numbers, the stack. `_ctypes_core.call` says more.
"""

# The module that programs know.
__name__ = "_ctypes"

import struct as _struct
import sys as _sys
import _ctypes_core as _core
import _ctypes as _types
import _ctypes_buffers as _buffers
from _ctypes import CType_Type, FUNCFLAG_PYTHONAPI, FUNCFLAG_USE_ERRNO, _CData, _Memory

_WORDS, _NUMBERS = 6, 8
_MASK = (1 << 64) - 1


def _errno_place():
    import threading
    global _errnos
    _errnos = threading.local()
    return _errnos


_errnos = None


def get_errno():
    """The program's copy of `errno`, of this thread."""
    return getattr(_errnos or _errno_place(), "value", 0)


def set_errno(value, /):
    """Sets the program's copy of `errno`; what it was."""
    before = get_errno()
    (_errnos or _errno_place()).value = value
    return before


# ---- places

class _Places:
    """Where the arguments of a call go."""

    def __init__(self):
        self.words, self.numbers, self.stack, self.kept = [], [], [], []

    def add_word(self, word):
        (self.words if len(self.words) < _WORDS else self.stack).append(word & _MASK)

    def add_number(self, bits):
        (self.numbers if len(self.numbers) < _NUMBERS else self.stack).append(bits)

    def add_structure(self, cls, content):
        kinds = _halves(cls)
        words, numbers = kinds.count("w"), kinds.count("n")
        if (
            kinds and len(self.words) + words <= _WORDS
            and len(self.numbers) + numbers <= _NUMBERS
        ):
            for place, kind in enumerate(kinds):
                half = int.from_bytes(content[8 * place:8 * place + 8], "little")
                (self.words if kind == "w" else self.numbers).append(half)
        else:
            for place in range(0, len(content), 8):
                self.stack.append(int.from_bytes(content[place:place + 8], "little"))

    def packed(self):
        words = self.words + [0] * (_WORDS - len(self.words))
        numbers = self.numbers + [0] * (_NUMBERS - len(self.numbers))
        everything = words + numbers + self.stack
        return _struct.pack(f"<{len(everything)}Q", *everything)


def _parts(cls, offset=0):
    """The simple types that a structure is made of, each with its place."""
    if issubclass(cls, (_types.Structure, _types.Union)):
        for field in _types._fields_of(cls):
            yield from _parts(field.type, offset + field.byte_offset)
    elif issubclass(cls, _types.Array):
        for place in range(cls._length_):
            yield from _parts(cls._type_, offset + place * cls._type_._c_size)
    else:
        yield offset, cls


def _halves(cls):
    """What kind of register each eight bytes of a structure go into; nothing: the stack."""
    size = cls._c_size
    if not 0 < size <= 16:
        return ""
    kinds = ["n"] * (-(-size // 8))
    for offset, part in _parts(cls):
        code = getattr(part, "_type_", "P")
        if offset % part._c_size or code == "g":
            return ""
        if code not in ("f", "d"):
            kinds[offset // 8] = "w"
    return "".join(kinds)


def _add(places, value):
    """Adds an argument that has no declared type, or one that `from_param` has made."""
    if isinstance(value, _types.CArgObject):
        if value._data is not None:
            return _add(places, value._data)
        places.kept.append(value)
        places.add_word(value._obj._addr + value._offset)
    elif isinstance(value, _CData):
        places.kept.append(value)
        _add_data(places, value)
    elif value is None:
        places.add_word(0)
    elif isinstance(value, int):
        if not -(1 << 63) <= value < 1 << 64:
            raise OverflowError("int too long to convert")
        places.add_word(value)
    elif isinstance(value, (bytes, str)):
        made = (_types._c_text if isinstance(value, bytes) else _types._c_wide_text)(value)
        places.kept.append(made)
        _add_data(places, made)
    else:
        given = getattr(value, "_as_parameter_", None)
        if given is None:
            return False
        return _add(places, given)
    return True


def _add_data(places, value):
    cls = type(value)
    if isinstance(value, _types.Array):
        places.add_word(value._addr)
    elif isinstance(value, (_types.Structure, _types.Union)):
        places.add_structure(cls, bytes(value))
    elif isinstance(value, _types._SimpleCData):
        code, content = cls._type_, bytes(value)
        if code in "fd":
            places.add_number(int.from_bytes(content, "little"))
        elif code == "g":
            places.stack.extend(_struct.unpack("<2Q", content))
        else:
            is_signed = code in _types._SIGNED
            places.add_word(int.from_bytes(content, "little", signed=is_signed))
    else:
        places.add_word(int.from_bytes(bytes(value), "little"))


# ---- foreign functions

class PyCFuncPtrType(CType_Type):
    __module__ = "_ctypes"

    def __new__(meta, name, bases, entries):
        cls = type.__new__(meta, name, bases, entries)
        if not bases or bases == (_CData,):
            return cls
        if not isinstance(getattr(cls, "_flags_", None), int):
            raise TypeError("class must define _flags_ which must be an integer")
        argtypes, restype = getattr(cls, "_argtypes_", None), getattr(cls, "_restype_", None)
        if argtypes is not None:
            if not isinstance(argtypes, tuple):
                raise TypeError("_argtypes_ must be a sequence of types")
            if len(argtypes) > _types.CTYPES_MAX_ARGCOUNT:
                raise _types.ArgumentError(
                    f"_argtypes_ has too many arguments ({len(argtypes)}), "
                    f"maximum is {_types.CTYPES_MAX_ARGCOUNT}"
                )
            _check_types(argtypes)
        if restype is not None and not isinstance(restype, CType_Type) and not callable(restype):
            raise TypeError("_restype_ must be a type, a callable, or None")
        cls._c_size = cls._c_align = 8
        cls._c_format = "X{}"
        return cls


def _check_types(argtypes):
    for number, kind in enumerate(argtypes, 1):
        if not hasattr(kind, "from_param"):
            raise TypeError(f"item {number} in _argtypes_ has no from_param method")


class CFuncPtr(_CData, metaclass=PyCFuncPtrType):
    """Function Pointer"""

    __module__ = "_ctypes"
    _own_argtypes = _own_restype = _own_errcheck = _paramflags = _python = None
    _has_restype = False

    def __init__(self, *given):
        self._allocate(8)
        if not given:
            return
        first = given[0]
        if isinstance(first, tuple):
            self._find(first, given[1:])
        elif isinstance(first, int):
            self._point_to(first)
        elif callable(first):
            self._begin_callback(first)
        else:
            raise TypeError("argument must be callable or integer function address")

    def _point_to(self, address):
        _types._write(self._addr, (address & _MASK).to_bytes(8, "little"))

    def _find(self, place, rest):
        name, library = place
        handle = getattr(library, "_handle", None)
        if not isinstance(handle, int):
            raise TypeError("the _handle attribute of the second argument must be an integer")
        address = _core.symbol(handle, name)
        if isinstance(address, str):
            message = address or f"function {name!r} not found"
            address = _in_api(name) if type(self)._flags_ & FUNCFLAG_PYTHONAPI else None
            if address is None:
                raise AttributeError(message)
        self._point_to(address)
        self._mem.keep(None, library)
        if rest and rest[0] is not None:
            self._paramflags = _param_flags(rest[0], self.argtypes)

    def _begin_callback(self, function):
        cls = type(self)
        argtypes = getattr(cls, "_argtypes_", None)
        if argtypes is None:
            raise TypeError("cannot construct instance of this class: no argtypes")
        restype = cls._restype_
        is_simple = isinstance(restype, CType_Type) and issubclass(restype, _types._SimpleCData)
        if restype is not None and not is_simple:
            raise TypeError("invalid result type for callback function")
        callback = _Callback(function, restype, argtypes, cls._flags_)
        self._point_to(_core.callback_address(callback.number))
        self._mem.keep(None, callback)

    def _address(self):
        return int.from_bytes(_types._read(self._addr, 8), "little", signed=True)

    def __bool__(self):
        return self._address() != 0

    @property
    def argtypes(self):
        return type(self)._c_argtypes(self)

    def _c_argtypes(self):
        own = self._own_argtypes
        return getattr(type(self), "_argtypes_", None) if own is None else own

    @argtypes.setter
    def argtypes(self, argtypes):
        if argtypes is not None:
            argtypes = tuple(argtypes)
            _check_types(argtypes)
        self._own_argtypes = argtypes

    @property
    def restype(self):
        return self._own_restype if self._has_restype else getattr(type(self), "_restype_", None)

    @restype.setter
    def restype(self, restype):
        if restype is not None and not isinstance(restype, CType_Type) and not callable(restype):
            raise TypeError("restype must be a type, a callable, or None")
        self._own_restype, self._has_restype = restype, True

    @restype.deleter
    def restype(self):
        self._own_restype, self._has_restype = None, False

    @property
    def errcheck(self):
        return self._own_errcheck

    @errcheck.setter
    def errcheck(self, errcheck):
        if errcheck is not None and not callable(errcheck):
            raise TypeError("the errcheck attribute must be callable")
        self._own_errcheck = errcheck

    def __call__(self, *args, **named):
        argtypes = self.argtypes
        outs = None
        if self._paramflags is not None:
            args, outs = _with_flags(self._paramflags, argtypes, args, named)
        elif named:
            raise TypeError("call takes no keyword arguments")
        address = self._address()
        if argtypes is not None and len(args) < len(argtypes):
            plural = "" if len(argtypes) == 1 else "s"
            raise TypeError(
                f"this function takes at least {len(argtypes)} argument{plural} "
                f"({len(args)} given)"
            )
        if address in _IN_PYTHON:
            return _IN_PYTHON[address](*args)
        places, restype = _Places(), self.restype
        returns_memory = _begin_result(places, restype)
        _convert(places, argtypes, args)
        result = _call(address, places, restype, type(self)._flags_, returns_memory)
        if self._own_errcheck is not None:
            checked = self._own_errcheck(result, self, args)
            if checked is not args:
                return checked
        if outs is not None:
            values = [out.__ctypes_from_outparam__() if hasattr(out, "__ctypes_from_outparam__")
                      else out for out in outs]
            return values[0] if len(values) == 1 else tuple(values)
        return result


def _convert(places, argtypes, args):
    for number, value in enumerate(args, 1):
        try:
            if argtypes is not None and number <= len(argtypes):
                value = argtypes[number - 1].from_param(value)
                places.kept.append(value)
            if not _add(places, value):
                raise TypeError(f"Don't know how to convert parameter {number}")
        except Exception as error:
            message = f"argument {number}: {type(error).__name__}: {error}"
            raise _types.ArgumentError(message) from None


def _begin_result(places, restype):
    """A structure that is too large for registers is written to memory that the caller names."""
    if isinstance(restype, CType_Type) and issubclass(
        restype, (_types.Structure, _types.Union)
    ) and not _halves(restype):
        memory = _Memory(restype._c_size)
        places.add_word(memory.address)
        return memory
    return None


_KINDS = {"": 0, "w": 0, "ww": 0, "n": 1, "nn": 1, "wn": 2, "nw": 3}


def _call(address, places, restype, flags, returns_memory):
    kinds = ""
    if isinstance(restype, CType_Type):
        if returns_memory is None and issubclass(restype, (_types.Structure, _types.Union)):
            kinds = _halves(restype)
        elif getattr(restype, "_type_", None) in ("f", "d"):
            kinds = "n"
    uses_errno = flags & FUNCFLAG_USE_ERRNO
    lent = _buffers.lend(places.kept) if _buffers._starts else None
    try:
        result = _core.call(
            address, places.packed(), _KINDS[kinds], flags & FUNCFLAG_PYTHONAPI,
            get_errno() if uses_errno else 0,
        )
    finally:
        if lent:
            _buffers.take_back(lent)
    if uses_errno:
        set_errno(int.from_bytes(result[16:20], "little", signed=True))
    if returns_memory is not None:
        return restype._at(returns_memory.address, returns_memory)
    return _as_result(restype, result)


def _as_result(restype, content):
    if restype is None:
        return None
    if not isinstance(restype, CType_Type):
        return restype(int.from_bytes(content[:4], "little", signed=True))
    content = content[:restype._c_size]
    if restype._c_is_plain:
        value = _types._decode(restype._type_, content)
    else:
        value = restype._at(0, None)
        value._allocate(restype._c_size)
        _types._write(value._addr, content)
    check = getattr(restype, "_check_retval_", None)
    return value if check is None else check(value)


def _param_flags(flags, argtypes):
    if not isinstance(flags, tuple):
        raise TypeError("paramflags must be a sequence of (int [,string [,value]]) tuples")
    if argtypes is None or len(argtypes) != len(flags):
        raise ValueError("paramflags must have the same length as argtypes")
    return flags


def _with_flags(flags, argtypes, args, named):
    """The arguments of a call, and those that come back as its result."""
    args, outs, all_args = list(args), [], []
    for flag, kind in zip(flags, argtypes):
        direction = flag[0] or 1
        name = flag[1] if len(flag) > 1 else None
        if direction & 2:
            made = kind._type_() if issubclass(kind, _types._Pointer) else kind()
            if direction & 1 and args:
                made = kind._type_(args.pop(0))
            outs.append(made)
            all_args.append(byref(made) if issubclass(kind, _types._Pointer) else made)
        elif args:
            all_args.append(args.pop(0))
        elif name is not None and name in named:
            all_args.append(named[name])
        elif len(flag) > 2:
            all_args.append(flag[2])
        elif direction & 4:
            all_args.append(0)
        else:
            raise TypeError(f"required argument '{name}' missing")
    if args:
        count = len(all_args)
        raise TypeError(f"call takes exactly {count} arguments ({count + len(args)} given)")
    return all_args, outs or None


byref = _types.byref


def call_function(address, args, /):
    """Calls a function by its address."""
    places = _Places()
    _convert(places, None, args)
    return _call(address, places, _c_int, 0, None)


call_cdeclfunction = call_function


class _c_int(_types._SimpleCData):
    _type_ = "i"


# ---- what the library expects in C

def _pointer_of(value):
    """The address that an argument of type `void *` is."""
    places = _Places()
    _convert(places, (_c_void_p,), (value,))
    return places.words[0], places.kept


class _c_void_p(_types._SimpleCData):
    _type_ = "P"


def _string_at(pointer, size):
    address, _ = _pointer_of(pointer)
    return _types._text_at(address, size)


def _wstring_at(pointer, size):
    address, _ = _pointer_of(pointer)
    return _types._wide_text_at(address, size)


def _memoryview_at(pointer, size, readonly):
    address, _ = _pointer_of(pointer)
    return memoryview(_types._read(address, size))


def _cast(pointer, source, kind):
    is_pointer = isinstance(kind, CType_Type) and (
        issubclass(kind, (_types._Pointer, CFuncPtr))
        or issubclass(kind, _types._SimpleCData) and kind._type_ in "PzZsXO"
    )
    if not is_pointer:
        raise TypeError("cast() argument 2 must be a pointer type")
    address, kept = _pointer_of(pointer)
    result = kind._at(0, None)
    result._allocate(8)
    _types._write(result._addr, address.to_bytes(8, "little"))
    result._mem.keep(None, (source, kept))
    if isinstance(source, _CData) and source._mem.kept:
        result._mem.keep("cast", source._mem)
    return result


def _in_api(name):
    """What stands for the address of a function of CPython's C API; None if it is not there."""
    import _ctypes_api as api
    address = api.ADDRESSES.get(name)
    if address is not None:
        _IN_PYTHON[address] = api.FUNCTIONS[name]
    return address


_IN_PYTHON = {-1: _string_at, -2: _wstring_at, -3: _cast, -4: _memoryview_at}


# ---- functions of the program that C calls

_callbacks = {}


class _Callback:
    """A function of the program, and the code by which C calls it."""

    def __init__(self, function, restype, argtypes, flags):
        self.number = None
        self.function, self.restype, self.argtypes = function, restype, argtypes
        number = _core.take_callback()
        if number is None:
            raise MemoryError("no more functions for C to call")
        self.number = number
        _callbacks[number] = function, restype, argtypes

    def __del__(self):
        if self.number is not None:
            _callbacks.pop(self.number, None)
            _core.free_callback(self.number)


def _enter(number, content):
    """C has called a function: what goes into the register of words, and of numbers."""
    what = "calling"
    try:
        function, restype, argtypes = _callbacks[number]
        result = function(*_arguments(argtypes, content))
        what = "converting result of"
        return _answer(restype, result)
    except BaseException as error:
        from _sys import _report_unraisable
        message = f"Exception ignored while {what} ctypes callback function"
        if number in _callbacks:
            message += f" {_callbacks[number][0]!r}"
        _report_unraisable(error, message, None)
        return bytes(16)


def _arguments(argtypes, content):
    words = [content[place:place + 8] for place in range(0, 8 * _WORDS, 8)]
    start = 8 * _WORDS
    numbers = [content[place:place + 8] for place in range(start, start + 8 * _NUMBERS, 8)]
    start += 8 * _NUMBERS
    stack = [content[place:place + 8] for place in range(start, len(content), 8)]
    for kind in argtypes:
        if issubclass(kind, (_types.Structure, _types.Union)):
            halves = _halves(kind) or "s" * (-(-kind._c_size // 8))
            if halves.count("w") > len(words) or halves.count("n") > len(numbers):
                halves = "s" * len(halves)
            sources = {"w": words, "n": numbers, "s": stack}
            taken = b"".join(sources[half].pop(0) for half in halves)
        else:
            is_number = getattr(kind, "_type_", None) in ("f", "d")
            source = numbers if is_number else words
            taken = (source or stack).pop(0)
        taken = taken[:kind._c_size]
        if kind._c_is_plain:
            yield _types._decode(kind._type_, taken)
        else:
            made = kind._at(0, None)
            made._allocate(kind._c_size)
            _types._write(made._addr, taken)
            yield made


def _answer(restype, result):
    if restype is None:
        return bytes(16)
    made = result if isinstance(result, restype) else restype(result)
    content = bytes(made)
    if getattr(restype, "_type_", None) in ("f", "d"):
        return bytes(8) + content.ljust(8, b"\0")
    is_signed = getattr(restype, "_type_", None) in _types._SIGNED
    word = int.from_bytes(content[:8], "little", signed=is_signed)
    return (word & _MASK).to_bytes(8, "little") + bytes(8)
