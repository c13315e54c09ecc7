# The tables of dicts and sets: growth with and without gaps, hashes that differ in high bits only,
# copies, and taking away from the end again and again.

from collections import deque


class Key:
    """A key that only Python code hashes and compares."""

    asked = 0

    def __init__(self, number, spread=1):
        self.number = number
        self.spread = spread

    def __hash__(self):
        return self.number * self.spread

    def __eq__(self, other):
        Key.asked += 1
        return isinstance(other, Key) and self.number == other.number

    def __repr__(self):
        return f"Key({self.number})"


def growth_with_gaps():
    table = {}
    for number in range(300):
        table[number] = -number
        if number % 3 == 0:
            del table[number // 2 if number // 2 in table else number]
    print(len(table), sum(table), sum(table.values()), list(table)[:5], list(table)[-3:])
    print(all(table[key] == -key for key in table), [key for key in range(300) if key in table][-4:])
    for key in list(table)[:-4]:
        del table[key]
    table["new"] = 1
    print(table, list(reversed(table)))


def high_bits():
    for shift in (20, 29, 30, 31, 32, 40, 58):
        keys = [number << shift for number in range(64)] + [-(number << shift) for number in range(1, 64)]
        table = {key: place for place, key in enumerate(keys)}
        print(shift, len(table), all(table[key] == place for place, key in enumerate(keys)), 1 in table)
    grid = {x << 32 | y: (x, y) for x in range(40) for y in range(40)}
    print(len(grid), all(grid[x << 32 | y] == (x, y) for x in range(40) for y in range(40)))
    floats = {number / 8: number for number in range(-100, 100)}
    print(len(floats), floats[-12.5], floats[0], floats.get(0.0625), 3 in floats)
    keys = [Key(number, 1 << 31) for number in range(20)]
    Key.asked = 0
    table = {key: key.number for key in keys}
    print([table[Key(number, 1 << 31)] for number in (0, 7, 19)], Key.asked < 40)


def copies():
    table = {number: str(number) for number in range(50)}
    for number in range(0, 50, 2):
        del table[number]
    copy = table.copy()
    table[1] = "changed"
    copy[100] = "more"
    print(len(table), len(copy), copy[1], 100 in table, list(copy)[:3], list(copy)[-2:])
    for _ in range(20):
        del table[next(iter(table))]
    copy = dict(table)
    print(copy, table == copy)
    numbers = {number for number in range(40) if number % 3}
    for number in (1, 2, 4, 38):
        numbers.remove(number)
    frozen = frozenset(numbers)
    numbers.add(1)
    print(len(frozen), len(numbers), 1 in frozen, frozen < numbers, hash(frozen) == hash(frozenset(frozen)))


def from_the_end(make):
    table = {make(number): number for number in range(200)}
    while len(table) > 3:
        key, number = table.popitem()
        assert number == len(table), number
    # What is gone lies below what is new.
    for turn in range(100):
        table[make(1000 + turn)] = turn
        table[make(2000 + turn)] = -turn
        last = table.popitem()[1], table.popitem()[1]
        assert last == (-turn, turn), last
    print(sorted(table.values()), make(1) in table, make(1001) in table, len(table))
    worklist = {make(0): 0}
    seen = 0
    while worklist:
        key, number = worklist.popitem()
        seen += 1
        if number < 30:
            worklist[make(number * 2 + 1)] = number * 2 + 1
            worklist[make(number * 2 + 2)] = number * 2 + 2
    print(seen, worklist, make(3) in worklist)
    worklist[make(5)] = "again"
    print(worklist.popitem()[1], len(worklist))
    try:
        worklist.popitem()
    except KeyError as error:
        print(error)


def both_ends():
    table = dict.fromkeys(range(10))
    order = deque(table)
    for turn in range(60):
        if turn % 3 == 0:
            first = next(iter(table))
            del table[first]
            assert first == order.popleft()
        elif turn % 3 == 1:
            table[100 + turn] = None
            order.append(100 + turn)
        else:
            assert table.popitem()[0] == order.pop()
        assert list(table) == list(order)
        if not table:
            table[turn] = None
            order.append(turn)
    print(list(table), list(reversed(table)) == list(reversed(order)))


def operators():
    twos, threes = set(range(0, 60, 2)), frozenset(range(0, 60, 3))
    for result in (twos & threes, twos | threes, twos - threes, twos ^ threes, threes - twos):
        print(type(result).__name__, len(result), sum(result))
    keys = {Key(number) for number in range(6)}
    others = {Key(number) for number in range(3, 9)}
    for result in (keys & others, keys | others, keys - others, keys ^ others):
        print(sorted(key.number for key in result))
    print(keys <= others, keys >= {Key(1)}, keys.isdisjoint(others), keys == {Key(n) for n in range(6)})
    mixed = {1, "a", (1, 2), None} | {Key(1), 1.0, "b"}
    print(len(mixed), len(mixed & {1, "b", (1, 2)}), len(mixed - {None}))
    numbers = {1, 2}
    numbers.update(numbers, [2, 3], (4,), {5: 6}, "a", range(7, 9), {9})
    print(sorted(map(str, numbers)))
    try:
        numbers.update([10, [], 11])
    except TypeError as error:
        print(type(error).__name__, 10 in numbers, 11 in numbers)


growth_with_gaps()
high_bits()
copies()
from_the_end(lambda number: number)
from_the_end(str)
from_the_end(Key)
both_ends()
operators()
