"""Values as bytes and back, in CPython's format (version 4). What stands for a code object is this
machine's own: the letter, a length, and the code as its table of exceptions has it."""

import _imp

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


def _text(value, out):
    if value.isascii():
        if len(value) < 256:
            out += b"z" + bytes([len(value)]) + value.encode("ascii")
        else:
            _counted(b"a", value.encode("ascii"), out)
    else:
        _counted(b"u", value.encode("utf-8", "surrogatepass"), out)


_SINGLETONS = {None: b"N", True: b"T", False: b"F", StopIteration: b"S", ...: b"."}


# The bit of a letter that says that the value may be referred to.
_KEPT = 0x80
# The first versions that know references, and slices.
_REFERENCES_SINCE, _SLICES_SINCE = 3, 5


class _Writer:
    def __init__(self, version, allow_code):
        self.out, self.version, self.allow_code = bytearray(), version, allow_code
        # The number of each value that was written, by its identity.
        self.known = {}

    def write(self, value, depth):
        if depth > _DEPTH_MAX:
            raise ValueError("object too deeply nested to marshal")
        out, kind = self.out, type(value)
        if value is None or kind is bool or value is ... or value is StopIteration:
            out += _SINGLETONS[value]
            return
        start = len(out)
        # (Numbers have no identity of their own.)
        is_kept = self.version >= _REFERENCES_SINCE and kind not in (int, float, complex)
        if is_kept:
            number = self.known.get(id(value))
            if number is not None:
                out += b"r" + number.to_bytes(4, "little")
                return
            self.known[id(value)] = len(self.known)
        if not self.write_scalar(value, kind):
            self.write_container(value, kind, depth + 1)
        if is_kept:
            out[start] |= _KEPT

    def write_scalar(self, value, kind):
        """Whether the value has no parts, and so was written."""
        out = self.out
        if kind is int:
            _integer(value, out)
        elif kind is float:
            out += b"g" + _pack(value)
        elif kind is complex:
            out += b"y" + _pack(value.real, value.imag)
        elif kind is str:
            _text(value, out)
        elif kind is _Code:
            if not self.allow_code:
                raise ValueError("marshalling code objects is disallowed")
            _counted(b"c", value.co_exceptiontable, out)
        else:
            return False
        return True

    def write_container(self, value, kind, depth):
        out = self.out
        if kind is tuple and len(value) < 256:
            out += b")" + bytes([len(value)])
            items = value
        elif kind in (tuple, list, set, frozenset):
            letter = {tuple: b"(", list: b"[", set: b"<", frozenset: b">"}[kind]
            out += letter + len(value).to_bytes(4, "little")
            items = value
        elif kind is slice and self.version >= _SLICES_SINCE:
            out += b":"
            items = value.start, value.stop, value.step
        elif kind is dict:
            out += b"{"
            for key, item in value.items():
                self.write(key, depth)
                self.write(item, depth)
            out += b"0"
            return
        else:
            try:
                content = bytes(memoryview(value))
            except TypeError:
                raise ValueError("unmarshallable object") from None
            _counted(b"s", content, out)
            return
        for item in items:
            self.write(item, depth)


def dumps(value, version=version, /, *, allow_code=True):
    """The bytes that stand for a value."""
    writer = _Writer(version, allow_code)
    try:
        writer.write(value, 0)
    except RecursionError:
        # Each level is a call here: the limit of calls is reached before that of nesting.
        raise ValueError("object too deeply nested to marshal") from None
    return bytes(writer.out)


def dump(value, file, version=version, /, *, allow_code=True):
    """Writes the bytes of a value to an open file."""
    file.write(dumps(value, version, allow_code=allow_code))


_END = object()
# Stands for a value whose parts are being read.
_PENDING = object()


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
        place = len(self.known)
        if is_kept:
            self.known.append(_PENDING)
        value = self.of_kind(kind, place if is_kept else None)
        if is_kept:
            self.known[place] = value
        return value

    def of_kind(self, kind, place):
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
            return self.take(self.byte()).decode("latin-1")
        if kind in "aA":
            return self.take(self.length()).decode("latin-1")
        if kind in "ut":
            return self.take(self.length()).decode("utf-8", "surrogatepass")
        if kind == ")":
            return tuple([self.value() for _ in range(self.byte())])
        if kind == "(":
            return tuple([self.value() for _ in range(self.length())])
        if kind in "[<{":
            value = [] if kind == "[" else set() if kind == "<" else {}
            if place is not None:
                # It may contain itself.
                self.known[place] = value
            self.fill(kind, value)
            return value
        if kind == ":":
            return slice(self.value(), self.value(), self.value())
        if kind == ">":
            return frozenset([self.value() for _ in range(self.length())])
        if kind == "c":
            if not self.allow_code:
                raise ValueError("unmarshalling code objects is disallowed")
            code = _imp.sealed_code(self.take(self.length()))
            if code is not None:
                return code
        raise ValueError("bad marshal data (unknown type code)")

    def fill(self, kind, value):
        if kind == "{":
            # A key without a value ends a dict too.
            while (key := self.any()) is not _END and (item := self.any()) is not _END:
                value[key] = item
            return
        add = value.append if kind == "[" else value.add
        for _ in range(self.length()):
            add(self.value())


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

    return _read(_Reader(read, allow_code))


def _read(reader):
    try:
        return reader.value()
    except RecursionError:
        raise ValueError("recursion limit exceeded") from None


def loads(content, /, *, allow_code=True):
    """The value that bytes stand for; the bytes behind it are left out."""
    content = memoryview(content)
    at = 0

    def read(count):
        nonlocal at
        piece = bytes(content[at:at + count])
        at += count
        return piece

    return _read(_Reader(read, allow_code))
