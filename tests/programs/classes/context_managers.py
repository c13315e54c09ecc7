# with: order, suppression, errors inside __enter__ and __exit__.
class Trace:
    depth = 0

    def __init__(self, name, swallow=(), fail_enter=False, fail_exit=False):
        self.name = name
        self.swallow = swallow
        self.fail_enter = fail_enter
        self.fail_exit = fail_exit

    def __enter__(self):
        print("  " * Trace.depth + "enter", self.name)
        if self.fail_enter:
            raise RuntimeError("enter " + self.name)
        Trace.depth += 1
        return self

    def __exit__(self, kind, value, traceback):
        Trace.depth -= 1
        print("  " * Trace.depth + "exit", self.name, kind and kind.__name__)
        if self.fail_exit:
            raise RuntimeError("exit " + self.name)
        return kind is not None and issubclass(kind, self.swallow)


def attempt(function):
    try:
        print("->", function())
    except Exception as error:
        print("->", type(error).__name__, error, repr(error.__context__))


def normal():
    with Trace("a") as a, Trace("b"):
        return a.name


def swallowed():
    with Trace("outer"):
        with Trace("inner", swallow=(KeyError, ValueError)):
            raise ValueError("gone")
        return "went on"


def enter_fails():
    with Trace("a"), Trace("b", fail_enter=True):
        return "never"


def exit_fails():
    with Trace("a", fail_exit=True):
        raise KeyError("first")


def loop():
    out = []
    for i in range(4):
        with Trace(str(i)):
            if i == 1:
                continue
            if i == 2:
                break
            out.append(i)
    return out


def in_finally():
    try:
        with Trace("t"):
            raise IndexError("i")
    except IndexError:
        return "except"
    finally:
        print("finally")


for f in (normal, swallowed, enter_fails, exit_fails, loop, in_finally):
    attempt(f)
print(Trace.depth)
try:
    with 5:
        pass
except TypeError as error:
    print(type(error).__name__)
