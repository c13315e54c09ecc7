# Arguments that are numbers may be of classes with `__index__`, in methods of built-in types and in
# functions of modules.
import array, binascii, bisect, collections, datetime, fractions, functools, heapq, io, itertools, json
import math, operator, os, re, socket, struct, unicodedata, zlib


class I:
    def __index__(self):
        return 1


class L(list):
    def __index__(self):
        return 5


class X:
    def __index__(self):
        raise TypeError("refused")


class V:
    def __index__(self):
        raise ValueError("refused, too")


EXPRESSIONS = [
    "'abc'.find('b',I())",
    "'abc'.count('b',I(),I())",
    "'abc'.startswith('b',I())",
    "b'abc'.find(b'b',I())",
    "b'abc'.startswith(b'b',I())",
    "'a'.center(I())",
    "'a'.ljust(I())",
    "'a'.zfill(I())",
    "'a b'.split(' ',I())",
    "'a b'.replace('a','c',I())",
    "'a'.expandtabs(I())",
    "b'a'.center(I())",
    "b'a b'.split(b' ',I())",
    "b'a b'.replace(b'a',b'c',I())",
    "b'a'.hex(':',I())",
    "'a\\nb'.splitlines(I())",
    '[1].insert(I(),2)',
    '[1,2].pop(I())',
    '[1,2].index(2,I())',
    '(1,2).index(2,I())',
    "(5).to_bytes(I(),'big')",
    'round(1.234,I())',
    "int('1',I())",
    'range(I())',
    'bytes(I())',
    'bytearray(I())',
    'bytes([I()])',
    "bytearray(b'a').insert(I(),I())",
    "bytearray(b'ab').pop(I())",
    "bytearray(b'\\1').remove(I())",
    "bytearray(b'\\1').append(I())",
    'bytearray(2).__setitem__(0,I())',
    'bytearray().extend([I()])',
    'hex(I())',
    'chr(I())',
    "'%c'%I()",
    "'%d'%I()",
    "'%x'%I()",
    "b'%c'%I()",
    "b'%d'%I()",
    'enumerate([],I())',
    'sum([1],I())',
    'slice(I()).indices(I())',
    'math.factorial(I())',
    'math.comb(I(),I())',
    'math.gcd(I())',
    'math.isqrt(I())',
    'math.ldexp(1.0,I())',
    'itertools.islice([1,2],I())',
    'itertools.repeat(1,I())',
    'itertools.combinations([1,2],I())',
    'itertools.permutations([1],I())',
    'itertools.product([1],repeat=I())',
    'itertools.batched([1],I())',
    'itertools.count(I())',
    'collections.deque([1],I())',
    'collections.deque([1,2]).rotate(I())',
    'collections.deque([1,2]).insert(I(),3)',
    'collections.deque([1,2])[I()]',
    "memoryview(b'abc')[I()]",
    'operator.index(I())',
    "struct.pack('i',I())",
    "array.array('i',[I()])",
    "array.array('i',[1,2]).pop(I())",
    "io.BytesIO(b'abc').read(I())",
    "io.StringIO('abc').read(I())",
    "io.BytesIO(b'abc').seek(I())",
    "'abc'[I()]",
    "'abc'*I()",
    "I()*'abc'",
    '[1]*I()',
    "b'a'*I()",
    "re.sub('a','b','aa',I())",
    "re.split('a','bab',I())",
    "zlib.compress(b'',I())",
    "zlib.adler32(b'',I())",
    "binascii.crc32(b'',I())",
    'heapq.nlargest(I(),[1,2])',
    'bisect.bisect([1,2],1,I())',
    'json.dumps([1],indent=I())',
    'math.perm(I(),I())',
    'divmod(5,I())',
    '1 << I()',
    'pow(2,I())',
    'float(I())',
    'complex(I())',
    'bool(I())',
    "str(b'a','utf8',I())",
    'datetime.date(I(),I(),I())',
    'datetime.timedelta(I())',
    'datetime.time(I())',
    'bytes(5).find(0,I())',
    'socket.htons(I())',
    'fractions.Fraction(I())',
    "zlib.decompress(zlib.compress(b'a'),bufsize=I())",
    "unicodedata.digit('1',I())",
    "I() in b'\\1'",
    "L() in b'\\5'",
    "V() in b'a'",
    "b'a'.find(X())",
    "b'a'.find(V())",
    "b'ab'.find(b'b', V())",
    "'ab'.find('b', X())",
    'bytes(3).count(L())',
    "bytearray(b'\\5').rfind(L())",
    "'ab'.split('a', maxsplit=I())",
    "'ab'.replace('a','c',count=I())",
    "'a\\tb'.expandtabs(tabsize=I())",
    "b'abcd'.hex('-', bytes_per_sep=I())",
    '(5).to_bytes(length=I())',
    "'%c' % L()",
    "b'%c' % L()",
    "b','.join(5)",
    "b','.join(I())",
    "'%c' % (1 << 70)",
]

for expression in EXPRESSIONS:
    try:
        result = eval(expression)
        plain = type(result) in (int, float, str, bytes, list, tuple, bool, bytearray)
        print(expression, result if plain else type(result))
    except Exception as error:
        print(expression, type(error).__name__, error)
print(len(os.urandom(I())), len(bytes(I())))
calls = []


class Counted:
    def __index__(self):
        calls.append(1)
        return 0


for _ in range(3):
    "abc".find("c", Counted())
    [1].pop(Counted())
print(len(calls), list(map("abc".find, "abc", [I()] * 3)))
