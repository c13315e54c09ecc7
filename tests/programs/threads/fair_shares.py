# Threads that compute get like shares of the time, and so does one beside a thread that makes and
# drops objects. (The bound is generous: other processes may be busy.)
import threading
import time

SECONDS = 0.6


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


for threads in (3, 4, 3, 6, 3):
    share = smallest_share(threads)
    print(threads, "threads:", "fair" if share > 0.15 else share)


def drop(counts, until):
    count = 0
    while time.perf_counter() < until:
        made = [[number] for number in range(5000)]
        del made
        count += 1
    counts.append(count)


counts = []
rounds = [0, 0]
until = time.perf_counter() + SECONDS
workers = [threading.Thread(target=drop, args=(counts, until))]
workers += [threading.Thread(target=compute, args=(rounds, me, until)) for me in range(2)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
share = min(rounds) * 2 / sum(rounds)
print("beside one that drops objects:", "fair" if share > 0.15 and counts[0] > 0 else (rounds, counts))
