# `frame.f_locals` of a function is a mapping that reads and changes the frame's own variables.
import sys
from collections.abc import Mapping, MutableMapping


def attempt(function, *arguments):
    try:
        result = function(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return repr(result)


def the_current_frame(a, b=2, *rest, **named):
    c = 3
    proxy = sys._getframe().f_locals
    proxy["a"] = 10
    proxy["c"] = [1]
    print(a, b, c, proxy["a"], proxy["c"] is c)
    proxy["new"] = "kept beside"
    proxy[7] = "any key"
    print(proxy["new"], proxy[7], "new" in proxy, "missing" in proxy, 7 in proxy, len(proxy))
    print([key for key in proxy if key not in ("proxy",)])
    print(list(reversed(proxy))[:2], proxy.keys()[:4], proxy.values()[:3], proxy.items()[:2])
    shown = locals()
    shown["a"] = "a copy"
    print(a, type(shown).__name__, shown["new"], shown[7])


the_current_frame(1)


def missing_and_removed(x):
    proxy = sys._getframe().f_locals
    for key in ("nothing", 3, [], ("t", 1)):
        print(attempt(proxy.__getitem__, key))
        print(attempt(proxy.get, key), attempt(proxy.get, key, 5))
        print(attempt(proxy.pop, key), attempt(proxy.pop, key, 5))
        print(attempt(proxy.__delitem__, key))
    for key in ("x", "later"):
        print(attempt(proxy.pop, key), attempt(proxy.pop, key, 5))
        print(attempt(proxy.__delitem__, key))
    print(attempt(proxy.__getitem__, "later"), "later" in proxy)
    proxy["beside"] = 1
    print(proxy.pop("beside"), "beside" in proxy)
    proxy["beside"] = 2
    del proxy["beside"]
    print("beside" in proxy, proxy.setdefault("x", 9), proxy.setdefault("s", 9), proxy.setdefault("t"))
    print(attempt(lambda: proxy.clear), attempt(lambda: proxy.popitem))
    if x == 10**9:
        later = 1
        print(later)
    print(x)


missing_and_removed(5)


def merging(x):
    proxy = sys._getframe().f_locals
    print(proxy.update({"x": 2, "u": 1}), x, proxy["u"])
    print(attempt(proxy.update, 1), attempt(proxy.update, [("x", 3)]))
    print(type(proxy | {"k": 1}).__name__, (proxy | {"x": 5})["x"], ({"x": 5} | proxy)["x"])
    print(attempt(lambda: proxy | 1), attempt(lambda: proxy | [("x", 1)]))
    before = proxy
    proxy |= {"x": 6}
    print(proxy is before, x)
    print(proxy == sys._getframe().f_locals, proxy == dict(proxy), proxy != {}, proxy == {}, proxy == 1)
    print(proxy.copy() == dict(proxy), type(proxy.copy()).__name__, bool(proxy))
    print({**proxy}.keys() == set(proxy.keys()))


merging(1)


def texts(x):
    del x
    s = sys._getframe().f_locals
    print(s)
    s["me"] = s
    print(repr(s))
    cls = type(s)
    print(cls.__name__, isinstance(s, Mapping), isinstance(s, MutableMapping))
    print(attempt(hash, s), attempt(cls, 1), attempt(lambda: cls(sys._getframe()).keys()))
    print(attempt(lambda: type("Sub", (cls,), {})))
    match s:
        case {"cls": found}:
            print("matches", found is cls)


texts(1)


# ---- cells


def shared_variables(parameter, plain):
    own = 1

    def inner():
        nonlocal own
        own += 1
        return own, parameter

    proxy = sys._getframe().f_locals
    proxy["own"] = 40
    proxy["parameter"] = "changed"
    print(inner(), own, parameter, proxy["own"])

    def of_outer():
        inside = sys._getframe().f_locals
        inside["own"] = 70
        inside["plain"] = "only here"
        return own, inside["own"], inside["plain"]

    print(of_outer(), own, plain)


shared_variables(1, 2)


# ---- frames further out, ended frames, generators


def change_caller(name, value, depth=1):
    sys._getframe(depth).f_locals[name] = value


def caller():
    x = 1
    change_caller("x", "by the callee")
    print(x)
    change_caller("later", "bound early")
    print(sys._getframe().f_locals["later"])
    later = 2
    print(later)

    def middle():
        change_caller("x", ["from further in"], 2)

    middle()
    print(x)
    for x in range(3):
        change_caller("x", x * 10)
        print(x, end=" ")
    print(x)
    if x == 20:
        change_caller("conditional", 5)
        print(locals()["conditional"])
    else:
        conditional = 1


caller()


def ended():
    x, y = 1, 2
    return sys._getframe()


frame = ended()
proxy = frame.f_locals
print(proxy)
proxy["x"] = "after the end"
proxy["z"] = 3
print(proxy, frame.f_locals["x"], frame.f_locals == proxy)
frame.clear()
print(frame.f_locals, len(proxy))


def generator(n):
    total = 0
    while True:
        step = yield total
        total += step + n


g = generator(100)
print(g.gi_frame.f_locals)
g.gi_frame.f_locals["n"] = 1000
print(next(g), g.send(1))
g.gi_frame.f_locals["n"] = 0
g.gi_frame.f_locals["total"] = 5
g.gi_frame.f_locals["beside"] = 6
print(g.send(1), g.gi_frame.f_locals)
frame = g.gi_frame
g.close()
print(frame.f_locals.get("n"), g.gi_frame)


def generator_from_inside():
    x = 1
    sys._getframe().f_locals["x"] = 2
    yield x
    change_caller("x", 3)
    yield x


print(list(generator_from_inside()))


async def coroutine(x):
    change_caller("x", x + 1)
    return x


try:
    coroutine(1).send(None)
except StopIteration as stop:
    print(stop.value)


# ---- other namespaces are their dicts

print(type(sys._getframe().f_locals).__name__, sys._getframe().f_locals is globals())


class Body:
    namespace = sys._getframe().f_locals
    namespace["made"] = 1
    print(made, type(namespace).__name__)


print(Body.made)


# ---- code that runs in it

def running_code():
    x = 1
    proxy = sys._getframe().f_locals
    exec("x = x + 1; y = x", globals(), proxy)
    print(x, proxy["y"], eval("x + y", globals(), proxy))
    exec("import sys as module", globals(), proxy)
    print(proxy["module"] is sys)


running_code()


# ---- keys that are not quite names


class Text(str):
    pass


class Equal:
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        return self.name == other


def odd_keys():
    x = 1
    proxy = sys._getframe().f_locals
    proxy[Text("x")] = 2
    print(x, proxy[Text("x")], proxy[Equal("x")], Equal("y") in proxy)
    proxy[Equal("x")] = 3
    print(x, attempt(proxy.pop, Equal("x")))


odd_keys()


# ---- a trace function changes variables


def traced(x):
    y = x + 1
    z = y
    return x, y, z


def trace(frame, event, argument):
    if frame.f_code is not traced.__code__:
        return None
    if event == "line" and frame.f_lineno == traced.__code__.co_firstlineno + 2:
        frame.f_locals["x"] = "traced"
        frame.f_locals["y"] = 50
    return trace


sys.settrace(trace)
result = traced(1)
sys.settrace(None)
print(result)
