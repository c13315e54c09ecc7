"""The random numbers of the NAS Parallel Benchmarks: x becomes a * x modulo 2 ** 46, exactly."""

MODULUS_MASK = (1 << 46) - 1
FACTOR = 5**13
SEED = 314159265
SCALE = 0.5**46


class NpbRandom:
    def __init__(self, seed=SEED, factor=FACTOR):
        self.state = seed
        self.factor = factor

    def next(self):
        """A number between 0 and 1."""
        state = self.state * self.factor & MODULUS_MASK
        self.state = state
        return state * SCALE

    def list(self, count):
        """The next `count` numbers."""
        state = self.state
        factor = self.factor
        numbers = [0.0] * count
        for place in range(count):
            state = state * factor & MODULUS_MASK
            numbers[place] = state * SCALE
        self.state = state
        return numbers

    def skip(self, count):
        """As if `count` numbers had been drawn."""
        self.state = self.state * pow(self.factor, count, 1 << 46) & MODULUS_MASK
