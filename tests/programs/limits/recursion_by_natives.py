# Native calls between frames have a limit of their own: they do not count as frames.
import functools


def by_any(n):
    return n == 0 or any(by_any(n - 1) for _ in (1,))


def by_sorted(n):
    return n == 0 or sorted([1], key=lambda _: by_sorted(n - 1)) == [1]


def by_map(n):
    return n == 0 or list(map(lambda _: by_map(n - 1), (1,))) == [True]


def by_reduce(n):
    return n == 0 or functools.reduce(lambda a, b: by_reduce(n - 1), (1, 2))


class ByProperty:
    left = 500

    @property
    def below(self):
        self.left -= 1
        return self.left == 0 or self.below


class ByName:
    left = 500

    def __getattr__(self, name):
        self.left -= 1
        return self.left == 0 or getattr(self, name)


print(by_any(300), by_sorted(320), by_map(300), by_reduce(300))
print(ByProperty().below, ByName().anything)


def without_end(n):
    return any(without_end(n + 1) for _ in (1,))


class Endless:
    def __repr__(self):
        return repr(self)

    def __eq__(self, other):
        return self == other

    def __len__(self):
        return len(self)


def refuses(call):
    try:
        call()
    except RecursionError as error:
        return str(error).startswith("maximum recursion depth exceeded")


print(refuses(lambda: without_end(0)), refuses(lambda: repr(Endless())))
print(refuses(lambda: Endless() == 1), refuses(lambda: len(Endless())))
