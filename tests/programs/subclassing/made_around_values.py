"""Instances of classes below built-in ones that are made without code of the program, and with it."""
import collections
import gc
import weakref


class Text(str):
    pass


class Slotted(str):
    __slots__ = ()


class Shouting(str):
    def __str__(self):
        return str.upper(self)


class New(str):
    def __new__(cls, value=""):
        return super().__new__(cls, value)


class Shows:
    def __str__(self):
        return "shown"


class Represents:
    def __repr__(self):
        return "represented"


class Wrong:
    def __str__(self):
        return 5


class WrongRepr:
    def __repr__(self):
        return None


class GivesText:
    def __str__(self):
        return Text("text below")


def attempt(function, *arguments):
    try:
        result = function(*arguments)
    except Exception as error:
        print(function.__name__, type(error).__name__, error)
    else:
        print(function.__name__, type(result).__name__, repr(result), type(str.__str__(result)) is str if isinstance(result, str) else "")


for cls in (str, Text, Slotted, Shouting, New):
    for value in ("plain", Text("text"), Slotted("slotted"), Shouting("loud"), New("new"), Shows(), Represents(), Wrong(),
                  WrongRepr(), GivesText(), 5, None, 2.5, [1]):
        attempt(cls, value)
attempt(Text, b"ab", "ascii")
attempt(Text)
attempt(lambda: Text(object="named"))


class Integer(int):
    pass


class Float(float):
    pass


class Pair(tuple):
    pass


for cls, values in ((Integer, (3, True, 2.7, "12", Integer(8), "x")), (Float, (3, 2.5, "1.5", Float(3.5))),
                    (Pair, ((1, 2), [3], Pair((4,)), 5))):
    for value in values:
        attempt(cls, value)


class Meta(type):
    def __call__(cls, *arguments):
        print("meta", arguments)
        return super().__call__(*arguments)


class WithMeta(str, metaclass=Meta):
    pass


class WithInit(str):
    def __init__(self, *arguments):
        print("init", str.__str__(self), arguments)


class Dying(str):
    def __del__(self):
        print("dies", str.__str__(self))


attempt(WithMeta, "a")
attempt(WithInit, "a")
attempt(WithInit, Text("b"))
dying = Dying("x")
weakref.ref(dying)
del dying
gc.collect()


class Filled(dict):
    def __init__(self, first, *rest, name=1, **named):
        self.first = (first, rest, name)
        super().__init__(**named)


class Listed(list):
    def __init__(self, count):
        if count < 0:
            raise ValueError("below zero")
        super().__init__(range(count))


class Unfilled(dict):
    pass


class Returning(dict):
    def __init__(self):
        return 5


class OrderedBelow(collections.OrderedDict):
    pass


class WithNew(dict):
    def __new__(cls, *arguments):
        print("new", arguments)
        return super().__new__(cls)

    def __init__(self, *arguments):
        print("init", arguments)


arguments, named = (1, 2), {"name": 3, "x": 4}
for made in (Filled(1), Filled(1, 2, name=5, a=6), Filled(*arguments, **named), Listed(3), Listed(*[2]), Unfilled(),
             Unfilled({1: 2}), Unfilled(a=3), OrderedBelow(), OrderedBelow([(1, 2)]), collections.OrderedDict(),
             collections.defaultdict(list), collections.defaultdict(int, {1: 2}, b=3), WithNew(1, 2), WithNew(*arguments)):
    print(type(made).__name__, made, sorted(getattr(made, "__dict__", {}).items()))
attempt(Listed, -1)
attempt(Listed)
attempt(Filled)
attempt(Returning)
attempt(collections.defaultdict, 5)
attempt(collections.OrderedDict, 5)
Listed.__init__ = lambda self, *arguments: self.append(arguments)
print(Listed(1), Listed(1, 2))
del Listed.__init__
print(Listed((5, 6)))


class Token(str):
    """More attributes than the smaller layouts of such instances have places."""

    def __new__(cls, value):
        made = super().__new__(cls, value)
        for number in range(6):
            setattr(made, f"first_{number}", number)
        return made


token = Token("t")
for number in range(14):
    setattr(token, f"more_{number}", number)
token.more_13 = "last"
del token.first_3
print(token, vars(token))
again = Token("u")
again.more_9 = 9
print(again, vars(again), Token("v").__dict__)
