# Builtins that ask one special method of their argument: results, refusals, tracebacks, exceptions.
import sys
import traceback


class Answers:
    def __init__(self, answer):
        self.answer = answer

    def give(self):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer

    __len__ = __hash__ = __repr__ = __iter__ = __next__ = __abs__ = lambda self: self.give()


class Number(int):
    def __index__(self):
        return 7


class Text(str):
    pass


class Indexed:
    def __index__(self):
        return 3


def outcomes(answer):
    asked = Answers(answer)
    for name, ask in (
        ("len", lambda: len(asked)),
        ("hash", lambda: hash(asked)),
        ("repr", lambda: repr(asked)),
        ("iter", lambda: iter(asked)),
        ("next", lambda: next(asked)),
        ("abs", lambda: abs(asked)),
    ):
        try:
            result = ask()
            print(name, type(result).__name__, result if type(result) in (int, str, bool, float) else "")
        except BaseException as error:
            print(name, type(error).__name__, error)


for answer in (
    0, 5, -1, -2, True, 1 << 70, -(1 << 70), (1 << 61) - 1, 2**62, 2.5, "text", Text("below"), None, NotImplemented,
    Number(4), Indexed(), [1], iter([1]), b"bytes", StopIteration(3), KeyError("key"), ValueError,
):
    print("--", type(answer).__name__)
    outcomes(answer)


class Partly:
    __iter__ = None
    __hash__ = None
    __len__ = 5


class Static:
    __len__ = staticmethod(lambda: 3)
    __repr__ = staticmethod(lambda: "static")


class Many:
    def __len__(self, more=4):
        return more

    def __repr__(self, *rest, **named):
        return f"many {rest} {named}"

    def __next__(self):
        yield 1


for call in (
    lambda: len(Partly()), lambda: iter(Partly()), lambda: hash(Partly()), lambda: len(Static()), lambda: repr(Static()),
    lambda: len(Many()), lambda: repr(Many()), lambda: list(next(Many())), lambda: next(Many(), 5).__class__.__name__,
    lambda: len(Many), lambda: repr(Many), lambda: next(Static()), lambda: abs(Static()), lambda: len(), lambda: len(1, 2),
    lambda: len(*[Many()]), lambda: hash(Many()) == hash(Many), lambda: [len(Many()) for _ in range(3)],
):
    try:
        print(call())
    except TypeError as error:
        print(type(error).__name__, error)


class Chain:
    def __init__(self, depth):
        self.depth = depth

    def __len__(self):
        return 0 if self.depth == 0 else 1 + len(Chain(self.depth - 1))

    def __repr__(self):
        return "." if self.depth == 0 else "(" + repr(Chain(self.depth - 1)) + ")"


print(len(Chain(50)), repr(Chain(20)))


class Endless:
    def __len__(self):
        return len(self)

    def __repr__(self):
        return repr(self)


for ask in (len, repr):
    try:
        ask(Endless())
    except RecursionError as error:
        print(type(error).__name__)

try:
    len(Endless())
except RecursionError:
    print("again")


class Fails:
    def __len__(self):
        return 1 // 0


def asks():
    return len(
        Fails()
    )


try:
    asks()
except ZeroDivisionError:
    for line in traceback.format_exc().splitlines():
        print(line.replace(__file__, "file"))


class Countdown:
    def __init__(self):
        self.left = 3

    def __iter__(self):
        return self

    def __next__(self):
        if not self.left:
            raise StopIteration("over")
        self.left -= 1
        return self.left


def drain(source):
    iterator, found = iter(source), []
    try:
        while True:
            found.append(next(iterator))
    except StopIteration as stop:
        return found, stop.value


def generator():
    yield next(Countdown())
    yield len(Chain(2))
    try:
        yield next(iter(Countdown()))
    finally:
        yield repr(Chain(1))


print(drain(Countdown()), list(generator()))
print(sys.getrecursionlimit() > 100, hash(Answers(-1)) == -2)
