"""Lists of less than 64 elements are one thing to transactions, wherever they are read."""

from threading import Thread

from motet import atomic

LENGTH = 50
ROUNDS = 300


def pause():
    """Here others' changes may come to be seen."""


def mover(values, places):
    near, far = places
    for round in range(ROUNDS):
        with atomic:
            amount = values[near] % 7 + 1
            values[near] -= amount
            pause()
            values[far] += amount


def watcher(values, places, sums):
    near, far = places
    for round in range(ROUNDS):
        with atomic:
            total = values[far]
            pause()
            sums.add(total + values[near])


for places in ((0, 49), (31, 32), (40, 33), (5, 6)):
    values = [1000] * LENGTH
    sums = set()
    threads = [Thread(target=mover, args=(values, places)) for _ in range(2)]
    threads.append(Thread(target=watcher, args=(values, places, sums)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(places, sorted(sums), sum(values), values.count(1000))
