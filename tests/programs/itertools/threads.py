# One iterator, many threads: each item goes to one of them.
import threading
from itertools import count, chain, islice, product, cycle

numbers = islice(count(), 400)
pairs = product(range(10), range(10))
lock = threading.Lock()
taken = []
taken_pairs = []


def work():
    mine = []
    for number in numbers:
        mine.append(number)
    pair = []
    while True:
        found = next(pairs, None)
        if found is None:
            break
        pair.append(found)
    with lock:
        taken.extend(mine)
        taken_pairs.extend(pair)


threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(taken) == list(range(400)), len(taken_pairs), len(set(taken_pairs)))
tick = count()


def ticks():
    for _ in range(100):
        next(tick)


threads = [threading.Thread(target=ticks) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(next(tick))
