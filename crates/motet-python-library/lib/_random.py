"""The generator of `random`: the Mersenne Twister. Its state is a list; until it is seeded or its
state is asked for, each thread has one of its own, in a dict: see `_random_core`."""

from _io_core import method_named as _method_named
from _operator import index

import _random_core


class Random:
    """Random() -> create a random number generator with its own internal state."""

    def __new__(cls, *args, **kwargs):
        self = super().__new__(cls)
        self._state = {}
        return self

    def __init__(self, x=None):
        self.seed(x)

    def seed(self, n=None, /):
        if n is None:
            self._state = {}
            return
        if not isinstance(n, int):
            n = hash(n) & 0xFFFF_FFFF_FFFF_FFFF
        state = [0] * 624 + [624]
        _random_core.seed(state, n)
        self._state = state

    def getrandbits(self, k, /):
        if type(k) is not int:
            k = index(k)
        if k < 0:
            raise ValueError("Cannot convert negative int")
        if k >> 64:
            raise OverflowError("Python int too large for C uint64_t")
        if k >> 63:
            raise MemoryError
        return _random_core.draw_bits(self._state, k)

    def getstate(self):
        # The caller may come back to this state: from here on all threads draw from this one.
        self._state = state = _random_core.own(self._state)
        return tuple(state)

    def setstate(self, state, /):
        if not isinstance(state, tuple):
            raise TypeError("state vector must be a tuple")
        if len(state) != 625:
            raise ValueError("state vector is the wrong size")
        if not 0 <= state[624] <= 624:
            raise ValueError("invalid state")
        self._state = [word & 0xffffffff for word in state]


setattr(Random, ".slowgetrandbits", Random.getrandbits)
for _name in "random", "getrandbits":
    setattr(Random, _name, _method_named(getattr(_random_core, _name), _name, "_random.Random"))
del _name
