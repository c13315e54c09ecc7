# Every built-in type that can be subclassed, every special method of one operand: the subclass
# overrides it with a value of the right type, with one of another type, with NotImplemented, with an
# exception. A line tells for everything that could ask the method whether it did, and what came of it.
import copy
import math
import operator
import warnings
from collections import OrderedDict, defaultdict, deque
from itertools import islice

VALUES = {
    int: (6,), float: (1.5,), complex: (1 + 2j,), str: ("12",), bytes: (b"12",),
    bytearray: (b"12",), list: ([1, 2],), tuple: ((1, 2),), dict: ({1: 2},), set: ([1],),
    frozenset: ([1],), deque: ([1, 2],), OrderedDict: ({1: 2},), defaultdict: (None, {1: 2}),
}
calls = []
warnings.simplefilter("ignore")


def first(value):
    return list(islice(value, 5))


def unpack(value):
    a, *b = value
    return a, b


def match(value):
    match value:
        case [a, *_]:
            return "sequence", a
        case {1: b}:
            return "mapping", b
        case _:
            return "none"


def loop(value):
    for item in value:
        return item


def store(value):
    value[1] = 9
    return sorted(map(repr, value))


def store_slice(value):
    value[0:1] = [9]
    return sorted(map(repr, value))


def delete(value):
    del value[1]
    return sorted(map(repr, value))


def star(*arguments, **keywords):
    return arguments, keywords


USES = {
    "__int__": (("int", int), ("%d", lambda v: "%d" % v), ("trunc", math.trunc)),
    "__float__": (("float", float), ("%f", lambda v: "%5.1f" % v), ("sqrt", math.sqrt),
                  ("complex", complex), ("format", lambda v: format(v, "f")),
                  ("fsum", lambda v: math.fsum([v])), ("hypot", lambda v: math.hypot(v)),
                  ("%g", lambda v: "%g" % (v,)), ("real", lambda v: complex(v, 1)),
                  ("imaginary", lambda v: complex(1, v)), ("isnan", math.isnan),
                  ("floor", math.floor)),
    "__complex__": (("complex", complex),),
    "__index__": (("index", operator.index), ("hex", hex), ("list", lambda v: [0, 1, 2][v]),
                  ("slice", lambda v: [0, 1, 2, 3][v:]), ("range", lambda v: range(v)),
                  ("chr", chr), ("bytes", lambda v: bytes(v)), ("%x", lambda v: "%x" % v),
                  ("int", int), ("float", float), ("complex", complex), ("gcd", math.gcd),
                  ("round", lambda v: round(1.25, v)), ("mul", lambda v: [1] * v),
                  ("factorial", math.factorial), ("base", lambda v: int("11", v))),
    "__bool__": (("bool", bool), ("not", lambda v: not v), ("if", lambda v: 1 if v else 2),
                 ("and", lambda v: v and 1), ("or", lambda v: (v or 1) == 1),
                 ("any", lambda v: any([v])), ("all", lambda v: all([v])),
                 ("filter", lambda v: len(list(filter(None, [v]))))),
    "__len__": (("len", len), ("bool", bool), ("not", lambda v: not v), ("star", lambda v: [*v]),
                ("list", list), ("tuple", tuple), ("hint", operator.length_hint),
                ("reversed", lambda v: first(reversed(v))), ("if", lambda v: 1 if v else 2),
                ("extend", lambda v: [0].extend(v)), ("any", lambda v: any([v]))),
    "__contains__": (("in", lambda v: 1 in v), ("not in", lambda v: 1 not in v),
                     ("contains", lambda v: operator.contains(v, 1)),
                     ("if", lambda v: 3 if 1 in v else 4)),
    "__iter__": (("iter", lambda v: first(iter(v))), ("list", list), ("tuple", tuple),
                 ("for", loop), ("unpack", unpack), ("star", lambda v: [*v]), ("set", set),
                 ("call", lambda v: star(*v)), ("sum", lambda v: sum(v, 0)), ("max", max),
                 ("sorted", sorted), ("map", lambda v: list(map(str, v))), ("in", lambda v: 1 in v),
                 ("enumerate", lambda v: list(enumerate(v))), ("zip", lambda v: list(zip(v, v))),
                 ("extend", lambda v: (x := [], x.extend(v))[0]), ("join", lambda v: "".join(v)),
                 ("bytes", lambda v: bytes(v)), ("any", any), ("dict", lambda v: dict(v)),
                 ("keys", lambda v: {**v}), ("fromkeys", lambda v: dict.fromkeys(v)),
                 ("update", lambda v: (x := set(), x.update(v))[0]), ("comp", lambda v: [x for x in v]),
                 ("frozenset", frozenset), ("deque", lambda v: deque(v)), ("match", match),
                 ("issubset", lambda v: {1}.issubset(v)), ("iadd", lambda v: operator.iadd([], v)),
                 ("slice", lambda v: operator.setitem(x := [], slice(0, 0), v) or x),
                 ("yield", lambda v: list((lambda: (yield from v))()))),
    "__getitem__": (("item", lambda v: v[1]), ("slice", lambda v: v[0:1]), ("list", list),
                    ("getitem", lambda v: operator.getitem(v, 1)), ("match", match),
                    ("get", lambda v: v.get(1)), ("for", loop),
                    ("getter", lambda v: operator.itemgetter(1)(v)),
                    ("format", lambda v: "{0[1]}".format(v)), ("pop", lambda v: v.pop(1)),
                    ("%", lambda v: "%(a)s" % v), ("sorted", sorted),
                    ("map", lambda v: "{1}".format_map(v))),
    "__setitem__": (("store", store), ("slice", store_slice),
                    ("setdefault", lambda v: v.setdefault(8, 9)),
                    ("update", lambda v: (v.update({8: 9}), len(v))),
                    ("extend", lambda v: (v.extend([8]), len(v)))),
    "__delitem__": (("delete", delete), ("pop", lambda v: v.pop(1)),
                    ("clear", lambda v: v.clear())),
    "__missing__": (("item", lambda v: v[7]), ("get", lambda v: v.get(7)), ("pop", lambda v: v.pop(7)),
                    ("map", lambda v: "{a}".format_map(v)), ("%", lambda v: "%(a)s" % v)),
    "__hash__": (("hash", hash), ("set", lambda v: len({v})), ("dict", lambda v: {1: 2}.get(v)),
                 ("in", lambda v: v in {5: 6}), ("tuple", lambda v: hash((v,)) != 0),
                 ("frozenset", lambda v: len(frozenset([v])))),
    "__str__": (("str", str), ("print", lambda v: "%s" % v), ("tuple", lambda v: "%s" % (v,)),
                ("format", lambda v: format(v)), ("f", lambda v: f"{v}"), ("f!s", lambda v: f"{v!s}"),
                ("join", lambda v: ",".join([v])), ("list", lambda v: str([v])),
                ("int", lambda v: int(v)), ("width", lambda v: format(v, "9")),
                ("!r", lambda v: f"{v!r}"), ("exception", lambda v: str(ValueError(v)))),
    "__repr__": (("repr", repr), ("str", str), ("%r", lambda v: "%r" % (v,)), ("f!r", lambda v: f"{v!r}"),
                 ("list", lambda v: repr([v])), ("tuple", lambda v: repr((v,))), ("ascii", ascii),
                 ("dict", lambda v: repr({0: v})), ("%s", lambda v: "%s" % (v,)), ("f", lambda v: f"{v}"),
                 ("deque", lambda v: repr(deque([v])))),
    "__format__": (("format", format), ("f", lambda v: f"{v}"), ("spec", lambda v: f"{v:>5}"),
                   ("str", lambda v: "{}".format(v)), ("named", lambda v: "{v:x}".format(v=v))),
    "__reversed__": (("reversed", lambda v: first(reversed(v))),),
    "__neg__": (("-", lambda v: -v), ("neg", operator.neg)),
    "__pos__": (("+", lambda v: +v),), "__invert__": (("~", lambda v: ~v),),
    "__abs__": (("abs", abs), ("fabs", lambda v: math.fabs(v))),
    "__round__": (("round", round), ("digits", lambda v: round(v, 1))),
    "__trunc__": (("trunc", math.trunc), ("int", int)),
    "__floor__": (("floor", math.floor),), "__ceil__": (("ceil", math.ceil),),
    "__bytes__": (("bytes", bytes), ("%b", lambda v: b"%b" % v)),
    "__eq__": (("list", lambda v: [v] == [7]), ("in", lambda v: 7 in [v]), ("index", lambda v: [v].index(7)),
               ("count", lambda v: (7, v).count(7)), ("dict", lambda v: {1: v} == {1: 7}),
               ("remove", lambda v: [v].remove(7)), ("match", lambda v: operator.eq((v,), (7,)))),
    "__lt__": (("sort", lambda v: len(sorted([v, v]))), ("min", lambda v: min([v, v]) is v),
               ("max", lambda v: max(v, v) is v), ("tuple", lambda v: (v,) < (7,)),
               ("sorted", lambda v: len(sorted([VALUES_PLAIN[type(v).__mro__[1]], v])))),
    "__copy__": (("copy", lambda v: copy.copy(v)),),
    "__length_hint__": (("hint", lambda v: operator.length_hint(v) + 0), ("list", list)),
    "__call__": (("call", lambda v: v()), ("callable", callable), ("map", lambda v: list(map(v, [])))),
    "__enter__": (("with", lambda v: v.__enter__()),),
    "__getattr__": (("getattr", lambda v: v.nothing), ("there", lambda v: type(v.__len__()) if hasattr(type(v), "__len__") else 0)),
    "__sizeof__": (("sizeof", lambda v: v.__sizeof__()),),
    "__dir__": (("dir", lambda v: len(dir(v)) > 9),),
}
VALUES_PLAIN = {base: base(*arguments) for base, arguments in VALUES.items()}
RIGHT = {
    "__int__": 3, "__float__": 2.25, "__complex__": 3j, "__index__": 2, "__bool__": False,
    "__len__": 0, "__contains__": 0, "__iter__": iter, "__getitem__": 5, "__setitem__": None,
    "__delitem__": None, "__missing__": "missing", "__hash__": 5, "__str__": "4", "__repr__": "repr",
    "__format__": "format", "__reversed__": iter, "__neg__": "neg", "__pos__": "pos",
    "__invert__": "invert", "__abs__": "abs", "__round__": "round", "__trunc__": 4, "__floor__": 5,
    "__ceil__": 6, "__bytes__": b"bytes", "__eq__": True, "__lt__": 1, "__copy__": 1,
    "__length_hint__": 3, "__call__": 1, "__enter__": 1, "__getattr__": 1, "__sizeof__": 1, "__dir__": [],
}


class Text(str):
    pass


class Whole(int):
    pass


MODES = {
    "right": None, "refuse": NotImplemented, "raise": KeyError, "below": None, "wrong": None,
}


def override(name, mode):
    def method(self, *arguments):
        calls.append(name.strip("_")[0])
        if mode == "raise":
            raise KeyError(name)
        if name == "__getitem__" and mode in ("wrong", "refuse") and len(calls) > 9:
            raise IndexError
        if mode == "refuse":
            return NotImplemented
        if mode == "wrong":
            return -1 if name in ("__len__", "__length_hint__", "__hash__") else object
        value = RIGHT[name]
        if name == "__getitem__" and isinstance(arguments[0], int) and arguments[0] > 3:
            raise IndexError
        if value is iter:
            return iter(["7", "8"])
        if mode == "below":
            return Text(value) if isinstance(value, str) else Whole(4)
        return value

    return method


def show(value):
    if type(value) is Text:
        # Where the text of one value is all, CPython keeps the object: an optimisation.
        return f"str:'{value}'"
    if type(value) in (set, frozenset):
        return f"{type(value).__name__}:{sorted(value)}"
    text = repr(value)
    return type(value).__name__ + ":" + text if " at 0x" not in text else type(value).__name__


def attempt(label, function, a_class, arguments):
    calls.clear()
    try:
        result = show(function(a_class(*arguments)))
    except RecursionError:
        result = "RecursionError"
    except Exception as error:
        result = f"{type(error).__name__}({error})"
        result = "with address" if " at 0x" in result else result.replace("collections.", "")
    # How often a sort compares is its own business.
    asked = dict.fromkeys(calls) if "sort" in label else calls
    return "".join(asked) + ">" + result


def run(bases):
    for base in bases:
        for name, uses in USES.items():
            for mode in MODES:
                below = type("Below", (base,), {name: override(name, mode)})
                answers = {}
                for label, use in uses:
                    answer = attempt(label, use, below, VALUES[base])
                    plain = attempt(label, use, base, VALUES[base])
                    # What does not depend on the method is of no interest.
                    if answer != plain:
                        answers.setdefault(answer, []).append(label)
                told = [f"{answer} ({', '.join(labels)})" for answer, labels in answers.items()]
                if told:
                    print(base.__name__, name, mode, *told, sep=" | ")


run(VALUES)
