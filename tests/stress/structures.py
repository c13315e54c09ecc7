# Trees, lists and dictionaries under atomic changes, with much garbage, checked after every round.
import sys
import threading
import time
from motet import atomic

seconds = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else 5.0
deadline = time.perf_counter() + seconds
failures = []


class Node:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None
        self.payload = [key] * 3


class Tree:
    def __init__(self):
        self.root = None
        self.size = 0

    @atomic
    def insert(self, key):
        if self.root is None:
            self.root = Node(key)
            self.size += 1
            return True
        node = self.root
        while node.key != key:
            side = node.left if key < node.key else node.right
            if side is None:
                if key < node.key:
                    node.left = Node(key)
                else:
                    node.right = Node(key)
                self.size += 1
                return True
            node = side
        node.payload = [key] * 3
        return False

    def keys(self):
        out = []
        pending = []
        node = self.root
        while pending or node:
            while node:
                pending.append(node)
                node = node.left
            node = pending.pop()
            if node.payload != [node.key] * 3:
                failures.append(("payload", node.key, node.payload))
            out.append(node.key)
            node = node.right
        return out


def work(seed, tree, boxes, table, counts):
    x = seed
    added = 0
    for i in range(150):
        x = (x * 69069 + 1) & 0xFFFFFFFF
        added += tree.insert((x >> 8) % 1000)
        a, b = (x >> 4) % 4, (x >> 6) % 4
        with atomic:
            if boxes[a]:
                boxes[b].append(boxes[a].pop())
        with atomic:
            key = str((x >> 12) % 50)
            entry = table.get(key)
            if entry is None:
                table[key] = [1, [seed]]
            else:
                table[key] = [entry[0] + 1, entry[1] + [seed]]
        garbage = [[j, str(j), {j: seed}] for j in range(10)]
        if garbage[7][2][7] != seed:
            failures.append(("garbage", garbage[7]))
    counts.append(added)


rounds = 0
while time.perf_counter() < deadline:
    tree, boxes, table, counts = Tree(), [list(range(30)), [], [], []], {}, []
    pool = [threading.Thread(target=work, args=(seed + rounds, tree, boxes, table, counts)) for seed in (1, 20, 300, 4000)]
    for t in pool:
        t.start()
    for t in pool:
        t.join()
    keys = tree.keys()
    if keys != sorted(set(keys)) or len(keys) != tree.size or sum(counts) != tree.size:
        failures.append(("tree", len(keys), tree.size, sum(counts)))
    if sorted(boxes[0] + boxes[1] + boxes[2] + boxes[3]) != list(range(30)):
        failures.append(("boxes", boxes))
    if sum([entry[0] for entry in table.values()]) != 600 or sum([len(entry[1]) for entry in table.values()]) != 600:
        failures.append(("table", len(table)))
    rounds += 1
print("structures:", rounds, "rounds,", len(failures), "failures")
if failures:
    print("FAILED", failures[:5])
    sys.exit(1)
print("passed")
