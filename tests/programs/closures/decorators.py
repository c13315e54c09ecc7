# Decorators with and without arguments, stacked, as classes.
def traced(function):
    def wrapper(*args, **kwargs):
        print("call", function.__name__, args, kwargs)
        result = function(*args, **kwargs)
        print("result", result)
        return result

    return wrapper


def repeat(times):
    def decorate(function):
        def wrapper(*args):
            return [function(*args) for _ in range(times)]

        return wrapper

    return decorate


@traced
def add(a, b=1):
    return a + b


@repeat(3)
@traced
def twice(x):
    return 2 * x


class Memo:
    def __init__(self, function):
        self.function = function
        self.cache = {}
        self.calls = 0

    def __call__(self, n):
        if n not in self.cache:
            self.calls += 1
            self.cache[n] = self.function(n)
        return self.cache[n]


@Memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(add(1), add(1, b=5))
print(twice(4))
print(fib(90), fib.calls)


def compose(*functions):
    def composed(x):
        for f in functions:
            x = f(x)
        return x

    return composed


print(compose(lambda x: x + 1, lambda x: x * 10, str)(4))
