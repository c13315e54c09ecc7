"""Values sent into a generator."""

from support.repeated import run

TURNS = {"T": 1, "S": 180, "W": 1800, "A": 18000}


def echo():
    total = 0
    while True:
        total += yield total


def work():
    generator = echo()
    next(generator)
    last = 0
    for number in range(10_000):
        last = generator.send(number)
    return last


if __name__ == "__main__":
    run("generator_send", __doc__, TURNS, work, 49_995_000)
