"""A skip list that all threads change at once: each insertion, removal and search is atomic.

From the STM paper. A search passes many nodes, each of which another thread may just be changing:
more to conflict on than in the B-tree.
"""

from motet import atomic

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import in_threads, share

# The number of operations, and of different keys.
SIZES = {
    "T": (200, 100),
    "S": (40_000, 4_000),
    "W": (300_000, 20_000),
    "A": (3_000_000, 200_000),
}
LEVELS = 14


class Node:
    __slots__ = ("key", "next")

    def __init__(self, key, level):
        self.key = key
        self.next = [None] * level


class SkipList:
    """A set of numbers: a list whose nodes have shortcuts, half of them on each higher level."""

    def __init__(self):
        self.head = Node(None, LEVELS)

    def before(self, key):
        """The last node with a smaller key, on each level."""
        node = self.head
        path = [node] * LEVELS
        for level in range(LEVELS - 1, -1, -1):
            following = node.next[level]
            while following is not None and following.key < key:
                node = following
                following = node.next[level]
            path[level] = node
        return path

    def contains(self, key):
        node = self.head
        for level in range(LEVELS - 1, -1, -1):
            following = node.next[level]
            while following is not None and following.key < key:
                node = following
                following = node.next[level]
        return following is not None and following.key == key

    def insert(self, key, level):
        """Whether the key is new; `level` is how many lists its node is in."""
        path = self.before(key)
        following = path[0].next[0]
        if following is not None and following.key == key:
            return False
        node = Node(key, level)
        for position in range(level):
            node.next[position] = path[position].next[position]
            path[position].next[position] = node
        return True

    def remove(self, key):
        """Whether the key was there."""
        path = self.before(key)
        node = path[0].next[0]
        if node is None or node.key != key:
            return False
        for position, following in enumerate(node.next):
            path[position].next[position] = following
        return True

    def check(self):
        """All keys; raises ValueError if the lists do not agree."""
        keys = []
        counts = [0] * LEVELS
        node = self.head.next[0]
        while node is not None:
            keys.append(node.key)
            for level in range(len(node.next)):
                counts[level] += 1
            node = node.next[0]
        if any([keys[place] >= keys[place + 1] for place in range(len(keys) - 1)]):
            raise ValueError("keys in wrong order")
        for level in range(LEVELS):
            count = 0
            node = self.head.next[level]
            while node is not None:
                count += 1
                node = node.next[level]
            if count != counts[level]:
                raise ValueError("a node missing in a list")
        return keys


def random_level(random):
    """1 for half of the nodes, 2 for a quarter, and so on."""
    bits = random.below(1 << (LEVELS - 1))
    level = 1
    while bits & 1:
        bits >>= 1
        level += 1
    return level


def change(skip_list, random, operations, key_count):
    """Half of the operations search, the others insert or remove; says by how much it grew."""
    growth = 0
    for _ in range(operations):
        key = random.below(key_count)
        kind = random.below(4)
        if kind == 0:
            level = random_level(random)
            with atomic:
                new = skip_list.insert(key, level)
            growth += new
        elif kind == 1:
            with atomic:
                old = skip_list.remove(key)
            growth -= old
        else:
            with atomic:
                skip_list.contains(key)
    return growth


def main():
    benchmark = Benchmark("skiplist", __doc__, SIZES)
    operations, key_count = benchmark.problem
    skip_list = SkipList()
    random = RandomStream(1000)
    for key in range(0, key_count, 2):
        skip_list.insert(key, random_level(random))

    def work(index):
        first, end = share(operations, benchmark.threads, index)
        return change(skip_list, RandomStream(index), end - first, key_count)

    benchmark.start()
    growth = in_threads(benchmark.threads, work)
    benchmark.stop()
    keys = skip_list.check()
    benchmark.equal("the number of keys", len(keys), (key_count + 1) // 2 + sum(growth))
    found = sum([skip_list.contains(key) for key in range(key_count)])
    benchmark.equal("the number of keys that are found", found, len(keys))
    benchmark.finish()


if __name__ == "__main__":
    main()
