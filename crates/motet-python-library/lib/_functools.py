"""The native parts of `functools`: caches of results, and the calls of partial objects."""

from _functools_core import bind as _bind, cached_call as _cached_call
from _functools_core import clear as _clear, keep as _keep, new_state as _new_state
from _functools_core import partial_call, partial_new, totals as _totals

from _io_core import builtin_function as _builtin_function, method_named as _method_named

_partial_call = _method_named(partial_call, "__call__", "functools.partial")
_partial_new = _method_named(partial_new, "__new__", "functools.partial")
# Stands in a key between the positional arguments and those that have names.
_mark = object()


# A call whose result is not known, by the number of arguments: most are few, and without names.
def _missed_0(function, state, key, hashed, /):
    return _keep(state, key, hashed, function())


def _missed_1(function, state, key, hashed, a, /):
    return _keep(state, key, hashed, function(a))


def _missed_2(function, state, key, hashed, a, b, /):
    return _keep(state, key, hashed, function(a, b))


def _missed_3(function, state, key, hashed, a, b, c, /):
    return _keep(state, key, hashed, function(a, b, c))


def _missed(function, state, key, hashed, /, *args, **kwargs):
    return _keep(state, key, hashed, function(*args, **kwargs))


_all_missed = _missed_0, _missed_1, _missed_2, _missed_3, _missed


class _lru_cache_wrapper:
    """A function whose results are kept."""

    __module__ = "functools"
    __slots__ = ("_state", "_info", "__dict__", "__weakref__")

    def __new__(cls, user_function, maxsize, typed, cache_info_type):
        if not callable(user_function):
            raise TypeError("the first argument must be callable")
        if maxsize is not None:
            if not hasattr(type(maxsize), "__index__"):
                raise TypeError("maxsize should be integer or None")
            maxsize = max(maxsize.__index__(), 0)
        self = object.__new__(cls)
        self._state = _new_state(user_function, maxsize, bool(typed), _mark, _all_missed)
        self._info = cache_info_type
        return self

    __call__ = _cached_call
    __get__ = _bind

    def cache_info(self):
        """Report cache statistics"""
        return self._info(*_totals(self._state))

    def cache_clear(self):
        """Clear the cache and cache statistics"""
        _clear(self._state)

    def __reduce__(self):
        return self.__qualname__

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def cmp_to_key(mycmp):
    """Convert a cmp= function into a key= function."""

    class KeyWrapper:
        """A value in the order of mycmp."""

        _motet_closed = True
        __module__ = "functools"
        __slots__ = ("obj",)
        __hash__ = None

        def __init__(self, obj):
            self.obj = obj

        __lt__ = lambda self, other: mycmp(self.obj, other.obj) < 0
        __gt__ = lambda self, other: mycmp(self.obj, other.obj) > 0
        __eq__ = lambda self, other: mycmp(self.obj, other.obj) == 0
        __le__ = lambda self, other: mycmp(self.obj, other.obj) <= 0
        __ge__ = lambda self, other: mycmp(self.obj, other.obj) >= 0

    return KeyWrapper


def reduce(function, iterable, /, initial=_mark):
    """Apply a function of two arguments to the items of an iterable, from left to right, so as to
    reduce it to a single value; an initial value stands before the items."""
    rest = iter(iterable)
    result = initial
    if result is _mark:
        for result in rest:
            break
        else:
            raise TypeError("reduce() of empty iterable with no initial value")
    for item in rest:
        result = function(result, item)
    return result


for _function in (cmp_to_key, reduce):
    _function.__module__ = "functools"
cmp_to_key = _builtin_function(cmp_to_key)
reduce = _builtin_function(reduce)
del _function
