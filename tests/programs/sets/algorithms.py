# Sets at work: reachability, colouring, deduplication.
graph = {1: {2, 3}, 2: {4}, 3: {4, 5}, 4: {6}, 5: {6}, 6: set(), 7: {1}, 8: {8}}


def reachable(start):
    seen = set()
    pending = [start]
    while pending:
        n = pending.pop()
        if n not in seen:
            seen.add(n)
            pending.extend(graph[n] - seen)
    return seen


for n in graph:
    print(n, sorted(reachable(n)))
print(sorted(reachable(2) & reachable(5)), sorted(reachable(7) - reachable(1)), reachable(2) <= reachable(1))
life = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
for _ in range(8):
    counts = {}
    for x, y in life:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    counts[x + dx, y + dy] = counts.get((x + dx, y + dy), 0) + 1
    life = {cell for cell, n in counts.items() if n == 3 or n == 2 and cell in life}
print(sorted(life))
squares = {n * n % 101 for n in range(101)}
print(len(squares), sum(squares), 5 in squares, 2 in squares)
s = set()
for i in range(3000):
    s.add(i % 700)
    if i % 3 == 0:
        s.discard(i % 100)
print(len(s), sum(s), min(s), max(s))
print({1, 1.0, True} == {1}, len({"a", "b", "a"}), {(1, 2), (1, 2)} == {(1, 2)}, sorted(set("abracadabra")))
