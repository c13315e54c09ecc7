"""The methods of dict, called through the class, take the dict of a module too."""

import copy
import types

module = types.ModuleType("module")
module.a = 1
names = vars(module)


def attempt(text, function):
    try:
        print(text, function())
    except Exception as error:
        print(text, type(error).__name__, error)


attempt("get", lambda: (dict.get(names, "a"), dict.get(names, "b", 2)))
attempt("copy", lambda: (dict.copy(names) == names, type(dict.copy(names)), type(copy.copy(names))))
attempt("keys", lambda: sorted(dict.keys(names))[-1])
attempt("values", lambda: 1 in dict.values(names))
attempt("items", lambda: ("a", 1) in dict.items(names))
attempt("item", lambda: dict.__getitem__(names, "a"))
attempt("missing", lambda: dict.__getitem__(names, "b"))
attempt("length", lambda: dict.__len__(names) == len(names))
attempt("contains", lambda: dict.__contains__(names, "a"))
attempt("setdefault", lambda: (dict.setdefault(names, "b", 3), module.b))
attempt("pop", lambda: (dict.pop(names, "b"), hasattr(module, "b")))
attempt("update", lambda: (dict.update(names, {"c": 4}), module.c))
attempt("set", lambda: (dict.__setitem__(names, "d", 5), module.d))
attempt("delete", lambda: (dict.__delitem__(names, "d"), hasattr(module, "d")))
attempt("iterate", lambda: list(dict.__iter__(names))[-1])
attempt("reversed", lambda: next(dict.__reversed__(names)))
attempt("equal", lambda: (dict.__eq__(names, names), dict.__ne__(names, {})))
attempt("or", lambda: (type(dict.__or__(names, {})), dict.__or__(names, {"e": 6})["e"]))
attempt("inplace or", lambda: (dict.__ior__(names, {"f": 7}) is names, module.f))
attempt("repr", lambda: dict.__repr__(names)[-8:])
attempt("popitem", lambda: dict.popitem(names))
attempt("clear", lambda: (dict.clear(names), hasattr(module, "a")))
attempt("a list", lambda: dict.copy([]))
