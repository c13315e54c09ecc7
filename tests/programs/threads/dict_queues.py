# Threads that take from one dict and one set: everything is taken once, and nothing is lost.
from threading import Thread

THREADS, ITEMS = 4, 240
last = dict.fromkeys(range(ITEMS), 0)
first = dict.fromkeys(range(ITEMS))
some = set(range(ITEMS))
taken = [[] for _ in range(THREADS)]


def take(mine, number):
    for turn in range(ITEMS // THREADS):
        mine.append(last.popitem()[0])
        mine.append(some.pop())
        while True:
            try:
                key = next(iter(first))
                if first.pop(key, "gone") is None:
                    break
            except (RuntimeError, StopIteration):
                pass
        mine.append(key)
        if turn % 8 == 0:
            last[f"{number}.{turn}"] = 1
            mine.append(last.popitem()[0])


threads = [Thread(target=take, args=(taken[i], i)) for i in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
every = [item for mine in taken for item in mine]
numbers = sorted(item for item in every if isinstance(item, int))
texts = sorted(item for item in every if isinstance(item, str))
print(numbers == sorted(list(range(ITEMS)) * 3), len(texts), len(set(texts)))
print(last, first, some)
