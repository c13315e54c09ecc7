# __call__, __iter__/__next__, __enter__/__exit__, __str__/__repr__, __hash__, item access.
class Adder:
    def __init__(self, n):
        self.n = n

    def __call__(self, x, *, scale=1):
        return (x + self.n) * scale


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Table:
    def __init__(self):
        self.rows = {}

    def __getitem__(self, key):
        return self.rows[key]

    def __setitem__(self, key, value):
        self.rows[key] = value

    def __delitem__(self, key):
        del self.rows[key]

    def __contains__(self, key):
        return key in self.rows

    def __len__(self):
        return len(self.rows)


class Managed:
    def __enter__(self):
        print("enter")
        return "resource"

    def __exit__(self, kind, value, traceback):
        print("exit", kind.__name__ if kind else None, value)
        return kind is KeyError


class Shown:
    def __str__(self):
        return "as str"

    def __repr__(self):
        return "as repr"


class Bare:
    def __repr__(self):
        return "bare repr"


print(Adder(2)(3), Adder(2)(3, scale=10), callable(Adder(1)), callable(Bare()), callable(len), callable(Bare))
print(list(Countdown(4)), sum(Countdown(5)), [x * 2 for x in Countdown(3)], tuple(Countdown(0)), 2 in Countdown(5))
t = Table()
t["a"] = 1
t["a", 2] = 3
t["a"] += 5
print(t["a"], t["a", 2], len(t), "a" in t, bool(t))
del t["a"]
print(len(t), "a" in t)
with Managed() as m:
    print("body", m)
with Managed():
    raise KeyError("swallowed")
try:
    with Managed() as one, Managed() as two:
        raise ValueError("passed on")
except ValueError as error:
    print("outside", error)
print(Shown(), str(Shown()), repr(Shown()), [Shown()], f"{Shown()}", Bare(), str(Bare()))


class Get:
    def __getattr__(self, name):
        return "dynamic " + name


print(Get().anything)
