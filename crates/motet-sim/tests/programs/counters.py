# Threads that share a lock, a variable without one, a list and a dict.
import sys
from threading import Lock, Thread

threads = int(sys.argv[1]) if len(sys.argv) > 1 else 3
lock = Lock()
total = 0
plain = 0
shares = [0] * threads
seen = {}


class Box:
    pass


def work(number):
    global total, plain
    for index in range(120):
        with lock:
            total += 1
        plain += 1
        shares[number] += index
        seen[number, index % 7] = seen.get((number, index % 7), 0) + 0.5
        box = Box()
        box.items = [index] * 3


workers = [Thread(target=work, args=(number,)) for number in range(threads)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print(total, plain, shares, sum(seen.values()), len(seen))
