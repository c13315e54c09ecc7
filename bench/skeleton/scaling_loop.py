# The loop of the STM paper: each thread counts down from the same number, sharing nothing.
import sys
import threading
import time


def option(name, default):
    if name in sys.argv:
        return int(sys.argv[sys.argv.index(name) + 1])
    return default


THREADS = option("--threads", 1)
SIZE = option("--size", 5000000 if "--quick" in sys.argv else 50000000)
left = [None] * THREADS


def work(index):
    i = SIZE
    while i:
        i -= 1
    left[index] = i


threads = [threading.Thread(target=work, args=(index,)) for index in range(THREADS)]
start = time.perf_counter()
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
elapsed = time.perf_counter() - start
if left != [0] * THREADS:
    print("wrong result", left)
    sys.exit(1)
print("elapsed", elapsed)
