# Attribute reads and writes and method calls: each thread drives an object of its own.
import sys
import threading
import time


def option(name, default):
    if name in sys.argv:
        return int(sys.argv[sys.argv.index(name) + 1])
    return default


THREADS = option("--threads", 1)
SIZE = option("--size", 500000 if "--quick" in sys.argv else 5000000)


class Particle:
    def __init__(self):
        self.position = 0
        self.speed = 1
        self.bounces = 0

    def step(self):
        self.position += self.speed
        if self.position == 100 or self.position == 0:
            self.speed = -self.speed
            self.bounces += 1


results = [None] * THREADS


def work(index):
    particle = Particle()
    i = SIZE
    while i:
        particle.step()
        i -= 1
    results[index] = (particle.bounces, particle.position)


threads = [threading.Thread(target=work, args=(index,)) for index in range(THREADS)]
start = time.perf_counter()
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
elapsed = time.perf_counter() - start
rest = SIZE % 200
if results != [(SIZE // 100, rest if rest <= 100 else 200 - rest)] * THREADS:
    print("wrong result", results)
    sys.exit(1)
print("elapsed", elapsed)
