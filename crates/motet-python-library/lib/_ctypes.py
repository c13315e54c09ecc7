"""C data and functions, over `_ctypes_core`.

What an instance holds lies in memory outside of the heap, at an address that stays: `_mem` owns
it (or is that of the object whose part the instance is), `_addr` is where it begins. What the
memory points to is kept alive by `_mem.kept`, under the address of the pointer.
"""

import struct as _struct
import sys as _sys
import _ctypes_core as _core

__version__ = "1.1.0"
RTLD_LOCAL, RTLD_GLOBAL = 0, 0x100
FUNCFLAG_CDECL, FUNCFLAG_PYTHONAPI, FUNCFLAG_USE_ERRNO, FUNCFLAG_USE_LASTERROR = 1, 4, 8, 16
SIZEOF_TIME_T = 8
CTYPES_MAX_ARGCOUNT = 1024

# Functions that are Python here: where the library expects addresses, no memory has these.
_string_at_addr, _wstring_at_addr, _cast_addr, _memoryview_at_addr = -1, -2, -3, -4
_memmove_addr, _memset_addr = _core.known_addresses()


class ArgumentError(Exception):
    __module__ = "ctypes"


# ---- memory

class _Memory:
    """Memory of the C library, freed when nobody refers to it."""

    __slots__ = ("address", "size", "kept", "_frees")

    def __init__(self, size):
        self._frees = False
        self.address = _core.allocate(size)
        self.size, self.kept, self._frees = size, None, True

    @classmethod
    def at(cls, address, size, owner=None):
        self = object.__new__(cls)
        self.address, self.size, self.kept, self._frees = address, size, None, False
        if owner is not None:
            self.keep(None, owner)
        return self

    def keep(self, place, value):
        if self.kept is None:
            self.kept = {}
        self.kept[place] = value

    def __del__(self):
        if self._frees:
            _core.release(self.address)


from _ctypes_buffers import lent as _lent, read as _read, write as _write  # noqa: E402


class _Copied:
    """Stands for an object whose bytes were copied into a part, among what memory keeps alive."""

    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value


def _text_at(address, size=-1):
    if size == -1:
        size = _core.text_length(address, 1)
    return _read(address, size)


def _wide_text_at(address, size=-1):
    if size == -1:
        size = _core.text_length(address, 4)
    return _read(address, 4 * size).decode("utf-32-le", "surrogatepass")


# ---- the codes of simple types

_SIZES = {
    "c": 1, "b": 1, "B": 1, "?": 1, "h": 2, "H": 2, "i": 4, "I": 4, "l": 8, "L": 8, "q": 8,
    "Q": 8, "f": 4, "d": 8, "g": 16, "P": 8, "z": 8, "Z": 8, "O": 8, "u": 4, "v": 2,
}
_SIGNED, _UNSIGNED = frozenset("bhilq"), frozenset("BHILQ")
_FORMATS = {"c": "<c", "?": "<?", "v": "<v", "u": "<w", "O": "<O", "g": "<g", "P": "<P", "z": "<z", "Z": "<Z"}
# Objects of Python in C's hands, by what stands for them.
_objects_given = {}


def _instance_name(value):
    return type(value).__name__


def _extended(number):
    """The ten bytes of a long double, padded to sixteen."""
    if number != number:
        return b"\0" * 7 + b"\xc0\xff\x7f" + b"\0" * 6
    sign = 0x8000 if _struct.pack(">d", number)[0] & 0x80 else 0
    if number in (float("inf"), -float("inf")):
        return b"\0" * 7 + b"\x80" + (sign | 0x7FFF).to_bytes(2, "little") + b"\0" * 6
    if number == 0:
        return b"\0" * 8 + sign.to_bytes(2, "little") + b"\0" * 6
    import math
    mantissa, exponent = math.frexp(abs(number))
    bits = int(mantissa * 2**53) << 11
    exponent = sign | exponent + 16382
    return bits.to_bytes(8, "little") + exponent.to_bytes(2, "little") + b"\0" * 6


def _from_extended(content):
    import math
    bits = int.from_bytes(content[:8], "little")
    exponent = int.from_bytes(content[8:10], "little")
    sign = -1.0 if exponent & 0x8000 else 1.0
    exponent &= 0x7FFF
    if exponent == 0x7FFF:
        return sign * float("inf") if bits << 1 & (1 << 64) - 1 == 0 else float("nan")
    return sign * math.ldexp(bits, exponent - 16446)


def _decode(code, content, order="little"):
    """The value that bytes of a simple type stand for."""
    if code in _SIGNED:
        return int.from_bytes(content, order, signed=True)
    if code in _UNSIGNED:
        return int.from_bytes(content, order)
    if code in "fd":
        return _struct.unpack((">" if order == "big" else "<") + code, content)[0]
    if code == "c":
        return content
    if code in "?v":
        return any(content)
    if code == "u":
        return chr(int.from_bytes(content, order))
    if code == "g":
        return _from_extended(content)
    address = int.from_bytes(content, "little")
    if code == "O":
        if not address:
            raise ValueError("PyObject is NULL")
        return _objects_given[address]
    if not address:
        return None
    if code == "z":
        return _text_at(address)
    return _wide_text_at(address) if code == "Z" else address


def _whole(value, code):
    if not hasattr(type(value), "__index__"):
        raise TypeError(f"'{_instance_name(value)}' object cannot be interpreted as an integer")
    return value.__index__()


def _real(value):
    kind = type(value)
    if kind is float:
        return value
    if not (hasattr(kind, "__float__") or hasattr(kind, "__index__")):
        raise TypeError(f"must be real number, not {kind.__name__}")
    return float(value)


def _encode(code, value, order="little"):
    """The bytes of a value of a simple type, and what must be kept alive for them."""
    if code in _SIGNED or code in _UNSIGNED:
        size = _SIZES[code]
        number = value if type(value) is int else _whole(value, code)
        return (number & (1 << 8 * size) - 1).to_bytes(size, order), None
    if code in "fd":
        return _struct.pack((">" if order == "big" else "<") + code, _real(value)), None
    if code == "g":
        return _extended(float(value)), None
    if code == "?":
        return (b"\1" if value else b"\0"), None
    if code == "v":
        return (b"\xff\xff" if value else b"\0\0"), None
    if code == "c":
        return _encode_byte(value), None
    if code == "u":
        if not isinstance(value, str):
            raise TypeError(
                f"a unicode character expected, not instance of {_instance_name(value)}"
            )
        if len(value) != 1:
            raise TypeError(f"a unicode character expected, not a string of length {len(value)}")
        return ord(value).to_bytes(4, order), None
    if code == "O":
        _objects_given[id(value)] = value
        return id(value).to_bytes(8, "little"), value
    return _encode_pointer(code, value)


def _encode_byte(value):
    if isinstance(value, (bytes, bytearray)):
        if len(value) == 1:
            return bytes(value)
        raise TypeError(
            "one character bytes, bytearray, or an integer in range(256) expected, not "
            f"{_instance_name(value)} of length {len(value)}"
        )
    if isinstance(value, int) and 0 <= value < 256:
        return bytes([value])
    what = "an integer out of range" if isinstance(value, int) else _instance_name(value)
    raise TypeError(
        f"one character bytes, bytearray, or an integer in range(256) expected, not {what}"
    )


def _encode_pointer(code, value):
    if value is None:
        return b"\0" * 8, None
    if isinstance(value, int):
        return (value & (1 << 64) - 1).to_bytes(8, "little"), None
    if code == "z" and isinstance(value, bytes):
        text = value + b"\0"
    elif code == "Z" and isinstance(value, str):
        text = value.encode("utf-32-le", "surrogatepass") + b"\0" * 4
    elif code == "P":
        raise TypeError("cannot be converted to pointer")
    else:
        kind = "bytes" if code == "z" else "unicode string"
        raise TypeError(
            f"{kind} or integer address expected instead of {_instance_name(value)} instance"
        )
    memory = _Memory(len(text))
    _write(memory.address, text)
    return memory.address.to_bytes(8, "little"), (memory, value)


# ---- classes

class CType_Type(type):
    """What all classes of C data share. A class is laid out by `__init__`; without that it is
    abstract."""

    def __init__(cls, name, bases, entries, **options):
        if "_c_is_ready" in cls.__dict__:
            raise SystemError(f"StgInfo of {cls.__name__!r} is already initialized.")
        type.__setattr__(cls, "_c_is_ready", True)
        if bases != (_CData,):
            cls._get_ready(bases, entries)

    def _get_ready(cls, bases, entries):
        """Lays out the class, which is not one of those that the others stand on."""

    def _info(cls):
        """The class's size; classes without one are abstract."""
        size = cls._c_size
        if size is None:
            raise TypeError("abstract class")
        return size

    def _at(cls, address, memory):
        """An instance over memory that is there."""
        self = object.__new__(cls)
        self._mem, self._addr = memory, address
        return self

    def from_address(cls, address, /):
        size = cls._info()
        if not isinstance(address, int):
            raise TypeError("integer expected")
        return cls._at(address, _Memory.at(address, size))

    def from_buffer(cls, source, offset=0, /):
        size = cls._info()
        if offset < 0:
            raise ValueError("offset cannot be negative")
        if isinstance(source, _CData):
            address, length, owner = source._addr, _size_of(source), source._mem
        else:
            place = getattr(source, "_motet_address", None)
            if place is None:
                owner = _lent(source)
                address, length = owner.address, owner.size
            else:
                (address, length), owner = place(), source
        if size > length - offset:
            raise ValueError(
                f"Buffer size too small ({length} instead of at least {size + offset} bytes)"
            )
        address += offset
        memory = owner if isinstance(owner, _Memory) else _Memory.at(address, size, owner)
        return cls._at(address, memory)

    def from_buffer_copy(cls, source, offset=0, /):
        size = cls._info()
        if offset < 0:
            raise ValueError("offset cannot be negative")
        content = bytes(source) if isinstance(source, _CData) else bytes(memoryview(source))
        if size > len(content) - offset:
            raise ValueError(
                f"Buffer size too small ({len(content)} instead of at least {size + offset} bytes)"
            )
        self = cls._at(0, None)
        self._allocate(size)
        _write(self._addr, content[offset:offset + size])
        return self

    def in_dll(cls, library, name, /):
        size = cls._info()
        address = _core.symbol(library._handle, name)
        if isinstance(address, str):
            return cls._variable_of_api(library, name, address)
        return cls._at(address, _Memory.at(address, size, library))

    def _variable_of_api(cls, library, name, message):
        """A variable of CPython's C API that has a value here too."""
        import ctypes
        from _ctypes_api import VARIABLES
        if library is not ctypes.pythonapi or name not in VARIABLES:
            raise ValueError(message or f"symbol {name!r} not found")
        self = cls._at(0, None)
        self._allocate(cls._c_size)
        _write(self._addr, VARIABLES[name].to_bytes(4, "little")[:cls._c_size])
        return self

    def from_param(cls, value, /):
        if isinstance(value, cls):
            return value
        given = getattr(value, "_as_parameter_", None)
        if given is not None:
            return cls.from_param(given)
        if isinstance(value, CArgObject) and isinstance(value._obj, cls):
            return value
        raise TypeError(
            f"expected {cls.__name__} instance instead of {_instance_name(value)}"
        )

    def __mul__(cls, length):
        if not isinstance(length, int):
            raise TypeError(
                f"can't multiply sequence by non-int of type '{_instance_name(length)}'"
            )
        if length < 0:
            raise ValueError(f"Array length must be >= 0, not {length}")
        if length > _sys.maxsize:
            raise OverflowError("cannot fit 'int' into an index-sized integer")
        key = cls, length
        found = _array_types.get(key)
        if found is None:
            name = f"{cls.__name__}_Array_{length}"
            found = PyCArrayType(name, (Array,), {"_length_": length, "_type_": cls})
            found.__module__ = _sys._getframe(1).f_globals.get("__name__", "__main__")
            _array_types[key] = found
        return found

    __rmul__ = __mul__

    @property
    def __pointer_type__(cls):
        found = cls.__dict__.get("_c_pointer")
        if found is None:
            raise AttributeError(f"{cls!r} has no attribute '__pointer_type__'")
        return found

    @__pointer_type__.setter
    def __pointer_type__(cls, pointer):
        type.__setattr__(cls, "_c_pointer", pointer)

    @__pointer_type__.deleter
    def __pointer_type__(cls):
        if "_c_pointer" not in cls.__dict__:
            raise AttributeError("__pointer_type__")
        type.__delattr__(cls, "_c_pointer")


CType_Type.__module__ = "_ctypes"
_array_types = {}


class _CData:
    _c_size, _c_align, _c_format, _mem, _addr = None, 1, None, None, 0

    def __new__(cls, *args, **kwargs):
        if cls._c_size is None:
            raise TypeError("abstract class")
        self = object.__new__(cls)
        # (A class's own `__init__` need not call the one that it replaces.)
        if issubclass(cls, (Structure, Union)):
            cls._end_layout()
        self._allocate(cls._c_size)
        return self

    def _allocate(self, size):
        self._mem = memory = _Memory(size)
        self._addr = memory.address

    def _is_made(self):
        return self._mem is not None

    @property
    def _objects(self):
        return _objects_of(self)

    @property
    def _b_needsfree_(self):
        return int(self._mem._frees)

    @property
    def _b_base_(self):
        return None

    def __bytes__(self):
        return _read(self._addr, _size_of(self))

    def __buffer__(self, flags, /):
        return _view_of(self)

    def _motet_address(self):
        return self._addr, _size_of(self)

    def __reduce__(self):
        if _has_pointers(type(self)):
            raise ValueError("ctypes objects containing pointers cannot be pickled")
        return _unpickle, (type(self), (self.__dict__.copy(), bytes(self)))

    def __setstate__(self, state):
        content, given = state
        _write(self._addr, given[:_size_of(self)])
        self.__dict__.update(
            (name, value) for name, value in content.items() if name not in ("_mem", "_addr")
        )

    def __hash__(self):
        return object.__hash__(self)


_CData.__module__ = "_ctypes"


def _unpickle(cls, state):
    self = cls._at(0, None)
    self._allocate(cls._info())
    self.__setstate__(state)
    return self


def _has_pointers(cls):
    if issubclass(cls, (Structure, Union)):
        return any(_has_pointers(field.type) for field in _fields_of(cls))
    if issubclass(cls, Array):
        return _has_pointers(cls._type_)
    return issubclass(cls, (_Pointer, CFuncPtr)) or getattr(cls, "_type_", "") in tuple("PzZO")


def _size_of(value):
    memory = value._mem
    return memory.size if memory.address == value._addr and memory._frees else value._c_size


def _view_of(value):
    """A memory view of a copy: the memory of C is no memory of the heap."""
    content = bytes(value)
    cls = type(value)
    shape = []
    while issubclass(cls, Array):
        shape.append(cls._length_)
        cls = cls._type_
    code = (cls._c_format or "B").lstrip("<")
    view = memoryview(content)
    if code in tuple("bBhHiIlLqQfd?c") and len(content) == _product(shape) * cls._c_size:
        return view.cast(code, shape) if shape and shape[0] else view.cast(code)
    return view


def _objects_of(value):
    """What an object keeps alive, as CPython tells it: by the indices of the parts, the innermost
    first. (What a part keeps alive is told by the whole.)"""
    memory, cls = value._mem, type(value)
    if memory.kept is None or memory.address != value._addr:
        return None
    found = {}
    for address, kept in memory.kept.items():
        told = _told(kept)
        if not isinstance(address, int):
            found["ffffffff" if address is None else address] = told
        elif issubclass(cls, _SimpleCData):
            return told
        elif issubclass(cls, _Pointer):
            found["1"] = told
        else:
            copied = type(kept.value) if isinstance(kept, _Copied) else None
            path = _path_to(cls, address - value._addr, copied)
            found[":".join([f"{index:x}" for index in reversed(path)])] = told
    return found


def _told(kept):
    if isinstance(kept, _Copied):
        return kept.value._objects or {}
    # (The bytes that C sees of a text stand beside it.)
    is_text = type(kept) is tuple and len(kept) == 2 and isinstance(kept[0], _Memory)
    return kept[1] if is_text else kept


def _path_to(cls, offset, copied):
    """The indices that lead to a part: one of a class whose object was copied, else one without
    parts."""
    path = []
    while not path or cls is not copied:
        if issubclass(cls, (Structure, Union)):
            for index, field in enumerate(_fields_of(cls)):
                if 0 <= offset - field.byte_offset < field.byte_size:
                    break
            else:
                break
            offset, cls = offset - field.byte_offset, field.type
        elif issubclass(cls, Array) and cls._type_._c_size:
            cls = cls._type_
            index, offset = divmod(offset, cls._c_size)
        else:
            break
        path.append(index)
    return path


def _product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


def _get(cls, address, memory, owner_swaps=False):
    """What a part of an object is: a value for simple types and texts, else an object."""
    if cls._c_is_plain:
        return _decode(cls._type_, _read(address, cls._c_size), cls._c_order)
    if cls._c_text:
        return cls._at(address, memory).value
    return cls._at(address, memory)


def _set(cls, address, memory, value):
    """Sets a part of an object."""
    if isinstance(value, cls):
        _write(address, bytes(value))
        if not cls._c_is_plain or value._mem.kept:
            memory.keep(address, _Copied(value))
    elif issubclass(cls, _SimpleCData):
        content, kept = _encode(cls._type_, value, cls._c_order)
        _write(address, content)
        if kept is not None:
            memory.keep(address, kept)
    elif issubclass(cls, Array) and cls._c_text and not isinstance(value, (Array, tuple)):
        name = _instance_name(value)
        if cls._type_._type_ == "c" and not isinstance(value, bytes):
            raise TypeError(f"expected bytes, {name} found")
        if cls._type_._type_ == "u" and not isinstance(value, str):
            raise TypeError(f"unicode string expected instead of {name} instance")
        # What follows the first zero is no part of the text.
        end = b"\0" if isinstance(value, bytes) else "\0"
        cls._at(address, memory).value = value.partition(end)[0]
    elif issubclass(cls, (_Pointer, CFuncPtr)) and value is None:
        _write(address, b"\0" * 8)
    elif isinstance(value, Array) and issubclass(cls, _Pointer) and cls._type_ is value._type_:
        _write(address, value._addr.to_bytes(8, "little"))
        memory.keep(address, value)
    elif isinstance(value, tuple) and issubclass(cls, (Structure, Union, Array)):
        try:
            made = cls(*value)
        except Exception as error:
            message = f"({cls.__name__}) {type(error).__name__}: {error}"
            raise RuntimeError(message) from None
        _write(address, bytes(made))
        memory.keep(address, _Copied(made))
    elif issubclass(cls, CFuncPtr) and callable(value):
        made = cls(value)
        _write(address, bytes(made))
        memory.keep(address, made)
    else:
        raise TypeError(
            f"incompatible types, {_instance_name(value)} instance instead of {cls.__name__} "
            "instance"
        )


_CData._c_is_plain, _CData._c_order, _CData._c_text = False, "little", False


# ---- simple types

class PyCSimpleType(CType_Type):
    def _get_ready(cls, bases, entries):
        code = getattr(cls, "_type_", None)
        if code is None:
            raise AttributeError("class must define a '_type_' attribute")
        if not isinstance(code, str) or len(code) != 1 or code not in _SIZES:
            raise AttributeError(
                "class must define a '_type_' attribute which must be\n"
                "a single character string containing one of the\n"
                "supported types: 'cbBhHiIlLdfuzZqQPOv?g'."
            )
        cls._c_size = cls._c_align = _SIZES[code]
        cls._c_is_plain = _SimpleCData in bases
        cls._c_format = _FORMATS.get(code, "<" + code)
        is_first = not bases or _SimpleCData in bases
        if is_first and "_c_order" not in entries and code in "hHiIlLqQfd":
            swapped = {"_type_": code, "_c_order": "big", "__module__": cls.__module__}
            other = type(cls)(cls.__name__, bases, swapped)
            other._c_format = ">" + code
            cls.__ctype_le__ = other.__ctype_le__ = cls
            cls.__ctype_be__ = other.__ctype_be__ = other

    def from_param(cls, value, /):
        if isinstance(value, cls):
            return value
        cls._info()
        code = cls._type_
        if code in "zZP":
            return _pointer_param(cls, code, value)
        try:
            return _as_argument(cls, value)
        except TypeError as error:
            given = getattr(value, "_as_parameter_", None)
            if given is None:
                raise
            return cls.from_param(given)


PyCSimpleType.__module__ = "_ctypes"


def _as_argument(cls, value):
    """A value of a simple class, for a call."""
    data = cls._at(0, None)
    data._allocate(cls._c_size)
    _SimpleCData.value.fset(data, value)
    kept = (data._mem.kept or {}).get(data._addr)
    return CArgObject(_told(kept), 0, cls._type_, data)


def _pointer_param(cls, code, value):
    """An argument where C takes a text or any address."""
    if value is None or isinstance(value, bytes if code != "Z" else str):
        return _as_argument(cls if code != "P" or value is None else _c_text, value)
    if code == "P":
        if isinstance(value, int):
            return _as_argument(cls, value)
        if isinstance(value, str):
            return _as_argument(_c_wide_text, value)
        if isinstance(value, (Array, _Pointer, CFuncPtr, CArgObject)):
            return value
        if isinstance(value, _SimpleCData) and value._type_ in tuple("zZP"):
            return value
    else:
        unit = "c" if code == "z" else "u"
        if isinstance(value, (Array, _Pointer)) and getattr(value._type_, "_type_", "") == unit:
            return value
        if isinstance(value, CArgObject) and getattr(value._obj, "_type_", "") == unit:
            return value
    given = getattr(value, "_as_parameter_", None)
    if given is not None:
        return cls.from_param(given)
    raise TypeError(
        f"'{_instance_name(value)}' object cannot be interpreted as ctypes.{cls.__name__}"
    )


class _SimpleCData(_CData, metaclass=PyCSimpleType):
    __module__ = "_ctypes"

    def __init__(self, *values):
        if len(values) > 1:
            name = type(self).__name__
            raise TypeError(f"{name} expected at most 1 argument, got {len(values)}")
        if not self._is_made():
            self._allocate(type(self)._c_size)
        if values:
            self.value = values[0]

    @property
    def value(self):
        return _decode(self._type_, _read(self._addr, self._c_size), self._c_order)

    @value.setter
    def value(self, value):
        content, kept = _encode(self._type_, value, self._c_order)
        _write(self._addr, content)
        if kept is not None:
            self._mem.keep(self._addr, kept)

    @value.deleter
    def value(self):
        raise TypeError("can't delete attribute")

    def __bool__(self):
        if self._type_ == "c":
            return self.value != b"\0"
        return _read(self._addr, self._c_size) != bytes(self._c_size) and bool(self.value)

    def __ctypes_from_outparam__(self, /):
        return self.value if self._c_is_plain else self

    def __repr__(self):
        cls = type(self)
        if not self._c_is_plain:
            return f"<{cls.__name__} object at {id(self):#x}>"
        return f"{type(self).__name__}({self.value!r})"


class _c_text(_SimpleCData):
    _type_ = "z"


class _c_wide_text(_SimpleCData):
    _type_ = "Z"


# ---- structures and unions

class CField:
    """A part of a structure or union."""

    __module__ = "ctypes"

    def __init__(
        self, *, name, type, byte_size, byte_offset, index, _internal_use, bit_size=None,
        bit_offset=None,
    ):
        if byte_size != type._info():
            raise ValueError(
                f"byte size of field {name!r} ({byte_size}) does not match type size ({type._info()})"
            )
        if bit_size is not None and (bit_offset or 0) + bit_size > 8 * byte_size:
            raise ValueError(
                f"bit field {name!r} overflows its type "
                f"({bit_offset} + {bit_size} > {8 * byte_size})"
            )
        is_bitfield = bit_size is not None
        self.__dict__.update(
            name=name, type=type, offset=byte_offset, byte_offset=byte_offset,
            byte_size=byte_size, is_bitfield=is_bitfield,
            bit_size=bit_size if is_bitfield else 8 * byte_size, bit_offset=bit_offset or 0,
            is_anonymous=False, size=bit_size << 16 | bit_offset if is_bitfield else byte_size,
        )

    def __setattr__(self, name, value):
        if name not in self.__dict__:
            message = f"'ctypes.CField' object has no attribute {name!r} and no __dict__ "
            message += "for setting new attributes"
            raise AttributeError(message, name=name, obj=self)
        raise AttributeError("readonly attribute")

    def __delattr__(self, name):
        self.__setattr__(name, None)

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        address = self._place(instance)
        if not self.is_bitfield:
            return _get(self.type, address, instance._mem)
        number = int.from_bytes(_read(address, self.byte_size), self.type._c_order)
        number = number >> self.bit_offset & (1 << self.bit_size) - 1
        if self.type._type_ in _SIGNED and number >> self.bit_size - 1:
            number -= 1 << self.bit_size
        return bool(number) if self.type._type_ == "?" else number

    def _place(self, instance):
        try:
            return instance._addr + self.byte_offset
        except AttributeError:
            raise TypeError("not a ctype instance") from None

    def __set__(self, instance, value):
        address = self._place(instance)
        if not self.is_bitfield:
            return _set(self.type, address, instance._mem, value)
        order = self.type._c_order
        number = int.from_bytes(_read(address, self.byte_size), order)
        mask = (1 << self.bit_size) - 1 << self.bit_offset
        new = _whole(value, self.type._type_) << self.bit_offset & mask
        _write(address, (number & ~mask | new).to_bytes(self.byte_size, order))

    def __delete__(self, instance):
        raise TypeError("can't delete attribute")

    def __repr__(self):
        if self.is_bitfield:
            size = f"bit_size={self.bit_size}, bit_offset={self.bit_offset}"
        else:
            size = f"size={self.byte_size}"
        kind = self.type.__name__
        return f"<ctypes.CField {self.name!r} type={kind}, ofs={self.byte_offset}, {size}>"


class _AggregateType(CType_Type):
    def __new__(meta, name, bases, entries, **options):
        return type.__new__(meta, name, bases, entries, **options)

    def _get_ready(cls, bases, entries):
        if "_abstract_" in entries:
            return
        for base in bases:
            if isinstance(base, _AggregateType) and base._c_size is not None:
                base._end_layout()
        if "_fields_" in entries:
            # (The metaclass of the other byte order changes them.)
            cls._fields_ = entries["_fields_"]
        elif cls._c_size is None:
            cls._c_size = 0

    def _end_layout(cls):
        """From now on `_fields_` stays as it is."""
        if "_c_fields" not in cls.__dict__:
            type.__setattr__(cls, "_c_fields", list(_fields_of(cls)))

    def __setattr__(cls, name, value):
        if name == "_fields_":
            if "_c_is_ready" not in cls.__dict__:
                raise TypeError("ctypes state is not initialized")
            if "_c_fields" in cls.__dict__:
                raise AttributeError("_fields_ is final")
            type.__setattr__(cls, name, value)
            _lay_out(cls, value)
        else:
            type.__setattr__(cls, name, value)

    def from_param(cls, value, /):
        if isinstance(value, tuple):
            return cls(*value)
        return super().from_param(value)


class PyCStructType(_AggregateType):
    __module__ = "_ctypes"


class UnionType(_AggregateType):
    __module__ = "_ctypes"


def _lay_out(cls, fields):
    from ctypes._layout import get_layout
    base = next((base for base in cls.__mro__[1:] if base.__dict__.get("_c_fields")), None)
    fields = list(fields)
    pack = getattr(cls, "_pack_", None)
    if isinstance(pack, int) and pack < 0:
        raise ValueError("_pack_ must be a non-negative integer")
    for field in fields:
        if not isinstance(field, tuple) or len(field) < 2:
            raise TypeError("_fields_ must be a sequence of pairs")
        if not isinstance(field[1], CType_Type):
            raise TypeError("second item in _fields_ tuple (index 0) must be a C type")
        if len(field) > 2 and (
            not issubclass(field[1], _SimpleCData) or field[1]._type_ not in tuple("bBhHiIlLqQ?")
        ):
            raise TypeError(f"bit fields not allowed for type {field[1].__name__}")
        if isinstance(field[1], _AggregateType):
            field[1]._end_layout()
    if "_c_fields" in cls.__dict__:
        raise AttributeError("Structure or union cannot contain itself")
    layout = get_layout(cls, fields, issubclass(cls, Structure), base)
    inherited = base._c_fields if base is not None else []
    type.__setattr__(cls, "_c_fields", inherited + list(layout.fields))
    cls._c_size, cls._c_align, cls._c_format = layout.size, layout.align, layout.format_spec
    for field in layout.fields:
        type.__setattr__(cls, field.name, field)
    for name in cls.__dict__.get("_anonymous_", ()):
        field = cls.__dict__.get(name)
        if not isinstance(field, CField):
            raise AttributeError(name)
        field.__dict__["is_anonymous"] = True
        _open_up(cls, field, field.byte_offset)


def _fields_of(cls):
    return getattr(cls, "_c_fields", ())


def _open_up(cls, outer, offset):
    """The parts of an anonymous part are those of the whole too."""
    # (With the names that its own anonymous parts have given it.)
    parts = [part for base in outer.type.__mro__[::-1] for part in vars(base).values()]
    for inner in parts:
        if not isinstance(inner, CField):
            continue
        part = object.__new__(CField)
        offset_here = inner.byte_offset + offset
        part.__dict__.update(inner.__dict__, byte_offset=offset_here, offset=offset_here)
        if inner.name not in cls.__dict__:
            type.__setattr__(cls, inner.name, part)


def _init_fields(self, *values, **named):
    cls = type(self)
    cls._end_layout()
    if not self._is_made():
        self._allocate(cls._c_size)
    names = [field.name for field in _fields_of(cls)]
    if len(values) > len(names):
        raise TypeError("too many initializers")
    for name, value in zip(names, values):
        if name in named:
            raise TypeError(f"duplicate values for field '{name}'")
        setattr(self, name, value)
    for name, value in named.items():
        setattr(self, name, value)


class Structure(_CData, metaclass=PyCStructType):
    """Structure base class"""

    __module__ = "_ctypes"
    __init__ = _init_fields


class Union(_CData, metaclass=UnionType):
    """Union base class"""

    __module__ = "_ctypes"
    __init__ = _init_fields


# ---- arrays

class PyCArrayType(CType_Type):
    __module__ = "_ctypes"

    def _get_ready(cls, bases, entries):
        length, item = getattr(cls, "_length_", None), getattr(cls, "_type_", None)
        if length is None:
            raise AttributeError("class must define a '_length_' attribute")
        if not isinstance(length, int):
            raise TypeError("The '_length_' attribute must be an integer")
        if length < 0:
            raise ValueError("The '_length_' attribute must not be negative")
        if length > _sys.maxsize:
            raise OverflowError("The '_length_' attribute is too large")
        if item is None:
            raise AttributeError("class must define a '_type_' attribute")
        if not isinstance(item, CType_Type):
            raise TypeError("_type_ must have storage info")
        if length * item._info() > _sys.maxsize:
            raise OverflowError("array too large")
        cls._c_size, cls._c_align = length * item._info(), item._c_align
        cls._c_format = item._c_format
        cls._c_text = item._c_is_plain and item._type_ in "cu"

    def from_param(cls, value, /):
        if isinstance(value, tuple):
            return cls(*value)
        if cls._c_text and isinstance(value, bytes if cls._type_._type_ == "c" else str):
            made = cls()
            made.value = value
            return made
        return super().from_param(value)


class Array(_CData, metaclass=PyCArrayType):
    """Abstract base class for arrays."""

    __module__ = "_ctypes"

    def __init__(self, *values):
        cls = type(self)
        if not self._is_made():
            self._allocate(cls._c_size)
        for place, value in enumerate(values):
            self[place] = value

    def __len__(self):
        return self._length_

    def _place(self, index):
        index = index.__index__()
        if index < 0:
            index += self._length_
        if not 0 <= index < self._length_:
            raise IndexError("invalid index")
        return self._addr + index * self._type_._c_size

    def __getitem__(self, index):
        if isinstance(index, slice):
            places = range(*index.indices(self._length_))
            return _joined(self._type_, [self[place] for place in places])
        return _get(self._type_, self._place(index), self._mem)

    def __setitem__(self, index, value):
        if isinstance(index, slice):
            places = range(*index.indices(self._length_))
            if len(places) != len(value):
                raise ValueError("Can only assign sequence of same size")
            for place, one in zip(places, value):
                self[place] = one
        else:
            _set(self._type_, self._place(index), self._mem, value)

    def __delitem__(self, index):
        raise TypeError("Array does not support item deletion")

    def __iter__(self):
        for place in range(self._length_):
            yield self[place]

    def __getattr__(self, name):
        if name in ("value", "raw") and type(self)._c_text:
            content = _read(self._addr, self._c_size)
            if self._type_._type_ == "u":
                if name == "raw":
                    raise AttributeError(name)
                return content.decode("utf-32-le", "surrogatepass").partition("\0")[0]
            return content if name == "raw" else content.partition(b"\0")[0]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name, value):
        if name not in ("value", "raw") or not type(self)._c_text:
            object.__setattr__(self, name, value)
        elif self._type_._type_ == "u":
            if not isinstance(value, str):
                raise TypeError(f"unicode string expected instead of {_instance_name(value)} instance")
            if len(value) > self._length_:
                raise ValueError("string too long")
            end = "\0" if len(value) < self._length_ else ""
            _write(self._addr, (value + end).encode("utf-32-le", "surrogatepass"))
        else:
            if name == "value" and not isinstance(value, bytes):
                raise TypeError(f"bytes expected instead of {_instance_name(value)} instance")
            content = bytes(memoryview(value))
            if len(content) > self._length_:
                raise ValueError("byte string too long")
            end = b"\0" if name == "value" and len(content) < self._length_ else b""
            _write(self._addr, content + end)

    def __delattr__(self, name):
        if name in ("value", "raw") and type(self)._c_text:
            kind = TypeError if name == "value" else AttributeError
            raise kind("cannot delete attribute")
        object.__delattr__(self, name)

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)


def _joined(item, values):
    if item._c_is_plain and item._type_ == "c":
        return b"".join(values)
    if item._c_is_plain and item._type_ == "u":
        return "".join(values)
    return values


# ---- pointers

class PyCPointerType(CType_Type):
    __module__ = "_ctypes"

    def _get_ready(cls, bases, entries):
        cls._c_size = cls._c_align = 8
        cls._c_format = "<P"
        if "_type_" in entries:
            cls.set_type(entries["_type_"])

    def set_type(cls, kind, /):
        if not isinstance(kind, CType_Type):
            raise TypeError(f"{kind!r} must have storage info")
        type.__setattr__(cls, "_type_", kind)
        if "_c_pointer" not in kind.__dict__:
            kind.__pointer_type__ = cls
        if kind._c_format is not None:
            type.__setattr__(cls, "_c_format", "&" + kind._c_format)

    def from_param(cls, value, /):
        if value is None:
            return value
        cls._info()
        kind = getattr(cls, "_type_", None)
        if kind is None:
            raise TypeError("abstract class")
        if isinstance(value, kind):
            return byref(value)
        if isinstance(value, (_Pointer, Array)) and issubclass(value._type_, kind):
            return value
        if isinstance(value, CArgObject) and isinstance(value._obj, kind):
            return value
        if kind._c_is_plain and kind._type_ in "cu" and isinstance(
            value, bytes if kind._type_ == "c" else str
        ):
            return _as_argument(_c_text if kind._type_ == "c" else _c_wide_text, value)
        return super().from_param(value)


class _Pointer(_CData, metaclass=PyCPointerType):
    __module__ = "_ctypes"

    def __new__(cls, *args):
        # (A class below one that has a type does not inherit it.)
        if cls._c_size is None or cls.__dict__.get("_type_") is None:
            raise TypeError("Cannot create instance: has no _type_")
        return object.__new__(cls)

    def __init__(self, value=None):
        self._allocate(8)
        if value is not None:
            self.contents = value

    def _target(self):
        return int.from_bytes(_read(self._addr, 8), "little")

    @property
    def contents(self):
        address = self._target()
        if not address:
            raise ValueError("NULL pointer access")
        kept = (self._mem.kept or {}).get(self._addr)
        if isinstance(kept, _CData) and kept._addr == address and type(kept) is self._type_:
            return kept
        memory = _Memory.at(address, self._type_._c_size, self._mem)
        return self._type_._at(address, memory)

    @contents.setter
    def contents(self, value):
        if not isinstance(value, self._type_):
            raise TypeError(
                f"expected {self._type_.__name__} instead of {_instance_name(value)}"
            )
        _write(self._addr, value._addr.to_bytes(8, "little"))
        self._mem.keep(self._addr, value)

    @contents.deleter
    def contents(self):
        raise TypeError("Pointer does not support item deletion")

    def _place(self, index):
        address = self._target()
        if not address:
            raise ValueError("NULL pointer access")
        return address + index.__index__() * self._type_._c_size

    def __getitem__(self, index):
        if isinstance(index, slice):
            return self._items(index)
        place = self._place(index)
        return _get(self._type_, place, _Memory.at(place, self._type_._c_size, self._mem))

    def _items(self, index):
        step = 1 if index.step is None else index.step
        if index.start is None and step < 0:
            raise ValueError("slice start is required for step < 0")
        if index.stop is None:
            raise ValueError("slice stop is required")
        places = range(index.start or 0, index.stop, step)
        kind = self._type_
        if kind._c_is_plain and kind._type_ == "c" and step == 1:
            return _read(self._place(places.start), len(places))
        return _joined(kind, [self[place] for place in places])

    def __setitem__(self, index, value):
        _set(self._type_, self._place(index), self._mem, value)

    def __bool__(self):
        return self._target() != 0


class CArgObject:
    """An argument for a call: the address of an object (what `byref` gives), or a value of a simple
    class (what `from_param` makes), which is `_data`."""

    def __init__(self, value, offset, code="P", data=None):
        self._obj, self._offset, self._code, self._data = value, offset, code, data

    def __repr__(self):
        code, data = self._code, self._data
        if data is None:
            told = f"({self._obj._addr + self._offset:#x})"
        elif code in "bBhHiIlLqQfd":
            told = f"({_decode(code, bytes(data), data._c_order)!r})"
        elif code == "c":
            byte = bytes(data)
            told = f"('{byte.decode()}')" if byte.isalnum() else f"('\\x{byte[0]:02x}')"
        elif code in "zZP":
            told = f"({int.from_bytes(bytes(data), 'little'):#x})"
        else:
            told = f"at {id(self):#x}"
        return f"<cparam {code!r} {told}>"


CArgObject.__module__ = "_ctypes"


# ---- functions of the module

def byref(obj, offset=0, /):
    """byref(C instance[, offset=0]) -> byref-object"""
    if not isinstance(obj, _CData):
        raise TypeError(
            f"byref() argument 1 must be _ctypes._CData, not {_instance_name(obj)}"
        )
    return CArgObject(obj, offset)


def addressof(obj, /):
    """addressof(C instance) -> integer"""
    if not isinstance(obj, _CData):
        raise TypeError(
            f"addressof() argument must be _ctypes._CData, not {_instance_name(obj)}"
        )
    return obj._addr


def sizeof(obj, /):
    """sizeof(C type) -> integer"""
    if isinstance(obj, CType_Type) and obj._c_size is not None:
        return obj._c_size
    if isinstance(obj, _CData):
        return _size_of(obj)
    raise TypeError("this type has no size")


def alignment(obj, /):
    """alignment(C type) -> integer"""
    if isinstance(obj, CType_Type) and obj._c_size is not None or isinstance(obj, _CData):
        return obj._c_align
    raise TypeError("no alignment info")


def resize(obj, size, /):
    """Resizes the memory of an object."""
    if not isinstance(obj, _CData):
        raise TypeError("excepted ctypes instance")
    if size < obj._c_size:
        raise ValueError(f"minimum size is {obj._c_size}")
    if not obj._mem._frees or obj._mem.address != obj._addr:
        raise ValueError("Memory cannot be resized because this object doesn't own it")
    content, kept = bytes(obj), obj._mem.kept
    obj._allocate(size)
    obj._mem.kept = kept
    _write(obj._addr, content[:size])


def buffer_info(kind, /):
    """The format, the number of dimensions and the shape of a type."""
    cls = kind if isinstance(kind, CType_Type) else type(kind)
    shape = []
    while issubclass(cls, Array):
        shape.append(cls._length_)
        cls = cls._type_
    return cls._c_format, len(shape), tuple(shape)


def POINTER(cls):
    from ctypes import POINTER
    return POINTER(cls)


def pointer(obj):
    from ctypes import pointer
    return pointer(obj)


def dlopen(name, flag=RTLD_LOCAL, /):
    """dlopen(name, flag={RTLD_GLOBAL|RTLD_LOCAL}) open a shared library"""
    _sys.audit("ctypes.dlopen", name)
    handle = _core.open(name, flag)
    if isinstance(handle, str):
        raise OSError(handle)
    return handle


def dlclose(handle, /):
    """Gives a library back."""
    result = _core.close(handle)
    if isinstance(result, str):
        raise OSError(result)


def dlsym(handle, name, /):
    """The address of a symbol of a library."""
    address = _core.symbol(handle, name)
    if isinstance(address, str):
        raise OSError(address or f"symbol {name!r} not found")
    return address


from _ctypes_calls import (  # noqa: E402
    CFuncPtr, PyCFuncPtrType, _enter, call_cdeclfunction, call_function, get_errno, set_errno,
)
