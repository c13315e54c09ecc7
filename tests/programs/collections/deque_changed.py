# A deque that comparisons change while it is searched; deques of classes below `deque`.
import copy
import pickle
from collections import deque
from operator import length_hint


class Changes:
    def __init__(self, target, answer):
        self.target, self.answer = target, answer

    def __eq__(self, other):
        self.target.clear()
        return self.answer


def attempt(function, *arguments):
    try:
        print(function(*arguments))
    except (RuntimeError, IndexError, ValueError, TypeError) as error:
        print(type(error).__name__, error)


for answer in (True, False):
    for name in ("remove", "index", "count", "__contains__"):
        items = deque(["a"])
        items.extend([Changes(items, answer), "c"])
        attempt(getattr(items, name), "c")
        print(name, len(items))
items = deque("abcabc", maxlen=9)
print(items.index("c"), items.index("c", 3), items.index("a", -3), items.count("b"), "c" in items)
print(items.index("a", -(10 ** 30), 10 ** 30))
attempt(items.index, "a", 4)


class Below(deque):
    def __iter__(self):
        return iter([])


class Named(deque):
    pass


first, second = Below([1, 2, 3]), Below([4, 5, 6])
print(isinstance(first == second, bool), isinstance(first < second, bool))
named = Named("xyz", maxlen=4)
named.label = "kept"
for made in (copy.copy(named), named.copy(), pickle.loads(pickle.dumps(named))):
    print(type(made).__name__, list(made), made.maxlen)
print(named, list(named + deque("ab")), list(named * 2))
items.append(items)
print(items)
nested = deque()
nested.append(deque([nested, 1]))
print(nested)
again = pickle.loads(pickle.dumps(nested))
print(again[0][0] is again)

# Iterators: how many items are left, and what a change does to them.
items = deque(range(5))
forward, backward = iter(items), reversed(items)
print(next(forward), next(backward), next(backward))
print(length_hint(forward), length_hint(backward))
copied = pickle.loads(pickle.dumps((items, forward)))
print(list(copied[1]))
items.pop()
print(length_hint(forward), length_hint(backward))
attempt(next, forward)
attempt(next, backward)
print(list(reversed(deque("abc"))), list(reversed(deque())))
