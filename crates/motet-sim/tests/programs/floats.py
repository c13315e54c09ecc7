"""Threads that make floats: on the measured interpreter each is an object of the shared heap."""

import threading


def add(results, index):
    # No iterator: those of two threads may lie in one line, which is not what is looked for here.
    total, number = 0.5, 0
    while number < 3000:
        total = total * 0.5 + 1.25
        number += 1
    results[index] = total


results = [None] * 8
threads = [threading.Thread(target=add, args=(results, index)) for index in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(results)
