"""Sizes that no memory has: an exception each, and the objects stay as they were."""

import sys

array = bytearray(b"abc")
for name, attempt in [
    ("resize", lambda: array.resize(sys.maxsize)),
    ("resize", lambda: array.resize(1 << 62)),
    ("bytes", lambda: b"abc" * (1 << 62)),
    ("str", lambda: "abc" * (1 << 62)),
    ("ASCII", lambda: "ab" * sys.maxsize),
    ("array", lambda: bytearray(b"abc") * (1 << 62)),
    ("once", lambda: b"a" * (sys.maxsize - 100)),
    ("augmented", lambda: array.__imul__(1 << 62)),
]:
    try:
        attempt()
    except (MemoryError, OverflowError) as error:
        print(name, type(error).__name__, error)
print(array, b"" * sys.maxsize, "" * sys.maxsize)
array.resize(5)
print(array)
