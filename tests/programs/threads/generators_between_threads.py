"""Generators, pairs and exceptions of several threads: each item goes to one, none is lost."""

import threading


def numbers(count):
    for number in range(count):
        yield number


class Refused(Exception):
    def __init__(self, number):
        self.number = number


def in_threads(count, work):
    """Runs work(index) in so many threads; their results in order."""
    results = [None] * count

    def run(index):
        results[index] = work(index)

    threads = [threading.Thread(target=run, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


# One generator asked by several threads: it runs in one at a time, or says that it runs.
shared = numbers(300)


def take(_):
    taken = []
    while True:
        try:
            taken.append(next(shared))
        except StopIteration:
            return taken
        except ValueError:
            continue


taken = in_threads(3, take)
print(sorted(sum(taken, [])) == list(range(300)), all(part == sorted(part) for part in taken))

# One iterator over pairs for all.
pairs = enumerate([number * number for number in range(200)])


def pick(_):
    return [(place, item) for place, item in pairs]


picked = in_threads(3, pick)
print(sorted(sum(picked, [])) == [(number, number * number) for number in range(200)])

# One list that grows while others iterate over it.
growing = [0]


def grow_or_read(index):
    if index == 0:
        for number in range(1, 200):
            growing.append(number)
        return True
    seen = [(place, item) for place, item in enumerate(growing)]
    return all(place == item for place, item in seen)


print(in_threads(3, grow_or_read), growing == list(range(200)))


# Exceptions that each thread makes and handles, while it is in a generator of its own.
def refuse(index):
    total = 0
    for number in numbers(100):
        try:
            raise Refused(number + index)
        except Refused as refused:
            total += refused.number
    return total


print(in_threads(3, refuse), in_threads(2, lambda index: sum(numbers(50))))
