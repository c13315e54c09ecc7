# Native code that calls back into a program that waits: what others wait for meanwhile is done.
import concurrent.futures as futures
import queue
import threading
import time

small = queue.Queue(2)


def produce(count):
    for number in range(count):
        small.put(number)


# More than the queue holds: the producer must get on while `sum` is in the middle.
producer = threading.Thread(target=produce, args=(20,))
producer.start()
print(sum(small.get() for _ in range(20)))
producer.join()
producer = threading.Thread(target=produce, args=(20,))
producer.start()
print(sorted((0, 1, 2, 3), key=lambda number: -small.get()))
print(list(map(lambda _: small.get(), range(16)))[-1], max(small.qsize(), 0))
producer.join()

# A native that waits, called by a native.
numbers = queue.SimpleQueue()
producer = threading.Thread(target=lambda: [numbers.put(number) for number in range(10)])
producer.start()
print([*iter(numbers.get, 9)])
producer.join()

with futures.ThreadPoolExecutor(3) as pool:
    print(list(pool.map(lambda x: x * x, range(10))))
    submitted = [pool.submit(pow, 2, i) for i in range(5)]
    print(sorted(future.result() for future in futures.as_completed(submitted)))

# Two threads hand a token to and fro, each in the middle of a native.
turns = [threading.Semaphore(1), threading.Semaphore(0)]
seen = []


def steps(me):
    for step in range(20):
        turns[me].acquire()
        seen.append(me)
        turns[1 - me].release()
        yield step


threads = [threading.Thread(target=lambda me=me: sum(steps(me))) for me in (0, 1)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(seen == [0, 1] * 20)

# What was done before the wait is seen by others during it.
box, asked = [], threading.Event()


def answer():
    asked.wait()
    box.append("answer to " + box[0])


helper = threading.Thread(target=answer)
helper.start()


def ask():
    box.append("question")
    asked.set()
    helper.join()
    yield box[1]


print("".join(ask()))
print(any(time.sleep(0.001) or n > 2 for n in range(5)))
