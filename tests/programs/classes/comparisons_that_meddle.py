"""Comparisons written in the language, called by `in`, `index`, `remove`, `sorted` and sets: what
they may do in the middle of it, and who is asked, how often, in which order."""


class Asked:
    log = []

    def __init__(self, name, answer=False):
        self.name = name
        self.answer = answer

    def __eq__(self, other):
        Asked.log.append(f"{self.name}=={getattr(other, 'name', other)!r}")
        return self.answer(other) if callable(self.answer) else self.answer

    def __hash__(self):
        return 7

    def __repr__(self):
        return f"<{self.name}>"


def show(what, value):
    print(what, value, Asked.log)
    Asked.log.clear()


no, other, yes = Asked("no"), Asked("other"), Asked("yes", True)
refuses = Asked("refuses", NotImplemented)
for container in ([1, no, "x", other, yes, no], (1, no, "x", other, yes, no)):
    wanted = Asked("wanted")
    show("in", wanted in container)
    show("index", container.index(wanted))
    show("same", no in container)
    show("number", 1 in container)
    show("late", "x" in container)
    show("missing", [0 in container[:2], 2 in container[:2]])
show("refused", Asked("wanted", NotImplemented) in [refuses, no])
show("both refuse", refuses == Asked("wanted", NotImplemented))
show("refused by one", refuses == Asked("wanted", True))
show("other type", [refuses == 3, 3 == refuses, yes == 3, 3 == yes])
show("not equal", [yes != no, no != yes, refuses != no, refuses != refuses])
for start, stop in ((0, 9), (2, 9), (2, 4), (-1, 9), (5, 2)):
    try:
        show("between", [no, 1, other, 2, yes].index(Asked("wanted"), start, stop))
    except ValueError as error:
        show("between", type(error).__name__)


# What changes the list while it is searched.
def emptying(_):
    items.clear()
    return False


def shifting(_):
    if len(items) < 8:
        items.insert(0, 0)
    return False


def growing(_):
    if len(items) < 8:
        items.append(Asked("grown", growing))
    return False


for meddle in (emptying, shifting, growing):
    items = [1, Asked("first", meddle), 2, Asked("second", True)]
    show(meddle.__name__, [Asked("wanted") in items, items])
for meddle in (emptying, growing):
    items = [1, Asked("first", meddle), 2, Asked("second", True)]
    try:
        show(meddle.__name__, [items.index(Asked("wanted")), items])
    except ValueError as error:
        show(meddle.__name__, type(error).__name__)
items = [1, Asked("first", emptying), 2]
try:
    items.remove(Asked("wanted"))
except ValueError as error:
    show("remove", type(error).__name__)


# An exception in the middle leaves all as it was.
def failing(_):
    raise LookupError("no answer")


items = [1, Asked("first"), Asked("fails", failing), Asked("last", True)]
for search in (
    lambda: 5 in items,
    lambda: items.index(5),
    lambda: items.remove(5),
    lambda: items.count(5),
    lambda: Asked("key") in {Asked("fails", failing): 1},
    lambda: {Asked("fails", failing), Asked("more")},
    lambda: (1, Asked("fails", failing)) == (1, 2),
):
    try:
        show("found", search())
    except LookupError as error:
        show("failed", [error, items])


# The method may be taken away, or become another, between two comparisons of one search.
class Changing:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        Changing.__eq__ = Changing.second
        return False

    def second(self, other):
        return self.value == 3

    __hash__ = None


print([Changing(1), Changing(2), Changing(3)].index(Changing(3)))
del Changing.__eq__
print(Changing(3) in [Changing(3)])
Changing.__eq__ = lambda self, other, more=1: self.value == other.value
print(Changing(3) in [Changing(2), Changing(3)], Changing(3) == Changing(4))
Changing.__eq__ = lambda *operands: len(operands) == 2
print(Changing(3) in [Changing(2)])
Changing.__eq__ = staticmethod(lambda other: other.value)
print(Changing(3) == Changing(5), Changing(0) in [Changing(0)])
Changing.__eq__ = 5
try:
    print(Changing(3) == Changing(5))
except TypeError as error:
    print(error)


# Classes below go first, whatever side they stand on.
class Base:
    def __lt__(self, other):
        return f"{type(self).__name__}<{type(other).__name__}"

    def __gt__(self, other):
        return f"{type(self).__name__}>{type(other).__name__}"


class Below(Base):
    pass


class BelowWithItsOwn(Base):
    def __gt__(self, other):
        return f"own {type(self).__name__}>{type(other).__name__}"


print(Base() < Base(), Base() < Below(), Base() < BelowWithItsOwn(), Below() < Base())


# An order that fails, or that lies, in the middle of sorting.
class Weight:
    asked = 0

    def __init__(self, weight):
        self.weight = weight

    def __lt__(self, other):
        Weight.asked += 1
        if Weight.asked == 5:
            raise ValueError("the scales broke")
        return self.weight < other.weight

    def __repr__(self):
        return f"{self.weight}kg"


weights = [Weight(weight) for weight in (5, 3, 8, 1, 9, 2)]
try:
    weights.sort()
except ValueError as error:
    print(error, sorted(weight.weight for weight in weights))
print(sorted(weights), sorted(weights, reverse=True), min(weights), max(weights))


class Lying(Weight):
    def __lt__(self, other):
        return []


print([weight.weight for weight in sorted([Lying(3), Lying(1), Lying(2)])])


class Deep:
    def __eq__(self, other):
        return [self] == [Deep()]


try:
    print(Deep() in [Deep()])
except RecursionError as error:
    print(type(error).__name__)
