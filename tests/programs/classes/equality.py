# __eq__, __ne__, __hash__, ordering and reflected comparisons.
class Version:
    def __init__(self, text):
        self.parts = tuple([int(p) for p in text.split(".")])

    def __eq__(self, other):
        if not isinstance(other, Version):
            return NotImplemented
        return self.parts == other.parts

    def __lt__(self, other):
        if not isinstance(other, Version):
            return NotImplemented
        return self.parts < other.parts

    def __le__(self, other):
        return self == other or self < other

    def __hash__(self):
        return hash(self.parts)

    def __repr__(self):
        return ".".join([str(p) for p in self.parts])


a, b, c = Version("1.2"), Version("1.10"), Version("1.2")
print(a == c, a != c, a is c, a == b, a < b, a > b, a <= c, b >= a, a == "1.2", a != 5)
print(sorted([b, a, Version("0.9")]), max(a, b), len({a, b, c}), {a: 1}[c], [a, b].index(c), c in [b, a], [b, a, c].count(a))
for function in (lambda: a < 5, lambda: a >= "x"):
    try:
        function()
    except TypeError as error:
        print(error)


class Always:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return True


class Never:
    def __eq__(self, other):
        return False


print(Always() == 1, 1 == Always(), Always() != 1, Never() != Never(), Never() in [1], Always() in [0])
n = Never()
print(n in [n], [n] == [n], n == n, (n,) == (n,), {1: n} == {1: n})


class Reflected:
    def __gt__(self, other):
        return ("gt", other)

    def __radd__(self, other):
        return ("radd", other)

    def __rmul__(self, other):
        return ("rmul", other)


print(5 < Reflected(), 1 + Reflected(), "x" * Reflected(), [1] + Reflected())


class Sub(Version):
    def __eq__(self, other):
        return "sub first"

    __hash__ = None


print(a == Sub("1.2"))
try:
    hash(Sub("1"))
except TypeError as error:
    print(error)
