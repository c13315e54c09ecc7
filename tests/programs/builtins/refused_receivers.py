# Methods of classes that CPython has natively, with receivers that are no instances and with
# wrong counts: types that compare for equality alone have all six methods, contexts of decimals
# take operands by position, and a method that two classes share complains in the name of the one.
import _sha2
import _sha3
import binascii
import collections
import csv
import datetime
import decimal
import hashlib
import io
import queue
import re
import sqlite3
import struct
import types
import unicodedata
import weakref
import zlib

COMPARED = [
    complex, dict, range, memoryview, re.Pattern, weakref.ref, types.MappingProxyType,
    types.GenericAlias, types.UnionType, type((lambda: 0).__code__), type(None), types.MethodType,
    types.BuiltinFunctionType, types.MethodWrapperType,
]
METHODS = [
    (decimal.Decimal, "__abs__ __floor__ __int__ exp fma is_nan ln max quantize sqrt to_eng_string"),
    (decimal.Context, "abs add clear_flags create_decimal is_zero power"),
    (_sha2.SHA224Type, "copy digest hexdigest update"),
    (_sha3.sha3_256, "copy digest hexdigest update"),
    (hashlib.blake2b, "digest hexdigest update"),
    (io.IOBase.__base__, "isatty"),
]
RECEIVERS = {
    decimal.Decimal: decimal.Decimal(2), decimal.Context: decimal.Context(),
    hashlib.blake2b: hashlib.blake2b(), io.BufferedReader: io.BufferedReader(io.BytesIO()),
    io.BufferedWriter: io.BufferedWriter(io.BytesIO()),
}


class Other:
    def method(self):
        pass


def outcome(function, *arguments, **keywords):
    try:
        return type(function(*arguments, **keywords)).__name__
    except Exception as error:
        return f"{type(error).__name__}: {error}"


for each in COMPARED:
    print(each.__name__)
    for name in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"):
        method = getattr(each, name)
        print("   ", name in vars(each), outcome(method), "|", outcome(method, Other(), 1))
for each, names in METHODS:
    for name in names.split():
        method = getattr(each, name)
        print(name, outcome(method, Other()), "|", outcome(method, "x", 1, 2))
for each, names in [
    (decimal.Context, "abs add is_zero divmod"),
    (decimal.Decimal, "compare is_nan"),
    (hashlib.blake2b, "digest copy"),
    (io.BufferedReader, "fileno isatty tell"),
    (io.BufferedWriter, "fileno isatty tell"),
]:
    for name in names.split():
        method = getattr(each, name)
        for arguments in ((), (Other(),), (Other(),) * 5):
            print(name, len(arguments), outcome(method, RECEIVERS[each], *arguments))
        print(name, outcome(method, RECEIVERS[each], zork=1))
# Each class refuses in its own name to make an instance of what is no class.
for each in (EOFError, KeyError, UnicodeError, datetime.date):
    print(outcome(each.__new__), "|", outcome(each.__new__, Other()))
print(outcome(EOFError.__new__, EOFError), outcome(EOFError.__new__, KeyError))
# Natives of the library ask for bytes and characters as others do, and count as they do.
for function in (zlib.decompress, binascii.b2a_hex):
    print(outcome(function, Other()), "|", outcome(function, "x"))
for name in ("category", "combining", "normalize"):
    function, old = getattr(unicodedata, name), getattr(unicodedata.UCD, name)
    print(outcome(function), "|", outcome(function, Other()), "|", outcome(function, "xy"))
    print(outcome(function, 1, 2, 3), "|", outcome(function, zork=1))
    print(outcome(old), "|", outcome(old, Other()), "|", outcome(old, unicodedata.ucd_3_2_0))
print(outcome(csv.get_dialect, 1, 2), "|", outcome(sqlite3.Row.keys, Other()))
print(outcome(types.SimpleNamespace.__replace__), "|", outcome(sqlite3.Cursor.execute, Other()))
# Attributes are refused by the full name of the class, before it is told that they are read only.
for each, name in (
    (collections.deque, "maxlen"), (memoryview, "obj"), (struct.Struct, "size"),
    (collections.defaultdict, "default_factory"), (types.SimpleNamespace, "__dict__"),
):
    attribute = vars(each)[name]
    print(outcome(attribute.__get__, Other()), "|", outcome(attribute.__set__, Other(), 1))
# Classes of the library complain in their own names of what they are called with.
for each in (
    struct.Struct, io.BytesIO, io.StringIO, io.BufferedReader, queue.SimpleQueue,
):
    print(each.__name__, outcome(each), "|", outcome(each, *[None] * 12), "|", outcome(each, 1, zork=1))
# They compare as before.
pair = Other(), Other()
print([].append.__eq__([].append), pair[0].__init__.__eq__(pair[0].__init__), len.__eq__(len), len != id)
print(*(getattr(pair[0].method, name)(other.method) for name in ("__eq__", "__ne__") for other in pair))
print({} != {}, {1: 2} != {}, range(2) != range(2), 1j != 1j, memoryview(b"a") != memoryview(b"b"))
print(re.compile("a") != re.compile("a"), list[int] != list[str], (int | str) != (str | int))
for a, b in (({}, {}), (range(1), range(1)), (1j, 2), (memoryview(b"a"), b"b")):
    print(outcome(lambda: a < b), outcome(lambda: a >= b))
