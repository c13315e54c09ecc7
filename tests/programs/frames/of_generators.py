# The frame of a generator: one object, which shows where it runs and where it is suspended.
import asyncio
import sys


def line(frame):
    return frame.f_lineno - frame.f_code.co_firstlineno


def generator(first):
    second = first + 1
    got = yield sys._getframe()
    third = second + 1
    print(line(made.gi_frame), made.gi_frame is sys._getframe())

    print(line(made.gi_frame), sys._getframe().f_back is sys._getframe(1))
    for item in range(2):
        yield third
    last = item = 4


made = generator(1)
frame = made.gi_frame
print(frame is made.gi_frame, line(frame), frame.f_locals, frame.f_back)
print(next(made) is frame, line(frame), sorted(frame.f_locals), frame.f_back)
print(next(made), line(frame), sorted(frame.f_locals.items(), key=str), frame.f_back)
print(made.gi_frame is frame)
print(list(made), made.gi_frame, line(frame), sorted(frame.f_locals), frame.f_generator)


# Asked for while it runs, or by what it calls; thrown into, closed.
def asks():
    frame = sys._getframe(1)
    return frame, line(frame)


def is_asked():
    value = 1
    print(asks()[1])
    try:
        yield 1
    except KeyError:
        yield asks()
    yield 3


made = is_asked()
next(made)
frame = made.gi_frame
print(line(frame), frame.f_locals)
found, where = made.throw(KeyError("thrown"))
print(found is frame, where, line(frame), made.gi_frame is frame)
made.close()
print(made.gi_frame, line(frame))


def handles():
    try:
        raise ValueError("handled")
    except ValueError:
        frame = sys._getframe()
        yield frame
        print(sys.exc_info()[1])
        yield frame is sys._getframe()
    print(sys.exc_info()[1])
    yield sys._getframe() is frame


try:
    raise TypeError("outer")
except TypeError:
    made = handles()
    frame = next(made)
    print(sys.exc_info()[1], made.gi_frame is frame)
    print(list(made), sys.exc_info()[1])


def raises():
    yield sys._getframe()
    raise LookupError


made = raises()
frame = next(made)
try:
    next(made)
except LookupError as error:
    print(error.__traceback__.tb_next.tb_frame is frame, line(frame))


# Delegates.
def inner():
    yield sys._getframe(), sys._getframe().f_back


def outer():
    yield from inner()
    yield 2


made = outer()
frame, back = next(made)
print(back is made.gi_frame, frame is made.gi_yieldfrom.gi_frame, frame.f_back, line(back))
print(next(made), line(made.gi_frame))


# Coroutines and asynchronous generators.
async def step():
    await asyncio.sleep(0)
    return sys._getframe(), sys._getframe().f_back


async def numbers():
    yield sys._getframe()
    yield sys._getframe()


async def main():
    frame, back = await step()
    print(back is sys._getframe(), line(frame), frame.f_back is back)
    made = numbers()
    print([item is made.ag_frame async for item in made], made.ag_frame)
    task = asyncio.current_task()
    print(task.get_coro().cr_frame is sys._getframe())


asyncio.run(main())


# As many steps as the fast forms of operations take.
def counts(limit):
    frame = sys._getframe()
    for number in range(limit):
        yield number if frame is sys._getframe() else None


made = counts(2000)
print(sum(made), sum(number for number in counts(2000)))
