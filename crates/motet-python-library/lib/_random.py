"""The generator of `random`: the Mersenne Twister. Its state is a list, see `_random_core`."""

from _operator import index

import _random_core


class Random:
    """Random() -> create a random number generator with its own internal state."""

    def __new__(cls, *args, **kwargs):
        self = super().__new__(cls)
        self._state = [0] * 624 + [624]
        _random_core.seed(self._state, _random_core.entropy())
        return self

    def __init__(self, x=None):
        self.seed(x)

    def seed(self, n=None, /):
        if n is None:
            n = _random_core.entropy()
        elif not isinstance(n, int):
            n = hash(n)
        _random_core.seed(self._state, n)

    def random(self):
        return _random_core.random(self._state)

    def getrandbits(self, k, /):
        if type(k) is not int:
            k = index(k)
        return _random_core.getrandbits(self._state, k)

    def getstate(self):
        return tuple(self._state)

    def setstate(self, state, /):
        if not isinstance(state, tuple):
            raise TypeError("state vector must be a tuple")
        if len(state) != 625:
            raise ValueError("state vector is the wrong size")
        if not 0 <= state[624] <= 624:
            raise ValueError("invalid state")
        self._state[:] = [word & 0xffffffff for word in state]
