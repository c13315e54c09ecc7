# Iterators written as classes, infinite ones too.
class Fibonacci:
    def __init__(self, limit=None):
        self.a, self.b, self.limit = 0, 1, limit

    def __iter__(self):
        return self

    def __next__(self):
        value = self.a
        if self.limit is not None and value > self.limit:
            raise StopIteration
        self.a, self.b = self.b, self.a + self.b
        return value


class Take:
    def __init__(self, n, source):
        self.n = n
        self.source = iter(source)

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return next(self.source)


class Chain:
    def __init__(self, *sources):
        self.sources = list(sources)
        self.current = iter(())

    def __iter__(self):
        return self

    def __next__(self):
        while True:
            try:
                return next(self.current)
            except StopIteration:
                if not self.sources:
                    raise
                self.current = iter(self.sources.pop(0))


class Failing:
    def __iter__(self):
        return self

    def __next__(self):
        raise ValueError("broken iterator")


print(list(Fibonacci(100)), list(Take(5, Fibonacci())), list(Chain([1, 2], "ab", (), {"k": 0})))
print(sum(Take(50, Fibonacci())), max(Fibonacci(10 ** 6)), list(zip(Fibonacci(), "abcdef")), list(enumerate(Take(3, Fibonacci()), 1)))
print(dict(zip("xyz", Fibonacci())), sorted(Chain("ca", "bd")), [*Take(4, Fibonacci())], list(Take(3, map(lambda x: x * x, Fibonacci()))))
for function in (lambda: list(Failing()), lambda: [x for x in Failing()], lambda: sum(Failing()), lambda: 1 in Failing(), lambda: dict(Failing())):
    try:
        function()
    except ValueError as error:
        print(error)
numbers = [5, 3, 0, 7]
print(list(iter(lambda: numbers.pop(0), 0)), numbers)
it = iter([1, 2, 3, 4])
for x in it:
    print(x, next(it, None), end="; ")
print()
outer = iter(range(6))
for a in outer:
    for b in outer:
        if b % 3 == 2:
            break
    print(a, b, end="; ")
print()
