# dill keeps what pickle cannot: lambdas, closures, classes of the program, generators' refusal, sources.
import io

import dill

dill.settings["recurse"] = True


class Shelf:
    def __init__(self, *books):
        self.books = list(books)

    def __iter__(self):
        return iter(self.books)

    longest = property(lambda self: max(self.books, key=len))


def outer(n):
    names = []

    def inner(x):
        names.append(x)
        return n, names

    return inner


square = dill.loads(dill.dumps(lambda x: x * x))
shelf = dill.loads(dill.dumps(Shelf("Emma", "Persuasion")))
inner = dill.loads(dill.dumps(outer(3)))
print(square(7), list(shelf), shelf.longest, inner("a"), inner("b"))
print(dill.loads(dill.dumps([int, len, range(3), slice(1, 2), type(None), NotImplemented, ..., object, 3 + 4j])))
print(dill.copy({"f": outer})["f"](1)("x"), dill.pickles(lambda: 1))
print(dill.source.getsource(outer).splitlines()[0], dill.detect.freevars(outer(1))["n"])
kept = io.BytesIO()
dill.dump({1: {2, 3}, "m": io}, kept)
kept.seek(0)
again = dill.load(kept)
print(again[1], again["m"] is io)
try:
    dill.dumps(n for n in range(3))
except TypeError as error:
    print(type(error).__name__, error)
