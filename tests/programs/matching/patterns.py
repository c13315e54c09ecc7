# All kinds of patterns.
class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Empty:
    pass


class Constants:
    RED = 1
    NAME = "name"


def describe(value):
    match value:
        case None:
            return "None"
        case True | False as truth:
            return f"bool {truth}"
        case 0 | -1 | 1.5:
            return f"number {value}"
        case Constants.RED:
            return "red"
        case "text" | b"bytes":
            return "literal"
        case "con" "cat":
            return "concatenated"
        case []:
            return "empty sequence"
        case [1, 2] | (1, 2, 3):
            return "one of two"
        case [x]:
            return f"one item {x}"
        case [first, *_, last] if first == last:
            return f"same ends {first}"
        case [[a, b], *rest]:
            return f"nested {a} {b} {rest}"
        case [_, *middle, _]:
            return f"middle {middle}"
        case {"kind": "circle", "r": r}:
            return f"circle {r}"
        case {"kind": kind, **others}:
            return f"kind {kind} {others}"
        case {1: _, 2: [*_]}:
            return "keys 1 and 2"
        case {}:
            return "mapping"
        case Point(0, 0):
            return "origin"
        case Point(x=0) | Point(y=0):
            return "on an axis"
        case Point(x, y=Point() as inner):
            return f"point in point {x} {inner.x}"
        case Point(x, y):
            return f"point {x} {y}"
        case Empty():
            return "empty"
        case int(n) if n > 100:
            return f"large {n}"
        case int() | float():
            return "some number"
        case str(s):
            return f"str {s}"
        case set() | frozenset():
            return "set"
        case object():
            return "object"


for value in [None, True, 0, -1, 1.5, 1, "text", b"bytes", "concat", [], [1, 2], (1, 2, 3),
              [5], [7, 8, 7], [[1, 2], 3], (1, 2, 3, 4), {"kind": "circle", "r": 3},
              {"kind": "square", "s": 1}, {1: 0, 2: []}, {}, {"z": 1}, Point(0, 0), Point(0, 5),
              Point(5, 0), Point(1, Point(2, 3)), Point(1, 2), Empty(), 101, 50, 2.5, "s", {1},
              range(3), "ab"]:
    print(describe(value))


def errors(subject, build):
    try:
        print(build(subject))
    except Exception as error:
        print(type(error).__name__, error)


def too_many(value):
    match value:
        case Point(1, 2, 3):
            return True


def no_match_args(value):
    match value:
        case Empty(1):
            return True


def twice(value):
    match value:
        case Point(1, x=1):
            return True


def no_class(value):
    match value:
        case Constants.RED():
            return True


def int_two(value):
    match value:
        case int(1, 2):
            return True


def same_key(value):
    key = "k"
    match value:
        case {"k": 1, Constants.NAME: 2}:
            return True
    return False


class BadArgs:
    __match_args__ = ["a"]


class BadArgs2:
    __match_args__ = (1,)


def bad_args(value):
    match value:
        case BadArgs(1) | BadArgs2(1):
            return True


errors(Point(1, 2), too_many)
errors(Empty(), no_match_args)
errors(Point(1, 2), twice)
errors(1, no_class)
errors(1, int_two)
errors({"k": 1, "name": 2}, same_key)
errors(BadArgs(), bad_args)
errors(BadArgs2(), bad_args)


def binding():
    match 5:
        case x if x > 10:
            pass
        case int(y) as z:
            print(x, y, z)
    match [1, [2, 3]]:
        case [a, [b, c]] if a == 5:
            pass
        case _:
            print(a, b, c)
    match (1, 2):
        case (a, b) | [a, b, _]:
            print(a, b)
    try:
        match 1:
            case str(never):
                pass
        print(never)
    except UnboundLocalError as error:
        print(error)


binding()


def kinds(value):
    match value:
        case [*items]:
            return "sequence", items
        case {**items}:
            return "mapping", items
        case _:
            return "neither"


print(kinds([1]), kinds({'a': 1}), kinds("ab"), kinds(iter([])), kinds({1}))
match = 1
case = 2
type = 3
_ = 4
print(match, case, type, _)
match (match):
    case 1:
        print("soft keywords")
match 1, 2:
    case 1, 2:
        print("open sequences")
match [*range(3)]:
    case 0, *rest:
        print(rest)
