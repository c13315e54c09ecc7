"""What arrays of numbers do rarely: items whose class must be asked, texts, files, pickles."""

import operator as _operator

from _array_core import array

# How the items of this machine's arrays lie, as numbers that a pickle tells.
_MACHINE_FORMATS = {
    "b": 1, "B": 0, "u": 20, "w": 20, "h": 4, "H": 2, "i": 8, "I": 6, "l": 12, "L": 10, "q": 12,
    "Q": 10, "f": 14, "d": 16,
}
_FORMATS = {
    0: "B", 1: "b", 2: "<H", 3: ">H", 4: "<h", 5: ">h", 6: "<I", 7: ">I", 8: "<i", 9: ">i",
    10: "<Q", 11: ">Q", 12: "<q", 13: ">q", 14: "<f", 15: ">f", 16: "<d", 17: ">d",
}
_TEXT_FORMATS = {18: "utf-16-le", 19: "utf-16-be", 20: "utf-32-le", 21: "utf-32-be"}
_code_of = array.typecode.__get__
typecodes = "".join(_MACHINE_FORMATS)


# ---- items

def _places_of(self, value, start, stop):
    place = start
    # A comparison may change the array.
    while place < stop and place < array.__len__(self):
        item = array.__getitem__(self, place)
        if item is value or item == value:
            yield place
        place += 1


def index(self, value, start, stop):
    for place in _places_of(self, value, start, stop):
        return place
    raise ValueError("array.index(x): x not in array")


def count(self, value):
    return sum(1 for _ in _places_of(self, value, 0, array.__len__(self)))


def contains(self, value):
    return any(True for _ in _places_of(self, value, 0, array.__len__(self)))


def remove(self, value):
    for place in _places_of(self, value, 0, array.__len__(self)):
        array.__delitem__(self, place)
        return
    raise ValueError("array.remove(x): x not in array")


# ---- other forms

def text(self):
    name, code = type(self).__name__, _code_of(self)
    if not array.__len__(self):
        return f"{name}('{code}')"
    shown = array.tounicode(self) if code in "uw" else array.tolist(self)
    return f"{name}('{code}', {shown!r})"


def decoded(self):
    return array.tobytes(self).decode("utf-32-le")


def size_of(self):
    return object.__sizeof__(self) + len(array.tobytes(self))


def to_file(self, file):
    file.write(array.tobytes(self))


def from_file(self, file, count):
    size = array.itemsize.__get__(self)
    wanted = _operator.index(count) * size
    if wanted < 0:
        raise ValueError("negative count")
    data = file.read(wanted)
    if not isinstance(data, bytes):
        raise TypeError("read() didn't return bytes")
    array.frombytes(self, data[:len(data) - len(data) % size])
    if len(data) != wanted:
        raise EOFError("read() didn't return enough bytes")


def reduced(self, protocol):
    state = getattr(self, "__dict__", None) or None
    code = _code_of(self)
    if not isinstance(protocol, int):
        raise TypeError("__reduce_ex__ argument should be an integer")
    if protocol >= 3:
        given = type(self), code, _MACHINE_FORMATS[code], array.tobytes(self)
        return array_reconstructor, given, state
    return type(self), (code, array.tolist(self)), state


def array_reconstructor(arraytype, typecode, mformat_code, items, /):
    """Internal. Used for pickling support."""
    if not isinstance(arraytype, type):
        raise TypeError(
            f"first argument must be a type object, not {type(arraytype).__name__}"
        )
    if not issubclass(arraytype, array):
        raise TypeError(f"{arraytype.__qualname__} is not a subtype of array.array")
    if typecode not in _MACHINE_FORMATS:
        raise ValueError("second argument must be a valid type code")
    mformat_code = _operator.index(mformat_code)
    if not isinstance(items, bytes):
        raise TypeError(
            f"fourth argument should be bytes, not {type(items).__name__}"
        )
    if mformat_code in _FORMATS:
        import struct
        form = _FORMATS[mformat_code]
        if len(items) % struct.calcsize(form):
            raise ValueError("bytes length not a multiple of item size")
        if mformat_code == _MACHINE_FORMATS[typecode]:
            values = items
        else:
            values = [value for value, in struct.iter_unpack(form, items)]
    elif mformat_code in _TEXT_FORMATS:
        values = items.decode(_TEXT_FORMATS[mformat_code])
    else:
        raise ValueError("third argument must be a valid machine format code.")
    return arraytype(typecode, values)


array_reconstructor.__module__ = "array"
array_reconstructor.__name__ = array_reconstructor.__qualname__ = "_array_reconstructor"
