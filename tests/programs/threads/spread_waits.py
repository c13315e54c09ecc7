# Natives that wait go on when they were called with `*arguments` and `**keywords`.
import queue
import threading
import time

lock = threading.Lock()
count = 0


def work():
    global count
    arguments, keywords = (True,), {"timeout": 60}
    for index in range(30):
        assert lock.acquire(*arguments, **keywords)
        count += 1
        if index % 10 == 0:
            time.sleep(*(0.0005,))
        lock.release(*())


threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join(*(), **{})
print(count)

numbers = queue.SimpleQueue()


def produce():
    for number in range(50):
        time.sleep(*[0.0002])
        numbers.put(*(number,))


producer = threading.Thread(target=produce)
producer.start()
total = 0
for _ in range(50):
    total += numbers.get(*(True,), **{"timeout": 60})
print(total)
producer.join()

small = queue.Queue(2)
producer = threading.Thread(target=lambda: [small.put(*(i,), **{}) for i in range(20)])
producer.start()
total = 0
for _ in range(20):
    total += small.get(*())
print(total)
producer.join()
print(lock.acquire.__call__(*(True,), **{"timeout": 1}), lock.locked())
