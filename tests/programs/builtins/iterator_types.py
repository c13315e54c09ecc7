# Each kind of iterator has a type of its own, with the methods that CPython's has.
import collections
import pickle


class Text(str):
    pass


class Items:
    def __getitem__(self, index):
        return "xyz"[index]

    def __len__(self):
        return 3


ordered = {1: "a", 2: "b"}
SOURCES = [
    "ab", "", "é€x", Text("ab"), b"ab", bytearray(b"ab"), memoryview(b"ab"), [1, 2, 3], (1, 2, 3), {7}, frozenset([7]),
    range(3), range(0), range(10**30, 10**30 + 2), range(2**63 - 2, 2**63 - 1), range(-(2**63), 2**63 - 1, 2**62),
    range(0, 2**63 - 1, 5), range(0, 2**63), ordered, ordered.keys(), ordered.values(), ordered.items(),
    collections.defaultdict(int, a=1), collections.deque([1, 2]), [].__class__([5]), Items(),
]


def show(make, source):
    try:
        iterator = make(source)
    except TypeError as error:
        print(error)
        return
    cls = type(iterator)
    print(cls.__module__, cls.__name__, repr(iterator).split(" at ")[0], cls is type(make(source)))
    print(" ", [name for name in ("__length_hint__", "__setstate__") if hasattr(cls, name)])
    for taken in 0, 1, 2, 9:
        iterator = make(source)
        if taken == 9 and isinstance(source, range) and len(range(source.start, source.stop, source.step)[:9]) == 9:
            continue
        for _ in range(taken):
            next(iterator, None)
        if cls.__module__ == "collections":
            continue
        try:
            reduced = iterator.__reduce__()
        except TypeError as error:
            print("  ", error)
            continue
        if "<" in repr(reduced[1]):
            continue
        print("  ", reduced[0].__name__, reduced[1:])
        if not isinstance(source, (range, Text)):
            again = pickle.loads(pickle.dumps(iterator))
            print("  ", type(again).__name__, list(again) == list(iterator))
    if cls is not reversed:
        try:
            class Below(cls):
                pass
        except TypeError as error:
            print("  ", error)


for source in SOURCES:
    for make in iter, reversed:
        try:
            len(source)
        except OverflowError:
            print(type(make(source)).__name__)
            continue
        show(make, source)

print(len({type(iter(source)) for source in SOURCES}), [hasattr(cls, "__length_hint__") for cls in (zip, map, filter, enumerate)])
text = iter("é€x")
text.__setstate__(1)
print(next(text), text.__reduce__())
