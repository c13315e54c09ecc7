# Attributes and methods of classes with metaclasses, != by __eq__, fields of named tuples, and values
# of classes that become descriptors, each many times at one place.
import enum
import collections


class Rule:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        if not isinstance(other, Rule):
            return NotImplemented
        return self.n == other.n

    def __hash__(self):
        return hash(self.n)


class Odd:
    def __eq__(self, other):
        return [1]

    def __ne__(self, other):
        return []


class OddEqual:
    def __eq__(self, other):
        return "yes"


class Token(str):
    __hash__ = str.__hash__

    def __new__(cls, kind, text):
        made = super().__new__(cls, text)
        made.kind = kind
        return made

    def __eq__(self, other):
        if isinstance(other, Token) and self.kind != other.kind:
            return False
        return str.__eq__(self, other)


class Meta(type):
    def __getattr__(cls, name):
        return "meta " + name

    @property
    def shown(cls):
        return "shown"

    def both(cls):
        return "of metaclass"


class Made(metaclass=Meta):
    one = 1
    shown = "hidden"

    def both(self=None):
        return "of class"

    @classmethod
    def other(cls):
        return cls.__name__


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Binds:
    def __get__(self, instance, owner):
        return "bound"


class Plain:
    pass


def comparisons():
    a, b, c = Rule(1), Rule(1), Rule(2)
    counts = [0, 0, 0]
    for _ in range(200):
        if a != b:
            counts[0] += 1
        if a != c:
            counts[1] += 1
        if not (a != c):
            counts[2] += 1
        assert (a != b) is False and (a != c) is True
        if a != 5:
            counts[0] += 10
        if Odd() != 1:
            counts[2] += 1
        if OddEqual() != 1:
            counts[2] += 1
        assert {a: 1}[b] == 1
        assert {Token("x", "k"): 2}["k"] == 2
        assert not Token("x", "k") != Token("y", "k") and Token("x", "k") == Token("x", "k")
    print(counts)


def of_classes():
    for _ in range(200):
        assert Made.one == 1 and Made.shown == "shown" and Made.both() == "of class"
        assert Made.other() == "Made" and Made.nothing == "meta nothing"
        assert Colour.RED is Colour(1) and Colour.RED.name == "RED" and Colour["BLUE"].value == 2
        assert str.__new__(Token, "t") == "t" and object.__eq__(1, 1) is True
    try:
        Colour.GREEN
    except AttributeError as error:
        print(error)


def changes():
    class Holder:
        value = Plain()

    seen = []
    for turn in range(6):
        for _ in range(50):
            last = Holder.value, Holder().value
        seen.append([x if isinstance(x, str) else type(x).__name__ for x in last])
        if turn == 1:
            Holder.__dict__["value"].__class__ = Binds
        if turn == 3:
            Holder.value = Plain()
        if turn == 4:
            Plain.__get__ = lambda self, instance, owner: "late"
    print(seen)


def fields():
    Pair = collections.namedtuple("Pair", "left right")

    class Below(Pair):
        __slots__ = ()

        @property
        def left(self):
            return "own"

    for _ in range(200):
        pair = Pair(1, 2)
        assert (pair.left, pair.right) == (1, 2) and Below(3, 4).left == "own"
        assert Below(3, 4).right == 4 and Pair.right.__get__(pair) == 2
    try:
        pair.left = 5
    except AttributeError:
        print("refused")
    try:
        Pair.left.__get__(5)
    except TypeError as error:
        print(error)
    print(Pair.left.__doc__, pair)


def starts():
    for _ in range(200):
        assert "abc".startswith(("x", "ab")) and not "abc".startswith(())
        assert "abc".endswith(("x", "bc")) and not "abcé".endswith(("x",))
        assert "abc".startswith(("bc",), 1) and not "abc".startswith(("bc",))
    for wrong in (("x", 1), [1], 5):
        try:
            "abc".startswith(wrong)
        except TypeError as error:
            print(error)


comparisons()
of_classes()
changes()
fields()
starts()
