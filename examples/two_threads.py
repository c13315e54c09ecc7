# Two threads look for prime numbers, each among its own half of the candidates. Nothing here is
# special: it is what everybody would write, and it runs on every Python.
#
#     motet examples/two_threads.py [LIMIT]
import sys
import threading
import time

LIMIT = int(sys.argv[1]) if len(sys.argv) > 1 else 2000000


def count_primes(first, results):
    """Counts the primes among first, first + 4, first + 8, … below LIMIT."""
    count = 0
    candidate = first
    while candidate < LIMIT:
        divisor = 3
        while divisor * divisor <= candidate:
            if candidate % divisor == 0:
                break
            divisor += 2
        else:
            count += 1
        candidate += 4
    results.append(count)


results = []
threads = [threading.Thread(target=count_primes, args=(first, results)) for first in (3, 5)]
start = time.perf_counter()
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
seconds = time.perf_counter() - start
# The number 2 is the only even one.
primes = 1 + sum(results)
print(f"{primes} primes below {LIMIT} by two threads in {seconds:.2f} seconds")
