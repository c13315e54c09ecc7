# yield from: delegation of send, throw and close; results.


def inner():
    try:
        x = yield 1
        print("inner got", x)
        y = yield 2
        print("inner got", y)
    except ValueError as e:
        print("inner caught", e)
        yield "recovered"
    finally:
        print("inner finally")
    return "inner result"


def outer():
    r = yield from inner()
    print("result", r)
    r = yield from [10, 20]
    print("list result", r)
    return "outer result"


g = outer()
print(next(g), g.send("a"), g.send("b"), next(g))
try:
    next(g)
except StopIteration as e:
    print(e.value)

g = outer()
next(g)
print(g.gi_yieldfrom.__name__, g.throw(ValueError("v")), next(g), type(g.gi_yieldfrom).__name__)
try:
    g.send("to a list iterator")
except AttributeError as e:
    print(e)
print(next(g, "ended"), g.gi_yieldfrom)

g = outer()
next(g)
g.close()
print(next(g, "closed"))
g = outer()
next(g)
try:
    g.throw(KeyError("k"))
except KeyError as e:
    print("out", e)


class Iter:
    def __init__(self):
        self.n = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        if self.n > 2:
            raise StopIteration("iter result")
        return self.n


def over(x):
    r = yield from x
    print("r =", r)
    return r


print(list(over(Iter())))
g = over(Iter())
next(g)
try:
    g.throw(ValueError("no throw method"))
except ValueError as e:
    print(e)
g = over(Iter())
next(g)
g.close()


class Full(Iter):
    def send(self, value):
        print("send", value)
        if value == "stop":
            raise StopIteration("sent stop")
        return ("sent", value)

    def throw(self, *args):
        print("throw", [type(a).__name__ for a in args])
        if isinstance(args[0], KeyError):
            raise StopIteration("thrown stop")
        if isinstance(args[0], OSError):
            raise TypeError("from throw")
        return "thrown"

    def close(self):
        print("close")


g = over(Full())
print(next(g), g.send("x"), g.throw(ValueError("t")), next(g))
try:
    g.throw(KeyError())
except StopIteration as e:
    print("stopped", e.value)
g = over(Full())
next(g)
try:
    g.send("stop")
except StopIteration as e:
    print(e.value)
g = over(Full())
next(g)
try:
    g.throw(OSError())
except TypeError as e:
    print(e)
g = over(Full())
next(g)
g.close()


class BadClose(Full):
    def close(self):
        raise RuntimeError("bad close")


g = over(BadClose())
next(g)
try:
    g.close()
except RuntimeError as e:
    print(e, repr(e.__context__))

for bad in (5, None, object):
    try:
        list(over(bad))
    except TypeError as e:
        print(e)


def chain(n):
    if n == 0:
        got = yield "bottom"
        return got
    return (yield from chain(n - 1))


g = chain(50)
print(next(g))
try:
    g.send("deep")
except StopIteration as e:
    print(e.value)
g = chain(50)
next(g)
try:
    g.throw(ValueError("deep"))
except ValueError as e:
    depth = 0
    tb = e.__traceback__
    while tb:
        depth += 1
        tb = tb.tb_next if hasattr(tb, "tb_next") else None
    print(e)
g = chain(50)
next(g)
g.close()
print(next(g, "closed"))


def catches(inner_gen):
    try:
        yield from inner_gen
    except ValueError as e:
        yield ("caught in outer", str(e))
    yield "more"


def raiser():
    yield 1
    raise ValueError("from inner")


print(list(catches(raiser())))
g = catches(chain(3))
print(next(g), g.throw(ValueError("through")), list(g))


def finished():
    yield 1


f = finished()
list(f)
print(list(over(f)))


def shared():
    g = inner()
    next(g)
    yield from g


print(list(shared()))


def delegating_to_running():
    yield from me


me = delegating_to_running()
try:
    next(me)
except ValueError as e:
    print(e)


def flatten(x):
    for item in x:
        if isinstance(item, (list, tuple)):
            yield from flatten(item)
        else:
            yield item


print(list(flatten([1, (2, [3, 4, (5,)]), [[[6]]]])))


def yf_range():
    yield from range(3)
    yield from "ab"
    yield from {"k": 1}
    yield from (x * x for x in range(3))


print(list(yf_range()))


def yf_expr():
    return [(yield from [1]), (yield from [2])], (yield from over([3]))


print(list(yf_expr()))


def ignoring():
    try:
        yield 1
    except GeneratorExit:
        yield 2


g = over(ignoring())
next(g)
try:
    g.close()
except RuntimeError as e:
    print(e)


def outer_ctx():
    try:
        yield from raiser()
    finally:
        print("outer finally")


try:
    for x in outer_ctx():
        print(x)
except ValueError as e:
    print(e)
