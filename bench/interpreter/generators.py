"""Generators: pipelines, `yield from`, values sent in, generator expressions."""

from support.repeated import run

TURNS = {"T": 1, "S": 480, "W": 2400, "A": 24000}


def numbers(count):
    for number in range(count):
        yield number


def odd(source):
    for number in source:
        if number & 1:
            yield number


def nested(depth):
    if depth:
        yield from nested(depth - 1)
        yield depth
        yield from nested(depth - 1)


def running_mean():
    total = 0
    count = 0
    mean = 0
    while True:
        total += yield mean
        count += 1
        mean = total // count


def work():
    result = sum(number * 2 for number in odd(numbers(4_000)))
    result += sum(nested(9))
    mean = running_mean()
    next(mean)
    for number in range(1_000):
        result += mean.send(number)
    return result


if __name__ == "__main__":
    run("generators", __doc__, TURNS, work, 8_250_513)
