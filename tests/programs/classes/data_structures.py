# A linked list, a tree, a heap and a queue as classes.
class Tree:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None

    def insert(self, key):
        if key == self.key:
            return False
        side = "left" if key < self.key else "right"
        child = getattr(self, side)
        if child is None:
            setattr(self, side, Tree(key))
            return True
        return child.insert(key)

    def walk(self, visit):
        if self.left:
            self.left.walk(visit)
        visit(self.key)
        if self.right:
            self.right.walk(visit)

    def height(self):
        return 1 + max(self.left.height() if self.left else 0, self.right.height() if self.right else 0)


class Heap:
    def __init__(self):
        self.items = []

    def push(self, x):
        a = self.items
        a.append(x)
        i = len(a) - 1
        while i and a[(i - 1) // 2] > a[i]:
            a[i], a[(i - 1) // 2] = a[(i - 1) // 2], a[i]
            i = (i - 1) // 2

    def pop(self):
        a = self.items
        top, last = a[0], a.pop()
        if a:
            a[0] = last
            i = 0
            while True:
                c = 2 * i + 1
                if c + 1 < len(a) and a[c + 1] < a[c]:
                    c += 1
                if c >= len(a) or a[i] <= a[c]:
                    break
                a[i], a[c] = a[c], a[i]
                i = c
        return top

    def __len__(self):
        return len(self.items)


class Linked:
    def __init__(self, items=()):
        self.head = None
        self.size = 0
        for x in items:
            self.push(x)

    def push(self, x):
        self.head = (x, self.head)
        self.size += 1

    def __iter__(self):
        out = []
        node = self.head
        while node:
            x, node = node
            out.append(x)
        return iter(out)

    def __len__(self):
        return self.size

    def __eq__(self, other):
        return list(self) == list(other)


seed = 42
keys = []
for _ in range(300):
    seed = seed * 1664525 + 1013904223 & 0xFFFFFFFF
    keys.append(seed >> 20)
tree = Tree(keys[0])
print(sum([tree.insert(k) for k in keys]))
walked = []
tree.walk(walked.append)
print(walked == sorted(set(keys)), len(walked), tree.height())
heap = Heap()
for k in keys:
    heap.push(k)
popped = []
while len(heap):
    popped.append(heap.pop())
print(popped == sorted(keys))
linked = Linked("abc")
print(list(linked), len(linked), linked == Linked("abc"), linked == ["c", "b", "a"], "b" in linked, sorted(linked))
