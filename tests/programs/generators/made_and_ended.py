"""Generators that are made, resumed by calls, and that end: by loops, delegation, and errors."""


def echo(first, *rest, key=None):
    """What is sent comes back, until it is None."""
    got = yield first
    while got is not None:
        got = yield got, rest, key
    return "done"


# Sent to, asked for the next, with and without a default.
talk = echo(1, 2, 3, key=4)
print(next(talk), talk.send("a"), talk.send("b"))
try:
    talk.send(None)
except StopIteration as end:
    print("ended:", end.value)
print(next(talk, "default"))
try:
    next(talk)
except StopIteration as end:
    print("over:", end.value)
try:
    echo(1).send("early")
except TypeError as error:
    print(error)
bound = echo(5).send
print(bound(None), bound(6))


# Delegation passes everything on, and gives a result.
def outer(depth):
    if depth:
        result = yield from outer(depth - 1)
        yield depth
        return result + [depth]
    got = yield 0
    return [got]


nested = outer(3)
values = [next(nested), nested.send("deep")]
while True:
    try:
        values.append(next(nested))
    except StopIteration as end:
        print(values, end.value)
        break


# While an exception is handled, and in one that handles its own.
def handling():
    try:
        raise KeyError("inner")
    except KeyError as error:
        yield repr(error.__context__)
        try:
            raise ValueError("second")
        except ValueError as second:
            yield repr(second.__context__)
    yield "calm"


try:
    raise OSError("outside")
except OSError:
    print(list(handling()))
    steps = handling()
    print(next(steps))
print(next(steps), next(steps), next(steps, "end"))


# A generator that resumes itself, one that ends while its frame is in a loop of another.
def itself():
    yield 1
    yield next(me)


me = itself()
try:
    for value in me:
        print(value)
except ValueError as error:
    print(error)


def chained(count):
    for value in range(count):
        yield value
    if count:
        for value in chained(count - 1):
            yield value


print(list(chained(4)), sum(chained(5)), max(chained(6)))


# Errors leave through several of them; the outer ones have ended, too.
def failing(depth):
    if depth:
        yield from failing(depth - 1)
    yield depth
    raise LookupError(depth)


broken = failing(2)
try:
    for value in broken:
        print(value)
except LookupError as error:
    print("failed at", error, next(broken, "ended"))


def stops():
    yield 1
    raise StopIteration("wrong")


try:
    print([value for value in stops()])
except RuntimeError as error:
    print(error, repr(error.__cause__))
