# Reading and writing JSON: values, errors, hooks, options; ASCII and wide texts.
import json
from collections import OrderedDict
from decimal import Decimal
from enum import IntEnum
from json import JSONDecodeError, JSONDecoder, JSONEncoder, dumps, loads


def attempt(function, *arguments, **options):
    try:
        print(repr(function(*arguments, **options)))
    except (ValueError, TypeError, RecursionError) as error:
        print(type(error).__name__, str(error)[:110])


print("-- values")
for text in [
    "0", "-0", "12", "-7", "1.5", "-0.0", "1e3", "1E-2", "2e+2", "123456789012345678901234567890",
    "1e400", "null", "true", "false", "NaN", "Infinity", "-Infinity", '""', '"a"', '"é𝄞"',
    r'"\u00e9\ud834\udd1e\ud834x\udd1e"', r'"\"\\\/\b\f\n\r\t"', "[]", "[ ]", "{}", "{ }", "[1,[2,[3]]]",
    ' {"a" : [ 1 , {"b":null} ] ,\n"c"\t:{}} ', '{"a":1,"a":2}', '["é", 1, "ü\\u00fc", {"ß": "ñ"}]',
]:
    attempt(loads, text)

print("-- errors")
for text in [
    "", " ", "-", "+1", "01", "1.", ".5", "1e", "--1", "nul", "nan", "[", "[1", "[1,", "[1,]", "[1 2]",
    "[,]", "{", '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{"a" 1}', "{1:2}", "{,}", "{]", '"',
    '"abc', '"\\', '"\\x"', '"\\u12"', '"\\u12g4"', '"\\ud834\\u12"', '"a\nb"', "1 2", "[] x", "'a'",
    '"é" "ü"', '["é", "\x01"]', '["𝄞", tru]', '{"é":1,}', "\ufeff1", "-Infinit", "[1, -]",
]:
    attempt(loads, text)
for text in ['"é" "ü"', '["𝄞𝄞",\n "é" 1]']:
    try:
        loads(text)
    except JSONDecodeError as error:
        print(error.msg, error.pos, error.lineno, error.colno, error.doc == text)
attempt(loads, '"a\nb\x00"', strict=False)
attempt(loads, b'["\xc3\xa9"]')
attempt(loads, 5)
attempt(loads, "9" * 5000)

print("-- places")
decode = JSONDecoder().raw_decode
attempt(decode, "xx[1]yy", 2)
attempt(decode, "éé[1, \"ü\"]yy", 2)
attempt(decode, "[1]", 3)
attempt(decode, "[1]", 9)
attempt(decode, "[1]", -1)
scan = json.decoder.scanstring
for text, end in [('abc"d', 0), ("abc", 1), ('"é\\n"x', 1), ("é", 1), ("é", 2), ("é", -1), ('x"', 1)]:
    attempt(scan, text, end)
attempt(scan, b'x"', 1)
attempt(scan, 'a\nb"', 0, False)

print("-- hooks")
seen = []


def note(value):
    seen.append(value)
    return value


text = '{"a": 1, "b": {"é": [2.5, {}]}, "c": [-Infinity, NaN]}'
attempt(loads, text, object_hook=lambda found: sorted(found))
attempt(loads, text, object_pairs_hook=OrderedDict)
attempt(loads, text, object_pairs_hook=lambda pairs: pairs, object_hook=note)
attempt(loads, text, parse_float=Decimal, parse_int=lambda text: "i" + text, parse_constant=len)
attempt(loads, '{"a": {"b": 1}, "c": x}', object_hook=note)
print(seen)
attempt(loads, "[1, 2.0]", parse_int=Decimal, parse_float=lambda text: text[::-1])


class Loader(JSONDecoder):
    def decode(self, text):
        return ("decoded", super().decode(text))


attempt(loads, "[1]", cls=Loader)
found = loads('[{"key": 1}, {"key": 2}, {"other": {"key": 3}}]')
first, second, third = (list(entry)[0] for entry in (found[0], found[1], found[2]["other"]))
print(first is second, second is third)

print("-- writing")


class Number(IntEnum):
    TWO = 2


class Text(str):
    def __repr__(self):
        return "no"


class Whole(int):
    def __repr__(self):
        return "no"


class Real(float):
    def __repr__(self):
        return "no"


class Rows(list):
    pass


class Table(dict):
    def items(self):
        return [("z", 1), ("y", [2])]


values = [
    None, True, False, 0, -5, 10**30, 1.5, -0.0, 1e16, 1e-7, 1e22, "", "a\"b\\c/\b\f\n\r\t\x00\x1f\x7f",
    "é𝄞\ud834", [], (), {}, [1, [2, (3, "x")]], {"a": 1, "b": {"c": []}}, Number.TWO, Text("té"), Whole(7),
    Real(2.5), Rows([1, 2]), Table(a=1), {1: 2, 2.5: 3, True: 4, None: 5, Number.TWO: 6, Text("k"): 7},
    OrderedDict(b=1, a=2), float("nan"), float("inf"), -float("inf"),
]
for value in values:
    attempt(dumps, value)
    attempt(dumps, value, ensure_ascii=False)
    attempt(dumps, value, indent=2, sort_keys=False)
for options in [
    {"sort_keys": True}, {"indent": "\t"}, {"indent": 0}, {"separators": (",", ":")}, {"indent": 1, "sort_keys": True},
    {"separators": ("é", "ü"), "ensure_ascii": False},
]:
    attempt(dumps, {"b": [1, {"d": 1, "c": ()}], "a": {}, "é": "é"}, **options)
attempt(dumps, {2: 1, 1: 2, 10: 3}, sort_keys=True)
attempt(dumps, {"b": 1, 1: 2}, sort_keys=True)
attempt(dumps, {(1, 2): 1, "a": 2, (3,): 4}, skipkeys=True)
attempt(dumps, {(1, 2): 1})
attempt(dumps, {b"a": 1})
for number in (float("nan"), float("inf"), -float("inf")):
    attempt(dumps, [number], allow_nan=False)
    attempt(dumps, {number: 1}, allow_nan=False)
attempt(dumps, [object], default=lambda value: value.__name__)
attempt(dumps, {"a": {1, 2}, "b": [{3}]}, default=sorted)
attempt(dumps, {1, 2})
attempt(dumps, {1, 2}, default=lambda value: value)
circle = []
circle.append({"a": (circle,)})
attempt(dumps, circle)
attempt(dumps, circle, check_circular=False)
attempt(dumps, {1}, default=lambda value: [value])
twice = [1]
attempt(dumps, [twice, twice, {"a": twice}])


class Writer(JSONEncoder):
    def default(self, value):
        if isinstance(value, complex):
            return [value.real, value.imag]
        return super().default(value)


attempt(dumps, {"z": 1 + 2j}, cls=Writer)
attempt(dumps, b"x", cls=Writer)
print("".join(Writer(indent=1).iterencode([1j, {"a": "é"}])))
deep = "[" * 900 + "]" * 900
print(dumps(loads(deep)) == deep)
attempt(loads, "[" * 100_000)
attempt(loads, '{"a":' * 100_000)
from json.encoder import encode_basestring, encode_basestring_ascii

attempt(encode_basestring, "é\"\ud800")
attempt(encode_basestring_ascii, Text("é\"\ud800𝄞"))
attempt(encode_basestring_ascii, b"x")
grown = [1, 2]


def grow(value):
    if len(grown) < 5:
        grown.append(len(grown))
    return 0


grown.append(object())
attempt(dumps, grown, default=grow)
