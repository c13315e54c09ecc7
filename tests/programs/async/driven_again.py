# The awaitables of asynchronous generators driven by hand: again after their end, at the same time
# as another, thrown into and closed at each stage.
import sys
import types

# What generators say as they are dropped is no matter here.
sys.unraisablehook = lambda unraisable: None


@types.coroutine
def pause(value):
    return (yield value)


async def numbers():
    try:
        yield "got", await pause("a")
        yield "got again", await pause("b")
    except ValueError as error:
        await pause("handling")
        yield "caught", str(error)
    finally:
        await pause("ending")


def tell(function, *arguments):
    try:
        result = function(*arguments)
    except BaseException as error:
        print(" ", type(error).__name__, error, getattr(error, "value", None))
    else:
        print(" ", result)


WAYS = {
    "__anext__": lambda made: made.__anext__(),
    "asend": lambda made: made.asend(5),
    "athrow": lambda made: made.athrow(ValueError("thrown")),
    "aclose": lambda made: made.aclose(),
}


def begun(has_begun):
    made = numbers()
    if has_begun:
        first = made.__anext__()
        first.send(None)
        try:
            first.send(1)
        except StopIteration:
            pass
    return made


def to_the_end(made, step):
    for _ in range(6):
        tell(step.send, None)
        print("  running", made.ag_running)
    tell(step.throw, KeyError("late"))
    tell(step.close)


def after(act):
    def run(made, step):
        tell(act, step)
        print("  running", made.ag_running)
        tell(step.send, None)
        tell(step.throw, KeyError("late"))
        tell(step.close)
    return run


def in_the_middle(act):
    def run(made, step):
        tell(step.send, None)
        tell(act, step)
        print("  running", made.ag_running)
        tell(step.send, None)
        tell(step.send, None)
        tell(step.close)
    return run


def beside_others(made, step):
    tell(step.send, None)
    for way in WAYS.values():
        other = way(made)
        tell(other.send, None)
        tell(other.send, None)
        tell(other.throw, KeyError("other"))
        tell(other.close)
        other = way(made)
        tell(other.throw, KeyError("other"))
        tell(other.send, None)
        other = way(made)
        tell(other.close)
        tell(other.send, None)
    tell(step.send, None)
    print("  running", made.ag_running)


ACTS = {
    "close": lambda step: step.close(),
    "throw": lambda step: step.throw(KeyError("k")),
    "throw exit": lambda step: step.throw(GeneratorExit),
    "throw three": lambda step: step.throw(KeyError, None, None),
    "throw none": lambda step: step.throw(),
    "throw four": lambda step: step.throw(1, 2, 3, 4),
    "throw number": lambda step: step.throw(5),
    "send number": lambda step: step.send(5),
}

for name, way in WAYS.items():
    for has_begun in (False, True):
        cases = {"to the end": to_the_end, "beside others": beside_others}
        cases |= {f"{act} first": after(function) for act, function in ACTS.items()}
        cases |= {
            f"{act} in the middle": in_the_middle(function)
            for act, function in ACTS.items() if act != "throw number"
        }
        for case, run in cases.items():
            print(name, "begun" if has_begun else "new", case)
            made = begun(has_begun)
            step = way(made)
            run(made, step)

print("wrong arguments of athrow")
for arguments in ((), (1, 2, 3, 4), (5,), (KeyError("x"), 1)):
    step = numbers().athrow(*arguments)
    tell(step.send, None)

print("thrown before the first step")


def plain():
    yield


async def coroutine():
    pass


for made in (plain, coroutine):
    started = made()
    tell(started.throw, StopIteration("early"))
for early in (StopIteration, StopAsyncIteration):
    tell(numbers().asend(None).throw, early("early"))
    tell(numbers().athrow(early("early")).send, None)

print("anext with a default")
for has_begun in (False, True):
    for name, act in (ACTS | {"stop": lambda step: step.throw(StopAsyncIteration)}).items():
        step = anext(numbers(), "default")
        print(name)
        if has_begun:
            if name == "throw number":
                continue
            tell(step.send, None)
        tell(act, step)
        tell(step.send, None)


class Items:
    def __init__(self, item):
        self.item = item

    def __aiter__(self):
        return self

    def __anext__(self):
        return self.item


class Awaitable:
    def __init__(self, iterator):
        self.iterator = iterator

    def __await__(self):
        return self.iterator


for item in (5, [1], iter([1]), plain):
    tell(lambda: anext(Items(item), 1).send(None))
for make in (lambda: 5, lambda: iter([1]), lambda: pause("p")):
    tell(lambda: next(anext(Items(Awaitable(make())), 1)))
    tell(lambda: anext(Items(Awaitable(make())), 1).send(None))
    tell(lambda: anext(Items(Awaitable(make())), 1).throw(KeyError("u")))
    tell(lambda: anext(Items(Awaitable(make())), 1).close())
