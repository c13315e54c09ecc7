"""`partial` around cached functions, objects that are called, and circles of them."""

from functools import cache, lru_cache, partial, singledispatch
from operator import methodcaller

calls = []


@lru_cache(maxsize=2)
def power(base, *, exponent=2):
    calls.append(base)
    return base**exponent


@cache
def fixed(*args, **kwargs):
    return args, tuple(kwargs.items())


class Called:
    def __call__(self, *args, **kwargs):
        return "called", args, kwargs


class Below(Called):
    pass


class Static:
    __call__ = staticmethod(lambda *args: ("static", args))


class WithPartial:
    __call__ = partial(lambda *args: ("inner", args), 1)


print([partial(power, exponent=3)(base) for base in (1, 2, 1, 3, 1)], calls, power.cache_info())
print(partial(power, 2)(), partial(power, 2)(exponent=5), partial(fixed, 1, a=2)(3, b=4))
for function in Called(), Below(), Static(), singledispatch(lambda *args: args):
    made = partial(function, 1, 2)
    print(made(3), made.args, made.keywords, made.func is function)
told, values = partial(WithPartial(), 5)(6)
print(told, values[0], values[2:])
print(partial(Called(), a=1)(a=2, b=3), partial(partial(Called(), 1), 2)(3))
print(partial(methodcaller("upper"))("text"), partial(str.upper)("text"))
try:
    partial(power, 1, 2)()
except TypeError as error:
    print(error)


# A circle ends as deep recursion does.
circle = partial(lambda: None)
cached = lru_cache(maxsize=None)(lambda: circle())
circle.__setstate__((cached, (), {}, {}))
again = partial(lambda: None)
again.__setstate__((Called(), (), {}, {}))
own = lru_cache(maxsize=None)(again)
print(own(1))
again.__setstate__((own, (), {}, {}))
for start in circle, cached, again, own:
    try:
        start()
    except RecursionError:
        print("too deep")
