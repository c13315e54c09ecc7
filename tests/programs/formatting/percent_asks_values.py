"""`%` with values whose classes tell their texts."""

from collections import namedtuple


class Told:
    asked = 0

    def __init__(self, name):
        self.name = name

    def __str__(self):
        Told.asked += 1
        return f"<{self.name}>"

    def __repr__(self):
        Told.asked += 1
        return f"Told({self.name!r})"


class Failing:
    def __str__(self):
        raise ValueError("no text")


class Number(Told):
    def __index__(self):
        return 7

    def __float__(self):
        return 2.5


class OwnModulo(str):
    def __rmod__(self, other):
        return "own", other


class Right:
    def __rmod__(self, other):
        return "right", other


class Mapping:
    def __getitem__(self, key):
        return Told(key)


Pair = namedtuple("Pair", "a b")


def told(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__, str(error)


a, number = Told("é"), Number("n")
for _ in range(2):
    print("%s" % a, "%r" % a, "%a" % a, "[%10s|%-8s|%.2s]" % (a, a, a), "%%%s%%" % a)
    print("%s and %d, %.1f, %x" % (a, 5, 2.25, 255), "%d %s" % (number, number), "%s %f" % (a, number))
    print("%s %s" % Pair(a, 1), "%(k)s %(k)r %(n)d" % {"k": a, "n": 3}, "%(x)s" % Mapping(), "text" % Mapping())
    print("%s" % [a, a], "%r" % {"k": a}, "%s" % (a,), "%s" % None, "%5s|" % True, type("%s" % Right()).__name__)
    print("%s" % OwnModulo("x"), "plain" % (), "%s" % a.__class__.__name__, "%s" % ((1, 2),))
    print(told(lambda: "%s %s" % a), told(lambda: "%s" % (a, a)), told(lambda: "%d" % a))
    print(told(lambda: "%s %d" % (a, "x")), told(lambda: "%s %s" % (a, Failing())), told(lambda: "%s %q" % (a, 1)))
    print(told(lambda: "%s" % Failing()), told(lambda: "%(k)s" % a), told(lambda: "%s %" % a))
    print(told(lambda: "%c%s" % (65, a)), "%*s|" % (6, a), "%+d %s" % (1, a), "% d%s" % (1, a), "%#x%s" % (9, a))
    print(Told.asked)
