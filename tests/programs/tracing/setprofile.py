# What profile functions hear of natives, and that the calls of natives are as without them.
import sys
import threading
import time

events = []


def profile(frame, event, argument):
    name = None
    if event.startswith("c_"):
        name = argument.__name__
        own = getattr(argument, "__self__", None)
        if own is not None and not isinstance(own, type(sys)):
            name = f"{name} of {type(own).__name__}"
    events.append((event, frame.f_code.co_name, name))


def told(function, *arguments):
    events.clear()
    sys.setprofile(profile)
    try:
        try:
            result = function(*arguments)
        finally:
            sys.setprofile(None)
    except Exception as error:
        result = repr(error)
    print(function.__name__, result)
    for event in events:
        print("   ", *event)


class Below(list):
    pass


def methods():
    made = []
    made.append(1)
    Below().append(1)
    list.append(made, 2)
    kept = made.append
    kept(3)
    str.upper("a")
    dict.fromkeys([1])
    return made, "-".join(["a", "b"])


def functions():
    return len("abc"), sorted([2, 1], key=lambda x: x), max(*[1, 2]), sorted(*[["bb", "a"]], **{"key": len})


def raising():
    try:
        [].pop()
    except IndexError:
        pass
    return {}.pop("missing")


def not_functions():
    # Classes and special methods that are called by name are no functions.
    return int("3"), (1).__add__(2), [].__len__(), list("ab")


def calling_back():
    class Key:
        def __init__(self, value):
            self.value = value

        def __lt__(self, other):
            return self.value < other.value

    return [key.value for key in sorted([Key(2), Key(1)])]


lock = threading.Lock()
lock.acquire()
timer = threading.Timer(0.02, lock.release)


def waiting():
    time.sleep(0.001)
    for _ in range(2):
        lock.acquire(timeout=0.03)
    time.sleep(0.001)


timer.start()
for function in (methods, functions, raising, not_functions, calling_back, waiting):
    told(function)


def angry(frame, event, argument):
    if event == "c_call" and argument is len:
        raise ValueError("not this one")


def measured():
    return len("abc")


sys.setprofile(angry)
try:
    measured()
except ValueError as error:
    print(repr(error), sys.getprofile())
finally:
    sys.setprofile(None)


def late(frame, event, argument):
    if event == "c_return" and argument is abs:
        raise KeyError("too late")


def absolute():
    return abs(-1)


sys.setprofile(late)
try:
    absolute()
except KeyError as error:
    print(repr(error), sys.getprofile())
finally:
    sys.setprofile(None)
