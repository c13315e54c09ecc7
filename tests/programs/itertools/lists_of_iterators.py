"""Lists of built-in iterators: what is taken at once, what is left where, who is called in which order."""

from itertools import accumulate, chain, filterfalse, islice, pairwise, takewhile, zip_longest
from operator import add, mul


def tried(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)


class Loud:
    def __init__(self, name):
        self.name = name

    def __add__(self, other):
        print("add", self.name)
        return Loud(f"({self.name}+{getattr(other, 'name', other)})")

    def __radd__(self, other):
        print("radd", self.name)
        return Loud(f"({other}+{self.name})")

    def __iter__(self):
        print("iter", self.name)
        return iter((self.name, self.name))

    def __bool__(self):
        print("bool", self.name)
        return self.name == "yes"

    def __repr__(self):
        return f"<{self.name}>"


# More than one portion, and what the iterator has afterwards.
for count in (0, 1, 63, 64, 65, 128, 200):
    iterator = iter(range(count))
    print(count, len(list(iterator)), list(iterator), sum(list(reversed(range(count)))), len(tuple(enumerate("x" * count))))
numbers = list(range(150))
pairs = [(n, n + 1) for n in range(70)]
print(list(reversed(numbers)) == numbers[::-1], list(enumerate(numbers))[149], list(chain.from_iterable(pairs))[-3:])

# A list that grows from an iterator over itself.
grown = [1]
grown.extend(islice(grown, 5))
print(grown)
grown += islice(pairwise(grown), 3)
print(grown)
grown[3:] = reversed(grown)
print(grown)

# An error in the middle: a list that is extended keeps what came before, a new one is lost.
mapping = {n: n for n in range(100)}


def dying(at):
    for n in range(200):
        if n == at:
            mapping[f"new{at}"] = n
        yield n


class Failing:
    def __iter__(self):
        return self

    left = 70

    def __next__(self):
        self.left -= 1
        if not self.left:
            raise ValueError("no more")
        return self.left


kept = []
print(tried(kept.extend, chain(range(65), Failing())), len(kept), tried(list, chain([1], Failing(), [2])))
iterator = iter(mapping)
next(iterator)
mapping["further"] = 1
print(tried(list, iterator), tried(kept.extend, chain([7], iterator)), kept[-1])

# Accumulated sums: numbers, and items that ask.
print(list(accumulate([1, 2.5, True, 10**30, -(10**30), 0.5])), list(accumulate("abc")), list(accumulate([])))
print(list(accumulate([(1,), (2,), (3,)])), list(accumulate([[1], [2]])), list(accumulate(range(5), initial=100)))
print(list(accumulate([1, Loud("a"), 2, Loud("b"), 3])))
print(list(accumulate([1, 2, 3], mul)), list(accumulate([1, 2, 3], add, initial=5)), list(accumulate((2**62, 2**62, 1))))
iterator = accumulate([1, 2, "three", 4])
print(next(iterator), next(iterator), tried(next, iterator), tried(next, iterator), tried(list, iterator))
iterator = accumulate(iter([1, 2, 3]))
print(next(iterator), list(iterator), list(iterator))

# Chains: what is iterable only by a call, empty parts, what is not iterable.
print(list(chain([1], (), "ab", {2: 3}, Loud("loud"), range(2), [], b"x", reversed([5, 6]), {9})))
print(list(chain.from_iterable([[1], iter([2]), (n for n in (3, 4)), Loud("more"), chain([5], [6])])))
iterator = chain([1], 5, [2])
print(next(iterator), tried(next, iterator), tried(next, iterator))
iterator = chain([1, 2], [3])
print(next(iterator), list(islice(iterator, 1)), list(iterator), list(iterator), tried(next, iterator))
print(list(chain(*[[]] * 500)), list(chain.from_iterable(pair for pair in pairs[:2])))
parts = [[1], [2]]
iterator = chain.from_iterable(parts)
print(next(iterator), parts.append([3]), list(iterator), parts.append([4]), list(iterator))

# The longest of several.
print(list(zip_longest("abc", [1], range(2), fillvalue="-")), list(zip_longest()), list(zip_longest([], [])))
print(list(zip_longest("ab", Loud("l"))), list(zip_longest([1, 2, 3], (n for n in "xy"))))
print(list(zip_longest(*["ab"] * 9)), list(zip_longest({1: 2}, {3}, iter("xyz"))))
iterator = zip_longest([1, 2], [3])
print(next(iterator), next(iterator), tried(next, iterator), tried(next, iterator))
print(list(pairwise([])), list(pairwise("a")), list(pairwise(range(5))), list(pairwise(n for n in "xyz")))
iterator = pairwise([1, 2])
print(next(iterator), tried(next, iterator), tried(next, iterator))


# Functions that select: order of calls, truth of answers, ends.
def odd(n):
    print("asked", n)
    return Loud("yes") if n % 2 else Loud("no")


def stop(n):
    if n == 2:
        raise StopIteration
    return True


def fail(n):
    if n == 2:
        raise ValueError("two")
    return True


for kind in (filter, filterfalse, takewhile):
    source = iter([1, 3, 4, 5])
    iterator = kind(odd, source)
    print(kind.__name__, list(iterator), list(source), list(iterator))
    source = iter([1, 2, 3, 4])
    iterator = kind(stop, source)
    print(list(iterator), list(source))
    source = iter([1, 2, 3, 4])
    iterator = kind(fail, source)
    print(tried(list, iterator), tried(list, iterator), list(source))
    out = ["before"]
    print(tried(out.extend, kind(fail, [1, 2, 3])), out, tuple(kind(str.isdigit, "1a2")), sorted(kind(None, [0, 1, 2]) if kind is not takewhile else []))
    print(list(kind(lambda n: n < 3, kind(lambda n: n < 5, range(8)))), list(kind(bool, [])))
