"""What sets do without a call: numbers and texts added, discarded, found; and where that is not enough."""


class Key:
    def __init__(self, number, log):
        self.number = number
        self.log = log

    def __hash__(self):
        self.log.append(f"hash {self.number}")
        return hash(self.number)

    def __eq__(self, other):
        self.log.append(f"eq {self.number}")
        return self.number == getattr(other, "number", other)

    def __repr__(self):
        return f"Key({self.number})"


class Text(str):
    def __hash__(self):
        return hash("b")

    def __eq__(self, other):
        return str(self) == "a" and str(other) == "b"


class Loud(set):
    def add(self, item):
        print("adds", item)
        super().add(item)

    def discard(self, item):
        print("discards", item)
        super().discard(item)


def grown_and_shrunk():
    numbers = set()
    add, discard = numbers.add, numbers.discard
    for number in range(200):
        assert add(number * 7 % 101) is None
    print(len(numbers), sorted(numbers)[:5], sorted(numbers)[-3:])
    for number in range(0, 101, 3):
        assert discard(number) is None
        assert discard(number) is None
    print(len(numbers), 0 in numbers, 1 in numbers, sum(numbers))
    for number in range(300):
        add(number)
        discard(number)
    print(numbers, len(numbers), list(numbers))
    add("x")
    add(True)
    add(1)
    add(1.0)
    print(sorted(map(repr, numbers)))
    for number in list(numbers):
        discard(number)
    print(numbers)


def keys_that_ask():
    log = []
    items = {1, 2, 3}
    items.add(Key(2, log))
    print(len(items), log)
    log.clear()
    items.add(Key(9, log))
    log.clear()
    items.add(9)
    print(len(items), log)
    log.clear()
    items.discard(9)
    print(len(items), log)
    texts = {"b"}
    texts.add(Text("a"))
    print(len(texts))
    texts.add(Text("c"))
    print(len(texts))


def what_has_no_hash():
    items = {1}
    for wrong in ([], {}, set(), ([],)):
        for method in (items.add, items.discard):
            try:
                method(wrong)
                print("took", wrong)
            except TypeError as error:
                print(type(error).__name__)
    print(items)
    for call in (lambda: items.add(), lambda: items.add(1, 2), lambda: set.add(5, 1)):
        try:
            call()
        except TypeError as error:
            print(error)


def below():
    loud = Loud([1])
    loud.add(2)
    loud.discard(1)
    set.add(loud, 3)
    set.discard(loud, 2)
    print(loud)


def while_iterating():
    items = {1, 2, 3}
    try:
        for item in items:
            items.add(item + 10)
    except RuntimeError as error:
        print(error)
    items = {1, 2, 3}
    for item in items:
        items.add(1)
        items.discard(99)
    print(items)


def operators():
    few, many = {1, 3, 5, "a"}, set(range(40))
    many.discard(3)
    print(sorted(few & many), sorted(many & few), few - many == {3, "a"})
    print(few ^ many == many ^ few, len(few | many), few - few, few ^ few)
    print({(1, 2), frozenset([1])} & {(1, 2), frozenset([1]), 4} == {(1, 2), frozenset([1])})
    log = []
    keys = {Key(1, log), Key(2, log)}
    log.clear()
    print(keys & {2, 3}, keys - {2}, len(keys | {1, 5}), len(keys ^ {2, 7}))
    print(sorted(set(range(0, -5, -2))), set(range(0)), len(set(range(10**5))), set({"k": 1, "l": 2}) == {"l", "k"})
    print(frozenset([3, 1, 2]) == {1, 2, 3}, {1, 2} < frozenset([1, 2, 3]), {1} == {1.0}, {1} != {2})
    print(hash(frozenset([1, 2, 3])) == hash(frozenset([3, 2, 1])), {frozenset([1, 2]): "x"}[frozenset([2, 1])])
    print([1, (2, {3})] == [1, (2, {3})], (1, {2}) < (1, {2, 3}), [{1}] == [{2}])


grown_and_shrunk()
keys_that_ask()
what_has_no_hash()
below()
while_iterating()
operators()
