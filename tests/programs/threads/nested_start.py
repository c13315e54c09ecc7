# Threads start threads; join waits for finished work; a thread may be joined twice.
import threading

log = []


def child(name, depth):
    if depth:
        ts = [threading.Thread(target=child, args=(name + str(i), depth - 1)) for i in range(2)]
        for t in ts:
            t.start()
        for t in ts:
            t.join()
    log.append(name)


root = threading.Thread(target=child, args=("r", 3))
root.start()
root.join()
root.join()
print(len(log), sorted(log), log[-1], root.is_alive())
try:
    root.start()
except RuntimeError as error:
    print(error)
fresh = threading.Thread(target=print, args=("never started",))
try:
    fresh.join()
except RuntimeError as error:
    print(error)
slow = threading.Thread(target=lambda: child("s", 1))
slow.start()
slow.join(timeout=30)
print(slow.is_alive(), log[-1])
