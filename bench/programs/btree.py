"""A B-tree that all threads change at once: each insertion, removal and search is atomic.

From the STM paper: with one lock nothing happens in parallel; as transactions, operations on
different leaves do. How many entries the tree has is counted by the threads, not in the tree: such
a counter is what every transaction would conflict on.
"""

from motet import atomic

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import in_threads, share

# The number of operations, and of different keys.
SIZES = {
    "T": (300, 200),
    "S": (60_000, 20_000),
    "W": (500_000, 200_000),
    "A": (5_000_000, 1_000_000),
}
CAPACITY = 32


class Leaf:
    """Some keys in order, with the values to them."""

    __slots__ = ("keys", "values")

    def __init__(self, keys, values):
        self.keys = keys
        self.values = values


class Branch:
    """Children, and between each two of them the first key of the latter."""

    __slots__ = ("keys", "children")

    def __init__(self, keys, children):
        self.keys = keys
        self.children = children


def position(keys, key):
    """How many of the keys are smaller."""
    low = 0
    high = len(keys)
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


def child_position(keys, key):
    """Which child a key belongs to: how many of the keys are not larger."""
    low = 0
    high = len(keys)
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] <= key:
            low = middle + 1
        else:
            high = middle
    return low


class BTree:
    """Entries are in the leaves. A removal leaves the shape as it is, also an empty leaf."""

    def __init__(self):
        self.root = Leaf([], [])

    def leaf_of(self, key):
        node = self.root
        while isinstance(node, Branch):
            node = node.children[child_position(node.keys, key)]
        return node

    def find(self, key):
        leaf = self.leaf_of(key)
        place = position(leaf.keys, key)
        if place < len(leaf.keys) and leaf.keys[place] == key:
            return leaf.values[place]
        return None

    def insert(self, key, value):
        """Whether the key is new."""
        # Full nodes are split on the way down, so that no split has to go up.
        node = self.root
        if len(node.keys) == CAPACITY:
            self.root = Branch([], [node])
            self.split(self.root, 0)
            node = self.root
        while isinstance(node, Branch):
            place = child_position(node.keys, key)
            if len(node.children[place].keys) == CAPACITY:
                self.split(node, place)
                if key >= node.keys[place]:
                    place += 1
            node = node.children[place]
        place = position(node.keys, key)
        if place < len(node.keys) and node.keys[place] == key:
            node.values[place] = value
            return False
        node.keys.insert(place, key)
        node.values.insert(place, value)
        return True

    def remove(self, key):
        """Whether the key was there."""
        leaf = self.leaf_of(key)
        place = position(leaf.keys, key)
        if place == len(leaf.keys) or leaf.keys[place] != key:
            return False
        del leaf.keys[place]
        del leaf.values[place]
        return True

    def split(self, parent, place):
        node = parent.children[place]
        half = CAPACITY // 2
        if isinstance(node, Leaf):
            right = Leaf(node.keys[half:], node.values[half:])
            middle = right.keys[0]
            del node.values[half:]
            del node.keys[half:]
        else:
            right = Branch(node.keys[half + 1 :], node.children[half + 1 :])
            middle = node.keys[half]
            del node.children[half + 1 :]
            del node.keys[half:]
        parent.keys.insert(place, middle)
        parent.children.insert(place + 1, right)

    def check(self):
        """All entries, in order; raises ValueError if keys are not where they belong."""
        entries = []
        self.check_node(self.root, None, None, entries)
        return entries

    def check_node(self, node, low, high, entries):
        keys = node.keys
        for place, key in enumerate(keys):
            if place and keys[place - 1] >= key:
                raise ValueError("keys in wrong order")
            if low is not None and key < low or high is not None and key >= high:
                raise ValueError("a key in the wrong node")
        if isinstance(node, Leaf):
            for place, key in enumerate(keys):
                entries.append((key, node.values[place]))
            return
        bounds = [low] + keys + [high]
        for place, child in enumerate(node.children):
            self.check_node(child, bounds[place], bounds[place + 1], entries)


def change(tree, random, operations, key_count):
    """Half of the operations search, the others insert or remove; says what became of it."""
    inserted = 0
    removed = 0
    wrong = 0
    for _ in range(operations):
        key = random.below(key_count)
        kind = random.below(4)
        if kind == 0:
            with atomic:
                new = tree.insert(key, -key)
            inserted += new
        elif kind == 1:
            with atomic:
                old = tree.remove(key)
            removed += old
        else:
            with atomic:
                value = tree.find(key)
            if value is not None and value != -key:
                wrong += 1
    return inserted, removed, wrong


def main():
    benchmark = Benchmark("btree", __doc__, SIZES)
    operations, key_count = benchmark.problem
    tree = BTree()
    for key in range(0, key_count, 2):
        tree.insert(key, -key)

    def work(index):
        first, end = share(operations, benchmark.threads, index)
        return change(tree, RandomStream(index), end - first, key_count)

    benchmark.start()
    parts = in_threads(benchmark.threads, work)
    benchmark.stop()
    entries = tree.check()
    expected = (key_count + 1) // 2
    for inserted, removed, wrong in parts:
        expected += inserted - removed
        benchmark.equal("the number of wrong values", wrong, 0)
    benchmark.equal("the number of entries", len(entries), expected)
    benchmark.check(all([value == -key for key, value in entries]), "a wrong value in the tree")
    benchmark.finish()


if __name__ == "__main__":
    main()
