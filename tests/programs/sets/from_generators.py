# Sets made of what generators yield: failures in the middle, changes meanwhile, threads.
from threading import Thread


def numbers(count, seen):
    for i in range(count):
        seen.append(i)
        yield i % 7


seen = []
print(set(numbers(20, seen)), len(seen), frozenset(numbers(3, seen)), len(seen))
known = {100}
known.update(numbers(2, seen), numbers(3, seen))
print(sorted(known), sorted(known | set(n * n for n in range(4))))


def broken(values):
    for value in values:
        print("yields", value)
        yield value
    print("at the end")


# The item that has no hash ends the iteration there.
generator = broken([1, [2], 3])
try:
    set(generator)
except TypeError as error:
    print("unhashable" in str(error))
print(list(generator))


def failing():
    yield 1
    yield 2
    raise KeyError("from the generator")


known = set()
try:
    known.update(failing())
except KeyError as error:
    print(repr(error), known, error.__traceback__.tb_next.tb_frame.f_code.co_name)


class Item:
    def __init__(self, number):
        self.number = number

    def __hash__(self):
        if self.number == 5:
            raise ValueError("no hash today")
        return self.number % 2

    def __eq__(self, other):
        return self.number == other.number


items = set(Item(i % 4) for i in range(12))
print(sorted(item.number for item in items))
generator = (Item(i) for i in range(10))
try:
    items.update(generator)
except ValueError as error:
    print(error, next(generator).number)
print(sorted(item.number for item in items))
print(len({Item(i) for i in (1, 3, 1, 3, 2)}), {Item(i): i for i in (1, 3, 1)}[Item(1)])

# The generator looks at the set while it grows, and changes it.
growing = set()


def looking():
    for i in range(5):
        yield len(growing)
        growing.add(100 + i)


growing.update(looking())
print(sorted(growing))


class Bag(set):
    def add(self, item):
        raise RuntimeError("not asked")


print(type(Bag(i for i in "hello")).__name__, sorted(Bag(i for i in "hello")))

# A generator that runs already.
def itself():
    yield 1
    set(me)


me = itself()
try:
    set(me)
except ValueError as error:
    print(error)

# Comprehensions: keys without a hash, keys that ask Python code.
for make in (lambda: {[i] for i in range(2)}, lambda: {[i]: i for i in range(2)}):
    try:
        make()
    except TypeError as error:
        print("unhashable type: 'list'" in str(error))

# Several threads take from one set of generators into one set.
shared = set()


def work(first):
    shared.update(n for n in range(first, first + 400))


threads = [Thread(target=work, args=(first,)) for first in (0, 200, 400, 600)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(shared), min(shared), max(shared))
