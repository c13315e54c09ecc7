# Recursive calls: each thread computes the same Fibonacci number.
import sys
import threading
import time


def option(name, default):
    if name in sys.argv:
        return int(sys.argv[sys.argv.index(name) + 1])
    return default


THREADS = option("--threads", 1)
SIZE = option("--size", 27 if "--quick" in sys.argv else 33)
results = [None] * THREADS


def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def work(index):
    results[index] = fib(SIZE)


def expected(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


threads = [threading.Thread(target=work, args=(index,)) for index in range(THREADS)]
start = time.perf_counter()
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
elapsed = time.perf_counter() - start
if results != [expected(SIZE)] * THREADS:
    print("wrong result", results)
    sys.exit(1)
print("elapsed", elapsed)
