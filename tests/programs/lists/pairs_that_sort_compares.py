# Which pairs `sort` compares, and the order of items that have none, in lists of fewer than 64.
import random


class Logged:
    def __init__(self, value, log):
        self.value = value
        self.log = log

    def __lt__(self, other):
        self.log.append((self.value, other.value))
        return self.value < other.value

    def __repr__(self):
        return repr(self.value)


def digest(log):
    total = 0
    for left, right in log:
        total = (total * 31 + left * 7 + right) % 1000003
    return len(log), total


def compared(values, **options):
    log = []
    items = [Logged(value, log) for value in values]
    items.sort(**options)
    return [item.value for item in items], digest(log)


random.seed(7)
for values in (
    [], [1], [2, 1], [1, 2], [1, 1], [3, 2, 1], [1, 2, 3], [2, 2, 1], [1, 2, 2, 1], [3, 3, 2, 2, 1, 1],
    [3, 3, 2, 2, 2, 5, 1], [5, 4, 4, 4, 3, 3, 9, 9, 8], [1, 3, 2], [2, 3, 1, 1, 0],
):
    print(values, compared(values), compared(values, reverse=True))
for count in (5, 8, 13, 20, 33, 50, 63):
    for span in (2, 5, 1000):
        values = [random.randrange(span) for _ in range(count)]
        print(compared(values)[1], compared(values, reverse=True)[1])
    print(compared(range(count, 0, -1))[1], compared([*range(count - 1), 3])[1])

nan = float("nan")
for values in ([3, nan, 1e300], [nan, 7, 10], [7, nan, 256, 2**100], [2.5, nan, 1.0, nan, 0.5]):
    print(sorted(values), sorted(values, reverse=True), sorted(values, key=lambda value: value))
    print(sorted((value, place) for place, value in enumerate(values)))

for values in ([1, "a", None], ["a", 1, None], [None, 1, "a"], [1, 2, "x", None], [3, 2, None, "x"]):
    try:
        print(sorted(values))
    except TypeError as error:
        print(error)
# Items of one kind whose order is stable.
pairs = [(random.randrange(4), number) for number in range(40)]
print(sorted(pairs, key=lambda pair: Logged(pair[0], [])))
