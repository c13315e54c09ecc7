"""What `functools` has native: caches of results, and the calls of partial objects."""

from _functools_core import bind as _bind, cached_call as _cached_call
from _functools_core import clear as _clear, keep as _keep, new_state as _new_state
from _functools_core import partial_call as _partial_call, totals as _totals

# What stands in a key between the arguments and those that have names.
_mark = object()


def _missed(function, state, key, hashed, /, *args, **kwargs):
    return _keep(state, key, hashed, function(*args, **kwargs))


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
        self._state = _new_state(user_function, maxsize, bool(typed), _mark, _missed)
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
