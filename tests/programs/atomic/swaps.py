# Random swaps in a list keep it a permutation; sums over parts agree with the whole.
import threading
from motet import atomic

N = 64
values = list(range(N))
finished = []
errors = []


def swap(seed, times):
    x = seed
    for _ in range(times):
        x = (x * 1103515245 + 12345) % 2147483648
        i, j = (x >> 7) % N, (x >> 15) % N
        with atomic:
            t = values[i]
            values[i] = values[j]
            values[j] = t
    finished.append(seed)


def check():
    while len(finished) < 3:
        with atomic:
            total = 0
            i = 0
            while i < N:
                total += values[i]
                i += 1
            kinds = len(set(values))
        if total != N * (N - 1) // 2 or kinds != N:
            errors.append((total, kinds))


threads = [threading.Thread(target=swap, args=(seed, 1500)) for seed in (1, 2, 3)] + [threading.Thread(target=check)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sorted(values) == list(range(N)), errors)
