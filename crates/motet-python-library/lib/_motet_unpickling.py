"""`Unpickler`, `load` and `loads` of `_pickle`: pickles are read natively (`_pickle_core.load`); here is
how that begins, and what is rare.
"""

# The module that programs know.
__name__ = "_pickle"

import copyreg
import io
import pickle
import sys
import _compat_pickle

from _pickle_core import load as _load

UnpicklingError = pickle.UnpicklingError
_NO_BUFFERS = ()
_ASCII, _STRICT = "ASCII", "strict"

_PEEK_IN_MEMORY = getattr(io.BytesIO, "peek", UnpicklingError)
# A longer part of a file is not read into bytes that are made before.
_READ_INTO_MAX = 1 << 26
# Places of the list that an unpickler keeps (`source.rs` has them all).
_FIX_IMPORTS, _MEMO, _PROTOCOL, _IS_USED = 10, 11, 12, 13


def _find_class(module, name, protocol, fix_imports):
    """An attribute of a module, which is imported."""
    if protocol < 3 and fix_imports:
        renamed = _compat_pickle.NAME_MAPPING.get((module, name))
        if renamed is not None:
            module, name = renamed
        else:
            module = _compat_pickle.IMPORT_MAPPING.get(module, module)
    __import__(module, level=0)
    found = sys.modules[module]
    if protocol < 4 or "." not in name:
        return getattr(found, name)
    try:
        return pickle._getattribute(found, name.split("."))
    except AttributeError:
        raise AttributeError(f"Can't resolve path {name!r} on module {module!r}")


def _find_extension(unpickler, code, protocol, fix_imports):
    """What has a number in `copyreg`."""
    found = copyreg._extension_cache.get(code, pickle._NoValue)
    if found is not pickle._NoValue:
        return found
    key = copyreg._inverted_registry.get(code)
    if key is None:
        raise ValueError(f"unregistered extension code {code}")
    if not (isinstance(key, tuple) and len(key) == 2
            and isinstance(key[0], str) and isinstance(key[1], str)):
        raise ValueError(f"_inverted_registry[{code}] isn't a 2-tuple of strings")
    if unpickler is None:
        found = _find_class(*key, protocol, fix_imports)
    else:
        found = unpickler.find_class(*key)
    copyreg._extension_cache[code] = found
    return found


def _read_rest(read, readinto, part, count):
    """The part of some bytes that was read, and the rest."""
    if readinto is None or count > _READ_INTO_MAX:
        rest = read(count)
        if not isinstance(rest, bytes):
            raise ValueError(f"read() returned non-bytes object ({type(rest)!r})")
        size = len(rest)
    else:
        rest = bytearray(count)
        size = readinto(memoryview(rest))
        if size < 0:
            raise ValueError("readinto() returned negative size")
    if size < count:
        raise UnpicklingError("pickle data was truncated")
    return part + rest[:count]


def _make_readonly(buffer):
    view = memoryview(buffer)
    return buffer if view.readonly else view.toreadonly()


def _as_integer(text):
    try:
        return int(text)
    except ValueError:
        return None


def _whole(text):
    """The number that a text is, in CPython's words if it is none."""
    number = _as_integer(text)
    if number is None:
        shown = text.decode()
        raise ValueError(f"invalid literal for int() with base 10: {shown!r}")
    return number


def _place(line):
    place = _whole(line)
    if not -sys.maxsize - 1 <= place <= sys.maxsize:
        raise OverflowError("Python int too large to convert to C ssize_t")
    return place


def _float(line):
    from re import ASCII, IGNORECASE, match
    number = rb"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)"
    found = match(number, line, ASCII | IGNORECASE)
    if found is None:
        text = line[:200].decode("utf-8", "replace")
        raise ValueError(f"could not convert string to float: '{text}'")
    if line[found.end():] not in (b"\n", b""):
        raise ValueError("could not convert string to float")
    number = float(found[0])
    if number - number != 0 and b"n" not in found[0].lower():
        text = line[:200].decode("utf-8", "replace")
        raise OverflowError(f"value too large to convert to float: '{text}'")
    return number


def _string(line, encoding, errors):
    text = line[:-1]
    if len(text) < 2 or text[:1] != text[-1:] or text[0] not in b"\"'":
        raise UnpicklingError("the STRING opcode argument must be quoted")
    from codecs import escape_decode
    content = escape_decode(text[1:-1])[0]
    return content if encoding == "bytes" else content.decode(encoding, errors)


def _read_rare(code, line, encoding, errors):
    """The value of a line that is not written plainly."""
    code = chr(code)
    if code == "V":
        return str(line[:-1], "raw-unicode-escape")
    if code == "S":
        return _string(line, encoding, errors)
    is_short = len(line) == 3
    line = line.partition(b"\0")[0]
    if code == "F":
        return _float(line)
    if code == "L":
        return _whole(line.removesuffix(b"\n")[:-1] if line[-2:] == b"L\n" else line)
    if code != "I":
        return _place(line)
    # (C reads nothing as zero.)
    number = _as_integer(line) if line else 0
    if number is None:
        raise ValueError("could not convert string to int")
    return bool(number) if is_short and number in (0, 1) else number


_helpers = (
    UnpicklingError, _find_class, _read_rare, _find_extension, _make_readonly, _read_rest,
    _compat_pickle.NAME_MAPPING, _compat_pickle.IMPORT_MAPPING, "ASCII", "strict",
)


def _check_names(function, encoding, errors):
    for name, given in ("encoding", encoding), ("errors", errors):
        if not isinstance(given, str):
            kind = "None" if given is None else type(given).__name__
            raise TypeError(f"{function}() argument '{name}' must be str, not {kind}")


def _state(file, fix_imports, buffers, encoding, errors, memo):
    """What is kept for reading from a file: see `source.rs`."""
    peek, readinto = getattr(file, "peek", None), getattr(file, "readinto", None)
    if getattr(type(file), "peek", None) is _PEEK_IN_MEMORY:
        # CPython's has none.
        peek = None
    read, readline = getattr(file, "read", None), getattr(file, "readline", None)
    if read is None or readline is None:
        raise TypeError("file must have 'read' and 'readline' attributes")
    return [
        b"", 0, 0, read, readline, readinto, peek, None if buffers is None else iter(buffers),
        encoding, errors, bool(fix_imports), memo, 0, False,
    ]


class UnpicklerMemoProxy:
    def __init__(self, unpickler, /):
        self._unpickler = unpickler

    __hash__ = None

    def clear(self):
        """Remove all items from memo."""
        self._unpickler._state[_MEMO].clear()

    def copy(self):
        """Copy the memo to a new object."""
        return self._unpickler._state[_MEMO].copy()

    def __reduce__(self):
        """Implement pickling support."""
        return dict, (self.copy(),)


UnpicklerMemoProxy.__module__ = "_pickle"


class Unpickler:
    __doc__ = pickle._Unpickler.__init__.__doc__

    def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=_NO_BUFFERS):
        _check_names("Unpickler", encoding, errors)
        if buffers is _NO_BUFFERS:
            buffers = None
        self._state = _state(file, fix_imports, buffers, encoding, errors, {})

    def load(self):
        """Load a pickle.

        Read a pickled object representation from the open file object given
        in the constructor, and return the reconstituted object hierarchy
        specified therein.
        """
        state = getattr(self, "_state", None)
        if state is None:
            name = type(self).__name__
            raise UnpicklingError(f"Unpickler.__init__() was not called by {name}.__init__()")
        if state[_IS_USED]:
            raise RuntimeError("Unpickler object is already used")
        own = type(self).find_class is not Unpickler.find_class
        finds_classes = own or "find_class" in self.__dict__
        state[_IS_USED] = True
        try:
            return _load(self, finds_classes, state, _helpers)
        finally:
            state[_IS_USED] = False

    def find_class(self, module_name, global_name, /):
        """Return an object from a specified module.

        If necessary, the module will be imported. Subclasses may override
        this method (e.g. to restrict unpickling of arbitrary classes and
        functions).

        This method is called whenever a class or a function object is
        needed.  Both arguments passed are str objects.
        """
        state = getattr(self, "_state", None)
        if state is None:
            return _find_class(module_name, global_name, 0, False)
        return _find_class(module_name, global_name, state[_PROTOCOL], state[_FIX_IMPORTS])

    def persistent_load(self, pid, /):
        raise UnpicklingError(
            "A load persistent id instruction was encountered, but no persistent_load function was"
            " specified."
        )

    @property
    def memo(self):
        return UnpicklerMemoProxy(self)

    @memo.setter
    def memo(self, given):
        if isinstance(given, UnpicklerMemoProxy):
            self._state[_MEMO] = given.copy()
            return
        if not isinstance(given, dict):
            kind = type(given).__name__
            raise TypeError(
                f"'memo' attribute must be an UnpicklerMemoProxy object or dict, not {kind}"
            )
        for number in given:
            if not isinstance(number, int):
                raise TypeError("memo key must be integers")
            if number < 0:
                raise ValueError("memo key must be positive integers.")
        self._state[_MEMO] = dict(given)

    @memo.deleter
    def memo(self):
        raise TypeError("attribute deletion is not supported")


Unpickler.__module__ = "_pickle"


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=_NO_BUFFERS):
    """Read and return an object from the pickle data stored in a file."""
    _check_names("load", encoding, errors)
    if buffers is _NO_BUFFERS:
        buffers = None
    state = _state(file, fix_imports, buffers, encoding, errors, None)
    return _load(None, False, state, _helpers)


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=_NO_BUFFERS):
    """Read and return an object from the given pickle data."""
    if type(data) is not bytes:
        data = _content(data)
    if fix_imports is True and encoding is _ASCII and errors is _STRICT and buffers is _NO_BUFFERS:
        return _load(None, False, data, _helpers)
    _check_names("loads", encoding, errors)
    buffers = None if buffers is None or buffers is _NO_BUFFERS else iter(buffers)
    state = [
        data, 0, 0, None, None, None, None, buffers, encoding, errors, bool(fix_imports), None, 0,
    ]
    return _load(None, False, state, _helpers)


def _content(data):
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    try:
        view = memoryview(data)
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None
    with view:
        if not view.c_contiguous:
            raise BufferError("memoryview: underlying buffer is not C-contiguous")
        return bytes(view)
