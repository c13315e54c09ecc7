# What is still there when the program ends is finalized; what it raises is reported.

import atexit
import weakref


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("finalizer of", self.name)


class Failing:
    def __del__(self):
        raise ValueError("in a finalizer")


def numbers():
    try:
        yield 1
        yield 2
    finally:
        print("a generator that was suspended")


atexit.register(print, "registered")
kept = Noisy("kept")
reference = weakref.ref(kept, lambda _: print("never called"))
generator = numbers()
print(next(generator))
not_begun = numbers()
failing = Failing()
deleted = Noisy("deleted")
deleted.__del__()
print("end")
