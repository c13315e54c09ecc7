"""Floats: an integral, a logistic map, a random walk by math functions."""

from math import cos, exp, sin, sqrt

from support.repeated import run

TURNS = {"T": 1, "S": 240, "W": 2400, "A": 24000}


def integral(function, low, high, steps):
    width = (high - low) / steps
    total = 0.0
    for step in range(steps):
        total += function(low + (step + 0.5) * width)
    return total * width


def bell(x):
    return exp(-x * x)


def work():
    area = integral(bell, -5.0, 5.0, 2_000)
    x = 0.25
    for _ in range(4_000):
        x = 3.0 * x * (1.0 - x)
    angle = 0.0
    east = north = 0.0
    for step in range(2_000):
        angle += 0.01 * step
        east += cos(angle)
        north += sin(angle)
    return round(area, 9), round(x, 3), round(sqrt(east * east + north * north), 3)


if __name__ == "__main__":
    run("floats", __doc__, TURNS, work, (1.772453851, 0.67, 51.53))
