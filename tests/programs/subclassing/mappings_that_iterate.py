# A class below dict that has an `__iter__` of its own is copied by `keys()` and `[]`; others by their entries.
import collections
import copy
import functools
import types


class Other(dict):
    def __iter__(self):
        return iter(["z"])

    def keys(self):
        return ["q"]

    def __getitem__(self, key):
        return "got"

    def items(self):
        return [("i", 1)]


class Lazy(dict):
    def __iter__(self):
        return dict.__iter__(self)

    def __getitem__(self, key):
        return "lazy"


class Plain(dict):
    def __getitem__(self, key):
        return "asked"

    def keys(self):
        return ["never"]


class Angry(dict):
    def __iter__(self):
        return dict.__iter__(self)

    def keys(self):
        raise ValueError("no keys")


def named(**names):
    return names


def updated(source):
    made = {}
    made.update(source)
    return made


def ored(source):
    made = {"b": 0}
    made |= source
    return made


def told(name, function):
    try:
        print("  ", name, function())
    except Exception as error:
        print("  ", name, type(error).__name__, error)


for source in Other(a=1), Lazy(a=1), Plain(a=1), Angry(a=1), collections.Counter("ab"), collections.defaultdict(int, a=1):
    print(type(source).__name__)
    told("dict", lambda: dict(source))
    told("dict and names", lambda: dict(source, b=1))
    told("display", lambda: {**source})
    told("display behind", lambda: {"b": 1, **source})
    told("call", lambda: named(**source))
    told("call behind", lambda: named(b=1, **source))
    told("spread", lambda: (lambda *a, **k: k)(*(), **source))
    told("or", lambda: {} | source)
    told("or left", lambda: source | {})
    told("update", lambda: updated(source))
    told("ior", lambda: ored(source))
    told("copy", lambda: dict.copy(source))
    told("defaultdict", lambda: collections.defaultdict(int, source))
    told("Counter", lambda: collections.Counter(source))
    told("namespace", lambda: types.SimpleNamespace(**source))
    told("partial", lambda: functools.partial(named, **source)())
    told("class", lambda: {name: value for name, value in type("X", (), source).__dict__.items() if not name.startswith("__")})
    told("maketrans", lambda: str.maketrans(source))
    told("eval", lambda: eval("a", dict(source)))
    told("list", lambda: list(source))
    told("fromkeys", lambda: dict.fromkeys(source))
    told("equal", lambda: ({"a": 1} == source, source == {"a": 1}))
    told("proxy", lambda: {**types.MappingProxyType(source)})
    told("keyword twice", lambda: named(a=1, **source))
    told("format", lambda: "{a}".format_map(source))
print(copy.copy(Lazy(a=1)), type(copy.copy(Lazy(a=1))).__name__)


class Sevens(set):
    def __iter__(self):
        return iter([7, 8])


class FrozenSevens(frozenset):
    def __iter__(self):
        return iter([7, 8])


for sevens in Sevens({1}), FrozenSevens({1}):
    print({7}.isdisjoint(sevens), {1}.isdisjoint(sevens), sevens.isdisjoint({7}), sevens.isdisjoint({1}), sevens.isdisjoint(sevens),
          {7: 0}.keys().isdisjoint(sevens), {1: 0}.keys().isdisjoint(sevens), frozenset({7}).isdisjoint(sevens))
