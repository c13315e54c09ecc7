"""Random numbers that are the same on every interpreter, a stream for each thread."""


class RandomStream:
    """A linear congruential generator of 48 bits, of which the upper ones are used."""

    def __init__(self, seed):
        self._state = (seed * 0x9E3779B97F4A7C15 + 0x1234ABCD) & 0xFFFFFFFFFFFF

    def below(self, bound):
        """A whole number from 0 to bound - 1; `bound` is far below 2 ** 32."""
        state = (self._state * 0x5DEECE66D + 11) & 0xFFFFFFFFFFFF
        self._state = state
        return (state >> 16) * bound >> 32

    def fraction(self):
        """A number from 0 to just below 1."""
        return self.below(1 << 30) / (1 << 30)

    def shuffle(self, values):
        """Brings a list into a random order."""
        for last in range(len(values) - 1, 0, -1):
            other = self.below(last + 1)
            values[last], values[other] = values[other], values[last]
