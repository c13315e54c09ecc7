# `functools.partial` tells how it is called, as classes do whose `__new__` is native.
import functools
import inspect

print(inspect.signature(functools.partial), functools.partial.__text_signature__)
print(type(functools.partial.__new__).__name__)


class Below(functools.partial):
    pass


print(inspect.signature(Below), Below(int, base=2)("11"))
print(inspect.signature(functools.partial(lambda a, b, c: a, 1)))
