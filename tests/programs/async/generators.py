# Asynchronous generators: asend, athrow, aclose, iteration.


class Suspend:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        return (yield self.value)


def run(awaitable, answers=True):
    it = awaitable.__await__()
    trace = []
    sent = None
    try:
        while True:
            trace.append(it.send(sent))
            sent = ("sent", trace[-1]) if answers else None
    except StopIteration as e:
        return (e.value, trace) if trace else e.value


async def gen(n):
    for i in range(n):
        await Suspend(i)
        got = yield i * 10
        if got is not None:
            print("received", got)


g = gen(3)
print(type(g).__name__, g.__name__, g.__qualname__, repr(g)[:27])
print(g.ag_running, g.ag_await, g.__aiter__() is g)
a = g.__anext__()
print(type(a).__name__, iter(a) is a, a.__await__() is a)
print(run(a))
print(run(g.asend("hello")), run(g.__anext__()))
try:
    run(g.__anext__())
except StopAsyncIteration as e:
    print("stop", e.args)
try:
    run(g.__anext__())
except StopAsyncIteration as e:
    print("stop again")


async def collect(x):
    out = []
    async for y in x:
        out.append(y)
    return out


print(run(collect(gen(3))))


async def catching():
    try:
        yield 1
        yield 2
    except ValueError as e:
        yield ("caught", str(e))
    finally:
        print("finally", await Suspend("cleanup"))


g = catching()
print(run(g.__anext__()), run(g.athrow(ValueError("v"))))
try:
    run(g.__anext__())
except StopAsyncIteration:
    print("stop")
g = catching()
print(run(g.__anext__()), run(g.aclose()))
try:
    run(g.__anext__())
except StopAsyncIteration:
    print("closed")
print(run(g.aclose()))
g = catching()
run(g.__anext__())
try:
    run(g.athrow(KeyError("k")))
except KeyError as e:
    print("out", e)
g = catching()
print(run(g.aclose()))
try:
    run(g.__anext__())
except StopAsyncIteration:
    print("closed before it began")
g = catching()
try:
    run(g.athrow(KeyError("unstarted")))
except KeyError as e:
    print(e)


async def ignoring():
    try:
        yield 1
    except GeneratorExit:
        yield 2


g = ignoring()
run(g.__anext__())
try:
    run(g.aclose())
except RuntimeError as e:
    print(e)

g = gen(2)
try:
    run(g.asend("too early"))
except TypeError as e:
    print(e)
a = g.__anext__()
run(a)
try:
    run(a)
except RuntimeError as e:
    print(e)
c = g.aclose()
run(c)
try:
    run(c)
except RuntimeError as e:
    print(e)

g = gen(3)
one = g.__anext__()
print(one.send(None), g.ag_running)
two = g.__anext__()
try:
    two.send(None)
except RuntimeError as e:
    print(e)
three = g.aclose()
try:
    three.send(None)
except RuntimeError as e:
    print(e)
try:
    g.athrow(ValueError()).send(None)
except RuntimeError as e:
    print(e)
try:
    one.send(None)
except StopIteration as e:
    print(e.value, g.ag_running)


async def stops():
    yield 1
    raise StopIteration


async def stops_async():
    yield 1
    raise StopAsyncIteration


for f in (stops, stops_async):
    g = f()
    run(g.__anext__())
    try:
        run(g.__anext__())
    except RuntimeError as e:
        print(e, repr(e.__cause__))


async def main():
    g = (x * 2 async for x in gen(3) if x != 10)
    print(type(g).__name__, g.__name__)
    out = [x async for x in g]
    h = (await Suspend(x) async for x in gen(2))
    out += [x async for x in h]
    k = (await Suspend(x) for x in range(2))
    print(type(k).__name__)
    out += [x async for x in k]
    out.append([x async for x in (y async for y in gen(2))])
    return out


print(run(main()))


async def builtin():
    g = gen(2)
    it = aiter(g)
    print(it is g)
    first = await anext(it)
    second = await anext(it, "default")
    third = await anext(it, "default")
    try:
        await anext(it)
    except StopAsyncIteration:
        print("stop from anext")
    return first, second, third


print(run(builtin(), False))
for bad in (lambda: aiter(5), lambda: anext(5), lambda: aiter([]), lambda: anext([], 1)):
    try:
        bad()
    except TypeError as e:
        print(e)


class BadIter:
    def __aiter__(self):
        return 5


try:
    aiter(BadIter())
except TypeError as e:
    print(e)


async def delegating():
    async for x in gen(2):
        yield x
    async with Manager():
        yield "in with"
    yield "end"


class Manager:
    async def __aenter__(self):
        print("enter")

    async def __aexit__(self, *a):
        print("exit", a[0] and a[0].__name__)


print(run(collect(delegating())))
g = delegating()
for _ in range(3):
    run(g.__anext__())
print(run(g.aclose()))


async def early():
    async for x in gen(5):
        if x == 10:
            return x


print(run(early()))


async def empty():
    return
    yield


print(run(collect(empty())))


async def raising():
    yield 1
    raise ValueError("in gen")


async def handles():
    try:
        async for x in raising():
            pass
    except ValueError as e:
        return str(e)


print(run(handles()))
a = gen(1).__anext__()
print(a.close())
try:
    a.send(None)
except RuntimeError as e:
    print(e)
a = gen(1).__anext__()
print(a.send(None))
try:
    a.throw(ValueError("into asend"))
except ValueError as e:
    print(e)
for name in ("ag_running", "__name__", "nope"):
    print(name, hasattr(g, name))
try:
    iter(g)
except TypeError as e:
    print(e)


# async for drives the generator itself: what it awaits, errors, closing and throwing go through.


async def waits_inside():
    try:
        yield 1
        await Suspend("in between")
        yield 2
        try:
            await Suspend("guarded")
        except ValueError as e:
            yield ("caught", str(e))
        yield 3
    finally:
        print("generator ends")


async def outer_loop(g):
    try:
        async for x in g:
            print("item", x, g.ag_running)
    finally:
        print("loop ends")
    return "looped"


g = waits_inside()
c = outer_loop(g)
print(c.send(None), g.ag_running, c.cr_await is not None)
try:
    g.__anext__().send(None)
except RuntimeError as e:
    print(e)
other = outer_loop(g)
try:
    other.send(None)
except RuntimeError as e:
    print(e)
print(c.send(None))
try:
    c.throw(ValueError("thrown through"))
except StopIteration as e:
    print(e.value)

g = waits_inside()
c = outer_loop(g)
c.send(None)
try:
    c.throw(KeyError("not caught"))
except KeyError as e:
    print("out", e, g.ag_running)
try:
    run(g.__anext__())
except StopAsyncIteration:
    print("ended")

g = waits_inside()
c = outer_loop(g)
c.send(None)
print(c.close(), g.ag_running)
try:
    run(outer_loop(g))
except StopAsyncIteration:
    print("never")


async def breaks(g):
    async for x in g:
        if x == 1:
            break
    print("running", g.ag_running)
    return [y async for y in g]


print(run(breaks(waits_inside())))


async def fails():
    yield 1
    raise KeyError("in the generator")


async def reads(g):
    try:
        async for x in g:
            print(x)
    except KeyError as e:
        print("caught", e)
    async for x in g:
        print("never")
    return "ended"


print(run(reads(fails())))


async def recursive(n):
    if n:
        async for x in recursive(n - 1):
            yield x
    yield n


print(run(collect(recursive(30)))[-1])


async def endless(n):
    async for x in endless(n + 1):
        yield x


try:
    run(collect(endless(0)))
except RecursionError:
    print("RecursionError")
