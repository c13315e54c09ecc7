# Trees of many sizes, short-lived beside long-lived.
def make(depth):
    return (make(depth - 1), make(depth - 1)) if depth else (None, None)


def check(tree):
    left, right = tree
    return 1 if left is None else 1 + check(left) + check(right)


long_lived = make(12)
for depth in range(4, 11, 2):
    total = 0
    rounds = 2 ** (11 - depth)
    for _ in range(rounds):
        total += check(make(depth))
    print(depth, rounds, total)
print(check(long_lived))


class Node:
    def __init__(self, left, right, value):
        self.left = left
        self.right = right
        self.value = value


def build(low, high):
    if low >= high:
        return None
    middle = (low + high) // 2
    return Node(build(low, middle), build(middle + 1, high), middle)


def total(node):
    return node.value + total(node.left) + total(node.right) if node else 0


tree = build(0, 5000)
for _ in range(5):
    build(0, 2000)
print(total(tree))
