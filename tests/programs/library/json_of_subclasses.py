# Classes below the built-in ones say themselves what their items are.
import collections
import json


class E(collections.UserList, list):
    pass


class L(list):
    def __iter__(self):
        return iter(["own"])


class T(tuple):
    def __iter__(self):
        return iter(["t", 1])


class D(dict):
    def items(self):
        return [("k", "v")]


class O(collections.OrderedDict):
    pass


class S(str):
    def __str__(self):
        return "other"


class I(int):
    def __repr__(self):
        return "other"


class F(float):
    def __repr__(self):
        return "other"


class Broken(list):
    def __iter__(self):
        raise ZeroDivisionError


for value in (
    E([1, 2]),
    E(),
    L([1, 2]),
    L(),
    T((3,)),
    D(a=1),
    D(),
    O(b=1),
    S("x"),
    I(3),
    F(1.5),
    {S("k"): I(1)},
    collections.namedtuple("N", "a b")(1, 2),
):
    print(json.dumps(value), json.dumps([value], indent=1), json.dumps({"a": value}))
try:
    json.dumps(Broken([1]))
except ZeroDivisionError as error:
    print("raised")
