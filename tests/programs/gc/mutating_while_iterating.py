# Containers are rebuilt while others walk over them.
class Node:
    def __init__(self, n):
        self.n = n
        self.next = None


def rotate(count, rounds):
    first = Node(0)
    last = first
    for i in range(1, count):
        last.next = Node(i)
        last = last.next
    for _ in range(rounds):
        moved = first
        first = first.next
        fresh = Node(moved.n)
        last.next = fresh
        last = fresh
    out = []
    node = first
    while node:
        out.append(node.n)
        node = node.next
    return out


result = rotate(100, 10050)
print(result[:5], len(result), sorted(result) == list(range(100)))
queue = [("start", 0)]
seen = {}
while queue:
    name, depth = queue.pop(0)
    if name in seen:
        continue
    seen[name] = depth
    if depth < 7:
        for c in "ab":
            queue.append((name[-3:] + c, depth + 1))
print(len(seen), seen["aaaa"], seen["start"])
window = []
total = 0
for i in range(30000):
    window.append([i])
    if len(window) > 50:
        total += window.pop(0)[0]
print(total, len(window), window[0])
cache = {}
order = []
hits = 0
for i in range(20000):
    key = i * i % 331
    if key in cache:
        hits += 1
        cache[key] = [cache[key][0] + 1]
    else:
        cache[key] = [1]
        order.append(key)
        if len(order) > 100:
            del cache[order.pop(0)]
print(hits, len(cache), sum([v[0] for v in cache.values()]))
