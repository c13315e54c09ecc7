"""Arrays of numbers. The items lie as bytes in a byte array, which memory views and natives that
take bytes find by the names of its slots."""

import operator as _operator
from collections.abc import MutableSequence as _MutableSequence

from _containers_core import array_append as _append, array_get as _get, array_set as _set

_list = list

_VIEWED = {
    "b": "b", "B": "B", "h": "h", "H": "H", "i": "i", "I": "I", "l": "l", "L": "L", "q": "q",
    "Q": "Q", "f": "f", "d": "d", "u": "I", "w": "I",
}
_SIZES = {
    "b": 1, "B": 1, "u": 4, "w": 4, "h": 2, "H": 2, "i": 4, "I": 4, "l": 8, "L": 8, "q": 8, "Q": 8,
    "f": 4, "d": 8,
}
# Types that have a product of their own, but none with an array.
_NO_FACTORS = float, complex, str, bytes, bytearray, list, tuple
typecodes = "".join(_SIZES)

_NAMES = {
    "b": "signed char", "B": "unsigned byte integer", "h": "signed short integer",
    "H": "unsigned short", "i": "signed integer", "I": "unsigned int", "l": "signed long",
    "L": "unsigned long", "q": "signed long long", "Q": "unsigned long long",
}


class array:
    """array(typecode[, initializer]): numbers of one kind, one after the other."""

    __slots__ = ("_motet_array_code", "_motet_array_data", "__weakref__")

    def __new__(cls, typecode, initializer=(), /, **named):
        if named and cls is array:
            raise TypeError("array.array() takes no keyword arguments")
        if not isinstance(typecode, str) or len(typecode) != 1:
            kind = type(typecode).__name__
            if isinstance(typecode, str):
                raise TypeError(
                    "array() argument 1 must be a unicode character, "
                    f"not a string of length {len(typecode)}"
                )
            raise TypeError(f"array() argument 1 must be a unicode character, not {kind}")
        if typecode not in _SIZES:
            raise ValueError("bad typecode (must be b, B, u, w, h, H, i, I, l, L, q, Q, f or d)")
        if typecode == "u":
            import warnings
            warnings.warn(
                "The 'u' type code is deprecated and will be removed in Python 3.16",
                DeprecationWarning, 2,
            )
        if isinstance(initializer, str) and typecode not in "uw":
            raise TypeError(
                f"cannot use a str to initialize an array with typecode '{typecode}'"
            )
        is_array = isinstance(initializer, array)
        if is_array and initializer._motet_array_code in "uw" and typecode not in "uw":
            raise TypeError(
                "cannot use a unicode array to initialize an array with typecode "
                f"'{typecode}'"
            )
        self = object.__new__(cls)
        self._motet_array_code, self._motet_array_data = typecode, bytearray()
        if isinstance(initializer, (bytes, bytearray)):
            array.frombytes(self, initializer)
        elif isinstance(initializer, array) and initializer._motet_array_code == typecode:
            self._motet_array_data[:] = initializer._motet_array_data
        else:
            self._append_all(initializer)
        return self

    typecode = property(lambda self: self._motet_array_code)
    itemsize = property(lambda self: _SIZES[self._motet_array_code])

    # ---- single items

    def _packed(self, value):
        code = self._motet_array_code
        if code in "uw":
            if not isinstance(value, str) or len(value) != 1:
                what = type(value).__name__
                if isinstance(value, str):
                    what = f"a string of length {len(value)}"
                raise TypeError(f"array item must be a unicode character, not {what}")
            return ord(value).to_bytes(4, "little")
        if code in "fd":
            if not hasattr(type(value), "__float__") and not hasattr(type(value), "__index__"):
                raise TypeError(f"must be real number, not {type(value).__name__}")
            value = float.__float__(value) if isinstance(value, float) else float(value)
        else:
            if isinstance(value, float):
                raise TypeError("'float' object cannot be interpreted as an integer")
            value = _operator.index(value)
            bits = 8 * _SIZES[code]
            signed = code.islower()
            least = -(1 << bits - 1) if signed else 0
            most = (1 << bits - signed) - 1
            if not least <= value <= most:
                way = "less than minimum" if value < least else "greater than maximum"
                raise OverflowError(f"{_NAMES[code]} is {way}")
            return value.to_bytes(_SIZES[code], "little", signed=signed)
        # As C converts it: what is too large for a float is infinite.
        item = memoryview(bytearray(_SIZES[code])).cast(code)
        item[0] = value
        return bytes(item)

    def _view(self):
        return memoryview(self._motet_array_data).cast(_VIEWED[self._motet_array_code])

    def _values(self):
        values = self._view().tolist()
        return [chr(value) for value in values] if self._motet_array_code in "uw" else values

    def _index(self, index, message):
        index = _operator.index(index)
        length = len(self)
        if index < 0:
            index += length
        if not 0 <= index < length:
            raise IndexError(message)
        return index

    def _slice(self, key):
        """Start, stop and step of a slice; no step is longer than needs be."""
        length = len(self)
        start, stop, step = key.indices(length)
        return start, stop, max(-length - 1, min(step, length + 1))

    def _made(self, data):
        made = object.__new__(array)
        made._motet_array_code, made._motet_array_data = self._motet_array_code, data
        return made

    def __len__(self):
        return len(self._motet_array_data) // _SIZES[self._motet_array_code]

    def __getitem__(self, key, /):
        if type(key) is int:
            return _get(self._motet_array_data, self._motet_array_code, key)
        if isinstance(key, slice):
            size = _SIZES[self._motet_array_code]
            start, stop, step = self._slice(key)
            if step == 1:
                return self._made(self._motet_array_data[start * size:max(start, stop) * size])
            data = self._motet_array_data
            places = range(start, stop, step)
            return self._made(bytearray().join(
                [data[place * size:place * size + size] for place in places]
            ))
        if not hasattr(type(key), "__index__"):
            raise TypeError("array indices must be integers")
        value = self._view()[self._index(key, "array index out of range")]
        return chr(value) if self._motet_array_code in "uw" else value

    def __setitem__(self, key, value, /):
        if type(key) is int and _set(self._motet_array_data, self._motet_array_code, key, value):
            return
        size = _SIZES[self._motet_array_code]
        if not isinstance(key, slice):
            if not hasattr(type(key), "__index__"):
                raise TypeError("array indices must be integers")
            packed = self._packed(value)
            place = self._index(key, "array assignment index out of range") * size
            self._motet_array_data[place:place + size] = packed
            return
        if not isinstance(value, array):
            raise TypeError(
                f'can only assign array (not "{type(value).__name__}") to array slice'
            )
        self._check_code(value)
        start, stop, step = self._slice(key)
        data = bytes(value._motet_array_data)
        if step == 1:
            self._motet_array_data[start * size:max(start, stop) * size] = data
            return
        places = range(start, stop, step)
        if len(places) != len(value):
            raise ValueError(
                f"attempt to assign array of size {len(value)} to extended slice of size "
                f"{len(places)}"
            )
        for number, place in enumerate(places):
            part = data[number * size:number * size + size]
            self._motet_array_data[place * size:place * size + size] = part

    def __delitem__(self, key, /):
        size = _SIZES[self._motet_array_code]
        if not isinstance(key, slice):
            place = self._index(key, "array assignment index out of range") * size
            del self._motet_array_data[place:place + size]
            return
        for place in sorted(range(*self._slice(key)), reverse=True):
            del self._motet_array_data[place * size:place * size + size]

    def _check_code(self, other):
        if other._motet_array_code != self._motet_array_code:
            raise TypeError("bad argument type for built-in operation")

    # ---- growing and shrinking

    def _append_all(self, values):
        for value in values:
            array.append(self, value)

    def append(self, value, /):
        if not _append(self._motet_array_data, self._motet_array_code, value):
            self._motet_array_data += self._packed(value)

    def extend(self, values, /):
        if isinstance(values, array):
            if values._motet_array_code != self._motet_array_code:
                raise TypeError("can only extend with array of same kind")
            self._motet_array_data += bytes(values._motet_array_data)
        else:
            self._append_all(values)

    def insert(self, index, value, /):
        packed = self._packed(value)
        index = _operator.index(index)
        length = len(self)
        index = max(index + length, 0) if index < 0 else min(index, length)
        place = index * _SIZES[self._motet_array_code]
        self._motet_array_data[place:place] = packed

    def pop(self, index=-1, /):
        if not self._motet_array_data:
            raise IndexError("pop from empty array")
        index = self._index(index, "pop index out of range")
        value = self[index]
        del self[index]
        return value

    def clear(self):
        self._motet_array_data.clear()

    def index(self, value, start=0, stop=None, /):
        length = len(self)
        start = max(start + length, 0) if start < 0 else start
        stop = length if stop is None else stop + length if stop < 0 else stop
        for place, item in enumerate(self._values()[start:stop], start):
            if item is value or item == value:
                return place
        raise ValueError("array.index(x): x not in array")

    def count(self, value, /):
        return self._values().count(value)

    def remove(self, value, /):
        try:
            place = array.index(self, value)
        except ValueError:
            raise ValueError("array.remove(x): x not in array") from None
        del self[place]

    def reverse(self):
        self._motet_array_data[:] = array.__getitem__(self, slice(None, None, -1))._motet_array_data

    def byteswap(self):
        size = _SIZES[self._motet_array_code]
        data = bytes(self._motet_array_data)
        for place in range(0, len(data), size):
            self._motet_array_data[place:place + size] = data[place:place + size][::-1]

    def buffer_info(self):
        # Foreign code that used a made-up address would take the process down.
        raise NotImplementedError("the items of an array have no fixed address")

    # ---- other forms

    def tolist(self):
        return self._values()

    def fromlist(self, list, /):
        if not isinstance(list, _list):
            raise TypeError("arg must be list")
        self._motet_array_data += b"".join([self._packed(value) for value in list])

    def tobytes(self):
        return bytes(self._motet_array_data)

    def frombytes(self, buffer, /):
        if isinstance(buffer, array):
            buffer = buffer._motet_array_data
        if isinstance(buffer, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        data = bytes(memoryview(buffer))
        if len(data) % _SIZES[self._motet_array_code]:
            raise ValueError("bytes length not a multiple of item size")
        self._motet_array_data += data

    def tofile(self, f, /):
        f.write(bytes(self._motet_array_data))

    def fromfile(self, f, n, /):
        wanted = n * _SIZES[self._motet_array_code]
        if n < 0:
            raise ValueError("negative count")
        data = f.read(wanted)
        if not isinstance(data, bytes):
            raise TypeError("read() didn't return bytes")
        array.frombytes(self, data[:len(data) - len(data) % _SIZES[self._motet_array_code]])
        if len(data) != wanted:
            raise EOFError("read() didn't return enough bytes")

    def fromunicode(self, ustr, /):
        if self._motet_array_code not in "uw":
            raise ValueError("fromunicode() may only be called on unicode type arrays "
                             "('u' or 'w')")
        self._append_all(ustr)

    def tounicode(self):
        if self._motet_array_code not in "uw":
            raise ValueError("tounicode() may only be called on unicode type arrays "
                             "('u' or 'w')")
        return "".join(self._values())

    def __bytes__(self):
        return bytes(self._motet_array_data)

    def __buffer__(self, flags, /):
        return self._view()

    def __iter__(self):
        return arrayiterator(self)

    def __contains__(self, value, /):
        return value in self._values()

    def __add__(self, other, /):
        if not isinstance(other, array):
            raise TypeError(f'can only append array (not "{type(other).__name__}") to array')
        self._check_code(other)
        return self._made(self._motet_array_data + other._motet_array_data)

    def __iadd__(self, other, /):
        if not isinstance(other, array):
            raise TypeError(f'can only extend with array (not "{type(other).__name__}")')
        array.extend(self, other)
        return self

    def _times(self, count):
        if hasattr(type(count), "__index__"):
            return self._motet_array_data * _operator.index(count)
        if hasattr(type(count), "__rmul__") and not isinstance(count, _NO_FACTORS):
            return NotImplemented
        kind = type(count).__name__
        raise TypeError(f"can't multiply sequence by non-int of type '{kind}'")

    def __mul__(self, count, /):
        data = self._times(count)
        return data if data is NotImplemented else self._made(data)

    def __rmul__(self, count):
        return array.__mul__(self, count)

    def __imul__(self, count, /):
        data = self._times(count)
        if data is NotImplemented:
            return data
        self._motet_array_data[:] = data
        return self

    def __copy__(self):
        return self._made(bytearray(self._motet_array_data))

    def __deepcopy__(self, memo, /):
        return array.__copy__(self)

    def __eq__(self, other, /):
        return self._values() == other._values() if isinstance(other, array) else NotImplemented

    def __ne__(self, other, /):
        return self._values() != other._values() if isinstance(other, array) else NotImplemented

    def __lt__(self, other, /):
        return self._values() < other._values() if isinstance(other, array) else NotImplemented

    def __le__(self, other, /):
        return self._values() <= other._values() if isinstance(other, array) else NotImplemented

    def __gt__(self, other, /):
        return self._values() > other._values() if isinstance(other, array) else NotImplemented

    def __ge__(self, other, /):
        return self._values() >= other._values() if isinstance(other, array) else NotImplemented

    __hash__ = None

    def __repr__(self):
        name = type(self).__name__
        if not self._motet_array_data:
            return f"{name}('{self._motet_array_code}')"
        shown = self.tounicode() if self._motet_array_code in "uw" else self._values()
        return f"{name}('{self._motet_array_code}', {shown!r})"

    def __reduce_ex__(self, protocol, /):
        state = getattr(self, "__dict__", None) or None
        code = self._motet_array_code
        if protocol >= 3:
            given = type(self), code, _MACHINE_FORMATS[code], bytes(self._motet_array_data)
            return _array_reconstructor, given, state
        given = self.tounicode() if self._motet_array_code in "uw" else self._values()
        return type(self), (code, given), state

    def __sizeof__(self):
        return object.__sizeof__(self) + len(self._motet_array_data)

    def __class_getitem__(cls, item, /):
        return type(list[int])(cls, item)


class arrayiterator:
    __slots__ = ("_array", "_place")

    def __init__(self, of):
        self._array, self._place = of, 0

    def __iter__(self):
        return self

    def __next__(self):
        of = self._array
        if of is None or self._place >= len(of):
            self._array = None
            raise StopIteration
        self._place += 1
        return of[self._place - 1]

    def __length_hint__(self):
        return 0 if self._array is None else len(self._array) - self._place

    def __reduce__(self):
        if self._array is None:
            return iter, ((),)
        return iter, (self._array,), self._place

    def __setstate__(self, place):
        self._place = max(place, 0)


ArrayType = array


# How the items of this machine's arrays lie, as numbers that a pickle tells.
_MACHINE_FORMATS = {
    "b": 1, "B": 0, "h": 4, "H": 2, "i": 8, "I": 6, "l": 12, "L": 10, "q": 12, "Q": 10, "f": 14,
    "d": 16, "u": 20, "w": 20,
}
_FORMATS = {
    0: "B", 1: "b", 2: "<H", 3: ">H", 4: "<h", 5: ">h", 6: "<I", 7: ">I", 8: "<i", 9: ">i",
    10: "<Q", 11: ">Q", 12: "<q", 13: ">q", 14: "<f", 15: ">f", 16: "<d", 17: ">d",
}
_TEXT_FORMATS = {18: "utf-16-le", 19: "utf-16-be", 20: "utf-32-le", 21: "utf-32-be"}


def _array_reconstructor(arraytype, typecode, mformat_code, items, /):
    """Internal. Used for pickling support."""
    if not isinstance(arraytype, type):
        raise TypeError(
            f"first argument must be a type object, not {type(arraytype).__name__}"
        )
    if not issubclass(arraytype, array):
        raise TypeError(f"{arraytype.__qualname__} is not a subtype of array.array")
    if typecode not in _SIZES:
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


_MutableSequence.register(array)
