# An exception that is thrown into an awaitable of native code (the wrapper of a coroutine, the steps of
# an asynchronous generator, anext with a default) reaches the innermost code that waits.

class Wrapper:
    def __init__(self, coro): self.coro = coro
    def __await__(self): return self.coro.__await__()
class FutureLike:
    def __await__(self): return (yield 5)
class Marker(Exception): pass
async def coro1():
    try:
        return await FutureLike()
    except ZeroDivisionError:
        raise Marker
    finally:
        print('finally')
async def coro2(): return await Wrapper(coro1())
c = coro2(); print(c.send(None))
try: c.throw(ZeroDivisionError)
except Exception as e: print(type(e))
c = coro2(); print(c.send(None))
try: c.throw(ZeroDivisionError())
except Exception as e: print(type(e))
c = coro2(); c.send(None); c.close()
import asyncio
async def inner():
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError:
        print("cancelled inside"); raise
async def outer(): await Wrapper(inner())
async def main():
    t = asyncio.create_task(outer()); await asyncio.sleep(0.01); t.cancel()
    try: await t
    except asyncio.CancelledError: print("cancelled")
asyncio.run(main())
async def target():
    await asyncio.sleep(0.01); 1/0
async def foo():
    task = asyncio.create_task(target())
    try: yield 1
    finally:
        try: await task
        except ZeroDivisionError: print('DONE')
async def run():
    gen = foo(); it = gen.__aiter__(); await it.__anext__(); await gen.aclose()
asyncio.run(run())


# The same without a loop, through delegates of one kind and another.
class Own:
    def __init__(self, wrapper):
        self.wrapper = wrapper

    def __iter__(self):
        return self

    def __next__(self):
        return next(self.wrapper)

    def throw(self, *exception):
        return self.wrapper.throw(*exception)


class Behind(Wrapper):
    def __await__(self):
        return Own(self.coro.__await__())


async def waits(name):
    try:
        return await FutureLike()
    except KeyError as error:
        print("caught in", name, error)
        return name
    finally:
        print("finally of", name)


async def outer_of(kind, name):
    return await kind(waits(name))


def plain(kind, name):
    return (yield from kind(waits(name)).__await__())


for make in (outer_of, plain):
    for kind in (Wrapper, Behind):
        awaited = make(kind, kind.__name__)
        awaited.send(None)
        try:
            awaited.throw(KeyError("thrown"))
        except StopIteration as stop:
            print("returned", stop.value)
wrapper = waits("wrapper").__await__()
next(wrapper)
try:
    wrapper.throw(ValueError("not caught"))
except ValueError as error:
    print(error, error.__traceback__ is not None)


async def items():
    try:
        await FutureLike()
    except KeyError:
        yield "after the first"
    try:
        await FutureLike()
    except KeyError:
        yield "after the second"


for make in (lambda it: it.asend(None), lambda it: anext(it, "none")):
    iterator = items()
    for _ in range(3):
        step = make(iterator).__await__()
        try:
            step.send(None)
            step.throw(KeyError)
        except (StopIteration, StopAsyncIteration) as stop:
            print(type(stop).__name__, getattr(stop, "value", None))
iterator = items()
step = iterator.asend(None)
step.send(None)
try:
    step.throw(OSError("leaves"))
except OSError as error:
    print(error)
