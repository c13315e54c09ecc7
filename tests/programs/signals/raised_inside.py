# What a handler raises comes up inside of the `try` around the operation that brought the signal.
import _thread
import contextlib
import operator
import os
import signal
import threading
import time


class Caught(Exception):
    pass


def refuse(number, frame):
    raise Caught(signal.Signals(number).name)


signal.signal(signal.SIGUSR1, refuse)
signal.signal(signal.SIGALRM, refuse)
USR1, ME = signal.SIGUSR1, os.getpid()


def send():
    signal.raise_signal(USR1)


def kill():
    os.kill(ME, USR1)


# The main level: the call is all there is in the statement.
try:
    signal.raise_signal(USR1)
except Caught as caught:
    print("module", caught)
try:
    os.kill(ME, USR1)
except Caught as caught:
    print("module", caught)
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("module interrupted")
try:
    os.kill(ME, signal.SIGINT)
except KeyboardInterrupt:
    print("module interrupted")


def in_function():
    try:
        os.kill(ME, signal.SIGINT)
    except KeyboardInterrupt:
        return "caught"


print(in_function())


class Sender:
    @property
    def attribute(self):
        signal.raise_signal(USR1)

    def __getattr__(self, name):
        signal.raise_signal(USR1)

    def __setattr__(self, name, value):
        signal.raise_signal(USR1)

    def __delattr__(self, name):
        signal.raise_signal(USR1)

    def __getitem__(self, key):
        signal.raise_signal(USR1)

    def __setitem__(self, key, value):
        signal.raise_signal(USR1)

    def __delitem__(self, key):
        signal.raise_signal(USR1)

    def __contains__(self, value):
        signal.raise_signal(USR1)

    def __add__(self, other):
        signal.raise_signal(USR1)

    def __iadd__(self, other):
        signal.raise_signal(USR1)
        return self

    def __lt__(self, other):
        signal.raise_signal(USR1)

    def __eq__(self, other):
        signal.raise_signal(USR1)

    def __hash__(self):
        signal.raise_signal(USR1)
        return 1

    def __neg__(self):
        signal.raise_signal(USR1)

    def __bool__(self):
        signal.raise_signal(USR1)
        return True

    def __len__(self):
        signal.raise_signal(USR1)
        return 1

    def __iter__(self):
        signal.raise_signal(USR1)
        return iter(())

    def __next__(self):
        signal.raise_signal(USR1)
        return 1

    def __call__(self, *arguments, **named):
        signal.raise_signal(USR1)

    def __str__(self):
        signal.raise_signal(USR1)
        return ""

    def __index__(self):
        signal.raise_signal(USR1)
        return 1


class Iterated(Sender):
    def __iter__(self):
        return self


class Made:
    def __init__(self):
        signal.raise_signal(USR1)


class New:
    def __new__(cls):
        signal.raise_signal(USR1)


def generator():
    yield 1
    signal.raise_signal(USR1)
    yield 2


def delegating():
    yield from generator()


async def coroutine():
    await inner()


async def inner():
    signal.raise_signal(USR1)


@contextlib.contextmanager
def manager():
    yield
    signal.raise_signal(USR1)


class Entering:
    def __enter__(self):
        signal.raise_signal(USR1)

    def __exit__(self, *error):
        print("exit of what was not entered")


class Leaving:
    def __enter__(self):
        pass

    def __exit__(self, *error):
        signal.raise_signal(USR1)


s = Sender()


def loop_for():
    for _ in Iterated():
        pass


def loop_body():
    for _ in range(3):
        signal.raise_signal(USR1)


def loop_while():
    while s:
        pass


def loop_generator():
    for _ in generator():
        pass


def with_body():
    with contextlib.nullcontext():
        signal.raise_signal(USR1)


def with_enter():
    with Entering():
        pass


def with_exit():
    with Leaving():
        pass


def with_manager():
    with manager():
        pass


def in_finally():
    try:
        pass
    finally:
        signal.raise_signal(USR1)


def in_handler():
    try:
        1 / 0
    except ZeroDivisionError:
        signal.raise_signal(USR1)


def in_class():
    class Body:
        signal.raise_signal(USR1)


def assign_attribute():
    s.x = 1


def delete_attribute():
    del s.x


def assign_item():
    s[0] = 1


def delete_item():
    del s[0]


def add_in_place():
    t = Sender()
    t += 1


def unpack():
    a, b = generator()


def star():
    print(*generator())


def decorated():
    @s
    def function():
        pass


def asserted():
    assert s


def matched():
    match s:
        case 1:
            pass


def sleeping():
    signal.setitimer(signal.ITIMER_REAL, 0.005)
    time.sleep(60)


def unblocked():
    signal.pthread_sigmask(signal.SIG_BLOCK, {USR1})
    signal.raise_signal(USR1)
    os.kill(ME, USR1)
    assert USR1 in signal.sigpending()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {USR1})


def group():
    before = signal.signal(signal.SIGURG, refuse)
    try:
        os.killpg(os.getpgrp(), signal.SIGURG)
    finally:
        signal.signal(signal.SIGURG, before)


OPERATIONS = [
    send, kill, loop_for, loop_body, loop_while, loop_generator, with_body, with_enter, with_exit, with_manager,
    in_finally, in_handler, in_class, assign_attribute, delete_attribute, assign_item, delete_item, add_in_place,
    unpack, star, decorated, asserted, matched, sleeping, unblocked, group, Made, New, s,
    lambda: signal.raise_signal(USR1),
    lambda: s.attribute,
    lambda: s.missing,
    lambda: s[0],
    lambda: 1 in s,
    lambda: s + 1,
    lambda: s < 1,
    lambda: s == 1,
    lambda: -s,
    lambda: not s,
    lambda: 1 if s else 2,
    lambda: s and 1,
    lambda: len(s),
    lambda: list(s),
    lambda: [x for x in s],
    lambda: {s},
    lambda: {s: 1},
    lambda: f"{s}",
    lambda: str(s),
    lambda: [1, 2][s],
    lambda: next(Iterated()),
    lambda: next(iter(generator())) and list(generator()),
    lambda: list(delegating()),
    lambda: coroutine().send(None),
    lambda: sorted([3, 1, 2], key=s),
    lambda: list(map(s, [1])),
    lambda: list(map(signal.raise_signal, [USR1])),
    lambda: [signal.raise_signal(x) for x in [USR1]],
    lambda: max([1, 2], key=lambda x: os.kill(ME, USR1)),
    lambda: any(iter(s, 1)),
    lambda: operator.attrgetter("attribute")(s),
    lambda: operator.call(signal.raise_signal, USR1),
    lambda: s(*[1], **{"a": 2}),
    lambda: signal.raise_signal(*[USR1]),
    lambda: signal.pthread_kill(threading.get_ident(), USR1),
    lambda: exec("signal.raise_signal(USR1)"),
    lambda: eval("signal.raise_signal(USR1)"),
]


def try_around(operation):
    try:
        operation()
    except Caught as caught:
        return str(caught)
    return "nothing was raised"


def try_behind(operation):
    """What is raised before the `try` is not for it."""
    operation()
    try:
        pass
    except Caught:
        return "caught too late"


class Condition:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.seen = kind and kind.__name__
        return True


def with_around(operation):
    condition = Condition()
    with condition:
        operation()
    return condition.seen


def yielding(operation):
    try:
        operation()
    except Caught:
        yield "in a generator"


for number, operation in enumerate(OPERATIONS):
    name = "object" if operation is s else operation.__name__
    print(number, name, try_around(operation), with_around(operation), *yielding(operation))
    try:
        print(try_behind(operation))
    except Caught as caught:
        print("before", caught)


def nested(value):
    """Below native code each callee handles its own."""
    try:
        signal.raise_signal(USR1)
    except Caught:
        return -value
    return value


print(sorted([1, 2, 3], key=nested), list(map(nested, [1, 2])), max([1, 2], key=nested))

came = []
signal.signal(signal.SIGUSR2, lambda number, frame: came.append(number))


def both():
    """The one behind that whose handler raises waits for the next time."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {USR1, signal.SIGUSR2})
    os.kill(ME, USR1)
    os.kill(ME, signal.SIGUSR2)
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {USR1, signal.SIGUSR2})
    except Caught as caught:
        came.append(str(caught))
    while len(came) < 2:
        pass
    return sorted(map(str, came))


print(both())
signal.signal(signal.SIGRTMAX, refuse)
try:
    signal.raise_signal(signal.SIGRTMAX)
except Caught as caught:
    print(caught)
try:
    try:
        _thread.interrupt_main()
    except KeyboardInterrupt:
        print("interrupted")
finally:
    print("end", os.kill(ME, 0))
