# threading.excepthook: gets what ends a thread; SystemExit is silent; it can be replaced.
import sys
import threading
from threading import Thread, ExceptHookArgs


class Capture:
    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text
        return len(text)

    def flush(self):
        pass


seen = []


def hook(args):
    seen.append((args.exc_type.__name__, str(args.exc_value), args.thread.name, args.exc_traceback is not None))


def fail(error):
    raise error


def run(target, *args, name="worker"):
    t = Thread(target=target, args=args, name=name)
    t.start()
    t.join()
    return t


threading.excepthook = hook
run(fail, ValueError("one"))
run(fail, KeyError("two"), name="other")
run(fail, SystemExit(3))
print(seen)
threading.excepthook = threading.__excepthook__

stderr, sys.stderr = sys.stderr, Capture()
run(fail, ZeroDivisionError("three"), name="T3")
text = sys.stderr.text
sys.stderr = Capture()
run(fail, SystemExit("quiet"))
quiet = sys.stderr.text
sys.stderr = None
run(fail, ValueError("nobody hears"))
sys.stderr = stderr
lines = text.splitlines()
print(lines[0])
print(lines[1])
print(lines[-1])
print(repr(quiet))


# A hook that fails itself.
def bad_hook(args):
    raise RuntimeError("hook")


threading.excepthook = bad_hook
stderr, sys.stderr = sys.stderr, Capture()
run(fail, ValueError("four"))
text = sys.stderr.text
sys.stderr = stderr
threading.excepthook = threading.__excepthook__
print(text.splitlines()[0], "|", text.splitlines()[-1])

args = ExceptHookArgs((ValueError, ValueError("v"), None, None))
print(args.exc_type, args.exc_value, args.exc_traceback, args.thread, len(args), args[0])
try:
    ExceptHookArgs((1, 2))
except TypeError as error:
    print("TypeError")
try:
    threading.excepthook(1)
except TypeError as error:
    print(error)


# An exception in run() of a subclass.
class Mine(Thread):
    def run(self):
        raise LookupError("mine")


seen.clear()
threading.excepthook = hook
t = Mine(name="sub")
t.start()
t.join()
print(seen, t.is_alive())
