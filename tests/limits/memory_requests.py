"""Natives that are asked for more memory than there is. Run where the system limits the addresses of
the process (`crates/motet/tests/limited_memory.rs`). Each row raises, and the process goes on
and computes correctly."""

import array
import ast
import base64
import collections
import ctypes
import decimal
import hashlib
import io
import itertools
import json
import math
import mmap
import operator
import os
import pickle
import random
import re
import sqlite3
import struct
import sys
import textwrap

PAST = 1 << 33
NEAR = (1 << 31) - 1
HUGE = sys.maxsize
LONG = "a" * (1 << 17)
REFUSED = MemoryError, OverflowError


def zeros():
    return open("/dev/zero", "rb")


def without_end(text):
    return lambda: exec(f"x = {text}\nwhile True:\n x += x", {})


# What may be raised, and what asks.
ROWS = [
    (REFUSED, lambda size=size, of=of, act=act: act(of, size))
    for size in (NEAR, PAST, HUGE)
    for act, things in [
        (operator.mul, ("xy", b"xy", bytearray(b"xy"), [None], (None,), array.array("d", [1.0]))),
        (operator.mul, (collections.deque([1]), "\u20ac", [1, 2])),
        (operator.imul, (bytearray(b"xy"), [1], collections.deque([1]))),
        (operator.lshift, (1 << 70,)),
        (lambda kind, size: kind(size), (bytes, bytearray, os.urandom, random.randbytes)),
        (lambda kind, size: kind(range(size)), (list, tuple, set, frozenset, sorted)),
        (lambda name, size: getattr("a", name)(size, "\u20ac"), ("ljust", "rjust", "center")),
        (lambda name, size: getattr("a", name)(size), ("ljust", "rjust", "center", "zfill")),
        (lambda name, size: getattr(b"a", name)(size), ("ljust", "rjust", "center", "zfill")),
        (lambda of, size: of.expandtabs(size), ("\t\t", b"\t\t")),
        (lambda of, size: of.resize(size), (bytearray(b"x"),)),
        (lambda of, size: of % (size, 1), ("%*d", b"%*d", "%*s")),
        (lambda of, size: (of.seek(size), of.write(b"x")), (io.BytesIO(),)),
        (lambda of, size: (of.seek(size), of.write("x")), (io.StringIO(),)),
        (lambda of, size: itertools.tee(of, size), ([1],)),
        (lambda of, size: itertools.product(of, repeat=size), ((1, 2),)),
        (lambda of, size: of.to_bytes(size), (1,)),
        (lambda of, size: next(itertools.batched(of, size)), (itertools.count(),)),
    ]
    for of in things
    # A number of so many bits has its place, and zeros of a bytearray lie nowhere until one is written.
    if not (size == NEAR and of in (1 << 70, bytearray))
] + [
    ((MemoryError, OverflowError, ValueError), row)
    for row in (
        lambda: format(1, str(NEAR)),
        lambda: format("a", f">{NEAR}"),
        lambda: format(1.0, f".{NEAR - 1}f"),
        lambda: format(1.0, f".{PAST}e"),
        lambda: f"{1:>{NEAR}}",
        lambda: "%8589934592d" % 1,
        lambda: "%.2000000000d" % 1,
        lambda: "%.2000000000f" % 1.0,
        lambda: b"%.2000000000x" % 1,
        lambda: "%*.*f" % (NEAR, NEAR - 1, 1.0),
        lambda: hashlib.shake_128(b"a").digest(PAST),
        lambda: hashlib.pbkdf2_hmac("sha256", b"a", b"b", 1, PAST),
    )
] + [
    ((OSError, MemoryError, OverflowError), lambda: mmap.mmap(-1, HUGE)),
] + [
    (REFUSED, row)
    for row in (
        lambda: LONG.join(["y"] * (1 << 15)),
        lambda: LONG.encode().join([b"y"] * (1 << 15)),
        lambda: "".join(itertools.repeat(LONG)),
        lambda: b"".join(itertools.repeat(LONG.encode())),
        lambda: LONG.replace("a", LONG),
        lambda: LONG.replace("", LONG),
        lambda: LONG.encode().replace(b"a", LONG.encode()),
        lambda: LONG.translate({97: LONG}),
        lambda: re.sub("a", LONG, LONG),
        lambda: re.sub("(a)", r"\1" * (1 << 15), LONG),
        lambda: re.sub("a", lambda match: LONG, LONG),
        lambda: struct.pack(f"{NEAR}x"),
        lambda: struct.pack(f"{PAST}s", b"a"),
        lambda: zeros().read(NEAR),
        lambda: zeros().read(),
        lambda: zeros().readline(),
        lambda: os.read(zeros().fileno(), PAST),
        lambda: os.pread(zeros().fileno(), PAST, 0),
        lambda: array.array("b").fromfile(zeros(), PAST),
        lambda: json.dumps([[[1]]], indent=PAST),
        lambda: itertools.permutations(range(1 << 30)),
        lambda: next(itertools.combinations_with_replacement([1], PAST)),
        lambda: dict.fromkeys(range(PAST)),
        lambda: collections.deque(range(PAST)),
        lambda: base64.b64encode(bytes(1 << 30)),
        lambda: bytes(1 << 28).hex() * 8,
        lambda: ("\u20ac" * (1 << 22)).encode("utf-32") * 100,
        lambda: ascii("\u20ac" * (1 << 22)) * 100,
        lambda: ctypes.create_string_buffer(PAST),
        lambda: (ctypes.c_double * NEAR)(),
        lambda: decimal.Context(prec=decimal.MAX_PREC).divide(decimal.Decimal(1), 3),
        lambda: int(decimal.Decimal("1e999999999999")),
        lambda: pickle.dumps(bytes(1 << 30)),
        lambda: ("\n" * (1 << 24)).splitlines(),
        lambda: ("a " * (1 << 24)).split(),
        lambda: list("\u20ac" * (1 << 24)),
        lambda: memoryview(bytes(1 << 24)).tolist(),
        lambda: textwrap.indent("a\n" * (1 << 20), "b" * (1 << 13)),
        lambda: [*itertools.count()],
        lambda: math.dist(itertools.repeat(1.0), itertools.repeat(1.0)),
        lambda: bytes(itertools.repeat(7)),
        lambda: ast.parse("a\n" * (1 << 20)),
        lambda: itertools.permutations([1], PAST),
        lambda: exec("a, *b = iter(int, 1)", {}),
        lambda: (lambda *rest: rest)(*itertools.count()),
        lambda: bytearray().extend(itertools.repeat(7)),
        lambda: [0] * (1 << 20) + [0] * (1 << 31),
    )
] + [(REFUSED, without_end(text)) for text in ("'ab'", "b'ab'", "bytearray(b'ab')", "[1]", "(1,)")]


def main():
    wrong = []
    for number, (expected, row) in enumerate(ROWS):
        try:
            row()
            wrong.append((number, "no error"))
        except expected:
            pass
        except Exception as error:
            wrong.append((number, repr(error)))
        # What handlers compute after it is right.
        assert sum([place * place for place in range(1000)]) == 332833500, number
        assert sorted("memory") == ["e", "m", "m", "o", "r", "y"], number
        assert len(bytes(1 << 20)) == 1 << 20, number
    print(len(ROWS), "rows", wrong)


main()
