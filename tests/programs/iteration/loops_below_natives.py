"""Builtins that take all items of a generator, a `map`, a `filter`: their loops take the place of
the call. What they give, raise, show and wait for."""

import functools
import gc
import inspect
import sys
import threading
import traceback
import warnings
import weakref
from decimal import Decimal
from fractions import Fraction


def told(call, *given, **named):
    try:
        return call(*given, **named)
    except BaseException as error:
        context = type(error.__context__).__name__ if error.__context__ else ""
        return f"{type(error).__name__}: {error} {context}".rstrip()


def each(items):
    for item in items:
        yield item


def failing(items, error):
    yield from items
    raise error


class Number:
    """A number that only Python code adds and compares."""

    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return Number(self.value + getattr(other, "value", other))

    __radd__ = __add__

    def __lt__(self, other):
        return self.value < other.value

    def __gt__(self, other):
        return self.value > other.value

    def __repr__(self):
        return f"N{self.value}"


class Word(str):
    pass


class Truth:
    def __init__(self, is_true):
        self.is_true = is_true

    def __bool__(self):
        if self.is_true is None:
            raise ValueError("neither")
        return self.is_true

    def __repr__(self):
        return "a truth"


ITEMS = [
    [],
    [0],
    [3],
    [0, 0, 5, 0],
    [1, 2, 3],
    [True, False],
    [1.5, 2, 0.1] * 3,
    [1e16, 1.0, -1e16],
    [0.1] * 10,
    [float("inf"), 1.0],
    [1e308, 1e308, -1e308],
    [10**30, 5, 2**62, 2**62, 2**61],
    [2**62 - 1, 1],
    [1, 2.5, 10**30, 1.5],
    [1j, 2, 0.5],
    [Fraction(1, 3), 1, 0.5],
    [Decimal("0.1"), 2],
    ["a", "b", "c"],
    [Word("w"), "x"],
    [Word("only")],
    ["a", 1],
    [[1], [2]],
    [(1,), (2,)],
    [{}, {}],
    [None],
    [3, "a", 2],
    [Truth(False), Truth(True), Truth(None)],
    [Truth(None)],
]
PLAIN = [any, all, sum, min, max, sorted, list, tuple, set, frozenset, ",".join]


def shown(value):
    if isinstance(value, (set, frozenset)):
        return f"{type(value).__name__} {sorted(map(str, value))}"
    return value


for items in ITEMS:
    for function in PLAIN:
        given = [
            told(function, each(items)),
            told(function, (item for item in items)),
            told(function, map(lambda item: item, items)),
            told(function, map(lambda item: item, each(items))),
            told(function, filter(lambda item: True, items)),
            told(function, items),
        ]
        given = [repr(shown(value)) for value in given]
        name = getattr(function, "__name__", function)
        print(name, given[0], *[other for other in given if other != given[0]])

# Further arguments.
for start in (0, 1, 2.5, 10**30, 1j, [], (), "", b"", bytearray(), None, Number(1), Fraction(1, 2)):
    print(repr(told(sum, each([1, 2]), start)), repr(told(sum, each([1, 2]), start=start)))
    print(repr(told(sum, map(Number, [1, 2]), start)), repr(told(sum, each([[1], [2]]), start)))
for function in (min, max):
    for items in ([], [3, 1, 2], ["bb", "a", "ccc"], [Number(2), Number(1), Number(3)], [2, 2.0, True]):
        for key in (None, lambda item: item, lambda item: str(item)[::-1], len, str, lambda item: -item):
            for source in (each(items), items, map(lambda item: item, items), dict.fromkeys(map(str, items))):
                print(told(function, source, key=key), end=" ")
            print(told(function, each(items), key=key, default="none"), told(function, items, default=5, key=key))
        print(told(function, each(items), default=None), told(function, items, default=None))
    for wrong in (
        lambda: function(),
        lambda: function(5),
        lambda: function(5, key=lambda item: item),
        lambda: function(each([1]), each([2]), default=3),
        lambda: function(each([1]), other=3),
        lambda: function(each([1]), key=3),
        lambda: function(each([1, "a"])),
        lambda: function(each([1]), key=lambda item: 1 / 0),
        lambda: function([1, 2], key=lambda item: next(iter(()))),
    ):
        print(told(wrong))
people = [("b", 2), ("a", 2), ("c", 1), ("d", 3)]
for source in (lambda: people, lambda: each(people), lambda: tuple(people), lambda: map(tuple, people)):
    for key in (None, lambda person: person[1], lambda person: Number(person[1]), len):
        for reverse in (False, True, 0, 1, "yes"):
            print(told(sorted, source(), key=key, reverse=reverse))
for wrong in (
    lambda: sorted(),
    lambda: sorted(5, key=lambda item: item),
    lambda: sorted(each([1, "a"])),
    lambda: sorted([1, "a"], key=lambda item: item),
    lambda: sorted([1, 2], key=lambda item: 1 / 0),
    lambda: sorted([1, 2], key=lambda item: next(iter(()))),
    lambda: sorted(each([1]), 5),
    lambda: sorted(each([1]), other=5),
    lambda: sum(each([1]), 2, 3),
    lambda: sum(each([1]), other=3),
    lambda: any(each([1]), each([2])),
    lambda: any(items=each([1])),
    lambda: list(each([1]), each([2])),
    lambda: list(sequence=each([1])),
    lambda: tuple(each([1]), each([2])),
    lambda: set(each([[]])),
    lambda: set(map(list, [[1]])),
    lambda: ",".join(each(["a"]), 2),
    lambda: str.join(5, each(["a"])),
    lambda: list.extend(5, each(["a"])),
    lambda: [].extend(each([1]), 2),
):
    print(told(wrong))

# Other ways to call: by star, through objects, from natives, of classes below.
print(any(*[each([0, 1])]), functools.partial(sum, each([1, 2]))(), list(map(sum, [each([1]), each([2])])))
print(list.__call__(each([1])), type("Sub", (list,), {})(each([1, 2])), type("Sub", (set,), {})(each([1, 1])))
print(list.__new__(list, each([1])), tuple.__new__(type("Sub", (tuple,), {}), each([1])))
print(Word("-").join(each(["a", "b"])), str.join("+", each(["a", "b"])), "".join(each([])), "".join(each(["a"])) == "a")


class Caller:
    total = sum
    items = staticmethod(list)

    def __iter__(self):
        return each([7, 8])


print(Caller.total(each([1, 2])), Caller().items(each([3])), list(Caller()), sum(Caller()), max(Caller(), key=lambda item: -item))
grown = [0]
print(grown.extend(each([1, 2])), grown.extend(map(str, [3])), grown.extend(filter(None, [0, 4])), grown)
print(told(grown.extend, failing([5], KeyError("k"))), grown)
grown.extend(len(grown) for _ in range(3))
print(grown)

# `StopIteration`: of a function that is applied, of a generator.
def stops_at_three(item):
    if item == 3:
        raise StopIteration("three")
    return item


for function in PLAIN[:-1]:
    print(shown(told(function, map(stops_at_three, [1, 2, 3, 4]))), shown(told(function, failing([1, 2], StopIteration("s")))))
    print(shown(told(function, filter(stops_at_three, [1, 2, 3, 4]))), shown(told(function, failing([0], KeyError("k")))))
print(told(",".join, map(lambda item: str(stops_at_three(item)), [1, 2, 3, 4])), grown.extend(map(stops_at_three, [1, 3])))

# What is left of an iterator.
rest = each(range(6))
print(any(rest), list(rest), all(rest), rest.gi_frame)
rest = each([0, 1, 0, 2])
print(any(rest), next(rest), all(rest), any(rest))


def closing(seen):
    try:
        yield 1
        yield 2
    finally:
        seen.append("closed")


seen = []
print(any(closing(seen)))
gc.collect()
print(seen)
running = (any(running) for _ in range(1))
print(told(list, running))


class Kept:
    pass


def yields_kept(references):
    for _ in range(3):
        kept = Kept()
        references.append(weakref.ref(kept))
        yield kept


references = []
print(len(list(yields_kept(references))), any(yields_kept(references)))
gc.collect()
print([reference() for reference in references])


# Frames, tracebacks, warnings.
def frames(_):
    names = []
    frame = sys._getframe(1)
    while frame is not None:
        names.append((frame.f_code.co_name, frame.f_lineno - START))
        frame = frame.f_back
    return names


START = sys._getframe().f_lineno


def asks():
    yield frames(None)


def caller():
    print(list(asks()), max(asks()))
    print(list(map(frames, [1])), min([1], key=lambda item: print(frames(item))))
    print([entry.function for entry in next(iter(tuple(inspect.stack(0) for _ in [1])))][:3])
    sys._getframe().f_locals["known"] = 1
    print(list(sys._getframe(1).f_back.f_locals.get("known", "-") for _ in [1]))


caller()


def divides(item):
    return 1 / item


def raising(call):
    return call()


for call in (
    lambda: any(1 / item for item in [0]),
    lambda: sum(map(divides, [1, 0])),
    lambda: sorted([0], key=divides),
    lambda: max([0], key=divides),
    lambda: sum(each([1, "a"])),
    lambda: ",".join(each([1])),
    lambda: min(each([])),
    lambda: set(each([[]])),
):
    try:
        raising(call)
    except Exception as error:
        entries = traceback.extract_tb(error.__traceback__)
        print([(entry.name, entry.lineno - START) for entry in entries], error)


def warns(_):
    warnings.warn("level", stacklevel=2)
    return 1


with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    sum(map(warns, [1]))
    all(warns(1) for _ in [1])
    print([(warning.filename == __file__, warning.lineno - START) for warning in caught])


# Depth.
def depth(level):
    try:
        return sum(depth(level + 1) for _ in [0])
    except RecursionError:
        return level


def nested(level):
    return any(nested(level - 1) for _ in [0]) if level else True


print(nested(100), depth(0) > 100)

# Tracers and profilers.
events = []


def traced(frame, event, argument):
    events.append((event, frame.f_code.co_name, frame.f_lineno - START))
    return traced


def profiled(frame, event, argument):
    name = argument.__name__ if event.startswith("c_") else frame.f_code.co_name
    if name != "setprofile":
        events.append((event, name))


def work():
    return sum(each([1, 2])), max([1], key=lambda item: item)


def starts_within(start):
    start()
    yield 1


sys.settrace(traced)
work()
sys.settrace(None)
print(events)
events.clear()
sys.setprofile(profiled)
work()
sys.setprofile(None)
print(events)
events.clear()
print(tuple(starts_within(lambda: sys.settrace(traced))))
sys.settrace(None)
print(events)
events.clear()
print(sum(starts_within(lambda: sys.setprofile(profiled))))
sys.setprofile(None)
print([event for event in events if event[0] in ("call", "return")])
monitoring = sys.monitoring
monitoring.use_tool_id(3, "tool")
events.clear()
for event in ("PY_START", "PY_RETURN", "PY_YIELD", "PY_RESUME"):
    number = getattr(monitoring.events, event)
    monitoring.register_callback(3, number, lambda code, *_, event=event: events.append((event, code.co_name)))
monitoring.set_events(3, monitoring.events.PY_START | monitoring.events.PY_RETURN | monitoring.events.PY_YIELD)
work()
monitoring.set_events(3, 0)
monitoring.free_tool_id(3)
print(events)

# A loop that waits lets others run, and they see what was written before.
ready = threading.Event()
done = []


def waiting():
    ready.set()
    while not done:
        yield 0
    yield 1


def identity(item):
    return item


WAITING = [
    lambda: any(waiting()),
    lambda: not all(not item for item in waiting()),
    lambda: sum(waiting()),
    lambda: max(waiting()),
    lambda: min(-item for item in waiting()),
    lambda: len(list(map(identity, waiting()))),
    lambda: len(tuple(waiting())),
    lambda: set(waiting()),
    lambda: frozenset(map(identity, waiting())),
    lambda: len("".join(map(str, waiting()))),
    lambda: list(filter(identity, waiting())),
    lambda: sorted(waiting())[-1],
    lambda: sorted(waiting(), key=identity)[-1],
    lambda: max(waiting(), key=identity),
    lambda: [].extend(waiting()),
]


def setter():
    ready.wait()
    done.append(True)


for wait in WAITING:
    ready.clear()
    done.clear()
    thread = threading.Thread(target=setter)
    thread.start()
    result = wait()
    thread.join()
    print(bool(result), end=" ")
print()

lock = threading.Lock()
total = 0


def counting():
    global total
    for _ in range(300):
        with lock:
            total += 1
        yield 1


results = []
threads = [threading.Thread(target=lambda: results.append(sum(counting()))) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(total, results)
