# Coroutines driven by hand.


class Suspend:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        got = yield self.value
        return ("got", got)


async def simple():
    return 42


def run(coro):
    "Drives a coroutine to its end; what it suspends with is sent back in, in brackets."
    sent = None
    trace = []
    while True:
        try:
            value = coro.send(sent)
        except StopIteration as e:
            return e.value, trace
        trace.append(value)
        sent = [value]


c = simple()
print(type(c).__name__, c.__name__, c.__qualname__, repr(c)[:26])
print(run(c))
try:
    c.send(None)
except RuntimeError as e:
    print(e)
try:
    c.throw(ValueError("x"))
except RuntimeError as e:
    print(e)
print(c.close())


async def waits():
    a = await Suspend(1)
    b = await Suspend(2)
    return a, b


print(run(waits()))


async def nested(n):
    if n == 0:
        return await Suspend("bottom")
    return n, await nested(n - 1)


print(run(nested(3)))
print(run(nested(40))[1])


async def tries():
    try:
        await Suspend("in try")
    except ValueError as e:
        print("caught", e)
        return await Suspend("in except")
    finally:
        print("finally", await Suspend("in finally"))


c = tries()
print(c.send(None), c.throw(ValueError("thrown")), c.send("x"))
try:
    c.send("y")
except StopIteration as e:
    print(e.value)

c = tries()
print(c.send(None), c.cr_await is not None, c.cr_running, c.cr_suspended)
try:
    print(c.throw(KeyError("k")))
    c.send(None)
except KeyError as e:
    print("out", e)


async def closes():
    try:
        await Suspend(1)
    except GeneratorExit:
        print("closing")
        raise


c = closes()
c.send(None)
print(c.close())
c = closes()
print(c.close())


async def ignores():
    try:
        await Suspend(1)
    except GeneratorExit:
        await Suspend(2)


c = ignores()
c.send(None)
try:
    c.close()
except RuntimeError as e:
    print(e)

c = simple()
try:
    c.send(1)
except TypeError as e:
    print(e)
c.close()
for bad in (5, None, "x", [1]):

    async def awaits_bad():
        await bad

    try:
        run(awaits_bad())
    except TypeError as e:
        print(e)


class BadAwait:
    def __init__(self, result):
        self.result = result

    def __await__(self):
        return self.result


async def wait_for(x):
    return await x


for result in (5, None):
    try:
        run(wait_for(BadAwait(result)))
    except TypeError as e:
        print(e)
inner = simple()
try:
    run(wait_for(BadAwait(inner)))
except TypeError as e:
    print(e)
inner.close()
print(run(wait_for(BadAwait(iter([1, 2])))))

c = simple()
for use in (lambda: iter(c), lambda: next(c), lambda: list(c), lambda: [*c]):
    try:
        use()
    except TypeError as e:
        print(e)
try:
    for x in c:
        pass
except TypeError as e:
    print(e)
c.close()


def gen_over_coroutine():
    yield from c2


c2 = simple()
try:
    next(gen_over_coroutine())
except TypeError as e:
    print(e)
c2.close()

w = simple().__await__()
print(type(w).__name__, iter(w) is w)
try:
    next(w)
except StopIteration as e:
    print(e.value)
w = waits().__await__()
print(w.send(None), w.send("a"), w.__next__ is not None)
try:
    next(w)
except StopIteration as e:
    print(e.value)
w = tries().__await__()
print(next(w), w.throw(ValueError("by wrapper")))
w.close() if False else None
try:
    w.send(None)
    w.send(None)
except StopIteration as e:
    print(e.value)


async def raises_stop():
    raise StopIteration("x")


try:
    run(raises_stop())
except RuntimeError as e:
    print(e, repr(e.__cause__))


async def stop_from_await():
    class A:
        def __await__(self):
            raise StopIteration("direct")
            yield

    return await A()


try:
    run(stop_from_await())
except RuntimeError as e:
    print(e)

shared = waits()


async def waits_shared():
    return await shared


a, b = waits_shared(), waits_shared()
a.send(None)
try:
    b.send(None)
except RuntimeError as e:
    print(e)
a.close()


async def reentrant():
    try:
        me.send(None)
    except ValueError as e:
        print(e)


me = reentrant()
run(me)


async def many(a, b=2, *c, d, **e):
    x = await Suspend(a)
    return a, b, c, d, e, x


print(run(many(1, d=4)), run(many(1, 2, 3, d=4, z=5)))
print(run((lambda c: c)(simple())))


async def comprehension():
    return [await Suspend(i) for i in range(3) if await Suspend(-i)], {
        k: await Suspend(k) for k in "ab"
    }


print(run(comprehension()))


async def expressions():
    x = [await Suspend(1), *(await Suspend(2))]
    y = {"k": await Suspend(3), **{"m": await Suspend(4)}}
    print(await Suspend("arg"), sep=str(await Suspend("sep")))
    return x, y, f"{await Suspend('f')}", (await simple()) + (await simple())


print(run(expressions()))


class M:
    async def method(self, x):
        return self, x

    @classmethod
    async def cls(cls):
        return cls.__name__

    @staticmethod
    async def static():
        return "static"


m = M()
print(run(m.method(1))[0][0] is m, run(M.cls()), run(M.static()), M.method.__qualname__)
