# What the lock guaranteed: no update lost, no pair seen apart, no item handed out twice.
import sys
import threading
import time

seconds = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else 5.0
deadline = time.perf_counter() + seconds
g = 0
failures = []
rounds = 0


class Box:
    pass


def work(box, table, items, shared, me, mine, n):
    global g
    for i in range(n):
        g += 1
        box.x += 1
        table["k"] += 1
        a = items[0]
        b = a + 1
        items[0] = b
        box.left += 1
        box.right -= 1
        x = box.left
        y = box.right
        if x + y != 0:
            failures.append(("torn", x, y))
        shared.append((me, i))
    for value in mine:
        items.append(value)


def expect(name, found, wanted):
    if found != wanted:
        failures.append((name, found, wanted))


while time.perf_counter() < deadline:
    for threads in (2, 4, 8):
        n = 300
        g = 0
        box = Box()
        box.x = box.left = box.right = 0
        table = {"k": 0}
        items = [0]
        shared = []
        source = iter(range(n))
        pool = [threading.Thread(target=work, args=(box, table, items, shared, me, source, n)) for me in range(threads)]
        for t in pool:
            t.start()
        for t in pool:
            t.join()
        expect("global", g, n * threads)
        expect("attribute", box.x, n * threads)
        expect("item", table["k"], n * threads)
        expect("straight line", items[0], n * threads)
        expect("append", len(shared), n * threads)
        expect("order", [pair for pair in shared if pair[0] == 1], [(1, i) for i in range(n)])
        expect("iterator", sorted(items[1:]), list(range(n)))
        rounds += 1
print("increments:", rounds, "rounds,", len(failures), "failures")
if failures:
    print("FAILED", failures[:5])
    sys.exit(1)
print("passed")
