# Transfers between accounts that all threads share, each one atomic.
import sys
import threading
import time

try:
    from motet import atomic
except ImportError:
    # One lock does the same where all threads share one interpreter lock anyway.
    atomic = threading.RLock()


def option(name, default):
    if name in sys.argv:
        return int(sys.argv[sys.argv.index(name) + 1])
    return default


THREADS = option("--threads", 1)
SIZE = option("--size", 100000 if "--quick" in sys.argv else 1000000)
# So many that two threads seldom meet, as in a real bank.
ACCOUNTS = 10000
START = 1000


class Account:
    def __init__(self):
        self.balance = START


accounts = [Account() for _ in range(ACCOUNTS)]
finished = [0] * THREADS


def work(index):
    x = index * 7919 + 1
    i = SIZE
    while i:
        x = (x * 1103515245 + 12345) % 2147483648
        source = accounts[(x >> 4) % ACCOUNTS]
        target = accounts[(x >> 14) % ACCOUNTS]
        with atomic:
            source.balance -= 1
            target.balance += 1
        i -= 1
    finished[index] = SIZE


threads = [threading.Thread(target=work, args=(index,)) for index in range(THREADS)]
start = time.perf_counter()
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
elapsed = time.perf_counter() - start
total = 0
for account in accounts:
    total += account.balance
if total != ACCOUNTS * START or finished != [SIZE] * THREADS:
    print("wrong result", total, finished)
    sys.exit(1)
print("elapsed", elapsed)
