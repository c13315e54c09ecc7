# async for, async with.


class Suspend:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        return (yield self.value)


def run(coro):
    trace = []
    try:
        while True:
            trace.append(coro.send(None))
    except StopIteration as e:
        return e.value, trace


class Count:
    def __init__(self, n):
        self.n = n
        self.i = 0

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.i >= self.n:
            raise StopAsyncIteration
        self.i += 1
        await Suspend(("next", self.i))
        return self.i


async def loop(n):
    out = []
    async for x in Count(n):
        out.append(x)
    else:
        out.append("else")
    return out


print(run(loop(3)))
print(run(loop(0)))


async def controls():
    out = []
    async for x in Count(10):
        if x == 2:
            continue
        if x == 5:
            break
        out.append(x)
    else:
        out.append("never")
    async for a in Count(2):
        async for b in Count(2):
            out.append((a, b))
            if b == 1 and a == 2:
                return out


print(run(controls()))


async def targets():
    d = {}

    class It:
        def __aiter__(self):
            return self

        async def __anext__(self):
            if d:
                raise StopAsyncIteration
            return 1, 2

    async for d["x"], d["y"] in It():
        pass
    return d


print(run(targets()))


async def body_raises():
    try:
        async for x in Count(3):
            raise StopAsyncIteration("from the body")
    except StopAsyncIteration as e:
        return "caught", e.args


print(run(body_raises()))


async def iterate(x):
    async for y in x:
        pass


class NoNext:
    def __aiter__(self):
        return 5


class BadNext:
    def __aiter__(self):
        return self

    def __anext__(self):
        return 5


class RaisesNext(BadNext):
    def __anext__(self):
        raise ValueError("in anext")


class AwaitRaises(BadNext):
    def __anext__(self):
        class A:
            def __await__(self):
                raise KeyError("in await")

        return A()


for bad in (5, [1], NoNext(), BadNext()):
    try:
        run(iterate(bad))
    except TypeError as e:
        print(e)
try:
    run(iterate(RaisesNext()))
except ValueError as e:
    print(e)
try:
    run(iterate(AwaitRaises()))
except TypeError as e:
    print(e, repr(e.__cause__))


class Manager:
    def __init__(self, name, swallow=False, fail=None):
        self.name, self.swallow, self.fail = name, swallow, fail

    async def __aenter__(self):
        await Suspend(("enter", self.name))
        if self.fail == "enter":
            raise OSError("enter")
        return self.name

    async def __aexit__(self, t, v, tb):
        await Suspend(("exit", self.name, t and t.__name__))
        if self.fail == "exit":
            raise OSError("exit")
        return self.swallow


async def with_one():
    async with Manager("a") as a:
        await Suspend(a)
        return "result"


print(run(with_one()))


async def with_two():
    async with Manager("a") as a, Manager("b", swallow=True) as b:
        raise ValueError(a + b)
    return "swallowed"


print(run(with_two()))


async def with_raise():
    try:
        async with Manager("a"):
            raise ValueError("body")
    except ValueError as e:
        return repr(e)


print(run(with_raise()))


async def with_failing(where):
    try:
        async with Manager("a", fail=where):
            raise ValueError("body")
    except OSError as e:
        return repr(e), repr(e.__context__)


print(run(with_failing("enter")))
print(run(with_failing("exit")))


async def with_loop():
    out = []
    for i in range(3):
        async with Manager(i):
            if i == 1:
                continue
            out.append(i)
    return out


print(run(with_loop()))


async def enters(x):
    async with x:
        pass


class NotAwaitable:
    def __aenter__(self):
        return 5

    async def __aexit__(self, *a):
        pass


class ExitNotAwaitable:
    async def __aenter__(self):
        pass

    def __aexit__(self, *a):
        return 5


class Sync:
    def __enter__(self):
        pass

    def __exit__(self, *a):
        pass


for bad in (NotAwaitable(), ExitNotAwaitable()):
    try:
        run(enters(bad))
    except TypeError as e:
        print(e)
for bad in (Sync(), 5):
    try:
        run(enters(bad))
    except TypeError as e:
        print(str(e)[:70])


async def comprehensions():
    a = [x async for x in Count(3)]
    b = {x async for x in Count(3) if x != 2}
    c = {x: y async for x in Count(2) for y in range(2)}
    d = [(x, y) for x in range(2) async for y in Count(2) if await Suspend(y) is None]
    e = [[y async for y in Count(x)] for x in range(3)]
    return a, b, c, d, e


print(run(comprehensions())[0])


async def scopes():
    x = "outer"
    r = [x async for x in Count(2)]
    fs = [lambda: x async for x in Count(2)]
    n = 10
    return r, x, [f() for f in fs], [n + y async for y in Count(2)]


print(run(scopes())[0])


class NotIter:
    pass


async def bad_comprehension():
    return [x async for x in NotIter()]


try:
    run(bad_comprehension())
except TypeError as e:
    print(e)


async def nested_try():
    out = []
    for i in range(2):
        try:
            async for x in Count(2):
                try:
                    if x == 2:
                        raise ValueError(x)
                    out.append(x)
                finally:
                    out.append(("finally", await Suspend(i)))
        except ValueError as e:
            out.append(repr(e))
    return out


print(run(nested_try()))
