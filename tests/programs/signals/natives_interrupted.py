# A signal interrupts native code that calls short functions of the program again and again.
import bisect
import functools
import heapq
import itertools
import json
import operator
import signal
from collections import Counter, OrderedDict, defaultdict, deque
from itertools import repeat


class Interrupted(Exception):
    pass


def interrupt(number, frame):
    raise Interrupted


def zero():
    return 0


def same(value):
    return 0


def less(left, right):
    return 0


class Alike:
    """Equal to everything."""

    def __eq__(self, other):
        return True


class Item:
    """Equal to nothing, at the same place in every table, and its own endless iterator."""

    def __lt__(self, other):
        return False

    def __eq__(self, other):
        return False

    def __hash__(self):
        return 1

    def __bool__(self):
        return False

    def __iter__(self):
        return self

    def __next__(self):
        return 0

    def __add__(self, other):
        return self

    def __index__(self):
        return 0

    def __repr__(self):
        return ""


class Sequence:
    def __len__(self):
        return 1 << 40

    def __getitem__(self, index):
        return 0


class Truthless:
    def __bool__(self):
        return False


item = Item()
many = [item] * 10_000_000
alike, others = [Alike()] * 3_000_000, [Alike()] * 3_000_000
endless = lambda: iter(zero, 1)
consume = lambda iterable: deque(iterable, 0)

NATIVES = {
    "sum": lambda: sum(endless()),
    "any": lambda: any(endless()),
    "all": lambda: all(map(lambda x: 1, endless())),
    "max": lambda: max(endless()),
    "min": lambda: min(endless()),
    "in iter": lambda: 5 in endless(),
    "deque": lambda: deque(endless(), 1),
    "any map": lambda: any(map(same, endless())),
    "sorted key": lambda: sorted(range(10**7), key=same),
    "sorted cmp": lambda: sorted(many),
    "sum class": lambda: sum(item),
    "any class": lambda: any(item),
    "in class": lambda: 5 in item,
    "in sequence": lambda: 5 in Sequence(),
    "sum sequence": lambda: sum(Sequence()),
    "in repeat": lambda: item in repeat(1),
    "in list": lambda: Item() in many,
    "map repeat": lambda: consume(map(same, repeat(1))),
    "filter": lambda: any(filter(same, repeat(1))),
    "truth": lambda: any(repeat(Truthless())),
    "max key": lambda: max(repeat(1), key=same),
    "list compare": lambda: alike == others,
    "min list": lambda: min(many),
    "count": lambda: many.count(Item()),
    "index": lambda: many.index(Item()),
    "tuple index": lambda: tuple(many).index(Item()),
    "remove": lambda: many.remove(Item()),
    "zip": lambda: consume(zip(item, endless())),
    "enumerate": lambda: consume(enumerate(item)),
    "fromkeys": lambda: dict.fromkeys(item),
    "dict": lambda: dict(zip(item, item)),
    "set": lambda: set(item),
    "issuperset": lambda: {0}.issuperset(item),
    "isdisjoint": lambda: {1}.isdisjoint(item),
    "reduce": lambda: functools.reduce(less, item),
    "takewhile": lambda: consume(itertools.takewhile(lambda x: True, item)),
    "accumulate": lambda: consume(itertools.accumulate(item)),
    "accumulate call": lambda: consume(itertools.accumulate(repeat(1), less)),
    "dropwhile": lambda: consume(itertools.dropwhile(lambda x: True, repeat(1))),
    "filterfalse": lambda: consume(itertools.filterfalse(lambda x: 1, repeat(1))),
    "starmap": lambda: consume(itertools.starmap(less, repeat((1, 2)))),
    "groupby": lambda: consume(itertools.groupby(item)),
    "groupby key": lambda: consume(itertools.groupby(repeat(1), same)),
    "chain": lambda: consume(itertools.chain(item)),
    "islice": lambda: consume(itertools.islice(item, 10**12)),
    "zip_longest": lambda: consume(itertools.zip_longest(item)),
    "pairwise": lambda: consume(itertools.pairwise(item)),
    "batched": lambda: consume(itertools.batched(item, 2)),
    "compress": lambda: consume(itertools.compress(item, repeat(0))),
    "cycle": lambda: consume(itertools.chain.from_iterable(repeat((1,)) if 0 else map(zero_tuple, repeat(1)))),
    "heapify": lambda: heapq.heapify(many),
    "countOf": lambda: operator.countOf(item, 5),
    "Counter": lambda: Counter(item),
    "defaultdict": lambda: consume(map(defaultdict(zero).pop, repeat(1), endless())),
    "deque count": lambda: deque(many).count(Item()) or consume(item),
    "unpack": lambda: unpack(),
    "join": lambda: "".join(map(lambda x: "", item)),
    "list sort": lambda: many.sort(key=same),
    "bytes": lambda: bytes(iter(zero, 1)),
}


def zero_tuple(x):
    return ()


def unpack():
    first, *rest = item


signal.signal(signal.SIGALRM, interrupt)
for name, native in NATIVES.items():
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        native()
    except Interrupted:
        pass
    else:
        print(name, "has ended by itself")
    signal.setitimer(signal.ITIMER_REAL, 0)
print(len(NATIVES))

# too slow with assertions
