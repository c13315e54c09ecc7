"""Binary trees: many small objects that are made, walked and dropped."""

from support.repeated import run

TURNS = {"T": 1, "S": 900, "W": 9000, "A": 90000}


class Node:
    def __init__(self, left, right):
        self.left = left
        self.right = right


def grow(depth):
    if not depth:
        return Node(None, None)
    return Node(grow(depth - 1), grow(depth - 1))


def count(node):
    if node.left is None:
        return 1
    return 1 + count(node.left) + count(node.right)


def work():
    kept = grow(9)
    total = 0
    for depth in range(2, 8):
        for _ in range(2):
            total += count(grow(depth))
    return total + count(kept)


if __name__ == "__main__":
    run("trees", __doc__, TURNS, work, 2_019)
