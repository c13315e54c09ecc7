# Functions of `os` and `math.isclose` take objects that stand for numbers, as all others do.
import argparse
import io
import math
import os
from decimal import Decimal
from fractions import Fraction
from unittest import mock


class Descriptor:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


class Size:
    def __float__(self):
        return 0.25


reading, writing = map(Descriptor, os.pipe())
print(os.isatty(reading), os.write(writing, b"hello world"), os.fstat(reading).st_size)
print(os.read(reading, Descriptor(5)))
buffer = bytearray(6)
print(os.readv(reading.number, [buffer]), buffer)
other = os.dup(writing)
os.close(other)
for number in (reading, writing):
    os.close(number.number)
for wrong in ("0", 1.5, None):
    try:
        os.isatty(wrong)
    except TypeError as error:
        print(error)

with mock.patch("sys.stdout"):
    parser = argparse.ArgumentParser()
    parser.add_argument("--one")
print(parser.parse_args(["--one", "1"]))

print(math.isclose(1, 1.1, rel_tol=Decimal("0.2")), math.isclose(1, 1.1, abs_tol=Fraction(1, 100)))
print(math.isclose(Size(), Descriptor(1), rel_tol=Size()), math.isclose(1, 2, abs_tol=10**30))
for wrong in ({"rel_tol": "1"}, {"abs_tol": None}, {"rel_tol": -Fraction(1, 2)}, {"abs_tol": 10**400}):
    try:
        print(math.isclose(1, 2, **wrong))
    except (TypeError, ValueError, OverflowError) as error:
        print(type(error).__name__, error)
