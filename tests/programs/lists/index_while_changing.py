"""`index`, `count` and `in` look at how long the list is each time: `__eq__` may change it."""


class Growing:
    def __init__(self, target, most):
        self.target = target
        self.most = most

    def __eq__(self, other):
        if len(self.target) < self.most:
            self.target.append(other if len(self.target) == self.most - 1 else self)
        return False


class Shrinking:
    def __init__(self, target):
        self.target = target

    def __eq__(self, other):
        self.target.clear()
        return False


def found(call):
    try:
        return call()
    except ValueError as error:
        return type(error).__name__


items = []
items.append(Growing(items, 4))
print(found(lambda: items.index("x")), len(items))
items = []
items.append(Growing(items, 6))
print(found(lambda: items.index("x", 0, 3)), len(items))
items = []
items.append(Growing(items, 5))
print("x" in items, len(items))
items = []
items.append(Growing(items, 5))
print(items.count("x"), len(items))
items = [1, 2]
items += [Shrinking(items), 5, "x"]
print(found(lambda: items.index("x")), items)
items = [1, 2]
items += [Shrinking(items), 5, "x"]
print(items.count("x"), items)

numbers = [3, 1, 2, 1, True, 1.0, "a", (1, 2), (1, 2)]
print(numbers.index(1), numbers.index(1, 2), numbers.index(1, -5), numbers.index((1, 2), 0, -1), numbers.count(1))
print(numbers.count((1, 2)), numbers.count("a"), (1, 1, 2).count(1), numbers.count(None), numbers.count(2**80))
for limits in [(4,), (0, 1), (-1, -1), (50,), (5, 2), (0, -9), (-99, 99)]:
    print(limits, found(lambda: numbers.index(3, *limits)), found(lambda: numbers.index(1, *limits)))
nan = float("nan")
print([nan, nan].count(nan), [nan].count(float("nan")), [nan].index(nan))
