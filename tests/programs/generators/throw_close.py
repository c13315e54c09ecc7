# throw, close, finally, GeneratorExit.


def g1():
    try:
        yield 1
    except ValueError as e:
        print("caught", e)
        yield 2
    finally:
        print("finally")
    yield 3


g = g1()
print(next(g), g.throw(ValueError("v")), next(g), next(g, "end"))

g = g1()
next(g)
try:
    g.throw(KeyError("k"))
except KeyError as e:
    print("out", e)
print(next(g, "end"))

g = g1()
try:
    g.throw(ValueError("unstarted"))
except ValueError as e:
    print(e)
print(next(g, "end"))
try:
    g.throw(ValueError("finished"))
except ValueError as e:
    print(e)

g = g1()
next(g)
print(g.close(), next(g, "end"), g.close())
g = g1()
print(g.close(), next(g, "end"))


def ignores():
    try:
        yield 1
    except GeneratorExit:
        print("ignored")
        yield 2


g = ignores()
next(g)
try:
    g.close()
except RuntimeError as e:
    print(e)


def returns_on_exit():
    try:
        yield
    except GeneratorExit:
        return "value"


g = returns_on_exit()
next(g)
print(g.close(), g.close())


def raises_on_exit():
    try:
        yield
    finally:
        raise OSError("closing")


g = raises_on_exit()
next(g)
try:
    g.close()
except OSError as e:
    print(e, repr(e.__context__))


def echo():
    while True:
        try:
            x = yield
            print("got", x)
        except Exception as e:
            print("exc", type(e).__name__, e.args)


g = echo()
next(g)
g.throw(ValueError)
g.throw(ValueError())
g.throw(ValueError, "text")
g.throw(ValueError, ("a", "b"))
g.throw(ValueError, ValueError("instance"))
g.throw(OSError, None, None)
g.send(5)
for bad in [3, "x", int, None, object()]:
    try:
        g.throw(bad)
    except TypeError as e:
        print(e if not isinstance(bad, object) else str(e).split(", not")[0])
try:
    g.throw(ValueError("a"), "b")
except TypeError as e:
    print(e)
try:
    g.throw(ValueError, None, 5)
except TypeError as e:
    print(e)
try:
    g.throw()
except TypeError as e:
    print("TypeError")


def stop_inside():
    yield 1
    raise StopIteration(7)


g = stop_inside()
next(g)
try:
    next(g)
except RuntimeError as e:
    print(e, repr(e.__cause__), repr(e.__context__), e.__suppress_context__)

g = (next(it) for it in [iter([])])
try:
    next(g)
except RuntimeError as e:
    print(e, repr(e.__cause__))

g = echo()
next(g)
try:
    g.throw(StopIteration("x"))
except RuntimeError as e:
    print("unexpected", e)


def plain():
    yield


g = plain()
next(g)
try:
    g.throw(StopIteration("x"))
except RuntimeError as e:
    print(e, repr(e.__cause__))
g = plain()
next(g)
try:
    g.throw(GeneratorExit)
except GeneratorExit as e:
    print("exit", repr(e))


def reentrant():
    try:
        next(me)
    except ValueError as e:
        print(e)
    try:
        me.close()
    except ValueError as e:
        print(e)
    try:
        me.throw(KeyError)
    except ValueError as e:
        print(e)
    yield me.gi_running


me = reentrant()
print(next(me), me.gi_running)


def self_iter():
    for x in selfy:
        yield x


selfy = self_iter()
try:
    next(selfy)
except ValueError as e:
    print(e)
print(next(selfy, "ended"))


def return_in_finally():
    try:
        yield 1
        raise ValueError("lost")
    finally:
        return "kept"


g = return_in_finally()
next(g)
try:
    next(g)
except StopIteration as e:
    print(e.value)


def yield_in_finally():
    try:
        yield 1
    finally:
        yield 2
        print("after")


g = yield_in_finally()
print(next(g))
try:
    print(g.throw(ValueError("pending")))
    next(g)
except ValueError as e:
    print(e)
g = yield_in_finally()
next(g)
try:
    g.close()
except RuntimeError as e:
    print(e)


def break_out():
    for i in range(3):
        try:
            yield i
        finally:
            print("cleanup", i)


g = break_out()
for x in g:
    if x == 1:
        break
print("broken")
g.close()


def with_manager():
    class M:
        def __enter__(self):
            print("enter")
            return self

        def __exit__(self, t, v, tb):
            print("exit", t and t.__name__)
            return t is ValueError

    with M():
        yield "in"
    yield "after"


g = with_manager()
print(next(g), g.throw(ValueError("swallowed")))
g = with_manager()
print(next(g))
g.close()
print(list(with_manager()))
