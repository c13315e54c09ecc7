"""Celery tasks that compute, for a worker whose pool is threads; broker and results: a Redis.

usage: motet -m celery -A tasks worker --pool=threads --concurrency=2   (in examples/servers)
       python3 examples/servers/tasks.py [TASKS [SIZE]]                 orders tasks, waits for all

The environment variable REDIS names another Redis than the one on this machine.
"""

import os
import sys
import time

from celery import Celery, group

REDIS = os.environ.get("REDIS", "redis://127.0.0.1:6379/0")

app = Celery("tasks", broker=REDIS, backend=REDIS)
app.conf.update(
    broker_connection_retry_on_startup=True,
    worker_prefetch_multiplier=8,
    result_expires=600,
)


@app.task
def primes(first, last):
    """How many primes there are from `first` to `last`."""
    count = 0
    for number in range(max(first, 2), last):
        divisor, is_prime = 2, True
        while divisor * divisor <= number:
            if number % divisor == 0:
                is_prime = False
                break
            divisor += 1
        count += is_prime
    return count


def main():
    tasks = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    size = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    # The first task waits for connections, and for what the client and the worker import then.
    primes.delay(1, 2).get(timeout=60)
    since = time.monotonic()
    parts = [primes.s(number * size, (number + 1) * size) for number in range(tasks)]
    counts = group(parts).apply_async().get(timeout=600)
    seconds = time.monotonic() - since
    print(f"{sum(counts)} primes below {tasks * size}; {tasks / seconds:.1f} tasks per second")


if __name__ == "__main__":
    main()
