"""Threads that make floats: on the measured interpreter each is an object of the shared heap."""

import threading


def add(results, index):
    total = 0.5
    for number in range(3000):
        total = total * 0.5 + 1.25
    results[index] = total


results = [None] * 8
threads = [threading.Thread(target=add, args=(results, index)) for index in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(results)
