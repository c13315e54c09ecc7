"""The machine's ncurses, as `_curses` and `_curses_panel` call it, over `_ctypes_core`.

The library is not made for threads, so one lock is held during every call. A call that does not
write to the terminal stays within the transaction, which it makes inevitable; one that writes
leaves it: what the program has written before comes first, and a slow terminal keeps no other
thread. Nothing here waits in C for a key: `_curses_keys` waits for the descriptor, without the
lock.
"""

import struct as _struct
from _thread import RLock as _RLock

import _ctypes_core as _core
from _ctypes_core import allocate, read, release, write

_RTLD_GLOBAL = 0x100
_LC_CTYPE = 0
_REGISTERS = 6

lock = _RLock()
# Whether calls may stay within their transactions (1, else 0): not once a window is shown at each
# change.
_may_stay = [1]
ERR, OK = -1, 0
CCHAR_SIZE = 28


def open_library(name, module):
    """The handle of a library; raises ImportError, as of a module that is not there."""
    handle = _core.open(name, _RTLD_GLOBAL)
    if isinstance(handle, str):
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)
    return handle


_curses = open_library("libncursesw.so.6", "_curses")
_c = _core.open(None, 0)


# ---- results

_int32 = _struct.Struct("<i20x").unpack
_uint32 = _struct.Struct("<I20x").unpack
_word = _struct.Struct("<Q16x").unpack


def as_int(content):
    return _int32(content)[0]


def as_unsigned(content):
    return _uint32(content)[0]


def as_bool(content):
    return content[0] != 0


def as_pointer(content):
    return _word(content)[0]


def as_none(content):
    return None


# ---- functions

_in_registers = _struct.Struct(f"<{_REGISTERS}q64x").pack


def function(name, result=as_int, writes=False, library=None):
    """A function of the library that takes words; None if the library does not have it."""
    address = _core.symbol(library or _curses, name)
    if isinstance(address, str):
        return None
    call, is_inside = _core.call, int(not writes)

    def foreign(a=0, b=0, c=0, d=0, e=0, f=0, *rest):
        words = _in_registers(a, b, c, d, e, f)
        if rest:
            words += _struct.pack(f"<{len(rest)}q", *rest)
        with lock:
            return result(call(address, words, 0, is_inside & _may_stay[0], 0))

    return foreign


def expect_writes():
    """From now on any call may write to the terminal."""
    _may_stay[0] = 0


def variable(name, is_pointer=False):
    """A function that reads a variable of the library."""
    address = _core.symbol(_curses, name)

    def value():
        content = read(address, 8 if is_pointer else 4)
        return int.from_bytes(content, "little", signed=not is_pointer)

    return value


def table(name, count):
    """The 32-bit words of a table of the library."""
    return _struct.unpack(f"<{count}I", read(_core.symbol(_curses, name), 4 * count))


def text_at(pointer):
    """The text, as bytes, that a pointer leads to; None for a null pointer."""
    return read(pointer, _core.text_length(pointer, 1)) if pointer else None


class Memory:
    """Memory for the time of a call: the address that `with` gives."""

    __slots__ = ("_address", "_content", "_size")

    def __init__(self, content=b"", size=0):
        self._content, self._size = content, max(size, len(content))

    def __enter__(self):
        self._address = allocate(self._size)
        if self._content:
            write(self._address, self._content)
        return self._address

    def __exit__(self, *_):
        release(self._address)


def wide(text):
    """The content of a zero-terminated text of wide characters."""
    return text.encode("utf-32-le", "surrogatepass") + b"\0\0\0\0"


# Texts are UTF-8 on this machine, which the library learns from the locale of C.
with Memory(b"C.UTF-8\0") as _name:
    function("setlocale", as_pointer, library=_c)(_LC_CTYPE, _name)

_open_memory = function("fmemopen", as_pointer, library=_c)
_open_growing = function("open_memstream", as_pointer, library=_c)
_close = function("fclose", library=_c)
_free = function("free", as_none, library=_c)


def from_file_content(read_from, content):
    """What a function of C reads from a file with such content: its result."""
    with Memory(content) as memory, Memory(b"rb\0") as mode:
        file = _open_memory(memory, len(content), mode) if content else 0
        if not file:
            return 0
        try:
            return read_from(file)
        finally:
            _close(file)


def file_content(write_to):
    """The result of a function of C that writes to a file, and what it has written."""
    with Memory(bytes(16)) as place:
        file = _open_growing(place, place + 8)
        if not file:
            raise MemoryError
        result = write_to(file)
        _close(file)
        address, size = _struct.unpack("<QQ", read(place, 16))
        content = read(address, size)
        _free(address)
    return result, content


# ---- arguments

def _range(bits, is_signed, too_small, too_large):
    """A function that takes whole numbers of so many bits, and words for others."""
    least, end = (-1 << bits - 1, 1 << bits - 1) if is_signed else (0, 1 << bits)

    def number(value):
        if type(value) is int and least <= value < end:
            return value
        if not hasattr(type(value), "__index__"):
            name = type(value).__name__
            raise TypeError(f"'{name}' object cannot be interpreted as an integer")
        value = value.__index__()
        if not least <= value < end:
            raise OverflowError(too_small if value < least else too_large)
        return value

    return number


def _formatted(kind):
    return f"{kind} integer is less than minimum", f"{kind} integer is greater than maximum"


# Numbers as functions with named parameters take them, and as those that read their arguments by a
# format do.
c_int = _range(32, True, *["Python int too large to convert to C int"] * 2)
c_long = _range(64, True, *["Python int too large to convert to C long"] * 2)
signed = _range(32, True, *_formatted("signed"))
c_short = _range(16, True, *_formatted("signed short"))
c_byte = _range(8, False, *_formatted("unsigned byte"))
# A number of any size that programs use.
any_number = _range(1 << 16, True, "", "")


def attribute(value):
    """Attributes of characters: the low 32 bits of a number."""
    return c_long(value) & 0xFFFFFFFF


def _kind(value):
    if isinstance(value, (str, bytes)):
        return f"a {type(value).__name__} of length {len(value)}"
    return type(value).__name__


def character(value, encoding):
    """A character as the library has it in one word, without attributes."""
    if isinstance(value, int):
        if not -1 << 63 <= value < 1 << 63:
            raise OverflowError("int doesn't fit in long")
        number = value
    elif isinstance(value, bytes) and len(value) == 1:
        number = value[0]
    elif isinstance(value, str) and len(value) == 1:
        number = ord(value)
        if number >= 128:
            content = value.encode(encoding)
            number = content[0] if len(content) == 1 else -1
    else:
        raise TypeError(f"expect int or bytes or str of length 1, got {_kind(value)}")
    if not 0 <= number < 1 << 32:
        raise OverflowError("byte doesn't fit in chtype")
    return number


def wide_character(value):
    """The number of a character for `unget_wch`."""
    if isinstance(value, str) and len(value) == 1:
        return ord(value)
    if not isinstance(value, int):
        raise TypeError(f"expect int or str of length 1, got {_kind(value)}")
    if not -1 << 31 <= value < 1 << 31:
        raise OverflowError("character doesn't fit in wchar_t")
    return value


def text(value):
    """A text that the library writes: its content with the zero at the end, and whether it is of
    wide characters."""
    if isinstance(value, str):
        if "\0" in value:
            raise ValueError("embedded null character")
        return wide(value), True
    if not isinstance(value, bytes):
        raise TypeError(f"expect bytes or str, got {type(value).__name__}")
    if b"\0" in value:
        raise ValueError("embedded null byte")
    return value + b"\0", False
