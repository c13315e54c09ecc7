# Which mistake is told first, and in which words: found by generated programs.
import collections


def attempt(action, *arguments, **named):
    try:
        print(action(*arguments, **named))
    except Exception as error:
        print(type(error).__name__, error)


def local():
    class Loose:
        __hash__ = None

    return Loose()


class Plain:
    pass


for key in (local(), collections.UserDict(), [], slice([])):
    attempt(lambda: {key: 1})
    attempt(lambda: {key})
    attempt(lambda: {}[key])
    attempt(lambda: key in set())

attempt(sum)
attempt(sum, int, b"")
attempt(sum, 1, "")
attempt(sum, [], "")
attempt(sum, [], bytearray())
attempt(sum, [1], 2, 3)

HUGE = 1 << 70
for text in ("a", b"a"):
    attempt(text.split, (), HUGE)
    attempt(text.rsplit, (), HUGE)
    attempt(text.split, (), "x")
    attempt(text.split, (), 1)
    attempt(text.split, text[:0], "x")
    attempt(text.split, text[:0])


def delete(container, key):
    del container[key]


def store(container, key):
    container[key] = 1


for container in (KeyError(1), Exception("e"), Plain(), 5, None, (), "text", {1}.__iter__(), object()):
    for key in (HUGE, 1, "a"):
        attempt(delete, container, key)
        attempt(store, container, key)

attempt((1).to_bytes, -1, 2.5)
attempt((1).to_bytes, "a", 2.5)
attempt((1).to_bytes, -1, "x")
attempt((1).to_bytes, -1, "big")
attempt((1).to_bytes, HUGE, 2.5)
attempt((-1).to_bytes, -1)
