# Classes called many times: their __new__ and __init__ run as frames, whatever they take and raise.
import abc


class P:
    def __new__(cls, a, b=2, *c, k=5):
        self = object.__new__(cls)
        self.n = (a, b, c, k)
        return self

    def __init__(self, a, b=2, *c, k=5):
        self.i = (a, b)


class Q(P):
    pass


class S(str):
    def __new__(cls, x=""):
        return super().__new__(cls, "S" + x)


class O:
    def __new__(cls, *a):
        return 5


class Bad:
    def __new__(cls):
        return object.__new__(cls)

    def __init__(self):
        return 3


class Err:
    def __new__(cls, x):
        raise ValueError(x)


def run():
    for i in range(300):
        p = P(1)
        q = Q(1, 3, 4)
        s = S("x")
        o = O(1, 2)
        assert (p.n, p.i, q.n, q.i, s, o, type(s)) == (
            (1, 2, (), 5),
            (1, 2),
            (1, 3, (4,), 5),
            (1, 3),
            "Sx",
            5,
            S,
        )
        try:
            Bad()
        except TypeError as e:
            m = str(e)
        try:
            Err(i)
        except ValueError as e:
            assert e.args == (i,)
        try:
            P()
        except TypeError as e:
            m2 = str(e)
    print(m, m2)


run()


class AB(abc.ABC):
    def f(self):
        pass


class AC(AB):
    def __init__(self, x):
        self.x = x


for i in range(100):
    AC(1)
AB.f = abc.abstractmethod(AB.f)
abc.update_abstractmethods(AB)
abc.update_abstractmethods(AC)
try:
    AC(1)
    print("no")
except TypeError as e:
    print(e)


class Many:
    pass


def many():
    for r in range(20):
        m = Many()
        for i in range(40):
            setattr(m, "a%d" % i, i)
        assert [getattr(m, "a%d" % i) for i in range(40)] == list(range(40))
        assert len(m.__dict__) == 40

    class Other:
        pass

    o = Many()
    o.a1 = 1
    o.__class__ = Other
    o.b = 2
    assert o.a1 == 1 and o.b == 2 and type(o) is Other
    o = Other()
    o.a1 = 1
    o.__class__ = Many
    o.b = 2
    assert o.a1 == 1 and o.b == 2
    print("many")


many()
