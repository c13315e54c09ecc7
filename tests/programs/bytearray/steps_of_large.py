"""Extended slices of large byte arrays, against a list; and threads that fill one together."""

import gc
from threading import Thread

LENGTH = 5_000


def check(start, stop, step):
    data = bytearray(range(250)) * (LENGTH // 250)
    model = list(data)
    gc.collect()
    count = len(range(*slice(start, stop, step).indices(LENGTH)))
    content = bytes((place * 7 + 1) & 255 for place in range(count))
    data[start:stop:step] = content
    model[start:stop:step] = list(content)
    # Again, now that it was written.
    data[start:stop:step] = content[::-1]
    model[start:stop:step] = list(content[::-1])
    return data == bytearray(model)


for step in (2, 3, 6, 7, 8, 13, 223, 224, 225, 1000):
    print(step, check(None, None, step), check(5, -5, step), check(None, None, -step))

data = bytearray(LENGTH)
for content in (b"", b"x", bytes(LENGTH)):
    try:
        data[::2] = content
        print(len(data))
    except ValueError as error:
        print(error)
    data = bytearray(LENGTH)
data[::3] = data[1::3]
data[1::3] = data[::3][1:] + b"\1"
print(data.count(1), data[-2:])

# Each thread has its own bytes, but shares every packed word with the others.
THREADS = 3
shared = bytearray(THREADS * 700)


def fill(index):
    for turn in range(1, 12):
        shared[index::THREADS] = bytes([index * 16 + turn]) * 700
        for place in range(index, 90, THREADS):
            if shared[place] != index * 16 + turn:
                print("lost", place)
    shared[index::THREADS] = bytes([index + 1]) * 700


threads = [Thread(target=fill, args=(index,)) for index in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(shared == bytes(range(1, THREADS + 1)) * 700)
