# Calls that a metaclass takes part in: `__call__`, its methods, its special methods for items.


class Meta(type):
    def __call__(cls, *args, **kwargs):
        made = super().__call__(*args, **kwargs)
        made.made_by = cls.__name__
        return made

    def name(cls, suffix=""):
        return cls.__name__ + suffix

    def __getitem__(cls, key):
        if key == "raise":
            raise KeyError(key)
        return cls.__name__, key

    def __setitem__(cls, key, value):
        print("set", cls.__name__, key, value)

    def __delitem__(cls, key):
        print("del", cls.__name__, key)

    def __contains__(cls, item):
        return item == cls.__name__


class A(metaclass=Meta):
    def __init__(self, value, other=2):
        self.value = value, other


class B(metaclass=Meta):
    def name(suffix="?"):
        return "B's own" + suffix


class C(B):
    def __new__(cls, *args):
        return object.__new__(cls)


for number in range(3):
    print(A(number).value, A(number, other=3).made_by, A(*[1, 2]).value, B().made_by, C(1, 2).made_by)

for call in (
    lambda: A(),
    lambda: A(1, 2, 3),
    lambda: A(1, wrong=2),
    lambda: type.__call__(5),
    lambda: type.__call__(),
    lambda: Meta.__call__(5),
):
    try:
        print(call())
    except TypeError as error:
        print(error)

print(type.__call__(A, 5).value, type.__call__(int, "7"), type.__call__(type, 3) is int)


# One site, several classes: one has an attribute of the method's name, another gets one.
class D(metaclass=Meta):
    pass


def names():
    return [cls.name() for cls in (A, B, C, D)]


print(names(), names())
D.name = staticmethod(lambda: "D's own")
print(names())
del D.name
print(names())
print(A.name("!"), A.name(suffix="."))
Meta.name = lambda cls: "changed " + cls.__name__
print(names())

for cls in (A, B):
    print(cls["x"], "A" in cls, "A" not in cls)
    cls[1] = 2
    del cls[3]
try:
    A["raise"]
except KeyError as error:
    print("KeyError", error)


class OtherCall(type):
    __call__ = staticmethod(lambda *args: ("static", args))


class ByClass(type):
    @classmethod
    def __call__(cls, *args):
        return cls.__name__, args


class E(metaclass=OtherCall):
    pass


class F(metaclass=ByClass):
    pass


print(E(1, 2), F(3))


# Classes below built-in containers with item methods of their own.
class Items(dict):
    def __getitem__(self, key):
        return "item", key

    def __setitem__(self, key, value):
        dict.__setitem__(self, key, [value])

    def __contains__(self, key):
        return key == "there"


class Texts(str):
    def __getitem__(self, key):
        return "text", key

    def __contains__(self, item):
        return 0


class Plain(dict):
    pass


items = Items(a=1)
for _ in range(2):
    items["b"] = 2
    print(items["a"], "there" in items, "a" in items, items.get("a"), items.get("b"))
    print(Texts("ab")[0], "a" in Texts("ab"), "z" not in Texts("ab"))
    print("a" in Plain(a=1), "b" in Plain(a=1), Plain(a=1).__getitem__("a"))


class Missing(dict):
    def __missing__(self, key):
        return "missing", key


found = Missing(a=1).__getitem__
print(found("a"), found("b"), found(1.5))


class Row(tuple):
    pass


class Backwards(tuple):
    def __iter__(self):
        return reversed(tuple(self[:]))


class Numbers(list):
    pass


for row in (Row((1, 2)), Backwards((1, 2)), Numbers([3, 4]), Row((1,)), Numbers([1, 2, 3])):
    try:
        first, second = row
        print(first, second)
    except ValueError as error:
        print(error)
print([first for first, second in [Row("ab"), Row("cd"), Backwards("ef")]])
