# An RLock is taken again by its holder, and only by its holder.
import threading

lock = threading.RLock()
count = 0


def bump(depth):
    global count
    with lock:
        if depth:
            bump(depth - 1)
        count = int(str(count)) + 1


def work():
    for _ in range(50):
        bump(4)


threads = [threading.Thread(target=work) for _ in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(count)
lock.acquire()
lock.acquire()
answers = []
t = threading.Thread(target=lambda: answers.append(lock.acquire(blocking=False)))
t.start()
t.join()
lock.release()
t = threading.Thread(target=lambda: answers.append(lock.acquire(False)))
t.start()
t.join()
lock.release()
t = threading.Thread(target=lambda: answers.append(lock.acquire(False)))
t.start()
t.join()
print(answers)
free = threading.RLock()
try:
    free.release()
except RuntimeError as error:
    print(error)
