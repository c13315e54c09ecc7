"""Natives, classes of natives and objects that can be called, with arguments that have names."""

import functools
import itertools
import operator
from collections import defaultdict, deque


class Place:
    """A number by `__index__`."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


class Text(str):
    pass


class Numbers(list):
    def sort(self, *, key=None, reverse=False):
        return "own", key, reverse


class Called:
    def __init__(self, step):
        self.step = step

    def __call__(self, number, *, times=1, **more):
        return number + self.step * times, sorted(more)


def told(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__, str(error)


def methods():
    text, own = "a b c d", Text("x-y-z")
    items = [3, 1, 2]
    items.sort(key=lambda item: -item)
    print(text.split(maxsplit=1), text.split(" ", maxsplit=Place(2)), own.split(sep="-", maxsplit=1))
    print(own.split("-", maxsplit=True), b"a,b".split(sep=b","), items)
    print("é".encode(encoding="utf-8", errors="strict"), b"\xff".decode("ascii", errors="replace"))
    print((258).to_bytes(length=3, byteorder="big"), int.from_bytes(b"\1\2", byteorder="little"))
    print("{a} {0}".format(1, a=text), "{x.step}".format(x=Called(4)), Numbers([1]).sort(reverse=True))
    print("a\tb".expandtabs(tabsize=4), "abc".replace("b", "x", count=1), "aXb".splitlines(keepends=True))
    known = {"a": 1}
    known.update(b=2, a=3)
    known.update([("c", 4)], d=5)
    print(known, dict.fromkeys("ab", 0), str.split("a b", maxsplit=1))


def builtins():
    rows = [(1, "b"), (2, "a"), (0, "c")]
    print(sorted(rows, key=operator.itemgetter(1), reverse=True), max(rows, key=lambda row: row[0]))
    print(min([], default="none"), max((), default=None, key=len), sum([1, 2], start=10))
    print(int("ff", base=16), int("z", base=Place(36)), dict(a=1, b=2), dict({"x": 1}, y=2), dict([], z=3))
    print(list(enumerate("ab", start=Place(5))), list(zip("ab", "cd", strict=True)))
    print(str(b"abc", encoding="ascii"), bytes("é", encoding="utf-8"), complex(real=1, imag=2))
    print(pow(base=3, exp=4, mod=5), round(number=2.567, ndigits=1), list(deque([1, 2, 3], maxlen=2)))
    print(defaultdict(list, a=1), list(itertools.accumulate([1, 2], initial=5)), slice(1, 2))
    print("a", "b", sep="-", end="!\n")
    print([*map(str, range(2))], property(fget=len).fget is len)


def nested():
    """A native that is called while another with names runs."""
    words = ["bb", "a", "ccc"]

    def key(word):
        inner = sorted(word + "xy", key=lambda letter: int("0", base=2), reverse=True)
        return max(inner, key=ord, default=None), dict(word=word)["word"]
    print(sorted(words, key=key, reverse=True))

    def failing(word):
        sorted(word, key=lambda letter: 1 / 0)
    print(told(lambda: sorted(words, key=failing, reverse=True)), dict(still=1))
    print(told(lambda: sorted(words, key=lambda word: "a".split(places=True)))[0])


def objects():
    called = Called(3)
    print(called(1, times=2), called(number=1), called(1, **{"times": 4, "b": 1, "a": 2}))
    print(told(lambda: called(1, 2, times=3)), told(lambda: called(times=3)))
    add = functools.partial(called, times=5)
    print(add(1), add(1, times=6), add(1, other=7))

    @functools.lru_cache(maxsize=4)
    def power(base, *, exponent=2):
        return base ** exponent
    print([power(3, exponent=place % 3) for place in range(9)], power(base=2), power.cache_info()[:2])
    print(told(lambda: power(1, wrong=2)), operator.methodcaller("split", maxsplit=1)("a b c"))


def refused():
    for call in (
        lambda: len(obj=[1]),
        lambda: "a".split(foo=1),
        lambda: int(x="1", base=3),
        lambda: str.split(5, maxsplit=1),
        lambda: str.split(maxsplit=1),
        lambda: "a b".split(maxsplit="x"),
        lambda: list(iterable=[1]),
        lambda: tuple(sequence=()),
        lambda: object(a=1),
        lambda: ValueError(a=1),
        lambda: ImportError("x", name="n", path="p").name,
        lambda: type(name="x"),
        lambda: sorted(key=len),
        lambda: [].sort(len, key=len),
        lambda: max(1, 2, default=3),
        lambda: zip([1], [1, 2], strict=1).__next__(),
        lambda: list(zip([1], [1, 2], strict=1)),
        lambda: dict(1, a=2),
        lambda: (5).to_bytes(1, order="big"),
        lambda: operator.index(3)(a=1),
        lambda: deque(maxlen=-1),
    ):
        print(told(call))


for _ in range(3):
    methods()
    builtins()
    nested()
    objects()
    refused()
