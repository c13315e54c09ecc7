# Generators appear in tracebacks.
import sys


def inner(n):
    yield n
    raise ValueError("deep inside")


def middle(n):
    for x in inner(n):
        yield x


def outer(n):
    yield from middle(n)


def by_expression(n):
    return sum(x for x in outer(n))


by_expression(1)
