# Locks and atomic blocks in one program.
import threading
from motet import atomic

lock = threading.Lock()
plain = 0
guarded = 0


def lock_then_atomic(n):
    global plain, guarded
    for _ in range(n):
        with lock:
            with atomic:
                guarded = int(guarded) + 1
                plain = int(plain) + 1


def only_atomic(n):
    global plain
    for _ in range(n):
        with atomic:
            plain = int(plain) + 1


threads = [threading.Thread(target=f, args=(300,)) for f in (lock_then_atomic, only_atomic, lock_then_atomic, only_atomic)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(plain, guarded, lock.locked())
