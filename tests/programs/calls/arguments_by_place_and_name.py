# A built-in function refuses an argument that is given by position and by name, too many arguments,
# and a name that it does not know, and suggests the one that was meant.
import bisect
import collections
import functools
import itertools
import json
import math
import re
import threading
import datetime


def attempt(text):
    try:
        print(text, "->", eval(text))
    except Exception as error:
        print(text, "->", type(error).__name__, error)


for text in '''"a".split(" ", sep=" ")
"a".split(sepp=" ")
"a".split(x=1)
"a".splitlines(True, keepends=True)
"a".splitlines(keepend=True)
"a".encode("utf-8", encoding="utf-8")
"a".encode(encodin="utf-8")
"a".expandtabs(4, tabsize=3)
"a".replace("a", "b", 1, count=1)
"a".rsplit(" ", sep="x")
"a".rsplit(maxsplit=1, sep=" ")
int("1", base=10)
int("1", 10, base=10)
int("1", bas=10)
str(b"a", "ascii", encoding="ascii")
str(b"a", encodin="ascii")
bytes("a", "ascii", encoding="ascii")
bytearray("a", encodin="ascii")
(5).to_bytes(2, "big", length=2)
(5).to_bytes(2, "big", byteorder="big")
(5).to_bytes(lenght=2)
int.from_bytes(b"a", "big", byteorder="big")
int.from_bytes(b"a", "big", bytes=b"a")
sorted([1], ky=1)
sorted([1], key=None, kye=1)
[1].sort(reverse=True, kye=1)
print(1, en="")
enumerate([1], 1, start=1)
sum([1], 1, start=1)
sum([1], strt=1)
max([1], defalt=1)
max(1, 2, default=3)
zip([1], stric=True)
map(int, [1], stric=True)
compile("1", "a", "eval", mode="eval")
pow(2, 3, exp=3)
pow(2, 3, mo=2)
round(1.5, 1, ndigits=1)
round(1.5, ndigit=1)
complex(1, 1, imag=1)
complex(1, imagg=1)
b"a".split(b" ", sep=b" ")
b"a".hex(":", sep=":")
b"a".hex(sp=":")
b"a".translate(None, b"a", delete=b"a")
b"a".translate(None, delet=b"a")
memoryview(b"a").tobytes("C", order="C")
memoryview(b"a").tobytes(ordr="C")
memoryview(b"a").cast("B", format="B")
property(1, fget=1)
property(fgt=1)
exec("1", {}, globals={})
eval("1", {}, globals={})
eval("1", gloabls={})
eval("1", closure=())
math.prod([1], strat=1)
math.isclose(1, 1, rel_tl=1)
itertools.count(1, start=1)
itertools.count(strat=1)
itertools.accumulate([1], None, func=None)
itertools.accumulate([1], initia=1)
itertools.groupby([1], None, key=None)
itertools.product([1], repea=1)
itertools.permutations([1], 1, r=1)
itertools.batched([1], 1, n=1)
itertools.batched([1], 1, stric=1)
collections.deque([1], 1, maxlen=1)
collections.deque([1], maxle=1)
collections.OrderedDict().popitem(True, last=True)
collections.OrderedDict(a=1).move_to_end("a", True, last=True)
functools.reduce(max, [1], initail=1)
json.dumps(1, ident=1)
re.compile("a").match("a", 0, pos=0)
re.compile("a").match("a", ps=0)
re.compile("a").sub("b", "a", 0, count=0)
re.compile("a").sub("b", "a", conut=0)
re.compile("a").split("a", maxsplt=0)
datetime.datetime(2020, 1, 1).isoformat("T", sep="T")
threading.Lock().acquire(True, blocking=True)
threading.Lock().acquire(blockin=True)
bisect.bisect([1], 1, a=[1])
bisect.bisect([1], 1, ke=1)'''.splitlines():
    attempt(text)


def function(key=1, /, other=2, *, reverse=3):
    pass


class Class:
    def __init__(self, beta=1):
        pass

    def method(self, alpha=1, Alpha=2):
        pass


for text in (
    "function(ke=1)", "function(othr=1)", "function(revers=1)", "function(zzz=1)", "function(key=1)",
    "Class(bet=1)", "Class().method(alpa=1)", "Class().method(ALPHA=1)", "function(a=1, b=2)",
):
    attempt(text)
two_rows = memoryview(bytes(range(6))).cast("B", [2, 3])
for order in None, "C", "F", "A", "x", 5:
    try:
        print(two_rows.tobytes(order))
    except Exception as error:
        print(type(error).__name__, error)
