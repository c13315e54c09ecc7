# An exception of the hook of threads goes to the hook of the program; what RLock takes.
import _thread
import io
import sys
import threading
import warnings


def fail():
    raise ValueError("in the thread")


def run_with(hook, last):
    first, first_of_all, sys.stderr = threading.excepthook, sys.excepthook, io.StringIO()
    threading.excepthook, sys.excepthook = hook, last
    try:
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
        text = sys.stderr.getvalue()
    finally:
        threading.excepthook, sys.excepthook, sys.stderr = first, first_of_all, sys.__stderr__
    return text


def refuse(args):
    raise KeyError(f"hook of {args.exc_value}")


seen = []
print(run_with(refuse, lambda *args: seen.append(args)))
print([(kind.__name__, str(value), trace is not None) for kind, value, trace in seen])
text = run_with(refuse, sys.__excepthook__)
print(text.splitlines()[0], text.splitlines()[1], text.splitlines()[-1], sep="\n")
for name in "threading", "sys":
    module = sys.modules[name]
    hook, module.excepthook = module.excepthook, None
    try:
        threading.Thread(target=fail)
    except RuntimeError as error:
        print(error)
    finally:
        module.excepthook = hook


class Named(threading._CRLock):
    def __init__(self, name, *, place=0):
        self.name, self.place = name, place


for arguments, options in ((), {}), ((1,), {}), ((), {"a": 1}), ((1, 2), {"a": 1}):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        locks = threading.RLock(*arguments, **options), _thread.RLock(*arguments, **options)
        print([type(lock).__name__ for lock in locks], [str(entry.message) for entry in caught])
with Named("mine", place=3) as held:
    print(held)
lock = Named("mine", place=3)
print(lock.name, lock.place, lock.acquire(), lock.acquire(), lock.release())
