# A thread that has run alone waits inside of an atomic block: no other thread sees half of the block.
# (Under the lock, and on other Pythons, blocks cannot be begun again, and others do see it.)
import sys
import threading
import time
from motet import atomic

lock = threading.Lock()
pair = [0, 0]
halves = []
is_over = False
is_undone = hasattr(sys, "_is_gil_enabled") and not sys._is_gil_enabled()


def change():
    while not is_over:
        with atomic:
            pair[0] += 1
            with lock:
                pair[1] += 1


worker = threading.Thread(target=change)
with lock:
    worker.start()
for _ in range(5):
    with lock:
        time.sleep(0.05)
        seen = list(pair)
    if seen[0] != seen[1] and is_undone:
        halves.append(seen)
    time.sleep(0.01)
is_over = True
worker.join()
print(pair[0] == pair[1] > 0, halves)
