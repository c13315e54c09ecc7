"""Sets compared by the places of their items: equal ones that were made alike and otherwise, with
items taken away, with items that are equal but not the same."""

plain = {1, 2, 3, 4, 5}
backwards = {5, 4, 3, 2, 1}
longer = set(range(1, 9))
holes = set(range(9)) - {0, 6, 7, 8}
print(plain == backwards, plain == holes, plain == longer, plain < longer, plain <= backwards)
holes.discard(3)
print(plain == holes, holes < plain, holes <= plain, plain > holes, plain != holes)
holes.add(3)
print(plain == holes, holes == plain, holes.issubset(plain), plain.issuperset(holes))
again = set(plain)
again.discard(5)
again.add(6)
print(plain == again, plain <= again, plain & again == {1, 2, 3, 4}, plain ^ again == {5, 6})
first = set(range(20))
second = set(range(20))
for number in range(0, 20, 3):
    first.discard(number)
    second.discard(number)
    print(first == second, end=" ")
    second.add(number)
    print(first == second, first < second, first <= second, end="; ")
    second.discard(number)
print(first == second)

print({1, 2.0, True} == {1.0, 2}, {0, -0.0} == {0.0}, frozenset([1, 2]) == {2.0, 1.0})
nan = float("nan")
print({nan} == {nan}, {nan, 1} <= {1, nan}, {nan} == {float("nan")})
print({"a", "b"} == {"b", "".join(["a"])}, {(1, 2), (3,)} == {(3,), (1, 2)})


class Item:
    asked = 0

    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return self.number % 3

    def __eq__(self, other):
        Item.asked += 1
        return isinstance(other, Item) and self.number == other.number


items = [Item(number) for number in range(6)]
print(set(items) == set(items), set(items) == set(reversed(items)), set(items[:3]) < set(items))
print(set(items) == {Item(number) for number in range(6)}, Item.asked > 0)
groups = {}
for number in range(60):
    key = frozenset((number % 2, number % 3, number % 5))
    groups[key] = groups.get(key, 0) + 1
print(sorted((sorted(key), count) for key, count in groups.items()))
frozen = {frozenset(range(low, low + 3)): low for low in range(5)}
print([frozen[frozenset((low + 2, low, low + 1))] for low in range(5)])
print(frozenset() == set(), set() <= set(), not set() < set(), {1} > set(), set() == {1})
print({1: 0, 2: 0}.keys() == {2, 1}, {1, 2} == {1: 0, 2: 0}.keys(), {1, 2} >= {1: 0}.keys())
