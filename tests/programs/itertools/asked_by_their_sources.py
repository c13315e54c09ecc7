# An iterator whose source asks the same iterator for an item.
from itertools import accumulate, islice, tee


class Source:
    def __init__(self, count, times):
        self.left, self.next, self.times = count, 0, times
        self.outer, self.got = None, []

    def __iter__(self):
        return self

    def __next__(self):
        if self.next >= self.left:
            raise StopIteration
        self.next += 1
        mine = self.next
        if self.times and self.outer is not None:
            self.times -= 1
            try:
                self.got.append(next(self.outer))
            except BaseException as error:
                self.got.append((type(error).__name__, str(error)))
        return mine


MAKERS = {
    "tee": lambda source: tee(source)[0],
    "third tee": lambda source: tee(source, 3)[2],
    "islice to": lambda source: islice(source, 4),
    "islice": lambda source: islice(source, 1, 9, 2),
    "islice of all": lambda source: islice(source, None),
    "islice from": lambda source: islice(source, 2, None),
    "accumulate": lambda source: accumulate(source),
    "accumulate from": lambda source: accumulate(source, initial=10),
    "accumulate by": lambda source: accumulate(source, lambda a, b: a * b),
}
for name, make in MAKERS.items():
    for times in (1, 2, 3, 9):
        source = Source(12, times)
        source.outer = made = make(source)
        print(name, times, list(made), source.got)

# After the error a tee goes on.
source = Source(4, 1)
first, second = tee(source)
source.outer = second
print(next(first), next(second), list(first), list(second), source.got)


# The function of an accumulate asks it.
def add(total, item):
    return total + item + next(totals, 0)


totals = accumulate(range(8), add)
print(list(totals))
