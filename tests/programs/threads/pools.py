# Pools of threads: results, exceptions, cancelling, the ends of an executor.
import concurrent.futures as futures
import threading

with futures.ThreadPoolExecutor(3) as pool:
    print([square for square in pool.map(lambda x: x * x, range(10))])
    submitted = [pool.submit(pow, 2, i) for i in range(5)]
    print(sorted([future.result() for future in futures.as_completed(submitted)]))

    def fails():
        raise ValueError("no")

    failed = pool.submit(fails)
    print(repr(failed.exception()))
    try:
        failed.result()
    except ValueError as error:
        print("caught", error)
    gate = threading.Event()
    blocked = [pool.submit(gate.wait) for _ in range(3)]
    waiting = pool.submit(print, "never")
    print(waiting.cancel(), waiting.cancelled(), waiting.done())
    gate.set()
    print([future.result() for future in blocked])
    try:
        waiting.result()
    except futures.CancelledError:
        print("cancelled")
    try:
        for share in pool.map(lambda x: 1 / x, [1, 0]):
            pass
    except ZeroDivisionError as error:
        print(error)
try:
    pool.submit(print)
except RuntimeError as error:
    print(error)

pool = futures.ThreadPoolExecutor(1)
gate, begun = threading.Event(), threading.Event()


def first():
    begun.set()
    return gate.wait()


running, queued = pool.submit(first), pool.submit(print, "no")
begun.wait()
pool.shutdown(wait=False, cancel_futures=True)
gate.set()
print(running.result(), queued.cancelled())
done, pending = futures.wait([running])
print(len(done), len(pending))

future, calls = futures.Future(), []
future.add_done_callback(lambda future: calls.append(future.result()))
future.set_result(3)
print(calls, future.done())

lock, reentrant = threading.Lock(), threading.RLock()
for one in lock, reentrant:
    one.acquire()
    one._at_fork_reinit()
    print(one.acquire(blocking=False))
