# Slices compare as the tuples of their parts, also where these are objects of the program.
import sys


class Part:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    def __lt__(self, other):
        return self.value < other.value

    __hash__ = None


class Failing:
    def __eq__(self, other):
        raise ValueError("compared")


print(slice(Part(1)) == slice(Part(1)), slice(Part(1)) != slice(Part(1)))
print(slice(Part(1)) == slice(Part(2)), slice(1, Part(2)) < slice(1, Part(3)))
print(slice(1, 2, Part(2)) > slice(1, 2, Part(1)), slice(1, 2) == slice(1, 2, None))
failing = slice(1, Failing())
print(failing == failing)
for other in (slice(1, Failing()), slice(1, 2)):
    try:
        print(failing == other)
    except ValueError as error:
        print(error)
try:
    slice(1) < slice(Part(1))
except TypeError as error:
    print("TypeError")
except AttributeError as error:
    print("AttributeError")
print(sys.stdin.name, sys.stdin.buffer.name, sys.stdout.name, sys.stderr.name)
