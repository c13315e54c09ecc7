# Queues, conditions, sleeping, exceptions between threads.
import queue
import threading
import time

tasks = queue.Queue(4)
results = []
done = threading.Event()


def produce():
    for number in range(12):
        tasks.put(number)
        if number % 5 == 0:
            time.sleep(0.0001)
    tasks.put(None)


def consume():
    while (number := tasks.get()) is not None:
        try:
            results.append(60 // (number % 4))
        except ZeroDivisionError:
            results.append(-1)
    done.set()


for target in (produce, consume):
    threading.Thread(target=target).start()
print(done.wait(10), results, threading.active_count() >= 1)
