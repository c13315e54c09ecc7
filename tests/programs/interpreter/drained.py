# Natives that take all items of a generator: results, order of what happens, errors, early ends.
log = []


def noisy(n, fail_at=None):
    for i in range(n):
        log.append(i)
        if i == fail_at:
            raise ValueError("at " + str(i))
        yield i
    log.append("ended")
    return "result"


class Truth:
    def __init__(self, value):
        self.value = value

    def __bool__(self):
        log.append(("asked", self.value))
        if self.value == "fails":
            raise RuntimeError("no truth")
        return self.value


def shown(function, *arguments):
    log.clear()
    try:
        result = function(*arguments)
    except Exception as error:
        result = type(error).__name__, str(error)
    print(result, log)


for function in (list, tuple, set, sorted, sum, max, any, all, frozenset, enumerate):
    if function is enumerate:
        function = lambda source: list(enumerate(source))
    shown(lambda: function(noisy(5)))
    shown(lambda: function(noisy(5, 3)))
    shown(lambda: function(noisy(0)))
for values in ([], [True], [False], [False, True, False], [True, False, True], [False, "fails", True]):
    shown(lambda: any(Truth(v) for v in values))
    shown(lambda: all(Truth(v) for v in values))
shown(lambda: ",".join(str(i) for i in noisy(4)))
shown(lambda: ",".join(noisy(3)))
shown(lambda: dict((i, i * i) for i in noisy(4)))
shown(lambda: [*noisy(3), *noisy(2)])
shown(lambda: max((i for i in noisy(4)), key=lambda i: -i))
target = [1]
shown(lambda: target.extend(noisy(3)))
shown(lambda: target.extend(noisy(3, 1)))
print(target)


def itself():
    yield 1
    yield list(g)


g = itself()
shown(lambda: list(g))
g = noisy(10)
print(next(g), any(i > 3 for i in g), list(g), list(g), any(g), all(g))


def nested(depth):
    if depth:
        yield sum(list(nested(depth - 1)))
        yield all(nested(depth - 1)) + any(nested(depth - 1))
    yield depth


print(list(nested(5)))
print(sum(len(list(noisy(i % 7))) for i in range(300)), sum(0.1 for i in range(10)), sum([0.1] * 3 + [1]))


class Large(list):
    def append(self, item):
        raise AssertionError("not asked")


large = Large()
large.extend(noisy(3))
large += noisy(2)
print(large, Large(noisy(2)))


def handled():
    try:
        raise KeyError("outer")
    except KeyError:
        inner = list(noisy(2))
        try:
            list(noisy(2, 1))
        except ValueError as error:
            return inner, error.args, type(error.__context__).__name__


print(handled())
