# Threads hand over to each other at once, at once but rarely, and after long waits; no waking is
# lost, and each wait that has a limit ends.
import threading
import time

ROUNDS = 400


def exchange(rounds, pause):
    """Two threads pass a number back and forth; the one that answers pauses now and then."""
    there, back = threading.Semaphore(0), threading.Semaphore(0)
    box = [0]

    def answer():
        for turn in range(rounds):
            there.acquire()
            if pause and turn % pause == 0:
                time.sleep(0.001)
            box[0] += 1
            back.release()

    thread = threading.Thread(target=answer)
    thread.start()
    seen = []
    for _ in range(rounds):
        there.release()
        back.acquire()
        seen.append(box[0])
    thread.join()
    return seen == list(range(1, rounds + 1))


def at_barriers(parties):
    """Each phase is over for all before the next begins for any."""
    barrier = threading.Barrier(parties)
    counts = [0] * 60
    wrong = []

    def work():
        for phase in range(60):
            counts[phase] += 1
            barrier.wait()
            if counts[phase] != parties:
                wrong.append((phase, counts[phase]))

    threads = [threading.Thread(target=work) for _ in range(parties)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong, counts == [parties] * 60


def many_for_one_lock(waiters):
    """More threads than processors wait for one lock; each gets it."""
    lock = threading.Lock()
    lock.acquire()
    got = []

    def take(number):
        with lock:
            got.append(number)

    threads = [threading.Thread(target=take, args=(number,)) for number in range(waiters)]
    for thread in threads:
        thread.start()
    time.sleep(0.01)
    lock.release()
    for thread in threads:
        thread.join()
    return sorted(got) == list(range(waiters))


def limits():
    """A wait with a limit that is shorter than a spin, and one that is longer."""
    lock = threading.Lock()
    lock.acquire()
    return [lock.acquire(timeout=limit) for limit in (0.000001, 0.00001, 0.002)], lock.locked()


print("at once", exchange(ROUNDS, 0))
print("now and then late", exchange(ROUNDS, 40))
print("late", exchange(20, 1))
print("barriers", [at_barriers(parties) for parties in (2, 3, 5)])
print("one lock", many_for_one_lock(9))
print("limits", limits())
