"""A search tree that all threads read and change, each operation in an atomic block."""

# group: shared structures under atomic

from motet import atomic

from support.options import Benchmark
from support.random_stream import RandomStream
from support.workers import in_threads, share

# The number of operations, and of different keys.
SIZES = {"T": (200, 100), "S": (80_000, 20_000), "W": (400_000, 100_000), "A": (4_000_000, 10**6)}


class Node:
    __slots__ = ("key", "value", "left", "right")

    def __init__(self, key):
        self.key = key
        self.value = 0
        self.left = None
        self.right = None


class Tree:
    def __init__(self, keys):
        self.root = self.balanced(keys)

    def balanced(self, keys):
        if not keys:
            return None
        middle = len(keys) // 2
        node = Node(keys[middle])
        node.left = self.balanced(keys[:middle])
        node.right = self.balanced(keys[middle + 1 :])
        return node

    def find(self, key):
        node = self.root
        while node.key != key:
            node = node.left if key < node.key else node.right
        return node

    def total(self, node):
        if node is None:
            return 0
        return node.value + self.total(node.left) + self.total(node.right)


def change(tree, random, operations, keys):
    """A third of the operations moves a value from one key to another; the others read."""
    seen = 0
    for _ in range(operations):
        source = random.below(keys)
        target = random.below(keys)
        if random.below(3) == 0:
            with atomic:
                tree.find(source).value -= 1
                tree.find(target).value += 1
        else:
            with atomic:
                seen += tree.find(source).value
    return seen


def main():
    benchmark = Benchmark("atomic_tree", __doc__, SIZES)
    operations, keys = benchmark.problem
    tree = Tree(list(range(keys)))

    def work(index):
        first, end = share(operations, benchmark.threads, index)
        change(tree, RandomStream(index), end - first, keys)

    benchmark.start()
    in_threads(benchmark.threads, work)
    benchmark.stop()
    benchmark.equal("the sum of all values", tree.total(tree.root), 0)
    benchmark.finish()


if __name__ == "__main__":
    main()
