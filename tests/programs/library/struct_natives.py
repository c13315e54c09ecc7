"""`struct` with arguments of all kinds, its methods, classes below `Struct`, and iterators."""

import struct


def show(act):
    try:
        print(repr(act()))
    except Exception as error:
        print(type(error).__module__, type(error).__name__, error)


class Index:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


class Below(struct.Struct):
    def pack(self, *values):
        return b"<" + super().pack(*values) + b">"


class Octets(bytes):
    pass


data = bytes(range(1, 33))
for buffer in data, bytearray(data), memoryview(data), memoryview(bytearray(data))[2:], \
        memoryview(data)[3:20], Octets(data), "text", None, 5:
    for offset in 0, 1, 3, -8, -4, -3, 28, 29, 32, 33, -33, 1 << 70, Index(2), 1.5, None:
        show(lambda: struct.unpack_from("<HBb", buffer, offset))
        show(lambda: struct.Struct(">I").unpack_from(buffer, offset))
    show(lambda: struct.unpack_from("<I", buffer=buffer, offset=4))
    show(lambda: struct.unpack("32B", buffer))
    show(lambda: struct.Struct("<4Q").unpack(buffer))
    show(lambda: list(struct.iter_unpack("<HH", buffer)))
for offset in 0, 3, -8, -3, 30, 33, 1 << 70, Index(1), 1.5:
    for target in bytearray(16), memoryview(bytearray(16))[4:], bytes(16), None:
        show(lambda: (struct.pack_into("<Hb", target, offset, 258, -3), bytes(target)))
        show(lambda: (struct.Struct("!i").pack_into(target, offset, -2), bytes(target)))
for code in "bBhHiIlLqQnNP?":
    for order in "@<>=!":
        for number in 0, 1, 127, 128, -1, -128, -129, 255, 256, 32767, 32768, 65535, 65536, \
                -32769, 2**31 - 1, 2**31, 2**32 - 1, 2**32, -(2**31), -(2**31) - 1, 2**62, -(2**62), \
                2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**63) - 1, True, False:
            show(lambda: struct.pack(order + code, number))
for code in "i", "d", "f", "e", "?", "c", "3s", "3p", "x", "F":
    for value in 1, 1.5, -0.0, b"a", b"abcd", bytearray(b"xy"), "a", None, Index(7), 1j, 1e300, Octets(b"q"):
        show(lambda: struct.pack(code, value))
        show(lambda: struct.pack("<2h" + code, 1, 2, value))
show(lambda: struct.pack("<2i", 1))
show(lambda: struct.pack("<2i", 1, 2, 3))
show(lambda: struct.pack("<é", 1))
show(lambda: struct.pack("q\0", 1))
show(lambda: struct.pack())
show(lambda: struct.pack(5, 1))
show(lambda: struct.pack(b"<h", 1))
show(lambda: struct.unpack(b"<h", b"ab"))
show(lambda: struct.unpack("<h"))
show(lambda: struct.unpack("<h", b"a", 1))
show(lambda: struct.unpack("i", b"abc"))
show(lambda: struct.unpack_from("<h"))
show(lambda: struct.unpack_from("<h", b"abcd", 1, 2))
show(lambda: struct.unpack_from("148B8x356B", bytes(512))[-2:])
show(lambda: struct.unpack("<bhiqBHIQ?fd3sc2x", struct.pack(
    "<bhiqBHIQ?fd3sc2x", -1, -2, -3, -4, 5, 6, 7, 2**64 - 1, True, 0.5, -1.25, b"abc", b"d")))
own = Below("<hh")
show(lambda: (own.pack(1, 2), own.unpack(b"abcd"), own.unpack_from(b"abcdefgh", 2), own.size))
show(lambda: own.pack(1))
show(lambda: own.unpack(b"abc"))
show(lambda: own.unpack_from(b"abc"))
for name in "pack", "unpack", "unpack_from", "pack_into":
    method = getattr(struct.Struct, name)
    print(method, method.__qualname__, type(method).__name__)
    show(lambda: method(5))
    show(lambda: method())
values = struct.iter_unpack("<2B", bytearray(b"abcdef"))
show(lambda: (next(values), values.__length_hint__(), iter(values) is values, list(values)))
show(lambda: next(values))
changed = bytearray(b"abcd")
values = struct.iter_unpack("<2B", changed)
show(lambda: (next(values), changed.__setitem__(2, 0), next(values)))
