# Functions as values, in containers, with attributes.
def apply(f, *args, **kwargs):
    return f(*args, **kwargs)


def curry(f):
    return lambda a: lambda b: f(a, b)


def fold(f, items, start):
    for x in items:
        start = f(start, x)
    return start


def partial(f, *fixed):
    def call(*rest):
        return f(*fixed, *rest)

    return call


operations = {"add": lambda a, b: a + b, "mul": lambda a, b: a * b, "max": max, "pow": pow}
for name in sorted(operations):
    print(name, operations[name](3, 4), apply(operations[name], 2, 5))
print(curry(lambda a, b: a - b)(10)(3), fold(lambda a, b: a * 10 + b, [1, 2, 3], 0), partial(max, 7)(3, 9))
print(list(map(len, ["a", "bb", ""])), list(map(str.upper, ["x", "y"])), list(filter(str.isdigit, "a1b2")))
print(apply(sorted, [3, 1, 2], reverse=True), apply(dict, a=1), apply(print, "x", "y", sep="+"))


def counted():
    counted.calls += 1
    return counted.calls


counted.calls = 0
counted()
counted()
print(counted.calls, counted.__name__, (lambda: 0).__name__, len.__name__)


def variadic(*args, **kwargs):
    return len(args), list(kwargs)


print(variadic(), variadic(*[], **{}), variadic(1, *[2, 3], *(4,), x=1, **{"y": 2}))
church = lambda n: lambda f: lambda x: x if n == 0 else f(church(n - 1)(f)(x))
print(church(10)(lambda v: v + 2)(0))
fix = lambda f: (lambda x: x(x))(lambda x: f(lambda *a: x(x)(*a)))
print(fix(lambda me: lambda n: 1 if n == 0 else n * me(n - 1))(20))
