"""Closures: made, called, with variables that they share and change; decorated functions."""

from support.repeated import run

TURNS = {"T": 1, "S": 480, "W": 600, "A": 6000}


def counter(start):
    value = start

    def step(by):
        nonlocal value
        value += by
        return value

    def read():
        return value

    return step, read


def twice(function):
    def call(argument):
        return function(function(argument))

    return call


@twice
def increase(value):
    return value + 3


def compose(functions):
    def composed(value):
        for function in functions:
            value = function(value)
        return value

    return composed


def work():
    total = 0
    for start in range(400):
        step, read = counter(start)
        for by in range(8):
            step(by)
        total += read()
        steps = [lambda value, s=start: value + s, lambda value: value * 2, increase]
        total += compose(steps)(start)
    return total


if __name__ == "__main__":
    run("closures", __doc__, TURNS, work, 412_600)
