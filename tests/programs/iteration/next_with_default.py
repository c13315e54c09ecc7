"""`next` of iterators over built-in containers, with and without a default, to their ends and behind."""


class Own:
    def __init__(self):
        self.left = 2

    def __iter__(self):
        return self

    def __next__(self):
        if not self.left:
            raise StopIteration("own")
        self.left -= 1
        return self.left


def generator():
    yield "a"
    yield "b"


def sources():
    return {
        "list": iter([1, 2]), "tuple": iter((1, 2)), "range": iter(range(2)), "long range": iter(range(1 << 70, 2 + (1 << 70))),
        "str": iter("aé"), "ascii": iter("ab"), "bytes": iter(b"ab"), "bytearray": iter(bytearray(b"ab")),
        "keys": iter({1: 2, 3: 4}), "values": iter({1: 2, 3: 4}.values()), "items": iter({1: 2, 3: 4}.items()),
        "set": iter({5}), "reversed": reversed([1, 2]), "zip": zip([1, 2], "ab"), "map": map(str, [1, 2]),
        "own": Own(), "generator": generator(), "enumerate": enumerate("ab"), "empty": iter(()),
    }


def with_default(iterator):
    return [next(iterator, "end") for _ in range(4)]


def without(iterator):
    told = []
    for _ in range(4):
        try:
            told.append(next(iterator))
        except StopIteration as error:
            told.append(("stopped", error.value))
    return told


for name, iterator in sources().items():
    print(name, with_default(iterator), next(iterator, None))
for name, iterator in sources().items():
    print(name, without(iterator), next(iterator, None))


def changed(change, make):
    for default in ((), ("default",)):
        for _ in range(3):
            source = {1: 1, 2: 2}
            iterator = make(source)
            next(iterator)
            change(source)
            told = []
            for _ in range(3):
                try:
                    told.append(next(iterator, *default))
                except RuntimeError as error:
                    told.append(str(error))
                except StopIteration:
                    told.append("stopped")
        print(told)


changed(lambda source: source.update({3: 3}), iter)
changed(lambda source: source.clear(), lambda source: iter(source.values()))
changed(lambda source: source.pop(1), lambda source: iter(source.items()))
items = [1, 2, 3]
iterator = iter(items)
print(next(iterator, None))
del items[1:]
print(next(iterator, None))
items += [4, 5]
print(next(iterator, "stays at its end"))
for wrong in (5, [1], None, "text"):
    for arguments in ((wrong,), (wrong, None)):
        try:
            print(next(*arguments))
        except TypeError as error:
            print(error)
for arguments in ((), (1, 2, 3)):
    try:
        next(*arguments)
    except TypeError as error:
        print(error)
print([object() == object() for _ in range(3)], type(object()), len({object() for _ in range(5)}))
