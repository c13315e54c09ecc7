import struct

for format, *values in [
    ("<bBhHiIqQ", -1, 255, -2, 65535, -3, 4294967295, -4, 2**64 - 1),
    (">hil", 1, 2, 3), ("!4s3p?c", b"ab", b"xyz", [], b"q"), ("@bhilq", 1, 2, 3, 4, 5),
    ("=3xh2x", 7), ("<efd", 1.5, -0.25, 3.141592653589793), ("3i", 1, 2, 3), ("0s5s", b"", b"12345678"),
    ("<e", 65504.0), (">e", 6e-8), ("nNP", -1, 2, 3), ("2b 2b", 1, 2, 3, 4), ("10p", b"123"),
]:
    data = struct.pack(format, *values)
    print(format, struct.calcsize(format), data.hex(), struct.unpack(format, data))


class Index:
    def __index__(self):
        return 65

    def __float__(self):
        return 2.5


print(struct.pack(">Bd", Index(), Index()))
for format, *values in [
    ("b", 128), ("B", -1), ("h", 99999), ("<q", 2**63), ("Q", -1), ("i", 1.0), ("d", "x"), ("c", b"ab"),
    ("4s", 3), ("ii", 1), ("z", 1), ("5", 1), ("f", 1e300), ("e", 1e6), ("I", 2**32),
]:
    try:
        print(struct.pack(format, *values))
    except (struct.error, OverflowError) as error:
        print(format, type(error).__name__, error)
for call in [
    lambda: struct.unpack("i", b"123"), lambda: struct.unpack_from("i", b"1234567", 4),
    lambda: struct.unpack_from("i", b"1234567", -9), lambda: struct.pack_into("i", bytearray(3), 0, 1),
    lambda: list(struct.iter_unpack("h", b"123")), lambda: struct.pack_into("i", b"abcd", 0, 1),
]:
    try:
        print(call())
    except (struct.error, TypeError) as error:
        print(type(error).__name__, error)
buffer = bytearray(8)
struct.pack_into("<hh", buffer, 2, 1, -1)
print(buffer, struct.unpack_from("<h", buffer, -4), list(struct.iter_unpack("<hh", buffer)))
layout = struct.Struct(b"<h2s")
print(layout.size, layout.format, layout.pack(3, b"ab"), layout.unpack(b"\1\0zz"), layout)
