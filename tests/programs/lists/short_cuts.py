"""Calls of `append`, `pop`, `len` and `isinstance` from one place that sees many receivers."""

from collections import deque


class Own(list):
    def append(self, item):
        list.append(self, ("own", item))


class Plain(list):
    pass


class Sized:
    def __init__(self, length):
        self.length = length
        self.log = []

    def __len__(self):
        return self.length

    def append(self, item):
        self.log.append(item)
        return len(self.log)

    def pop(self):
        return "popped"


def push(target, item):
    return target.append(item)


def take(target):
    return target.pop()


def size(target):
    return len(target)


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


receivers = [[], Own(), Plain(), deque(), Sized(3), [], bytearray(), deque(maxlen=2)]
for turn in range(3):
    for receiver in receivers:
        print(type(receiver).__name__, attempt(push, receiver, turn), attempt(size, receiver))
for turn in range(4):
    for receiver in receivers:
        print(type(receiver).__name__, attempt(take, receiver), attempt(size, receiver))

# The number of arguments is checked, as before the place had seen a right one.
items = [1, 2, 3]
for arguments in ((), (1,), (1, 2), (1, 2, 3)):
    print("append", attempt(lambda: items.append(*arguments)), attempt(lambda: len(*arguments)))
print(attempt(lambda: items.append()), attempt(lambda: items.pop(0, 1)), items)
print(attempt(lambda: len()), attempt(lambda: len(1, 2)), attempt(lambda: isinstance(1)))
print(attempt(lambda: [].pop()), attempt(lambda: deque().popleft()), attempt(lambda: len(5)))
print(attempt(lambda: items.pop(-2)), attempt(lambda: items.pop("0")), items)


# Builtins in a class: `len` takes no receiver, what a class binds does.
class Holder:
    size = len
    kind = isinstance
    grow = list.append

    def __len__(self):
        return 9


holder = Holder()
for turn in range(3):
    print(holder.size([1, 2]), attempt(lambda: holder.size()), holder.kind(holder, Holder))
    print(attempt(lambda: holder.grow(1)))


# What is called changes between two calls of the same place.
def measured(count):
    answers = []
    for number in range(count):
        if number == 2:
            globals()["len"] = lambda value: "another"
        if number == 4:
            del globals()["len"]
        answers.append(len([0] * number))
    return answers


print(measured(6))


class Changing(list):
    pass


def fill(target, count):
    for number in range(count):
        if number == 2:
            Changing.append = lambda self, item: list.append(self, -item)
        if number == 4:
            target.append = lambda item: None
        if number == 6:
            del target.append
        if number == 8:
            del Changing.append
        target.append(number)
    return target


print(fill(Changing(), 10), fill(Changing(), 10))


# A list that its own elements change while it grows and shrinks.
stack = []
for number in range(200):
    stack.append(stack)
    stack.append(number)
    if number % 3 == 0:
        stack.pop().bit_count()
    if number % 5 == 0 and stack and isinstance(stack[-1], list):
        stack.pop().append(len(stack))
print(len(stack), isinstance(stack[-1], (str, int)), sum(1 for each in stack if each is stack))

waiting = deque(range(20))
seen = []
while waiting:
    item = waiting.popleft()
    seen.append(item)
    if isinstance(item, int) and item % 4 == 0:
        waiting.append(item + 1)
        waiting.append(str(item))
print(seen)
