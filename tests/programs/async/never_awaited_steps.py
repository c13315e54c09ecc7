# The steps of an asynchronous generator that are never awaited are told of as coroutines are; what
# was begun is not.

import gc
import sys
import warnings


async def numbers():
    yield 1


def send():
    generator = numbers()
    generator.asend(None)


def following():
    generator = numbers()
    generator.__anext__()


def throw():
    generator = numbers()
    generator.athrow(ValueError)


def close():
    generator = numbers()
    generator.aclose()


def awaited():
    generator = numbers()
    try:
        generator.asend(None).send(None)
    except StopIteration as stop:
        return stop.value


def closed():
    generator = numbers()
    generator.asend(None).close()


def thrown():
    generator = numbers()
    try:
        generator.aclose().throw(ValueError)
    except ValueError:
        pass


def in_a_loop():
    async def main():
        return [number async for number in numbers()]
    try:
        main().send(None)
    except StopIteration as stop:
        return stop.value


def frame_cleared():
    async def coroutine():
        pass
    made = coroutine()
    made.cr_frame.clear()
    made.close()


def shown(make):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        make()
        gc.collect()
    return [f"{item.category.__name__}: {item.message}" for item in caught]


for case in (send, following, throw, close, awaited, closed, thrown, in_a_loop, frame_cleared):
    print(case.__name__, shown(case))


# An error of the warning is reported, with what it was about.
def report(unraisable):
    message = unraisable.err_msg.split(" object ")[0].split(" at 0x")[0]
    print(message, "|", unraisable.object, unraisable.exc_type.__name__, unraisable.exc_value)


class Loud:
    def __del__(self):
        raise ValueError("in del")


def generator():
    try:
        yield
    finally:
        raise ValueError("in finally")


def drop_generator():
    next(generator())


def drop_coroutine():
    async def coroutine():
        pass
    coroutine()


sys.unraisablehook = report
with warnings.catch_warnings():
    warnings.simplefilter("error")
    for make in send, drop_coroutine, drop_generator, Loud:
        make()
        gc.collect()
