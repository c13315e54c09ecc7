# A defaultdict keeps the value that its factory has set itself, and stores without __setitem__.
from collections import defaultdict


def factory():
    table["x"] = "set by the factory"
    return "returned"


table = defaultdict(factory)
print(table["x"], dict(table))


class Loud(defaultdict):
    def __setitem__(self, key, value):
        print("set", key, value)
        super().__setitem__(key, value)


loud = Loud(list)
loud["a"].append(1)
loud["b"] = 2
print(dict(loud))

try:
    defaultdict(list)[[]]
except TypeError as error:
    print(error)
try:
    defaultdict(list).__missing__([])
except TypeError as error:
    print(error)
