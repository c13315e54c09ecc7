"""Attack: native functions with arguments that they hardly expect.

What they raise is told as a message is: another class of exception counts as another message.
"""

import importlib
import inspect

from values import Expressions

PRELUDE = '''
import array, base64, binascii, bisect, collections, copy, datetime, decimal, fractions, functools
import hashlib, heapq, html, io, itertools, json, math, operator, pickle, re, statistics, string, struct
import textwrap, types, unicodedata, urllib.parse, warnings, zlib

warnings.simplefilter("ignore")


class Odd:
    """Answers, but not what one would expect."""

    def __init__(self, value=0):
        self.value = value

    def __index__(self):
        return self.value

    def __len__(self):
        return self.value

    def __iter__(self):
        return iter([self, self.value])

    def __getitem__(self, key):
        return self.value[key]

    def __eq__(self, other):
        raise KeyError("eq")

    def __lt__(self, other):
        return self.value

    def __hash__(self):
        return 5

    def __bool__(self):
        raise ValueError("bool")


PLAIN = lambda *arguments: arguments


def attempt(what, call):
    try:
        value = call()
    except Exception as error:
        print(what, "|", type(error).__name__)
    else:
        print(what, "|", type(value).__name__)
'''

MODULES = (
    "array base64 binascii bisect collections copy datetime decimal fractions functools hashlib"
    " heapq html itertools json math operator re statistics string struct textwrap types"
    " unicodedata urllib.parse zlib"
).split()
TYPES = (
    "int float complex bool str bytes bytearray list tuple dict set frozenset range slice memoryview"
    " object type property classmethod staticmethod super enumerate zip map filter reversed"
    " array.array collections.deque collections.OrderedDict collections.defaultdict"
    " collections.Counter datetime.date datetime.datetime datetime.timedelta datetime.time"
    " decimal.Decimal fractions.Fraction io.BytesIO io.StringIO itertools.chain itertools.count"
    " itertools.cycle itertools.product itertools.permutations itertools.groupby itertools.islice"
    " itertools.zip_longest itertools.accumulate functools.partial struct.Struct"
    " types.SimpleNamespace types.MappingProxyType"
).split()
# They do not return, or want a terminal, or take the memory of the machine.
LEFT_OUT = {
    "input", "breakpoint", "exit", "quit", "help", "open", "print", "exec", "eval", "compile",
    "__import__", "copyright", "credits", "license", "vars", "dir", "globals", "locals", "id", "hash",
    "file_digest", "factorial", "comb", "perm", "pow", "count", "repeat", "cycle", "product",
    "permutations", "combinations", "combinations_with_replacement", "lshift", "ilshift", "ipow",
    "__pow__", "__rpow__", "__lshift__", "__rlshift__", "main", "test", "scrypt", "__dir__", "__hash__",
    "__sizeof__", "__reduce__", "__reduce_ex__", "__getstate__", "__init_subclass__", "mul", "imul",
    "__mul__", "__rmul__", "__imul__", "ljust", "rjust", "center", "zfill", "expandtabs",
    "__subclasses__", "unpack_from", "indexOf", "countOf", "contains", "__contains__", "index", "pbkdf2_hmac", "__class_getitem__", "getrandom", "fill", "wrap",
}


def functions():
    """The names of functions and of methods of types, as expressions."""
    import builtins

    found = [name for name, value in sorted(vars(builtins).items())
             if inspect.isbuiltin(value) and name not in LEFT_OUT]
    for name in MODULES:
        module = importlib.import_module(name)
        for function in sorted(getattr(module, "__all__", dir(module))):
            value = getattr(module, function, None)
            if callable(value) and not function.startswith("_") and function not in LEFT_OUT:
                if not (inspect.isclass(value) and issubclass(value, BaseException)):
                    found.append(f"{name}.{function}")
    return found


def methods():
    found = []
    for name in TYPES:
        module, _, last = name.rpartition(".")
        kind = getattr(importlib.import_module(module or "builtins"), last)
        for method in sorted(vars(kind)):
            if callable(getattr(kind, method, None)) and method not in LEFT_OUT:
                if method not in ("__new__", "__init__", "__getattribute__"):
                    found.append((name, method))
    return found


HOSTILE = [
    "-1", "1 << 70", "-(1 << 70)", "(1 << 63) - 1", "float('nan')", "float('inf')", "Odd()",
    "Odd('x')", "Odd(-1)", "Odd([])", "None", "''", "'\\ud800'", "b''", "()", "[]", "{}", "object()",
    "type", "memoryview(b'abc')[::-1]", "memoryview(bytearray(b'x'))", "range(1 << 20)", "slice(Odd())",
    "iter([])", "lambda *a: 1 / 0", "'%s' * 3", "int", "Exception", "NotImplemented", "{1: 2}", "{1}",
    "array.array('i', [1, 2])", "decimal.Decimal('NaN')", "datetime.date(1, 1, 1)", "True", "(1, 'a')",
    "fractions.Fraction(1, 3)", "[[1], [2]]", "'a\\0b'", "bytearray(b'zz')", "itertools.chain([1])",
]
RECEIVERS = {
    "property": "property(len)", "classmethod": "classmethod(len)", "staticmethod": "staticmethod(len)",
    "super": "super(int, True)", "range": "range(3)", "slice": "slice(1, 2)", "object": "object()",
    "type": "int", "memoryview": "memoryview(bytearray(b'abcd'))", "map": "map(str, [1, 2])",
    "filter": "filter(None, [1])", "zip": "zip([1], 'a')", "enumerate": "enumerate('ab')",
    "reversed": "reversed([1, 2])", "array.array": "array.array('d', [1.5])", "complex": "(1 + 2j)",
    "datetime.date": "datetime.date(2024, 2, 29)", "datetime.datetime": "datetime.datetime(2024, 2, 29)",
    "datetime.time": "datetime.time(1, 2)", "functools.partial": "functools.partial(int, base=2)",
    "struct.Struct": "struct.Struct('<ih')", "itertools.count": "itertools.count(2)",
    "itertools.product": "itertools.product('ab', [1])", "itertools.permutations": "itertools.permutations('ab')",
    "itertools.islice": "itertools.islice('abc', 2)", "itertools.cycle": "itertools.cycle('ab')",
    "types.MappingProxyType": "types.MappingProxyType({1: 2})", "itertools.groupby": "itertools.groupby('aab')",
    "io.BytesIO": "io.BytesIO(b'line\\n')", "io.StringIO": "io.StringIO('line\\n')",
    "itertools.accumulate": "itertools.accumulate([1, 2])", "int": "7", "float": "2.5", "bool": "True",
    "str": "'text'", "bytes": "b'text'", "list": "[1, 'a']", "tuple": "(1, 'a')", "dict": "{1: 'a'}",
    "set": "{1}", "frozenset": "frozenset([1])", "bytearray": "bytearray(b'text')",
    "decimal.Decimal": "decimal.Decimal('1.5')", "fractions.Fraction": "fractions.Fraction(2, 3)",
}
FUNCTIONS, METHODS = functions(), methods()


def case(seed):
    values = Expressions(seed)

    def argument():
        if values.chance(0.5):
            return values.pick(HOSTILE)
        return values.plain(values.pick(["int", "float", "text", "bytes", "list", "tuple", "dict"]))

    statements = []
    for number in range(25):
        arguments = ", ".join(argument() for _ in range(values.pick([0, 1, 1, 2, 2, 3])))
        if values.chance(0.5):
            name = values.pick(FUNCTIONS)
            call = f"{name}({arguments})"
        else:
            kind, method = values.pick(METHODS)
            receiver = RECEIVERS.get(kind, f"{kind}()")
            comma = ", " if arguments else ""
            name = f"{kind}.{method}"
            call = f"{name}({receiver}{comma}{arguments})"
        statements.append(f"attempt({name!r}, lambda: {call})\n")
    return statements


def prelude():
    return PRELUDE
