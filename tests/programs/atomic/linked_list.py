# A sorted linked list under concurrent insertion and removal.
import threading
from motet import atomic


class Node:
    def __init__(self, key, next):
        self.key = key
        self.next = next


class Sorted:
    def __init__(self):
        self.head = Node(-1, None)
        self.size = 0

    @atomic
    def insert(self, key):
        before = self.head
        while before.next is not None and before.next.key < key:
            before = before.next
        if before.next is not None and before.next.key == key:
            return False
        before.next = Node(key, before.next)
        self.size += 1
        return True

    @atomic
    def remove(self, key):
        before = self.head
        while before.next is not None and before.next.key < key:
            before = before.next
        if before.next is None or before.next.key != key:
            return False
        before.next = before.next.next
        self.size -= 1
        return True

    def keys(self):
        out = []
        node = self.head.next
        while node is not None:
            out.append(node.key)
            node = node.next
        return out


shared = Sorted()
inserted = [0] * 4
removed = [0] * 4


def work(me):
    for i in range(60):
        key = (i * 7 + me * 13) % 90
        inserted[me] += shared.insert(key)
        if i % 3 == 0:
            removed[me] += shared.remove((key * 5) % 90)


threads = [threading.Thread(target=work, args=(me,)) for me in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
keys = shared.keys()
print(keys == sorted(set(keys)), len(keys) == shared.size, sum(inserted) - sum(removed) == len(keys))
for key in keys:
    shared.remove(key)
print(shared.keys(), shared.size)
