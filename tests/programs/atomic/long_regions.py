"""Transactions are long enough in the middle of what they may not end in: regions, callbacks."""

from threading import Thread

from motet import atomic

ROUNDS = 3
STEPS = 1500
counts = [0] * 4


def region(index):
    for _ in range(ROUNDS):
        with atomic:
            before = counts[3]
            for step in range(STEPS):
                counts[3] += 1
            assert counts[3] == before + STEPS
        for step in range(100):
            counts[index] += 1


def key(value):
    total = 0
    for step in range(40):
        total += value * step % 11
    return total % 97, value


def callbacks(index):
    values = list(range(100))
    for _ in range(ROUNDS):
        values.sort(key=key)
        counts[index] += values[0] + values[-1]


threads = [Thread(target=region, args=(index,)) for index in range(2)]
threads.append(Thread(target=callbacks, args=(2,)))
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(counts)
