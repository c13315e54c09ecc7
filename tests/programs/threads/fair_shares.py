# Threads that compute get like shares of the time, and so does one beside a thread that makes and
# drops objects. (The bound is generous, and a share below it is measured again: other processes may
# be busy.)
import threading
import time

SECONDS = 0.6
FAIR = 0.2


def compute(rounds, me, until):
    clock = time.perf_counter
    count = 0
    while clock() < until:
        total = 0
        for i in range(200):
            total += i
        count += 1
    rounds[me] = count


def smallest_share(threads):
    # In parts of the mean.
    rounds = [0] * threads
    until = time.perf_counter() + SECONDS
    workers = [threading.Thread(target=compute, args=(rounds, me, until)) for me in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return min(rounds) * threads / max(sum(rounds), 1)


def measured(share_of, *arguments):
    for _ in range(3):
        share = share_of(*arguments)
        if share > FAIR:
            return "fair"
    return share


for threads in (3, 4, 3, 6, 3):
    print(threads, "threads:", measured(smallest_share, threads))


def drop(counts, until):
    count = 0
    while time.perf_counter() < until:
        made = [[number] for number in range(5000)]
        del made
        count += 1
    counts.append(count)


def share_beside_drops():
    counts = []
    rounds = [0, 0]
    until = time.perf_counter() + SECONDS
    workers = [threading.Thread(target=drop, args=(counts, until))]
    workers += [threading.Thread(target=compute, args=(rounds, me, until)) for me in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return min(rounds) * 2 / sum(rounds) if counts[0] > 0 else 0


print("beside one that drops objects:", measured(share_beside_drops))
