"""Values as bytes and back, in CPython's format (version 4). What stands for a code object is this
machine's own: the letter, a length, and the code as its table of exceptions has it."""

import _imp
import sys

_Code = type((lambda: None).__code__)
version = 5
_DEPTH_MAX = 2000
_DIGIT_BITS = 15


def _pack(*numbers):
    import struct

    return b"".join([struct.pack("<d", number) for number in numbers])


def _unpack(content):
    import struct

    return struct.unpack(f"<{len(content) // 8}d", content)


def _integer(value, out):
    if -(1 << 31) <= value < 1 << 31:
        out += b"i" + value.to_bytes(4, "little", signed=True)
        return
    digits = []
    rest = abs(value)
    while rest:
        digits.append(rest & (1 << _DIGIT_BITS) - 1)
        rest >>= _DIGIT_BITS
    count = -len(digits) if value < 0 else len(digits)
    out += b"l" + count.to_bytes(4, "little", signed=True)
    for digit in digits:
        out += digit.to_bytes(2, "little")


def _counted(kind, content, out):
    out += kind + len(content).to_bytes(4, "little") + content


def _text(value, version, out):
    is_interned = version >= _REFERENCES_SINCE and sys._is_interned(value)
    if version < _SHORT_SINCE or not value.isascii():
        kind = b"t" if is_interned else b"u"
        _counted(kind, value.encode("utf-8", "surrogatepass"), out)
    elif len(value) < 256:
        out += (b"Z" if is_interned else b"z") + bytes([len(value)]) + value.encode("ascii")
    else:
        _counted(b"A" if is_interned else b"a", value.encode("ascii"), out)


def _short_float(number):
    text = b"%.17g" % number
    return bytes([len(text)]) + text


_SINGLETONS = {None: b"N", True: b"T", False: b"F", StopIteration: b"S", ...: b"."}
_LETTERS = {tuple: b"(", list: b"[", set: b"<", frozenset: b">"}


# The bit of a letter that says that the value may be referred to.
_KEPT = 0x80
# The first versions that know floats in binary, references, short texts, and slices.
_BINARY_SINCE, _REFERENCES_SINCE, _SHORT_SINCE, _SLICES_SINCE = 2, 3, 4, 5


class _Writer:
    def __init__(self, version, allow_code):
        self.out, self.version, self.allow_code = bytearray(), version, allow_code
        # The number of each value that was written, by its identity.
        self.known = {}
        # The identities of the slices that are being written: a reader cannot make one before
        # its parts, so that a part may not refer to it.
        self.unmade = set()

    def write(self, value):
        """Writes a value and what it holds. Values that are begun stand in a list, each with what
        is left of its parts: no depth of calls limits that of values."""
        begun = [iter((value,))]
        while begun:
            for part in begun[-1]:
                if len(begun) > _DEPTH_MAX:
                    raise ValueError("object too deeply nested to marshal")
                parts = self.begin(part)
                if parts is not None:
                    begun.append(parts)
                    break
            else:
                begun.pop()

    def begin(self, value):
        """Writes what comes before the parts of a value; the parts, None if there are none."""
        out, kind = self.out, type(value)
        if value is None or kind is bool or value is ... or value is StopIteration:
            out += _SINGLETONS[value]
            return None
        start = len(out)
        # (Numbers have no identity of their own.)
        is_kept = self.version >= _REFERENCES_SINCE and kind not in (int, float, complex)
        if is_kept:
            number = self.known.get(id(value))
            if number is not None:
                if id(value) in self.unmade:
                    raise ValueError("unmarshallable object")
                out += b"r" + number.to_bytes(4, "little")
                return None
            self.known[id(value)] = len(self.known)
        parts = None
        if not self.write_scalar(value, kind):
            parts = self.begin_container(value, kind)
        if is_kept:
            out[start] |= _KEPT
        return parts

    def write_scalar(self, value, kind):
        """Whether the value has no parts, and so was written."""
        out, version = self.out, self.version
        if kind is int:
            _integer(value, out)
        elif kind is float:
            out += b"g" + _pack(value) if version >= _BINARY_SINCE else b"f" + _short_float(value)
        elif kind is complex:
            if version >= _BINARY_SINCE:
                out += b"y" + _pack(value.real, value.imag)
            else:
                out += b"x" + _short_float(value.real) + _short_float(value.imag)
        elif kind is str:
            _text(value, version, out)
        elif kind is _Code:
            if not self.allow_code:
                raise ValueError("marshalling code objects is disallowed")
            _counted(b"c", value.co_exceptiontable, out)
        else:
            return False
        return True

    def begin_container(self, value, kind):
        out = self.out
        if kind is tuple and len(value) < 256 and self.version >= _SHORT_SINCE:
            out += b")" + bytes([len(value)])
            return iter(value)
        if kind in _LETTERS:
            out += _LETTERS[kind] + len(value).to_bytes(4, "little")
            return iter(self.sorted(value) if kind in (set, frozenset) else value)
        if kind is slice and self.version >= _SLICES_SINCE:
            out += b":"
            return self.parts_of_slice(value)
        if kind is dict:
            out += b"{"
            return self.parts_of_dict(value)
        try:
            content = bytes(memoryview(value))
        except TypeError:
            raise ValueError("unmarshallable object") from None
        _counted(b"s", content, out)
        return None

    def parts_of_slice(self, value):
        self.unmade.add(id(value))
        yield from (value.start, value.stop, value.step)
        self.unmade.discard(id(value))

    def parts_of_dict(self, value):
        for entry in value.items():
            yield from entry
        self.out += b"0"

    def sorted(self, items):
        """The items of a set in the order of their bytes, which is the same in every run."""
        keyed, count = [], len(items)
        for item in list(items):
            if len(items) != count:
                raise RuntimeError("set changed size during iteration")
            writer = _Writer(self.version, self.allow_code)
            writer.write(item)
            keyed.append((bytes(writer.out), item))
        keyed.sort(key=_first)
        return [item for _, item in keyed]


def _first(pair):
    return pair[0]


def dumps(value, version=version, /, *, allow_code=True):
    """The bytes that stand for a value."""
    writer = _Writer(version, allow_code)
    try:
        writer.write(value)
    except RecursionError:
        # Each set within a set is a call here.
        raise ValueError("object too deeply nested to marshal") from None
    return bytes(writer.out)


def dump(value, file, version=version, /, *, allow_code=True):
    """Writes the bytes of a value to an open file."""
    file.write(dumps(value, version, allow_code=allow_code))


_END = object()
# Stands for a value whose parts are being read and which they may not hold.
_PENDING = object()
_NOTHING = object()


_KINDS = {"(": "tuple", ")": "tuple", "[": "list", "<": "set", ">": "set", ":": "object"}


class _Unmade:
    """Stands for a tuple whose parts are being read, in the lists and dicts among them."""

    def __init__(self):
        self.places = []


class _Begun:
    """A value of which some parts are still to be read: how many, none is known for a dict."""

    __slots__ = ("kind", "place", "parts", "left", "key")

    def __init__(self, kind, place, parts, left):
        self.kind, self.place, self.parts, self.left = kind, place, parts, left
        self.key = _NOTHING

    def take(self, value):
        """Takes the next part; whether it is the last."""
        parts = self.parts
        if self.kind == "{":
            # A key without a value ends a dict too.
            if value is _END:
                return True
            if self.key is _NOTHING:
                if type(value) is _Unmade:
                    raise ValueError("bad marshal data (invalid reference)")
                self.key = value
                return False
            parts[self.key] = value
            if type(value) is _Unmade:
                value.places.append((parts, self.key))
            self.key = _NOTHING
            return False
        if value is _END:
            raise TypeError(f"NULL object in marshal data for {_KINDS[self.kind]}")
        if self.kind == "<":
            parts.add(value)
        elif type(value) is not _Unmade:
            parts.append(value)
        elif self.kind == "[":
            value.places.append((parts, len(parts)))
            parts.append(value)
        else:
            raise ValueError("bad marshal data (invalid reference)")
        self.left -= 1
        return self.left == 0

    def finished(self):
        kind, parts = self.kind, self.parts
        if kind in "()":
            return tuple(parts)
        if kind == ">":
            return frozenset(parts)
        return slice(*parts) if kind == ":" else parts


class _Reader:
    def __init__(self, read, allow_code):
        self.read, self.allow_code = read, allow_code
        self.known = []

    def take(self, count):
        content = self.read(count)
        if len(content) != count:
            raise EOFError("marshal data too short")
        return content

    def byte(self):
        content = self.read(1)
        if not content:
            raise EOFError("EOF read where not expected")
        return content[0]

    def short_float(self):
        return float(self.take(self.byte()).decode("latin-1"))

    def number(self, count=4):
        return int.from_bytes(self.take(count), "little", signed=count == 4)

    def length(self):
        length = self.number()
        if length < 0:
            raise ValueError("bad marshal data (size out of range)")
        return length

    def value(self):
        value = self.any()
        if value is _END:
            raise TypeError("NULL object in marshal data for object")
        return value

    def any(self):
        """Reads a value and its parts. Values that are begun stand in a list."""
        begun = []
        while True:
            value = self.begin()
            while type(value) is not _Begun:
                if not begun:
                    return value
                if not begun[-1].take(value):
                    break
                value = self.end(begun.pop())
            else:
                if len(begun) >= _DEPTH_MAX:
                    raise ValueError("recursion limit exceeded")
                begun.append(value)

    def begin(self):
        """A value that has no parts, or one that is begun."""
        first = self.read(1)
        if not first:
            raise EOFError("EOF read where object expected")
        code = first[0]
        kind, is_kept = chr(code & 0x7F), bool(code & 0x80)
        if kind == "0":
            return _END
        if kind == "r":
            index = self.length()
            if index >= len(self.known) or self.known[index] is _PENDING:
                raise ValueError("bad marshal data (invalid reference)")
            return self.known[index]
        place = None
        if is_kept:
            place = len(self.known)
            self.known.append(_PENDING)
        if kind in "()[<>{:":
            return self.begin_container(kind, place)
        value = self.of_kind(kind)
        if is_kept:
            self.known[place] = value
        return value

    def begin_container(self, kind, place):
        left = self.byte() if kind == ")" else 3 if kind == ":" else None
        if kind in "([<>":
            left = self.length()
        begun = _Begun(kind, place, {} if kind == "{" else set() if kind == "<" else [], left)
        if left == 0:
            return self.end(begun)
        if place is not None:
            if kind in "[<{":
                # It may contain itself.
                self.known[place] = begun.parts
            elif kind in "()":
                self.known[place] = _Unmade()
        return begun

    def end(self, begun):
        """The value whose parts have all been read."""
        value = begun.finished()
        if begun.place is not None:
            unmade = self.known[begun.place]
            if type(unmade) is _Unmade:
                for parts, key in unmade.places:
                    parts[key] = value
            self.known[begun.place] = value
        return value

    def of_kind(self, kind):
        simple = {"N": None, "T": True, "F": False, "S": StopIteration, ".": ...}
        if kind in simple:
            return simple[kind]
        if kind == "i":
            return self.number()
        if kind == "l":
            count = self.number()
            value = digit = 0
            for index in range(abs(count)):
                digit = int.from_bytes(self.take(2), "little")
                if digit >> _DIGIT_BITS:
                    raise ValueError("bad marshal data (digit out of range in long)")
                value |= digit << _DIGIT_BITS * index
            if count and not digit:
                raise ValueError("bad marshal data (unnormalized long data)")
            return -value if count < 0 else value
        if kind == "I":
            return int.from_bytes(self.take(8), "little", signed=True)
        if kind == "g":
            return _unpack(self.take(8))[0]
        if kind == "y":
            return complex(*_unpack(self.take(16)))
        if kind == "x":
            return complex(self.short_float(), self.short_float())
        if kind == "f":
            return self.short_float()
        if kind == "s":
            return bytes(self.take(self.length()))
        if kind in "zZ":
            text = self.take(self.byte()).decode("latin-1")
            return sys.intern(text) if kind == "Z" else text
        if kind in "aA":
            text = self.take(self.length()).decode("latin-1")
            return sys.intern(text) if kind == "A" else text
        if kind in "ut":
            text = self.take(self.length()).decode("utf-8", "surrogatepass")
            return sys.intern(text) if kind == "t" else text
        if kind == "c":
            if not self.allow_code:
                raise ValueError("unmarshalling code objects is disallowed")
            code = _imp.sealed_code(self.take(self.length()))
            if code is not None:
                return code
        raise ValueError("bad marshal data (unknown type code)")


def load(file, /, *, allow_code=True):
    """The value whose bytes come next in an open file."""
    if not isinstance(start := file.read(0), bytes):
        name = type(start).__name__
        raise TypeError(f"file.read() returned not bytes but {name}")

    def read(count):
        piece = bytearray(count)
        found = file.readinto(piece)
        if found > count:
            message = f"read() returned too much data: {count} bytes requested, {found} returned"
            raise ValueError(message)
        return bytes(piece[:found])

    return _Reader(read, allow_code).value()


def loads(content, /, *, allow_code=True):
    """The value that bytes stand for; the bytes behind it are left out."""
    content = memoryview(content)
    at = 0

    def read(count):
        nonlocal at
        piece = bytes(content[at:at + count])
        at += count
        return piece

    return _Reader(read, allow_code).value()
