"""Processes by all three methods: what they share, and how they end."""
# not stepped
import multiprocessing
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import shared_memory


def square(number):
    return number * number


def fail(number):
    raise ValueError(f"no {number}")


def work(queue, pipe, lock, number, numbers, name):
    with lock:
        number.value += 1
        numbers[0] += 1.5
    memory = shared_memory.SharedMemory(name)
    memory.buf[0] += 1
    memory.buf[1:4] = b"abc"
    memory.close()
    queue.put(("from", os.getpid() != os.getppid()))
    pipe.send({"got": pipe.recv()})
    pipe.close()
    sys.exit(3)


def wait_for(event, barrier, semaphore, queue):
    event.wait()
    with semaphore:
        barrier.wait()
    queue.put("through")


def run(method):
    context = multiprocessing.get_context(method)
    queue, lock = context.Queue(), context.Lock()
    number, numbers = context.Value("i", 5), context.Array("d", [0.5, 1.5])
    ours, theirs = context.Pipe()
    memory = shared_memory.SharedMemory(create=True, size=16)
    memory.buf[0] = 41
    process = context.Process(
        target=work, args=(queue, theirs, lock, number, numbers, memory.name), name="worker"
    )
    process.start()
    ours.send([1, "two", None])
    print(queue.get(), ours.recv())
    process.join()
    print(process.exitcode, process.name, process.is_alive(), number.value, numbers[:])
    print(memory.buf[0], bytes(memory.buf[1:4]), len(memory.buf) >= 16)
    memory.close()
    memory.unlink()

    event, barrier, semaphore = context.Event(), context.Barrier(3), context.Semaphore(2)
    waiting = [
        context.Process(target=wait_for, args=(event, barrier, semaphore, queue))
        for _ in range(2)
    ]
    for one in waiting:
        one.start()
    event.set()
    barrier.wait()
    print(queue.get(), queue.get())
    for one in waiting:
        one.join()
    print([one.exitcode for one in waiting], semaphore.get_value())

    with context.Pool(2) as pool:
        print(pool.map(square, range(6)), sorted(pool.imap_unordered(square, range(50), 7))[-1])
        print(pool.apply_async(square, (9,)).get(30), pool.starmap(pow, [(2, 5), (3, 3)]))
        try:
            pool.apply(fail, (7,))
        except ValueError as error:
            print("ValueError", error)
    with ProcessPoolExecutor(2, mp_context=context) as executor:
        print(list(executor.map(square, range(4))), executor.submit(len, "four").result())
        print(repr(executor.submit(fail, 1).exception()))


def locks():
    lock = multiprocessing.RLock()
    print(lock.acquire(), lock.acquire(timeout=1), lock._semlock._count())
    lock.release()
    lock.release()
    for wrong in (lock.release, multiprocessing.Lock().release):
        try:
            wrong()
        except (AssertionError, ValueError) as error:
            print(type(error).__name__, error)
    semaphore = multiprocessing.BoundedSemaphore(1)
    began = time.monotonic()
    print(semaphore.acquire(), semaphore.acquire(False), semaphore.acquire(True, 0.1))
    print(time.monotonic() - began >= 0.1)


def shared_list():
    memory = shared_memory.SharedMemory(create=True, size=32)
    view = memory.buf
    view[:5] = b"motet"
    again = shared_memory.SharedMemory(memory.name)
    print(bytes(again.buf[:5]), again.buf[4:1:-1].tobytes(), view[:5] == b"motet")
    with view[8:24].cast("i") as numbers:
        numbers[1] = -7
        print(numbers.tolist(), len(numbers), numbers.itemsize, again.buf[12])
    again.close()
    memory.close()
    memory.unlink()
    names = shared_memory.ShareableList(["a", 1, 2.5, None, b"bytes", True])
    other = shared_memory.ShareableList(name=names.shm.name)
    other[1] = 77
    print(list(names), names.count("a"), names.index(2.5))
    other.shm.close()
    names.shm.close()
    names.shm.unlink()


if __name__ == "__main__":
    locks()
    shared_list()
    with multiprocessing.Manager() as manager:
        table, items = manager.dict(one=1), manager.list([1])
        table["two"] = [2]
        items.append(3)
        print(dict(table), list(items), len(items))
    for method in ("fork", "spawn", "forkserver"):
        print("---", method)
        run(method)
