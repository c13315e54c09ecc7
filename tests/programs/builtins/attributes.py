# getattr, setattr, hasattr, callable, isinstance, type on many things.
class Thing:
    count = 0

    def method(self):
        return "method"


t = Thing()
for name, value in (("a", 1), ("b", [2]), ("count", 5)):
    setattr(t, name, value)
print(t.a, t.b, t.count, Thing.count, [hasattr(t, n) for n in ("a", "method", "zz")], getattr(t, "method")(), getattr(Thing, "method")(t))
print(getattr(t, "zz", None), [callable(x) for x in (t, Thing, t.method, print, lambda: 0, 5, "s", None, int)])
checks = (1, 1.0, True, "s", [], (), {}, set(), None, t, Thing, print)
for kind in (int, float, bool, str, list, tuple, dict, set, object, type, Thing):
    print(kind.__name__, [isinstance(x, kind) for x in checks])
print(isinstance(1, (str, (list, int))), issubclass(bool, int), issubclass(int, (str, object)), type(t) is Thing, type(Thing) is type)
print([type(x).__name__ for x in checks], type(t).__mro__ == (Thing, object))
try:
    getattr(t, "zz")
except AttributeError as error:
    print(error)
try:
    setattr(5, "x", 1)
except AttributeError as error:
    print("AttributeError")
try:
    setattr(t, 5, 1)
except TypeError as error:
    print(error)
print(id(t) == id(t), id(t) != id(Thing()), t is not Thing(), hash(t) == hash(t), t == t, t != Thing())
print(t.method == t.method, t.method.__self__ is t, t.method.__name__, Thing.method.__name__, print.__name__)
