# frame.f_generator, frame.clear of generators, contexts of exceptions that are thrown in.

import sys
import types


def nested():
    return sys._getframe().f_generator


def generator():
    yield sys._getframe().f_generator
    yield sys._getframe(1).f_generator
    yield nested()


async def coroutine():
    return sys._getframe().f_generator, (lambda: sys._getframe(1).f_generator)()


async def asynchronous():
    yield sys._getframe().f_generator


def finished(step):
    try:
        step()
    except StopIteration as stop:
        return stop.value


made = generator()
print(next(made) is made, next(made), next(made), nested())
print(made.gi_frame.f_generator is made)
frame = made.gi_frame
list(made)
print(frame.f_generator, made.gi_frame)
made = coroutine()
print(made.cr_frame.f_generator is made)
print([found is made for found in finished(lambda: made.send(None))])
made = asynchronous()
print(finished(lambda: made.asend(None).send(None)) is made)


def outer():
    yield from generator()


def back(made):
    frame = made.gi_frame
    return frame.f_generator is made


made = outer()
inner = next(made)
print(back(made), back(inner), inner is made.gi_yieldfrom)


def walk():
    frame, found = sys._getframe(), []
    while frame:
        if frame.f_generator is not None:
            found.append(frame.f_code.co_name)
        frame = frame.f_back
    return found


def walked():
    yield walk()


def walked_through():
    yield from walked()


print(next(walked_through()))

# clear
made = generator()
next(made)
for frame in (made.gi_frame,):
    try:
        frame.clear()
    except RuntimeError as error:
        print(error)


def clears_itself():
    try:
        sys._getframe().clear()
    except RuntimeError as error:
        yield str(error)


print(next(clears_itself()))
made = generator()
made.gi_frame.clear()
print(list(made), made.gi_frame)


# An exception that is thrown in has as its context what the generators on its way handle.
class Thrower:
    def __iter__(self):
        return self

    def __next__(self):
        return 1

    def throw(self, error):
        raise error


def handles(inside):
    try:
        raise KeyError("handled")
    except KeyError:
        yield from inside


def plain():
    yield 1


def context(made, caller=None):
    next(made)
    try:
        if caller is None:
            made.throw(ValueError("thrown"))
        try:
            raise caller
        except Exception:
            made.throw(ValueError("thrown"))
    except ValueError as error:
        return repr(error.__context__)


print(context(handles(Thrower())), context(handles([1, 2])), context(handles(plain())))
print(context(plain(), IndexError("caller")), context(handles(plain()), IndexError("caller")))


# Generators of types.coroutine delegate to coroutines.
@types.coroutine
def old_style():
    return (yield from coroutine())


async def awaits():
    return await old_style()


print(len(finished(lambda: awaits().send(None))))


def not_one():
    yield from coroutine()


made = coroutine()
try:
    coroutine = lambda: made
    next(not_one())
except TypeError as error:
    print(error)
made.close()
