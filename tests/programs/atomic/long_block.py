# A long atomic block with loops and calls is indivisible too.
import threading
from motet import atomic

table = [0] * 50
snapshots = []
done = []


def step(x):
    return x + 1


def writer(rounds):
    for _ in range(rounds):
        with atomic:
            for i in range(len(table)):
                table[i] = step(table[i])
    done.append(1)


def reader():
    while len(done) < 2:
        with atomic:
            low = min(table)
            high = max(table)
            kinds = len(set(table))
        if low != high or kinds != 1:
            snapshots.append((low, high, kinds))


threads = [threading.Thread(target=writer, args=(100,)) for _ in range(2)] + [threading.Thread(target=reader)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(table == [200] * 50, snapshots)
