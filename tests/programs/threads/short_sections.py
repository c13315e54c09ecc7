"""Sections that begin and end within a transaction, and sections that outlast one: a lock is what
it is either way."""

from queue import Queue
from threading import Condition, Event, Lock, RLock, Semaphore, Thread


def in_threads(count, work):
    threads = [Thread(target=work, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def own_view():
    """What the holder itself sees."""
    lock, again = Lock(), RLock()
    for _ in range(3):
        with lock:
            print(lock.locked(), lock.acquire(blocking=False), lock.acquire(timeout=0.001))
        with again:
            with again:
                print(again._is_owned(), again._recursion_count(), again.acquire(blocking=False))
                again.release()
        print(lock.locked(), again._is_owned(), again._recursion_count())
    for held in (lock, again):
        try:
            held.release()
        except RuntimeError as error:
            print(error)


def counting(length):
    """Sections of some length lose no update, and none sees another's half."""
    lock = Lock()
    pair = [0, 0]
    torn = []

    def work(index):
        for _ in range(300):
            with lock:
                if pair[0] != pair[1]:
                    torn.append(index)
                pair[0] += 1
                for _ in range(length):
                    pass
                pair[1] += 1

    in_threads(3, work)
    print(length, pair, torn)


def independent():
    """Sections of one lock that touch different things."""
    lock = RLock()
    counts = [[0] for _ in range(4)]

    def work(index):
        own = counts[index]
        for _ in range(2_000):
            with lock:
                with lock:
                    own[0] += 1

    in_threads(4, work)
    print(counts)


def seen_held():
    """Who looks long enough sees a lock that is held; who waits with a limit gives up."""
    lock, over = Lock(), Event()
    seen = []

    def look():
        while not lock.locked():
            pass
        seen.append(lock.acquire(blocking=False))
        seen.append(lock.acquire(timeout=0.01))
        over.set()

    looker = Thread(target=look)
    with lock:
        looker.start()
        while not over.is_set():
            pass
    looker.join()
    print(seen, lock.locked())


def given_away():
    """A lock taken by one thread and let go of by another, as a gate."""
    gate, done = Lock(), []

    def opener():
        while not gate.locked():
            pass
        done.append("opened")
        gate.release()

    gate.acquire()
    other = Thread(target=opener)
    other.start()
    gate.acquire()
    done.append("through")
    gate.release()
    other.join()
    print(done, gate.locked())


def woken_in_turn():
    """A waking is passed on, though the section of the thread that it has woken writes nothing."""
    lock = Lock()
    passed = []

    def work(index):
        for _ in range(20):
            lock.acquire()
            lock.release()
        passed.append(index)

    lock.acquire()
    threads = [Thread(target=work, args=(index,)) for index in range(6)]
    for thread in threads:
        thread.start()
    for _ in range(2_000):
        pass
    lock.release()
    for thread in threads:
        thread.join()
    print(sorted(passed))


def left_by_an_exception():
    lock, results = Lock(), []

    def work(index):
        for number in range(200):
            try:
                with lock:
                    results.append(1)
                    if number % 3 == 0:
                        raise KeyError(number)
            except KeyError:
                results.append(2)

    in_threads(2, work)
    print(sum(results), lock.locked())


def built_on_locks():
    ready, items, taken = Condition(), [], []
    places, queue = Semaphore(2), Queue(3)
    inside, most = [0], [0]

    def consume(index):
        for _ in range(50):
            with ready:
                while not items:
                    ready.wait()
                taken.append(items.pop())
            with places:
                queue.put(index)

    def produce(index):
        for number in range(100):
            with ready:
                items.append(number)
                ready.notify()
        for _ in range(100):
            queue.get()

    threads = [Thread(target=consume, args=(index,)) for index in range(2)]
    threads.append(Thread(target=produce, args=(2,)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(sorted(taken) == list(range(100)), queue.empty(), items)


def written_inside():
    """Output from a section is whole, and in the order of the sections."""
    lock, order = Lock(), []

    def work(index):
        for _ in range(20):
            with lock:
                number = len(order)
                order.append(index)
                print("section", number)

    in_threads(3, work)


own_view()
for length in (0, 30, 3_000):
    counting(length)
independent()
seen_held()
given_away()
woken_in_turn()
left_by_an_exception()
built_on_locks()
written_inside()
