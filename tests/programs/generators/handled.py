# The exception being handled: the generator's own, and its caller's.
import sys


def current():
    e = sys.exc_info()[1]
    return e and e.args


def g():
    print("start", current())
    try:
        raise ValueError("inner")
    except ValueError:
        print("handling", current())
        yield 1
        print("resumed", current())
        yield 2
        print("again", current())
    print("after", current())
    yield 3
    print("last", current())


it = g()
print("caller", current())
next(it)
print("caller", current())
try:
    raise KeyError("outer")
except KeyError:
    print("in handler", current())
    next(it)
    print("in handler", current())
print("caller", current())
try:
    raise OSError("third")
except OSError:
    next(it)
    print("in handler", current())
print(list(it), current())


def bare():
    yield
    raise


it = bare()
next(it)
try:
    next(it)
except RuntimeError as e:
    print(e)
it = bare()
next(it)
try:
    raise KeyError("mine")
except KeyError:
    try:
        next(it)
    except KeyError as e:
        print("reraised", e)


def context():
    try:
        yield
    except ValueError:
        raise TypeError("new")


it = context()
next(it)
try:
    it.throw(ValueError("thrown"))
except TypeError as e:
    print(repr(e.__context__))

it = context()
next(it)
try:
    try:
        raise KeyError("around")
    except KeyError:
        it.throw(ValueError("thrown"))
except TypeError as e:
    print(repr(e.__context__), repr(e.__context__.__context__))


def suspended_in_handler():
    try:
        1 / 0
    except ZeroDivisionError:
        try:
            yield
        except ValueError as e:
            print(repr(e.__context__), current())
        print(current())
    print(current())
    yield


it = suspended_in_handler()
next(it)
it.throw(ValueError("x"))


def raising_body():
    yield 1
    raise ValueError("from body")


try:
    try:
        raise KeyError("active")
    except KeyError:
        for x in raising_body():
            pass
except ValueError as e:
    print(repr(e.__context__))


def inner():
    print("inner sees", current())
    try:
        raise IndexError("i")
    except IndexError:
        yield current()
    yield current()


def outer():
    try:
        raise AttributeError("o")
    except AttributeError:
        for v in inner():
            print("value", v, current())
            yield v


try:
    raise KeyError("top")
except KeyError:
    for v in outer():
        print("top", v, current())
print(current())


def loops():
    for i in range(3):
        try:
            if i == 1:
                raise ValueError(i)
            yield i
        except ValueError:
            yield current()
        else:
            yield current()


print(list(loops()), current())


def finally_yields():
    try:
        raise ValueError("f")
    finally:
        yield current()


it = finally_yields()
print(next(it), current())
try:
    next(it)
except ValueError as e:
    print(e)
print(current())
