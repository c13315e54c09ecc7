# Instances of classes below built-in ones compare, hash and count as the values inside, unless
# their class says otherwise.
import collections
import enum


class E(enum.Enum):
    A = 1
    B = 2


class IE(enum.IntEnum):
    A = 1
    B = 2


class SE(str, enum.Enum):
    A = "a"


class F(enum.Flag):
    X = 1
    Y = 2


def run2():
    for i in range(300):
        assert (
            E(1) is E.A
            and IE(2) == 2
            and IE.A < IE.B
            and IE.A != 2
            and hash(IE.A) == hash(1)
            and SE.A == "a"
            and (F.X | F.Y).value == 3
            and bool(IE.A)
            and len(SE.A) == 1
        )
        assert {IE.A: 3}[1] == 3 and IE.A == 1.0 and not IE.A == "1" and 1 == IE.A and 2 > IE.A
        try:
            E(3)
        except ValueError as e:
            m = str(e)
    print(m)


run2()
N = collections.namedtuple("N", "a b")


class T(tuple):
    def __eq__(self, o):
        return "eq"

    __hash__ = tuple.__hash__


class L(list):
    def __len__(self):
        return 99


class D(dict):
    def __iter__(self):
        return iter("zz")


class U(int):
    def __ne__(self, o):
        return "ne"


class Z(int):
    def __bool__(self):
        return True


class ST(str):
    def __hash__(self):
        return 7

    def __eq__(self, o):
        return str.__eq__(self, o)


def run3():
    for i in range(300):
        n = N(1, 2)
        assert (
            n == (1, 2)
            and (1, 2) == n
            and not n != (1, 2)
            and n < (1, 3)
            and len(n) == 2
            and bool(n)
            and hash(n) == hash((1, 2))
        )
        a, b = n
        assert (a, b) == (1, 2)
        assert list(n) == [1, 2] and [*n] == [1, 2]
        assert (T((1,)) == (1,)) == "eq" and ((1,) == T((1,))) == "eq"
        assert (
            len(L()) == 99
            and bool(L())
            and list(D(a=1)) == ["z", "z"]
            and (U(1) != 1) == "ne"
            and (1 != U(1)) == "ne"
            and not (U(1) == 2)
        )
        assert bool(Z(0)) and not bool(U(0)) and hash(ST("a")) == 7
        assert n != [1, 2] and not n == 5
        assert U(3) > 2.5 and 2.5 < U(3) and U(3) == 3.0
    print("ok3")


run3()
