# Celery with its broker in memory: tasks, retries, chains, groups, chords by hand; a worker with a pool of threads.
import logging
import threading

from celery import Celery, chain, group, signature
from celery.exceptions import MaxRetriesExceededError
from celery.contrib.testing.worker import start_worker

logging.disable(logging.CRITICAL)
app = Celery("job", broker="memory://", backend="cache+memory://", set_as_current=True)
app.conf.update(task_always_eager=False, worker_hijack_root_logger=False, broker_connection_retry_on_startup=True)
tries = []


@app.task
def add(a, b):
    return a + b


@app.task(bind=True, max_retries=2, default_retry_delay=0)
def flaky(self, n):
    tries.append(n)
    if len(tries) < 3:
        raise self.retry(exc=KeyError(n))
    return len(tries)


@app.task
def primes(limit):
    return sum(all(n % d for d in range(2, int(n**0.5) + 1)) for n in range(2, limit))


@app.task(name="celery.ping")
def ping():
    return "pong"


with start_worker(app, pool="threads", concurrency=2, perform_ping_check=False, loglevel="CRITICAL", shutdown_timeout=30):
    print(add.delay(2, 3).get(timeout=30))
    print(chain(add.s(1, 2), add.s(10), add.s(100))().get(timeout=30))
    print(group(primes.s(n) for n in (100, 500, 1000, 2000))().get(timeout=60))
    print(flaky.delay("x").get(timeout=30))
    try:
        add.delay(1, "x").get(timeout=30)
    except TypeError as error:
        print(type(error).__name__, error)
print(sorted(name for name in app.tasks if not name.startswith("celery.")), add.s(1, 2), signature(primes.s(5)) == primes.s(5))
app.conf.task_always_eager = True
print(add.apply_async((4, 5)).result, primes.apply((50,)).get())
