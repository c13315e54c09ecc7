# Functions that CPython has in C are natives to a program, also where Motet has them in Python.
import _csv
import binascii
import codecs
import copy
import functools
import pickle
import types


class Holder:
    encode = codecs.latin_1_encode
    hexlify = binascii.hexlify

    def __init__(self):
        self.own = binascii.hexlify


for function in binascii.hexlify, _csv.reader, codecs.latin_1_encode, codecs.utf_8_encode, len:
    print(function, type(function).__name__, function.__class__ is type(len))
    print(isinstance(function, types.FunctionType), isinstance(function, types.BuiltinFunctionType))
    print(function.__self__.__name__, function.__name__, function.__qualname__, function.__module__)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(function, protocol)) is function
    assert copy.copy(function) is function and copy.deepcopy(function) is function
    match function:
        case types.FunctionType():
            print("a function")
        case types.BuiltinFunctionType():
            print("a native")

# They do not bind.
print(Holder().encode("é"), Holder().hexlify(b"ab"), Holder.hexlify(b"cd"), Holder().own(b"ef"))
print(functools.wraps(binascii.hexlify)(lambda: None).__name__)
