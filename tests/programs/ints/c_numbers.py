# Numbers that C keeps in an int, and results that no memory holds.
import math, select, signal, sys, zlib

EXPRESSIONS = [
    "sys.setrecursionlimit(1 << 62)",
    "sys.setrecursionlimit(1 << 70)",
    "sys.setrecursionlimit(-1)",
    "sys.setrecursionlimit('a')",
    "sys.set_int_max_str_digits(1 << 62)",
    "sys.set_int_max_str_digits(5)",
    "signal.alarm(1 << 62)",
    "signal.alarm(1.5)",
    "select.epoll(1 << 62)",
    "select.epoll(-2)",
    "zlib.compress(b'', 1 << 40)",
    "zlib.compress(b'', 1.5)",
    "zlib.compressobj(slice(1), -2.5, {})",
    "zlib.compressobj(strategy=99)",
    "zlib.decompress(b'', 1.5)",
    "zlib.decompress(b'', bufsize=1.5)",
    "b'ab'.hex(':', 1 << 40)",
    "b'ab'.hex(5)",
    "b'ab'.hex(None)",
    "b'ab'.hex({})",
    "b'ab'.hex({1: 2})",
    "b'ab'.hex(bytearray(b':'))",
    "b'ab'.hex('::')",
    "1 << (1 << 40)",
    "1 << (1 << 64)",
    "math.comb(10 ** 30, 1 << 64)",
    "math.perm(10 ** 30, 1 << 64)",
    "pow(1, 2, 1j)",
    "pow(1.5, 2, 1j)",
    "pow(1.0, 1, '')",
    "pow(1, 1, '')",
    "float(type('B', (bytes,), {'__repr__': lambda self: 'shown'})())",
    "float(type('S', (str,), {'__repr__': lambda self: 'shown'})('x'))",
    "int(type('S', (str,), {'__repr__': lambda self: 'shown'})('x'))",
    "int(type('S', (str,), {'__repr__': lambda self: 1 / 0})('x'))",
    "list[len], type[int, print]",
    "tuple[[len]], list[type(1), math.floor]",
]
for expression in EXPRESSIONS:
    try:
        print(expression, eval(expression))
    except Exception as error:
        print(expression, type(error).__name__, error)
