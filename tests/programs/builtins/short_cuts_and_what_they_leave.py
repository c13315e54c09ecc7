# What has a short cut in natives and operations, beside what must go the whole way: groups of
# matches, truth and items of instances below built-in classes, delegated iterators, decimals.
import re, decimal, operator, collections
from decimal import Decimal as D


def sub():
    r = yield from range(5)
    assert r is None
    yield from [1, 2]
    yield from iter("ab")


def gen():
    yield from sub()


for _ in range(50):
    assert list(gen()) == [0, 1, 2, 3, 4, 1, 2, "a", "b"]


class Tr:
    def __init__(s, v):
        s.v = v

    def __bool__(s):
        return s.v


for _ in range(50):
    l = [0, 1, Tr(True), Tr(False), "", 2]
    r = list(filter(None, l))
    assert r == [1, l[2], 2], r
    r = tuple(filter(None, tuple(l)))
    assert r == (1, l[2], 2)
m = re.match(r"(?P<a>x)(y)?(z)", "xz")
for _ in range(50):
    assert (
        (m[0], m[1], m["a"], m[2], m[3]) == ("xz", "x", "x", None, "z")
        and m.group() == "xz"
        and m.group(1) == "x"
        and m.group(1, 3) == ("x", "z")
        and m.group("a") == "x"
    )
    assert (
        m.start() == 0
        and m.end(3) == 2
        and m.start(2) == -1
        and m.end("a") == 1
        and m.lastgroup is None
        and m.lastindex == 3
    )
    for bad in (4, -1, "q", 2.5):
        for f in (m.group, m.__getitem__, m.start, m.end):
            try:
                f(bad)
                print("no")
            except Exception as e:
                assert type(e) is IndexError and str(e) == "no such group", e
    try:
        m[9]
    except IndexError as e:
        pass


class DD(D):
    pass


for _ in range(50):
    assert (
        D(5) + D("1.5") == D("6.5")
        and DD("2") * 2 == 4
        and type(DD("2")) is DD
        and D() == 0
        and D(value="3") == 3
    )
    assert (
        D("nan").is_nan() and D((0, (1, 2), -1)) == D("1.2") and D(2.5) == D("2.5") and D(D(3)) == 3
    )
    try:
        D("zz")
    except decimal.InvalidOperation:
        pass
    try:
        D([1])
    except (TypeError, ValueError) as e:
        pass
N = collections.namedtuple("N", "a b")


class L(list):
    pass


class S(str):
    pass


class OD(dict):
    def __missing__(self, k):
        return k * 2


for _ in range(50):
    n = N(1, 2)
    assert (
        n[0] == 1
        and n[-1] == 2
        and n[:1] == (1,)
        and type(n[:]) is tuple
        and L([1, 2])[1] == 2
        and S("abc")[1] == "b"
        and OD()[4] == 8
    )
    for o in (n, L(), S("")):
        try:
            o[7]
        except IndexError as e:
            pass
    try:
        n["x"]
    except TypeError as e:
        msg = str(e)
print(msg)


class G:
    def __getattr__(self, n):
        if n == "no":
            raise AttributeError(n)
        return n


class P:
    @property
    def p(self):
        raise AttributeError("inner")


import types

mod = types.ModuleType("mod")
mod.x = 1


def f():
    pass


f.y = 2
for _ in range(50):
    assert (
        hasattr(f, "y")
        and not hasattr(f, "z")
        and getattr(f, "z", 5) == 5
        and hasattr(f, "__name__")
        and not hasattr(3, "q")
        and hasattr(3, "real")
    )
    assert (
        hasattr(G(), "a")
        and not hasattr(G(), "no")
        and not hasattr(P(), "p")
        and getattr(P(), "p", 9) == 9
    )
    assert (
        hasattr(mod, "x")
        and not hasattr(mod, "y")
        and hasattr(int, "__add__")
        and not hasattr(int, "nope")
        and hasattr(list[int], "append")
    )
    assert (
        getattr(m, "lastindex") == 3
        and (5).real == 5
        and (2.5).imag == 0.0
        and slice(1, 2).start == 1
        and [].append
        and {}.get
    )
print("ok")
