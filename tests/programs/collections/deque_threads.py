# A deque between threads: nothing is lost, nothing comes twice.
import threading
from collections import deque

todo = deque(range(300))
done = deque()


def work():
    while True:
        try:
            item = todo.popleft()
        except IndexError:
            return
        done.append(item * 2)


threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(todo), len(done), sorted(done) == [2 * n for n in range(300)])
ring = deque(maxlen=50)


def fill(base):
    for number in range(100):
        ring.append(base + number)


threads = [threading.Thread(target=fill, args=(1000 * n,)) for n in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(ring), len(set(ring)))
