"""Texts and bytes that no machine has room for: they are refused at once."""
import collections
import io
import itertools
import struct
import sys


def told(call):
    try:
        return len(call())
    except (MemoryError, OverflowError):
        return "refused"


huge = 10**15
calls = [
    lambda: "x" * huge,
    lambda: "x" * 2**63,
    lambda: b"x" * huge,
    lambda: bytearray(b"x") * huge,
    lambda: [0] * huge,
    lambda: (0,) * huge,
    lambda: [0] * 2**70,
    lambda: "a".center(huge),
    lambda: "a".ljust(huge, "é"),
    lambda: "a".rjust(huge),
    lambda: "a".zfill(huge),
    lambda: b"a".center(huge),
    lambda: b"a".ljust(huge),
    lambda: b"a".zfill(huge),
    lambda: bytearray(b"a").rjust(huge),
    lambda: "\t".expandtabs(2**62),
    lambda: b"\t".expandtabs(2**62),
    lambda: "%*d" % (huge, 1),
    lambda: format(1, str(huge)),
    lambda: format("a", str(huge)),
    lambda: format(1.5, "0" + str(huge)),
    lambda: f"{1:{huge}}",
    lambda: "{:1000000000000000}".format("x"),
    lambda: (5).to_bytes(huge, "big"),
    lambda: bytes(huge),
    lambda: bytearray(huge),
    lambda: ("y" * 10**5).replace("y", "z" * 10**6),
    lambda: (b"y" * 10**5).replace(b"y", b"z" * 10**6),
    lambda: ("y" * 10**5).replace("", "z" * 10**6),
    lambda: list(range(huge)),
    lambda: tuple(range(huge)),
    lambda: [].extend(range(huge)),
]
for number, call in enumerate(calls):
    print(number, told(call))
print(repr("a".center(5)), "a".zfill(3), "%5d" % 1, ("y" * 3).replace("y", "zz"))
for text in (".99999999999", ".3000000000f"):
    try:
        print(format(1.5, text))
    except ValueError as error:
        print(error)

for call in (
    lambda: itertools.product([1], repeat=huge),
    lambda: itertools.tee([1], huge),
    lambda: next(itertools.combinations_with_replacement([1], huge)),
    lambda: struct.pack("999999999999s", b"x"),
):
    try:
        call()
        print("made")
    except (MemoryError, OverflowError):
        print("refused")
print(list(itertools.batched([1, 2], 1000)), next(itertools.repeat(1, sys.maxsize)))
print(collections.deque([1], sys.maxsize).maxlen == sys.maxsize, struct.calcsize("1000000s"))
print(list(itertools.islice(itertools.repeat(5, 2**62), 3)), struct.calcsize(f"{2**62}s"))
for stream, piece in ((io.BytesIO(), b"x"), (io.StringIO(), "x")):
    stream.seek(2**50)
    try:
        print(stream.write(piece))
    except (MemoryError, OverflowError):
        print("refused")
