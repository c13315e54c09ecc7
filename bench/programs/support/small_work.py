"""A piece of work of some microseconds that reads and writes nothing that others know."""

STEPS = 1_000


def small_work(seed, steps=STEPS):
    """A number that can only be had by doing the work."""
    total = seed
    for step in range(steps):
        total += step * seed % 7
    return total
