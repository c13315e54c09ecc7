# expected output written by hand: needs 3.14
# A partial object that calls itself ends with an error.
import functools


def shown(*args):
    return args


circle = functools.partial(shown)
circle.__setstate__((circle, (), {}, {}))
try:
    circle()
except RecursionError:
    print("RecursionError")

method = functools.partial(shown)
method.__setstate__((method.__call__, (1,), {}, {}))
try:
    method()
except RecursionError:
    print("RecursionError")
