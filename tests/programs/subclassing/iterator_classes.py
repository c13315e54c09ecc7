"""Classes below the built-in iterators: their own `__next__` and `__iter__` count everywhere."""

import itertools


class Twice(map):
    def __next__(self):
        return 2 * super().__next__()


class Numbered(enumerate):
    def __next__(self):
        number, item = super().__next__()
        return f"{number}:{item}"


class Tagged(zip):
    def __next__(self):
        return ("pair",) + super().__next__()


class Few(filter):
    limit = 2

    def __next__(self):
        if self.limit == 0:
            raise StopIteration
        self.limit -= 1
        return super().__next__()


class Back(reversed):
    def __next__(self):
        return -super().__next__()


class Evens(itertools.count):
    def __next__(self):
        value = 2 * super().__next__()
        if value > 8:
            raise StopIteration
        return value


def one_up(number):
    return number + 1


MAKERS = [
    lambda: Twice(one_up, [1, 2, 3]),
    lambda: Numbered("ab"),
    lambda: Tagged("ab", "cd"),
    lambda: Few(None, [1, 0, 2, 3, 4]),
    lambda: Back((1, 2, 3)),
    lambda: Evens(1),
]

for make in MAKERS:
    name = type(make()).__name__
    print(name, next(make()))
    made = make()
    print(name, iter(made) is made, made.__iter__() is made)
    seen = []
    for item in make():
        seen.append(item)
    print(name, seen)
    print(name, seen == list(make()) == [*make()] == [item for item in make()])
    print(name, seen == list(iter(make())), tuple(make()))
    print(name, list(zip(make(), itertools.count())), list(map(str, make())))
    print(name, dict.fromkeys(make()), sorted(make(), key=str), seen[0] in make())
    first, *rest = make()
    print(name, first, rest)

    def delegate():
        yield from make()

    print(name, list(delegate()))


# Without a `__next__` of its own, the class's iterator still is the instance.
class Kept(map):
    pass


kept = Kept(one_up, [1, 2, 3])
kept.note = "a note"
print(iter(kept) is kept, iter(kept).note, next(kept), list(kept), list(kept))
for item in Kept(one_up, []):
    print("never")
a, b = Kept(one_up, [5, 6])
print(a, b, sum(Kept(one_up, range(5))), max(Kept(one_up, range(5))))
print(list(enumerate(Kept(one_up, "".join([]))))[:1], list(zip(Kept(one_up, [1]), Kept(one_up, [2]))))


# What the function raises comes through, and what comes after it is still there.
def refuse_two(number):
    if number == 2:
        raise KeyError(number)
    return number


careful = Twice(refuse_two, [1, 2, 3])
try:
    for item in careful:
        print("item", item)
except KeyError as error:
    print("raised", error, "then", list(careful))


# An `__iter__` of its own, and a `__next__` that the class gets and loses while a loop runs.
class Restarted(zip):
    def __iter__(self):
        return iter("again")


print(list(Restarted([1], [2])), next(Restarted([1], [2])))


class Changing(map):
    pass


seen = []
for item in Changing(one_up, range(8)):
    seen.append(item)
    if len(seen) == 2:
        Changing.__next__ = lambda self: -map.__next__(self)
    if len(seen) == 5:
        del Changing.__next__
print(seen)
