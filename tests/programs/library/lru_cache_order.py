# functools.lru_cache: what is forgotten is what was not used longest, however the uses are noted.
import functools
import random
import threading
import time
from collections import OrderedDict


def against_a_model(size, keys, steps, seed):
    asked = []

    @functools.lru_cache(maxsize=size)
    def cached(key):
        asked.append(key)
        return -key

    model, expected = OrderedDict(), []
    drawn = random.Random(seed)
    for step in range(steps):
        key = min(drawn.randrange(keys), drawn.randrange(keys))
        assert cached(key) == -key
        if key in model:
            model.move_to_end(key)
        else:
            expected.append(key)
            model[key] = None
            if len(model) > size:
                model.popitem(last=False)
        if step % 1_000 == 999 and seed % 2:
            cached.cache_clear()
            model.clear()
    assert asked == expected, (size, keys, seed)
    info = cached.cache_info()
    print(size, keys, len(expected), info.currsize)


for seed, (size, keys) in enumerate([(1, 3), (2, 3), (5, 8), (30, 40), (64, 100), (128, 120)]):
    against_a_model(size, keys, 3_000, seed)


class Key:
    """Asks the cache again while it is compared."""

    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return 1

    def __eq__(self, other):
        again(0)
        return self.number == other.number


@functools.lru_cache(maxsize=2)
def again(key):
    return key


for number in (1, 2, 3, 1, 3, 2):
    again(Key(number))
print(again.cache_info().currsize)

# Threads that only look results up, one after the other: each leaves what it has used newest.
asked = []


@functools.lru_cache(maxsize=4)
def shared(key):
    asked.append(key)
    return key


for key in "abcd":
    shared(key)
for key in "bad":
    thread = threading.Thread(target=shared, args=(key,))
    thread.start()
    thread.join()
for key in "ef":
    shared(key)
asked.clear()
for key in "adfe":
    shared(key)
print(asked, shared.cache_info().hits)
shared("c")
shared("b")
print(asked)

hits = []


def look(index):
    for number in range(2_000):
        hits.append(shared("fe"[number % 2])) if number % 100 == 0 else shared("fe"[index])


threads = [threading.Thread(target=look, args=(index,)) for index in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(hits), shared.cache_info().hits, shared.cache_info().currsize)

# A thread that runs alone notes nothing: what threads beside each other have noted before is older.
kept = functools.lru_cache(maxsize=4)(lambda key: key)
for key in "abcd":
    kept(key)


def use(key):
    until = time.monotonic() + 0.02
    while time.monotonic() < until:
        kept(key)


for _ in range(5):
    threads = [threading.Thread(target=use, args=("a",)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    until = time.monotonic() + 0.05
    while time.monotonic() < until:
        kept("b")
    for key in "bcd":
        kept(key)
    misses = kept.cache_info().misses
    kept("e")
    for key in "bcd":
        kept(key)
    print(kept.cache_info().misses - misses)
    kept("a")
