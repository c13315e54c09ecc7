"""Slots that deleted keys have left are taken again; empty tables are shared; copies and updates."""


class Key:
    """Equal by name; all with one hash, so that they meet in one walk."""

    asked = []

    def __init__(self, name, act=None):
        self.name = name
        self.act = act

    def __hash__(self):
        return 7

    def __eq__(self, other):
        if not isinstance(other, Key):
            return NotImplemented
        Key.asked.append(self.name + other.name)
        for key in (self, other):
            if key.act is not None:
                act, key.act = key.act, None
                act()
        return self.name == other.name

    def __repr__(self):
        return self.name


def random_changes(keys, seed, count):
    """A dict beside a list of pairs that is searched from the start."""
    table, model = {}, []
    state = seed
    for step in range(count):
        state = (state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        key = keys[(state >> 8) % len(keys)]
        found = [place for place, (other, _) in enumerate(model) if other == key]
        what = (state >> 20) % 8
        if what < 3:
            if found:
                model[found[0]] = (model[found[0]][0], step)
            else:
                model.append((key, step))
            table[key] = step
        elif what == 3:
            assert table.setdefault(key, step) == (model[found[0]][1] if found else step)
            if not found:
                model.append((key, step))
        elif what < 6:
            expected = model.pop(found[0])[1] if found else None
            assert table.pop(key, None) == expected
        elif what == 6:
            if model:
                assert table.popitem() == model.pop()
        else:
            assert (key in table) == bool(found)
            table = dict(table) if step % 2 else table.copy()
        assert len(table) == len(model)
        if step % 16 == 0:
            assert list(table.items()) == model
    assert list(table.items()) == model
    return len(model)


numbers = list(range(20))
far = [number << 30 | number % 3 for number in range(20)]
texts = [str(number) for number in range(20)]
keys = [Key(chr(97 + number)) for number in range(6)]
for pool in (numbers, far, texts, keys):
    print([random_changes(pool, seed, 400) for seed in (1, 2, 3)])

# One key that comes and goes, beside others with its hash and beside many.
table = {Key("x"): 0, Key("y"): 1}
for turn in range(1000):
    table[5] = turn
    table[7] = turn
    assert table.pop(5) == turn
    del table[7]
print(table, len(table))
Key.asked.clear()
first = Key("p")
table[first] = 2
print(table.pop(Key("p")), sorted(Key.asked), table)

# A key whose __eq__ takes away what the walk has seen.
table = {Key("a"): 1, Key("b"): 2}
table[Key("c", lambda: table.clear())] = 3
print(table)
table = {Key("a"): 1, Key("b"): 2}
table[Key("c", lambda: table.pop(next(iter(table))))] = 3
print(table)


def fail():
    raise ValueError("in the middle")


# An update that fails has stored what came before.
target = {Key("a"): 1}
failing = Key("b")
source = {1: 1, Key("z"): 2, failing: 3, 4: 4}
failing.act = fail
try:
    target.update(source)
except ValueError as error:
    print(error, target)
source = {1: 1, Key("b", lambda: source.update({9: 9})): 3, 4: 4}
target = {Key("a"): 1, 4: 0}
try:
    target.update(source)
except RuntimeError as error:
    print(error)
print(target[1], target[4])

# What is empty shares nothing that can be seen.
one, two = {}, {}
one[1] = 1
print(one, two, {}, dict(), set(), len({}))
one.clear()
one["after"] = 1
two.update(one)
one["more"] = 2
print(one, two, {} == dict(two), dict({}), {}.copy(), set().copy(), {}.pop(1, "none"))
try:
    {}.popitem()
except KeyError as error:
    print(error)
try:
    {}.pop([])
except KeyError as error:
    print("KeyError", error)
try:
    {1: 1}.pop([])
except TypeError as error:
    print(type(error).__name__)
for _ in {}:
    print("never")
iterator = iter(two)
two.clear()
try:
    print(list(iterator))
except RuntimeError as error:
    print(error, two)

# Copies of tables with and without deleted entries, of every size.
for size in range(70):
    whole = {number * 3: number for number in range(size)}
    holes = dict(whole)
    for number in range(0, size, 2):
        del holes[number * 3]
    for each in (whole, holes):
        copies = [each.copy(), dict(each), {**each}, each | {}, {} | each]
        for copied in copies:
            assert list(copied.items()) == list(each.items())
            copied["new"] = size
            assert copied["new"] == size and "new" not in each
            for key in each:
                assert copied.pop(key) == each[key]
            assert copied == {"new": size}
    together = {**holes, **whole}
    assert sorted(together) == sorted(whole)
    whole.update(whole)
    assert len(whole) == size
print("done")
