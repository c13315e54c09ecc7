# A generator that nobody can resume any more is closed: its finally and with blocks run.
import contextlib
import gc

told = []


def plain():
    try:
        yield 1
        yield 2
    finally:
        told.append("finally")


def drop(make):
    for _ in make():
        break


def collect():
    # What a collection closes may let go of others.
    for _ in range(3):
        gc.collect()


drop(plain)
collect()
print(told)


@contextlib.contextmanager
def resource(name):
    told.append(f"open {name}")
    try:
        yield name
    finally:
        told.append(f"close {name}")


def inside():
    with resource("outer"):
        with resource("inner"):
            yield 1


told.clear()
drop(inside)
collect()
print(told)


def delegating():
    try:
        yield from plain()
    finally:
        told.append("delegating")


told.clear()
drop(delegating)
collect()
print(told)


def never_begun():
    try:
        yield
    finally:
        told.append("never")


def ended():
    try:
        yield 1
    finally:
        told.append("ended")


told.clear()
never_begun()
list(ended())
collect()
print(told)


class Kept:
    pass


def keeps_itself():
    me = Kept()
    me.generator = held.pop()
    try:
        yield me
    finally:
        told.append("cycle")


def begin_cycle():
    generator = keeps_itself()
    held.append(generator)
    next(generator)


told.clear()
held = []
begin_cycle()
collect()
print(told)


def comes_back():
    try:
        yield 1
    finally:
        saved.append(7)


saved = []
drop(comes_back)
collect()
print(saved)


async def waits():
    try:
        await Forever()
    finally:
        told.append("coroutine")


class Forever:
    def __await__(self):
        while True:
            yield


told.clear()


def begin():
    waits().send(None)


begin()
collect()
print(told)
